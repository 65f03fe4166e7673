"""The cache of parsed games in the store: the same game is loaded as long as nothing has changed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.compiler.ir.text import show
from lasker.compiler.pipeline import compiled
from lasker.kernel.errors import LaskerError
from lasker.kernel.hash_consing import HashConsing
from lasker.kernel.source import Source, Span
from lasker.model.meaning_hash import meaning_hash
from lasker.model.parts import NAMES
from lasker.play import library
from lasker.play.game import load
from lasker.runtime import result_cache, sources
from lasker.runtime.kept_answers import kept_answer
from lasker.syntax.read import _known
from lasker.syntax.stored_game import StoredParts, from_bytes, to_bytes

COINS = 'lasker 1\ngame "Coins"\nplayers x y\nboard 3x1\npiece coin ● ○\nmove = %.: put(●)\n'
COINS += 'end "full" lost: ![move]\nstart "3 x 1"\n'
# A board of squares, of hexagons, of links, and one in YAML; extended rules, chance, hands, stacks.
NAMES_OF_GAMES = ("chess", "crazyhouse", "glinski", "nine_mens_morris", "toll", "einstein", "lasca")
SOME = pytest.mark.parametrize("name", NAMES_OF_GAMES)
# Modules that a command does not import if all it needs is in the store.
NOT_NEEDED = (
    "lark",
    "cffi",
    "pycparser",
    "importlib.resources",
    "lasker.syntax.rules",
    "lasker.compiler.ir.ops",
)
MOST_MODULES = 100  # modules of Lasker that it may import


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path / "store"))
    forget()
    yield
    forget()


def files(kind: str = "") -> list[Path]:
    """The cached games."""
    return sorted(result_cache.folder().glob(f"{kind}*{result_cache.SUFFIX}"))


def anew(name: str) -> str:
    """The name of a game loaded as in a new process; and whether its text was parsed."""
    forget()
    game = load(name)
    return f"{game.title}, {'kept' if isinstance(game.model.parts, StoredParts) else 'read'}"


def forget() -> None:
    """Clear the caches of this process."""
    library._model.cache_clear()
    _known.clear()


def lines(places: Mapping[Any, Span]) -> dict[Any, str]:
    return {key: span.where.rsplit(":", 1)[0] for key, span in places.items()}


def without_places(definitions: object) -> str:
    return re.sub(r"at=\(\d+, \d+\)", "at", repr(definitions))


@pytest.fixture
def coins(tmp_path: Path) -> Path:
    path = tmp_path / "coins.rules"
    path.write_text(COINS, "utf-8")
    assert anew(str(path)) == "Coins, read"
    return path


@SOME
def test_a_kept_game_is_the_game(name: str) -> None:
    game = library.modelled(library.find(name))
    again = from_bytes(to_bytes(game))
    assert vars(again.parts.facts) == vars(game.parts.facts)
    assert {part: getattr(again, part) for part in NAMES} == {part: getattr(game, part) for part in NAMES}
    assert "definitions" not in vars(again.rules)
    assert meaning_hash(again) == meaning_hash(game)
    assert again.text_hash == game.text_hash
    if library.find(name).name.endswith(".rules"):
        assert again.rules.definitions == game.rules.definitions
        assert again.rules.declared.places == game.rules.declared.places
    else:  # the parser's places leave out keywords; those of composed trees do not
        assert without_places(again.rules.definitions) == without_places(game.rules.definitions)
        assert lines(again.rules.declared.places) == lines(game.rules.declared.places)


@pytest.mark.parametrize("name", ["chess", "einstein", "toll"])
def test_a_kept_game_makes_the_same_program(name: str) -> None:
    game = library.modelled(library.find(name))
    again = from_bytes(to_bytes(game))
    assert show(compiled(again).tree) == show(compiled(game).tree)


def test_a_game_is_read_once(coins: Path) -> None:
    assert anew(str(coins)) == "Coins, kept"
    start = load(str(coins)).start()
    assert [str(move) for move in start.moves] == ["a1", "b1", "c1"]
    assert start.game.model.rules.evaluate("nil") is not None


def test_another_text_is_another_game(coins: Path) -> None:
    coins.write_text(COINS.replace("Coins", "Moneys"), "utf-8")
    assert anew(str(coins)) == "Moneys, read"
    assert anew(str(coins)) == "Moneys, kept"
    assert len(files("game-")) == 1


def test_another_text_underneath_is_another_game(coins: Path) -> None:
    above = coins.with_name("above.rules")
    above.write_text(f'lasker 1\ngame "Above"\nextends "{coins}"\n', "utf-8")
    assert len(load(str(above)).start().moves) == 3
    coins.write_text(COINS.replace("3x1", "4x1").replace("3 x 1", "4 x 1"), "utf-8")
    forget()
    assert len(load(str(above)).start().moves) == 4


def test_other_sources_of_lasker_read_games_anew(coins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "reader", lambda: "another version")
    assert anew(str(coins)) == "Coins, read"


def _cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def _changed(content: bytes) -> bytes:
    return content.replace(b"Coins", b"Moths")


def _emptied(content: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("spoil", [_cut, _changed, _emptied], ids=lambda spoil: spoil.__name__)
def test_a_damaged_kept_game_is_read_anew(coins: Path, spoil: Callable[[bytes], bytes]) -> None:
    [file] = files("game-")
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    assert anew(str(coins)) == "Coins, read"
    assert file.read_bytes() == whole


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the system does not tell users apart")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_kept_games_that_others_could_have_written_are_ignored(coins: Path, what: str) -> None:
    [file] = files("game-")
    (file if what == "file" else file.parent).chmod(0o777)
    assert anew(str(coins)) == "Coins, read"


def test_where_nothing_can_be_kept_games_are_read(coins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASKER_CACHE", str(coins))  # which is no folder
    assert anew(str(coins)) == anew(str(coins)) == "Coins, read"
    monkeypatch.delenv("LASKER_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as it does for a user without a home
    assert anew(str(coins)) == anew(str(coins)) == "Coins, read"


def test_a_wrong_game_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text(COINS + 'end "never" won: nothing_of_this_name\n', "utf-8")
    for _ in range(2):
        forget()
        with pytest.raises(LaskerError, match="nothing_of_this_name"):
            load(str(path)).start().outcome  # noqa: B018
    assert not files("game-")


def test_sources_are_hashed_again_when_their_stat_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> str:
        sources._hashes.cache_clear()
        return sources._hashes(("",))[""]

    module = tmp_path / "lasker" / "module.py"
    module.parent.mkdir()
    module.write_text("one = 1\n", "utf-8")
    monkeypatch.setattr(sources, "files", lambda _: module.parent)
    one = told()
    assert not files("sources-")  # it has just changed
    monkeypatch.setattr(sources, "MOMENT", 0)
    assert told() == told() == one
    assert len(files("sources-")) == 1
    before = module.stat()
    module.write_text("one = 2\n", "utf-8")
    os.utime(module, ns=(before.st_atime_ns, before.st_mtime_ns))
    two = told()
    module.rename(module.with_name("renamed.py"))
    assert len({one, two, told()}) == 3
    sources._hashes.cache_clear()


@pytest.mark.parametrize("name", ["crazyhouse", "toll"])
def test_every_package_that_reads_games_is_part_of_what_they_depend_on(name: str) -> None:
    """Otherwise a game read by another version would be taken for this one's."""
    told = (
        "import sys\n"
        "from lasker.syntax.stored_game import to_bytes\n"
        "from lasker.play.library import find, modelled\n"
        f"before = set(sys.modules)\nto_bytes(modelled(find({name!r})))\nprint(*set(sys.modules) - before)"
    )
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    found = {each.split(".")[1] for each in ran.stdout.split() if each.startswith("lasker.")}
    assert found - {"games"} <= set(sources.READER)


