"""Mutations: games made from other games by small random changes of their rules."""
