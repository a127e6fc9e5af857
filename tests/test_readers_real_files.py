"""Files that the tools themselves wrote, and the right values of each: all from the folder ../shared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from passk_core import Counts, InputError, pass_at_k, pass_hat_k
from passk_core.readers import ReadChoices, read_results
from tests.conftest import SHARED

pytestmark = pytest.mark.needs_shared

DATA = SHARED / "data"
NOTED = DATA / "EXPECTED.json"
ENTRIES: list[dict[str, Any]] = json.loads(NOTED.read_text(encoding="utf-8"))["files"] if NOTED.is_file() else []
NOW = [entry for entry in ENTRIES if entry["reader"] == "now"]
REFUSED_BY_NAME = ("AGGREGATE", "UNGRADED", "GENERATIONS", "UNSCORED", "LINK_ONLY", "_pass_at_k.json")


def files_of(names: list[str]) -> list[tuple[str, bytes]]:
    return [(name, (DATA / name).read_bytes()) for name in names]


def value(run: Counts, metric: str) -> float:
    estimate = pass_at_k if metric.startswith("pass@") else pass_hat_k
    return float(np.mean(estimate(run.n, run.c, int(metric[5:]))))


@pytest.mark.parametrize("entry", NOW, ids=[f"{e['files'][0]} {e['table']}" for e in NOW])
def test_every_real_file_gives_its_values_to_six_digits(entry: dict[str, Any]) -> None:
    reading = read_results(files_of(entry["files"]), choices=ReadChoices(**entry.get("choices", {})))
    # The table is named by its first word in the run's name; "(and its siblings)" is a remark.
    label = entry["table"].split(" ")[0] if not entry["table"].startswith("(") else ""
    (run,) = [run for name, run in reading.runs.items() if not label or name.endswith(f"({label})")]
    assert not reading.refused
    assert len(run) == entry["tasks"]
    assert set(run.n.tolist()) == {entry["n"]}
    # The noted values were rounded to six digits, halves upwards.
    assert {metric: value(run, metric) for metric in entry["values"]} == pytest.approx(entry["values"], abs=5.1e-7)


def test_there_are_files_to_test() -> None:
    assert len(NOW) >= 25


def _to_refuse() -> list[Path]:
    found = sorted(DATA.rglob("*")) if DATA.is_dir() else []
    return [path for path in found if path.is_file() and any(mark in path.name for mark in REFUSED_BY_NAME)]


@pytest.mark.parametrize("path", _to_refuse(), ids=lambda path: path.name)
def test_summaries_ungraded_unscored_and_links_are_refused_with_a_reason(path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_results([(path.name, path.read_bytes())])
    reasons = ("summary numbers", "graded", "scored", "link", "not a format that this version reads")
    assert any(reason in str(caught.value) for reason in reasons)


def test_every_other_file_is_read_or_refused_with_a_sentence() -> None:
    paths = [path for path in DATA.rglob("*") if path.is_file() and path.name not in ("EXPECTED.json", "SOURCES.md")]
    reading = read_results([(str(path), path.read_bytes()) for path in paths], choices=ReadChoices(join="none"))
    assert len(reading.recognised) + len(reading.refused) == len(paths)
    later = {str(DATA / name) for entry in ENTRIES if entry["reader"] == "later" for name in entry["files"]}
    refused = {name: str(error) for name, error in reading.refused}
    assert later <= refused.keys()
    assert all("not a format that this version reads" in refused[name] for name in later)


@pytest.mark.parametrize(
    ("name", "pass_at_1"),
    [
        ("generic_shapes/long_task_run_passed.csv", 0.451220),
        ("generic_shapes/matrix_0_1_no_header.csv", 0.451220),
        ("livecodebench/DERIVED_20problems_eval.json", 0.305),
        ("inspect_ai/json/popularity_3samples_cancelled.json", 0.666667),
        ("lm_eval/generated_locally/samples_toy_arith_2026-11-30T02-55-08.710388.jsonl", 0.8),
        ("swe_bench/schema_v2_single/opencode_batch25.json", 0.24),
    ],
)
def test_other_real_files_give_what_they_or_their_origin_print(name: str, pass_at_1: float) -> None:
    (run,) = read_results(files_of([name])).runs.values()
    assert value(run, "pass@1") == pytest.approx(pass_at_1, abs=1e-6)
