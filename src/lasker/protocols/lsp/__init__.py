"""The Language Server Protocol: the language service for editors, over standard input and output."""
