"""Other pieces: one more, or one in place of another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lasker.builder.completion import around, parts_of, sign, way_of
from lasker.builder.expressions import Expression, expression, line, signs, spelled
from lasker.kernel.errors import DeclarationError, NameProblem, did_you_mean
from lasker.model.position import settled
from lasker.notation.fen import fen
from lasker.play.game import Game
from lasker.syntax import tree as t
from lasker.syntax.betza import Betza
from lasker.syntax.betza import read as read_betza
from lasker.syntax.betza.layer import TARGET, WAY
from lasker.syntax.compose import NOWHERE, PIECE, asked, bracketed, called, either, rebuilt, row
from lasker.syntax.declarations import Declarations, defined
from lasker.transform.rules import Movers
from lasker.transform.variant import starting, told, variant

BETZA_BOARDS = ("square", "cube")  # whose directions it speaks of
NAMED = re.compile(r"\w+")


def add_piece(
    game: Game,
    name: str,
    letters: str | Sequence[str],
    *,
    betza: str | None = None,
    moves: Expression | None = None,
    glyphs: str | Sequence[str] = "",
    at: Mapping[str, Sequence[str]] | None = None,
    start: str | None = None,
    title: str | None = None,
) -> Game:
    """The game with one more piece, which moves as Betza notation says, or by a move of `%` onto a square
    that holds `t`. `at` puts it on squares of the start, by player, in place of what stands there.

    Where the game says in one function `way(t)` how its pieces go, the piece is one of them: it gives check,
    and is pinned like all others. Else it gets moves of its own, onto empty squares and enemies.

    >>> import lasker
    >>> archbishop = add_piece(lasker.load("chess"), "archbishop", "Aa", betza="BN",
    ...     at={"white": ["b1"], "black": ["b8"]})
    >>> archbishop.model.start
    'rabqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RABQKBNR w KQkq - 0 1'
    """
    found = told(game)
    if ("piece", name) in found:
        raise NameProblem(f"{game.title} has a {name} already", remedy="exchange it, or choose another name")
    found = found.having(_piece(game, name, letters, glyphs))
    how = _how(game, name, betza, moves)
    if how is None:
        raise DeclarationError(f"nothing says how the {name} moves", remedy="give betza or moves")
    piece = sign(found, name)
    if _has_way(found):
        parameter = _parameter(found)
        added = way_of(piece, name, how, parameter, around(found))
        body = either([called("super", called(parameter)), added])
        found = found.overriding(defined(WAY, body, (parameter,)))
    else:
        head = t.Row((PIECE, piece), NOWHERE)
        ways = [_aimed(way_of(piece, name, how, game=around(found)), target) for target in (".", "enemy")]
        own = t.Bound(head, bracketed(either(ways)), NOWHERE)
        for root, player in Movers(game, found).roots.items():
            if player:
                continue
            found = found.overriding(defined(root, either([called("super"), bracketed(own)])))
    if at is not None:
        start = _placed(game, spelled(found), name, at, start)
    return variant(game, spelled(starting(found, start)), f"with {name}s", title)


def exchange_piece(
    game: Game,
    old: str,
    new: str,
    letters: str | Sequence[str],
    *,
    betza: str | None = None,
    moves: Expression | None = None,
    glyphs: str | Sequence[str] = "",
    title: str | None = None,
) -> Game:
    """The game with another piece wherever one was: at the start, in promotions, in every rule that names it.
    It moves as the old one did unless `betza` or `moves` says otherwise.

    >>> import lasker
    >>> amazons = exchange_piece(lasker.load("chess"), "queen", "amazon", "Mm", betza="QN")
    >>> amazons.model.start, amazons.perft(1)
    ('rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR w KQkq - 0 1', 22)
    """
    found = told(game)
    if ("piece", old) not in found:
        pieces = found.names("piece")
        raise NameProblem(
            f"{game.title} has no {old}", remedy=did_you_mean(old, pieces, f"pieces: {', '.join(pieces)}")
        )
    if new != old and (("piece", new) in found or new in _used(found)):
        raise NameProblem(f"{new} means something else in {game.title}", remedy="choose another name")
    declared = _piece(game, new, letters, glyphs, but=old)
    olds = [piece for piece in game.model.vocabulary.pieces if piece.name == old]
    _, new_glyphs, new_letters = declared.parts
    if len(olds) != len(new_letters):
        raise DeclarationError(
            f"the {old} has {len(olds)} letters, and the {new} {len(new_letters)}",
            remedy="give one letter to each player who has the piece",
        )
    letters_of = {piece.letter: letter for piece, letter in zip(olds, new_letters, strict=True)}
    glyphs_of = {piece.glyph: glyph for piece, glyph in zip(olds, new_glyphs or new_letters, strict=True)}
    lines = {
        (("piece", new) if key == ("piece", old) else key): (declared if key == ("piece", old) else each)
        for key, each in found.lines.items()
    }
    found = Declarations(lines).changed(
        lambda node: _exchanged(node, old, new, letters_of | glyphs_of, found)
    )
    found = _facts_exchanged(found, old, new, letters_of)
    how = _how(game, new, betza, moves)
    if how is not None:
        if not _has_way(found):
            raise DeclarationError(
                f"{game.title} does not say in one place how its pieces go",
                remedy="leave betza and moves out, and redefine what moves the piece: transform.redefine",
            )
        piece, parameter = sign(found, new), _parameter(found)
        others = asked(t.Narrowed(PIECE, piece, False, NOWHERE))
        replaced = way_of(piece, new, how, parameter, around(found))
        ways = [row(others, called("super", called(parameter))), replaced]
        found = found.overriding(defined(WAY, either(ways), (parameter,)))
    return variant(game, spelled(found), f"{new}s for {old}s", title)


def _piece(
    game: Game, name: str, letters: str | Sequence[str], glyphs: str | Sequence[str], but: str = ""
) -> t.Declaration:
    """The declaration of a piece whose signs are not taken by another one."""
    shown = [*signs(glyphs), *(f"'{letter}'" for letter in signs(letters))]
    found = line("piece ", f"{name} {' '.join(shown)}", f"<piece {name}>")
    assert isinstance(found, t.Declaration)
    for piece in game.model.vocabulary.pieces:
        taken = {piece.letter, piece.glyph} & {*found.parts[1], *found.parts[2]}
        if piece.name != but and taken:
            raise NameProblem(
                f"{min(taken)} is the sign of the {piece.name} in {game.title}",
                remedy="choose another letter",
            )
    if len(found.parts[2]) not in {1, len(game.players)} or len(found.parts[1]) not in {
        0,
        len(found.parts[2]),
    }:
        raise DeclarationError(
            f"{game.title} has {len(game.players)} players, and {name} {len(found.parts[2])} letters "
            f"and {len(found.parts[1])} glyphs",
            remedy="give one letter to each player, or one to a piece without owner; as many glyphs, or none",
        )
    return found


def _how(game: Game, name: str, betza: str | None, moves: Expression | None) -> Betza | t.Node | None:
    if betza is not None and moves is not None:
        raise DeclarationError(f"the {name} moves in two ways", remedy="give betza or moves, not both")
    if betza is not None and game.model.space.compass.name not in BETZA_BOARDS:
        raise DeclarationError(
            f"Betza notation is for boards of squares, which {game.title} is not played on",
            remedy="say it in the language: moves=…",
        )
    if betza is not None:
        return read_betza(betza)
    return None if moves is None else expression(moves, f"<moves of {name}>")


def _has_way(found: Declarations) -> bool:
    match found.lines.get(("definition", WAY)):
        case t.Statement((t.Row((_, t.Group((t.Word(),)))), _)):
            return True
    return False


def _parameter(found: Declarations) -> str:
    match found.lines.get(("definition", WAY)):
        case t.Statement((t.Row((_, t.Group((t.Word(name),)))), _)):
            return name
    raise KeyError(WAY)


def _aimed(way: t.Node, target: str) -> t.Node:
    """A way onto a square that holds something, in place of `t`."""
    aim = bracketed(expression(target, "<target>"))

    def change(node: t.Node) -> t.Node:
        return aim if isinstance(node, t.Word) and node.text == TARGET else node

    found: t.Node = rebuilt(way, change)
    return found


def _used(found: Declarations) -> set[str]:
    """Every word that the trees of a game use."""
    return set().union(*(t.words(each) for key, each in found.lines.items() if key[0] != "fact"))


def _exchanged(node: Any, old: str, new: str, changed: Mapping[str, str], found: Declarations) -> Any:
    """A node in which another piece is named. What has the name for another reason keeps it."""
    match node:
        case t.Symbol(text) if text in changed:
            return replace(node, text=changed[text])
        case t.Word(text) if text == old and ("definition", old) not in found:
            return replace(node, text=new)
        case t.Cursor(name) if name == old and ("definition", old) not in found:
            return replace(node, name=new)
    return node


def _facts_exchanged(found: Declarations, old: str, new: str, letters: Mapping[str, str]) -> Declarations:
    """The start, the fields of FEN and the weights with another name and other letters."""
    for keyword in ("fen", "weights"):
        for _, texts in [parts for parts in [parts_of(found, "fact", keyword)] if parts]:
            changed = tuple(
                NAMED.sub(lambda name: new if name[0] == old else name[0], each) for each in texts
            )
            found = found.having(t.Declaration("fact", (keyword, changed), NOWHERE))
    start = parts_of(found, "fact", "start")
    if start:
        rows, (last, blank, rest) = start[1][:-1], start[1][-1].partition(" ")
        table = str.maketrans({a: b for a, b in letters.items() if len(a) == 1})
        texts = (*(text.translate(table) for text in rows), last.translate(table) + blank + rest)
        found = found.having(t.Declaration("fact", ("start", texts), NOWHERE))
    return found


def _placed(
    game: Game, found: Declarations, name: str, at: Mapping[str, Sequence[str]], start: str | None
) -> str:
    """The start with a new piece on some squares."""
    if not (start or game.model.start):
        raise DeclarationError(f"{game.title} does not say how it starts", remedy="give start=…")
    model = found.game("<start>", game.model.limits)
    node = fen.read(model, start or model.start)
    board = list(node.configuration.board)
    for player, squares in at.items():
        if player not in game.players:
            raise NameProblem(
                f"{player} does not play", remedy=did_you_mean(player, game.players, ", ".join(game.players))
            )
        number = game.players.index(player)
        piece = next(p for p in model.vocabulary.pieces if p.name == name and p.owner in {number, None})
        for square in squares:
            board[model.space.site(square)] = model.vocabulary.content(piece.glyph)
    changed = node.configuration._replace(board=tuple(board))
    return fen.write(settled(model, changed, node.state))
