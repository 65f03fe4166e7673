"""Seed 004 (El-Hamiani-Khatat 2025), chess as displacement sets and guards: its generated validator.

`lasker generate graph_chess -o src/lasker/formulations/graphs/validator.py` renews it.
"""
