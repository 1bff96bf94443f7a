"""Linearizations of random trees against pinocchio: its derivatives of the forward dynamics, and differences of its accelerations with
forces of our own formulas; the eigenvalues against the traces of the powers of the matrix that follows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from tree_kernels import evaluate
from vectors import cross

from rbsolve.solver.analyses.independent_coordinates import SpanningTree
from rbsolve.solver.analyses.linearize import matrices, moving_place
from rbsolve.solver.analyses.modes import find_modes
from rbsolve.solver.assembly.initial.closure import start_turns
from rbsolve.solver.joints.kinds import DISPLACEMENT, ROTATION, JointKind
from rbsolve.solver.model.arrays import Bushings, Springs
from rbsolve.solver.model.joints import Drives
from rbsolve.solver.trees.arrays import Forest, make_sweep
from rbsolve.solver.trees.topology import freedom_of, make_tree

pin = pytest.importorskip("pinocchio")
from random_trees import RandomTree, ground_state, rotation  # noqa: E402  it needs pinocchio too

STENCIL = ((1, 45.0), (2, -9.0), (3, 1.0))  # of sixth order, over 60 steps
STEP = 2e-3


def cross_matrix(w):
    return np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])


def slope(function, step=STEP):
    """Derivative of a function of one number at 0."""
    return sum(c * (function(k * step) - function(-k * step)) for k, c in STENCIL) / (60 * step)


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
    """A random tree in a random motion: ours, and pinocchio's coordinates q, rates and accelerations."""

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

    def drives(self, q):
        """(column of the rates, coordinate, sign) of each drive."""
        drives, joints = self.model.drives, self.model.joints
        carrier = {int(j): b for b, j in enumerate(self.ours.joint) if j >= 0}
        for j, coordinate in zip(drives.joint.tolist(), drives.coordinate.tolist(), strict=True):
            b = carrier[j]
            k = freedom_of(self.tree.kinds[b]).slots.index(5 if coordinate == ROTATION else 2)
            first, sign = self.tree.chains[b][0], 1.0 if joints.body1[j] == b else -1.0
            at = self.peer.idx_qs[first] + k
            turns = 2 * np.pi * np.round(sign * self.q[at] / (2 * np.pi)) if coordinate == ROTATION else 0.0
            yield self.peer.idx_vs[first] + k, sign * q[at] - turns, sign

    def efforts(self, q, rates):
        """Forces of the drives on pinocchio's coordinates."""
        tau, drives = np.zeros(self.peer.nv), self.model.drives
        for i, (column, value, sign) in enumerate(self.drives(q)):
            rate = sign * rates[column]
            tau[column] += sign * (drives.stiffness[i] * (drives.rest[i] - value) - drives.damping[i] * rate)
        return tau

    def external(self, data):
        """Forces of loads, springs and bushings on pinocchio's joints, after a forward pass with velocities."""
        nb, model = self.tree.bodies, self.model
        poses = [data.oMi[chain[-1]] * placed for chain, placed in zip(self.tree.chains, self.tree.placed, strict=True)]
        spins = [placed.actInv(data.v[c[-1]]) for c, placed in zip(self.tree.chains, self.tree.placed, strict=True)]
        poses, spins = [*poses, pin.SE3.Identity()], [*spins, pin.Motion.Zero()]
        wrenches = [pin.Force.Zero() for _ in range(nb + 1)]  # about the origin of the inertial frame

        def push(b, point, force, moment=(0, 0, 0)):
            wrenches[b] += pin.Force(force, cross(point, force) + moment)

        def particle(b, point):
            R, local = poses[b].rotation, spins[b]
            velocity = R @ (local.linear + cross(local.angular, point))
            return poses[b].act(point), velocity, R @ local.angular

        if self.loaded:
            for b in range(nb):
                push(b, poses[b].translation, self.tree.force[b], self.tree.moment[b])
        s = model.springs
        for b0, b1, p0, p1, k, c, rest in zip(*s[:7], strict=True):
            (x0, v0, _), (x1, v1, _) = particle(b0, p0), particle(b1, p1)
            length = np.linalg.norm(x1 - x0)
            along = (x1 - x0) / length
            force = (k * (length - rest) + c * along @ (v1 - v0)) * along
            push(b0, x0, force)
            push(b1, x1, -force)
        for b0, b1, p0, p1, A0, A1, k, c, kr, cr in zip(*model.bushings, strict=True):
            (x0, v0, w0), (x1, v1, w1) = particle(b0, p0), particle(b1, p1)
            T, S = poses[b0].rotation @ A0, poses[b1].rotation @ A1
            gap = x1 - x0
            force = T @ (k * (T.T @ gap) + c * (T.T @ (v1 - v0 - cross(w0, gap))))
            psi, bend = pin.log3(T.T @ S), pin.Jlog3(T.T @ S)
            moment = S @ (bend.T @ (kr * psi + cr * (bend @ (S.T @ (w1 - w0)))))
            push(b0, x1, force, moment)
            push(b1, x1, -force, -moment)
        out = [pin.Force.Zero() for _ in range(self.peer.njoints)]
        for b in range(nb):
            joint = self.tree.chains[b][-1]
            out[joint] += data.oMi[joint].actInv(wrenches[b])
        return out

    def accelerations(self, q, rates):
        data = self.peer.createData()
        pin.forwardKinematics(self.peer, data, q, rates)
        return pin.aba(self.peer, data, q, rates, self.efforts(q, rates), self.external(data)).copy()

    def exact_derivatives(self):
        """Of the accelerations by q and rates, for drives alone."""
        n, data = self.peer.nv, self.peer.createData()
        by_q, by_rates, inverse = (
            np.array(A)
            for A in pin.computeABADerivatives(self.peer, data, self.q, self.rates, self.efforts(self.q, self.rates))
        )
        inverse = np.triu(inverse) + np.triu(inverse, 1).T
        stiffness, damping = np.zeros((2, n))
        drives = self.model.drives
        for i, (column, _, _) in enumerate(self.drives(self.q)):
            stiffness[column] += drives.stiffness[i]
            damping[column] += drives.damping[i]
        return by_q - inverse * stiffness, by_rates - inverse * damping

    def differences(self):
        """The same for all forces, by differences."""
        unit = np.eye(self.peer.nv)
        by_q = [
            slope(lambda h, e=e: self.accelerations(pin.integrate(self.peer, self.q, h * e), self.rates)) for e in unit
        ]
        by_rates = [slope(lambda h, e=e: self.accelerations(self.q, self.rates + h * e)) for e in unit]
        return np.array(by_q).T, np.array(by_rates).T

    def in_our_coordinates(self, by_q, by_rates, order):
        """[-M^-1 K, -M^-1 C] from pinocchio's derivatives.

        With increments d of its coordinates and dv of its rates, our y = P d and its first and second derivatives; d' = dv - L d.
        """
        n, a = self.peer.nv, self.accelerations(self.q, self.rates)
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
                P[np.ix_(turns, ball)] = -np.eye(3)  # in the axes of the body, which is the first of its joint
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
    """Derivatives of our coordinates by pinocchio's (x, y, angle) where the body is the first of its planar joint: the parent's place
    in the body's axes."""
    x, y, angle = q
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[-c, -s, s * x - c * y], [s, -c, c * x + s * y], [0, 0, -1]])


