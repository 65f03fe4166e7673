"""Everyday calls of the Python API, beside python-chess: `python -m benchmarks.python_api [GAME …]`.

Processor time, medians of rounds that take turns with python-chess. Every round has positions that have never
been asked anything: what a position answers from memory is not measured. Without names the calls are measured
on chess; with names (or `all`) FEN, SAN and PGN are measured on these games, against python-chess on chess.
"""

from __future__ import annotations

import io
import random
import sys
import time
from collections.abc import Callable, Iterable
from itertools import pairwise
from statistics import median
from typing import Any

import chess
import chess.pgn

import lasker
from lasker.notation.pgn import read_text
from lasker.notation.pgn.writer import write_game
from lasker.play.record import record_of, replay

ROUNDS, POSITIONS, GAMES, PLIES = 7, 60, 3, 60
Asked = Callable[[Any, int], int]
Call = Callable[[], int]  # does some work, and says how many times


def microseconds(calls: dict[str, Call], rounds: int = ROUNDS) -> dict[str, float]:
    """The median time of each call, in rounds that take turns."""
    found: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            began = time.process_time()
            times = call()
            found[name].append((time.process_time() - began) / max(1, times) * 1e6)
    return {name: median(times) for name, times in found.items()}


def games(game: lasker.Game, count: int, plies: int) -> list[list[lasker.Position]]:
    """Random games, as far as some plies."""
    found = []
    for seed in range(count):
        chooser, line = random.Random(f"{game.name} {seed}"), [game.start()]
        while len(line) <= plies and line[-1].outcome is None and line[-1].moves:
            here = line[-1]
            line.append(
                here.roll(chooser) if here.turn == "chance" else here.play(chooser.choice(here.moves))
            )
        found.append(line)
    return found


def fresh(game: lasker.Game, fens: Iterable[str]) -> list[lasker.Position]:
    """Positions that have not been asked anything."""
    return [game.position(fen) for fen in fens]


