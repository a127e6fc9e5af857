"""Patterns to read in reported curves: what each looks like and what it means."""

from __future__ import annotations

from dataclasses import dataclass

from page.texts import Say


@dataclass(frozen=True)
class Pattern:
    """A pattern's name, its title, its picture in words and what it means."""

    name: str
    title: str
    picture: str
    meaning: str


def patterns(say: Say) -> list[Pattern]:
    """The patterns, in the order in which they are shown."""
    return [
        Pattern(
            "able",
            say("pass@1 low, pass@10 high"),
            say("pass@k climbs from 20% at k = 1 to 85% at k = 10; pass^k drops to almost 0%."),
            say(
                "It can, but not reliably. A good checker and a few attempts turn that into something useful; without "
                "one users meet the low end."
            ),
        ),
        Pattern(
            "both",
            say("Both up after training"),
            say("After training pass@1 is 45% instead of 25%, and pass@100 is higher as well."),
            say(
                "A real gain: more at the first attempt, and more within reach. Compare at the same k and temperature."
            ),
        ),
        Pattern(
            "parallel",
            say("The curve shifted in parallel"),
            say("The whole curve lies 15 points higher at every k."),
            say("An overall gain with the same shape: some tasks went from never to always, others behave as before."),
        ),
        Pattern(
            "crossing",
            say("pass@1 up, pass@100 down"),
            say("After training pass@1 is 40% instead of 25%, but from some k on the curve runs below the old one."),
            say(
                "Sharper, not more able: what it could do it does more often, and some of what it did rarely is gone. "
                "One column of a table would not show it."
            ),
        ),
        Pattern(
            "flat",
            say("A flat curve"),
            say("pass@k and pass^k both stay at 40% for every k."),
            say(
                "Every attempt is like the first: temperature 0, a cache, or tasks that are solved always or never. "
                "More attempts buy nothing."
            ),
        ),
        Pattern(
            "timeouts",
            say("pass@1 up, and more time-outs"),
            say("Passed goes from 40% to 44%, wrong from 50% to 31%, timed out from 10% to 25%."),
            say(
                "Look at the failures before believing the gain: the sandbox may have been slower, or answers longer. "
                "Record the kind of each failure: syntax, import, logic, time-out."
            ),
        ),
    ]
