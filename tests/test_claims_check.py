"""The check: no false alarms, nothing impossible let through, and sentences that say why."""

from __future__ import annotations

import random
import time
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import pytest

from passk_core.claims import Claim, ClaimsCheck, Number, check_claims, evidence, feasible, parse_claims, shares
from passk_core.claims import check as judging
from passk_core.claims.text import window_of
from passk_core.errors import InputError

CAN, CANNOT, UNDECIDED = "can be true", "cannot all come from one set of counts", "undecided"


def check(text: str, tasks: int | None = None, n: int | None = None, **settings: Any) -> ClaimsCheck:
    return check_claims(parse_claims(text).claims, tasks, n, **settings)


def kinds(result: ClaimsCheck) -> list[str]:
    return [reason.kind for reason in result.reasons]


def share(metric: str, n: int, c: int, k: int) -> Fraction:
    return 1 - Fraction(comb(n - c, k), comb(n, k)) if metric == "pass@" else Fraction(comb(c, k), comb(n, k))


def mean(metric: str, n: int, table: dict[int, int], k: int) -> Fraction:
    total = sum((many * share(metric, n, c, k) for c, many in table.items()), Fraction(0))
    return total / sum(table.values())


def printed(value: Fraction, decimals: int, rounding: str) -> str:
    """The value as a percentage with these decimals; 28 digits of division decide every tie."""
    exact = Decimal(value.numerator * 100) / Decimal(value.denominator)
    return str(exact.quantize(Decimal(1).scaleb(-decimals), rounding=rounding))


def prints_as(result: ClaimsCheck, claim: Claim) -> bool:
    """Whether the witness has the claimed value, from half a unit below to half a unit above."""
    assert result.witness is not None
    assert result.witness_n is not None
    value = 100 * mean(claim.metric, result.witness_n, result.witness, claim.k)
    return abs(value - claim.printed) <= Fraction(1, 2 * 10**claim.decimals) + Fraction(1, 10**7)


