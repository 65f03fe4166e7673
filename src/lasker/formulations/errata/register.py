"""The list of all errata of the five texts, with their wording and their searches."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from lasker.formulations.errata import algebra, graphs, lines, numbers, omissions, prose, sets
from lasker.formulations.errata.erratum import Erratum
from lasker.formulations.errata.evidence import method
from lasker.formulations.foundations.errata import EDITORIAL, WORDINGS
from lasker.kernel.package_data import files

_BY_SUBJECT = (sets, algebra, numbers, prose, graphs, omissions)
SEARCHES = {id: search for subject in _BY_SUBJECT for id, search in subject.SEARCHES.items()}
ALSO = lines.ALSO | omissions.ALSO


SEVERITIES = dict.fromkeys(WORDINGS, "serious") | {"E-A4": "gap", "E-A7": "gap"}  # of the first text


class Text(NamedTuple):
    """One of the five texts, with its author.

    >>> TEXTS[0].author
    'Leo Guan'
    """

    seed: str
    called: str  # author and year
    page: str  # the page of the documentation about it
    title: str
    author: str
    about: str


TEXTS = (
    Text(
        "000",
        "Guan 2022",
        "guan-2022",
        "A rigorous formulation of the game of chess",
        "Leo Guan",
        "chess as sets and functions",
    ),
    Text(
        "001",
        "bayersglassey 2025",
        "bayersglassey-2025",
        "An Algebra of Chess",
        "bayersglassey",
        "chess as an algebra of board fragments",
    ),
    Text(
        "002",
        "Kulyukin 2022",
        "kulyukin-2022",
        "On Primitive Recursive Characteristics of Chess (Mathematics 10(7))",
        "Vladimir Kulyukin",
        "chess as arithmetic on Gödel numbers",
    ),
    Text(
        "003",
        "ProofWiki",
        "proofwiki",
        "Definition:Chess",
        "the contributors of ProofWiki",
        "chess as laws in prose",
    ),
    Text(
        "004",
        "El-Hamiani-Khatat 2025",
        "el-hamiani-khatat-2025",
        "Mathematical Theory of Chess and Fairy Chess Games",
        "Mohammed-Hounaïne El-Hamiani-Khatat",
        "chess as displacement sets and guards",
    ),
)


@cache
def errata(seed: str) -> tuple[Erratum, ...]:
    """The errata of a text, in the order of their numbers.

    >>> [erratum.id for erratum in errata("003")]
    ['E-W1', 'E-W2', 'E-W3', 'E-W4', 'E-W5', 'E-W6', 'E-W7']
    """
    return tuple(_errata(seed))


def _errata(seed: str) -> Iterator[Erratum]:
    if seed == "000":
        for id, wording in WORDINGS.items():
            yield Erratum(id, *wording, SEARCHES[id], SEVERITIES[id], method(id, True))
        return
    folder = files("lasker.formulations.errata").joinpath("words")
    entries = tomllib.loads(folder.joinpath(f"{seed}.toml").read_text("utf-8"))
    for id, words in entries.items():
        found = words["where"], words["printed"], words["repaired"], SEARCHES.get(id), words["severity"]
        yield Erratum(id, *found, method(id, id in SEARCHES), ALSO.get(id, ()))


SLIPS = EDITORIAL
"""Slips of the pen in the first text that change nothing."""
