"""What the texts leave open or say beside their definitions, run on the smallest example that shows it."""

from __future__ import annotations

from lasker.algebra.fragments import Pattern
from lasker.algebra.meaning import Arena
from lasker.algebra.moves import Repeat
from lasker.drawing.boards.text import draw_board
from lasker.formulations.arithmetic.games import encode_game
from lasker.formulations.arithmetic.numbers import as_sequence, exact, pair
from lasker.formulations.arithmetic.sizes import size
from lasker.formulations.errata import guards
from lasker.formulations.errata.erratum import Finding, Search, ordinal, yes_or_no
from lasker.formulations.errata.readings import board, machine
from lasker.formulations.errata.smallest_failure import FROM_A1, Difference, Failure, smallest_failure
from lasker.formulations.laws import fen, fide, printed
from lasker.formulations.laws.fide import article_3, article_5
from lasker.formulations.laws.position import LawsPosition, Pieces, other, owner
from lasker.formulations.laws.squares import apart
from lasker.kernel.errors import LimitError, NameProblem
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules
from lasker.syntax.values import Value, is_move

ROUNDS = 100  # of a repetition, before it is said to go on
TOUR = "g1f3 g8f6 f3g1 f6g8 "  # four plies that come back
LONGEST = 269  # moves of the longest game, as the third text has it
ENOUGH = 399  # boards, it says
CAPTIVE = "8/8/8/8/8/rk1b4/P7/K7 w - - 0 1"  # White could only capture the king
RENAMED = (("count(5, [5, 5])", "cnt(5, [5, 5])"), ("avg(1, 1, 1)", "awg(1, 1, 1)"))


# --- the second text ----------------------------------------------------------------------------------------


def of_fragments(text: str) -> Value | None:
    """The rotation of what a text means, by its definition: for fragments, and nothing else.

    >>> of_fragments("u♟ -> .") is None
    True
    """
    words = Rules()
    return words.evaluate(f"R({text})") if isinstance(words.evaluate(text), Pattern) else None


def turned_moves() -> Finding | None:
    """E-B14: the first term that R is applied to though it is not defined there.

    >>> turned_moves().example
    'R(u♟ -> .)'
    """
    for tried, text in enumerate(("♟", "u♟", "u♟ -> .", "%♟: % + u. -> . + u%"), 1):
        if of_fragments(text) is None:
            turned = Printer(Rules()).show(Rules().evaluate(f"R({text})"))
            effort = f"terms in the order of their length, the {ordinal(tried)}"
            return Finding(f"R({text})", f"R({text})", "as a term", "not defined", turned, effort)
    return None


def rounds(rule: str, start: str, most: int = ROUNDS) -> int:
    """How often a rule can be applied one time after the other, as far as that is tried.

    >>> rounds("♙ -> ♟", "♙"), rounds("(♙ -> ♟) | (♟ -> ♙)", "♙")
    (1, 100)
    """
    words = Rules()
    move, arena = words.evaluate(rule), Arena(words.kind.board([(0, 0)]), words.vocabulary)
    assert is_move(move)
    ends = {arena.start([words.vocabulary.content(start)])}
    for number in range(most):
        ends = {end for each in ends for end in arena.results(move, each)}
        if not ends:
            return number
    return most


def repetition_of_cycles() -> Finding | None:
    """E-B17: the first rule that can be applied again and again, and its repetition.

    >>> repetition_of_cycles()[2:5]
    ('results', 'a new round without end', '♙, ♟')
    """
    words, start = Rules(), "♙"
    arena = Arena(words.kind.board([(0, 0)]), words.vocabulary)
    for tried, rule in enumerate(("♙ -> .", "♙ -> ♟", "(♙ -> ♟) | (♟ -> ♙)"), 1):
        if rounds(rule, start) == ROUNDS:
            move = words.evaluate(rule)
            assert is_move(move)
            ends = arena.results(Repeat(move, 0, None), arena.start([words.vocabulary.content(start)]))
            shown = ", ".join(sorted(draw_board(arena, end) for end in ends))
            effort = f"the {ordinal(tried)} rule for one square, {ROUNDS} rounds"
            example = f"({rule})* on {start}"
            return Finding(example, example, "results", "a new round without end", shown, effort)
    return None


