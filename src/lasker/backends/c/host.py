"""A program of its own in which a compiled library is tried: if the library crashes, only this ends.

It is run by the interpreter without any package, and imports nothing but the standard library, so that it is
there in a few hundredths of a second. The first argument says, in JSON, which libraries there are and how
large things are. Each line of input is a question about one position; the answers are two lines, the first
when the walk has answered, the second when the fast path has: whoever reads knows which of them has crashed.
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
RUBBISH, UNCLEAN = 0xA5, 1 << 22  # what stands in memory at first, and how far
OPENINGS = 3  # how often it is begun: tables may take a while to be laid
THOUGHTS = 1 << 26  # bytes for positions that are searched
MOVES = 1 << 12  # moves that there is room for; where there are more, lists are not compared
ENDLESS = 75  # the status of a process that has not come to an end
Answer = dict[str, Any]


class Refused(Exception):
    """A limit was passed, or the rules do not say what follows: there is nothing to compare."""


class Answerer:
    """One way to answer: a library, with the memory in which it works, on bitboards or by the walk alone."""

    def __init__(self, code: Any, facts: Answer, walks: bool) -> None:
        self.code, self.facts, self.walks, self.thinker = code, facts, walks, None
        for door in (
            "lasker_memory_needed",
            "lasker_size",
            "lasker_label",
            "lasker_spent",
            "lasker_search_size",
        ):
            if hasattr(code, door):
                getattr(code, door).restype = ctypes.c_uint64
        self.size = facts["memory"] + code.lasker_memory_needed()
        self.memory, self.machine = _room(self.size), _room(code.lasker_size())
        ctypes.memset(self.memory, RUBBISH, min(self.size, UNCLEAN))
        self.counts_only = not hasattr(code, "lasker_list")
        self.lists = not self.counts_only and (walks or bool(code.lasker_lists_on_bitboards()))
        if self.lists:
            for door in ("lasker_list", "lasker_playouts", "lasker_actions", "lasker_legal", "lasker_step"):
                getattr(code, door).restype = ctypes.c_int64
            self.label = code.lasker_label()
            self.labels, self.afters = _room(MOVES * self.label), _room(MOVES * facts["packed"])
            self.actions = self._actions()
        self.spent_before = self.opened = 0
        self.begin_anew()

    def begin_anew(self) -> None:
        """Begin anew, in memory that nobody has cleared."""
        self.opened += 1
        size, work = ctypes.c_uint64(self.size), ctypes.c_uint64(self.facts["work"])
        self.code.lasker_open(self.machine, self.memory, size, work)
        self.code.lasker_walk(self.machine, int(self.walks))
        if self.lists:
            self.code.lasker_answer(self.machine, self.labels, self.afters, ctypes.c_int64(MOVES))

    def _actions(self) -> dict[bytes, int]:
        """The numbers of all labels that have one."""
        size = self.code.lasker_actions(None)
        found = (ctypes.c_uint32 * (size + 1))()
        self.code.lasker_actions(found)
        notes = ((each >> 24, each >> 16 & 255, (each >> 8 & 255) - 1, each & 255) for each in found[:size])
        texts = (b"".join(n.to_bytes(2, sys.byteorder, signed=True) for n in (1, *note)) for note in notes)
        return {text.ljust(self.label, b"\0"): number for number, text in enumerate(texts)}

    def spent(self) -> int:
        """How much the walk has done."""
        return self.spent_before + int(self.code.lasker_spent(self.machine))

    def answers(self, packed: bytes, seed: int, far: bool) -> Answer:
        """What this way answers, by the name of the question; None where there is no answer. How the game
        ends and what chance does is always found by the walk. If it is to look `far`, more than one ply is
        counted, and games are played."""
        questions: dict[str, Callable[[], Any]] = {}
        if self.walks or self.code.lasker_counts():
            questions["counts"] = lambda: self._counts(packed, far)
        if self.lists:
            questions["moves"] = lambda: self._list(packed, EVERY_MOVE)
        if self.lists and far:
            questions["games"] = lambda: self._games(packed, seed)
        if not self.walks and hasattr(self.code, "lasker_search_root_moves"):
            questions["search"] = lambda: self.seen(packed)
        if self.walks:
            questions["end"] = lambda: self._end(packed)
            questions["adjudged"] = lambda: self._adjudged(packed)
            questions["chances"] = lambda: self._chances(packed)
        if far and self.opened < OPENINGS:
            self.spent_before = self.spent()
            self.begin_anew()
        found: Answer = {}
        for name, ask in questions.items():
            try:
                found[name] = ask()
            except Refused:
                found[name] = None
        return found

    def _counts(self, packed: bytes, far: bool) -> list[int]:
        """The sequences of one ply; of two, three, as long as there were not too many of one less."""
        found: list[int] = []
        deepest = self.facts["deepest"] if far else 1
        while len(found) < deepest and (not found or 0 < found[-1] <= self.facts["many"]):
            found.append(self._count(packed, len(found) + 1))
        return found

    def _count(self, packed: bytes, depth: int) -> int:
        halves = (ctypes.c_uint64 * 2)()
        if self.counts_only:
            if not self.code.lasker_count(self.machine, packed, depth, halves):
                raise Refused
        else:
            none = ctypes.c_uint64(0)
            _fine(-self.code.lasker_perft(self.machine, packed, depth, None, none, halves))
        return halves[0] + (halves[1] << 64)

    def _list(self, packed: bytes, among: int) -> tuple[bytes, bytes]:
        """The labels of all moves, and where they lead."""
        size = _fine(self.code.lasker_list(self.machine, packed, among, 1))
        if size > MOVES:
            raise Refused
        told = (self.labels, size * self.label), (self.afters, size * len(packed))
        return ctypes.string_at(*told[0]), ctypes.string_at(*told[1])

    def _end(self, packed: bytes) -> int:
        return _fine(self.code.lasker_verdict(self.machine, packed) + 1) - 1

    def _adjudged(self, packed: bytes) -> list[int]:
        rules = range(self.facts["adjudications"])
        return [_fine(self.code.lasker_adjudicated(self.machine, packed, rule)) for rule in rules]

    def _chances(self, packed: bytes) -> list[tuple[bytes, bytes]]:
        turn = int.from_bytes(packed[:4], sys.byteorder)
        return [self._list(packed, option) for option in range(self.facts["odds"][turn])]

    def _games(self, packed: bytes, seed: int) -> list[tuple[list[int], int, list[int]]]:
        """Random games: how each ended, how long it was, and its draws."""
        plies, found = self.facts["plies"], []
        for number in range(self.facts["games"]):
            tally, length = (ctypes.c_uint64 * self.facts["ends"])(), (ctypes.c_int32 * 1)()
            told, tellings = (ctypes.c_int32 * (2 * plies + 2))(), (ctypes.c_int64 * 1)()
            numbers = ctypes.c_uint64(seed), ctypes.c_uint64(number), ctypes.c_int64(1), plies
            room = ctypes.c_int64(len(told))
            given = packed, *numbers, tally, length, told, room, tellings
            _fine(self.code.lasker_playouts(self.machine, *given))
            ended = [kind for kind, times in enumerate(tally) if times]
            found.append((ended, length[0], told[: tellings[0]]))
        return found

    def seen(self, packed: bytes) -> int:
        """How many moves a search sees, in a library that thinks."""
        if self.thinker is None:
            self.thinker = _room(self.code.lasker_search_size())
            self.thoughts = _room(THOUGHTS)
            size = ctypes.c_uint64(THOUGHTS)
            self.code.lasker_search_open(self.thinker, self.machine, self.thoughts, size)
        _fine(self.code.lasker_search_set_root(self.thinker, packed))
        return int(self.code.lasker_search_root_moves(self.thinker))

    def batch(self, packed: bytes, wanted: tuple[bytes, bytes], chosen: int) -> str | None:
        """What is wrong with actions by number, if they are used: which are legal, and where one leads."""
        if not self.actions:
            return None
        labels = _apart(wanted[0], self.label)
        marks = (ctypes.c_uint8 * len(self.actions))()
        if self.code.lasker_legal(self.machine, packed, ctypes.c_int64(1), marks) != 1:
            return None  # the walk tells these
        legal = {label for label, number in self.actions.items() if marks[number]}
        if legal != {*labels}:
            return f"{len(legal)} legal actions, not {len({*labels})}"
        if labels:
            number, after = (ctypes.c_int64 * 1)(self.actions[labels[chosen]]), _room(len(packed))
            if self.code.lasker_step(self.machine, packed, ctypes.c_int64(1), number, after) != 1:
                return "an action that is legal cannot be done"
            afters = zip(labels, _apart(wanted[1], len(packed)), strict=True)
            if after.raw not in {after for label, after in afters if label == labels[chosen]}:
                return "an action leads elsewhere"
        return None


def _room(size: int) -> Any:
    """Memory that the system gives when it is first written."""
    return (ctypes.c_char * size).from_buffer(mmap.mmap(-1, max(1, size)))


def _fine(answer: int) -> int:
    if answer < 0:
        raise Refused
    return answer


def _apart(texts: bytes, size: int) -> list[bytes]:
    return [texts[at : at + size] for at in range(0, len(texts), size)]


def _told(value: Any) -> Any:
    """An answer as JSON can tell it."""
    if isinstance(value, bytes):
        return value.hex()
    return [_told(each) for each in value] if isinstance(value, list | tuple) else value


def _say(answer: Answer) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def answer(walk: Answerer, fast: Answerer | None, question: Answer) -> None:
    """Answer a question: first by the walk, then tell how the fast path differs."""
    packed, lot = bytes.fromhex(question["at"]), question["lot"]
    before = walk.spent()
    wanted = walk.answers(packed, lot, question["far"])
    moves = wanted["moves"]
    wanted["search"] = None if moves is None else len(moves[1]) // len(packed)
    afters = _apart(moves[1], len(packed)) if moves else []
    chosen = lot % len(afters) if afters else 0
    said: Answer = {"spent": walk.spent() - before, "after": afters[chosen].hex() if afters else None}
    if question["full"]:
        said["answers"] = {name: _told(value) for name, value in wanted.items() if name != "search"}
    _say(said)
    different: Answer = {}
    compared: list[str] = []
    if fast is not None:
        for name, found in fast.answers(packed, lot, question["far"]).items():
            if found is not None and wanted[name] is not None:
                compared.append(name)
                if found != wanted[name]:
                    different[name] = [_told(found), _told(wanted[name])]
        if fast.lists and moves is not None and (wrong := fast.batch(packed, moves, chosen)):
            different["batch"] = wrong
    _say({"compared": compared, "different": different})


def _limit(seconds: float) -> None:
    """End this process when it has used so much of the processor."""
    while time.process_time() < seconds:
        time.sleep(0.1)
    os._exit(ENDLESS)


def main() -> None:
    """Open the libraries, and answer questions until there are none."""
    facts = json.loads(sys.argv[1])
    try:
        import resource
    except ImportError:  # a system without limits
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
        _say({"unloadable": str(error)})
        return
    quick = hasattr(code, "lasker_fast") and code.lasker_fast()
    try:
        walk = Answerer(walking, facts, walks=True)
        fast = Answerer(code, facts, walks=False) if quick else None
    except (OSError, MemoryError) as error:
        _say({"unable": str(error) or "no memory"})
        return
    _say({"fast": bool(quick), "label": walk.label})
    for line in sys.stdin:
        answer(walk, fast, json.loads(line))


if __name__ == "__main__":
    main()
