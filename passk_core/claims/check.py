"""The check itself: reported values in, a verdict with its evidence out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from passk_core import validate
from passk_core.claims import conditions, evidence, explanations
from passk_core.claims.feasible import Found, counts_can_fit
from passk_core.claims.reasons import Reason
from passk_core.claims.result import CAN, CANNOT, UNDECIDED, ClaimsCheck, sample_sets
from passk_core.claims.shares import Answer, shares_can_fit
from passk_core.claims.text import ROUNDINGS, Claim, Rounding, Window, checked_claims, unit_of, window_of
from passk_core.errors import InputError, shown

MAX_SAMPLES = 20_000
MAX_TASKS = 10_000_000
# Numbers of samples that are tried where the claims do not say how many there were.
_EVERY_N_UP_TO = 50
_FURTHER_N = (64, 100, 128, 200, 256, 500, 1000)


def check_claims(
    claims: Iterable[Claim],
    tasks: int | None = None,
    n: int | None = None,
    same_samples: bool = True,
    greedy: bool = False,
    unit: str | None = None,
    seconds: float = 5.0,
) -> ClaimsCheck:
    """Whether reported pass@k and pass^k can be true, exactly, for ``tasks`` tasks with n samples each.

    claims         up to 16, each metric and k once
    tasks, n       whole numbers, or None where unknown. Without tasks only the shape is tested
                   (shares of tasks); without n, numbers of samples are tried
    same_samples   False: each k had its own settings, so relations between the claims are warnings
    greedy         True: pass@1 comes from one greedy sample per task, apart from the rest
    unit           "percent", "fraction", or None to see it from how the values look
    seconds        the time in all; what is not settled by then makes the verdict "undecided"

    Raises InputError for arguments that cannot be used. The test is a linear and then a mixed-integer
    program over the table of counts; means that print as the claims when rounded (half up or half to
    even) fit, then those that do when truncated. "Can be true" with known tasks comes with a witness
    that was re-checked in exact fractions.

    >>> result = check_claims([Claim("pass@", 1, "67.3")], tasks=164, n=1)
    >>> result.verdict
    'cannot all come from one set of counts'
    >>> print(result.reasons[0])
    No counts with N = 164 and n = 1 give pass@1 = 67.3%: pass@1 moves in steps of 0.61 points, and the \
