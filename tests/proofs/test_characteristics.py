"""Characteristics of positions: against brute force, the arithmetic of seed 002, mates, solved games."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.engine.native_classification import Category, OutOfBudget
from lasker.formulations.arithmetic.boards import encode
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import sequence
from lasker.formulations.arithmetic.reading import all_but, repaired
from lasker.formulations.godel.histories import history, solve
from lasker.kernel.errors import DeclarationError, NameProblem
from lasker.model.position import Node
from lasker.play.game import Game, Position, load
from lasker.proofs.forced_results import characteristics
from lasker.proofs.forced_results.characteristics import Characteristics, classify, probability
from lasker.proofs.forced_results.readings import Fact, Facts, notions, reading_named
from lasker.proofs.forced_results.solvers import HistorySearcher, NativeSearcher, ended

MATES = Path(__file__).parents[1] / "data" / "mates.tsv"
SMALL = """lasker 1
game    "Small breakthrough"
start   "pppp/4/4/PPPP w"
fen     "board side"
players white black
board   4x4
piece   pawn ♙ ♟ 'P' 'p'
region  far rank of white = rank 4
region  far rank of black = rank 1
white = %♙: step(u) | both(leap(ur))
black = flipped white
view  = flipped
end "broken through"  lost: ♟ in far rank of black
end "no pawn is left" lost: ![♙]
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("rules") / "small.rules"
    path.write_text(SMALL, encoding="utf-8")
    return load(str(path))


class Brute:
    """Every line, on the reference evaluator, without tables; nothing here is shared with the searchers."""

    def __init__(self, player: int) -> None:
        self.player = player

    def end(self, node: Node) -> str:
        outcome = node.outcome
        if outcome is None:
            for rule in node.game.adjudications:
                if not rule.manner and not rule.repeated and node.meets(rule):
                    return {1: "won", 0: "lost"}.get(node.payoffs(rule.result)[self.player], "drawn")  # type: ignore[call-overload,no-any-return]
            return "" if node.steps else "drawn"
        return {1: "won", 0: "lost"}.get(outcome.payoffs[self.player], "drawn")  # type: ignore[call-overload,no-any-return]

    def ends(self, node: Node, plies: int) -> set[tuple[int, str]]:
        """The lengths and ends of all lines; an end is empty where the game goes on."""
        end = self.end(node)
        if end or not plies:
            return {(0, end)}
        return {(n + 1, e) for step in node.steps for n, e in self.ends(step.after, plies - 1)}

    def forces(self, node: Node, wanted: set[str], mine: bool, plies: int) -> bool:
        end = self.end(node)
        if end or not plies:
            return end in wanted
        acts = not node.state.by_chance and (node.state.player == self.player) is mine
        found = (self.forces(step.after, wanted, mine, plies - 1) for step in node.steps)
        return any(found) if acts else all(found)


def expected(position: Position, player: int, plies: int) -> dict[str, Any]:
    brute, node = Brute(player), position.node
    ends = brute.ends(Node(node.game, node.configuration, node.state, node.ply), plies)
    node = Node(node.game, node.configuration, node.state, node.ply)

    def first(name: str) -> int | None:
        return min((n for n, end in ends if end == name), default=None)

    def least(wanted: set[str], mine: bool = True) -> int | None:
        return next((n for n in range(1, plies + 1) if brute.forces(node, wanted, mine, n)), None)

    return {
        "won": first("won"),
        "drawn": first("drawn"),
        "lost": first("lost"),
        "lasts": (plies, "") in ends,
        "forced_win": least({"won"}),
        "forced_draw": least({"won", "drawn"}),
        "forced_loss": least({"lost"}, mine=False),
    }


def told(facts: Facts) -> dict[str, Any]:
    found = {name: getattr(fact, "plies", fact) for name, fact in vars(facts).items() if name != "goes_on"}
    if facts.forced_win.plies:  # then nobody asks how soon a draw could be had
        found["forced_draw"] = None
    return found


def middle(game: Game, seed: int, plies: int) -> Position:
    """A position after some random moves that is not over."""
    random, position = Random(seed), game.start()
    for _ in range(plies):
        moves = list(position.moves)
        then = Position(random.choice(moves).step.after, game, None) if moves else position
        if then.outcome is not None or not then.moves:
            break
        position = then
    return position


