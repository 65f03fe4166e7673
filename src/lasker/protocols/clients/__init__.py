"""Clients of external engines in a match: processes, the UCI and CECP protocols, contenders."""