nearest values are 67.1% and 67.7%.
    >>> check_claims([Claim("pass@", 1, "75"), Claim("pass@", 2, "100")], tasks=4, n=2).witness
    {1: 2, 2: 2}
    """
    until = time.monotonic() + _seconds(seconds)
    listed = checked_claims(claims)
    tasks = None if tasks is None else int(validate.whole_numbers("tasks", tasks, 1, MAX_TASKS))
    n = None if n is None else int(validate.whole_numbers("n", n, 1, MAX_SAMPLES))
    read_as = unit_of(listed, unit)
    start = ClaimsCheck(
        "undecided", listed, tasks, n, read_as, unit is not None or any(c.percent_sign for c in listed), same_samples,
        greedy,
    )  # fmt: skip
    cut = {r: tuple(window_of(claim, read_as, r) for claim in listed) for r in ROUNDINGS}
    # Values that were rounded get most of the time; the rest is for truncation and the evidence.
    result = _judged(start, cut["rounded"], "rounded", until - 0.3 * seconds)
    if result.verdict == CANNOT or (result.n_excluded and not (result.n_fits or result.n_undecided)):
        result = _unless_truncated(start, result, cut, until)
    if result.verdict == CANNOT:
        result = evidence.with_conflict(result, cut["rounded"], until)
    windows = cut[result.rounding or "rounded"]
    if result.verdict != CANNOT:
        result = replace(result, ranges=evidence.implied_ranges(result, windows, until))
    result = replace(result, warnings=(*result.warnings, *evidence.warnings_of(result, windows, until)))
    return replace(result, explanations=explanations.of(result.reasons, result.warnings, result.verdict, n))


def _seconds(seconds: object) -> float:
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds <= 3600:
        raise InputError("seconds must be a number above 0, at most 3600; found {found}.", found=shown(seconds))
    return float(seconds)


def _unless_truncated(
    start: ClaimsCheck, rounded: ClaimsCheck, cut: dict[Rounding, tuple[Window, ...]], until: float
) -> ClaimsCheck:
    """The result for values that do not fit when rounded: they may fit when cut off."""
    truncated = _judged(start, cut["truncated"], "truncated", until - 0.3 * max(0.0, until - time.monotonic()))
    if truncated.verdict == CAN:
        template = "The values fit only if they were cut off after the last printed digit instead of rounded."
        note = Reason("only truncated", template, {}, True, start.claims)
        weaker = tuple(replace(r, certain=False) for r in rounded.reasons)
        return replace(truncated, reasons=(note, *truncated.reasons), warnings=weaker)
    if truncated.verdict == UNDECIDED and not truncated.n_excluded:
        template = "Whether the values fit if they were cut off instead of rounded was not settled in the time allowed."
        note = Reason("time", template, {}, True, start.claims)
        return replace(rounded, verdict=UNDECIDED, reasons=(*rounded.reasons, note), conflict=())
    told = {(r.kind, r.claims) for r in truncated.reasons}
    if rounded.reasons and not any((r.kind, r.claims) in told for r in rounded.reasons):
        template = "Cut off after the last printed digit instead of rounded, the values do not fit either."
        return replace(rounded, reasons=(*rounded.reasons, Reason("truncation", template, {}, True, start.claims)))
    return rounded


def _judged(check: ClaimsCheck, windows: Sequence[Window], rounding: Rounding, until: float) -> ClaimsCheck:
    """The verdict under one way of rounding, over all groups: each must fit."""
    groups = sample_sets(check, windows)
    judged: list[ClaimsCheck] = []
    for position, (group, n) in enumerate(groups):
        now = time.monotonic()
        share = now + (until - now) / (len(groups) - position)
        judged.append(_judged_group(replace(check, n=n), group, share))
    verdicts = [one.verdict for one in judged]
    verdict = next((v for v in (CANNOT, UNDECIDED) if v in verdicts), CAN)
    reasons = _merged([r for one in judged if one.verdict == verdict for r in one.reasons])
    conflict = next((one.conflict for one in judged if one.verdict == verdict), ())
    main = judged[-1] if check.same_samples or len(judged) == 1 else None
    result = replace(
        check, verdict=verdict, reasons=reasons, conflict=conflict, rounding=rounding if verdict == CAN else None
    )
    if main is None:
        return result
    return replace(
        result,
        witness=main.witness if verdict == CAN else None,
        witness_n=main.witness_n if verdict == CAN else None,
        n_fits=main.n_fits,
        n_excluded=main.n_excluded,
        n_undecided=main.n_undecided,
    )


def _merged(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """Each sentence once, with all the claims it concerns."""
    found: dict[str, Reason] = {}
    for reason in reasons:
        before = found.get(str(reason))
        found[str(reason)] = replace(reason, claims=before.claims + reason.claims) if before else reason
    return tuple(found.values())


def _judged_group(check: ClaimsCheck, windows: Sequence[Window], until: float) -> ClaimsCheck:
    """The verdict for claims that share one set of samples."""
    claims = tuple(w.claim for w in windows)
    impossible = replace(check, verdict=CANNOT, conflict=claims)
    readable = conditions.unmet(windows, check.tasks, check.n, check.unit)
    if readable:
        return replace(impossible, reasons=tuple(readable))
    smallest = check.n or max(claim.k for claim in claims)
    shares = shares_can_fit(windows, smallest, until)
    if shares == "does not fit":
        return impossible
    if check.tasks is None:
        return _of_shape(check, shares, claims)
    if check.n is None:
        return _over_n(check, windows, smallest, until)
    found = counts_can_fit(windows, check.tasks, check.n, until)
    if found.answer == "fits":
        return _with_found(check, found, check.n)
    if found.answer == "does not fit":
        return impossible
    if shares == "undecided":
        return _open_shares(check, claims)
    template = "Shares of tasks with these values exist; whole numbers of tasks were not settled in the time allowed."
    return replace(check, verdict=UNDECIDED, reasons=(Reason("time", template, {}, True, claims),))


def _of_shape(check: ClaimsCheck, shares: Answer, claims: tuple[Claim, ...]) -> ClaimsCheck:
    """The verdict where the number of tasks is unknown."""
    if shares == "undecided":
        return _open_shares(check, claims)
    template = (
        "The number of tasks is not given, so only the shape was tested: shares of tasks with these values exist."
    )
    return replace(check, verdict=CAN, reasons=(Reason("shape only", template, {}, True, claims),))


def _open_shares(check: ClaimsCheck, claims: tuple[Claim, ...]) -> ClaimsCheck:
    template = "Whether even shares of tasks can have these values was not settled in the time allowed."
    return replace(check, verdict=UNDECIDED, reasons=(Reason("time", template, {}, True, claims),))


def _with_found(check: ClaimsCheck, found: Found, n: int) -> ClaimsCheck:
    return replace(check, verdict=CAN, witness=found.table, witness_n=n)


def _over_n(check: ClaimsCheck, windows: Sequence[Window], smallest: int, until: float) -> ClaimsCheck:
    """The verdict where the number of samples is unknown: numbers are tried from the smallest on."""
    assert check.tasks is not None
    claims = tuple(w.claim for w in windows)
    tried = [smallest, *(n for n in (*range(smallest + 1, _EVERY_N_UP_TO + 1), *_FURTHER_N) if n > smallest)]
    excluded: list[int] = []
    open_: list[int] = []
    for n in tried:
        # Of the smallest it is known.
        if n > smallest and shares_can_fit(windows, n, until) == "does not fit":
            # No shares at this n, so none at any larger one; all smaller ones were tried, or are still open.
            complete = excluded == list(range(smallest, n))
            template = "No whole numbers of tasks fit with n = {excluded}, and from n = {n} on no shares of tasks fit."
            values: dict[str, object] = {"excluded": _as_list(excluded), "n": n}
            if complete:
                reason = Reason("n", template, values, True, claims)
                return replace(check, verdict=CANNOT, reasons=(reason,), conflict=claims, n_excluded=tuple(excluded))
            excluded += [larger for larger in tried if larger >= n]
            break
        now = time.monotonic()
        found = counts_can_fit(windows, check.tasks, n, min(until, now + max(0.4, (until - now) / 3)))
        if found.answer == "fits":
            result = _with_found(check, found, n)
            template = "Of the numbers of samples per task that were tried, the smallest found to fit is n = {fits}."
            fits = Reason("n", template, {"fits": n}, True, claims)
            reasons = (fits, *_tried(excluded, open_, claims))
            return replace(result, reasons=reasons, n_fits=n, n_excluded=tuple(excluded), n_undecided=tuple(open_))
        (excluded if found.answer == "does not fit" else open_).append(n)
    none = Reason("n", "No number of samples per task that was tried was found to fit.", {}, True, claims)
    reasons = (none, *_tried(excluded, open_, claims))
    return replace(check, verdict=UNDECIDED, reasons=reasons, n_excluded=tuple(excluded), n_undecided=tuple(open_))


def _tried(excluded: Sequence[int], open_: Sequence[int], claims: tuple[Claim, ...]) -> Iterator[Reason]:
    """Which numbers of samples per task were tried in vain."""
    if excluded:
        yield Reason("n", "Tried, and not fitting: n = {excluded}.", {"excluded": _as_list(excluded)}, True, claims)
    if open_:
        yield Reason("n", "Not settled in the time allowed: n = {open}.", {"open": _as_list(open_)}, True, claims)


def _as_list(numbers: Sequence[int]) -> str:
    """Numbers as a sentence lists them: "4, 5, 6", and "4–50, 64" where they are many.

    >>> _as_list([4, 5, 6, 64]), _as_list([4, 5, 6, 7, 64])
    ('4, 5, 6, 64', '4–7, 64')
    """
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{p[0]}–{p[-1]}" if len(p) > 3 else ", ".join(map(str, p)) for p in parts)
