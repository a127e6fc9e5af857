"""The quiz: eight questions, with an explanation for every answer."""

from __future__ import annotations

from dataclasses import dataclass

from page.texts import Say


@dataclass(frozen=True)
class Answer:
    """An answer, whether it is right, and why or why not."""

    text: str
    why: str
    right: bool = False


@dataclass(frozen=True)
class Question:
    """A question and its answers, of which one is right."""

    text: str
    answers: tuple[Answer, ...]


def quiz(say: Say) -> list[Question]:
    """The eight questions, in order."""
    return [
        Question(
            say("2 of 10 samples passed. What is the unbiased pass@5?"),
            (
                Answer(
                    say("67.2%"),
                    say("That is the plug-in, 1 − 0.8^5. It takes c/n for the true rate and reads too low."),
                ),
                Answer(
                    say("77.8%"),
                    say("Of the 252 sets of five, 56 hold no correct sample: 1 − 56/252."),
                    right=True,
                ),
                Answer(
                    say("100%"),
                    say("Only if fewer than 5 samples had failed; here 8 did, so sets without a pass exist."),
                ),
            ),
        ),
        Question(
            say("A benchmark's pass@1 is 40%. What is its pass@10?"),
            (
                Answer(
                    say("99.4%"),
                    say("1 − 0.6^10 is the largest possible value: it takes problems that are all equally hard."),
                ),
                Answer(
                    say("40%"),
                    say("Possible, if each problem is solved always or never, but only one end of what is possible."),
                ),
                Answer(
                    say("Anything from 40% to 99.4%"),
                    say("It depends on how difficulty is spread, and the mean does not say."),
                    right=True,
                ),
            ),
        ),
        Question(
            say("An agent succeeds in 75% of attempts. How often do four attempts in a row all succeed?"),
            (
                Answer(say("75%"), say("That would be so only if all four attempts were one and the same.")),
                Answer(say("31.6%"), say("0.75^4, pass^4 of independent attempts."), right=True),
                Answer(say("99.6%"), say("That is pass@4, 1 − 0.25^4: at least one of the four succeeds.")),
            ),
        ),
        Question(
            say("At temperature 0, what do ten attempts bring?"),
            (
                Answer(
                    say("pass@10 = pass@1"),
                    say("All ten are the same answer, so one of them passes exactly when all do."),
                    right=True,
                ),
                Answer(
                    say("A higher pass@10, as always"),
                    say("A larger k never lowers pass@k, but it raises it only if attempts differ."),
                ),
                Answer(
                    say("pass^10 near 0%"),
                    say("pass^10 falls only if attempts differ; here pass^10 = pass@1 too."),
                ),
            ),
        ),
        Question(
            say("“Did any of the first k samples pass?”, asked of n > k samples, is"),
            (
                Answer(
                    say("too low on average"),
                    say("It is right on average; the plug-in is the one that reads low."),
                ),
                Answer(
                    say("too high on average"),
                    say("It is right on average: the first k are as random as any other k."),
                ),
                Answer(
                    say("right on average, but noisy"),
                    say("It throws samples away. At a rate of 5%, n = 200, k = 10 its variance is 25 times as large."),
                    right=True,
                ),
            ),
        ),
        Question(
            say("One lab reports pass@10 from n = 20, another from n = 200. May they be compared?"),
            (
                Answer(
                    say("No, n differs"),
                    say("n changes the error bar, not what is estimated."),
                ),
                Answer(
                    say("Yes, with their error bars"),
                    say("Both estimate the same pass@10, the second more precisely."),
                    right=True,
                ),
                Answer(
                    say("Only after scaling by k/n"),
                    say("The estimator has taken n into account; nothing is left to scale."),
                ),
            ),
        ),
        Question(
            say("Tests accept 3% of wrong answers. A model that solves nothing reports a pass@100 of about"),
            (
                Answer(say("3%"), say("That is its pass@1. Every further attempt is another chance to slip through.")),
                Answer(say("95%"), say("1 − 0.97^100 = 95.2%, and not one answer is right."), right=True),
                Answer(say("0%"), say("That is the truth; the report is made by the tests.")),
            ),
        ),
        Question(
            say("0 of 20 samples passed. What follows?"),
            (
                Answer(
                    say("pass@10 is 0%"),
                    say("The estimate is, but the rate may be up to about 14%, and pass@10 with it up to 78%."),
                ),
                Answer(
                    say("Nothing at all"),
                    say("Something does: a rate far above 14% would hardly have failed 20 times."),
                ),
                Answer(
                    say("pass@10 up to about 78% still fits"),
                    say("At a rate of 13.9%, 20 failures in a row happen in 5% of cases; 1 − 0.05^(10/20) = 77.6%."),
                    right=True,
                ),
            ),
        ),
    ]
