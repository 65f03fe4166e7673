"""Environments: many games side by side as arrays, for learning and for search.

`Batch` is the door: numbered actions, legal masks, samples, steps, observations. Its other modules:
`actions` numbers the labels of a game, `views` turns boards towards a player, `arrays` holds the memory,
`observations` names the planes of observations.
"""
