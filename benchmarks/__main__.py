"""All benchmarks that need nothing but the core, one after the other: python -m benchmarks."""

from __future__ import annotations

from benchmarks import claims, core, means

if __name__ == "__main__":
    core.main()
    means.main()
    claims.codex(runs=10)
