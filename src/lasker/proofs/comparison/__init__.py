"""Comparison of two games: are their rules equal, part by part?"""
