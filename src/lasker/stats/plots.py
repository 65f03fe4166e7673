"""Plots of a study: results, lengths, branching, leads, piece values, and heat maps of the board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, quantiles

from lasker.drawing.diagrams.charts import Point, curve, ranges
from lasker.drawing.diagrams.heat_map import heat_svg
from lasker.kernel.errors import LaskerError
from lasker.kernel.files import make_folder, write_text
from lasker.space import layout
from lasker.stats.overview import lengths_chart, results_chart
from lasker.stats.study import Study

FEWEST = 3  # games of at least that length for a ply to be plotted
POINTS = 100  # of a line, at most
STRANGE = re.compile(r"[^\w-]+")
Z95 = 1.96


def draw(study: Study, folder: Path, png: bool = False) -> list[Path]:
    """Write every plot into a folder; returns the files."""
    make_folder(folder)
    written = []
    for name, picture in pictures(study):
        file = folder / f"{STRANGE.sub('-', name)}.svg"
        write_text(file, picture)
        written.append(file)
        if png:
            written.append(_as_png(file, picture))
    return written


def _as_png(file: Path, picture: str) -> Path:
    try:
        import cairosvg
    except (ImportError, OSError):  # OSError: its shared library is missing
        raise LaskerError("PNG needs CairoSVG", remedy="pip install 'lasker[png]'") from None
    other = file.with_suffix(".png")
    cairosvg.svg2png(bytestring=picture.encode(), write_to=str(other), output_width=1280)
    return other


def pictures(study: Study) -> Iterator[tuple[str, str]]:
    """The plots as SVG, by name."""
    title, count = study.game.title, len(study.logs)
    if len(study.game.players) > 1 and study.sample.over:
        yield "results", results_chart(title, study.results(), len(study.sample.over))
    yield "length", lengths_chart(title, study.histogram(), count)
    options = [[float(ply.options) for ply in log.plies] for log in study.logs]
    if any(options):
        yield "branching", _by_ply(f"{title}: moves to choose from", options, "moves")
    chances = [[100 * each for each in game] for game in study.sample.of_winners]
    if chances:
        yield "leads", _by_ply(f"{title}: the chance of the later winner", chances, "chance, %")
    worth = [(v.name, v.odds, v.odds - Z95 * v.error, v.odds + Z95 * v.error) for v in study.values
             if v.odds is not None and v.error is not None]  # fmt: skip
    if worth:
        yield "values", ranges(f"{title}: what one piece more is worth", worth, "logarithm of the odds", 0.0)
    yield from _heat(study)


def _heat(study: Study) -> Iterator[tuple[str, str]]:
    model, mobility = study.game.model, study.play.mobility
    if mobility is None or not layout.drawable(model.space.compass):
        return
    visits = mobility.visits()
    if any(visits):
        yield (
            "arrivals",
            heat_svg(model.space, model.rules.vocabulary, visits, "where moves end, in hundredths"),
        )
    for piece, values in mobility.maps().items():
        what = f"moves of the {piece.name} in play"
        yield f"mobility-{piece.name}", heat_svg(model.space, model.rules.vocabulary, values, what)


def _by_ply(title: str, games: Sequence[Sequence[float]], up: str) -> str:
    """A curve of means over plies, with the interquartile range as a band."""
    middle, low, high = list[Point](), list[Point](), list[Point]()
    longest = max(map(len, games))
    step = -(-longest // POINTS)
    for ply in range(0, longest, step):
        seen = [fmean(game[ply : ply + step]) for game in games if len(game) > ply]
        if len(seen) < min(FEWEST, len(games)):
            break
        quarters = quantiles(seen, method="inclusive") if len(seen) > 1 else [seen[0]] * 3
        middle.append((ply, fmean(seen)))
        low.append((ply, quarters[0]))
        high.append((ply, quarters[2]))
    return curve(title, middle, "ply", f"{up}: mean, and the middle half of the games", (low, high))
