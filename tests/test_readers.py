"""Reading as a whole: tables in their dialects, joining files, choices, and the counts that read back."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passk_core import Counts, InputError
from passk_core.readers import Notice, ReadChoices, Reading, counts_csv, read_results
from passk_core.readers.verdicts import FAILED, PARTIAL, PASSED, TIMED_OUT, UNKNOWN, UNSCORED, per_test, verdict

FIXTURES = Path(__file__).parent / "fixtures"

Table = dict[str, tuple[int, int]]


def table(run: Counts) -> Table:
    return dict(zip(run.tasks, zip(run.n.tolist(), run.c.tolist(), strict=True), strict=True))


def read(*contents: str | bytes, choices: ReadChoices | None = None) -> Reading:
    files = [(f"file{i}", c.encode() if isinstance(c, str) else c) for i, c in enumerate(contents)]
    return read_results(files, choices=choices or ReadChoices())


def only(reading: Reading) -> Table:
    (run,) = reading.runs.values()
    return table(run)


def sentences(reading: Reading) -> str:
    return "\n".join(map(str, reading.noticed))


EXPECTED: Table = {"sum": (2, 1), "sort": (2, 0)}
LONG = [("sum", True), ("sort", False), ("sort", False), ("sum", False)]


@pytest.mark.parametrize(
    "text",
    [
        "task,n,c\nsum,2,1\nsort,2,0\n",
        "task_id\tnum_samples\tnum_correct\nsum\t2\t1\nsort\t2\t0",
        "Task;Total;Correct\r\nsum;2,0;1,0\r\nsort;2,0;0,0\r\n",
        "\ufeffsep=;\r\nname;trials;passes\r\nsum;2;1\r\nsort;2;0\r\n",
        "task,passed\n" + "".join(f"{task},{passed}\n" for task, passed in LONG),
        "task,result\n" + "".join(f"{task},{'Pass' if passed else 'Fail'}\n" for task, passed in LONG),
        "task;punti;score\n" + "".join(f'{task};x;"{int(passed)},0"\n' for task, passed in LONG),
        "problem,trial_1,trial_2\nsum,1,0\nsort,0,0\n",
        "id,0,1\nsum,VERO,FALSO\nsort,FALSO,FALSO\n",
        "sum,1,0\nsort,0,0\n",
        json.dumps([{"task_id": task, "correct": passed} for task, passed in LONG]),
        "\n".join(json.dumps({"problem": task, "reward": float(passed)}) for task, passed in LONG),
        json.dumps({"sum": [True, False], "sort": [0, 0]}),
        json.dumps({"sum": {"n": 2, "c": 1}, "sort": {"n": 2, "c": 0}}),
        json.dumps({"sum": [{"status": {"result": "passed"}}, {"status": {"result": "failed: x"}}], "sort": [{}, {}]}),
        json.dumps({"sum": [["code", {"result": "passed"}], ["code", {"result": "x failed"[2:]}]]})[:-1]
        + ', "sort": [["code", {"result": "timed out"}], ["code", {"result": "failed"}]]}',
        json.dumps([{"task": "sum", "results": [1, 0]}, {"task": "sort", "results": [False, False]}]),
    ],
)
def test_each_shape_of_a_table_gives_the_same_counts(text: str) -> None:
    reading = read(text, choices=ReadChoices(unscored="failed"))
    assert only(reading) == EXPECTED
    assert not reading.refused


def test_a_table_may_come_as_utf_16_gzip_zip_zstd_or_parquet() -> None:
    import pyarrow
    import pyarrow.parquet

    text = "task,n,c\nsum,2,1\nsort,2,0\n"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("folder/counts.csv", text)
        archive.writestr("__MACOSX/._counts.csv", "x")
    sink, zstd = pyarrow.BufferOutputStream(), pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table({"task": ["sum", "sort"], "n": [2.0, 2.0], "c": [1, 0]}), sink)
    with pyarrow.CompressedOutputStream(zstd, "zstd") as stream:
        stream.write(text.encode())
    for data in (
        text.encode("utf-16"),
        gzip.compress(text.encode()),
        packed.getvalue(),
        zstd.getvalue().to_pybytes(),
        sink.getvalue().to_pybytes(),
    ):
        assert only(read(data)) == EXPECTED


def test_a_file_with_a_single_attempt_is_read() -> None:
    assert only(read('{"task_id": "a", "completion": "x", "passed": true}')) == {"a": (1, 1)}


def test_a_western_export_keeps_its_letters() -> None:
    assert only(read("task;n;c\nfaçade;2;1\n".encode("cp1252"))) == {"façade": (2, 1)}


def test_task_ids_of_a_table_stay_as_they_are_written() -> None:
    assert only(read("task,passed\n01,1\n1,0\n")) == {"01": (1, 1), "1": (1, 0)}


def test_a_task_id_is_compared_as_text_in_json() -> None:
    rows = [{"task_id": 1, "passed": True}, {"task_id": "1", "passed": False}, {"task_id": 1.0, "passed": True}]
    assert only(read(json.dumps(rows))) == {"1": (3, 2)}


def test_a_model_column_splits_runs() -> None:
    reading = read_results([("long.csv", (FIXTURES / "long.csv").read_bytes())])
    assert {name: table(run) for name, run in reading.runs.items()} == {
        name: {"p/1": (2, 1), "p/2": (2, 2)} for name in "AB"
    }


def test_a_blank_cell_of_a_wide_table_is_an_attempt_that_was_not_made() -> None:
    data = (FIXTURES / "wide.csv").read_bytes()
    reading = read_results([("wide.csv", data)])
    assert only(reading) == {"01": (3, 2), "1": (2, 0)}
    assert "Blank cells: 1" in sentences(reading)
    assert "missing" in reading.available
    assert only(read_results([("wide.csv", data)], choices=ReadChoices(missing="failed"))) == {
        "01": (3, 2),
        "1": (3, 0),
    }


def test_a_trial_column_that_starts_blank_is_a_trial_all_the_same() -> None:
    text = "task,trial_1,trial_2\n" + "".join(f"t{i},1,{'' if i < 25 else 0}\n" for i in range(30))
    reading = read(text)
    assert only(reading) == {f"t{i}": (1 if i < 25 else 2, 1) for i in range(30)}
    assert "Blank cells: 25" in sentences(reading)


def test_the_index_of_a_data_frame_is_no_trial() -> None:
    assert only(read("Unnamed: 0,task,trial_1,trial_2\n0,a,1,0\n1,b,1,1\n")) == {"a": (2, 1), "b": (2, 2)}
    assert only(read(",trial_1,trial_2\na,1,0\nb,1,1\n")) == {"a": (2, 1), "b": (2, 2)}


def test_columns_that_are_not_numbered_are_runs() -> None:
    reading = read("task,gpt,claude\na,1,0\nb,1,1\n")
    assert {name: table(run) for name, run in reading.runs.items()} == {
        "gpt": {"a": (1, 1), "b": (1, 1)},
        "claude": {"a": (1, 0), "b": (1, 1)},
    }
    assert "read as runs" in sentences(reading)


def test_a_bare_matrix_has_tasks_as_rows_and_says_so() -> None:
    for text in ("1,0,1\n0,0,0\n", "1 0 1\n0 0 0", "[[1,0,1],[0,0,0]]", "[1,0,1]\n[0,0,0]\n"):
        reading = read(text)
        assert sorted(only(reading).values()) == [(3, 0), (3, 2)]
        assert "tasks: 2" in sentences(reading)
        assert "attempts: 3" in sentences(reading)


def test_the_last_row_with_the_sum_of_the_others_is_no_task() -> None:
    reading = read("task,n,c\na,2,1\nb,2,2\nTotal,4,3\n")
    assert only(reading) == {"a": (2, 1), "b": (2, 2)}
    assert "'Total'" in sentences(reading)


def test_rows_of_one_task_in_a_table_of_counts_add_up() -> None:
    reading = read("task,n,c\na,2,1\na,3,0\n")
    assert only(reading) == {"a": (5, 1)}
    assert "added up" in sentences(reading)


def test_ids_that_a_spreadsheet_made_dates_are_pointed_out() -> None:
    assert "look like dates: 1" in sentences(read("task,n,c\n01-Feb,2,1\nx,2,1\n"))


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        *(
            (value, PASSED)
            for value in (True, 1, 1.0, "1", "1.0", "1,0", "PASSED", " ok ", "Success", "TRUE", 1 - 1e-7)
        ),
        *((value, FAILED) for value in (False, 0, "0", -1, "-1.0", "false", "no", "failed: 1 != 2", "failed@cases")),
        *((value, FAILED) for value in ("WRONG_ANSWER", "RuntimeError", "error: x", "Compilation Error")),
        *((value, TIMED_OUT) for value in ("timed out", "timeout", "TIME_LIMIT_EXCEEDED", "Time limit exceeded on 3")),
        *((value, UNSCORED) for value in (None, float("nan"), "", "  ", "NaN", "null", "N/A")),
        *((value, PARTIAL) for value in (0.5, "0.9999", "0,5", -0.5)),
        *(
            (value, UNKNOWN)
            for value in ("banana", 2, 85, "85%", float("inf"), 10**400, {}, b"passed", "failing grace?")
        ),
    ],
)
def test_a_verdict_is_never_read_by_its_truth_value(value: object, meaning: int) -> None:
    assert verdict(value) == meaning


def test_a_list_of_tests_passes_only_if_every_test_does() -> None:
    assert per_test([True, 1]) == PASSED
    assert per_test([True, -2]) == FAILED
    assert per_test([-1]) == TIMED_OUT
    assert per_test([]) == per_test([None, None]) == per_test([True, None]) == UNSCORED


def test_attempts_without_a_verdict_are_left_out_or_failed_and_counted() -> None:
    text = '{"task_id":"a","passed":true}\n{"task_id":"a","passed":null}\n{"task_id":"b","passed":NaN}\n'
    reading = read(text)
    assert only(reading) == {"a": (1, 1)}
    assert "without a verdict: 2 of 3; left out" in sentences(reading)
    assert "1 of 2 ('b')" in sentences(reading)
    assert reading.available["unscored"] == ("left out", "failed")
    assert only(read(text, choices=ReadChoices(unscored="failed"))) == {"a": (2, 1), "b": (1, 0)}


def test_the_same_attempt_twice_counts_once_and_is_named() -> None:
    reading = read("task,trial,passed\na,0,1\na,0,1\na,1,0\n")
    assert only(reading) == {"a": (2, 1)}
    assert "task 'a', trial '0'" in sentences(reading)


def test_a_seed_that_does_not_tell_attempts_apart_is_not_a_trial() -> None:
    reading = read("task,seed,passed\n" + "a,42,1\na,42,0\na,42,1\nb,42,0\nb,42,1\nb,42,1\n")
    assert only(reading) == {"a": (3, 2), "b": (3, 2)}
    assert "does not tell the attempts of a task apart" in sentences(reading)


def test_two_trial_columns_tell_attempts_apart_together() -> None:
    rows = [(task, seed, sample) for task in "ab" for seed in (1, 2) for sample in (1, 2)]
    text = "task,seed,sample,passed\n" + "".join(f"{task},{seed},{sample},1\n" for task, seed, sample in rows)
    assert only(read(text)) == {"a": (4, 4), "b": (4, 4)}


RUN_1 = '{"task_id":"a","passed":true}\n{"task_id":"b","passed":true}\n{"task_id":"c","passed":true}\n'
RUN_2 = '{"task_id":"a","passed":false}\n{"task_id":"b","passed":true}\n{"task_id":"d","passed":true}\n'


def pair(first: str, second: str, choices: ReadChoices) -> Reading:
    return read_results([(first, RUN_1.encode()), (second, RUN_2.encode())], choices=choices)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("results.jsonl", "results.jsonl"),
        ("m-run1.jsonl", "m-run2.jsonl"),
        ("out/seed_0/r.jsonl", "out/seed_1/r.jsonl"),
        ("output-rs0.jsonl", "output-rs1.jsonl"),
        ("m 2026-01-01T10-00-00.jsonl", "m 2026-01-02T10-00-00.jsonl"),
        ("m.jsonl", "m (1).jsonl"),
    ],
)
def test_files_whose_names_differ_in_a_run_are_attempts_of_one_run(first: str, second: str) -> None:
    reading = pair(first, second, ReadChoices())
    assert only(reading) == {"a": (2, 1), "b": (2, 2)}
    assert "attempts of one run" in sentences(reading)
    assert "2 ('c', 'd'); left out" in sentences(reading)
    assert only(pair(first, second, ReadChoices(missing="failed"))) == {
        "a": (2, 1), "b": (2, 2), "c": (2, 1), "d": (2, 1),
    }  # fmt: skip
    assert len(pair(first, second, ReadChoices(join="none")).runs) == 2


@pytest.mark.parametrize(
    ("first", "second"),
    [("gpt-4.jsonl", "gpt-5.jsonl"), ("a/results.jsonl", "b/results.jsonl"), ("model-7b.jsonl", "model-13b.jsonl")],
)
def test_other_names_are_other_runs(first: str, second: str) -> None:
    reading = pair(first, second, ReadChoices())
    assert len(reading.runs) == 2
    assert reading.available["join"] == ("same name", "all", "none")
    assert only(pair(first, second, ReadChoices(join="all"))) == {"a": (2, 1), "b": (2, 2)}


def test_files_with_several_attempts_a_task_are_not_poured_together() -> None:
    reading = read_results([("r.csv", b"task,n,c\na,2,1\n"), ("r.csv", b"task,n,c\na,2,2\n")])
    assert [table(run) for run in reading.runs.values()] == [{"a": (2, 1)}, {"a": (2, 2)}]
    assert "kept apart" in sentences(reading)


def test_the_same_file_twice_counts_once() -> None:
    reading = read_results([("a.jsonl", RUN_1.encode()), ("b.jsonl", RUN_1.encode()), ("a.jsonl", RUN_1.encode())])
    assert list(reading.runs) == ["a"]
    assert sentences(reading).count("byte for byte") == 2


def test_the_tasks_of_the_benchmark_that_no_file_has_are_failures_if_their_number_is_given() -> None:
    reading = read(RUN_1, choices=ReadChoices(tasks_in_all=5))
    (run,) = reading.runs.values()
    assert (len(run), int(run.n.sum()), int(run.c.sum())) == (5, 5, 3)
    assert "2 of 5; counted as failed" in sentences(reading)
    assert "left aside" in sentences(read(RUN_1, choices=ReadChoices(tasks_in_all=2)))


@pytest.mark.parametrize("choice", [{"missing": "x"}, {"unscored": 1}, {"tasks_in_all": 0}, {"join": ""}])
def test_a_choice_that_does_not_exist_is_refused(choice: dict[str, object]) -> None:
    with pytest.raises(InputError):
        ReadChoices(**choice)  # type: ignore[arg-type]


def test_a_notice_keeps_its_template_and_its_values() -> None:
    (notice,) = read("task,n,c\na,2,1\na,3,0\n").noticed
    assert isinstance(notice, Notice)
    assert "{rows}" in notice.template
    assert notice.values == {"rows": 1}


def test_progress_reaches_the_size_of_the_files() -> None:
    told: list[int] = []
    content = (RUN_1 * 5000).encode()
    read_results([("a.jsonl", content), ("b.csv", b"task,n,c\na,1,1\n")], progress=told.append)
    assert len(told) > 3
    assert told == sorted(told)
    assert told[-1] == len(content) + 15


names = st.text(min_size=1, max_size=8) | st.sampled_from(
    ["=1+1", "'=1", "''", "@x", "-", "+1", "\t", "\r\n", '"', "a,b", "01"]
)


@given(
    st.dictionaries(
        names,
        st.dictionaries(
            names, st.integers(1, 50).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), min_size=1
        ),
        min_size=1,
        max_size=3,
    )
)
def test_exported_counts_read_back_to_the_same_counts(runs: dict[str, Table]) -> None:
    counts = {
        name: Counts(list(rows), [n for n, _ in rows.values()], [c for _, c in rows.values()])
        for name, rows in runs.items()
    }
    again = read_results([("counts.csv", counts_csv(counts).encode())]).runs
    assert [table(run) for run in again.values()] == list(runs.values())
    if len(runs) > 1:
        assert list(again) == list(runs)


@given(names)
def test_no_exported_cell_is_calculated_by_a_spreadsheet(task: str) -> None:
    import csv

    _, row = csv.reader(io.StringIO(counts_csv({"": Counts([task], [1], [1])}), newline=""))
    assert row[0][:1] not in tuple("=+-@\t\r\n＝＋－＠")
    assert row[1:] == ["1", "1"]


def test_blank_rows_of_a_counts_table_are_no_tasks() -> None:
    assert only(read("task,n,c\nsum,2,1\n,,\nsort,2,0\n")) == EXPECTED


def test_a_last_row_named_like_a_total_that_is_not_the_sum_is_a_task() -> None:
    assert only(read("task,n,c\na,2,1\nb,2,1\ntotal,4,2\n")) == {"a": (2, 1), "b": (2, 1)}
    assert only(read("task,n,c\na,2,1\nb,2,1\ntotal,4,3\n")) == {"a": (2, 1), "b": (2, 1), "total": (4, 3)}


def test_rows_of_counts_without_a_task_are_told() -> None:
    reading = read("task,n,c\nsum,2,1\n,7,7\nsort,2,0\n")
    assert only(reading) == EXPECTED
    assert "without a task" in sentences(reading)


def test_a_long_table_tells_how_far_it_is() -> None:
    rows, done = 70_000, list[int]()
    data = ("task,passed\n" + "a,1\n" * rows).encode()
    (run,) = read_results([("x.csv", data)], progress=done.append).runs.values()
    assert (run.n.tolist(), run.c.tolist()) == ([rows], [rows])
    assert done == sorted(done)
    assert 0 < done[0] <= len(data)


def test_decimals_of_a_warehouse_are_the_numbers_that_they_stand_for() -> None:
    import pyarrow
    import pyarrow.parquet

    whole, one_digit = pyarrow.decimal128(38, 0), pyarrow.decimal128(10, 1)
    counts = {
        "task": pyarrow.array([7, 8], whole),
        "n": pyarrow.array([2, 2], whole),
        "c": pyarrow.array([1, 0], whole),
    }
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table(counts), sink)
    assert only(read(sink.getvalue().to_pybytes())) == {"7": (2, 1), "8": (2, 0)}
    sink = pyarrow.BufferOutputStream()
    rewards = pyarrow.array([Decimal("1.0"), Decimal("0.0"), None], one_digit)
    pyarrow.parquet.write_table(pyarrow.table({"task": ["a", "a", "a"], "reward": rewards}), sink)
    assert only(read(sink.getvalue().to_pybytes())) == {"a": (2, 1)}
