"""Exercises about the algebra: apply a move, decide a law, simplify a term, draw a fragment."""

from __future__ import annotations

from functools import cache
from random import Random

from lasker import calculator
from lasker.algebra.fragments import Pattern
from lasker.algebra.laws import MOVE_LAWS, Law, chain
from lasker.algebra.moves import FAIL, NIL, Move, Repeat, Test, Variable, choice, measure, sequence
from lasker.calculator import Term
from lasker.drawing.boards.board import Board
from lasker.drawing.documents.page import Block, Paragraph, Picture, Pictures, Rows
from lasker.drawing.verdict_page import blocks, board_picture
from lasker.sheets.exercise import Exercise, Maker
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules

DIRECTIONS = ("u", "d", "l", "r", "ur", "ul", "dr", "dl")
MOVERS, TARGETS = "♖♗♘♙", "♜♝♞♟"
MOST_RESULTS = 4
SIZES = {1: (3, 2), 2: (3, 3), 3: (4, 3)}  # of boards, by difficulty
MOST_SIZE = {1: 7, 2: 10, 3: 14}  # of the terms of a law
LEAVES: tuple[Move, ...] = (*map(Variable, "MNMN"), NIL, FAIL)
UNSEEN = "#d9d4c6"  # squares that a fragment does not speak of


@cache
def _words() -> Rules:
    return calculator.rules(variables=True)


def _pictures(*boards: Board) -> Pictures:
    return Pictures(tuple(map(board_picture, boards)))


def _empty(board: Board) -> Board:
    return Board(board.arena, board.arena.start([0] * len(board.arena.space.sites)))


# --- apply a move -----------------------------------------------------------------------------------------


def _move(random: Random, difficulty: int) -> str:
    """A move of pieces that the boards of these exercises have."""
    piece, enemy = random.choice(MOVERS), random.choice(TARGETS)
    one, two = random.sample(DIRECTIONS, 2)
    simple = [f"{piece} + {one}. -> . + {one}{piece}", f"{piece} + {one}{enemy} -> . + {one}{piece}"]
    walks = [
        f"%{piece}: step({one}) | step({two})",
        f"%{piece}: step({one}) step({two})",
        f"%{piece}: step({one}) | take({two}, enemy)",
        f"%{piece}: leap({one})",
        f"({simple[0]}) | ({simple[1]})",
    ]
    lines = [
        f"%{piece}: slide({one})",
        f"%{piece}: ride({one}, enemy)",
        f"%{piece}: all4(ride({random.choice(('u', 'ur'))}, free))",
        f"%{piece}: step({one})? step({two})+",
        f"%{piece}: [% + {two}.] step({one})*",
        f"%{piece}: step({one}) // step({two})",
        f"%{piece}: exhaust(step({one}))",
        f"each %{piece}: step({one})",
    ]
    return random.choice({1: simple, 2: walks, 3: lines}[difficulty])


def results(random: Random, difficulty: int) -> Exercise | None:
    """Apply a move to a board: as many boards to fill in as there are results."""
    text = _move(random, difficulty)
    wide, high = SIZES[difficulty]
    mover = next(sign for sign in text if sign in MOVERS)
    enemy = next((sign for sign in text if sign in TARGETS), random.choice(TARGETS))
    cells = [random.choices(f"...{mover}{enemy}", k=wide) for _ in range(high)]
    board = calculator.board("/".join(map("".join, cells)), _words())
    found = calculator.parse(text, _words()).results(board)
    if not 1 <= len(found) <= MOST_RESULTS or found == (board,):
        return None
    many = "the board" if len(found) == 1 else f"all {len(found)} boards"
    question = (
        Paragraph(f"Apply the move `{text}` to the board on the left. Draw {many} that it can lead to."),
        _pictures(board, *[_empty(board)] * len(found)),
    )
    facts = {"move": text, "board": str(board), "results": list(map(str, found))}
    return Exercise("results", question, (_pictures(*found),), facts)


# --- decide a law -----------------------------------------------------------------------------------------


def _term(random: Random, depth: int) -> Move:
    """A term of unknown moves."""
    if depth <= 0 or random.random() < 0.15:
        return random.choice(LEAVES)
    match random.randrange(6):
        case 0 | 1:
            return sequence([_term(random, depth - 1), _term(random, depth - 1)])
        case 2 | 3:
            return choice([_term(random, depth - 1), _term(random, depth - 1)])
        case 4:
            low, high = random.choice([(0, None), (1, None), (0, 1)])
            return Repeat(_term(random, depth - 1), low, high)
        case _:
            return Test(_term(random, depth - 1), random.random() < 0.5)


