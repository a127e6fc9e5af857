"""What each tool writes, from small files in its layout; the right counts are read off the files by eye."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from passk_core import InputError
from passk_core.readers import ReadChoices, Reading, read_results
from tests.test_readers import Table, only, sentences, table

FIXTURES = Path(__file__).parent / "fixtures"


def read(*names: str, choices: ReadChoices | None = None) -> Reading:
    return read_results([(name, (FIXTURES / name).read_bytes()) for name in names], choices=choices or ReadChoices())


def runs(reading: Reading) -> dict[str, Table]:
    return {name: table(run) for name, run in reading.runs.items()}


def read_json(value: Any, name: str = "a.json") -> Reading:
    return read_results([(name, json.dumps(value).encode())])


def test_human_eval_counts_the_lines_of_each_task() -> None:
    reading = read("human_eval.jsonl")
    assert only(reading) == {"HumanEval/0": (3, 2), "HumanEval/2": (3, 0), "HumanEval/1": (3, 3)}
    assert reading.recognised == (("human_eval.jsonl", "human-eval results"),)


@pytest.mark.parametrize("layout", ["evalplus_new", "evalplus_old"])
def test_evalplus_gives_base_and_plus_and_plus_needs_base(layout: str) -> None:
    reading = read(f"{layout}.json")
    expected = {
        "evalplus_new": ({"T/0": (2, 2), "T/1": (2, 0)}, {"T/0": (2, 1), "T/1": (2, 0)}),
        "evalplus_old": ({"T/0": (2, 1), "T/1": (2, 1)}, {"T/0": (2, 1), "T/1": (2, 0)}),
    }[layout]
    assert runs(reading) == dict(zip((f"{layout} (base)", f"{layout} (plus)"), expected, strict=True))
    if layout == "evalplus_new":
        assert "pass plus but not base: 1" in sentences(reading)


def test_evalplus_without_plus_has_one_run_and_says_so() -> None:
    reading = read_json({"eval": {"T/0": [{"base_status": "pass", "plus_status": None}]}, "hash": "", "date": ""})
    assert only(reading) == {"T/0": (1, 1)}
    assert "plus tests were not run" in sentences(reading)


def test_bigcodebench_counts_its_statuses() -> None:
    reading = read("bigcodebench.json")
    assert only(reading) == {"BigCodeBench/0": (1, 1), "BigCodeBench/1": (1, 0), "BigCodeBench/2": (1, 0)}
    assert "timed out: 1 of 3" in sentences(reading)


def test_code_eval_logs_are_pairs_of_number_and_record() -> None:
    assert only(read("code_eval_logs.json")) == {"0": (2, 1), "1": (2, 0)}


def test_livecodebench_ids_are_compared_as_text_and_codes_below_zero_fail() -> None:
    assert only(read("livecodebench_eval_all.json")) == {"3001": (3, 2), "1873_A": (3, 0), "abc301_a": (3, 3)}
    assert only(read("livecodebench_eval.json")) == {"0": (2, 1), "1": (2, 0)}


@pytest.mark.parametrize("name", ["inspect.json", "inspect_deflate.eval", "inspect_zstd.eval"])
def test_an_inspect_log_gives_a_run_of_each_scorer_over_its_epochs(name: str) -> None:
    reading = read(name)
    stem = name.split(".")[0]
    assert runs(reading) == {
        f"{stem} (match)": {"q1": (2, 1), "a/b": (2, 1)},
        f"{stem} (letters)": {"q1": (2, 1), "a/b": (2, 0)},
        f"{stem} (frac)": {"q1": (2, 1), "a/b": (1, 0)},
        f"{stem} (multi.a)": {"q1": (2, 1), "a/b": (2, 1)},
        f"{stem} (multi.b)": {"q1": (2, 2), "a/b": (2, 2)},
    }
    assert reading.available["scorer"] == ("match", "letters", "frac", "multi.a", "multi.b")
    assert f"{stem} (frac): Attempts without a verdict: 1 of 4" in sentences(reading)
    one = read(name, choices=ReadChoices(scorer="letters"))
    assert list(one.runs) == [f"{stem} (letters)"]
    with pytest.raises(InputError, match="no scorer 'x'"):
        read(name, choices=ReadChoices(scorer="x"))


def test_an_inspect_log_without_epochs_that_were_planned_says_so() -> None:
    log = json.loads((FIXTURES / "inspect.json").read_text())
    log["samples"].pop()
    log["status"] = "error"
    reading = read_json(log)
    assert "did not end normally" in sentences(reading)
    assert "fewer attempts than 2: 1 ('a/b')" in sentences(reading)


def test_tau_bench_passes_at_a_reward_of_one() -> None:
    reading = read("tau_bench.json")
    assert only(reading) == {"0": (2, 1), "1": (2, 2), "2": (2, 0)}
    assert "ended in an error: 1" in sentences(reading)
    assert "other than 0 and 1: 1 of 6" in sentences(reading)


def test_tau2_bench_takes_infrastructure_errors_out_and_says_so() -> None:
    reading = read("tau2_simulations.json")
    assert only(reading) == {"[mobile]a": (1, 1), "b": (1, 0)}
    assert "infrastructure error: 1" in sentences(reading)
    assert "without a verdict: 2 of 4" in sentences(reading)
    failed = read("tau2_simulations.json", choices=ReadChoices(unscored="failed"))
    assert only(failed) == {"[mobile]a": (2, 1), "b": (2, 0)}
    assert only(read("tau2_index.json")) == {"a": (2, 2), "b": (2, 1)}


def test_the_files_of_a_tau2_folder_are_parts_of_one_run() -> None:
    simulations = json.loads((FIXTURES / "tau2_simulations.json").read_text())["simulations"]
    files = [(f"simulations/{s['id']}.json", json.dumps({**s, "x": 1}).encode()) for s in simulations]
    reading = read_results(files, choices=ReadChoices(unscored="failed", join="all"))
    assert only(reading) == {"[mobile]a": (2, 1), "b": (2, 0)}


def test_a_swe_bench_report_counts_the_submitted_unless_the_number_of_tasks_is_given() -> None:
    reading = read("swe_bench_v2.json")
    assert only(reading) == {"a__a-1": (1, 1), "a__a-2": (1, 0), "a__a-3": (1, 0), "a__a-4": (1, 0)}
    assert "submitted: 4 of 10" in sentences(reading)
    assert reading.available["tasks_in_all"] == ("10",)
    (run,) = read("swe_bench_v2.json", choices=ReadChoices(tasks_in_all=10)).runs.values()
    assert (len(run), int(run.c.sum())) == (10, 1)


def test_old_swe_bench_reports_join_and_fill_up_to_the_number_of_tasks() -> None:
    names = ("swe_bench_old_run1.json", "swe_bench_old_run2.json")
    assert only(read(*names)) == {"a__a-1": (2, 2), "a__a-2": (2, 1)}
    assert only(read(*names, choices=ReadChoices(tasks_in_all=4))) == {
        "a__a-1": (2, 2), "a__a-2": (2, 1), "a__a-3": (2, 0), "(not named 1)": (2, 0),
    }  # fmt: skip


def test_swe_bench_reports_of_instances_are_parts_of_one_run() -> None:
    report = json.loads((FIXTURES / "swe_bench_instance.json").read_text())["a__a-1"]
    files = [
        ("report.json", json.dumps({name: {**report, "resolved": resolved}}).encode())
        for name, resolved in (("a__a-1", True), ("a__a-2", False))
    ]
    assert only(read_results(files)) == {"a__a-1": (1, 1), "a__a-2": (1, 0)}


def test_terminal_bench_counts_an_undecided_attempt_as_failed() -> None:
    reading = read("terminal_bench.json")
    assert only(reading) == {"x": (2, 1), "y": (2, 1)}
    assert "null: 1" in sentences(reading)


def test_lm_eval_counts_one_filter_and_says_which() -> None:
    reading = read("lm_eval_filters.jsonl")
    assert only(reading) == {"0": (1, 1), "1": (1, 0)}
    assert reading.available["filter"] == ("strict-match", "flexible-extract")
    assert "only strict-match is counted" in sentences(reading)
    assert only(read("lm_eval_filters.jsonl", choices=ReadChoices(filter="flexible-extract"))) == {
        "0": (1, 1), "1": (1, 1),
    }  # fmt: skip
    with pytest.raises(InputError, match="no filter 'x'"):
        read("lm_eval_filters.jsonl", choices=ReadChoices(filter="x"))


def test_lm_eval_recovers_c_from_the_documents_own_pass_at_k() -> None:
    assert only(read("lm_eval_passk.jsonl")) == {"0": (4, 3), "1": (4, 0)}


def test_lm_eval_says_where_pass_at_k_leaves_c_open() -> None:
    # pass@2 = 0.5 of 4 has c = 1; pass@2 = 1 of 4 has c = 3 or 4.
    reading = read("lm_eval_no_pass1.jsonl")
    assert only(reading) == {"0": (4, 1), "1": (4, 3)}
    assert "several c give the same pass@k (only k above 1 are given): 1" in sentences(reading)


def test_runs_of_different_models_in_logs_of_one_name_are_kept_apart() -> None:
    log = json.loads((FIXTURES / "inspect.json").read_text())
    log["samples"] = [sample for sample in log["samples"] if sample["epoch"] == 1]
    log["eval"]["config"]["epochs"] = 1
    other = json.loads(json.dumps(log).replace("mock/model", "mock/other"))
    files = [("log.json", json.dumps(value).encode()) for value in (log, other)]
    assert list(read_results(files, choices=ReadChoices(scorer="match")).runs) == ["log (match)", "log (match) (2)"]


@pytest.mark.parametrize(
    "content",
    [
        {"eval": {"T/0": [{"base_status": "pass", "plus_status": "pass"}], "T/1": []}},
        {
            "eval": {
                "T/0": {"base": [["pass", []]], "plus": [["pass", []]], "nfiles": 1},
                "T/1": {"base": [], "plus": []},
            }
        },
        {"eval": {"T/0": [{"status": "pass"}], "T/1": []}},
        [{"question_id": "T/0", "graded_list": [True]}, {"question_id": "T/1", "graded_list": []}],
        [{"detail": {}}, {"T/0": [[True]], "T/1": []}, []],
    ],
    ids=["evalplus", "evalplus, old", "bigcodebench", "livecodebench, graded", "livecodebench, each test"],
)
def test_a_task_without_samples_is_named_and_not_counted_as_failed(content: Any) -> None:
    reading = read_json(content)
    assert next(iter(runs(reading).values())) == {"T/0": (1, 1)}
    assert "T/1" in sentences(reading)


def eval_log(members: dict[str, Any]) -> Reading:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, json.dumps(content))
    return read_results([("log.eval", packed.getvalue())])


SAMPLES = [
    {"id": "q", "epoch": 1, "scores": {"match": {"value": "C"}}},
    {"id": "q", "epoch": 2, "scores": {"match": {"value": "I"}}},
]
START = {"eval": {"task": "t", "model": "m", "config": {"epochs": 2}}}


@pytest.mark.parametrize(
    "members",
    [
        {"header.json": {**START, "status": "success"}, "summaries.json": SAMPLES},
        {
            "_journal/start.json": START,
            "_journal/summaries/1.json": SAMPLES[:1],
            "_journal/summaries/2.json": SAMPLES[1:],
        },
        {"_journal/start.json": START, "samples/q_epoch_1.json": SAMPLES[0], "samples/q_epoch_2.json": SAMPLES[1]},
        {"header.json": {"status": "success"}, "summaries.json": SAMPLES},
    ],
    ids=["finished", "unfinished, journal", "unfinished, samples", "without settings"],
)
def test_an_inspect_archive_is_read_from_what_it_has(members: dict[str, Any]) -> None:
    assert only(eval_log(members)) == {"q": (2, 1)}


def test_an_inspect_scorer_with_a_list_of_values_is_several_scorers() -> None:
    log = {"version": 2, "status": "success", "eval": {}, "plan": {}}
    samples = [{"id": "q", "epoch": 1, "scores": {"two": {"value": ["C", "I"]}}}]
    assert runs(read_json({**log, "samples": samples})) == {"a (two.0)": {"q": (1, 1)}, "a (two.1)": {"q": (1, 0)}}


def test_an_inspect_score_that_says_neither_right_nor_wrong_is_refused() -> None:
    log = {"version": 2, "status": "success", "eval": {}, "plan": {}}
    samples = [{"id": "q", "epoch": 1, "scores": {"judge": {"value": "banana"}}}]
    with pytest.raises(InputError, match="Scorer 'judge' gives 'banana' for the sample 'q'"):
        read_json({**log, "samples": samples})


def lm_eval(*rows: dict[str, Any]) -> Reading:
    lines = [json.dumps({"doc_id": 0, "resps": [["x"]], "filtered_resps": ["x"], **row}) for row in rows]
    return read_results([("samples.jsonl", "\n".join(lines).encode())])


def test_lm_eval_rows_that_come_again_count_once() -> None:
    rows = [{"doc_id": i % 2, "resps": [["x", "y"]], "pass@1": 0.5} for i in range(3)]
    reading = lm_eval(*rows)
    assert only(reading) == {"0": (2, 1), "1": (2, 1)}
    assert "Documents that occur again: 1" in sentences(reading)


def test_lm_eval_rows_without_a_metric_of_right_and_wrong_or_with_too_many_filters_are_refused() -> None:
    with pytest.raises(InputError, match="no metric that says right or wrong; found bleu"):
        lm_eval({"bleu": 31.5}, {"doc_id": 1, "bleu": 12.0})
    with pytest.raises(InputError, match="more than 100 filters"):
        lm_eval(*({"filter": f"f{i}", "acc": 1.0} for i in range(101)))


def test_one_trial_of_terminal_bench_is_read_alone() -> None:
    trial = {"task_id": "x", "trial_name": "x.1-of-2.run", "is_resolved": True}
    assert only(read_json(trial)) == {"x": (1, 1)}


def test_tasks_with_one_true_or_false_are_tasks_with_one_attempt() -> None:
    assert only(read_json({"a": True, "b": False})) == {"a": (1, 1), "b": (1, 0)}


def test_a_verdict_inside_a_structure_is_found() -> None:
    rows = [
        {"task": "a", "outcome": {"result": {"passed": True}}},
        {"task": "a", "outcome": {"result": {"passed": False}}},
    ]
    assert only(read_json(rows)) == {"a": (2, 1)}


def test_rows_without_a_task_are_counted_apart() -> None:
    reading = read_json([{"task": "a", "passed": True}, {"task": None, "passed": "banana"}])
    assert only(reading) == {"a": (1, 1)}
    assert "without a task" in sentences(reading)
    wide = read_results([("x.csv", b"task,trial_1,trial_2\na,1,0\n,1,1\n")])
    assert only(wide) == {"a": (2, 1)}
    assert "without a task" in sentences(wide)
