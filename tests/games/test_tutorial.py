"""The first example of the tutorial, which stands there as a reader would type it, is a game that works."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from lasker.play.game import load

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.md"


def test_the_first_variant(tmp_path: Path) -> None:
    blocks = TUTORIAL.read_text("utf-8").split("\n\n    lasker 1\n", 1)[1]
    lines = []
    for line in ("    lasker 1\n" + blocks).splitlines():
        if line and not line.startswith("    "):
            break
        lines.append(line)
    file = tmp_path / "hill.rules"
    file.write_text(dedent("\n".join(lines)), "utf-8")
    game = load(str(file))
    assert game.perft(2) == 400
    on_the_hill = game.position("4k3/8/8/8/4K3/8/8/8 b - - 0 1")
    assert on_the_hill.outcome is not None
    assert on_the_hill.outcome.reason == "king on the hill"
    assert [int(share) for share in on_the_hill.outcome.payoffs] == [1, 0]
    assert not on_the_hill.moves
