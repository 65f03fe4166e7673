"""The Python API as a researcher uses it: what positions, moves, outcomes, terms and engines can be asked."""

from __future__ import annotations

import asyncio
import json
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import chess
import pytest

import lasker
from lasker.kernel import errors
from lasker.play import library

ROOT = Path(__file__).parent.parent
SEVERAL = ("chess", "crazyhouse", "othello", "tictactoe", "breakthrough")
FEN = "r3k2r/pPpp1pb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPB1PpP/R3K2R w KQkq - 0 1"


# --- names ----------------------------------------------------------------------------------------------


def test_every_error_is_public() -> None:
    classes = [each for each in vars(errors).values() if isinstance(each, type)]
    tree = {each for each in classes if issubclass(each, errors.LaskerError)}
    assert {each.__name__ for each in tree} <= set(lasker.__all__)
    assert all(getattr(lasker, each.__name__) is each for each in tree)


def test_types_of_public_answers_are_public() -> None:
    position = lasker.load("chess").start()
    answers = (
        position,
        position.game,
        position.moves[0],
        position["e1"],
        position.board,
        position.playouts(2),
        lasker.Outcome((Fraction(1), Fraction(0)), "won"),
        lasker.equal("M", "M"),
        lasker.parse("nil"),
        lasker.rules(),
        lasker.Batch.from_positions([position]),
    )
    for answer in answers:
        assert getattr(lasker, type(answer).__name__) is type(answer)


def test_games_is_a_function_also_after_the_library_was_read() -> None:
    assert lasker.games() == tuple(sorted(library.sources()))
    assert lasker.load("chess").title == "Chess"
    import_module("lasker.games")
    assert "chess" in lasker.games()


MISTAKES = (
    ("lasker.laod('chess')", 'has no attribute "laod"'),
    ("lasker.load('chess').playouts(game=3)", 'Unexpected keyword argument "game"'),
    ("lasker.load('chess').start().svg(fliped=True)", 'Unexpected keyword argument "fliped"'),
    (
        "lasker.Engine('').play(lasker.load('').start(), node=3)",
        'Unexpected keyword argument "node"',
    ),
    ("lasker.transform.glue(lasker.load('chess'), 'sphere')", 'has incompatible type "Literal['),
    ("lasker.load('chess').start().to_fen('sefn')", 'has incompatible type "Literal['),
    ("lasker.load('chess').start().moves[0].orign", 'has no attribute "orign"'),
)


