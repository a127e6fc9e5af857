"""Counts of data frames, in each engine."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest

from passk_core import Counts, InputError, frames

Columns = dict[str, list[Any]]


def in_pandas(columns: Columns) -> object:
    return pd.DataFrame(columns)


def in_polars(columns: Columns) -> object:
    return pytest.importorskip("polars").DataFrame(columns)


def in_lazy_polars(columns: Columns) -> object:
    return pytest.importorskip("polars").LazyFrame(columns)


def in_pyarrow(columns: Columns) -> object:
    return pytest.importorskip("pyarrow").table(columns)


def in_duckdb(columns: Columns) -> object:
    duckdb = pytest.importorskip("duckdb")
    table = in_pyarrow(columns)
    connection = duckdb.connect()
    connection.register("given", table)
    return connection.sql("select * from given")


@pytest.fixture(params=[in_pandas, in_polars, in_lazy_polars, in_pyarrow, in_duckdb], ids=lambda make: make.__name__)
def engine(request: pytest.FixtureRequest) -> Callable[[Columns], object]:
    return request.param


def table(counts: Counts) -> dict[str, tuple[int, int]]:
    return {task: (int(n), int(c)) for task, n, c in zip(counts.tasks, counts.n, counts.c, strict=True)}


def test_true_and_false_are_counted_by_task(engine):
    frame = engine({"id": ["b", "a", "b", "a", "c"], "ok": [True, False, True, True, False]})
    assert table(Counts.from_frame(frame, task="id", passed="ok")) == {"a": (2, 1), "b": (2, 2), "c": (1, 0)}


def test_tasks_come_sorted_by_name(engine):
    frame = engine({"id": ["b", "a", "c"], "ok": [True, False, True]})
    assert Counts.from_frame(frame, task="id", passed="ok").tasks == ("a", "b", "c")


def test_words_are_verdicts_by_spelling_never_by_truth(engine):
    words = ["passed", "failed: no", "Pass ", "false", "timed out", "WRONG_ANSWER", "0", "-1", "resolved", "True"]
    frame = engine({"id": ["t"] * len(words), "verdict": words})
    assert table(Counts.from_frame(frame, task="id", passed="verdict")) == {"t": (10, 4)}


def test_long_failure_messages_are_failures(engine):
    messages = ["passed"] + [f"failed: Traceback {'x' * 300} {i}" for i in range(5)]
    frame = engine({"id": ["t"] * 6, "verdict": messages})
    assert table(Counts.from_frame(frame, task="id", passed="verdict")) == {"t": (6, 1)}


@pytest.mark.parametrize("one", [1, 1.0, 1.0000001])
def test_numbers_are_verdicts_where_they_are_1_or_0_or_minus_1(engine, one):
    frame = engine({"id": ["a", "a", "b"], "reward": [one, 0 * one, -1 * (one // 1)]})
    assert table(Counts.from_frame(frame, task="id", passed="reward")) == {"a": (2, 1), "b": (1, 0)}


@pytest.mark.parametrize("score", [0.73, 2.0, -0.5, 85.0])
def test_scores_are_refused(engine, score):
    frame = engine({"id": ["a", "a"], "score": [1.0, score]})
    with pytest.raises(InputError, match=rf"'score' holds {score}, a score and not a verdict"):
        Counts.from_frame(frame, task="id", passed="score")


def test_scores_as_text_are_refused(engine):
    with pytest.raises(InputError, match=r"'s' holds '0.73', a score and not a verdict"):
        Counts.from_frame(engine({"id": ["a", "a"], "s": ["1", "0.73"]}), task="id", passed="s")


def test_a_word_that_is_no_verdict_is_refused_with_its_column(engine):
    with pytest.raises(InputError, match="In column 'v', 'banana' is not a verdict"):
        Counts.from_frame(engine({"id": ["a", "a"], "v": ["pass", "banana"]}), task="id", passed="v")


@pytest.mark.parametrize(
    "verdicts",
    [
        [True, None, False],
        [1, None, 0],
        [1.0, float("nan"), 0.0],
        ["passed", None, "failed"],
        ["passed", " ", "failed"],
    ],
    ids=["bool", "int", "nan", "word", "blank"],
)
def test_rows_without_a_verdict_are_refused_until_the_caller_says_what_they_are(engine, verdicts):
    frame = engine({"id": ["a", "a", "a"], "v": verdicts})
    with pytest.raises(InputError, match="without a verdict: 1; say"):
        Counts.from_frame(frame, task="id", passed="v")
    assert table(Counts.from_frame(frame, task="id", passed="v", unscored="left out")) == {"a": (2, 1)}
    assert table(Counts.from_frame(frame, task="id", passed="v", unscored="failed")) == {"a": (3, 1)}


def test_a_task_without_any_verdict_is_named(engine):
    frame = engine({"id": ["a", "b", "b"], "v": [True, None, None]})
    with pytest.raises(InputError, match="Tasks without any verdict: 1, such as 'b'"):
        Counts.from_frame(frame, task="id", passed="v", unscored="left out")


def test_an_attempt_that_occurs_twice_is_refused_where_trials_are_named(engine):
    frame = engine({"id": ["a", "a", "a"], "trial": [0, 0, 1], "ok": [True, True, False]})
    with pytest.raises(InputError, match=r"\(same task and trial\): 1, such as task 'a', trial 0"):
        Counts.from_frame(frame, task="id", passed="ok", trial="trial")
    assert table(Counts.from_frame(frame, task="id", passed="ok")) == {"a": (3, 2)}


def test_whole_numbers_name_tasks(engine):
    frame = engine({"id": [10, 9, 10], "ok": [True, False, False]})
    assert table(Counts.from_frame(frame, task="id", passed="ok")) == {"10": (2, 1), "9": (1, 0)}


def test_a_row_without_a_task_is_refused(engine):
    with pytest.raises(InputError, match="'id' has rows without a task name"):
        Counts.from_frame(engine({"id": ["a", None], "ok": [True, False]}), task="id", passed="ok")


def test_tasks_that_are_no_names_are_refused(engine):
    with pytest.raises(InputError, match="'id' must hold task names"):
        Counts.from_frame(engine({"id": [0.5, 1.5], "ok": [True, False]}), task="id", passed="ok")


def test_a_column_that_is_not_there_is_named_beside_those_that_are(engine):
    with pytest.raises(InputError, match="no column 'passed'; it has 'id', 'ok'"):
        Counts.from_frame(engine({"id": ["a"], "ok": [True]}), task="id", passed="passed")


def test_lists_are_no_verdicts():
    frame = in_polars({"id": ["a"], "v": [[True, False]]})
    with pytest.raises(InputError, match="'v' must hold verdicts"):
        Counts.from_frame(frame, task="id", passed="v")


def test_a_grouped_table_is_taken_as_it_is(engine):
    frame = engine({"id": ["b", "a"], "samples": [10, 5], "right": [3, 0]})
    assert table(Counts.from_frame(frame, task="id", n="samples", c="right")) == {"b": (10, 3), "a": (5, 0)}


def test_a_grouped_table_with_a_task_twice_is_refused(engine):
    frame = engine({"id": ["a", "a"], "samples": [10, 5], "right": [3, 0]})
    with pytest.raises(InputError, match="Task 'a' occurs twice"):
        Counts.from_frame(frame, task="id", n="samples", c="right")


def test_sums_of_sql_are_whole_numbers():
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.connect().sql(
        "select id, count(*) as n, sum(ok::int) as c from (values ('a', true), ('a', false)) as t(id, ok) group by id"
    )
    assert table(Counts.from_frame(found, task="id", n="n", c="c")) == {"a": (2, 1)}
    decimals = in_pandas({"id": ["a"], "n": [Decimal(2)], "c": [Decimal(1)]})
    assert table(Counts.from_frame(decimals, task="id", n="n", c="c")) == {"a": (2, 1)}


@pytest.mark.parametrize("columns", [{}, {"passed": "ok", "n": "ok", "c": "ok"}, {"n": "ok"}])
def test_either_verdicts_or_counts_are_named(columns):
    with pytest.raises(InputError, match="Name either the column of verdicts"):
        Counts.from_frame(in_pandas({"id": ["a"], "ok": [True]}), task="id", **columns)


def test_what_is_no_frame_is_refused():
    with pytest.raises(InputError, match=r"frame must be a table .* found dict"):
        Counts.from_frame({"id": ["a"]}, task="id", passed="ok")


def test_a_choice_that_does_not_exist_is_refused():
    with pytest.raises(InputError, match="unscored must be one of 'left out', 'failed'"):
        Counts.from_frame(in_pandas({"id": ["a"], "ok": [True]}), task="id", passed="ok", unscored="ignored")


def test_pandas_objects_are_read_value_by_value():
    mixed = pd.DataFrame({"id": list("aaaab"), "v": np.array([True, "failed: x", None, 1, np.bool_(False)], object)})
    assert table(Counts.from_frame(mixed, task="id", passed="v", unscored="left out")) == {"a": (3, 2), "b": (1, 0)}
    with pytest.raises(InputError, match="is not a verdict"):
        Counts.from_frame(pd.DataFrame({"id": ["a"], "v": np.array([[1]], object).tolist()}), task="id", passed="v")


def test_pandas_nullable_and_categorical_columns_are_read():
    nullable = pd.DataFrame({"id": ["a", "a"], "v": pd.array([True, None], dtype="boolean")})
    assert table(Counts.from_frame(nullable, task="id", passed="v", unscored="failed")) == {"a": (2, 1)}
    categories = pd.DataFrame({"id": ["a", "a"], "v": pd.Categorical(["Pass", "Fail"])})
    assert table(Counts.from_frame(categories, task="id", passed="v")) == {"a": (2, 1)}


def test_a_lazy_frame_brings_back_one_row_a_task(monkeypatch):
    heights = []
    whole = frames._fetched

    def counted(rows: Any) -> dict[str, list[Any]]:
        found = whole(rows)
        heights.extend(map(len, found.values()))
        return found

    monkeypatch.setattr(frames, "_fetched", counted)
    rows = in_lazy_polars({"id": ["a", "b"] * 500, "ok": ["passed", "failed: x"] * 500})
    Counts.from_frame(rows, task="id", passed="ok")
    assert max(heights) == 2


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    pyspark = pytest.importorskip("pyspark.sql")
    session = (
        pyspark.SparkSession.builder.master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "1")
        # A few rows do not repay a compiler that optimises, nor a collector with threads of its own.
        .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.mark.needs_java
def test_spark_groups_the_rows_itself(spark):
    assert shutil.which("java")
    rows = [("a", 0, "passed"), ("a", 1, "failed: x"), ("b", 0, "timed out"), ("b", 1, None)]
    frame = spark.createDataFrame(rows, "id string, trial int, verdict string")
    found = Counts.from_frame(frame, task="id", passed="verdict", trial="trial", unscored="left out")
    assert table(found) == {"a": (2, 1), "b": (1, 0)}
    rewards = spark.createDataFrame([("a", 1.0), ("a", float("nan")), ("b", 0.0)], "id string, reward double")
    assert table(Counts.from_frame(rewards, task="id", passed="reward", unscored="failed")) == {
        "a": (2, 1),
        "b": (1, 0),
    }
    with pytest.raises(InputError, match="rows without a verdict: 1"):
        Counts.from_frame(rewards, task="id", passed="reward")
    flags = spark.createDataFrame([("a", True), ("a", False)], "id string, ok boolean")
    assert table(Counts.from_frame(flags, task="id", passed="ok")) == {"a": (2, 1)}


def test_task_names_of_other_kinds_are_refused_with_what_was_found():
    frame = pd.DataFrame({"task": pd.Series([1.5, "a"], dtype=object), "passed": [True, False]})
    with pytest.raises(InputError, match=r"Column 'task' must hold task names, as text or whole numbers; found 1.5"):
        Counts.from_frame(frame, task="task", passed="passed")


def test_a_lazy_column_of_python_objects_is_counted_as_its_values():
    polars = pytest.importorskip("polars")
    passed = polars.Series([True, False, 1], dtype=polars.Object)
    frame = polars.DataFrame({"task": ["a", "b", "a"], "passed": passed}).lazy()
    assert table(Counts.from_frame(frame, task="task", passed="passed")) == {"a": (2, 2), "b": (1, 0)}
