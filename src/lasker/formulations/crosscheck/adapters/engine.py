"""Adapter of library games (seeds 001 and 003), evaluated by the engine that runs the algebra."""

from __future__ import annotations

from functools import cache, lru_cache, partial

from lasker.formulations.crosscheck.formulation import (
    BOARDS,
    CHECK,
    CHECKMATE,
    DEAD,
    FIDE,
    FIFTY,
    MOVES,
    PAGE,
    STALEMATE,
    STANDSTILL,
    THREEFOLD,
    Answers,
    Formulation,
    Line,
)
from lasker.model.position import Node
from lasker.notation.fen import fen
from lasker.notation.san import check_of, sign
from lasker.play.game import Game, Position, load

PLUGS = ("lasker.frontends.rules", "lasker.frontends.yaml")
game = cache(load)


@lru_cache(maxsize=1024)
def node(name: str, text: str) -> Node:
    """The position of a FEN in a game, which may have faults.

    >>> node("chess", "4k3/8/8/8/8/8/8/8 w - - 0 1").faults
    ('the player to move has no king',)
    """
    return fen.read(game(name).model, text)


def by_the_engine(name: str, line: Line) -> Answers:
    """The answers of a library game about the last position of a line.

    >>> answers = by_the_engine("chess", ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",))
    >>> answers["stalemate"], answers["legal moves"]
    (True, frozenset())
    """
    if node(name, line[-1]).faults:
        return {}
    same = [text for text in line if text.split()[:2] == line[-1].split()[:2]]  # others cannot be repetitions
    return answers_in(game(name), [node(name, text) for text in same])


def answers_in(played: Game, nodes: list[Node]) -> dict[str, bool | frozenset[str]]:
    """The answers for the last of these positions; draws only if nothing else has ended the game.

    >>> kings = node("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    >>> answers_in(game("chess"), [kings])["dead by material"]
    True
    """
    position: Position | None = None
    for each in nodes:
        position = Position(each, played, position)
    assert position is not None
    ended = position.node.outcome.reason if position.node.outcome else ""
    answers: dict[str, bool | frozenset[str]] = {
        MOVES: frozenset(move.text for move in position.moves),
        BOARDS: frozenset(f"{move.text} {_diagram(move.step.after)}" for move in position.moves),
        CHECKMATE: ended == "checkmate",
        STALEMATE: ended == "stalemate",
    }
    if check_of(played.model, 0) is not None:
        answers[CHECK] = sign(position.node) != ""
    if not ended:
        reason = position.outcome.reason if position.outcome else ""
        answers[DEAD] = reason == "insufficient material"
        if not answers[DEAD]:
            answers[STANDSTILL] = reason in ("fivefold repetition", "seventy-five moves")
        if not reason:
            claims = {claim.reason for claim in position.claims}
            answers[THREEFOLD], answers[FIFTY] = THREEFOLD in claims, FIFTY in claims
    return answers


def _diagram(after: Node) -> str:
    """The 64 squares of a board in FEN order."""
    board = fen.write(after).split()[0].replace("/", "")
    return "".join("." * int(sign) if sign.isdigit() else sign for sign in board)


ENGINE = Formulation(
    "engine",
    "001",
    FIDE,
    "everything on the board, and the draws that need no arbiter; dead positions by material alone",
    partial(by_the_engine, "chess"),
    texts=("chess",),
    plugs=PLUGS,
    one_in=10,
)
PRINTED = Formulation(
    "engine as printed",
    "001, 003",
    PAGE,
    "moves, check, checkmate and stalemate of the page, written in the algebra",
    partial(by_the_engine, "proofwiki_chess"),
    texts=("proofwiki_chess",),
    plugs=PLUGS,
    one_in=20,
)
