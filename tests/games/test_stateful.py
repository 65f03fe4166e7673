"""Every game of the library, played, taken back, written and read in any order: nothing is ever lost."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from lasker.kernel.errors import LaskerError
from lasker.notation.pgn import Line, Ply, read_text, write_game
from lasker.play.game import Game, Position, load
from lasker.play.move import Move
from lasker.play.record import game_of, record_of, replay
from library_sample import EVERY, SAMPLE

NORMAL, SOAK = (2, 5), (40, 60)  # games of each kind and things done in each: the evaluator takes its time

NUMBERS = st.integers(0, 2**16)
WORDS = st.lists(
    st.sampled_from(
        ["good", "%clk", "[%eval 0.3]", '[Event "x"]', "}", "{", ";", "1-0", "(", ")", "$7", "né", "象"]
    )
    | st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Z"]), min_size=1, max_size=9),
    min_size=1,
    max_size=12,
)
SCRAPS = st.text(max_size=6) | st.text(st.sampled_from("abcdefgh12345678KQRBNPxO-@+=,."), max_size=6)


def chosen(items: Any, number: int) -> Any:
    """One of some things, by a number that knows nothing of how many there are."""
    return items[number % len(items)]


class Played(RuleBasedStateMachine):
    """A game and what ought to be true of it, whatever is done; a subclass says by which rules."""

    game: Game

    def __init__(self) -> None:
        super().__init__()
        self.line: list[Position] = []
        self.fens: list[str] = []  # of the line, as they were when it was played
        self.hashes: dict[tuple[Any, ...], int] = {}
        self.notes: dict[int, Ply] = {}  # what is said of a move, by its place in the line

    @property
    def here(self) -> Position:
        return self.line[-1]

    def arrive(self, position: Position) -> None:
        """The next position of the line: it is what its FEN says, and new to us or with the hash it had."""
        self.line.append(position)
        self.fens.append(position.fen)
        again = self.game.position(position.fen)
        assert (again.fen, again.node.ply) == (position.fen, position.node.ply)
        assert again == position
        assert (hash(again), again.node.hash) == (hash(position), position.node.hash)
        assert again.node.configuration == position.node.configuration
        assert self.hashes.setdefault(position.node.key, position.node.hash) == position.node.hash
        assert 0 <= position.node.hash < 2**64
        assert len(set(self.hashes.values())) == len(self.hashes)

    @initialize(number=NUMBERS)
    def begin(self, number: int) -> None:
        """From the start, or from a position that the rules file itself counts."""
        told = [count.position for count in self.game.model.counts if count.position is not None]
        first = chosen([None, *told], number)
        self.arrive(self.game.start() if first is None else self.game.position(first))

    @precondition(lambda self: self.here.moves)
    @rule(numbers=st.lists(NUMBERS, min_size=1, max_size=8))
    def play(self, numbers: list[int]) -> None:
        """Every move has a text of its own, and is what its texts say."""
        for number in numbers:
            here = self.here
            if not here.moves:
                return
            texts = [str(move) for move in here.moves]
            assert len(set(texts)) == len(texts)
            move: Move = chosen(here.moves, number)
            assert here.read(str(move)) is move
            assert here.read(here.san(move)) is move
            assert here.why_illegal(str(move)) is None
            after = here.play(str(move))
            assert after.last == move
            assert after.before is here
            self.arrive(after)

    @precondition(lambda self: len(self.line) > 1)
    @rule(number=NUMBERS)
    def undo(self, number: int) -> None:
        """Going back leads to where we were: nothing that was played since has left a trace."""
        del self.line[-1 - number % min(3, len(self.line) - 1) :], self.fens[len(self.line) :]
        self.notes = {ply: said for ply, said in self.notes.items() if ply < len(self.line) - 1}
        assert [position.fen for position in self.line] == self.fens
        assert list(self.here.past()) == self.line[::-1]

    @rule()
    def read_back(self) -> None:
        """What has been read has the same moves and the same end, the past excepted."""
        again = self.game.position(self.here.fen)
        assert again.node.outcome == self.here.node.outcome
        if not self.game.model.forbids_repetition:
            assert list(map(str, again.moves)) == list(map(str, self.here.moves))

    @rule()
    def count_repetitions(self) -> None:
        """A position has been repeated as often as FEN without clocks has been."""
        told = [self.without_clocks(fen) for fen in self.fens]
        assert self.here.repetitions == told.count(told[-1])
        for position, fen in zip(self.line, told, strict=True):
            assert (position.key == self.here.key) is (fen == told[-1])

    def without_clocks(self, fen: str) -> list[str]:
        counters = self.game.model.rules.vocabulary.counters
        clocks = {f"counter:{name}" for (name, _), counter in counters.items() if not counter.keyed}
        fields = [
            field for field in self.game.model.fen_fields if field.split(":")[0] not in ("hand", "promoted")
        ]
        return [
            word for field, word in zip(fields, fen.split(), strict=True) if field not in {*clocks, "number"}
        ]

    @precondition(lambda self: len(self.line) > 1)
    @rule(number=NUMBERS, nags=st.lists(st.integers(0, 255), max_size=2), words=st.lists(WORDS, max_size=2))
    def annotate(self, number: int, nags: list[int], words: list[list[str]]) -> None:
        """Signs and comments are put on a move, and another move is shown instead."""
        place = number % (len(self.line) - 1)
        before = self.line[place]
        other = Ply(
            before.san(chosen(before.moves, number // 7)), nags[:1], [" ".join(said) for said in words[1:]]
        )
        self.notes[place] = Ply("", nags, [" ".join(said) for said in words], [Line([other])])

    @rule()
    def record(self) -> None:
        """The game as PGN is read back with everything in it, and leads to the same positions."""
        record = record_of(self.here)
        for place, note in self.notes.items():
            ply = record.main.plies[place]
            ply.nags, ply.comments, ply.variations = note.nags, note.comments, note.variations
        text = write_game(record)
        [again] = read_text(text)
        assert again == record
        assert again.problems == []
        assert write_game(again) == text
        replayed = replay(game_of(again), again)
        assert (replayed.problems, replayed.notes) == ((), ())
        assert [position.fen for position in replayed.positions] == self.fens
        assert replayed.positions[-1] == self.here
        assert replayed.positions[-1].repetitions == self.here.repetitions

    @rule(number=NUMBERS, cut=st.integers(0, 5), scrap=SCRAPS)
    def ask_for_anything(self, number: int, cut: int, scrap: str) -> None:
        """A text is a legal move, or there is a reason why not."""
        space = self.game.model.space
        sites = [space.label(site) for site in range(len(space.sites))]
        legal = str(chosen(self.here.moves, number)) if self.here.moves else ""
        anywhere = chosen(sites, number) + chosen(sites, number // 11) + scrap
        self.ask(chosen([legal[:cut] + scrap + legal[cut:], scrap, legal[cut:], anywhere], number))

    def ask(self, text: str) -> None:
        reason = self.here.why_illegal(text)
        assert reason is None or reason.strip()
        try:
            after = self.here.play(text)
        except LaskerError:
            assert reason is not None
        else:
            assert reason is None
            assert after.last in self.here.moves

    @rule()
    def draw(self) -> None:
        """The picture is well formed; the text shows as many of every piece as there are, or their number."""
        assert ElementTree.fromstring(self.here.svg()).tag.endswith("svg")
        vocabulary, board = self.game.model.rules.vocabulary, self.here.node.configuration.board
        standing = " ".join(map(vocabulary.glyph, board))
        counted = any(piece.count for piece in vocabulary.pieces)
        for glyph in () if counted else vocabulary.glyphs:  # a glyph may be a part of others
            assert str(self.here).count(glyph) == standing.count(glyph)

    @rule()
    def judge(self) -> None:
        """A game that a rule has ended has no moves; payoffs are for all players."""
        outcome = self.here.outcome
        assert not (self.here.node.outcome and self.here.moves)
        assert outcome is not None or self.here.moves
        for each in [outcome] if outcome else []:
            assert len(each.payoffs) == len(self.game.players)
            assert each.reason


def stateful(name: str, examples: int, steps: int) -> None:
    """Some games of one kind, each with so many things done in it."""
    machine = type(name, (Played,), {"game": load(name)})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=list(HealthCheck),
            deadline=None,
        ),
    )


@pytest.mark.parametrize("name", SAMPLE)
def test_positions_survive_every_sequence_of_operations(name: str) -> None:
    stateful(name, *NORMAL)


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
def test_positions_survive_every_sequence_of_operations_in_long_games(name: str) -> None:
    stateful(name, *SOAK)
