"""Packages for Python as programs that speak UCI, as much of it as counting needs.

They are under the GPL, so they are run beside Lasker, from here, and never imported by it.

python benchmarks/uci.py python-chess
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec

Count = Callable[[str, str | None, int], int]  # variant, FEN, depth


def python_chess() -> tuple[list[str], Count]:
    """The variants of python-chess, and how it counts."""
    import chess
    import chess.variant

    def sequences(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += sequences(board, depth - 1)
            board.pop()
        return total

    def count(variant: str, fen: str | None, depth: int) -> int:
        board = chess.variant.find_variant(variant)()
        if fen is not None:
            board.set_fen(fen)
        return sequences(board, depth)

    names = {alias.lower() for each in chess.variant.VARIANTS for alias in each.aliases if " " not in alias}
    return sorted(names), count


def pyffish() -> tuple[list[str], Count]:
    """The variants of Fairy-Stockfish by its package, and how it counts."""
    import pyffish

    def sequences(variant: str, start: str, moves: list[str], depth: int) -> int:
        legal = pyffish.legal_moves(variant, start, moves)
        if depth == 1:
            return len(legal)
        return sum(sequences(variant, start, [*moves, move], depth - 1) for move in legal)

    def count(variant: str, fen: str | None, depth: int) -> int:
        return sequences(variant, fen or pyffish.start_fen(variant), [], depth)

    return list(pyffish.variants()), count


# What is called what, the module that has to be there, and how it is opened.
PACKAGES: dict[str, tuple[str, Callable[[], tuple[list[str], Count]]]] = {
    "python-chess": ("chess", python_chess),
    "pyffish": ("pyffish", pyffish),
}


def main() -> None:
    """Answer lines of UCI until `quit`; without a package, tell which there are."""
    if len(sys.argv) < 2:
        print("\n".join(name for name, (module, _) in PACKAGES.items() if find_spec(module) is not None))
        return
    variants, count = PACKAGES[sys.argv[1]][1]()
    variant, fen = variants[0], None
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                names = " ".join(f"var {name}" for name in variants)
                print(f"option name UCI_Variant type combo default {variant} {names}\nuciok", flush=True)
            case ["setoption", "name", "UCI_Variant", "value", name]:
                variant = name
            case ["position", "startpos"]:
                fen = None
            case ["position", "fen", *words]:
                fen = " ".join(words)
            case ["go", "perft", depth]:
                print(f"Nodes searched: {count(variant, fen, int(depth))}", flush=True)
            case ["quit"]:
                return
            case _:
                pass


if __name__ == "__main__":
    main()
