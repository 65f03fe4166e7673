"""A library earns its seal: faults planted in generated C are found before the library is used."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from small_games import BOTH, CHESS, GAMES, HEAD

from lasker import backends
from lasker.backends.c import build, host_process, library_verification
from lasker.backends.c.naming import library_name
from lasker.backends.c.native import Native
from lasker.compiler.emit.c.text import c_text, counting_parts, walking_text
from lasker.compiler.pipeline import compiled
from lasker.kernel.errors import NativeError
from lasker.kernel.source import Source
from lasker.model import position
from lasker.model.game import Game as Model
from lasker.play.game import Game, load
from lasker.runtime import c_compiler, library_store, records
from lasker.runtime.records import Record, RejectedLibrary
from lasker.runtime.threads import shared
from lasker.syntax.read import read_game

CASTLING = "castling"
SAFE = "kings must be safe"
RULES = (
    CHESS.replace("counts:left", "counts:left marked:fresh").replace("2+2 1", "2+2 b1+d1+a4+b4 1")
    + "castle = %king^fresh: safe (% + r. -> . + r%) safe (% + r rook^fresh -> r% + rook)\n"
    + "move = ((%friend: way(free)) | castle) safe\n"
    + BOTH
)


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path / "store"))


@cache
def game(name: str) -> Game:
    return Game(read_game(Source(HEAD + (RULES if name == CASTLING else GAMES[name]))), "small")


@cache
def text(name: str) -> str:
    return c_text(compiled(game(name).model))


def built(texts: Iterable[str], folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return c_compiler.find().build(texts, folder)


def tried(name: str, changed: str, folder: Path) -> Record:
    """What comes of trying a library made of a changed text."""
    made = built([changed], folder)
    return library_verification.verify(game(name).model, "listing", c_compiler.find(), made)


def test_a_sound_library_is_trusted_and_what_was_checked_is_told(tmp_path: Path) -> None:
    found = tried(CASTLING, text(CASTLING), tmp_path / "made")
    assert not found.refused
    checked = found.checked
    assert checked["positions"] == checked["counts"] == checked["moves"] == library_verification.POSITIONS
    assert checked["games"] >= library_verification.POSITIONS // library_verification.FAR
    assert checked["reference"] == library_verification.REFERENCE
    assert "-O0" in found.flags
    assert found.compiler == c_compiler.find().version.splitlines()[0]


UNWRITTEN = r"    if (!m->walks && !m->board_history && m->fresh[4096]) return 0;\n\1"
CRASH = "*(volatile int *)0 = 1;"
LOOP = 'for (;;) __asm__ volatile("");'
# By what becomes wrong: the game, what is replaced in its C text, and what is told. First of the fast path,
# then of the walk.
FAST_FAULTS = {
    "a pin": (SAFE, "        *pinned |= between;", "        *pinned |= NONE;", "sequences"),
    "a mark": (CASTLING, "fresh_mark &= ~from", "fresh_mark &= ALL", "random games"),
    "a table": (SAFE, r"(REACH_0\[\] = \{)0x(\w+)u", r"\g<1>0x1u", "sequences|moves"),
    "a count": (SAFE, r"n \+= size\(", r"n += 1 + size(", "sequences"),
    "the order of moves": (SAFE, "to[-1] > held", "to[-1] < held", "other moves"),
    "a label": (SAFE, "choice.to, mine->symbol, mine", "choice.to, mine->was, mine", "other moves"),
    "where a move leads": (
        SAFE,
        r"unpack\(&board, m->now",
        r"unpack(&snapshot->board, m->now",
        "other moves",
    ),
    "a random choice": (SAFE, r"draw\(rng, moves\)", r"(draw(rng, moves) + 1) % moves", "random games"),
    "what nobody wrote is read": (
        SAFE,
        r"(    BoardHistory \*const board_history = board_history_of\(m, 0\);\n    if \(!m->walks)",
        UNWRITTEN,
        "other moves",
    ),
    "a crash": (SAFE, r"(white__list\(const bits \*g, .*\{\n)", rf"\1    {CRASH}\n", "crashes .SIGSEGV."),
    "a crash while it is opened": (SAFE, r"(void fast_open\(Machine \*m\) \{)", rf"\1 {CRASH}", "crashes"),
    "a loop": (SAFE, r"(white__leaves\(const bits \*g, .*\{\n)", rf"\1    {LOOP}\n", "come to an end"),
}
WALK_FAULTS = {
    "an end": (SAFE, r"(int32_t ended_by.*\n.*\n)", r"\1    if (stuck) return -1;\n", "not"),
    "moves": (SAFE, r"(bool arrive\(Machine \*m\) \{\n)", r"\1    if (m->turn) return false;\n", "missing"),
    "a crash of the walk": (SAFE, r"(void generate\(Machine \*m\) \{\n)", rf"\1    {CRASH}\n", "crashes"),
}


@pytest.mark.parametrize("what", [*FAST_FAULTS, *WALK_FAULTS])
def test_a_fault_is_found(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_process, "SECONDS", 1)
    name, find, replacement, told = (FAST_FAULTS | WALK_FAULTS)[what]
    pattern = find if "\\" in find else re.escape(find)
    changed, times = re.subn(pattern, replacement.replace("\\n", "\n"), text(name))
    assert times
    with pytest.raises(RejectedLibrary, match=told) as caught:
        tried(name, changed, tmp_path / "made")
    assert caught.value.record.walk_is_wrong == (what in WALK_FAULTS)


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound library of the walk."""
    return built([walking_text(compiled(game(SAFE).model))], tmp_path_factory.mktemp("walk"))


