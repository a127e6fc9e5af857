"""What SECURITY.md promises."""

from __future__ import annotations

import gc
import http.client
import re
import urllib.error
import urllib.request
import weakref
from pathlib import Path

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from page.results_files import Loaded
from tests.visitor import served

ROOT = Path(__file__).resolve().parents[1]
RESULTS = """
import streamlit as st
from page import results
from page.texts import Say

def opened():
    results.show(Say())

st.navigation([st.Page(opened, title="Results", default=True)]).run()
"""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("browser.gatherUsageStats", False),
        ("server.address", "localhost"),
        ("server.enableXsrfProtection", True),
        ("server.enableCORS", True),
        ("server.enableStaticServing", False),
        ("server.maxUploadSize", 200),
        ("server.disconnectedSessionTTL", 120),
        ("client.showErrorDetails", "none"),
        ("client.showErrorLinks", False),
        ("client.disableDataExport", True),
    ],
)
def test_the_settings_are_those_that_are_promised(name: str, value: object) -> None:
    assert config.get_option(name) == value


def test_our_settings_name_no_address_of_another_machine() -> None:
    assert "//" not in (ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8")


WATCH = """
import sys

print("watching", file=open({path!r}, "a"))

def note(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        with open({path!r}, "a") as file:
            print(event, arguments[1:] if event in ("socket.connect", "socket.sendto") else arguments[:2], file=file)

sys.addaudithook(note)
"""
KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
HERE = ("'localhost'", "'127.0.0.1'", "'::1'", "'0.0.0.0'")


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--server.address=127.0.0.1", "--server.allowedHosts=passk.example.org"),
        ("--server.address=0.0.0.0", "--logger.hideWelcomeMessage=true"),
    ],
    ids=["laptop", "process behind a proxy", "container"],
)
def test_the_server_itself_asks_nobody_outside(tmp_path: Path, options: tuple[str, ...]) -> None:
    notes = tmp_path / "notes"
    (tmp_path / "sitecustomize.py").write_text(WATCH.format(path=str(notes)), encoding="utf-8")
    with served("app.py", *options, PYTHONPATH=str(tmp_path)) as address:
        urllib.request.urlopen(address, timeout=20).close()
    noted = notes.read_text(encoding="utf-8").splitlines()
    assert "watching" in noted
    assert [line for line in noted if line != "watching" and not any(here in line for here in HERE)] == []


def test_under_another_name_than_the_allowed_one_the_page_stays_empty() -> None:
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY}
    with served("app.py", "--server.address=127.0.0.1", "--server.allowedHosts=passk.example.org") as address:
        found = {}
        for name in ("passk.example.org", "elsewhere.example"):
            connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=20)
            connection.request("GET", "/_stcore/stream", headers={"Host": name, **upgrade})
            found[name] = connection.getresponse().status
            connection.close()
    assert found == {"passk.example.org": 101, "elsewhere.example": 403}


def test_an_upload_without_the_page_s_token_is_refused(server: str) -> None:
    request = urllib.request.Request(f"{server}/_stcore/upload_file/anybody/anything", data=b"x", method="PUT")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=20)
    with refused.value as answer:
        assert answer.code == 403


def shows_results(test: AppTest) -> bool:
    return any('<dl class="results">' in one.proto.body for one in test.get("html"))


def test_what_was_uploaded_is_gone_with_the_session_and_never_another_s() -> None:
    table = "run,task,n,c\nsecret run,secret task,10,3\nsecret run,other task,10,4\n"
    file = Loaded("secret.csv", table.encode())
    visitor = AppTest.from_string(RESULTS, default_timeout=60)
    visitor.session_state["results_files"] = (file,)
    visitor.run()
    assert shows_results(visitor)
    read = visitor.session_state["results_read"][-1]
    held = [weakref.ref(file), weakref.ref(read)]

    other = AppTest.from_string(RESULTS, default_timeout=60).run()
    assert not shows_results(other)
    assert not any("secret" in text.value for text in other.markdown)

    del visitor, file, read
    gc.collect()
    assert [reference() for reference in held] == [None, None]


def test_every_test_that_security_md_names_is_there() -> None:
    named = set(re.findall(r"`(tests/\w+\.py)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8")))
    assert len(named) >= 3
    assert [name for name in named if not (ROOT / name).is_file()] == []
