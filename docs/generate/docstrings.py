"""Docstrings as the site shows them: an extension of mkdocstrings (mkdocs.yml names it)."""

from __future__ import annotations

from typing import Any

import griffe


def fenced(text: str) -> str:
    """A docstring whose examples are blocks of code.

    >>> fenced("Adds.\\n\\n>>> 1 + 1\\n2")
    'Adds.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```'
    """
    parts = text.split("\n\n")
    parts = [part.replace("<BLANKLINE>", "") if part.startswith(">>>") else part for part in parts]
    return "\n\n".join(f"```pycon\n{part}\n```" if part.startswith(">>>") else part for part in parts)


class Examples(griffe.Extension):
    """Sets examples off from the words around them."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for every module, class and function that is read."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
