"""Solves cases in threads. Compiled kernels release the interpreter's lock, and every thread has its own arrays."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice
from threading import Event

from rbsolve.ensemble.case import CaseRows, CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.ensemble.wanted import AUTO, Wanted
from rbsolve.pipeline import Parameter

MOST_CASES_AT_ONCE = 64
MOST_ROWS_AT_ONCE = 32_768  # largest number of rows in a slice, over all its cases
# Larger slices have a multiple of this number of cases, so that all lanes are used.
FULL = 16
# Maximum number of slices per thread. Finished slices stay in memory until all earlier slices are finished.
SLICES_AHEAD = 2
SLICES_EACH = 4  # number of slices per thread when the remaining cases are divided


def run_cases(
    variation: Variation,
    cases: Sequence[Mapping[str, Parameter]],
    threads: int | None = None,
    keep: Sequence[str] | None = None,
    lanes: int = AUTO,
) -> Iterator[CaseRows]:
    """Yield the outcomes of the cases in order, while later cases are being solved.

    Each of `threads` threads (default: one for each core) solves contiguous slices of the cases. It steps `lanes` cases
    in parallel (0: the number that saves most time). The results of a case depend neither on the number of threads nor
    on the number of lanes. `keep` contains the sensors with stored rows, or is None for all sensors. If the iteration
    ends early, the running cases are stopped.
    """
    threads = threads or len(os.sched_getaffinity(0))
    if not cases:
        return
    # The first case is solved alone, so that kernels are compiled and shared data are described only once.
    first = CaseSolver(variation, keep).solve(cases[0])
    yield first
    if threads == 1:
        yield from CaseSolver(variation, keep, Wanted(lanes, len(cases))).solve_all(cases[1:])
        return
    most = max(1, min(MOST_CASES_AT_ONCE, MOST_ROWS_AT_ONCE // max(1, len(first.time))))
    solvers = [CaseSolver(variation, keep, Wanted(lanes, len(cases) // threads)) for _ in range(threads)]
    yield from _spread(solvers, cases[1:], most)


def _spread(solvers: list[CaseSolver], cases: Sequence[Mapping[str, Parameter]], most: int) -> Iterator[CaseRows]:
    threads = len(solvers)
    slices = _slices(cases, threads, most)
    stop = Event()

    def solve(some: Sequence[Mapping[str, Parameter]]) -> list[CaseRows]:
        solver = solvers.pop()
        try:
            return list(solver.solve_all(some, interrupted=stop.is_set, begin=lambda _: not stop.is_set()))
        finally:
            solvers.append(solver)

    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(threads, thread_name_prefix="rbsolve"))
        stack.callback(stop.set)
        waiting = [pool.submit(solve, some) for some in islice(slices, SLICES_AHEAD * threads)]
        while waiting:
            done = waiting.pop(0).result()
            waiting += [pool.submit(solve, some) for some in islice(slices, 1)]
            yield from done


def _slices(
    cases: Sequence[Mapping[str, Parameter]], threads: int, most: int
) -> Iterator[Sequence[Mapping[str, Parameter]]]:
    """Yield contiguous slices of at most `most` cases. The last slices become smaller, so that all threads end at
    nearly the same time.
    """
    start = 0
    while start < len(cases):
        size = max(1, min(most, (len(cases) - start) // (SLICES_EACH * threads)))
        if size > FULL:
            size -= size % FULL
        yield cases[start : start + size]
        start += size
