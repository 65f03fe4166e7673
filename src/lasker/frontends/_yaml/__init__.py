"""Games as displacement sets and guards, written in YAML: read, lowered to the algebra, and written back.

`guards/` is the language of conditions, `specification/` what a text says, with every name looked up,
`lowering/` the way from there to rules, `writing/` the way from any game to a specification.
"""
