"""Lasca: towers walk, rob and are robbed; a second opinion keeps them as lists of men."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from positions import game

from lasker.algebra.meaning import Configuration

lasca = game("lasca")
Towers = dict[tuple[int, int], str]  # each from the ground up: S O are white's and move up, s o black's
DARK = [(x, y) for x in range(7) for y in range(7) if (x + y) % 2 == 0]


def position(towers: Towers) -> Configuration:
    return lasca.place(
        {
            f"{chr(65 + z)}{chr(97 + x)}{y + 1}": man
            for (x, y), men in towers.items()
            for z, man in enumerate(men)
        }
    )


def after(towers: Towers) -> set[Configuration]:
    return set(lasca.after("white", position(towers)))


def test_a_tower_moves_as_a_whole() -> None:
    assert after({(3, 3): "sS"}) == {position({(2, 4): "sS"}), position({(4, 4): "sS"})}
    assert after({(3, 3): "soO"}) == {position({(3 + dx, 3 + dy): "soO"}) for dx in (1, -1) for dy in (1, -1)}
    assert after({(3, 3): "SSs"}) == set()  # the top man commands, and he is Black's


def test_the_prisoner_goes_under_the_tower() -> None:
    assert after({(1, 1): "sS", (2, 2): "SSo"}) == {position({(3, 3): "osS", (2, 2): "SS"})}


def test_a_soldier_who_arrives_is_promoted_but_not_his_prisoners() -> None:
    assert after({(1, 5): "SsS"}) == {position({(0, 6): "SsO"}), position({(2, 6): "SsO"})}
    assert after({(2, 4): "S", (3, 5): "s"}) == {position({(4, 6): "sO"})}  # … nor the one he brings along


def test_capture_is_compulsory_and_goes_on() -> None:
    chain = {(0, 0): "S", (1, 1): "s", (3, 3): "Ss", (6, 2): "S"}
    assert after(chain) == {position({(4, 4): "ssS", (3, 3): "S", (6, 2): "S"})}


def test_no_tower_is_robbed_twice_in_a_move() -> None:
    """The officer may not turn round and jump back over the man who has just come to the top."""
    assert after({(2, 2): "O", (3, 3): "ss"}) == {position({(4, 4): "sO", (3, 3): "s"})}


# --- a second opinion ---------------------------------------------------------------------------


def chains(
    towers: Towers, at: tuple[int, int], robbed: frozenset[tuple[int, int]]
) -> Iterator[tuple[Towers, tuple[int, int]]]:
    """The towers after a chain of captures that cannot go on, and where it ended."""
    top, further = towers[at][-1], False
    for dx, dy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        over, land = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
        if (
            (dy > 0 or top == "O")
            and land in DARK
            and land not in towers
            and over not in robbed
            and over in towers
            and towers[over][-1].islower()
        ):
            further = True
            then = {square: men for square, men in towers.items() if square not in (at, over)}
            then[land] = towers[over][-1] + towers[at]
            if len(towers[over]) > 1:
                then[over] = towers[over][:-1]
            yield from chains(then, land, robbed | {over})
    if robbed and not further:
        yield towers, at


def legal(towers: Towers) -> list[Towers]:
    own = [at for at, men in towers.items() if men[-1].isupper()]
    ends = [end for at in own for end in chains(towers, at, frozenset())]
    if not ends:
        ends = [
            (
                {**{s: m for s, m in towers.items() if s != (x, y)}, (x + dx, y + dy): towers[x, y]},
                (x + dx, y + dy),
            )
            for x, y in own
            for dx in (1, -1)
            for dy in ((1, -1) if towers[x, y][-1] == "O" else (1,))
            if (x + dx, y + dy) in DARK and (x + dx, y + dy) not in towers
        ]
    return [{**then, at: then[at][:-1] + "O"} if at[1] == 6 else then for then, at in ends]


def mirrored(towers: Towers) -> Towers:
    """The same as Black sees it."""
    return {(x, 6 - y): men.swapcase() for (x, y), men in towers.items()}


def test_start() -> None:
    towers = {(x, y): "S" if y < 3 else "s" for x, y in DARK if y != 3}
    assert after(towers) == set(map(position, legal(towers)))
    assert len(after(towers)) == 6


@pytest.mark.parametrize("seed", range(12))
def test_second_opinion(seed: int) -> None:
    dice = random.Random(seed)
    towers = {
        at: "".join(dice.choice("SsOo") for _ in range(dice.randint(1, 3)))
        for at in DARK
        if dice.random() < 0.45
    }
    assert after(towers) == set(map(position, legal(towers)))
    assert legal(towers)
    assert lasca.after(lasca.swapped("white"), position(mirrored(towers))) == {
        position(mirrored(end)) for end in legal(towers)
    }
