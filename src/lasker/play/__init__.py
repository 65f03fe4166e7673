"""The user-level API: the library of games, Game, Position and Move, playouts, records, backend choice."""
