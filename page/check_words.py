"""The check in words: claims as text and as rows, the verdict, the reasons, what is taken along. Without streamlit."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

from page.numbers import Chance, count, percent, percent_to
from page.texts import Say
from passk_core import InputError
from passk_core.claims import Claim, ClaimsCheck, ImpliedRange, ParsedClaims, parse_claims
from passk_core.claims.bounds import lattice
from passk_core.claims.result import CAN, CANNOT
from passk_core.claims.text import in_words, unit_of, window_of

Row = tuple[str, str, str]  # metric, k, value, as typed
_ROUNDING = 1e-9  # ends of ranges come from a linear program and miss 0 and 1 by less than this
_MOST_LINES = 100_000  # of a file that is taken along


# Claims as text and as rows of the table


def one_line(parsed: ParsedClaims) -> str:
    """Claims as the address holds them: ``HumanEval pass@1:67.3;pass@10:85``.

    >>> one_line(parse_claims("HumanEval pass@1 67.3, pass@10 85%"))
    'HumanEval pass@1:67.3;pass@10:85%'
    """
    return _joined(parsed.label, ((claim.metric, str(claim.k), claim.text) for claim in parsed.claims))


def text_of_rows(rows: Sequence[Row], text_before: str) -> str:
    """The text that the filled rows of the table stand for, with the words that stood before the claims.

    Rows that lack k or the value are left out.

    >>> text_of_rows([("pass@", "1", "67.3"), ("pass^", "4", "")], "HumanEval pass@1 67")
    'HumanEval pass@1:67.3'
    """
    try:
        label = parse_claims(text_before).label
    except InputError:
        label = ""
    return _joined(label, (row for row in rows if all(row)))


def rows_of_text(text: str) -> list[Row] | None:
    """The rows that show a text's claims; None where the text cannot be read."""
    if not text.strip():
        return []
    try:
        return [(claim.metric, str(claim.k), claim.text) for claim in parse_claims(text).claims]
    except InputError:
        return None


def _joined(label: str, rows: Iterable[Row]) -> str:
    claims = ";".join(f"{metric}{k}:{value}" for metric, k, value in rows)
    return f"{label} {claims}".strip()


# The verdict


def title(check: ClaimsCheck, say: Say) -> str:
    """The verdict itself."""
    if check.verdict == CAN:
        return say("These numbers can be true")
    if check.verdict == CANNOT:
        return say("These numbers cannot all come from one set of counts")
    return say("Undecided")


def sentence(check: ClaimsCheck, say: Say) -> str:
    """What the verdict means for these numbers, with N and n."""
    known = {"tasks": _counted(check.tasks, say), "n": _counted(check.witness_n or check.n, say)}
    if check.verdict == CAN:
        if check.rounding == "truncated":
            return say("Only if they were cut off after the last printed digit: rounded, they do not fit.")
        if check.tasks is None:
            return say("As far as their shape tells: without the number of tasks, only that can be tested.")
        if check.witness is None:
            return say("Each comes from a set of counts of its own: with different settings none binds another.")
        if check.greedy and len({claim.k for claim in check.claims}) > 1 and any(c.k == 1 for c in check.claims):
            return say(
                "There are counts with N = {tasks} and n = {n} that give the others; the greedy pass@1 fits by itself.",
                **known,
            )
        if check.n is None:
            return say("With N = {tasks} and n = {n} there are counts that give all of them.", **known)
        return say("There are counts with N = {tasks} and n = {n} that give all of them.", **known)
    if check.verdict == CANNOT:
        if check.tasks is None and check.n is None:
            return say("Not for any number of tasks and samples, as long as all tasks have the same number of samples.")
        if check.tasks is None:
            return say("Not with n = {n} samples per task, whatever the number of tasks.", **known)
        if check.n is None:
            return say("Not with N = {tasks} tasks, for any number of samples per task.", **known)
        return say("Not with N = {tasks} and n = {n}.", **known)
    return say("Neither counts that give these numbers nor a proof that there are none was found in the time allowed.")


def reasons(check: ClaimsCheck, say: Say) -> list[str]:
    """Why the verdict is what it is, the easiest to read first, then what the numbers say beyond themselves."""
    # That the values fit only when cut off is the verdict's own sentence.
    sentences = [say.told(reason) for reason in check.reasons if reason.kind != "only truncated"]
    return sentences + implications(check, say)


