"""Why a move is illegal, in words: an attacked piece, an opponent's piece, a movement that does not exist."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lasker.algebra.meaning import Arena, Chosen, Configuration, Meaning
from lasker.algebra.moves import Move, Test
from lasker.kernel.errors import SpaceError
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.coordinates import move_text
from lasker.notation.fen.fields import modifiers

REASON = -2  # marks a trace entry that is a reason, not a binder's choice


class LenientArena(Arena):
    """An evaluator in which tests with a known reason always succeed, and are recorded if `notes` is set.

    Inside a test, evaluation is strict: an attack that a reason forbids is not an attack.
    """

    def __init__(self, game: Game, notes: bool = True) -> None:
        super().__init__(game.space, game.rules.vocabulary, game.rules.limits, tracing=True)
        self.strict, self.notes = game.arena, notes
        self.meter = game.arena.meter  # work is counted in the game's own meter
        self.reasons = game.reasons
        self.found: dict[Chosen, str] = {}

    def meaning(self, move: Move) -> Meaning:
        """As in `Arena`, but a test with a reason is recorded instead of enforced, and others are strict."""
        if not isinstance(move, Test):
            return super().meaning(move)
        if move not in self.reasons:
            return self.strict.meaning(move)
        return self._relation(move, partial(self._recorded_test, move))

    def _recorded_test(self, test: Test, start: Configuration) -> Iterator[Configuration]:
        witness = next(self.strict.runs(test.body, start._replace(trace=())), None) if self.notes else None
        if not self.notes or (witness is not None) is test.wanted:
            yield start
            return
        chosen = witness.trace[0] if witness is not None and witness.trace else Chosen(0, 0, REASON)
        note = Chosen(chosen.start, chosen.end, REASON)
        attacker = self.vocabulary.pieces[self.vocabulary.symbol(start.board[chosen.start]) - 1].name
        where = f": {self.space.label(chosen.end)} by the {attacker} on {self.space.label(chosen.start)}"
        self.found[note] = self.reasons[test] + (where if witness is not None and witness.trace else "")
        yield start._replace(trace=(*start.trace, note))


def why_illegal(node: Node, text: str) -> str:
    """The first reason why this text is not a legal move here."""
    arena = LenientArena(node.game)
    text = text.strip()
    for end in arena.answers(node.state.move, node.configuration):
        label = tuple(chosen for chosen in end.trace if chosen.symbol != REASON)
        if move_text(node, label) == text:
            notes = [arena.found[chosen] for chosen in end.trace if chosen.symbol == REASON]
            if notes:
                return notes[0]
    return _problem_with_squares(node, text)


def _problem_with_squares(node: Node, text: str) -> str:
    """What is wrong with the squares that a text names."""
    space, vocabulary, players = node.game.space, node.game.rules.vocabulary, node.game.players
    longest = max(len(space.label(each)) for each in range(len(space.sites)))
    start = max((i for i in range(1, min(len(text), longest) + 1) if _is_site(node, text[:i])), default=0)
    if not start:
        letter, at, square = text.partition("@")
        if at and _is_site(node, square):
            return _problem_with_drop(node, letter, square)
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


def _problem_with_drop(node: Node, letter: str, square: str) -> str:
    """What is wrong with the piece from the hand, or with its square, in a text such as `P@e5`."""
    configuration, players = node.configuration, node.game.players
    kinds = [piece for piece in node.game.rules.vocabulary.pieces if piece.letter.upper() == letter.upper()]
    own = next((piece for piece in kinds if piece.owner == node.state.player), None)
    if own is None:
        return f"{players[node.state.player]} has no piece with the letter {letter}"
    counter = modifiers(node.game)[0].get(own.name)
    slot = node.game.arena.slots.get((counter, own.owner)) if counter else None
    if slot is not None and not configuration.counters[slot]:
        return f"there is no {own.name} in the hand of {node.turn}"
    site = node.game.space.site(square)
    if node.game.rules.vocabulary.symbol(configuration.board[site]):
        return f"{square} is not empty"
    return f"the {own.name} may not be put on {square}"


def _is_site(node: Node, text: str) -> bool:
    try:
        node.game.space.site(text)
    except SpaceError:
        return False
    return True
