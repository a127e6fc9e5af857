"""Which English sentences the code holds: what there is to translate.

They are literals in the calls that make sentences, and in what is assigned to a ``template``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

# The calls that take a sentence, and which of their arguments it is.
_CALLS = {"say": (0,), "InputError": (0,), "Words": (0,), "Notice": (0,), "Reason": (1,), "Format": (0,),
          "Published": (0, 4)}  # fmt: skip


def sentences(root: Path) -> dict[str, list[str]]:
    """Each sentence of app.py, page/ and passk_core/, in the order of the code, with the files that hold it."""
    found: dict[str, list[str]] = {}
    for file in [root / "app.py", *sorted((root / "page").rglob("*.py")), *sorted((root / "passk_core").rglob("*.py"))]:
        name = file.relative_to(root).as_posix()
        for sentence in of_code(file.read_text(encoding="utf-8")):
            files = found.setdefault(sentence, [])
            if name not in files:
                files.append(name)
    return found


def of_code(code: str) -> Iterator[str]:
    """The sentences of a piece of Python.

    >>> list(of_code('say("Tasks: {tasks}", tasks=say("none") if not tasks else tasks)'))
    ['Tasks: {tasks}', 'none']
    >>> list(of_code('template = "Cut." if cut else "Whole."; say(template)'))
    ['Cut.', 'Whole.']
    """
    nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, (ast.Call, ast.Assign))]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Assign):
            if any(isinstance(target, ast.Name) and target.id == "template" for target in node.targets):
                yield from _literals(node.value)
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for place in _CALLS.get(called, ()):
            if place < len(node.args):
                yield from _literals(node.args[place])


def _literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
