"""Generated code under the sanitizers for memory and for undefined behaviour, as a program of its own."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from lockstep import start
from small_games import game

from lasker import backends
from lasker.backends.c import Native
from lasker.compiler.emit.c.text import c_text
from lasker.compiler.ir.machine import ProgramPosition
from lasker.compiler.pipeline import compiled
from lasker.engine.native_search import checkmate_ending
from lasker.fuzzing.sample import sample
from lasker.kernel.errors import NativeError
from lasker.model.game import Game
from lasker.play.game import load
from lasker.play.library import sources
from lasker.runtime import c_compiler
from library_sample import cost

FLAGS = ("-std=c11", "-g", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-w")
ROOM = 1 << 25  # bytes for configurations
READER = """
#include <stdio.h>
#include <stdlib.h>
static int reads(char *from, uint64_t size) {
    unsigned byte;
    for (uint64_t i = 0; i < size; from[i++] = (char)byte)
        if (scanf("%2x", &byte) != 1) return 0;
    return 1;
}
"""
# Reads packed positions, written in hexadecimal digits; tells how many sequences of two moves there are,
# after it has listed the moves, asked for the end, and played a few games.
DRIVER = """
int main(void) {
    const uint64_t size = lasker_packed();
    Machine *m = malloc(lasker_size());
    char *memory = malloc(ROOM), *from = malloc(size);
    uint64_t *tally = calloc(KINDS_OF_ENDS, 8);
    char *labels = malloc(500 * lasker_label()), *afters = malloc(500 * size);
    lasker_open(m, memory, ROOM, UINT64_MAX);
    lasker_answer(m, labels, afters, 500);
    while (reads(from, size)) {
        uint64_t halves[2] = {0, 0};
        int32_t length[3];
        if (lasker_list(m, from, -1, 1) < 0) return 3;
        lasker_verdict(m, from);
        if (lasker_playouts(m, from, 1, 0, 3, 40, tally, length, NULL, 0, NULL) < 0) return 4;
        if (lasker_perft(m, from, 2, NULL, 0, halves)) return 5;
        printf("%llu\\n", (unsigned long long)halves[0]);
    }
    free(labels), free(afters), free(tally), free(from), free(memory), free(m);
    return 0;
}
"""
# The same for an opponent: what things are worth is drawn by lot, since every weight must be safe.
THINKER = """
enum { SLOTS = 1 << 12 };
enum { TABLES = KINDS * SITES + COUNTERS + TERMS + SITES * BORDERS + ENDS + ADJUDICATIONS + 9 };
int main(void) {
    const uint64_t size = lasker_packed();
    Machine *m = malloc(lasker_size());
    Search *t = malloc(lasker_search_size());
    void *tree = malloc(lasker_tree_size());
    char *memory = malloc(ROOM), *thoughts = malloc(THOUGHTS), *earth = malloc(ROOM), *from = malloc(size);
    char *table = calloc(SLOTS, sizeof(TableSlot));
    int16_t *drawn = malloc(4 * TABLES * sizeof(int16_t)), *none = malloc(TABLES * sizeof(int16_t));
    int16_t *times = malloc((TERMS + 1) * sizeof(int16_t));
    int32_t *lost = calloc(TABLES, sizeof(int32_t));
    uint8_t *some = malloc(TABLES), *all = malloc(100000);
    uint32_t lot = 1;
    for (int i = 0; i < 4 * TABLES; i++) {
        lot = lot * 1664525u + 1013904223u;
        drawn[i] = (int16_t)((lot >> 24) - 60);
    }
    for (int i = 0; i < TABLES; i++) none[i] = -1, some[i] = drawn[i] > 150;
    for (int i = 0; i < 100000; i++) all[i] = 1;
    lasker_open(m, memory, ROOM, UINT64_MAX);
    lasker_search_open(t, m, thoughts, THOUGHTS);
    lasker_search_clear_table(t, table, SLOTS);
    lasker_search_set_payoffs(t, lost, lost, lost, DANGER, 0);
    lasker_search_set_weights(t, drawn, drawn, 1000, 1, 0);
    lasker_search_set_territory(t, 3, none);
    lasker_search_set_goals(t, some, some);
    while (reads(from, size)) {
        uint64_t numbers[8];
        lasker_search_terms(t, from, times);
        const int32_t ways = lasker_search_set_root(t, from);
        if (ways < 0) return 3;
        lasker_search_add_past(t, from);
        for (int sure = 0; SEARCHES && sure < 3; sure++)
            for (int depth = 1; depth <= 4 && ways; depth++) {
                lasker_search(t, all, -1, depth, LOST, WON, 3000, sure);
                const int32_t length = lasker_search_result(t, numbers);
                for (int i = 0; i < length; i++) lasker_search_line(t, i, from);
                t->stop = 0;
            }
        lasker_tree_open(t, tree, earth, ROOM, 1);
        if (ways) lasker_tree_grow(t, tree, all, 20);
        printf("%d\\n", ways);
    }
    free(m), free(t), free(tree), free(memory), free(thoughts), free(earth), free(from), free(table);
    free(drawn), free(none), free(times), free(lost), free(some), free(all);
    return 0;
}
"""


def compiled_to(program: Path, text: str) -> Path:
    """A program under the sanitizers."""
    source = program.with_suffix(".c")
    source.write_text(text, encoding="utf-8")
    command = [*c_compiler.find().command, *FLAGS, "-o", str(program), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[:2000]
    return program


def sanitized(game: Game, folder: Path) -> Path:
    """A program that plays the game and stops at the first fault."""
    kinds = len(game.states) * (len(game.endings) + len(game.adjudications) + 1)
    sizes = f"#define ROOM {ROOM}\n#define KINDS_OF_ENDS {kinds}\n"
    return compiled_to(folder / "game", c_text(compiled(game)) + sizes + READER + DRIVER)


def thinking(game: Game, folder: Path) -> Path:
    """A program that thinks about positions of the game and stops at the first fault."""
    chance = any(state.by_chance for state in game.states.values())
    searches = len(game.players) == 2 and not chance
    facts = {"ROOM": ROOM, "THOUGHTS": 1 << 26, "SEARCHES": int(searches), "DANGER": checkmate_ending(game)}
    sizes = "".join(f"#define {name} {value}\n" for name, value in facts.items())
    return compiled_to(folder / "game", c_text(compiled(game), played=True) + sizes + READER + THINKER)


def positions(game: Game, first: ProgramPosition, number: int) -> Iterator[ProgramPosition]:
    """Positions of one game: always the last move of the list, then always the first."""
    engine, position = backends.open_engine("c", game), first
    for count in range(number):
        yield position
        following = engine.successors(position)
        position = following[-(count % 2)].after if following else first


def faults(
    game: Game, first: ProgramPosition, folder: Path, number: int = 6, *, thought: bool = False
) -> str:
    """What the sanitizers and the counts complain about."""
    engine, asked = Native(game, frozenset()), list(positions(game, first, number))
    text = "".join(engine.pack(position).hex() for position in asked)
    program = thinking(game, folder) if thought else sanitized(game, folder)
    done = subprocess.run([program], input=text, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode or done.stderr:
        return done.stderr[:3000] or f"status {done.returncode}"
    wanted = [engine.perft(position, 1 if thought else 2) for position in asked]
    return "" if [int(line) for line in done.stdout.split()] == wanted else f"{done.stdout}, not {wanted}"


@pytest.fixture(autouse=True)
def _sanitizers(tmp_path: Path) -> None:
    """Skip, and say so, where there is nothing to test with."""
    try:
        command = c_compiler.find().command
    except NativeError as error:
        pytest.skip(f"NOT TESTED: {error.message}")
    source = tmp_path / "nothing.c"
    source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
    program = tmp_path / "nothing"
    done = subprocess.run(
        [*command, *FLAGS, "-o", str(program), str(source)], capture_output=True, check=False
    )
    if done.returncode or subprocess.run([program], capture_output=True, check=False).returncode:
        pytest.skip(f"NOT TESTED: {command[0]} has no sanitizers")


def test_a_fault_is_found(tmp_path: Path) -> None:
    """The sanitizers really look: a program that reads beyond its memory is stopped."""
    fault = "void *malloc(unsigned long); int main(int n) { volatile char *one = malloc(1); return one[n]; }"
    done = subprocess.run(
        [compiled_to(tmp_path / "fault", fault)], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert done.stderr


@pytest.mark.parametrize("seed", [3, 8])
def test_random_games_are_clean(seed: int, tmp_path: Path) -> None:
    game = sample(seed)
    assert faults(game.model, backends.position(game.start().node), tmp_path) == ""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2000, 2100))
def test_many_random_games_are_clean(seed: int, tmp_path: Path) -> None:
    game = sample(seed)
    assert faults(game.model, backends.position(game.start().node), tmp_path) == ""


SMALL = sorted(sources(), key=cost)[1]
GAMES = [pytest.param(name, marks=() if name == SMALL else pytest.mark.soak) for name in sorted(sources())]


@pytest.mark.parametrize("name", GAMES)
def test_the_library_is_clean(name: str, tmp_path: Path) -> None:
    assert faults(load(name).model, start(name), tmp_path) == ""


@pytest.mark.parametrize("name", GAMES)
def test_thinking_is_clean(name: str, tmp_path: Path) -> None:
    assert faults(load(name).model, start(name), tmp_path, 2, thought=True) == ""


@pytest.mark.parametrize("thought", [False, True])
def test_moves_that_are_walked_inside_of_nodes(tmp_path: Path, thought: bool) -> None:
    played = game("men before a rook vanish")
    first = backends.position(played.start().node)
    assert faults(played.model, first, tmp_path, thought=thought) == ""