def test_a_library_that_only_counts_is_tried_beside_the_walk(walk: Path, tmp_path: Path) -> None:
    texts = counting_parts(compiled(game(SAFE).model))
    counts = built(texts, tmp_path / "counts")
    found = library_verification.verify(game(SAFE).model, "counting", c_compiler.find(), counts, walk)
    assert found.checked["counts"] > library_verification.POSITIONS // 2
    wrong = built([each.replace("n += size(", "n += 1 + size(") for each in texts], tmp_path / "wrong")
    with pytest.raises(RejectedLibrary, match="sequences") as caught:
        library_verification.verify(game(SAFE).model, "counting", c_compiler.find(), wrong, walk)
    assert not caught.value.record.walk_is_wrong


def test_a_library_that_thinks_sees_every_move(tmp_path: Path) -> None:
    model = game(SAFE).model
    text = c_text(compiled(model), played=True)
    sound = built([text], tmp_path / "sound")
    assert (
        library_verification.verify(model, "played", c_compiler.find(), sound).checked["search"]
        == library_verification.POSITIONS
    )
    wrong = text.replace("if (!stepped(", "if (first(to) == 5) continue; else if (!stepped(")
    with pytest.raises(RejectedLibrary, match="a search sees"):
        library_verification.verify(model, "played", c_compiler.find(), built([wrong], tmp_path / "wrong"))


def planted(monkeypatch: pytest.MonkeyPatch, find: str, replacement: str) -> None:
    """From now on everything that is compiled has a fault, where it has such a text."""
    build = c_compiler.Compiler.build

    def wrong(self: c_compiler.Compiler, texts: Iterable[str], folder: Path) -> Path:
        changed = (type(each)(each.replace(find, replacement)) for each in texts)
        return build(self, changed, folder)

    monkeypatch.setattr(c_compiler.Compiler, "build", wrong)


def never(*_: object) -> Record:
    raise AssertionError("it is tried once more")


@pytest.mark.usefixtures("tried")
def test_a_refused_library_gives_way_to_the_walk_and_that_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model, start = game(SAFE).model, game(SAFE).start()
    planted(monkeypatch, "n += size(", "n += 1 + size(")
    told = "the compiled game is refused: the numbers of sequences .*rules.*; the walk takes over"
    with pytest.warns(RuntimeWarning, match=told):
        engine = backends.open_engine("c", model)
    where = backends.position(start.node)
    assert engine.perft(where, 2) == start.perft(2)
    monkeypatch.setattr(build, "verify", never)
    with pytest.warns(RuntimeWarning, match=told):
        again = backends.open_engine("c", model)
    assert again.perft(where, 2) == start.perft(2)

    name = library_name(model, frozenset({"counting"}))
    known = library_store.record(name)
    assert known is not None
    assert known.refused
    assert library_store.stored_bytes(name) is None
    shown = load(known.shown)
    [count] = shown.model.counts
    assert count.position is not None
    assert len(shown.position(count.position).moves) == count.count


@pytest.mark.usefixtures("tried")
def test_where_the_walk_is_wrong_python_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, "bool arrive(Machine *m) {", "bool arrive(Machine *m) { if (m->turn) return false;")
    with pytest.raises(RejectedLibrary, match="missing"):
        backends.open_engine("c", game(SAFE).model)
    monkeypatch.setenv("LASKER_BACKEND", "")
    start = game(SAFE).start()
    with pytest.warns(RuntimeWarning, match="is refused: missing .*; generated Python counts"):
        assert start.perft(3) == position.perft(start.node, 3)
    with pytest.warns(RuntimeWarning, match="is refused: missing .*; generated Python plays"):
        assert start.playouts(3, plies=5).games == 3


@pytest.mark.usefixtures("tried")
def test_a_library_without_a_record_is_tried_when_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    model = game(SAFE).model
    Native(model, frozenset(), listing=True)
    name = library_name(model, frozenset({"listing"}))
    path, seen, try_it = (
        library_store.folder() / (name + records.SUFFIX),
        list[Path](),
        library_verification.verify,
    )

    def watched(game: Model, kind: str, by: c_compiler.Compiler, made: Path) -> Record:
        seen.append(made)
        return try_it(game, kind, by, made)

    monkeypatch.setattr(build, "verify", watched)
    before = (library_store.folder() / (name + library_store.SUFFIX)).stat()
    Native(model, frozenset(), listing=True)
    assert not seen
    for spoilt in (None, "", "{}", "[]", path.read_text("utf-8").replace('"library": "', '"library": "0')):
        path.unlink()
        if spoilt is not None:
            path.write_text(spoilt, encoding="utf-8")
            path.chmod(0o600)
        Native(model, frozenset(), listing=True)
        assert len(seen) == 1
        seen.clear()
        assert json.loads(path.read_text("utf-8"))["checked"]["positions"] == library_verification.POSITIONS
    after = (library_store.folder() / (name + library_store.SUFFIX)).stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


