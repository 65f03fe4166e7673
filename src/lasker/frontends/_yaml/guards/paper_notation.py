"""Guards as the paper prints them, in Unicode or ASCII, written in the language of guards.

Each phrase of the paper has one translation, so they can be mixed with everything else that a guard may say.
Three guards are conditions of castling, promotion and capture in passing. As conjunctions they would forbid
all other moves (E-H5); a guard that uses their phrases asks only where it applies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

SIGNS = str.maketrans({"′": "'", "’": "'", "−": "-", "·": "*", "×": "*", "→": "->", "Δ": "Delta"})
IN, NOT_IN, FOR_ALL = r"(?:∈|\bin\b)", r"(?:∉|\bnot\s+in\b)", r"(?:∀|\b(?:forall|every)\b)\s*"
PHRASES = (  # as printed, here
    (r"_\{([^{}]*)\}", r"_\1"),
    (r"^\s*\w+\s*\([^()]*\)\s*(?:≡|<=>|\biff\b|:=)\s*", ""),  # PinGuard(p, u, v, b) ≡
    (rf"(?:∃|\b(?:exists|some)\b)\s*w\s*:\s*\(\s*w\s*->\s*k\s*\)\s*{IN}\s*E_?p?'", "after(in_check)"),
    (rf"\(\s*u\s*->\s*v\s*\)\s*{IN}\s*E_?p?\b(?!')", "true"),
    (rf"(?:\(\s*v\s*-\s*u\s*\)|\bv\s*-\s*u)\s*{IN}\s*Delta_(\w+)", r"p = \1"),
    (r"\bcastling_rights\s*\[\s*\w+\s*\]\s*==?\s*[Tt]rue\b", "castling"),
    (rf"\b(\w+)\s*{NOT_IN}\s*b\.pieces\b", r"\1 is empty"),
    (rf"\b(\w+)\s*{IN}\s*b\.pieces\b", r"\1 is occupied"),
    (r"\bv\s*==?\s*ep\b", "en_passant"),
    (r"\bv'\s*-\s*u'\s*==?\s*2\s*\*?\s*Delta_\w+", "en_passant"),
    (r"\b([uv]_y)\s*==?\s*p\b", r"\1 = last_rank"),
    (r"\b([uv]_x)\s*==?\s*n\b", r"\1 = last_file"),
)
HALVES = r"\{\s*u\s*\+\s*s\s*\*\s*d\s*\|\s*s\s*=\s*1\s*,\s*2\s*\}"
STEPS = rf"{FOR_ALL}(\w+)\s*{IN}\s*{HALVES}\s*[:,]\s*(\(.*?\))"
CONDITIONS = (  # what a guard mentions, and where it applies
    (r"\bcastling_rights\b", "castling"),
    (r"\bv\s*==?\s*ep\b", "en_passant"),
    (r"\bv_y\s*==?\s*p\b", "promotion"),
)
PAWN = "pawn"
MOST_CHARACTERS = 1_000  # of a guard that may be in the notation of the paper


def plain(text: str, pieces: Iterable[str] = ()) -> str:
    """A guard without the phrases of the paper; another text stays as it is.

    >>> plain("¬(∃w : (w → k) ∈ E_{p′})")
    '¬(after(in_check))'
    >>> plain("PromotionGuard(p, u, v, b) ≡ p = P ∧ (v_y = 1 or v_y = p)", ["King", "Pawn"])
    'promotion implies (p = Pawn ∧ (v_y = 1 or v_y = last_rank))'
    >>> plain("not in_check and rank(to) = 8")
    'not in_check and rank(to) = 8'
    """
    found = text.translate(SIGNS)
    if len(text) > MOST_CHARACTERS:
        return text
    where = [name for pattern, name in CONDITIONS if re.search(pattern, found)]
    for pattern, here in PHRASES:
        found = re.sub(pattern, here, found)
    found = re.sub(STEPS, _along, found)
    names = {name.lower(): name for name in pieces}
    if "p" not in names and PAWN in names:
        found = re.sub(r"\bp\s*=\s*P\b", f"p = {names[PAWN]}", found)
    if found == text.translate(SIGNS):
        return text
    return f"{' and '.join(where)} implies ({found})" if where else found


def _along(steps: re.Match[str]) -> str:
    """Half of the way and all of it: with a way of two steps, the squares between, and the end."""
    name, body = steps[1], steps[2]
    at_the_end = re.sub(rf"\b{name}\b", "to", body)
    return f"every({name} in path(from, to), {body}) and {at_the_end}"
