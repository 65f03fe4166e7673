"""The walk in C: one function a block, which does something, goes on, and takes back what it did."""
