"""Derivations as layered SVG graphs: each named function above those that it uses."""

from __future__ import annotations

from xml.sax.saxutils import escape

from lasker.formulations.arithmetic.show import DerivationLine

_WIDTH, _HEIGHT, _GAP, _STEP = 74, 24, 12, 64
_STYLE = (
    "rect{fill:#fdf6e3;stroke:#657b83}path{fill:none;stroke:#93a1a1;stroke-width:.6}"
    "text{font:11px serif;text-anchor:middle;fill:#073642}.n{font-size:8px;fill:#586e75}"
)


def layers(lines: list[DerivationLine]) -> list[list[DerivationLine]]:
    """The functions by the longest path to one that uses no other; within a layer, near those that they use.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> from lasker.formulations.arithmetic.show import derivation
    >>> [[line.definition.name for line in layer] for layer in layers(derivation(printed(), "le"))]
    [['s', 'pred'], ['not', 'sub'], ['le']]
    """
    height: dict[str, int] = {}
    for line in lines:
        height[line.definition.name] = 1 + max((height[used] for used in line.uses), default=-1)
    found: list[list[DerivationLine]] = [[] for _ in range(1 + max(height.values()))]
    place: dict[str, float] = {}
    for layer in range(len(found)):
        row = [line for line in lines if height[line.definition.name] == layer]
        row.sort(key=lambda line: sum(place[used] for used in line.uses) / max(1, len(line.uses)))
        place |= {line.definition.name: index / len(row) for index, line in enumerate(row)}
        found[layer] = row
    return found


def svg(lines: list[DerivationLine]) -> str:
    """The derivation as an SVG picture.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> from lasker.formulations.arithmetic.show import derivation
    >>> picture = svg(derivation(printed(), "mul"))
    >>> picture.startswith("<svg"), picture.count("<rect"), picture.count("<path")
    (True, 3, 2)
    """
    rows = layers(lines)
    wide = max(map(len, rows)) * (_WIDTH + _GAP) + _GAP
    tall = len(rows) * _STEP + _GAP
    spot: dict[str, tuple[float, float]] = {}
    for level, row in enumerate(rows):
        share = wide / len(row)
        for index, line in enumerate(row):
            spot[line.definition.name] = (share * (index + 0.5), tall - (level + 0.5) * _STEP)
    paths, boxes = [], []
    for line in lines:
        x, y = spot[line.definition.name]
        for used in line.uses:
            u, v = spot[used]
            middle = (y + v) / 2
            paths.append(
                f'<path d="M{x:.0f} {y:.0f}C{x:.0f} {middle:.0f} {u:.0f} {middle:.0f} {u:.0f} {v:.0f}"/>'
            )
        boxes.append(
            f'<rect x="{x - _WIDTH / 2:.0f}" y="{y - _HEIGHT / 2:.0f}" rx="4" '
            f'width="{_WIDTH}" height="{_HEIGHT}"/>'
            f'<text x="{x:.0f}" y="{y + 2:.0f}">{escape(line.definition.name)}</text>'
            f'<text class="n" x="{x:.0f}" y="{y + 10:.0f}">{escape(line.definition.equation)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {tall:.0f}" width="{wide:.0f}" '
        f'height="{tall:.0f}"><style>{_STYLE}</style>{"".join(paths)}{"".join(boxes)}</svg>'
    )
