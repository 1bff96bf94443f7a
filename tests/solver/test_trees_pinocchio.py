"""Accelerations and reactions of random trees against pinocchio's `aba` and `rnea`."""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.solver.joints import constraints
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.trees.arrays import RATE_RATE, Forest, make_sweep
from rbsolve.solver.trees.kernels import evaluate, reactions
from rbsolve.solver.trees.topology import FREEDOMS, make_tree

pin = pytest.importorskip("pinocchio")
from random_trees import RandomTree, ground_state  # noqa: E402  it needs pinocchio too


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
