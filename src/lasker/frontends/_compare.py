"""Two games compared in random games: whether one says what the other says."""

from __future__ import annotations

from random import Random

from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.fen import fen

GAMES, PLIES = 3, 10  # random games by which a guess is compared, and moves of each
TOLD = ("hand", "counts", "castling", "passing", "marked")  # fields of FEN that a game has or has not
MOST_STEPS = 400  # of one position: beyond that, boards alone would take too long


def _pieces(board: str) -> int:
    return sum(letter.isalpha() for letter in board)


def _board(node: Node) -> str:
    return fen.write(node).split()[0].replace("[-]", "[]").replace("~", "").partition("[")[0]


def difference(game: Game, guess: Game, fields: bool = True) -> str | None:
    """What differs in some random games; None if nothing does. `fields`: have positions to tell the same?"""
    told = [
        {name for field in each.fen_fields if (name := field.split(":")[0]) in TOLD} for each in (game, guess)
    ]
    if fields and told[0] != told[1]:
        return f"positions tell other things: {', '.join(sorted(told[0] ^ told[1]))}"
    for seed in range(GAMES):
        random, ours, theirs = Random(seed), fen.read(game, game.start), fen.read(guess, guess.start)
        for _ in range(PLIES):
            found = unlike(ours, theirs)
            if found:
                return found
            if ours.outcome is not None:
                break
            after = {_board(step.after): step.after for step in ours.steps}
            fewest = min(_pieces(board) for board in after)
            taking = [board for board in after if _pieces(board) == fewest]
            choice = random.choice(sorted(taking if random.random() < 0.5 else after))
            ours = after[choice]
            theirs = next(step.after for step in theirs.steps if _board(step.after) == choice)
    return None


def unlike(ours: Node, theirs: Node) -> str:
    """How two positions differ: in who has won, or in what can be done."""
    where = f"at {fen.write(ours)}"
    if (ours.outcome is None) != (theirs.outcome is None):
        return f"{where} the game is over in one of the two"
    if ours.outcome is not None and theirs.outcome is not None:
        return "" if ours.outcome.payoffs == theirs.outcome.payoffs else f"{where} the results differ"
    if len(ours.steps) > MOST_STEPS:
        return "" if len(ours.steps) == len(theirs.steps) else f"{where} the numbers of moves differ"
    mine, others = (sorted(_board(step.after) for step in node.steps) for node in (ours, theirs))
    return "" if mine == others else f"{where} the moves differ from those of the nearest game"
