"""What some tests need beyond Python and pip: it is skipped where it is missing, and never silently.

A test says so with a marker (``needs_chromium``, ``needs_java``, ``needs_nginx``, ``needs_shared``) or by using the
fixture that hands the thing over (``chromium``, ``shared``, ``reference``). A closing line counts what
was not run; with PASSK_REQUIRE_ALL=1 a missing thing is a failure instead.
"""

from __future__ import annotations

import faulthandler
import importlib.util
import json
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.visitor import FLAGS, Visitor, chromium_path, served

# The same examples in every run, and none fails for being slow.
settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")

ROOT = Path(__file__).resolve().parents[1]

SHARED = ROOT.parent / "shared"

HANGS = 300  # seconds


def _java() -> str | None:
    return shutil.which("java") if importlib.util.find_spec("pyspark") else None


def _nginx() -> str | None:
    return shutil.which("nginx") if shutil.which("openssl") else None


def _shared() -> Path | None:
    return SHARED if SHARED.is_dir() else None


@dataclass(frozen=True)
class Need:
    name: str
    find: Callable[[], object]
    how: str
    fixtures: frozenset[str] = frozenset()


NEEDS = {
    "needs_chromium": Need(
        "Chromium",
        chromium_path,
        "apt-get install chromium; pip install -r tests/requirements.txt",
        frozenset({"chromium", "visit"}),
    ),
    "needs_java": Need("Java", _java, "apt-get install default-jre-headless; pip install pyspark"),
    "needs_nginx": Need("nginx", _nginx, "apt-get install nginx-light openssl"),
    "needs_shared": Need(
        "../shared", _shared, "put the folder shared beside this one", frozenset({"shared", "reference"})
    ),
}


def pytest_configure(config: pytest.Config) -> None:
    for marker, need in NEEDS.items():
        config.addinivalue_line("markers", f"{marker}: runs only where {need.name} is ({need.how})")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for marker, need in NEEDS.items():
            if need.fixtures & set(getattr(item, "fixturenames", ())):
                item.add_marker(marker)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, need in NEEDS.items():
        if item.get_closest_marker(marker) and need.find() is None:
            reason = f"needs {need.name} ({need.how})"
            if os.environ.get("PASSK_REQUIRE_ALL") == "1":
                pytest.fail(reason, pytrace=False)
            pytest.skip(reason)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any) -> Generator[None, object, object]:
    result = yield  # pytest's own summary comes first, this is the last word
    # Counted from the reports, which arrive from other processes too.
    reasons = [str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", [])]
    missing = []
    for need in NEEDS.values():
        count = sum(f"needs {need.name} (" in reason for reason in reasons)
        if count:
            missing.append(f"tests that need {need.name}: {count} ({need.how})")
    if missing:
        terminalreporter.write_line(f"Not run: {', '.join(missing)}", yellow=True)
    return result


@pytest.fixture
def no_hang() -> Iterator[None]:
    """Ends the process, with a list of what it was doing, if a test takes many times as long as it should."""
    faulthandler.dump_traceback_later(HANGS, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Checks of the page that are searched for only as long as it takes to see that they end."""
    from page import check

    monkeypatch.setattr(check, "_SECONDS", 0.1)
    yield
    check._search.clear()  # what stayed undecided for that


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium that playwright can launch."""
    found = chromium_path()
    assert found is not None
    return found


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference values and real result files beside the repository."""
    return SHARED


@pytest.fixture(scope="session")
def reference(shared: Path) -> dict[str, Any]:
    """The groups of reference values, 25 digits as strings, made apart from this code with mpmath and fractions."""
    groups: dict[str, Any] = json.loads((shared / "reference" / "reference_values.json").read_text(encoding="utf-8"))
    return groups


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a running page."""
    with served("app.py") as address:
        yield address


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def tabs() -> list[Any]:
    """Tabs that nobody looks at. A tab that was used has the page's scripts compiled, which takes longest of all."""
    return []


@pytest.fixture
def visit(browser: Any, tabs: list[Any], server: str) -> Iterator[Any]:
    opened: list[Visitor] = []

    def start(path: str = "/", width: int = 1280, height: int = 800, dark: bool = False) -> Visitor:
        tab = tabs.pop() if tabs else browser.new_page()
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(color_scheme="dark" if dark else "light")
        opened.append(Visitor(tab, server))
        return opened[-1].open(path)

    yield start
    for visitor in opened:
        visitor.leave()
        tabs.append(visitor.page)
        outside = [
            url for url in visitor.asked if not url.startswith((server, server.replace("http", "ws"), "data:", "blob:"))
        ]
        assert outside == [], "a request left the machine"
        assert visitor.errors == [], "the console is not free of errors"
