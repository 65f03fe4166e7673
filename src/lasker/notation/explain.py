"""Why a move is not legal, in words: who attacks which square, whose piece it is, how it moves."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.algebra.meaning import Arena, Chosen, Configuration
from lasker.algebra.moves import Test
from lasker.kernel.errors import SpaceError
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.coordinates import move_text

NOTED = -2  # marks a step of the trace that is no choice but a reason


class Lenient(Arena):
    """An arena that lets a move pass where only a test with a known reason forbids it, and `notes` why.

    What is asked inside a test is answered strictly: an attack that a reason forbids is no attack.
    """

    def __init__(self, game: Game, notes: bool = True) -> None:
        super().__init__(game.space, game.rules.vocabulary, game.rules.limits, tracing=True)
        self.strict, self.notes = game.arena, notes
        self.meter = game.arena.meter  # what is asked there counts here
        self.reasons = game.reasons
        self.found: dict[Chosen, str] = {}
        self._seen: dict[int, tuple[Test, bool]] = {}  # by identity: long tests are compared once

    def runs(self, move: object, start: Configuration) -> Iterator[Configuration]:
        """As in any arena, but tests with a reason are noted instead of obeyed."""
        if not isinstance(move, Test):
            return super().runs(move, start)  # type: ignore[arg-type]
        return self._excused(move, start) if self._has_reason(move) else self.strict.runs(move, start)

    def step(self, move: object) -> None:
        """Every test is asked in `runs`."""

    def _has_reason(self, test: Test) -> bool:
        known = self._seen.get(id(test))
        if known is None:
            known = self._seen[id(test)] = (test, test in self.reasons)
        return known[1]

    def _excused(self, test: Test, start: Configuration) -> Iterator[Configuration]:
        witness = next(self.strict.runs(test.body, start._replace(trace=())), None) if self.notes else None
        if not self.notes or (witness is not None) is test.wanted:
            yield start
            return
        chosen = witness.trace[0] if witness is not None and witness.trace else Chosen(0, 0, NOTED)
        note = Chosen(chosen.start, chosen.end, NOTED)
        attacker = self.vocabulary.pieces[self.vocabulary.symbol(start.board[chosen.start]) - 1].name
        where = f": {self.space.label(chosen.end)} by the {attacker} on {self.space.label(chosen.start)}"
        self.found[note] = self.reasons[test] + (where if witness is not None and witness.trace else "")
        yield start._replace(trace=(*start.trace, note))


def why_illegal(node: Node, text: str) -> str:
    """The first good reason why this text is no legal move here."""
    arena = Lenient(node.game)
    text = text.strip()
    for end in arena.answers(node.state.move, node.configuration):
        label = tuple(chosen for chosen in end.trace if chosen.symbol != NOTED)
        if move_text(node, label) == text:
            notes = [arena.found[chosen] for chosen in end.trace if chosen.symbol == NOTED]
            if notes:
                return notes[0]
    return _geometry(node, text)


def _geometry(node: Node, text: str) -> str:
    """What is wrong with the squares that a text names."""
    space, vocabulary, players = node.game.space, node.game.rules.vocabulary, node.game.players
    longest = max(len(space.label(each)) for each in range(len(space.sites)))
    start = max((i for i in range(1, min(len(text), longest) + 1) if _is_site(node, text[:i])), default=0)
    if not start:
        return "it does not begin with a square of this board"
    site = space.site(text[:start])
    content = node.configuration.board[site]
    if not vocabulary.symbol(content):
        return f"{text[:start]} is empty"
    piece = vocabulary.pieces[vocabulary.symbol(content) - 1]
    if piece.owner is not None and piece.owner != node.state.player:
        theirs = players[piece.owner]
        return f"the {piece.name} on {text[:start]} is {theirs}'s, and it is {node.turn}'s turn"
    return f"the {piece.name} on {text[:start]} cannot move so"


def _is_site(node: Node, text: str) -> bool:
    try:
        node.game.space.site(text)
    except SpaceError:
        return False
    return True
