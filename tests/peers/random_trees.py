"""Random trees of bodies on all kinds of joints, for pinocchio and for rbsolve."""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.geometry import quaternion
from rbsolve.solver.assembly.elements.joint_data import JointData, joint_arrays
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.model.arrays import Bodies, Bushings, Functions, Loads, Model, Springs, empty_state
from rbsolve.solver.trees.topology import freedom_of, has_face

pin = pytest.importorskip("pinocchio")

GRAVITY = np.array([1.0, -2.0, -9.81])
LEAD = 0.3
QUARTER = pin.SE3(np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]]), np.zeros(3))
ELEMENTARY = {0: pin.JointModelPX, 1: pin.JointModelPY, 2: pin.JointModelPZ, 5: pin.JointModelRZ}
PEERS = {
    None: lambda: [pin.JointModelTranslation(), pin.JointModelSpherical()],
    JointKind.SPHERICAL: lambda: [pin.JointModelSpherical()],
    JointKind.UNIVERSAL: lambda: [pin.JointModelRZ(), pin.JointModelRZ()],
    JointKind.SCREW: lambda: [pin.JointModelHZ(LEAD)],
}
# A prescribed motion has no free coordinate.
KINDS = (*(kind for kind in JointKind if has_face(kind) and kind != JointKind.PRESCRIBED_MOTION), None)


def rotation(rng):
    return np.array(quaternion.to_matrix(quaternion.exp(tuple(rng.normal(size=3))))).reshape(3, 3)


def empty(record):
    """Return a record without forces."""
    matrices, whole = ("axes0", "axes1"), ("body", "body0", "body1", "axes_body", "function")
    flat = ("stiffness", "damping", "rest_length") if record is Springs else ()
    shapes = [(3, 3) if name in matrices else () if name in (*whole, *flat) else (3,) for name in record._fields]
    kinds = [int if name in whole else float for name in record._fields]
    return record(*(np.zeros((0, *shape), dtype=kind) for shape, kind in zip(shapes, kinds, strict=True)))


