"""The algebra on the command line: eval, equal, prompt."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lasker.commands.common import NO, UNDECIDED, YES, json_option, with_exit_status

if TYPE_CHECKING:
    from lasker.algebra.decision.verdict import Verdict
    from lasker.syntax.rules import Rules

MOST_SHOWN = 2000

rules_option = click.option(
    "--rules",
    "rules_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A rules file whose words, pieces and board are used.",
)
space_option = click.option(
    "--space",
    metavar="KIND",
    help="The kind of board: square (unless said otherwise), "
    "hex, hexfiles, cube, line, cylinder, torus, moebius.",
)


board_option = click.option("--board", metavar="WxH", help="A board for moves without rules, as in 4x4.")


def rules_of(
    rules_file: Path | None, space: str | None, variables: bool = False, board: str | None = None
) -> Rules:
    """The definitions of a rules file, or those of the calculator, perhaps with a board of some size."""
    from lasker import calculator
    from lasker.kernel.files import read_text

    if board is not None:
        if rules_file is not None:
            raise click.UsageError("the board is that of the rules file: leave out --board, or --rules")
        shape = "" if space is None else f"{space} "
        return calculator.rules(f"board {shape}{board}", name="--board", variables=variables)
    if rules_file is None:
        return calculator.rules(space=space, variables=variables)
    return calculator.rules(read_text(rules_file), name=str(rules_file), space=space, variables=variables)


@click.command("eval")
@click.argument("expression")
@click.option(
    "--board",
    "rows",
    metavar="ROWS",
    help="A picture of the board, rows from the top, separated by / or "
    "newlines, or a fragment such as '♖..;♙♗♙' (rows from the bottom).",
)
@rules_option
@space_option
@click.option("--latex", "as_latex", is_flag=True, help="Print a formula for math mode of LaTeX.")
@json_option
@with_exit_status
def evaluate(
    expression: str,
    rows: str | None,
    rules_file: Path | None,
    space: str | None,
    as_latex: bool,
    as_json: bool,
) -> int:
    """The algebra as a calculator: fragments are drawn, moves are applied to a board.

    \b
    lasker eval '♖..;♙♗♙;.♙.'
    lasker eval '%♖: in_any_direction(slide(u))' --board '.../.♖./...'
    """
    from lasker import calculator

    if rules_file or space:
        words = rules_of(rules_file, space)
        term = calculator.parse(expression, words)
    else:  # an expression may bring its own declarations
        term = calculator.parse(expression)
        words = term.rules
    if rows is None:
        if as_json:
            answer = {
                "sort": term.sort,
                "text": str(term),
                "latex": term.latex(),
                "cells": calculator.cells(term),
            }
            click.echo(jsonlib.dumps(answer, ensure_ascii=False))
        else:
            click.echo(term.latex() if as_latex else term.picture())
        return YES
    results = term.results(calculator.board(rows, words, space))
    if as_json:
        click.echo(
            jsonlib.dumps(
                {
                    "sort": term.sort,
                    "text": str(term),
                    "count": len(results),
                    "results": [
                        {"picture": str(result), "squares": result.squares(), "counters": result.counters()}
                        for result in results
                    ],
                },
                ensure_ascii=False,
            )
        )
    else:
        for result in results[:MOST_SHOWN]:
            click.echo(f"{result}\n")
        if len(results) > MOST_SHOWN:
            click.echo(f"(only the first {MOST_SHOWN} are shown; --json lists all)", err=True)
        click.echo(f"{len(results)} result{'s' * (len(results) != 1)}")
    return YES if results else NO


@click.command("equal")
@click.argument("left")
@click.argument("right")
@board_option
@rules_option
@space_option
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=20_000,
    show_default=True,
    metavar="N",
    help="How many boards to try before giving up.",
)
@click.option("--included", is_flag=True, help="Ask whether every result of LEFT is one of RIGHT.")
@click.option("--explain", is_flag=True, help="Print the proof, step by step.")
@click.option("--latex", "as_latex", is_flag=True, help="Print a LaTeX document instead of text.")
@click.option(
    "--automata",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the automata of both moves: SVG, LaTeX for .tex, Graphviz for .dot.",
)
@click.option(
    "--certificate",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write what proves the answer; `lasker verify FILE` checks it.",
)
@json_option
@with_exit_status
def equal(
    left: str,
    right: str,
    board: str | None,
    rules_file: Path | None,
    space: str | None,
    budget: int,
    included: bool,
    explain: bool,
    as_latex: bool,
    automata: Path | None,
    certificate: Path | None,
    as_json: bool,
) -> int:
    """Are two moves, fragments or movements equal? Capitals that nothing declares mean any move.

    Two games, named or in files, are compared part by part: every way to move, every end.

    \b
    lasker equal 'M*' 'nil | M+'
    lasker equal '(♙;. -> .;♙)(♙;. -> .;♙)' '♙;.;. -> .;.;♙'
    lasker equal knightthrough my_game.yaml
    """
    from lasker.kernel.errors import Undecided
    from lasker.play import library
    from lasker.runtime.kept_answers import kept_answer

    if (rules_file, space, board) == (None,) * 3 and library.has(left) and library.has(right):
        if certificate is not None:
            raise click.UsageError("two moves have a certificate, and these are games")
        return _equal_games(left, right, as_json)
    form = "json" if as_json else "latex" if as_latex else "text"

    def compare() -> tuple[bool | None, str]:
        """Whether they are equal, and how that is told; files that are asked for are written."""
        from lasker import calculator, verdicts

        words = rules_of(rules_file, space, variables=True, board=board)
        verdict = (calculator.included if included else calculator.equal)(left, right, words, budget)
        if automata is not None:
            verdicts.write_automata(automata, {"left": left, "right": right}, words)
        if certificate is not None:
            _write_certificate(certificate, left, right, verdict, words)
        match form:
            case "json":
                told = jsonlib.dumps(verdicts.data(verdict, words, explain), ensure_ascii=False) + "\n"
            case "latex":
                told = verdicts.latex(left, right, verdict, words, explain)
            case _:
                told = verdicts.text(left, right, verdict, words, explain) + "\n"
        return verdict.equal, told

    asked = [left, right, *map(str, (board, space, budget, included, explain)), form]
    try:
        if rules_file is automata is certificate is None:
            answer, told = kept_answer("equal", asked, [], compare, final=lambda found: found[0] is not None)
        else:
            answer, told = compare()
    except Undecided as error:  # interrupted
        click.echo(f"undecided: {error.message}")
        return UNDECIDED
    click.echo(told, nl=False)
    return {True: YES, False: NO, None: UNDECIDED}[answer]


def _write_certificate(file: Path, left: str, right: str, verdict: Verdict, words: Rules) -> None:
    """What proves a verdict, written to a file; where there is nothing, say why."""
    from lasker import calculator
    from lasker.kernel.errors import Undecided
    from lasker.kernel.files import write_text
    from lasker.proofs.equations.writer import certificate
    from lasker.syntax.values import is_move

    one, two = (calculator.parse(side, words, variables=True).value for side in (left, right))
    if not (is_move(one) and is_move(two)):
        click.echo("only verdicts about moves have certificates; none is written", err=True)
        return
    try:
        written = certificate(one, two, verdict, words)
    except Undecided as error:
        click.echo(f"{error.message}; none is written", err=True)
        return
    write_text(file, jsonlib.dumps(written, ensure_ascii=False, indent=1) + "\n")


def _equal_games(left: str, right: str, as_json: bool) -> int:
    """Two games, part by part; each part with how it is known."""
    from lasker.proofs.comparison.game_equality import compared

    parts = compared(left, right)
    if as_json:
        rows = [{"what": part.what, "answer": part.answer, "how": part.how} for part in parts]
        click.echo(jsonlib.dumps(rows, ensure_ascii=False))
    else:
        for part in parts:
            click.echo(f"{part.answer}: {part.what} ({part.how})")
    answers = {part.equal for part in parts}
    return NO if False in answers else UNDECIDED if None in answers else YES


@click.command("prompt")
@rules_option
@space_option
@with_exit_status
def prompt(rules_file: Path | None, space: str | None) -> int:
    """An algebra prompt with history, completion and drawn boards."""
    from lasker.prompt import Prompt

    return Prompt(rules_of(rules_file, space, variables=True)).run()


COMMANDS = {"eval": evaluate, "equal": equal, "prompt": prompt}
