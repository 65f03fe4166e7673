"""The language service: what an editor asks about a text of rules, in YAML or in a variants file.

Every question is a function of the text alone; `lasker lsp` and the page answer editors with them.
"""
