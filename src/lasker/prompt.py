"""The interactive algebra prompt (REPL): definitions, drawings, moves applied to a board, equality."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

from lasker import calculator
from lasker.calculator import Term
from lasker.drawing.board import Board
from lasker.kernel.directories import state_directory
from lasker.kernel.errors import FileError, LaskerError, SortError
from lasker.kernel.files import read_line
from lasker.kernel.source import Source
from lasker.syntax.rules import Rules
from lasker.syntax.values import Function, sort

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completer
    from prompt_toolkit.document import Document

WELCOME = """Lasker: board games written as mathematics. Type an expression, or :help."""
HELP = """
  ♙ + ur♟ -> . + ur♙          a move; with a board it is applied and its results are listed
  ♖..;♙♗♙;.♙.                  a fragment; it is drawn
  x = ♙;.;♟                    a definition; x can be used from now on
  M* == nil | M+               are these equal? (capitals that nothing defines mean any move)
  'R', 'n'                     pieces in plain letters; or type a piece's name and press Tab

  :board .../.♖./...           set up a board, rows from the top (:board alone shows it)
  :take 2                      go on with the second result; :undo goes back
  :names                       the words you can use      :latex EXPR   an expression as LaTeX
  :help                        this page                  :quit         leave (or Ctrl-D)
"""


class Prompt:
    """A session of the prompt: definitions, the board, and the last results.

    >>> talk = Prompt(Rules(variables=True))
    >>> print(talk.answer("x = ♙;♟"))
    x is a fragment
    >>> print(talk.answer("xx"))
    +-+-+
    |♟|♟|
    +-+-+
    |♙|♙|
    @-+-+
    """

    def __init__(self, rules: Rules) -> None:
        self.base = rules
        self.definitions: dict[str, str] = {}
        self.words = rules
        self.boards: list[Board] = []
        self.results: tuple[Board, ...] = ()
        self.commands: dict[str, Callable[[str], str]] = {
            "board": self._board,
            "take": self._take,
            "undo": self._undo,
            "names": self._names,
            "latex": lambda text: calculator.parse(text, self.words).latex(),
            "help": lambda _: HELP.strip("\n"),
        }

    def answer(self, line: str) -> str:
        """Execute a line and return the output; errors leave the session unchanged."""
        line = line.strip()
        if not line or line.startswith("--"):
            return ""
        if line.startswith(":"):
            name, _, rest = line[1:].partition(" ")
            if name not in self.commands:
                raise SortError(
                    f"there is no command :{name}", remedy=f"commands: :{', :'.join(self.commands)}, :quit"
                )
            return self.commands[name](rest.strip())
        if "==" in line:
            return self._equal(*map(str.strip, line.split("==", 1)))
        read = Rules(
            Source(line),
            under=self.base,
            compass=self.words.compass,
            vocabulary=self.words.vocabulary,
            space=self.words.space,
            variables=True,
        )
        if read.definitions and not read.expressions:
            return self._define(line, list(read.definitions))
        return self._show(calculator.parse(line, self.words))

    def _define(self, line: str, names: list[str]) -> str:
        texts = {name: text for name, text in self.definitions.items() if name not in names}
        texts |= dict.fromkeys(names, line)
        text = "\n".join(dict.fromkeys(texts.values()))
        words = Rules(
            Source(text, "<prompt>"),
            under=self.base,
            compass=self.base.compass,
            space=self.base.space,
            vocabulary=self.base.vocabulary,
            variables=True,
        )
        words.check()
        self.definitions, self.words = texts, words
        return "\n".join(f"{name} is a {sort(words.find(name))}" for name in names)

    def _show(self, term: Term) -> str:
        if isinstance(term.value, Function):
            return f"a function; call it: {term.value.name}({', '.join(term.value.parameters)})"
        if term.sort != "move" or not self.boards:
            return term.picture()
        self.results = term.results(self.boards[-1])
        lines = [f"{i}.\n{indent(str(result), '   ')}" for i, result in enumerate(self.results[:50], start=1)]
        count = len(self.results)
        return "\n".join(
            [*lines, f"{count} result{'s' * (count != 1)}" + ("; :take 1 to go on" if count else "")]
        )

    def _equal(self, left: str, right: str) -> str:
        verdict = calculator.equal(left, right, self.words)
        lines = [f"{verdict.answer}: {'; '.join(verdict.reasons)}"]
        if verdict.witness is not None:
            lines.append(indent(str(Board(verdict.witness.arena, verdict.witness.start)), "   "))
            lines.append(f"left {len(verdict.witness.left)} results, right {len(verdict.witness.right)}")
        return "\n".join(lines)

    def _board(self, text: str) -> str:
        if text:
            self.boards.append(calculator.board(text, self.words))
        if not self.boards:
            return "no board yet; for example :board .../.♖./..."
        return str(self.boards[-1])

    def _take(self, text: str) -> str:
        if not (text.isdigit() and len(text) < 9 and 1 <= int(text) <= len(self.results)):
            raise SortError(
                f"there is no result {text or '…'} to take", remedy="apply a move first, then :take 1"
            )
        self.boards.append(self.results[int(text) - 1])
        self.results = ()
        return str(self.boards[-1])

    def _undo(self, _: str) -> str:
        if len(self.boards) < 2:
            raise SortError("there is nothing to go back to")
        self.boards.pop()
        return str(self.boards[-1])

    def _names(self, _: str) -> str:
        return "  ".join(self.words.names())

    # --- the loop -----------------------------------------------------------------------------

    def run(self) -> int:
        """Read and execute lines until the input ends."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            print(WELCOME)
            lines = self._typed()
        else:
            lines = iter(partial(read_line, sys.stdin), "")
        for line in lines:
            if line.strip() in {":quit", ":q", ":exit"}:
                break
            try:
                said = self.answer(line)
            except LaskerError as error:
                said = error.report()
            except KeyboardInterrupt:
                said = "stopped"
            if said:
                print(said, flush=True)
        return 0

    def _typed(self) -> Iterator[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.history import FileHistory, History, InMemoryHistory

        place = history_file()
        history: History = FileHistory(str(place)) if place else InMemoryHistory()
        session: PromptSession[str] = PromptSession(history=history)
        glyphs = {piece.name: piece.glyph for piece in reversed(self.words.vocabulary.pieces)}
        while True:
            names = [*glyphs.values(), *self.words.names(), *(f":{name}" for name in self.commands)]
            shown = {glyph: f"{glyph} {name}" for name, glyph in glyphs.items()}
            completer = WordCompleter(names, display_dict=shown, sentence=False)
            try:
                yield session.prompt("♔ ", completer=_by_name(glyphs, completer))
            except KeyboardInterrupt:
                continue
            except EOFError:
                return


def _by_name(glyphs: dict[str, str], words: Completer) -> Completer:
    from prompt_toolkit.completion import Completer, Completion

    class ByName(Completer):
        """Completes words, and replaces the name of a piece by its glyph."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            typed = document.get_word_before_cursor()
            if typed:
                for name, glyph in glyphs.items():
                    if name.startswith(typed):
                        yield Completion(glyph, start_position=-len(typed), display=f"{glyph} {name}")
                yield from words.get_completions(document, complete_event)

    return ByName()


def history_file() -> Path | None:
    """The history file; None where no file can be written."""
    try:
        folder = state_directory()
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "history"
        file.touch()
    except (OSError, FileError):
        return None
    return file
