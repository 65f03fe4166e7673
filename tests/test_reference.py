"""The reference names everything there is: commands, statuses, words of the language, laws, public names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.generate import commands, words
from docs.generate.blocks import ROOT

import lasker
from lasker.algebra.laws import FRAGMENT_LAWS, MOVE_LAWS, Law
from lasker.language import words as language
from lasker.notation.law_text import sides

REFERENCE = ROOT / "docs" / "reference"


def test_statuses_that_mean_something_special_are_explained() -> None:
    found = {
        (name, status)
        for name, command in commands.commands()
        for status in commands.statuses(command)
        if status in ("NO", "UNDECIDED")
    }
    assert found == set(commands.MEANINGS)


def test_every_command_is_in_the_reference() -> None:
    text = (REFERENCE / "commands.md").read_text("utf-8")
    for name, command in commands.commands():
        part = text[text.index(f"## lasker {name}\n") :].split("\n## ")[0]
        for option in command.params:
            if option.param_type_name == "option":
                assert f"`{option.opts[0]}`" in part, (name, option.opts)


def test_every_word_of_the_language_is_in_the_index() -> None:
    assert words.grammar_words() == set(language.DECLARATIONS) | set(language.IN_TERMS)
    assert words.board_words() == set(language.BOARD)
    assert words.options() <= set(language.OPTIONS)
    listed = {word.partition("(")[0] for word, *_ in language.prelude()}
    for path in (ROOT / "src" / "lasker" / "syntax" / "prelude").glob("*.rules"):
        assert set(re.findall(r"^(\w+)[^-\n]* = ", path.read_text("utf-8"), re.MULTILINE)) <= listed


def test_every_sign_of_the_grammar_is_in_the_index() -> None:
    grammar = (ROOT / "src" / "lasker" / "syntax" / "grammar.lark").read_text("utf-8")
    (operators,) = re.findall(r"^!operator: (.*)$", grammar, re.MULTILINE)
    signs = set(re.findall(r'"([^"]+)"', operators.replace('"\\\\"', '"backslash"')))
    assert {"\\" if sign == "backslash" else sign for sign in signs} - {"→"} <= set(language.SIGNS)


@pytest.mark.parametrize("law", [*MOVE_LAWS, *FRAGMENT_LAWS], ids=lambda law: law.name)
def test_every_law_says_something(law: Law) -> None:
    left, right = sides(law)
    assert left != right
    assert "Variable" not in left + right
    assert "object" not in left + right


def test_laws_about_moves_are_printed_as_they_are_proved() -> None:
    """What the table shows is read back and proved."""
    for law in MOVE_LAWS:
        left, right = sides(law)
        assert lasker.equal(left, right).equal, law.name


def test_every_public_name_is_in_the_reference() -> None:
    text = (REFERENCE / "python.md").read_text("utf-8")
    assert set(re.findall(r"^::: lasker\.(?:\w+\.)*(\w+)$", text, re.MULTILINE)) == set(lasker.__all__)
    for name in lasker.__all__:
        assert ">>> " in (getattr(lasker, name).__doc__ or ""), f"{name} has no example"


def test_every_module_that_the_glossary_names_exists() -> None:
    text = (REFERENCE / "glossary.md").read_text("utf-8")
    for row in re.findall(r"^\| (?!term|---)(.*) \|$", text, re.MULTILINE):
        for name in re.findall(r"`([\w/.]+)`", re.split(r" (?<!\\)\| ", row)[2]):
            assert Path(ROOT / "src" / "lasker" / name).exists(), name


def test_every_option_has_its_words() -> None:
    for name, command in commands.commands():
        assert command.help, name
        for option in command.params:
            assert option.param_type_name != "option" or getattr(option, "help", None), (name, option.opts)
