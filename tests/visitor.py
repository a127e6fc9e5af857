"""A visitor of the page in a real browser: what tests of the page do and look at."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

ROOT = Path(__file__).resolve().parents[1]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path() -> str | None:
    """The browser's executable, if it and the library that drives it are here."""
    if importlib.util.find_spec("playwright") is None:
        return None
    names = (os.environ.get("PASSK_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as free:
        free.bind(("localhost", 0))
        return int(free.getsockname()[1])


@contextmanager
def served(app: str, *options: str, folder: Path = ROOT, **variables: str) -> Iterator[str]:
    """The address of a page that is served while this is open; see ``serving``."""
    with serving(app, *options, folder=folder, **variables) as (address, _):
        yield address


@contextmanager
def serving(app: str, *options: str, folder: Path = ROOT, **variables: str) -> Iterator[tuple[str, int]]:
    """The address of a page, with our configuration and what is added to the command and the environment."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", app, "--server.headless=true", f"--server.port={port}"]
    process = subprocess.Popen(
        [*command, *options],
        cwd=folder,
        env=os.environ | variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(150):
            try:
                urllib.request.urlopen(f"http://localhost:{port}/_stcore/health", timeout=1)
                break
            except OSError:
                time.sleep(0.2)
        yield f"http://localhost:{port}", process.pid
    finally:
        process.terminate()
        process.wait(10)


# Asked once a frame: whether page and script have been still for ten frames. What happens is seen from the first
# time this is asked on a page. A message that asks for a run begins with 0x5a; the server's next one tells of it.
# Nothing may move either: a click on what is in an expander is lost at the moment in which that has opened.
SETTLED = """() => {
  if (!window.seen) {
    const seen = window.seen = {still: 0, answered: true};
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (message) {
      if (message[0] === 0x5a) {
        seen.answered = false;
        this.addEventListener('message', () => { seen.answered = true; }, {once: true});
      }
      return send.call(this, message);
    };
    new MutationObserver(() => { seen.still = 0; })
      .observe(document, {attributes: true, characterData: true, childList: true, subtree: true});
  }
  const app = document.querySelector('[data-testid=stApp]'), seen = window.seen;
  const waits = document.querySelector('[data-testid=stSkeleton], [data-stale=true]') ||
    document.getAnimations().some(one => one.playState === 'running' && one.effect.getComputedTiming().endTime < 1e9);
  seen.still = app?.dataset.testScriptState === 'notRunning' && seen.answered && !waits ? seen.still + 1 : 0;
  if (seen.still < 10) return false;
  seen.still = 0;  // the next wait begins anew
  return true;
}"""


class Visitor:
    """A tab on the page that remembers what it asked for and what went wrong."""

    def __init__(self, tab: Any, server: str) -> None:
        self.page = tab
        self.page.set_default_timeout(60_000)
        self.server = server
        self.errors: list[str] = []
        self.asked: list[str] = []
        self._notes = {
            "console": self._note_error,
            "pageerror": lambda error: self.errors.append(str(error)),
            "request": lambda request: self.asked.append(request.url),
        }
        for event, note in self._notes.items():
            self.page.on(event, note)

    def leave(self) -> None:
        """Go away from the page; the tab stays open for another visitor."""
        self.page.goto("about:blank")
        for event, note in self._notes.items():
            self.page.remove_listener(event, note)

    def _note_error(self, message: Any) -> None:
        # Under a part's own address Streamlit first asks for its own files below that address, in vain.
        if message.type == "error" and "/_stcore/" not in message.location.get("url", ""):
            self.errors.append(message.text)

    def open(self, path: str) -> Visitor:
        self.page.goto(self.server + path)
        self.settled()
        return self

    def settled(self) -> None:
        """Wait until what was asked for has run and everything it sent is drawn."""
        self.page.wait_for_function(SETTLED)

    def type(self, label: str, text: str) -> None:
        field = self.page.get_by_role("textbox", name=label, exact=True)
        field.fill(text)
        field.press("Enter")
        self.settled()

    def results(self) -> list[str]:
        return [text.strip() for text in self.page.locator(".results .value").all_inner_texts()]

    def text(self) -> str:
        return str(self.page.get_by_test_id("stMain").inner_text())

    def state(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(urlsplit(self.page.url).query).items()}

    def chart(self) -> str:
        return str(self.page.get_by_role("figure").first.get_attribute("aria-label"))

    def see_results(self, *expected: str) -> None:
        """Wait for these two results: a change is drawn a moment after it was typed."""
        shown = self.page.locator(".results .value")
        from playwright.sync_api import expect

        expect(shown).to_have_text(list(expected), timeout=60_000)
        self.settled()
