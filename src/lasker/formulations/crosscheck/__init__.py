"""The formulations of chess against each other, and each against its own printed text.

formulation  what a formulation answers about a line of play, and which code it is made of
adapters     the formulations, one file each; `registry` lists them
sharing      which code two of them have in common, read from their imports
positions    random and adversarial play: where formulations are likely to part
compare      the same questions to all of them, position by position
"""