@pytest.fixture
def verdict_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves out the ranges for other k, which take most of the time of an easy check."""
    monkeypatch.setattr(evidence, "implied_ranges", lambda *_: ())
    monkeypatch.setattr(evidence, "_CHEAP_N", 0)


# --- the four examples of the page -------------------------------------------------------------


def test_one_sample_on_164_tasks_moves_in_steps() -> None:
    result = check("pass@1:67.3", 164, 1)
    assert result.verdict == CANNOT
    assert kinds(result) == ["lattice"]
    sentence = str(result.reasons[0])
    assert "67.1%" in sentence
    assert "67.7%" in sentence
    assert "0.61 points" in sentence
    assert "several samples" in [one.kind for one in result.explanations]


def test_values_that_fit_come_with_a_table_that_has_them() -> None:
    result = check("pass@1:67.3;pass@10:85", 164, 20)
    assert result.verdict == CAN
    assert result.rounding == "rounded"
    assert sum(result.witness.values()) == 164  # type: ignore[union-attr]
    assert all(prints_as(result, claim) for claim in result.claims)
    assert not result.explanations


def test_a_growing_step_is_shown_with_the_largest_value_allowed() -> None:
    result = check("pass@1:37.98;pass@2:44.72;pass@3:56.76", 89, 5)
    assert result.verdict == CANNOT
    told = {reason.kind: str(reason) for reason in result.reasons}
    assert "6.74 points" in told["concave"]
    assert "12.04" in told["concave"]
    assert "at most 51.5%" in told["concave"]
    assert "51.0%" in told["whole bounds"]
    third = next(one for one in result.ranges if one.name == "pass@3")
    assert third.high == pytest.approx(0.51475, abs=1e-6)  # 2 x 44.725 - 37.975, allowing for rounding
    assert third.whole_high == Fraction(454, 890)


def test_the_number_of_samples_is_found_where_it_is_not_known() -> None:
    result = check("pass^1:46.0;pass^2:32.6;pass^3:26.3;pass^4:22.5", 50, seconds=120)
    assert result.verdict == CAN
    assert (result.n_fits, result.n_excluded, result.n_undecided) == (7, (4, 5, 6), ())
    assert result.witness_n == 7
    assert all(prints_as(result, claim) for claim in result.claims)
    assert "4, 5, 6" in str(result.reasons[1])


# --- reference values and reported cases --------------------------------------------------------


def test_feasibility_matches_reference(reference: dict[str, Any]) -> None:
    for case in reference["feasibility"]:
        claims = [Claim("pass@" if kind == "at" else "pass^", k, text) for k, text, kind in case["reports"]]
        result = check_claims(claims, case["N"], case["n"], seconds=20)
        assert result.verdict == (CAN if case["milp"] == "feasible" else CANNOT), case
        shape = check_claims(claims, None, case["n"])
        lattice = {"k above n", "range"}
        assert shape.verdict == (CAN if case["lp"] == "feasible" else CANNOT) or lattice & set(kinds(shape))


@pytest.mark.parametrize(
    ("text", "tasks", "n", "verdict", "kind"),
    [
        ("pass@5: 100", 1, 2, CANNOT, "k above n"),  # human-eval issue 35: 0 of 2 reported as pass@5 = 1
        ("pass@100: 100", 1, 99, CANNOT, "k above n"),  # MultiPL-E issue 40
        ("pass@10: 100", 1, 5, CANNOT, "k above n"),  # ai-engineering-from-scratch pull 210
        ("pass^2: 0.0", 1, 1, CANNOT, "k above n"),  # cap-evolve issue 112
        ("pass@10: 100", None, 5, CANNOT, "k above n"),  # opencompass 0.5.4
        ("pass@1: 30.4878, pass@10: 97.67863, pass@100: 100", 164, 1, CANNOT, "k above n"),  # aprender pull 2118
        ("pass@1: 30.5", 164, 1, CAN, None),
        ("pass@1: 81.4, pass@5: 98.376984, pass@10: 106.0", 230, None, CANNOT, "range"),  # CoderEval issue 10
        ("pass@1: 5, pass@5: 25, pass@10: 50", 2, 10, CAN, None),  # composer pull 2550
        ("pass@1: 0.9263157894736841", 19, 2, CANNOT, "lattice"),  # evalplus issue 24
        ("pass@1: 0.9263157894736841", 19, 5, CAN, None),
        ("pass@1: 87.66666666666667, pass@2: 91.25925925925927", 30, 10, CAN, None),  # NeMo-Skills pull 1256
        ("pass@1: 91.66666666666667, pass@2: 91.25925925925927", 30, 10, CANNOT, "monotone"),
        ("pass@1: 91.66666666666667", 30, 2, CAN, None),
        ("pass@1: 37.98, pass@2: 44.72", 89, 5, CAN, None),  # Dressage pull 26
        ("pass@1: 37.98, pass@2: 44.72, pass@3: 56.76", 89, 5, CANNOT, "concave"),
    ],
)
def test_cases_that_people_reported(
    text: str, tasks: int | None, n: int | None, verdict: str, kind: str | None
) -> None:
    result = check(text, tasks, n)
    assert result.verdict == verdict
    assert kind is None or kind in kinds(result)


def test_a_good_curve_of_eight_values_passes() -> None:
    """SkyThought pull 64: 30 tasks, n = 128; finding a table may take longer than is allowed, refusing one never."""
    text = "pass@1 53.438, pass@2 65.496, pass@4 74.260, pass@8 78.576, pass@16 80.524, pass@32 82.379"
    text += ", pass@64 84.999, pass@128 90.000"
    result = check(text, 30, 128)
    assert result.verdict in (CAN, UNDECIDED)
    assert check(text, None, 128).verdict == CAN


# --- no false alarms, and nothing let through ----------------------------------------------------


def random_table(rng: random.Random) -> tuple[int, dict[int, int], list[tuple[str, int]]]:
    """A table of counts and the metrics that are reported of it; most of them small."""
    n = rng.choice([1, 2, 3, 4, 5, 6, 8, 10, 10, 12, 16, 20])
    tasks = rng.choice([1, 2, 3, 5, 10, 20, 30, 50, 89, 100, 164])
    p = rng.choice([0.03, 0.2, 0.5, 0.8, 0.97])
    spread = rng.choice([0.0, 0.3, 1.0])
    table: dict[int, int] = {}
    for _ in range(tasks):
        rate = min(1.0, max(0.0, p + spread * (rng.random() - 0.5)))
        c = sum(rng.random() < rate for _ in range(n))
        table[c] = table.get(c, 0) + 1
    every = [(metric, k) for metric in ("pass@", "pass^") for k in range(1, n + 1)]
    return n, table, rng.sample(every, min(len(every), rng.choice([1, 2, 3, 3, 4])))


@pytest.mark.usefixtures("verdict_only")
@pytest.mark.parametrize("seed", range(10))
def test_random_tables_are_all_judged_possible(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        n, table, metrics = random_table(rng)
        decimals = rng.choice([0, 1, 2, 3])
        rounding = rng.choice([ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN])
        claims = [
            Claim(metric, k, printed(mean(metric, n, table, k), decimals, rounding))  # type: ignore[arg-type]
            for metric, k in metrics
        ]
        result = check_claims(claims, sum(table.values()), n, unit="percent")
        assert result.verdict == CAN, (n, table, claims, rounding)
        # "Can be true" stands on a table with these values, worked out here once more.
        assert result.witness is not None
        assert sum(result.witness.values()) == sum(table.values())
        assert result.rounding == "truncated" or all(prints_as(result, claim) for claim in claims)


@pytest.mark.usefixtures("verdict_only")
def test_random_tables_fit_when_neither_tasks_nor_samples_are_known() -> None:
    rng = random.Random(7)
    for _ in range(100):
        n, table, metrics = random_table(rng)
        claims = [
            Claim(metric, k, printed(mean(metric, n, table, k), 2, ROUND_HALF_UP))  # type: ignore[arg-type]
            for metric, k in metrics
        ]
        assert check_claims(claims, unit="percent").verdict == CAN
        assert check_claims(claims, None, n, unit="percent").verdict == CAN


@pytest.mark.usefixtures("verdict_only")
@pytest.mark.parametrize(("tasks", "n"), [(4, 3), (5, 4), (6, 4), (7, 2)])
def test_a_second_value_outside_the_exact_range_is_always_caught(tasks: int, n: int) -> None:
    """The range of the second value comes from every table there is; just outside it nothing fits."""
    tables = [{c: t.count(c) for c in set(t)} for t in combinations_with_replacement(range(n + 1), tasks)]
    rng = random.Random(tasks)
    for table in rng.sample(tables, 12):
        for metric, k in ((m, k) for m in ("pass@", "pass^") for k in range(2, n + 1)):
            first = printed(mean("pass@", n, table, 1), 2, ROUND_HALF_UP)
            alike = [
                float(100 * mean(metric, n, other, k))
                for other in tables
                if abs(100 * mean("pass@", n, other, 1) - Fraction(first)) <= Fraction("0.01")
            ]
            for outside in (min(alike) - 0.02, max(alike) + 0.02):
                if not 0 <= outside <= 100:
                    continue
                claims = [Claim("pass@", 1, first), Claim(metric, k, f"{outside:.2f}")]  # type: ignore[arg-type]
                result = check_claims(claims, tasks, n, unit="percent")
                assert result.verdict == CANNOT, (claims, table)
                assert result.reasons
                assert result.conflict


@pytest.mark.usefixtures("verdict_only")
def test_every_pair_of_printed_values_is_judged_as_brute_force_does() -> None:
    tasks, n = 3, 3
    tables = [{c: t.count(c) for c in set(t)} for t in combinations_with_replacement(range(n + 1), tasks)]

    def shown(metric: str, k: int, rounding: str) -> list[str]:
        return [printed(mean(metric, n, table, k), 0, rounding) for table in tables]

    possible = {
        pair
        for rounding in (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN)
        for pair in zip(shown("pass@", 1, rounding), shown("pass^", 2, rounding), strict=True)
    }
    singles = sorted({first for first, _ in possible}), sorted({second for _, second in possible})
    for first in singles[0]:
        for second in singles[1]:
            result = check_claims([Claim("pass@", 1, first), Claim("pass^", 2, second)], tasks, n, unit="percent")
            assert (result.verdict == CAN) == ((first, second) in possible), (first, second)


# --- reasons ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("pass@1: 60, pass@10: 50", "monotone"),
        ("pass^1: 50, pass^4: 60", "monotone"),
        ("pass@1: 50, pass^1: 52", "same at 1"),
        ("pass@2: 50, pass^4: 55", "any and all"),
        ("pass@1: 10, pass@5: 60", "cap"),
        ("pass^1: 90, pass^2: 70", "cap"),
        ("pass@1: 30, pass@2: 35, pass@3: 50", "concave"),
        ("pass^1: 70, pass^2: 65, pass^3: 50", "convex"),
    ],
)
def test_conditions_that_hold_for_every_number_of_samples(text: str, kind: str) -> None:
    result = check(text)
    assert result.verdict == CANNOT
    assert kinds(result)[0] == kind
    assert all(reason.certain for reason in result.reasons)


@pytest.mark.parametrize("text", ["pass@1: 60, pass@10: 60", "pass@1: 10, pass@5: 50", "pass@1: 20, pass@5: 99.9"])
def test_estimates_may_reach_the_cap_above_the_bound_of_true_rates(text: str) -> None:
    """1 - 0.8^5 is 67%, yet five tasks with 1 of 5 correct give pass@1 = 20% and pass@5 = 100%."""
    assert check(text).verdict == CAN


def test_a_bend_is_measured_per_attempt_where_k_is_not_consecutive() -> None:
    told = str(check("pass@1: 30, pass@5: 34, pass@10: 60").reasons[0])
    assert "1 points per attempt from k = 1 to 5 and 5 from 5 to 10" in told


def test_the_smallest_conflict_is_named() -> None:
    result = check("pass@1: 30, pass@10: 50, pass@50: 45, pass@100: 70", 164, 200)
    assert [claim.name for claim in result.conflict] == ["pass@10", "pass@50"]


def test_what_needs_the_number_of_samples_is_told_as_a_range() -> None:
    """Tasks that are all alike at 40% have pass@2 near 64% when n is large; with n = 2 it may reach 80%."""
    result = check("pass@1: 40, pass@2: 70", 100, 100)
    assert result.verdict == CANNOT
    assert kinds(result)[0] == "bounds"
    assert "n = 100" in str(result.reasons[0])
    assert check("pass@1: 40, pass@2: 70", 100, 2).verdict == CAN


def test_values_that_only_truncation_gives_are_possible_and_say_so() -> None:
    result = check("pass@1: 67.0", 164, 1)
    assert (result.verdict, result.rounding) == (CAN, "truncated")
    assert result.witness == {0: 54, 1: 110}
    assert kinds(result) == ["only truncated"]
    assert [warning.kind for warning in result.warnings] == ["lattice"]


def test_impossible_for_every_n_is_said_only_of_what_shares_of_tasks_cannot_give() -> None:
    result = check("pass@1: 10, pass@5: 60", 164)
    assert result.verdict == CANNOT
    assert result.n_excluded == ()
    assert "every number of samples" in str(result.reasons[-1])


def test_where_no_number_of_samples_is_left_the_values_cannot_be() -> None:
    """One task and n = 2 give pass@1 of 0, 50 or 100%; from n = 3 on, pass@1 = 45% allows pass@2 of 78% at most."""
    result = check("pass@1: 45, pass@2: 90", 1)
    assert (result.verdict, result.n_excluded) == (CANNOT, (2,))
    assert str(result.reasons[0]) == (
        "No whole numbers of tasks fit with n = 2, and from n = 3 on no shares of tasks fit."
    )
    assert result.conflict == result.claims


@pytest.mark.usefixtures("verdict_only")
def test_a_number_of_samples_that_was_not_settled_keeps_the_values_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "counts_can_fit", lambda *_: feasible.Found("undecided"))
    result = check("pass@1: 45, pass@2: 90", 1)
    assert result.verdict == UNDECIDED
    assert result.n_undecided == (2,)
    assert 3 in result.n_excluded


def test_of_five_values_the_four_that_conflict_are_named() -> None:
    """With n = 3, pass^3 = 3 pass@1 - 3 pass@2 + pass@3 = 20%, so 22% conflicts; any three of the values can be."""
    text = "pass@1: 50.00;pass@2: 70.00;pass@3: 80.00;pass^2: 30.00;pass^3: 22.00"
    result = check(text, None, 3)
    assert result.verdict == CANNOT
    assert len(result.conflict) == 4
    assert check_claims(result.conflict, None, 3).verdict == CANNOT
    for claim in result.conflict:
        assert check_claims([one for one in result.conflict if one != claim], None, 3).verdict == CAN


def test_no_n_that_was_tried_is_not_every_n() -> None:
    """3 tasks give multiples of 1/3 at k = n; 0.3335 of a task needs more samples than are tried here."""
    result = check("pass@1: 33.335000, pass@2: 33.335000", 3)
    assert result.verdict in (UNDECIDED, CANNOT)
    assert result.n_excluded
    assert result.witness is None
    assert "every" not in " ".join(map(str, result.reasons))


def test_unknown_tasks_leave_the_shape_only() -> None:
    result = check("pass@1: 67.3", None, 1)
    assert (result.verdict, kinds(result), result.witness) == (CAN, ["shape only"], None)


# --- settings -----------------------------------------------------------------------------------


def test_different_settings_turn_relations_into_warnings() -> None:
    text = "pass@1: 30, pass@2: 35, pass@3: 50"
    assert check(text).verdict == CANNOT
    apart = check(text, same_samples=False)
    assert apart.verdict == CAN
    assert [warning.kind for warning in apart.warnings] == ["concave"]
    assert not any(warning.certain for warning in apart.warnings)
    assert "different settings" in [one.kind for one in apart.explanations]


def test_different_settings_still_test_each_claim_alone() -> None:
    result = check("pass@1: 67.3, pass@10: 85", 164, 1, same_samples=False)
    assert result.verdict == CANNOT
    assert set(kinds(result)) == {"lattice", "k above n"}


def test_a_claim_that_stands_alone_is_not_part_of_another_s_conflict() -> None:
    result = check("pass@1: 67.1, pass@2: 80", 164, 1, same_samples=False)
    assert result.verdict == CANNOT
    assert [claim.name for claim in result.conflict] == ["pass@2"]


def test_three_values_that_only_together_have_no_shares_are_a_warning_where_settings_differ() -> None:
    """pass@1 = 10% and pass@2 = 19.5% put pass@4 between 32.7% and 39.1%: each pair with 20% can be."""
    text = "pass@1: 10, pass@2: 19.5, pass@4: 20"
    assert check(text).verdict == CANNOT
    apart = check(text, same_samples=False)
    assert apart.verdict == CAN
    assert [str(warning) for warning in apart.warnings] == [
        "No shares of tasks have all these values: pass@1 = 10%, pass@2 = 19.5%, pass@4 = 20%."
    ]


def test_a_greedy_value_is_one_sample_per_task() -> None:
    sampled = check("pass@1: 67.3, pass@10: 85.0", 164, 20)
    assert sampled.verdict == CAN
    greedy = check("pass@1: 67.3, pass@10: 85.0", 164, 20, greedy=True)
    assert greedy.verdict == CANNOT
    assert greedy.conflict == (Claim("pass@", 1, "67.3"),)
    assert check("pass@1: 67.1, pass@10: 60.0", 164, 20, greedy=True).verdict == CAN
    assert check("pass@1: 67.1, pass@10: 60.0", 164, 20, greedy=True).warnings[0].kind == "monotone"


# --- ranges -------------------------------------------------------------------------------------


def test_two_values_bound_a_third_for_every_number_of_samples() -> None:
    """n = 100 allows most: shares at any larger n are shares at 100 too."""
    result = check("pass@1: 28.8, pass@10: 46.8")
    found = {one.name: one for one in result.ranges}
    assert found["pass@100"].n == 100
    # For true rates 28.81% and 46.81% allow 46.813% to 97.116% (reference group three_point).
    assert 0.4675 < found["pass@100"].low < 0.4682
    assert found["pass@100"].high > 0.9712
    assert found["pass@5"].low < 0.40 < found["pass@5"].high


@pytest.mark.parametrize(
    ("tasks", "n", "text"), [(3, 4, "pass@1: 58.33"), (4, 3, "pass@2: 50.0"), (5, 2, "pass^1: 50")]
)
def test_ranges_hold_what_every_table_gives(tasks: int, n: int, text: str) -> None:
    result = check(text, tasks, n)
    claim = result.claims[0]
    tables = [{c: t.count(c) for c in set(t)} for t in combinations_with_replacement(range(n + 1), tasks)]
    half = Fraction(1, 2 * 10**claim.decimals)
    fitting = [t for t in tables if abs(100 * mean(claim.metric, n, t, claim.k) - claim.printed) <= half]
    assert result.ranges
    for one in result.ranges:
        means = [mean(one.metric, n, t, one.k) for t in fitting]
        assert (one.whole_low, one.whole_high) == (min(means), max(means))
        assert one.low - 1e-9 <= min(means) <= max(means) <= one.high + 1e-9


# --- the result ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"tasks": 0}, "tasks"),
        ({"n": 2.5}, "n must be"),
        ({"n": 10**6}, "n must be"),
        ({"seconds": 0}, "seconds"),
        ({"unit": "x"}, "unit"),
    ],
)
def test_arguments_that_cannot_be_used_are_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        check_claims([Claim("pass@", 1, "50")], **arguments)


def test_no_claims_two_alike_or_no_claim_objects_are_refused() -> None:
    with pytest.raises(InputError, match="no claims"):
        check_claims([])
    with pytest.raises(InputError, match="given twice"):
        check_claims([Claim("pass@", 1, "50"), Claim("pass@", 1, "51")])
    with pytest.raises(InputError, match="Claim objects"):
        check_claims(["pass@1: 50"])  # type: ignore[list-item]


def test_a_search_without_time_is_undecided_and_says_so() -> None:
    result = check("pass@1: 28.81, pass@10: 46.81, pass@100: 72.31", 164, 200, seconds=1e-6)
    assert (result.verdict, kinds(result)) == (UNDECIDED, ["time"])
    assert result.witness is None


def test_past_its_time_the_conflict_is_all_claims_that_share_their_samples() -> None:
    text = "pass@1: 30, pass@2: 35, pass@3: 50"
    result = check(text, seconds=1e-6)
    assert (result.verdict, kinds(result)) == (CANNOT, ["concave"])  # decided by hand, without a search
    assert result.conflict == result.claims
    assert result.ranges == ()


@pytest.mark.usefixtures("verdict_only")
def test_numbers_of_samples_that_were_not_settled_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tau-bench row that fits 7 trials a task and not 4 to 6; the search over 5 is made to end without an answer."""

    def search(windows: Any, tasks: int, n: int, until: float) -> feasible.Found:
        return feasible.Found("undecided") if n == 5 else feasible.counts_can_fit(windows, tasks, n, until)

    monkeypatch.setattr(judging, "counts_can_fit", search)
    text = "pass^1:46.0;pass^2:32.6;pass^3:26.3;pass^4:22.5"
    result = check(text, 50, seconds=120)
    assert (result.n_fits, result.n_excluded, result.n_undecided) == (7, (4, 6), (5,))
    assert "Not settled in the time allowed: n = 5." in " ".join(map(str, result.reasons))

    monkeypatch.setattr(judging, "counts_can_fit", lambda *_: feasible.Found("undecided"))
    nothing = check(text, 50)
    assert nothing.verdict == UNDECIDED
    assert nothing.n_excluded == ()
    assert nothing.n_undecided[:3] == (4, 5, 6)
    told = " ".join(map(str, nothing.reasons))
    assert "No number of samples per task that was tried was found to fit." in told
    assert "Not settled in the time allowed: n = 4" in told


