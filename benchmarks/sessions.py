"""A visitor without a browser: one session with the server, spoken over its WebSocket as the page does.

What is sent and received are the messages of ``streamlit.proto``: a request to run with the address and the
input that changed, then what is to be drawn, piece by piece, up to "script finished".
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

_RESULTS = '<dl class="results">'
_FINISHED = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


@dataclass(frozen=True)
class Run:
    """One run of the page: seconds until its answer had arrived and until it was finished, and what went wrong."""

    answer: float
    finished: float
    chart: str
    errors: int


@dataclass
class Session:
    """An open page; ``fields`` are its text inputs, {label: (id, fragment)}: a fragment runs by itself."""

    server: str
    query: str
    fields: dict[str, tuple[str, str]] = field(default_factory=dict)
    _socket: ClientConnection | None = None
    _page: str = ""

    async def __aenter__(self) -> Session:
        # The second protocol stands where a browser puts its token.
        address = f"ws://{urlsplit(self.server).netloc}/_stcore/stream"
        self._socket = await connect(address, subprotocols=["streamlit", "none"], max_size=None, compression=None)  # type: ignore[list-item]
        return self

    async def __aexit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self._socket is not None
        await self._socket.close()

    async def run(self, label: str = "", text: str = "") -> Run:
        """Ask for a run with this text in that field (for the first one: nothing), and wait until it is finished."""
        assert self._socket is not None
        request = BackMsg()
        request.rerun_script.query_string = self.query
        request.rerun_script.page_script_hash = self._page
        request.rerun_script.widget_states.SetInParent()
        if label:
            state = request.rerun_script.widget_states.widgets.add()
            (state.id, request.rerun_script.fragment_id), state.string_value = self.fields[label], text
        message = request.SerializeToString()
        start = time.perf_counter()
        await self._socket.send(message)
        answer, chart, errors = 0.0, "", 0
        while True:
            received = await asyncio.wait_for(self._socket.recv(), 60)
            now = time.perf_counter() - start
            assert isinstance(received, bytes)
            part = ForwardMsg.FromString(received)
            kind = part.WhichOneof("type")
            if kind == "script_finished":
                errors += part.script_finished not in _FINISHED
                return Run(answer, now, chart, errors)
            if kind == "new_session":
                self._page = part.new_session.page_script_hash
            elif kind == "page_info_changed":
                self.query = part.page_info_changed.query_string
            elif kind == "delta" and part.delta.WhichOneof("type") == "new_element":
                element = part.delta.new_element
                drawn = element.WhichOneof("type")
                if drawn == "plotly_chart":
                    chart = element.plotly_chart.spec
                elif drawn == "text_input":
                    self.fields[element.text_input.label] = element.text_input.id, part.delta.fragment_id
                elif drawn == "exception" or (drawn == "alert" and _is_error(element.alert)):
                    errors += 1
                if drawn in ("plotly_chart", "alert") or (drawn == "html" and _RESULTS in element.html.body):
                    answer = now


def _is_error(alert: Any) -> bool:
    return bool(alert.format == alert.ERROR)
