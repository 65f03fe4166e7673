"""Errata of the five texts: their wording, and searches for the smallest example where the text fails.

erratum   the data types of errata and findings
ladder    random positions by number of pieces, and shrinking of the first failure
words     printed and repaired wording, one data file for each text
sets, algebra, numbers, prose, graphs   the searches, text by text
page      docs/reference/errata.md, generated from all this
"""
