"""Pieces in hand and counters, drawn beside the board."""

from __future__ import annotations

from html import escape

from lasker.algebra.contents import Counter, Vocabulary
from lasker.drawing.pieces.figure_assignment import Tiles, figures
from lasker.drawing.style import Beside, Box, n, words, xml_text
from lasker.model.game import Game
from lasker.notation.fen.fields import held_pieces
from lasker.space.space import Owner

Values = dict[tuple[str, Owner], int]


def hands(
    game: Game, counters: tuple[int, ...], flipped: bool = False, tiles: Tiles = "kanji"
) -> Beside | None:
    """A column on the right, each player's part on that player's side; None where there is nothing to show.

    It shows the fields of the game's FEN: `hand:` as pieces, `counts:` as numbers.
    """
    vocabulary = game.rules.vocabulary
    held = held_pieces(game)
    values: Values = dict(zip(vocabulary.counters, counters, strict=True))
    shown = shown_counters(game)
    if not held and not shown:
        return None

    def beside(box: Box) -> tuple[list[str], Box]:
        left, top, right, bottom = box
        owners = list(range(len(vocabulary.players)))
        part = (bottom - top) / len(owners)
        width = max([1.15 if held else 0.0, *(0.16 * len(_note(c, values)) + 0.3 for c in shown)])
        parts: list[str] = []
        for number, owner in enumerate(owners if flipped else owners[::-1]):
            place = (right + 0.1, top + number * part, right + 0.1 + width, top + (number + 1) * part)
            notes = [_note(counter, values) for counter in shown if counter.owner == owner]
            mine = {symbol: values[key] for symbol, key in held.items() if key[1] == owner}
            drawn = [figure.draw(flipped) for figure in figures(vocabulary, tiles)]
            parts += _tray(vocabulary, mine, notes, place, drawn, number < len(owners) / 2)
        return parts, (left, top, right + 0.2 + width, bottom)

    return beside


def shown_counters(game: Game) -> list[Counter]:
    """The counters that are shown as numbers: the fields `counts:` of the game's FEN.

    >>> from lasker.play.library import model
    >>> shown_counters(model("chess"))
    []
    """
    written = {field.removeprefix("counts:") for field in game.fen_fields if field.startswith("counts:")}
    return [counter for (name, _), counter in game.rules.vocabulary.counters.items() if name in written]


def _note(counter: Counter, values: Values) -> str:
    return f"{counter.name} {values[counter.name, counter.owner]}"


def _tray(
    vocabulary: Vocabulary,
    held: dict[int, int],
    notes: list[str],
    place: Box,
    pictures: list[str],
    above: bool,
) -> list[str]:
    """One player's part: the pieces in hand with their numbers, then the other counters."""
    left, top, right, bottom = place
    rows = len(held) + len(notes)
    high = min(0.86, (bottom - top - 0.3) / max(1, rows))
    parts = []
    y = top + 0.12 + high / 2 if above else bottom - 0.12 - high / 2
    step = high if above else -high
    if held:
        frame = 'fill="#8b8577" fill-opacity=".1" stroke="#b6ad99" stroke-width="2"'
        size = high * len(held) + 0.12
        corner = top + 0.06 if above else bottom - 0.06 - size
        box = f'x="{n(left)}" y="{n(corner)}" width="{n(right - left)}" height="{n(size)}" rx="9"'
        parts.append(f'<rect class="hand" {box} {frame}/>')
    for symbol, count in held.items():
        if not count:
            continue
        piece = vocabulary.pieces[symbol - 1]
        owner = "" if piece.owner is None else f"{vocabulary.players[piece.owner]} "
        title = escape(xml_text(f"{owner}{piece.name} in hand: {count}"))
        shift = f"translate({n(left + 0.06)} {n(y - high / 2)}) scale({high:.4g})"
        picture = pictures[symbol - 1]
        letter, player = escape(xml_text(piece.letter.upper())), escape(xml_text(owner.strip()))
        whose = f'data-held="{letter}" data-owner="{player}"'
        parts.append(f'<g class="held" {whose} transform="{shift}"><title>{title}</title>{picture}</g>')
        if count > 1:
            parts.append(words((left + high + 0.06, y), f"×{count}", 0.24, "start"))
        y += step
    if not held:
        parts += [words((left + 0.1, y + step * row), note, 0.26, "start") for row, note in enumerate(notes)]
    elif notes:
        edge = corner + size + 0.2 if above else corner + 0.1 - 0.3 * len(notes)
        parts += [
            words((left + 0.1, edge + 0.3 * row), note, 0.24, "start") for row, note in enumerate(notes)
        ]
    return parts
