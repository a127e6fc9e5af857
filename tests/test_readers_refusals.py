"""What is refused, and the sentence that says why; the files beside it load all the same."""

from __future__ import annotations

import gzip
import io
import json
import random
import zipfile

import pytest

from benchmarks.fuzz import CHOICES, hostile, outcome
from passk_core import InputError
from passk_core.readers import read_results, unpack

GOOD = b"task,n,c\nsum,2,1\n"


def zipped(members: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


def told(value: object) -> str:
    """The name of a case: the same in every process, which packed bytes with their time are not."""
    return value[:40] if isinstance(value, str) else "bytes"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "The file is empty"),
        (b" \n\n", "The file is empty"),
        (b"[]", "The file is empty"),
        (b"{}", "The file is empty"),
        (b"task,n,c\n", "no rows"),
        (b'{"a": [true,\n  flase]}', r"line 2, column 3; found 'flase\]}'"),
        (b'{"a": [true,\n ', "ends too early, at line 2"),
        (b'{"task_id":"a","passed":true}\n{"task_id":"b" "passed":1}\n', "line 2, column 16"),
        (b'{"task_id":"a","passed":true}\n' * 30 + b"[1]\n", "Expected object in line 31, .*; found array"),
        (b"[" * 100_000, "ends too early|nested too deeply"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS"),
        (b"https://a.example/b.json", "link"),
        (b'{"testRunLink": "https://a.example"}', "only a link"),
        (bytes(range(256)) * 9, "binary"),
        (b"%PDF-1.7 ...", "document"),
        (b"PK\x03\x04 and more", "archive is damaged"),
        (b"\x1f\x8b and more", "gzip file is damaged"),
        (gzip.compress(GOOD)[:-9], "gzip file is damaged"),
        (b"\x28\xb5\x2f\xfd and more", "zstd file is damaged"),
        (b"PAR1 and more", "Parquet file is damaged"),
        (gzip.compress(gzip.compress(GOOD)), "archive inside an archive"),
        (zipped({"a.zip": zipped({"a.csv": GOOD})}), "archive inside an archive"),
        (zipped({}), "archive is empty"),
        (zipped({"xl/workbook.xml": b"<x/>"}), "Excel workbook"),
        (b"0," * 1_000_000 + b"1\n", "1000001 columns"),
        (b"a b c d", "neither JSON nor a table"),
        (b'{"pass@1": 0.5, "pass@10": 0.8}', "only summary numbers .pass@1, pass@10"),
        (b'{"humaneval": {"pass@1": 0.5}, "config": {}}', "only summary numbers"),
        (b"task_id,k,best_run_id,best_score\na,5,x,1.0\n", "only summary numbers .best_score"),
        (b"epoch,loss\n1,0.5\n2,0.25\n", "No column holds verdicts"),
        (b'{"loss":[0.5,0.25,1]}', "no known format"),
        (b"task,score\na,0.5\nb,0.25\n", "rates or scores"),
        (b'{"name":"humaneval","accuracy":1.0}', "only summary numbers"),
        (b'{"task":"humaneval","passed":25,"total":164}', "no known format"),
        (b"question,[gpt] prompt\nx,[PASS] (1.00)\n", "promptfoo is not a format"),
        (b"model,pass_rate\na,0.5\n", "only summary numbers"),
        (b"- model: x\n  pass_rate_1: 3.0\n", "only summary numbers"),
        (b"prompt: x\nis_corrects:\n- true\n", "YAML is not a format that this version reads"),
        (b'{"task_id":"a","completion":"x"}\n{"task_id":"b","completion":"x"}', "not been graded"),
        (b'{"task_id":"T/0","solution":["good","bad"]}', "not been graded|no known format"),
        (b'[["def f"],["def g"]]', "not been graded"),
        (b"task,n,c\na,2,3\n", "In row 2, c = 3 is larger than n = 2"),
        (b"task,n,c\na,2,1\nb,2,-1\n", "found '-1' in row 3"),
        (b"task,n,c\na,2,\n", "found '' in row 2"),
        (b"task,passed\na,1\nb,banana\n", "In column passed, row 3, 'banana' is not a verdict"),
        (b"task,score\na,85\nb,1\n", "found .*85|'85' is not a verdict"),
        (b"task,passed\na,1\nb\n", "Row 3 of the table has 1 cells; the header has 2"),
        ("task,n,c\n" + "".join(f"t{i},{i},0\n" for i in range(1, 31)), "counts the rows"),
        (b'[{"task_id":"a","passed":null}]', "has a verdict"),
        (b'[{"exit_code":0}]', "No column holds verdicts"),
        (b'{"name":"x","results":[{"exit_code":0,"status":"OK"}]}', "MultiPL-E is not a format"),
        (
            b'{"version":2,"status":"success","eval":{},"plan":{},"samples":[{"id":1,"epoch":1,"scores":{}}]}',
            "scored: 1",
        ),
        (b'{"version":2,"status":"success","eval":{},"plan":{}}', "holds no samples"),
        (b'{"timestamp":"x","info":{},"tasks":[]}', "folder simulations"),
        (b'{"performances":[],"models":[]}', "percentage"),
        (("9" * 5000).join(['{"a": {"n": ', ', "c": 1}}']), "too many digits|whole numbers"),
        (b"\xff\xfe\x00\xd8", "marked as UTF-16, but is not"),
        (b"sep=;\n", "The file is empty"),
        (b'{"task_id":"a","passed":' + b"9" * 5000 + b"}", "too many digits"),
        (b'{"a":[1e400]}', "A number in the JSON has too many digits"),
        (b'[{"a": 1e999}, {"b": 2}]', "A number in item 1 has too many digits"),
        (b'{"is_corrects":[true,false],"samples":["x","y"]}', "Large Language Monkeys is not a format"),
        (
            b'{"verifier_result":{"rewards":{"reward":1.0}},"task_name":"a"}',
            "Harbor .Terminal-Bench 2. is not a format",
        ),
        (b'{"tests_outcomes":[true],"testcase":"a"}', "aider is not a format"),
        (b'[{"promptIdx":0,"testIdx":0,"success":true}]', "promptfoo is not a format"),
        (b"task,passed\n,1\n,0\n", "no attempt with a task id"),
        (b'task,x,X\na,"1', "Row 2 of the table has 2 cells; the header has 3"),
        (b'"' + b"a" * 200_000 + b'",b\n1,2\n', "cannot be read as a table: 'field larger than field limit"),
    ],
    ids=told,
)
def test_a_file_that_cannot_be_read_is_refused_with_its_reason(content: bytes | str, why: str) -> None:
    data = content.encode() if isinstance(content, str) else content
    with pytest.raises(InputError, match=why):
        read_results([("x", data)])
    beside = read_results([("good.csv", GOOD), ("x", data)])
    assert list(beside.runs) == ["good"]
    if "has a verdict" not in why:
        assert beside.refused[0][0] == "x"


