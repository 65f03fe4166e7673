"""CECP, the XBoard protocol, version 2, for every game of two players, including variants unknown to XBoard.

Errors are answered with `Error` and never end the session.
"""

from __future__ import annotations

import re
from pathlib import Path

from lasker.engine import levels
from lasker.engine.opponent import DEEPEST
from lasker.engine.root_search import Line
from lasker.kernel.errors import DeclarationError, NotationError
from lasker.play import library
from lasker.protocols.line_protocol import LineProtocol, number
from lasker.protocols.session import MOST_MEMORY, MOST_THREADS, Clock
from lasker.protocols.xboard import fen as xboard_fen
from lasker.protocols.xboard.edit import Edit
from lasker.protocols.xboard.game import EngineGame
from lasker.protocols.xboard.moves import choice, highlight, square_of

USUAL = "normal"  # XBoard's name for the game it is made for
MATE = 100_000  # scores from here on are mate scores
FEATURES = (
    "ping=1 setboard=1 usermove=1 playother=1 san=0 colors=0 sigint=0 sigterm=0 debug=1 memory=1 smp=1",
    "analyze=1 pause=1 reuse=1 draw=1 nps=0 ics=0 name=0 highlight=1",
    f'option="Level -spin {levels.FULL} {levels.LOWEST} {levels.FULL}"',
)
# Commands of XBoard without effect here; this engine does not ponder.
IGNORED = "xboard accepted rejected random hard easy otim computer name rating ics bk black white hover"
NAME = re.compile(r"[\w.-]+", re.ASCII)  # variant names that XBoard accepts
SETTING = re.compile(r"(?P<name>[^=]+)(?:=(?P<value>.*))?", re.DOTALL)


