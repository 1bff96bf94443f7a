"""Linearizes a deck: runs it up to a state, then linearizes the model about this state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rbsolve.pipeline import Options
from rbsolve.solver.model.analyses import REST, START, STATIC

if TYPE_CHECKING:
    from rbsolve.results.writer import ResultsWriter
    from rbsolve.solver.analyses.linearized.record import Linearization
    from rbsolve.solver.integrators.registry import Integrator
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.chunk import Chunk
    from rbsolve.solver.model.compiled import CompiledModel

WORDS = ("start", "end", "equilibrium")


def options_at(options: Options, at: str | float | None) -> Options:
    """Return the options of the run that leads to the state. `at` is a time [s], one of `WORDS`, or None. With None,
    the state is the equilibrium for a STATIC deck, and the start for any other deck.

    Raise ValueError if `at` is another word.
    """
    if at is None:
        return options._replace(analysis=REST)
    if at == "end":
        return options
    if at in ("start", "equilibrium"):
        return options._replace(analysis=START if at == "start" else STATIC)
    try:
        time = float(at)
    except ValueError:
        time = np.nan
    if not np.isfinite(time):
        raise ValueError(f"{at!r} is neither a time nor one of {', '.join(WORDS)}")
    return options._replace(instant=time)


class LinearizeAtEnd:
    """Linearizes the model about the state of the last row of a run (`run_model`). With `each_body`, the linearization
    also contains the terms of each body.
    """

    def __init__(self, compiled: CompiledModel, each_body: bool = False) -> None:
        self._each_body = each_body
        self.found: Linearization | None = None
        self.error: str | None = None
        self._compiled = compiled
        self._last: tuple[float, State, np.ndarray] | None = None

    def engine(self, own: Integrator) -> Integrator:
        """Return the engine of the model itself."""
        return own

    def rehearse(self) -> bool:
        """Linearize about the initial state. Return true, because all kernels of a linearization are known in advance."""
        from rbsolve.solver.analyses.linearized.linearize import linearize
        from rbsolve.solver.model.numbers import own_copy

        compiled = self._compiled._replace(model=own_copy(self._compiled.model))
        linearize(compiled, compiled.model, compiled.initial, compiled.schedule.start, None, self._each_body)
        return True

    def watch(self, chunk: Chunk) -> None:
        """Store the last row."""
        from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
        from rbsolve.solver.model.arrays import SPEED, empty_state

        row = int(chunk.count[0]) - 1
        x, e, u, w = (array[row].copy() for array in (chunk.x, chunk.e, chunk.u, chunk.w))
        e /= np.linalg.norm(e, axis=1)[:, None]
        state = empty_state(
            self._compiled.bodies,
            *(chunk.joint_rotation.shape[1], chunk.contact_speed.shape[1], chunk.bristle.shape[1]),
        )
        state = state._replace(x=x, e=e, R=matrix_from_euler_parameters(e), u=u, w=w)
        state.turned[:], state.contact[:, SPEED] = chunk.joint_rotation[row], chunk.contact_speed[row]
        state = state._replace(
            signal=chunk.signal[row].copy(),
            element=chunk.element[row].copy(),
            memory=self._compiled.initial.memory.copy(),
        )
        _set_bristles(self._compiled, state, float(chunk.time[row]), chunk.bristle[row])
        self._last = float(chunk.time[row]), state, chunk.multipliers[row].copy()

    def conclude(self, writer: ResultsWriter) -> None:
        """Linearize the model, and write the result. After a failure, `error` contains the reason."""
        from rbsolve.results.sections.linearization import write_linearization
        from rbsolve.solver.analyses.linearized.linearize import LinearizationError, linearize

        assert self._last is not None
        time, state, multipliers = self._last
        at_rest = self._compiled.analysis == STATIC
        try:
            held = multipliers if at_rest else None
            self.found = linearize(self._compiled, self._compiled.model, state, time, held, self._each_body)
        except LinearizationError as error:
            self.error = str(error)
            return
        write_linearization(writer, self.found)


def _set_bristles(compiled: CompiledModel, state: State, time: float, bristles: np.ndarray) -> None:
    """Set the sticking points of contacts to the values stored in a row."""
    if not len(bristles):
        return
    from rbsolve.solver.analyses.prescribed_motions.mechanism import remember
    from rbsolve.solver.model.arrays import KEPT

    remember(compiled.model, time, state)
    state.bristle[:, :KEPT] = bristles
