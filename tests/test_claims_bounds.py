"""Bounds against reference values and against all tables of small benchmarks."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import pytest

from passk_core.claims import Claim, range_from_total, totals, true_range, true_range_from_two
from passk_core.errors import InputError


def test_one_true_value_bounds_another(reference: dict[str, Any]) -> None:
    for case in reference["two_point"]:
        found = true_range(case["a"], float(case["A"]), case["b"])
        assert found == pytest.approx((float(case["lo"]), float(case["hi"])), rel=1e-14, abs=1e-14)


def test_two_true_values_bound_a_third(reference: dict[str, Any]) -> None:
    for case in reference["three_point"]:
        found = true_range_from_two(case["a"], float(case["A"]), case["b"], float(case["B"]), case["m"])
        assert found == pytest.approx((float(case["lo"]), float(case["hi"])), abs=1e-9)


def test_two_true_values_that_no_mix_gives_are_refused() -> None:
    with pytest.raises(InputError, match="No mix"):
        true_range_from_two(1, 0.5, 2, 0.4, 3)
    with pytest.raises(InputError, match="below"):
        true_range_from_two(2, 0.5, 2, 0.6, 3)


def test_a_second_value_that_only_doubles_round_to_1_adds_nothing_to_the_first() -> None:
    # 1 - 0.1^400 is no double but 1: pass@10 lies between 0.9 and 1 - 0.1^10.
    assert true_range_from_two(1, 0.9, 400, 1.0, 10) == pytest.approx((0.9, 1 - 1e-10), rel=1e-15)


def test_equal_true_values_leave_no_room() -> None:
    assert true_range_from_two(1, 0.4, 10, 0.4, 100) == (0.4, 0.4)
    assert true_range_from_two(2, 0.4, 10, 0.4, 1) == (0.4, 0.4)
    assert true_range_from_two(1, 0.0, 10, 0.0, 100) == (0.0, 0.0)


def test_the_range_from_a_total_matches_reference(reference: dict[str, Any]) -> None:
    for case in reference["finite_n_range"]:
        for metric, key in (("pass@", "pass_at_k"), ("pass^", "pass_hat_k")):
            low, high = range_from_total(case["N"], case["n"], case["total_correct"], case["k"], metric)  # type: ignore[arg-type]
            assert float(low) == pytest.approx(float(case[key][0]), rel=1e-15)
            assert float(high) == pytest.approx(float(case[key][1]), rel=1e-15)


@pytest.mark.parametrize(("tasks", "n"), [(1, 4), (2, 5), (3, 4), (4, 3)])
def test_the_range_from_a_total_is_that_of_all_tables(tasks: int, n: int) -> None:
    tables = list(combinations_with_replacement(range(n + 1), tasks))
    for k in range(1, n + 1):
        for total in range(tasks * n + 1):
            for metric in ("pass@", "pass^"):
                means = [
                    sum((share(metric, n, c, k) for c in table), Fraction(0)) / tasks
                    for table in tables
                    if sum(table) == total
                ]
                assert range_from_total(tasks, n, total, k, metric) == (min(means), max(means))  # type: ignore[arg-type]


def share(metric: str, n: int, c: int, k: int) -> Fraction:
    return 1 - Fraction(comb(n - c, k), comb(n, k)) if metric == "pass@" else Fraction(comb(c, k), comb(n, k))


def test_the_totals_behind_a_printed_mean(reference: dict[str, Any]) -> None:
    for case in reference["grim"]:
        claim = Claim("pass@", 1, case["text"])
        assert totals(claim, case["N"], case["n"], truncated=case["mode"] == "trunc") == case["totals"]


def test_totals_are_for_single_attempts() -> None:
    with pytest.raises(InputError, match="k = 1"):
        totals(Claim("pass@", 2, "67.3"), 164, 20)
