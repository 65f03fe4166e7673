"""A program that plays tic-tac-toe over UCI or CECP, and misbehaves in the way that it is told."""

from __future__ import annotations

import os
import sys
import time

CELLS = [file + rank for rank in "123" for file in "abc"]


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehaves(manner: str, ply: int) -> bool:
    """Do what a manner says before a move is told; is the move left out?"""
    match manner:
        case "hangs" if ply > 1:
            time.sleep(600)
        case "dies" if ply > 1:
            sys.exit(3)
        case "is killed" if ply > 1:
            os.kill(os.getpid(), 9)
        case "floods" if ply > 1:
            while True:
                say("info string " + "la " * 50)
        case "one endless line" if ply > 1:
            while True:
                sys.stdout.write("la" * 10_000)
        case "writes bytes":
            sys.stdout.flush()
            sys.stdout.buffer.write(bytes(range(256)) + b"\n")
            sys.stdout.buffer.flush()
    return False


def move(manner: str, played: list[str]) -> str:
    cheats = {"cheats": "z9", "moves twice": played[-1] if played else "a1", "no move": "(none)"}
    wrong = cheats.get(manner) if len(played) > 1 else None
    return wrong or next(cell for cell in CELLS if cell not in played)


def uci(manner: str) -> None:
    played: list[str] = []
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            say("id name Bad")
            say("option name UCI_Variant type combo default chess var chess var tictactoe")
            say("option name Mood type string default <empty>")
            say("uciok")
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:1] == ["position"]:
            played = words[words.index("moves") + 1 :] if "moves" in words else []
        elif words[:1] == ["go"]:
            misbehaves(manner, len(played))
            say(f"info depth 1 score cp {-900 if manner == 'despairs' else 12} nodes 9 pv a1")
            if manner == "is slow":
                time.sleep(0.2)
            say(f"bestmove {move(manner, played)} ponder a1")
        elif words[:1] == ["quit"]:
            return


def cecp(manner: str) -> None:
    played: list[str] = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "protover":
            say('feature ping=1 usermove=1 setboard=1 san=0 variants="normal,tictactoe" myname="Bad"')
            say("feature done=1")
        elif word == "ping":
            say(f"pong {rest}")
        elif word == "new":
            played = []
        elif word == "usermove":
            played.append(rest)
            if manner == "objects" and len(played) > 1:
                say(f"Illegal move: {rest}")
        elif word == "go":
            misbehaves(manner, len(played))
            say("3 25 10 100 a1 b1")
            if manner == "claims" and len(played) > 1:
                say("1-0 {I am winning}")
            elif manner == "resigns" and len(played) > 1:
                say("resign")
            else:
                played.append(move(manner, played))
                say(f"move {played[-1]}")
        elif word == "quit":
            return
        elif word == "uci":
            say("Error (unknown command): uci")


if __name__ == "__main__":
    {"uci": uci, "cecp": cecp}[sys.argv[1]](" ".join(sys.argv[2:]))
