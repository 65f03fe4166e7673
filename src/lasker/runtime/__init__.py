"""What runs natively: hand-written C that generated code is put into, and the way from C to a library."""
