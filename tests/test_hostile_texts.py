"""Adversarial texts (deep nesting, exponential definitions, long lines): rejected or read within a second."""

from __future__ import annotations

import pytest

from parser_bounds import complaints


def chain(first: str, link: str, length: int) -> str:
    """Definitions, each in terms of the previous one: `i` by `j`."""
    return "\n".join([first, *(link.format(i=i, j=i - 1) for i in range(1, length))])


ON = range(1000)
HOSTILE = {
    "forty marks": "\n".join(f"mark m{i} lasting" for i in range(40)),
    "a board of many digits": "board " + "9" * 5000,
    "a board of many dimensions": "board " + "x".join("1" * 200),
    "six dimensions": "board 1x1x1x1x1x1\nevery(u, step(u))",
    "stars of stars": "step(u)" + "*" * 3000,
    "powers of powers": "u" + "^2" * 3000,
    "high powers": "u" + "^99999" * 90,
    "binders in binders": "%♖: " * 3000 + "nil",
    "if else if": "if nil then nil else " * 3000 + "nil",
    "is is": "%" + " is ♖" * 3000 + " -> .",
    "in in": "board 2x2\nregion home = a1\n[%" + " in home" * 3000 + "]",
    "most most": "counter n 0..9\n" + "most n " * 3000 + "nil",
    "backwards": "\n".join(reversed(chain("v0 = nil", "v{i} = (v{j})*", 300).split("\n"))),
    "functions in functions": chain("f0(x) = x", "f{i}(x) = f{j}(x)*", 99) + "\nf98(nil)",
    "choices doubled": chain("v0 = nil|fail", "v{i} = v{j}|v{j}", 40),
    "sequences doubled": chain("v0 = nil fail", "v{i} = v{j} v{j}", 40),
    "tests doubled": chain("v0 = nil", "v{i} = [v{j}][v{j}]", 40) + "\nR v39",
    "priorities doubled": chain("v0 = nil", "v{i} = (v{j} // v{j})*", 40) + "\nR v39",
    "movements doubled": chain("v0 = u", "v{i} = v{j} v{j}", 2000) + "\nv1999",
    "functions doubled": chain("f0(x) = x | R x", "f{i}(x) = f{j}(f{j}(x))", 30) + "\nf29(step(u))",
    "any of any": "any a in square: " * 7 + "nil",
    "all eight of all eight": "all8(" * 9 + "step(u)" + ")" * 9,
    "every of every": "every(u, " * 12 + "step(u)" + ")" * 12,
    "a product of choices": "+".join(f"u^{i}(♙ + r♙ | ♙ + r♟)" for i in range(14)),
    "an arrow of choices": "|".join(f"u^{i}♙" for i in range(300))
    + " -> "
    + "|".join(f"u^{i}♟" for i in range(300)),
    "a long row": "♙" * 3000,
    "a long column": ";".join("♙" * 3000),
    "a long sum": "+".join(f"u^{i}♙" for i in range(3000)),
    "a long sequence": "[nil]" * 5000,
    "a long choice": "|".join(["step(u)"] * 1000),
    "a long word": "u" * 20000,
    "an unknown long word": "q" * 20000,
    "many brackets": "(" * 5000,
    "closed brackets": "(" * 100 + "nil" + ")" * 100,
    "many closed brackets": "(" * 5000 + "nil" + ")" * 5000,
    "many closed tests": "[" * 5000 + "nil" + "]" * 5000,
    "many lines": "\n" * 100_000 + "nil",
    "many comments": "-- x\n" * 20_000 + "| nil",
    "many returns": "\r" * 50_000 + "\n" * 50_000 + "\r\n" * 1000,
    "many definitions": "\n".join(f"v{i} = step(u) | v{i // 2}x" for i in ON),
    "many players": "players"
    + "".join(f" p{i}" for i in ON)
    + "\npiece man "
    + "".join(chr(0x4E00 + i) for i in ON),
    "many links": "".join(f"link v{i} on/back v{i + 1}\n" for i in ON) + "turn F: on -> back, back -> on",
    "links askew": "".join(f"link v{i} on v{i * 7 % 400}\n" for i in range(400))
    + "link v1 up v2\nturn F: on -> on",
    "many regions": "board 100x100\n" + "\n".join(f"region r{i} = a1..z99" for i in range(100)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_received_politely(name: str) -> None:
    assert complaints(HOSTILE[name]) == []