def read_as(claims: tuple[Claim, ...], unit: str | None, say: Say) -> str:
    """In which unit the values are read, and whether that was seen from how they look. Refused as unit_of does."""
    signs = any(claim.percent_sign for claim in claims)
    if unit_of(claims, unit) == "percent":
        if unit or signs:
            return say("Values are read as percentages.")
        return say("Values are read as percentages, by their looks.")
    if unit:
        return say("Values are read as fractions of 1.")
    return say("Values are read as fractions of 1, by their looks.")


def warnings_title(check: ClaimsCheck, say: Say) -> str:
    """Under which stricter assumption the warnings would be reasons."""
    apart = not check.same_samples or check.greedy
    if check.rounding != "truncated":
        return say("If all came from one set of samples, this would not hold")
    if apart:
        return say("If the values were rounded, or all from one set of samples, this would not hold")
    return say("If the values were rounded, this would not hold")


def implications(check: ClaimsCheck, say: Say) -> list[str]:
    """What the claims say beyond themselves, as sentences: failures behind pass^k, and what is left open."""
    if check.verdict != CAN:
        return []
    sentences = []
    powers = [claim for claim in check.claims if claim.metric == "pass^" and claim.k > 1]
    if powers:
        claim = max(powers, key=lambda claim: claim.k)
        value = claim.printed / (100 if check.unit == "percent" else 1)
        sentences.append(
            say(
                "{claim}: {rest} of the tasks fail at least once in {k} attempts.",
                claim=in_words(claim, check.unit),
                rest=percent(Chance(float(1 - value), float(value), certain=value in (0, 1)), say),
                k=claim.k,
            )
        )
    named = {claim.name for claim in check.claims}
    others = [one for one in check.ranges if one.metric == "pass@" and one.name not in named]
    # The widest says most about what these numbers leave open, unless it ends at 100% as most do.
    open_ones = [one for one in others if one.high < 1 - _ROUNDING] or others
    widest = max(open_ones, key=lambda one: one.high - one.low, default=None)
    if widest is not None:
        low, high = ends(widest, say)
        sentences.append(
            say(
                "{given} allow {name} from {low} to {high}.",
                given=say.listed([in_words(claim, check.unit) for claim in widest.given]),
                name=widest.name,
                low=low,
                high=high,
            )
        )
    return sentences


def ends(one: ImpliedRange, say: Say) -> tuple[str, str]:
    """Both ends of an implied range, exact for whole tasks where that was worked out."""
    low = one.low if one.whole_low is None else float(one.whole_low)
    high = one.high if one.whole_high is None else float(one.whole_high)
    return percent(_end(low), say, short=True), percent(_end(high), say, short=True)


def _end(value: float) -> Chance:
    snapped = 0.0 if value < _ROUNDING else 1.0 if value > 1 - _ROUNDING else value
    return Chance(snapped, 1 - snapped, certain=snapped in (0, 1))


@dataclass(frozen=True)
class Steps:
    """The values that counts can give around a claim that lies between them, as fractions."""

    claim: Claim
    printed: str
    window: tuple[float, float]
    values: tuple[float, ...]


def steps_around(check: ClaimsCheck) -> Steps | None:
    """The steps around the first claim that lies between two of them; None where none does."""
    reason = next((r for r in (*check.reasons, *check.warnings) if r.kind == "lattice"), None)
    if reason is None or check.tasks is None or check.n is None:
        return None
    claim = reason.claims[0]
    n = 1 if check.greedy and claim.k == 1 else check.n
    window = window_of(claim, check.unit, "rounded")
    above, below = lattice(window, check.tasks, n)
    whole = check.tasks * comb(n, claim.k)
    values = tuple(step / whole for step in range(max(0, below - 2), min(whole, above + 2) + 1))
    return Steps(claim, in_words(claim, check.unit), (float(window.low), float(window.high)), values)


# Charts in words


def steps_alternative(steps: Steps, say: Say) -> str:
    """The steps in words, for those who do not see the chart."""
    decimals = steps_decimals(steps.values)
    shown = say.listed([percent_to(value, decimals, say) for value in steps.values])
    return say("{printed} lies between the values that counts can give: {values}.", printed=steps.printed, values=shown)


def steps_decimals(values: Sequence[float]) -> int:
    """The fewest decimals (at least one) with which percentages of these values differ."""
    decimals = 1
    while len({f"{100 * value:.{decimals}f}" for value in values}) < len(values) and decimals < 9:
        decimals += 1
    return decimals


