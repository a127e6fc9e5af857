"""Counts of a data frame: its own engine groups the rows, and one row a task comes back.

Any frame that narwhals knows will do, lazy ones too, so that the heavy part runs where the samples
are: pandas, Polars or DuckDB on a laptop, Spark or Dask on a cluster.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from passk_core import validate
from passk_core.counts import Counts
from passk_core.errors import InputError, Words, shown

if TYPE_CHECKING:
    import narwhals as nw

    Frame = nw.LazyFrame[Any] | nw.DataFrame[Any]

# A verdict is known by its first words; what follows ("failed: <traceback>") is not fetched.
_HEAD = 40
_TASK, _TRIAL, _VERDICT = "passk_task", "passk_trial", "passk_verdict"
_PASSED, _FAILED, _UNSCORED, _ROWS = "passk_passed", "passk_failed", "passk_unscored", "passk_rows"


def counts_from_frame(
    frame: Any,
    *,
    task: str,
    passed: str | None = None,
    trial: str | None = None,
    n: str | None = None,
    c: str | None = None,
    unscored: str | None = None,
) -> Counts:
    """What Counts.from_frame does, which see."""
    import narwhals as nw  # here, since only frames need it

    try:
        table = nw.from_native(frame)
    except TypeError:
        raise InputError(
            "frame must be a table of pandas, Polars, DuckDB, PySpark, Dask or another engine that narwhals knows; "
            "found {found}.",
            found=type(frame).__name__,
        ) from None
    named = (passed is not None, n is not None, c is not None)
    if named not in ((True, False, False), (False, True, True)):
        raise InputError("Name either the column of verdicts (passed) or the two columns of counts (n and c).")
    schema = table.collect_schema()
    for column in (task, passed, trial, n, c):
        if column is not None and column not in schema:
            raise InputError(
                "The frame has no column {column}; it has {columns}.",
                column=shown(column),
                columns=", ".join(map(repr, list(schema)[:20])),
            )
    if not (schema[task].is_integer() or _is_text(schema[task]) or schema[task] == nw.Object):
        raise InputError(
            "Column {column} must hold task names, as text or whole numbers; found {found}.",
            column=repr(task),
            found=schema[task],
        )
    if passed is None:
        assert n is not None
        assert c is not None
        return _of_counts(table, task, n, c)
    if unscored is not None:
        validate.one_of("unscored", unscored, ("left out", "failed"))
    if trial is not None:
        _refuse_repeats(table, task, trial)
    return _of_verdicts(table, task, passed, unscored)


def _of_verdicts(table: Frame, task: str, passed: str, unscored: str | None) -> Counts:
    import narwhals as nw

    rows = _outcomes(table.select(nw.col(task).alias(_TASK), nw.col(passed).alias(_VERDICT)), passed)
    kinds = (_PASSED, _FAILED, _UNSCORED)
    found = _fetched(rows.group_by(_TASK).agg(*(nw.col(kind).sum() for kind in kinds)))
    lines = sorted(
        zip(_names(found[_TASK], task), *([int(count) for count in found[kind]] for kind in kinds), strict=True)
    )
    lacking = sum(line[3] for line in lines)
    if lacking and unscored is None:
        raise InputError(
            "Column {column} has rows without a verdict: {rows}; say whether they are 'left out' or 'failed' "
            "(unscored=...).",
            column=repr(passed),
            rows=lacking,
        )
    n = [right + wrong + (none if unscored == "failed" else 0) for _, right, wrong, none in lines]
    if 0 in n:
        raise InputError(
            "Tasks without any verdict: {tasks}, such as {task}; count their rows as failed (unscored='failed'), or "
            "take them out of the frame.",
            tasks=n.count(0),
            task=shown(lines[n.index(0)][0]),
        )
    return Counts([line[0] for line in lines], n, [line[1] for line in lines])


def _outcomes(rows: Frame, column: str) -> Frame:
    """The rows with three columns of 0 and 1: passed, failed, unscored. Verdicts that are none are refused."""
    import narwhals as nw

    kind = rows.collect_schema()[_VERDICT]
    cell = nw.col(_VERDICT)
    if kind == nw.Object:
        rows, kind = _spelled_out(rows, column), nw.Int64()
    if kind == nw.Boolean:
        right, wrong = cell, ~cell
    elif kind.is_numeric():
        right, wrong = _number_verdicts(rows, cell.cast(nw.Float64), column)
    elif _is_text(kind):
        cell = cell.cast(nw.String).str.strip_chars().str.to_lowercase().str.slice(0, _HEAD)
        passes, fails = _text_verdicts(rows.select(cell.alias(_VERDICT)), column)
        right, wrong = cell.is_in(passes), cell.is_in(fails)
    else:
        raise InputError(
            "Column {column} must hold verdicts: true and false, 0 and 1, or words such as pass and fail; "
            "found {found}.",
            column=repr(column),
            found=kind,
        )
    # A null is neither right nor wrong; comparisons with it are null in most engines.
    one, none = nw.lit(1, nw.Int64), nw.lit(0, nw.Int64)
    marked = rows.with_columns(
        nw.when(right).then(one).otherwise(none).alias(_PASSED), nw.when(wrong).then(one).otherwise(none).alias(_FAILED)
    )
    return marked.with_columns((1 - nw.col(_PASSED) - nw.col(_FAILED)).alias(_UNSCORED))


def _number_verdicts(rows: Frame, cell: nw.Expr, column: str) -> tuple[nw.Expr, nw.Expr]:
    from passk_core.readers.verdicts import PASS_TOLERANCE

    # A NaN is no verdict, as a null is; which of the two a gap becomes depends on the engine.
    given = ~cell.is_null() & ~cell.is_nan()
    right = given & ((cell - 1).abs() <= PASS_TOLERANCE)
    wrong = given & ((cell == 0) | (cell == -1))
    odd = _fetched(rows.filter(given & ~right & ~wrong).select(_VERDICT).head(1))[_VERDICT]
    if odd:
        raise _score(odd[0], column)
    return right, wrong


def _text_verdicts(cells: Frame, column: str) -> tuple[list[str], list[str]]:
    """The spellings of a pass and of a fail that occur."""
    meant = {
        spelling: _meant(spelling, column)
        for spelling in _fetched(cells.unique())[_VERDICT]
        if isinstance(spelling, str)
    }
    return [spelling for spelling in meant if meant[spelling] == 1], [
        spelling for spelling in meant if meant[spelling] == 0
    ]


def _meant(value: object, column: str) -> int | None:
    """1 for a pass, 0 for a fail, None for no verdict; anything else is refused."""
    from passk_core.readers.tally import known
    from passk_core.readers.verdicts import PARTIAL, PASSED, UNSCORED, verdict

    outcome = known(verdict(value), value, Words("column {column}", {"column": repr(column)}))
    if outcome == PARTIAL:
        raise _score(value, column)
    return None if outcome == UNSCORED else int(outcome == PASSED)


def _score(found: object, column: str) -> InputError:
    return InputError(
        "Column {column} holds {found}, a score and not a verdict; a verdict is 1, or 0 or -1 for a fail. "
        "Compare scores with your own threshold first.",
        column=repr(column),
        found=shown(found),
    )


def _spelled_out(rows: Frame, column: str) -> Frame:
    """A column of Python objects (pandas makes one of true, false and gaps) as 1, 0 and null."""
    import narwhals as nw

    if isinstance(rows, nw.LazyFrame):
        rows = rows.collect()
    gaps = rows[_VERDICT].is_null().to_list()
    values = [getattr(value, "item", lambda value=value: value)() for value in rows[_VERDICT].to_list()]
    meant = [None if gap else _meant(value, column) for value, gap in zip(values, gaps, strict=True)]
    verdicts = nw.new_series(
        _VERDICT, [-2 if one is None else one for one in meant], nw.Int64, backend=rows.implementation
    )
    fresh = nw.from_dict({_TASK: rows[_TASK].to_list(), _VERDICT: verdicts.to_list()}, backend=rows.implementation)
    return fresh.with_columns(nw.when(nw.col(_VERDICT) >= 0).then(nw.col(_VERDICT)))


def _refuse_repeats(table: Frame, task: str, trial: str) -> None:
    import narwhals as nw

    pairs = table.select(nw.col(task).alias(_TASK), nw.col(trial).alias(_TRIAL))
    repeated = pairs.group_by(_TASK, _TRIAL).agg(nw.len().alias(_ROWS)).filter(nw.col(_ROWS) > 1)
    first = _fetched(repeated.head(1))
    if first[_TASK]:
        count = _fetched(repeated.select(nw.len().alias(_ROWS)))[_ROWS][0]
        raise InputError(
            "Attempts given more than once (same task and trial): {count}, such as task {task}, trial {trial}; "
            "take the repeats out of the frame first.",
            count=count,
            task=shown(first[_TASK][0]),
            trial=shown(first[_TRIAL][0]),
        )


def _of_counts(table: Frame, task: str, n: str, c: str) -> Counts:
    import narwhals as nw

    found = _fetched(table.select(nw.col(task).alias(_TASK), nw.col(n).alias(_ROWS), nw.col(c).alias(_PASSED)))
    return Counts(_names(found[_TASK], task), _whole(found[_ROWS]), _whole(found[_PASSED]))


def _whole(values: Sequence[object]) -> list[Any]:
    """A sum comes as a decimal from some engines; Counts refuses what is no whole number."""
    return [
        int(value) if isinstance(value, Decimal) and value == value.to_integral_value() else value for value in values
    ]


def _names(values: Sequence[object], column: str) -> list[str]:
    lacking = sum(value is None or value != value or value == "" for value in values)  # pandas has NaN for null
    if lacking:
        raise InputError("Column {column} has rows without a task name; every row needs one.", column=repr(column))
    for value in values:
        if not isinstance(value, (str, int)) or isinstance(value, bool):
            raise InputError(
                "Column {column} must hold task names, as text or whole numbers; found {found}.",
                column=repr(column),
                found=shown(value),
            )
    return [str(value) for value in values]


def _is_text(kind: nw.dtypes.DType) -> bool:
    import narwhals as nw

    return kind in (nw.String, nw.Categorical, nw.Enum)


def _fetched(rows: Frame) -> dict[str, list[Any]]:
    """The columns as lists: here, and nowhere before, rows leave the engine."""
    import narwhals as nw

    here = rows.collect() if isinstance(rows, nw.LazyFrame) else rows
    return {name: here[name].to_list() for name in here.columns}
