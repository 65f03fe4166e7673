"""Cross-checking: the formulations of chess against each other, and each against its own printed text.

formulation  the interface: answers about a line of play, and the code that gives them
adapters     the formulations, one file each; `registry` lists them
sharing      the code that two of them have in common, found from their imports
positions    random and adversarial play, where formulations are likely to differ
compare      the same questions to all of them, position by position
"""
