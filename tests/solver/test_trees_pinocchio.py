"""Accelerations and reactions of random trees against pinocchio's `aba` and `rnea`."""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.geometry import quaternion
from rbsolve.solver.assembly.joints import JointData, joint_arrays
from rbsolve.solver.joints import constraints
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.model.arrays import Bodies, Bushings, Functions, Loads, Model, Springs, State
from rbsolve.solver.trees.arrays import RATE_RATE, Forest, make_sweep
from rbsolve.solver.trees.kernels import evaluate, reactions
from rbsolve.solver.trees.topology import FREEDOMS, make_tree

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
KINDS = (*JointKind, None)


def rotation(rng):
    return np.array(quaternion.to_matrix(quaternion.exp(tuple(rng.normal(size=3))))).reshape(3, 3)


def empty(record):
    """A record of no forces."""
    matrices, whole = ("axes0", "axes1"), ("body", "body0", "body1", "axes_body", "function")
    flat = ("stiffness", "damping", "rest_length") if record is Springs else ()
    shapes = [(3, 3) if name in matrices else () if name in (*whole, *flat) else (3,) for name in record._fields]
    kinds = [int if name in whole else float for name in record._fields]
    return record(*(np.zeros((0, *shape), dtype=kind) for shape, kind in zip(shapes, kinds, strict=True)))


class RandomTree:
    """A random tree with a dead load on every body, as pinocchio sees it and as we do."""

    def __init__(self, rng, bodies):
        self.peer = pin.Model()
        self.peer.gravity.linear = GRAVITY
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
            Loads(order, np.zeros((bodies, 3)), ground, self.force, self.moment, none),
            empty(Springs),
            empty(Bushings),
            joint_arrays(self.joints),
        )

    def _add(self, b, inertia):
        """Body `b` on a random joint to a random body before it, or free."""
        rng = self.rng
        kind = KINDS[rng.integers(len(KINDS))]
        parent = int(rng.integers(-1, b)) if b and kind is not None else -1
        in_parent, in_body = (pin.SE3(rotation(rng), rng.normal(size=3)) for _ in range(2))
        if kind == JointKind.SPHERICAL:
            # Ours turns from body to body, and its rates are in the axes of the body.
            in_parent.rotation, in_body.rotation = np.eye(3), np.eye(3)
        if kind is None:
            in_parent, in_body = pin.SE3.Identity(), pin.SE3.Identity()
        before = self.chains[parent][-1] if parent >= 0 else 0
        here = (self.placed[parent] if parent >= 0 else pin.SE3.Identity()) * in_parent
        chain = []
        peers = PEERS.get(kind, lambda: [ELEMENTARY[slot]() for slot in FREEDOMS[kind].slots])()
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
            (b0, end0), (b1, end1) = ends
            points = (end0.translation, end1.translation, end0.rotation, end1.rotation)
            self.joints.append(JointData(kind, b0, b1, *points, 2 * np.pi * LEAD))

    def random_motion(self, quarters):
        """Coordinates and rates, ours (y, v) and pinocchio's (q, v); angles in quarters of a turn if asked for."""
        rng, peer = self.rng, self.peer
        y, v = np.zeros((self.bodies, 7)), np.zeros((self.bodies, 6))
        z = 0.5 * np.pi * rng.integers(-2, 3, peer.nv) if quarters else rng.normal(size=peer.nv)
        q, rates = pin.integrate(peer, pin.neutral(peer), z), rng.normal(size=peer.nv)
        for b, kind in enumerate(self.kinds):
            slots = FREEDOMS[kind].slots
            if not slots:
                continue
            first = self.chains[b][0]
            at_q, at_v = peer.idx_qs[first], peer.idx_vs[first]
            v[b, list(slots)] = rates[at_v : at_v + len(slots)]
            if kind in (None, JointKind.SPHERICAL):
                displaced = len(slots) - 3
                y[b, :displaced] = q[at_q : at_q + displaced]
                y[b, 3:] = q[at_q + displaced + np.array([3, 0, 1, 2])]
            else:
                y[b, list(slots)] = q[at_q : at_q + len(slots)]
        return y, v, q, rates


def ground_state(bodies):
    state = State(*(np.zeros((bodies + 1, *shape)) for shape in ((3,), (4,), (3, 3), (3,), (3,), (3,), (3,))))
    state.R[bodies], state.e[bodies, 0] = np.eye(3), 1.0
    return state


@pytest.mark.parametrize("quarters", [False, True], ids=["any", "quarters"])
@pytest.mark.parametrize("seed", range(200))
def test_random_trees(seed, quarters):
    """Also where every joint is turned by quarters or halves of a turn: where angles of rotations become singular."""
    tree = RandomTree(np.random.default_rng(seed), 1 + seed % 12)
    nb, peer, model = tree.bodies, tree.peer, tree.model
    y, v, q, rates = tree.random_motion(quarters)
    state = ground_state(nb)
    ours = make_tree(model.bodies, model.joints)
    forest = Forest(ours, make_sweep(ours))
    assert evaluate(model, forest, 0.0, y, v, np.zeros((nb, 12)), state, 1) == -1

    data = peer.createData()
    pin.forwardKinematics(peer, data, q, rates)
    poses = [data.oMi[chain[-1]] * placed for chain, placed in zip(tree.chains, tree.placed, strict=True)]
    np.testing.assert_allclose(state.x[:nb], [pose.translation for pose in poses], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(state.R[:nb], [pose.rotation for pose in poses], rtol=1e-12, atol=1e-12)
    external = [pin.Force.Zero() for _ in range(peer.njoints)]
    for b, pose in enumerate(poses):
        wrench = pin.Force(tree.force[b], tree.moment[b])
        centred = pin.SE3(np.eye(3), pose.translation).act(wrench)
        external[tree.chains[b][-1]] += data.oMi[tree.chains[b][-1]].actInv(centred)
    a = pin.aba(peer, data, q, rates, np.zeros(peer.nv), external).copy()
    columns = [ours.first[b] + k for b in range(nb) for k in range(len(FREEDOMS[tree.kinds[b]].slots))]
    np.testing.assert_allclose(
        forest.sweep.columns[columns, RATE_RATE], a, rtol=1e-10, atol=1e-10 * np.abs(a).max(initial=1)
    )

    multipliers = np.zeros(len(model.joints.row_code))
    reactions(model, forest, state, multipliers)
    pin.rnea(peer, data, q, rates, a, external)
    J = np.zeros((len(multipliers), 12))
    constraints.jacobians(model.joints, state, J)
    scale = max(np.abs(f.vector).max() for f in data.f)
    for b in range(nb):
        j = ours.joint[b]
        if j < 0 or tree.kinds[b] == JointKind.RIGID:
            continue
        rows = slice(model.joints.first_row[j], model.joints.first_row[j + 1])
        side = J[rows, 6:] if model.joints.body1[j] == b else J[rows, :6]
        wrench = -side.T @ multipliers[rows]
        peers = pin.Force(data.f[tree.chains[b][-1]])
        # What hangs on the body by rigid joints is the same joint for pinocchio: its wrench is that of the whole.
        expected = tree.placed[b].actInv(peers)
        turned = np.concatenate([state.R[b].T @ wrench[:3], wrench[3:]])
        np.testing.assert_allclose(turned, expected.vector, rtol=1e-10, atol=1e-10 * scale)
