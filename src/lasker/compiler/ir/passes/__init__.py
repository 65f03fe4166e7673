"""The passes of the compiler, one a file: from programs to programs that mean the same."""
