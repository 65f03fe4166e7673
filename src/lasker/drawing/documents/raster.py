"""Pictures as pixels: PNG of an SVG, and animated GIF of several. Both need the extra `png`."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from io import BytesIO
from typing import Any

from lasker.kernel.errors import LimitError, MissingPackage

LARGEST = 4000  # pixels of a side
MOST_FRAMES = 600
COLOURS = 128  # of an animation


def png(svg: str, size: int = 720) -> bytes:
    """An SVG picture as PNG, its longer side in pixels.

    >>> png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>', 10)[:4]
    b'\\x89PNG'
    """
    if not 1 <= size <= LARGEST:
        raise LimitError(f"a picture of {size} pixels", remedy=f"choose 1 to {LARGEST}")
    cairosvg = _package("cairosvg", "CairoSVG")
    wide, high = _ratio(svg)
    side = {"output_width": size} if wide >= high else {"output_height": size}
    return bytes(cairosvg.svg2png(bytestring=svg.encode(), background_color="white", **side))


def gif(pictures: Iterable[str], size: int = 400, seconds: float = 0.8) -> bytes:
    """SVG pictures one after the other as an animated GIF, again and again; the last one stays longer.

    >>> gif(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'] * 2, 8)[:6]
    b'GIF89a'
    """
    image = _package("PIL.Image", "Pillow")
    frames: list[Any] = []
    for number, picture in enumerate(pictures):
        if number == MOST_FRAMES:
            raise LimitError(f"more than {MOST_FRAMES} pictures", remedy="animate a part of the game")
        drawn = image.open(BytesIO(png(picture, size))).convert("RGB")
        if frames and drawn.size != frames[0].size:
            drawn = drawn.resize(frames[0].size)
        frames.append(drawn)
    if not frames:
        raise LimitError("an animation of no pictures", remedy="give at least one")
    colours = frames[-1].quantize(COLOURS)
    indexed = [frame.quantize(palette=colours, dither=image.Dither.NONE) for frame in frames]
    pause = round(1000 * seconds)
    out = BytesIO()
    indexed[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=indexed[1:],
        duration=[pause] * (len(frames) - 1) + [3 * pause],
        loop=0,
        optimize=False,
    )
    return out.getvalue()


def _ratio(svg: str) -> tuple[float, float]:
    numbers = svg.partition('viewBox="')[2].partition('"')[0].split()
    return (float(numbers[2]), float(numbers[3])) if len(numbers) == 4 else (1.0, 1.0)


def _package(name: str, shown: str) -> Any:
    try:
        return importlib.import_module(name)
    except (ImportError, OSError):  # OSError: its shared library is missing
        raise MissingPackage(f"{shown} is not installed", remedy="pip install 'lasker[png]'") from None
