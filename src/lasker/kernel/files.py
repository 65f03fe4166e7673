"""Reading and writing files named by users: only finite regular files are read, and errors name the file.

A pipe may never begin and a device may never end: both are refused, as are folders, sockets and files that
are too large. Inherited streams, such as /dev/stdin, are read within the same limit.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from lasker.kernel.errors import FileError, LaskerError, LimitError

LONGEST_LINE = 1_000_000  # characters of one line of a stream
LARGEST = 32_000_000  # bytes of a file, unless the caller gives another limit
OPENING = ("O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY", "O_BINARY")  # flags that exist on this system
HANDED = re.compile(r"/dev/stdin|/(?:dev|proc/self|proc/thread-self)/fd/(\d{1,6})")
COPY = "copy what comes out of it to a file, and name that"
REMEDIES = {
    errno.ENOENT: "check its name, and that its folder exists",
    errno.ENOTDIR: "check its name: what should be a folder is a file",
    errno.EEXIST: "name a folder",
    errno.EISDIR: "name a file in it",
    errno.EACCES: "name a file that you may read or write",
    errno.ENOSPC: "make room, or name a file elsewhere",
}
KINDS = {
    stat.S_IFDIR: ("a folder", "name a file in it"),
    stat.S_IFIFO: ("a pipe", COPY),
    stat.S_IFSOCK: ("a socket", COPY),
    stat.S_IFCHR: ("a device", COPY),
    stat.S_IFBLK: ("a device", COPY),
}

_forbidden: ContextVar[str] = ContextVar("forbidden", default="")  # what may read no files now
_streams: dict[tuple[int, int], bytes] = {}  # contents by device and inode: a stream can be read once


def read_bytes(path: Path | str, most: int = LARGEST) -> bytes:
    """The content of a regular file of at most `most` bytes.

    >>> read_bytes(os.curdir)
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.FileError: . is a folder, not a file
    """
    return contents(descriptor(path, most), path, most)


def contents(descriptor: int, path: Path | str, most: int = LARGEST) -> bytes:
    """The content of an open file from its current offset, at most `most` bytes; then it is closed."""
    with io.BufferedReader(_Bounded(descriptor, path, most)) as stream:
        found = os.fstat(descriptor)
        if stat.S_ISREG(found.st_mode):
            return stream.read()
        key = found.st_dev, found.st_ino
        if key not in _streams:
            _streams[key] = stream.read()
        return _streams[key]


def read_text(path: Path | str, most: int = LARGEST, seems: Callable[[bytes], str] | None = None) -> str:
    """The text of a UTF-8 file with `\\n` line ends; `seems` guesses the format of what is not UTF-8."""
    if who := _forbidden.get():
        raise FileError(f"{who} may not read files", remedy="put what it needs into the text itself")
    content = read_bytes(path, most)
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        guess = f": it seems to be {seems(content)}" if seems else ""
        raise FileError(
            f"{path} is not UTF-8 text (byte {error.start}, line {line}){guess}",
            remedy="name a text file; if this is one, save it as UTF-8",
        ) from None


@contextmanager
def no_files(who: str) -> Iterator[None]:
    """Texts of files that users name cannot be read inside; `who` is named in the error.

    >>> with no_files("a text from elsewhere"):
    ...     read_text("secret.rules")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.FileError: a text from elsewhere may not read files
    """
    before = _forbidden.set(who)
    try:
        yield
    finally:
        _forbidden.reset(before)


def write_text(path: Path | str, text: str) -> None:
    """Write a text to a file.

    >>> write_text(Path(os.devnull) / "picture.svg", "<svg/>")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.FileError: /dev/null/picture.svg: Not a directory
    """
    with naming(path), open(path, "w", encoding="utf-8") as stream:
        stream.write(text)


def write_bytes(path: Path | str, content: bytes) -> None:
    """Write bytes to a file."""
    with naming(path), open(path, "wb") as stream:
        stream.write(content)


def check_writable(path: Path | str) -> None:
    """Raise if a file cannot be written, before the work whose results it is to hold begins."""
    if os.path.isdir(path):
        raise FileError(f"{path} is a folder, not a file", remedy="name a file in it")
    with naming(path):
        folder = os.path.dirname(path) or os.curdir
        os.stat(os.path.join(folder, os.curdir))
        if not os.access(path if os.path.exists(path) else folder, os.W_OK):
            raise FileError(f"{path} cannot be written")


def make_folder(path: Path) -> None:
    """Make a folder, unless it exists."""
    with naming(path):
        path.mkdir(parents=True, exist_ok=True)


def opened(path: Path | str, most: int = LARGEST) -> BinaryIO:
    """A file opened for reading; reading more than `most` bytes from it raises."""
    return io.BufferedReader(_Bounded(descriptor(path, most), path, most))


def descriptor(path: Path | str, most: int = LARGEST, flags: int = os.O_RDONLY) -> int:
    """The file descriptor of a regular file of at most `most` bytes, or of an inherited stream.

    The type is checked with `fstat`, so that the file cannot be exchanged in between; and with `stat` before,
    since opening a device may have effects.
    """
    with naming(path):
        handed = HANDED.fullmatch(os.fspath(path))
        if handed and not stat.S_ISREG(os.fstat(int(handed[1] or 0)).st_mode):
            return os.dup(int(handed[1] or 0))
        if os.path.exists(path):
            _check(os.stat(path), path, most)
        for name in OPENING:
            flags |= getattr(os, name, 0)
        found = os.open(path, flags, 0o644)
    try:
        _check(os.fstat(found), path, most)
    except LaskerError:
        os.close(found)
        raise
    return found


def read_line(stream: TextIO, name: str = "standard input") -> str:
    """The next line of a stream; the empty string at its end.

    >>> read_line(io.StringIO("e4\\ne5\\n"))
    'e4\\n'
    """
    with naming(name):
        line = stream.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        raise LimitError(f"{name}: a line has more than {LONGEST_LINE:,} characters, and that is the limit")
    return line


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Convert errors of the operating system to `FileError`s that name the file."""
    try:
        yield
    except BlockingIOError:
        raise FileError(f"{path} has nothing to read yet", remedy=COPY) from None
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}", remedy=REMEDIES.get(error.errno or 0)) from None
    except ValueError as error:  # a name with a null byte, for example
        raise FileError(f"{str(path)!r} cannot be the name of a file: {error}") from None


def _check(found: os.stat_result, path: Path | str, most: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        kind, remedy = KINDS.get(stat.S_IFMT(found.st_mode), ("of an unknown kind", COPY))
        raise FileError(f"{path} is {kind}, not a file", remedy=remedy)
    if found.st_size > most:
        raise _too_large(path, f"{found.st_size:,} bytes, and the limit is {most:,}")


def _too_large(path: Path | str, size: str) -> LimitError:
    return LimitError(f"{path} has {size}", remedy="name a smaller file")


class _Bounded(io.RawIOBase):
    """A raw stream over a descriptor that raises once more than a given number of bytes was read."""

    def __init__(self, descriptor: int, path: Path | str, most: int) -> None:
        self._file = io.FileIO(descriptor)
        self._path, self._most, self._left = path, most, most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with naming(self._path):
            count = self._file.readinto(buffer)
            if count is None:
                raise BlockingIOError
        self._left -= count
        if self._left < 0:
            raise _too_large(self._path, f"more than {self._most:,} bytes, and that is the limit")
        return count

    def close(self) -> None:
        self._file.close()
        super().close()
