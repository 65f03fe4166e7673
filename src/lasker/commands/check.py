"""`lasker check`: diagnostics of a rules file, with its equations and perft counts."""

from __future__ import annotations

import json as jsonlib
import time
from collections import Counter
from pathlib import Path

import click

from lasker.commands.common import NO, UNDECIDED, YES, json_option, with_exit_status

PATIENCE = 2.0  # seconds between reports of progress


@click.command()
@click.argument("file")
@click.option(
    "--seconds",
    default=10.0,
    show_default=True,
    help="How long random games may take, and then the counts of the file.",
)
@click.option(
    "--explain", is_flag=True, help="Which path each rule takes to native code, and which proof allowed it."
)
@click.option(
    "--epd",
    "suite",
    type=click.Path(path_type=Path),
    metavar="EPD",
    help="Test a file of positions in EPD instead: counts of moves (D1, D2, …), moves (bm, am, sm, pm, pv).",
)
@json_option
@with_exit_status
def check(file: str, seconds: float, explain: bool, suite: Path | None, as_json: bool) -> int:
    """Read a rules file or a game: its definitions are elaborated, its equations and counts tested."""
    if suite is not None:
        return _suite(file, suite, seconds, as_json)
    from lasker.play import library
    from lasker.runtime.kept_answers import kept_answer

    source = library.find(file)
    if several := library.several(source):
        return _each(several, as_json)
    facts, _ = kept_answer(
        "check",
        [repr(seconds), repr(explain)],
        [source, *library.bases(source)],
        lambda: _found(file, seconds, explain),
        lambda found: found[1],  # a complete result stays valid until an input changes
    )
    if as_json:
        click.echo(jsonlib.dumps(facts, ensure_ascii=False))
    else:
        for fact in facts:
            click.echo(f"{fact['answer']}: {fact['what']}" + (f" ({fact['how']})" if fact["how"] else ""))
    return NO if any(fact["answer"] == "false" for fact in facts) else YES


def _suite(file: str, suite: Path, seconds: float, as_json: bool) -> int:
    """Test the positions of an EPD file."""
    from lasker.database.suites import Suite
    from lasker.kernel.files import read_text
    from lasker.play.game import load

    read = Suite(load(file), read_text(suite), str(suite))
    answers: Counter[str] = Counter()
    facts = []
    for found in read.findings(seconds):
        answers[found.answer] += 1
        where = f"{found.place.where}: {found.what}"
        facts.append({"answer": found.answer, "what": where, "how": found.how.strip("()")})
        if not as_json and found.answer != "true":
            click.echo(f"{found.answer}: {where}: {found.how}")
    if as_json:
        click.echo(jsonlib.dumps(facts, ensure_ascii=False))
    else:
        told = ", ".join(f"{answers[each]} {each}" for each in ("true", "false", "undecided"))
        click.echo(f"{len(read.lines)} positions; {told}")
    return NO if answers["false"] else UNDECIDED if answers["undecided"] else YES


def _each(files: list[str], as_json: bool) -> int:
    """A short check of every game in a file of several: its rules, its start, and what is lost."""
    from lasker.kernel.errors import LaskerError
    from lasker.play import library

    facts: list[dict[str, str]] = []
    for file in files:
        try:
            library.model(file).check()
            found = [*library.remarks(library.find(file)), *_start_facts(file)]
        except LaskerError as error:
            found = [{"answer": "false", "what": "it cannot be read", "how": error.report()}]
        for fact in found:
            facts.append({**fact, "game": file})
            if not as_json:
                click.echo(f"{fact['answer']}: {file}: {fact['what']} ({fact['how']})")
    if as_json:
        click.echo(jsonlib.dumps(facts, ensure_ascii=False))
    return NO if any(fact["answer"] == "false" for fact in facts) else YES


