"""The text report of a study."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.drawing.diagrams.heat_map import heat_text
from lasker.stats.interest import meaning
from lasker.stats.study import Study

WIDTH = 40  # characters of the longest bar
PARTS = " ▏▎▍▌▋▊▉█"


def text_of(study: Study, explain: bool = False) -> str:
    """The report; with `explain` every measure is followed by its definition."""
    return "\n".join(_lines(study, explain))


def _lines(study: Study, explain: bool) -> Iterator[str]:
    count, facts = len(study.logs), study.facts()
    strength = str(study.play.strength)
    how = "at random" if not study.play.strength.thinks else f"at {strength}"
    yield f"{study.game.title}: {count} games {how}, seed {study.play.seed}"
    yield from (f"  {note}" for note in study.notes)
    yield ""
    for player, got in study.results().items():
        share, low, high = (100 * got[key] for key in ("share", "low", "high"))
        yield f"{player:<12}{share:5.1f} % ({low:.1f} to {high:.1f}), {got['won']:g} won"
    for reason, number in study.reasons.items():
        drawn = f", {study.draws[reason]} drawn" if reason in study.draws else ""
        yield f"{100 * number / count:6.1f} %  {reason}{drawn}"
    length = facts["length"]
    low, middle, high = length["quartiles"]
    yield ""
    yield (
        f"length {length['mean']:.1f} plies: half of the games {low:g} to {high:g}, all {length['least']} to"
        f" {length['most']}, the middle {middle:g}"
    )
    steps = study.histogram()
    most = max(number for _, _, number in steps)
    for start, end, number in steps:
        yield f"{start:>6} to {end:<6}{bar(number / most)} {number}"
    yield ""
    for name, value in study.measures.items():
        yield f"{name:<20}{'-' if value is None else number_text(value):>10}" + (
            f"   {meaning(name)}" if explain else ""
        )
    if study.plays is not None:
        yield f"{'plays':<20}{number_text(study.plays):>10}" + (
            "   How many plays there are, as a power of ten: Knuth's estimate." if explain else ""
        )
    yield from _values(study)
    if study.play.mobility is not None:
        visits = study.play.mobility.visits()
        if any(visits):
            yield "\nwhere moves end, in hundredths of all\n"
            yield heat_text(study.game.model.space, [None if v is None else round(v, 1) for v in visits])


def _values(study: Study) -> Iterator[str]:
    if not study.values or not study.play.mobility:
        return
    moves = study.play.mobility.means()
    yield ""
    yield f"{'piece':<16}{'by rules':>9}{'in play':>9}{'log odds':>10}{'error':>8}{'moves':>8}"
    for value in study.values:
        parts = [f"{value.derived:9.2f}", *(_cell(each, width) for each, width in (
            (value.worth, 9), (value.odds, 10), (value.error, 8), (moves.get(value.name), 8)))]  # fmt: skip
        yield f"{value.name:<16}" + "".join(parts)


def _cell(value: float | None, width: int) -> str:
    return f"{'-' if value is None else f'{value:.2f}':>{width}}"


def bar(share: float) -> str:
    """A text bar, to an eighth of a character.

    >>> bar(0.5), bar(0)
    ('████████████████████', '')
    """
    whole, part = divmod(round(share * WIDTH * 8), 8)
    return "█" * whole + PARTS[part].strip()


def number_text(value: float) -> str:
    """A number with three decimals below 10, one above, none for integers.

    >>> number_text(0.12345), number_text(123.456), number_text(2)
    ('0.123', '123.5', '2')
    """
    return f"{value:.3f}" if abs(value) < 10 and value != int(value) else f"{value:.1f}".removesuffix(".0")
