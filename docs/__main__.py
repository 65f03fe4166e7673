"""`make docs`: renews the blocks of every page; `python -m docs --check` only names those that are stale."""

from __future__ import annotations

import sys

from docs.blocks import found, pages, renewed, stale
from docs.facts import FACTS
from docs.figures import FIGURES

WRITERS = {**FACTS, **FIGURES}


def main(arguments: list[str]) -> int:
    """Renew every page, or say what is stale."""
    status = 0
    for page in pages():
        text = page.read_text("utf-8")
        if "--check" in arguments:
            for complaint in stale(found(page, text), WRITERS):
                print(complaint)
                status = 1
        elif (fresh := renewed(page, text, WRITERS)) != text:
            page.write_text(fresh, "utf-8")
            print(f"{page.name} is renewed")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
