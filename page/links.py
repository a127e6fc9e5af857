"""The address and the inputs of a part: the only place that reads or writes either.

The address always holds the whole state of the part that is open, defaults included, as plain
values. It is read when a part opens and when the visitor moved in the history or edited it;
never while an input changes, since a quick second edit arrives with the older address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

import streamlit as st

Values = dict[str, str]


@dataclass(frozen=True)
class Field:
    """One input of a part: its name in the address and what it holds on a first visit."""

    name: str
    default: str = ""


@dataclass(frozen=True)
class Part:
    """A part of the page and its fields; inputs live in the session as ``part_field``.

    ``choices`` names inputs whose value shows in the address only through its fields, such as
    the way in: they count as inputs when it is asked whether anything changed.
    """

    name: str
    fields: tuple[Field, ...]
    choices: tuple[str, ...] = ()

    def key(self, field: str) -> str:
        """Where the session holds a field."""
        return f"{self.name}_{field}"

    def default(self, name: str) -> str:
        """What a field holds on a first visit."""
        return next(field.default for field in self.fields if field.name == name)


def arrive(part: Part) -> Values | None:
    """The values of the address where the inputs must take them over, else None.

    Call before the first input of a part. The answer holds only what the address holds.
    """
    address = {field.name: st.query_params[field.name] for field in part.fields if field.name in st.query_params}
    state = st.session_state
    written: Values | None = state.get(f"{part.name}_written")
    came_from_elsewhere = state.get("part") != part.name
    state["part"] = part.name
    if written is None:
        return address
    if address == written:
        return None
    if came_from_elsewhere:
        # The navigation opens a part without its state: what was typed before is still there.
        return address or None
    return None if changed(part) else address


def link(part: Part, values: Mapping[str, str]) -> str:
    """The whole address of a state, to pass on."""
    base = (st.context.url or "").split("?")[0]
    if base.count("/") < 3:  # the first part's address ends with the host
        base += "/"
    return f"{base}?{urlencode({**values, **_kept()})}"


def link_to_part(part: str, label: str, values: Mapping[str, str]) -> None:
    """Draw a link to a state of another part; it opens in the same tab, and what is typed here is kept."""
    # Streamlit knows a page by its path alone; what this one would run is never asked.
    st.page_link(
        st.Page(_never_run, url_path=part),
        label=label,
        icon=":material/arrow_forward:",
        query_params={**values, **_kept()},
    )


def open_part(part: str, values: Mapping[str, str]) -> None:
    """Go to a state of another part; what is typed here is kept."""
    st.switch_page(st.Page(_never_run, url_path=part), query_params={**values, **_kept()})


def _never_run() -> None:
    pass


def plain(value: object) -> str:
    """What an input holds as the address writes it: a switch as 1 or nothing, a slider without needless digits."""
    if isinstance(value, bool):
        return "1" if value else ""
    return f"{value:g}" if isinstance(value, float) else str(value or "")


def changed(part: Part) -> bool:
    """Whether an input of the part holds something else than at the end of the last run."""
    return bool(st.session_state.get(f"{part.name}_seen") != snapshot(part))


def shown_before(part: Part) -> bool:
    """Whether this visitor has seen the part already, so that this run only changes it."""
    return f"{part.name}_written" in st.session_state


def leave(part: Part, values: Mapping[str, str]) -> None:
    """Write the whole state of a part into the address; call at the end of its run."""
    whole = {**values, **_kept()}
    if st.query_params.to_dict() != whole:
        st.query_params.from_dict(whole)
    st.session_state["lang_written"] = whole.get("lang")
    st.session_state[f"{part.name}_written"] = dict(values)
    st.session_state[f"{part.name}_seen"] = snapshot(part)


def new_language() -> str | None:
    """The language in the address, where that is not the one that was written there."""
    asked = st.query_params.get("lang")
    return None if asked == st.session_state.get("lang_written") else asked


def _kept() -> Values:
    """What every part leaves in the address as it is."""
    return {"lang": st.session_state["lang"]} if "lang" in st.session_state else {}


def snapshot(part: Part) -> dict[str, object]:
    """What the inputs of a part hold now."""
    names = [field.name for field in part.fields] + list(part.choices)
    return {name: st.session_state.get(part.key(name)) for name in names}
