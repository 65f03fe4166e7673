"""Exports to Coq: `coqc` accepts what is exported, and refuses it when it is changed; false claims are not
exported at all."""

from __future__ import annotations

import re
import signal
import subprocess
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner

import lasker
from external_programs import program
from lasker.algebra.decision import derivatives
from lasker.algebra.laws import MOVE_LAWS, chain, simplify
from lasker.algebra.moves import Move, Repeat, Test, Variable, choice, sequence
from lasker.backends import position as program_position
from lasker.cli import main
from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.errors import FileError, SortError, Undecided
from lasker.kernel.source import Source
from lasker.play import library
from lasker.play.backend_choice import reference
from lasker.proofs import game_claims, theorems
from lasker.proofs.claim_answer import Answer
from lasker.proofs.coq import prelude
from lasker.proofs.coq.equations import BY_AXIOM, Equations
from lasker.proofs.coq.terms import PARTS
from lasker.proofs.forced_results.forcing import Forcing, payoffs
from lasker.proofs.forced_results.search_tables import Claim, SearchTables
from lasker.proofs.relations.derivatives import proving
from lasker.proofs.relations.terms import Letters
from lasker.runtime import parallel_perft
from test_dynamic_logic import pairs_of_terms

SMALL = """lasker 1
game "Breakthrough on {0}x{1}"
start "{2} w 1"
players white black
board {0}x{1}
piece pawn ♙ ♟ 'P' 'p'
region far rank of white = rank {1}
region far rank of black = rank 1
white = %♙: step(u) | both(leap(ur))
black = flipped white
view = flipped
end "broken through" lost: ♟ in far rank of black
end "no pawn is left" lost: ![♙]
"""
MATE = "k7/8/2K5/8/8/8/8/7R w - - 0 1"  # KRK, mate in two: Kb6 Kb8 Rh8, found by search and by hand
# A jump that may be answered in passing, castling on both sides, marks that are lost by moving.
MARKS = "4k3/8/8/8/3p4/8/4P3/R3K2R w KQ - 0 1"


