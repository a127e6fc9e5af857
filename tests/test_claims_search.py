"""The search of the check: it keeps to its time however large the question is, and what it says then is true."""

from __future__ import annotations

import time
from math import inf
from typing import Any

import numpy as np
import pytest
from scipy import optimize

from passk_core import pass_at_k, pass_hat_k
from passk_core.claims import Claim, check_claims, evidence, feasible, parse_claims, shares
from passk_core.claims import check as judging
from passk_core.claims.text import Window, window_of

CAN, CANNOT, UNDECIDED = "can be true", "cannot all come from one set of counts", "undecided"
KS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)


def windows_of(text: str) -> list[Window]:
    return [window_of(claim, "percent", "rounded") for claim in parse_claims(text).claims]


def reported(n: int, counts: np.ndarray, metrics: list[tuple[str, int]], decimals: int) -> str:
    """The claims that somebody with these counts would print."""
    values = {"pass@": pass_at_k, "pass^": pass_hat_k}
    return ";".join(f"{m}{k}:{100 * np.mean(values[m](n, counts, k)):.{decimals}f}" for m, k in metrics)


def every_program(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any], np.ndarray]]:
    """The programs that are given to the solver from here on: which one, its options, its upper bounds."""
    found: list[tuple[str, dict[str, Any], np.ndarray]] = []
    linear, whole = optimize.linprog, optimize.milp

    def linprog(c: Any, **given: Any) -> Any:
        found.append(("linear", given["options"], np.zeros(len(c))))
        return linear(c, **given)

    def milp(c: Any, **given: Any) -> Any:
        found.append(("whole", given["options"], np.broadcast_to(given["bounds"].ub, len(c))))
        return whole(c, **given)

    monkeypatch.setattr(optimize, "linprog", linprog)
    monkeypatch.setattr(optimize, "milp", milp)
    return found


