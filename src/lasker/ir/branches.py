"""Paths that differ only in an answer: joined where the answer decides what is counted, left out where it
is already known."""

from __future__ import annotations

from collections import defaultdict

from lasker.ir.path import Branch, Path


def joined(found: list[Path]) -> list[Path]:
    """Two paths with opposite answers to a question at their end, which differ in what they count, as one.

    `if [strikes] then left -= 1 else nil` is one move with a branch, and not two moves.
    """
    pairs: dict[object, list[Path]] = defaultdict(list)
    for path in found:
        pairs[_but_the_answer(path)].append(path)
    return [path for pair in pairs.values() for path in _as_one(pair)]


def _but_the_answer(path: Path) -> object:
    if path.branch is not None or not path.questions or path.questions[-1].writes != path.writes:
        return path
    *before, last = path.questions
    return path.origin, path.known, path.writes, tuple(before), last.block, path.notes


def _as_one(found: list[Path]) -> list[Path]:
    pair = list(dict.fromkeys(found))
    if len(pair) != 2 or pair[0].questions[-1].wanted == pair[1].questions[-1].wanted:
        return pair
    yes, no = sorted(pair, key=lambda path: not path.questions[-1].wanted)
    *before, last = yes.questions
    plain = yes._replace(questions=tuple(before))
    if yes.counters == no.counters:
        return [plain]
    return [plain._replace(counters=(), branch=Branch(last.block, yes.counters, no.counters))]


def weakest(found: list[Path]) -> list[Path]:
    """Of paths that differ only in their questions, those that ask least: what asks more adds nothing.

    If they also differ in their labels, it is no longer known which of them the move bears.
    """
    alike: dict[object, list[Path]] = defaultdict(list)
    for path in found:
        rivals = alike[path.origin, frozenset(path.known), frozenset(path.writes), path.counters, path.branch]
        asked = set(path.questions)
        if any(rival.notes != path.notes for rival in rivals):
            path = path._replace(notes=())
            rivals[:] = [rival._replace(notes=()) for rival in rivals]
        if not any(set(rival.questions) <= asked for rival in rivals):
            rivals[:] = [rival for rival in rivals if not asked <= set(rival.questions)] + [path]
    return [path for rivals in alike.values() for path in rivals]