# --- the third text -----------------------------------------------------------------------------------------


def names() -> Finding | None:
    """E-K8: the first name that the text uses and does not define.

    >>> names()[2:5]
    ('value', 'no function has this name', '2')
    """
    for tried, (used, defined) in enumerate(RENAMED, 1):
        try:
            machine().evaluate(used)
        except NameProblem:
            value = str(machine().evaluate(defined))
            effort = f"the {ordinal(tried)} of the names that change"
            return Finding(used, used, "value", "no function has this name", value, effort)
    return None


def sizes() -> Finding | None:
    """E-K10: the least board, and its pair with itself, which no computer can write down.

    >>> sizes().printed.startswith("about 10^")
    True
    """
    for tried, square in enumerate(FROM_A1, 1):
        position = LawsPosition.of({"a1": "K", square: "k"}, "white")
        if square == "a1" or not fide.covers(position):
            continue
        found = board(position)
        assert found is not None
        both = pair(found[0], found[0])
        try:
            exact(both)
        except LimitError:
            parts = f"its two parts, each of {size(found[0])}"
            effort = f"two kings, the {ordinal(tried)} square from a1"
            question = "the number of the pair of this board with itself"
            return Finding(fen.write(position), str(position), question, size(both), parts, effort)
    return None


def boards_of_a_long_game() -> Finding:
    """E-K34: how many boards a game of 269 moves has, in each of which both players move.

    >>> boards_of_a_long_game()[3:5]
    ('at most 399', '539')
    """
    moves = (TOUR * LONGEST).split()[: 2 * LONGEST]
    boards = len(as_sequence(encode_game(machine(), moves)).items)
    effort = "a game in which the knights go out and come back"
    question = f"boards of a game of {LONGEST} moves"
    return Finding(f"{TOUR}…", str(fide.INITIAL), question, f"at most {ENOUGH}", str(boards), effort)


def moves_to_f3() -> Finding:
    """E-K35: which moves are called Kf3 and Nf3 at the start.

    >>> moves_to_f3()[2:5]
    ('the first move of figure 10', 'Kf3: no move', 'Nf3: g1f3')
    """
    pieces = fide.INITIAL.pieces

    def called(letter: str) -> str:
        moves = (m for m in fide.legal_moves(fide.INITIAL) if m[2:4] == "f3" and pieces[m[:2]] == letter)
        return f"{letter}f3: {' '.join(moves) or 'no move'}"

    effort = "all moves at the start"
    return Finding(
        "the start", str(fide.INITIAL), "the first move of figure 10", called("K"), called("N"), effort
    )


def piece_that_moves() -> Finding:
    """E-K35: where the piece stands that figure 10 moves to square 29, which is e5.

    >>> piece_that_moves()[3:5]
    ('13 comes from d1', '22 comes from e7')
    """
    start = board(fide.INITIAL)
    assert start is not None

    def origin(piece: int) -> str:
        place = next(at for at, each in enumerate(as_sequence(start[0]).items, 1) if each == piece)
        return f"{piece} comes from {chr(97 + (place - 1) % 8)}{8 - (place - 1) // 8}"

    question = "the piece of the second move of figure 10, e5"
    return Finding("the start", str(fide.INITIAL), question, origin(13), origin(22), "the board b₀")


# --- the fourth text ----------------------------------------------------------------------------------------


def time_is_over() -> Finding:
    """E-W4: a player does not complete the moves in time.

    >>> time_is_over()[3:5]
    ('the game goes on', '1-0, time')
    """
    law = article_5.oversteps_time(fide.INITIAL, "black")
    page = "the game goes on" if printed.status(fide.INITIAL).result == "*" else "it is over"
    example, effort = "the start, and the time of Black is over", "the ways to win, one after the other"
    answers = page, f"{law.result}, {law.reason}"
    return Finding(example, str(fide.INITIAL), "the result", *answers, effort)


