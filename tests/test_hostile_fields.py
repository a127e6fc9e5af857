"""Every field of every part, one by one: whatever is typed into it, the part answers or says a sentence.

The fields are those that the page draws, in each way through a part and under each of its choices: a field that is
added is typed into without being named here, and one that is named in a Part and never drawn is missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import ButtonGroup, Selectbox

from page.learn import LABS
from page.links import Part
from passk_core.claims.text import MAX_CLAIMS
from tests.hostile import MARKUP, TYPED
from tests.test_hostile_input import OFFERED, PARTS, assert_whole, files_of, opened, part_of, ways

pytestmark = pytest.mark.usefixtures("no_hang", "short_searches")

ALL_ROWS = ";".join(f"pass@{k}:{50 + k}" for k in range(1, MAX_CLAIMS + 1))
FEW = 3  # options of one choice that are tried, beside those that it does not have


class _Pressed(ButtonGroup[Any]):
    """A row of buttons after a message from a browser that says which ones are pressed."""

    pressed: tuple[str, ...] = ()

    @property
    def formatted_values(self) -> tuple[str, ...]:
        return self.pressed


class _Chosen(Selectbox[Any]):
    """A list of options after a message from a browser that says which one is chosen."""

    chosen = ""

    @property
    def _widget_state(self) -> WidgetState:
        return WidgetState(id=self.id, string_value=self.chosen)


def openings(name: str) -> Iterator[tuple[dict[str, str], AppTest]]:
    """The part as each of its ways opens it; with the files and the claims that make all its fields appear."""
    for way in ways(name):
        yield way, opened(name, way, files_of(name))
    if name == "results":
        yield {"k": "1, 3"}, opened(name, {"k": "1, 3"}, files_of(name, *OFFERED))
        yield {}, opened(name, {})
    if name == "check":
        yield {"claims": ALL_ROWS}, opened(name, {"claims": ALL_ROWS})


def situations(part: Part, way: dict[str, str], test: AppTest) -> Iterator[str]:
    """The page as it was opened, then under each option of each of its choices; the way itself stays."""
    yield "as opened"
    fixed = {part.key(name) for name in (*way, "way")} | {"language"}
    if part.key("settings") in test.session_state:
        test.session_state[part.key("settings")] = True
        yield "settings open"
    for key in [key for key in (part.key("tab"), part.key("tabs")) if key in test.session_state]:
        for label in [tab.label for tab in test.tabs]:
            test.session_state[key] = label
            yield f"{key}: {label}"
    groups = [group.key for group in test.get("button_group") if group.key not in fixed]
    # The explanations first: another choice may leave nothing to explain.
    for key in sorted(groups, key=lambda key: key != part.key("explain")):
        # Each way of explaining has fields of its own.
        for place in range(-2, 5 if key == part.key("explain") else FEW):
            # A choice made may bring others, and take some away.
            group = next((group for group in test.get("button_group") if group.key == key), None)
            if group is not None and place < len(group.options):
                # No browser lets go of a choice or has an option of its own; whoever writes to the server may.
                pressed = ((), (MARKUP[1],))[place + 2] if place < 0 else (group.options[place],)
                group.__class__, group.pressed = _Pressed, pressed
                yield f"{key}: {pressed}"
    for key in [box.key for kind in ("toggle", "slider") for box in getattr(test, kind) if box.key not in fixed]:
        box = test.get_by_key(key)
        before = box.value
        for value in ([not before] if isinstance(before, bool) else [box.min, box.max, float("nan"), 7.0]) + [before]:
            test.get_by_key(key).set_value(value)
            yield f"{key}: {value}"
    for key in [box.key for box in test.selectbox]:
        for chosen in (MARKUP[1], *test.get_by_key(key).options[:FEW]):
            box = next((box for box in test.selectbox if box.key == key), None)
            if box is not None:
                box.__class__, box.chosen = _Chosen, chosen
                yield f"{key}: {chosen}"


@pytest.mark.parametrize("name", PARTS)
def test_whatever_is_typed_into_a_field_the_part_answers(name: str) -> None:
    part, drawn, typed = part_of(name), set[str](), set[str]()
    for way, test in openings(name):
        assert_whole(test, way)
        for situation in situations(part, way, test):
            if situation != "as opened":
                assert_whole(test.run(), (way, situation))
            fields = [field.key for kind in ("text_input", "text_area") for field in getattr(test, kind)]
            drawn |= {str(widget.key) for widget in widgets(test)}
            for key in fields:
                # The same field is used differently by each way; what a choice adds is not.
                again = situation == "as opened" and name in ("calculator", "plan")
                # The rows of the check are alike: the first and the last are typed into.
                if (key in typed and not again) or re.fullmatch(r"check_\w+_([1-9]|1[0-4])", key):
                    continue
                typed.add(key)
                before = test.get_by_key(key).value
                for hostile in (*TYPED, before):
                    assert_whole(test.get_by_key(key).set_value(hostile).run(), (way, situation, key, hostile))
    undrawn = [field for field in inputs_of(part) if not any(key in drawn for key in keys_of(part, field))]
    assert undrawn == [], "no way through the part draws these"
    assert len(typed) > 2


def widgets(test: AppTest) -> list[Any]:
    kinds = ("text_input", "text_area", "toggle", "slider", "selectbox", "button_group")
    return [widget for kind in kinds for widget in test.get(kind)]


def inputs_of(part: Part) -> list[str]:
    """The fields of the address and the further inputs of a part, without what only buttons count."""
    counted = {name for lab in LABS for name in LABS[lab].LAB.counters}
    names = [*(field.name for field in part.fields), *part.choices]
    return [name for name in names if name.split("_")[-1] not in counted or part.name != "learn"]


def keys_of(part: Part, field: str) -> list[str]:
    """The inputs that hold a field of the address: its own, or (in Learn) one of each laboratory."""
    return [part.key(field), *(part.key(choice) for choice in part.choices if choice.endswith(f"_{field}"))]