def random_spot(seed, *, floating=False, moving=True, loaded=False, linked=False, damped=True):
    """A tree of 1 to 6 bodies; `linked`: springs and bushings beside the drives of its joints."""
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
    state, ours = ground_state(nb, len(model.joints.kind)), make_tree(model.bodies, model.joints)
    assert evaluate(model, Forest(ours, make_sweep(ours)), 0.0, y, v, np.zeros((nb, 12)), state, 1) == -1
    start_turns(model, state, 0.0)
    return Spot(tree, model, state, q, rates, ours, loaded)


def linearized(spot):
    """Our matrices, and [-M^-1 K, -M^-1 C]."""
    joints, bodies = [f"j{j}" for j in range(len(spot.tree.joints))], [f"b{b}" for b in range(spot.tree.bodies)]
    found = matrices(spot.model, SpanningTree(spot.model, joints, bodies), moving_place(spot.model, spot.state, 0.0))
    return found, -np.linalg.solve(found.mass, np.hstack([found.stiffness, found.damping]))


def assert_eigenvalues(found, expected):
    """Those of the matrix [[0, 1], expected], each as often: no power of it has another trace; and the shapes satisfy the equations."""
    modes, f = find_modes(found.mass, found.damping, found.stiffness, found.rounding), len(found.mass)
    values = np.concatenate([modes.eigenvalues, modes.eigenvalues[modes.eigenvalues.imag != 0].conj()])
    assert np.sum(modes.multiplicity) + len(values) - len(modes.eigenvalues) == 2 * f
    A = np.vstack([np.hstack([np.zeros((f, f)), np.eye(f)]), expected])
    units = np.concatenate([np.full(f, max(1.0, np.sqrt(np.linalg.norm(expected[:, :f], 2)))), np.ones(f)])
    A = units[:, None] * A / units  # rates and changes of one size
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
    found, ours = linearized(spot)
    order = {c.name: i for i, c in enumerate(found.basis.coordinates)}
    expected = spot.in_our_coordinates(*spot.exact_derivatives(), order)
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-9 * np.abs(expected).max(initial=1))
    assert_eigenvalues(found, expected)


