"""CECP, the protocol of XBoard."""
