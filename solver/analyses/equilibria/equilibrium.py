"""Finds equilibria by Newton's iteration in joint coordinates.

In directions with positive stiffness, a step is -K_r^-1 g. Here `g = N^T f` contains the generalized forces, and `K_r =
N^T K N` is the stiffness. K includes springs, prestress, weights and derivatives of constraint forces. In directions
with negative or zero stiffness, the step follows the forces. A trust region limits all steps. From a distant start, the
iteration therefore reduces the energy until it is close to a stable equilibrium, and then converges quadratically.
Steps are accepted by the work of the forces along the step, so loads need not have a potential.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.analyses.elements import Tangents, applied_forces, link_model
from rbsolve.solver.analyses.equilibria.friction import grip, rolls
from rbsolve.solver.analyses.equilibria.passing import Passing
from rbsolve.solver.analyses.equilibria.steady import Scaled, Steady
from rbsolve.solver.analyses.equilibria.trust_region import divide, shift_within
from rbsolve.solver.analyses.independent_coordinates import Basis, SpanningTree
from rbsolve.solver.analyses.linearized.feedback import feedback
from rbsolve.solver.analyses.placing import place_closed
from rbsolve.solver.analyses.prescribed_motions.mechanism import remember
from rbsolve.solver.assembly.initial.closure import conditions
from rbsolve.solver.assembly.initial.saddle import SMALL, solve
from rbsolve.solver.joints.coordinates import accept_rotations
from rbsolve.solver.model.arrays import HOLDS, Model, State, copy_state
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.newton import BEGIN, CONVERGED, GO_ON, NEVER, Rules, assess

RULES = Rules(limit=301, slow=0.5, growth=NEVER, patience=0)  # maximum number of steps in a search
MOST_TRIALS = 1000  # largest number of configurations in a search, including rejected steps
# Largest number of steps after the first step that slides. It is enough for bodies that only rotate on the spot.
MOST_SLIDING = 150
BALANCED = 1e-12  # unbalanced forces at convergence, relative to the largest forces of the model
NEARLY_BALANCED = 1e-7  # smaller forces count as round-off if they no longer decrease
NEUTRAL = 1e-9  # a stiffness below this fraction of the stiffness of weights and loads counts as zero
NEUTRAL_ROUNDING = 1e-13  # a stiffness below this fraction of the largest stiffness counts as zero
PLACE_ROUNDING = 16 * float(np.finfo(float).eps)
"""Tolerance of positions, relative to the model's size, and of rotations [rad]. The tolerance allows for round-off."""
TURN_ROUNDING = 1e-9  # a step counts as limited if its largest turn is within this fraction of the limit
# first radius of the trust region, and largest radius, in radians or relative to the size of the model
FIRST_REACH, LARGEST_TURN = 0.5, 1.0
SMALLEST_REACH = 1e-14
IN_VAIN = 0.9  # a step that leaves more than this fraction of the unbalanced forces counts as sliding
FAR, MANY_TURNS = 1e3, 100.0  # a motion beyond this distance [sizes of the model] or rotation [rad] counts as endless


class Steering(NamedTuple):
    """The contributions of signals that drive forces, in the coordinates of a point. The n states are the signal states
    that affect forces.
    """

    held: Floats  # (f, f) stiffness with fixed states
    by_state: Floats  # (f, n) derivatives of the generalized forces with respect to the states
    slopes: Floats  # (n,)
    slope_by_place: Floats  # (n, f)
    slope_by_state: Floats  # (n, n)


class Point(NamedTuple):
    """Forces and stiffness at a configuration, in the coordinates `z = L^T y`.

    Rotations are in radians, and translations are relative to the size of the model. Generalized forces and stiffnesses
    therefore have the unit J.
    """

    state: State
    basis: Basis
    left: Floats  # (nb + 1, 6) applied forces minus the constraint forces that balance them best
    multipliers: Floats
    scale: Floats  # (f, f) L^-1
    unbalanced: Floats  # (f,) generalized forces
    stiffness: Floats  # (f, f)
    values: Floats  # (f,) eigenvalues of the symmetric part of the stiffness, increasing
    vectors: Floats
    energy: float  # size of the forces times the size of the model
    steering: Steering  # contributions of signals, without states if no signal drives a force


