"""Compare linearizations of random trees with pinocchio. The references are pinocchio's derivatives of the forward
dynamics, and differences of pinocchio's accelerations. The forces for these accelerations come from independent
formulas. Eigenvalues are compared by the traces of the powers of the resulting matrix.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from tree_kernels import evaluate
from vectors import cross_matrix

from rbsolve.solver.analyses.independent_coordinates import SpanningTree
from rbsolve.solver.analyses.linearized.linearize import matrices, moving_place
from rbsolve.solver.analyses.linearized.modes import find_modes
from rbsolve.solver.assembly.initial.closure import start_turns
from rbsolve.solver.joints.kinds import DISPLACEMENT, ROTATION, JointKind
from rbsolve.solver.model.arrays import Bushings, Springs
from rbsolve.solver.model.joints import Drives, turned_angles
from rbsolve.solver.trees.arrays import Forest, make_sweep
from rbsolve.solver.trees.topology import freedom_of, make_tree

pin = pytest.importorskip("pinocchio")
from random_trees import RandomTree, ground_state, rotation  # noqa: E402  it needs pinocchio too

STEP = 2e-3
PLACES = STEP * np.array([1, 2, 3, -1, -2, -3])  # the points of a sixth-order finite difference
WEIGHTS = np.array([45.0, -9.0, 1.0, -45.0, 9.0, -1.0]) / (60 * STEP)


def slope(function):
    """Return the derivative of a function of a single number at 0."""
    return sum(weight * function(place) for place, weight in zip(PLACES, WEIGHTS, strict=True))


def times(matrices, vectors):
    """Return the products of stacks of matrices (..., m, n) and vectors (..., n)."""
    return np.einsum("...ij,...j->...i", matrices, vectors)


def random_drives(rng, joints, damped=True):
    rows = [
        (j, c) for j, joint in enumerate(joints) for c in joint.kind.record.coordinates if c in (ROTATION, DISPLACEMENT)
    ]
    n, none = len(rows), np.full(len(rows), -1)
    places = np.array(rows, dtype=np.int64).reshape(-1, 2).T
    damping = rng.uniform(0, 3, n) if damped else np.zeros(n)
    return Drives(
        *places.copy(),
        rng.uniform(1, 20, n),
        damping,
        rng.normal(size=n),
        none,
        none,
        np.full(n, np.inf),
        np.zeros(n, dtype=np.int64),
        none,
    )


def random_springs(rng, bodies, count):
    ends = np.array([rng.permutation(bodies + 1)[:2] for _ in range(count)]).T.copy()
    points, none = rng.normal(size=(2, count, 3)), np.full(count, -1)
    return Springs(
        *ends, *points, rng.uniform(1, 20, count), rng.uniform(0, 2, count), rng.uniform(0, 2, count), none, none, none
    )


def random_bushings(rng, bodies, count):
    ends = np.array([rng.permutation(bodies + 1)[:2] for _ in range(count)]).T.copy()
    axes = np.array([rotation(rng) for _ in range(2 * count)]).reshape(2, count, 3, 3)
    laws = rng.uniform(0, 5, (4, count, 3))
    return Bushings(*ends, *rng.normal(size=(2, count, 3)), *axes, *laws)


@dataclass
class Spot:
    """A random tree in a random motion, as a model of rbsolve, and as pinocchio's coordinates q, rates and
    accelerations.
    """

    tree: RandomTree
    model: object
    state: object
    q: np.ndarray
    rates: np.ndarray
    ours: object
    loaded: bool

    @property
    def peer(self):
        return self.tree.peer

    def drives(self):
        """Return for each drive the column of the rates, the index among the coordinates q, the sign, and the angle of
        the whole rotations.
        """
        drives, joints = self.model.drives, self.model.joints
        carrier = {int(j): b for b, j in enumerate(self.ours.joint) if j >= 0}
        found = []
        for j, coordinate in zip(drives.joint.tolist(), drives.coordinate.tolist(), strict=True):
            b = carrier[j]
            k = freedom_of(self.tree.kinds[b]).slots.index(5 if coordinate == ROTATION else 2)
            first, sign = self.tree.chains[b][0], 1.0 if joints.body1[j] == b else -1.0
            at = self.peer.idx_qs[first] + k
            turns = 2 * np.pi * np.round(sign * self.q[at] / (2 * np.pi)) if coordinate == ROTATION else 0.0
            found.append((self.peer.idx_vs[first] + k, at, sign, turns))
        columns, places, signs, turns = np.array(found).reshape(-1, 4).T
        return columns.astype(int), places.astype(int), signs, turns

    def driven(self, q):
        """Return the coordinate of each drive, for many q."""
        _, places, signs, turns = self.drives()
        return signs * q[:, places] - turns

    def efforts(self, q, rates):
        """Return forces of the drives on pinocchio's coordinates."""
        tau, drives = np.zeros_like(rates), self.model.drives
        columns, _, signs, _ = self.drives()
        springs = drives.stiffness * (drives.rest - self.driven(q))
        tau[:, columns] = signs * (springs - drives.damping * signs * rates[:, columns])
        return tau

    def external(self, frames, speeds):
        """Return the wrenches of loads, springs and bushings on the joints that carry the bodies. Each wrench is in the
        axes and at the origin of its joint.

        `frames` (cases, bodies, 4, 4) contains the frames of the joints, and `speeds` (cases, bodies, 6) are in their
        axes. The forces are (cases, bodies, 6).
        """
        nb, model, cases = self.tree.bodies, self.model, len(frames)
        ground = np.broadcast_to(np.eye(4), (cases, 1, 4, 4))
        origins, R_joint = frames[..., :3, 3], frames[..., :3, :3]
        velocities, spins = times(R_joint, speeds[..., :3]), times(R_joint, speeds[..., 3:])
        bodies = np.concatenate(
            [frames @ np.array([placed.homogeneous for placed in self.tree.placed]), ground], axis=1
        )
        R, centres = bodies[..., :3, :3], bodies[..., :3, 3]
        wrenches = np.zeros((cases, nb + 1, 6))  # moments are about the origin of the inertial frame

        def push(b, points, force, moment=0.0):
            wrenches[:, b, :3] += force
            wrenches[:, b, 3:] += np.cross(points, force) + moment

        def particle(b, point):
            points = centres[:, b] + R[:, b] @ point
            if b == nb:
                return points, np.zeros_like(points), np.zeros_like(points)
            return points, velocities[:, b] + np.cross(spins[:, b], points - origins[:, b]), spins[:, b]

        if self.loaded:
            for b in range(nb):
                push(b, centres[:, b], self.tree.force[b], self.tree.moment[b])
        s = model.springs
        for b0, b1, p0, p1, k, c, rest in zip(*s[:7], strict=True):
            (x0, v0, _), (x1, v1, _) = particle(b0, p0), particle(b1, p1)
            length = np.linalg.norm(x1 - x0, axis=1, keepdims=True)
            along = (x1 - x0) / length
            force = (k * (length - rest) + c * np.sum(along * (v1 - v0), axis=1, keepdims=True)) * along
            push(b0, x0, force)
            push(b1, x1, -force)
        for b0, b1, p0, p1, A0, A1, k, c, kr, cr in zip(*model.bushings, strict=True):
            (x0, v0, w0), (x1, v1, w1) = particle(b0, p0), particle(b1, p1)
            T, S = R[:, b0] @ A0, R[:, b1] @ A1
            gap, toT, toS = x1 - x0, T.swapaxes(1, 2), S.swapaxes(1, 2)
            force = times(T, k * times(toT, gap) + c * times(toT, v1 - v0 - np.cross(w0, gap)))
            psi, bend = (np.array([log(turn) for turn in toT @ S]) for log in (pin.log3, pin.Jlog3))
            moment = times(S, times(bend.swapaxes(1, 2), kr * psi + cr * times(bend, times(toS, w1 - w0))))
            push(b0, x1, force, moment)
            push(b1, x1, -force, -moment)
        forces, moments = wrenches[:, :nb, :3], wrenches[:, :nb, 3:]
        here = R_joint.swapaxes(2, 3)
        return np.concatenate([times(here, forces), times(here, moments - np.cross(origins, forces))], axis=2)

    def accelerations(self, q, rates):
        """Return accelerations (cases, rates) for coordinates (cases, coordinates) and rates (cases, rates)."""
        data, carriers = self.peer.createData(), [chain[-1] for chain in self.tree.chains]
        frames, speeds = np.empty((len(q), len(carriers), 4, 4)), np.empty((len(q), len(carriers), 6))
        for case in range(len(q)):
            pin.forwardKinematics(self.peer, data, q[case], rates[case])
            frames[case] = [data.oMi[joint].homogeneous for joint in carriers]
            speeds[case] = [data.v[joint].vector for joint in carriers]
        efforts, external = self.efforts(q, rates), self.external(frames, speeds)
        found = np.empty_like(rates)
        for case in range(len(q)):
            forces = [pin.Force.Zero()] * self.peer.njoints
            for joint, force in zip(carriers, external[case], strict=True):
                forces[joint] = forces[joint] + pin.Force(force)
            found[case] = pin.aba(self.peer, data, q[case], rates[case], efforts[case], forces)
        return found

    def exact_derivatives(self):
        """Return the derivatives of the accelerations with respect to q and the rates, for drives alone."""
        n, data = self.peer.nv, self.peer.createData()
        (efforts,) = self.efforts(self.q[None], self.rates[None])
        by_q, by_rates, inverse = (
            np.array(A) for A in pin.computeABADerivatives(self.peer, data, self.q, self.rates, efforts)
        )
        inverse = np.triu(inverse) + np.triu(inverse, 1).T
        stiffness, damping = np.zeros((2, n))
        columns, *_ = self.drives()
        stiffness[columns], damping[columns] = self.model.drives.stiffness, self.model.drives.damping
        return by_q - inverse * stiffness, by_rates - inverse * damping

    def differences(self):
        """Return the same derivatives for all forces, by differences."""
        n, steps = self.peer.nv, len(PLACES)
        changes = np.kron(np.eye(n), PLACES[:, None])  # the shape is (directions and points, rates)
        moved = np.array([pin.integrate(self.peer, self.q, change) for change in changes])
        by_q = self.accelerations(moved, np.tile(self.rates, (n * steps, 1)))
        by_rates = self.accelerations(np.tile(self.q, (n * steps, 1)), self.rates + changes)
        return tuple(np.einsum("dpi,p->id", by.reshape(n, steps, n), WEIGHTS) for by in (by_q, by_rates))

    def in_our_coordinates(self, by_q, by_rates, order):
        """Return [-M^-1 K, -M^-1 C] from pinocchio's derivatives.

        With increments d of pinocchio's coordinates and dv of its rates, the coordinates of rbsolve are y = P d, with
        first and second derivatives. In this formula, d' = dv - L d.
        """
        n, (a,) = self.peer.nv, self.accelerations(self.q[None], self.rates[None])
        P, P1, P2, L, L1 = np.zeros((5, n, n))
        for b, kind in enumerate(self.tree.kinds):
            if len(freedom_of(kind).slots):
                self._add_joint(b, kind, a, order, (P, P1, P2, L, L1))
        zero, one = np.zeros((n, n)), np.eye(n)
        first, second = np.hstack([-L, one]), np.hstack([by_q, by_rates])
        second = second - L @ first - np.hstack([L1, zero])
        accelerations = P @ second + 2 * P1 @ first + np.hstack([P2, zero])
        return accelerations @ np.linalg.inv(np.block([[P, zero], [P1 - P @ L, P]]))

    def _add_joint(self, b, kind, a, order, maps):
        P, P1, P2, L, L1 = maps
        j, slots, first = int(self.ours.joint[b]), freedom_of(kind).slots, self.tree.chains[b][0]
        iq, iv = self.peer.idx_qs[first], self.peer.idx_vs[first]
        sign = 1.0 if j < 0 or self.model.joints.body1[j] == b else -1.0
        name = f"j{j}" if j >= 0 else f"b{b}"

        def rows(what):
            return [order[key] for n in ("", "_1", "_2", "_3") if (key := f"{name}.{what}{n}") in order]

        turns, slides = rows("rotation"), rows("displacement")
        columns = iv + np.arange(len(slots))
        if kind in (None, JointKind.SPHERICAL):
            place, ball = iq + len(slots) - 3, columns[-3:]
            P[slides, columns[:-3]] = 1.0
            w_, a_ = cross_matrix(self.rates[ball]), cross_matrix(a[ball])
            R = np.array(pin.Quaternion(*self.q[[place + 3, place, place + 1, place + 2]]).toRotationMatrix())
            L[np.ix_(ball, ball)], L1[np.ix_(ball, ball)] = w_, a_
            if sign > 0:
                P[np.ix_(turns, ball)], P1[np.ix_(turns, ball)] = R, R @ w_
                P2[np.ix_(turns, ball)] = R @ (w_ @ w_ + a_)
            else:
                P[np.ix_(turns, ball)] = -np.eye(3)  # in the axes of the body, which is the first body of its joint
        elif kind == JointKind.UNIVERSAL:
            P[turns, columns if sign > 0 else columns[::-1]] = sign
        elif kind == JointKind.PLANAR and sign < 0:
            here, v, at = self.q[iq : iq + 3], self.rates[iv : iv + 3], np.ix_(slides + turns, columns)
            P[at] = _planar(here)
            P1[at] = slope(lambda h: _planar(here + h * v))
            P2[at] = slope(lambda h: _planar(here + h * a[iv : iv + 3]))
            P2[at] += slope(lambda h: slope(lambda k: _planar(here + (h + k) * v)))
        else:
            places = {0: 0, 1: 1, 2: 0}
            for slot, column in zip(slots, columns, strict=True):
                P[turns[0] if slot == 5 else slides[places[slot]], column] = sign


