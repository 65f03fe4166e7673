"""Merging of symbolic paths that differ in little, so that one move stands for all of them."""
