"""Decides which cases of an ensemble are stepped in parallel lanes, and the number of lanes.

The results of a case are bitwise identical with any number of lanes. The number of lanes affects only the time that a
run takes. For each kind of deck, a kernel for lanes is compiled once. This compilation pays off only if the remaining
cases take long enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from rbsolve.ensemble.engines import Engines
from rbsolve.ensemble.shared_chunk import SharedChunk
from rbsolve.ensemble.wanted import AUTO, Wanted
from rbsolve.solver.compiler.entries import NotCompiledError, forbid_compiling
from rbsolve.solver.integrators.base import LaneEngine
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.integrators.side_by_side import CaseState, SideBySide, end_alike, why_not
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.run.chunk_size import chunk_for, rows_per_chunk
from rbsolve.solver.run.supervision import Progress

LEAST_SECONDS = 3e-4
"""Cases that take less time [s] are solved alone, because the copies of their memory would take as long."""
LEARNED = 4
"""Number of cases that are solved alone before lanes are used. The first of these cases load data that all cases share.
"""
MOST_REFUSALS = 2
"""If so many consecutive groups cannot be stepped in lanes, all other cases are solved alone."""
COMPILING = 10.0
"""Compilation time that the remaining cases must save [s]."""
SAVED = 0.7
"""Approximate fraction of the kernel's time that a case saves in lanes."""


@cache
def lanes_of_processor() -> int:
    """Return the number of lanes for this processor. The lanes fill a vector of 512 bits, or four vectors of 256 bits.
    For processors with other vectors, the number is 1.
    """
    from rbsolve.solver.compiler.machine import vector_bits

    return {512: 8, 256: 16}.get(vector_bits(), 1)


class _Group(SideBySide):
    """A group of cases in lanes, whose rows are copied directly to the memory of all waiting cases if there is room."""

    def __init__(self, engine: LaneEngine, chunk: Chunk, count: int) -> None:
        super().__init__(engine, chunk, count)
        self._otherwise = self._columns

    def begin_with(self, slots: Chunk | None) -> None:
        """Remove all cases, so that new cases can be added. `slots` contains memory for the rows of each case, or is
        None if the next run may overwrite the rows.
        """
        self.begin()
        self._columns = slots or self._otherwise


class Lanes:
    """Steps the cases of a solver in lanes, if this is possible and saves time."""

    def __init__(self, wanted: Wanted, engines: Engines, shared: SharedChunk) -> None:
        self._wanted, self._engines, self._shared = wanted, engines, shared
        self.count = lanes_of_processor() if wanted.lanes == AUTO else wanted.lanes
        self._left = wanted.cases
        # number of cases that were solved alone, and the shortest kernel time of such a case
        self._learned, self._seconds = 0, math.inf
        self._side: _Group | None = None
        self._refusals = 0  # number of consecutive refusals

    def learn(self, seconds: float) -> None:
        """Record the kernel time [s] of a case that was solved alone."""
        self._learned, self._seconds = self._learned + 1, min(self._seconds, seconds)
        self._left -= 1

    @property
    def is_worth_gathering(self) -> bool:
        """Return whether to group the cases before solving any of them."""
        if self.count == 1 or self._refusals == MOST_REFUSALS:
            return False
        if self._wanted.lanes != AUTO:
            return self._learned > 0
        return self._learned >= LEARNED and self._seconds > LEAST_SECONDS

    def solve(
        self,
        models: list[CompiledModel],
        interrupted: Callable[[], bool],
        progress: Callable[[Progress], None] | None,
    ) -> list[CaseState] | None:
        """Step some cases in lanes, and return their states. A state is None for a case that must be solved alone."""
        if 2 * len(models) < self.count or interrupted():
            return None
        engine = self._engines.at_start(models[0])
        states = None
        try:
            with forbid_compiling(self._wanted.lanes == AUTO and not self._pays()):
                states = self._solve_together(models, engine, interrupted, progress)
        except (NotCompiledError, ImportError):
            self._side = None
        self._refusals = self._refusals + 1 if states is None else 0
        return states

    def _solve_together(
        self,
        models: list[CompiledModel],
        engine: Integrator,
        interrupted: Callable[[], bool],
        progress: Callable[[Progress], None] | None,
    ) -> list[CaseState] | None:
        side = self._side_for(models[0], engine)
        if side is None:
            return None
        side.begin_with(self._shared.slots(models[0], engine, self.count))
        for compiled in models:
            if self._engines.at_start(compiled) is not engine or not end_alike(compiled, models[0]):
                return None
            side.take()

        def tell(time: float, steps: int) -> None:
            if progress is not None:
                progress(Progress(time, steps))

        side.run(interrupted, tell)
        self._left -= len(models)
        return side.states

    def go_on(self, engine: Integrator, state: CaseState) -> None:
        """Move an engine from the start of a case to the state that the case has reached."""
        assert self._side is not None
        assert isinstance(engine, LaneEngine)
        assert engine is self._side.engine
        self._side.give(state)

    def _pays(self) -> bool:
        return self._left * self._seconds * SAVED > COMPILING

    def _side_for(self, compiled: CompiledModel, engine: Integrator) -> _Group | None:
        known: object = None if self._side is None else self._side.engine
        if known is engine:
            return self._side
        self._side, rows = None, compiled.schedule.rows
        if not isinstance(engine, LaneEngine) or why_not(compiled) or rows_per_chunk(compiled, engine) < rows:
            return None
        self._side = _Group(engine, chunk_for(compiled, engine, rows + 1), self.count)
        return self._side


def refusal(lanes: int, compiled: CompiledModel) -> str:
    """Return the reason why a model does not support the requested number of lanes. The text is "" if the number is
    possible, or if rbsolve chooses it.
    """
    why = why_not(compiled) if lanes > 1 else ""
    return f"{lanes} lanes: {why}; `auto` solves such cases one by one" if why else ""


def gather(cases: Iterator[Any], lanes: Lanes) -> Iterator[list[Any]]:
    """Yield cases individually, or in groups of as many cases as lanes if this saves time."""
    while True:
        wanted = lanes.count if lanes.is_worth_gathering else 1
        some = list(islice(cases, wanted))
        if not some:
            return
        yield some