def _planar(q):
    """Return the derivatives of the coordinates of rbsolve with respect to pinocchio's (x, y, angle), if the body is
    the first body of its planar joint. The coordinates are then the position of the parent in the body's axes.
    """
    x, y, angle = q
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[-c, -s, s * x - c * y], [s, -c, c * x + s * y], [0, 0, -1]])


def random_spot(seed, *, floating=False, moving=True, loaded=False, linked=False, damped=True):
    """Return a tree of 1 to 6 bodies. With `linked`, springs and bushings act in addition to the drives of its joints."""
    rng = np.random.default_rng(seed)
    tree = RandomTree(rng, 1 + seed % 6, floating, depth_first=True)
    model, nb = tree.model._replace(drives=random_drives(rng, tree.joints, damped)), tree.bodies
    if linked:
        model = model._replace(springs=random_springs(rng, nb, 2), bushings=random_bushings(rng, nb, 2))
    if not loaded:
        model = model._replace(loads=model.loads._replace(force=np.zeros((nb, 3)), moment=np.zeros((nb, 3))))
    y, v, q, rates = tree.random_motion(False)
    if not moving:
        v[:], rates[:] = 0.0, 0.0
    state, ours = ground_state(nb, turned_angles(model.joints)), make_tree(model.bodies, model.joints, model.drives)
    assert evaluate(model, Forest(ours, make_sweep(ours)), 0.0, y, v, np.zeros((nb, 12)), state, 1) == -1
    start_turns(model, state, 0.0)
    return Spot(tree, model, state, q, rates, ours, loaded)