@pytest.mark.usefixtures("verdict_only")
def test_values_that_do_not_fit_when_rounded_are_undecided_while_cutting_off_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def search(windows: Any, tasks: int, n: int, until: float) -> feasible.Found:
        rounded = windows[0].low < Fraction("0.6697")  # cut off, 67.0% stands for 67.0% to 67.1%
        return feasible.counts_can_fit(windows, tasks, n, until) if rounded else feasible.Found("undecided")

    monkeypatch.setattr(judging, "counts_can_fit", search)
    result = check("pass@1: 67.0", 164, 1)
    assert result.verdict == UNDECIDED
    assert kinds(result) == ["lattice", "time"]


@pytest.mark.parametrize("seconds", [0.05, 0.3, 0.8])
def test_running_out_of_time_never_makes_values_impossible(seconds: float) -> None:
    """The values come from a real table (SkyThought pull 64), so only "undecided" may stand in for "can be true"."""
    text = "pass@1 53.438, pass@2 65.496, pass@4 74.260, pass@8 78.576, pass@16 80.524, pass@32 82.379"
    text += ", pass@64 84.999, pass@128 90.000"
    assert check(text, 30, 128, seconds=seconds).verdict in (CAN, UNDECIDED)


def test_the_reading_of_the_unit_is_part_of_the_result() -> None:
    assert (check("pass@1: 0.673", 164, 20).unit, check("pass@1: 0.673", 164, 20).unit_given) == ("fraction", False)
    assert (check("pass@1: 67.3%").unit, check("pass@1: 67.3%").unit_given) == ("percent", True)


