"""The language: a loose grammar, a prelude in the language itself, typed elaboration, a canonical printer."""

LANGUAGE_VERSION = 1
CHANCE = "chance"  # who moves where nobody does
