"""`make facts`: renews what the program writes in pages, and its pictures.

`--check` only names what is stale, `--quick` leaves out what takes long.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from docs.generate import commands, editors, laws, packages, texts, words
from docs.generate.blocks import ROOT, Text, found, pages, renewed, stale
from docs.generate.facts import FACTS, SLOW
from docs.generate.figures import FIGURES
from docs.generate.pictures import FOLDER, PICTURES, drawn

REFERENCE: dict[str, Text] = {
    "command_reference": commands.page,
    "exit_statuses": commands.general,
    "law_table": laws.page,
    "kulyukin_equations": texts.equations,
    "package_table": packages.table,
    "word_index": words.page,
}
WRITERS = {**FACTS, **FIGURES, **REFERENCE}


def main(arguments: list[str]) -> int:
    """Renew every page and picture, or say what is stale."""
    left_out = SLOW if "--quick" in arguments else ()
    if "--check" in arguments:
        complaints = [
            complaint
            for page in pages()
            for complaint in stale(
                [block for block in found(page, page.read_text("utf-8")) if block.name not in left_out],
                WRITERS,
            )
        ]
        print(*complaints, sep="\n")
        return 1 if complaints else 0
    for page in pages():
        text = page.read_text("utf-8")
        fresh = renewed(page, text, WRITERS, left_out)
        if fresh != text:
            page.write_text(fresh, "utf-8")
            print(f"{page.name} is renewed")
    for name, fresh in editors.texts().items():
        if not (ROOT / name).exists() or (ROOT / name).read_text("utf-8") != fresh:
            (ROOT / name).write_text(fresh, "utf-8")
            print(f"{name} is renewed")
    if "--quick" not in arguments:
        print(*renewed_pictures(), sep="")
    return 0


def renewed_pictures() -> Iterator[str]:
    """Draw every picture; yields a line about each that has changed."""
    for name in PICTURES:
        path, fresh = FOLDER / f"{name}.svg", drawn(name)
        if not path.exists() or path.read_text("utf-8") != fresh:
            path.write_text(fresh, "utf-8")
            yield f"{path.name} is renewed\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
