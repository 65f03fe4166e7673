"""Texts that are open in an editor."""

from __future__ import annotations

from dataclasses import field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError
from lasker.language import service
from lasker.language.positions import Lines
from lasker.language.texts import format_of, is_game, source_of

FORMATS = {"lasker": "rules", "yaml": "yaml", "ini": "ini"}  # by what editors call the languages


@dataclass(frozen=True)
class Document:
    """One state of a text that is open in the editor.

    >>> Document("file:///games/my%20game.rules").path
    '/games/my game.rules'
    """

    uri: str
    text: str = ""
    format: str = "rules"
    version: int | None = None
    problems: list[service.Diagnostic] = field(default_factory=list)  # as far as they are known

    @property
    def path(self) -> str:
        """The file of the text, or its address where it has none."""
        parsed = urlparse(self.uri)
        return unquote(parsed.path) if parsed.scheme == "file" else Path(unquote(parsed.path)).name

    def changed(self, changes: list[dict[str, Any]], version: int | None) -> Document:
        """The text after changes of parts of it, or of all of it.

        >>> start, end = {"line": 0, "character": 4}, {"line": 0, "character": 5}
        >>> Document("", "x = u").changed([{"range": {"start": start, "end": end}, "text": "d"}], 2).text
        'x = d'
        """
        text = self.text
        for change in changes:
            if place := change.get("range"):
                lines = Lines(text)
                start, end = (
                    lines.offset(place[each]["line"], place[each]["character"]) for each in ("start", "end")
                )
                text = text[:start] + change["text"] + text[max(start, end) :]
            else:
                text = change["text"]
        return replace(self, text=text, version=version, problems=[])

    def examined(self) -> list[service.Diagnostic]:
        """The problems of the text, from now on known; none of a text that is no game."""
        if is_game(source_of(self.text, self.format)):
            try:
                self.problems[:] = service.diagnostics(self.text, self.format, self.path)
            except LaskerError:
                self.problems.clear()
        return self.problems


def opened(told: dict[str, Any]) -> Document:
    """The text of a message of the editor.

    >>> opened({"uri": "file:///my.ini", "text": "", "version": 1}).format
    'ini'
    """
    format = FORMATS.get(told.get("languageId", "")) or format_of(urlparse(told["uri"]).path)
    return Document(told["uri"], told["text"], format, told.get("version"))
