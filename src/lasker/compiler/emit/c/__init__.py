"""C code generation: bitboards where proofs allow them, and the walk."""
