"""The Results part as a visitor sees it, in a real Chromium."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.needs_chromium

TASKS, SAMPLES = 30, 8


def samples_file(folder: Path, name: str, c: list[int]) -> Path:
    """Graded samples, one a line, as human-eval writes them; c passes of each task."""
    rows = [
        {"task_id": f"HumanEval/{task}", "completion": "    return 1\n", "result": "passed", "passed": attempt < passes}
        for task, passes in enumerate(c)
        for attempt in range(SAMPLES)
    ]
    file = folder / name
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return file


@pytest.fixture
def two_files(tmp_path: Path) -> list[Path]:
    first = [task % 7 for task in range(TASKS)]
    second = [min(SAMPLES, task % 7 + 1 + task % 2) for task in range(TASKS)]
    return [samples_file(tmp_path, "small_results.jsonl", first), samples_file(tmp_path, "large_results.jsonl", second)]


def drop(visitor: Any, *files: Any) -> None:
    """Drop files beside those that are loaded, and wait until all of them are listed."""
    from playwright.sync_api import expect

    page = visitor.page
    listed = page.get_by_role("button", name="Remove", exact=True)
    before = listed.count()
    if before and not page.get_by_test_id("stFileUploaderDropzone").is_visible():
        page.get_by_text("Add files").click()
    page.locator("input[type=file]").first.set_input_files(list(files))
    expect(listed).to_have_count(before + len(files))
    visitor.settled()


def download(visitor: Any, button: str, folder: Path) -> Path:
    visitor.page.get_by_role("tab", name="Take along").click()
    visitor.settled()
    with visitor.page.expect_download() as started:
        visitor.page.get_by_role("button", name=button).click()
    file = folder / "taken" / started.value.suggested_filename
    started.value.save_as(file)
    return file


def test_two_files_show_curves_and_a_verdict_and_their_counts_come_back_the_same(
    visit: Any, two_files: list[Path], tmp_path: Path
) -> None:
    visitor = visit("/results?k=1,4,8&at=4")
    drop(visitor, *two_files)
    shown, said = visitor.results(), visitor.page.get_by_role("status").first.inner_text()
    assert len(shown) == 4
    assert "pass@4: B is better than A, by +" in said
    assert "pass^4: B is better than A, by +" in said
    assert f"Both runs have the same tasks: {TASKS}." in said
    for line in ("pass@k A goes from", "pass^k A goes from", "pass@k B goes from", "pass^k B goes from"):
        assert line in visitor.chart()
    assert visitor.state().items() >= {"k": "1,4,8", "at": "4", "level": "0.95"}.items()

    counts = download(visitor, "Counts as CSV", tmp_path)
    again = visit("/results?k=1,4,8&at=4")
    drop(again, counts)
    assert again.results() == shown
    assert again.page.get_by_role("status").first.inner_text() == said


def test_a_broken_file_gets_a_sentence_and_the_earlier_ones_stay(
    visit: Any, two_files: list[Path], tmp_path: Path
) -> None:
    visitor = visit("/results")
    drop(visitor, *two_files)
    shown = visitor.results()
    broken = tmp_path / "broken.json"
    broken.write_text('{"a": [true, fals', encoding="utf-8")
    drop(visitor, broken)
    assert (
        "broken.json: The JSON is broken at line 1, column 14" in visitor.page.get_by_role("alert").first.inner_text()
    )
    assert visitor.results() == shown
    # What was loaded is still there after a look at another part.
    visitor.page.get_by_role("link", name="Check").click()
    visitor.page.get_by_role("heading", level=1, name="Can these numbers be true?").wait_for()
    visitor.page.get_by_role("link", name="Results").click()
    visitor.page.get_by_role("heading", level=1, name="Results").wait_for()
    visitor.settled()
    assert visitor.results() == shown
    visitor.page.get_by_role("button", name="Remove", exact=True).last.click()
    visitor.settled()
    assert visitor.page.get_by_role("alert").count() == 0
    assert visitor.results() == shown


def test_a_task_id_is_text_whatever_it_holds(visit: Any, tmp_path: Path) -> None:
    ids = ["<img src=x>", "![x](http://a.example/b)", "=1+1", "$x$ :red[hi]"]
    table = io.StringIO()
    rows = csv.writer(table)
    rows.writerow(["run", "task", "n", "c"])
    rows.writerows([run, task, 10, c] for run in ("<img src=y>", "=2+2") for c, task in enumerate(ids))
    content = table.getvalue().encode()
    file = {"name": "![y](http://a.example/c).csv", "mimeType": "text/csv", "buffer": content}
    visitor = visit("/results")
    drop(visitor, file)
    for tab in ("Runs", "B against A", "Difficulty", "Take along", "Tasks"):
        visitor.page.get_by_role("tab", name=tab, exact=True).click()
        visitor.settled()
    # A table is drawn; what it holds stands in the canvas for those who do not see it.
    shown = visitor.page.locator("canvas td")
    shown.first.wait_for(state="attached")
    cells = shown.all_text_contents()
    assert set(ids) <= set(cells)
    assert visitor.page.locator("img[src=x], img[src=y], img[src*='a.example']").count() == 0
    counts = download(visitor, "Counts as CSV", tmp_path)
    curves = download(visitor, "Curves as CSV", tmp_path)
    for taken in (counts, curves):
        cells = [cell for row in csv.reader(io.StringIO(taken.read_text(encoding="utf-8"))) for cell in row]
        assert "'=2+2" in cells
        assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]
    # The visitor's fixture sees that nothing was asked of a.example.


def test_the_example_and_pasted_text_open_with_a_click(visit: Any) -> None:
    visitor = visit("/results")
    visitor.page.get_by_text("Paste instead").click()
    # 1 - C(8,1)/C(10,1) = 0.2 and 0, whose mean is 10%
    visitor.page.get_by_role("textbox", name="Text of a result file, or a table from a sheet").fill(
        "task\tn\tc\nsum\t10\t2\nsort\t10\t0"
    )
    visitor.page.get_by_role("button", name="Read the pasted text").click()
    visitor.page.get_by_role("radio", name="1", exact=True).wait_for()
    visitor.page.get_by_text("1", exact=True).first.click()
    visitor.see_results("10%")
    visitor.page.get_by_role("button", name="Remove", exact=True).click()
    visitor.page.get_by_role("button", name="Open an example").click()
    visitor.page.get_by_text("B is better than A").first.wait_for()
    visitor.settled()
    assert "Both runs have the same tasks: 160." in visitor.text()


def test_what_the_files_cannot_say_is_asked_and_the_address_keeps_it(visit: Any, tmp_path: Path) -> None:
    file = tmp_path / "attempts.csv"
    file.write_text("task,passed\na,1\na,\nb,0\nb,0\n", encoding="utf-8")
    visitor = visit("/results?k=1&level=0.5")
    assert "level must be one of 0.9, 0.95, 0.99; found '0.5'. It was set to 0.95." in visitor.text()
    drop(visitor, file)
    visitor.see_results("50%")  # a: 1 of 1, b: 0 of 2
    assert "Attempts without a verdict: 1 of 4; left out of n." in visitor.text()
    visitor.page.get_by_role("radiogroup", name="Attempts without a verdict").get_by_text("count as failed").click()
    visitor.see_results("25%")  # a: 1 of 2, b: 0 of 2
    assert visitor.state()["unscored"] == "failed"


def test_a_k_that_some_tasks_cannot_support_is_not_defined_until_the_others_are_asked_for(
    visit: Any, tmp_path: Path
) -> None:
    file = tmp_path / "unequal.csv"
    file.write_text("task,n,c\na,2,1\nb,10,2\nc,10,0\n", encoding="utf-8")
    visitor = visit("/results?k=5")
    drop(visitor, file)
    visitor.see_results("not defined", "not defined")
    assert "pass@5 is not defined for 1 of 3 tasks" in visitor.text()
    visitor.page.get_by_text("Only tasks with k samples").click()
    # b: 1 - C(8,5)/C(10,5) = 7/9, c: 0; their mean 7/18
    visitor.see_results("38.9%", "0%")
    assert visitor.state()["restrict"] == "1"


def test_a_short_list_of_the_calculator_opens_here(visit: Any) -> None:
    visitor = visit("/?pairs=10+2,10+7,20+0&k=5")
    shown = visitor.results()
    visitor.page.get_by_role("button", name="Open in Results").click()
    visitor.page.get_by_role("heading", level=1, name="Results").wait_for()
    visitor.see_results(*shown)
    assert visitor.state()["k"] == "5"


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_overflows_a_phone(visit: Any, dark: bool) -> None:
    visitor = visit("/results", width=390, height=844, dark=dark)
    visitor.page.get_by_role("button", name="Open an example").click()
    visitor.page.locator(".results .value").first.wait_for()
    visitor.settled()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
