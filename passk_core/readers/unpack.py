"""Archives: gzip, zstd and zip, with hard limits; an archive inside an archive is refused."""

from __future__ import annotations

import io
import mmap
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

from passk_core.errors import InputError, shown

Data = bytes | mmap.mmap
"""The content of a file; a mapped file is read where it lies."""

MAX_UNPACKED = 500_000_000  # bytes, of one file or of all members of one archive
MAX_MEMBERS = 10_000

_GZIP, _ZSTD, _ZIP = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"
_ZSTD_IN_ZIP = 93
_OF_THE_SYSTEM = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")


class Archive:
    """A zip whose members are read one at a time, together never more than MAX_UNPACKED bytes."""

    def __init__(self, data: Data) -> None:
        self._data = data
        self._left = MAX_UNPACKED
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            members = self._zip.infolist()
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, RuntimeError, EOFError) as error:
            raise InputError("The zip archive is damaged; its list of files cannot be read.") from error
        if len(members) > MAX_MEMBERS:
            raise InputError(
                "The archive holds {members} files; at most {limit} are read.", members=len(members), limit=MAX_MEMBERS
            )
        self._members = {
            member.filename: member
            for member in members
            if not member.is_dir() and not any(part in member.filename for part in _OF_THE_SYSTEM)
        }
        self.names = tuple(self._members)

    def read(self, name: str) -> bytes:
        member = self._members[name]
        if member.flag_bits & 1:
            raise InputError("The archive is protected by a password; unpack it first.")
        if member.file_size > self._left:
            raise _too_large()
        try:
            if member.compress_type == _ZSTD_IN_ZIP:
                content = self._zstd(member)
            else:
                with self._zip.open(member) as stream:
                    content = _limited(stream, self._left)
        except (
            zipfile.BadZipFile,
            zlib.error,
            OSError,
            EOFError,
            ValueError,
            NotImplementedError,
            RuntimeError,
        ) as error:
            if isinstance(error, InputError):
                raise
            raise InputError("The archive is damaged at {member}.", member=shown(name)) from error
        self._left -= len(content)
        if content[:4].startswith((_GZIP, _ZSTD, _ZIP)):
            raise InputError("An archive inside an archive is not read; unpack the outer one first.")
        return content

    def _zstd(self, member: zipfile.ZipInfo) -> bytes:
        """zipfile learns zstd in Python 3.14; until then the member's bytes are found by its local header."""
        start = member.header_offset
        header = self._data[start : start + 30]
        if len(header) < 30 or not header.startswith(_ZIP):
            raise zipfile.BadZipFile
        start += 30 + int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        content = _zstd(self._data[start : start + member.compress_size], self._left)
        if zlib.crc32(content) != member.CRC:
            raise zipfile.BadZipFile
        return content


def unpacked(data: Data) -> Data | Archive:
    """The content of gzip or zstd data, an Archive of a zip, other data as they are."""
    start = bytes(data[:4])
    if start == _ZIP or start == b"PK\x05\x06":
        return Archive(data)
    if not start.startswith((_GZIP, _ZSTD)):
        return data
    if start.startswith(_ZSTD):
        try:
            content = _zstd(bytes(data), MAX_UNPACKED)
        except OSError as error:
            raise InputError("The zstd file is damaged or cut off.") from error
    else:
        content = b"".join(_gunzipped(data))
    if content[:4].startswith((_GZIP, _ZSTD, _ZIP)):
        raise InputError("An archive inside an archive is not read; unpack the outer one first.")
    return content


def _gunzipped(data: Data) -> Iterator[bytes]:
    import gzip

    left = MAX_UNPACKED
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            while piece := stream.read(1 << 20):
                left -= len(piece)
                if left < 0:
                    raise _too_large()
                yield piece
    except (OSError, EOFError, zlib.error) as error:
        raise InputError("The gzip file is damaged or cut off.") from error


def _limited(stream: IO[bytes], limit: int) -> bytes:
    content = stream.read(limit + 1)
    if len(content) > limit:
        raise _too_large()
    return content


def _zstd(packed: bytes, limit: int) -> bytes:
    import pyarrow  # type: ignore[import-untyped]

    with pyarrow.CompressedInputStream(pyarrow.BufferReader(packed), "zstd") as stream:
        pieces, size = [], 0
        while piece := stream.read(1 << 20):
            size += len(piece)
            if size > limit:
                raise _too_large()
            pieces.append(piece)
    return b"".join(pieces)


def _too_large() -> InputError:
    return InputError(
        "Unpacked, the file would be larger than {limit} MB, the most that is read; "
        "count larger ones where they are, with Counts.from_frame.",
        limit=MAX_UNPACKED // 1_000_000,
    )
