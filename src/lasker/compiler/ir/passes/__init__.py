"""The passes of the compiler, one per file: transformations of programs that preserve their meaning."""
