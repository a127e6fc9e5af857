"""How fast one server process answers 50 visitors who each change an input once a second.

Run from the project's folder: python -m benchmarks.visitors (or, for another number of them, a number behind it)

Visitors are sessions over WebSockets without browsers, in a process of their own beside the server's. The server's
answer to a change is counted from sending it until the chart, both results and the sentence have arrived; the rest
of the page follows, and is told apart. On two cores the visitors' own work,
reading what arrives, shares the machine with the server.
"""

from __future__ import annotations

import asyncio
import statistics
import sys

from benchmarks.sessions import Run, Session
from tests.visitor import served

VISITORS, SECONDS, FIELD = 50, 30, "p, success rate"
BAR_MEDIAN, BAR_95 = 20, 60


async def visitor(server: str, number: int, visitors: int, start: asyncio.Event) -> list[Run]:
    """One visitor's runs, once a second from a moment of their own."""
    async with Session(server, "p=0.4&k=10") as session:
        await session.run()
        await start.wait()
        loop = asyncio.get_running_loop()
        first = loop.time() + number / visitors
        runs: list[Run] = []
        for i in range(SECONDS):
            await asyncio.sleep(max(0.0, first + i - loop.time()))
            runs.append(await session.run(FIELD, f"0.{200 + 9 * number + 7 * i}"))
        assert len({run.chart for run in runs}) == len(runs), "each change draws another chart"
        return runs


async def all_visitors(server: str, visitors: int) -> list[Run]:
    start = asyncio.Event()
    tasks = []
    for number in range(visitors):
        tasks.append(asyncio.create_task(visitor(server, number, visitors, start)))
        await asyncio.sleep(0.1)  # they do not all arrive at once
    await asyncio.sleep(3)
    start.set()
    return [run for runs in await asyncio.gather(*tasks) for run in runs]


def told(seconds: list[float]) -> str:
    """Median, 95th percentile and most, in ms."""
    twentieths = statistics.quantiles(seconds, n=20)
    return f"median {1e3 * twentieths[9]:.1f} / 95% {1e3 * twentieths[18]:.1f} / max {1e3 * max(seconds):.1f} ms"


def main(visitors: int = VISITORS) -> None:
    with served("app.py") as server:
        runs = asyncio.run(all_visitors(server, visitors))
    print(f"{visitors} visitors, one change a second each, {len(runs)} changes, one server process")
    print(f"server's answer  {told([run.answer for run in runs])} (bars {BAR_MEDIAN} and {BAR_95} ms)")
    print(f"script finished  {told([run.finished for run in runs])}")
    print(f"errors           {sum(run.errors for run in runs)} (bar 0)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else VISITORS)