@pytest.mark.usefixtures("tried")
def test_several_threads_may_try_at_once() -> None:
    model, start = game(SAFE).model, backends.position(game(SAFE).start().node)

    def count(_: int) -> int:
        return Native(model, frozenset(), listing=True).perft(start, 2)

    assert set(shared(range(3), count, threads=3)) == {game(SAFE).start().perft(2)}
    known = library_store.record(library_name(model, frozenset({"listing"})))
    assert known is not None
    assert known.checked["reference"] == library_verification.REFERENCE


@pytest.mark.parametrize(
    ("limit", "told"),
    [("ulimit -t 5", ""), ("ulimit -v 200000", "cannot be tried: "), ("kill -9 $$", "was ended .SIGKILL.")],
)
def test_what_is_not_the_fault_of_a_library_does_not_refuse_it(
    limit: str, told: str, walk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = tmp_path / "python"
    shell.write_text(f'#!/bin/sh\n{limit}\nexec {sys.executable} "$@"\n', encoding="utf-8")
    shell.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(shell))
    if not told:
        assert not library_verification.verify(game(SAFE).model, "walking", c_compiler.find(), walk).refused
        return
    with pytest.raises(NativeError, match=told) as caught:
        library_verification.verify(game(SAFE).model, "walking", c_compiler.find(), walk)
    assert not isinstance(caught.value, RejectedLibrary)


def test_what_a_trial_may_do_is_bounded_for_its_own_thread_alone() -> None:
    meter = game(SAFE).model.arena.meter
    with meter.question(5):
        assert meter.most_work == 5
        with meter.question():
            assert meter.most_work == 5
    with meter.question():
        assert meter.most_work == meter.limits.work


def test_in_doubt_everything_is_answered_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not tried is wrong where the black man has been taken, and nowhere else."""
    model, start = game(SAFE).model, game(SAFE).start()
    at = backends.position(start.node)
    planted(monkeypatch, "    return n;\n}", "    return n + !any(b->black_man);\n}")
    assert Native(model, frozenset(), listing=True).perft(at, 3) > start.perft(3)
    monkeypatch.setenv("LASKER_PARANOID", "1")
    doubting = Native(model, frozenset(), listing=True)
    assert doubting.perft(at, 1) == len(doubting.successors(at)) == len(start.moves)
    assert doubting.playout(at, 1, 0, 9) == backends.open_engine("reference", model).playout(at, 1, 0, 9)
    with pytest.raises(RejectedLibrary, match=r"sequences on bitboards.*see .*rules") as caught:
        doubting.perft(at, 3)
    [count] = load(caught.value.record.shown).model.counts
    assert "m" not in str(count.position)


def test_in_doubt_lists_and_games_are_made_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    model, at = game(SAFE).model, backends.position(game(SAFE).start().node)
    planted(monkeypatch, "choice.to, mine->symbol, mine", "choice.to, mine->was, mine")
    planted(monkeypatch, "draw(rng, moves)", "(draw(rng, moves) + 1) % moves")
    monkeypatch.setenv("LASKER_PARANOID", "1")
    doubting = backends.open_engine("c", model)
    assert isinstance(doubting, Native)
    assert doubting.perft(at, 2)
    with pytest.raises(RejectedLibrary, match="moves on bitboards"):
        doubting.listing.successors(at)
    with pytest.raises(RejectedLibrary, match="games on bitboards"):
        doubting.playout(at, 1, 0)
    with pytest.raises(RejectedLibrary, match="games on bitboards"):
        doubting.tally(at, 1, range(3), 20)


@pytest.mark.usefixtures("tried")
def test_nothing_is_said_to_be_compared_that_is_answered_in_one_way() -> None:
    """Who plays does not count on bitboards, so that there are no two counts to be compared."""
    model = game(SAFE).model
    Native(model, frozenset(), played=True)
    record = library_store.record(library_name(model, frozenset({"played"})))
    assert record is not None
    assert record.checked["search"] > 0
    assert "counts" not in record.checked


@pytest.mark.usefixtures("tried")
def test_one_of_several_moves_with_a_label_is_enough() -> None:
    """A king who exchanges places with a neighbour is told by where he stood, whoever the neighbour is."""
    text = (
        'lasker 1\ngame "Exchanges"\nplayers white black\nboard 4x4\nview = flipped\n'
        "piece king 'K' 'k'\npiece man 'M' 'm'\nstart \"mmkm/4/4/MMKM w 1\"\n"
        "white = (%king: all4(@ + u man -> man + u king)) | (%man: step(u) | both(take(ur, enemy)))\n"
        "black = flipped white\n"
    )
    assert Native(read_game(Source(text)), frozenset(), listing=True).lead == 0
