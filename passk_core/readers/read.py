"""From files to runs: unpack, decode, recognise, count, join. Each step is a function usable alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256

from passk_core.errors import InputError
from passk_core.readers import inspect_ai, refused
from passk_core.readers.documents import Document, document, one_row
from passk_core.readers.formats import ONE_ATTEMPT, SHAPES, TOOLS, Format
from passk_core.readers.join import Source, joined
from passk_core.readers.reading import Notice, ReadChoices, Reading
from passk_core.readers.tally import Tally
from passk_core.readers.unpack import Archive, Data, unpacked

_INSPECT_ARCHIVE = Format("an Inspect log", lambda _: True, inspect_ai.count_archive)


def read_results(
    files: Iterable[tuple[str, Data]],
    *,
    choices: ReadChoices = ReadChoices(),  # noqa: B008 - frozen
    progress: Callable[[int], None] = lambda _: None,
) -> Reading:
    """The runs that result files hold: n and c of each task.

    files: (name, content) pairs; names may repeat and only tell runs apart, what a file is shows
    in its content. Read are tables of attempts or counts (CSV, JSON, JSON lines, Parquet), the
    files of the tools in ``formats``, and gzip, zstd or zip of these. progress is called with
    the number of bytes done, over all files, now and then.

    A file that cannot be read is listed in ``refused`` with its reason and leaves the others
    alone. Raises InputError only if nothing at all could be read.

    >>> reading = read_results([("a.csv", b"task,n,c\\nsum,10,2\\nsort,10,0\\n")])
    >>> reading.runs["a"].c, reading.recognised
    (array([2, 0]), (('a.csv', 'a table'),))
    >>> read_results([("b.json", b"")])
    Traceback (most recent call last):
    passk_core.errors.InputError: The file is empty.
    """
    sources: list[Source] = []
    refusals: list[tuple[str, InputError]] = []
    recognised: list[tuple[str, str]] = []
    notices: list[Notice] = []
    seen: dict[bytes, str] = {}
    done = 0
    given = list(files)
    sizes = Counter(len(data) for _, data in given)
    for name, data in given:
        # Only a file with another of its size can be the same.
        digest = sha256(data).digest() if sizes[len(data)] > 1 and len(data) else b""
        if digest in seen:
            notices.append(
                Notice(
                    "{file} is byte for byte the same as {same}; counted once.", {"file": name, "same": seen[digest]}
                )
            )
            continue
        if digest:
            seen[digest] = name
        for member, content, error in _members(name, data):
            if error is not None or content is None:
                refusals.append((member, error or InputError("The file is empty.")))
                continue
            try:
                words, tallies = _counted(member, content, choices, partial(_told, progress, done))
            except InputError as found:
                refusals.append((member, found))
                continue
            recognised.append((member, words))
            sources += [Source(member, tally) for tally in tallies]
        done += len(data)
        progress(done)
    runs, findings = joined(sources, choices)
    if not runs:
        raise _nothing(refusals, recognised)
    return Reading(runs, (*notices, *findings.notices), tuple(refusals), tuple(recognised), findings.offers)


def _told(progress: Callable[[int], None], before: int, read: int) -> None:
    progress(before + read)


def _members(name: str, data: Data) -> Iterator[tuple[str, Data | Archive | None, InputError | None]]:
    """The file itself, unpacked, or the files in a zip of many; what cannot be unpacked with its reason."""
    try:
        content = unpacked(data)
    except InputError as error:
        yield name, None, error
        return
    if not isinstance(content, Archive) or inspect_ai.is_archive(content):
        yield name, content, None
        return
    if "xl/workbook.xml" in content.names:
        yield name, None, InputError("The file is an Excel workbook; save the sheet as CSV and load that.")
        return
    if not content.names:
        yield name, None, InputError("The archive is empty.")
    for member in content.names:
        full = member if len(content.names) > 1 else name
        try:
            inner = content.read(member)
        except InputError as error:
            yield full, None, error
        else:
            yield full, inner, None


def _counted(
    name: str, content: Data | Archive, choices: ReadChoices, step: Callable[[int], None]
) -> tuple[str, list[Tally]]:
    """The format of a file in plain words, and its tallies."""
    if isinstance(content, Archive):
        found, of = _INSPECT_ARCHIVE, Document(name, "archive", archive=content)
    else:
        found, of = _recognised(document(name, content, step))
    tallies = [tally for tally in found.counts(of, choices) if tally.tasks]
    if not tallies:
        raise InputError("The file holds no attempt with a task id.")
    return found.name, tallies


def _recognised(of: Document) -> tuple[Format, Document]:
    """The first format that recognises the document, and the document as that format reads it."""
    for candidate in TOOLS:
        if candidate.recognises(of):
            return candidate, of
    if tool := refused.other_tool(of):
        raise InputError("{what} is not a format that this version reads.", what=tool)
    for candidate in SHAPES:
        if candidate.recognises(of):
            return candidate, of
    row = one_row(of)
    for candidate in (*TOOLS, ONE_ATTEMPT):
        if row is not None and candidate.recognises(row):
            return candidate, row
    raise refused.refusal(of)


def _nothing(refusals: list[tuple[str, InputError]], recognised: list[tuple[str, str]]) -> InputError:
    if not refusals and not recognised:
        return InputError("There are no files.")
    if recognised:
        return InputError("None of the attempts has a verdict; grade them first.")
    if len(refusals) == 1:
        return refusals[0][1]
    return InputError(
        "None of the {files} files could be read. The first, {name}: {why}",
        files=len(refusals),
        name=refusals[0][0],
        why=refusals[0][1],
    )
