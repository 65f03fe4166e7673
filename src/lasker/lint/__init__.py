"""Warnings about games that are valid but probably not what their author meant."""
