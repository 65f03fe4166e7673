"""From a game to its outline: pieces by how they move, and guesses of the rest that are played against it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lasker.frontends._compare import difference, unlike
from lasker.frontends._outline.outline import LARGEST, Outline, PieceKind
from lasker.frontends._outline.rules_text import RulesText, placed_rows
from lasker.frontends._squares import Square
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Source, Span
from lasker.model.game import Game
from lasker.movement.betza import BetzaMovement, avoids_attack, betza_movement
from lasker.movement.piece_context import piece_called
from lasker.notation.fen import fen
from lasker.notation.fen.fields import OF_THE_BOARD
from lasker.space.space import LatticeSpace
from lasker.syntax.read import read_game

PLACE = Span(Source("", "<outline>"), 0, 0)
LETTER = re.compile(r"\+?[A-Z]")
KNOWN_END = re.compile("mate|no move", re.IGNORECASE)
UNTOLD = frozenset(("counts", "spent", "optional", "marked", "gating"))
RESULTS = ("drawn", "lost", "won")


def outline_of_game(game: Game, what: str) -> tuple[Outline, list[str]]:
    """The outline of a game, and how the game differs from it: nothing, or one line. `what` is what it is to
    be written as, for the error where a game has no outline at all."""
    refuse = _refusal(game)
    if refuse:
        raise DeclarationError(f"{game.title} cannot be written as {what}: {refuse}")
    told = _movements(game, what)
    reasons: list[str] = []
    first: Outline | None = None
    for outline in _guesses(game, told):
        first = first or outline
        try:
            text = RulesText(outline, PLACE).text()
            guess = read_game(Source(text, "<guess>.rules"))
            reason = _trial(game, guess, outline) or difference(game, guess, fields=False)
        except LaskerError as error:
            reason = error.message
        if reason is None:
            return outline, _untold(game)
        reasons.append(reason)
    assert first is not None
    return first, [f"rules: {reasons[0]}", *_untold(game)]


def _untold(game: Game) -> list[str]:
    """What no outline tells: ends other than mate and stalemate, adjudications, numbers in positions."""
    ends = [each.reason for each in game.endings if not KNOWN_END.search(each.reason)]
    ends += [each.reason for each in game.adjudications]
    found = [f"ends: {', '.join(ends)}"] if ends else []
    fields = {field.split(":")[0] for field in game.fen_fields}
    return found + [f"positions: the field {field} of FEN" for field in sorted(fields & UNTOLD)]


def _trial(game: Game, guess: Game, outline: Outline) -> str | None:
    """What differs in positions that show how pieces castle and are promoted; None if nothing does."""
    keep = {kind.name for kind in outline.kinds if kind.royal or "O" in kind.betza}
    corners = {square: found for square, found in outline.placed.items() if found[0] in keep}
    for square, found in outline.placed.items():
        row = [each for each, (_, who) in outline.placed.items() if (each[1], who) == (square[1], found[1])]
        if any(each[1] == square[1] for each in corners) and square in (min(row), max(row)):
            corners[square] = found
    trials = [corners]
    free = [x for x in range(outline.size[0]) if all(square[0] != x for square in corners)]
    for kind in outline.kinds:
        for y in range(outline.size[1]) if kind.promotes and free else ():
            square = (free[len(free) // 2], y)
            other = outline.seen_by_other((free[0], y))
            if outline.on_board(square) and outline.on_board(other) and square != other:
                trials.append(corners | {square: (kind.name, 0), other: (kind.name, 1)})
    start, letters = fen.write(fen.read(game, game.start)), {k.name: k.letter for k in outline.kinds}
    for placed in trials:
        rows = placed_rows(outline, placed, letters)
        try:
            theirs = fen.read(game, _with_rows(start, rows))
        except LaskerError:
            continue
        if theirs.faults:
            continue
        reason = unlike(theirs, fen.read(guess, _with_rows(guess.start, rows)))
        if reason:
            return reason
    return None


def _with_rows(text: str, rows: str) -> str:
    board, _, rest = text.partition(" ")
    _, bracket, hand = board.partition("[")
    return f"{rows}{bracket}{hand} {rest}"


def _refusal(game: Game) -> str:
    space = game.space
    if not isinstance(space, LatticeSpace) or space.compass.name != "square" or space.gluings:
        return "its board is no plane of squares"
    if max(high - low + 1 for low, high in zip(space.low, space.high, strict=True)) > LARGEST:
        return f"its board has more than {LARGEST} files or ranks"
    if len(game.players) != 2 or len(game.states) != 2:
        return "it is not played by two players who take turns"
    if not game.start:
        return "it does not say how it starts"
    if not any(character.isalpha() for character in game.start.partition(" ")[0].partition("[")[0]):
        return "nothing stands on its board at the start"
    for piece in game.rules.vocabulary.pieces:
        if piece.owner is None:
            return f"the {piece.name} belongs to nobody"
        if piece.owner == 0 and not LETTER.fullmatch(piece.letter):
            return f"{piece.letter} is no letter"
    return ""


def _movements(game: Game, what: str) -> dict[str, tuple[str, BetzaMovement]]:
    """Letter and movement of each kind of the first player, by name."""
    found = {}
    for piece in game.rules.vocabulary.pieces:
        if piece.owner == 0:
            told = betza_movement(game, piece_called(game, piece.letter))
            if told is None:
                raise DeclarationError(
                    f"{game.title} cannot be written as {what}: Betza notation does not tell how the "
                    f"{piece.name} moves"
                )
            found[piece.name] = (piece.letter, told)
    return found


def _guesses(game: Game, told: dict[str, tuple[str, BetzaMovement]]) -> Iterator[Outline]:
    """Outlines that may be the game: zones of some depths, kinds of promotion, ways to castle."""
    ranks = _size(game)[1]
    fields = [field.split(":") for field in game.fen_fields]
    names = (name for name, *_ in fields if name not in OF_THE_BOARD)
    words = dict(zip(names, _start_words(game), strict=False))
    castlers = [options[1] for name, *options in fields if name == "castling" and words[name] != "-"]
    passing = [options[1] for name, *options in fields if name == "passing"]
    promote = any(movement.becomes for _, movement in told.values())
    depths = dict.fromkeys((1, max(1, ranks // 3), max(1, ranks // 4))) if promote else (1,)
    for depth in depths:
        for optional in (False, True) if promote else (False,):
            for leap in (2, 3) if castlers else (0,):
                outline = _outline(game, told, depth, optional)
                for kind in outline.kinds:
                    if kind.name in castlers:
                        kind.betza += f"isO{leap}"
                    if kind.name in passing and "i" in kind.betza:
                        kind.betza = kind.betza.replace("fcF", "fceF")
                yield outline


def _start_words(game: Game) -> list[str]:
    return fen.write(fen.read(game, game.start)).split()


def _size(game: Game) -> tuple[int, int]:
    space = game.space
    assert isinstance(space, LatticeSpace)
    return space.high[0] - space.low[0] + 1, space.high[1] - space.low[1] + 1


def _outline(game: Game, told: dict[str, tuple[str, BetzaMovement]], depth: int, optional: bool) -> Outline:
    files, ranks = _size(game)
    source = " ".join(game.rules.declared.facts.get("source", ()))
    outline = Outline(game.title, source, (files, ranks))
    space = game.space
    assert isinstance(space, LatticeSpace)
    low = space.low
    outline.holes = {(x, y) for x in range(files) for y in range(ranks)} - {
        (site[0] - low[0], site[1] - low[1]) for site in space.sites
    }
    turned = (game.view**1).turn((1, 0))
    outline.rotated = turned[0] < 0
    raised: dict[str, str] = {}
    for name, (letter, movement) in told.items():
        kind = PieceKind(name, letter, str(movement.betza), avoids_attack(game, piece_called(game, letter)))
        kind.promotes = [other for other in told if other in movement.becomes and other != name]
        kind.obliged, kind.leaving = not optional, optional
        raised |= {other: name for other in kind.promotes if len(kind.promotes) == 1}
        outline.kinds.append(kind)
    outline.zones = (
        {(x, y) for x in range(files) for y in range(ranks - depth, ranks)},
        {(x, y) for x in range(files) for y in range(depth)},
    )
    outline.stalemate = _stalemate(game)
    _set_up(game, outline)
    hands = {field.partition(":")[2] for field in game.fen_fields if field.startswith("hand:")}
    outline.drops = bool(hands)
    held = {pair.split("=")[0] for text in hands for pair in text.split(",")}
    if len(outline.kinds) > 1 and all(kind.royal for kind in outline.kinds):
        for kind in outline.kinds:  # every move has to leave a king safe: it is who is never held
            kind.royal = kind.name not in held and kind.name not in raised and not kind.promotes
    for kind in outline.kinds:
        kind.held_as = kind.name if kind.name in held else raised.get(kind.name, "") if hands else ""
    return outline


def _stalemate(game: Game) -> str:
    """The result of who has no move: that of the end called so, or of one without moves."""
    for reason, text in ((each.reason, each) for each in game.endings):
        if "stalemate" in reason or "no move" in reason:
            result = str(text.result)
            return result if result in RESULTS else "drawn"
    return "drawn"


def _set_up(game: Game, outline: Outline) -> None:
    node = fen.read(game, game.start)
    vocabulary, space = game.rules.vocabulary, game.space
    assert isinstance(space, LatticeSpace)
    for site, content in zip(space.sites, node.configuration.board, strict=True):
        symbol = vocabulary.symbol(content)
        if symbol:
            piece = vocabulary.pieces[symbol - 1]
            square: Square = (site[0] - space.low[0], site[1] - space.low[1])
            outline.placed[square] = (piece.name, piece.owner or 0)
