"""Pictures of positions, moves, games and playouts, as notebooks show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Unpack

from lasker.drawing.boards.board_svg import BoardOptions, board_svg
from lasker.drawing.boards.hands import hands
from lasker.drawing.diagrams.charts import columns
from lasker.drawing.documents.page import Block, Paragraph, Picture, Pictures, Rows, html
from lasker.model.game import Game
from lasker.model.position import Node, Step

TAKEN = "#d0643c"  # squares of pieces that a move takes
BINS = 24  # of the histogram of lengths, at most


def node_svg(node: Node, before: Node | None = None, **options: Unpack[BoardOptions]) -> str:
    """A position with its pieces in hand; squares where the pieces differ from those before are marked."""
    model, configuration = node.game, node.configuration
    options.setdefault("last", [] if before is None else changed(before, node))
    held = hands(model, configuration.counters, options.get("flipped", False), options.get("tiles", "kanji"))
    options.setdefault("beside", [held] if held else [])
    return board_svg(model.space, model.rules.vocabulary, configuration.board, **options)


def changed(before: Node, after: Node) -> list[int]:
    """The squares that hold other pieces than before; marks are not compared, as they change unseen."""
    kind = after.game.rules.vocabulary.symbol
    boards = zip(before.configuration.board, after.configuration.board, strict=True)
    return [site for site, (old, new) in enumerate(boards) if kind(old) != kind(new)]


def step_svg(node: Node, step: Step, taken: list[str], **options: Unpack[BoardOptions]) -> str:
    """A move: an arrow for each of its parts on the position before it, and the squares where it takes.

    A move without squares, such as what dice do, is shown by the position after it.
    """
    if not step.label:
        return node_svg(step.after, node, **options)
    arrows = [(part.start, part.end) for part in step.label]
    options.setdefault("arrows", dict.fromkeys(arrows))
    options.setdefault("highlights", dict.fromkeys(taken, TAKEN))
    return node_svg(node, **options)


def game_html(game: Game, start: str | None) -> str:
    """A game: what it is about, its players and pieces, and the picture of its first position."""
    blocks: list[Block] = [Paragraph(game.title, strong=True)]
    blocks += [Paragraph(game.about.replace("`", "'"))] if game.about else []
    blocks += [Pictures((Picture(start, "", 200.0),))] if start else []
    kinds: dict[str, str] = {}
    for piece in game.rules.vocabulary.pieces:
        kinds[piece.name] = f"{kinds.get(piece.name, '')} {piece.glyph}"
    facts = [
        ("players", ", ".join(game.players)),
        ("squares", str(len(game.space.sites))),
        ("pieces", ", ".join(f"{name}{glyphs}" for name, glyphs in kinds.items())),
        ("ends", "; ".join(dict.fromkeys(end.reason for end in (*game.endings, *game.adjudications)))),
    ]
    blocks.append(Rows("", tuple(row for row in facts if row[1]), ("sentence", "sentence")))
    return html(blocks)


def playouts_html(ends: Mapping[str, int], payoffs: Sequence[Fraction], lengths: Sequence[int]) -> str:
    """How random games ended and how long they were: a table and a histogram."""
    games = len(lengths)
    rows = [(reason, f"{count:,}", f"{count / games:.1%}") for reason, count in ends.items()]
    rows += [(f"player {number}", f"{float(mean):.3f}", "mean payoff") for number, mean in enumerate(payoffs)]
    mean = f" of {sum(lengths) / games:.1f} plies in the mean" if games else ""
    blocks: list[Block] = [
        Paragraph(f"{games:,} random games{mean}", strong=True),
        Rows("", tuple(rows), ("sentence",) * 3),
    ]
    if lengths:
        blocks.append(Pictures((Picture(_histogram(lengths), "", 300.0),)))
    return html(blocks)


def _histogram(lengths: Sequence[int]) -> str:
    low, high = min(lengths), max(lengths)
    width = max(1, -(-(high - low + 1) // BINS))
    counts = [0] * ((high - low) // width + 1)
    for length in lengths:
        counts[(length - low) // width] += 1
    bins = [(low + at * width, low + (at + 1) * width, count) for at, count in enumerate(counts)]
    return columns(f"How long {len(lengths):,} random games are", bins, "plies", "games")
