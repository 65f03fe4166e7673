"""Exercise sheets: exercises that are generated, and solutions that the program computes."""
