"""The table of laws, printed from the laws themselves."""

from __future__ import annotations

from lasker.algebra.laws import FRAGMENT_LAWS, MOVE_LAWS, Law
from lasker.notation.law_text import sides


def page() -> str:
    """The tables of both kinds of laws."""
    parts = []
    for title, laws in (("Movements and fragments", FRAGMENT_LAWS), ("Moves", MOVE_LAWS)):
        rows = [_row(law) for law in laws]
        head = ["| name | law | simplifies |", "| --- | --- | --- |"]
        parts.append("\n".join([f"## {title}", "", *head, *rows]))
    return "\n\n".join(parts)


def _row(law: Law) -> str:
    left, right = (side.replace("|", "\\|") for side in sides(law))
    name = law.name.replace("|", "\\|").replace("*", "\\*")
    return f"| {name} | `{left}` = `{right}` | {'yes' if law.simplifies else ''} |"
