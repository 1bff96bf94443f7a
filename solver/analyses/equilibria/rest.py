"""Implements `@START_FROM {STATIC}`, which starts a run at equilibrium. The search for the equilibrium starts from the
positions in the deck.
"""

from __future__ import annotations

import numpy as np

from rbsolve.solver.analyses.equilibria.static import StaticAnalysis
from rbsolve.solver.assembly.elements.events import with_sides
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.events import Event
from rbsolve.solver.model.outcome import Outcome


class RestSearch(StaticAnalysis):
    """The search for the equilibrium at the start of a run. If there is none, this object takes the place of the engine
    and ends the run at once.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        super().__init__(compiled)
        self._failure: Outcome | None = None
        self.events: list[Event] = []

    def find(self) -> State | None:
        """Return the state of the model at rest, or None if no equilibrium is found."""
        task = self.begin()
        while True:
            try:
                next(task)
            except StopIteration as end:
                self._failure = end.value
                break
        if self._failure is not None:
            return None
        given, state = self.compiled.initial, self.state
        rest = np.zeros_like(state.u)
        initial = State(*(array.copy() for array in given))._replace(
            x=state.x.copy(),
            e=state.e.copy(),
            R=state.R.copy(),
            u=rest,
            w=rest.copy(),
            turned=state.turned.copy(),
            ball=state.ball.copy(),
            contact=state.contact.copy(),
            bristle=state.bristle.copy(),
            signal=state.signal.copy(),
            element=state.element[self.own_states],
        )
        return with_sides(self.compiled.model, initial)

    @property
    def run_findings(self) -> list[tuple[float, str, str, str, str]]:
        """Return the diagnostics of the equilibrium for the run that starts there, except notes with the code
        `equilibrium`.
        """
        return [entry for entry in self.log.entries if entry[2] != "equilibrium"]

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """End the run, because there is no equilibrium."""
        return self._failure
