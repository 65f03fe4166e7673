"""The notes of a release: what CHANGELOG.md says of it. Refused if the tag is not the version of the package.

python .github/release_notes.py v1.2.3
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def version(text: str) -> str:
    """The version of the package, as `src/lasker/__init__.py` has it.

    >>> version('__version__ = "1.2.3"')
    '1.2.3'
    """
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise ValueError("no __version__")
    return found[1]


def notes(changelog: str, release: str) -> str | None:
    """What a change log says of a release; None if it does not speak of it.

    >>> notes("# Changelog\\n\\n## 1.1 - 2026-01-02\\n\\n- More.\\n\\n## 1.0\\n\\n- All.\\n", "1.1")
    '- More.\\n'
    >>> notes("## Unreleased\\n", "1.0") is None
    True
    """
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    for section in sections:
        title, _, text = section.partition("\n")
        if title.split()[0].strip("[]") == release and text.strip():
            return text.strip() + "\n"
    return None


def main(tag: str) -> int:
    """Print the notes, or say why there is no release."""
    here = version((ROOT / "src" / "lasker" / "__init__.py").read_text("utf-8"))
    if tag != f"v{here}":
        print(f"the tag is {tag}, and the package is {here}: change one of them", file=sys.stderr)
        return 1
    found = notes((ROOT / "CHANGELOG.md").read_text("utf-8"), here)
    if found is None:
        print(f"CHANGELOG.md has no section {here}: name the unreleased one so", file=sys.stderr)
        return 1
    print(found, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or [""]))