def test_an_answer_is_kept_for_its_texts_and_questions() -> None:
    computed: list[str] = []

    def answer(question: str, text: str) -> Any:
        def work() -> str:
            computed.append(question + text)
            return question + text

        texts = [Source(text, "mine.rules")]
        return kept_answer("answer", [question], texts, work, lambda found: found != "?never")

    for question, text in [("?", "a"), ("?", "a"), ("?", "b"), ("!", "b"), ("!", "b"), ("?", "never")]:
        assert answer(question, text) == question + text
    assert computed == ["?a", "?b", "!b", "?never"]
    assert answer("?", "never") == "?never"
    assert computed[4:] == ["?never"]


def test_what_check_found_is_told_again(coins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(*options: str) -> str:
        answer = CliRunner().invoke(main, ["check", str(coins), *options])
        assert answer.exit_code == 0
        return answer.stdout

    found = check()
    assert check("--seconds", "0") != found
    assert check() == found
    monkeypatch.setattr("lasker.commands.check._found", lambda *_: ([], True))
    assert check() == found
    monkeypatch.setattr("lasker.runtime.sources.program", lambda: "another version")
    assert check() == ""


def test_what_there_was_no_time_for_is_not_kept(coins: Path) -> None:
    for seconds in ("0", "0.000001"):
        CliRunner().invoke(main, ["check", str(coins), "--seconds", seconds])
    assert not files("check-")
    CliRunner().invoke(main, ["check", str(coins), "--seconds", "60"])
    assert len(files("check-")) == 1


def test_hash_consing_shares_equal_parts() -> None:
    terms = library.model("chess").states
    shared = HashConsing().of(terms)
    assert shared == terms
    assert shared is not terms
    assert HashConsing().of((1, True, 1.0)) == (1, True, 1.0)
    assert [type(each) for each in HashConsing().of((1, True, 1.0))] == [int, bool, float]


def test_a_warm_count_imports_little() -> None:
    """Neither the parser, nor the code generator, nor cffi's parser is imported."""
    ran = "import sys, click; old = set(sys.modules)\nfrom lasker.cli import main\n"
    ran += "try:\n    main(['perft', 'tictactoe', '4'])\nexcept SystemExit:\n"
    ran += "    print(*sorted(set(sys.modules) - old))"
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", ran], capture_output=True, text=True, check=True)
    count, modules = done.stdout.splitlines()
    assert count == "3024"
    assert [name for name in NOT_NEEDED if name in modules.split()] == []
    assert len([name for name in modules.split() if name.startswith("lasker.")]) <= MOST_MODULES, modules