def ranges_alternative(check: ClaimsCheck, say: Say) -> str:
    """The claims and what they, or the others of a conflict, allow, for those who do not see the chart."""
    claims = say("Reported: {claims}.", claims=say.listed([in_words(claim, check.unit) for claim in check.claims]))
    between = []
    for one in check.ranges:
        low, high = ends(one, say)
        between.append(say("{name} from {low} to {high}", name=one.name, low=low, high=high))
    if not between:
        return claims
    if check.verdict == CANNOT:
        return say.joined([claims, say("The others allow {ranges}.", ranges=say.listed(between))])
    return say.joined([claims, say("They allow {ranges}.", ranges=say.listed(between))])


def witness_alternative(check: ClaimsCheck, say: Say) -> str:
    """The witness in words: how many tasks with how many right."""
    assert check.witness is not None
    return say("Tasks by samples right of {n}: {table}.", n=check.witness_n, table=witness_words(check))


def witness_words(check: ClaimsCheck) -> str:
    """The witness as pairs, samples right and tasks: "0: 14, 2: 44, 20: 106"."""
    return ", ".join(f"{right}: {many}" for right, many in sorted((check.witness or {}).items()))


# What is taken along


def report(check: ClaimsCheck, label: str, say: Say) -> str:
    """One line: the claims, what is known about them, the verdict, and what it rests on."""
    known = [
        say("N = {tasks}", tasks=_counted(check.tasks, say)) if check.tasks else say("N not stated"),
        say("n = {n}", n=_counted(check.n, say)) if check.n else say("n not stated"),
        say("read as percentages") if check.unit == "percent" else say("read as fractions"),
        say("one set of samples") if check.same_samples else say("different settings for each k"),
    ]
    if check.greedy:
        known.append(say("pass@1 greedy"))
    claims = ", ".join(in_words(claim, check.unit) for claim in check.claims)
    start = say("{label}: {claims}", label=label, claims=claims) if label else claims
    lines = [say("{start} ({known}). {verdict}.", start=start, known="; ".join(known), verdict=title(check, say))]
    if check.witness is not None:
        if check.n is None:
            lines.append(say("The smallest n tried that fits: {n}.", n=check.witness_n))
        table = witness_words(check)
        lines.append(say("For example, tasks by samples right of {n}: {table}.", n=check.witness_n, table=table))
    return say.joined([*lines, *(say.told(reason) for reason in check.reasons[:1])])


def snippet(check: ClaimsCheck) -> str:
    """Python that prints the same verdict and reasons."""
    text = ";".join(f"{claim.name}:{claim.text}" for claim in check.claims)
    arguments = [f"parse_claims({text!r}).claims", f"tasks={check.tasks}", f"n={check.n}"]
    if not check.same_samples:
        arguments.append("same_samples=False")
    if check.greedy:
        arguments.append("greedy=True")
    arguments.append(f"unit={check.unit!r}")
    return "\n".join(
        [
            "from passk_core.claims import check_claims, parse_claims",
            "",
            f"check = check_claims({', '.join(arguments)})",
            'print(check.verdict, *check.reasons, sep="\\n")',
        ]
    )


def witness_csv(check: ClaimsCheck) -> str:
    """The witness as a table of counts, one line a task, as Results reads it; of very many tasks, one line a kind."""
    witness, out = sorted((check.witness or {}).items()), io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if sum(many for _, many in witness) > _MOST_LINES:
        writer.writerow(["n", "c", "tasks"])
        writer.writerows([check.witness_n, right, many] for right, many in witness)
        return out.getvalue()
    writer.writerow(["task", "n", "c"])
    each = (right for right, many in witness for _ in range(many))
    writer.writerows([task, check.witness_n, right] for task, right in enumerate(each, start=1))
    return out.getvalue()


def ranges_csv(check: ClaimsCheck) -> str:
    """The implied ranges as fractions, with the claims that they follow from."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["metric", "k", "low", "high", "whole_low", "whole_high", "n", "given"])
    for one in check.ranges:
        given = ";".join(f"{claim.name}:{claim.text}" for claim in one.given)
        whole = ["" if end is None else repr(float(end)) for end in (one.whole_low, one.whole_high)]
        writer.writerow([f"{one.metric}k", one.k, repr(one.low), repr(one.high), *whole, one.n, given])
    return out.getvalue()


def _counted(number: int | None, say: Say) -> str:
    return count(number, say) if number else ""