def accepted(text: str, folder: Path) -> bool:
    """Does coqc accept a file?"""
    (folder / "exported.v").write_text(text)
    command = [program("coqc", "coq"), "-q", "exported.v"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode == 0


def together(*games: str) -> str:
    """Exported games as one file: what all begin with is there once, the rest of each in a module."""
    shared = prelude(*PARTS)
    modules = (
        f"Module Game_{n}.\n{text.partition(shared)[2]}\nEnd Game_{n}." for n, text in enumerate(games)
    )
    return "\n".join([shared, *modules, ""])


def breakthrough(folder: Path, width: int, height: int) -> lasker.Game:
    rows = ["p" * width] * 2 + [str(width)] * (height - 4) + ["P" * width] * 2
    (folder / "small.rules").write_text(SMALL.format(width, height, "/".join(rows)))
    return lasker.load(str(folder / "small.rules"))


def coq(answer: Answer) -> str:
    assert answer.holds
    assert answer.coq is not None
    return answer.coq


def test_a_drawn_game_counts_with_marks_and_a_false_count(tmp_path: Path) -> None:
    """One run of coqc, in which the false theorem has to fail."""
    drawn, counted = drawn_tictactoe(), counts_with_marks()
    count = lasker.load("chess").position(MARKS).perft(2)
    begun, _, proof = counted.rpartition(f"= {count}%N.")
    wrong = f"{begun}= {count + 1}%N.{proof.replace('Qed.', 'Fail Qed. Abort.')}"
    assert accepted(together(drawn, counted, wrong), tmp_path)


@cache
def drawn_tictactoe() -> str:
    text = coq(game_claims.forced(lasker.load("tictactoe").start(), "drawn"))
    assert "Theorem x_forces_1_of_2 : forces Tic_tac_toe 0 (1 # 2) 9 start." in text
    return text


@cache
def counts_with_marks() -> str:
    return coq(game_claims.counts(lasker.load("chess").position(MARKS), 2))


@pytest.mark.soak
def test_each_of_these_files_stands_alone(tmp_path: Path) -> None:
    assert accepted(drawn_tictactoe(), tmp_path)
    assert accepted(counts_with_marks(), tmp_path)


@pytest.mark.soak
def test_a_changed_strategy_is_refused(tmp_path: Path) -> None:
    assert not accepted(
        drawn_tictactoe().replace("forces Tic_tac_toe 0 (1 # 2)", "forces Tic_tac_toe 0 (1 # 1)"), tmp_path
    )


@pytest.mark.soak
def test_a_mate_with_king_and_rook(tmp_path: Path) -> None:
    answer = game_claims.forced(lasker.load("chess").position(MATE), "won")
    assert answer.said == "white forces a payoff of at least 1 within 3 plies"
    assert accepted(coq(answer), tmp_path)


@pytest.mark.parametrize("name", theorems.FILES)
def test_theorems_written_by_hand(name: str, tmp_path: Path) -> None:
    assert accepted(coq(theorems.named(name, str)), tmp_path)


@pytest.mark.parametrize(
    ("game", "piece"),
    [("graph_chess", "pawn"), ("graph_chess", "king"), ("graph_chess", "queen"), ("raid", "wazir"),
     ("toll", "pilgrim"), ("vendetta", "ferz"), ("rim", "counsellor")],
)  # fmt: skip
@pytest.mark.soak
def test_a_displacement_piece(game: str, piece: str, tmp_path: Path) -> None:
    source = library.find(game)
    text = coq(theorems.displacements(source, library.bases(source), piece))
    assert f"Theorem {piece}_sound_and_complete" in text
    assert accepted(text, tmp_path)


def test_displacements_that_are_refused(tmp_path: Path) -> None:
    for game, piece, reason in (
        ("doughnut", "rook", "open edges"),
        ("graph_chess", "unicorn", "no piece is called"),
    ):
        source = library.find(game)
        with pytest.raises(lasker.LaskerError, match=reason):
            theorems.displacements(source, library.bases(source), piece)
    rider = Source("piece: Rider\nslide: true\ndisplacement: [[1, 2]]", "rider.yaml")
    with pytest.raises(lasker.LaskerError, match="more than one square"):
        theorems.displacements(rider, (), "rider")
    run = CliRunner().invoke
    assert run(main, ["prove", "chess", "displacements", "knight"]).exit_code == 2
    assert run(main, ["prove", "graph_chess", "displacements", "knight"]).exit_code == 0


def test_moves_on_the_empty_board_are_counted() -> None:
    """A knight has 336 moves on the empty chessboard, a rook 14 from each of 64 squares."""
    source = library.find("graph_chess")
    for piece, count in (("knight", 336), ("rook", 14 * 64), ("king", 420), ("queen", 896 + 560)):
        text = coq(theorems.displacements(source, library.bases(source), piece))
        assert f" = {count}%nat." in text


def test_an_equation_of_unknown_moves(tmp_path: Path) -> None:
    written = Equations(str)
    M, N = Variable("M"), Variable("N")
    written.add("slide", sequence([M, _star(sequence([N, M]))]), sequence([_star(sequence([M, N])), M]))
    written.add(
        "guarded", sequence([Test(M, True), choice([M, N])]), choice([M, sequence([Test(M, True), N])])
    )
    for pair in (TESTS[0], TESTS[4]):
        written.add("tested", *sides(pair))
    steps = add_chains(written, CHAINS)
    assert written.text().count("  becomes ") == steps > 10
    assert accepted(written.text(), tmp_path)


TESTS = [  # of repetitions, of what follows a letter, and of what was impossible after one
    ("[M* N]", "[N] | [M [M* N]]"),
    ("![M* N]", "![N] ![M+ N]"),
    ("![M] [M* N]", "![M] [N]"),
    ("[[M M] N*]", "[M [M]]"),
    ("![M N] M", "![M N] M ![N]"),
    ("[M (N | P)]", "[M N] | [M P]"),
    ("[M ![N]] ![M [N]]", "![M N] [M]"),
]


def sides(pair: tuple[str, str]) -> tuple[Move, Move]:
    words = lasker.rules(variables=True)
    left, right = (cast(Move, lasker.parse(text, words, variables=True).value) for text in pair)
    return left, right


@pytest.mark.parametrize("pair", TESTS)
def test_tests_of_repetitions_are_proved(pair: tuple[str, str]) -> None:
    letters = Letters({})
    left, right = map(letters.term, sides(pair))
    assert proving(left, right, len(letters.moves)) is not None


@pytest.mark.soak
def test_tests_of_repetitions(tmp_path: Path) -> None:
    written = Equations(str)
    for pair in TESTS:
        written.add("tested", *sides(pair))
    assert accepted(written.text(), tmp_path)


@pytest.mark.parametrize(
    "pair",
    [
        ("[M* N]", "[N] | [M N]"),
        ("![M N] M", "![M N] M ![M]"),
        ("[M N] [M P]", "[M [N] P]"),
        ("[M M*]", "[M*]"),
        ("[M* N]", "[N]"),
    ],
)
def test_false_equations_of_tests_are_not_exported(pair: tuple[str, str]) -> None:
    with pytest.raises(Undecided, match="does not prove it"):
        Equations(str).add("claim", *sides(pair))


INDUCTION = ("[N] ![M* [N] M ![N]]", "=", "[N] ![M* [N] M ![N]] ![M* ![N]]")

CHAINS = [  # laws within sequences, choices, repetitions and tests; of options apart, and of rules
    ("nil M*", "M* M*"),
    ("N [[M]] P", "N nil [M] P"),
    ("nil | M+ | N", "N | M*"),
    ("(M? nil)? N", "M? (![fail] N | fail)"),
    ("![M | M] (nil N){2,4}", "![M] N{2,4}"),
    ("((♖ -> .) nil){3}", "(♖ -> .){3} | fail"),
]


def add_chains(written: Equations, pairs: list[tuple[str, str]]) -> int:
    words, steps = lasker.rules(variables=True), 0
    for pair in pairs:
        left, right = (cast(Move, lasker.parse(text, words, variables=True).value) for text in pair)
        written.add("chain", left, right)
        steps += len(chain(left)) + len(chain(right))
    return steps


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_equal_random_terms(seed: int, tmp_path: Path) -> None:
    written, by_laws = Equations(str), 0
    for one, _ in pairs_of_terms(5 + seed, 80):
        before = len(written.lines)
        with suppress(Undecided):
            written.add("random", one, simplify(one)[0])
        by_laws += any("  becomes " in line for line in written.lines[before:])
    assert by_laws > 30
    assert accepted(written.text(), tmp_path)


@pytest.mark.soak
def test_a_claim_about_another_move_is_refused(tmp_path: Path) -> None:
    text = on_board(tmp_path, "(♖ -> .) (♜ -> .)", "=", "(♜ -> .) (♖ -> .)", "board 2x1\npiece rook ♖ ♜")
    changed = re.sub(r"(Definition second_move : move := ).*\.", r"\1Nil.", text)
    assert changed != text
    assert not accepted(changed, tmp_path)


ON_BOARDS = [  # a counter; a mark that is lost by moving; an edge that is glued
    ("(♖ -> .) n += 1", "=", "n += 1 (♖ -> .)", "board 2x1\npiece rook ♖ ♜\ncounter n 0..2"),
    ("%♖^fresh: step(r)", "<=", "%♖: step(r) | step(l)", "board 2x1\npiece rook ♖ ♜\nmark fresh until moved"),
    ("%♖: step(r)", "=", "%♖: step(l)", "board torus 2x1\npiece rook ♖ ♜"),
    ("(♖ -> .) (♜ -> .)", "=", "(♜ -> .) (♖ -> .)", "board 2x2\npiece rook ♖ ♜"),
]


def on_board(folder: Path, left: str, sign: str, right: str, rules: str) -> str:
    (folder / "words.rules").write_text(rules)
    arguments = ["--rules", str(folder / "words.rules"), "--coq", str(folder / "written.v")]
    done = CliRunner().invoke(main, ["prove", left, sign, right, *arguments])
    assert done.exit_code == 0, done.output
    return (folder / "written.v").read_text()


@pytest.mark.parametrize(
    "claim",
    [ON_BOARDS[1], *(pytest.param(c, marks=pytest.mark.soak) for c in ON_BOARDS if c != ON_BOARDS[1])],
)
def test_all_settings_of_a_small_board(claim: tuple[str, str, str, str], tmp_path: Path) -> None:
    text = on_board(tmp_path, *claim)
    assert "by_exhaustion _ all_contents" in text
    assert accepted(text, tmp_path)


def test_too_many_settings_are_counted() -> None:
    asked = ["prove", "(♙ -> .) (♟ -> .)", "=", "(♟ -> .) (♙ -> .)", "--board 2x2"]
    done = CliRunner().invoke(main, [*asked[:-1], "--board", "3x2", "--budget", "5000000", "--coq", "none.v"])
    assert (done.exit_code, "4826809 settings" in done.output) == (3, True), done.output
    done = CliRunner().invoke(main, [*asked[:-1], "--board", "70x70", "--coq", "none.v"])
    assert (done.exit_code, "about 2^18132 settings" in done.output) == (3, True), done.output


@pytest.mark.soak
def test_another_law_is_refused(tmp_path: Path) -> None:
    written = Equations(str)
    add_chains(written, [("nil M*", "M* nil")])
    assert not accepted(written.text().replace("exact (law_nil_then_M", "exact (law_M_then_nil"), tmp_path)


def _star(move: lasker.algebra.moves.Move) -> Repeat:
    return Repeat(move, 0, None)


def test_every_law_is_exported() -> None:
    text = coq(theorems.named("laws", str))
    assert text.count("\nTheorem law_") == len(MOVE_LAWS) - len(BY_AXIOM)
    assert all(f"Theorem {axiom} :" in text for axiom in BY_AXIOM.values())


@pytest.mark.soak
def test_the_laws(tmp_path: Path) -> None:
    assert accepted(coq(theorems.named("laws", str)), tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height", "result"), [(2, 5, "lost"), (3, 4, "lost"), (3, 5, "lost")])
def test_small_breakthrough(width: int, height: int, result: str, tmp_path: Path) -> None:
    start = breakthrough(tmp_path, width, height).start()
    assert accepted(coq(game_claims.forced(start, result)), tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize(
    "name",
    ["breakthrough", "othello", "glinski", "nine_mens_morris", "english_draughts", "cylinder_chess", "shogi",
     "xiangqi", "lasca", "connect_four", "crazyhouse", "einstein", "chinese_checkers", "raid", "doughnut"],
)  # fmt: skip
def test_counts_of_games(name: str, tmp_path: Path) -> None:
    assert accepted(coq(game_claims.counts(lasker.load(name).start(), 1)), tmp_path)


def test_false_claims_are_not_exported(tmp_path: Path) -> None:
    out = tmp_path / "false.v"
    start = lasker.load("tictactoe").start()
    assert game_claims.forced(start, "won").holds is False
    assert game_claims.counts(start, 2, 73).holds is False
    for claim in (
        ["tictactoe", "won"],
        ["tictactoe", "perft", "2=73"],
        ["M*", "=", "M"],
        ["M", "<=", "M [N]"],
    ):
        done = CliRunner().invoke(main, ["prove", *claim, "--coq", str(out)])
        assert (done.exit_code, out.exists()) == (1, False), done.output


def test_what_the_command_says(tmp_path: Path) -> None:
    out = tmp_path / "draw.v"
    done = CliRunner().invoke(main, ["prove", "tictactoe", "perft", "2=72", "--coq", str(out), "--json"])
    assert (done.exit_code, done.output) == (
        0,
        '{"answer": "proved", "how": "72 sequences of 2 legal moves"}\n',
    )
    assert "Theorem perft_2 : perft Tic_tac_toe 2 start = 72%N." in out.read_text()
    out.unlink()
    done = CliRunner().invoke(main, ["prove", *INDUCTION, "--coq", str(out)])
    assert (done.exit_code, out.exists()) == (3, False)
    done = CliRunner().invoke(main, ["prove", "breakthrough", "won", "--budget", "50"])
    assert (done.exit_code, done.output) == (
        3,
        "undecided: no answer after 50 positions: not within 2 plies; 3 plies would take about 1,035\n",
    )
    assert CliRunner().invoke(main, ["prove", "chess", "beautiful"]).exit_code == 2
    with pytest.raises(SortError):
        game_claims.counts(lasker.load("go9").start(), 1)


def test_forced_results_agree_with_minimax() -> None:
    """Every position of tic-tac-toe after three moves or more, against plain recursion over the reference."""
    start = lasker.load("tictactoe").start()
    model, engine = start.game.model, reference(start.game.model)

    @cache
    def value(position: ProgramPosition) -> Fraction:
        after = [each.after for each in engine.successors(position)]
        if not after:
            return payoffs(model, position.turn, model.endings[engine.verdict(position)].result)[0]
        return (max if position.turn == 0 else min)(map(value, after))

    for opening in (["a1", "b2", "c3"], ["a1", "b1", "a2"], ["b2", "b3", "a3"], ["a2", "c1", "a3"]):
        position = start
        for move in opening:
            position = position.play(move)
        here = program_position(position.node)
        for least in (Fraction(1, 2), Fraction(1)):
            for player in (0, 1):
                worth = value(here) if player == 0 else 1 - value(here)
                search = Forcing(model, engine, Claim(player, least))
                plies = search.proved(here)
                assert (plies is not None) == (worth >= least)
                if plies is not None:
                    for each in search.strategy(here):
                        assert each.chosen in [step.after for step in engine.successors(each.at)]


def test_an_interrupted_search_says_how_far_it_came() -> None:
    start = lasker.load("tictactoe").start()
    model = start.game.model

    def stop(plies: int, positions: int) -> None:
        if plies == 3:
            signal.raise_signal(signal.SIGINT)

    search = Forcing(model, reference(model), Claim(0, Fraction(1)), tell=stop)
    try:
        with pytest.raises(Undecided, match=r"no answer after .* positions: not within 2 plies"):
            search.proved(program_position(start.node))
    except KeyboardInterrupt:
        pytest.fail("the interruption ended the test, too")


def test_a_search_goes_on_from_what_an_earlier_one_kept(tmp_path: Path) -> None:
    start, kept = lasker.load("tictactoe").position("XO1/3/3 x 3"), tmp_path / "kept.json"

    def prove(budget: int) -> Answer:
        return game_claims.forced(start, "won", budget=budget, keep=kept)

    with pytest.raises(
        Undecided, match="after 40 positions: not within 2 plies; 3 plies would take about 120"
    ):
        prove(40)
    answer = None
    for _ in range(9):
        with suppress(Undecided):
            answer = answer or prove(40)
    assert answer is not None
    assert answer.said == game_claims.forced(start, "won").said
    tables = SearchTables(start.game.model, kept)
    assert tables.of(Claim(0, Fraction(1))).proved[program_position(start.node)] == 5
    text = kept.read_text()
    for damaged, said in (
        (text.replace('"meaning": "', '"meaning": "0'), "tables of another game"),
        (text.replace('"1"', '"many"'), "no tables of a search"),
        ("[1, 2]", "no tables of a search"),
    ):
        kept.write_text(damaged)
        with pytest.raises(FileError, match=said):
            SearchTables(start.game.model, kept)


def test_an_interrupted_count_tells_those_of_fewer_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*arguments: object, progress: object) -> int:
        if arguments[-1] == 3:
            raise KeyboardInterrupt
        return parallel_perft.perft(*arguments, progress=progress)  # type: ignore[arg-type]

    monkeypatch.setattr("lasker.proofs.game_claims.perft", stop)
    said = "sequences of legal moves: 9 of 1 ply, 72 of 2 plies; of 4 plies there may be about 4.6e"
    with pytest.raises(Undecided, match=said):
        game_claims.counts(lasker.load("tictactoe").start(), 4)


def test_derivatives_agree_with_the_prover() -> None:
    M, N = Variable("M"), Variable("N")
    moves = [
        M, sequence([M, N]), choice([M, N]), _star(M), _star(choice([M, N])), sequence([_star(M), N]),
        sequence([M, _star(sequence([N, M]))]), sequence([_star(sequence([M, N])), M]), Repeat(M, 1, 3),
        sequence([_star(M), _star(sequence([N, _star(M)]))]), Repeat(choice([M, N]), 1, None),
    ]  # fmt: skip
    for one in moves:
        for two in moves:
            letters = Letters({})
            a, b = letters.term(one), letters.term(two)
            size = len(letters.moves)
            assert (proving(a, b, size) is not None) == derivatives.equal(one, two), (one, two)


def test_too_many_tests_are_refused() -> None:
    tests = [Test(Variable(letter), True) for letter in "ABCDEFGHI"]
    with pytest.raises(Undecided, match="too many"):
        Equations(str).add("claim", sequence(tests), sequence(tests[::-1]))
