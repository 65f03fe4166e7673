"""XBoard on a screen that nobody sees, and a variant that it has never heard of."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from external_programs import program

TINY = """lasker 1
game   "Tiny"
about  "A king, wardens, leapers and pawns on six by six. Whoever mates has won."
source "Made for this test."
start  "zkwwz1/pppppp/6/6/PPPPPP/ZKWWZ1 w 1"
fen    "board side number"
players white black
board  6x6
piece  king   ♔ ♚ 'K' 'k'
piece  leaper 'Z' 'z'
piece  warden 'W' 'w'
piece  pawn   ♙ ♟ 'P' 'p'
region far rank of white = rank 6
region far rank of black = rank 1
way(t) = [% is ♔]   all4(take(u, t) | take(ur, t))
       | [% is 'Z'] (all8(take(uuur, t)) | all4(take(u, t)))
       | [% is 'W'] all4(step(ur){0,1} take(ur, t))
strikes(t) = %friend: (way(t) | [% is ♙] both(take(ur, t)))
check = [flipped strikes(♚)]
safe  = ![flipped strikes(♚)]
promote = try(% in far rank -> 'W' | 'Z')
white = ((%friend: way(.) | way(enemy)) | (%♙: (step(u) | both(take(ur, enemy))) promote)) safe
black = flipped white
view  = flipped
end "checkmate" lost: check ![white]
end "stalemate" drawn: ![white]
adjudicate "threefold repetition" drawn: repeated 3
"""


@contextmanager
def screen() -> Iterator[dict[str, str]]:
    """A virtual screen, and the environment of programs that draw on it."""
    command = [program("Xvfb", "xvfb"), "-displayfd", "1", "-screen", "0", "900x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield {**os.environ, "DISPLAY": f":{server.stdout.readline().strip()}"}  # told when it is there
        finally:
            server.terminate()


def played(folder: Path, seconds: int) -> tuple[str, str]:
    """Let XBoard play a game of Lasker against itself; the record, and what was said."""
    xboard = program("xboard", "xboard")
    (folder / "tiny.rules").write_text(TINY, "utf-8")
    engine = shlex.join([sys.executable, "-m", "lasker.cli", "xboard", str(folder / "tiny.rules")])
    options = (
        "-variant tiny -mg 1 -searchTime 0:01 -depth 4 -saveGameFile game.pgn -debug -nameOfDebugFile log"
    )
    quiet = "-popupExitMessage false -popupMoveErrors false -soundProgram true -saveSettingsOnExit false"
    with screen() as environment:
        subprocess.run(
            [
                xboard,
                "-fcp",
                engine,
                "-scp",
                engine,
                "-fd",
                ".",
                "-sd",
                ".",
                *options.split(),
                *quiet.split(),
            ],
            cwd=folder,
            env=environment,
            timeout=seconds,
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    return (folder / "game.pgn").read_text("utf-8", "replace"), (folder / "log").read_text("utf-8", "replace")
