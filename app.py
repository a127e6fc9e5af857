"""The page: its set-up and its navigation. `streamlit run app.py` opens it."""

import streamlit as st

from page import calculator
from page.texts import Say

st.set_page_config(page_title="pass@k", page_icon="page/icon.svg", layout="wide")

say = Say()


def calculator_part() -> None:
    calculator.show(say)


st.navigation(
    [st.Page(calculator_part, title=say("Calculator"), url_path="calculator", default=True)],
    position="top",
).run()