@pytest.mark.parametrize("moving", [False, True], ids=["rest", "motion"])
@pytest.mark.parametrize("seed", range(200, 224))
def test_trees_with_springs_and_bushings_between_their_bodies(seed, moving):
    """Loads too, with differences of the accelerations."""
    spot = random_spot(seed, floating=seed % 2 == 0, moving=moving, loaded=True, linked=True)
    if spot.peer.nv == 0:
        return
    found, ours = linearized(spot)
    order = {c.name: i for i, c in enumerate(found.basis.coordinates)}
    expected = spot.in_our_coordinates(*spot.differences(), order)
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-7 * np.abs(expected).max(initial=1))
    assert_eigenvalues(found, ours)


@pytest.mark.parametrize("damped", [False, True], ids=["undamped", "damped"])
@pytest.mark.parametrize("seed", range(300, 340))
def test_free_trees_that_fall_are_not_unstable(seed, damped):
    """Gravity is felt by nothing: six double zeros for the whole, two for each joint coordinate without a spring; and what has a spring
    oscillates, or decays with its damper."""
    spot = random_spot(seed, floating=True, moving=False, damped=damped)
    # At rest in their springs
    drives = spot.model.drives
    rest = np.array([value for _, value, _ in spot.drives(spot.q)])
    spot.model = spot.model._replace(drives=drives._replace(rest=rest))
    found, _ = linearized(spot)
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
    """A body that turns about an axis of symmetry wobbles at a frequency of its own."""
    rng = np.random.default_rng(seed)
    spot = random_spot(6 * seed, floating=True)
    J, R = np.diag(rng.uniform(0.5, 1, 3)[[0, 0, 1]]), rotation(rng)
    spin = 10 ** rng.uniform(-2, 3)
    spot.model = spot.model._replace(
        bodies=spot.model.bodies._replace(inertia=(R @ J @ R.T)[None], inverse_inertia=np.linalg.inv(R @ J @ R.T)[None])
    )
    spot.state.w[0] = spin * R[:, 2]
    found, _ = linearized(spot)
    modes = find_modes(found.mass, found.damping, found.stiffness, found.rounding)
    wobble = spin * J[2, 2] / J[0, 0]  # seen from outside
    assert modes.eigenvalues[modes.eigenvalues != 0] == pytest.approx([1j * wobble], rel=1e-9)
    assert np.all(modes.eigenvalues.real == 0)
