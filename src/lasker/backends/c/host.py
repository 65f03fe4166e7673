"""The child process that verifies a compiled library: a crash of the library ends only this process.

It runs in an isolated interpreter and imports only the standard library, so it starts in hundredths of a
second. The first argument is JSON with the libraries and sizes. Each input line is a query about one
position; the answer is two lines, one after the walk and one after the fast path, so that the parent knows
which one crashed.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

EVERY_MOVE = -1
GARBAGE, UNCLEAN = 0xA5, 1 << 22  # the byte that fills uninitialised memory, and how much is filled
OPENINGS = 3  # how often the machine is opened again, to test initialisation
STACK_BYTES = 1 << 26  # bytes of the search stack
MOVES = 1 << 12  # capacity of move lists; longer ones are not compared
ENDLESS = 75  # exit status at the limit of processor time
Answer = dict[str, Any]


class NothingToCompare(Exception):
    """A limit was exceeded or the rules are undefined here: there is nothing to compare."""


class Answerer:
    """A library with its memory, on bitboards or by the walk alone."""

    def __init__(self, code: Any, facts: Answer, walks: bool) -> None:
        self.code, self.facts, self.walks, self.search = code, facts, walks, None
        for function in (
            "lasker_memory_needed",
            "lasker_size",
            "lasker_label",
            "lasker_spent",
            "lasker_search_size",
        ):
            if hasattr(code, function):
                getattr(code, function).restype = ctypes.c_uint64
        self.size = facts["memory"] + code.lasker_memory_needed()
        self.memory, self.machine = _allocate(self.size), _allocate(code.lasker_size())
        ctypes.memset(self.memory, GARBAGE, min(self.size, UNCLEAN))
        self.counts_only = not hasattr(code, "lasker_list")
        self.lists = not self.counts_only and (walks or bool(code.lasker_lists_on_bitboards()))
        if self.lists:
            for function in (
                "lasker_list",
                "lasker_playouts",
            ):
                getattr(code, function).restype = ctypes.c_int64
            self.label = code.lasker_label()
            self.labels, self.afters = _allocate(MOVES * self.label), _allocate(MOVES * facts["packed"])
        self.spent_before = self.opened = 0
        self.reopen()

    def reopen(self) -> None:
        """Open the machine again in memory that is not cleared."""
        self.opened += 1
        size, work = ctypes.c_uint64(self.size), ctypes.c_uint64(self.facts["work"])
        self.code.lasker_open(self.machine, self.memory, size, work)
        self.code.lasker_walk(self.machine, int(self.walks))
        if self.lists:
            self.code.lasker_answer(self.machine, self.labels, self.afters, ctypes.c_int64(MOVES))

    def spent(self) -> int:
        """The work done by the walk."""
        return self.spent_before + int(self.code.lasker_spent(self.machine))

    def answers(self, packed: bytes, seed: int, far: bool) -> Answer:
        """The answers by name of the query; None where there is none. Endings and chance are always computed
        by the walk. With `far`, perft goes beyond one ply and playouts are run."""
        questions: dict[str, Callable[[], Any]] = {}
        if self.walks or self.code.lasker_counts():
            questions["counts"] = lambda: self._counts(packed, far)
        if self.lists:
            questions["moves"] = lambda: self._list(packed, EVERY_MOVE)
        if self.lists and far:
            questions["games"] = lambda: self._games(packed, seed)
        if not self.walks and hasattr(self.code, "lasker_search_root_moves"):
            questions["search"] = lambda: self.root_moves(packed)
        if self.walks:
            questions["end"] = lambda: self._end(packed)
            questions["adjudged"] = lambda: self._adjudged(packed)
            questions["chances"] = lambda: self._chances(packed)
        if far and self.opened < OPENINGS:
            self.spent_before = self.spent()
            self.reopen()
        found: Answer = {}
        for name, ask in questions.items():
            try:
                found[name] = ask()
            except NothingToCompare:
                found[name] = None
        return found

    def _counts(self, packed: bytes, far: bool) -> list[int]:
        """Perft counts of increasing depth, as long as the previous one is small."""
        found: list[int] = []
        deepest = self.facts["deepest"] if far else 1
        while len(found) < deepest and (not found or 0 < found[-1] <= self.facts["many"]):
            found.append(self._count(packed, len(found) + 1))
        return found

    def _count(self, packed: bytes, depth: int) -> int:
        halves = (ctypes.c_uint64 * 2)()
        if self.counts_only:
            if not self.code.lasker_count(self.machine, packed, depth, halves):
                raise NothingToCompare
        else:
            none = ctypes.c_uint64(0)
            _checked(-self.code.lasker_perft(self.machine, packed, depth, None, none, halves))
        return halves[0] + (halves[1] << 64)

    def _list(self, packed: bytes, among: int) -> tuple[bytes, bytes]:
        """The labels and successors of all moves."""
        size = _checked(self.code.lasker_list(self.machine, packed, among, 1))
        if size > MOVES:
            raise NothingToCompare
        told = (self.labels, size * self.label), (self.afters, size * len(packed))
        return ctypes.string_at(*told[0]), ctypes.string_at(*told[1])

    def _end(self, packed: bytes) -> int:
        return _checked(self.code.lasker_verdict(self.machine, packed) + 1) - 1

    def _adjudged(self, packed: bytes) -> list[int]:
        rules = range(self.facts["adjudications"])
        return [_checked(self.code.lasker_adjudicated(self.machine, packed, rule)) for rule in rules]

    def _chances(self, packed: bytes) -> list[tuple[bytes, bytes]]:
        turn = int.from_bytes(packed[:4], sys.byteorder)
        return [self._list(packed, option) for option in range(self.facts["odds"][turn])]

    def _games(self, packed: bytes, seed: int) -> list[tuple[list[int], int, list[int]]]:
        """Random playouts: ending, length and draws of each."""
        plies, found = self.facts["plies"], []
        for number in range(self.facts["games"]):
            tally, length = (ctypes.c_uint64 * self.facts["ends"])(), (ctypes.c_int32 * 1)()
            told, tellings = (ctypes.c_int32 * (2 * plies + 2))(), (ctypes.c_int64 * 1)()
            numbers = ctypes.c_uint64(seed), ctypes.c_uint64(number), ctypes.c_int64(1), plies
            room = ctypes.c_int64(len(told))
            given = packed, *numbers, tally, length, told, room, tellings
            _checked(self.code.lasker_playouts(self.machine, *given))
            ended = [kind for kind, times in enumerate(tally) if times]
            found.append((ended, length[0], told[: tellings[0]]))
        return found

    def root_moves(self, packed: bytes) -> int:
        """The number of root moves of the search, in a library with search."""
        if self.search is None:
            self.search = _allocate(self.code.lasker_search_size())
            self.stack = _allocate(STACK_BYTES)
            size = ctypes.c_uint64(STACK_BYTES)
            self.code.lasker_search_open(self.search, self.machine, self.stack, size)
        _checked(self.code.lasker_search_set_root(self.search, packed))
        return int(self.code.lasker_search_root_moves(self.search))


def _allocate(size: int) -> Any:
    """Memory whose pages are allocated on first write."""
    return (ctypes.c_char * size).from_buffer(mmap.mmap(-1, max(1, size)))


def _checked(answer: int) -> int:
    if answer < 0:
        raise NothingToCompare
    return answer


def _chunks(texts: bytes, size: int) -> list[bytes]:
    return [texts[at : at + size] for at in range(0, len(texts), size)]


def _jsonable(value: Any) -> Any:
    """An answer in JSON-compatible form."""
    if isinstance(value, bytes):
        return value.hex()
    return [_jsonable(each) for each in value] if isinstance(value, list | tuple) else value


def _write(answer: Answer) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def answer(walk: Answerer, fast: Answerer | None, question: Answer) -> None:
    """Answer a query: first by the walk, then with the differences of the fast path."""
    packed, lot = bytes.fromhex(question["at"]), question["lot"]
    before = walk.spent()
    wanted = walk.answers(packed, lot, question["far"])
    moves = wanted["moves"]
    wanted["search"] = None if moves is None else len(moves[1]) // len(packed)
    afters = _chunks(moves[1], len(packed)) if moves else []
    chosen = lot % len(afters) if afters else 0
    said: Answer = {"spent": walk.spent() - before, "after": afters[chosen].hex() if afters else None}
    if question["full"]:
        said["answers"] = {name: _jsonable(value) for name, value in wanted.items() if name != "search"}
    _write(said)
    different: Answer = {}
    compared: list[str] = []
    if fast is not None:
        for name, found in fast.answers(packed, lot, question["far"]).items():
            if found is not None and wanted[name] is not None:
                compared.append(name)
                if found != wanted[name]:
                    different[name] = [_jsonable(found), _jsonable(wanted[name])]
    _write({"compared": compared, "different": different})


def _limit(seconds: float) -> None:
    """End this process when it has used so much of the processor."""
    while time.process_time() < seconds:
        time.sleep(0.1)
    os._exit(ENDLESS)


def main() -> None:
    """Open the libraries and answer queries until the input ends."""
    facts = json.loads(sys.argv[1])
    try:
        import resource
    except ImportError:  # a system without resource limits
        threading.Thread(target=_limit, args=[facts["seconds"]], daemon=True).start()
    else:
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        if hard == resource.RLIM_INFINITY or hard > facts["seconds"]:
            resource.setrlimit(resource.RLIMIT_CPU, (facts["seconds"], hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        code = ctypes.CDLL(facts["library"])
        walking = ctypes.CDLL(facts["walk"]) if facts["walk"] else code
    except OSError as error:
        _write({"unloadable": str(error)})
        return
    quick = hasattr(code, "lasker_fast") and code.lasker_fast()
    try:
        walk = Answerer(walking, facts, walks=True)
        fast = Answerer(code, facts, walks=False) if quick else None
    except (OSError, MemoryError) as error:
        _write({"unable": str(error) or "no memory"})
        return
    _write({"fast": bool(quick), "label": walk.label})
    for line in sys.stdin:
        answer(walk, fast, json.loads(line))


if __name__ == "__main__":
    main()
