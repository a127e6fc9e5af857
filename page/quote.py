"""An answer to take along: the one-line report, the Python that gives the number, the table as CSV.

Pure functions; what the visitor left unstated is said to be unstated.
"""

from __future__ import annotations

import csv
import io

from page import answer, wording
from page.answer import AT, METRICS, Question, Rate, Samples
from page.numbers import figures, percent
from page.texts import Say

STATED = ("temperature", "top_p", "selection", "extraction", "version")
"""What a reader needs to know beside the numbers: the fields by their names in the address."""


def stated_names(say: Say) -> dict[str, str]:
    """The same fields in words."""
    return {
        "temperature": say("temperature"),
        "top_p": "top_p",
        "selection": say("selection step"),
        "extraction": say("code extraction"),
        "version": say("benchmark version"),
    }


def report(question: Question, stated: dict[str, str], say: Say) -> str:
    """One line with everything that a reader of the number needs."""
    results = "; ".join(_result(question, metric, say) for metric in METRICS)
    told = "; ".join(
        say("{name} {value}", name=words, value=stated.get(field, "").strip() or say("unstated"))
        for field, words in stated_names(say).items()
    )
    return say("{results}. {source} {stated}.", results=results, source=_source(question, say),
               stated=told[0].upper() + told[1:])  # fmt: skip


def _result(question: Question, metric: str, say: Say) -> str:
    here = answer.chance(question.known, question.k, metric)
    value = percent(here, say) if here else say("not defined")
    name = metric.replace("k", str(question.k))
    around = wording.around(question.known, question, metric, say)
    return f"{name} = {value} ({around})"


def _source(question: Question, say: Say) -> str:
    known = question.known
    if isinstance(known, Rate):
        return say(
            "From a success rate p = {p} with correlation rho = {rho} between attempts, k = {k}.",
            p=percent(wording.exactly(known.p), say),
            rho=figures(known.rho, say),
            k=question.k,
        )
    return say(
        "Unbiased estimates of one problem, n = {n}, c = {c}, k = {k}; interval: {method} on the success rate.",
        n=known.n,
        c=known.c,
        k=question.k,
        method=wording.METHOD_NAMES[question.method],
    )


def snippet(question: Question) -> str:
    """Python that prints the numbers that the page shows."""
    known, k = question.known, question.k
    if isinstance(known, Samples):
        if k > known.n:
            names, calls = (
                ["interval_one_problem"],
                {
                    m: f"interval_one_problem(n={known.n}, c={known.c}, k={k}, "
                    f"metric={m!r}, confidence_level={question.level}, method={question.method!r})"
                    for m in METRICS
                },
            )
            lines = [f"from passk_core import {names[0]}", "", "# k > n: no estimate, only the projected interval"]
            for metric in METRICS:
                lines += [f"projected = {calls[metric]}", f'print("{metric}", projected.low, projected.high)']
            return "\n".join(lines)
        names = ["pass_at_k", "pass_hat_k"]
        arguments, mirrored = f"n={known.n}, c={known.c}, k={k}", f"n={known.n}, c={known.n - known.c}, k={k}"
    else:
        names = ["pass_at_k_from_rate", "pass_hat_k_from_rate"]
        arguments = f"p={float(known.p)!r}, k={k}, rho={known.rho!r}"
        mirrored = f"p={float(1 - known.p)!r}, k={k}, rho={known.rho!r}"
    lines = [f"from passk_core import {', '.join(names)}", ""]
    for metric, name, other in zip(METRICS, names, reversed(names), strict=True):
        lines.append(_printed(question, metric, f"{name}({arguments})", f"{other}({mirrored})"))
    return "\n".join(lines)


def _printed(question: Question, metric: str, call: str, complement: str) -> str:
    """A line that prints a number with as many decimals as the page does."""
    here = answer.chance(question.known, question.k, metric)
    assert here is not None
    text = percent(here)
    label = metric.replace("k", str(question.k))
    if text.startswith(">"):
        return f'print(f"{label} = 1 - {{{complement}:.2g}}")'
    if text.startswith("<"):
        return f'print(f"{label} = {{{call}:.2g}}")'
    decimals = len(text.rstrip("%").partition(".")[2])
    return f'print(f"{label} = {{{call}:.{decimals}%}}")'


def table_csv(question: Question, ks: list[int]) -> str:
    """The table over k as CSV, fractions with all their digits; an undefined value is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = {metric: "pass_at_k" if metric == AT else "pass_hat_k" for metric in METRICS}
    writer.writerow(["k", *[name + end for name in names.values() for end in ("", "_low", "_high")], "note"])
    for k in ks:
        row: list[object] = [k]
        defined = True
        for metric in METRICS:
            here = answer.chance(question.known, k, metric)
            low, high = answer.surroundings(question.known, k, metric, question.level, question.method)
            row += [here.value, low.value, high.value] if here else ["", "", ""]
            defined = defined and here is not None
        writer.writerow([*row, "" if defined else "not defined: k > n"])
    return out.getvalue()
