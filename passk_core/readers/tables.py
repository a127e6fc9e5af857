"""Tables: CSV in its dialects, and Parquet; only the needed columns are read."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from passk_core.errors import InputError, shown
from passk_core.readers.unpack import Data
from passk_core.readers.verdicts import FAILED, PASSED, verdict

MAX_COLUMNS = 10_000
MAX_ROWS = 20_000_000
_BATCH = 1 << 16
_FIRST_LINE = 4_000_000
_TASK_HEADERS = frozenset([
    "task", "task_id", "id", "name", "problem", "problem_id", "question", "question_id", "instance_id",
])  # fmt: skip


@dataclass
class Table:
    """A table: its column names and its first rows.

    names: unique; of a table without a header "1", "2", …; headerless says so. from_csv: cells are
    text. nested: columns that hold structures. ``parts`` yields the wanted columns, piece by piece.
    """

    names: tuple[str, ...]
    head: list[tuple[Any, ...]]
    headerless: bool
    from_csv: bool
    nested: frozenset[str]
    first_row: int
    _source: Any

    def rows(self, names: Sequence[str]) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """The named cells of each row, with the row's number as an editor counts it."""
        number = self.first_row
        for columns in self._source(names):
            for cells in zip(*columns, strict=True):
                yield number, cells
                number += 1


def csv_table(data: Data) -> Table:
    """A table of separated text: comma, semicolon, tab or bar, as spreadsheets of any country export it."""
    content = _utf8(bytes(data))
    if b"\n" not in content and b"\r" in content:
        content = content.replace(b"\r", b"\n")
    separator, first_row = None, 1
    # Excel's own line that names the separator.
    if marked := re.match(rb"sep=(.)\r?\n", content):
        separator, first_row = marked[1].decode("latin-1"), 2
        content = content[marked.end() :]
    while content[:1] in (b"\n", b"\r"):
        first_row += content[:1] == b"\n"
        content = content[1:]
    if not content:
        raise InputError("The file is empty.")
    separator = separator or _separator(content)
    cells, header_lines = _first_line(content, separator)
    if len(cells) > MAX_COLUMNS:
        raise InputError(
            "The table has {columns} columns; at most {limit} are read.", columns=len(cells), limit=MAX_COLUMNS
        )
    headerless = _is_data(cells)
    if len(cells) == 1 and not headerless:
        raise InputError(
            "The text is neither JSON nor a table of several columns; its first line is {found}.", found=shown(cells[0])
        )
    names = (
        [str(i) for i in range(1, len(cells) + 1)]
        if headerless
        else _unique([cell.strip() or f"Unnamed: {i}" for i, cell in enumerate(cells)])
    )
    skipped, lines_before = 0 if headerless else header_lines, first_row - 1
    quoted = b'"' in content

    def source(wanted: Sequence[str]) -> Iterator[list[list[Any]]]:
        for batch in _csv_batches(content, skipped, names, wanted, separator, quoted, lines_before):
            yield [batch.column(name).to_pylist() for name in wanted]

    head = _first(source(names))
    if not head:
        raise InputError("The table has a header and no rows.")
    return Table(tuple(names), head, headerless, True, frozenset(), first_row + skipped, source)


def parquet_table(data: Data) -> Table:
    """A Parquet file as a table."""
    import pyarrow  # type: ignore[import-untyped]
    import pyarrow.parquet  # type: ignore[import-untyped]

    try:
        file = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(data))
        schema, rows = file.schema_arrow, file.metadata.num_rows
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise InputError("The Parquet file is damaged or cut off.") from error
    if rows > MAX_ROWS:
        raise InputError("The table has {rows} rows; at most {limit} are read.", rows=rows, limit=MAX_ROWS)
    if len(schema) > MAX_COLUMNS:
        raise InputError(
            "The table has {columns} columns; at most {limit} are read.", columns=len(schema), limit=MAX_COLUMNS
        )
    if rows == 0:
        raise InputError("The table has no rows.")
    names = [name for name in schema.names if not name.startswith("__index_level_")]
    if len(set(names)) != len(names):
        raise InputError("Two columns of the table have the same name.")
    nested = frozenset(name for name in names if pyarrow.types.is_nested(schema.field(name).type))

    def source(wanted: Sequence[str]) -> Iterator[list[list[Any]]]:
        try:
            for batch in file.iter_batches(batch_size=_BATCH, columns=list(wanted), use_threads=False):
                yield [_without_decimals(batch.column(name)).to_pylist() for name in wanted]
        except (pyarrow.ArrowException, OSError, ValueError, OverflowError) as error:
            raise InputError("The Parquet file is damaged or cut off.") from error

    plain = [name for name in names if name not in nested]
    head = _first(source(plain)) if plain else []
    order = [plain.index(name) if name in plain else None for name in names]
    filled = [tuple(None if i is None else row[i] for i in order) for row in head]
    return Table(tuple(names), filled, False, False, nested, 1, source)


