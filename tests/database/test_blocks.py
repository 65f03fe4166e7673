"""Cutting files of games: what is read in parts is what is read in one piece, however the text is broken."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lasker.notation.pgn.blocks import chunks, entries, line_count, records
from lasker.notation.pgn.tree import Record
from lasker.pgn import headers, index

GOOD = (
    b'[Event "a"]\n[White "B \\"C\\" [x] {"]\n\n1. e4 e5 2. Nf3 {ok} Nc6 (2... d6) 1-0\n\n',
    b'[White "q"]\n[Black "r"]\n\n1. e4 { [%clk 1] } 1... e5 { 0-1 } *\n\n',
    b'[Event "x"]\r\n\r\n1. d4 1/2-1/2\r\n\r\n',
)
PIECES = (
    b'[Event "a"]\n', b'[White "B"]\n', b"\n", b"\n\n", b"1. e4 e5 ", b"1-0", b"1-0\n\n", b"{ comment ", b"}",
    b'*\n\n[Event "c"]\n\n', b"(", b")", b"; rest 1-0\n", b"% esc 0-1\n", b"1. d4 (1. c4 1-0) *\n\n", b" ",
    b'2. Nf3 $3 "Nc6" ', b" 1/2-1/2\n\n", b"<", b">", b"\r\n", b"\r", b'0-1\r\n\r\n[White "d"]\r\n\r\n',
    b"1... c5 ", b"\xef\xbb\xbf", b'[Event "broken]\n', b"38.1-0\n\n", b"e8(Q)", b"\xff\xbd", b"1:0", b"\x00",
)  # fmt: skip


def whole(record: Record, above: int = 0) -> object:
    problems = [(each.line + above, each.column, each.message) for each in record.problems]
    return record.tags, record.main, record.result, record.ply, record.at + above, problems


def compared(content: bytes, size: int) -> None:
    expected = [whole(record) for record in records(content)]
    parts, lines, read, found = list(chunks(BytesIO(content), size)), 0, [], []
    for part in parts:
        read += [whole(record, lines) for record in records(part)]
        for entry in entries(part):
            assert entry.tags == entry.record().tags
            found.append(whole(entry.record(), lines))
            assert entry.line == entry.record().at
        lines += line_count(part)
    assert b"".join(parts) == content
    assert read == expected
    assert found == expected


texts = st.lists(st.one_of(st.sampled_from(GOOD), st.sampled_from(PIECES)), max_size=30).map(b"".join)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(texts, st.sampled_from([16, 64, 150, 1000]))
@example(b'{ open 1-0\n\n[Event "b"]\n\n1. e4 *\n\n' + 3 * GOOD[0], 40)  # a comment that only seems to end
@example(GOOD[1] + b"; said 1-0\n\n" + 3 * GOOD[0], 40)  # a comment between games
@example(b'[White "A"]\n\n{never closed 1-0\n\n' + 3 * GOOD[0], 40)
@example(GOOD[0] + b'[White "A"]\n\n) e4 ( 1-0\n\n' + 2 * GOOD[1], 40)
@example(GOOD[0] + b'[White "A"]\n\n1. e4 e5 {a\n\nb} 1. d4 1-0\n\n' + 2 * GOOD[1], 40)
def test_parts_are_read_as_the_whole(content: bytes, size: int) -> None:
    compared(content, size)


@pytest.mark.soak
@settings(max_examples=20_000, suppress_health_check=[HealthCheck.too_slow])
@given(texts, st.sampled_from([16, 64, 150, 1000]))
def test_parts_are_read_as_the_whole_at_length(content: bytes, size: int) -> None:
    compared(content, size)


def test_good_files_are_cut_and_their_moves_are_not_read() -> None:
    parts = list(chunks(BytesIO(500 * b"".join(GOOD)), 1000))
    assert max(map(len, parts)) < 2000
    assert len(parts) > 50
    assert all(entry.known is None for part in parts for entry in entries(part))


def test_text_without_games_is_cut_somewhere() -> None:
    parts = list(chunks(BytesIO(b"x" * 10_000), 100, most=1000))
    assert max(map(len, parts)) <= 1000
    assert b"".join(parts) == b"x" * 10_000


def test_an_index_finds_every_game(tmp_path: Path) -> None:
    content = 30 * b"".join(GOOD) + b"1. e4 * 1. d4 *\n" + GOOD[0] + b"{ open\n\n" + GOOD[1] + b"1. c4 *"
    file = tmp_path / "games.pgn"
    file.write_bytes(content)
    found, expected = index(file), list(records(content))
    assert len(found) == len(expected)
    assert [whole(record) for record in found] == [whole(record) for record in expected]
    assert [record.number for record in found[-3:]] == [record.number for record in expected[-3:]]
    assert [(head.number, head.line) for head in headers(file)] == [
        (record.number, record.at) for record in expected
    ]
    assert content[found.offset(4) :].startswith(GOOD[1])
    with pytest.raises(IndexError):
        found[len(expected)]
