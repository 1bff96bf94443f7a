"""The resumable faces of the quaternion-based integrators (solver/integrators/registry.py states the rules)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.integrators.quaternion_hamiltonian import advance
from rbsolve.solver.integrators.quaternion_hamiltonian.islands import make_layout, make_links, pivot_storage
from rbsolve.solver.integrators.quaternion_hamiltonian.midpoint_step import (
    Midpoint,
    advance_conserving,
    advance_midpoint,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.rotors import NO_JOINT, initial_motion, make_rotors
from rbsolve.solver.integrators.quaternion_hamiltonian.system import Newton, System, Work
from rbsolve.solver.model.arrays import Floats, Model, State
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.outcome import Outcome

ROUNDING = 1e-16
ITERATIONS = 30


class QuaternionHamiltonian:
    """What the quaternion-based integrators have in common; a subclass gives the unknowns, its memory and its kernel."""

    def __init__(self, compiled: CompiledModel) -> None:
        self._schedule = compiled.schedule
        self._names = list(compiled.body_index)
        self._cursor = np.array([-1, 0, 0, 0, 0, 0, 0], dtype=np.int64)
        rotors = make_rotors(compiled.model, compiled.method.options)
        free = rotors.joint == NO_JOINT
        size = np.where(free, self._free_unknowns(compiled), self._turning_unknowns(compiled)).astype(np.int64)
        links = make_links(compiled.model)
        layout = make_layout(links, size)
        matrix, exchange = pivot_storage(layout)
        n, ni, m = int(layout.begin[-1]), len(layout.band), int(size.max(initial=0))
        options = compiled.method.options
        self._system = System(
            model=compiled.model,
            rotors=rotors,
            layout=layout,
            links=links,
            motion=initial_motion(rotors, compiled.initial),
            state=copy_of(compiled.initial),
            newton=Newton(
                tolerance=float(str(options.get("RELATIVE_TOLERANCE", ROUNDING))),
                maximum=int(str(options.get("MAXIMUM_NUMBER_OF_ITERATIONS", ITERATIONS))),
                modified=options.get("NEWTON", "FULL") == "MODIFIED",
            ),
            work=Work(
                unknown=np.zeros(n),
                scale=np.ones(n),
                right=np.zeros(n),
                matrix=matrix,
                exchange=exchange,
                norm=np.zeros(ni),
                finished=np.zeros(ni, dtype=np.int64),
                gain=np.zeros((len(links.row), 6, 12)),
                drive=np.zeros((len(size), 12, m)),
                response=np.zeros((6, m)),
            ),
            length=_length(compiled.model, compiled.initial),
        )
        self._scheme = self._memory(compiled)
        self.constraints = int(compiled.model.joints.first_row[-1])
        self.failed_object: str | None = None

    _kernel: Callable[..., int]

    def _turning_unknowns(self, compiled: CompiledModel) -> int:
        """Unknowns of a body that turns about a fixed point."""
        raise NotImplementedError

    def _free_unknowns(self, compiled: CompiledModel) -> int:
        """Unknowns of a free body."""
        raise NotImplementedError

    def _memory(self, compiled: CompiledModel) -> Any:
        """The stepper's own arrays."""
        raise NotImplementedError

    @property
    def steps(self) -> int:
        """Steps taken."""
        return int(self._cursor[advance.STEPS])

    @property
    def rejected_steps(self) -> int:
        """Steps (or parts of one) that Newton's iteration failed in, and that were halved."""
        return int(self._cursor[advance.REJECTED])

    @property
    def newton_iterations(self) -> int:
        """Iterations of all steps."""
        return int(self._cursor[advance.ITERATIONS])

    @property
    def time(self) -> float:
        """Simulated time reached [s]."""
        times, steps = self._schedule.times, self._schedule.steps
        interval, done = max(int(self._cursor[advance.INTERVAL]), 0), int(self._cursor[advance.STEP])
        if interval == len(steps):
            return float(times[-1])
        return float(times[interval] + done * (times[interval + 1] - times[interval]) / steps[interval])

    @property
    def hidden_constraint(self) -> Floats:
        """(nb,) q.p, which vanishes on the exact solution, at the time reached."""
        product: Floats = np.sum(self._system.motion.q * self._system.motion.p, axis=1)
        return product

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps or until `chunk` is full; an outcome when the run has ended."""
        status = type(self)._kernel(
            self._system, self._scheme, self._schedule.times, self._schedule.steps, self._cursor, chunk, budget
        )
        if status == advance.STALLED:
            self.failed_object = f"body {self._names[self._cursor[advance.FAILED_BODY]]}"
        return _OUTCOMES[status]


_OUTCOMES = {
    advance.RUNNING: None,
    advance.FINISHED: Outcome.COMPLETE,
    advance.STALLED: Outcome.NEWTON_STALLED,
}


def copy_of(state: State) -> State:
    """A state of its own."""
    return State(*(array.copy() for array in state))


def _length(model: Model, initial: State) -> float:
    """The size of the model: what the rounding of its positions is measured by [m]."""
    points = (initial.x, model.bodies.centre, model.springs.point0, model.springs.point1, model.bushings.point1)
    largest = max(float(np.max(np.abs(array), initial=0.0)) for array in points)
    return largest if largest > 0.0 else 1.0


class _MidpointScheme(QuaternionHamiltonian):
    """Three unknowns for the rotation, three for the translation."""

    def _turning_unknowns(self, compiled: CompiledModel) -> int:
        return 3

    def _free_unknowns(self, compiled: CompiledModel) -> int:
        return 6

    def _memory(self, compiled: CompiledModel) -> Midpoint:
        nb = compiled.bodies
        motion = self._system.motion
        return Midpoint(
            rate=compiled.initial.w[:nb].copy(),
            velocity=motion.v.copy(),
            z=np.zeros(nb),
            w=np.zeros((nb, 3)),
            start=copy_of(compiled.initial),
            end=copy_of(compiled.initial),
        )


class ImplicitMidpoint(_MidpointScheme):
    """IMPLICIT_MIDPOINT."""

    _kernel = advance_midpoint


class EnergyMomentum(_MidpointScheme):
    """ENERGY_MOMENTUM."""

    _kernel = advance_conserving