def chess_calls(game: lasker.Game) -> list[tuple[str, float, dict[str, Call]]]:
    """The calls on chess: a name, the goal in microseconds, and what is timed."""
    fens = [p.fen for line in games(game, 4, 80) for p in line if p.moves][:POSITIONS]
    pairs = [(p, p.moves[len(p.moves) // 2]) for p in fresh(game, fens)]
    texts = [str(move) for _, move in pairs]
    sans = [p.san(move) for p, move in pairs]

    theirs = [chess.Move.from_uci(text) for text in texts]

    def timed(ours: Asked, theirs: Asked, listed: bool = False) -> dict[str, Call]:
        pools: dict[str, list[list[Any]]] = {"ours": [], "theirs": []}
        for _ in range(ROUNDS):
            positions = fresh(game, fens)
            pools["ours"].append(
                [(p, p.moves[len(p.moves) // 2]) for p in positions] if listed else positions
            )
            pools["theirs"].append([chess.Board(fen) for fen in fens])

        def run(name: str, ask: Asked) -> Call:
            return lambda: sum(ask(each, at) for at, each in enumerate(pools[name].pop()))

        return {"ours": run("ours", ours), "theirs": run("theirs", theirs)}

    def one(answer: object) -> int:
        return 1

    def children(ask: Callable[[lasker.Position], object]) -> Callable[[lasker.Position, int], int]:
        def run(position: lasker.Position, _: int) -> int:
            moves = position.moves
            for move in moves:
                ask(position.play(move))
            return len(moves)

        return run

    def pushed(ask: Callable[[chess.Board], object]) -> Callable[[chess.Board, int], int]:
        def run(board: chess.Board, _: int) -> int:
            moves = list(board.legal_moves)
            for move in moves:
                board.push(move)
                ask(board)
                board.pop()
            return len(moves)

        return run

    def read_theirs() -> int:
        return len([chess.Board(fen) for fen in fens])

    everything: list[tuple[str, float, Asked, Asked]] = [
        ("moves", 6, lambda p, _: one(len(p.moves)), lambda b, _: one(b.legal_moves.count())),
        ("list(moves)", 6, lambda p, _: one(list(p.moves)), lambda b, _: one(list(b.legal_moves))),
        ("list and play, a move", 1.5, children(lambda p: None), pushed(lambda b: None)),
        ("… with hash", 2, children(hash), pushed(lambda b: b._transposition_key())),
        ("… with outcome", 3, children(lambda p: p.outcome), pushed(lambda b: b.outcome())),
        ("play(coordinates)", 5, lambda p, i: one(p.play(texts[i])), lambda b, i: one(b.push_uci(texts[i]))),
        ("play(SAN)", 5, lambda p, i: one(p.play(sans[i])), lambda b, i: one(b.push_san(sans[i]))),
        ("write FEN", 20, lambda p, _: one(p.fen), lambda b, _: one(b.fen())),
    ]
    spelled = timed(lambda p, _: one(p[0].san(p[1])), lambda b, i: one(b.san(theirs[i])), listed=True)
    return [
        *((name, goal, timed(ours, others)) for name, goal, ours, others in everything),
        ("san(move)", 8, spelled),
        ("read FEN", 20, {"ours": lambda: len(fresh(game, fens)), "theirs": read_theirs}),
        ("random game with ends, a ply", 0, {"ours": lambda: _random(game), "theirs": _random_theirs}),
    ]


def _random(game: lasker.Game) -> int:
    chooser, position, plies = random.Random(3), game.start(), 0
    while position.outcome is None and plies < 300:
        position, plies = position.play(chooser.choice(position.moves)), plies + 1
    return plies


def _random_theirs() -> int:
    chooser, board, plies = random.Random(3), chess.Board(), 0
    while board.outcome() is None and plies < 300:
        board.push(chooser.choice(list(board.legal_moves)))
        plies += 1
    return plies


def notation(game: lasker.Game) -> dict[str, float]:
    """FEN, SAN and PGN of one game, per position, move and ply."""
    lines = games(game, GAMES, PLIES)
    fens = [p.fen for line in lines for p in line]
    moves = [(a.fen, b.last) for line in lines for a, b in pairwise(line) if a.turn != "chance"]
    moves = [(fen, move) for fen, move in moves if move is not None]
    sans = [game.position(fen).san(str(move)) for fen, move in moves]
    pgn = "".join(write_game(record_of(line[-1])) for line in lines)
    plies = sum(len(line) - 1 for line in lines)
    pools = [[fresh(game, [fen for fen, _ in moves]) for _ in range(ROUNDS)] for _ in range(2)]
    boards = [fresh(game, fens) for _ in range(ROUNDS)]
    return microseconds({
        "read FEN": lambda: len(fresh(game, fens)),
        "write FEN": lambda: len([p.fen for p in boards.pop()]),
        "read SAN": lambda: len([p.play(text) for p, text in zip(pools[0].pop(), sans, strict=True)]),
        "write SAN": lambda: len([p.san(str(m)) for p, (_, m) in zip(pools[1].pop(), moves, strict=True)]),
        "read PGN": lambda: sum(len(replay(game, record).positions) - 1 for record in read_text(pgn)),
        "write PGN": lambda: plies * bool([write_game(record_of(each[-1])) for each in again(game, pgn)]),
    })  # fmt: skip


def again(game: lasker.Game, pgn: str) -> list[list[lasker.Position]]:
    """Games whose positions have not been asked anything but their moves."""
    return [list(replay(game, record).positions) for record in read_text(pgn)]


def their_notation() -> dict[str, float]:
    """The same of chess by python-chess."""
    lines = games(lasker.load("chess").compile(), GAMES, PLIES)
    fens = [p.fen for line in lines for p in line]
    moves = [(a.fen, str(b.last)) for line in lines for a, b in pairwise(line)]
    sans = [chess.Board(fen).san(chess.Move.from_uci(move)) for fen, move in moves]
    pgn = "".join(write_game(record_of(line[-1])) for line in lines)
    pools = [[[chess.Board(fen) for fen, _ in moves] for _ in range(ROUNDS)] for _ in range(2)]
    boards = [[chess.Board(fen) for fen in fens] for _ in range(ROUNDS)]

    def read() -> list[chess.pgn.Game]:
        stream, found = io.StringIO(pgn), []
        while (each := chess.pgn.read_game(stream)) is not None:
            found.append(each)
        return found

    return microseconds({
        "read FEN": lambda: len([chess.Board(fen) for fen in fens]),
        "write FEN": lambda: len([b.fen() for b in boards.pop()]),
        "read SAN": lambda: len([b.push_san(text) for b, text in zip(pools[0].pop(), sans, strict=True)]),
        "write SAN": lambda: len([b.san(b.parse_uci(m)) for b, (_, m) in zip(pools[1].pop(), moves)]),  # noqa: B905
        "read PGN": lambda: sum(each.end().ply() for each in read()),
        "write PGN": lambda: sum(each.end().ply() * bool(str(each)) for each in read()),
    })  # fmt: skip


def main(names: list[str]) -> None:
    """Print the tables."""
    if not names:
        print(f"{'chess, microseconds':<32} {'ours':>8} {'goal':>6} {'python-chess':>13} {'ratio':>7}")
        for name, goal, calls in chess_calls(lasker.load("chess").compile()):
            found = microseconds(calls)
            print(
                f"{name:<32} {found['ours']:>8.2f} {goal or '':>6} {found['theirs']:>13.2f}"
                f" {found['theirs'] / found['ours']:>7.1f}",
                flush=True,
            )
        return
    theirs = their_notation()
    print(f"{'microseconds':<26}" + "".join(f"{name:>11}" for name in theirs))
    print(f"{'python-chess, chess':<26}" + "".join(f"{value:>11.1f}" for value in theirs.values()))
    for name in lasker.games() if names == ["all"] else names:
        try:
            ours = notation(lasker.load(name).compile())
        except lasker.LaskerError as error:
            print(f"{name:<26} {error}", flush=True)
            continue
        cells = (f"{ours[each]:>10.1f}{'*' if ours[each] > value else ' '}" for each, value in theirs.items())
        print(f"{name:<26}" + "".join(cells), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
