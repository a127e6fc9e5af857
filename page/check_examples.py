"""Rows that were published, with what their source says: examples for the check."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Published:
    """A row as it was printed, what its source says about it, and where it stands."""

    name: str
    claims: str
    tasks: str
    samples: str
    source: str
    url: str


PUBLISHED = (
    Published(
        "Codex 12B",
        "pass@1:28.81;pass@10:46.81;pass@100:72.31",
        "164",
        "200",
        "HumanEval, in the README of PolyCoder",
        "https://github.com/VHellendoorn/Code-LMs/blob/570feba44e72a165cbd82d089fd8a9a14414d1d4/README.md",
    ),
    Published(
        "An agent, n not stated",
        "pass^1:46.0;pass^2:32.6;pass^3:26.3;pass^4:22.5",
        "50",
        "",
        "claude-3-5-sonnet-20241022, tau-bench airline, in the README of tau-bench",
        "https://github.com/sierra-research/tau-bench/blob/59a200c6d575d595120f1cb70fea53cef0632f6b/README.md",
    ),
    Published(
        "All digits printed",
        "pass@1:87.66666666666667;pass@2:91.25925925925927",
        "30",
        "10",
        "30 tasks, n = 10 by its fractions, in a pull request of NeMo-Skills",
        "https://github.com/NVIDIA-NeMo/Skills/pull/1256",
    ),
    Published(
        "GPT-4, cut off",
        "pass@1:67.0",
        "164",
        "1",
        "HumanEval, in the technical report",
        "https://arxiv.org/abs/2303.08774",
    ),
    Published(
        "A growing step",
        "pass@1:37.98;pass@2:44.72;pass@3:56.76",
        "89",
        "5",
        "89 tasks with 5 samples each, in a pull request of Dressage",
        "https://github.com/Accio-Lab/Dressage/pull/26",
    ),
    Published(
        "Between two steps",
        "pass@1:67.8",
        "164",
        "1",
        "Code Llama Instruct 70B, HumanEval, greedy, in the paper's table 2",
        "https://arxiv.org/abs/2308.12950",
    ),
    Published(
        "Above 100%",
        "pass@1:81.4;pass@5:98.376984;pass@10:106.0",
        "230",
        "",
        "CoderEval, in an issue of its repository",
        "https://github.com/CoderEval/CoderEval/issues/10",
    ),
)
