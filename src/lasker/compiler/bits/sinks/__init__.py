"""Sinks: what is done with each move: counted, made and continued, or listed with its label."""
