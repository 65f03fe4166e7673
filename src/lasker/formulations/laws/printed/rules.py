"""W1, W2, W13, W17 to W19: attack, check, castling and checkmate in the words of the page.

The page calls under attack what a piece may *legally* move to, and a move legal if the own king is not under
attack after it. The circle closes: each turn of it takes a king off the board, and there are two. These
functions follow the words round, so that what is pinned attacks nothing (E-W3).
"""

from __future__ import annotations

from collections.abc import Iterator

from lasker.formulations.laws.position import HOMES, LawsPosition, Pieces, Side, king_of, other, owner
from lasker.formulations.laws.printed.pieces import transfers
from lasker.formulations.laws.squares import apart, between, step


def captured(pieces: Pieces, move: str, passed: str | None = None) -> str | None:
    """W1, W16: the square of the piece that a move captures: where it ends, or what has passed en passant.

    >>> captured({"e5": "P", "d5": "p"}, "e5d6", "d6"), captured({"e5": "P", "d6": "p"}, "e5d6")
    ('d5', 'd6')
    """
    origin, target = move[:2], move[2:]
    if pieces[origin] in "Pp" and target == passed:
        return target[0] + origin[1]
    return target if target in pieces else None


def transferred(pieces: Pieces, move: str, passed: str | None = None) -> Pieces:
    """W1, W3, W17: the pieces after a move, what it captures removed, the rook of castling moved.

    The page leaves a captured king on the board; as the game is over (W2), we show the piece that took it.

    >>> transferred({"e1": "K", "h1": "R"}, "e1g1")
    {'f1': 'R', 'g1': 'K'}
    """
    origin, target = move[:2], move[2:]
    gone = {origin, captured(pieces, move, passed)}
    after = {square: letter for square, letter in pieces.items() if square not in gone}
    if pieces[origin] in "Kk" and abs(apart(origin, target)[0]) == 2:
        after[between(origin, target)[0]] = after.pop(("a" if target < origin else "h") + origin[1])
    after[target] = pieces[origin]
    return after


def leaves_king_safe(pieces: Pieces, move: str, side: Side, passed: str | None = None) -> bool:
    """W5, W18: after the move the mover's king is not under attack.

    The page says so of moves by the king and of a player in check. Of a move by another piece that uncovers
    the king it says nothing; `uncovering_moves` lists these. Read without them nothing would ever be pinned.

    >>> leaves_king_safe({"a1": "K", "a8": "r", "a2": "N"}, "a2b4", "white")
    False
    """
    return not king_under_attack(transferred(pieces, move, passed), side)


def attackers(pieces: Pieces, square: str, by: Side) -> Iterator[str]:
    """W13: the squares from which a piece of `by` may legally move to `square`, castling apart.

    >>> pieces = {"e8": "k", "d7": "b", "b5": "B", "h2": "K"}
    >>> list(attackers(pieces, "h3", "black"))
    []
    >>> [list(attackers({"e2": "p", "e8": "k"}, square, "black")) for square in ("d1", "e1", "f1")]
    [[], ['e2'], []]
    """
    for move in transfers(pieces, by):
        if move.endswith(square) and leaves_king_safe(pieces, move, by):
            yield move[:2]


def under_attack(pieces: Pieces, square: str, by: Side) -> bool:
    """W13: whether any piece of `by` may legally move to the square.

    >>> under_attack({"a1": "R", "h8": "K"}, "a5", "white")
    True
    """
    return any(attackers(pieces, square, by))


def king_under_attack(pieces: Pieces, side: Side) -> bool:
    """W18: whether the king of `side` is under attack; a player without a king has none to lose.

    >>> king_under_attack({"e1": "K", "e5": "r", "e8": "k"}, "white")
    True
    """
    square = king_of(pieces, side)
    return square is not None and under_attack(pieces, square, other(side))


def threatened(position: LawsPosition, square: str) -> bool:
    """W2: whether the piece on a square could be captured in one move by *any* piece of either side (E-W4).

    It is the ban on capturing one's own pieces (W1) that keeps this from meaning the own pieces too. A pawn
    that can be captured en passant is threatened, though nothing may move to its square.

    >>> from lasker.formulations.laws.fen import read
    >>> threatened(read("4k3/8/8/3pP3/8/8/8/4K3 w - d6"), "d5")
    True
    """
    pieces = position.pieces
    for side in ("white", "black"):
        passed = position.passed if side == position.side else None
        for move in transfers(pieces, side, passed):
            if captured(pieces, move, passed) == square and leaves_king_safe(pieces, move, side, passed):
                return True
    return False


