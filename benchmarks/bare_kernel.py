"""The time loop of a deck alone, and work beside it in turns: the speed of a shared or throttled machine changes within seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from rbsolve.ensemble.engines import Engines
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.run import chunk_for


class BareKernel:
    """Runs of a deck from its initial state, without sensors: the engine is started again, its rows are written over those before."""

    def __init__(self, deck: str, threads: int = 1) -> None:
        """`threads` do the runs, each its own."""
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads)
        self._runs = [_one(deck) for _ in range(threads)]
        self.seconds(1)

    def seconds(self, runs: int, clock: Callable[[], float] = time.perf_counter) -> float:
        """Seconds a run of so many in each thread, all threads at once: with two threads half of what one takes, at best."""
        start = clock()
        list(self._pool.map(lambda run: [run() for _ in range(runs)], self._runs))
        return (clock() - start) / (runs * self.threads)


def _one(deck: str) -> Callable[[], None]:
    compiled = check_deck(deck, Options()).compiled
    assert compiled is not None
    engines = Engines()
    chunk = chunk_for(compiled, engines.at_start(compiled), compiled.schedule.rows)

    def run() -> None:
        engine, chunk.count[0] = engines.at_start(compiled), 0
        while engine.advance(chunk, 10**9) is None:
            chunk.count[0] = 0

    return run


def in_turns(kernel: Callable[[], float], work: Callable[[], float], turns: int = 9) -> tuple[float, float]:
    """The median ratio of the seconds that the kernel says to those that the work says, and the median of the latter. The work is measured
    between two measurements of the kernel."""
    before, ratios, found = kernel(), [], []
    for _ in range(turns):
        found.append(work())
        after = kernel()
        ratios.append(0.5 * (before + after) / found[-1])
        before = after
    return median(ratios), median(found)
