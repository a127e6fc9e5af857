"""Each part, light and dark, under axe: nothing that is ours is in anybody's way, every figure is told in words."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.needs_chromium

# What the framework itself breaks: the rule, and what the element at fault holds.
FRAMEWORK = {
    # The area where files are dropped says that it is decoration, yet has a label and can hold the focus.
    # Nothing is lost: the button inside of it opens the same choice of files, by keyboard too.
    "presentation-role-conflict": "stFileUploaderDropzone",
}


def assert_accessible(page: Any, figures: int) -> None:
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response
    assert len(found["passes"]) > 20, "axe looked at a page that is not there yet"
    ours = [
        (broken["id"], node["html"], node["failureSummary"])
        for broken in found["violations"]
        for node in broken["nodes"]
        if broken["id"] not in FRAMEWORK or FRAMEWORK[broken["id"]] not in node["html"]
    ]
    assert ours == []
    told = [figure.get_attribute("aria-label") or "" for figure in page.get_by_role("figure").all()]
    assert page.locator(".js-plotly-plot").count() == len(told) == figures
    assert all(words.strip() for words in told)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("path", "figures"),
    [
        ("/", 1),
        ("/?p=0.4&k=10", 1),
        ("/check?tasks=164&samples=20&claims=pass@1:67.3;pass@10:85", 2),
        ("/plan", 1),
        ("/learn?lab=mix", 1),
        ("/learn?read=patterns", 6),
    ],
)
def test_axe_finds_nothing_of_ours_and_every_figure_is_told_in_words(
    visit: Any, path: str, figures: int, dark: bool
) -> None:
    assert_accessible(visit(path, dark=dark).page, figures)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_of_ours_before_and_after_files_are_opened(visit: Any, dark: bool) -> None:
    visitor = visit("/results", dark=dark)
    assert_accessible(visitor.page, 0)
    visitor.page.get_by_role("button", name="Open an example", exact=True).click()
    visitor.page.get_by_role("figure").first.wait_for()
    visitor.settled()
    assert_accessible(visitor.page, 1)
