"""The runs' answer on the screen: the results at k, the sentence, the chart."""

from __future__ import annotations

import streamlit as st

from page import benchmark, runs_words, typeset, wording
from page.answer import METRICS
from page.calculator_answer import COLOUR, axis_choice, image_choice
from page.fields import escaped
from page.figures.curves import Series, curves_figure
from page.links import Part
from page.runs import Answer
from page.texts import Say
from page.typeset import Result


def answer_section(answer: Answer, part: Part, say: Say) -> None:
    """The results of A and B, the verdict, the curves, and the table over k."""
    asked = answer.asked
    _results(answer, say)
    st.info("  \n".join(escaped(line) for line in runs_words.sentences(answer, say)))
    curved = any(int(answer.runs[name].n.min()) > 1 for name in asked.letters.values())
    captions = "  \n".join(escaped(line) for line in _captions(answer, curved, say))
    if not curved:
        st.caption(captions)
        st.caption(say("With one sample a task there is no curve; the table says what further attempts could give."))
    else:
        _chart(answer, part, say)
        first, second = st.columns([3, 2])
        first.caption(captions)
        with second, st.container(horizontal=True, horizontal_alignment="right", gap="small"):
            axis_choice(part, say, hidden_label=True)
            image_choice(part, say, hidden_label=True)
    typeset.table(runs_words.k_rows(answer, say))
    if any(found.value is None for (_, k, _), found in answer.results.items() if k in asked.ks):
        st.caption(escaped(say("Beyond the samples a mean can lie anywhere in its band; the model is one guess.")))


def _results(answer: Answer, say: Say) -> None:
    asked = answer.asked
    shown = []
    for letter, name in asked.letters.items():
        for metric in asked.metrics:
            found, label = answer.at_k(name, metric), runs_words.at(metric, asked.at)
            if asked.b is not None:
                label = f"{letter}  {label}"
            around = runs_words.around(found, asked.at, asked.level, say)
            shown.append(Result(label, runs_words.value_of(found, say), COLOUR[metric], around))
    typeset.results(shown)


def _captions(answer: Answer, curved: bool, say: Say) -> list[str]:
    asked = answer.asked
    lines = [
        runs_words.about(f"{letter}, {name}" if asked.b is not None else name, answer.runs[name], say)
        for letter, name in asked.letters.items()
    ]
    beyond = asked.ks[-1] > min(int(answer.runs[name].n.min()) for name in asked.letters.values())
    if beyond and curved:
        lines.append(say("Beyond n: where the means can lie, assuming nothing; long dashes: one model, beta-binomial."))
    return lines


def _chart(answer: Answer, part: Part, say: Say) -> None:
    asked, state = answer.asked, st.session_state
    series = [_series(answer, letter, name) for letter, name in asked.letters.items()]
    figure = curves_figure(
        series,
        asked.at,
        log=state[part.key("axis")] == "log",
        say=say,
        dark=st.context.theme.type == "dark",
        all_bands=True,
    )
    image = {"format": state[part.key("image")], "filename": f"runs-pass-at-{asked.at}", "scale": 2}
    config = {"modeBarButtons": [["toImage"]], "displaylogo": False, "toImageButtonOptions": image}
    words = runs_words.alternative(answer, wording.alternative(series, asked.at, say), say)
    st.plotly_chart(figure, theme=None, config=config, alt=words, key="results_chart")


def _series(answer: Answer, letter: str, name: str) -> Series:
    asked, fewest = answer.asked, int(answer.runs[name].n.min())
    curves = {metric: answer.curves[name, metric] for metric in METRICS}
    models: dict[str, list[tuple[int, float]]] = {}
    if answer.models[name] is not None:
        for metric in METRICS:
            ks = [k for k in curves[metric].ks if k >= fewest]
            told = [benchmark.of_model(answer.models[name], k, metric) for k in ks]
            models[metric] = [(k, here.value) for k, here in zip(ks, told, strict=True) if here is not None]
    # A mean over the tasks that have k samples is no point of the curve over all tasks.
    found = {metric: answer.at_k(name, metric) for metric in METRICS}
    at_k = {metric: None if one.short else one.value for metric, one in found.items()}
    return Series(letter if asked.b is not None else "", curves, at_k, fewest, models)
