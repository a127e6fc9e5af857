"""Every entry for text: whatever is typed, pasted or read, there is a value within its range or a sentence."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.fuzz import CHOICES
from page import check_words
from page.texts import LANGUAGES, Say
from passk_core import InputError, parse
from passk_core.__main__ import main as read_files
from passk_core.claims import ParsedClaims, parse_claims
from passk_core.claims.__main__ import main as check_table
from passk_core.claims.text import MAX_CLAIMS, ROUNDINGS, unit_of, window_of
from passk_core.readers import ReadChoices, read_results
from tests.hostile import assert_told, texts

pytestmark = pytest.mark.usefixtures("no_hang")

COUNTS = b"run,task,n,c\nA,sum,10,3\nA,sort,10,10\n"


def is_probability(value: object) -> bool:
    return isinstance(value, Fraction) and (value == 0 or Fraction(1, 10**300) <= value <= 1)


def is_count(value: object, low: int = 1, high: int = 10**9) -> bool:
    return type(value) is int and low <= value <= high


def is_listed(value: Any, fits: Callable[[Any], bool]) -> bool:
    return type(value) is list and 1 <= len(value) <= 1000 and all(map(fits, value))


def are_claims(found: ParsedClaims) -> bool:
    """Up to 16 claims, each metric and k once, each a window of values, that read back as they were read."""
    unit = unit_of(found.claims)
    ends = [window_of(claim, unit, rounding) for claim in found.claims for rounding in ROUNDINGS]
    again = parse_claims(check_words.one_line(found))
    return (
        1 <= len(found.claims) <= MAX_CLAIMS
        and len({claim.name for claim in found.claims}) == len(found.claims)
        and all(end.low < end.high for end in ends)
        and again.claims == found.claims
    )


PARSERS: dict[str, tuple[Callable[[str], Any], Callable[[Any], bool]]] = {
    "probability": (parse.parse_probability, is_probability),
    "count": (partial(parse.parse_count, name="n"), is_count),
    "count within": (partial(parse.parse_count, name="c", low=0, high=10), partial(is_count, low=0, high=10)),
    "count, decimal comma": (partial(parse.parse_count, name="n", decimal_comma=True), is_count),
    "points": (parse.parse_points, lambda value: isinstance(value, Fraction) and 0 < value <= 1),
    "amount": (parse.parse_amount, lambda value: type(value) is float and 1e-12 <= value <= 1e12),
    "rates": (parse.parse_rates, partial(is_listed, fits=is_probability)),
    "list of k": (parse.parse_ks, lambda value: is_listed(value, is_count) and value == sorted(set(value))),
    "pairs": (parse.parse_pairs, partial(is_listed, fits=lambda pair: is_count(pair[0]) and 0 <= pair[1] <= pair[0])),
    "claims": (parse_claims, are_claims),
}


def test_every_parser_of_what_people_type_is_tested_here() -> None:
    of_the_core = {function for name, function in vars(parse).items() if name.startswith("parse_")}
    tested = {getattr(function, "func", function) for function, _ in PARSERS.values()}
    assert of_the_core | {parse_claims} == tested


@pytest.mark.parametrize("entry", PARSERS)
@settings(max_examples=200)
@given(texts)
@example("9" * 10**6)
@example("1e" + "9" * 10**6)
@example(" " * 10**6)
@example("1," * 10**6)
@example("1 " * 10**6)
@example("1/" * 10**6)
@example("1% " * 10**5)
@example("pass@1 " * 10**5)
@example(",000" * 49)
def test_every_text_gives_a_value_in_its_range_or_a_sentence(entry: str, text: str) -> None:
    read, fits = PARSERS[entry]
    try:
        value = read(text)
    except InputError as refusal:
        assert_told(refusal, text)
    else:
        assert fits(value)


# --- files --------------------------------------------------------------------------------------

scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts
KEYS = ("task_id", "task", "passed", "n", "c", "result", "samples", "eval", "results", "doc_id", "filter", "score")
documents = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | texts, inner, max_size=4),
    max_leaves=12,
)
contents = st.one_of(
    st.binary(max_size=300),
    texts.map(lambda text: text.encode("utf-8", "surrogatepass")),
    documents.map(lambda value: json.dumps(value).encode()),
    st.lists(documents, max_size=4).map(lambda values: "\n".join(map(json.dumps, values)).encode()),
    st.lists(st.lists(texts, max_size=4).map(",".join), max_size=4).map(
        lambda rows: "\n".join(["task,n,c", *rows]).encode("utf-8", "replace")
    ),
)


@given(st.lists(st.tuples(texts, contents), min_size=1, max_size=3), st.sampled_from(CHOICES))
def test_files_with_any_name_and_content_give_counts_or_a_sentence(
    files: list[tuple[str, bytes]], choices: ReadChoices
) -> None:
    typed = " ".join(name for name, _ in files) + repr(files)
    try:
        reading = read_results(files, choices=choices)
    except InputError as refusal:
        assert_told(refusal, typed)
        return
    for _, refusal in reading.refused:
        assert_told(refusal, typed)
    for counts in reading.runs.values():
        assert len(counts) >= 1
        assert ((counts.c >= 0) & (counts.c <= counts.n)).all()
    for say in map(Say, LANGUAGES):
        assert all(say.told(notice).strip() for notice in reading.noticed)


# --- the command lines --------------------------------------------------------------------------


def printed(command: Callable[[list[str]], int], arguments: list[str]) -> tuple[int, str, str]:
    """The exit status of a command and what it printed, to a terminal that takes UTF-8 and nothing else."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors=how) for how in ("strict", "backslashreplace"))
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = command(arguments)
        except SystemExit as end:  # argparse's own refusal
            status = int(end.code or 0)
    for stream in (out, err):
        stream.flush()
    return status, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()  # type: ignore[attr-defined]


