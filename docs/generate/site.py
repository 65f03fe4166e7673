"""What the site needs besides the pages: a hook of MkDocs (mkdocs.yml names it).

Pages link to sources of the project (`../../src/lasker/...`), as forges show them. The site works alone:
every source that is linked becomes a page of the site, below `source/`. Nothing is loaded from elsewhere.
"""

from __future__ import annotations

import ast
import json
import os
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from docs.generate import notebooks
from lasker.gallery import site

ROOT = Path(__file__).resolve().parents[2]
MARKER = re.compile(r"<!-- (?:generated: [\w ]+|end) -->")
LINK = re.compile(r"(?P<text>\]\()(?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)")
CODE = re.compile(r"(^(?P<fence>`{3,}).*?^(?P=fence)$)|(`[^`\n]+`)", re.MULTILINE | re.DOTALL)
CELLS = re.compile(r"^ *\|.*$", re.MULTILINE)  # a row of a table
SPAN = re.compile(r"`[^`\n]+`")
PROMPT = re.compile(r"^( *)```python\n(?= *>>>)", re.MULTILINE)
OWN_PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "README.md": "index.md",
}
MADE: dict[str, tuple[str, str]] = {}  # the pages of the gallery: title and content
SHIM = "https://unpkg.com/iframe-worker/shim"  # the theme's offline plugin would load this


def site_path(path: str) -> str:
    """Where the site has a file or folder of the project.

    >>> site_path("docs/reference/language.md"), site_path("CONTRIBUTING.md"), site_path("src/lasker/cli.py")
    ('reference/language.md', 'contributing.md', 'source/src/lasker/cli.py.md')
    """
    if path in OWN_PAGES:
        return OWN_PAGES[path]
    inside = path.removeprefix("docs/")
    if (ROOT / path).is_dir():
        return f"{inside if inside != path else 'source/' + path}/index.md"
    return inside if inside != path else f"source/{path}.md"


def project_path(page: str) -> str:
    """The file of the project that a page of the site is made of.

    >>> project_path("reference/language.md"), project_path("contributing.md")
    ('docs/reference/language.md', 'CONTRIBUTING.md')
    """
    own = {page: path for path, page in OWN_PAGES.items() if page != "index.md"}
    return own.get(page, f"docs/{page}")


def links(text: str) -> list[re.Match[str]]:
    """The links of a page to other files, those in code left out.

    >>> [found["target"] for found in links("[a](b.md#c) `[d](e.md)` [f](https://g.org)")]
    ['b.md']
    """
    bare = CODE.sub(lambda found: " " * len(found[0]), text)
    return [found for found in LINK.finditer(bare) if found["target"] and ":" not in found["target"]]


def target_of(page: str, target: str) -> str:
    """The file of the project that a page links to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(project_path(page)), target))


def relinked(page: str, text: str) -> str:
    """A page whose links lead to where the site has their targets.

    >>> relinked("explanation/compiler.md", "[x](../../src/lasker/cli.py) and [y](runtime.md#positions)")
    '[x](../source/src/lasker/cli.py.md) and [y](runtime.md#positions)'
    """
    for found in reversed(links(text)):
        to = posixpath.relpath(site_path(target_of(page, found["target"])), posixpath.dirname(page) or ".")
        text = f"{text[: found.start()]}]({to}{found['anchor'] or ''}){text[found.end() :]}"
    return text


def source_page(path: Path) -> str:
    """A file as a page, or a folder as a list of what is in it."""
    name = path.relative_to(ROOT).as_posix()
    head = f"---\nsearch:\n  exclude: true\nhide: [navigation, toc]\n---\n# {name}\n\n"
    if path.is_dir():
        return head + "\n".join(listed(each) for each in sorted(path.iterdir()) if is_source(each)) + "\n"
    fence = "`" * 8
    return f"{head}{fence} text\n{path.read_text('utf-8').rstrip()}\n{fence}\n"


def is_source(path: Path) -> bool:
    """Whether a list of a folder shows something."""
    return path.name[0] not in "._" or path.name in ("__init__.py", "__main__.py")


def listed(path: Path) -> str:
    """A line about a file: its name, and the first sentence of its docstring."""
    module = path / "__init__.py" if path.is_dir() else path
    about = ""
    if module.suffix == ".py" and module.exists():
        about = (ast.get_docstring(ast.parse(module.read_text("utf-8"))) or "").partition("\n")[0]
    return f"- `{path.name}{'/' if path.is_dir() else ''}` {about.replace('<', '&lt;')}"


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are no files of docs/: the linked sources, and those at the root of the project."""
    made = {page: (ROOT / path).read_text("utf-8") for path, page in OWN_PAGES.items() if page != "index.md"}
    texts = {file.src_uri: file.content_string for file in files.documentation_pages()} | made
    for page, text in texts.items():
        for found in links(text):
            path = ROOT / target_of(page, found["target"])
            name = site_path(os.path.relpath(path, ROOT))
            if name.startswith("source/") and path.exists():
                made[name] = source_page(path)
    made |= gallery() | notebooks.pages()
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def gallery() -> dict[str, str]:
    """The page with all games, a page about each, and their pictures; only the site has them. The games that
    $LASKER_SITE_GAMES names, if it names some: for tests."""
    named = os.environ.get("LASKER_SITE_GAMES", "").split()
    games = [entry for entry in site.entries() if not named or entry.name in named]
    known = [entry.name for entry in games]
    MADE["games.md"] = ("Games", site.index_body(games, "games/"))
    found = {name: site.asset(name) for name in site.ASSETS}
    for entry in games:
        MADE[f"games/{entry.name}.md"] = (entry.title, site.game_body(entry, "../games.html", known))
        found |= {f"games/{name}": text for name, text in site.pictures(entry)}
    head = "---\ntitle: {}\nhide: [navigation, toc]\n---\n"
    return found | {name: head.format(json.dumps(title)) for name, (title, _) in MADE.items()}


def on_page_content(html: str, page: Any, config: Any, files: Files) -> str:
    """The content of a page: that of the gallery is made already."""
    return MADE.get(page.file.src_uri, ("", html))[1]


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """A page as the site shows it: without markers, its links led right, its examples as sessions."""
    name = page.file.src_uri
    if name.startswith("source/"):
        return markdown
    text = MARKER.sub("", relinked(name, markdown)).replace("<BLANKLINE>\n", "\n")
    return PROMPT.sub(r"\1```pycon\n", bars(text))


def bars(text: str) -> str:
    """A page whose tables have bars in code as Python-Markdown reads them: forges want them escaped.

    >>> print(bars("| `M \\\\| N` | a \\\\| b |"))
    | `M | N` | a \\| b |
    """
    return CELLS.sub(lambda row: SPAN.sub(lambda code: code[0].replace("\\|", "|"), row[0]), text)


def on_post_page(output: str, page: Any, config: Any) -> str:
    """A page that loads our own script for searching from a folder."""
    return output.replace(SHIM, "../" * page.url.count("/") + "search-from-folder.js")


def on_post_template(output_content: str, template_name: str, config: Any) -> str:
    """The same for pages without a text of their own."""
    return output_content.replace(SHIM, "search-from-folder.js")