class Xboard(LineProtocol):
    """A session with XBoard.

    >>> talk = Xboard("tictactoe")
    >>> talk.answer("usermove z9")
    Illegal move: z9
    """

    def __init__(self, game: str, version: str = "", named: bool = False) -> None:
        super().__init__(game, version)
        self.game = game
        self.seat, self._shows = EngineGame(self.session, self._tell), False
        self._edit: Edit | None = None
        self._lifted = ""
        self._files = {Path(game).stem: game} if named and game not in library.names() else {}
        self._variants = (
            [Path(game).stem] if named else [USUAL, *sorted(filter(NAME.fullmatch, library.names()))]
        )
        seat = self.seat
        self.words = dict.fromkeys(IGNORED.split(), lambda rest: None)
        self.words |= {
            "protover": lambda rest: self._introduce(),
            "new": lambda rest: self._new(),
            "variant": self._variant,
            "setboard": self._setboard,
            "edit": lambda rest: self._begin_edit(),
            "usermove": seat.play,
            "force": lambda rest: seat.play_side(None),
            "result": lambda rest: seat.play_side(None),
            "go": lambda rest: seat.go(),
            "playother": lambda rest: seat.play_side(1 - seat.player),
            "?": lambda rest: None if seat.analyzes else self.session.halt(),
            "undo": lambda rest: seat.take_back(1),
            "remove": lambda rest: seat.take_back(2),
            "ping": lambda rest: seat.after_the_move(f"pong {rest}"),
            "level": self._level,
            "st": lambda rest: setattr(seat, "seconds", positive(rest)),
            "sd": lambda rest: setattr(seat, "depth", number(rest, 1, DEEPEST)),
            "time": lambda rest: setattr(seat.clock, "left", positive(rest) / 100),
            "memory": lambda rest: self._resize(number(rest, 1, MOST_MEMORY)),
            "cores": lambda rest: self._resize(threads=number(rest, 1, MOST_THREADS)),
            "post": lambda rest: setattr(self, "_shows", True),
            "nopost": lambda rest: setattr(self, "_shows", False),
            "analyze": lambda rest: seat.analyze(True),
            "exit": lambda rest: seat.analyze(False),
            ".": lambda rest: None,
            "hint": lambda rest: self._hint(),
            "draw": lambda rest: self.session.say("offer draw") if seat.score < 0 else None,
            "pause": lambda rest: seat.pause(),
            "resume": lambda rest: seat.resume(),
            "option": self._option,
            "lift": self._lift,
            "put": self._put,
        }

    def dispatch(self, line: str) -> None:
        """Execute the command of a line, or an edit line in edit mode."""
        text = line.strip()
        if self._edit is None:
            super().dispatch(line)
        elif text == ".":
            edit, self._edit = self._edit, None
            self.seat.restart(edit.fen())
        else:
            self._edit.line(text)

    def report_info(self, text: str) -> None:
        """Report information in a comment line."""
        self.session.say(f"# {text}")

    def report_error(self, what: str, line: str) -> None:
        """Report an illegal move or another error."""
        word, _, rest = " ".join(line[:400].split()).partition(" ")
        if word == "usermove":
            self.session.say(f"Illegal move: {rest[:100]}")
        elif word:
            self.session.say(
                f"Error ({what.replace(')', ']').replace('(', '[')}): {f'{word} {rest}'[:200].strip()}"
            )
        else:
            self.session.say(f"telluser {what}")

    def close(self) -> None:
        """End the session."""
        self.seat.cancel()

    def _introduce(self) -> None:
        self.session.say("feature done=0")
        self.session.say(f'feature myname="Lasker {self.version}"')
        for features in FEATURES:
            self.session.say(f"feature {features}")
        self.session.say(f'feature variants="{",".join(self._variants)}"')
        self.session.say("feature done=1")

    # --- the game ------------------------------------------------------------------------------------

    def _new(self) -> None:
        self._edit = None
        self.seat.cancel()
        if self.session.name != self.game:
            self.session.choose(self.game)
        self.session.forget()
        self.seat.restart()
        self.seat.play_side(1)
        self.seat.depth = DEEPEST

    def _variant(self, name: str) -> None:
        self.seat.cancel()
        chosen = library.canonical("standard") if name == USUAL else self._files.get(name, name)
        players = library.model(chosen).players
        if len(players) != 2 or any(state.by_chance for state in library.model(chosen).states.values()):
            reason = f"{name} is for {len(players)} players" if len(players) != 2 else f"{name} has dice"
            self.session.say(f"tellusererror {reason}, and this board is for two without dice")
            raise DeclarationError(reason)
        if chosen != self.session.name:
            self.session.choose(chosen)
        self.seat.restart()
        if name != USUAL:
            from lasker.protocols.xboard.setup import setup  # how pieces move

            for line in setup(self.session.game):
                self.session.say(line)

    def _setboard(self, fen: str) -> None:
        try:
            self.seat.restart(xboard_fen.read(self.session.game, fen).fen)
        except NotationError:
            self.session.say("tellusererror Illegal position")
            raise

    def _begin_edit(self) -> None:
        self.seat.play_side(None)
        self._edit = Edit(self.seat.position)

    # --- settings ------------------------------------------------------------------------------------

    def _level(self, rest: str) -> None:
        words = rest.split()
        if len(words) != 3:
            raise NotationError("it is: level MOVES BASE INCREMENT")
        minutes, _, seconds = words[1].partition(":")
        self.seat.clock = Clock(60 * positive(minutes) + positive(seconds or "0"), positive(words[2]))
        self.seat.period, self.seat.seconds = number(words[0], 0, 10**6), 0.0

    def _resize(self, megabytes: int | None = None, threads: int | None = None) -> None:
        self.seat.cancel()
        self.session.resize(megabytes, threads)

    def _option(self, rest: str) -> None:
        found = SETTING.fullmatch(rest)
        if found is None or found["name"].strip().casefold() != "level":
            raise NotationError("no such option")
        self.session.level = number(found["value"] or "", levels.LOWEST, levels.FULL)

    # --- output --------------------------------------------------------------------------------------

    def _hint(self) -> None:
        if move := self.seat.hint():
            self.session.say(f"Hint: {move}")

    def _lift(self, square: str) -> None:
        self._lifted = square_of(square)
        self.session.say(f"highlight {highlight(self.seat.position, square)}")

    def _put(self, square: str) -> None:
        if self._lifted and (letters := choice(self.seat.position, self._lifted, square_of(square))):
            self.session.say(f"choice {letters}")

    def _tell(self, line: Line) -> None:
        if self._shows or self.seat.analyzes:
            mate = line.mate
            score = line.score if mate is None else (MATE + mate if mate > 0 else -MATE + mate)
            moves = " ".join(line.moves)
            self.session.say(f"{line.depth} {score} {round(line.seconds * 100)} {line.nodes} {moves}")


def positive(text: str) -> float:
    """A nonnegative number.

    >>> positive("2.5")
    2.5
    """
    try:
        value = float(text)
    except ValueError:
        raise NotationError(f"{text[:40]!r} is no number") from None
    if not 0 <= value < 1e9:
        raise NotationError(f"{text[:40]!r} is no time or size")
    return value
