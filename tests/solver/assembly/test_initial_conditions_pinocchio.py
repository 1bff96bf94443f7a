"""Compare velocities at the start, accelerations and joint reactions of random open chains with the algorithms of
pinocchio.
"""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.geometry import quaternion
from rbsolve.language.described import Description
from rbsolve.solver.assembly.elements.joint_data import JointData, joint_arrays
from rbsolve.solver.assembly.initial.accelerations import consistent_accelerations
from rbsolve.solver.assembly.initial.given import written_rates, written_velocities
from rbsolve.solver.assembly.initial.velocities import start_velocities
from rbsolve.solver.joints import constraints
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.model.arrays import Bodies, Bushings, Functions, Loads, Model, Springs, empty_state
from rbsolve.solver.model.joints import turned_angles

pin = pytest.importorskip("pinocchio")

GRAVITY = np.array([1.0, -2.0, -9.81])
PEERS = {
    JointKind.REVOLUTE: lambda: pin.JointModelRZ(),
    JointKind.PRISMATIC: lambda: pin.JointModelPZ(),
    JointKind.SPHERICAL: lambda: pin.JointModelSpherical(),
    JointKind.SCREW: lambda: pin.JointModelHZ(0.3 / (2 * np.pi)),
}


def random_rotation(rng):
    return np.array(quaternion.to_matrix(quaternion.exp(tuple(rng.normal(size=3))))).reshape(3, 3)


def random_chain(rng, kinds):
    """Return the chain in the form of pinocchio, and the joints in the form of rbsolve. The body frames are pinocchio's
    joint frames.
    """
    peer, joints, parent, ground = pin.Model(), [], 0, len(kinds)
    peer.gravity.linear = GRAVITY
    for k, kind in enumerate(kinds):
        rotation, translation = random_rotation(rng), rng.normal(size=3)
        parent = peer.addJoint(parent, PEERS[kind](), pin.SE3(rotation, translation), f"j{k}")
        spread = rng.normal(size=(3, 3))
        inertia = pin.Inertia(rng.uniform(0.5, 2.0), rng.normal(size=3), spread @ spread.T + np.eye(3))
        peer.appendBodyToJoint(parent, inertia, pin.SE3.Identity())
        before = k - 1 if k else ground
        joints.append(JointData(kind, before, k, translation, np.zeros(3), rotation, np.eye(3), 0.3))
    return peer, joints


def our_model(peer, joints):
    inertias = list(peer.inertias)[1:]
    none = np.zeros(0)
    J = np.array([inertia.inertia for inertia in inertias])
    bodies = Bodies(np.array([i.mass for i in inertias]), np.array([i.lever for i in inertias]), J, J, none)
    functions = Functions(none, none, none, np.zeros(1, int), none)
    applied = (Loads(*[none] * 7), Springs(*[none] * 10), Bushings(*[none] * 10))
    return Model(bodies, GRAVITY, functions, *applied, joint_arrays(joints))


def our_state(model, poses, velocities):
    """Return a state with poses and local spatial velocities in the form of pinocchio. The weights are included as
    applied forces.
    """
    nb = len(poses)
    state = empty_state(nb, turned_angles(model.joints))
    state.R[nb] = np.eye(3)
    for b, (pose, velocity) in enumerate(zip(poses, velocities, strict=True)):
        state.x[b], state.R[b] = pose.translation, pose.rotation
        state.u[b], state.w[b] = pose.rotation @ velocity.linear, velocity.angular
        state.force[b] = model.bodies.mass[b] * GRAVITY
        state.moment[b] = np.cross(model.bodies.centre[b], pose.rotation.T @ state.force[b])
    return state


