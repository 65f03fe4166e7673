"""Boards as rules files declare them, and the regions on them."""
