"""Exercises about arithmetic: sequences and pairs as numbers, traces of functions, numbers of boards."""

from __future__ import annotations

from functools import cache
from random import Random

from lasker.drawing.boards.board_svg import board_svg
from lasker.drawing.boards.text import draw_squares
from lasker.drawing.documents.page import Formula, Paragraph, Picture, Pictures, Rows
from lasker.formulations.arithmetic import tracing
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import left, pair, right, sequence
from lasker.formulations.arithmetic.reading import repaired
from lasker.formulations.godel.encoding import Numbering
from lasker.formulations.godel.examples import SMALL_GAMES
from lasker.formulations.godel.factoring import Factorisation, factorised
from lasker.play.game import Game, load
from lasker.sheets.exercise import Exercise, Maker

MOST_VALUE = {1: 2_000, 2: 100_000, 3: 10_000_000}
MOST_LINES = 40  # of a trace
FUNCTIONS = {
    1: ("add({}, {})", "pred({})", "sub({}, {})"),
    2: ("mul({}, {})", "sub({}, {})", "le({}, {})", "eq({}, {})"),
    3: ("mul({}, {})", "pow({}, {})", "add({}, mul({}, {}))", "sub(add({}, {}), {})"),
}
MOST_ARGUMENT = {1: 4, 2: 3, 3: 2}


def encode(random: Random, difficulty: int) -> Exercise | None:
    """A sequence as a number: the product of prime powers."""
    items = [random.randrange(difficulty + 2) for _ in range(difficulty + 1)]
    number = sequence(items)
    if (
        items[-1] == 0
        or items.count(0) > difficulty - 1
        or not isinstance(number, int)
        or not 1 < number <= MOST_VALUE[difficulty]
    ):
        return None
    asked = f"[{', '.join(map(str, items))}]"
    product = factorised(number).product
    question = (Paragraph("Which number is this sequence?"), Formula(asked, asked))
    solution = (Formula(f"{asked} = {product} = {number}", f"{asked} = {_powers(number)} = {number}"),)
    return Exercise("encode", question, solution, {"sequence": items, "number": number})


def decode(random: Random, difficulty: int) -> Exercise | None:
    """A number as a sequence: the exponents of its primes."""
    made = encode(random, difficulty)
    if made is None:
        return None
    items, number = made.facts["sequence"], made.facts["number"]
    question = (Paragraph(f"Which sequence is the number {number}? Factorise it first."),)
    return Exercise("decode", question, made.solution, {"number": number, "sequence": items})


def _powers(number: int) -> str:
    found = factorised(number).factors
    return r" \cdot ".join(f"{each.prime}^{{{each.exponent}}}" for each in found)


def pairs(random: Random, difficulty: int) -> Exercise | None:
    """A pair as a number, or a number as a pair: ⟨x, y⟩ = 2^x · (2y + 1) − 1."""
    x, y = random.randrange(2 * difficulty + 2), random.randrange(4**difficulty)
    number = pair(x, y)
    assert (left(number), right(number)) == (x, y)
    shown = f"⟨{x}, {y}⟩ = 2^{x} · (2 · {y} + 1) - 1 = {number}"
    written = rf"\langle {x}, {y} \rangle = 2^{{{x}}} \cdot (2 \cdot {y} + 1) - 1 = {number}"
    facts = {"left": x, "right": y, "number": number}
    if random.random() < 0.5:
        question = (Paragraph(f"Which number is the pair ⟨{x}, {y}⟩?"),)
        return Exercise("pair", question, (Formula(shown, written),), {"asked": "number", **facts})
    question = (Paragraph(f"The number {number} is a pair ⟨x, y⟩. Find x and y."),)
    why = Formula(f"{number} + 1 = 2^{x} · {2 * y + 1}", rf"{number} + 1 = 2^{{{x}}} \cdot {2 * y + 1}")
    return Exercise("pair", question, (why, Formula(shown, written)), {"asked": "parts", **facts})