class Step(NamedTuple):
    """The motion from one point to the next."""

    change: Floats  # (n,) changes of the tree's coordinates
    motion: Floats  # (nb + 1, 6) motions of the bodies


class Equilibrium(NamedTuple):
    """The result of a search: the equilibrium `point`, or the `reason` for the failure.

    The reasons are "free", "turning", "sliding", "stuck", "lost" and "restless". "restless" means that a state of a
    signal has no value at rest.
    """

    point: Point
    """For the reason "sliding", the point where sliding started."""
    reason: str | None
    iterations: int
    rejected: int
    restless: int = -1
    """For the reason "restless", the index of the state that has no value at rest."""
    last: Step | None = None

    @property
    def neutral(self) -> float:
        """Return the stiffness [J] below which a direction is neutral."""
        return neutral_stiffness(self.point)


def neutral_stiffness(point: Point) -> float:
    """Return the stiffness [J] below which a direction is neutral."""
    return max(NEUTRAL_ROUNDING * float(np.max(np.abs(point.values), initial=0.0)), NEUTRAL * point.energy)


class EquilibriumSearch:
    """The search for the equilibrium at time `t`, from a state at rest with closed joints."""

    def __init__(self, model: Model, tree: SpanningTree, size: float, steady: Steady | None) -> None:
        """`size` is the typical length of the model. The search updates the rotations of joints in the state.

        If `steady` is given, the search also updates the states of signals that drive forces.
        """
        self._model, self._tree, self._size, self._steady = model, tree, size, steady
        self._linked = link_model(model)
        self._passing = Passing(model, tree)
        nb = len(model.bodies.mass)
        units = [size**-2] * 3 + [1.0] * 3
        self._metric = np.broadcast_to(np.diag(units), (nb, 6, 6))
        self._units = np.tile(units, nb)[:, None]
        weight = np.linalg.norm(model.gravity) * np.max(model.bodies.mass, initial=0.0)
        self._largest = float(weight) * size

    def at(self, state: State, t: float) -> Point:
        """Return forces and stiffness at a configuration."""
        return self._under(applied_forces(self._model, state, t), state, t)

    def _under(self, force: Floats, state: State, t: float) -> Point:
        """Return forces and stiffness at a configuration, for known applied forces (nb + 1, 6)."""
        model, nb = self._model, len(self._model.bodies.mass)
        held = conditions(model, state)
        multipliers = np.zeros(len(held.body0))
        if len(multipliers):
            multipliers = solve(self._metric, held, force, multipliers, SMALL).multipliers
        K = Tangents(self._linked, state, np.zeros((nb + 1, 6)), multipliers, t).by_pose
        basis = Basis(self._tree, state)
        N = basis.N[:nb].reshape(6 * nb, -1)
        metric = N.T @ (self._units * N)
        inverse = np.linalg.inv(np.linalg.cholesky(metric))
        stiffness = inverse @ (N.T @ (K @ N)) @ inverse.T
        if self._steady is None:
            steering = _without_states(stiffness)
        else:
            steering = self._signal_contribution(self._steady, state, t, N @ inverse.T, stiffness)
        stiffness = _with_states(steering)
        values, vectors = np.linalg.eigh(0.5 * (stiffness + stiffness.T))
        held_force = held.transposed_times(multipliers, nb)
        energy = self._largest
        for wrench in (force[:nb], held_force[:nb]):
            for part, arm in ((wrench[:, :3], self._size), (wrench[:, 3:], 1.0)):
                energy = max(energy, arm * float(np.max(np.abs(part), initial=0.0)))
        unbalanced = inverse @ (N.T @ force[:nb].ravel())
        left = force - held_force
        left[nb] = 0.0
        return Point(state, basis, left, multipliers, inverse, unbalanced, stiffness, values, vectors, energy, steering)

    def _signal_contribution(
        self, steady: Steady, state: State, t: float, motions: Floats, stiffness: Floats
    ) -> Steering:
        """Return the contribution of signals to the stiffness, for the motions (6 nb, f) of the coordinates."""
        found, places = feedback(self._model, state, t), steady.steering
        assert found is not None
        pushes, seen = (motions.T @ found.pushes) @ found.driving, found.measures_by_pose @ motions
        m, columns = found.measures, found.measures + places
        return Steering(
            stiffness - pushes[:, :m] @ seen,
            pushes[:, columns],
            steady.slopes(state, t)[places],
            found.slopes[places, :m] @ seen,
            found.slopes[np.ix_(places, columns)],
        )

    @property
    def steering(self) -> Ints:
        """Return the indices of the states that affect forces."""
        return np.zeros(0, dtype=np.int64) if self._steady is None else self._steady.steering

    def try_at(self, state: State, t: float) -> Point | None:
        """Return forces and stiffness after a trial step, or None if a force or signal has no value after it."""
        force = applied_forces(self._model, state, t)
        if not np.all(np.isfinite(force)):
            return None
        try:
            return self._under(force, state, t)
        except np.linalg.LinAlgError:
            return None

    def move(self, state: State, change: Floats, t: float) -> State | None:
        """Return the state after a change of the tree's coordinates, or None if loops cannot be closed."""
        return place_closed(self._tree, self._model, state, change, t, self._size)

    def accept(self, point: Point, t: float) -> Point:
        """Prepare a point for the next step. Each bristle gets the deflection that friction can balance."""
        accept_rotations(self._model.joints, point.state)
        # The forces of trial steps are ignored, because a body deep in a contact has an excessive force.
        self._largest = point.energy
        if not len(point.state.bristle):
            return point
        remember(self._model, t, point.state)
        return self.at(point.state, t)

    def _is_only_sliding(self, point: Point, motion: Floats, before: float) -> bool:
        """Return whether a contact slides without rolling and the step hardly reduces the unbalanced forces."""
        if not len(point.state.bristle) or np.linalg.norm(point.unbalanced) < max(
            IN_VAIN * before, NEARLY_BALANCED * point.energy
        ):
            return False
        slips = grip(self._model.contacts, point.state).slips
        return bool(np.any(slips & ~self.rolling_points(point, motion)))

    def rolling_points(self, point: Point, motion: Floats) -> NDArray[np.bool_]:
        """Return for each contact point whether it has a normal force and rolls without sliding in a motion (nb + 1, 6)
        to `point`.
        """
        return rolls(self._model.contacts, point.state, motion, self._size)

    def _without_bristles(self, point: Point, t: float) -> Point:
        """Return the point with the stiffness for further motion. Bristles at the friction limit do not contribute to
        it.
        """
        slips = grip(self._model.contacts, point.state).slips
        bristle = point.state.bristle.copy()
        bristle[slips, HOLDS] = 0.0
        slack = self.at(point.state._replace(bristle=bristle), t)
        return point._replace(
            stiffness=slack.stiffness, values=slack.values, vectors=slack.vectors, steering=slack.steering
        )

    def _settle(self, state: State, t: float) -> State:
        """Adjust the signal states that affect forces while the bodies are fixed, so that they are as close to rest as
        possible. Return the new state.
        """
        if self._steady is None:
            return state
        state = state._replace(element=state.element.copy())
        self._steady.settle(state, t, self._steady.steering)
        return state

    def run(self, state: State, t: float) -> Generator[None, None, Equilibrium]:
        """Iterate until the equilibrium is found. The caller may stop the search between iterations."""
        point, radius = self.at(self._settle(state, t), t), FIRST_REACH
        self._largest = point.energy
        search, slid, turned, trials, sliding = BEGIN, 0.0, 0.0, 0, False
        began: tuple[Point, int] | None = None  # the first point of the search that slides, and its iteration
        last: Step | None = None
        while True:
            iteration, size, energy = search.iteration, float(np.linalg.norm(point.unbalanced)), point.energy or 1.0
            rejected = trials - iteration
            search = assess(search, RULES, size, size / (BALANCED * energy), size / (NEARLY_BALANCED * energy))
            if search.verdict == CONVERGED:
                return Equilibrium(point, None, iteration, rejected)
            if began is not None and (search.verdict != GO_ON or iteration > began[1] + MOST_SLIDING):
                return Equilibrium(began[0], "sliding", iteration, rejected)
            if search.verdict != GO_ON:
                return Equilibrium(point, "lost", iteration, rejected)
            while True:
                if radius < SMALLEST_REACH:
                    near = size <= NEARLY_BALANCED * point.energy
                    return Equilibrium(point, None if near else "stuck", iteration, rejected)
                if trials == MOST_TRIALS:
                    return Equilibrium(point, "lost", iteration, rejected)
                yield
                trials += 1
                change, motion, bounded = self._motion(point, radius, sliding)
                work = float(np.sum(point.left * motion))
                passed = self._passing.first_against(point.state, change, motion, work, t)
                if passed is not None:
                    rejected += 1
                    radius = self._reach(motion) * passed
                    continue
                next_point, later_work = self._try(point, change, motion, t)
                if next_point is not None and later_work >= -0.5 * work:
                    break
                rejected += 1
                fraction = 0.5 if next_point is None else work / (work - later_work)
                radius = self._reach(motion) * min(0.6, max(0.1, fraction))
            turn = float(np.max(np.linalg.norm(motion[:, 3:], axis=1)))
            slid += float(np.max(np.linalg.norm(motion[:, :3], axis=1))) / self._size
            turned += turn
            if bounded and later_work > 0.0 and turn < (1.0 - TURN_ROUNDING) * LARGEST_TURN:
                radius = 2.0 * max(radius, self._reach(motion))
            point, last = self.accept(next_point, t), Step(change, motion)
            sliding = (sliding or not bounded) and later_work > 0.0 and self._is_only_sliding(point, motion, size)
            if sliding:
                # The state is copied, because the bristles are changed in place.
                began = began or (point._replace(state=copy_state(point.state)), iteration)
                point = self._without_bristles(point, t)
            endless = "free" if slid > FAR and self.push(point) is not None else "turning"
            if endless == "free" or turned > MANY_TURNS:
                if began is not None and not np.any(
                    grip(self._model.contacts, point.state).slips
                ):  # the body has slid off
                    return Equilibrium(began[0], "sliding", iteration, rejected)
                return Equilibrium(point, endless, iteration, rejected, last=last)

    def push(self, point: Point) -> Floats | None:
        """Return the forces in directions without stiffness, as a change of coordinates, or None if these forces
        balance.
        """
        parts = point.vectors.T @ point.unbalanced
        loose = (np.abs(point.values) <= neutral_stiffness(point)) & (np.abs(parts) > NEARLY_BALANCED * point.energy)
        if not np.any(loose):
            return None
        return np.asarray(point.scale.T @ (point.vectors[:, loose] @ parts[loose]))

    def _motion(self, point: Point, radius: float, sliding: bool) -> tuple[Floats, Floats, bool]:
        """Return the change of the tree's coordinates in a step within the trust region, and the motions (nb + 1, 6).
        Also return whether the region limits the step.
        """
        parts = point.vectors.T @ point.unbalanced
        stiff, neutral = np.abs(point.values), neutral_stiffness(point)
        balanced = NEARLY_BALANCED * point.energy
        parts = np.where((stiff <= neutral) & (np.abs(parts) <= balanced), 0.0, parts)
        # Round-off of the position must not start a motion away from an unstable equilibrium, for example in a plane of
        # symmetry. The same applies to sliding, because the stiffness perpendicular to its direction may be almost
        # zero.
        rounding = min(balanced, PLACE_ROUNDING * float(np.max(stiff, initial=0.0)))
        parts = np.where(((point.values < 0.0) | sliding) & (np.abs(parts) <= rounding), 0.0, parts)
        limit = radius * np.sqrt(len(self._metric))
        shift = shift_within(parts, np.where(stiff <= neutral, 0.0, stiff), limit)
        z = point.vectors @ divide(parts, np.where(stiff <= neutral, 0.0, stiff) + shift)
        if shift == 0.0 and len(point.values) and point.values[0] > neutral:
            z = self._unsymmetric(point, point.vectors @ parts, z)
        y = point.scale.T @ z
        motion = point.basis.N @ y
        factor = self.part_within(motion, radius)
        return factor * (point.basis.H @ y), factor * motion, shift > 0.0 or factor < 1.0

    @staticmethod
    def _unsymmetric(point: Point, force: Floats, z: Floats) -> Floats:
        """Return the Newton step with the full stiffness if loads make the stiffness unsymmetric. The forces must still
        do positive work along this step.
        """
        skew = np.max(np.abs(point.stiffness - point.stiffness.T), initial=0.0)
        if skew <= 1e-13 * np.max(np.abs(point.values)):
            return z
        try:
            whole = np.linalg.solve(point.stiffness, force)
        except np.linalg.LinAlgError:
            return z
        return np.asarray(whole) if whole @ force > 0.0 else z

    def _try(self, point: Point, change: Floats, motion: Floats, t: float) -> tuple[Point | None, float]:
        """Return the point after a step, and the work of the forces there along the motion of the step.

        The point is None if loops cannot be closed, or if the forces have no value.
        """
        state = self.move(point.state, change, t)
        if state is None:
            return None, 0.0
        there = self.try_at(self._settle(state, t), t)
        return there, 0.0 if there is None else float(np.sum(there.left * motion))

    def _reach(self, motion: Floats) -> float:
        """Return the root mean square of the motions of the bodies, relative to the size of the model, or in radians.
        The trust region limits this value.
        """
        square = np.sum(motion[:, :3] ** 2) / self._size**2 + np.sum(motion[:, 3:] ** 2)
        return float(np.sqrt(square / len(self._metric)))

    def part_within(self, motion: Floats, radius: float) -> float:
        """Return the largest fraction of a motion (nb + 1, 6) that keeps all bodies in the trust region, in the same
        units.
        """
        turn = float(np.max(np.linalg.norm(motion[:, 3:], axis=1), initial=0.0))
        farthest = max(float(np.max(np.linalg.norm(motion[:, :3], axis=1), initial=0.0)) / self._size, turn)
        return min(1.0, 2.0 * radius / max(farthest, 1e-300), LARGEST_TURN / max(turn, 1e-300))


def _without_states(stiffness: Floats) -> Steering:
    f = len(stiffness)
    return Steering(stiffness, np.zeros((f, 0)), np.zeros(0), np.zeros((0, f)), np.zeros((0, 0)))


def _with_states(steering: Steering) -> Floats:
    """Return the stiffness if the signal states stay at rest during the motion. If this is impossible with fixed
    bodies, the states are as close to rest as possible.
    """
    if not len(steering.slopes):
        return steering.held
    scaled = Scaled(steering.slope_by_state, 0)
    rates = np.array([scaled.columns * scaled.solve(-column) for column in steering.slope_by_place.T])
    return np.asarray(steering.held - steering.by_state @ rates.reshape(-1, len(steering.slopes)).T)
