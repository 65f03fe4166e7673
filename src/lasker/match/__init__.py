"""Engine matches: players, openings, clocks, adjudication, Elo estimates, the sequential test, records."""
