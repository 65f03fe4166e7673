"""How long ordinary questions of equality take in a warm process: `python -m benchmarks.equalities`.

Prints for every question the verdict and the least processor time of three runs, in milliseconds.
"""

from __future__ import annotations

import time

import lasker

WORDS = """
counter n 0..5
step(m) = % + m. -> . + m%
slide(m) = step(m)+
"""
QUESTIONS = [
    ("nil M", "M"),
    ("M*", "nil | M+"),
    ("(M N)* M", "M (N M)*"),
    ("(M | N)*", "(M* N)* M*"),
    ("(M | N)*", "M* N*"),
    ("M // N", "M | ![M] N"),
    ("[M{2}]", "[M [M]]"),
    ("[M* N]", "[N] | [M [M* N]]"),
    ("![M | N]", "![M] ![N]"),
    ("exhaust(M)", "M* ![M]"),
    ("M [N]", "M"),
    ("R⁴ M", "M"),
    ("%♖: M | N", "(%♖: M) | (%♖: N)"),
    ("%♖: step(u){2}", "%♖: % + u. + uu. -> . + uu%"),
    ("%♖: step(u) step(r)", "%♖: step(r) step(u)"),
    ("%♖: step(u) step(d)", "[♖ + u.]"),
    ("%♔: every(u, step(u))", "%♔: every(r, step(r))"),
    ("%♖: slide(u)", "%♖: step(u) | step(u) slide(u)"),
    ("%♖: slide(u)", "%♖: step(u)"),
    ("%(♖ | ♕): slide(u)", "(%♖: slide(u)) | (%♕: slide(u))"),
    ("♙ + u. -> . + u♙", "%♙: step(u)"),
    ("♙ + u# -> . + u♕", "fail"),
    ("(♙ -> ♟)(♖ -> ♜)", "(♖ -> ♜)(♙ -> ♟)"),
    ("(♙ -> .)(♙ -> .)", "♙ -> ."),
    ("%♙: [% + ur♟] step(u)", "%♙: step(u)"),
    ("(%♙: step(u))(♖ -> ♜)", "(♖ -> ♜)(%♙: step(u))"),
    ("![♙] (♖ -> .)", "(♖ -> .) ![♙]"),
    ("n += 1 n += 1", "n += 2"),
    ("(♙ -> .) n += 1", "n += 1 (♙ -> .)"),
    ("%♖: step(u) [n >= 2] n := 0", "[n >= 2] (%♖: step(u)) n := 0"),
]


def measured(left: str, right: str, words: lasker.Rules) -> tuple[float, bool | None]:
    """The least processor time of three runs in milliseconds, and the verdict."""
    times = []
    for _ in range(3):
        start = time.process_time()
        verdict = lasker.equal(left, right, words).equal
        times.append(time.process_time() - start)
    return 1000 * min(times), verdict


def main() -> None:
    """Print the table."""
    words, found = lasker.rules(WORDS, variables=True), []
    lasker.equal("%♖: step(u)", "%♖: step(r)", words)
    for left, right in QUESTIONS:
        milliseconds, verdict = measured(left, right, words)
        found.append(milliseconds)
        said = {True: "equal", False: "different", None: "undecided"}[verdict]
        print(f"{milliseconds:8.1f} ms  {said:10} {left} = {right}")
    print(f"{sorted(found)[len(found) // 2]:8.1f} ms  in the middle; {max(found):.1f} ms the slowest")


if __name__ == "__main__":
    main()
