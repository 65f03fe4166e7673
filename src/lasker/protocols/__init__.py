"""Engine protocols: UCI, USI, UCCI and CECP (XBoard) servers, and clients for external engines."""