def _without_decimals(column: Any) -> Any:
    """Warehouses write sums and whole numbers as decimals; here they become what they are elsewhere."""
    import pyarrow

    if not pyarrow.types.is_decimal(column.type):
        return column
    return column.cast(pyarrow.int64() if column.type.scale == 0 else pyarrow.float64())


def _csv_batches(
    content: bytes, skipped: int, names: list[str], wanted: Sequence[str], separator: str, quoted: bool, before: int
) -> Iterator[Any]:
    import pyarrow
    import pyarrow.csv  # type: ignore[import-untyped]

    ragged: list[Any] = []

    def note(row: Any) -> str:
        ragged.append(row)
        return "error"

    try:
        # One thread: only then do the rows have numbers.
        reader = pyarrow.csv.open_csv(
            pyarrow.BufferReader(content),
            pyarrow.csv.ReadOptions(use_threads=False, column_names=names, skip_rows=skipped, block_size=8 << 20),
            pyarrow.csv.ParseOptions(
                delimiter=separator, newlines_in_values=quoted, invalid_row_handler=note, ignore_empty_lines=True
            ),
            pyarrow.csv.ConvertOptions(
                column_types=dict.fromkeys(names, pyarrow.string()),
                include_columns=list(wanted),
                strings_can_be_null=False,
            ),
        )
        yield from reader
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        if ragged:
            raise InputError(
                "Row {row} of the table has {found} cells; the header has {expected}.",
                row=(ragged[0].number or 1) + before,
                found=ragged[0].actual_columns,
                expected=ragged[0].expected_columns,
            ) from error
        if "Could not skip" in str(error) or "Empty CSV" in str(error):
            raise InputError("The table has a header and no rows.") from error
        raise InputError("The text cannot be read as a table: {why}.", why=shown(str(error).split("\n")[0])) from error


def _first(parts: Iterator[list[list[Any]]]) -> list[tuple[Any, ...]]:
    part = next(parts, [])
    return list(zip(*(column[:20] for column in part), strict=True))


def _utf8(content: bytes) -> bytes:
    """UTF-8 as it is; anything else as the Western encoding that spreadsheets export."""
    if content.isascii():
        return content
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(content), 1 << 20):
            decoder.decode(content[start : start + (1 << 20)])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace").encode()
    return content


def _separator(content: bytes) -> str:
    line = re.sub(rb'"[^"]*"', b"", content[: min(content.find(b"\n") % (len(content) + 1), 1 << 16)])
    counts = {mark: line.count(mark.encode()) for mark in "\t;,|"}
    best = max(counts, key=lambda mark: counts[mark])
    if counts[best]:
        return best
    return " " if re.fullmatch(rb"\s*[01](\s+[01])+\s*", line) else ","


def _first_line(content: bytes, separator: str) -> tuple[list[str], int]:
    """The cells of the first line, and how many lines they take."""
    end = content.find(b"\n")
    line = content if end < 0 else content[: end + 1]
    if line.count(separator.encode()) > 2 * MAX_COLUMNS:
        raise InputError(
            "The table has {columns} columns; at most {limit} are read.",
            columns=line.count(separator.encode()) + 1,
            limit=MAX_COLUMNS,
        )
    # A quoted name may hold line ends; csv then asks for more lines.
    text = content[:_FIRST_LINE].decode("utf-8", "replace")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        cells = next(reader)
    except (csv.Error, StopIteration) as error:
        raise InputError("The text cannot be read as a table: {why}.", why=shown(str(error))) from error
    return cells, reader.line_num


def _is_data(cells: list[str]) -> bool:
    """Whether a first line is data: verdicts only, or a task and verdicts."""
    verdicts = [verdict(cell) in (PASSED, FAILED) for cell in cells]
    if all(verdicts):
        return True
    first, rest = cells[0].strip().casefold(), cells[1:]
    counting = [cell.strip() for cell in rest] in (
        [str(i) for i in range(len(rest))],
        [str(i + 1) for i in range(len(rest))],
    )
    return (
        bool(rest) and all(verdicts[1:]) and not (first in _TASK_HEADERS or (counting and len(rest) > 2) or not first)
    )


def _unique(names: list[str]) -> list[str]:
    seen: dict[str, int] = {}
    unique = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        unique.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    if len(set(unique)) != len(unique):
        raise InputError("Two columns of the table have the same name.")
    return unique
