"""How much memory of the server an open visitor takes: with none, one and 20 of them, and after they left.

Run from the project's folder on Linux: python -m benchmarks.memory

Visitors are sessions without browsers who change an input a few times. Memory is the server's own share (PSS).
Streamlit keeps a session whose connection broke for as long as our settings say, so that it can come back.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path

from benchmarks.sessions import Session
from tests.visitor import serving

VISITORS, FIELD = 20, "p, success rate"


def megabytes(process: int) -> float:
    """The memory that a process alone takes, shared pages counted by share."""
    told = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    found = re.search(r"^Pss:\s+(\d+) kB", told, re.MULTILINE)
    assert found
    return int(found[1]) / 1024


async def measured(server: str, process: int) -> dict[str, float]:
    memory = {"before the first visitor": megabytes(process)}
    async with AsyncExitStack() as open_pages:
        for number in range(VISITORS):
            session = await open_pages.enter_async_context(Session(server, "p=0.4&k=10"))
            await session.run()
            for i in range(3):
                await session.run(FIELD, f"0.{200 + 9 * number + 7 * i}")
            if number == 0:
                memory["1 visitor"] = megabytes(process)
        memory[f"{VISITORS} visitors"] = megabytes(process)
    await asyncio.sleep(5)
    memory["5 s after they left"] = megabytes(process)
    return memory


def main() -> None:
    with serving("app.py") as (server, process):
        memory = asyncio.run(measured(server, process))
    for when, size in memory.items():
        print(f"server's memory, {when:<26} {size:7.1f} MB")
    each = (memory[f"{VISITORS} visitors"] - memory["1 visitor"]) / (VISITORS - 1)
    print(f"each further visitor {each:.2f} MB")


if __name__ == "__main__":
    main()
