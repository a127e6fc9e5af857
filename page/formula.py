"""The formulas with the visitor's numbers put in, step by step, in LaTeX."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from page.answer import AT, METRICS, Rate, Samples, chance
from page.numbers import Chance, figures, percent
from page.texts import Say

_PRINTED = 10**9  # binomial coefficients above this are not written out


def steps(known: Rate | Samples, k: int, say: Say) -> dict[str, str]:
    """For each metric its derivation, one aligned block; empty where it is not defined."""
    if isinstance(known, Samples):
        return {metric: _counted(known, k, metric, say) for metric in METRICS if k <= known.n}
    if known.rho in (0, 1):
        return {metric: _plain(known, k, metric, say) for metric in METRICS}
    return {metric: _correlated(known, k, metric, say) for metric in METRICS}


def _counted(known: Samples, k: int, metric: str, say: Say) -> str:
    n, c = known.n, known.c
    top = n - c if metric == AT else c
    name, letters = (r"n-c", "1 - ") if metric == AT else ("c", "")
    ratio = rf"\frac{{\binom{{{top}}}{{{k}}}}}{{\binom{{{n}}}{{{k}}}}}"
    lines = [rf"{letters}\frac{{\binom{{{name}}}{{k}}}}{{\binom{{n}}{{k}}}}", f"{letters}{ratio}"]
    if n <= 60 and comb(n, k) <= _PRINTED:
        lines.append(rf"{letters}\frac{{{comb(top, k)}}}{{{comb(n, k)}}}")
    return _aligned(rf"\text{{{_of(metric, k)}}}", lines, chance(known, k, metric), say)


def _plain(known: Rate, k: int, metric: str, say: Say) -> str:
    name = rf"\text{{{_of(metric, k)}}}"
    p, q = _number(known.p, say), _number(1 - known.p, say)
    if known.rho == 1:
        return _aligned(name, ["p"], chance(known, k, metric), say)
    lines = [r"1 - (1-p)^k", f"1 - {q}^{{{k}}}"] if metric == AT else ["p^k", f"{p}^{{{k}}}"]
    return _aligned(name, lines, chance(known, k, metric), say)


def _correlated(known: Rate, k: int, metric: str, say: Say) -> str:
    a, b = (float(share) * (1 - known.rho) / known.rho for share in (known.p, 1 - known.p))
    letter, minus, part = ("b", "1 - ", b) if metric == AT else ("a", "", a)
    lines = [
        rf"{minus}\prod_{{i=0}}^{{k-1}} \frac{{{letter}+i}}{{a+b+i}}, \quad "
        rf"a = p\tfrac{{1-\rho}}{{\rho}} = {_short(a, say)},\ b = (1-p)\tfrac{{1-\rho}}{{\rho}} = {_short(b, say)}",
        rf"{minus}\prod_{{i=0}}^{{{k - 1}}} \frac{{{_short(part, say)}+i}}{{{_short(a + b, say)}+i}}",
    ]
    return _aligned(rf"\text{{{_of(metric, k)}}}", lines, chance(known, k, metric), say)


def _of(metric: str, k: int) -> str:
    return f"pass@{k}" if metric == AT else rf"pass\textasciicircum {k}"


def _aligned(name: str, lines: list[str], value: Chance | None, say: Say) -> str:
    assert value is not None
    shown = percent(value, say).replace("%", r"\%")
    body = r" \\ &= ".join([*lines, rf"\mathbf{{\text{{{shown}}}}}"])
    return rf"\begin{{aligned}} {name} &= {body} \end{{aligned}}"


def _short(value: float, say: Say) -> str:
    # A comma in braces is a decimal sign; without them LaTeX sets a blank behind it.
    return figures(value, say).replace(",", "{,}")


def _number(value: Fraction, say: Say) -> str:
    text = figures(float(value), say, 6).replace(",", "{,}")
    if "e" not in text:
        return text
    mantissa, exponent = text.split("e")
    return rf"({mantissa} \cdot 10^{{{int(exponent)}}})"
