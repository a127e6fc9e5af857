"""The page on a team's server: two processes behind nginx, as deploy/nginx.conf and README.md set it up."""

from __future__ import annotations

import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.proxied import NAME, TO_THE_NAME, Proxied, proxied_page
from tests.visitor import Visitor

pytestmark = [pytest.mark.needs_chromium, pytest.mark.needs_nginx]

TABLE = "run,task,n,c\nfirst,sum,10,3\nfirst,sort,10,4\n"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    with proxied_page(tmp_path_factory.mktemp("nginx")) as page:
        yield page


@pytest.fixture(scope="module")
def tab_of_the_team(chromium: str, browser: Any) -> Iterator[Any]:
    opened = browser.browser_type.launch(executable_path=chromium, args=TO_THE_NAME)
    yield opened.new_page(ignore_https_errors=True)
    opened.close()


def test_a_visitor_stays_at_one_process(proxied: Proxied) -> None:
    met = {proxied.visited(*proxied.cookie()) for _ in range(16)}
    assert met == set(proxied.processes)


@pytest.mark.parametrize("which", [0, 1])
def test_what_is_typed_and_uploaded_is_answered_on_each_process(
    proxied: Proxied, tab_of_the_team: Any, which: int
) -> None:
    name, value = next(
        pair for pair in iter(proxied.cookie, None) if proxied.visited(*pair) == proxied.processes[which]
    )
    tab_of_the_team.context.clear_cookies()
    tab_of_the_team.context.add_cookies([{"name": name, "value": value, "url": proxied.address}])
    before = len(proxied.answered("/_stcore/stream"))
    visitor = Visitor(tab_of_the_team, proxied.address).open("/results")
    visitor.page.locator("input[type=file]").first.set_input_files(
        {"name": "counts.csv", "mimeType": "text/csv", "buffer": TABLE.encode()}
    )
    visitor.page.get_by_role("figure").first.wait_for()
    visitor.open("/?n=10&c=2&k=5")
    visitor.type("n samples", "20")
    visitor.see_results("44.7%", "0%")  # 1 - C(18, 5) / C(20, 5)
    visitor.leave()
    assert visitor.errors == []
    assert [url for url in visitor.asked if not re.match(f"(https|wss)://{NAME}:|data:|blob:", url)] == []
    # A line of the log is written when a connection ends: both parts' streams, and each file.
    assert set(proxied.answered("/_stcore/stream")[before:]) == {proxied.processes[which]}


def test_the_browser_s_files_are_compressed(proxied: Proxied) -> None:
    with proxied.get("/") as first:
        scripts = re.findall(r'src="\./(static/js/[^"]+\.js)"', first.read().decode())
    assert scripts
    with proxied.get(f"/{scripts[0]}", **{"Accept-Encoding": "gzip"}) as answer:
        packed = answer.read()
        assert answer.headers["Content-Encoding"] == "gzip"
    with proxied.get(f"/{scripts[0]}") as answer:
        assert answer.headers["Content-Encoding"] is None
        assert len(packed) < len(answer.read()) / 2


def test_another_site_s_page_gets_nothing(proxied: Proxied) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        proxied.get("/_stcore/stream", Origin="https://elsewhere.example")
    with refused.value as answer:
        assert answer.code == 403
    assert proxied.answered("/_stcore/stream")[-1] == "-"  # no process was asked
    with proxied.get("/_stcore/health", Origin=proxied.address) as answer:
        assert answer.read() == b"ok"


def test_a_file_past_the_limit_is_refused_before_it_is_sent_on(proxied: Proxied) -> None:
    size = {"Content-Length": str(60 * 2**20), "Host": f"{NAME}:{proxied.port}"}
    url = f"https://127.0.0.1:{proxied.port}/_stcore/upload_file/a/b"
    request = urllib.request.Request(url, b"x", size, method="PUT")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=20, context=ssl._create_unverified_context())
    with refused.value as answer:
        assert answer.code == 413


def test_the_log_holds_nothing_that_was_typed(proxied: Proxied) -> None:
    proxied.get("/?n=4321&c=1&k=1").close()
    assert proxied.answered("/")
    assert "4321" not in proxied.log.read_text(encoding="utf-8")
