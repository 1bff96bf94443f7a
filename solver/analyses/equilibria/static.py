"""The analysis STATIC. It computes one equilibrium for each output time, under gravity, loads, springs and prescribed
motions.

Velocities and functions of velocities are ignored, so dampers exert no force and signals are at rest. In a sequence of times, each search
starts from the previous equilibrium.

If signals drive forces, the search first looks for an equilibrium near the start, because a control loop may support
the bodies. If this equilibrium is unstable, the search follows the forces away from it, and uses the equilibrium found
there, if any.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.analyses.directions import movers, names, parts_that_move
from rbsolve.solver.analyses.elements import applied_forces
from rbsolve.solver.analyses.engine import AnalysisEngine, Task
from rbsolve.solver.analyses.equilibria.closed_loop import LoopSearch, derivatives
from rbsolve.solver.analyses.equilibria.equilibrium import NEARLY_BALANCED, Equilibrium, EquilibriumSearch, Point
from rbsolve.solver.analyses.equilibria.friction import letting_go, without_friction
from rbsolve.solver.analyses.equilibria.steady import Steady, model_at_rest, put_at_rest
from rbsolve.solver.analyses.independent_coordinates import SpanningTree, apart
from rbsolve.solver.analyses.linearized.linearize import Matrices, OperatingPoint, matrices, state_matrix
from rbsolve.solver.analyses.linearized.modes import Modes, find_modes, modes_of
from rbsolve.solver.analyses.placing import place_closed
from rbsolve.solver.assembly.elements.plain_signals import evaluate_plainly
from rbsolve.solver.assembly.elements.prescriptions import motions_without_value
from rbsolve.solver.model.arrays import State, copy_state
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import NOTE, WARNING
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.signals.driving import driving_memories

# Largest number of degrees of freedom for which eigenvalues are computed if loads rotate with their bodies.
MOST_CIRCULATING = 300
MOST_TOLD = 4  # largest number of directions that a message lists separately
MOST_SWITCHINGS = 20  # largest number of repeated searches because signals with memory have switched
RESTS = 1e-8  # largest permitted time derivative of a signal state at rest, in its units


class Kind(NamedTuple):
    """A diagnostic about the kind of an equilibrium."""

    text: str
    severity: str = NOTE
    code: str = "equilibrium"

    @classmethod
    def unstable(cls, how: str) -> Kind:
        """Return the kind of an unstable equilibrium."""
        return cls(f"the equilibrium is unstable: {how}", WARNING, "unstable-equilibrium")


class StaticAnalysis(AnalysisEngine):
    """The analysis that computes equilibria and writes an output row for each."""

    MEMORY = (*AnalysisEngine.MEMORY, "_told", "_search._largest")

    def __init__(self, compiled: CompiledModel) -> None:
        super().__init__(compiled)
        rest = np.zeros_like(self.state.u)
        self.state = self.state._replace(u=rest, w=rest.copy())
        if len(self.model.signals.kind):
            stopped = model_at_rest(self.model)
            self.model, self.state, self.own_states = stopped.model, put_at_rest(stopped, self.state), stopped.own
        self._moving = self.model  # the model with its dampers, which affect the motion away from an equilibrium
        drives = self.model.drives
        self.model = self.model._replace(drives=drives._replace(damping=np.zeros_like(drives.damping)))
        self._tree = SpanningTree(self.model, *names(compiled))
        self._steady = Steady(self.model) if len(self.model.signals.kind) else None
        steering = self._steady if self._steady is not None and self._steady.is_steering else None
        self._search = EquilibriumSearch(self.model, self._tree, self.size, steering)
        self._loops = None if steering is None else LoopSearch(self._search)
        # The kind of the previous equilibrium, and its signals that are not at rest.
        self._told: tuple[str, str] = "", ""

    def begin(self) -> Task:
        """Find the first equilibrium, starting from the initial configuration."""
        return self._solve(self.time)

    def step(self, start: float, stop: float) -> Task:
        """Find the next equilibrium, starting from the previous one."""
        return self._solve(stop)

    def _solve(self, t: float) -> Task:
        if motions_without_value(self.model, t):
            return Outcome.UNDEFINED_MOTION
        state = place_closed(self._tree, self.model, self.state, np.zeros(len(self._tree.coordinates)), t, self.size)
        if state is None:
            self.detail = (
                "the joints cannot follow the prescribed motions: use smaller steps, or look for a locking joint"
            )
            return Outcome.MECHANISM_LOCKED
        if not np.all(np.isfinite(applied_forces(self.model, state, t))):
            evaluate_plainly(self.model, t, state)
            if self._lacks_signal(state, t):
                return Outcome.UNDEFINED_SIGNAL
            self.detail = f"the forces are not finite at t = {t:.9g} s: check the functions for undefined values there"
            return Outcome.DIVERGED
        for _ in range(MOST_SWITCHINGS):
            found = yield from self._find_equilibrium(state, t)
            self.newton_iterations += found.iterations
            self.rejected_steps += found.rejected
            if found.reason is not None:
                outcome = self._fail(found, "" if t == self.time else f" at t = {t:.9g} s")
                rolling = self._rolling_points(found)
                self.detail = f"{self.detail}{letting_go(self.compiled, found.point.state, rolling)}"
                return outcome
            state = found.point.state
            if len(self.model.signals.reactive):
                state.multiplier[:], state.acceleration[:] = found.point.multipliers, 0.0
            restless = self._settle(state, t)
            if self._steady is None or not len(switched := self._steady.switches(state, t)):
                break
        else:
            name = self._signal_of_memory(int(switched[0]))
            self.detail = f"there is no equilibrium: signal {name} switches back and forth; increase the distance of its thresholds"
            return Outcome.NO_EQUILIBRIUM
        self.state, self.multipliers = state, found.point.multipliers
        self._tell(t, self._kind(found, t), restless)
        return None

    def _tell(self, t: float, kind: Kind, restless: str) -> None:
        """Report changes in the kind of equilibrium, and changes in the set of signals that are not at rest."""
        if not self._told[0] and (friction := without_friction(self.compiled)):
            self.log.report(t, NOTE, "ambiguous-equilibrium", friction)
        if kind.text != self._told[0]:
            self.log.report(t, kind.severity, kind.code, kind.text)
        if restless and restless != self._told[1]:
            self.log.report(t, NOTE, "restless-signal", restless)
        self._told = kind.text, restless

    def _find_equilibrium(self, state: State, t: float) -> Generator[None, None, Equilibrium]:
        """Search for an equilibrium. A stable equilibrium is preferred."""
        if self._loops is None:
            return (yield from self._search.run(state, t))
        near = yield from self._loops.run(copy_state(state), t)  # the search changes the rotations of joints
        if near.reason is None and self._describe_growth(near.point, t) is None:
            return near
        below = yield from self._search.run(copy_state(state), t)
        if below.reason is None:
            below = yield from self._loops.run(below.point.state, t)
        holds = below.reason is None and (near.reason is not None or self._describe_growth(below.point, t) is None)
        if holds or (near.reason not in (None, "restless") and below.reason != "lost"):
            return below
        return near

    def _rolling_points(self, found: Equilibrium) -> NDArray[np.bool_]:
        """Return the contact points that roll in an endless motion."""
        if found.last is None:
            return np.zeros(len(self.model.contacts.end), dtype=bool)
        return self._search.rolling_points(found.point, found.last.motion)

    def _settle(self, state: State, t: float) -> str:
        """Set signals that drive no force to rest. Return the message about signals that have no state at rest."""
        if self._steady is None:
            return ""
        others = np.setdiff1d(np.arange(len(state.element)), self._steady.steering)
        missed = self._steady.settle(state, t, others)
        moving = others[~(np.abs(missed) <= RESTS)]
        if not len(moving):
            return ""
        listed = ", ".join(dict.fromkeys(self._state_name(int(k)) for k in moving))
        return f"these signals drive no force and have no steady value; they keep their initial value: {listed}"

    def _state_name(self, state: int) -> str:
        """Return the name of the signal to which a state belongs."""
        first = self.model.signals.first_state
        return list(self.compiled.signal_index)[int(np.searchsorted(first, state, side="right")) - 1]

    def _signal_of_memory(self, place: int) -> str:
        """Return the name of the signal with a given memory."""
        first = self.model.signals.first_memory
        return list(self.compiled.signal_index)[int(np.searchsorted(first, place, side="right")) - 1]

    def _fail(self, found: Equilibrium, when: str) -> Outcome:
        point = found.point
        if found.reason == "restless":
            state = int(self._search.steering[found.restless])
            name, slope = self._state_name(state), float(point.steering.slopes[found.restless])
            self.detail = (
                f"there is no state of rest{when}: signal {name} keeps changing, by {slope:.4g} per second when the "
                f"forces balance; make its input zero, limit the signal, or replace it by a FIRST_ORDER_LAG"
            )
            return Outcome.NO_EQUILIBRIUM
        if found.reason == "free":
            pushed = self._search.push(point)
            assert pushed is not None
            where = movers(point.basis, pushed, self.size, self.compiled)
            self.detail = f"there is no equilibrium{when}: nothing supports {where} against the forces; support it, or balance the forces"
            return Outcome.NO_EQUILIBRIUM
        if found.reason == "turning":
            assert found.last is not None
            where = parts_that_move(self._tree, found.last.change, self.size, self.compiled)
            self.detail = f"there is no equilibrium{when}: {where} moves without end under the forces; support it, or reduce the forces"
            return Outcome.NO_EQUILIBRIUM
        where = movers(point.basis, point.scale.T @ point.unbalanced, self.size, self.compiled)
        if found.reason == "sliding":
            self.detail = (
                f"no equilibrium was found{when} in {found.iterations} iterations: the force on {where} exceeds "
                "friction, and there is no equilibrium nearby; support it, or reduce the forces"
            )
            return Outcome.NO_EQUILIBRIUM
        left = float(np.linalg.norm(point.unbalanced)) / point.energy
        advice = "start closer to the equilibrium, or increase the loads in steps"
        if found.reason == "stuck":
            advice = "no step reduces the unbalanced forces: look for a force function with a jump"
        self.detail = (
            f"no equilibrium was found{when} in {found.iterations} iterations (unbalanced force: {left:.2g} of the "
            f"largest force in the model, mostly at {where}): {advice}"
        )
        return Outcome.NO_EQUILIBRIUM

    def _kind(self, found: Equilibrium, t: float) -> Kind:
        """Determine whether the equilibrium is stable, and whether it is unique."""
        point, neutral = found.point, found.neutral
        k = point.values
        if not len(k):
            return Kind("the equilibrium is stable: nothing can move")
        steered = self._loops is not None
        skew = np.max(np.abs(point.stiffness - point.stiffness.T))
        circulating = steered or skew > NEARLY_BALANCED * np.max(np.abs(k))
        if steered and (remembering := driving_memories(self.compiled.model)).size:
            name = list(self.compiled.signal_index)[int(remembering[0])]
            return Kind(
                f"this is an equilibrium; its stability was not examined, because signal {name} drives a force and depends on the past"
            )
        if circulating and len(k) <= MOST_CIRCULATING:
            growing = self._describe_growth(point, t)
            if growing is not None:
                return Kind.unstable(f"it {growing}")
        elif k[0] < -neutral:
            falling = point.scale.T @ point.vectors[:, k < -neutral]
            return Kind.unstable(f"it diverges in {self._name_parts(point, falling)}")
        loose = self._loose(point, neutral)
        if loose:
            return Kind(
                f"the equilibrium is not unique: it remains an equilibrium with {loose}", NOTE, "ambiguous-equilibrium"
            )
        if circulating and len(k) > MOST_CIRCULATING:
            why = "signals" if steered else "follower loads"
            return Kind(f"the equilibrium is stiff; flutter due to {why} was not examined")
        return Kind("the equilibrium is stable")

    def _loose(self, point: Point, neutral: float) -> str:
        """Describe the parts that can move without any force, and the signals that can change without any force."""
        f = len(point.values)
        if not len(point.steering.slopes):
            _, sizes, directions = np.linalg.svd(point.stiffness)
            return (
                self._name_parts(point, point.scale.T @ directions[sizes <= neutral].T)
                if np.any(sizes <= neutral)
                else ""
            )
        matrix = derivatives(point)
        if matrix is None or not (null := matrix.null).shape[1]:
            return ""
        relative = np.abs(null / matrix.columns[:, None])
        states = np.flatnonzero(np.max(relative[f:], axis=1, initial=0.0) > 0.1)
        told = [f"another value of signal {self._state_name(int(k))}" for k in self._search.steering[states]]
        moving = null[:f, np.max(relative[:f], axis=0, initial=0.0) > 1e-6]
        if moving.shape[1]:
            told.append(self._name_parts(point, point.scale.T @ moving))
        return "; ".join(dict.fromkeys(told))

    def _name_parts(self, point: Point, directions: Floats) -> str:
        """Return a text that lists the parts that move in the space spanned by `directions` (f, k)."""
        parts = list(dict.fromkeys(movers(point.basis, y, self.size, self.compiled) for y in apart(directions).T))
        more = f", and {len(parts) - MOST_TOLD} more" if len(parts) > MOST_TOLD else ""
        return "; ".join(parts[:MOST_TOLD]) + more

    def _describe_growth(self, point: Point, t: float) -> str | None:
        """Describe the motion that grows fastest at the equilibrium. Return None if no motion grows.

        Because of loads without a potential or because of signals, an equilibrium with positive stiffness can oscillate
        with growing amplitude. Such loads and signals can also stabilize an equilibrium with negative stiffness.
        """
        if not len(point.values):
            return None
        found = matrices(self._moving, self._tree, OperatingPoint(point.state, t, None, point.multipliers))
        modes = self._modes(found)
        if modes is None or not len(modes.eigenvalues):
            return None
        fastest = int(np.argmax(modes.eigenvalues.real))
        value, shape = modes.eigenvalues[fastest], modes.shapes[fastest]
        if value.real <= 0.0:
            return None
        if value.imag == 0.0:
            told = (
                self._name_parts(point, shape.real[:, None]) if np.any(shape) else "a signal that grows without input"
            )
            return f"diverges in {told}"
        why = "follower loads" if self._loops is None else "the forces that signals drive"
        return f"flutters at {value.imag / (2.0 * np.pi):.4g} Hz under {why}"

    def _modes(self, found: Matrices) -> Modes | None:
        """Return the modes of the linearization about an equilibrium, or None if signal states depend on coordinates
        without inertia.
        """
        loops = found.loops
        if loops is None or not len(loops.own):
            return find_modes(found.mass, found.damping, found.stiffness, found.rounding)
        A = state_matrix(found)
        return modes_of(A, found.mass) if np.all(np.isfinite(A)) else None
