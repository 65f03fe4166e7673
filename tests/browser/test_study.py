"""The study view in a real browser: PGN walked through by keys, FEN, perft, the position editor, reload.

Set LASKER_PICTURES to a folder to look at what was seen.
"""

from __future__ import annotations

import json
from typing import Any

from browsing import browse

SPANISH = """[White "Ruy"]
[Black "López"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 {The Spanish [%csl Ga6]} a6 (3... Nf6 4. O-O (4. d3 d6) 4... Nxe4 $1) 4. Ba4 *"""
VIEW = "#/study/chess"
NOW = ".move[aria-current]"
BOARD = (("there", ".study-board .pieces *"),)


def steps(address: str, *script: tuple[Any, ...]) -> list[Any]:
    """What a browser saw; no step may fail, and the page may not complain."""
    return list(browse("steps.mjs", address, json.dumps(script)))


def test_a_game_with_variations(address: str) -> None:
    """It is pasted, walked through by keys, judged, promoted, and still there after a reload."""
    seen = steps(
        address,
        ("open", VIEW),
        *BOARD,
        ("paste", SPANISH),
        ("until", ".heading", "Ruy – López"),
        ("press", *["ArrowRight"] * 6),
        ("until", NOW, "a6"),
        ("press", "Shift+ArrowDown"),
        ("until", NOW, "Nf6"),
        ("press", "ArrowDown"),
        ("until", NOW, "Nxe4!"),
        ("press", "!", "?"),
        ("until", NOW, r"Nxe4!\?"),
        ("picture", "study"),
        ("click", "text=Show PGN"),
        ("until", "#study-text", r"Nxe4 \$5"),
        ("see", "#study-text"),
        ("reload",),
        ("there", NOW),
        ("see", NOW),
        ("press", "p"),
        ("until", ".main-line > .move:nth-last-of-type(1)", r"Nxe4!\?"),
        ("download", "button:text-is('Animated GIF')"),
    )
    [pgn], [current], gif = seen
    assert "3. Bb5 {The Spanish [%csl Ga6]} 3... a6 (3... Nf6 4. O-O (4. d3 d6)" in " ".join(pgn.split())
    assert current == "Nxe4!?"
    assert gif["begins"] == "GIF8"


def test_positions_counts_and_explanations(address: str) -> None:
    """FEN and EPD pasted, perft, why a move is illegal, the editor with its palette, an exercise."""
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    seen = steps(
        address,
        ("open", VIEW),
        *BOARD,
        ("paste", fen),
        ("until", "#study-fen", "r3k2r/p1ppqpb1"),
        ("click", "#tool-perft"),
        ("fill", ".perft input", "2"),
        ("until", ".perft .total", "^2.039"),
        ("see", ".perft .total strong"),
        ("fill", ".move-field input", "Kd4"),
        ("there", ".why"),
        ("see", ".why"),
        ("fill", ".move-field input", "O-O"),
        ("until", NOW, "O-O"),
        ("paste", '4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "pawn";'),
        ("until", ".move-tree", "bm e4"),
        ("click", ".walking button:last-child"),
        ("until", ".position-editor", "a position of the game"),
        ("drag", '.piece-palette [aria-label="black rook"]', '.study-board [data-square="e5"]'),
        ("until", ".position-editor input", "4k3/8/8/4r3"),
        ("drag", '.study-board [data-square="e8"]', '.study-board [data-square="a8"]'),
        ("until", ".position-editor input", "^k7/8/8/4r3"),
        ("click", 'button:text-is("Empty board")'),
        ("until", ".position-editor .notice", "king"),
        ("see", ".position-editor .notice"),
        ("picture", "editor"),
        ("click", "#tool-exercises"),
        ("fill", ".exercises .task input", "%♘: all4(ride(r, free))"),
        ("until", ".exercises .task [role=status]", "not the bishop"),
        ("there", ".exercises .task [role=status] svg"),
        ("fill", ".exercises .task input", "%♘: all4(ride(ur, free))"),
        ("until", ".exercises .task [role=status]", "Right"),
    )
    [count], [why], [faults] = seen
    assert count.replace("\u202f", ",").replace(".", ",") == "2,039"
    assert why
    assert "king" in faults


def test_dropped_files_and_rights(address: str) -> None:
    """Files find the view that reads them, whatever their mark; rights are fields of the position editor."""
    steps(
        address,
        ("open", "#/play/chess"),
        ("there", "#board [data-square]"),
        ("drop", "opening.pgn", "\ufeff1. e4 e5 (1... c5) *"),
        ("until", ".move-tree", "c5"),
        ("click", ".walking button:last-child"),
        ("until", ".fen-words", "Castling"),
        ("fill", ".fen-words label:first-child input", "Kq"),
        ("until", ".position-editor .fen-field input", " Kq "),
        ("drop", "mine.txt", 'lasker 1\ngame "Dropped"\nextends "tictactoe"\n'),
        ("until", ".design-bar h1", "^Dropped$"),
    )