# --- time ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [20, None])
def test_every_program_is_given_what_is_left_of_the_time(n: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = every_program(monkeypatch)
    check_claims(parse_claims("pass@1:67.3;pass@10:85;pass^3:40").claims, 164, n, seconds=2)
    check_claims(parse_claims("pass@1:40;pass@2:70").claims, 100, 100, seconds=2)  # impossible: the conflict is sought
    assert {kind for kind, _, _ in programs} == {"linear", "whole"}
    assert all(0 <= options["time_limit"] <= 2 for _, options, _ in programs)


@pytest.mark.parametrize(("n", "tasks"), [(200, 10**5), (1999, 10**7), (20_000, 10**7), (10, 10**7)])
def test_the_solver_never_gets_what_it_is_known_to_stay_with(
    n: int, tasks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 1e7 tasks, n = 1999 and 15 claims it stayed for eight minutes, its limit of seconds notwithstanding."""
    programs = every_program(monkeypatch)
    counts = np.random.default_rng(1).binomial(n, np.random.default_rng(2).beta(0.3, 0.6, 164))
    ks = sorted({max(1, int(n ** (i / 15))) for i in range(16)})
    text = reported(n, counts, [("pass^" if i % 2 else "pass@", k) for i, k in enumerate(ks)], 4)
    feasible.counts_can_fit(windows_of(text), tasks, n, time.monotonic() + 0.5)
    whole = [upper for kind, _, upper in programs if kind == "whole"]
    assert all(upper.size <= 25 or upper.max() <= 200 for upper in whole)


def test_shares_that_were_not_settled_are_not_said_to_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "shares_can_fit", lambda *_: "undecided")
    claims = parse_claims("pass@1:67.3;pass@10:85").claims
    shape = check_claims(claims, seconds=60)
    assert shape.verdict == UNDECIDED
    assert "not settled in the time allowed" in str(shape.reasons[0])
    assert check_claims(claims, 164, 20, seconds=60).verdict == CAN  # a table that is found needs no more
    monkeypatch.setattr(judging, "counts_can_fit", lambda *_: feasible.Found("undecided"))
    counts = check_claims(claims, 164, 20, seconds=60)
    assert counts.verdict == UNDECIDED
    assert not any("exist" in str(reason) for reason in counts.reasons)


def test_past_their_time_shares_are_undecided_and_ranges_none() -> None:
    impossible = windows_of("pass@1:10;pass@2:60")
    assert shares.shares_can_fit(impossible, 5, until=0.0) == "undecided"
    assert shares.shares_range(windows_of("pass@1:50"), 5, "pass@", 2, until=0.0) is None


def test_a_solver_that_gives_up_leaves_shares_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimize, "linprog", lambda *_, **__: optimize.OptimizeResult(x=None, status=4))
    assert shares.shares_can_fit(windows_of("pass@1:50"), 5, until=inf) == "undecided"


# --- what is said where the time is short -------------------------------------------------------


def test_a_conflict_that_was_not_narrowed_down_still_has_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "shares_can_fit", lambda *_: "undecided")
    monkeypatch.setattr(evidence, "counts_can_fit", lambda *_: feasible.Found("undecided"))
    result = check_claims(parse_claims("pass@1:40;pass@2:70").claims, 100, 100, seconds=60)
    assert (result.verdict, result.conflict) == (CANNOT, result.claims)
    assert [str(reason) for reason in result.reasons] == [
        "No table of counts has all of pass@1 = 40%, pass@2 = 70%; "
        "which of them conflict was not found in the time allowed."
    ]
    assert "different settings" in [one.kind for one in result.explanations]


def test_values_that_no_shares_can_have_are_not_said_to_be_possible_as_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its ranges, the conflict must not be laid at the door of whole numbers of tasks."""
    monkeypatch.setattr(evidence, "shares_range", lambda *_: None)
    result = check_claims(parse_claims("pass@1:40;pass@2:70").claims, 100, 100, seconds=60)
    assert [str(reason) for reason in result.reasons] == [
        "No shares of tasks have all these values: pass@1 = 40%, pass@2 = 70%."
    ]


def test_of_sixteen_values_those_that_conflict_are_found_with_k_up_to_100_000() -> None:
    """Two of them: pass@100000 is at most twice pass@50000 = 30%, and 70% is reported."""
    values = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 26, 30, 70]
    text = ";".join(f"pass@{k}:{value}" for k, value in zip(KS, values, strict=True))
    result = check_claims(parse_claims(text).claims, 164, seconds=60)
    assert result.verdict == CANNOT
    assert [claim.k for claim in result.conflict] == [50_000, 100_000]


# --- shares -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "k"), [(601, 1), (2000, 3), (2000, 1500), (20_000, 300), (20_000, 20_000)])
def test_values_for_many_samples_are_those_of_the_estimators(n: int, k: int) -> None:
    c = np.concatenate([np.arange(70), np.arange(n - 70, n + 1), np.arange(70, n - 70, 97)])
    assert np.abs(shares.values_of("pass@", n, k)[c] - pass_at_k(n, c, k)).max() < 3e-14
    assert np.abs(shares.values_of("pass^", n, k)[c] - pass_hat_k(n, c, k)).max() < 3e-14


@pytest.mark.parametrize("n", [7, 300, 2500])
def test_a_range_is_the_one_of_a_program_over_all_counts(n: int) -> None:
    rng = np.random.default_rng(n)
    counts = rng.binomial(n, rng.beta(0.4, 0.6, 50))
    text = reported(n, counts, [("pass@", 1), ("pass^", 2), ("pass@", 4), ("pass@", n // 2)], 1)
    windows, c = windows_of(text), np.arange(n + 1)
    values = {"pass@": pass_at_k, "pass^": pass_hat_k}
    points = np.array([values[w.claim.metric](n, c, w.claim.k) for w in windows])
    low, high = ([float(getattr(w, end)) for w in windows] for end in ("low", "high"))
    for metric, k in (("pass@", 3), ("pass^", 5)):
        expected = [
            sign
            * optimize.linprog(
                sign * values[metric](n, c, k),
                A_ub=np.vstack([points, -points]),
                b_ub=np.concatenate([high, np.negative(low)]),
                A_eq=np.ones((1, n + 1)),
                b_eq=[1.0],
            ).fun
            for sign in (1, -1)
        ]
        assert shares.shares_range(windows, n, metric, k, inf) == pytest.approx(expected, abs=2e-7)  # type: ignore[arg-type]


def test_shares_are_told_apart_at_the_edge_of_what_is_possible() -> None:
    """With n = 2500 no mix has a pass@2500 above 2500 times its pass@1."""
    assert shares.shares_can_fit(windows_of("pass@1:0.02;pass@2500:51"), 2500, inf) == "fits"
    assert shares.shares_can_fit(windows_of("pass@1:0.02;pass@2500:63.6"), 2500, inf) == "does not fit"


# --- whole numbers of many tasks ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "tasks", "decimals"), [(200, 2294, 2), (100, 10**7, 2), (2000, 10**5, 2), (30, 10**5, 6)]
)
def test_tables_of_many_tasks_are_found(n: int, tasks: int, decimals: int) -> None:
    # Of very many tasks each row stands for 100 or 10,000.
    rows = tasks if tasks < 10**5 else 1000
    counts = np.random.default_rng(3).binomial(n, np.random.default_rng(4).beta(0.4, 0.6, rows))
    text = reported(n, counts, [("pass@", 1), ("pass@", 10), ("pass^", 2), ("pass@", 25)], decimals)
    found = feasible.counts_can_fit(windows_of(text), tasks, n, time.monotonic() + 60)
    assert found.answer == "fits"
    assert found.table is not None
    assert sum(found.table.values()) == tasks
    of, many = np.array(list(found.table)), np.array(list(found.table.values()))
    for claim in parse_claims(text).claims:
        values = pass_at_k(n, of, claim.k) if claim.metric == "pass@" else pass_hat_k(n, of, claim.k)
        assert 100 * (values @ many) / tasks == pytest.approx(float(claim.printed), abs=0.5 * 10.0**-decimals + 1e-7)


def test_an_exact_check_that_takes_too_long_is_no_table() -> None:
    assert feasible.table_fits({0: 1, 1: 1}, windows_of("pass@1:50"), 1)
    assert not feasible.table_fits({0: 1, 1: 1}, windows_of("pass@1:50"), 1, until=0.0)


def test_the_claims_of_one_value_that_fails_are_named_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sets of samples; the second fails by the search alone, and no time is left to look further."""

    def search(windows: Any, tasks: int, n: int, until: float) -> feasible.Found:
        return feasible.Found("does not fit" if windows[0].claim.k == 10 else "undecided")

    monkeypatch.setattr(judging, "counts_can_fit", search)
    monkeypatch.setattr(evidence, "counts_can_fit", lambda *_: feasible.Found("undecided"))
    result = check_claims(parse_claims("pass@1:67.3;pass@10:85").claims, 164, 20, same_samples=False, seconds=60)
    assert (result.verdict, result.conflict) == (CANNOT, (Claim("pass@", 10, "85"),))
    assert [str(reason) for reason in result.reasons] == ["No table of counts has pass@10 = 85%."]