CASES = [  # game, random plies before, plies asked
    ("tictactoe", 3, 4),
    ("tictactoe", 5, 4),
    pytest.param("connect_four", 14, 3, marks=pytest.mark.soak),
    pytest.param("antichess", 30, 2, marks=pytest.mark.soak),
    pytest.param("atomic", 12, 2, marks=pytest.mark.soak),
    pytest.param("giveaway", 40, 2, marks=pytest.mark.soak),
    pytest.param("nine_mens_morris", 24, 2, marks=pytest.mark.soak),
    pytest.param("racing_kings", 10, 2, marks=pytest.mark.soak),
    pytest.param("chinese_checkers_3", 3, 1, marks=pytest.mark.soak),
    pytest.param("einstein", 16, 3, marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("name", "before", "plies"), CASES)
@pytest.mark.parametrize("seed", range(3))
def test_native_code_history_and_brute_force_agree(name: str, before: int, plies: int, seed: int) -> None:
    position = middle(load(name), seed, before)
    for player in range(len(position.game.players)):
        wanted = expected(position, player, plies)
        found = classify(position, plies, position.game.players[player])
        if wanted["forced_win"]:
            wanted["forced_draw"] = None
        assert told(found.facts) == wanted
    slow = HistorySearcher(budget=10**9)
    assert (classify(position, plies, position.game.players[0]).facts.won.within(plies)) is bool(
        slow.reaches(position, 0, Category.WIN, plies)
    )


def mates() -> list[tuple[int, str]]:
    rows = [line.split("\t") for line in MATES.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    return [(int(number), fen) for number, fen in rows if number in "23"]


def test_mates_in_two_and_three_within_a_second_each() -> None:
    """Each is found, not sooner than it is there, in less than a second of processor time."""
    chess = load("chess")
    native = NativeSearcher(chess.model, budget=10**9)
    for moves, fen in mates():
        position = native.placed(chess.position(fen))
        player, began = position.node.state.player, time.process_time()
        within = [native.forces(position, player, Category.WIN, n, [player]) for n in range(1, 2 * moves)]
        assert within == [False] * (2 * moves - 2) + [True]
        assert time.process_time() - began < 1


def test_a_famous_mate_in_two() -> None:
    """Paul Morphy's problem: 1. Ra6, and whatever black does he is mated."""
    found = classify(load("chess").position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), 3)
    strategist = found.strategist()
    assert strategist is not None
    assert found.facts.forced_win == Fact(3, 2)
    assert strategist.main_line(found.position)[0][0] == "a1a6"
    tree = list(strategist.lines(found.position, 100))
    assert next(line for line in tree if "…" not in line) == "a1a6"
    assert sum("checkmate" in line for line in tree) == 7  # one for each reply
    assert list(strategist.lines(found.position, 3))[-1] == "…"


def test_small_breakthrough_wholly(small: Game) -> None:
    began = time.process_time()
    found = classify(small.start(), 60)
    assert not found.undecided
    assert found.value == "win"
    assert (found.notions["drawable"], found.notions["unfinishable"]) == (False, False)
    assert time.process_time() - began < 10


READ = ["", "K30", "K31", "K32", "K31-K32", "K3", "K33", "K30-K31-K32"]
BOARDS = [
    "6k1/5ppp/8/8/8/8/8/R3K3 w - -",
    "k7/2K5/8/8/8/8/8/7R w - -",
    "k7/8/8/8/8/8/P7/K7 w - -",
    "7k/5Q2/8/6K1/8/8/8/8 w - -",
    "kr6/1p6/1pp5/1p6/Kp5r/8/8/R7 w - -",
]
TERMS = {
    "winnable": "winnable([b0], 1, {})",
    "drawable": "drawable([b0], {})",
    "unfinishable": "unfinishable([b0], 1, {})",
    "absolutely winnable": "awg([b0], 1, {})",
    "favourable": "fvg([b0], 1, {})",
    "absolute hang": "ahg([b0], 1, {})",
    "hopeless": "alg([b0], 1, {})",
}


@cache
def facts(fen: str, plies: int) -> Characteristics:
    return classify(load("chess").position(fen + " 0 1"), plies, budget=10**7)


@cache
def beginning_at(fen: str, name: str) -> Machine:
    from lasker.formulations.arithmetic.definitions import library, read
    from lasker.formulations.arithmetic.numbers import as_sequence
    from lasker.formulations.arithmetic.reading import Reading, printed

    without = [f"E-{each}" for each in name.split("-") if each]
    reading = printed() if name == "printed" else all_but(*without)
    cells = ", ".join(map(str, as_sequence(encode(fen)[0]).items))
    [other] = read(f"(·) b0 = [{cells}]", "another beginning")
    return Machine(Reading(reading.repairs, (*library(), other)))


# Every board in every other reading, the first in all of them.
READINGS_OF_BOARDS = [
    (fen, name)
    for row, fen in enumerate(BOARDS)
    for column, name in enumerate([*READ, "printed"])
    if row == 0 or (row + column) % 2
]


@pytest.mark.parametrize(("fen", "name"), READINGS_OF_BOARDS)
def test_the_notions_are_those_of_the_arithmetic(fen: str, name: str) -> None:
    """In every reading the notions from native code are the values of the terms."""
    machine = beginning_at(fen, name)
    reading = "printed" if name == "printed" else "-".join(filter(None, ("repaired", name)))
    for plies in (1, 2):
        found = notions(facts(fen, plies).facts, plies, reading_named(reading), has_past=False)
        for notion, term in TERMS.items():
            if found[notion] is not None:
                assert bool(machine.evaluate(term.format(plies))) is found[notion], (notion, plies)


@pytest.mark.parametrize("fen", ["k7/8/2K5/8/8/8/8/1R6 w - -", "7k/8/5K2/8/8/8/8/Q7 w - -"])
def test_three_plies_as_repaired(fen: str) -> None:
    machine, z = Machine(repaired(), 50_000_000), sequence([encode(fen)[0]])
    found = facts(fen, 3).notions
    assert found["absolutely winnable"] is bool(machine.evaluate("awg(z, 1, 3)", z=z))
    assert found["winnable"] is bool(machine.evaluate("winnable(z, 1, 3)", z=z))


def test_the_value_is_that_of_the_history_as_a_number(small: Game) -> None:
    """Other games, whose whole history is one Gödel number."""
    ends = [load("tictactoe").position(fen) for fen in ("XOX/1O1/3 x 1", "X2/1O1/2X o 2")]
    ends += [small.position(fen) for fen in ("1p2/4/2P1/4 w", "p2p/1P2/4/P3 b", "p3/4/4/3P b")]
    words = {1: "loss", 2: "draw", 3: "win"}
    for position in ends:
        whole = history(position, most=100_000)
        best = solve(whole)
        if whole.highest == 3 or best == 1:
            first = classify(position, 40, position.game.players[0])
            assert first.value == words[best]


def test_repetitions_count_where_the_past_matters() -> None:
    """Knights go out and back: with claims the third occurrence is a draw, and only then."""
    chess = load("chess")
    position = chess.start()
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]:
        position = position.play(text)
    with_claims = classify(position, 1, claims=True)
    assert with_claims.facts.drawn.plies == 1
    assert with_claims.line(Category.DRAW) == ("f6g8",)
    assert classify(position, 1).facts.drawn == Fact(None, 1)


