"""Merging symbolic paths that differ only in the result of a test: joined where the result selects the
counter updates, dropped where a weaker path subsumes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from lasker.compiler.groups.path import Branch, Path, atoms, merge_bases


def merge_branches(found: list[Path]) -> list[Path]:
    """Merges pairs of paths whose last tests have opposite results and which differ only in counter updates.

    `if [strikes] then left -= 1 else nil` is one move with a branch, not two moves.
    """
    return _for_common_bases(found, _key_without_answer, _merge_pair)


def drop_subsumed(found: list[Path], by_label: bool = False) -> list[Path]:
    """Subsumption: of paths that differ only in their tests, those with the fewest; the others add no move.

    If they also differ in their labels, the label of the move is no longer known, unless moves are
    distinguished `by_label`.
    """
    return _for_common_bases(
        found, lambda path: (_key_without_questions(path), path.notes if by_label else ()), _least_conditions
    )


def _for_common_bases(
    found: list[Path], key: Callable[[Path], object], work: Callable[[list[Path]], list[Path]]
) -> list[Path]:
    """Applies `work` to the paths that share a key, separately for each set of bases with the same paths."""
    alike: dict[object, list[Path]] = defaultdict(list)
    for path in found:
        alike[key(path)].append(path)
    done: list[Path] = []
    for group in alike.values():
        if len(group) == 1:
            done += group
            continue
        for bases in atoms([path.bases for path in group]):
            done += work([path._replace(bases=bases) for path in group if path.bases & bases])
    return merge_bases(done)


def _key_without_answer(path: Path) -> object:
    last = path.questions[-1] if path.questions else None
    if path.branch is not None or last is None or last.cursors:
        return path._replace(bases=0)
    if (last.writes, last.effects) != (path.writes, path.effects):
        return path._replace(bases=0)
    *before, last = path.questions
    return path.origin, path.known, path.writes, path.effects, tuple(before), last.block, path.notes


def _merge_pair(pair: list[Path]) -> list[Path]:
    if len(pair) != 2 or pair[0].questions[-1].wanted == pair[1].questions[-1].wanted:
        return pair
    yes, no = sorted(pair, key=lambda path: not path.questions[-1].wanted)
    *before, last = yes.questions
    plain = yes._replace(questions=tuple(before))
    if yes.counters == no.counters:
        return [plain]
    return [plain._replace(counters=(), branch=Branch(last.block, yes.counters, no.counters))]


def _key_without_questions(path: Path) -> object:
    writes, known = frozenset(path.writes), frozenset(path.known)
    return path.origin, known, writes, path.effects, path.counters, path.branch


def _least_conditions(found: list[Path]) -> list[Path]:
    if any(path.notes != found[0].notes for path in found):
        found = [path._replace(notes=()) for path in found]
    least: list[Path] = []
    for path in found:
        asked = set(path.questions)
        if not any(set(rival.questions) <= asked for rival in least):
            least = [rival for rival in least if not asked <= set(rival.questions)] + [path]
    return least
