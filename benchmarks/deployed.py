"""What the proxy of a team's server is worth on a slow line: the first chart, with its compression and without.

Run from the project's folder: python -m benchmarks.deployed  (needs Chromium, playwright, nginx and openssl)

9 Mbit/s and 85 ms, nothing in the browser's cache; both sides in one run, in turn.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.page import FIRST_CHART
from tests.proxied import NAME, TO_THE_NAME, proxied_page
from tests.visitor import chromium_path

RUNS = 5
BYTES_A_SECOND = 9e6 / 8
LINE = {"offline": False, "latency": 85, "downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}


def first_chart(browser: Any, address: str) -> tuple[float, float]:
    """Seconds to the first chart, and the megabytes that came over the line until then."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, ignore_https_errors=True)
    page = context.new_page()
    page.set_default_timeout(120_000)
    line = context.new_cdp_session(page)
    came: list[float] = []
    line.on("Network.loadingFinished", lambda done: came.append(done["encodedDataLength"]))
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    page.goto(address, wait_until="commit")
    seconds = float(page.evaluate(FIRST_CHART)) / 1000
    context.close()
    return seconds, sum(came) / 1e6


def main() -> None:
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        proxied_page(Path(folder)) as proxied,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=TO_THE_NAME)
        # The name, too, where no proxy is: the page stays empty under any other.
        ways = {
            "straight": f"http://{NAME}:{proxied.processes[0].partition(':')[2]}",
            "through the proxy": proxied.address,
        }
        found: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
        for _ in range(RUNS):
            for way, address in ways.items():
                found[way].append(first_chart(browser, address))
        browser.close()
    for way, runs in found.items():
        seconds = [one for one, _ in runs]
        told = f"{min(seconds):.1f} / {statistics.median(seconds):.1f} / {max(seconds):.1f}"
        print(f"{way:<18} first chart {told} s (min / median / max), {statistics.median(mb for _, mb in runs):.1f} MB")


if __name__ == "__main__":
    main()
