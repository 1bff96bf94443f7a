"""STATIC: equilibria under gravity, loads, springs and prescribed motions, one at each output time.

Nothing moves: velocities and their functions count for nothing, so that dampers carry no force. With a sequence of times, each
search starts from the equilibrium before.
"""

from __future__ import annotations

import numpy as np

from rbsolve.solver.analyses.directions import movers, names
from rbsolve.solver.analyses.elements import applied_forces
from rbsolve.solver.analyses.engine import Engine, Task
from rbsolve.solver.analyses.equilibrium import NEARLY_BALANCED, Equilibrium, Point, Search
from rbsolve.solver.analyses.independent_coordinates import SpanningTree, apart
from rbsolve.solver.analyses.linearize import Place, matrices
from rbsolve.solver.analyses.modes import find_modes
from rbsolve.solver.analyses.placing import placed
from rbsolve.solver.assembly.prescriptions import motions_without_value
from rbsolve.solver.model.arrays import Floats
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.outcome import Outcome

MOST_CIRCULATING = 300  # degrees of freedom for which eigenvalues are found when loads turn with their bodies
MOST_TOLD = 4  # directions that are told one by one


class StaticAnalysis(Engine):
    """A row for each equilibrium."""

    MEMORY = (*Engine.MEMORY, "_findings", "_search._largest")

    def __init__(self, compiled: CompiledModel) -> None:
        super().__init__(compiled)
        drives = self.model.drives
        self.model = self.model._replace(drives=drives._replace(damping=np.zeros_like(drives.damping)))
        rest = np.zeros_like(self.state.u)
        self.state = self.state._replace(u=rest, w=rest.copy())
        self._tree = SpanningTree(self.model, *names(compiled))
        self._search = Search(self.model, self._tree, self.size)
        self._findings: list[tuple[float, str]] = []

    def begin(self) -> Task:
        """The first equilibrium, from the initial configuration."""
        return self._solve(self.time)

    def step(self, start: float, stop: float) -> Task:
        """The next equilibrium, from the one before."""
        return self._solve(stop)

    def conclude(self) -> None:
        """Say of what kind the equilibria are, wherever that changes."""
        several = self.compiled.schedule.rows > 1
        self.notes = tuple(
            f"from t = {t:.9g} s on, {text}" if several else text
            for k, (t, text) in enumerate(self._findings)
            if k == 0 or self._findings[k - 1][1] != text
        )

    def _solve(self, t: float) -> Task:
        if motions_without_value(self.model, t):
            return Outcome.UNDEFINED_MOTION
        state = placed(self._tree, self.model, self.state, np.zeros(len(self._tree.coordinates)), t, self.size)
        if state is None:
            self.detail = (
                "the joints cannot follow the prescribed motions: take smaller steps, or look for a locking joint"
            )
            return Outcome.MECHANISM_LOCKED
        if not np.all(np.isfinite(applied_forces(self.model, state, t))):
            self.detail = f"the forces are not finite at t = {t:.9g} s: look for a function that has no value there"
            return Outcome.DIVERGED
        found = yield from self._search.run(state, t)
        self.newton_iterations += found.iterations
        self.rejected_steps += found.rejected
        if found.reason is not None:
            return self._fail(found, "" if t == self.time else f" at t = {t:.9g} s")
        self.state, self.multipliers = found.point.state, found.point.multipliers
        self._findings.append((t, self._kind(found, t)))
        return None

    def _fail(self, found: Equilibrium, when: str) -> Outcome:
        point = found.point
        if found.reason == "free":
            pushed = self._search.pushed(point)
            assert pushed is not None
            where = movers(point.basis, pushed, self.size, self.compiled)
            self.detail = (
                f"there is no equilibrium{when}: nothing holds {where} against the forces; support it, or balance them"
            )
            return Outcome.NO_EQUILIBRIUM
        y = point.scale.T @ point.unbalanced
        where = movers(point.basis, y, self.size, self.compiled)
        if found.reason == "turning":
            self.detail = (
                f"there is no equilibrium{when}: {where} goes on without end under the forces; hold it, or reduce them"
            )
            return Outcome.NO_EQUILIBRIUM
        left = float(np.linalg.norm(point.unbalanced)) / point.energy
        advice = "start closer to it, or raise the loads in steps"
        if found.reason == "stuck":
            advice = (
                "no step however small brings them closer to balance: look for a function of force that jumps there"
            )
        self.detail = (
            f"no equilibrium was found{when} in {found.iterations} iterations (forces unbalanced by {left:.2g} of the largest one, "
            f"mostly {where}): {advice}"
        )
        return Outcome.NO_EQUILIBRIUM

    def _kind(self, found: Equilibrium, t: float) -> str:
        """Whether the equilibrium is stable, and unique."""
        point, neutral = found.point, found.neutral
        k = point.values
        if not len(k):
            return "the equilibrium is stable: nothing can move"
        skew = np.max(np.abs(point.stiffness - point.stiffness.T))
        circulating = skew > NEARLY_BALANCED * np.max(np.abs(k))
        if circulating and len(k) <= MOST_CIRCULATING:
            growing = self._growing(point, t)
            if growing is not None:
                return f"the equilibrium is unstable: it {growing}"
        elif k[0] < -neutral:
            falling = point.scale.T @ point.vectors[:, k < -neutral]
            return f"the equilibrium is unstable: it gives way with {self._told(point, falling)}"
        _, sizes, directions = np.linalg.svd(point.stiffness)
        if sizes[-1] <= neutral:
            loose = point.scale.T @ directions[sizes <= neutral].T
            return f"the equilibrium is not unique: it stays one with {self._told(point, loose)}"
        if circulating and len(k) > MOST_CIRCULATING:
            return "the equilibrium is stiff; whether loads that turn with their bodies make it flutter was not looked into"
        return "the equilibrium is stable"

    def _told(self, point: Point, directions: Floats) -> str:
        """What moves in the space of some directions (f, k)."""
        parts = list(dict.fromkeys(movers(point.basis, y, self.size, self.compiled) for y in apart(directions).T))
        more = f", and {len(parts) - MOST_TOLD} more" if len(parts) > MOST_TOLD else ""
        return "; ".join(parts[:MOST_TOLD]) + more

    def _growing(self, point: Point, t: float) -> str | None:
        """How the fastest growing motion leaves the equilibrium, None where none grows: loads without a potential can make stiff
        equilibria oscillate with growing amplitude, and keep up those that a potential of the same stiffness would not."""
        model = self.model._replace(drives=self.compiled.model.drives)  # with its dampers, which are left out elsewhere
        found = matrices(model, self._tree, Place(point.state, t, None, point.multipliers))
        modes = find_modes(found.mass, found.damping, found.stiffness, found.rounding)
        fastest = int(np.argmax(modes.eigenvalues.real))
        value = modes.eigenvalues[fastest]
        if value.real <= 0.0:
            return None
        if value.imag == 0.0:
            return f"gives way with {self._told(point, modes.shapes[fastest].real[:, None])}"
        frequency = value.imag / (2.0 * np.pi)
        return f"flutters at {frequency:.4g} Hz under loads that turn with their bodies"
