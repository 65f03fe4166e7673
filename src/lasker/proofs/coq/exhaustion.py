"""Equality and inclusion of moves on a declared board as theorems of Coq, proved by trying every setting."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from lasker.algebra.contents import Life, Vocabulary, members
from lasker.algebra.moves import Move
from lasker.algebra.subterms import free_cursors, variables
from lasker.kernel.errors import Undecided
from lasker.proofs.coq import prelude
from lasker.proofs.coq.names import comment, defined, in_list
from lasker.proofs.coq.terms import Terms
from lasker.space.space import Space

PARTS = ("boards", "spaces", "settings")
MOST = 50_000  # settings that Coq tries in bearable time


def exhausted(
    left: Move,
    right: Move,
    inclusion: bool,
    space: Space,
    vocabulary: Vocabulary,
    show: Callable[[Move], str],
) -> str:
    """The file with the theorem that two moves have the same results on every setting of a board, or that
    those of the first are among those of the second. Raises `Undecided` if there are too many settings.

    >>> import lasker
    >>> words = lasker.rules("board 2x1\\npiece rook ♖ ♜")
    >>> moves = [lasker.parse(text, words).value for text in ("♖ -> ♜", "♖ -> ♜ | ♖")]
    >>> exhausted(*moves, True, words.space, words.vocabulary, str).splitlines()[-6]
    'Theorem claim : forall f v,'
    """
    refuse(left, right, space, vocabulary)
    terms = Terms(space, vocabulary, show)
    terms.names.used |= defined(prelude("settings"))
    terms.heading("moves")
    one, two = (terms.define(name, "move", terms.move(move), show(move))
                for name, move in (("first move", left), ("second move", right)))  # fmt: skip
    world = terms.define("board and counters", "world", terms.world())
    found = [terms.content(content) for content in members(vocabulary.squares)]
    known = terms.define("all contents", "list content", in_list(found))
    terms.heading("claim")
    sign, arrow = ("<=", "->") if inclusion else ("=", "<->")
    settings = f"(Config (filled f (sites {world})) [] v)"
    proofs = [f"refine (by_exhaustion _ {known} {a} {b} _ f v F V d); vm_cast_no_check (eq_refl true)"
              for a, b in ((one, two), (two, one))]  # fmt: skip
    terms.lines += [
        comment(
            f"{show(left)} {sign} {show(right)}: with the contents that f lays on the sites, and values v"
        ),
        "Theorem claim : forall f v,",
        f"  (forall s, In s (sites {world}) -> In (f s) {known}) -> In v (values (bounds {world})) ->",
        f"  forall d, In d (runs {world} {one} {settings}) {arrow} In d (runs {world} {two} {settings}).",
        "Proof.",
        f"  intros f v F V d. {proofs[0] if inclusion else f'split; [{proofs[0]} | {proofs[1]}]'}.",
        "Qed.",
    ]
    title = comment("Moves on a board, exported by Lasker. Check it with: coqc FILE")
    return "\n".join([title, "", prelude(*PARTS), *terms.lines, ""])


def refuse(left: Move, right: Move, space: Space, vocabulary: Vocabulary) -> None:
    """Refuse moves that Coq cannot try on every setting, with the reason."""
    counters = vocabulary.counters.values()
    if variables(left) | variables(right) or free_cursors(left) | free_cursors(right):
        raise Undecided("unknown moves and free cursors cannot be tried on a board")
    if any(mark.life is Life.END for mark in vocabulary.marks.values()) or any(c.scratch for c in counters):
        raise Undecided("marks and counters that end with the move are left out of this comparison")
    count = vocabulary.squares.bit_count() ** len(space.sites) * prod(c.high - c.low + 1 for c in counters)
    if count > MOST:
        told = f"{count}" if count < 10**15 else f"about 2^{count.bit_length() - 1}"
        raise Undecided(
            f"Coq would have to try {told} settings of the board, and {MOST} are bearable",
            remedy="declare a smaller board, or only the pieces that matter: --rules FILE; or ask by --smt",
        )