def linearize(spot):
    """Return the matrices of rbsolve, and [-M^-1 K, -M^-1 C]."""
    joints, bodies = [f"j{j}" for j in range(len(spot.tree.joints))], [f"b{b}" for b in range(spot.tree.bodies)]
    found = matrices(spot.model, SpanningTree(spot.model, joints, bodies), moving_place(spot.model, spot.state, 0.0))
    return found, -np.linalg.solve(found.mass, np.hstack([found.stiffness, found.damping]))


def assert_eigenvalues(found, expected):
    """Check that the eigenvalues are the eigenvalues of the matrix [[0, 1], expected], with the same multiplicities. The traces
    of all powers must agree, and the shapes must satisfy the equations.
    """
    modes, f = find_modes(found.mass, found.damping, found.stiffness, found.rounding), len(found.mass)
    values = np.concatenate([modes.eigenvalues, modes.eigenvalues[modes.eigenvalues.imag != 0].conj()])
    assert np.sum(modes.multiplicity) + len(values) - len(modes.eigenvalues) == 2 * f
    A = np.vstack([np.hstack([np.zeros((f, f)), np.eye(f)]), expected])
    units = np.concatenate([np.full(f, max(1.0, np.sqrt(np.linalg.norm(expected[:, :f], 2)))), np.ones(f)])
    A = units[:, None] * A / units  # scaled rates and changes of equal size
    power = np.eye(2 * f)
    for n in range(1, 7):
        power = power @ A
        assert np.sum(values**n) == pytest.approx(np.trace(power), abs=1e-8 * max(1.0, np.linalg.norm(A, 2)) ** n), n
    for value, shape in zip(modes.eigenvalues, modes.shapes, strict=True):
        terms = [value**2 * shape, -value * expected[:, f:] @ shape, -expected[:, :f] @ shape]
        assert np.linalg.norm(sum(terms)) <= 1e-7 * (
            sum(map(np.linalg.norm, terms)) + max(1.0, np.linalg.norm(expected))
        ), value
    return modes


