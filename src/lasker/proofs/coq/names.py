"""Identifiers of Coq for the names of a game, and texts as comments."""

from __future__ import annotations

import re

# Words of Coq and of its standard library that an exported definition must not redefine.
RESERVED = frozenset(
    re.findall(
        r"\w+",
        """as at by cofix else end exists exists2 fix for forall fun if IF in let match mod Prop return Set
        SProp then Type using where with and_then or_else nil cons list map seq fold_left nat bool true false
        positive None Some option pair fst snd left right inl inr True False and or not eq S O N Z Q length
        rev app nth filter find""",
    )
)


class Names:
    """Identifiers that differ from each other and from those in use.

    >>> names = Names({"white"})
    >>> names.new("white"), names.new("far rank"), names.new("far rank"), names.new("♔")
    ('white_2', 'far_rank', 'far_rank_2', 'x')
    """

    def __init__(self, used: set[str] | frozenset[str] = frozenset()) -> None:
        self.used = set(used | RESERVED)

    def new(self, text: str) -> str:
        """An identifier like this text that has not been given before."""
        plain = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_")
        if not plain or not plain[0].isalpha():
            plain = f"x{plain}"
        name, number = plain, 1
        while name in self.used:
            number += 1
            name = f"{plain}_{number}"
        self.used.add(name)
        return name


DEFINED = re.compile(
    r"(?:Definition|Fixpoint|Inductive|Record|Lemma|Theorem|Variable)\s+(\w+)"  # global names,
    r"|\b([A-Z]\w*)"  # constructors,
    r"|(?:^ +|[{;] )(\w+) :(?!=)",  # fields
    re.MULTILINE,
)


def defined(text: str) -> set[str]:
    """The names that a text of Coq defines, and perhaps a few more.

    >>> sorted(defined("Record seam := Seam { axis : nat; twist : option nat }."))
    ['Seam', 'axis', 'seam', 'twist']
    """
    return {name for found in DEFINED.findall(text) for name in found if name}


def comment(text: str) -> str:
    """A text as a comment of Coq, in which comments nest and strings are read.

    >>> comment('(M*) "x"')
    "(* (M* ) 'x' *)"
    """
    inside = text.replace('"', "'").replace("*)", "* )").replace("(*", "( *").replace("\n", " ")
    return f"(* {inside} *)"


def in_list(items: list[str], width: int = 100, indent: str = "  ") -> str:
    """A list of Coq, broken into lines.

    >>> in_list(["a1", "b1"])
    '[a1; b1]'
    """
    lines, line = [], ""
    for number, item in enumerate(items):
        piece = item + ("; " if number < len(items) - 1 else "")
        if line and len(line) + len(piece) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return "[" + f"\n{indent}".join([*lines, line]) + "]"
