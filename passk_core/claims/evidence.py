"""The evidence beside a verdict: the smallest conflict, implied ranges, and what differing settings weaken."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from passk_core.claims import conditions
from passk_core.claims.feasible import counts_can_fit, counts_range
from passk_core.claims.reasons import Reason, percent
from passk_core.claims.result import ClaimsCheck, ImpliedRange, sample_sets
from passk_core.claims.shares import shares_can_fit, shares_range
from passk_core.claims.text import Claim, Metric, Unit, Window, in_words

# The values of k whose implied range is given, up to the number of samples or ten times the largest k.
_RANGE_K = (1, 2, 3, 4, 5, 8, 10, 16, 20, 25, 32, 50, 64, 100, 128, 200)
# Whole-number ranges are quick up to here.
_CHEAP_N, _CHEAP_TASKS = 12, 1000


def with_conflict(check: ClaimsCheck, windows: Sequence[Window], until: float) -> ClaimsCheck:
    """The result with the smallest set of claims that cannot be together, and what the others allow.

    Past its time no smaller set is looked for: then it stays all claims of the set of samples that failed.
    """
    groups = sample_sets(check, windows)
    for group, n in groups:
        if n is None and check.n_excluded:
            return replace(check, conflict=tuple(w.claim for w in group))
        readable = conditions.unmet(group, check.tasks, n, check.unit)
        undefined = [r for r in readable if r.kind in ("range", "k above n")]
        if undefined:
            return replace(check, conflict=undefined[0].claims)
        found = _conflict(group, readable, check.tasks, n, until)
        if found is None:
            continue
        conflict, of_shares = found
        # One claim may fail alone while others disagree as well: what those allow is told too.
        several = next((r.claims for r in readable if len(r.claims) > 1), ())
        told = conflict if len(conflict) > 1 or not several else tuple(w for w in group if w.claim in several)
        ranges = _ranges_in(told, check.tasks, n, until)
        return replace(
            check,
            conflict=tuple(w.claim for w in conflict),
            reasons=(*check.reasons, *_bounds(check, told, n, ranges, of_shares)),
            ranges=ranges,
        )
    return check if check.reasons else replace(check, reasons=(_of_all(check.conflict, check.unit),))


def _of_all(claims: tuple[Claim, ...], unit: Unit) -> Reason:
    """What is known of claims that cannot be together, where the time was too short to find out more."""
    template = "No table of counts has {claims}."
    if len(claims) > 1:
        template = "No table of counts has all of {claims}; which of them conflict was not found in the time allowed."
    return Reason("together", template, {"claims": ", ".join(in_words(c, unit) for c in claims)}, True, claims)


def _conflict(
    group: tuple[Window, ...], readable: Sequence[Reason], tasks: int | None, n: int | None, until: float
) -> tuple[tuple[Window, ...], bool] | None:
    """The smallest subset found that does not fit, and whether not even shares of tasks do.

    None if the whole group fits, or if time runs out.
    """

    def no_shares(subset: Sequence[Window]) -> bool:
        claims = {w.claim for w in subset}
        if any(claims.issuperset(r.claims) for r in readable):
            return True
        return shares_can_fit(subset, n or max(claim.k for claim in claims), until) == "does not fit"

    def no_counts(subset: Sequence[Window]) -> bool:
        if n is None or tasks is None:
            return False
        now = time.monotonic()
        return counts_can_fit(subset, tasks, n, min(until, now + (until - now) / 4)).answer == "does not fit"

    # A set without a spare claim is found soon; whether there is a smaller one takes longer.
    spare = _without_spare(group, no_shares) if no_shares(group) else None
    half = (time.monotonic() + until) / 2
    tests: tuple[Callable[[Sequence[Window]], bool], ...] = (no_shares, no_counts)
    for size in range(1, min(4, len(spare or group))):
        for test in tests:
            for subset in combinations(group, size):
                if time.monotonic() >= half:
                    break
                if test(subset):
                    return subset, test is no_shares
    if spare is not None:
        return spare, True
    return (_without_spare(group, no_counts), False) if no_counts(group) else None


def _without_spare(group: tuple[Window, ...], fails: Callable[[Sequence[Window]], bool]) -> tuple[Window, ...]:
    """The group without the claims, the last ones first, that it fails without as well."""
    kept = list(group)
    for window in reversed(group):
        fewer = [w for w in kept if w is not window]
        if fewer and fails(fewer):
            kept = fewer
    return tuple(kept)


def _ranges_in(conflict: Sequence[Window], tasks: int | None, n: int | None, until: float) -> tuple[ImpliedRange, ...]:
    """For each claim of a conflict, what the others allow for it."""
    if len(conflict) < 2:
        return ()
    found = []
    at = n or max(w.claim.k for w in conflict)
    for window in conflict:
        if time.monotonic() >= until:
            break
        others = tuple(w for w in conflict if w is not window)
        one = _range_at(others, tasks, at, n is not None, window.claim.metric, window.claim.k, until)
        if one:
            found.append(one)
    return tuple(found)


def _range_at(
    given: tuple[Window, ...], tasks: int | None, n: int, n_known: bool, metric: Metric, k: int, until: float
) -> ImpliedRange | None:
    ends = shares_range(given, n, metric, k, until)
    if ends is None:
        return None
    one = ImpliedRange(metric, k, *ends, n, tuple(w.claim for w in given))
    if tasks is None or not n_known or n > _CHEAP_N or tasks > _CHEAP_TASKS:
        return one
    whole = counts_range(given, tasks, n, metric, k, min(until, time.monotonic() + 0.5))
    return replace(one, whole_low=whole[0], whole_high=whole[1]) if whole else one


def _bounds(
    check: ClaimsCheck, conflict: Sequence[Window], n: int | None, found: Sequence[ImpliedRange], of_shares: bool
) -> list[Reason]:
    """What the other claims of a conflict allow for its last one, as a sentence; else that they conflict."""
    claims = tuple(w.claim for w in conflict)
    last = conflict[-1]
    of_last = next((r for r in found if (r.metric, r.k) == (last.claim.metric, last.claim.k)), None)
    values: dict[str, object] = {"tasks": check.tasks, "n": n, "claim": in_words(last.claim, check.unit)}
    reasons = []
    if of_last:
        values["given"] = ", ".join(in_words(claim, check.unit) for claim in claims[:-1])
        values["name"] = last.claim.name
        if of_last.low > last.high or of_last.high < last.low:
            template = (
                "Given {given}, {name} lies between {low}% and {high}% for every number of samples; {claim} does not."
                if n is None
                else "Given {given}, {name} lies between {low}% and {high}% with n = {n}; {claim} does not."
            )
            reasons.append(
                Reason("bounds", template, values | _ends_shown(of_last.low, of_last.high, last), True, claims)
            )
        low, high = of_last.whole_low, of_last.whole_high
        if low is not None and high is not None and (low > last.high or high < last.low):
            template = (
                "For whole counts with N = {tasks} and n = {n}, given {given}, {name} lies between {low}% and {high}%; "
                "{claim} does not."
            )
            reasons.append(Reason("whole bounds", template, values | _ends_shown(low, high, last), True, claims))
    if reasons or any(set(r.claims) <= set(claims) for r in check.reasons):
        return reasons
    if of_shares:
        return [_no_shares(claims, check.unit)]
    values["claims"] = ", ".join(in_words(claim, check.unit) for claim in claims)
    template = (
        "Shares of tasks could have these values; whole numbers of tasks with N = {tasks} and n = {n} cannot: {claims}."
    )
    return [Reason("whole", template, values, True, claims)]


def _ends_shown(low: float | Fraction, high: float | Fraction, window: Window) -> dict[str, object]:
    """Both ends of a range that a claim lies outside of, the near one with the decimals that show it."""
    if high < window.low:
        return {"low": percent(low, 1), "high": conditions.beyond(high, window, above=False)}
    return {"low": conditions.beyond(low, window, above=True), "high": percent(high, 1)}


def implied_ranges(check: ClaimsCheck, windows: Sequence[Window], until: float) -> tuple[ImpliedRange, ...]:
    """What claims that share one set of samples imply for pass@k and pass^k at other k."""
    groups = sample_sets(check, windows)
    if not check.same_samples and len(groups) > 1:
        return ()
    group, n = groups[-1]
    largest = max(w.claim.k for w in group)
    most = n if n is not None else max(10, 10 * largest)
    ks = sorted({k for k in _RANGE_K if k <= most} | {w.claim.k for w in group})
    found: list[ImpliedRange] = []
    metrics: tuple[Metric, ...] = ("pass@", "pass^")
    for metric in metrics:
        for k in ks if metric == "pass@" else ks[1:]:  # with one attempt both are the same number
            if time.monotonic() > until:
                return tuple(found)
            one = _range_at(group, check.tasks, n or max(k, largest), n is not None, metric, k, until)
            if one:
                found.append(one)
    return tuple(found)


def warnings_of(check: ClaimsCheck, windows: Sequence[Window], until: float) -> tuple[Reason, ...]:
    """What would not hold if all claims came from one set of samples, where they are said not to."""
    if len(sample_sets(check, windows)) < 2:
        return ()
    within = [r for group, n in sample_sets(check, windows) for r in _of_several(group, check, n, until)]
    return tuple(replace(r, certain=False) for r in _of_several(windows, check, check.n, until) if r not in within)


def _of_several(windows: Sequence[Window], check: ClaimsCheck, n: int | None, until: float) -> list[Reason]:
    defined = [w for w in windows if w.low <= 1 and (n is None or w.claim.k <= n)]
    readable = [*conditions.of_pairs(defined, check.unit), *conditions.of_shape(defined, check.unit)]
    if readable or len(defined) < 2:
        return readable
    if shares_can_fit(defined, n or max(w.claim.k for w in defined), until) != "does not fit":
        return []
    return [_no_shares(tuple(w.claim for w in defined), check.unit)]


def _no_shares(claims: tuple[Claim, ...], unit: Unit) -> Reason:
    template = "No shares of tasks have all these values: {claims}."
    return Reason("shares", template, {"claims": ", ".join(in_words(c, unit) for c in claims)}, True, claims)
