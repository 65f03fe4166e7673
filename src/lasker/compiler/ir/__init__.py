"""The intermediate code: a game whose geometry, names and sets have been computed away, and its passes."""
