"""Every benchmark, one after the other: python -m benchmarks"""

import importlib.util

from benchmarks import claims, core, means

core.main()
means.main()
claims.main()
if importlib.util.find_spec("playwright"):
    from benchmarks import page

    page.main()
