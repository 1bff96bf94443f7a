"""Compare constraint rows, their derivatives, and drives with finite differences along exact motions of two bodies."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.geometry import quaternion
from rbsolve.language.joints.record import SPINS
from rbsolve.solver.assembly.elements.joint_data import DriveData, JointData, drive_arrays, joint_arrays
from rbsolve.solver.forces.tangents.links import MOVES, link_tangent, with_tangents
from rbsolve.solver.functions.carried import link, place, with_carried
from rbsolve.solver.functions.dispatch import value_at
from rbsolve.solver.functions.registry import CARRIED, CODES
from rbsolve.solver.joints import constraints, coordinates, curvature, drives, kernels, placement
from rbsolve.solver.joints.kinds import DISPLACEMENT, ROTATION, Coordinate, JointKind
from rbsolve.solver.joints.primitives.registry import PRIMITIVE_OF
from rbsolve.solver.joints.resistance import Law
from rbsolve.solver.joints.rows import residuals
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.arrays import Bodies, Bushings, Functions, Loads, Model, Springs, empty_state
from rbsolve.solver.model.chunk import RowSizes, empty_chunk
from rbsolve.solver.model.frames import PrescribedFrame
from rbsolve.solver.sensors.types.violation import Violation

TIME = 0.3
AMPLITUDE, FREQUENCY, PHASE = 0.7, 4.8, 1.2  # rates and amplitudes of a sine [rad/s and rad]


@kernel
def _evaluate(model, t, state, multipliers, phi, phi_t, gamma, J, K, D, work):
    kernels.constraints(model, t, state, phi)
    kernels.constraint_rates(model, t, phi_t)
    kernels.acceleration_terms(model, t, state, gamma)
    kernels.jacobians(model.joints, state, J)
    for n in range(K.shape[0]):
        has = link_tangent(model, t, n, state, multipliers, work)
        for i in range(12):
            for k in range(12):
                K[n, i, k], D[n, i, k] = work[0, i, k], work[1, i, k] if has == MOVES else 0.0
    for b in range(state.force.shape[0]):
        for k in range(3):
            state.force[b, k] = state.moment[b, k] = 0.0
    drives.apply(model, t, state)


def empty(kind, *shapes):
    return kind(*(np.zeros((0, *shape), dtype=dtype) for shape, dtype in shapes))


def integer(*shape):
    return shape, np.int64


def real(*shape):
    return shape, np.float64


def make_model(joints, drive_list=()):
    """Return two bodies and GROUND. Function 0 is a sine, and function 1 is twice this sine."""
    data = [[AMPLITUDE, FREQUENCY, PHASE], [2 * AMPLITUDE, FREQUENCY, PHASE]]
    functions = Functions(
        np.full(2, CODES["HARMONIC"]), np.full(2, -np.inf), np.full(2, np.inf), np.array([0, 3, 6]), np.ravel(data)
    )
    return Model(
        Bodies(np.ones(2), np.zeros((2, 3)), np.array([np.eye(3)] * 2), np.array([np.eye(3)] * 2), np.zeros(2, int)),
        np.zeros(3),
        functions,
        empty(Loads, integer(), real(3), integer(), real(3), real(3), integer(), integer()),
        empty(Springs, integer(), integer(), real(3), real(3), real(), real(), real(), integer(), integer(), integer()),
        empty(Bushings, integer(), integer(), *[real(3)] * 2, *[real(3, 3)] * 2, *[real(3)] * 4),
        joint_arrays(joints),
        drive_arrays(list(drive_list)),
    )


def rotation_of(v):
    return np.array(quaternion.to_matrix(quaternion.exp(tuple(v)))).reshape(3, 3)


def random_state(rng, spread=1.0, joints=1):
    e = [quaternion.exp(tuple(spread * rng.normal(size=3))) for _ in range(2)] + [(1.0, 0.0, 0.0, 0.0)]
    R = np.array([quaternion.to_matrix(q) for q in e]).reshape(3, 3, 3)
    still = np.array([[1.0], [1.0], [0.0]])
    vectors = [still * rng.normal(size=(3, 3)) for _ in range(3)]
    return empty_state(2, joints)._replace(x=vectors[0], e=np.array(e), R=R, u=vectors[1], w=vectors[2])


def move(state, increment, velocity_increment=None):
    """Return the state after [dx0, dpsi0, dx1, dpsi1], with increments on the right."""
    x, R, u, w = state.x.copy(), state.R.copy(), state.u.copy(), state.w.copy()
    for b in range(2):
        x[b] += increment[6 * b : 6 * b + 3]
        R[b] = R[b] @ rotation_of(increment[6 * b + 3 : 6 * b + 6])
        if velocity_increment is not None:
            u[b] += velocity_increment[6 * b : 6 * b + 3]
            w[b] += velocity_increment[6 * b + 3 : 6 * b + 6]
    return state._replace(x=x, R=R, u=u, w=w, force=np.zeros((3, 3)), moment=np.zeros((3, 3)))


def evaluate(model, state, multipliers, t=TIME):
    nc, links = int(model.joints.first_row[-1]), len(model.joints.kind) + len(model.joints.couplings.joint)
    links += len(model.drives.joint)
    out = [np.full(nc, np.nan) for _ in range(3)] + [np.full((nc, 12), np.nan)]
    out += [np.full((links, 12, 12), np.nan), np.full((links, 12, 12), np.nan)]
    _evaluate(with_tangents(model), t, state, multipliers, *out, np.full((4, 12, 12), np.nan))
    return dict(zip(["phi", "phi_t", "gamma", "J", "K", "D"], out, strict=True))


def wrenches(state):
    return np.concatenate([state.force[0], state.moment[0], state.force[1], state.moment[1]])


def difference(function, h=1e-4):
    """Return the derivative at 0 by sixth-order central differences."""
    weights = {1: 45.0, 2: -9.0, 3: 1.0}
    return sum(w * (function(k * h) - function(-k * h)) for k, w in weights.items()) / (60.0 * h)


JOINTS = [kind for kind in JointKind if not kind.record.has_own_block]
PRESCRIBED = {
    JointKind.REVOLUTE: (0,),
    JointKind.PRISMATIC: (0,),
    JointKind.CYLINDRICAL: (0, 1),
    JointKind.SCREW: (0,),
    JointKind.UNIVERSAL: (1, 0),
    JointKind.PLANAR: (0, 1, 0),
    JointKind.SPHERICAL: (0, -1, 1),
}
CASES = [(kind, ()) for kind in (*JOINTS, JointKind.ROD)] + list(PRESCRIBED.items())
ROWS = {
    JointKind.RIGID: 6,
    JointKind.REVOLUTE: 5,
    JointKind.PRISMATIC: 5,
    JointKind.CYLINDRICAL: 4,
    JointKind.SCREW: 5,
    JointKind.SPHERICAL: 3,
    JointKind.UNIVERSAL: 4,
    JointKind.PLANAR: 3,
    JointKind.CONSTANT_VELOCITY: 4,
    JointKind.ROD: 1,
}
"""The independent number of constraint rows."""
NUMBERS = {JointKind.ROD: (0.7,)}


def random_joint(rng, kind, prescribed=()):
    axes = [rotation_of(rng.normal(size=3)) for _ in range(2)]
    return JointData(kind, 0, 1, rng.normal(size=3), rng.normal(size=3), *axes, 0.8, prescribed, NUMBERS.get(kind, ()))


@pytest.mark.parametrize("kind", JOINTS)
def test_a_residual_is_a_length_if_it_grows_with_all_lengths(kind):
    rng = np.random.default_rng(7)
    joint, state = random_joint(rng, kind), random_state(rng)
    larger = joint._replace(point0=3.0 * joint.point0, point1=3.0 * joint.point1, pitch=3.0 * joint.pitch)
    models = [make_model([one]) for one in (joint, larger)]
    codes = models[0].joints.row_code
    states = state, state._replace(x=3.0 * state.x)
    small, large = (
        evaluate(model, one, np.zeros(len(codes)))["phi"] for model, one in zip(models, states, strict=True)
    )
    factors = [3.0 if PRIMITIVE_OF[int(code)].is_length else 1.0 for code in codes]
    np.testing.assert_allclose(large, factors * small, rtol=1e-12)


@pytest.mark.parametrize(
    ("kind", "prescribed"), [case for case in CASES if case[0] != JointKind.SPHERICAL or not case[1]]
)
def test_the_violation_in_output_rows_is_the_largest_residual_of_their_poses(kind, prescribed):
    """The poses are far from those of a closed joint. The size of the model is 50 m. The test omits prescribed rotation
    vectors, whose violation is another function of the poses.
    """
    rng, rows = np.random.default_rng(7), 3
    model, chunk = make_model([random_joint(rng, kind, prescribed)]), empty_chunk(rows, RowSizes(2, joints=1))
    joints, expected = model.joints, []
    chunk.count[0], chunk.time[:] = rows, TIME + np.arange(rows)
    for row in range(rows):
        state, phi = random_state(rng, spread=0.4), np.zeros(len(joints.row_code))
        state.turned[:] = coordinates.rotation(state, 0, placement.ends(joints, 0, state))
        chunk.x[row], chunk.e[row], chunk.joint_rotation[row] = state.x, state.e, state.turned
        residuals(joints, state, phi)
        for k, function in enumerate(joints.row_function.tolist()):
            phi[k] -= value_at(model.functions, function, chunk.time[row])[0] if function >= 0 else 0.0
            if kind == JointKind.UNIVERSAL and function >= 0:  # whole turns count as zero
                phi[k] = math.remainder(phi[k], 2.0 * math.pi)
        primitives = [PRIMITIVE_OF.get(int(code)) for code in joints.row_code]
        sizes = [50.0 if primitive is None or primitive.is_length else 1.0 for primitive in primitives]
        expected.append(np.max(np.abs(phi) / sizes))
    start = empty_state(2)._replace(x=np.array([[1.0, 2.0, 3.0], [1.0, 52.0, 3.0], [1.0, 2.0, 3.0]]))
    found = Violation(SimpleNamespace(model=model, initial=start))
    np.testing.assert_allclose(found(chunk), expected, rtol=1e-12)
    np.testing.assert_array_equal(found(chunk, 0), found(chunk))
    np.testing.assert_array_equal(found(chunk, 2), 0.0)  # the joint is not at GROUND


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("kind", "prescribed"), CASES)
def test_constraint_derivatives(kind, prescribed, seed):
    rng = np.random.default_rng(seed)
    model, state = make_model([random_joint(rng, kind, prescribed)]), random_state(rng)
    multipliers = rng.normal(size=len(model.joints.row_code))
    assert len(multipliers) == ROWS[kind] + sum(p >= 0 for p in prescribed)
    state.turned[:] = coordinates.rotation(state, 0, placement.ends(model.joints, 0, state))
    here = evaluate(model, state, multipliers)
    v = np.concatenate([state.u[0], state.w[0], state.u[1], state.w[1]])
    acceleration = rng.normal(size=12)

    def residual(s):  # the motion follows x' = u, R' = R w~ with changing velocities
        return evaluate(model, move(state, s * v), multipliers, TIME + s)["phi"]

    def rate(s):
        there = evaluate(model, move(state, s * v), multipliers, TIME + s)
        return there["J"] @ (v + s * acceleration) + there["phi_t"]

    np.testing.assert_allclose(here["J"] @ v + here["phi_t"], difference(residual), rtol=0, atol=1e-10)
    np.testing.assert_allclose(here["J"] @ acceleration + here["gamma"], difference(rate), rtol=0, atol=1e-9)
    for k in range(12):
        e = np.eye(12)[k]

        def force(s, e=e):
            return evaluate(model, move(state, s * e), multipliers)["J"].T @ multipliers

        np.testing.assert_allclose(here["K"].sum(axis=0)[:, k], difference(force), rtol=0, atol=1e-10)
    assert np.all(here["D"] == 0.0)


def carried_model(rng):
    """Return a model in which functions of time move body 1 from a pose on body 0."""
    model = make_model(
        [JointData(JointKind.PRESCRIBED_MOTION, 0, 1, *np.zeros((2, 3)), np.eye(3), np.eye(3), 0.0, tuple(range(2, 8)))]
    )
    frame = PrescribedFrame("", rng.normal(size=3), rotation_of(rng.normal(size=3)), (0, 1, -1), "313", (1, 0, 1))
    numbers = [*link(frame), *link(frame), *place(rng.normal(size=3), rotation_of(rng.normal(size=3)))]
    return model._replace(functions=with_carried(model.functions, CARRIED, [numbers]))


@pytest.mark.parametrize("seed", range(3))
def test_derivatives_of_a_prescribed_motion(seed):
    """Where the residuals are zero, the Jacobian of the motion equals the Jacobian of the residuals. The forces have
    the exact tangent everywhere.
    """
    rng = np.random.default_rng(seed)
    model, state, multipliers = carried_model(rng), random_state(rng), rng.normal(size=6)
    wanted = [value_at(model.functions, 2 + k, TIME)[0] for k in range(6)]
    state.x[1] = state.x[0] + state.R[0] @ wanted[:3]
    state.R[1] = state.R[0] @ rotation_of(wanted[3:])
    here = evaluate(model, state, multipliers)
    np.testing.assert_allclose(here["phi"], np.zeros(6), atol=1e-13)
    v, acceleration = np.concatenate([state.u[0], state.w[0], state.u[1], state.w[1]]), rng.normal(size=12)

    def residual(s):
        return evaluate(model, move(state, s * v), multipliers, TIME + s)["phi"]

    def rate(s):
        there = evaluate(model, move(state, s * v), multipliers, TIME + s)
        return there["J"] @ (v + s * acceleration) + there["phi_t"]

    np.testing.assert_allclose(here["J"] @ v + here["phi_t"], difference(residual), rtol=0, atol=1e-8)
    np.testing.assert_allclose(here["J"] @ acceleration + here["gamma"], difference(rate), rtol=0, atol=1e-8)
    for k in range(12):
        e = np.eye(12)[k]

        def force(s, e=e):
            return evaluate(model, move(state, s * e), multipliers)["J"].T @ multipliers

        np.testing.assert_allclose(here["K"].sum(axis=0)[:, k], difference(force), rtol=0, atol=1e-10)


DRIVE_CASES = [
    (ROTATION, {"stiffness": 3.0, "damping": 0.4, "rest": -9.0, "feedforward": 1}),
    (DISPLACEMENT, {"stiffness": 3.0, "damping": 0.4, "rest": 0.2}),
    (ROTATION, {"stiffness": 3.0, "damping": 0.4, "reference": 0, "feedforward": 1, "limit": 1e3}),
    (DISPLACEMENT, {"stiffness": 30.0, "damping": 0.4, "reference": 1, "limit": 0.01}),
    *(
        (coordinate, {"stiffness": 3.0, "damping": 0.4, "rest": 0.3, "feedforward": 1})
        for coordinate in list(Coordinate)[2:]
        if coordinate not in SPINS
    ),
    (Coordinate.VECTOR_2, {"stiffness": 30.0, "damping": 0.4, "limit": 0.01}),
    (ROTATION, {"damping": 0.4, "limit": 0.3, "law": Law.FRICTION}),
    (Coordinate.VECTOR_1, {"damping": 0.4, "limit": 0.3, "law": Law.FRICTION}),
    (DISPLACEMENT, {"stiffness": 3.0, "damping": 0.4, "rest": -9.0, "law": Law.UPPER_STOP}),
    (ROTATION, {"stiffness": 3.0, "damping": 0.01, "rest": -15.0, "law": Law.LOWER_STOP}),
    (DISPLACEMENT, {"stiffness": 3.0, "damping": 0.4, "rest": 9.0, "law": Law.UPPER_STOP}),
]


@pytest.mark.parametrize(("coordinate", "law"), DRIVE_CASES)
def test_drive_derivatives(coordinate, law):
    rng = np.random.default_rng(7)
    model = make_model([random_joint(rng, JointKind.CYLINDRICAL)], [DriveData(0, coordinate, **law)])
    state = random_state(rng)
    state.turned[:] = -20.0
    none = np.zeros(4)
    here = evaluate(model, state, none)
    for k in range(12):
        e = np.eye(12)[k]

        def by_position(s, e=e):
            there = move(state, s * e)
            evaluate(model, there, none)
            return -wrenches(there)

        def by_velocity(s, e=e):
            there = move(state, 0 * e, s * e)
            evaluate(model, there, none)
            return -wrenches(there)

        np.testing.assert_allclose(here["K"].sum(axis=0)[:, k], difference(by_position), rtol=0, atol=1e-9)
        np.testing.assert_allclose(here["D"].sum(axis=0)[:, k], difference(by_velocity), rtol=0, atol=1e-9)


def test_drive_force_is_the_law_and_stays_continuous_over_turns():
    """Body 1 rotates by 7 rotations about e3 and slides by 0.3. Torque and force are computed by hand."""
    axes = rotation_of([0.3, -0.5, 0.2])
    joint = JointData(JointKind.CYLINDRICAL, 2, 0, np.zeros(3), np.zeros(3), axes, axes)
    laws = [
        DriveData(0, ROTATION, 2.0, 0.1, 0.5, reference=0, feedforward=1),
        DriveData(0, DISPLACEMENT, 5.0, 0.3, 0.1),
    ]
    model = make_model([joint], laws)
    state = random_state(np.random.default_rng(0))
    angle, spin, slide, speed = 14 * math.pi + 0.25, 1.7, 0.3, -0.6
    for step in np.linspace(0.0, angle, 30):
        state.R[0] = rotation_of(step * axes[:, 2])
        coordinates.accept_rotations(model.joints, state)
    state.x[0], state.u[0], state.w[0] = slide * axes[:, 2], speed * axes[:, 2], spin * axes[:, 2]
    evaluate(model, state, np.zeros(4))
    phase = FREQUENCY * TIME + PHASE
    wanted, rate = AMPLITUDE * math.sin(phase), AMPLITUDE * FREQUENCY * math.cos(phase)
    torque = 2.0 * (0.5 + wanted - angle) + 0.1 * (rate - spin) + 2 * wanted
    force = 5.0 * (0.1 - slide) + 0.3 * (0.0 - speed)
    np.testing.assert_allclose(state.moment[0], torque * axes[:, 2], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(state.force[0], force * axes[:, 2], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kind", JOINTS)
def test_rows_are_independent_and_vanish_on_every_motion_that_the_joint_leaves_free(kind):
    """The two bodies coincide except for a rotation and a displacement along e3 that the joint permits."""
    rng = np.random.default_rng(3)
    axes, point = rotation_of(rng.normal(size=3)), rng.normal(size=3)
    angle, slide = 2.4, 0.7
    turn = rotation_of(angle * axes[:, 2])
    shift = {
        JointKind.PRISMATIC: slide * axes[:, 2],
        JointKind.CYLINDRICAL: slide * axes[:, 2],
        JointKind.SCREW: 0.8 / (2 * math.pi) * angle * axes[:, 2],
        JointKind.PLANAR: axes @ [0.3, -0.4, 0.0],
    }.get(kind, np.zeros(3))
    if kind in (JointKind.RIGID, JointKind.PRISMATIC):
        turn = np.eye(3)
    axes1 = axes @ np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]]) if kind == JointKind.UNIVERSAL else axes
    if kind == JointKind.CONSTANT_VELOCITY:
        turn = rotation_of(axes @ [0.8, -0.5, 0.0])
    if kind == JointKind.UNIVERSAL:
        turn = turn @ rotation_of(1.1 * axes1[:, 2])
    model = make_model([JointData(kind, 0, 1, point, point, axes, axes1, 0.8)])
    state = random_state(rng)
    R, x = state.R[0].copy(), state.x[0].copy()
    state.R[1], state.x[1] = R @ turn, x + R @ (point + shift - turn @ point)
    values = evaluate(model, state, np.zeros(ROWS[kind]))
    np.testing.assert_allclose(values["phi"], 0.0, atol=1e-14)
    singular = np.linalg.svd(values["J"], compute_uv=False)
    assert singular[-1] > 0.05 * singular[0]


def test_plain_functions_are_what_the_kernels_run():
    rng = np.random.default_rng(5)
    model, state = make_model([random_joint(rng, kind) for kind in JOINTS]), random_state(rng, joints=len(JOINTS))
    nc = int(model.joints.first_row[-1])
    multipliers = rng.normal(size=nc)
    compiled = evaluate(model, state, multipliers)
    phi, gamma, J, K = np.zeros(nc), np.zeros(nc), np.zeros((nc, 12)), np.zeros((len(JOINTS), 12, 12))
    constraints.residuals(model.joints, state, phi)
    constraints.acceleration_terms(model.joints, state, gamma)
    constraints.jacobians(model.joints, state, J)
    for j in range(len(JOINTS)):
        element = np.zeros((2, 12, 12))
        curvature.curvature(model.joints, j, state, multipliers, element)
        K[j] = element[0]
    for name, plain in {"phi": phi, "gamma": gamma, "J": J, "K": K}.items():
        np.testing.assert_allclose(compiled[name], plain, rtol=0, atol=1e-13)
