"""The command line. Results go to stdout, everything else to stderr; the exit status tells the answer.

0 done or yes, 1 an honest no, 2 bad input, 3 undecided within the stated bounds.
"""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from lasker.syntax.rules import Rules

YES, NO, BAD_INPUT, UNDECIDED = 0, 1, 2, 3
MOST_SHOWN = 2000

_rules_option = click.option(
    "--rules",
    "rules_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A rules file whose words, pieces and board are used.",
)
_space_option = click.option(
    "--space",
    metavar="KIND",
    help="The kind of board: square (unless said otherwise), "
    "hex, hexfiles, cube, line, cylinder, torus, moebius.",
)
_json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


def _told(command: Callable[..., int]) -> Callable[..., None]:
    """Run a command; turn its errors into a report and its answer into the exit status."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        from lasker.kernel.errors import LaskerError

        try:
            status = command(*args, **kwargs)
        except LaskerError as error:
            click.echo(error.report(), err=True)
            status = BAD_INPUT
        except OSError as error:
            click.echo(f"error: {error.filename or ''}: {error.strerror or error}", err=True)
            status = BAD_INPUT
        except RecursionError:
            click.echo("error: this is nested too deeply\nhelp: give the inner parts names", err=True)
            status = BAD_INPUT
        sys.exit(status)

    return run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lasker", message="lasker %(version)s")
def main() -> None:
    """Board games written as mathematics: play, count, solve, prove and draw them."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")  # chessmen must survive any locale


def _words(rules_file: Path | None, space: str | None, variables: bool = False) -> Rules:
    from lasker import calculator
    from lasker.kernel.errors import ParseError

    if rules_file is None:
        return calculator.rules(space=space, variables=variables)
    try:
        text = rules_file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(
            f"{rules_file} is not UTF-8 text (byte {error.start})", remedy="save the file as UTF-8"
        ) from None
    return calculator.rules(text, name=str(rules_file), space=space, variables=variables)


@main.command("eval")
@click.argument("expression")
@click.option(
    "--board",
    "rows",
    metavar="ROWS",
    help="A picture of the board, rows from the top, separated by / or "
    "newlines, or a fragment such as '♖..;♙♗♙' (rows from the bottom).",
)
@_rules_option
@_space_option
@click.option("--latex", "as_latex", is_flag=True, help="Print LaTeX instead of text.")
@_json_option
@_told
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

    words = (
        _words(rules_file, space)
        if rules_file or space
        else calculator.rules(expression, name="<expression>")
    )
    term = calculator.parse(expression, words if rules_file or space else None)
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


@main.command("equal")
@click.argument("left")
@click.argument("right")
@_rules_option
@_space_option
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=20_000,
    show_default=True,
    metavar="N",
    help="How many boards to try before giving up.",
)
@_json_option
@_told
def equal(
    left: str, right: str, rules_file: Path | None, space: str | None, budget: int, as_json: bool
) -> int:
    """Are two moves, fragments or movements equal? Capitals that nothing declares mean any move.

    \b
    lasker equal 'M*' 'nil | M+'
    lasker equal '(♙;. -> .;♙)(♙;. -> .;♙)' '♙;.;. -> .;.;♙'
    """
    from lasker import calculator
    from lasker.syntax.printer import Printer

    words = _words(rules_file, space, variables=True)
    verdict = calculator.equal(left, right, words, budget)
    answer = {True: "proved equal", False: "different", None: "undecided"}[verdict.equal]
    drawn: dict[str, Any] = {}
    if verdict.witness is not None:
        witness = verdict.witness
        show = Printer(words).show
        drawn = {
            "board": str(calculator.Board(witness.arena, witness.start)),
            "instance": {name: show(move) for name, move in witness.instance},
            "left": [str(calculator.Board(witness.arena, end)) for end in sorted(witness.left)],
            "right": [str(calculator.Board(witness.arena, end)) for end in sorted(witness.right)],
        }
    if as_json:
        click.echo(
            jsonlib.dumps({"answer": answer, "reasons": list(verdict.reasons), **drawn}, ensure_ascii=False)
        )
    else:
        click.echo(f"{answer}: {'; '.join(verdict.reasons)}")
        if verdict.equal is False and not drawn:
            for side, text in (("left", left), ("right", right)):
                click.echo(f"\nthe {side}:\n\n{_indented(calculator.parse(text, words).picture())}")
        for name, move in drawn.get("instance", {}).items():
            click.echo(f"with {name} = {move}")
        if drawn:
            click.echo(f"on the board\n\n{_indented(drawn['board'])}\n")
            click.echo(f"the left leads to {_listed(drawn['left'])}")
            click.echo(f"the right leads to {_listed(drawn['right'])}")
    return {True: YES, False: NO, None: UNDECIDED}[verdict.equal]


def _indented(text: str) -> str:
    return "\n".join("    " + line for line in text.splitlines())


def _listed(boards: list[str]) -> str:
    return "\n\n" + "\n\n".join(map(_indented, boards)) + "\n" if boards else "nothing\n"


@main.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@_json_option
@_told
def check(file: Path, as_json: bool) -> int:
    """Read a rules file: every definition is elaborated, every equation is put to the test."""
    from lasker import calculator

    words = _words(file, None, variables=True)
    words.check()
    facts = calculator.facts(words)
    if as_json:
        click.echo(jsonlib.dumps(facts, ensure_ascii=False))
    else:
        for fact in facts:
            click.echo(f"{fact['answer']}: {fact['what']}" + (f" ({fact['how']})" if fact["how"] else ""))
    return NO if any(fact["answer"] == "false" for fact in facts) else YES


@main.command("prompt")
@_rules_option
@_space_option
@_told
def prompt(rules_file: Path | None, space: str | None) -> int:
    """An algebra prompt with history, completion and drawn boards."""
    from lasker.prompt import Prompt

    return Prompt(_words(rules_file, space, variables=True)).run()


if __name__ == "__main__":
    main()