@pytest.mark.parametrize("floating", [False, True], ids=["any", "floating"])
@pytest.mark.parametrize("moving", [False, True], ids=["rest", "motion"])
@pytest.mark.parametrize("seed", range(40))
def test_trees_with_springs_on_their_joints(seed, moving, floating):
    spot = random_spot(seed, floating=floating, moving=moving)
    if spot.peer.nv == 0:
        return
    found, ours = linearize(spot)
    order = {c.name: i for i, c in enumerate(found.basis.coordinates)}
    expected = spot.in_our_coordinates(*spot.exact_derivatives(), order)
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-9 * np.abs(expected).max(initial=1))
    assert_eigenvalues(found, expected)


@pytest.mark.parametrize("moving", [False, True], ids=["rest", "motion"])
@pytest.mark.parametrize("seed", range(200, 224))
def test_trees_with_springs_and_bushings_between_their_bodies(seed, moving):
    """Loads are included, and the reference uses differences of the accelerations."""
    spot = random_spot(seed, floating=seed % 2 == 0, moving=moving, loaded=True, linked=True)
    if spot.peer.nv == 0:
        return
    found, ours = linearize(spot)
    order = {c.name: i for i, c in enumerate(found.basis.coordinates)}
    expected = spot.in_our_coordinates(*spot.differences(), order)
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-7 * np.abs(expected).max(initial=1))
    assert_eigenvalues(found, ours)


