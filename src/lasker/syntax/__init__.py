"""The language: a loose grammar, a prelude in the language itself, typed elaboration, a canonical printer."""
