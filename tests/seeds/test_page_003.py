"""The page about seed 003 keeps its promises: its items are there and tested, its functions exist."""

from __future__ import annotations

import re
from functools import reduce

from pages import names_in, page

from lasker.formulations import laws
from lasker.formulations.laws import fide, printed

PAGE = page("explanation/texts/proofwiki.md")
TESTS = names_in("seeds/test_laws_003.py", "seeds/test_errata_003.py")


def test_every_item_has_a_paragraph_with_an_example_and_a_test() -> None:
    items = [f"W{number}" for number in range(1, 21)] + [f"E-W{number}" for number in range(1, 8)]
    assert re.findall(r"^### (\S+):", PAGE, re.MULTILINE) == items
    for item, paragraph in zip(items, re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:], strict=True):
        assert ">>> " in paragraph, item
        assert any(name.startswith(f"test_{item.replace('-', '_')}_") for name in TESTS), item


def test_every_function_that_is_named_exists() -> None:
    named = set(re.findall(r"`((?:fide|printed)\.[\w.]+)`", PAGE))
    assert len(named) > 40
    for name in sorted(named):
        assert callable(reduce(getattr, name.split("."), laws)) or name == "printed.draws", name


def test_every_function_that_states_a_law_names_it() -> None:
    modules = (
        (fide.article_2, fide.article_3, fide.article_5, fide.article_9),
        (printed.board, printed.pieces, printed.rules, printed.draws),
    )
    for rooms, law in zip(modules, (r"^\d\.\d", r"^W\d"), strict=True):
        for module in rooms:
            for name, thing in vars(module).items():
                if getattr(thing, "__module__", "") == module.__name__ and not name.startswith("_"):
                    assert re.match(law, thing.__doc__ or ""), f"{module.__name__}.{name}"
