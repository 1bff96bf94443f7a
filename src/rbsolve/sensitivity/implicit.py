"""Applies the implicit function theorem to one row of an analysis without steps. It gives the derivatives of poses,
velocities and forces.

All equations are evaluated on numbers with derivatives at the fixed solution of the row (solver/analyses/missed.py).
The derivatives of the unknowns must cancel the derivatives of the residuals. The unknowns are computed in the same
order as in the analysis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
from rbsolve.sensitivity.seeds import Seeds, sow
from rbsolve.sensitivity.starts import Captured, NoTangent
from rbsolve.solver.analyses.equilibria.steady import Scaled
from rbsolve.solver.analyses.missed import Missed
from rbsolve.solver.compiler.lifting import LiftedRun
from rbsolve.solver.model.arrays import Model, copy_state
from rbsolve.solver.model.chunk import Chunk

Floats = NDArray[np.float64]
WIDTH = 15
"""Number of derivatives in one evaluation. It is fixed, so that one kernel serves any number of parameters and
directions.
"""
RANK = 1e-10
"""Singular values below this fraction of the largest one count as zero."""
OPEN = 1e-8
"""Largest permitted gap of joints when a number changes by its own size. The gap is relative to the size of the model.
"""
NOTHING: Mapping[str, Floats] = {}


class Equations:
    """All equations of a model on numbers that carry derivatives. The equations are evaluated for one row after
    another.
    """

    def __init__(self, centre: Captured, seeds: Sequence[Seeds]) -> None:
        """The derivatives are with respect to at most `WIDTH` seeds. There may be no seeds."""
        self.model: Model = centre.arguments[0]
        self._times: Floats = centre.arguments[1]
        self._lifted = LiftedRun(centre.function, WIDTH, Chunk)
        sow(self._lifted.memory, centre, seeds)
        self.sizes: Floats = np.array([each.target.size for each in seeds])
        self._state = copy_state(centre.stepper.state)  # type: ignore[attr-defined]  # an AnalysisEngine
        nb, nc, nx = len(self.model.bodies.mass), len(self.model.joints.row_code), len(self._state.element)
        self._time, self._acceleration, self._multipliers = np.zeros(1), np.zeros((nb + 1, 6)), np.zeros(nc)
        sizes = (nb, 6), (nc,), (nc,), (nc,), (nx,), (nc, 12)
        self._missed = Missed(*(np.zeros(size) for size in sizes))
        self._row = 0

    def go_to(self, row: Chunk, number: int) -> None:
        """Use row 0 of a chunk, which is row `number` of the run."""
        state, self._row = self._state, number
        numbers = {"x": row.x[0], "e": row.e[0], "u": row.u[0], "w": row.w[0], "element": row.element[0]}
        numbers |= {"R": matrix_from_euler_parameters(row.e[0]), "turned": row.joint_rotation[0]}
        for name, values in numbers.items():
            getattr(state, name)[...] = values
        self._acceleration[:, :3], self._acceleration[:, 3:] = row.a[0], row.alpha[0]
        self._multipliers[...] = row.multipliers[0]
        self._time[...] = row.time

    def residuals(self, moved: Mapping[str, Floats] = NOTHING, time: Floats | None = None) -> Missed:
        """Return the derivatives (..., n) of the residuals.

        `moved` contains the derivatives (6 nb, n) of `pose`, `velocity` and `acceleration`, and the derivatives (nx, n)
        of `element`. `time` (n,) contains the derivatives of the row's time. By default, the derivatives are with
        respect to the seeds.
        """
        state, duals = self._state, self._lifted.memory.of
        for array in (*state, self._acceleration, self._multipliers):
            duals(array)[..., 0], duals(array)[..., 1:] = array, 0.0
        at = duals(self._times)[self._row, 1:] if time is None else time
        duals(self._time)[0, 0], duals(self._time)[0, 1:] = self._time[0], 0.0
        duals(self._time)[0, 1 : 1 + len(at)] = at
        self._move(moved)
        self._lifted(self.model, self._time, state, self._acceleration, self._multipliers, self._missed)
        return Missed(*(duals(array)[..., 1:] for array in self._missed))

    def _move(self, moved: Mapping[str, Floats]) -> None:
        state, duals = self._state, self._lifted.memory.of
        if "pose" in moved:
            pose = _of_bodies(moved["pose"])
            own = slice(1, 1 + pose.shape[2])
            duals(state.x)[:-1, :, own] = pose[:, :3]
            e, turn = state.e[:-1, :, None], pose[:, 3:]
            duals(state.e)[:-1, 0, own] = -0.5 * np.sum(e[:, 1:] * turn, axis=1)
            duals(state.e)[:-1, 1:, own] = 0.5 * (e[:, :1] * turn + np.cross(e[:, 1:], turn, axis=1))
            for k in range(3):  # R' = R dpsi~
                i, j = (k + 1) % 3, (k + 2) % 3
                R = state.R[:-1, :, :, None]
                duals(state.R)[:-1, :, k, own] = R[:, :, i] * turn[:, None, j] - R[:, :, j] * turn[:, None, i]
        if "velocity" in moved:
            velocity = _of_bodies(moved["velocity"])
            duals(state.u)[:-1, :, 1:], duals(state.w)[:-1, :, 1:] = velocity[:, :3], velocity[:, 3:]
        if "acceleration" in moved:
            duals(self._acceleration)[:-1, :, 1:] = _of_bodies(moved["acceleration"])
        if "element" in moved:
            duals(state.element)[:, 1 : 1 + moved["element"].shape[1]] = moved["element"]

    def slopes_of(self, name: str) -> Floats:
        """Return the derivatives of the time or of a part of the state, from the last evaluation."""
        if name == "time":
            return self._lifted.memory.of(self._time)[0, 1:].copy()
        return self._lifted.memory.of(getattr(self._state, name))[..., 1:].copy()

    def threshold(self, event: int) -> Floats:
        """Return the derivatives of the threshold of an event."""
        return self._lifted.memory.of(self.model.events.threshold)[event, 1:]

    @property
    def jacobian(self) -> Floats:
        """Return the Jacobian J (nc, 6 nb) of the constraints, from the last evaluation."""
        J, joints, nb = self._missed.J, self.model.joints, len(self.model.bodies.mass)
        found = np.zeros((len(J), 6 * (nb + 1)))
        owner = np.repeat(np.arange(len(joints.kind)), np.diff(joints.first_row))
        for side, bodies in enumerate((joints.body0[owner], joints.body1[owner])):
            for k in range(6):
                found[np.arange(len(J)), 6 * bodies + k] += J[:, 6 * side + k]
        return found[:, : 6 * nb]


def _of_bodies(slopes: Floats) -> Floats:
    """Return increments (nb, 6, n) of bodies."""
    return slopes.reshape(-1, 6, slopes.shape[1])


class Constraints:
    """The Jacobian of the constraints at a row, and a basis N (6 nb, f) of the directions that the constraints leave
    free.
    """

    def __init__(self, J: Floats, size: float) -> None:
        """J (nc, 6 nb) is with respect to the increments [dx, dpsi]. `size` is the typical length of the model."""
        self._columns = np.tile([size] * 3 + [1.0] * 3, J.shape[1] // 6)
        largest = np.max(np.abs(J * self._columns), axis=1, initial=0.0)
        self._rows = 1.0 / np.where(largest > 0.0, largest, 1.0)
        left, self._values, right = np.linalg.svd(self._rows[:, None] * J * self._columns)
        rank = int(np.sum(self._values > RANK * np.max(self._values, initial=0.0)))
        self._left, self._values, self._right = left[:, :rank], self._values[:rank], right[:rank]
        self.free: Floats = self._columns[:, None] * right[rank:].T

    def close(self, missed: Floats) -> Floats:
        """Return the smallest increments (6 nb, n) that cancel residuals (nc, n) of the constraints."""
        parts = self._left.T @ (self._rows[:, None] * missed) / self._values[:, None]
        return np.asarray(-self._columns[:, None] * (self._right.T @ parts))

    def check(self, missed: Floats, sizes: Floats) -> None:
        """Raise NoTangent if no motion cancels the residuals (nc, n) of the constraints. `sizes` (n,) contains the
        sizes of the numbers.
        """
        wanted = self._rows[:, None] * missed
        left = np.max(np.abs(wanted - self._left @ (self._left.T @ wanted)), axis=0, initial=0.0)
        if np.any(left[: len(sizes)] * sizes > OPEN):
            raise NoTangent("with another value, no motion closes the joints")

    def multipliers(self, forces: Floats) -> Floats:
        """Return the smallest multipliers (nc, n) that balance residual forces (6 nb, n)."""
        parts = self._right @ (self._columns[:, None] * forces) / self._values[:, None]
        return np.asarray(-self._rows[:, None] * (self._left @ parts))


class Slopes(NamedTuple):
    """The derivatives of a row."""

    pose: Floats  # (6 nb, n)
    velocity: Floats
    acceleration: Floats
    element: Floats  # (nx, n)
    multipliers: Floats  # (nc, n)


def of_motion(equations: Equations, size: float, time: Floats | None = None) -> Slopes:
    """Return the derivatives of a prescribed motion. Raise NoTangent at a dead centre."""
    places = equations.residuals(time=time).places.copy()
    constraints = Constraints(equations.jacobian, size)
    constraints.check(places, equations.sizes)
    if constraints.free.shape[1]:
        raise NoTangent("the mechanism is at a dead centre")
    moved = {"pose": constraints.close(places)}
    moved["velocity"] = constraints.close(equations.residuals(moved, time).rates)
    moved["acceleration"] = constraints.close(equations.residuals(moved, time).accelerations)
    forces = _flat(equations.residuals(moved, time).forces)
    still = np.zeros((0, WIDTH))
    return Slopes(moved["pose"], moved["velocity"], moved["acceleration"], still, constraints.multipliers(forces))


def of_equilibrium(equations: Equations, standing: Equations, size: float) -> Slopes:
    """Return the derivatives of an equilibrium. `standing` evaluates the same equations without seeds. Raise NoTangent
    if the equilibrium is not unique.
    """
    places = equations.residuals().places.copy()
    constraints = Constraints(equations.jacobian, size)
    constraints.check(places, equations.sizes)
    nx, N = len(equations.residuals().slopes), constraints.free
    base = {"pose": constraints.close(places), "element": np.zeros((nx, WIDTH))}
    missed = equations.residuals(base)
    wanted = np.concatenate([N.T @ _flat(missed.forces), missed.slopes])
    scaled = Scaled(_stiffness(standing, N, nx), 0)
    if scaled.rank < len(wanted):
        raise NoTangent("the equilibrium is not unique")
    change = np.stack([scaled.columns * scaled.solve(-column) for column in wanted.T], axis=1)
    moved = {"pose": base["pose"] + N @ change[: N.shape[1]], "element": change[N.shape[1] :]}
    forces = _flat(equations.residuals(moved).forces)
    still = np.zeros_like(moved["pose"])
    return Slopes(moved["pose"], still, still, moved["element"], constraints.multipliers(forces))


def _flat(forces: Floats) -> Floats:
    return forces.reshape(-1, forces.shape[-1])


def _stiffness(standing: Equations, N: Floats, nx: int) -> Floats:
    """Return the derivatives of two residuals: the forces along the free directions, and the rates of the states. The
    derivatives are with respect to the free directions and the states.
    """
    free = N.shape[1]
    directions = np.eye(free + nx)
    found = np.empty((free + nx, free + nx))
    for first in range(0, free + nx, WIDTH):
        part = directions[:, first : first + WIDTH]
        missed = standing.residuals({"pose": N @ part[:free], "element": part[free:]}, np.zeros(0))
        whole = np.concatenate([N.T @ _flat(missed.forces), missed.slopes])
        found[:, first : first + WIDTH] = whole[:, : part.shape[1]]
    return found
