"""Numbers are read exactly or refused, and regions take squares in every form that the language has."""

from __future__ import annotations

from random import Random

import pytest

from lasker.kernel.errors import LaskerError
from lasker.syntax.rules import Rules


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
