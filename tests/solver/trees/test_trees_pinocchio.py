"""Compare accelerations, reactions and corrections of steps of random trees with pinocchio's `aba` and `rnea`."""

from __future__ import annotations

import numpy as np
import pytest
from tree_kernels import correction, evaluate, reactions

from rbsolve.geometry import quaternion
from rbsolve.solver.joints import constraints
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.model.arrays import Loads
from rbsolve.solver.model.joints import turned_angles
from rbsolve.solver.trees.arrays import Forest, make_sweep
from rbsolve.solver.trees.topology import freedom_of, make_tree
from rbsolve.solver.trees.variation import Unknown

pin = pytest.importorskip("pinocchio")
from random_trees import RandomTree, empty, ground_state  # noqa: E402  it needs pinocchio too


@pytest.mark.parametrize("quarters", [False, True], ids=["any", "quarters"])
@pytest.mark.parametrize("seed", range(200))
def test_random_trees(seed, quarters):
    """The test includes joints that are rotated by 90 or 180 degrees, where angles of rotations become singular."""
    tree = RandomTree(np.random.default_rng(seed), 1 + seed % 12)
    nb, peer, model = tree.bodies, tree.peer, tree.model
    y, v, q, rates = tree.random_motion(quarters)
    state = ground_state(nb, turned_angles(model.joints))
    ours = make_tree(model.bodies, model.joints, model.drives)
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
    expected = tree.ours(q, a)[1]
    for b in range(nb):
        found = forest.sweep.columns.rate_rate[ours.first[b] : ours.first[b + 1]]
        slots = list(freedom_of(tree.kinds[b]).slots)
        np.testing.assert_allclose(found, expected[b, slots], rtol=1e-10, atol=1e-10 * np.abs(a).max(initial=1))

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
        # For pinocchio, bodies that are rigidly joined to the body belong to the same joint. The wrench of this joint
        # acts on all these bodies.
        expected = tree.placed[b].actInv(peers)
        turned = np.concatenate([state.R[b].T @ wrench[:3], wrench[3:]])
        np.testing.assert_allclose(turned, expected.vector, rtol=1e-10, atol=1e-10 * scale)


def after_step(tree, y, z, v, second, unknown, c):
    """Change the unknowns by `c` (nb, 6), by the definition of `Unknown`. Return the coordinates of rbsolve, their
    rates and their derivatives.
    """
    y, change = y.copy(), z[:, :6] + unknown.displacement * c
    for b, kind in enumerate(tree.kinds):
        if kind in (None, JointKind.SPHERICAL):
            change[b, 3:] += unknown.bend * np.cross(c[b, 3:], z[b, 9:])
            turned = quaternion.product(quaternion.exp(tuple(change[b, 3:])), tuple(y[b, 3:]))
            y[b, :3], y[b, 3:] = y[b, :3] + change[b, :3], turned
        else:
            y[b, :6] += change[b]
    return y, v + unknown.rate * c, second + c


@pytest.mark.parametrize("exact_at", ["a step", "accelerations"])
@pytest.mark.parametrize("seed", range(60))
def test_corrections_against_differences_of_inverse_dynamics(seed, exact_at):
    """The tangent of a step is exact. The solution with this tangent equals the solution with a matrix of differences
    of pinocchio's `rnea`. The residual is small here, so terms proportional to it are negligible.
    """
    rng = np.random.default_rng(seed)
    tree = RandomTree(rng, 1 + seed % 10)
    nb, peer = tree.bodies, tree.peer
    data = peer.createData()
    model = tree.model._replace(loads=empty(Loads))
    y, start = tree.random_motion(quarters=False)[:2]
    slots = [(b, slot) for b in range(nb) for slot in freedom_of(tree.kinds[b]).slots]
    if not slots:
        pytest.skip("nothing moves")
    used = np.zeros((nb, 6))
    used[*zip(*slots, strict=True)] = 1.0
    z = np.concatenate([0.2 * used * rng.normal(size=(nb, 6)), 3 * start], axis=1)
    rates = 3 * start + used * rng.normal(size=(nb, 6))
    unknown = Unknown(0.08, 3e-3, 1e-3, True) if exact_at == "a step" else Unknown(0.0, 0.0, 0.0, False)

    def residual(c, second):
        q, v, a = tree.theirs(*after_step(tree, y, z, rates, second, unknown, c))
        return tree.ours(q, pin.rnea(peer, data, q, v, a))[1][*zip(*slots, strict=True)]

    none = np.zeros((nb, 6))
    q, v, _ = tree.theirs(*after_step(tree, y, z, rates, none, unknown, none))
    second = tree.ours(q, pin.aba(peer, data, q, v, np.zeros(peer.nv)))[1]
    second[*zip(*slots, strict=True)] += 1e-6 * rng.normal(size=len(slots))
    matrix = np.zeros((len(slots), len(slots)))
    for k, place in enumerate(slots):
        c = none.copy()
        c[place] = 0.01
        matrix[:, k] = (residual(c, second) - residual(-c, second)) / 0.02
    expected = -np.linalg.solve(matrix, residual(none, second))

    state = ground_state(nb, turned_angles(model.joints))
    forest = Forest(ours := make_tree(model.bodies, model.joints, model.drives), make_sweep(ours))
    in_columns = second[*zip(*slots, strict=True)]
    assert correction(model, forest, y, rates - z[:, 6:], z, in_columns, unknown, state) == -1
    change = forest.sweep.columns.change
    np.testing.assert_allclose(change, expected, rtol=2e-5, atol=2e-5 * np.abs(expected).max())