def parquet(columns: dict[str, list[object]], names: list[str] | None = None) -> bytes:
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table(columns)
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table.rename_columns(names) if names else table, sink)
    return bytes(sink.getvalue().to_pybytes())


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (parquet({"task": [], "passed": []}), "The table has no rows"),
        (parquet({"a": ["x"], "b": [True]}, ["task", "task"]), "Two columns of the table have the same name"),
    ],
    ids=told,
)
def test_a_parquet_table_without_rows_or_with_a_name_twice_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(InputError, match=why):
        read_results([("x.parquet", data)])


def test_a_damaged_page_of_a_parquet_table_is_refused() -> None:
    data = bytearray(parquet({"task": ["a", "b"], "passed": [True, False]}))
    data[4:40] = bytes(36)  # the first page; the list of columns at the end is whole
    with pytest.raises(InputError, match="Parquet file is damaged"):
        read_results([("x.parquet", bytes(data))])


def test_a_table_past_the_limits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from passk_core.readers import tables

    monkeypatch.setattr(tables, "MAX_ROWS", 1)
    with pytest.raises(InputError, match="The table has 2 rows; at most 1 are read"):
        read_results([("x", parquet({"task": ["a", "b"], "passed": [True, False]}))])
    monkeypatch.setattr(tables, "MAX_COLUMNS", 1)
    with pytest.raises(InputError, match="The table has 2 columns; at most 1 are read"):
        read_results([("x", parquet({"task": ["a"], "passed": [True]}))])
    with pytest.raises(InputError, match="The table has 3 columns; at most 1 are read"):
        read_results([("x", GOOD)])


