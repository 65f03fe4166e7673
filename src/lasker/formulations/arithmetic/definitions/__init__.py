"""The definitions of Kulyukin's paper, one text for each chapter: name, equation, and repaired errata."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from lasker.formulations.arithmetic.syntax import Expression, parse
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.kernel.immutable import lazy

_HEAD = re.compile(
    r"\((?P<number>\d+|·)\)(?P<errata>(?: E-K\d+)*) "
    r"(?P<name>\w+)(?:\((?P<arguments>[^)=≡]*)\))? (?P<sign>[=≡]) "
)
_STEP = re.compile(r"(?P<name>\w+)\((?P<arguments>[^)=≡]*)\) [=≡] ")


@dataclass(frozen=True)
class Definition:
    """A named function as the paper defines it, or as an erratum repairs it."""

    name: str
    parameters: tuple[str, ...]  # for a recursion, the last is the recursion variable
    number: int | None
    errata: tuple[str, ...]  # what this definition repairs; empty if it is as printed
    predicate: bool
    body_text: str
    step_text: str | None
    text: str
    chapter: str

    @lazy
    def body(self) -> Expression:
        """What the function is; for a recursion, its value at 0."""
        return parse(self.body_text, f"{self.chapter}: {self.name}")

    @lazy
    def step(self) -> Expression | None:
        """For a recursion, its value at t + 1."""
        return None if self.step_text is None else parse(self.step_text, f"{self.chapter}: {self.name}")

    @property
    def label(self) -> str:
        """The name with the repaired errata: different definitions have different labels."""
        return " ".join((self.name, *self.errata))

    @property
    def equation(self) -> str:
        """The number of its equation, as the paper writes it."""
        return f"({self.number})" if self.number else "(·)"


def in_words() -> dict[int, str]:
    """Every numbered equation of the paper as one English sentence.

    >>> in_words()[13], len(in_words())
    ('A number occurs in a sequence.', 110)
    """
    text = Path(__file__).with_name("words.txt").read_text("utf-8")
    return {int(number): words for number, words in re.findall(r"^\((\d+)\) (.+)$", text, re.MULTILINE)}


def read(text: str, chapter: str) -> list[Definition]:
    """The definitions in a text.

    >>> [sum_] = read("(·) sum(0) = 0\\n    sum(t + 1) = sum(t) + t", "an example")
    >>> sum_.parameters, sum_.step is None
    (('t',), False)
    """
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("--")]
    blocks: list[list[str]] = []
    for line in lines:
        if line.startswith("("):
            blocks.append([])
        elif not blocks:
            raise DeclarationError(f"{chapter}: a definition begins with the number of its equation: {line}")
        blocks[-1].append(line)
    return [_read_block(block, chapter) for block in blocks]


def _read_block(block: list[str], chapter: str) -> Definition:
    head = _HEAD.match(block[0])
    if head is None:
        raise DeclarationError(f"{chapter}: not a definition: {block[0]}")
    name, number = head["name"], head["number"]
    arguments = tuple(re.split(r",\s*", head["arguments"])) if head["arguments"] else ()
    second = next((i for i, line in enumerate(block[1:], 1) if _is_step(line, name)), len(block))
    step = None
    if second < len(block):
        clause = _STEP.match(block[second].strip())
        assert clause is not None
        arguments = (*arguments[:-1], re.split(r",\s*", clause["arguments"])[-1].removesuffix(" + 1"))
        step = "\n".join([block[second].strip()[clause.end() :], *block[second + 1 :]])
    return Definition(
        name=name,
        parameters=arguments,
        number=None if number == "·" else int(number),
        errata=tuple(head["errata"].split()),
        predicate=head["sign"] == "≡",
        body_text="\n".join([block[0][head.end() :], *block[1:second]]),
        step_text=step,
        text="\n".join(block),
        chapter=chapter,
    )


def _is_step(line: str, name: str) -> bool:
    clause = _STEP.match(line.strip())
    return clause is not None and clause["name"] == name and clause["arguments"].endswith("+ 1")


@cache
def library() -> tuple[Definition, ...]:
    """All definitions of all chapters, in the order of the paper."""
    chapters = sorted(Path(__file__).parent.glob("[0-9]*.txt"))
    return tuple(definition for path in chapters for definition in read(path.read_text("utf-8"), path.stem))