def assert_answered(status: int, out: str, err: str) -> None:
    assert status in (0, 2)
    assert "Traceback" not in out + err
    assert err.strip() if status == 2 else out.strip()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("hostile")
    (made / "counts.csv").write_bytes(COUNTS)
    return made


@settings(max_examples=60)
@given(option=st.sampled_from(["k", "level", "tasks-in-all", "filter", "scorer", "missing", "join"]), text=texts)
def test_any_option_of_the_command_that_reads_files_is_answered(folder: Path, option: str, text: str) -> None:
    assert_answered(*printed(read_files, [str(folder / "counts.csv"), f"--{option}={text}"]))


@settings(max_examples=60)
@given(name=texts, content=contents)
def test_files_of_any_name_and_content_are_answered_by_the_command(folder: Path, name: str, content: bytes) -> None:
    (folder / "given.json").write_bytes(content)
    assert_answered(*printed(read_files, ["--", str(folder / "given.json"), f"{folder}/{name.replace('/', '')}"]))


cells = st.lists(st.one_of(texts, st.sampled_from(["pass@k", "pass^k", "1", "10", "0.5", "0.25"])), max_size=5)


@settings(max_examples=60)
@given(
    contents
    | st.lists(cells.map(",".join), max_size=5).map(
        lambda rows: "\n".join(["source,metric,k,value,n_samples", *rows]).encode("utf-8", "surrogatepass")
    )
)
@example(b"metric,k,value\n" + b'"' + b"x" * 200_000)
@example(b"metric,k,value\npass@k,1,0.5\x00\n")
def test_tables_of_any_content_are_answered_by_the_command_that_checks_them(folder: Path, content: bytes) -> None:
    (folder / "values.csv").write_bytes(content)
    assert_answered(*printed(check_table, [str(folder / "values.csv"), "--seconds=0.05"]))


@settings(max_examples=30)
@given(texts, texts)
def test_any_time_and_any_name_are_answered_by_the_command_that_checks_tables(
    folder: Path, seconds: str, name: str
) -> None:
    (folder / "one.csv").write_text("metric,k,value\npass@k,1,0.5\n", encoding="utf-8")
    assert_answered(*printed(check_table, [str(folder / "one.csv"), f"--seconds={seconds}"]))
    assert_answered(*printed(check_table, ["--", f"{folder}/{name.replace('/', '')}"]))


def test_names_that_a_terminal_cannot_show_are_printed_all_the_same(folder: Path) -> None:
    counts, values = folder / "\udcff.csv", folder / "\udcfe.csv"
    counts.write_bytes(COUNTS)
    assert "\\udcff.csv: a table" in printed(read_files, [str(counts)])[1]
    values.write_text("metric,k,value\npass@k,1\n", encoding="utf-8")
    assert_answered(*printed(check_table, [str(values)]))
