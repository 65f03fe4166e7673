"""The move that has so many others before it, against a list of all moves in the order of their labels."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from lasker.kernel.package_data import c_runtime
from lasker.runtime import c_compiler

DRIVER = """
typedef struct { int from, to, symbol, was, id; } Move;

static uint64_t state = SEED;
static uint64_t drawn(uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
}

static int by_label(const void *left, const void *right) {
    const Move *const a = left, *const b = right;
    if (a->from != b->from) return a->from - b->from;
    if (a->to != b->to) return a->to - b->to;
    return a->symbol != b->symbol ? a->symbol - b->symbol : a->was - b->was;
}

static bits drawn_set(void) {
    bits set = NONE;
    for (int site = 0; site < SITES; site++) set |= only_if(drawn(4) == 0, site);
    return set;
}

int main(void) {
    static Options o;
    static Move move[100000];
    for (int round = 0; round < 150; round++) {
        Change change[24];
        for (int i = 0; i < 24; i++) change[i] = (Change){(int16_t)((int)drawn(4) - 1), (int16_t)drawn(3)};
        int size_of_list = 0;
        no_options(&o);
        for (int i = 0, manies = (int)drawn(12); i < manies; i++) {
            const int shift = (int)drawn(19) - 9;
            bits starts = drawn_set();
            for (int site = 0; site < SITES; site++)
                if (site + shift < 0 || site + shift >= SITES) starts &= ~BIT(site);
            all_go(&o, starts, shift, i);
            for (; any(starts); starts = rest(starts))
                move[size_of_list++] =
                    (Move){first(starts), first(starts) + shift, change[i].symbol, change[i].was, i};
        }
        for (int i = 0, ones = (int)drawn(2) * (int)drawn(12); i < ones; i++) {
            const int from = (int)drawn(SITES), id = 12 + i;
            bits goals = drawn_set();
            one_goes(&o, from, goals, id, 0);
            for (; any(goals); goals = rest(goals))
                move[size_of_list++] = (Move){from, first(goals), change[id].symbol, change[id].was, id};
        }
        if (o.size != (uint64_t)size_of_list) return 1;
        qsort(move, (size_t)size_of_list, sizeof *move, by_label);
        for (int rank = 0; rank < size_of_list; rank++) {
            const bool twin = (rank && !by_label(&move[rank - 1], &move[rank]))
                           || (rank + 1 < size_of_list && !by_label(&move[rank], &move[rank + 1]));
            bool alike;
            const Choice found = ranked_option(&o, (uint64_t)rank, change, &alike);
            if (alike != twin) return 2;
            const Move *const it = &move[rank];
            if (!twin && (found.from != it->from || found.to != it->to || found.id != it->id)) return 3;
        }
    }
    return 0;
}
"""


LANES = """
typedef struct { int from, to, id; } Move;

static uint64_t state = SEED;
static uint64_t drawn(uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
}

static int by_label(const void *left, const void *right) {
    const Move *const a = left, *const b = right;
    return a->from != b->from ? a->from - b->from : a->to - b->to;
}

int main(void) {
    static Options o;
    static Move move[4 * SITES];
    static const int16_t shift[] = {-3, -1, 2, 4};
    for (int round = 0; round < 150; round++) {
        const uint64_t seldom = 1 + drawn(9);
        int moves = 0;
        no_options(&o);
        o.shift = shift;
        for (int site = 0; site < SITES; site++) {
            const int id = (int)drawn(CLASSES);
            for (int lane = 0; lane < LANES; lane++) {
                const int to = site + shift[lane];
                if (to < 0 || to >= SITES || drawn(seldom)) continue;
                lane_goes(&o, lane, BIT(site), id);
                move[moves++] = (Move){site, to, id};
            }
        }
        if (lanes_size(&o) != (uint64_t)moves) return 1;
        qsort(move, (size_t)moves, sizeof *move, by_label);
        for (int rank = 0; rank < moves; rank++) {
            bool alike;
            const Choice found = ranked_option(&o, (uint64_t)rank, 0, &alike);
            const Move *const it = &move[rank];
            if (alike || found.from != it->from || found.to != it->to || found.id != it->id) return 2;
        }
        leave_lanes(&o);
        uint64_t told = 0;
        for (int i = 0; i < o.manies; i++)
            for (bits s = o.many[i].starts; any(s); s = rest(s), told++) {
                const Move it = {first(s), first(s) + o.many[i].shift, o.many[i].id};
                const Move *const same = bsearch(&it, move, (size_t)moves, sizeof *move, by_label);
                if (!same || same->id != it.id) return 3;
            }
        if (told != (uint64_t)moves) return 4;
    }
    return 0;
}
"""


@pytest.mark.parametrize("flags", [c_compiler.FLAGS, ("-std=c11",)], ids=["this machine", "any machine"])
@pytest.mark.parametrize("sites", [9, 64, 81, 200])
@pytest.mark.parametrize("lanes", [0, 3])
def test_every_rank_is_the_place_in_the_list(
    sites: int, lanes: int, flags: tuple[str, ...], tmp_path: Path
) -> None:
    text = "\n".join(
        [
            "#include <stdbool.h>\n#include <stdint.h>\n#include <stdlib.h>",
            f"#define SITES {sites}\n#define GROUND 1\n#define SEED {sites}u",
            "enum { MOST_ONES = 64, MOST_MANY = 64 };",
            f"#define LANES {lanes}\n#define CLASSES {sites % 4 + 1}",
            *map(c_runtime, ("bitboards/squares", "bitboards/shifts", "bitboards/options")),
            LANES if lanes else DRIVER,
        ]
    )
    source, program = tmp_path / "ranks.c", tmp_path / "ranks"
    source.write_text(text, "utf-8")
    checked = [*flags, "-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-w"]
    subprocess.run([*c_compiler.find().command, *checked, "-o", program, source], check=True, timeout=300)
    assert subprocess.run([program], timeout=300, check=False).returncode == 0
