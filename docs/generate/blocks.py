"""Blocks of a page that the program writes: where they are, which are stale, how they are renewed.

A block stands between two comments, which a reader of the page does not see:

    <!-- generated: NAME -->what `facts.py` or `figures.py` says<!-- end -->
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Text = Callable[[], str]  # what stands in a block; text of several lines gets lines of its own

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "make facts"  # renews every block
BLOCK = re.compile(r"<!-- generated: (?P<name>[\w ]+) -->(?P<text>.*?)<!-- end -->", re.DOTALL)
OPENED = re.compile(r"<!-- generated\b")


class BadPage(Exception):
    """A page with a marker that opens no block, or the name of a block that nothing writes."""


@dataclass(frozen=True)
class Block:
    """A block as it stands in a page."""

    page: Path
    name: str
    text: str


def pages() -> list[Path]:
    """Every page of the project that may have blocks."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def found(page: Path, text: str) -> list[Block]:
    """The blocks of a page.

    >>> [found.text for found in found(Path("x.md"), "up to <!-- generated: most -->7<!-- end --> squares")]
    ['7']
    """
    blocks = [Block(page, each["name"], each["text"]) for each in BLOCK.finditer(text)]
    if len(blocks) != len(OPENED.findall(text)) or any(OPENED.search(block.text) for block in blocks):
        raise BadPage(f"{page.name}: a block is not closed, or its name has other signs than letters")
    return blocks


def laid(text: str) -> str:
    """A text as it stands between markers: several lines are lines of their own.

    >>> laid("7"), laid("| a |\\n| b |")
    ('7', '\\n| a |\\n| b |\\n')
    """
    text = text.strip("\n")
    return f"\n{text}\n" if "\n" in text else text


def renewed(page: Path, text: str, writers: Mapping[str, Text], left_out: Collection[str] = ()) -> str:
    """A page whose blocks say what their writers say now, but for those that are left out.

    >>> renewed(Path("x.md"), "<!-- generated: most -->7<!-- end --> squares", {"most": lambda: "9"})
    '<!-- generated: most -->9<!-- end --> squares'
    """
    unknown = {block.name for block in found(page, text)} - set(writers)
    if unknown:
        raise BadPage(f"{page.name}: nothing writes the block {', '.join(sorted(unknown))}")

    def fresh(block: re.Match[str]) -> str:
        if block["name"] in left_out:
            return block[0]
        return f"<!-- generated: {block['name']} -->{laid(writers[block['name']]())}<!-- end -->"

    return BLOCK.sub(fresh, text)


def stale(blocks: list[Block], writers: Mapping[str, Text]) -> Iterator[str]:
    """What to tell about each block that says something else than its writer does.

    >>> list(stale([Block(Path("x.md"), "most", "7")], {"most": lambda: "9"}))
    ["x.md: the block `most` is stale, renew it with `make facts`: '7' should be '9'"]
    """
    for block in blocks:
        fresh = laid(writers[block.name]())
        if block.text != fresh:
            old, new = difference(block.text, fresh)
            yield (
                f"{block.page.name}: the block `{block.name}` is stale, renew it with `{COMMAND}`: "
                f"{old!r} should be {new!r}"
            )


def difference(old: str, new: str) -> tuple[str, str]:
    """The first lines in which two texts differ.

    >>> difference("a\\nb\\nc", "a\\nd")
    ('b', 'd')
    """
    ours, theirs = old.split("\n"), new.split("\n")
    count = max(len(ours), len(theirs))
    for one, other in zip(
        ours + [""] * (count - len(ours)), theirs + [""] * (count - len(theirs)), strict=True
    ):
        if one != other:
            return one, other
    return old, new
