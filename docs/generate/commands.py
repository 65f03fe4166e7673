"""The reference of the command line, made from the commands: usage, words, options, exit statuses."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from types import ModuleType

import click

from lasker.cli import main
from lasker.commands import common

STATUSES = {
    "YES": "done, or yes",
    "NO": "no: not equal, illegal, a check that failed",
    "BAD_INPUT": "bad input; the report says where, what is wrong and what to do",
    "UNDECIDED": "neither proved nor refuted within the stated bounds",
    "INTERRUPTED": "stopped by Ctrl-C",
}
# What the statuses 1 and 3 mean, command by command; a test compares the keys with the sources.
MEANINGS = {
    ("bench", "NO"): "a count is wrong",
    ("check", "NO"): "an equation or a count of the file is false",
    ("check", "UNDECIDED"): "with `--epd`: there was no time for some counts",
    ("classify", "NO"): "no win can be forced within the plies",
    ("classify", "UNDECIDED"): "the budget did not suffice to tell",
    ("convert", "NO"): "something is lost in the other language; the report names it",
    ("crosscheck", "NO"): "two formulations disagree; the report shows where",
    ("doctor", "NO"): "something on this machine is broken",
    ("equal", "NO"): "different, with a board that shows it",
    ("equal", "UNDECIDED"): "neither proved nor refuted; the report says how far it looked",
    ("eval", "NO"): "the move cannot be done on this board",
    ("lsp", "NO"): "the editor went away, or said `exit`, without `shutdown` before",
    ("match", "NO"): "with `--sprt`: the first is not stronger",
    ("match", "UNDECIDED"): "with `--sprt`: the games do not decide",
    ("moves", "NO"): "there is no legal move",
    ("number eval", "UNDECIDED"): "the value needs more steps or memory than allowed",
    ("number finite", "NO"): "a play that never ends exists, and is shown",
    ("number finite", "UNDECIDED"): "neither was proved",
    ("number growth", "UNDECIDED"): "not even the first value could be computed with so many steps",
    ("number trace", "UNDECIDED"): "there are more steps than allowed",
    ("pgn convert", "NO"): "games with illegal moves were left out; they are told",
    ("pgn filter", "NO"): "no game satisfies the conditions",
    ("pgn positions", "NO"): "games have illegal moves; they are told",
    ("pgn validate", "NO"): "a game is bad",
    ("prove", "NO"): "the claim is false; nothing is exported",
    ("prove", "UNDECIDED"): "the claim was not decided within the bounds",
    ("tune", "NO"): "the new values are not stronger; nothing is changed",
    ("verify", "NO"): "a claim is refused; the report says why",
    ("verify", "UNDECIDED"): "the budget did not suffice to check a claim",
}


def commands(group: click.Group = main, prefix: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command by its full name, those of groups too."""
    with click.Context(group) as context:
        for name in sorted(group.list_commands(context)):
            command = group.get_command(context, name)
            assert command is not None
            if isinstance(command, click.Group):
                yield from commands(command, f"{prefix}{name} ")
            else:
                yield f"{prefix}{name}", command


def statuses(command: click.Command) -> set[str]:
    """The exit statuses that the source of a command names, also in functions of its module that it calls.

    >>> sorted(statuses(dict(commands())["equal"]))
    ['NO', 'UNDECIDED', 'YES']
    """
    function = inspect.unwrap(command.callback)  # type: ignore[arg-type]
    module = inspect.getmodule(function)
    assert module is not None
    seen: set[str] = set()
    found: set[str] = set()
    waiting = [function.__name__]
    bodies = _functions(module)
    while waiting:
        name = waiting.pop()
        if name in seen or name not in bodies:
            continue
        seen.add(name)
        for node in ast.walk(bodies[name]):
            if isinstance(node, ast.Name):
                waiting.append(node.id)
                found |= {node.id} & set(STATUSES)
    return found


def _functions(module: ModuleType) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(module))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def page() -> str:
    """All commands."""
    parts = []
    for name, command in commands():
        parts += [f"## lasker {name}", f"    {_usage(name, command)}", _words(command)]
        options = [each for each in command.params if isinstance(each, click.Option)]
        if options:
            rows = [f"| {_option(each)} | {_help(each, command)} |" for each in options]
            parts.append("\n".join(["| option | meaning |", "| --- | --- |", *rows]))
        if also := _statuses(name, command):
            parts.append(also)
    return "\n\n".join(parts)


def general() -> str:
    """The statuses that mean the same everywhere."""
    rows = [f"| {getattr(common, name)} | {what} |" for name, what in STATUSES.items()]
    return "\n".join(["| status | meaning |", "| --- | --- |", *rows])


def _usage(name: str, command: click.Command) -> str:
    with click.Context(command, info_name=f"lasker {name}") as context:
        return command.get_usage(context).removeprefix("Usage: ").replace("\n", " ")


def _words(command: click.Command) -> str:
    """The help of a command: its paragraphs, and example lines (behind the sign \\b) as code."""
    parts = []
    for part in inspect.cleandoc(command.help or "").split("\n\n"):
        lines = part.removeprefix("\b\n").splitlines()
        code = part.startswith("\b") or all(line.startswith("lasker ") for line in lines)
        parts.append("\n".join(f"    {line}" for line in lines) if code else _plain(" ".join(lines)))
    return "\n\n".join(parts)


def _option(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    value = option.metavar or option.type.name.upper().removesuffix(" RANGE")
    return names if option.is_flag or option.count else f"{names} `{value}`".replace("|", "\\|")


def _help(option: click.Option, command: click.Command) -> str:
    words = [_plain(option.help or "")]
    with click.Context(command) as context:
        value = option.get_default(context)
        if option.show_default and not option.is_flag and value is not None:
            words.append(f"Default: `{' '.join(value) if isinstance(value, tuple) else value}`.")
    if isinstance(option.type, click.IntRange | click.FloatRange) and option.type._describe_range() != "x>=0":
        words.append(f"Range: `{option.type._describe_range()}`.")
    if isinstance(option.type, click.Choice):
        words.append("One of " + ", ".join(f"`{choice}`" for choice in option.type.choices) + ".")
    return " ".join(word for word in words if word)


def _plain(text: str) -> str:
    """Help as Markdown: signs that mean something there are escaped, patterns of arguments become code.

    >>> _plain("a|b *c*")
    'a\\\\|b \\\\*c\\\\*'
    """
    return re.sub(r"([|*_<])", r"\\\1", " ".join(text.split()))


def _statuses(name: str, command: click.Command) -> str:
    said = [
        f"{getattr(common, status)}: {MEANINGS[name, status]}"
        for status in ("NO", "UNDECIDED")
        if status in statuses(command)
    ]
    return f"Exit status {'; '.join(said)}." if said else ""
