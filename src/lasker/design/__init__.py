"""Designing a game by a form: what a rules text says as data, and edits that change one declaration."""
