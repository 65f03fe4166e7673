"""Errata of seed 002 from equation (47) on: one erratum as printed, the others
repaired, on positions and lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from lasker.formulations.arithmetic.games import encode_game
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import Number, as_sequence, pair, sequence
from lasker.formulations.crosscheck.positions import played
from lasker.formulations.errata.erratum import Finding, Search, least, ordinal, yes_or_no
from lasker.formulations.errata.lines_of_play import line_text, to_and_fro_for_ever, walk
from lasker.formulations.errata.readings import board, legal_moves, machine, reached
from lasker.formulations.errata.smallest_failure import Difference, smallest_failure
from lasker.formulations.laws import fide
from lasker.formulations.laws.fide.article_5 import checkmate
from lasker.formulations.laws.fide.article_5 import stalemate as fide_stalemate
from lasker.formulations.laws.position import LawsPosition

Value = Callable[[Machine, Number, int], bool | int | str | frozenset[str]]
Subject = Callable[[LawsPosition], bool]

SLOW = 400  # positions for each number of pieces: these functions are slow
RARE = 20_000  # where the FIDE Laws quickly exclude most positions


def mate(ask: Machine, b: Number, x: int) -> bool:
    """Equations (57) and (59) for the player to move.

    >>> mate(machine(), *board(fide.read("k7/1Q6/2K5/8/8/8/8/8 b - -")))
    True
    """
    return bool(ask("wkm" if x == 1 else "bkm", b))


def stalemate(ask: Machine, b: Number, x: int) -> bool:
    """Equations (60) and (61) for the player to move.

    >>> stalemate(machine(), *board(fide.read("k7/2K5/1Q6/8/8/8/8/8 b - -")))
    True
    """
    return bool(ask("wsm" if x == 1 else "bsm", b))


def dead(ask: Machine, b: Number, x: int) -> bool:
    """Equation (68).

    >>> dead(machine(), *board(fide.read("k7/8/8/8/8/8/8/K7 w - -")))
    True
    """
    return bool(ask("dp", b))


def listed(ask: Machine, b: Number, x: int) -> int:
    """The number of moves that equation (75) lists.

    >>> listed(machine(), *board(fide.read("k7/8/8/8/8/8/8/K6R w - -")))
    16
    """
    return len(as_sequence(ask("mvs", x, b)).items)


def doubled(ask: Machine, b: Number, x: int) -> int:
    """The number of moves that (78) lists after an epoch in which two moves lead to this board.

    >>> doubled(machine(), *board(fide.read("8/8/8/8/8/8/p7/k1K5 w - -")))
    3
    """
    moves = [pair(pair(pair(way, b), 3 - x), 0) for way in (1, 2)]
    return len(as_sequence(ask("EMafter", pair(sequence(moves), x))).items)


def unfinished(ask: Machine, b: Number, x: int) -> bool:
    """Equation (101) for the player to move, with a game of this board only.

    >>> unfinished(machine("E-K30"), *board(fide.read("8/8/8/8/8/8/8/Kqk5 w - -")))
    True
    """
    return bool(ask("ufg", sequence([b]), x))


def draws_within_two(ask: Machine, b: Number, x: int) -> str:
    """Equation (104): the drawn games among those of two more plies.

    >>> draws_within_two(machine("E-K32"), *board(fide.read("k7/8/8/8/8/8/8/K7 w - -")))
    '0'
    """
    found = ask("drgs", sequence([b]), 0, 2)
    return "0" if found == 0 else f"a list of {len(as_sequence(found).items)}"


def lost(ask: Machine, b: Number, x: int) -> bool:
    """Equation (110) for the player to move: every move loses.

    >>> lost(machine(), *board(fide.read("8/8/8/8/8/8/8/Kqk5 w - -")))
    True
    """
    return bool(ask("alg", sequence([b]), x, 1))


def fails(
    id: str,
    question: str,
    value: Value,
    position: LawsPosition,
    subject: Subject = fide.covers,
    short: bool = False,
) -> Difference | None:
    """The difference that an erratum makes on a position within its subject.

    >>> fails("E-K15", "checkmate", mate, fide.read("4k3/8/8/8/8/8/8/r3K3 w - -"))
    Difference(question='checkmate', printed='yes', repaired='no')
    """
    if not fide.covers(position) or not subject(position):
        return None
    printed, repaired = board(position, short), board(position)
    if printed is None or repaired is None:
        return None
    answers = value(machine(id), *printed), value(machine(), *repaired)
    if answers[0] == answers[1]:
        return None
    one, other = answers
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return Difference(question, *least((one, other)))
    return Difference(question, yes_or_no(one), yes_or_no(other))


def forced_win(position: LawsPosition) -> Difference | None:
    """E-K31: (107) for one ply, from a position instead of a game from the start, which would be infeasible.

    >>> forced_win(fide.read("6k1/5ppp/8/8/8/8/8/R3K3 w - -"))
    Difference(question='White can force a win in one ply', printed='no', repaired='yes')
    """
    after = (played(position, move) for move in fide.legal_moves(position))
    if not fide.covers(position) or position.side != "white" or not any(map(checkmate, after)):
        return None
    found = board(position)
    if found is None:
        return None
    z = sequence([found[0]])
    every = bool(machine().evaluate("(∀y ∈ level(z, 1)){wng(y, 1)}", z=z))
    some = bool(machine()("awg", z, 1, 1))
    question = "White can force a win in one ply"
    return None if every == some else Difference(question, yes_or_no(every), yes_or_no(some))


def in_check(position: LawsPosition) -> bool:
    """In check: without it neither reading of (57) and (59) says mate.

    >>> in_check(fide.read("8/8/8/8/8/8/8/Kqk5 w - -"))
    True
    """
    return fide.in_check(position.pieces, position.side)


# --- lines of play ------------------------------------------------------------------------------------------


def on_a_line(id: str, question: str, value: Callable[[Machine, Number], str], walks: int) -> Finding | None:
    """The shortest of many random walks after which a function of games has another value as printed.

    >>> on_a_line("E-K28", "drawn", repeated, walks=1) is None
    False
    """
    found: list[tuple[list[LawsPosition], str, str]] = []
    for line in (walk(3, seed) for seed in range(walks)):
        boards = [each[0] for each in map(board, line) if each is not None]
        for end in range(1, len(boards) + 1):
            z = sequence(boards[:end])
            printed, repaired = value(machine(id), z), value(machine(), z)
            if printed != repaired:
                found.append((line[:end], printed, repaired))
                break
    if not found:
        return None
    line, printed, repaired = min(found, key=lambda each: len(each[0]))
    effort = f"the shortest of {len(found)} such lines in {walks} walks: 3 men, {len(line) - 1} plies"
    return Finding(line_text(line), str(line[-1]), question, printed, repaired, effort)


def repeated(ask: Machine, z: Number) -> str:
    """Equation (95).

    >>> repeated(machine(), sequence([board(fide.INITIAL)[0]] * 5))
    'yes'
    """
    return yes_or_no(bool(ask("drp", z)))


def going_on(ask: Machine, z: Number) -> str:
    """The number of games that are one ply longer than this one.

    >>> going_on(machine(), sequence([board(fide.read("k7/8/8/8/8/8/8/K6R w - -"))[0]]))
    '16'
    """
    return str(len(as_sequence(ask("next", z)).items))


def fifty_moves(ask: Machine, z: Number) -> str:
    """Equation (98).

    >>> fifty_moves(machine(), sequence([board(fide.INITIAL)[0]] * 50))
    'no'
    """
    return yes_or_no(bool(ask("dr50", z)))


def to_and_fro(id: str, question: str, value: Callable[[Machine, Number], str]) -> Finding | None:
    """The number of boards after which a function of games has another value as printed, when pieces move
    back and forth.

    >>> to_and_fro("E-K36", "how many games go on", going_on).question
    'how many games go on, after 9 boards'
    """
    line = to_and_fro_for_ever(3, 0)
    boards = [each[0] for each in map(board, line) if each is not None]
    for count in range(2, 102):
        z = sequence(boards[index % 4] for index in range(count))
        printed, repaired = value(machine(id), z), value(machine(), z)
        if printed != repaired:
            example = f"{line_text([*line, line[0]])}, again and again"
            effort = f"2, 3, … boards of such a game, up to {count}"
            return Finding(
                example, str(line[0]), f"{question}, after {count} boards", printed, repaired, effort
            )
    return None


def after_one_move(id: str, question: str, value: Callable[[Machine, Number], bool]) -> Finding | None:
    """The first game of one ply for which a function has another value as printed.

    >>> after_one_move("E-K27", "is in its list", in_its_list).example
    'the game a2a3'
    """
    for count, move in enumerate(fide.legal_moves(fide.INITIAL), 1):
        z = encode_game(machine(), [move])
        printed, repaired = value(machine(id), z), value(machine(), z)
        if printed != repaired:
            after = played(fide.INITIAL, move)
            answers = yes_or_no(printed), yes_or_no(repaired)
            return Finding(
                f"the game {move}", str(after), question, *answers, f"the {ordinal(count)} game of one ply"
            )
    return None


def historical(ask: Machine, z: Number) -> bool:
    """Equation (83).

    >>> historical(machine(), encode_game(machine(), ["e2e4"]))
    True
    """
    return bool(ask("hgm", z))


def in_its_list(ask: Machine, z: Number) -> bool:
    """Equation (90): whether a game of one ply is among those of one ply.

    >>> in_its_list(machine(), encode_game(machine(), ["e2e4"]))
    True
    """
    return bool(ask("in", z, ask("G", 1)))


def _position(
    id: str,
    question: str,
    value: Value,
    subject: Subject = fide.covers,
    per_size: int = SLOW,
    short: bool = False,
) -> Search:
    return lambda: smallest_failure(
        lambda position: fails(id, question, value, position, subject, short), per_size=per_size
    )


SEARCHES: dict[str, Search] = {
    "E-K14": _position("E-K14", "squares reached", reached),
    "E-K15": _position("E-K15", "checkmate", mate),
    "E-K16": _position("E-K16", "checkmate", mate, in_check, RARE),
    "E-K17": _position("E-K17", "checkmate", mate, in_check, RARE),
    "E-K18": _position("E-K18", "checkmate", mate, in_check, RARE),
    "E-K19": _position("E-K19", "checkmate", mate, in_check, RARE),
    "E-K20": _position("E-K20", "stalemate", stalemate, fide_stalemate, RARE),
    "E-K21": _position("E-K21", "dead", dead),
    "E-K22": _position("E-K22", "legal moves", legal_moves),
    "E-K23": _position("E-K23", "legal moves", legal_moves, short=True),
    "E-K24": _position("E-K24", "how many moves are listed", listed),
    "E-K25": partial(after_one_move, "E-K25", "is a game", historical),
    "E-K26": _position("E-K26", "how many moves follow two ways to one board", doubled),
    "E-K27": partial(after_one_move, "E-K27", "is among the games up to its epoch", in_its_list),
    "E-K28": partial(on_a_line, "E-K28", "drawn by repetition", repeated, 40),
    "E-K29": partial(to_and_fro, "E-K29", "drawn by fifty moves", fifty_moves),
    "E-K30": _position("E-K30", "unfinished for the mated player", unfinished, checkmate, RARE),
    "E-K31": lambda: smallest_failure(forced_win),
    "E-K32": _position("E-K32", "drgs for two plies", draws_within_two),
    "E-K33": _position("E-K33", "lost, so that one resigns", lost, checkmate, RARE),
    "E-K36": partial(to_and_fro, "E-K36", "how many games go on", going_on),
    "E-K38": _position("E-K38", "squares reached", reached),
}