class RandomTree:
    """A random tree with a dead load on every body, for pinocchio and for rbsolve."""

    def __init__(self, rng, bodies, floating=False, depth_first=False):
        """With `floating`, no body is connected to the ground. With `depth_first`, each branch is complete before the
        next branch starts. Otherwise, pinocchio's derivatives are wrong.
        """
        self.peer = pin.Model()
        self.peer.gravity.linear = GRAVITY
        self.floating, self.depth_first = floating, depth_first
        self.branch: list[int] = []  # the bodies from the root to the last body
        self.rng, self.bodies, self.joints, self.chains, self.kinds, self.placed = rng, bodies, [], [], [], []
        spread = rng.normal(size=(bodies, 3, 3))
        J = spread @ spread.transpose(0, 2, 1) + 0.1 * np.eye(3)
        mass, centre = rng.uniform(0.5, 2, bodies), rng.normal(size=(bodies, 3))
        for b in range(bodies):
            self._add(b, pin.Inertia(mass[b], centre[b], J[b]))
        self.force, self.moment = rng.normal(size=(2, bodies, 3))
        order = np.arange(bodies)
        ground, none = np.full(bodies, bodies), np.full(bodies, -1)
        self.model = Model(
            Bodies(mass, centre, J, np.linalg.inv(J), np.zeros(bodies, int)),
            GRAVITY,
            Functions(np.zeros(0, int), np.zeros(0), np.zeros(0), np.zeros(1, int), np.zeros(0)),
            Loads(order, np.zeros((bodies, 3)), ground, self.force, self.moment, none, none),
            empty(Springs),
            empty(Bushings),
            joint_arrays(self.joints),
        )

    def _add(self, b, inertia):
        """Add body `b` on a random joint to a random earlier body, or as a free body."""
        rng = self.rng
        kind = KINDS[rng.integers(len(KINDS))]
        if self.floating and b == 0:
            kind = None
        if not self.depth_first:
            self.branch = list(range(b))
        above = self.branch if self.floating else [-1, *self.branch]
        parent = int(rng.choice(above)) if kind is not None else -1
        self.branch = [*self.branch[: self.branch.index(parent) + 1 if parent >= 0 else 0], b]
        in_parent, in_body = (pin.SE3(rotation(rng), rng.normal(size=3)) for _ in range(2))
        if kind == JointKind.SPHERICAL:
            # The joint of rbsolve rotates from body to body. Its rates are in the axes of the parent, but pinocchio's
            # rates are in the axes of the body.
            in_parent.rotation, in_body.rotation = np.eye(3), np.eye(3)
        if kind is None:
            in_parent, in_body = pin.SE3.Identity(), pin.SE3.Identity()
        before = self.chains[parent][-1] if parent >= 0 else 0
        here = (self.placed[parent] if parent >= 0 else pin.SE3.Identity()) * in_parent
        chain = []
        peers = PEERS.get(kind, lambda: [ELEMENTARY[slot]() for slot in freedom_of(kind).slots])()
        for peer in peers:
            before = self.peer.addJoint(before, peer, here, f"{b}.{len(chain)}")
            chain.append(before)
            here = QUARTER if kind == JointKind.UNIVERSAL and len(chain) == 1 else pin.SE3.Identity()
        self.placed.append(here * in_body.inverse())
        self.chains.append(chain or [before])
        self.kinds.append(kind)
        self.peer.appendBodyToJoint(before, inertia, self.placed[b])
        if kind is not None:
            ends = [(parent if parent >= 0 else self.bodies, in_parent), (b, in_body)]
            if rng.random() < 0.5:
                ends.reverse()
                # with the bodies exchanged, the angles of the joint are zero after a rotation by 180 degrees
                if kind == JointKind.UNIVERSAL:
                    for _, end in ends:
                        end.rotation = end.rotation @ np.diag([-1.0, -1.0, 1.0])
            (b0, end0), (b1, end1) = ends
            points = (end0.translation, end1.translation, end0.rotation, end1.rotation)
            self.joints.append(JointData(kind, b0, b1, *points, 2 * np.pi * LEAD))

    def random_motion(self, quarters):
        """Return coordinates and rates of rbsolve (y, v) and of pinocchio (q, v), optionally with angles in multiples
        of 90 degrees.
        """
        rng, peer = self.rng, self.peer
        z = 0.5 * np.pi * rng.integers(-2, 3, peer.nv) if quarters else rng.normal(size=peer.nv)
        q, rates = pin.integrate(peer, pin.neutral(peer), z), rng.normal(size=peer.nv)
        return *self.ours(q, rates), q, rates

    def turned(self, b, q):
        """Return the rotation matrix from a body to its parent if the inboard joint is a ball, otherwise None."""
        if self.kinds[b] not in (None, JointKind.SPHERICAL):
            return None
        at = self.peer.idx_qs[self.chains[b][0]] + len(freedom_of(self.kinds[b]).slots) - 3
        return pin.Quaternion(q[at : at + 4]).matrix()

    def ours(self, q, rates):
        """Return coordinates and rates (or their derivatives) in the slots of rbsolve."""
        peer = self.peer
        y, v = np.zeros((self.bodies, 7)), np.zeros((self.bodies, 6))
        for b, kind in enumerate(self.kinds):
            slots = freedom_of(kind).slots
            if not slots:
                continue
            first = self.chains[b][0]
            at_q, at_v = peer.idx_qs[first], peer.idx_vs[first]
            v[b, list(slots)] = rates[at_v : at_v + len(slots)]
            if kind in (None, JointKind.SPHERICAL):
                displaced = len(slots) - 3
                y[b, :displaced] = q[at_q : at_q + displaced]
                y[b, 3:] = q[at_q + displaced + np.array([3, 0, 1, 2])]
                v[b, 3:] = self.turned(b, q) @ v[b, 3:]
            else:
                y[b, list(slots)] = q[at_q : at_q + len(slots)]
        return y, v

    def theirs(self, y, v, second):
        """Return pinocchio's coordinates, rates and their derivatives, from the slots of rbsolve."""
        peer = self.peer
        q, rates, a = pin.neutral(peer), np.zeros(peer.nv), np.zeros(peer.nv)
        for b, kind in enumerate(self.kinds):
            slots = list(freedom_of(kind).slots)
            if not slots:
                continue
            first = self.chains[b][0]
            at_q, at_v = peer.idx_qs[first], peer.idx_vs[first]
            if kind in (None, JointKind.SPHERICAL):
                at_ball = at_q + len(slots) - 3
                q[at_q:at_ball], q[at_ball : at_ball + 4] = y[b, : len(slots) - 3], y[b, [4, 5, 6, 3]]
            else:
                q[at_q : at_q + len(slots)] = y[b, slots]
            for ours, theirs in ((v, rates), (second, a)):
                theirs[at_v : at_v + len(slots)] = self.in_body(b, q, ours[b])[slots]
        return q, rates, a

    def in_body(self, b, q, values):
        """Return the six slots of a body. The slots of a ball are in the axes of the body."""
        R = self.turned(b, q)
        return values if R is None else np.concatenate([values[:3], R.T @ values[3:]])


def ground_state(bodies, joints=0):
    state = empty_state(bodies, joints)
    state.R[bodies], state.e[bodies, 0] = np.eye(3), 1.0
    return state