@pytest.mark.parametrize("damped", [False, True], ids=["undamped", "damped"])
@pytest.mark.parametrize("seed", range(300, 340))
def test_free_trees_that_fall_are_not_unstable(seed, damped):
    """Gravity has no effect, so there are six double zeros for the whole model, and two for each joint coordinate
    without a spring. Coordinates with a spring oscillate, or decay with their damper.
    """
    spot = random_spot(seed, floating=True, moving=False, damped=damped)
    # The springs support the bodies at rest.
    drives = spot.model.drives
    spot.model = spot.model._replace(drives=drives._replace(rest=spot.driven(spot.q[None])[0]))
    found, _ = linearize(spot)
    modes = find_modes(found.mass, found.damping, found.stiffness, found.rounding)
    zero = modes.eigenvalues == 0
    free = spot.peer.nv - len(drives.joint)
    assert modes.multiplicity[zero].tolist() == [2] * free
    rest_of = modes.eigenvalues[~zero]
    if damped:
        assert np.all(rest_of.real < 0)
    else:
        assert np.all(rest_of.real == 0)
        assert len(rest_of) == len(drives.joint)


@pytest.mark.parametrize("seed", range(400, 430))
def test_free_bodies_that_tumble_and_fall_are_not_unstable(seed):
    """A body that rotates about an axis of symmetry wobbles at its own frequency."""
    rng = np.random.default_rng(seed)
    spot = random_spot(6 * seed, floating=True)
    J, R = np.diag(rng.uniform(0.5, 1, 3)[[0, 0, 1]]), rotation(rng)
    spin = 10 ** rng.uniform(-2, 3)
    spot.model = spot.model._replace(
        bodies=spot.model.bodies._replace(inertia=(R @ J @ R.T)[None], inverse_inertia=np.linalg.inv(R @ J @ R.T)[None])
    )
    spot.state.w[0] = spin * R[:, 2]
    found, _ = linearize(spot)
    modes = find_modes(found.mass, found.damping, found.stiffness, found.rounding)
    wobble = spin * J[2, 2] / J[0, 0]  # the rate in inertial axes
    assert modes.eigenvalues[modes.eigenvalues != 0] == pytest.approx([1j * wobble], rel=1e-9)
    assert np.all(modes.eigenvalues.real == 0)
