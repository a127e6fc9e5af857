"""Mistakes that were reported in public about reading result files; each with the value that is right.

The cases are numbered as in reference/public_bug_cases.json of the folder ../shared (B01, S01, …); the small
inputs are written out here, with the issue that they stand for.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from passk_core import Counts, InputError, pass_at_k, pass_hat_k
from passk_core.readers import ReadChoices, Reading, read_results
from tests.test_readers import only, sentences

FAILED = ReadChoices(missing="failed", unscored="failed")


def read(value: Any, choices: ReadChoices | None = None) -> Reading:
    text = value if isinstance(value, str) else json.dumps(value)
    return read_results([("a.json", text.encode())], choices=choices or ReadChoices())


def run_of(reading: Reading) -> Counts:
    (run,) = reading.runs.values()
    return run


def at(reading: Reading, k: int) -> float:
    run = run_of(reading)
    return float(np.mean(pass_at_k(run.n, run.c, k)))


def hat(reading: Reading, k: int) -> float:
    run = run_of(reading)
    return float(np.mean(pass_hat_k(run.n, run.c, k)))


def simulations(rows: list[tuple[str, int, str]], planned: int) -> dict[str, Any]:
    """tau2-bench's file of rows (task, trial, pass | fail | infra)."""
    return {
        "info": {"num_trials": planned},
        "simulations": [
            {
                "task_id": task,
                "trial": trial,
                "termination_reason": "infrastructure_error" if how == "infra" else "user_stop",
                "reward_info": {"reward": float(how == "pass")},
            }
            for task, trial, how in rows
        ],
    }


def inspect(values: list[Any]) -> dict[str, Any]:
    samples = [{"id": "s", "epoch": i, "scores": {"m": {"value": value}}} for i, value in enumerate(values, 1)]
    return {
        "version": 2,
        "status": "success",
        "plan": {},
        "eval": {"config": {"epochs": len(values)}},
        "samples": samples,
    }


def test_b10_epochs_without_a_score_are_left_out_and_pass_at_2_is_not_defined() -> None:
    reading = read(inspect([0.0, float("nan"), float("nan")]))
    assert only(reading) == {"s": (1, 0)}
    with pytest.raises(InputError):
        pass_at_k(run_of(reading).n, run_of(reading).c, 2)


def test_b11_the_order_of_epochs_does_not_matter_and_one_of_two_is_unscored() -> None:
    for values in ([float("nan"), 1.0], [1.0, float("nan")]):
        reading = read(inspect(values))
        assert only(reading) == {"s": (1, 1)}
        assert "without a verdict: 1 of 2" in sentences(reading)


def test_b14_one_right_in_200_is_not_a_full_pass() -> None:
    reading = read({f"t{i}": [True] + [False] * 199 for i in range(164)})
    assert (at(reading, 1), at(reading, 100), at(reading, 200)) == pytest.approx((1 / 200, 1 / 2, 1))


def test_b19_a_table_of_rates_is_no_table_of_counts() -> None:
    with pytest.raises(InputError, match="summary numbers"):
        read("model,pass@1,pass@5,pass@10\nx,81.4,98.376984,106.0\n")


def test_b25_and_b27_draws_are_without_replacement() -> None:
    assert at(read({"t": [1, 0, 0, 0]}), 4) == 1
    reading = read("task,n,c\nt,200,1\n")
    assert (at(reading, 100), at(reading, 200)) == pytest.approx((1 / 2, 1))


def test_b30_the_order_of_seeds_does_not_matter() -> None:
    for scores in ([0, 0, 1, 0], [1, 0, 0, 0]):
        files = [
            (f"output-rs{i}.jsonl", json.dumps({"task_id": "t", "passed": bool(score), "seed": i}).encode())
            for i, score in enumerate(scores)
        ]
        assert at(read_results(files), 2) == pytest.approx(1 / 2)


def test_b33_all_results_of_a_task_count_not_the_first() -> None:
    reading = read([{"task_id": 0, "results": [0, 1, 1, 1]}])
    assert only(reading) == {"0": (4, 3)}


def test_b34_one_scored_answer_of_three_generated_is_n_1() -> None:
    row = {"doc_id": 0, "resps": [["a", "b", "c"]], "filtered_resps": ["a"], "filter": "none", "score": 1}
    reading = read(json.dumps(row) + "\n" + json.dumps({**row, "doc_id": 1}))
    assert set(only(reading).values()) == {(1, 1)}
    assert "generated for each document: 3" in sentences(reading)


def test_b36_infrastructure_errors_show_the_coverage() -> None:
    rows = [(task, i, "pass" if (task, i) == ("A", 0) else "infra") for task in "AB" for i in range(4)]
    reading = read(simulations(rows, 4))
    assert only(reading) == {"A": (1, 1)}
    assert "without a verdict: 7 of 8" in sentences(reading)
    assert "without any attempt that has a verdict: 1 of 2 ('B')" in sentences(reading)
    assert hat(read(simulations(rows, 4), FAILED), 1) == 1 / 8


def test_b37_both_conventions_for_missing_trials_are_a_choice() -> None:
    file = simulations([("a", 0, "pass"), ("a", 1, "pass"), ("b", 0, "pass")], 2)
    left_out, failed = read(file), read(file, FAILED)
    assert hat(left_out, 1) == 1
    assert "fewer attempts than 2: 1 ('b')" in sentences(left_out)
    assert (hat(failed, 1), hat(failed, 2)) == (3 / 4, 1 / 2)