def _instance(random: Random, law: Law, depth: int) -> tuple[Move, Move]:
    """A law with small terms for its letters."""
    terms = [_term(random, depth - 1) for _ in law.letters]
    return law.left(*terms), law.right(*terms)


def law(random: Random, difficulty: int) -> Exercise | None:
    """Is an equation true for all moves? Instances of laws, and others that look like them."""
    laws = [each for each in MOVE_LAWS if set(each.letters) <= {"M", "N", "P"} and each.letters]
    left, right = _instance(random, random.choice(laws), difficulty)
    if random.random() < 0.5:
        right = random.choice(
            [_term(random, difficulty), _instance(random, random.choice(laws), difficulty)[1]]
        )
    if left == right or not 3 <= measure(left)[1] + measure(right)[1] <= MOST_SIZE[difficulty]:
        return None
    show = Printer(_words()).show
    one, two = show(left), show(right)
    verdict = calculator.equal(Term(left, _words()), Term(right, _words()), _words(), budget=400)
    if verdict.equal is None or one == two:
        return None
    question = (
        Paragraph(
            f"Is `{one} = {two}` for all moves M and N? Prove it by laws, or find moves and a board for "
            "which the two sides have different results."
        ),
    )
    answer: Block = Paragraph("Yes." if verdict.equal else "No.")
    facts = {"left": one, "right": two, "equal": verdict.equal, "reasons": list(verdict.reasons)}
    return Exercise("law", question, (answer, *blocks(verdict, Printer(_words()), True)), facts)


# --- simplify a term --------------------------------------------------------------------------------------


def simplify(random: Random, difficulty: int) -> Exercise | None:
    """Simplify a term: the chain of laws is the solution."""
    term = _term(random, difficulty + 1)
    steps = chain(term)
    if not difficulty <= len(steps) <= 2 * difficulty + 1:
        return None
    show = Printer(_words()).show
    rows = ((show(term), ""), *((show(after), law) for law, after in steps))
    if len({shown for shown, _ in rows}) < len(rows):
        return None
    question = (Paragraph(f"Simplify `{rows[0][0]}` step by step, and name the law of each step."),)
    facts = {"term": rows[0][0], "steps": [list(row) for row in rows[1:]]}
    solution = (Rows("for example", rows, ("term", "sentence")),)
    return Exercise("simplify", question, solution, facts)


# --- draw a fragment --------------------------------------------------------------------------------------


def fragment(random: Random, difficulty: int) -> Exercise | None:
    """Draw a fragment that a movement has moved, on an empty board around its centre."""
    squares = random.sample(["", *DIRECTIONS[: 2 + 2 * difficulty]], difficulty + 1)
    parts = [f"{square}{random.choice('.♖♙♟♞')}" for square in squares]
    movement = random.choice(
        {1: ["R", "F", "u", "r"], 2: ["R²", "RF", "C", "uR"], 3: ["R³F", "CR", "Ru", "FRC"]}[difficulty]
    )
    text = f"{movement}({' + '.join(parts)})"
    term = calculator.parse(text, _words())
    pattern = term.value
    if not isinstance(pattern, Pattern) or len(pattern.options) != 1:
        return None
    cells = {offset: cell.contents for offset, cell in pattern.options[0].cells}
    reach = max(abs(along) for offset in cells for along in offset)
    side = 2 * max(1, reach) + 1
    blank = calculator.board("/".join(["." * side] * side), _words())
    sites, middle = blank.arena.space.sites, side // 2
    known = {
        at: cells[site[0] - middle, site[1] - middle]
        for at, site in enumerate(sites)
        if (site[0] - middle, site[1] - middle) in cells
    }
    written = _words().vocabulary.written
    board = Board(
        blank.arena,
        blank.arena.start(written(known[at])[0] if at in known else 0 for at in range(len(sites))),
    )
    unseen = {at: UNSEEN for at in range(len(sites)) if at not in known}
    centre = sites.index((middle, middle))
    question = (
        Paragraph(
            f"Draw the fragment `{text}` around the marked centre, and shade the squares it does not contain."
        ),
        Pictures((board_picture(blank, highlights=[centre]),)),
    )
    drawn = Picture(board_picture(board, highlights=unseen).svg, term.picture(), 90.0)
    facts = {"fragment": text, "answer": str(term)}
    return Exercise("fragment", question, (Paragraph(f"It is `{term}`."), Pictures((drawn,))), facts)


KINDS: dict[str, Maker] = {"results": results, "law": law, "simplify": simplify, "fragment": fragment}
