"""Numbers are read exactly or refused, and regions take squares in every form that the language has."""

from __future__ import annotations

from random import Random

import pytest

from lasker.kernel.errors import LaskerError
from lasker.syntax.parse import parse_lines
from lasker.syntax.rules import Rules
from lasker.syntax.rules_writer import written


def test_numbers_are_exact_or_refused() -> None:
    rules = Rules(
        "counter c 0..0000000005\ncounter d 0..1000000000 from 0999999999\n"
        "board 0003x03\nregion r = rank 00001, file 02"
    )
    counters = rules.vocabulary.counters
    assert [(c.low, c.high, c.start) for c in counters.values()] == [(0, 5, 0), (0, 10**9, 999_999_999)]
    assert rules.space is not None
    assert len(rules.space.sites) == 9
    assert len(rules.space.regions["r", None]) == 5
    counts = Rules("perft 1000 5\nperft 1 " + "0" * 50 + "5").declared.perfts
    assert counts == [(1000, 5, None), (1, 5, None)]
    big = "9" * 10
    for text in (
        f"counter c 0..{big}", f"counter c -{big}..0", f"counter c 0..9 from {big}", f"x = step(u){{{big}}}",
        f"x = step(u){{1,{big}}}", f"x = u^{big}", f"x = u^-{big}", f"board {big}", f"board 3x{big}",
        f"board hexagon {big}", f"counter c 0..9\nx = [c > {big}]", f"counter c 0..9\nx = c += {big}",
        f"board 3x3\nregion r = rank {big}", f"board 3x3\nregion r = rank -{big}",
        f"board 3x3\nregion r = ({big},1)", f"perft {big} 1", f"perft 1 {'9' * 50}", f"lasker {big}",
        f'end "x" 1/{big}: nil', f'adjudicate "x" drawn: repeated {big}',
        f"state a of chance: {big}: nil then a", "x = u" + "⁹" * 10,
    ):  # fmt: skip
        with pytest.raises(LaskerError) as caught:
            Rules("lasker 1\n" * (not text.startswith("lasker")) + text).check()
        assert "too large" in caught.value.message, text
        assert caught.value.span is not None


def test_lists_of_squares_in_every_form() -> None:
    random = Random(14)
    space = Rules("board 6x5").space
    assert space is not None
    at = {space.label(site): site for site in range(30)}

    def squares(files: range, ranks: range) -> set[int]:
        return {at["abcdef"[x] + str(y + 1)] for x in files for y in ranks}

    for _ in range(200):
        texts, wanted = list[str](), set[int]()
        for _ in range(random.randrange(1, 6)):
            x, y, v, w = (random.randrange(n) for n in (6, 5, 6, 5))
            name, other = f"{'abcdef'[x]}{y + 1}", f"{'abcdef'[v]}{w + 1}"
            both = squares(range(min(x, v), max(x, v) + 1), range(min(y, w), max(y, w) + 1))
            whole = range(6), range(5)
            text, found = random.choice([
                (name, {at[name]}), (f"{name}..{other}", both),
                (f"rank {y + 1}", squares(whole[0], range(y, y + 1))),
                (f"file {'abcdef'[x]}", squares(range(x, x + 1), whole[1])), (f"({x},{y})", {at[name]}),
                (f"rank -{5 - y}", squares(whole[0], range(y, y + 1))), (f"'{name}'", {at[name]}),
                (f"file -{6 - x}", squares(range(x, x + 1), whole[1])),
                (f"shade {name}", {s for s in range(30) if sum(space.sites[s]) % 2 == (x + y) % 2}),
            ])  # fmt: skip
            texts.append(text)
            wanted |= found
        line = texts[0] + "".join(random.choice([" ", ", ", ",", "  "]) + text for text in texts[1:])
        read = Rules(f"board 6x5\nregion r = {line}").space
        assert read is not None
        assert set(read.regions["r", None]) == wanted, line
        printed = " ".join(sorted(map(read.label, wanted)))
        back = Rules(f"board 6x5\nregion r = {printed}").space
        assert back is not None
        assert set(back.regions["r", None]) == wanted


