"""The published formulations of chess, each independent of the others, and their comparison."""
