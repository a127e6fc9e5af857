"""The rules of the house, read from the sources."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import passk_core

ROOT = Path(__file__).resolve().parents[1]
CORE = sorted((ROOT / "passk_core").rglob("*.py"))
PAGE = sorted((ROOT / "page").rglob("*.py"))
FIGURES = [path for path in PAGE if path.relative_to(ROOT / "page").parts[0].startswith("figures")]
EVERY = [*CORE, *PAGE, *sorted((ROOT / "benchmarks").rglob("*.py")), *ROOT.glob("*.py")]


def imported(path: Path) -> set[str]:
    """The dotted names that a file imports, wherever in it."""
    return {name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for name in _names(node)}


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are written out in full"
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported_at_once(path: Path) -> set[str]:
    """What importing the file imports: everything outside functions and outside ``if TYPE_CHECKING``."""
    body: list[ast.AST] = list(ast.parse(path.read_text(encoding="utf-8")).body)
    found: set[str] = set()
    while body:
        node = body.pop()
        found.update(_names(node))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        body.extend(ast.iter_child_nodes(node))
    return found


def uses(names: set[str], *packages: str) -> set[str]:
    return {name for name in names for package in packages if f"{name}.".startswith(f"{package}.")}


def ids(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_the_sources_are_found() -> None:
    assert CORE
    assert PAGE
    assert any(uses(imported(path), "plotly") for path in FIGURES)


@pytest.mark.parametrize("path", CORE, ids=ids)
def test_the_core_knows_no_page(path: Path) -> None:
    assert not uses(imported(path), "streamlit", "plotly", "page", "app", "tests", "benchmarks")


@pytest.mark.parametrize("path", CORE, ids=ids)
def test_the_core_imports_scipy_only_inside_functions(path: Path) -> None:
    assert not uses(imported_at_once(path), "scipy")


@pytest.mark.parametrize("path", FIGURES, ids=ids)
def test_figures_do_not_know_streamlit(path: Path) -> None:
    assert not uses(imported(path), "streamlit")


@pytest.mark.parametrize("path", [path for path in PAGE if path not in FIGURES], ids=ids)
def test_only_figures_know_plotly(path: Path) -> None:
    assert not uses(imported(path), "plotly")


@pytest.mark.parametrize("path", PAGE, ids=ids)
def test_the_page_does_not_know_its_entry(path: Path) -> None:
    assert not uses(imported(path), "app", "tests", "benchmarks")


@pytest.mark.parametrize("path", EVERY, ids=ids)
def test_what_is_slow_to_import_is_not_imported(path: Path) -> None:
    assert not uses(imported(path), "scipy.stats", "plotly.express")


def test_importing_the_core_loads_nothing_heavy() -> None:
    heavy = ("streamlit", "plotly", "scipy", "pandas", "pyarrow", "polars", "duckdb", "narwhals")
    command = f"import sys, passk_core; print([name for name in {heavy!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_every_public_name_stands_in_the_table_of_the_package() -> None:
    table = re.findall(r"^([A-Za-z_]\w*) {2,}\S", passk_core.__doc__ or "", flags=re.MULTILINE)
    assert sorted(table) == sorted(passk_core.__all__)
    assert len(set(table)) == len(table)


@pytest.mark.parametrize("name", passk_core.__all__)
def test_every_public_name_shows_an_example(name: str) -> None:
    public = getattr(passk_core, name)
    assert public.__module__.startswith("passk_core.")
    assert doctest.DocTestParser().get_examples(public.__doc__ or ""), f"{name} has no example"


def test_the_option_that_spares_a_collection_after_each_run_still_exists() -> None:
    from streamlit import config

    assert "runner.postScriptGC" in config._config_options_template


@pytest.mark.parametrize("path", [*PAGE, ROOT / "app.py"], ids=ids)
def test_nothing_of_ours_moves(path: Path) -> None:
    moving = r"transition|animation|@keyframes|st\.balloons|st\.snow|run_every|updatemenus|frames="
    assert re.findall(moving, path.read_text(encoding="utf-8")) == []
