"""The way back: any game as a specification, with a list of what cannot be said in one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from lasker.algebra.contents import PieceType
from lasker.algebra.moves import NIL, Move, Test
from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.guards.printer import spelled
from lasker.frontends._yaml.writing.conditions_of_game import ConditionReader, Inexpressible, worded
from lasker.frontends._yaml.writing.pairs import specified
from lasker.frontends._yaml.writing.pieces_of_game import Displacements
from lasker.frontends._yaml.writing.yaml_text import written
from lasker.model.game import Ending, Game
from lasker.notation.fen.fen import read

WORDS = {"ends": "end", "adjudications": "adjudicate", "invalid": "invalid"}  # as the algebra says them


def converted(game: Game) -> tuple[str, list[str]]:
    """A game as YAML, and for each thing that is lost on the way, why."""
    reader, back, lost = Displacements(game), ConditionReader(game), list[str]()
    vocabulary, regions, pieces = game.rules.vocabulary, dict[str, Any](), []
    for kind in dict.fromkeys(piece.name for piece in vocabulary.pieces):
        alike = [piece for piece in vocabulary.pieces if piece.name == kind]
        own = next((piece for piece in alike if piece.owner in {0, None}), alike[0])
        found = reader.piece(own)
        if not found.pair.delta:
            lost.append(
                f"the {kind}: it never moves alone from one square to another, so it has no displacement"
            )
        elif found.others:
            lost.append(f"the {kind}: moves that need or change other squares are no displacements")
        regions |= {name: {"each": ", ".join(where)} for name, where in found.regions.items()}
        piece = specified(worded(kind), found.pair)
        if all(len(each.glyph) == 1 and each.glyph != each.letter for each in alike):
            piece["symbols"] = "".join(each.glyph for each in alike)
        piece["letters"] = [each.letter for each in alike]
        if back.check is not None and _is_royal(game, own, back.check):
            piece["royal"] = True
        if found.promotion:
            piece["promotion"] = {"in": found.promotion[0], "to": list(map(worded, found.promotion[1]))}
        pieces.append(piece)
    rules = {
        "ends": dict(_rules("ends", game.endings, back, lost))
        or {"no move is left": {"lost": "not can(move)"}},
        "adjudications": dict(_rules("adjudications", game.adjudications, back, lost)),
        "invalid": dict(_rules("invalid", game.faults, back, lost)),
    }
    checked = game.reasons.get(Test(back.check.body, False)) if isinstance(back.check, Test) else None
    lost += _losses(game, checked)
    plain = not vocabulary.marks and not vocabulary.counters  # then FEN has the same fields
    said: dict[str, Any] = {
        "lasker": 1,
        "game": _text(game.title),
        "tags": [_text(tag) for tag in game.tags] or None,
        "about": _text(game.about),
        "source": _text(game.source),
        "players": list(game.players),
        "board": _board(game),
        "view": _view(game),
        "start": _text(game.start if plain else _start(game)),
        "fen": " | ".join(map(" ".join, (game.fen_fields, *game.fen_dialects))) if plain else None,
        "regions": regions | back.regions,
        "guards": {"safe": "not after(in_check)"} if checked else None,
        "reasons": {"safe": _text(checked)} if checked else None,
        "pieces": pieces,
        **rules,
    }
    return written({key: value for key, value in said.items() if value or value == ""}), lost


def _board(game: Game) -> str | dict[str, Any]:
    """The board in the words of its declaration, or the rows that draw it."""
    words = game.rules.declared.shape or []
    rows = [word[1:-1] for word in words if word.startswith("'")]
    shape = " ".join(word for word in words if not word.startswith("'"))
    return {"shape": shape or "square", "rows": rows} if rows else shape


def _start(game: Game) -> str:
    """The first position without marks and counters, and whose turn it is by the letters of strict turns."""
    if not game.start:
        return ""
    state, letters = read(game, game.start).state, list[str]()
    for name in game.players:
        letters.append(next(name[:n] for n in range(1, len(name) + 1) if name[:n] not in letters))
    board = game.start.split()[0].partition("[")[0]  # specifications have no hands
    return f"{board} {letters[0 if state.by_chance else state.player]}"


def _view(game: Game) -> str | list[int] | None:
    """The word for how the next player sees the board, or a sign for each axis; None if nobody else plays."""
    if len(game.players) < 2:
        return None
    for word, view in (("flipped", "mirror"), ("rotated", "rotate"), ("C", "same")):
        if game.rules.find(word) == game.view:
            return view
    matrix = getattr(game.view, "matrix", ())
    if all(abs(x) == (i == j) for i, row in enumerate(matrix) for j, x in enumerate(row)):
        return [matrix[axis][axis] for axis in range(len(matrix))]
    return None


def _is_royal(game: Game, piece: PieceType, check: Move) -> bool:
    """Is it check when this piece stands among enemies?"""
    content, sites = game.rules.vocabulary.content, range(len(game.space.sites))
    for other in game.rules.vocabulary.pieces:
        if other.owner not in {0, None}:
            board = [content((piece if site == len(sites) // 2 else other).glyph) for site in sites]
            if game.arena.holds(check, game.arena.start(board)):
                return True
    return False


def _rules(
    kind: str, endings: Iterable[Ending], back: ConditionReader, lost: list[str]
) -> Iterator[tuple[str, Any]]:
    """The ends, adjudications or impossible set-ups that can be said as conditions."""
    state, told = next(iter(back.game.states)), set[str]()
    for rule in endings:
        try:
            if rule.reason in told:
                raise Inexpressible("another one has the same reason")
            if not rule.alike:
                raise Inexpressible("it concerns one player, or some states of the turn order")
            if rule.giving or rule.result not in {"won", "lost", "drawn", "invalid"}:
                raise Inexpressible("its result is a share, or it asks who repeats")
            if rule.repeated and rule.tests.get(state) not in {None, NIL}:
                raise Inexpressible("it asks for more than that a position is repeated")
            guard = t.Repeated(rule.repeated) if rule.repeated else back.guard(rule.tests[state])
        except Inexpressible as reason:
            where = _where(back.game, WORDS[kind], f'"{rule.reason}"')
            lost.append(f"{where}{rule.reason!r}: {reason}")
            continue
        if guard != t.FALSE:  # which a variant says of a rule that it does away with
            manner = {rule.manner: True} if rule.manner else {}
            said = spelled(guard)
            told.add(rule.reason)
            yield _text(rule.reason), said if kind == "invalid" else {rule.result: said, **manner}


def _text(text: str) -> str:
    """A text as specifications allow it."""
    return text.replace("\\", "/").replace('"', "'")


def _losses(game: Game, checked: str | None) -> list[str]:
    """What the tables cannot say, each with the reason."""
    lost = [
        f"{_where(game, 'mark', name)}the mark {name}: moves that need it are not seen by a piece alone"
        for name in game.rules.vocabulary.marks
    ]
    lost += [
        f"{_where(game, 'counter', name)}the counter {name}: its effects are not displacements"
        for name in dict.fromkeys(name for name, _ in game.rules.vocabulary.counters)
    ]
    lost += [
        f"{_where(game, 'state', name)}the state {name}: turns pass strictly in the specification"
        for name in game.rules.declared.states
    ]
    if game.settle != NIL:
        where = _where(game, "settle", "=")
        lost.append(f"{where}settle: what is tidied up after a move is not seen by a piece alone")
    for fact, said in (("pass", game.passes), ("moves", game.by_label), ("forbid", game.forbids_repetition)):
        if said:
            lost.append(f"{_where(game, fact, '')}{fact}: a fact that specifications found so do not have")
    for calling in game.callings:
        where = _where(game, "called", f'"{calling.name}"')
        lost.append(f"{where}the name {calling.name!r}: moves of specifications are written by their squares")
    for name, reason in game.rules.declared.reasons.items():
        if reason != checked:
            where = _where(game, "because", name)
            lost.append(
                f"{where}the test {name}: what forbids moves is not seen by a piece alone; add a guard"
            )
    return lost


def _where(game: Game, keyword: str, name: str) -> str:
    """The file and line where something is declared, to put before a message; nothing if it is not found."""
    line = re.compile(rf"^{keyword}\s+{re.escape(name)}", re.MULTILINE)
    for source in (game.rules.source, *reversed(game.rules.bases)):
        if found := line.search(source.text):
            return f"{source.name}:{source.text.count(chr(10), 0, found.start()) + 1}: "
    return ""
