"""From a game to a specification: its pieces as displacements, its tests as conditions, and the YAML text."""