def test_the_budget_and_interrupts_keep_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    start = load("chess").start()
    found = classify(start, 6, budget=2000)
    assert "drawable" in found.undecided
    assert found.notions["unfinishable"] is True
    assert found.facts.forced_win.none >= 1
    assert 10**7 < found.estimate < 10**10
    asked = []

    def interrupted(*_: object) -> bool:
        asked.append(1)
        raise KeyboardInterrupt

    monkeypatch.setattr(NativeSearcher, "reaches", interrupted)
    stopped = classify(start, 3, budget=2000)
    assert len(asked) == 1
    assert stopped.facts.forced_win == Fact(None, 3)
    assert stopped.notions["drawable"] is None


def test_no_number_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = ["classify", "tictactoe", "--within", "3", "--budget"]
    assert "winnable" in CliRunner().invoke(main, [*ask, str(10**30)]).stdout
    monkeypatch.setattr(characteristics, "estimated_lines", lambda *_: 10**400)
    assert "about 1.0e+400 lines of 3 plies" in CliRunner().invoke(main, [*ask, "1"]).stdout


@pytest.mark.soak
def test_chance_and_many_players() -> None:
    dice = middle(load("einstein"), 1, 16)
    player = dice.game.players[0]
    found = classify(dice, 3, player)
    win = probability(dice, 0, Category.WIN, 3)
    assert win is not None
    assert (win == 1) is found.notions["forced win"]
    assert (win > 0) is found.notions["winnable"] or not found.notions["winnable"]
    assert classify(load("chinese_checkers_3").start(), 1).notions["absolute hang"] is True