def test_b42_timeouts_are_failures_and_their_share_is_said() -> None:
    results = ["passed"] * 4 + ["failed: x"] * 4 + ["timed out"] * 2
    reading = read("\n".join(json.dumps({"task_id": "t", "result": result}) for result in results))
    assert at(reading, 1) == pytest.approx(2 / 5)
    assert "timed out: 2 of 10" in sentences(reading)


def test_b43_a_timeout_stays_in_the_denominator() -> None:
    assert at(read("scenario,task,result\nx,a,pass\nx,b,timeout\n"), 1) == 1 / 2


def swe(total: int, **kinds: int) -> dict[str, Any]:
    ids: dict[str, list[str]] = {kind: [f"{kind}-{i}" for i in range(count)] for kind, count in kinds.items()}
    submitted = [name for names in ids.values() for name in names]
    keys = {
        "resolved": "resolved_ids",
        "unresolved": "unresolved_ids",
        "empty": "empty_patch_ids",
        "error": "error_ids",
    }
    return {"total_instances": total, "submitted_ids": submitted, **{keys[kind]: names for kind, names in ids.items()}}


def test_b44_empty_patches_and_errors_are_failures_and_are_said() -> None:
    reading = read(swe(500, resolved=144, unresolved=64, empty=276, error=16))
    assert at(reading, 1) == pytest.approx(36 / 125)
    assert "Empty patches: 276" in sentences(reading)
    assert "an error: 16" in sentences(reading)


def test_b45_the_denominator_is_asked_for() -> None:
    file = swe(50, resolved=20, unresolved=20, empty=7, error=1)
    assert at(read(file), 1) == pytest.approx(5 / 12)
    assert "submitted: 48 of 50" in sentences(read(file))
    assert at(read(file, ReadChoices(tasks_in_all=50)), 1) == pytest.approx(2 / 5)


def test_b47_samples_are_grouped_by_task_never_by_position() -> None:
    rows = [{"prompt_id": f"p{i % 16}", "reward": float(i % 3 == 0)} for i in range(78)]
    run = run_of(read(rows))
    assert (len(run), int(run.n.sum()), int(run.n.min()), int(run.n.max())) == (16, 78, 4, 5)
    assert "from 4 to 5" in sentences(read(rows))


def test_b49_a_task_with_more_rows_than_the_others_is_shown() -> None:
    rows = [{"id": "x", "passed": False}, {"id": "x", "passed": True}, {"id": "y", "passed": True}]
    reading = read(rows)
    assert at(reading, 1) == 3 / 4
    assert "Attempts a task: from 1 to 2" in sentences(reading)
    numbered = read([{**row, "run": 1} for row in rows])
    assert at(numbered, 1) == 1 / 2
    assert "task 'x', trial 1; the first is counted. With different outcomes: 1" in sentences(numbered)


def test_b51_several_programs_in_one_row_are_never_one_failed_sample() -> None:
    with pytest.raises(InputError, match="graded"):
        read('{"task_id":"T/0","solution":["good","bad"]}\n{"task_id":"T/1","solution":["good","bad"]}')
    graded = read([{"task_id": "T/0", "solution": ["good", "bad"], "passed": [True, False]}])
    assert (at(graded, 1), at(graded, 2)) == (1 / 2, 1)


def test_b58_a_trial_without_a_decided_grader_is_undecided_not_passed() -> None:
    reading = read({"t": [[None, None], [True]]})
    assert only(reading) == {"t": (1, 1)}
    assert "without a verdict: 1 of 2" in sentences(reading)


def test_b61_plus_never_exceeds_base() -> None:
    rows = {
        f"T/{i}": [
            {"base_status": "pass" if i < 104 else "fail", "plus_status": "pass" if i < 96 or i > 150 else "fail"}
        ]
        for i in range(164)
    }
    base, plus = read({"date": "", "hash": "", "eval": rows}).runs.values()
    assert Fraction(int(base.c.sum()), 164) == Fraction(26, 41)
    assert Fraction(int(plus.c.sum()), 164) == Fraction(24, 41)


def test_b68_the_mean_is_over_tasks_not_over_samples() -> None:
    assert at(read("task,n,c\na,10,9\nb,2,0\n"), 1) == pytest.approx(9 / 20)


def test_b90_a_task_without_a_file_is_a_failure_only_if_the_number_of_tasks_says_so() -> None:
    assert at(read([{"task_id": "a", "passed": True}], ReadChoices(tasks_in_all=2)), 1) == 1 / 2


@pytest.mark.parametrize("wrapped", [False, True])
def test_s01_a_trial_logged_twice_counts_once_and_is_named(wrapped: bool) -> None:
    rows = [{"task_id": "a", "trial": trial, "reward": 1.0, "info": {}} for trial in (0, 0, 1)]
    reading = read(simulations([("a", t, "pass") for t in (0, 0, 1)], 2) if wrapped else rows)
    assert (hat(reading, 1), hat(reading, 2)) == (1, 1)
    assert "task 'a', trial 0" in sentences(reading)


def test_s03_a_task_without_candidates_does_not_vanish_unsaid() -> None:
    reading = read({"1": [[0, {"passed": True, "result": "passed"}]], "2": []})
    assert only(reading) == {"1": (1, 1)}
    assert "1 of 2 ('2'); left out" in sentences(reading)


def test_s11_a_trial_logged_twice_is_no_third_trial() -> None:
    reading = read(simulations([("a", 0, "pass"), ("a", 0, "pass"), ("a", 1, "fail")], 2))
    assert (hat(reading, 1), hat(reading, 2)) == (1 / 2, 0)
    assert "task 'a', trial 0" in sentences(reading)
