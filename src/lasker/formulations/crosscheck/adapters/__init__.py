"""Adapters of the formulations, one file each, without shared code: importing one imports no other."""