def test_numbers_of_a_sentence_never_round_to_0_or_100() -> None:
    assert str(Number(1e-12, 1)) == "0.0"  # this near to 0 only by the errors of floating point
    assert str(Number(3e-9, 1)) == "0.000000003"
    assert [str(Number(v, 1)) for v in (99.97, 0.004, 100.0, 0.0, 51.475)] == ["99.97", "0.004", "100.0", "0.0", "51.5"]


def test_sentences_keep_to_the_wording_rule() -> None:
    texts = ["pass@1: 106", "pass@5: 50, pass@1: 60", "pass@1: 10, pass@5: 60", "pass@1: 67.3"]
    for text in texts:
        result = check(text, 164, 1 if text == "pass@1: 67.3" else None)
        words = " ".join(map(str, (*result.reasons, *result.explanations, *result.warnings))).lower()
        assert not any(word in words for word in ("error", "wrong", "fraud", "fake", "mistake"))


# --- the search ---------------------------------------------------------------------------------


def test_past_its_time_the_search_says_nothing() -> None:
    windows = [window_of(Claim("pass@", 1, "50"), "percent", "rounded")]
    assert feasible.counts_can_fit(windows, 4, 2, until=0.0) == feasible.Found("undecided")
    assert feasible.counts_range(windows, 4, 2, "pass@", 2, until=0.0) is None


def test_a_range_of_values_that_cannot_be_is_none() -> None:
    windows = [window_of(Claim("pass@", k, text), "percent", "rounded") for k, text in ((1, "10"), (2, "60"))]
    assert shares.shares_range(windows, 2, "pass@", 2, until=time.monotonic() + 60) is None
    assert feasible.counts_range(windows, 4, 2, "pass@", 2, until=time.monotonic() + 60) is None


def test_a_table_is_held_against_the_values_in_exact_fractions() -> None:
    third = [window_of(Claim("pass@", 1, "33.33333"), "percent", "rounded")]
    assert feasible.table_fits({0: 2, 1: 1}, third, 1)
    assert not feasible.table_fits({0: 1, 1: 1}, third, 1)