def trace(random: Random, difficulty: int) -> Exercise | None:
    """Evaluate an expression by the definitions, with every former."""
    text = random.choice(FUNCTIONS[difficulty])
    most = MOST_ARGUMENT[difficulty]
    text = text.format(*(random.randrange(most + 1) for _ in range(text.count("{}"))))
    found = tracing.trace(repaired(), text)
    depth = next((each for each in range(9, 0, -1) if len(list(tracing.lines(found, each))) <= MOST_LINES), 1)
    rows = tuple(("\u2003" * level + line,) for level, line, _ in tracing.lines(found, depth))
    if len(rows) < 3 * difficulty:
        return None
    assert Machine(repaired()).evaluate(text) == found.value
    question = (
        Paragraph(
            f"Evaluate {text} by its definition: write every application of a former with its value, the "
            "inner ones indented. How many applications are there?"
        ),
    )
    heading = f"The value is {found.value}, after {found.steps} applications:"
    facts = {"expression": text, "value": found.value, "steps": found.steps}
    return Exercise("trace", question, (Rows(heading, rows, ("sentence",)),), facts)


@cache
def _games() -> tuple[Game, ...]:
    return tuple(map(load, SMALL_GAMES))


def _played(random: Random, difficulty: int) -> tuple[Game, Factorisation]:
    """A position after some random moves, as a number taken apart."""
    game = random.choice(_games())
    position = game.start()
    for _ in range(random.randrange(1, 2 * difficulty + 2)):
        if position.outcome is None:
            position = position.play(str(random.choice(list(position.moves))))
    return game, factorised(Numbering(game).board(position), game)


def _board(found: Factorisation, empty: bool = False) -> Pictures:
    assert found.game is not None
    assert found.board is not None
    space, vocabulary = found.game.model.space, found.game.model.rules.vocabulary
    board = (0,) * len(found.board) if empty else found.board
    drawn = Picture(board_svg(space, vocabulary, board), draw_squares(space, vocabulary, board), 110.0)
    return Pictures((drawn,))


def _key(game: Game) -> str:
    """What the exponents mean, and in which order the squares come."""
    vocabulary, space = game.model.rules.vocabulary, game.model.space
    signs = ", ".join(f"{content + 1} {_named(game, content)}" for content in range(len(vocabulary.glyphs)))
    names = [space.label(site) for site in range(len(space.sites))]
    return (
        f"The exponents mean {signs}; the squares are {', '.join(names[:2])}, …, {names[-1]}, for 2, 3, 5, …"
    )


def _named(game: Game, content: int) -> str:
    vocabulary = game.model.rules.vocabulary
    if content == 0:
        return "empty"
    piece = vocabulary.pieces[content - 1]
    return f"a {piece.name}" + ("" if piece.owner is None else f" of {vocabulary.players[piece.owner]}")


def board_number(random: Random, difficulty: int) -> Exercise | None:
    """The number of a board, as a product of prime powers."""
    game, found = _played(random, difficulty)
    question = (
        Paragraph(f"Write the number of this board as a product of prime powers. {_key(game)}"),
        _board(found),
    )
    solution = (
        Formula(found.product, _product(found)),
        Pictures((Picture(found.svg(), found.picture(), 150.0),)),
    )
    return Exercise("board number", question, solution, {"board": found.picture(), "product": found.product})


def number_board(random: Random, difficulty: int) -> Exercise | None:
    """The board that a number encodes, to be filled in."""
    game, found = _played(random, difficulty)
    question = (
        Paragraph(f"Draw the board that this number encodes. {_key(game)}"),
        Formula(found.product, _product(found)),
        _board(found, empty=True),
    )
    return Exercise(
        "board of a number", question, (_board(found),), {"product": found.product, "board": found.picture()}
    )


def _product(found: Factorisation) -> str:
    return r" \cdot ".join(
        str(each.prime) if each.exponent == 1 else f"{each.prime}^{{{each.exponent}}}"
        for each in found.factors
    )


KINDS: dict[str, Maker] = {
    "encode": encode,
    "decode": decode,
    "pair": pairs,
    "trace": trace,
    "board number": board_number,
    "board of a number": number_board,
}
