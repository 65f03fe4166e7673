"""`lasker number`: Gödel numbers and primitive recursive functions (Kulyukin): eval, show, encode, decode."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lasker.commands.common import NO, UNDECIDED, YES, json_option, with_exit_status
from lasker.commands.number_lessons import factor, growth, trace

if TYPE_CHECKING:
    from lasker.formulations.arithmetic.machine import Machine
    from lasker.formulations.arithmetic.numbers import Number

_reading_option = click.option(
    "--reading",
    "reading_name",
    default="repaired",
    show_default=True,
    metavar="READING",
    help="Reading of the equations: printed, repaired, or repaired except for some errata, such as"
    " 'repaired-K15-K22'.",
)
_game_option = click.option(
    "--game",
    "game_name",
    metavar="GAME",
    help="The game whose rules define the numbers; by default that of the paper.",
)
MOST_SHOWN_DIGITS = 4000
_negative = {"ignore_unknown_options": True}  # -5 is an invalid number, not an unknown option


def _machine(name: str) -> Machine:
    from lasker.formulations.arithmetic.machine import Machine
    from lasker.formulations.arithmetic.reading import reading_called

    return Machine(reading_called(name))


def _number_facts(value: Number) -> dict[str, str | None]:
    """A number in digits if it is not too long, its structure, and its size."""
    from lasker.formulations.arithmetic.numbers import at_most_bits, exact
    from lasker.formulations.arithmetic.show import number
    from lasker.formulations.arithmetic.sizes import size
    from lasker.formulations.arithmetic.syntax import write_digits

    few = at_most_bits(value, MOST_SHOWN_DIGITS * 3)
    return {
        "value": write_digits(exact(value)) if few else None,
        "structure": number(value),
        "size": size(value),
    }


def _echo(value: Number, as_json: bool, **more: object) -> None:
    answer = _number_facts(value)
    if as_json:
        click.echo(jsonlib.dumps({**answer, **more}, ensure_ascii=False))
    elif answer["value"] is None:
        click.echo(answer["structure"])
        click.echo(f"({answer['size']})", err=True)
    else:
        click.echo(answer["value"])
        if answer["structure"] != answer["value"]:
            click.echo(f"= {answer['structure']} ({answer['size']})", err=True)


@click.group("number")
def number() -> None:
    """Gödel numbers: positions and games as primitive recursive arithmetic, after Kulyukin 2022."""


@number.command("eval", context_settings=_negative)
@click.argument("expression")
@_reading_option
@click.option(
    "--literal",
    type=click.IntRange(1),
    metavar="STEPS",
    help="Run the literal recursion, for at most so many steps.",
)
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="How many evaluations to spend before giving up.",
)
@json_option
@with_exit_status
def evaluate(expression: str, reading_name: str, literal: int | None, budget: int, as_json: bool) -> int:
    """The value of an expression in any named functions.

    \b
    lasker number eval 'set(67168090852890380796712500, 5, 21)'
    lasker number eval '(∃k ∈ [1, 2, 3]){k > 2}'
    lasker number eval 'bkm(fig3)'
    """
    from lasker.formulations.arithmetic.literal import Literal
    from lasker.formulations.arithmetic.machine import Machine
    from lasker.formulations.arithmetic.reading import reading_called
    from lasker.formulations.arithmetic.syntax import parse
    from lasker.kernel.errors import LimitError

    reading, tree = reading_called(reading_name), parse(expression)
    try:
        if literal is None:
            _echo(Machine(reading, budget).evaluate(expression), as_json)
        else:
            machine = Literal(literal)
            value = machine(reading.elaborate(tree, ()))
            _echo(value, as_json, steps=machine.steps)
            click.echo(f"({machine.steps} steps)", err=True)
    except LimitError as error:
        click.echo(error.report(), err=True)
        return UNDECIDED
    return YES


@number.command("show")
@click.argument("name", required=False)
@_reading_option
@click.option("--latex", "as_latex", is_flag=True, help="Print the derivation as a LaTeX document.")
@click.option(
    "--svg",
    "svg_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw it into a file; LaTeX if it ends in .tex.",
)
@click.option("--python", "as_python", is_flag=True, help="Print the Python that the term becomes.")
@json_option
@with_exit_status
def show(
    name: str | None, reading_name: str, as_latex: bool, svg_file: Path | None, as_python: bool, as_json: bool
) -> int:
    """The derivation of a named function, down to the initial functions; without a name, all names.

    \b
    lasker number show bkm
    lasker number show bkm --svg bkm.svg
    """
    from lasker.drawing.documents.picture_files import write_picture
    from lasker.formulations.arithmetic import drawing, latex
    from lasker.formulations.arithmetic import show as showing
    from lasker.formulations.arithmetic.calculus import depth, distinct, size
    from lasker.formulations.arithmetic.reading import reading_called

    reading = reading_called(reading_name)
    if name is None:
        for definition in reading.definitions.values():
            click.echo(definition.text.splitlines()[0])
        return YES
    lines = showing.derivation(reading, name)
    last = lines[-1]
    if svg_file is not None:
        write_picture(svg_file, drawing.svg(lines))
        click.echo(f"{svg_file}: {len(lines)} functions, {showing.figures(last.term)}", err=True)
    elif as_python:
        click.echo(_machine(reading_name).source(name))
    elif as_latex:
        from lasker.drawing.documents.latex_document import document

        click.echo(document("\n".join(latex.definition(line.definition) for line in lines)), nl=False)
    elif as_json:
        figures = {"size": size(last.term), "depth": depth(last.term), "distinct": distinct(last.term)}
        uses = {line.definition.name: list(line.uses) for line in lines}
        texts = {line.definition.name: line.definition.text for line in lines}
        answer = {"name": last.definition.name, "equation": last.definition.number, **figures}
        click.echo(jsonlib.dumps({**answer, "uses": uses, "definitions": texts}, ensure_ascii=False))
    else:
        click.echo(showing.text(reading, name))
    return YES


@number.command("encode")
@click.argument("fen", required=False)
@click.option(
    "--moves", metavar="MOVES", help="Moves like 'e2e4 e7e5': encode the game instead of a position."
)
@click.option("--short", is_flag=True, help="A board of 64 cells, as the paper prints it.")
@_game_option
@json_option
@with_exit_status
def encode(fen: str | None, moves: str | None, short: bool, game_name: str | None, as_json: bool) -> int:
    """The number of a position, or of a game: FEN is of chess, as the paper numbers it.

    With --game any game of the library is numbered, by an encoding made from its rules.
    """
    from lasker.formulations.arithmetic import boards, games

    if game_name is not None:
        return _encode_any(game_name, fen, moves, as_json)
    if moves is not None:
        game = games.encode_game(_machine("repaired"), moves.split(), fen or games.START)
        _echo(game, as_json)
        return YES
    board, player = boards.encode(fen or games.START, full=not short)
    _echo(board, as_json, player=player)
    return YES


@number.command("decode", context_settings=_negative)
@click.argument("expression")
@click.option("--black", is_flag=True, help="Black is to move on the (first) board.")
@_game_option
@json_option
@with_exit_status
def decode(expression: str, black: bool, game_name: str | None, as_json: bool) -> int:
    """The position that a number is, or the moves of the game that it is; with --game, a board alone, too."""
    if game_name is not None:
        return _decode_any(game_name, expression, as_json)
    from lasker.formulations.arithmetic import boards, games
    from lasker.formulations.arithmetic.numbers import Pair, as_sequence, item
    from lasker.kernel.errors import NotationError

    machine = _machine("repaired")
    value = machine.evaluate(expression)
    if isinstance(value, Pair):
        raise NotationError("not a board and not a game: a pair", remedy="l(…) and r(…) are its parts")
    player = 2 if black else 1
    first = item(value, 1)
    if isinstance(first, int) and first < 10**6:
        fen = boards.decode(value, player)
        click.echo(jsonlib.dumps({"fen": fen}) if as_json else fen)
        return YES
    moves = games.decode_game(machine, value, player)
    last = boards.decode(as_sequence(value).items[-1], (player + len(moves) + 1) % 2 + 1)
    click.echo(jsonlib.dumps({"moves": moves, "fen": last}) if as_json else " ".join(moves))
    return YES


def _encode_any(game_name: str, fen: str | None, moves: str | None, as_json: bool) -> int:
    from lasker.formulations.godel.encoding import Numbering
    from lasker.play.game import load

    game = load(game_name)
    position = game.start() if fen is None else game.position(fen)
    for text in (moves or "").split():
        position = position.play(text)
    numbers = Numbering(game)
    _echo(numbers.position(position) if moves is None else numbers.game(position), as_json, fen=position.fen)
    return YES


def _decode_any(game_name: str, expression: str, as_json: bool) -> int:
    from lasker.formulations.godel.encoding import Numbering, read_number
    from lasker.kernel.errors import NotationError
    from lasker.play.game import load

    numbers, number = Numbering(load(game_name)), read_number(expression)
    try:
        kind, position = numbers.read(number)
    except NotationError as error:
        if (picture := numbers.picture(number)) is None:
            raise error from None
        click.echo(
            jsonlib.dumps({"kind": "board", "picture": picture})
            if as_json
            else f"a board; whose turn it is belongs to a position, which is another number\n\n{picture}"
        )
        return YES
    moves = [str(each.last) for each in position.past() if each.last][::-1]
    if as_json:
        click.echo(jsonlib.dumps({"kind": kind, "moves": moves, "fen": position.fen}))
    else:
        click.echo(position.fen if kind == "position" else " ".join(moves))
    return YES


@number.command("finite")
@click.argument("game")
@click.option(
    "--certificate",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write what proves the answer; `lasker verify FILE` checks it.",
)
@json_option
@with_exit_status
def is_finite(game: str, certificate: Path | None, as_json: bool) -> int:
    """Whether every play of a game is finite: exit status 0 yes, 1 no, 3 undecided."""
    from lasker.formulations.arithmetic.syntax import write_digits
    from lasker.play.game import load
    from lasker.proofs.termination.finiteness import finite

    answer = finite(load(game))
    if certificate is not None:
        from lasker.kernel.files import write_text
        from lasker.proofs.certificates import of_finiteness

        written = of_finiteness(load(game), answer)
        if written is None:
            click.echo("no certificate of bearable size was found; none is written", err=True)
        else:
            write_text(certificate, jsonlib.dumps(written, ensure_ascii=False) + "\n")
    if as_json:
        bound = None if answer.bound is None else write_digits(answer.bound)
        click.echo(jsonlib.dumps({"finite": answer.finite, "method": answer.method, "bound": bound}))
    else:
        click.echo(str(answer))
    return {True: YES, False: NO, None: UNDECIDED}[answer.finite]


for _lesson in (trace, factor, growth):
    number.add_command(_lesson)
COMMANDS = {"number": number}
