"""The analysis KINEMATIC, in which all motions are prescribed.

Newton's iteration computes positions that satisfy the constraints. The derivatives of the constraints give velocities
and accelerations. Inverse dynamics gives reactions and driving forces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rbsolve.solver.analyses.directions import names
from rbsolve.solver.analyses.elements import MOST, STAYS, accelerations
from rbsolve.solver.analyses.engine import AnalysisEngine, Task
from rbsolve.solver.analyses.independent_coordinates import Basis, SpanningTree
from rbsolve.solver.analyses.prescribed_motions.carried_states import carry_states
from rbsolve.solver.analyses.prescribed_motions.mechanism import Step, accept, derive, follow, remember
from rbsolve.solver.assembly.elements.plain_signals import accept_plainly
from rbsolve.solver.assembly.elements.prescriptions import motions_without_value, prescribed_values, without_motions
from rbsolve.solver.assembly.initial.closure import close, conditions
from rbsolve.solver.assembly.initial.gaps import gap_of
from rbsolve.solver.assembly.initial.saddle import SMALL, mass_matrices, solve
from rbsolve.solver.compiler.records import by_reference
from rbsolve.solver.forces.registry import remembers
from rbsolve.solver.functions.jump_rows import distance, first_end_after, has_end_near
from rbsolve.solver.integrators.generalized_alpha.system import make_system, make_workspace
from rbsolve.solver.joints.friction import put_normals
from rbsolve.solver.joints.rows import residuals
from rbsolve.solver.model.arrays import State, copy_state
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.signals.evaluation import with_partials

CLOSED = 1e-10  # largest residual of the joints in a solution
MOST_HALVINGS = 12
FAITHFUL = 0.25  # largest permitted distance of a solution from its prediction, relative to the step
MINOR = 1e-3  # the same limit in radians, or relative to the size of the model; the larger of the two limits applies
# Smallest permitted singular value of the loops, relative to the largest. Below this value, the mechanism counts as at
# a dead centre.
DEAD_CENTRE = 1e-7
REMEMBERED = "element", "memory", "side", "contact", "bristle", "normal"
"""The parts of a state that continue from the previous state, because the motion does not determine them."""
CONTRADICTION = 1e-7  # largest permitted error of the rates, relative to the largest rate


class KinematicAnalysis(AnalysisEngine):
    """The analysis that writes a row at each output time."""

    MEMORY = (*AnalysisEngine.MEMORY, "_dependent")

    def __init__(self, compiled: CompiledModel) -> None:
        super().__init__(compiled)
        self.looks_for_events = len(self.model.events.signal) > 0
        self._tree = SpanningTree(self.model, *names(compiled))
        system, plan = make_system(self.model)
        self._system: Any = by_reference(system)
        self._work: Any = by_reference(make_workspace(self.model, plan))
        self._predicted, self._middle, *self._states = (copy_state(self.state) for _ in range(4))
        for state in (self._predicted, *self._states):
            self.hand_over(state)
        self._signals = with_partials(self.model) if len(self.state.element) else None
        self._found = np.zeros(3)
        self._dependent: float | None = None
        self._stride = compiled.schedule.spacing / compiled.schedule.steps_each

    def begin(self) -> Task:
        """Compute velocities, accelerations and reactions at the start."""
        yield
        return self._derive(self.state, self.time)

    def step(self, start: float, stop: float) -> Task:
        """Advance to `stop`. If the step fails, divide it into halves."""
        t, stride = start, stop - start
        smallest = stride / 2**MOST_HALVINGS
        while t < stop:
            yield
            end = stop if t + 1.5 * smallest >= stop or stop - t <= stride else t + stride
            end = self._up_to_jump(t, end)
            if self._side(t, 2.0) > t and (outcome := self._derive(self.state, self._side(t, 2.0))) is not None:
                return outcome
            there = self._follow(t, end)
            if there is None or not self._carry(t, end, there):
                self.rejected_steps += 1
                stride = 0.5 * (end - t)
                if stride < smallest:
                    return self._lock(t, end, stop)
                continue
            accept(self.model, self.state_reference(there))
            if end == stop and len(there.memory):
                self._put_velocities(there, end)
                accept_plainly(self.model, end, there)
            outcome = self._derive(there, end)
            if outcome is not None:
                return outcome
            t, stride = end, 2.0 * stride
        return None

    def _up_to_jump(self, t: float, end: float) -> float:
        """Return the end of a step from `t`. The step ends at the next jump of a function of time at the latest. The
        states of signals must not be integrated across a jump.
        """
        jumps = self.model.functions.jumps
        near = distance(end, self._stride)
        k = first_end_after(jumps, t + near) if self._signals is not None else len(jumps)
        return float(jumps[k]) if k < len(jumps) and jumps[k] < end - near else end

    def _side(self, t: float, beside: float) -> float:
        """Return a time at an end of a step. If a function jumps there, return a time inside the step, at `beside` (2
        or -2) distances from the jump.
        """
        near = distance(t, self._stride)
        return t + beside * near if has_end_near(self.model.functions.jumps, t, near) else t

    def _follow(self, t: float, end: float) -> State | None:
        """Return the configuration at `end`. Return None if Newton's iteration finds no configuration, or finds one far
        from the prediction.
        """
        there = self._states[1] if self.state is self._states[0] else self._states[0]
        return there if self._place(there, t, end) else None

    def _place(self, there: State, t: float, end: float) -> bool:
        """Compute the configuration at `end` in a state. The state has the memories at `t`. Return False if no
        configuration is found.
        """
        for name in REMEMBERED:
            getattr(there, name)[...] = getattr(self.state, name)
        before, predicted, after = (self.state_reference(state) for state in (self.state, self._predicted, there))
        step = Step(end, end - t, self.size, self.acceleration)
        follow(self.model, self._system, step, before, predicted, after, self._work, self._found)
        self.newton_iterations += 1
        error, correction, distance = self._found.tolist()
        return bool(error <= CLOSED and correction <= max(MINOR, FAITHFUL * distance))

    def _carry(self, t: float, end: float, there: State) -> bool:
        """Advance the states of signals along the motion from `t` to a configuration at `end`."""
        if self._signals is None:
            return True
        middle = 0.5 * (t + end)
        if not self._place(self._middle, t, middle):
            return False
        times = self._side(t, 2.0), middle, self._side(end, -2.0)
        self._put_velocities(self._middle, middle)
        self._put_velocities(there, times[2])
        element = carry_states(self._signals, times, (self.state, self._middle, there))
        if element is None:
            return False
        there.element[:] = element
        return True

    def _put_velocities(self, state: State, t: float) -> None:
        """Compute the velocities at a configuration."""
        unused = np.zeros_like(self.acceleration), np.zeros_like(self.multipliers)
        derive(self.model, self._system, t, self.state_reference(state), *unused, self._work, self._found)

    def _derive(self, state: State, t: float) -> Outcome | None:
        """Compute velocities, accelerations and multipliers at a configuration."""
        acceleration, multipliers = np.zeros_like(self.acceleration), np.zeros_like(self.multipliers)
        arguments = self.state_reference(state), acceleration, multipliers, self._work, self._found
        regular = derive(self.model, self._system, t, *arguments)
        for _ in range(MOST if len(state.normal) else 0):
            if not regular or put_normals(self.model.frictions, multipliers, state.normal) <= STAYS:
                break
            derive(self.model, self._system, t, *arguments)
        contradiction, dependent = self._found[:2].tolist()
        if not regular or not contradiction <= CONTRADICTION or dependent != self._dependent:
            values = Basis(self._tree, state).closing_values
            if len(values) and values[-1] <= DEAD_CENTRE * values[0]:
                return self._dead_centre(t)
            if not regular:
                return Outcome.SINGULAR_SYSTEM
            if self._dependent is None:
                self._dependent = dependent
            elif dependent != self._dependent:
                return self._derive_near_dead_centre(state, t)
            if contradiction > CONTRADICTION:
                return self._dead_centre(t)
        self.state, self.acceleration, self.multipliers = state, acceleration, multipliers
        return None

    def _derive_near_dead_centre(self, state: State, t: float) -> Outcome | None:
        """Compute velocities, accelerations and multipliers by the method of multipliers, close to a dead centre.

        There, the factorization would wrongly treat a constraint as dependent.
        """
        held = conditions(self.model, state)
        wanted = prescribed_values(self.model, t, 1)
        M = mass_matrices(self.model.bodies, state)
        try:
            rates = solve(M, held, np.zeros((len(M) + 1, 6)), wanted, SMALL)
            v = rates.change
            state = state._replace(u=np.ascontiguousarray(v[:, :3]), w=np.ascontiguousarray(v[:, 3:]))
            state, solution = accelerations(self.model, state, t)
        except np.linalg.LinAlgError:
            return Outcome.SINGULAR_SYSTEM
        if np.max(np.abs(rates.residual), initial=0.0) > CONTRADICTION * np.max(np.abs(wanted), initial=0.0):
            return self._dead_centre(t)
        self.state, self.acceleration, self.multipliers = state, solution.change, solution.multipliers
        return None

    def _dead_centre(self, t: float) -> Outcome:
        self.failed_object = self._loop_joints()
        self.detail = (
            f"the mechanism is at a dead centre at t = {t:.9g} s: its prescribed motions no longer determine the "
            "motion; prescribe another joint"
        )
        return Outcome.MECHANISM_LOCKED

    def _lock(self, t: float, end: float, stop: float) -> Outcome:
        """Report that the mechanism locks before `end`, and how far a joint is open at `stop` at least."""
        gap, worst = "", None if motions_without_value(self.model, end) else self._worst_joint(end)
        if worst is not None:
            self.failed_object = f"joint {names(self.compiled)[0][worst]}"
            told = gap_of(self.model, self.state, stop, self.size, worst)
            gap = f"; even at the best configuration for t = {stop:.9g} s, {told}" if told else ""
        self.detail = (
            f"the mechanism locks between t = {t:.9g} s and {end:.9g} s: its joints cannot follow the prescribed "
            f"motions any further (possible causes: a dead centre, insufficient reach, a jump of a function){gap}"
        )
        return Outcome.MECHANISM_LOCKED

    def _worst_joint(self, t: float) -> int:
        """Return the joint that is most open when all joints are closed as far as possible."""
        state = close(self.model, self.state, t, self.size, SMALL)
        phi: Floats = np.zeros(self.constraints)
        residuals(self.model.joints, state, phi)
        phi = without_motions(self.model, t, phi)
        row = int(np.argmax(np.abs(phi)))
        return int(np.searchsorted(self.model.joints.first_row, row, side="right")) - 1

    def _loop_joints(self) -> str | None:
        joints, _ = names(self.compiled)
        loops = self._tree.loop_joints
        return f"joint {', '.join(dict.fromkeys(joints[j] for j in loops))}" if loops else None


def first_calls(compiled: CompiledModel) -> Sequence[Callable[[], object]]:
    """Return functions that each call one kernel of the first two rows. Each function has its own engine."""

    def with_engine(call: Callable[[KinematicAnalysis], object]) -> Callable[[], object]:
        return lambda: call(KinematicAnalysis(compiled))

    calls: list[Callable[[KinematicAnalysis], object]] = [
        lambda engine: engine._derive(engine.state, engine.time),
        lambda engine: engine._follow(engine.time, engine.time),
        lambda engine: accept(engine.model, engine.state),
    ]
    if remembers(compiled.model):
        calls.append(lambda engine: remember(engine.model, engine.time, engine.state))
    return [with_engine(call) for call in calls]
