"""Boards of more squares than two words have bits: random games on them against the reference, and the
functions of sets against Python's own numbers."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest
from random_games import random_game, random_position
from test_sanitizers import faults

from lasker import backends
from lasker.backends.c import Native
from lasker.compiler.bits.rays import cut, squares
from lasker.compiler.emit.c.text import fast
from lasker.compiler.groups.moves import Entry
from lasker.compiler.pipeline import compiled
from lasker.kernel.errors import NativeError
from lasker.kernel.package_data import c_runtime
from lasker.runtime import c_compiler

BOARDS = ("13x10", "12x12", "16x16", "cylinder 13x11", "torus 12x12", "möbius 14x10", "20x20", "43x12")


def disagreements(seed: int, board: str, number: int) -> list[str]:
    """What bitboards, which are taken, and the reference say differently; deeper, bitboards and the walk."""
    game = random_game(seed, board)
    assert fast(compiled(game))[1] == ""
    judge = backends.open_engine("reference", game)
    quick = Native(game, frozenset(), listing=True)
    walk = Native(game, frozenset(), walking=True)
    found = []
    for count in range(number):
        position = random_position(game, 1000 * seed + count + 1, most=24)
        wanted = judge.successors(position)
        if quick.successors(position) != wanted:
            found.append(f"other moves at {position}")
        if quick.perft(position, 1) != len(wanted):
            found.append(f"{quick.perft(position, 1)} moves, not {len(wanted)}, at {position}")
        if quick.perft(position, 2) != walk.perft(position, 2):
            found.append(f"two plies are counted differently at {position}")
    return found


@pytest.mark.parametrize(
    ("seed", "board"),
    [
        (2, "13x10"),
        *(pytest.param(*each, marks=pytest.mark.soak) for each in ((2, "cylinder 13x11"), (1, "17x17"))),
    ],
)
def test_random_games_agree(seed: int, board: str) -> None:
    assert disagreements(seed, board, 2) == []


@pytest.mark.soak
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", range(500, 510))
def test_many_random_games_agree(seed: int, board: str) -> None:
    if fast(compiled(random_game(seed, board)))[1]:
        pytest.skip("it walks")
    assert disagreements(seed, board, 12) == []


@pytest.mark.soak
def test_a_wide_game_is_clean(tmp_path: Path) -> None:
    game = random_game(2, "16x16")
    try:
        c_compiler.find()
    except NativeError as error:
        pytest.skip(f"NOT TESTED: {error.message}")
    assert faults(game, random_position(game, 7, most=24), tmp_path) == ""


# --- rays -----------------------------------------------------------------------------------------------


def slid(entries: list[Entry], site: int, occupied: int, screens: int) -> int:
    """What is reached from a square, as entries say it."""
    ways = ((target, path) for origin, target, path in entries if origin == site)
    return sum({1 << target for target, path in ways if (path & occupied).bit_count() == screens})


def along(cells: int, falls: bool, occupied: int, screens: int) -> int:
    """What is reached on a ray, square by square in the order of its numbers."""
    found = 0
    order = [site for site in range(cells.bit_length()) if cells >> site & 1]
    for site in reversed(order) if falls else order:
        found |= 1 << site if screens == 0 else 0
        screens -= occupied >> site & 1
        if screens < 0:
            break
    return found


@pytest.mark.parametrize("screens", [0, 1, 2])
@pytest.mark.parametrize("seed", range(20))
def test_rays_reach_what_their_entries_say(seed: int, screens: int) -> None:
    """Ways over any squares in any order, cut into rays: together they reach the same."""
    random, sites = Random(seed), 30
    entries: list[Entry] = []
    for origin in range(6):
        for _ in range(random.randint(1, 4)):
            path = 0
            for site in random.sample([s for s in range(sites) if s != origin], random.randint(1, 12)):
                if random.random() < 0.8:
                    entries.append((origin, site, path))
                path |= 1 << site
    rays, leaps = cut(entries)
    assert sorted([*leaps, *(entry for _, share in rays for entry in share)]) == sorted(entries)
    for _ in range(20):
        occupied = random.getrandbits(sites)
        for origin in range(6):
            found = slid(leaps, origin, occupied, screens)
            for kind, share in rays:
                (cells, before) = (each[origin] for each in squares(share, sites))
                reach = sum({1 << target for first, target, _ in share if first == origin})
                left = screens - (before & occupied).bit_count()
                found |= along(cells, kind.falls, occupied, left) & reach if left >= 0 else 0
            assert found == slid(entries, origin, occupied, screens)


# --- sets -----------------------------------------------------------------------------------------------

DRIVER = """
static void tell(bits set) {
    for (int i = SET_WORDS; i-- > 0;) printf("%016llx", (unsigned long long)word_of(set, i));
    printf(" ");
}
static bits told(void) {
    bits set = NONE;
    char digit[SITES + 1];
    if (scanf("%s", digit) != 1) return set;
    for (int site = 0; site < SITES; site++)
        if (digit[site] == '1') set |= BIT(site);
    return set;
}
int main(void) {
    int times, by, screens;
    if (scanf("%d", &times) != 1) return 1;
    while (times--) {
        const bits a = told(), b = told();
        if (scanf("%d %d", &by, &screens) != 2) return 1;
        tell(a & ~b), tell(ALL), tell(rest(a)), tell(shifted(a, by) & ALL);
        tell(any(a) ? LOWEST(a) : NONE), tell(highest(a));
        tell(rising(a, b, screens)), tell(falling(a, b, screens));
        tell(all_before(highest(a))), tell(all_after(highest(a)) & ALL);
        printf("%d %d %d %d ", any(a), several(a), equal(a, b), has(a, SITES / 2));
        printf("%d %llu\\n", any(a) ? first(a) : -1, (unsigned long long)size(a));
    }
    return 0;
}
"""


def expected(a: int, b: int, by: int, screens: int, sites: int) -> list[int]:
    """What the driver tells, by Python's numbers."""
    everything, lowest = (1 << sites) - 1, a & -a
    highest = 1 << a.bit_length() - 1 if a else 0
    return [
        a & ~b,
        everything,
        a & ~lowest,
        (a << by if by >= 0 else a >> -by) & everything,
        lowest,
        highest,
        along(a, False, b, screens),
        along(a, True, b, screens),
        max(highest - 1, 0),
        everything & -(highest << 1) if a else 0,
        int(a != 0),
        int(a.bit_count() > 1),
        int(a == b),
        a >> sites // 2 & 1,
        lowest.bit_length() - 1,
        a.bit_count(),
    ]


