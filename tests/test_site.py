"""The documentation as a site: built without a warning, no broken link, nothing loaded from elsewhere."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from docs.generate.blocks import ROOT

from library_sample import SAMPLE

NEEDED = ("material", "mkdocs", "mkdocstrings")
pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in NEEDED), reason="pip install '.[docs]'"
)
LOADED = re.compile(
    r"<(?:script|img|iframe|source)\b[^>]*?\ssrc=[\"']?(https?:)?//|<link\b(?![^>]*rel=\"?canonical)[^>]*?\shref=[\"']?(https?:)?//"
)


@cache
def ids(page: Path) -> frozenset[str]:
    """The places in a page that links can lead to."""
    return frozenset(re.findall(r"\sid=[\"']?([^\"'\s>]+)", page.read_text("utf-8")))


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere in the site."""
    found = []
    for link in re.findall(r"<(?:a|img)\b[^>]*?\s(?:href|src)=\"([^\"]+)\"", page.read_text("utf-8")):
        target, _, anchor = unquote(link).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        target = target.partition("?")[0]
        to = (page.parent / target).resolve() if target else page
        if not to.is_file() or (anchor and to.suffix == ".html" and anchor not in ids(to)):
            found.append(link)
    return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with a sample of the games, built with warnings as errors; `test_gallery.py` has all."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    built = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1", "LASKER_SITE_GAMES": " ".join(SAMPLE)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return folder


@pytest.mark.soak
def test_the_site_is_whole_and_loads_nothing(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        text = page.read_text("utf-8")
        assert "<!-- generated" not in text, page.name
        assert not LOADED.search(text), page.name
        if page.name != "404.html":
            assert broken(page) == [], page.relative_to(site)
    assert not [
        style.name for style in site.rglob("*.css") if re.search(r"url\(\"?https?:", style.read_text("utf-8"))
    ]


def test_broken_links_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<p id="x"><a href="a.html#x">a</a><a href="b.html">b</a><a href="#y">c</a>'
    )
    assert broken(tmp_path / "a.html") == ["b.html", "#y"]