def test_regions_are_sets_that_are_put_together() -> None:
    """Random regions, each made of areas and of the regions before it, beside the same sets in Python."""
    random, space = Random(24), Rules("board 7x6").space
    assert space is not None
    everything = set(range(42))
    places = {space.sites[site]: site for site in everything}

    def near(sites: set[int], aslant: bool) -> set[int]:
        steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0) and (aslant or not x * y)]
        reached = [(a + x, b + y) for a, b in (space.sites[site] for site in sites) for x, y in steps]
        return {places[place] for place in reached if place in places} - sites

    for _ in range(60):
        texts, known = ["board 7x6"], dict[str, set[int]]()
        for number in range(6):
            line, found, operator = "", set[int](), ""
            for _ in range(random.randrange(1, 4)):
                x, y, v, w, n = (random.randrange(k) for k in (7, 6, 7, 6, 3))
                n += 1
                across, up = range(min(x, v), max(x, v) + 1), range(min(y, w), max(y, w) + 1)
                name = random.choice(list(known) or ["board"])
                text, part = random.choice([
                    (f"{'abcdefg'[x]}{y + 1}..{'abcdefg'[v]}{w + 1} by {n}",
                     {places[a, b] for a in across for b in up if not ((a - x) % n or (b - y) % n)}),
                    (f"rank {y + 1} by {n}", {s for s in everything if space.sites[s][1] in range(y, 6, n)}),
                    (f"file -{x + 1} by {n}",
                     {s for s in everything if 6 - space.sites[s][0] in range(x, 7, n)}),
                    (name, known.get(name, everything)), ("board", everything),
                    (f"beside {name}", near(known.get(name, everything), False)),
                    (f"around {name}", near(known.get(name, everything), True)),
                    (f"beside {'abcdefg'[x]}{y + 1}", near({places[x, y]}, False)),
                ])  # fmt: skip
                line += f" {operator} {text}"
                found = found - part if operator == "without" else found & part if operator else part
                operator = random.choice(["without", "in"])
            known[f"area_{number}"] = found
            texts.append(f"region area_{number} ={line}")
        random.shuffle(texts)
        rules = Rules("\n".join(texts))
        assert rules.space is not None
        assert {name: set(sites) for (name, _), sites in rules.space.regions.items()} == known, texts
        source, _ = written(parse_lines(rules.source), "again")
        again = Rules(source).space
        assert again is not None
        assert again.regions == rules.space.regions


@pytest.mark.parametrize(
    ("line", "message", "remedy"),
    [
        ("region a = b\nregion b = a", "made of itself", "squares and lines"),
        ("region a = without b3", "no squares stand beside `without`", "for example"),
        ("region a = b3 in", "no squares stand beside `in`", "for example"),
        ("region a = around", "needs squares behind it", "for example"),
        ("region a = b3 by 2", "counts squares of a rectangle", "a1..h1 by 2"),
        ("region a = b1..b3 by 0", "every 0th", "count from 1"),
        ("region a = b3 of white", "`of` does not fit here", "for example"),
        ("region a = inner of green", "no region is called inner of green", "say whose: inner of white"),
        ("region a = iner", "no square iner", "did you mean inner?"),
    ],
)
def test_mistakes_in_regions_are_told_with_their_places(line: str, message: str, remedy: str) -> None:
    with pytest.raises(LaskerError) as caught:
        Rules(f"board 5x5\nregion inner of white = c3\n{line}")
    assert message in caught.value.message
    assert remedy in (caught.value.remedy or "")
    assert caught.value.span is not None
    assert caught.value.span.line >= 3


def test_regions_of_players_and_of_graphs() -> None:
    text = "board 3x4\nregion far rank of white = rank 4\nregion far rank of black = rank 1\n"
    space = Rules(text + "region ends = far rank of white, far rank of black\nregion corner of black = "
                  "far rank in file a").space  # fmt: skip
    assert space is not None
    assert len(space.regions["ends", None]) == 6
    assert [space.label(site) for site in space.regions["corner", 1]] == ["a1"]
    graph = Rules("link a e/w b e/w c\nlink board n/s c\nregion x = beside a, c without 'board'").space
    assert graph is not None
    assert sorted(map(graph.label, graph.regions["x", None])) == ["b", "c"]
    chain = "".join(f"region r{n} = r{n + 1}\n" for n in range(200))
    with pytest.raises(LaskerError, match="made of one another"):
        Rules(f"board 3x3\n{chain}region r200 = a1")
