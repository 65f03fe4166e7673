"""Writing an Interactive Diagram from a game in outline."""

from __future__ import annotations

from lasker.frontends._outline.outline import Outline
from lasker.frontends._squares import Square, square_name

STALEMATE = {"drawn": "draw", "won": "win", "lost": "loss"}


def diagram_text(outline: Outline) -> tuple[str, list[str]]:
    """The lines of a diagram, and what they do not say."""
    lost: list[str] = []
    files, ranks = outline.size
    promoting = [kind for kind in outline.kinds if kind.promotes]
    raised = {kind.promotes[0]: kind.name for kind in promoting if len(kind.promotes) == 1 and kind.leaving}
    order = [*promoting, *(k for k in outline.kinds if not k.promotes and k.name not in raised)]
    kinds = order + [kind for kind in outline.kinds if kind.name in raised]
    lines = [f"files={files}", f"ranks={ranks}"]
    lines += ["symmetry=none"] if not _symmetric(outline) else ["symmetry=rotate"] if outline.rotated else []
    lines += [f"promoZone={_depth(outline)}", f"maxPromote={len(promoting)}"]
    if raised:
        kinds = promoting + [
            k for name in (k.promotes[0] for k in promoting) for k in kinds if k.name == name
        ]
        kinds += [kind for kind in order if kind not in promoting]
        lines.append(f"promoOffset={len(promoting)}")
        lost.append("the obligation to promote a piece that could never move on")
    elif promoting:
        choices = promoting[0].promotes
        lines.append(f"promoChoice={''.join(k.letter for k in outline.kinds if k.name in choices)}")
        if any(sorted(kind.promotes) != sorted(choices) for kind in promoting):
            lost.append("that kinds of pieces promote to different kinds")
    royal = [str(number) for number, kind in enumerate(kinds, start=1) if kind.royal]
    lines += [f"royal={','.join(royal)}"] if royal else []
    if not royal:
        lost.append("that no piece is royal: a diagram takes the king, or the last piece, for it")
    lines += [f"stalemate={STALEMATE[outline.stalemate]}"] if outline.stalemate != "drawn" else []
    lines += ["holdingsType=1"] if outline.drops else []
    if outline.holes:
        lines.append(f"hole::::{','.join(map(square_name, sorted(outline.holes)))}")
    for kind in kinds:
        own, other = (
            ",".join(
                map(square_name, sorted(s for s, found in outline.placed.items() if found == (kind.name, p)))
            )
            for p in (0, 1)
        )
        black = f":{other}" if other and not _symmetric(outline) else ""
        lines.append(f"{kind.name}:{kind.letter}:{kind.betza}:{kind.name}:{own}{black}")
    if outline.goal_kinds or outline.capture_all:
        lost.append("that the game is won in another way than by mate")
    return "\n".join(lines) + "\n", lost


def _squares(outline: Outline, name: str, player: int) -> str:
    """The squares of the pieces of a kind, with commas between."""
    return ",".join(
        square_name(each) for each, found in sorted(outline.placed.items()) if found == (name, player)
    )


def _symmetric(outline: Outline) -> bool:
    """Does the second player stand as the first, seen from the other side?"""
    seen: dict[Square, tuple[str, int]] = {
        outline.seen_by_other(square): (name, 1 - player) for square, (name, player) in outline.placed.items()
    }
    return seen == outline.placed


def _depth(outline: Outline) -> int:
    """The number of ranks of the zone of promotion."""
    return len({y for _, y in outline.zones[0]})
