"""Measures the bare time loop of a deck alternately with other work. The speed of a shared or throttled machine changes
within seconds.
"""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from rbsolve.ensemble.engines import Engines
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.run.chunk_size import chunk_for

Seconds = np.ndarray
"""Seconds of wall time, and of processor time (2,)."""


class BareKernel:
    """Runs of a deck from its initial state, without sensors. The engine is restarted, and its rows overwrite the
    previous rows.
    """

    def __init__(self, deck: str, threads: int = 1) -> None:
        """`threads` is the number of threads, and each thread has separate data."""
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads)
        self._runs = [_one(deck) for _ in range(threads)]
        self.seconds(1)

    def seconds(self, runs: int) -> Seconds:
        """Return seconds per run, for this number of runs in each thread. All threads run at the same time. With two
        threads, the result is at best half the time of a single thread.
        """
        return time_work(lambda: list(self._pool.map(lambda run: [run() for _ in range(runs)], self._runs))) / (
            runs * self.threads
        )


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


def time_work(work: Callable[[], object]) -> Seconds:
    """Return seconds of wall time, and of processor time of this process."""
    began = np.array([time.perf_counter(), time.process_time()])
    work()
    return np.array([time.perf_counter(), time.process_time()]) - began


def of_command(words: Sequence[object], environment: Mapping[str, str] | None = None) -> Seconds:
    """Return the CPU seconds of a command and all its processes."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        list(map(str, words)), check=True, stdout=subprocess.DEVNULL, env={**os.environ, **(environment or {})}
    )
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return np.array([wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime])


def in_turns(kernel: Callable[[], Seconds], work: Callable[[], Seconds], turns: int) -> tuple[Seconds, Seconds]:
    """Return the medians of the ratio of kernel time to work time, and the medians of the work time.

    Each measurement of the work is between two measurements of the kernel.
    """
    before, ratios, found = kernel(), [], []
    for _ in range(turns):
        found.append(work())
        after = kernel()
        ratios.append(0.5 * (before + after) / found[-1])
        before = after
    return np.median(ratios, axis=0), np.median(found, axis=0)
