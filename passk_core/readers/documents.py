"""Documents: bytes decoded just far enough to tell what they are, and read row by row after that."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from passk_core.errors import InputError, Words, shown
from passk_core.readers.tables import Table, csv_table, parquet_table
from passk_core.readers.unpack import Archive, Data

T = TypeVar("T")

HEAD_ROWS = 20
_HEAD_BYTES = 4_000_000
_STEP_ROWS = 4096  # how often the progress is told


@dataclass
class Document:
    """One file, decoded as far as detection needs.

    kind: "object" (one JSON object: its values in ``keys``, not yet decoded), "list" (one JSON list:
    ``items``, not yet decoded), "lines" (one JSON value a line), "table" (CSV or Parquet), or
    "archive" (an Inspect log). ``head`` holds the first rows of a list or of lines, decoded.
    ``step`` is told how many bytes have been read.
    """

    name: str
    kind: str
    data: Data = b""
    keys: dict[str, msgspec.Raw] = field(default_factory=dict)
    items: list[msgspec.Raw] = field(default_factory=list)
    head: list[Any] = field(default_factory=list)
    table: Table | None = None
    archive: Archive | None = None
    step: Callable[[int], None] = lambda _: None

    def has(self, *keys: str) -> bool:
        """Whether this is one object with all of these keys."""
        return self.kind == "object" and all(key in self.keys for key in keys)

    def is_object(self, key: str) -> bool:
        return key in self.keys and starts_with(self.keys[key], b"{")

    def is_list(self, key: str) -> bool:
        return key in self.keys and starts_with(self.keys[key], b"[")

    def rows_have(self, *keys: str) -> bool:
        """Whether this is a sequence of objects, and the first ones have all of these keys."""
        rows = self.head_objects()
        return bool(rows) and all(key in rows[0] for key in keys)

    def head_objects(self) -> list[dict[str, Any]]:
        """The first rows where every one is an object, else nothing."""
        return self.head if self.head and all(isinstance(row, dict) for row in self.head) else []

    def value(self, key: str, type: type[T]) -> T:
        """The value of one key, decoded as ``type``."""
        return decoded(self.keys[key], type, self, Words("key {key}", {"key": key}))

    def place(self, number: int) -> Words:
        if self.kind == "lines":
            return Words("line {number}", {"number": number})
        if self.kind == "table":
            return Words("row {number}", {"number": number})
        return Words("item {number}", {"number": number})

    def rows(self, type: type[T]) -> Iterator[tuple[int, T]]:
        """The rows of a list or of lines, each with its number, decoded as ``type``: only the fields it names."""
        decoder = msgspec.json.Decoder(type)
        if self.kind == "list":
            for number, item in enumerate(self.items, 1):
                yield number, _one(decoder, item, self.place(number))
            return
        data, start, number, size = self.data, 0, 0, len(self.data)
        decode, find = decoder.decode, data.find
        while start < size:
            end = find(b"\n", start)
            if end < 0:
                end = size
            number += 1
            try:
                row = decode(data[start:end])
            except (msgspec.MsgspecError, RecursionError):
                line = data[start:end]
                if line.strip():
                    yield number, _one(decoder, line, Words("line {number}", {"number": number}), number)
            else:
                yield number, row
            start = end + 1
            if not number % _STEP_ROWS:
                self.step(start)

    def field_rows(self, names: Sequence[str]) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """The named fields of each row, None where a row lacks one, with the row's number."""
        if self.table is not None:
            yield from self.table.rows(names)
            return
        fields = [f"f{i}" for i in range(len(names))]
        row_type = msgspec.defstruct(
            "Row", [(f, Any, None) for f in fields], rename=dict(zip(fields, names, strict=True))
        )
        get = attrgetter(*fields)
        for number, row in self.rows(row_type):
            yield number, get(row) if len(fields) > 1 else (get(row),)


def document(name: str, data: Data, step: Callable[[int], None] = lambda _: None) -> Document:
    """What the bytes are: JSON, JSONL, CSV or Parquet; anything else raises InputError with its reason."""
    start = bytes(data[:4096])
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if start.startswith(mark):
            try:
                return document(name, bytes(data).decode(encoding).encode(), step)
            except UnicodeError as error:
                raise InputError("The text is marked as UTF-16, but is not.") from error
    if start.startswith(codecs.BOM_UTF8):
        return document(name, data[len(codecs.BOM_UTF8) :], step)
    if start.startswith(b"PAR1"):
        return Document(name, "table", data, table=parquet_table(data), step=step)
    _refuse_what_is_no_data(data, start)
    if start.lstrip()[:1] in (b"{", b"["):
        return _json_document(name, data, step)
    if (
        re.match(rb"\s*(---|[\w.-]+:(\s|$)|- [\w.-]+:(\s|$))", start)
        and b"\n" in start
        and b"," not in start.split(b"\n")[0]
    ):
        if re.search(rb"\bpass_rate_1:|\bpass_num_1:", start):
            raise InputError(
                "The file holds only summary numbers ({keys}); the single attempts are needed.", keys="pass_rate_1"
            )
        raise InputError("{what} is not a format that this version reads.", what="YAML")
    return Document(name, "table", data, table=csv_table(data), step=step)


