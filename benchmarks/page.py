"""How long a visitor waits: our page against the smallest one, in the same Chromium and run.

Run from the project's folder: python -m benchmarks.page  (needs Chromium and playwright)

A change is timed inside the browser, from the key to the first frame whose chart shows other
words than before. The first chart is timed from navigation, with nothing in the cache.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

from tests.visitor import FLAGS, chromium_path, served

CHANGES, IN_A_ROW, UNCOUNTED, FIRST = 30, 10, 3, 7

# Arms a promise that ends with the milliseconds from the next key to the first changed chart.
ARM = """() => {
  const words = () => [...document.querySelectorAll('.js-plotly-plot text')].map(t => t.textContent).join('|');
  const before = words();
  window.waited = new Promise(done => {
    document.addEventListener('keydown', () => {
      const start = performance.now();
      const look = () => {
        const now = words();
        if (now && now !== before) done(performance.now() - start); else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, {capture: true, once: true});
  });
}"""
FIRST_CHART = """() => new Promise(done => {
  const look = () => document.querySelector('.js-plotly-plot .xaxislayer-above text')
    ? done(performance.now()) : requestAnimationFrame(look);
  look();
})"""


def change(page: Any, press: Any) -> float:
    """Milliseconds from a key to the redrawn chart."""
    page.evaluate(ARM)
    press()
    waited = float(page.evaluate("window.waited"))
    page.wait_for_timeout(250)
    return waited


def in_turn(
    browser: Any, bare: str, ours: str, change_ours: Callable[[Any, int], float]
) -> tuple[list[float], list[float]]:
    """Ten changes of our page, ten of the bare one, and so on: a slow moment of the machine meets both."""
    pages = [browser.new_page(viewport={"width": 1280, "height": 800}) for _ in range(2)]
    for page, address in zip(pages, (ours, bare), strict=True):
        page.goto(address)
        page.locator(".js-plotly-plot").first.wait_for()
        page.wait_for_timeout(1500)
    waits: tuple[list[float], list[float]] = ([], [])
    for turn in range(CHANGES // IN_A_ROW):
        for page, change_it, found in zip(pages, (change_ours, slider_change), waits, strict=True):
            # A tab that comes to the front is drawn anew; its first changes after that are not counted.
            page.bring_to_front()
            many = UNCOUNTED + IN_A_ROW
            found += [change_it(page, i) for i in range(turn * many, (turn + 1) * many)][UNCOUNTED:]
    for page in pages:
        page.close()
    return waits


def slider_change(page: Any, _: int) -> float:
    page.get_by_role("slider").focus()
    return change(page, lambda: page.keyboard.press("ArrowRight"))


def enter_change(page: Any, i: int) -> float:
    field = page.get_by_role("textbox", name="p, success rate", exact=True)
    field.fill(f"{0.2 + i / 100:.2f}")
    return change(page, lambda: field.press("Enter"))


def first_charts(browser: Any, ours: str, bare: str) -> tuple[list[float], list[float]]:
    """First charts of our page and the bare one in turn, each with nothing in the cache."""
    waits: tuple[list[float], list[float]] = ([], [])
    for _ in range(FIRST):
        for address, found in zip((ours, bare), waits, strict=True):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            page = context.new_page()
            page.goto(address, wait_until="commit")
            found.append(float(page.evaluate(FIRST_CHART)))
            context.close()
    return waits


def row(name: str, ours: list[float], bare: list[float], bar: float) -> str:
    def told(waits: list[float]) -> str:
        return f"{min(waits):.0f} / {statistics.median(waits):.0f} / {max(waits):.0f}"

    ratio = statistics.median(ours) / statistics.median(bare)
    return f"{name:<36} ours {told(ours):<18} bare {told(bare):<18} ratio {ratio:.2f} (bar {bar})"


def main() -> None:
    from playwright.sync_api import sync_playwright

    print("Milliseconds, min / median / max")
    with served("app.py") as ours, served("benchmarks/bare_app.py") as bare, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        rate = f"{ours}/?p=0.4&k=10"
        print(row("arrow key on the slider, rate", *in_turn(browser, bare, rate, slider_change), 1.5))
        print(row("Enter in a field, rate", *in_turn(browser, bare, rate, enter_change), 1.5))
        print(row("first chart, cold browser", *first_charts(browser, ours, bare), 1.3))
        browser.close()


if __name__ == "__main__":
    main()
