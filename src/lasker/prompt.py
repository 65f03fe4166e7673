"""The interactive algebra prompt (REPL): definitions, drawings, moves applied to a board, equality."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

from lasker import calculator
from lasker.algebra.decision.verdict import Verdict
from lasker.algebra.laws import FRAGMENT_LAWS, MOVE_LAWS
from lasker.calculator import Term
from lasker.drawing.boards.board import Board
from lasker.drawing.documents.page import Block, Paragraph, Pictures, Rows, html, html_page, latex_page, text
from lasker.drawing.verdict_page import blocks, board_picture
from lasker.kernel.directories import state_directory
from lasker.kernel.errors import FileError, LaskerError, SortError
from lasker.kernel.files import read_line, write_text
from lasker.kernel.source import Source
from lasker.notation.law_text import sides
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules
from lasker.syntax.values import Function, sort
from lasker.verdicts import letters

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completer
    from prompt_toolkit.document import Document

WELCOME = """Lasker: board games written as mathematics. Type an expression, or :help."""
HELP = """
  ♙ + ur♟ -> . + ur♙          a move; with a board it is applied and its results are listed
  ♖..;♙♗♙;.♙.                  a fragment; it is drawn
  x = ♙;.;♟                    a definition; x can be used from now on
  M* = nil | M+                are these equal? (capitals that nothing defines mean any move)
  M [N] <= M                   is every result of the left one of the right? `x == y` asks about names, too
  'R', 'n'                     pieces in plain letters; or type a piece's name and press Tab

  :board .../.♖./...           set up a board, rows from the top (:board alone shows it)
  :take 2                      go on with the second result; :undo goes back
  :proof                       the proof of the last answer, or its counterexample
  :laws star                   the named laws; with a word, those in whose name it occurs
  :save FILE                   the session as text, LaTeX, HTML (.txt .tex .html), or definitions (.rules)
  :names                       the words you can use      :latex EXPR   an expression as LaTeX
  :help                        this page                  :quit         leave (or Ctrl-D)
"""


# Relations and brackets; the other signs are there so that no part of them is taken for a relation.
RELATION = re.compile(r"'[^']*'|--.*|:=|\+=|-=|>=|!=|->|==|<=|=|[()\[\]{}]")
DEFINED = re.compile(r"\w+\s*(\([\w\s,]*\))?")


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
        self.verdict: Verdict | None = None
        self.record: list[Block] = []  # what was typed and answered
        self._told: list[Block] = []  # the last answer
        self.commands: dict[str, Callable[[str], str]] = {
            "board": self._board,
            "take": self._take,
            "undo": self._undo,
            "proof": self._proof,
            "laws": self._laws,
            "save": self._save,
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
        answer = self._expression(line)
        self.record += [Paragraph(f"`{line}`"), *(self._told or _lines(answer))]
        return answer

    def _expression(self, line: str) -> str:
        """The answer to a question, a definition, or an expression."""
        self._told = []
        asked = question(line)
        if asked is not None:
            return self._ask(*asked)
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
        self._told = [Pictures(tuple(map(board_picture, self.results)))] if self.results else []
        lines = [f"{i}.\n{indent(str(result), '   ')}" for i, result in enumerate(self.results[:50], start=1)]
        count = len(self.results)
        return "\n".join(
            [*lines, f"{count} result{'s' * (count != 1)}" + ("; :take 1 to go on" if count else "")]
        )

    def _ask(self, left: str, relation: str, right: str) -> str:
        ask = calculator.included if relation == "<=" else calculator.equal
        self.verdict = ask(left, right, self.words)
        self._told = blocks(self.verdict, Printer(self.words))
        lines = [f"{self.verdict.answer}: {'; '.join(self.verdict.reasons)}"]
        witness = self.verdict.witness
        if witness is not None:
            show = Printer(self.words).show
            lines += [f"with {name} = {show(move)}" for name, move in witness.instance]
            lines.append(indent(str(Board(witness.arena, witness.start)), "   "))
            lines.append(f"left {len(witness.left)} results, right {len(witness.right)}")
        return "\n".join(lines)

    def _proof(self, _: str) -> str:
        if self.verdict is None:
            raise SortError("nothing has been asked yet", remedy="ask first: M* = nil | M+")
        told = blocks(self.verdict, Printer(self.words), with_proof=True)
        self.record += [block for block in told if isinstance(block, Rows)]
        return text(told)

    def _laws(self, word: str) -> str:
        found = [law for law in (*FRAGMENT_LAWS, *MOVE_LAWS) if word.lower() in law.name.lower()]
        if not found:
            raise SortError(f"no law has {word!r} in its name", remedy=":laws alone lists them all")
        rows = [(" = ".join(sides(law)), law.name) for law in found]
        return "\n".join(f"{equation:<44} {name}" for equation, name in rows)

    def _save(self, name: str) -> str:
        place = Path(name)
        title = "A session with Lasker"
        if place.suffix == ".rules":
            written = "\n".join(dict.fromkeys(self.definitions.values())) + "\n"
        elif place.suffix == ".tex":
            written = latex_page(title, self.record, letters(self.words))
        elif place.suffix == ".html":
            written = html_page(title, html(self.record))
        elif place.suffix == ".txt":
            written = text(self.record) + "\n"
        else:
            raise FileError(
                f"{name or 'no name'}: not a kind of file in which a session is saved",
                remedy="name a file that ends in .txt, .tex, .html or .rules",
            )
        write_text(place, written)
        return f"saved: {place}"

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


def _lines(answer: str) -> list[Block]:
    """An answer in characters, a row for each line; in print, blanks are as wide as letters."""
    rows = tuple(
        (line.replace(" ", "\u2003"),) if line.startswith((" ", "+", "|")) else (line,)
        for line in answer.splitlines()
    )
    return [Rows("", rows, ("sentence",))] if rows else []


def question(line: str) -> tuple[str, str, str] | None:
    """The sides and the relation of a question, or None: `x = …` and `f(x) = …` are definitions.

    >>> question("M* = nil | M+"), question("x = ♙;♟"), question("[n <= 2] M")
    (('M*', '=', 'nil | M+'), None, None)
    """
    depth = 0
    for found in RELATION.finditer(line):
        sign = found[0]
        depth += (sign in "([{") - (sign in ")]}") if len(sign) == 1 else 0
        if depth == 0 and sign in ("==", "=", "<="):
            left, right = line[: found.start()].strip(), line[found.end() :].strip()
            return None if sign == "=" and DEFINED.fullmatch(left) else (left, sign, right)
    return None


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