@pytest.mark.parametrize("flags", [c_compiler.FLAGS, ("-std=c11",)], ids=["this machine", "any machine"])
@pytest.mark.parametrize("sites", [9, 64, 65, 128, 130, 256, 300, 512, 1000])
def test_sets_are_what_numbers_are(sites: int, flags: tuple[str, ...], tmp_path: Path) -> None:
    text = "\n".join(
        [
            "#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>",
            f"#define SITES {sites}",
            c_runtime("bitboards/squares"),
            DRIVER,
        ]
    )
    source, program = tmp_path / "sets.c", tmp_path / "sets"
    source.write_text(text, "utf-8")
    checked = [*flags, "-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-w"]
    subprocess.run([*c_compiler.find().command, *checked, "-o", program, source], check=True, timeout=300)
    random = Random(sites)
    cases = []
    for _ in range(200):
        a, b = (random.getrandbits(sites) for _ in range(2))
        few = random.choice([0, 1 << random.randrange(sites), random.getrandbits(sites)])
        farthest = min(sites - 1, 63 if sites <= 64 else 127 if sites <= 128 else sites - 1)
        cases.append((a & few, b & few, random.randint(-farthest, farthest), random.randint(0, 2)))
    asked = "".join(
        f"{a:0{sites}b}"[::-1] + " " + f"{b:0{sites}b}"[::-1] + f" {by} {screens}\n"
        for a, b, by, screens in cases
    )
    told = subprocess.run(
        [program], input=f"{len(cases)} {asked}", capture_output=True, text=True, check=True
    )
    for case, line in zip(cases, told.stdout.splitlines(), strict=True):
        *sets, any_, several, equal, has, first, size = line.split()
        found = [*(int(each, 16) for each in sets), *map(int, (any_, several, equal, has, first, size))]
        assert found == expected(*case, sites), case
