"""The facts that a text declares of its game: title, start, fields of its FEN, counts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lasker.kernel.errors import DeclarationError
from lasker.model.parts import Facts, PerftClaim
from lasker.syntax.rules import Rules


def facts_of(rules: Rules) -> Facts:
    """The facts that rules declare."""
    facts = rules.declared.facts
    layouts = " ".join(facts.get("fen", ("board side number",))).split("|")
    absent = rules.vocabulary.absent
    fen_fields, *dialects = (
        tuple(_present(each, absent) for each in layout.split()) if absent else tuple(layout.split())
        for layout in layouts
    )
    return Facts(
        title=" ".join(facts.get("game", (rules.source.name,))),
        aliases=facts.get("also", ()),
        tags=facts.get("tags", ()),
        about=" ".join(facts.get("about", ())),
        source=" ".join(facts.get("source", ())),
        start=packed(facts.get("start", ())),
        fen_fields=fen_fields,
        fen_dialects=tuple(dialects),
        players=rules.vocabulary.players,
        passes="pass" in facts,
        by_label="by label" in facts.get("moves", ()),
        forbids_repetition="forbid" in facts,
        letters=tuple(letter_of(text) for text in facts.get("letters", ())),
        counts=tuple(PerftClaim(*check) for check in rules.declared.perfts),
    )


def letter_of(text: str) -> tuple[str, str]:
    """A piece and one more letter of it, as `letters "elephant E"` says them.

    >>> letter_of("elephant E")
    ('elephant', 'E')
    """
    name, _, letter = text.strip().rpartition(" ")
    if not name or len(letter) != 1 or not letter.isupper():
        raise DeclarationError(f"{text!r} is no piece with a letter", remedy='write letters "elephant E"')
    return name.strip(), letter


def _present(field: str, absent: frozenset[str]) -> str:
    """A field of FEN in a variant without some pieces: their rights are a word that says nothing.

    >>> _present("castling:unmoved:king:rook", frozenset({"rook"}))
    'fixed:-'
    >>> _present("hand:pawn=pawns,rook=rooks", frozenset({"rook"}))
    'hand:pawn=pawns'
    """
    name, _, options = field.partition(":")
    if name == "hand":
        return f"hand:{','.join(p for p in options.split(',') if p.split('=')[0] not in absent)}"
    return "fixed:-" if name in {"castling", "passing"} and absent & set(options.split(":")) else field


def packed(rows: Sequence[str]) -> str:
    """The start as one line of FEN. It may be drawn as rows, in which a dot is an empty square.

    >>> packed(("k..", "...", "..K w"))
    'k2/3/2K w'
    """
    board, *fields = "/".join(rows).split() or [""]
    return " ".join([re.sub(r"\.+", lambda dots: str(len(dots.group())), board), *fields])
