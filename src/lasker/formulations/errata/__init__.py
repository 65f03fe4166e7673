"""Where the printed texts fail: each erratum with its words, and a search for the failure where one can be.

erratum   what an erratum and a finding are
ladder    positions of two men, of three, … and the least that fails
words     printed and repaired words, one file of data for each text
sets, algebra, numbers, prose, graphs   the searches, seed by seed
page      docs/errata.md, made of all this
"""