def test_a_csv_in_which_numbering_makes_two_names_alike_is_refused() -> None:
    # The second "a" would become "a (2)", which is there already.
    with pytest.raises(InputError, match="Two columns of the table have the same name"):
        read_results([("x", b"task,a,a,a (2)\nx,1,1,1\n")])


def test_more_runs_in_a_table_than_the_limit_are_refused() -> None:
    rows = "".join(f"m{i},a,1,1\n" for i in range(1001))
    with pytest.raises(InputError, match="more than 1000 values"):
        read_results([("x", f"model,task,n,c\n{rows}".encode())])


def test_an_archive_with_a_password_is_refused() -> None:
    data = bytearray(zipped({"a.csv": GOOD}))
    for header, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(header) + at] |= 1  # the flag that says so
    with pytest.raises(InputError, match="protected by a password"):
        read_results([("x.zip", bytes(data))])


def test_no_files_are_refused() -> None:
    with pytest.raises(InputError, match="no files"):
        read_results([])


def test_a_bomb_is_stopped_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow

    monkeypatch.setattr(unpack, "MAX_UNPACKED", 3_000_000)
    zeros = bytes(4_000_000)
    zstd = pyarrow.BufferOutputStream()
    with pyarrow.CompressedOutputStream(zstd, "zstd") as stream:
        stream.write(zeros)
    lying = bytearray(zipped({"a.csv": zeros}))
    for header, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = lying.index(header) + at
        lying[start : start + 4] = (100).to_bytes(4, "little")  # the size that the archive claims
    halves = {"a.csv": bytes(2_000_000), "b.csv": bytes(2_000_000)}
    for data in (gzip.compress(zeros), zstd.getvalue().to_pybytes(), zipped({"a.csv": zeros})):
        with pytest.raises(InputError, match="larger than 3 MB"):
            read_results([("x", data)])
    with pytest.raises(InputError, match=r"larger than 3 MB|damaged"):
        read_results([("x", bytes(lying))])
    reading = read_results([("good.csv", GOOD), ("x", zipped(halves))])
    assert "larger than 3 MB" in str(reading.refused[1][1])


def test_an_archive_of_too_many_files_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpack, "MAX_MEMBERS", 2)
    with pytest.raises(InputError, match="holds 3 files; at most 2"):
        read_results([("x.zip", zipped(dict.fromkeys("abc", GOOD)))])


def test_a_damaged_member_leaves_the_others_of_its_archive() -> None:
    data = bytearray(zipped({"good.csv": GOOD, "bad.csv": b"task,n,c\nx,3,1\n"}))
    data[data.index(b"bad.csv") + 12] ^= 255
    reading = read_results([("x.zip", bytes(data))])
    assert list(reading.runs) == ["good"]
    assert [name for name, _ in reading.refused] == ["bad.csv"]


def test_json_that_is_no_strict_json_is_read_past_the_blanks_before_it() -> None:
    text = b' \n\t[{"task_id":"a","passed":true,"score":NaN}]'
    (run,) = read_results([("x", text)]).runs.values()
    assert (run.n.tolist(), run.c.tolist()) == ([1], [1])


def test_half_an_emoji_and_nan_are_read_past() -> None:
    text = '{"task_id":"a","completion":"\\ud83d","score":NaN,"passed":true}\n{"task_id":"a","passed":false}\n'
    (run,) = read_results([("x", text.encode())]).runs.values()
    assert (run.n.tolist(), run.c.tolist()) == ([2], [1])


def test_several_refused_files_are_summed_up_by_the_first() -> None:
    with pytest.raises(InputError, match=r"None of the 2 files could be read. The first, a: The file is empty"):
        read_results([("a", b""), ("b", b"")])


def test_hostile_bytes_give_a_reading_or_a_refusal() -> None:
    draw = random.Random(20261130)
    found = {outcome(files, draw.choice(CHOICES)) for files, _ in zip(hostile(draw), range(1500), strict=False)}
    assert found == {"reading", "refused"}


def test_a_refusal_can_be_said_in_another_language() -> None:
    with pytest.raises(InputError) as caught:
        read_results([("x", json.dumps({"pass@1": 0.5}).encode())])
    assert "{keys}" in caught.value.template
    assert caught.value.values == {"keys": "pass@1"}
