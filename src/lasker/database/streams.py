"""Files of games as streams of bytes: standard input, and files compressed by gzip, bzip2, xz or Zstandard.

The compression is recognised by the first bytes. Of a damaged file everything before the damage is read.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import zlib
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Any, BinaryIO, Self, cast

from lasker.kernel.errors import FileError
from lasker.kernel.files import descriptor

LARGEST = 1 << 44  # bytes of a file
STANDARD = ("-", "/dev/stdin")
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
PIECE = 1 << 16  # bytes that are decompressed at a time


def _zstandard(file: BinaryIO) -> IO[bytes]:
    """A stream of Zstandard, which Python has from 3.14 on, and a package before."""
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]

        return cast("IO[bytes]", zstd.ZstdFile(file))
    except ImportError:
        pass
    try:
        import zstandard
    except ImportError:
        raise FileError(
            "the file is compressed by Zstandard, which this Python cannot read",
            remedy="pip install 'lasker[zstd]', or decompress it: unzstd -c FILE | lasker pgn count -",
        ) from None
    return cast("IO[bytes]", zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True))


COMPRESSIONS: dict[bytes, Callable[[BinaryIO], IO[bytes]]] = {
    b"\x1f\x8b": lambda file: cast("IO[bytes]", gzip.GzipFile(fileobj=file)),
    b"BZh": lambda file: cast("IO[bytes]", bz2.BZ2File(file)),
    b"\xfd7zXZ\x00": lambda file: cast("IO[bytes]", lzma.LZMAFile(file)),  # noqa: SIM115
    b"\x28\xb5\x2f\xfd": _zstandard,
}


class GameFile(io.RawIOBase):
    """An open file of games, decompressed. `size` and `position` are in bytes of the file itself.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     name = os.path.join(folder, "games.pgn.gz")
    ...     _ = Path(name).write_bytes(gzip.compress(b"1. e4 e5 *"))
    ...     with GameFile(name) as file:
    ...         content, done = file.read(), file.position() == file.size
    >>> content, done
    (b'1. e4 e5 *', True)
    """

    def __init__(self, path: Path | str) -> None:
        self.name = "standard input" if os.fspath(path) in STANDARD else os.fspath(path)
        self.damage: FileError | None = None  # where the file cannot be read to its end
        place = descriptor("/dev/stdin" if os.fspath(path) in STANDARD else path, LARGEST)
        self._raw = open(place, "rb")  # noqa: SIM115  # closed with this object
        found = os.fstat(self._raw.fileno())
        self.size = found.st_size if stat.S_ISREG(found.st_mode) else 0  # unknown, of a pipe
        start = self._raw.peek(8)[:8]
        if start.startswith(UTF_16):
            self.close()
            raise FileError(f"{self.name} is UTF-16 text", remedy="save it as UTF-8")
        kind = next((kind for kind in COMPRESSIONS if start.startswith(kind)), None)
        self._file: IO[bytes] = COMPRESSIONS[kind](self._raw) if kind is not None else self._raw
        self.compressed = kind is not None

    def position(self) -> int:
        """How many bytes of the file have been read."""
        return self._raw.tell() if self.size else 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Read some bytes; none at the end, and where the file is damaged."""
        try:
            content = self._piece(min(len(buffer), PIECE))
        except (EOFError, zlib.error, lzma.LZMAError, OSError) as error:
            self._damaged(error)
            return 0
        except Exception as error:
            if type(error).__module__.partition(".")[0] not in ("zstandard", "compression", "_zstd"):
                raise
            self._damaged(error)
            return 0
        buffer[: len(content)] = content
        return len(content)

    def _piece(self, size: int) -> bytes:
        read = getattr(self._file, "read1", None) or self._file.read
        return bytes(read(size))

    def _damaged(self, error: Exception) -> None:
        self.damage = FileError(
            f"{self.name} cannot be read to its end: {error}", remedy="what comes before has been read"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._raw.close()
        super().close()

    def seekable(self) -> bool:
        return bool(self.size) and self._file.seekable()

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a place, in bytes of the decompressed file."""
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """The place, in bytes of the decompressed file."""
        return self._file.tell()