def test_type_checkers_find_misspelt_names_and_options(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import lasker\n" + "\n".join(code for code, _ in MISTAKES) + "\n")
    done = subprocess.run(  # with the options of `make check`, whose cache it then shares
        [sys.executable, "-m", "mypy", "--config-file=pyproject.toml", str(program)],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=300, env={"PATH": ""},
    )  # fmt: skip
    found = {int(line.split(":")[1]): line for line in done.stdout.splitlines() if "error:" in line}
    for number, (code, message) in enumerate(MISTAKES, start=2):
        assert message in found.get(number, ""), (code, done.stdout[-2000:], done.stderr[-2000:])


RIGHT = """import lasker
position = lasker.load("chess").start()
moves: list[str] = [str(move) for move in position.moves]
after: lasker.Position = position.play(moves[0])
written: str = position.san(position.moves[0])
outcome: lasker.Outcome | None = after.outcome
winner: int | None = outcome.winner if outcome is not None else None
last: lasker.Move | None = after.last
"""


def test_pyright_finds_the_same_mistakes_and_no_others(tmp_path: Path) -> None:
    pytest.importorskip("pyright", reason="pyright is not installed: pip install 'lasker[peers]'")
    wrong = [*(code for code, _ in MISTAKES), "lasker.load('chess').start().node = None"]
    for name, text in (("wrong.py", "import lasker\n" + "\n".join(wrong) + "\n"), ("right.py", RIGHT)):
        (tmp_path / name).write_text(text)
    settings = {"include": ["."], "extraPaths": [str(ROOT / "src")], "typeCheckingMode": "standard"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "-p", str(tmp_path)],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    if not done.stdout.startswith("{"):
        pytest.skip(f"pyright does not run here: {(done.stderr or done.stdout)[-200:]}")
    found = [each for each in json.loads(done.stdout)["generalDiagnostics"] if each["severity"] == "error"]
    places = {(Path(each["file"]).name, each["range"]["start"]["line"]) for each in found}
    assert places == {("wrong.py", line) for line in range(1, len(wrong) + 1)}, done.stdout[-3000:]


# --- loading --------------------------------------------------------------------------------------------


def test_a_game_is_loaded_from_text_path_and_name(tmp_path: Path) -> None:
    text = lasker.load("tictactoe").text
    file = tmp_path / "own.rules"
    file.write_text(text)
    assert lasker.load(text) == lasker.load(file) == lasker.load(str(file)) == lasker.load("tictactoe")


def test_a_specification_is_loaded_from_text() -> None:
    assert lasker.load(lasker.load("graph_chess").text).perft(2) == 400


def test_a_mistake_in_a_text_has_its_place() -> None:
    with pytest.raises(lasker.LaskerError) as caught:
        lasker.load('lasker 1\ngame "X"\nboard 3x3\nplayers a b\na = %stoen: put(.)\n')
    assert caught.value.span is not None
    assert caught.value.span.where.startswith("<text>.rules:5")


def test_a_text_in_the_format_of_another_program_is_refused_by_name() -> None:
    with pytest.raises(lasker.ParseError, match="Fairy-Stockfish"):
        lasker.load("[tinychess:chess]\nmaxRank = 6\nmaxFile = 6\n")


# --- what a position holds ------------------------------------------------------------------------------


def test_squares_hold_what_another_library_says() -> None:
    position, other = lasker.load("chess").compile().position(FEN), chess.Board(FEN)
    for square in chess.SQUARES:
        name, piece = chess.square_name(square), other.piece_at(square)
        ours = position[name]
        assert (ours and (ours.letter, ours.player)) == (
            piece and (piece.symbol(), "white" if piece.color else "black")
        )
    assert {square: str(piece) for square, piece in position.pieces.items()} == {
        square: glyph.partition("^")[0] for square, glyph in position.board.squares().items() if glyph != "."
    }


def test_unknown_squares_are_refused() -> None:
    with pytest.raises(lasker.LaskerError):
        lasker.load("chess").start()["z9"]


def test_hands_and_counters_are_those_of_the_fen() -> None:
    position = lasker.load("crazyhouse").position("4k3/8/8/8/8/8/8/4K3[QQPn] b - - 7 31")
    assert position.hands == {"white": {"queen": 2, "pawn": 1}, "black": {"knight": 1}}
    assert position.counters["quiet"] == 7
    assert position.counters["queens of white"] == 2
    assert lasker.load("chess").start().hands == {}


@pytest.mark.parametrize("name", SEVERAL)
def test_players_and_children_follow_the_moves(name: str) -> None:
    random, position = Random(name), lasker.load(name).compile().start()
    for _ in range(12):
        if not position.moves:
            break
        children = position.children()
        assert [child.fen for child in children] == [position.play(move).fen for move in position.moves]
        assert all(child.before is position for child in children)
        assert position.game.players[position.player] == position.turn
        position = random.choice(children)


def test_check_agrees_with_another_library() -> None:
    random, position = Random(5), lasker.load("chess").compile().position(FEN)
    checks = 0
    for _ in range(60):
        if not position.moves:
            break
        assert position.in_check == chess.Board(position.fen).is_check()
        checks += bool(position.in_check)
        position = random.choice(position.children())
    assert checks


def test_games_without_a_definition_of_check_have_none() -> None:
    assert lasker.load("othello").start().in_check is None


def test_divide_adds_up_to_perft() -> None:
    position = lasker.load("chess").compile().position(FEN)
    found = position.divide(3)
    assert sum(found.values()) == position.perft(3)
    assert found.keys() == {str(move) for move in position.moves}
    assert position.divide(1) == dict.fromkeys(found, 1)
    with pytest.raises(lasker.LimitError):
        position.divide(0)


# --- moves ----------------------------------------------------------------------------------------------


def test_counted_pieces_are_captured_where_fewer_are_left() -> None:
    here = lasker.load("oware").position("2S(10)SSS(7)/S1S(15)SS(7)S(2) s 0+3 14")
    taking, sowing = here.read("f1"), here.read("c1")
    assert (taking.piece, sowing.piece) == (here["f1"], here["c1"])
    assert taking.captures == {"e2": here["e2"]}
    assert sowing.captures == {}
    found = [here[square] for square in ("c1", "e2")]
    assert [(piece.name, piece.count) for piece in found if piece] == [("seeds", 15), ("seeds", 1)]


def test_moves_have_the_squares_pieces_and_captures_of_another_library() -> None:
    random = Random(11)
    for fen in (FEN, "4k3/P6P/8/3pP3/8/8/8/R3K2R w KQ d6 0 1"):
        position = lasker.load("chess").compile().position(fen)
        for _ in range(30):
            if not position.moves:
                break
            other = chess.Board(position.fen)
            for move in position.moves:
                theirs = other.parse_uci(str(move))
                piece = other.piece_at(theirs.from_square)
                assert piece is not None
                assert move.piece is not None
                assert (move.origin, move.target) == (
                    chess.square_name(theirs.from_square), chess.square_name(theirs.to_square)
                )  # fmt: skip
                assert move.piece.letter == piece.symbol()
                behind = (8 if other.turn else -8) if other.is_en_passant(theirs) else 0
                taken = theirs.to_square - behind
                wanted = {chess.square_name(taken)} if other.is_capture(theirs) else set()
                assert set(move.captures) == wanted, (position.fen, move)
                assert move.san == other.san(theirs)
            position = random.choice(position.children())


def test_dropped_pieces_come_from_no_square() -> None:
    position = lasker.load("crazyhouse").position("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1")
    move = position.read("Q@d4")
    assert (move.origin, move.target, move.piece and move.piece.name) == (None, "d4", "queen")
    assert move.captures == {}


def test_an_explosion_takes_all_around() -> None:
    position = lasker.load("atomic").position("4k3/8/8/2nbp3/2pP4/8/8/4K2B w - - 0 1")
    move = position.read("h1d5")
    assert {square: piece.name for square, piece in move.captures.items()} == {"d5": "bishop", "c5": "knight"}


def test_pieces_that_are_pushed_are_not_captured() -> None:
    rules = """lasker 1
game "Push"
board 4x1
players white black
piece man 'M' 'm'
start "Mm2 w"
fen "board side"
white = %man: (% + r(enemy) + rr. -> . + r% + rr C man)
black = %man: step(l)
"""
    position = lasker.load(rules).start()
    [move] = position.moves
    assert position.play(move).fen.split()[0] == "1Mm1"
    assert move.captures == {}


def test_a_pass_has_no_squares() -> None:
    position = lasker.load("go9").start()
    move = position.read("pass")
    assert (move.origin, move.target, move.piece, move.captures) == (None, None, None, {})


@pytest.mark.parametrize("name", SEVERAL)
def test_moves_travel(name: str) -> None:
    game = lasker.load(name)
    for position in (game.start(), game.compile().start()):
        for move in list(position.moves)[:5]:
            there = pickle.loads(pickle.dumps(move))
            assert there == move
            assert (there.origin, there.target, there.captures, there.san) == (
                move.origin, move.target, move.captures, move.san
            )  # fmt: skip
            assert position.play(there).fen == position.play(move).fen


def test_outcomes_name_the_winner_and_sum_to_nothing() -> None:
    mate = lasker.load("chess").start().play("f3").play("e5").play("g4").play("Qh4").outcome
    assert mate is not None
    assert (mate.winner, mate.returns) == (1, (-1.0, 1.0))
    drawn = lasker.Outcome((Fraction(1, 2), Fraction(1, 2)), "")
    assert (drawn.winner, drawn.returns) == (None, (0.0, 0.0))
    three = lasker.Outcome((Fraction(0), Fraction(1), Fraction(0)), "")
    assert (three.winner, three.returns) == (1, (-0.5, 1.0, -0.5))


# --- terms ----------------------------------------------------------------------------------------------


def test_operators_build_the_terms_of_the_language() -> None:
    cases: tuple[tuple[str, Callable[[lasker.Term, lasker.Term], lasker.Term]], ...] = (
        ("A | B", lambda a, b: a | b),
        ("A B", lambda a, b: a * b),
        ("![A]", lambda a, b: ~a),
        ("[A]", lambda a, b: a.test()),
        ("A*", lambda a, b: a.star()),
        ("(A | B)* ![A B]", lambda a, b: (a | b).star() * ~(a * b)),
    )
    for written, built in cases:
        a, b, whole = (lasker.parse(text, variables=True) for text in ("A", "B", written))
        assert built(a, b) == whole
    u, stone = lasker.parse("u"), lasker.parse("♙")
    assert u * stone == lasker.parse("u♙")
    assert stone + (u * lasker.parse(".")) == lasker.parse("♙ + u.")


def test_operators_take_text_and_ask() -> None:
    step = lasker.parse("step(u)")
    assert bool(step <= step | "step(r)")
    assert bool(step | "step(r)" >= step)
    assert not step <= "step(r)"


def test_what_cannot_be_joined_is_refused_with_both_texts() -> None:
    with pytest.raises(lasker.SortError) as caught:
        lasker.parse("♙") | lasker.parse("nil")
    assert caught.value.span is not None
    assert caught.value.span.source.text == "(♙) | (nil)"
    for other in ("board 2x1", "piece stone ●"):
        words = lasker.rules(other)
        with pytest.raises(lasker.SortError, match="different boards or pieces"):
            lasker.parse("nil") | lasker.parse("nil", words)


# --- the engine -----------------------------------------------------------------------------------------


def test_an_engine_is_reproducible_for_nodes_and_seed() -> None:
    position = lasker.load("breakthrough").start()
    with lasker.Engine(position.game) as engine:
        weak = [str(engine.play(position, nodes=500, level=2, seed=seed)) for seed in range(8)]
        assert weak == [str(engine.play(position, nodes=500, level=2, seed=seed)) for seed in range(8)]
        assert len(set(weak)) > 1
        lines = [list(engine.analyse(position, nodes=5000)) for _ in range(2)]
        assert [(line.moves, line.score, line.nodes) for line in lines[0]] == [
            (line.moves, line.score, line.nodes) for line in lines[1]
        ]


def test_analysis_deepens_in_several_lines_over_the_moves_asked_for() -> None:
    position = lasker.load("breakthrough").start()
    wanted = {str(move) for move in position.moves[:4]}
    with lasker.Engine(position.game) as engine:
        found = list(engine.analyse(position, depth=4, lines=3, moves=sorted(wanted)))
    assert {line.moves[0] for line in found} <= wanted
    assert [line.rank for line in found if line.depth == 4] == [1, 2, 3]
    assert [line.depth for line in found] == sorted(line.depth for line in found)
    assert all(line.bound == "exact" for line in found)


def test_analysis_without_limits_ends_when_nobody_looks() -> None:
    position = lasker.load("breakthrough").start()
    with lasker.Engine(position.game) as engine:
        for line in engine.analyse(position):
            if line.depth >= 4:
                break
        began = time.monotonic()
        engine.play(position, nodes=100)
    assert time.monotonic() - began < 20


def test_another_thread_stops_a_search() -> None:
    position = lasker.load("breakthrough").start()
    with lasker.Engine(position.game) as engine:
        engine.play(position, nodes=10)
        threading.Timer(0.3, engine.stop).start()
        assert engine.play(position, seconds=600) in position.moves


def test_an_engine_finds_mates_and_refuses_nonsense() -> None:
    game = lasker.load("chess")
    here = game.position("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    with lasker.Engine(game, megabytes=4) as engine:
        *_, line = engine.analyse(here, depth=3)
        assert (line.moves[0], line.mate) == ("a1a8", 1)
        limits: list[dict[str, Any]] = [{"nodes": 0}, {"seconds": -1}, {"depth": True}]
        for limit in limits:
            with pytest.raises(lasker.LimitError):
                engine.play(here, **limit)
        with pytest.raises(lasker.LimitError):
            engine.analyse(here, lines=0)
        with pytest.raises(lasker.IllegalMove):
            engine.play(lasker.load("tictactoe").start(), nodes=10)
        with pytest.raises(lasker.IllegalMove):
            engine.play(here, nodes=10, moves=["a1b3"])
        with pytest.raises(lasker.IllegalMove, match="checkmate"):
            engine.play(here.play("a1a8"), nodes=10)
    with pytest.raises(lasker.EngineError, match="closed"):
        engine.play(here, nodes=10)


def test_asyncio_searches_beside_other_tasks_and_is_cancelled() -> None:
    position = lasker.load("breakthrough").start()

    async def work() -> tuple[lasker.Move, int, int]:
        async with lasker.Engine(position.game) as engine:
            move = await engine.play_async(position, nodes=2000)
            beats = 0

            async def beat() -> None:
                nonlocal beats
                while True:
                    await asyncio.sleep(0.01)
                    beats += 1

            pulse = asyncio.create_task(beat())
            deepest = 0
            async for line in engine.analyse_async(position, nodes=200_000):
                deepest = max(deepest, line.depth)
            pulse.cancel()
            search = asyncio.create_task(engine.play_async(position, seconds=600))
            await asyncio.sleep(0.2)
            search.cancel()
            with pytest.raises(asyncio.CancelledError):
                await search
        with pytest.raises(lasker.EngineError, match="closed"):
            engine.play(position, nodes=10)
        return move, deepest, beats

    move, deepest, beats = asyncio.run(asyncio.wait_for(work(), 120))
    assert move in position.moves
    assert deepest >= 4
    assert beats


@pytest.mark.parametrize("protocol", ["uci", "cecp"])
def test_external_programs_play_behind_the_same_class(protocol: str) -> None:
    command = [sys.executable, "-m", "lasker", {"uci": "uci", "cecp": "xboard"}[protocol]]
    game = lasker.load("breakthrough")
    position = game.start()
    with lasker.Engine.external(command, game, protocol=protocol) as engine:  # type: ignore[arg-type]
        for _ in range(2):
            position = position.play(engine.play(position, depth=3))
        [line] = engine.analyse(position, depth=2)
        assert line.moves[0] in position.moves
        with pytest.raises(lasker.EngineError, match="one line"):
            list(engine.analyse(position, depth=2, lines=2))
    assert position.node.ply == 2


def test_boards_and_terms_are_pickled() -> None:
    board, term = lasker.load("tictactoe").start().board, lasker.parse("%♖: ride(u, enemy)")
    for value in (board, term):
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert hash(again) == hash(value)
        assert str(again) == str(value)
    assert board != lasker.load("notakto").start().board


def test_a_study_is_pickled() -> None:
    study = lasker.study(lasker.load("tictactoe"), seed=1, games=3)
    again = pickle.loads(pickle.dumps(study))
    assert again.facts() == study.facts()
    assert again.play.play(7, again.play.strength.player(again.game)).plies


GAME = lasker.load("tictactoe")
SEEDED: dict[str, Callable[[Any], object]] = {
    "play": lambda seed: lasker.Engine(GAME).play(GAME.start(), nodes=9, level=1, seed=seed),
    "opponent": lambda seed: lasker.opponent(GAME.start(), nodes=9, level=1, seed=seed),
    "playouts": lambda seed: GAME.playouts(2, seed),
    "study": lambda seed: lasker.study(GAME, seed=seed, games=1),
    "sample": lasker.sample,
    "Batch": lambda seed: lasker.Batch(GAME, seed=seed),
}


@pytest.mark.parametrize("name", SEEDED)
def test_a_seed_is_a_whole_number(name: str) -> None:
    for wrong in ("x", 1.5, None):
        with pytest.raises(lasker.LimitError, match="seed must be a whole number"):
            SEEDED[name](wrong)
    SEEDED[name](-1)


def test_an_analysis_says_something_however_short() -> None:
    with lasker.Engine("breakthrough") as engine:
        [line] = engine.analyse(engine.game.start(), nodes=1)
    assert line.moves[0] in {move.text for move in engine.game.start().moves}


def test_engines_are_not_pickled() -> None:
    with (
        lasker.Engine("tictactoe") as engine,
        pytest.raises(lasker.EngineError, match="cannot be copied or pickled"),
    ):
        pickle.dumps(engine)


def test_an_external_program_that_is_missing_is_named() -> None:
    with pytest.raises(lasker.EngineError, match="no-such-engine"):
        lasker.Engine.external("no-such-engine", "chess")


def test_an_illegal_move_of_an_external_program_is_an_error() -> None:
    code = """
for line in open(0):
    if line.startswith("uci"):
        print("uciok")
    elif line.startswith("isready"):
        print("readyok")
    elif line.startswith("go"):
        print("bestmove e2e5", flush=True)
    elif line.startswith("quit"):
        break
    import sys
    sys.stdout.flush()
"""
    here = lasker.load("chess").start()
    with lasker.Engine.external([sys.executable, "-u", "-c", code], "chess", variant="-") as engine:
        for ask in (lambda: list(engine.analyse(here, depth=1)), lambda: [engine.play(here, depth=1)]):
            with pytest.raises(lasker.EngineError, match="wants to play e2e5, which is no move here"):
                ask()


def test_searches_of_one_engine_take_turns_and_end_one_by_one() -> None:
    """An analysis that is over, left or cancelled stops itself, and not the next one."""
    here = lasker.load("breakthrough").compile().start()
    asked = [here, *here.children()[:3]]
    with lasker.Engine(here.game, megabytes=4) as engine:

        async def lines(position: lasker.Position) -> list[tuple[object, ...]]:
            found = [line async for line in engine.analyse_async(position, nodes=4000)]
            return [(line.moves, line.score, line.nodes) for line in found]

        async def endless() -> list[tuple[object, ...]]:
            return [(line.moves,) async for line in engine.analyse_async(here)]

        async def storm() -> None:
            alone = [await lines(position) for position in asked]
            assert await asyncio.gather(*map(lines, asked)) == alone
            waiting = [asyncio.create_task(each) for each in (endless(), endless(), *map(lines, asked))]
            await asyncio.sleep(0.05)
            for task in waiting[:2]:
                task.cancel()
            rest = await asyncio.gather(*waiting, return_exceptions=True)
            assert [type(each) for each in rest[:2]] == [asyncio.CancelledError] * 2
            assert rest[2:] == alone

        asyncio.run(storm())


def test_questions_to_an_engine_that_cannot_be_answered() -> None:
    here = lasker.load("breakthrough").start()
    with lasker.Engine(here.game, megabytes=4) as engine:
        with pytest.raises(lasker.IllegalMove, match="no move may be considered"):
            engine.play(here, nodes=10, moves=[])
        with pytest.raises(lasker.IllegalMove, match="'start' is no position"):
            engine.play("start", nodes=10)  # type: ignore[arg-type]
        for _ in engine.analyse(here):
            with pytest.raises(lasker.EngineError, match="analysis without limits"):
                engine.play(here, nodes=10)
            break
        assert engine.play(here, nodes=10) in here.moves


def test_values_of_other_kinds_are_refused_with_words() -> None:
    chess, other = lasker.load("chess"), lasker.load("othello")
    with pytest.raises(lasker.IllegalMove, match="e3 is not a legal move here"):
        chess.start().play(next(move for move in other.start().moves if str(move) == "e3"))
    with pytest.raises(lasker.NotationError, match="None is no FEN"):
        chess.position(None)  # type: ignore[arg-type]
    for wrong in ({"games": -1}, {"threads": 0}, {"games": "many"}, {"plies": 0}):
        with pytest.raises(lasker.LimitError, match=r"cannot be|whole number"):
            chess.playouts(**wrong)
    moves = chess.start().moves
    assert moves.index("Nf3") == moves.index("g1f3") == list(moves).index(moves[moves.index("Nf3")])
    with pytest.raises(ValueError, match="e2e5 is not among these moves"):
        moves.index("e2e5")