@pytest.mark.parametrize("seed", range(5))
def test_velocities_follow_from_the_rates_that_are_given(seed, described):
    """The chain has given rates for some joints and zero rates for all other joints, and hangs on a body with a given motion."""
    rng = np.random.default_rng(seed)
    kinds = [JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.SPHERICAL, JointKind.SCREW] * 2
    rng.shuffle(kinds)
    kinds = [JointKind.SPHERICAL, *kinds]
    peer, joints = random_chain(rng, kinds)
    data = peer.createData()
    q, v = pin.integrate(peer, pin.neutral(peer), rng.normal(size=peer.nv)), np.zeros(peer.nv)
    blocks = []
    for j, kind in enumerate(kinds):
        values = {}
        if kind != JointKind.SPHERICAL and rng.random() < 0.5:
            v[peer.idx_vs[j + 1]] = rate = float(rng.normal())
            values = {"INITIAL_RATE": rate}
        blocks.append(described(f"{kind.name}_JOINT", f"j{j}", line=j + 1, **values))
    v[:3] = rng.normal(size=3)
    pin.forwardKinematics(peer, data, q, v)
    model = our_model(peer, joints)
    turns = [q[peer.idx_qs[j + 1]] if kind == JointKind.SCREW else 0.0 for j, kind in enumerate(kinds)]
    still = [pin.Motion.Zero() for _ in joints]
    state = our_state(model, list(data.oMi)[1:], still)
    state.turned[:] = turns
    state.w[0] = data.v[1].angular
    names = [described("RIGID_BODY", f"b{b}") for b in range(len(joints))]
    names[0] = described("RIGID_BODY", "b0", INITIAL_ANGULAR_VELOCITY=tuple(state.w[0]))
    description = Description({"RIGID_BODY": {block.name: block for block in names}}, {}, ())
    given = [*written_velocities(model, state, description), *written_rates(model, state, blocks)]
    found = start_velocities(model, state, given, 0.0, 1.0)
    for b, (pose, velocity) in enumerate(zip(list(data.oMi)[1:], list(data.v)[1:], strict=True)):
        expected = [*(pose.rotation @ velocity.linear), *velocity.angular]
        np.testing.assert_allclose(found.v[b], expected, rtol=1e-11, atol=1e-11)


CHAINS = [
    [JointKind.REVOLUTE] * 6,
    [JointKind.PRISMATIC, JointKind.REVOLUTE, JointKind.SPHERICAL, JointKind.PRISMATIC],
    [JointKind.SPHERICAL] * 3,
    [JointKind.SCREW, JointKind.REVOLUTE, JointKind.SCREW],
]


@pytest.mark.parametrize("kinds", CHAINS)
def test_accelerations_and_reactions_of_open_chains(kinds):
    rng = np.random.default_rng(11)
    peer, joints = random_chain(rng, kinds)
    data = peer.createData()
    q, v = pin.integrate(peer, pin.neutral(peer), rng.normal(size=peer.nv)), rng.normal(size=peer.nv)
    a = pin.aba(peer, data, q, v, np.zeros(peer.nv)).copy()
    pin.rnea(peer, data, q, v, a)
    reactions = [np.concatenate([f.linear, f.angular]) for f in list(data.f)[1:]]
    pin.forwardKinematics(peer, data, q, v, a)
    model = our_model(peer, joints)
    state = our_state(model, list(data.oMi)[1:], list(data.v)[1:])
    for j in range(len(joints)):
        state.turned[j] = q[peer.idx_qs[j + 1]] if kinds[j] == JointKind.SCREW else 0.0
    phi = np.zeros(len(model.joints.row_code))
    constraints.residuals(model.joints, state, phi)
    np.testing.assert_allclose(phi, 0.0, atol=1e-13)
    solution = consistent_accelerations(model, state, 0.0)
    J = np.zeros((len(phi), 12))
    constraints.jacobians(model.joints, state, J)
    for b, (velocity, spatial) in enumerate(zip(list(data.v)[1:], list(data.a)[1:], strict=True)):
        linear = state.R[b] @ (spatial.linear + np.cross(velocity.angular, velocity.linear))
        np.testing.assert_allclose(solution.change[b], [*linear, *spatial.angular], rtol=1e-9, atol=1e-9)
        rows = slice(model.joints.first_row[b], model.joints.first_row[b + 1])
        wrench = -J[rows, 6:].T @ solution.multipliers[rows]
        np.testing.assert_allclose(
            [*(state.R[b].T @ wrench[:3]), *wrench[3:]], reactions[b], rtol=1e-9, atol=1e-9 * np.max(np.abs(reactions))
        )
