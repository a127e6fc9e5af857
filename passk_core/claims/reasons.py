"""What the check says: sentences kept as a template and its values, as InputError keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from passk_core.claims.text import Claim


@dataclass(frozen=True)
class Number:
    """A number of a sentence with the decimals to show; percentages and points are times 100.

    A page prints it by the rules of its language; ``str`` gives the English form. More decimals
    are shown where fewer would print 0 or 100 for something that is neither.

    >>> str(Number(67.0732, 1)), str(Number(99.9996, 1)), str(Number(100.0, 1))
    ('67.1', '99.9996', '100.0')
    """

    value: float
    decimals: int

    def __str__(self) -> str:
        decimals, text = self.decimals, f"{self.value:.{self.decimals}f}"
        while float(text) in (0.0, 100.0) and abs(self.value - float(text)) >= 1e-10:
            decimals += 1
            text = f"{self.value:.{decimals}f}"
        return text


@dataclass(frozen=True)
class Reason:
    """One sentence about the claims.

    kind       a short fixed word, such as "lattice" or "concave"
    template   the English sentence with {names}; ``values`` fills them (str, int or Number)
    certain    True where it holds whatever the settings were; False for a warning
    claims     the claims it concerns
    """

    kind: str
    template: str
    values: Mapping[str, object]
    certain: bool
    claims: tuple[Claim, ...]

    def __str__(self) -> str:
        return self.template.format(**self.values)


def percent(value: object, decimals: int) -> Number:
    """A fraction as the percentage (or a difference as the points) that a sentence shows."""
    exact = float(value)  # type: ignore[arg-type]
    # The ends of a linear program come with an error of this size; 0 and 1 are meant there.
    exact = 0.0 if abs(exact) < 1e-9 else 1.0 if abs(exact - 1) < 1e-9 else exact
    return Number(100 * exact, decimals)