def calm(position: LawsPosition) -> Difference | None:
    """E-W7: stalemate, with the moves of the Laws, if neither player or only the one to move must be calm.

    >>> calm(fen.read(CAPTIVE))
    Difference(question='stalemate', printed='no', repaired='yes')
    """
    if not printed.covers(position) or fide.legal_moves(position):
        return None
    mover, waiting = (
        not article_3.in_check(position.pieces, side) for side in (position.side, other(position.side))
    )
    both = yes_or_no(mover and waiting), yes_or_no(mover)
    return None if both[0] == both[1] else Difference("stalemate", *both)


def captive_king() -> Finding | None:
    """E-W7: a position that the Laws exclude, in which it matters who must not be in check.

    >>> captive_king().example
    '8/8/8/8/8/rk1b4/P7/K7 w - - 0 1'
    """
    position = fen.read(CAPTIVE)
    found = calm(position)
    assert found is not None
    return Finding(CAPTIVE, str(position), *found, "made by hand; no game leads to such a position")


# --- the fifth text -----------------------------------------------------------------------------------------


def double_steps(position: LawsPosition, first: int) -> frozenset[str]:
    """Moves of pawns by two squares, from the ranks 1 and 6 of Table 1, if ranks are counted from so much.

    >>> double_steps(fide.INITIAL, 1), len(double_steps(fide.INITIAL, 0))
    (frozenset(), 8)
    """
    start = "1" if position.side == "white" else "6"
    return frozenset(
        move
        for move in guards.kinematic_moves(position)
        if position.pieces[move[:2]] in "Pp"
        and abs(int(move[3]) - int(move[1])) == 2
        and str(int(move[1]) - 1 + first) == start
    )


def numbered_ranks(position: LawsPosition) -> Difference | None:
    """E-H1: Table 1 of Part I, read with the ranks of Part III, or with its own.

    >>> numbered_ranks(fide.INITIAL).repaired
    'a2a4 b2b4 c2c4 d2d4 e2e4 f2f4 g2g4 h2h4'
    """
    if not fide.covers(position):
        return None
    both = (" ".join(sorted(double_steps(position, first))) or "none" for first in (1, 0))
    one, two = both
    return None if one == two else Difference("moves of pawns by two squares", one, two)


def squares_looked_at(pieces: Pieces, move: str) -> int:
    """The squares on the path of a move, and on those of the enemies that could reach the king after it.

    >>> squares_looked_at({"a1": "K", "h8": "q"}, "a1a2")
    1
    >>> squares_looked_at({"a1": "K", "h2": "r"}, "a1a2")
    8
    """
    after, side = guards.moved(pieces, move), owner(pieces[move[:2]])
    paths = [apart(move[:2], move[2:])]
    king = next(
        (square for square, letter in after.items() if letter in "Kk" and owner(letter) == side), None
    )
    if king is not None:
        ways = ((apart(w, king), letter) for w, letter in after.items() if owner(letter) != side)
        paths += [way for way, letter in ways if way in guards.delta(letter)]
    return sum(max(map(abs, path)) for path in paths)


def bound_of_a_check(position: LawsPosition) -> Difference | None:
    """E-H10: a move for which more squares are looked at than a rank has.

    >>> bound_of_a_check(fen.read("k7/8/8/8/8/8/8/K7 w - - 0 1")) is None
    True
    """
    if not fide.covers(position):
        return None
    most = max((squares_looked_at(position.pieces, m) for m in fide.legal_moves(position)), default=0)
    return Difference("squares looked at for one move", "at most 8", str(most)) if most > 8 else None


def _search(fails: Failure) -> Search:
    return lambda: smallest_failure(fails)


SEARCHES: dict[str, Search] = {
    "E-B14": turned_moves,
    "E-B17": repetition_of_cycles,
    "E-K8": names,
    "E-K10": sizes,
    "E-K34": boards_of_a_long_game,
    "E-K35": moves_to_f3,
    "E-W4": time_is_over,
    "E-W7": captive_king,
    "E-H1": _search(numbered_ranks),
    "E-H10": _search(bound_of_a_check),
}
ALSO: dict[str, tuple[Search, ...]] = {"E-K35": (piece_that_moves,)}
