"""The smallest page there is: one slider and one chart without traces whose title shows its value."""

import plotly.graph_objects as go
import streamlit as st

value = st.slider("value", 0.0, 1.0, 0.0, 0.01)
st.plotly_chart(go.Figure(layout={"title": {"text": f"value {value}"}, "height": 330}))