def test_mistakes_are_told() -> None:
    over = load("tictactoe").position("XXX/OO1/3 o 6")
    with pytest.raises(DeclarationError, match="the game is over"):
        classify(over, 3)
    with pytest.raises(NameProblem, match="no player is called 'X'"):
        classify(load("tictactoe").start(), 3, player="X")
    with pytest.raises(NameProblem, match="no reading is called 'repaired-K15'"):
        classify(load("tictactoe").start(), 3, reading="repaired-K15")
    with pytest.raises(DeclarationError, match="at least 1"):
        classify(load("tictactoe").start(), 0)
    with pytest.raises(OutOfBudget):
        HistorySearcher(budget=100).forces(load("tictactoe").start(), 0, Category.WIN, 9, [0])


def test_the_tree_of_best_play_is_drawn(tmp_path: Path) -> None:
    """The strategy: the start, a move, every reply, and a line of three after each."""
    asked = ["classify", "tictactoe", "--fen", "2O/1X1/XO1 x 3", "--within", "3"]
    file, run = tmp_path / "tree.svg", CliRunner().invoke
    assert run(main, [*asked, "--svg", str(file)]).exit_code == 0
    drawn = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    boards = drawn.findall("{http://www.w3.org/2000/svg}svg")
    titles = [each.text or "" for each in drawn.findall("{http://www.w3.org/2000/svg}text")]
    replies = [title for title in titles if title.startswith("…")]
    assert len(boards) == 2 + 2 * len(replies)
    assert titles.count("three in a line") == len(replies) > 1
    small = tmp_path / "small.tex"
    assert run(main, [*asked, "--svg", str(small), "--tree", "3"]).exit_code == 0
    assert f"and {len(replies) - 1} more" in small.read_text(encoding="utf-8")


WAITING = """lasker 1
game "Waiting"
players white black
board 2x2
piece king ♔ ♚ 'K' 'k'
counter tick 0..30 unkeyed
start "k1/K1 w 1"
state white of white: tick += 1 (%♔: step(r) | step(l)) then black
state black of black: tick += 1 (%♚: step(r) | step(l)) then white
end "time" lost: [tick >= 13]
adjudicate "repetition" drawn: repeated 3
"""


def test_a_win_by_waiting_is_none_where_repetitions_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a shortest win never comes back holds only if positions that count as the same are alike."""
    file = tmp_path / "waiting.rules"
    file.write_text(WAITING, encoding="utf-8")
    start = load(file).start()
    assert HistorySearcher().forces(start, 0, Category.WIN, 14, [0]) is False
    assert NativeSearcher(start.game.model).forces(start, 0, Category.WIN, 14, [0]) is False
    assert classify(start, 14).notions["forced win"] is False
    monkeypatch.setattr("lasker.proofs.forced_results.solvers.can_matter", lambda *_: False)
    assert NativeSearcher(start.game.model).forces(start, 0, Category.WIN, 14, [0]) is True


@pytest.mark.parametrize(
    ("start", "within"), [("XO1/1X1/O2 x 3", 5), ("3/1X1/O2 x 2", 6), ("XX1/OO1/3 x 5", 2)]
)
def test_lines_looked_for_at_once_are_those_looked_for_deeper_and_deeper(
    start: str, within: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = load("tictactoe").position(start)
    slowly = classify(position, within)
    monkeypatch.setattr(characteristics, "EXPECTED", 0)
    assert classify(position, within, budget=1_000_000).facts == slowly.facts
    at_once = classify(position, within)
    assert at_once.notions == slowly.notions
    for wanted in (Category.WIN, Category.DRAW, Category.LOSS):
        end = position
        for text in at_once.line(wanted):
            end = end.play(text)
        assert (end == position) == (slowly.line(wanted) == ())
        assert end == position or ended(end, at_once.player, False) == wanted
