"""What a specification says: YAML with places, the schema, the board, the pieces, every name looked up."""
