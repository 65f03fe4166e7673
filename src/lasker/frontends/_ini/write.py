"""From a game to a variants file: guesses of what its options are, each played against the game itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lasker.frontends._compare import difference
from lasker.frontends._ini import betza
from lasker.frontends._ini.claims import with_claims
from lasker.frontends._ini.document import read
from lasker.frontends._ini.option_table import CUSTOM, TYPES
from lasker.frontends._ini.translate import translate
from lasker.frontends._ini.values import FILES, RANKS
from lasker.frontends._ini.variant import builtin, resolve
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.movement.betza import betza_movement
from lasker.movement.piece_context import piece_called
from lasker.notation.fen import fen
from lasker.space.space import LatticeSpace
from lasker.syntax.read import read_game

OWN = "lasker-"  # before a name that Fairy-Stockfish has already, and would not take again


def variants_file(game: Game, name: str) -> tuple[str, list[str]]:
    """A game as a variants file, and what is lost of it; an error says why it cannot be one."""
    name = OWN + name if name in builtin() else name
    refuse = _refusal(game)
    if refuse:
        raise DeclarationError(f"{name} cannot be written as a variants file: {refuse}")
    reasons: list[str] = []
    reason: str | None
    for text in _guesses(game, name):
        try:
            reason = difference(game, _built(text, name))
        except LaskerError as error:
            reason = error.message
        if reason is None:
            return with_claims(game, text, partial(_built, name=name))
        reasons.append(reason)
    why = reasons[-1] if reasons else "no guess fits its start"
    raise DeclarationError(
        f"{name} cannot be written as a variants file: {why}",
        remedy="a variants file has only the options that docs/how-to/fairy-stockfish.md lists",
    )


def _refusal(game: Game) -> str:
    """Why no variants file can say a game at all."""
    space = game.space
    if not isinstance(space, LatticeSpace) or space.compass.name != "square":
        return "its board is no rectangle of squares"
    files, ranks = (high - low + 1 for low, high in zip(space.low, space.high, strict=True))
    if files * ranks != len(space.sites):
        return "its board has holes"
    if files > FILES or ranks > RANKS:
        return f"its board is larger than {FILES}x{RANKS}"
    if len(game.players) != 2 or len(game.states) != 2:
        return "it is not played by two players who take turns"
    long = [
        p.letter
        for p in game.rules.vocabulary.pieces
        if len(p.letter.strip("+")) != 1 or not p.letter.isascii()
    ]
    return f"{long[0]} is no letter" if long else ""


def _size(game: Game) -> tuple[int, int]:
    space = game.space
    assert isinstance(space, LatticeSpace)
    return space.high[0] - space.low[0] + 1, space.high[1] - space.low[1] + 1


def _guesses(game: Game, name: str) -> Iterator[str]:
    """Variants files that may say the game: one that comes with Fairy-Stockfish, or pieces put together."""
    start = fen.write(fen.read(game, game.start))
    board, size = start.split()[0].partition("[")[0], _size(game)
    called = {word for fact in ("also", "game") for word in game.rules.declared.facts.get(fact, ())}
    called = {word.lower() for word in called} | {name.removeprefix(OWN).replace("_", "")}
    found = []
    for each in builtin():
        variant = resolve(each, {})
        rows = variant["startFen"].split()[0].partition("[")[0]
        same = each in called
        if (
            not each.startswith("_")
            and variant.size == size
            and rows == board
            and (same or not variant["twoBoards"])
        ):
            found.append((not same, each))
    yield from (f"[{name}:{each}]\n" for _, each in sorted(found))
    yield from _composed(game, name, start)


def _composed(game: Game, name: str, start: str) -> Iterator[str]:
    """Pieces by how they move, and the usual rules around them."""
    (files, ranks), fields = _size(game), {field.split(":")[0] for field in game.fen_fields}
    lines, pawn, others = [], "", ""
    free = list(CUSTOM)
    known = {betza.read(text): kind for kind, text in TYPES.items() if text and kind not in (*CUSTOM, "king")}
    for piece in game.rules.vocabulary.pieces:
        if piece.owner != 0 or len(piece.letter) != 1:
            continue
        told = betza_movement(game, piece_called(game, piece.letter))
        if told is None:
            raise DeclarationError(f"how the {piece.name} moves cannot be written in Betza notation")
        letter, moves = piece.letter.lower(), str(told.betza)
        ways = betza.read(moves)
        plain = frozenset(way for way in ways if not way.initial)
        if piece.name == "king":
            lines.append(f"king = {letter}" + ("" if plain == betza.read("K") else f":{moves}"))
        elif plain == betza.read(TYPES["pawn"]):
            lines.append(f"pawn = {letter}")
            pawn = letter
        else:
            kind = known.get(plain) or free.pop(0)
            lines.append(f"{kind} = {letter}" + ("" if kind in TYPES and kind not in CUSTOM else f":{moves}"))
            others += letter
    lines += [f"maxFile = {files}", f"maxRank = {ranks}", f"startFen = {start}"]
    lines += [f"promotionRegionWhite = *{ranks}", "promotionRegionBlack = *1"]
    lines += [f"doubleStepRegionWhite = *2\ndoubleStepRegionBlack = *{ranks - 1}"]
    lines += [f"castling = {str('castling' in fields).lower()}", f"promotionPieceTypes = {others or '-'}"]
    if "castling" in fields:
        lines += [f"castlingKingsideFile = {files - 1}", "castlingQueensideFile = 3"]
    if "hand" in fields:
        lines += ["pieceDrops = true", "capturesToHand = true"]
    whole = f"[{name}]\n" + "\n".join(lines) + "\n"
    yield whole
    if pawn:
        yield whole + "doubleStep = false\n"


def _built(text: str, name: str) -> Game:
    """The game that a variants file says."""
    sections = read(Source(text, "<guess>.ini"))
    return read_game(Source(translate(resolve(name, sections)).text(), "<guess>.rules"))
