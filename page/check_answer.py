"""The check's answer on the screen: the verdict, its reasons, the charts, and what else may explain the numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from page import check_words, typeset
from page.fields import escaped
from page.figures.check import ranges_figure, steps_figure, witness_figure
from page.texts import Say, text_file
from passk_core.claims import ClaimsCheck
from passk_core.claims.result import CAN, CANNOT


def answer_section(check: ClaimsCheck, say: Say) -> None:
    """The verdict, the reasons and the charts."""
    st.info(f"## {escaped(check_words.title(check, say))}\n{escaped(check_words.sentence(check, say))}")
    _reasons(check, say)
    charts = _charts(check, say)
    beside = len(charts) < 2
    if check.explanations and beside:
        charts.append(lambda: _explanations(check, say))
    for column, draw in zip(st.columns(2, gap="medium"), charts, strict=False):
        with column:
            draw()
    if check.explanations and not beside:
        _explanations(check, say)


def _reasons(check: ClaimsCheck, say: Say) -> None:
    sentences = check_words.reasons(check, say)
    if sentences:
        st.markdown("\n".join(f"- {escaped(sentence)}" for sentence in sentences))
    if check.warnings:
        lines = [f"**{escaped(check_words.warnings_title(check, say))}**"]
        lines += [f"- {escaped(say.told(warning))}" for warning in check.warnings]
        st.markdown("\n".join(lines))


def _charts(check: ClaimsCheck, say: Say) -> list[Callable[[], None]]:
    """What to draw: the claims over k unless there is only one k, the steps around a claim, the witness."""
    charts: list[Callable[[], None]] = []
    steps = check_words.steps_around(check)
    ks = {claim.k for claim in check.claims} | {one.k for one in check.ranges}
    if len(ks) > 1 and not (steps and check.verdict == CANNOT and not check.ranges):
        charts.append(lambda: _ranges(check, say))
    elif steps:
        charts.append(lambda: _steps(steps, say))
    if check.witness is not None:
        charts.append(lambda: _witness(check, say))
    return charts


def _ranges(check: ClaimsCheck, say: Say) -> None:
    allowed = say("What the other numbers allow") if check.verdict == CANNOT else say("What the numbers allow")
    _chart(
        allowed if check.ranges else say("The reported numbers"),
        lambda dark: ranges_figure(check, say, dark),
        check_words.ranges_alternative(check, say),
        "ranges",
    )


def _witness(check: ClaimsCheck, say: Say) -> None:
    _chart(
        say("Counts that give them: an example"),
        lambda dark: witness_figure(check, say, dark),
        check_words.witness_alternative(check, say),
        "witness",
    )


def _steps(steps: check_words.Steps, say: Say) -> None:
    alternative = check_words.steps_alternative(steps, say)
    _chart(say("Values that counts can give"), lambda dark: steps_figure(steps, say, dark), alternative, "steps")


def _chart(heading: str, figure: Callable[[bool], Any], alternative: str, name: str) -> None:
    st.markdown(f"**{escaped(heading)}**")
    config = {
        "modeBarButtons": [["toImage"]],
        "displaylogo": False,
        "toImageButtonOptions": {"format": "svg", "filename": f"check-{name}"},
    }
    st.plotly_chart(
        figure(st.context.theme.type == "dark"), theme=None, config=config, alt=alternative, key=f"check_{name}"
    )


def _explanations(check: ClaimsCheck, say: Say) -> None:
    lines = [f"**{escaped(say('How such numbers come about without a mistake'))}**"]
    lines += [f"- {escaped(say.told(reason))}" for reason in check.explanations]
    st.caption("\n".join(lines))


def details_section(check: ClaimsCheck, label: str, link: str, say: Say) -> None:
    """Below the answer, one tab each: the ranges, the counts, how it is checked, the quote."""
    names = [say("Quote"), say("How it is checked")]
    if check.ranges:
        names.append(say("Ranges"))
    if check.witness is not None:
        names.append(say("Counts"))
    tabs = iter(st.tabs(names))
    with next(tabs):
        st.code(check_words.report(check, label, say), language=None, wrap_lines=True)
        st.caption(say("The link to this very state"))
        st.code(link, language=None, wrap_lines=True)
        st.caption(say("The same check in Python"))
        st.code(check_words.snippet(check), language="python", wrap_lines=True)
    with next(tabs):
        st.markdown(text_file("check", say.language))
    if check.ranges:
        with next(tabs):
            _ranges_table(check, say)
    if check.witness is not None:
        with next(tabs):
            _witness_table(check, say)


def _ranges_table(check: ClaimsCheck, say: Say) -> None:
    rows: dict[int, dict[str, str]] = {}
    for one in check.ranges:
        low, high = check_words.ends(one, say)
        cell = low if low == high else f"{low} – {high}"
        names = {"pass@": "pass@k", "pass^": "pass^k"}
        rows.setdefault(one.k, {"k": str(one.k), **dict.fromkeys(names.values(), "")})
        rows[one.k][names[one.metric]] = cell
        if one.k == 1 and check.verdict == CAN:
            rows[1]["pass^k"] = cell
    typeset.table([rows[k] for k in sorted(rows)])
    if check.n is None:
        st.caption(say("Without a number of samples each range is the widest: that of the fewest samples that hold k."))
    st.download_button(
        say("Ranges as CSV"), check_words.ranges_csv(check), "ranges.csv", mime="text/csv", on_click="ignore"
    )


def _witness_table(check: ClaimsCheck, say: Say) -> None:
    assert check.witness is not None
    rows = [
        {say("right of n = {n}", n=check.witness_n): str(right), say("tasks"): str(many)}
        for right, many in sorted(check.witness.items())
    ]
    typeset.table(rows)
    st.caption(say("Checked in exact fractions. It shows that the numbers can be true, not that it was so."))
    st.download_button(
        say("Counts as CSV"),
        lambda: check_words.witness_csv(check),
        file_name="counts.csv",
        mime="text/csv",
        on_click="ignore",
    )
