"""Is every play of a game finite? Potentials that bound it, or a play that comes back to where it began."""
