"""Listing moves with their labels."""
