"""The page: its set-up and its navigation. `streamlit run app.py` opens it."""

import streamlit as st

from page import calculator, check, learn, plan, results, typeset
from page.language import declare, top_row, voice

st.set_page_config(page_title="pass@k", page_icon="page/icon.png", layout="wide")

say = voice()


def calculator_part() -> None:
    calculator.show(say)


def results_part() -> None:
    results.show(say)


def check_part() -> None:
    check.show(say)


def plan_part() -> None:
    plan.show(say)


def learn_part() -> None:
    learn.show(say)


parts = [
    st.Page(calculator_part, title=say("Calculator"), url_path="calculator", default=True),
    st.Page(results_part, title=say("Results"), url_path="results"),
    st.Page(check_part, title=say("Check"), url_path="check"),
    st.Page(plan_part, title=say("Plan"), url_path="plan"),
    st.Page(learn_part, title=say("Learn"), url_path="learn"),
]
part = st.navigation(parts, position="hidden")
typeset.style(at_once=part is parts[0])
top_row(parts, say)
part.run()
declare(say)
