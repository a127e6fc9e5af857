"""Tables of attempts or counts, whatever they are written in: CSV, Parquet, JSON lists, JSON lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from passk_core.errors import InputError, Words, shown
from passk_core.readers.columns import Roles, is_numbered, roles, summary_columns
from passk_core.readers.counts_table import unquiet
from passk_core.readers.documents import Document
from passk_core.readers.reading import Notice
from passk_core.readers.tally import Tally, in_column, known, task_name
from passk_core.readers.verdicts import FAILED, PARTIAL, PASSED, UNSCORED, per_test, verdict
from passk_core.validate import MAX_COUNT

_TOTALS = frozenset(["total", "sum", "overall", "all"])
_FEW_ROWS = 20
_LIKE_A_DATE = re.compile(r"\d{1,2}-[A-Z][a-z]{2}(-\d{2,4})?|[A-Z][a-z]{2}-\d{2}")


def is_table(document: Document) -> bool:
    return _roles(document) is not None


def is_attempt(document: Document) -> bool:
    found = _roles(document)
    return found is not None and found.shape == "long"


def count_table(document: Document) -> list[Tally]:
    """The tallies of a table, one of each model or run that it names."""
    found = _roles(document)
    assert found is not None
    counter = {"counts": _count_counts, "long": _count_long, "wide": _count_wide}[found.shape]
    tallies = counter(document, found)
    table = document.table
    if table is not None and table.headerless:
        _notice_matrix(tallies, found)
    for tally in tallies:
        dates = sum(1 for task in tally.tasks if _LIKE_A_DATE.fullmatch(task))
        if dates:
            tally.notices.append(
                Notice(
                    "Task ids that look like dates: {dates}; a spreadsheet may have changed ids such as 1/2.",
                    {"dates": dates},
                )
            )
    return tallies


def table_refusal(document: Document) -> InputError:
    """Why a table, a list or lines of objects cannot be counted."""
    names = _names(document)
    if summary := summary_columns(names):
        return InputError(
            "The file holds only summary numbers ({keys}); the single attempts are needed, or n and c of each task.",
            keys=", ".join(summary[:5])[:200],
        )
    return InputError(
        "No column holds verdicts (such as passed, correct, result) or n and c for each task; "
        "found the columns {columns}. If the attempts have not been graded yet, run the grader first.",
        columns=", ".join(name[:40] for name in names[:12]),
    )


def _names(document: Document) -> list[str]:
    if document.table is not None:
        return list(document.table.names)
    names: dict[str, None] = {}
    for row in document.head_objects():
        names.update(dict.fromkeys(row))
    return list(names)


def _roles(document: Document) -> Roles | None:
    table = document.table
    if table is not None:
        if table.headerless and all(verdict(cell) in (PASSED, FAILED, UNSCORED) for row in table.head for cell in row):
            return Roles("wide", wide=table.names)
        return roles(table.names, table.head, table.nested)
    rows = document.head_objects()
    if not rows:
        return None
    names = _names(document)
    # A trailing summary has other keys: only rows with the most keys are looked at.
    return roles(names, [[row.get(name) for name in names] for row in rows])


def _runs() -> tuple[dict[str, Tally], Callable[[object], Tally]]:
    tallies: dict[str, Tally] = {}

    def of(name: object) -> Tally:
        key = name if isinstance(name, str) else task_name(name)
        if key not in tallies:
            if len(tallies) >= 1000:
                raise InputError("The column that names the run or model has more than {limit} values.", limit=1000)
            tallies[key] = Tally(name=key)
        return tallies[key]

    return tallies, of


def _cells(document: Document, names: list[str]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The named cells of each row; ids of a CSV lose the apostrophe that spreadsheets are kept quiet with."""
    if document.table is None or not document.table.from_csv:
        yield from document.field_rows(names)
        return
    step = max(1, len(document.data) // 64)
    for number, cells in document.field_rows(names):
        if not number % 65536:
            document.step(min(len(document.data), number // 65536 * step))
        # The task comes first and the run, where there is one, last.
        yield number, (unquiet(cells[0]), *cells[1:-1], unquiet(cells[-1]))


def _count_long(document: Document, found: Roles) -> list[Tally]:
    tallies, run_of = _runs()
    names = list(dict.fromkeys([found.task, found.verdict, *found.trials, *([found.model] if found.model else [])]))
    single = not found.model
    tally = run_of("") if single else None
    trials, model_at = len(found.trials), len(names) - 1
    seen: dict[str, int] = {}
    for number, cells in _cells(document, names):
        task, value = cells[0], cells[1]
        of = tally or run_of(cells[model_at])
        trial = None if not trials else cells[2] if trials == 1 else cells[2 : 2 + trials]
        if trials and not _can_tell_apart(trial):
            trial = None
        if found.path:
            value = inner_value(value, found.path)
        if value is True or value is False:
            outcome = PASSED if value else FAILED
        elif value.__class__ is str:
            if (outcome := seen.get(value, -1)) < 0:
                outcome = verdict(value)
                if len(seen) < 10_000 and len(value) < 200:
                    seen[value] = outcome
        elif value.__class__ is list:
            add_outcomes(of, task, value, in_column(found.verdict, document.place(number)))
            continue
        else:
            outcome = verdict(value)
        if outcome > UNSCORED and task_name(task):
            known(outcome, value, in_column(found.verdict, document.place(number)))
        elif outcome > UNSCORED:
            of.rows_without_task += 1
            continue
        of.add(task, outcome, trial)
    _refuse_rates(tallies.values(), found.verdict)
    return list(tallies.values())


def _refuse_rates(tallies: Iterable[Tally], column: str) -> None:
    """A column of nothing but numbers between 0 and 1 holds rates of many attempts, not verdicts."""
    attempts = sum(row[0] + row[2] for tally in tallies for row in tally.tasks.values())
    if attempts and attempts == sum(tally.special[PARTIAL] for tally in tallies):
        raise InputError(
            "Column {column} holds numbers between 0 and 1 only, which are rates or scores and not verdicts; "
            "the single attempts are needed, or n and c of each task.",
            column=column,
        )


def _can_tell_apart(trial: object) -> bool:
    parts = trial if isinstance(trial, tuple) else (trial,)
    return any(part is not None and part != "" for part in parts) and not any(
        isinstance(part, (dict, list)) for part in parts
    )


def inner_value(value: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def add_outcomes(tally: Tally, task: object, values: list[Any], place: Words) -> None:
    """A row that holds all attempts of its task."""
    if not values:
        tally.add_counts(task, 0, 0)
    for value in values:
        outcome = per_test(value) if isinstance(value, list) else verdict(value)
        tally.add(task, known(outcome, value, place))


def _count_counts(document: Document, found: Roles) -> list[Tally]:
    tallies, run_of = _runs()
    names = [found.task, found.n, found.c, *([found.model] if found.model else [])]
    numbers, again = [], 0
    pairs: dict[tuple[Any, ...], tuple[int, int]] = {}  # read once for each n and c that occur
    last = (Tally(), "", 0, 0)
    for number, cells in _cells(document, names):
        task = task_name(cells[0])
        if not task and all(cell is None or cell == "" for cell in cells[1:3]):
            continue
        texts = cells[1].__class__ is str is cells[2].__class__
        pair = pairs.get(cells[1:3]) if texts else None
        if pair is None:
            pair = whole_pair(cells[1], cells[2], found.n, found.c, document.place(number))
            if texts and len(pairs) < 100_000:
                pairs[cells[1:3]] = pair
        n, c = pair
        tally = run_of(cells[3] if found.model else "")
        numbers.append(n)
        again += task in tally.tasks
        tally.add_counts(task, n, c)
        last = (tally, task, n, c)
    if len(numbers) >= _FEW_ROWS and numbers in (list(range(1, len(numbers) + 1)), list(range(len(numbers)))):
        raise InputError(
            "Column {column} counts the rows (1, 2, 3, …); it cannot be the number of attempts.", column=found.n
        )
    _leave_out_total(*last)
    if again:
        next(iter(tallies.values())).notices.append(
            Notice("Rows with a task that came before: {rows}; their n and c were added up.", {"rows": again})
        )
    return list(tallies.values())


def _leave_out_total(tally: Tally, task: str, n: int, c: int) -> None:
    """A last row with the sum of the others is no task."""
    if task.strip().casefold() not in _TOTALS or len(tally.tasks) < 3:
        return
    others = [row for name, row in tally.tasks.items() if name != task]
    if (sum(row[0] for row in others), sum(row[1] for row in others)) == (n, c):
        del tally.tasks[task]
        tally.notices.append(Notice("The last row, {row}, is the sum of the others; left out.", {"row": shown(task)}))


def whole_pair(n_value: object, c_value: object, n_name: str, c_name: str, place: Words) -> tuple[int, int]:
    """n and c of one task, whole numbers with 0 <= c <= n."""
    n, c = whole_count(n_value, n_name, place), whole_count(c_value, c_name, place)
    if c > n:
        raise InputError(
            "In {place}, {c_name} = {c} is larger than {n_name} = {n}; c counts the passes among n attempts.",
            place=place,
            c_name=c_name,
            c=c,
            n_name=n_name,
            n=n,
        )
    return n, c


def whole_count(value: object, column: str, place: Words) -> int:
    text = value.strip().replace(",", ".") if isinstance(value, str) else value
    try:
        number = float(text)  # type: ignore[arg-type]
        whole = number.is_integer() and not isinstance(value, bool)
    except (TypeError, ValueError, OverflowError):
        whole, number = False, 0.0
    if not whole or not 0 <= number <= MAX_COUNT:
        raise InputError(
            "Column {column} must hold whole numbers from 0 to {limit}; found {found} in {place}.",
            column=column,
            limit=MAX_COUNT,
            found=shown(value),
            place=place,
        )
    return int(number)


def _count_wide(document: Document, found: Roles) -> list[Tally]:
    tallies, run_of = _runs()
    names = [*([found.task] if found.task else []), *found.wide, *([found.model] if found.model else [])]
    first = 1 if found.task else 0
    last = first + len(found.wide)
    numbered = all(is_numbered(name) for name in found.wide)
    blank = 0
    cells_of = _cells if found.task else Document.field_rows
    for number, cells in cells_of(document, names):
        task = cells[0] if found.task else number
        if not task_name(task):
            run_of("").rows_without_task += 1
            continue
        for name, value in zip(found.wide, cells[first:last], strict=True):
            outcome = verdict(value)
            if outcome > UNSCORED:
                known(outcome, value, in_column(name, document.place(number)))
            tally = run_of(cells[last] if found.model else "") if numbered else run_of(name)
            if numbered and (value is None or value == "" or value != value):
                # A blank cell is an attempt that was not made.
                blank += 1
                tally.add_counts(task, 0, 0)
            else:
                tally.add(task, outcome)
    kept = [tally for tally in tallies.values() if tally.tasks or tally.rows_without_task]
    if numbered:
        for tally in kept:
            tally.planned = len(found.wide)
    if blank:
        kept[0].notices.append(Notice("Blank cells: {blank}; read as attempts that were not made.", {"blank": blank}))
    if not numbered and len(kept) > 1:
        kept[0].notices.append(
            Notice(
                "The columns {columns} were read as runs with one attempt a task.",
                {"columns": ", ".join(found.wide)[:200]},
            )
        )
    return kept


def _notice_matrix(tallies: list[Tally], found: Roles) -> None:
    tallies[0].notices.append(
        Notice(
            "The table has no header. Its rows were read as tasks: {rows}; its columns as attempts: {columns}.",
            {"rows": len(tallies[0].tasks), "columns": len(found.wide)},
        )
    )
