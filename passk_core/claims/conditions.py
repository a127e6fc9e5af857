"""What anybody can check by hand: necessary conditions on reported values, easiest first.

All hold for estimates from the same n samples of each task, whatever n and the tasks are; those
that need n say so. Bounds of true rates such as 1 - (1-p)^k are not among them: estimates may
lie above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from passk_core.claims.bounds import lattice
from passk_core.claims.reasons import Number, Reason, percent
from passk_core.claims.text import Metric, Unit, Window, in_words

# A step is worth showing while the claim's decimals can tell neighbouring values apart.
_MOST_STEPS = 10**9


def unmet(windows: Sequence[Window], tasks: int | None, n: int | None, unit: Unit) -> list[Reason]:
    """The conditions that can be checked by hand and are not met, easiest first."""
    singles = [r for w in windows for r in of_single(w, tasks, n, unit)]
    # What is not defined or no share has no place in a curve.
    unfit = {claim for r in singles if r.kind != "lattice" for claim in r.claims}
    fit = [w for w in windows if w.claim not in unfit]
    return [*singles, *of_pairs(fit, unit), *of_shape(fit, unit)]


def of_single(window: Window, tasks: int | None, n: int | None, unit: Unit) -> Iterator[Reason]:
    """What one claim alone must meet: a share, k within n, and a value that the counts can give."""
    claim, words = window.claim, in_words(window.claim, unit)
    if window.low > 1 or window.high < 0:
        yield Reason(
            "range", "{claim} lies outside 0% to 100%, so it is not a share of tasks.", {"claim": words}, True, (claim,)
        )
        return
    if n is None:
        return
    if claim.k > n:
        yield Reason(
            "k above n",
            "{claim} draws {k} of n = {n} samples per task: it is not defined for k above n.",
            {"claim": words, "k": claim.k, "n": n},
            True,
            (claim,),
        )
        return
    steps = comb(n, claim.k) * tasks if tasks is not None else 0
    if not 0 < steps <= _MOST_STEPS:
        return
    first, last = lattice(window, tasks or 1, n)
    if first > last:
        digits = _decimals(window)
        values: dict[str, object] = {
            "claim": words,
            "metric": claim.name,
            "tasks": tasks,
            "n": n,
            "step": percent(Fraction(1, steps), max(2, digits)),
            "below": percent(Fraction(last, steps), digits),
            "above": percent(Fraction(first, steps), digits),
        }
        template = (
            "No counts with N = {tasks} and n = {n} give {claim}: {metric} moves in steps of {step} points, "
            "and the nearest values are {below}% and {above}%."
        )
        yield Reason("lattice", template, values, True, (claim,))


def of_pairs(windows: Sequence[Window], unit: Unit) -> Iterator[Reason]:
    """What two claims from the same samples must meet: equal at k = 1, in order, and within the cap."""
    for first, second in combinations(sorted(windows, key=lambda w: w.claim.k), 2):
        one, two = first.claim, second.claim
        words = {"first": in_words(one, unit), "second": in_words(two, unit)}
        both = (one, two)
        if one.metric == two.metric == "pass@":
            if second.high < first.low:
                yield Reason("monotone", "{first} and {second}: pass@k never falls as k grows.", words, True, both)
        elif one.metric == two.metric:
            if second.low > first.high:
                yield Reason("monotone", "{first} and {second}: pass^k never rises as k grows.", words, True, both)
        elif one.k == two.k == 1:
            if first.high < second.low or second.high < first.low:
                yield Reason(
                    "same at 1", "{first} and {second}: with one attempt both are the same number.", words, True, both
                )
        else:
            any_passes, all_pass = (first, second) if one.metric == "pass@" else (second, first)
            if any_passes.high < all_pass.low:
                yield Reason(
                    "any and all",
                    "{any} and {all}: that all of some attempts pass is never likelier than that one passes.",
                    {"any": in_words(any_passes.claim, unit), "all": in_words(all_pass.claim, unit)},
                    True,
                    both,
                )


def of_shape(windows: Sequence[Window], unit: Unit) -> Iterator[Reason]:
    """What the whole curve must meet: pass@k gains less and less with k, pass^k loses less and less.

    pass@0 = 0 and pass^0 = 1 are points of the curve, so that pass@b is at most b / a times pass@a.
    """
    reported: list[frozenset[int]] = []
    metrics: tuple[Metric, ...] = ("pass@", "pass^")
    for metric in metrics:
        of_metric = sorted((w for w in windows if w.claim.metric == metric), key=lambda w: w.claim.k)
        curve: list[Window | None] = [None, *of_metric]
        triples = [(i, j, m) for i, j, m in combinations(range(len(curve)), 3)]
        # Neighbours first: a bend that they show is the easiest to see, and wider ones repeat it.
        for i, j, m in sorted(triples, key=lambda t: (t[2] - t[0], t)):
            middle, last = curve[j], curve[m]
            assert middle is not None
            assert last is not None
            reason = _bend(metric, curve[i], middle, last, unit)
            spans = frozenset(range(i, m + 1))
            if reason and not any(seen <= spans for seen in reported):
                reported.append(spans)
                yield reason
        reported.clear()


def _bend(metric: Metric, first: Window | None, middle: Window, last: Window, unit: Unit) -> Reason | None:
    """The reason, if the three points of a curve bend the wrong way however they were rounded."""
    # Gains of pass@k and losses of pass^k are alike: both are written as a curve that rises from 0.
    rising = metric == "pass@"
    k0 = first.claim.k if first else 0
    k1, k2 = middle.claim.k, last.claim.k
    low0 = (first.low if rising else 1 - first.high) if first else Fraction(0)
    high1 = middle.high if rising else 1 - middle.low
    low2 = last.low if rising else 1 - last.high
    if high1 < low0:
        return None  # the curve falls, which is said of the two claims already
    most = high1 + (high1 - low0) * (k2 - k1) / (k1 - k0)
    if low2 <= most:
        return None
    shown0 = (_middle(first, unit) if rising else 1 - _middle(first, unit)) if first else Fraction(0)
    shown1 = _middle(middle, unit) if rising else 1 - _middle(middle, unit)
    shown2 = _middle(last, unit) if rising else 1 - _middle(last, unit)
    limit = most if rising else 1 - most
    digits = max(_decimals(w) for w in (first, middle, last) if w)
    values: dict[str, object] = {
        "middle": in_words(middle.claim, unit),
        "last": in_words(last.claim, unit),
        "name": last.claim.name,
        "limit": beyond(limit, last, above=not rising),
        "step1": percent((shown1 - shown0) / (k1 - k0), digits),
        "step2": percent((shown2 - shown1) / (k2 - k1), digits),
        "ratio": str(Fraction(k2, k1)),
        "k0": k0,
        "k1": k1,
        "k2": k2,
    }
    if first is None:
        template = (
            "{middle} allows at most {limit}% for {name}, that is {ratio} times as much; {last} is above it."
            if rising
            else "{middle} allows no less than {limit}% for {name}, because each further attempt loses no more than "
            "the ones before; {last} is below it."
        )
        return Reason("cap", template, values, True, (middle.claim, last.claim))
    values["first"] = in_words(first.claim, unit)
    template = (
        "pass@k gains {step1} points per attempt from k = {k0} to {k1} and {step2} from {k1} to {k2}, but gains never "
        "grow with k: {first} and {middle} allow at most {limit}% for {name}."
        if rising
        else "pass^k loses {step1} points per attempt from k = {k0} to {k1} and {step2} from {k1} to {k2}, but losses "
        "never grow with k: {first} and {middle} allow no less than {limit}% for {name}."
    )
    kind = "concave" if rising else "convex"
    return Reason(kind, template, values, True, (first.claim, middle.claim, last.claim))


def beyond(limit: float | Fraction, window: Window, above: bool) -> Number:
    """A limit that a claim does not meet, with as few decimals as show it (at least one).

    ``above`` says that the limit lies above the claim.
    """
    edge = window.high if above else window.low
    decimals = 1
    while decimals < 9:
        shown = Fraction(f"{100 * float(limit):.{decimals}f}") / 100
        if (shown > edge) if above else (shown < edge):
            break
        decimals += 1
    return percent(limit, decimals)


def _middle(window: Window, unit: Unit) -> Fraction:
    return window.claim.printed / (100 if unit == "percent" else 1)


def _decimals(window: Window) -> int:
    """The decimals that the claim has, or would have, as a percentage."""
    # A window is one unit of the last digit wide, give or take the slack.
    width, digits = 100 * (window.high - window.low), 0
    while digits < 8 and Fraction(1, 10**digits) > 2 * width:
        digits += 1
    return digits
