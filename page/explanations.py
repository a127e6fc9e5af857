"""What explains an answer: the table over k, the formula, the estimators, the caveats, the quote."""

from __future__ import annotations

import streamlit as st

from page import answer, formula, links, quote, typeset, wording
from page.answer import AT, METRICS, Question, Rate, Samples
from page.calculator_answer import image_choice
from page.caveats import caveats
from page.fields import choice, escaped, text_field
from page.links import Part
from page.numbers import Chance, count, points
from page.texts import Say

TABLE, FORMULA, ESTIMATORS, CAVEATS, QUOTE = "table", "formula", "estimators", "caveats", "quote"


def explanation_choice(part: Part, samples: bool, say: Say) -> None:
    """Which way of explaining the answer is shown below it; estimators are those of samples."""
    state = st.session_state
    options = {
        TABLE: say("Table over k"),
        FORMULA: say("Formula"),
        ESTIMATORS: say("Estimators"),
        CAVEATS: say("What to watch out for"),
        QUOTE: say("Quote"),
    }
    if not samples:
        del options[ESTIMATORS]
    if state.get(part.key("explain")) not in options:
        state[part.key("explain")] = TABLE
    choice(part, "explain", say("Explanation"), options, hidden_label=True)


def explanation_section(question: Question, part: Part, link: str, say: Say) -> None:
    """The explanation that was chosen; a change of an input is answered without the others."""
    known, chosen = question.known, st.session_state[part.key("explain")]
    if chosen == QUOTE:
        _quote(question, part, link, say)
    elif chosen == CAVEATS:
        _caveats(question, say)
    elif chosen == ESTIMATORS and isinstance(known, Samples):
        _estimators(known, question.k, say)
    elif chosen == FORMULA:
        _formula(question, say)
    else:
        _table(question, say)


def _caveats(question: Question, say: Say) -> None:
    for caveat in caveats(question, say):
        st.markdown(f"**{escaped(caveat.title)}**  \n{escaped(caveat.text)}")
        links.link_to_part("learn", say("See it"), {"lab": caveat.lab})


def _ks(question: Question) -> list[int]:
    """The rows of the table; samples get the first step beyond n too, which is not defined."""
    known = question.known
    ks = answer.table_ks(answer.last_k(known, question.k), question.k)
    if isinstance(known, Samples):
        ks = sorted({*ks, *answer.table_ks(answer.rounded_up(known.n + 1), question.k)})
    return ks


def _table(question: Question, say: Say) -> None:
    known = question.known
    interval = say("{level} interval", level=wording.level_name(question.level, say))
    around = say("possible range") if isinstance(known, Rate) else interval
    ks = tuple(_ks(question))
    columns = {"k": [count(k, say) for k in ks]}
    for metric in METRICS:
        ends = answer.all_surroundings(known, ks, metric, question.level, question.method)
        cells = zip(answer.chances(known, ks, metric), ends, strict=True)
        columns[f"{metric} ({around})"] = [_cell(here, *both, say) for here, both in cells]
    if question.at_least is not None and isinstance(known, Samples):
        least = question.at_least
        columns[say("at least {m}", m=least)] = [_at_least_cell(known, k, least, say) for k in ks]
    typeset.table([dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)])


def _cell(here: Chance | None, least: Chance, most: Chance, say: Say) -> str:
    if here is None:
        return say("not defined: k > n")
    low, high = wording.short(least, say), wording.short(most, say)
    between = low if low == high else f"{low} – {high}"
    return f"{wording.short(here, say)} ({between})"


def _at_least_cell(known: Samples, k: int, m: int, say: Say) -> str:
    if k < m:
        return say("not defined: k < m")
    here = answer.at_least(known, k, m)
    return wording.short(here, say) if here else say("not defined: k > n")


def _formula(question: Question, say: Say) -> None:
    blocks = formula.steps(question.known, question.k, say)
    if not blocks:
        st.markdown(say("There is no formula to fill in: for k > n the estimators are not defined."))
    for metric in blocks:
        st.latex(blocks[metric])
    if isinstance(question.known, Samples):
        st.caption(
            say(
                "Of all sets of k samples, the share with at least one correct one, and the share with only correct "
                "ones. Unbiased for independent samples: Chen et al. 2021 (arXiv 2107.03374), section 2.1; "
                "Yao et al. 2024 (arXiv 2406.12045), section 2."
            )
        )
    elif 0 < question.known.rho < 1:
        st.caption(
            say("Beta-binomial: each problem's rate is drawn from a Beta(a, b) with mean p and correlation rho.")
        )


def _estimators(known: Samples, k: int, say: Say) -> None:
    if k > known.n:
        st.markdown(say("For k > n no estimator of these samples is unbiased; there is nothing to compare."))
        return
    rows = []
    for metric in METRICS:
        unbiased, plain = answer.chance(known, k, metric), answer.plug_in(known, k, metric)
        assert unbiased is not None
        rows.append(
            {
                say("metric"): metric.replace("k", str(k)),
                say("unbiased"): wording.short(unbiased, say),
                say("plug-in (c/n as the rate)"): wording.short(plain, say),
                say("plug-in minus unbiased, points"): points(plain.value - unbiased.value, say),
            }
        )
    typeset.table(rows)
    at = answer.chance(known, k, AT)
    assert at is not None
    if at.certain:
        orders = say(
            "“Did any of the first {k} pass?” has one answer, whatever the order: {at}.", k=k, at=wording.short(at, say)
        )
    else:
        orders = say(
            "“Did any of the first {k} pass?” reads 100% in {at} of the orders of these samples and 0% in the others: "
            "right on average, but noisy.",
            k=k,
            at=wording.short(at, say),
        )
    st.markdown(
        escaped(
            say(
                "The plug-in never reads above the unbiased pass@k, nor below the unbiased pass^k; the difference does "
                "not average out over problems."
            )
        )
    )
    st.markdown(escaped(orders))


def _quote(question: Question, part: Part, link: str, say: Say) -> None:
    st.caption(say("What a reader needs to know; what stays empty is said to be unstated."))
    with st.grid(5, min_column_width=150, gap="small"):
        for field, words in quote.stated_names(say).items():
            text_field(part, field, words)
    stated = {field: str(st.session_state.get(part.key(field)) or "") for field in quote.STATED}
    st.code(quote.report(question, stated, say), language=None, wrap_lines=True)
    st.caption(say("The link to this very state"))
    st.code(link, language=None, wrap_lines=True)
    st.caption(say("The same numbers in Python"))
    st.code(quote.snippet(question), language="python", wrap_lines=True)
    image_choice(part, say)
    st.download_button(
        say("Table as CSV"),
        lambda: quote.table_csv(question, _ks(question)),
        file_name="pass-at-k.csv",
        mime="text/csv",
        on_click="ignore",
    )