def _found(file: str, seconds: float, explain: bool) -> tuple[list[dict[str, str]], bool]:
    """The facts about a file, and whether they are complete within the time."""
    from lasker import calculator
    from lasker.kernel.errors import LaskerError
    from lasker.kernel.source import Span
    from lasker.play import library
    from lasker.syntax.rules import Rules

    source, ended = library.find(file), True
    if library.facts(file, "game"):
        library.model(file).check()
    try:
        text, bases = library.as_rules(source)
        words = Rules(text, bases=bases, variables=True)
        words.check()
        facts = [*calculator.facts(words), *library.remarks(source)]
        if words.declared.facts.get("game"):
            facts += _start_facts(file)
            apart, ended = _label_clashes(file, seconds / 5)
            facts += apart
            facts += _warnings(file, seconds)
            facts += _perft_checks(file, time.monotonic() + seconds)
            facts += _explanations(file) if explain else []
    except LaskerError as error:
        error = library.translated(error, source)
        raise error.at(Span(source, 0, 0)) from None  # errors without a position concern the file
    return facts, ended and all(fact["answer"] != "undecided" for fact in facts)


def _start_facts(name: str) -> list[dict[str, str]]:
    """Elaborate all rules of a game and read its start position."""
    from lasker.play.game import load

    game = load(name)
    game.model.check()
    if not game.model.start:
        return []
    start = game.start()
    how = f"{len(start.moves)} legal moves" if start.outcome is None else f"over by {start.outcome.reason}"
    return [{"answer": "read", "what": f"the start {start.fen}", "how": how}]


def _label_clashes(name: str, seconds: float) -> tuple[list[dict[str, str]], bool]:
    """Search for distinct moves with equal labels; also whether the search was complete."""
    from lasker.lint.label_clashes import search
    from lasker.play.game import load

    game = load(name)
    if not game.model.start:
        return [], True
    found = search(game, seconds)
    if found.clash is None:
        how = f"{found.positions} positions looked at"
        texts = {"answer": "read", "what": "moves are told apart by their labels", "how": how}
        return [texts], found.ended
    one, other = found.clash.texts
    what = f"two moves are called {one}" if found.clash.hidden else f"{one} and {other} have one label"
    return [{"answer": "note", "what": what, "how": f"at {found.clash.position.fen}"}], found.ended


def _warnings(name: str, seconds: float) -> list[dict[str, str]]:
    """Lint warnings: legal constructs that are probably mistakes."""
    from lasker.lint.warnings import GAMES, warnings
    from lasker.play.game import load
    from lasker.play.library import find

    played, next_time = GAMES, time.monotonic() + PATIENCE

    def tell(number: int) -> None:
        nonlocal played, next_time
        played = number
        if time.monotonic() > next_time:
            next_time = time.monotonic() + PATIENCE
            click.echo(f"{number} of {GAMES} random games were played", err=True)

    found = [
        {"answer": "warning", "what": f"{each.span.where}: {each.message}", "how": f"quiet: {each.kind}"}
        for each in warnings(load(name), seconds, find(name), tell)
    ]
    if played < GAMES:
        how = f"{played} of {GAMES} were played; --seconds gives more"
        found.append({"answer": "undecided", "what": "what random games show", "how": how})
    return found


def _explanations(name: str) -> list[dict[str, str]]:
    """The compilation path of each rule, and the reason."""
    from lasker.compiler.emit.c.text import fast
    from lasker.compiler.explain import explain
    from lasker.compiler.pipeline import compiled
    from lasker.play.library import model

    made = compiled(model(name))
    reasons = list(explain(made, why := fast(made)[1]))
    taken = Counter(each.path for each in reasons)
    whole = {
        "answer": "walk" if why else "bitboards",
        "what": f"moves are searched square by square: {why}"
        if why
        else "moves are generated as sets of squares",
        "how": "; ".join(f"{times} × {path}" for path, times in taken.items()),
    }
    return [whole, *({"answer": each.path, "what": each.rule, "how": each.why} for each in reasons)]


def _perft_checks(name: str, until: float) -> list[dict[str, str]]:
    """The perft checks of a game, as far as the time allows."""
    from lasker.model.position import perft
    from lasker.play.game import load

    game = load(name)
    found = []
    for check in sorted(game.model.counts, key=lambda each: each.count):
        what = f"perft {check.depth} = {check.count}" + (f" at {check.position}" if check.position else "")
        if time.monotonic() > until:
            found.append({"answer": "undecided", "what": what, "how": "no time left; --seconds gives more"})
            continue
        position = game.position(check.position) if check.position else game.start()
        total = perft(position.node, check.depth)
        answer = "true" if total == check.count else "false"
        found.append({"answer": answer, "what": what, "how": "" if answer == "true" else f"counted {total}"})
    return found


COMMANDS = {"check": check}
