"""Each part for everybody: axe, keyboard, 200%, a phone, light and dark; every figure is told in words."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.needs_chromium

# Every way through the page, and the number of its figures.
WAYS = {
    "/": 1,
    "/?p=0.4&k=10": 1,
    "/check?tasks=50&samples=5&claims=pass@1:60.0;pass@3:80.0": 2,
    "/plan?card=attempts": 1,
    "/plan?card=errorbar": 1,
    "/plan?card=difference": 1,
    "/plan?card=cost": 1,
    "/learn?lab=draw": 1,
    "/learn?lab=estimators": 1,
    "/learn?lab=independence": 1,
    "/learn?lab=mix": 1,
    "/learn?lab=promise": 1,
    "/learn?lab=verifier": 1,
    "/learn?read=patterns": 6,
    "/learn?read=quiz": 0,
}

# What the framework itself breaks: the rule, and what the element at fault holds.
FRAMEWORK = {
    # The area where files are dropped says that it is decoration, yet has a label and can hold the focus.
    # Nothing is lost: the button inside of it opens the same choice of files, by keyboard too.
    "presentation-role-conflict": "stFileUploaderDropzone",
    # A table wider than a phone moves sideways in a frame of its own; Chromium and Firefox let the focus into it.
    "scrollable-region-focusable": "st-emotion-cache",
}

# Puts the focus before everything else.
TOP = """() => {
  const first = document.createElement('a');
  first.tabIndex = -1;
  document.body.prepend(first);
  first.focus();
  first.remove();
  window.stops = [];
}"""
# Notes where the focus is, and how that element, what is around it and its label look at this moment.
STOP = """() => {
  const look = e => JSON.stringify([e, e.parentElement, e.parentElement?.parentElement,
    e.parentElement?.parentElement?.parentElement, ...(e.closest('label')?.querySelectorAll('*') ?? [])]
    .filter(one => one).map(one => { const s = getComputedStyle(one);
      return [s.outlineStyle, s.outlineWidth, s.outlineColor, s.boxShadow, s.borderColor, s.backgroundColor, s.color,
        s.textDecorationLine, s.opacity]; }));
  window.look = look;
  const e = document.activeElement;
  // After the last control the focus is nowhere, or already at the first again.
  if (!e || e === document.body || e === window.stops[0]?.e) return false;
  window.stops.push({e, look: look(e)});
  const frame = e.closest('label')?.getBoundingClientRect() ?? e.getBoundingClientRect();
  const down = document.querySelector('[data-testid=stMain]').scrollTop;
  Object.assign(window.stops.at(-1), {left: frame.left, right: frame.right, top: frame.top + down,
    bottom: frame.bottom + down});
  return true;
}"""
TOLD = """() => {
  const name = e => [e.tagName, e.dataset.testid ?? '', (e.ariaLabel ?? e.innerText ?? '').slice(0, 40)].join(' ');
  const stops = window.stops.filter(one => one.e.dataset.testid !== 'stMain');  // what scrolls, Streamlit's own
  const reached = new Set(stops.map(one => one.e));
  // Of a group of radio buttons Tab reaches one, and the arrow keys the others.
  const groups = new Set([...reached].map(e => e.name || e.closest('[role=radiogroup]')).filter(one => one));
  const grouped = e => groups.has(e.name || e.closest('[role=radiogroup]'));
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(e =>
    e.tabIndex >= 0 && !e.disabled && e.type !== 'file' &&
    e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && e.getBoundingClientRect().width > 1);
  const wrong = (a, b) => (b.bottom <= a.top && b.left < a.right) ||
    (b.right <= a.left && b.top < a.bottom && b.bottom > a.top);
  return {
    reached: stops.length,
    missed: all.filter(e => !reached.has(e) && !((e.type === 'radio' || e.role === 'radio') && grouped(e))).map(name),
    unseen: stops.filter(one => window.look(one.e) === one.look).map(one => name(one.e)),
    jumps: stops.slice(1).map((b, i) => [stops[i], b]).filter(([a, b]) => wrong(a, b))
      .map(pair => pair.map(one => name(one.e)).join(' -> ')),
  };
}"""
# What reaches past the right edge, and the text that its own frame cuts.
OUTSIDE = """width => [...document.querySelectorAll('[data-testid=stMain] *')].filter(e => {
  const s = getComputedStyle(e), wider = e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1;
  if (!e.checkVisibility({opacityProperty: true, visibilityProperty: true})) return false;
  if (wider && s.overflowX === 'visible') return e.getBoundingClientRect().right > width + 1;
  return wider && ['hidden', 'clip'].includes(s.overflowX) && e.clientWidth > 2 && e.innerText?.trim();
}).map(e => e.outerHTML.slice(0, 99))"""


def axe(page: Any, *rules: str) -> list[tuple[str, str, str]]:
    """What axe finds that is ours, by these rules or by all."""
    from axe_playwright_python.sync_playwright import Axe

    # What passes is listed with one place for each rule, not with all.
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found = Axe().run(page, options=options).response
    assert found["passes"] if rules else len(found["passes"]) > 20, "axe looked at a page that is not there yet"
    return [
        (broken["id"], node["html"], node["failureSummary"])
        for broken in found["violations"]
        for node in broken["nodes"]
        if broken["id"] not in FRAMEWORK or FRAMEWORK[broken["id"]] not in node["html"]
    ]


def assert_told(page: Any, figures: int) -> None:
    """Every figure says what it shows: a sentence with a number in it."""
    told = [figure.get_attribute("aria-label") or "" for figure in page.get_by_role("figure").all()]
    assert page.locator(".js-plotly-plot").count() == len(told) == figures
    assert [words for words in told if len(words) < 40 or not any(map(str.isdigit, words))] == []
    assert len(set(told)) == len(told)


def assert_usable_by_keyboard(page: Any) -> None:
    """Tab from the top reaches every control, in the order that is seen, and shows where it is."""
    page.add_style_tag(content="* {transition: none !important}")
    page.evaluate(TOP)
    for _ in range(150):
        page.keyboard.press("Tab")
        if not page.evaluate(STOP):
            break
    page.evaluate("document.activeElement.blur()")
    found = page.evaluate(TOLD)
    assert found["reached"] > 6  # more than the navigation
    assert (found["missed"], found["unseen"], found["jumps"]) == ([], [], [])


def assert_nothing_is_cut(visitor: Any, width: int, height: int) -> None:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": height})
    visitor.settled()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(OUTSIDE, width) == []


@pytest.mark.parametrize("path", WAYS)
def test_everybody_can_read_and_use_each_way_through_the_page(visit: Any, path: str) -> None:
    visitor = visit(path)
    page = visitor.page
    assert axe(page) == []
    assert_told(page, WAYS[path])
    assert_usable_by_keyboard(page)
    assert_nothing_is_cut(visitor, 640, 400)  # 1280 x 800 at 200%
    assert_nothing_is_cut(visitor, 390, 844)
    assert axe(page) == []


@pytest.mark.parametrize("path", WAYS)
def test_in_the_dark_theme_every_text_stands_out(visit: Any, path: str) -> None:
    assert axe(visit(path, dark=True).page, "color-contrast") == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_everybody_can_use_results_before_and_after_files_are_opened(visit: Any, dark: bool) -> None:
    visitor = visit("/results", dark=dark)
    page = visitor.page
    assert axe(page) == []
    assert_told(page, 0)
    assert_usable_by_keyboard(page)
    page.get_by_role("button", name="Open an example", exact=True).click()
    page.get_by_role("figure").first.wait_for()
    visitor.settled()
    assert axe(page) == []
    assert_told(page, 1)
    assert_usable_by_keyboard(page)
    assert_nothing_is_cut(visitor, 640, 400)
    assert_nothing_is_cut(visitor, 390, 844)
    assert axe(page) == []
