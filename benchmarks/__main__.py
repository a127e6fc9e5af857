"""Every benchmark, one after the other: python -m benchmarks"""

import importlib.util

from benchmarks import claims, core, means

if __name__ == "__main__":
    core.main()
    means.main()
    claims.codex(runs=10)
    if importlib.util.find_spec("playwright"):
        from benchmarks import page

        page.main()
