"""The calculator's answer on the screen: two results, the sentence, the chart, the caveat."""

from __future__ import annotations

import streamlit as st

from page import answer, links, wording
from page.answer import AT, HAT, METRICS, Known, Question, Samples
from page.caveats import caveats
from page.fields import choice, escaped
from page.figures.curves import Series, curves_figure
from page.links import Part
from page.numbers import figures, percent
from page.texts import Say
from passk_core import mg_pass_at_k

COLOUR = {AT: "blue", HAT: "orange"}
_LARGE = """<style>
[data-testid=stMain] p {font-size: 1.6rem}
[data-testid=stMain] [data-testid=stMetricLabel] p {font-size: 2.2rem}
[data-testid=stMain] [data-testid=stMetricValue] p {font-size: 6.5rem; line-height: 1.1}
</style>"""


def answer_section(question: Question, part: Part, say: Say) -> None:
    """Results, sentence and chart."""
    results = st.container()
    chart(_both(question, say), question.k, part, say, large=False)
    with results:
        _results(question, say)
        st.info(escaped(wording.sentence(question.known, question.k, say)))


def beside_the_answer(question: Question, part: Part, say: Say) -> None:
    """The one caveat that this input calls for, and how the chart is shown."""
    called = caveats(question, say)[0]
    first, second = st.columns([3, 2])
    first.caption(f"**{escaped(called.title)}** {escaped(called.text)}")
    with second:
        links.link_to_part("learn", say("See it"), {"lab": called.lab})
        chart_choices(part, say)


def meeting_section(question: Question, part: Part, say: Say) -> None:
    """The same answer for the back of a room: results, sentence and chart, nothing else."""
    enlarge()
    _results(question, say)
    st.markdown(escaped(wording.sentence(question.known, question.k, say)))
    chart(_both(question, say), question.k, part, say, large=True)


def _results(question: Question, say: Say) -> None:
    # Side by side on a phone too, unless a number is too long for half of its width.
    narrow = all(len(wording.shown(question.known, question.k, metric, say)) <= 6 for metric in METRICS)
    for column, metric in zip(st.columns(2, wrap=not narrow), METRICS, strict=True):
        with column:
            _result(question, metric, say)
    if question.at_least is not None and isinstance(question.known, Samples):
        st.markdown(escaped(_at_least(question, question.known, question.at_least, say)))


def _result(question: Question, metric: str, say: Say) -> None:
    known, k, colour = question.known, question.k, COLOUR[metric]
    here = answer.chance(known, k, metric)
    value = wording.shown(known, k, metric, say)
    st.metric(f":{colour}[**{escaped(metric.replace('k', str(k)))}**]", f":{colour}[{escaped(value)}]")
    lines = [wording.around(known, question, metric, say)]
    whole = percent(here, say) if here else value
    if whole != value:
        lines.insert(0, whole.removeprefix(value).strip(" ()"))
    if question.other is not None:
        other = wording.shown(question.other, k, metric, say)
        lines.append(say("{name}: {value}", name=wording.name_of(question.other, say), value=other))
    st.markdown("  \n".join(escaped(line) for line in lines))


def _at_least(question: Question, known: Samples, m: int, say: Say) -> str:
    here = answer.at_least(known, question.k, m)
    if here is None:
        return say("{name}: not defined, k > n", name=wording.at_least_name(question, say))
    return say(
        "{name} pass with a chance of {value} (G-Pass@k); mG-Pass@{k}, the mean over the stricter half: {mean}",
        name=wording.at_least_name(question, say),
        value=percent(here, say),
        k=question.k,
        mean=figures(float(mg_pass_at_k(known.n, known.c, question.k)), say),
    )


def chart(series: list[Series], k: int, part: Part, say: Say, large: bool) -> None:
    """Both curves over k, with the image button in the format that was chosen."""
    state = st.session_state
    figure = curves_figure(
        series,
        k,
        log=state[part.key("axis")] == "log",
        say=say,
        dark=st.context.theme.type == "dark",
        height=370 if large else 330,
        large=large,
    )
    image = {"format": state[part.key("image")], "filename": f"pass-at-{k}", "scale": 2}
    config = {"modeBarButtons": [["toImage"]], "displaylogo": False, "toImageButtonOptions": image}
    st.plotly_chart(figure, theme=None, config=config, alt=wording.alternative(series, k, say), key="calculator_chart")


def chart_choices(part: Part, say: Say) -> None:
    """The axis of k, and the format of the chart's image button."""
    with st.container(horizontal=True, horizontal_alignment="right", gap="small"):
        choice(part, "axis", say("Axis of k"), {"linear": say("linear"), "log": say("log")}, hidden_label=True)
        choice(part, "image", say("Image"), {"svg": "SVG", "png": "PNG"}, hidden_label=True)


def enlarge() -> None:
    """Letters that are read from the back of a room."""
    st.html(_LARGE)


def _both(question: Question, say: Say) -> list[Series]:
    """The question's curves, and those of what it is compared with."""
    series = [_series(question.known, question, wording.name_of(question.known, say) if question.other else "")]
    if question.other is not None:
        series.append(_series(question.other, question, wording.name_of(question.other, say)))
    return series


def _series(known: Known, question: Question, name: str) -> Series:
    last = answer.last_k(question.known, question.k)
    return Series(
        name,
        {metric: answer.curve(known, metric, last, question.level, question.method) for metric in METRICS},
        {metric: answer.chance(known, question.k, metric) for metric in METRICS},
        known.n if isinstance(known, Samples) else None,
    )
