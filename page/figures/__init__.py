"""The charts: pure functions from numbers to plotly figures, one module for each part of the page."""
