"""The intermediate representation: a program without geometry, names and sets; its passes and interpreter."""
