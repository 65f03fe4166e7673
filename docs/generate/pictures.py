"""The pictures of the pages, drawn by the program: `docs/pictures/NAME.svg`, renewed by `make facts`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Unpack

import lasker
from docs.generate import charts, packages
from docs.generate.blocks import ROOT
from lasker.drawing.boards.board_svg import BoardOptions, board_svg
from lasker.drawing.diagrams.diagram_svg import diagram_svg
from lasker.drawing.diagrams.heat_map import heat_svg
from lasker.formulations.arithmetic.drawing import svg as derivation_svg
from lasker.formulations.arithmetic.reading import repaired
from lasker.formulations.arithmetic.show import derivation
from lasker.formulations.foundations import read as read_state
from lasker.formulations.foundations import repaired as guan
from lasker.formulations.foundations import square as square_name
from lasker.kernel.source import Source
from lasker.movement.diagram import diagram
from lasker.movement.graph import movement_graph
from lasker.movement.measures import Measured, measure
from lasker.movement.piece_context import piece_called
from lasker.play.game import Game
from lasker.play.library import modelled

FOLDER = ROOT / "docs" / "pictures"
GAP, SIGN = 24, 48  # between pictures that stand side by side, without and with an arrow
PICTURES: dict[str, Callable[[], str]] = {
    "packages": packages.svg,
    "perft-ratios": charts.perft_ratios,
    "bitboards-and-walk": charts.bitboards_and_walk,
    "random-games": charts.random_games,
    "breakthrough-lengths": charts.lengths,
    "literal-steps": charts.literal_steps,
    "learning-curve": charts.learning,
}


def drawn(name: str) -> str:
    """A picture as its file holds it."""
    return PICTURES[name]().rstrip("\n") + "\n"


def picture(name: str) -> Callable[[Callable[[], str]], Callable[[], str]]:
    """Registers what draws a picture."""

    def registered(made: Callable[[], str]) -> Callable[[], str]:
        PICTURES[name] = made
        return made

    return registered


def size(svg: str) -> tuple[float, float]:
    """The width and height of a picture.

    >>> size('<svg viewBox="0 0 30 40">')
    (30.0, 40.0)
    """
    found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg)
    assert found is not None
    return float(found[1]), float(found[2])


def row(pictures: Sequence[str], signs: Iterable[str] = ()) -> str:
    """Pictures side by side, with signs between them, all of one height."""
    high = max(size(each)[1] for each in pictures)
    parts, x = [], 0.0
    between = [*signs, *[""] * len(pictures)]
    for number, each in enumerate(pictures):
        wide, tall = size(each)
        head, _, body = each.partition(">")
        place = f'x="{x:g}" y="{(high - tall) / 2:g}" width="{wide:g}" height="{tall:g}"'
        parts.append(
            re.sub(r' (width|height)="[^"]*"', "", head).replace("<svg", f"<svg {place}") + f">{body}"
        )
        x += wide
        if number + 1 < len(pictures):
            space = SIGN * high / 300 + GAP if between[number] else GAP
            middle = f'x="{x + space / 2:g}" y="{high / 2:g}"'
            look = f'font-size="{high / 9:g}" text-anchor="middle" font-family="sans-serif" fill="#4a463d"'
            parts.append(f"<text {middle} {look}>{between[number]}</text>" if between[number] else "")
            x += space
    shape = f'viewBox="0 0 {x:g} {high:g}" width="{round(x * 220 / high)}" height="220"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {shape}>{"".join(parts)}</svg>\n'


def results(move: str, start: str, rules: str = "", most: int = 4) -> str:
    """A board and those that a move leads to."""
    words = lasker.rules(rules)
    begin = lasker.board(start, words)
    ends = lasker.evaluate(move, begin, words)[:most]
    boards = [board.svg(coordinates=False) for board in (begin, *ends)]
    return row(boards, ["→", *["or"] * (len(ends) - 1)])


@cache
def game_of(text: str, name: str) -> Game:
    """A game that a text defines."""
    return Game(modelled(Source(text, name)), name)


def start(game: str, **options: Unpack[BoardOptions]) -> Callable[[], str]:
    """The first position of a game."""
    return lambda: lasker.load(game).start().svg(**options)


def moves_of(game: str, piece: str) -> Callable[[], str]:
    """The move diagram of a piece."""

    def made() -> str:
        model = lasker.load(game).model
        return diagram_svg(diagram(model, piece_called(model, piece)))

    return made


def heat(game: str, piece: str, name: str) -> Callable[[], str]:
    """A measure of every square in the movement graph of a piece; or distances, if a square is named."""

    def made() -> str:
        model = lasker.load(game).model
        graph = movement_graph(model, piece_called(model, piece))
        if name in ("mobility", "control", "closeness", "betweenness", "wandering"):
            values: list[float | None] = list(measure(graph, name))
            return heat_svg(model.space, model.rules.vocabulary, values, f"{name} of the {piece}")
        site = model.space.site(name)
        far = [None if steps is None else float(steps) for steps in Measured(graph).distances(site)]
        content = (site, model.rules.vocabulary.content(graph.piece.glyph))
        return heat_svg(
            model.space, model.rules.vocabulary, far, f"moves of the {piece} from {name}", content
        )

    return made


for _game in (
    "chess",
    "shogi",
    "xiangqi",
    "glinski",
    "chinese_checkers",
    "nine_mens_morris",
    "raumschach",
    "hex11",
    "doughnut",
    "othello",
):
    PICTURES[f"{_game}-start"] = start(_game)
for _game, _piece in (
    ("chess", "knight"),
    ("chess", "king"),
    ("chess", "pawn"),
    ("xiangqi", "horse"),
    ("xiangqi", "cannon"),
    ("english_draughts", "man"),
    ("cylinder_chess", "bishop"),
):
    PICTURES[f"{_game}-{_piece}-moves"] = moves_of(_game, _piece)
PICTURES["knight-mobility"] = heat("chess", "knight", "mobility")
PICTURES["knight-distances"] = heat("chess", "knight", "a1")
PICTURES["knight-betweenness"] = heat("chess", "knight", "betweenness")
for _name in ("add", "pair", "nth"):
    PICTURES[f"derivation-{_name}"] = lambda name=_name: derivation_svg(derivation(repaired(), name))  # type: ignore[misc]


@picture("pawn-takes")
def _() -> str:
    return results("♙ + ur♟ -> . + ur♙", ".♟.♟/♙.♙.")


@picture("rook-slides")
def _() -> str:
    return results("%♖: ride(r, free)", "...../♖..♟./.....")


@picture("two-pawns")
def _() -> str:
    return results("(♙;. -> .;♙)(♙;. -> .;♙)", "..../..../♙.♙.")


@picture("othello-move")
def _() -> str:
    rules = """
