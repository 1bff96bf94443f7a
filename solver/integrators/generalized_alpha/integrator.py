"""GENERALIZED_ALPHA: the interface of the method to the run loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from rbsolve.solver.forces.catalogue import KeptEnergies, keeps_energy
from rbsolve.solver.forces.switches import findings_of_switches, with_located_signals, with_switches
from rbsolve.solver.forces.tangents.links import with_tangents
from rbsolve.solver.formulations.registry import SINGULAR_ANGLES
from rbsolve.solver.integrators.base import Carrier
from rbsolve.solver.integrators.crossing import Crossing
from rbsolve.solver.integrators.events import step_engine
from rbsolve.solver.integrators.generalized_alpha import control
from rbsolve.solver.integrators.generalized_alpha.adaptive import begin_sizes
from rbsolve.solver.integrators.generalized_alpha.entries import entries_of, with_plain_matrix
from rbsolve.solver.integrators.generalized_alpha.failures import ROUND_OFF, RUBS, is_closed, joint_of, torn_joint
from rbsolve.solver.integrators.generalized_alpha.followed import driven_functions, put_largest_rates
from rbsolve.solver.integrators.generalized_alpha.friction import friction_at, make_step_friction, rubs
from rbsolve.solver.integrators.generalized_alpha.function_jumps import begin_run
from rbsolve.solver.integrators.generalized_alpha.impulses import FORCE, kind_of_restarts
from rbsolve.solver.integrators.generalized_alpha.in_lanes import InLanes
from rbsolve.solver.integrators.generalized_alpha.loop import advance
from rbsolve.solver.integrators.generalized_alpha.parts import Parts, Run
from rbsolve.solver.integrators.generalized_alpha.rows import put_forces
from rbsolve.solver.integrators.generalized_alpha.signal_states import make_elements
from rbsolve.solver.integrators.generalized_alpha.step_size import Adaptive, StepSize, make_adaptive
from rbsolve.solver.integrators.generalized_alpha.system import extent_of, make_system, make_workspace, typical_lengths
from rbsolve.solver.integrators.generalized_alpha.unified import on_rigid_motions
from rbsolve.solver.integrators.resolution import (
    begin_resolving,
    findings_of_division,
    findings_of_halving,
    findings_of_tolerance,
    with_limits,
)
from rbsolve.solver.integrators.sliding import findings_of_sliding
from rbsolve.solver.integrators.window import Window
from rbsolve.solver.kernel import reuse_arguments
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.model.arrays import Model, State, copy_state, put
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel, Schedule
from rbsolve.solver.model.energy_flow import begin_balance
from rbsolve.solver.model.findings import Finding, FindingLog
from rbsolve.solver.model.memory import Snapshot
from rbsolve.solver.model.numbers import renumber
from rbsolve.solver.model.options import GeneralizedAlphaOptions
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.signals.evaluation import with_partials
from rbsolve.solver.trees.topology import forest_of, in_forest, inboard_joint, renumber_tree


class GeneralizedAlphaIntegrator(InLanes):
    """The engine of the method. The rules of its interface are in solver/integrators/registry.py."""

    has_jacobian = True

    MEMORY = (
        *FindingLog.MEMORY,
        "balance",
        "_control",
        "_adaptive.size",
        "_adaptive.offset",
        "_adaptive.crossing.search",
        "_adaptive.crossing.sliding",
        "_state",
        "_parts.work",
        "_parts.elements",
        "_parts.friction",
        "_parts.forest.sweep",
        "_window.first",
    )
    has_crossed = False
    takes_parts = True
    time_loop = advance

    def __init__(self, compiled: CompiledModel) -> None:
        options = compiled.method.options_as(GeneralizedAlphaOptions)
        self._window = Window(compiled.schedule)
        self._compiled = compiled
        self._model = on_rigid_motions(with_tangents(with_partials(compiled.model)))
        self._names, self._description = list(compiled.body_index), compiled.description
        self._state = copy_state(compiled.initial)
        if not compiled.method.is_adaptive:
            self._model = with_located_signals(self._model)
        self._system, plan = make_system(compiled.model)
        work = make_workspace(compiled.model, plan)
        parts = Parts(
            free=self._model.bodies.formulation,
            forest=forest_of(self._model),
            system=self._system,
            work=work,
            elements=make_elements(self._model, self._state, len(work.b)),
            friction=make_step_friction(compiled.model),
        )
        self._parts = parts._replace(entries=entries_of(self._model, parts, compiled.method.is_adaptive))
        self._without_system = self._parts._replace(system=None)
        self._refined = with_plain_matrix(self._parts, compiled.method.is_adaptive or options.newton.modified)
        begin_balance(compiled.model, self._state, keeps_energy(compiled.model))
        if not compiled.method.is_adaptive:
            begin_resolving(self._state, compiled)
        self._lengths = typical_lengths(compiled.model)
        restarts, rubbing = kind_of_restarts(compiled.model, parts.forest is not None), rubs(compiled.model)
        self._control = control.make_control(options, *self._lengths, self._is_articulated(), rubbing, restarts)
        self._run, self.position = Run(self._window.times, self._window.steps, self._control), self._control
        begin_run(self._window, self._control, compiled.model.functions.jumps)
        self._adaptive = None
        if options.local_error is None:
            self._model = with_limits(self._model, is_explicit=False)
        else:
            self._model = with_switches(self._model)
            crossing = Crossing.of(self._model, self._state, compiled.schedule.stop)
            driven = driven_functions(compiled.model)
            self._adaptive = make_adaptive(options.local_error, compiled.bodies, crossing, driven)
            self._begin_sizes(compiled, self._adaptive)
        self.constraints = len(compiled.model.joints.row_code)
        self.kernel: Callable[..., Any] = reuse_arguments(advance)
        self._keeps = KeptEnergies()

    def carry_derivatives(self, carrier: Carrier) -> None:
        """Compute the derivatives of each step. The numbers of the run then carry derivatives."""
        super().carry_derivatives(carrier)
        self._control.refines = 1

    @property
    def unrefined_steps(self) -> int:
        """The number of steps without converged derivatives."""
        return self._control.unrefined

    @property
    def pinned_jumps(self) -> int:
        """The number of jumps of prescribed rates that are at ends of steps and whose times have derivatives."""
        return self._control.pinned

    def begin_at(self, compiled: CompiledModel) -> None:
        """Restart from the initial state of a model that is otherwise equal. The memory is then as in a new engine."""
        put(self._state, compiled.initial)
        self._control.reach, self._control.lever = self._lengths
        begin_balance(compiled.model, self._state, self._keeps(compiled.model))
        if self._adaptive is None:
            begin_resolving(self._state, compiled)
        self._parts.elements.x[...] = compiled.initial.element
        self._parts.elements.sliding.begin()
        begin_run(self._window, self._control, compiled.model.functions.jumps)
        if self._adaptive is not None:
            self._begin_sizes(compiled, self._adaptive)
            self._adaptive.crossing.begin(self._state)
        self.failed_object = self.detail = None

    def take_numbers(self, before: Model, now: Model) -> bool:
        """Switch to a model that differs only in numbers. Return False if the models differ in other data."""
        if not renumber(self._model, before, now):
            return False
        self._lengths = typical_lengths(now)
        forest = self._parts.forest
        if forest is not None:
            renumber_tree(forest.tree, before, now)
        return True

    def _begin_sizes(self, compiled: CompiledModel, adaptive: Adaptive) -> None:
        """Prepare adaptive steps."""
        schedule, control = compiled.schedule, self._control
        put_largest_rates(compiled, adaptive.driven, adaptive.rates)
        control.h = begin_sizes(adaptive.size, schedule.start, schedule.stop, schedule.first_step)
        control.last_h = control.h
        control.extent = extent_of(compiled.model, compiled.initial)

    def _is_articulated(self) -> bool:
        """Return whether the start of a run can use the articulated-body algorithm. All bodies must be in trees without
        cut joints. No signal may drive a force, no function may jump within a fixed step, and no object may depend on a
        reaction.
        """
        parts, forest, model = self._parts, self._parts.forest, self._model
        needing = model.frictions.joint, parts.elements.driving, model.signals.reactive
        needs = parts.entries.find_jump != 0 or any(map(len, needing))
        all_in_trees = in_forest(model.bodies).all()
        return forest is not None and bool(all_in_trees) and len(forest.tree.cuts) == 0 and not needs

    def after_restoring(self) -> None:
        """Set the window to the current position of the run."""
        self._window.move_to(self._window.first)

    @property
    def slides(self) -> bool:
        """Return whether the motion stays on a switch of a signal."""
        return self._parts.elements.sliding.progress.count > 0

    @property
    def damping_step(self) -> float:
        """The size of the last step [s]."""
        return self._control.last_h

    @property
    def is_between_steps(self) -> bool:
        """Return whether no divided or repeated step is in progress."""
        fails = self._adaptive is not None and self._adaptive.size.tries > 0
        return self._control.level == 0 and self._control.is_cut == 0 and not fails

    @property
    def _articulated(self) -> bool:
        """Return whether the articulated-body algorithm solves for the corrections of a forest."""
        return bool(self._control.articulated)

    @property
    def steps(self) -> int:
        """The number of completed steps of the fixed grid."""
        return self._control.steps

    @property
    def rejected_steps(self) -> int:
        """The number of steps, or parts of steps, that did not converge and were halved."""
        return self._control.rejected

    @property
    def halved_steps(self) -> int:
        """The number of steps of the fixed grid that did not converge and were divided, perhaps repeatedly."""
        return self._control.halved

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The diagnostics of the log and of the steps."""
        control, time, found = self._control, self.time, self.log.findings
        if self._adaptive is not None:
            found = findings_of_tolerance(time, self._adaptive.tolerance, control.extent) + found
        if control.unlocated:
            i = int(self._model.signals.switching[control.restless])
            found = findings_of_switches(self._compiled, time, i, control.unlocated, control.steps) + found
        found += findings_of_sliding(self._compiled, time, self._parts.elements.sliding)
        halved = findings_of_halving(time, control.halved, control.steps)
        return (*found, *halved, *findings_of_division(time, control.divided, control.unresolved, control.steps))

    @property
    def _size(self) -> StepSize:
        """The memory of the step size control. The memory exists only for adaptive steps."""
        assert self._adaptive is not None
        return self._adaptive.size

    @property
    def next_step(self) -> float:
        """The size of the next step [s], before the output times change it. This size exists only for
        adaptive steps.
        """
        return self._size.next_h

    @next_step.setter
    def next_step(self, size: float) -> None:
        self._size.next_h = size

    @property
    def newton_iterations(self) -> int:
        """The number of Newton iterations, including the iterations of rejected steps."""
        return self._control.iterations

    @property
    def jacobian_updates(self) -> int:
        """The number of evaluations and factorizations of the iteration matrix, including the start."""
        return self._control.factorizations

    @property
    def evaluations(self) -> int:
        """The number of evaluations of all forces."""
        return self._control.evaluations

    @property
    def time(self) -> float:
        """The simulated time that the run has reached [s]."""
        if self._adaptive is not None:
            return self._adaptive.size.time
        return self._window.time(self._control.interval, self._control.step)

    @property
    def reached(self) -> float:
        """The time that the run has reached, also within a divided step [s]."""
        counts = self._control
        if self._adaptive is not None or (counts.level == 0 and counts.is_cut == 0):
            return self.time
        if counts.is_driven:
            return counts.time
        return self._window.time(counts.interval, counts.step + counts.part / (1 << counts.level))

    def arguments(self, chunk: Chunk, budget: int) -> tuple[Any, ...]:
        """Return the arguments of the kernel."""
        counts = self._control
        if self._run.times is not self._window.times:
            self._run = Run(self._window.times, self._window.steps, counts)
        parts = self._without_system if counts.articulated else self._refined if counts.refines else self._parts
        return self._model, parts, self._adaptive, self._run, self._state, chunk, budget

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps, or fewer if `chunk` is full. Return an outcome if the run has ended."""
        counts = self._control
        while True:
            articulated = counts.articulated
            status = self.kernel(*self.arguments(chunk, budget))
            # If a step converges slowly with the articulated-body algorithm, the factorized system is used instead.
            is_over = status != control.RUNNING or self.is_between_steps
            if articulated == counts.articulated and (is_over or self.interrupted()):
                break
            budget = counts.budget
        counts.budget = counts.arrived = counts.tries = 0  # these counters are not part of the state
        self.has_crossed = status == control.CROSSED
        if status == control.FINISHED and not self._window.is_last:
            self._window.move_on()
            self._control.interval = 0
            return None
        return None if status in (control.RUNNING, control.CROSSED) else self._outcome(status)

    @property
    def state(self) -> State:
        """The current state of the run."""
        return self._state

    @cached_property
    def _before_row(self) -> Snapshot:
        """The data that must not change when a row of the current state is written."""
        return Snapshot(self, "_window.first")

    def notice_input(self) -> None:
        """Change the stored accelerations before the next step. Adaptive steps restart the method."""
        self._control.moved, self._control.afresh = 1, self._control.afresh or (0 if self._adaptive is None else FORCE)

    def write_present_row(self, chunk: Chunk) -> Outcome | None:
        """Write a row of the current state without changing it. Return an outcome if it has no accelerations."""
        before, present = self._before_row, self._control
        before.take()
        present.stage = control.ROW
        if self._articulated:
            put_forces(self._model, self.time, self._state)
        elif self._parts.work.phi.size:
            present.stage, present.factorized = control.ROW_VELOCITIES, 0
            self._parts.work.multipliers[:] = 0.0
        rows, interval, window = int(chunk.count[0]), present.interval, self._window
        self._window, present.interval = Window(Schedule.single(self.time)), 0
        outcome = self.advance(chunk, 0)
        self._window, present.interval = window, interval
        before.put_back()
        return None if chunk.count[0] > rows else outcome

    def step_to(self, time: float, chunk: Chunk) -> Outcome | None:
        """Advance in one step to a time within the next step, and write a row. The caller later restores a memory."""
        window, self._window = self._window, self.window_to(time)
        self._control.interval = self._control.step = 0
        try:
            return step_engine(self, chunk)
        finally:
            self._window = window

    def _outcome(self, status: int) -> Outcome:
        if status == control.FINISHED:
            return Outcome.EVERY_STEP_HALVED if self.halved_steps == self.steps else Outcome.COMPLETE
        body = self._control.failed
        if status == control.SINGULAR:
            wild = np.flatnonzero(~np.all(np.isfinite(self._state.force + self._state.moment), axis=1))
            if len(wild):
                self.failed_object = f"body {self._names[wild[0]]}" if wild[0] < len(self._names) else None
                return Outcome.DIVERGED
            if self._articulated:
                joint = inboard_joint(self._parts.forest, body, self._description)
            else:
                unknown = self._system.elimination.vertices[body, UNKNOWN]
                body = int(np.flatnonzero(self._system.bodies[:, UNKNOWN] == unknown)[0])
                joint = joint_of(self._model, self._description, body)
            self.failed_object = f"body {self._names[body]}" + (f" on {joint}" if joint else "")
            return Outcome.SINGULAR_SYSTEM
        self.failed_object = f"body {self._names[body]}"
        if status == control.ANGLES:
            return Outcome.SINGULAR_ANGLES
        if status == control.TOO_SMALL:
            return Outcome.STEP_TOO_SMALL
        if status == control.ENDLESS_SWITCHING and self._adaptive is not None:
            self.failed_object = self._adaptive.crossing.nearest(self._compiled)
            return Outcome.ENDLESS_SWITCHING
        violation, size = self._parts.work.phi, max(self._control.reach, 1.0)
        torn = torn_joint(self._model, self._description, violation, size)
        if torn is None and self._model.bodies.formulation[body] in SINGULAR_ANGLES:
            return Outcome.SINGULAR_ANGLES
        friction = friction_at(self._model, self._description, body)
        if torn is None and friction is not None:
            rubbing, keyword = friction
            self.detail = RUBS.format(rubbing=rubbing, keyword=keyword)
        elif torn is None and is_closed(violation, size):
            self.detail = ROUND_OFF
        self.failed_object = torn or self.failed_object
        return Outcome.NEWTON_STALLED