def one_row(of: Document) -> Document | None:
    """An object as lines with a single line, as a file with one attempt has it."""
    if of.kind != "object" or not of.keys:
        return None
    row = decoded(of.data if isinstance(of.data, bytes) else bytes(of.data), Any)
    return Document(of.name, "list", of.data, items=[msgspec.Raw(bytes(of.data))], head=[row], step=of.step)


_WHOLE = Words("the JSON")


def decoded(raw: msgspec.Raw | bytes, type: type[T], within: Document | None = None, where: Words = _WHOLE) -> T:
    """A piece of JSON as ``type``; InputError where it is something else."""
    return _one(msgspec.json.Decoder(type), raw, where)


def starts_with(raw: msgspec.Raw, mark: bytes) -> bool:
    return bytes(memoryview(raw)[:1]) == mark


def _json_document(name: str, data: Data, step: Callable[[int], None]) -> Document:
    size = len(data)
    first = 0
    while first < size and data[first : first + 1].isspace():
        first += 1
    end = data.find(b"\n", first)
    rest = end
    while 0 <= rest < size and data[rest : rest + 1].isspace():
        rest += 1
    if end >= 0 and rest < size and _is_json(data[first:end]):
        lines = Document(name, "lines", data, step=step)
        lines.head = _head(lines)
        return lines
    whole = bytes(data)
    kind: Any = dict[str, msgspec.Raw] if data[first : first + 1] == b"{" else list[msgspec.Raw]
    try:
        content = msgspec.json.decode(whole, type=kind)
    except (msgspec.MsgspecError, RecursionError):
        whole = _mended(whole)
        content = msgspec.json.decode(whole, type=kind)
    if isinstance(content, dict):
        return Document(name, "object", whole, keys=content, step=step)
    found = Document(name, "list", whole, items=content, step=step)
    found.head = _head(found)
    return found


def _head(of: Document) -> list[Any]:
    rows, size = [], 0
    for number, row in of.rows(msgspec.Raw):
        rows.append(_one(msgspec.json.Decoder(Any), row, of.place(number), number))
        size += len(row)
        if len(rows) == HEAD_ROWS or size > _HEAD_BYTES:
            break
    return rows


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=msgspec.Raw)
    except RecursionError:
        return False
    except msgspec.MsgspecError:
        try:
            _mended(line)
        except InputError:
            return False
    return True


def _one(decoder: msgspec.json.Decoder[T], piece: msgspec.Raw | bytes, where: Words, line: int = 1) -> T:
    try:
        return decoder.decode(piece)
    except msgspec.ValidationError as error:
        raise _odd_shape(where, error) from error
    except (msgspec.MsgspecError, RecursionError):
        pass
    try:
        return decoder.decode(_mended(bytes(piece), line))
    except msgspec.ValidationError as error:
        raise _odd_shape(where, error) from error


_LONE_SURROGATE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)


def _mended(data: bytes, line: int = 1) -> bytes:
    """JSON that only a lenient decoder takes (NaN, halves of emoji, stray bytes), as strict JSON: NaN as null.

    InputError, naming line and column, where it is broken.
    """
    text = _LONE_SURROGATE.sub(r"\\ufffd", data.decode("utf-8", "replace"))
    try:
        return msgspec.json.encode(json.loads(text))
    except json.JSONDecodeError as error:
        found = text[error.pos : error.pos + 12]
        if not found.strip():
            raise InputError(
                "The JSON ends too early, at line {line}, column {column}.",
                line=line + error.lineno - 1,
                column=error.colno,
            ) from error
        raise InputError(
            "The JSON is broken at line {line}, column {column}; found {found}.",
            line=line + error.lineno - 1,
            column=error.colno,
            found=shown(found),
        ) from error
    except RecursionError as error:
        raise InputError("The JSON is nested too deeply.") from error
    except (ValueError, OverflowError) as error:
        raise InputError("The JSON holds a number with too many digits.") from error


def _odd_shape(where: Words, error: Exception) -> InputError:
    kinds = re.match(r"Expected `([^`]*)`, got `([^`]*)`", str(error))
    if kinds is None:
        return InputError("A number in {where} has too many digits.", where=where)
    return InputError(
        "Expected {expected} in {where}, as this format has there; found {found}.",
        where=where,
        expected=kinds[1],
        found=kinds[2],
    )


def _refuse_what_is_no_data(data: Data, start: bytes) -> None:
    low = start.lstrip()[:200].lower()
    if not low and not bytes(data[: 1 << 20]).strip():
        raise InputError("The file is empty.")
    if low.startswith((b"<!doctype", b"<html", b"<head", b"<?xml", b"<svg")):
        raise InputError("The file is a web page, not data; download the raw file instead.")
    if low.startswith(b"version https://git-lfs"):
        raise InputError("The file is a pointer to data kept elsewhere (Git LFS), not the data.")
    if re.match(rb"https?://\S+\s*$", low):
        raise InputError("This is a link, not data; download the file and load it.")
    if start.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"\xd0\xcf\x11\xe0", b"SQLite format 3")):
        raise InputError("The file is a document, a picture or a database, not a result file.")
    control = sum(byte < 32 and byte not in b"\t\n\r" for byte in start)
    if control > 0.3 * len(start) or (control > 0.02 * len(start) and not _is_utf8(start)):
        raise InputError("The file is binary and of no known kind.")


def _is_utf8(start: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return False
    return True
