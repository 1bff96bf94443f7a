"""The engines of the quaternion-based integrators. The rules of their interface are in solver/integrators/registry.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rbsolve.solver.forces.catalogue import keeps_energy
from rbsolve.solver.forces.discrete.step import with_discrete_gradients
from rbsolve.solver.forces.tangents.links import force_links, with_tangents
from rbsolve.solver.integrators.base import Carrier, IntegratorBase
from rbsolve.solver.integrators.divided_steps import PARTS
from rbsolve.solver.integrators.events import step_engine
from rbsolve.solver.integrators.quaternion_hamiltonian import step_plan
from rbsolve.solver.integrators.quaternion_hamiltonian.islands import (
    IslandLayout,
    make_layout,
    make_pairs,
    pivot_storage,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.loop import Scheme, advance
from rbsolve.solver.integrators.quaternion_hamiltonian.midpoint_step import (
    FREE,
    TURNING,
    Means,
    energy_momentum,
    implicit_midpoint,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.output import acceptance
from rbsolve.solver.integrators.quaternion_hamiltonian.rotors import (
    NO_JOINT,
    Rotors,
    initial_motion,
    make_rotors,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.spark import spark
from rbsolve.solver.integrators.quaternion_hamiltonian.stages import columns_of
from rbsolve.solver.integrators.quaternion_hamiltonian.system import ORDER, Gains, Newton, NewtonMemory, RotorSystem
from rbsolve.solver.integrators.quaternion_hamiltonian.tableaux import spark_tableau
from rbsolve.solver.integrators.resolution import begin_resolving, findings_of_division, findings_of_halving
from rbsolve.solver.integrators.window import Window
from rbsolve.solver.kernel import reuse_arguments
from rbsolve.solver.model.arrays import Model, State, copy_state
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel, Schedule
from rbsolve.solver.model.energy_flow import begin_balance
from rbsolve.solver.model.findings import Finding, FindingLog
from rbsolve.solver.model.options import QuaternionOptions
from rbsolve.solver.model.outcome import Outcome


def options_of(compiled: CompiledModel) -> QuaternionOptions:
    """Return the options of the method."""
    return compiled.method.options_as(QuaternionOptions)


class QuaternionHamiltonian(IntegratorBase):
    """The common part of quaternion-based integrators. A subclass defines its unknowns, its memory and its kernel."""

    has_conjugate_quaternions = True
    has_jacobian = True
    has_crossed = False
    takes_parts = True
    MEMORY: tuple[str, ...] = (
        *FindingLog.MEMORY,
        "balance",
        *("_plan.cursor", "_state", "_system.motion", "_system.work", "_gains.gain", "_gains.drive"),
        *("_gains.response", "_gains.element", "_window.first"),
    )

    def __init__(self, compiled: CompiledModel) -> None:
        self._window = Window(compiled.schedule)
        self._names = list(compiled.body_index)
        cursor = step_plan.ImplicitCursor(is_row_due=1)
        self._plan = step_plan.StepPlan(self._window.times, self._window.steps, cursor, compiled.model.functions.jumps)
        self._model = with_tangents(compiled.model, joints=False)
        self._state = copy_state(compiled.initial)
        begin_balance(compiled.model, self._state, keeps_energy(compiled.model))
        begin_resolving(self._state, compiled)
        options = options_of(compiled)
        self._newton = Newton(
            tolerance=options.newton.relative,
            maximum=options.newton.iterations,
            modified=options.newton.modified,
            length=_length(compiled.model, compiled.initial),
        )
        rotors = make_rotors(compiled.model, compiled.method.integrator, options, compiled.initial.w[: compiled.bodies])
        free, turning = self._unknowns(compiled)
        size = np.where(rotors.joint == NO_JOINT, free, turning).astype(np.int64)
        links = make_pairs(compiled.model)
        layout = make_layout(links, size)
        system = RotorSystem(rotors, initial_motion(rotors, compiled.initial), layout, links, _work(layout))
        follows = acceptance(self._model, system, self._plan, self._state)
        self._system = system._replace(accept_part=follows)
        m = int(size.max(initial=0))
        self._gains = Gains(
            gain=np.zeros((len(links.row), 6, 12)),
            drive=np.zeros((len(size), 12, m)),
            response=np.zeros((6, m)),
            element=np.zeros((4, 12, 12)),
            vary=_forces_vary(compiled.model, rotors),
        )
        self._scheme = self._make_scheme(compiled)
        self.kernel: Callable[..., Any] = reuse_arguments(advance)
        self.constraints = int(compiled.model.joints.first_row[-1])

    def carry_derivatives(self, carrier: Carrier) -> None:
        """Compute the derivatives of each step. The numbers of the run then carry derivatives."""
        super().carry_derivatives(carrier)
        self._newton = self._newton._replace(refines=True)

    @property
    def unrefined_steps(self) -> int:
        """Return the number of steps without converged derivatives."""
        return self._plan.cursor.unrefined

    def after_restoring(self) -> None:
        """Set the window to the current position of the run, and restore the extrapolation data."""
        self._window.move_to(self._window.first)
        self._plan = self._plan._replace(times=self._window.times, steps=self._window.steps)
        if self._plan.cursor.status == step_plan.FINISHED:
            self._plan.cursor.status = step_plan.RUNNING

    def _unknowns(self, compiled: CompiledModel) -> tuple[int, int]:
        """Return the numbers of unknowns of a free body, and of a body about a fixed point."""
        raise NotImplementedError

    def _make_scheme(self, compiled: CompiledModel) -> Scheme:
        """Return the step of a scheme."""
        raise NotImplementedError

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return the diagnostics of the log, and the number of steps that were too long."""
        cursor, time = self._plan.cursor, self.time
        halved = findings_of_halving(time, cursor.halved, cursor.steps)
        return (
            *self.log.findings,
            *halved,
            *findings_of_division(time, cursor.divided, cursor.unresolved, cursor.steps),
        )

    @property
    def steps(self) -> int:
        """Return the number of completed steps."""
        return self._plan.cursor.steps

    @property
    def rejected_steps(self) -> int:
        """Return the number of steps, or parts of steps, that were halved because the Newton iteration failed."""
        return self._plan.cursor.rejected

    @property
    def is_between_steps(self) -> bool:
        """Return whether no divided or interrupted step is in progress."""
        return self._plan.cursor.level == 0 and self._plan.cursor.is_cut == 0

    @property
    def newton_iterations(self) -> int:
        """Return the number of iterations of all steps."""
        return self._plan.cursor.iterations

    @property
    def jacobian_updates(self) -> int:
        """Return the number of updates of the iteration matrix in all steps."""
        return self._plan.cursor.updates

    @property
    def time(self) -> float:
        """The simulated time that the run has reached [s]."""
        return self._window.time(self._plan.cursor.interval, self._plan.cursor.step)

    @property
    def reached(self) -> float:
        """Return the time that the run has reached, also within a divided step [s]."""
        cursor = self._plan.cursor
        if cursor.is_cut:
            return cursor.begun
        return self._window.time(cursor.interval, cursor.step + cursor.part / (1 << cursor.level))

    @property
    def state(self) -> State:
        """Return the current state of the run."""
        return self._state

    def step_to(self, time: float, chunk: Chunk) -> Outcome | None:
        """Advance in one step to a time within the next step. Write a row of this time. Before the run continues, the
        caller must restore the memory of the engine from the start of the step.
        """
        window = self._window
        self._show(self.window_to(time))
        self._plan.cursor.interval = self._plan.cursor.step = 0
        try:
            return step_engine(self, chunk)
        finally:
            self._show(window)

    def write_present_row(self, chunk: Chunk) -> Outcome | None:
        """Write a row of the current state without changing it."""
        window, cursor = self._window, self._plan.cursor
        before = cursor.words.copy()
        self._show(Window(Schedule.single(self.time)))
        cursor.interval = cursor.step = 0
        cursor.is_row_due = 1
        self.advance(chunk, 0)
        self._show(window)
        cursor.words[...] = before
        return None

    def _show(self, window: Window) -> None:
        self._window = window
        self._plan = self._plan._replace(times=window.times, steps=window.steps)

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps, or fewer if `chunk` is full. Return an outcome if the run has ended."""
        cursor = self._plan.cursor
        cursor.budget = budget
        arguments = self._model, self._scheme, self._system, self._gains, self._newton, self._plan, self._state, chunk
        while True:
            cursor.tries = PARTS
            status = int(self.kernel(*arguments))
            if status != step_plan.RUNNING or self.is_between_steps or self.interrupted():
                break
        self.has_crossed = status == step_plan.CROSSED
        if self.has_crossed:
            self._plan.cursor.status = step_plan.RUNNING
        cursor.budget = cursor.tries = 0  # these counters are not part of the state
        if status == step_plan.FINISHED and not self._window.is_last:
            self._window.move_on()
            self._plan.cursor.interval, self._plan.cursor.status = 0, step_plan.RUNNING
            self._plan = self._plan._replace(times=self._window.times, steps=self._window.steps)
            return None
        if status == step_plan.STALLED:
            self.failed_object = f"body {self._names[self._plan.cursor.failed_body]}"
        if status == step_plan.FINISHED and 0 < cursor.halved == cursor.steps:
            return Outcome.EVERY_STEP_HALVED
        return _OUTCOMES[status]


_OUTCOMES = {
    step_plan.RUNNING: None,
    step_plan.CROSSED: None,
    step_plan.FINISHED: Outcome.COMPLETE,
    step_plan.STALLED: Outcome.NEWTON_STALLED,
}


def _work(layout: IslandLayout) -> NewtonMemory:
    n, ni = int(layout.begin[-1]), len(layout.band)
    matrix, exchange = pivot_storage(layout)
    finished = np.zeros(ni, dtype=np.int64)
    past = np.zeros((ORDER, n)), np.zeros(1), np.zeros(1, dtype=np.int64)
    return NewtonMemory(np.zeros(n), np.ones(n), np.zeros(n), matrix, exchange, np.zeros(ni), finished, *past)


def _forces_vary(model: Model, rotors: Rotors) -> bool:
    """Return whether wrenches about the pivots depend on poses or velocities. Only a weight at the pivot depends on
    neither poses nor velocities.
    """
    return len(force_links(model)) > 0 or (
        bool(np.any(model.gravity)) and not np.array_equal(rotors.pivot, model.bodies.centre)
    )


def _acts_between(model: Model) -> bool:
    """Return whether any force acts between two bodies that are not GROUND."""
    ground = len(model.bodies.mass)
    return any(mutual and a < ground and b < ground for a, b, mutual in force_links(model))


def _are_mutual(model: Model) -> bool:
    """Return whether any force acts on two bodies. GROUND counts as a body here."""
    return any(mutual for _, _, mutual in force_links(model))


def _length(model: Model, initial: State) -> float:
    """Return the size of the model [m], which is the scale for the round-off of its positions."""
    points = (initial.x, model.bodies.centre, model.springs.point0, model.springs.point1, model.bushings.point1)
    largest = max(float(np.max(np.abs(array), initial=0.0)) for array in points)
    return largest if largest > 0.0 else 1.0


class ImplicitMidpoint(QuaternionHamiltonian):
    """The engine of IMPLICIT_MIDPOINT."""

    MEMORY = (*QuaternionHamiltonian.MEMORY, "_scheme.memory.means")

    def _unknowns(self, compiled: CompiledModel) -> tuple[int, int]:
        return FREE, TURNING

    def _means(self, compiled: CompiledModel) -> Means:
        nb = compiled.bodies
        return Means(compiled.initial.w[:nb].copy(), self._system.motion.v.copy(), np.zeros(nb), np.zeros((nb, 3)))

    def _make_scheme(self, compiled: CompiledModel) -> Scheme:
        return implicit_midpoint(self._means(compiled))


class EnergyMomentum(ImplicitMidpoint):
    """The engine of ENERGY_MOMENTUM."""

    MEMORY = (*ImplicitMidpoint.MEMORY, "_scheme.memory.ends")

    def _make_scheme(self, compiled: CompiledModel) -> Scheme:
        between = _acts_between(compiled.model)
        self._model = with_discrete_gradients(self._model, between=between)
        return energy_momentum(self._means(compiled), compiled.initial, between, _are_mutual(compiled.model))


class Spark(QuaternionHamiltonian):
    """The engine of LOBATTO_IIIA_B and GAUSS_LOBATTO."""

    MEMORY = (*QuaternionHamiltonian.MEMORY, "_scheme.memory.stages")

    def __init__(self, compiled: CompiledModel) -> None:
        self._tableau = spark_tableau(compiled.method.integrator, options_of(compiled).stages)
        super().__init__(compiled)

    def _unknowns(self, compiled: CompiledModel) -> tuple[int, int]:
        columns = columns_of(self._tableau)
        return columns.a + 3 * columns.stages, columns.a

    def _make_scheme(self, compiled: CompiledModel) -> Scheme:
        return spark(self._tableau, compiled.bodies)
