"""Betza notation as an expression of the algebra on square boards, in the words of the prelude.

A piece that passes over others stands still until it comes to a square of its own: the squares it has passed
are asked for, and one leap makes up for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.syntax.betza.directions import Offset
from lasker.syntax.betza.notation import ANYWHERE, CASTLING, Betza, Chain, ModifiedAtom, Repetition
from lasker.syntax.betza.special import PRESENT, VARIABLE, Surroundings, castling, in_passing, marked
from lasker.syntax.betza.texts import HERE, between_of, movement, step_by, test_of, test_of_any
from lasker.syntax.betza.trajectories import Stretch, Trajectory, trajectories

OVER = "over "  # before what a square holds that is passed over, and stays


def ways(
    piece: Betza, target: str = "t", home: str | None = None, game: Surroundings | None = None
) -> list[str]:
    """How the piece under the cursor goes to a square that holds `target`; `home` is the region of `i`.

    What only moves goes to `t \\ piece`, what only takes to `t \\ .`, so that one text serves all targets. Of
    several pieces taken at once one is the target.

    >>> from lasker.syntax.betza.reader import read
    >>> ways(read("BN"))
    ['all4(ride(ur, t))', 'all8(take(uur, t))']
    >>> ways(read("K"))
    ['all4(take(u, t) | take(ur, t))']
    >>> print(*ways(read("mfWcfF")), sep=" | ")
    take(u, t \\ piece) | both(take(ur, t \\ .))
    >>> ways(read("yafsF"))
    ['all8(step(ur) ride(u, t))']
    """
    game = game or Surroundings()
    writer = _Writer(target, replace(game, home=home) if home else game)
    turns: dict[str, list[str]] = {}  # bodies by the word that turns them
    for part in piece.parts:
        for turn, bodies in writer.part(part):
            turns.setdefault(turn, []).extend(bodies)
    found = []
    for turn, some in turns.items():
        unique = list(dict.fromkeys(some))
        found += [f"{turn}({' | '.join(unique)})"] if turn else unique
    return found or ["fail"]


def folded(some: list[Trajectory], turning: bool = True) -> Iterator[tuple[str, Trajectory]]:
    """Trajectories as images of fewer ones, each with the word of the prelude that makes the others of it."""
    left = dict.fromkeys(some)
    while left:
        first = next(iter(left))
        images = {
            (rotations, mirrored): tuple(stretch.mapped(rotations, mirrored) for stretch in first)
            for rotations in range(4)
            for mirrored in (False, True)
        }
        rotated = {images[rotations, False] for rotations in range(4)}
        everything, pair = set(images.values()), {first, images[0, True]}
        for word, orbit, size in (
            ("all8", everything, 8),
            ("all4", rotated, 4),
            ("both", pair, 2),
            ("", {first}, 1),
        ):
            if len(orbit) == size and orbit <= left.keys() and (turning or size < 4):
                yield word, max(orbit, key=lambda each: [(step.leap[1], step.leap[0]) for step in each])
                break
        for each in orbit:
            del left[each]


@dataclass(frozen=True)
class _Writer:
    """The text of trajectories for one target."""

    target: str
    game: Surroundings

    def part(self, part: ModifiedAtom | Chain | Repetition) -> Iterator[tuple[str, list[str]]]:
        """The ways of a part, by the word that turns them."""
        if isinstance(part, ModifiedAtom) and part.atom == CASTLING:
            yield "", list(castling(part, self.target, self.game))
            return
        if isinstance(part, ModifiedAtom) and "x" in part.modes:
            yield "", list(self._borrowed(part))
            return
        if isinstance(part, ModifiedAtom) and part.atom == ANYWHERE:
            for leap in part.on_board(self.game.longest):
                yield from self.part(leap)
            return
        lines = list(trajectories(part))
        around = any("o" in step.modes for line in lines for step in line)
        for turn, line in folded(lines, turning=not around):
            if bodies := list(dict.fromkeys(self._trajectory(line, part))):
                yield turn, bodies

    def _trajectory(self, line: Trajectory, part: ModifiedAtom | Chain | Repetition) -> Iterator[str]:
        start = ""
        if "i" in line[0].modes:
            if self.game.home is None:
                raise DeclarationError(
                    f"{part} speaks of first squares, and there is no region for them",
                    remedy="leave i out, or say where the piece begins",
                )
            start = f"[% in {self.game.home}] "
        for exact in _lengths(line, self.game.longest):
            if self.game.leaves_mark and len(exact) == 1 and "i" in exact[0].modes and exact[0].ends == "m":
                yield from (start + body for body in marked(exact[0], self.target, self.game))
                continue
            if "e" in exact[-1].modes:
                yield from (start + body for body in in_passing(exact, part, self.target, self.game))
            for contents, binder in self._contents(exact):
                for body in self._stretches(exact, contents, HERE, {}):
                    whole = f"{binder}{start}{body}"
                    yield f"({whole})" if binder else whole

    # --- what stands on the squares -------------------------------------------------------------------

    def _contents(self, line: Trajectory) -> Iterator[tuple[list[str], str]]:
        """What the last square of each stretch may hold, for every way of taking; what is bound before."""
        t = self.target
        choices: list[list[str]] = [list(stretch.ends) for stretch in line[:-1]]
        final = line[-1].ends
        choices.append(
            ["mc", *final.replace("m", "").replace("c", "")] if {*"mc"} <= {*final} else list(final)
        )
        put_down = [number for number, stretch in enumerate(line) if "u" in stretch.modes]
        for ends in product(*choices):
            taken = [number for number, end in enumerate(ends) if end in ("c", "d")]
            variable = max((number for number in taken if put_down and number <= put_down[-1]), default=None)
            if put_down and variable is None:
                continue
            plain = [_plain(end, stretch) for end, stretch in zip(ends, line, strict=True)]
            if variable is not None:
                bound = f"any {VARIABLE} in {plain[variable]}: "
                plain[variable] = VARIABLE
            else:
                bound = ""
            enemies = [number for number, end in enumerate(ends) if end == "c" and number != variable]
            held = f"{t} \\ ."
            if self.game.royal is None and ("t" in line[-1].modes or "k" in line[-1].ends):
                raise DeclarationError(
                    "t and k speak of royal pieces, and nothing says which they are",
                    remedy="leave the letter out, or define them as enemies: royals = ♚",
                )
            for number in enemies:
                spared = f"({t} \\ .) \\ {self.game.royal}" if self._spares(line, number) else held
                yield [*plain[:number], spared, *plain[number + 1 :]], bound
            if ends[-1] == "k":
                yield [*plain[:-1], f"({t} \\ ({t} \\ {self.game.royal}))"], bound
            if ends[-1] == "mc" and len(line) - 1 != variable:
                free = t if not self._spares(line, len(line) - 1) else f"{t} \\ {self.game.royal}"
                if enemies:  # the last square decides: it holds the target, or another piece does
                    yield [*plain[:-1], held], bound
                else:
                    yield [*plain[:-1], free], bound
            elif not enemies and ends[-1] != "k":
                if ends[-1] == "m":
                    yield [*plain[:-1], f"{t} \\ piece"], bound
                else:  # nothing of the enemy's is taken: as good as a move to an empty square
                    yield plain, f"any {PRESENT} in ({t} \\ piece): {bound}"

    def _spares(self, line: Trajectory, number: int) -> bool:
        return "t" in line[number].modes and number == len(line) - 1

    # --- the way there --------------------------------------------------------------------------------

    def _stretches(
        self, line: Trajectory, contents: list[str], at: Offset, passed: dict[Offset, str]
    ) -> Iterator[str]:
        """The ways along stretches, by a piece that has passed over squares up to `at` and not moved yet."""
        if not line:
            yield ""
            return
        stretch, content = line[0], contents[0]
        following, more = line[1:], contents[1:]
        over = content.removeprefix(OVER) if content.startswith(OVER) else None
        if at == HERE and not passed and _is_hopper(line) and over == "piece":
            word = "vault" if following[0].reach else "shoot"
            yield f"{word}({movement(stretch.leap)}, {contents[-1]})"
            return
        if "z" in stretch.modes:  # a crooked line: two steps, repeated
            body = f"({step_by(stretch.leap)} {step_by(following[0].leap)})*"
            for rest in self._stretches(following[1:], more[1:], HERE, {}):
                yield f"{body} {rest}"
            return
        if over:
            for before, here, asked in self._passing_over(stretch, at, passed):
                for rest in self._stretches(following, more, here, {**asked, here: over}):
                    yield f"{before}{rest}"
            return
        for reached in self._reaching(stretch, content, at, passed):
            for rest in self._stretches(following, more, HERE, {}):
                yield f"{reached} {rest}".strip()

    def _reaching(
        self, stretch: Stretch, content: str, at: Offset, passed: dict[Offset, str]
    ) -> Iterator[str]:
        """The ways to the last square of a stretch, which holds `content`."""
        skipped = (at[0] + stretch.leap[0] * stretch.skipped, at[1] + stretch.leap[1] * stretch.skipped)
        reach = max(stretch.reach - stretch.skipped, 0) if stretch.reach else 0
        if stretch.reach and not reach:
            return
        if stretch.least > 1 or "u" in stretch.modes:
            yield from self._exactly(stretch, content, skipped, passed, reach)
            return
        if (skipped[0] + stretch.leap[0], skipped[1] + stretch.leap[1]) == HERE:  # back where it started
            guard, t = test_of(passed), self.target
            if content in (".", "free"):
                yield guard.strip() if guard else "nil"
            elif content in (t, f"{t} \\ piece"):
                yield f"{guard}(any {PRESENT} in ({t} \\ piece): nil)"
            if reach != 1:
                onward = replace(stretch, reach=max(reach - 1, 0), skipped=0)
                yield from (guard + rest for rest in self._reaching(onward, content, HERE, {}))
            return
        wraps = list(self._wrapped(stretch.leap, stretch))
        steps = [self._one_step(offset, stretch, ".") for offset in wraps]
        step = steps[0] if len(steps) == 1 else f"({' | '.join(steps)})"
        is_free = content == "."
        if skipped == HERE and not passed and len(wraps) == 1 and not (stretch.modes & {"n", "j", "jj"}):
            word = movement(stretch.leap)
            if reach == 1:
                yield step if is_free else f"take({word}, {content})"
            elif is_free:
                yield f"{step}{'+' if reach == 0 else f'{{1,{reach}}}'}"
            elif reach == 0:
                yield f"ride({word}, {content})"
            else:
                yield f"{step}{{0,{reach - 1}}} take({word}, {content})"
            return
        away = [(x, y) for x, y in wraps if (skipped[0] + x, skipped[1] + y) != HERE]  # not once around
        first = [
            self._leap((skipped[0] + x, skipped[1] + y), stretch, skipped, passed, content) for x, y in away
        ]
        if skipped == HERE and not passed:
            often = "" if reach == 1 else f"{step}*" if reach == 0 else f"{step}{{0,{reach - 1}}}"
            landing = first[0] if len(first) == 1 else f"({' | '.join(first)})"
            yield f"{often} {landing}".strip()
            return
        yield from first
        if reach != 1:
            often = "*" if reach == 0 else f"{{0,{reach - 2}}}"
            again = " | ".join(self._one_step(offset, stretch, content) for offset in wraps)
            for x, y in away:
                start = self._leap((skipped[0] + x, skipped[1] + y), stretch, skipped, passed, ".")
                yield f"{start} {step}{often} {again if len(wraps) == 1 else f'({again})'}"

    def _passing_over(
        self, stretch: Stretch, at: Offset, passed: dict[Offset, str]
    ) -> Iterator[tuple[str, Offset, dict[Offset, str]]]:
        """The ways to a piece that is passed over: what is done before, its square, and what is asked."""
        at = (at[0] + stretch.leap[0] * stretch.skipped, at[1] + stretch.leap[1] * stretch.skipped)
        reach = max(stretch.reach - stretch.skipped, 0) if stretch.reach else 0
        if stretch.reach and not reach:
            return
        for x, y in self._wrapped(stretch.leap, stretch):
            if stretch.least > 1:
                empty = {(at[0] + x * i, at[1] + y * i): "." for i in range(1, stretch.least)}
                if (here := (at[0] + x * stretch.least, at[1] + y * stretch.least)) != HERE:
                    yield "", here, {**passed, **empty}
                continue
            if (here := (at[0] + x, at[1] + y)) == HERE:  # back where it started: an empty square
                onward = replace(stretch, reach=max(reach - 1, 0), skipped=0)
                for before, there, asked in self._passing_over(onward, HERE, {}) if reach != 1 else ():
                    yield test_of(passed) + before, there, asked
                continue
            lame = stretch.modes & {"n", "j", "jj"}
            if at != HERE or passed or lame:
                for asked in self._asked(here, stretch, at, passed):
                    yield "", here, asked
                if reach == 1:
                    continue
                start = self._leap(here, stretch, at, passed, ".")
                yield f"{start} {self._often(stretch, reach, 2)}", (x, y), {}
            else:
                yield self._often(stretch, reach, 1), here, {}

    def _often(self, stretch: Stretch, reach: int, done: int) -> str:
        steps = [self._one_step(each, stretch, ".") for each in self._wrapped(stretch.leap, stretch)]
        step = steps[0] if len(steps) == 1 else f"({' | '.join(steps)})"
        return "" if reach == done else f"{step}* " if reach == 0 else f"{step}{{0,{reach - done}}} "

    def _exactly(
        self, stretch: Stretch, content: str, at: Offset, passed: dict[Offset, str], reach: int
    ) -> Iterator[str]:
        """Stretches of a certain length, as one leap over empty squares; what was taken is put down."""
        lengths = [stretch.least] if stretch.least > 1 else range(1, (reach or self.game.longest) + 1)
        for length in lengths:
            x, y = stretch.leap
            empty = {(at[0] + x * i, at[1] + y * i): "." for i in range(1, length)}
            to = (at[0] + x * length, at[1] + y * length)
            if to == HERE:
                continue
            asked = test_of({**passed, **empty})
            left = VARIABLE if "u" in stretch.modes else "."
            yield f"{asked}(% + {movement(to)} ({content}) -> {left} + {movement(to)}%)"

    def _one_step(self, leap: Offset, stretch: Stretch, content: str) -> str:
        return self._leap(leap, stretch, HERE, {}, content)

    def _leap(self, to: Offset, stretch: Stretch, at: Offset, passed: dict[Offset, str], content: str) -> str:
        """One leap, from where the piece is to `to`, over what it has passed."""
        alternatives = list(self._asked(to, stretch, at, passed))
        if not alternatives:
            return "fail"
        guard = test_of_any(alternatives)
        body = step_by(to) if content == "." else f"take({movement(to)}, {content})"
        return f"({guard}{body})" if guard and content == "." else f"{guard}{body}"

    def _asked(
        self, to: Offset, stretch: Stretch, at: Offset, passed: dict[Offset, str]
    ) -> Iterator[dict[Offset, str]]:
        """What the squares passed so far and those of one leap from `at` to `to` may hold, in each case: n
        wants all of the latter empty, j one piece, jj some. Around the edge the leap goes over its end at any
        of them."""
        between = between_of(stretch.leap) if stretch.modes & {"n", "j", "jj"} else []
        around = to[0] - at[0] - stretch.leap[0]
        for wrapped in range(len(between) + 1) if around else [len(between)]:
            squares = [
                (at[0] + a + (around if number >= wrapped else 0), at[1] + b)
                for number, (a, b) in enumerate(between)
            ]
            for held in _held(len(squares), stretch.modes):
                asked = dict(zip(squares, held, strict=False))
                clash = any(passed.get(there, here) != here for there, here in asked.items())
                if not clash and asked.get(HERE, ".") == ".":
                    yield {**passed, **asked}

    def _wrapped(self, leap: Offset, stretch: Stretch) -> Iterator[Offset]:
        """The leap, and where it leads around the edge."""
        yield leap
        if "o" in stretch.modes and leap[0]:
            if self.game.files is None:
                raise DeclarationError(
                    "o goes around the edge, and this board has no files",
                    remedy="leave o out, or play on a board of squares",
                )
            yield from ((leap[0] - self.game.files, leap[1]), (leap[0] + self.game.files, leap[1]))

    # --- what a game has to know ------------------------------------------------------------------------

    def _borrowed(self, part: ModifiedAtom) -> Iterator[str]:
        """The moves of every other piece that stands where the part leads."""
        for name, other in self.game.others.items():
            if any("x" in each.modes for each in other.single_parts()):
                continue
            lines = [line[0] for line in trajectories(replace(part, modes=frozenset()))]
            seen = " | ".join(next(self._reaching(replace(step, ends="d"), name, HERE, {})) for step in lines)
            moves = ways(other, self.target, game=replace(self.game, others={}))
            yield f"[{seen}] ({' | '.join(moves)})"


def _held(count: int, modes: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """What squares in a row may hold that n, j or jj asks for; of the last ones jj says nothing."""
    if "n" in modes or not count:
        yield (".",) * count
        return
    for first in range(count):
        rest = (".",) * (count - first - 1) if "j" in modes else ()
        yield (".",) * first + ("piece",) + rest


def _lengths(line: Trajectory, longest: int) -> Iterator[Trajectory]:
    """Trajectories with stretches as long as those before them, for every length; others as they are."""
    equal = next((number for number, stretch in enumerate(line) if number and "i" in stretch.modes), None)
    if equal is None:
        yield line
        return
    for length in range(1, (line[equal].reach or longest) + 1):
        pair = [replace(step, reach=length, least=length) for step in line[equal - 1 : equal + 1]]
        bare = replace(pair[1], modes=pair[1].modes - {"i"})
        yield from _lengths((*line[: equal - 1], pair[0], bare, *line[equal + 1 :]), longest)


def _is_hopper(line: Trajectory) -> bool:
    """Does it ride up to a piece and go on behind it, as the words of the prelude do?"""
    if len(line) != 2 or any(step.modes or step.skipped or step.least > 1 for step in line):
        return False
    before, after = line
    return before.leap == after.leap and before.reach == 0 and after.reach in (0, 1)


def _plain(end: str, stretch: Stretch) -> str:
    """What a square holds at the end of a stretch, apart from the target."""
    hopped = "friend" if "t" in stretch.modes else "piece"
    return {"m": ".", "c": "enemy", "d": "friend", "mc": "free", "k": "enemy", "p": OVER + hopped}[end]
