"""Equality of moves over unknown relations: the procedure of coq/relations.v, computed."""