def in_check(position: LawsPosition, side: Side) -> bool:
    """W2, W18: a player is in check whose king is threatened.

    >>> from lasker.formulations.laws.fen import read
    >>> in_check(read("4k3/8/8/8/8/8/4r3/4K3 w - -"), "white")
    True
    """
    square = king_of(position.pieces, side)
    return square is not None and threatened(position, square)


def castling(position: LawsPosition) -> Iterator[str]:
    """W17: the king two squares towards a rook, the rook to the next square on his other side, if

    (1) neither has been moved, (2) the squares between them are empty, (3) the king is not in check and
    neither of the two squares that he moves through is under attack, in the sense of W13.

    >>> from lasker.formulations.laws.fen import read
    >>> list(castling(read("4k3/8/8/8/8/8/4p3/4K2R w K -")))
    ['e1g1']
    """
    pieces, opponent = position.pieces, other(position.side)
    for right in position.castling:
        king_home, rook_home = HOMES[right]
        if owner(right) != position.side or any(square in pieces for square in between(king_home, rook_home)):
            continue
        towards = 1 if rook_home > king_home else -1
        way = [step(king_home, files * towards, 0) or "" for files in (1, 2)]
        if not king_under_attack(pieces, position.side) and not any(
            under_attack(pieces, square, opponent) for square in way
        ):
            yield king_home + way[1]


def described_moves(position: LawsPosition) -> frozenset[str]:
    """W5 to W17: the moves that the page describes, pseudo-legal: check is ignored.

    >>> from lasker.formulations.laws.fen import read
    >>> sorted(described_moves(read("8/8/8/8/8/8/P7/K6r w - -")))
    ['a1b1', 'a1b2', 'a2a3', 'a2a4']
    """
    return frozenset(transfers(position.pieces, position.side, position.passed)) | {*castling(position)}


def legal_moves(position: LawsPosition) -> tuple[str, ...]:
    """W1 to W18: the moves that the page allows, in alphabetical order, captures of kings included (E-W1).

    >>> from lasker.formulations.laws.fen import read
    >>> legal_moves(read("8/8/8/8/8/8/P7/K6r w - -"))
    ('a1b2',)
    """
    return tuple(
        move
        for move in sorted(described_moves(position))
        if leaves_king_safe(position.pieces, move, position.side, position.passed)
    )


def uncovering_moves(position: LawsPosition) -> tuple[str, ...]:
    """W18: what the page does not forbid, though we do: a player not in check uncovers his king.

    >>> from lasker.formulations.laws.fen import read
    >>> uncovering_moves(read("4r2k/8/8/8/8/8/4N3/4K3 w - -"))
    ('e2c1', 'e2c3', 'e2d4', 'e2f4', 'e2g1', 'e2g3')
    """
    if in_check(position, position.side):
        return ()
    exposing = described_moves(position).difference(legal_moves(position))
    return tuple(move for move in sorted(exposing) if position.pieces[move[:2]] not in "Kk")


def must_say(position: LawsPosition) -> str | None:
    """W18: what the player who has just moved is obliged to say (E-W7).

    >>> from lasker.formulations.laws.fen import read
    >>> must_say(read("4k3/8/8/8/8/8/8/K3R3 b - -"))
    'Check.'
    """
    return "Check." if in_check(position, position.side) else None


def checkmate(position: LawsPosition) -> bool:
    """W19: the player to move is in check, and no legal move gets him out of it.

    >>> from lasker.formulations.laws.fen import read
    >>> checkmate(read("R5k1/5ppp/8/8/8/8/8/6K1 b - -"))
    True
    """
    return in_check(position, position.side) and not legal_moves(position)


def cannot_save_the_king(position: LawsPosition) -> bool:
    """W2: the same from the other side: check, and no single move prevents the king from being captured.

    >>> from lasker.formulations.laws.fen import read
    >>> cannot_save_the_king(read("R5k1/5ppp/8/8/8/8/8/6K1 b - -"))
    True
    """
    return in_check(position, position.side) and all(
        king_under_attack(transferred(position.pieces, move, position.passed), position.side)
        for move in described_moves(position)
    )


def king_captured(position: LawsPosition) -> Side | None:
    """W2: the player who has captured a king, and won with it, if someone has.

    >>> from lasker.formulations.laws.fen import read
    >>> king_captured(read("8/8/8/8/8/8/8/4K3 b - -"))
    'white'
    """
    for side in ("white", "black"):
        if king_of(position.pieces, side) is None:
            return other(side)
    return None
