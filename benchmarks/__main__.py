"""Every benchmark, one after the other: python -m benchmarks

First the machine and the versions, then the core, the server, and where a browser is found the page.
"""

import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path

from benchmarks import claims, core, means, memory, readers, visitors
from tests.visitor import chromium_path

LIBRARIES = ("streamlit", "plotly", "numpy", "scipy")


def machine() -> str:
    """Cores, memory, versions, and how busy the machine is: under load the times mean little."""
    size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return (
        f"Cores: {os.cpu_count()}, memory: {size:.0f} GB, Python {platform.python_version()}, {libraries}; "
        f"load before the start: {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    print(machine())
    core.main()
    means.main()
    sys.argv = sys.argv[:1]
    readers.main()
    claims.codex(runs=10)
    visitors.main(25)
    visitors.main()
    if Path("/proc/self/smaps_rollup").exists():
        memory.main()
    else:
        print("The server's memory is not measured: that needs Linux.")
    if chromium_path():
        from benchmarks import page

        page.main()
    else:
        print("The page's rows are not measured: no Chromium or no playwright here.")
