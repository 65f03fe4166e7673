"""Lines that are no positions, for every game: each is refused with its place, at once, or is a position."""

from __future__ import annotations

from random import Random

import pytest

from lasker.kernel.errors import LaskerError
from lasker.play.game import Game, load
from library_sample import EVERY, SAMPLED
from parser_bounds import TookTooLong, bounded

NORMAL, SOAK = 5, 2000  # lines for each game
ODD = [
    "", " ", "/", "//", "0", "9", "99999999999999999999", "-", "--", "+", "~", "*", "[", "]", "[]", "[[Q]]",
    "²", "٣", "é", "象", "\0", "\ufeff", "𝔸", "K", "k", "KQkq", "HAha", "zz", "e3", "e9", "a1a1", "-1", "1e9",
    "0x10", "3+3", "3+", "w", "b", "W", "P" * 300, "1" * 300, "kqKQ" * 50, "8/" * 40, "\t", "\n", "\u2028",
    "'", '"', "\\", "%s", "{}",
]  # fmt: skip


def mangled(game: Game, random: Random) -> str:
    """A position of the game, and something done to it."""
    told = [count.position for count in game.model.counts if count.position is not None]
    text = random.choice([game.model.start, *told])
    for _ in range(random.choice([1, 1, 1, 2, 5])):
        words, odd = text.split(" "), random.choice(ODD)
        here, there = sorted(random.choices(range(len(text) + 1), k=2))
        which = random.randrange(len(words))
        text = random.choice(
            [
                text[:here],
                text[here:],
                text[:here] + odd + text[here:],
                text[:here] + text[there:],
                text[:there] + text[here:],
                text[:here] + text[here:there][::-1] + text[there:],
                text[:here] + text[here : here + 1].swapcase() + text[here + 1 :],
                " ".join([*words[:which], odd, *words[which + 1 :]]),
                " ".join([*words[:which], odd, *words[which:]]),
                " ".join([*words[:which], *words[which + 1 :]]),
                " ".join(random.sample(words, len(words))),
            ]
        )
    return text


def complaint(game: Game, text: str) -> str | None:
    """What is wrong with how a line is received."""

    def read() -> None:
        position = game.position(text)
        assert game.position(position.fen) == position
        assert game.position(position.fen).fen == position.fen

    try:
        bounded(read)
    except LaskerError as error:
        if error.span is None or not 0 <= error.span.start <= len(text):
            return f"{text!r}: {error.message}: no place is told"
        return None if error.report().strip() else f"{text!r}: nothing to read"
    except (Exception, TookTooLong) as error:
        return f"{text!r}: {type(error).__name__}: {error}"
    return None


def complaints(name: str, seed: str, count: int) -> list[str]:
    game, random = load(name), Random(f"{name} {seed}")
    return [said for _ in range(count) if (said := complaint(game, mangled(game, random)))]


@pytest.mark.parametrize("name", SAMPLED)
def test_odd_numbers(name: str) -> None:
    game = load(name)
    words = game.model.start.split()
    lines = [
        " ".join([*words[:at], odd, *words[at + 1 :]])
        for at in range(1, len(words))
        for odd in ("²", "٣", "-1", "9" * 40, "", "\udcff")
    ]
    assert [said for line in lines if (said := complaint(game, line))] == []


@pytest.mark.parametrize("name", EVERY)
def test_mangled_positions(name: str) -> None:
    assert complaints(name, "normal", NORMAL) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
def test_many_mangled_positions(name: str) -> None:
    assert complaints(name, "soak", SOAK) == []