players black, white
board 4x4
piece disc ● ○
row(m) = %@: (@ + m○ -> m● + m@)+ [@ + m●]
some   = every(u, row(u)) | every(ur, row(ur))
all    = around(u, row(u)) around(ur, row(ur))
black  = %.: [some] put(●) all
"""
    return results("black", "..../.○●./.●○./....", rules)


@picture("hexagon-step")
def _() -> str:
    return results("%♖: every(r, step(r))", " . .\n. ♖ .\n . .", "board hexagon 2", most=3)


@picture("kiwipete")
def _() -> str:
    position = lasker.load("chess").position(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    )
    ways = [(str(move)[:2], str(move)[2:4]) for move in position.moves]
    return position.svg(arrows=[way for way in ways if way[0] in ("e1", "e2", "f3")])


@picture("shogi-hands")
def _() -> str:
    return lasker.load("shogi").position("4k4/9/9/9/9/9/9/9/4K4[PPg] w - - 0 1").svg(arrows=[("e1", "e2")])


@picture("en-passant-pin")
def _() -> str:
    position = lasker.load("chess").position("8/8/8/KPp4r/8/8/8/7k w - c6 0 1")
    return position.svg(highlights=["c5", "c6"], arrows=[("h5", "a5")])


@picture("check-range")
def _() -> str:
    state = read_state("4k3/8/8/8/8/4n3/8/4K3 w")
    (king,) = guan.kings(state.grid, "white")
    squares = sorted(square_name(place) for place, _ in guan.check_range(state.grid, king))
    return lasker.load("chess").position("4k3/8/8/8/8/4n3/8/4K3 w - - 0 1").svg(highlights=squares)


@picture("knight-graph")
def _() -> str:
    model = lasker.load("chess").model
    graph = movement_graph(model, piece_called(model, "knight"))

    def lines(drawn: Any) -> Iterator[str]:
        for a, b in sorted(graph.undirected):
            (x, y), (u, v) = drawn.centres[a], drawn.centres[b]
            yield f'<path d="M{x:g} {y:g}L{u:g} {v:g}" stroke="#1f6f78" stroke-width="4"/>'
        for x, y in drawn.centres:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="#1f6f78"/>'

    empty = [0] * len(model.space.sites)
    return board_svg(model.space, model.rules.vocabulary, empty, under=[lines])


@picture("archbishop")
def _() -> str:
    game = game_of(ARCHBISHOP, "archbishop.rules")
    return diagram_svg(diagram(game.model, piece_called(game.model, "archbishop")))


@picture("wide-start")
def _() -> str:
    return game_of(WIDE, "wide.rules").start().svg()


@picture("hill")
def _() -> str:
    position = lasker.load("king_of_the_hill").position("4k3/8/8/8/4K3/8/8/8 b - - 0 1")
    return position.svg(highlights=["d4", "e4", "d5", "e5"])


@picture("dragon")
def _() -> str:
    game = game_of(DRAGON, "dragon.yaml")
    return diagram_svg(diagram(game.model, piece_called(game.model, "dragon")))


WIDE = """lasker 1
extends "open_chess"
game   "Wide"
about  "Chess on a wide board."
source "The tutorial."
start  "rnabqkbcnr" "pppppppppp" ".........." ".........." ".........." ".........." "PPPPPPPPPP"
       "RNABQKBCNR w KQkq - 0 1"
board  10x8
piece  king       ♔ ♚ 'K' 'k'
piece  queen      ♕ ♛ 'Q' 'q'
piece  rook       ♖ ♜ 'R' 'r'
piece  bishop     ♗ ♝ 'B' 'b'
piece  knight     ♘ ♞ 'N' 'n'
piece  pawn       ♙ ♟ 'P' 'p'
piece  archbishop 'A' 'a'
piece  chancellor 'C' 'c'
way(t) = super(t)
       | [% is archbishop] (all4(ride(ur, t)) | all8(take(uur, t)))
       | [% is chancellor] (all4(ride(u, t)) | all8(take(uur, t)))
"""
ARCHBISHOP = """lasker 1
game  "Archbishops"
about "Archbishops alone."
source "Betza notation: BN."
start "4a4/9/9/9/9/9/9/9/4A4 w 1"
board 9x9
piece archbishop 'A' 'a'
move = %archbishop: all4(ride(ur, free)) | all8(leap(uur))
view = flipped
end "no move" lost: ![move]
"""
DRAGON = """piece: dragon
displacement:
  - {vector: [1, 1], symmetric: all, slide: true}
  - {vector: [1, 2], symmetric: all}
  - [0, 1]
  - [0, -1]
"""
