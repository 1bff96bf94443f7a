"""Joint sensors on rows that are written from known relative motions."""

from __future__ import annotations

import math
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.geometry import quaternion
from rbsolve.language.diagnostics import Diagnostics, Source, Span
from rbsolve.solver.assembly.elements.joint_data import DriveData, JointData, drive_arrays, joint_arrays
from rbsolve.solver.functions.registry import CODES
from rbsolve.solver.joints import constraints
from rbsolve.solver.joints.kinds import DISPLACEMENT, ROTATION, JointKind
from rbsolve.solver.model.arrays import Functions, empty_state
from rbsolve.solver.model.chunk import RowSizes, empty_chunk
from rbsolve.solver.model.joints import Frictions
from rbsolve.solver.sensors.motions.carried import in_body
from rbsolve.solver.sensors.motions.joint_motion import JointMotion
from rbsolve.solver.sensors.types import joint as sensors
from rbsolve.solver.sensors.types import reaction
from rbsolve.solver.sensors.types.drive import drive_force


def quaternion_of(v):
    return quaternion.exp(tuple(float(c) for c in v))


def matrix_of(e):
    return np.array(quaternion.to_matrix(tuple(e))).reshape(3, 3)


def compiled_model(joint, drives=()):
    model = SimpleNamespace(joints=joint_arrays([joint]), drives=drive_arrays(list(drives)), frictions=Frictions())
    return SimpleNamespace(model=model, bodies=2, reference_x=np.zeros((3, 3)), reference_R=np.array([np.eye(3)] * 3))


def request_of(compiled, observer=None):
    observer = observer or in_body(compiled, 2, np.zeros(3), np.eye(3))
    described = SimpleNamespace(span_of=lambda keyword: Span(Source("m.deck", ""), 1, 1, 1, 2))
    return SimpleNamespace(
        compiled=compiled,
        family="JOINT",
        index=0,
        object="J",
        observer=observer,
        described=described,
        diagnostics=Diagnostics(),
    )


WEIGHTS = {1: 45.0, 2: -9.0, 3: 1.0}  # sixth-order central differences


def twist_of(poses, t, h=1e-3):
    """Return the velocities (6,) of the poses (x, e), which are functions of time: first inertial, then in body
    axes."""
    _, e = poses(t)
    u, w = np.zeros(3), np.zeros(3)
    for k, weight in WEIGHTS.items():
        ahead, behind = poses(t + k * h), poses(t - k * h)
        u += weight / (60 * h) * (ahead[0] - behind[0])
        turn = quaternion.log(quaternion.product(quaternion.conjugate(e), ahead[1]))
        back = quaternion.log(quaternion.product(quaternion.conjugate(e), behind[1]))
        w += weight / (60 * h) * (np.array(turn) - np.array(back))
    return np.concatenate([u, w])


def fill(chunk, body, poses, accelerates=False):
    """Write poses, velocities and accelerations by central differences."""
    h = 1e-2
    chunk.count[0] = len(chunk.time)
    for r, t in enumerate(chunk.time):
        chunk.x[r, body], chunk.e[r, body] = poses(t)
        twist = twist_of(poses, t)
        chunk.u[r, body], chunk.w[r, body] = twist[:3], twist[3:]
        if accelerates:
            change = sum(w * (twist_of(poses, t + k * h) - twist_of(poses, t - k * h)) for k, w in WEIGHTS.items())
            chunk.a[r, body], chunk.alpha[r, body] = change[:3] / (60 * h), change[3:] / (60 * h)


def derivative(values, time):
    """Return the derivative, with sixth order in the interior of rows at equal steps."""
    h = time[1] - time[0]
    n = len(values)
    return sum(w * (values[3 + k : n - 3 + k] - values[3 - k : n - 3 - k]) for k, w in WEIGHTS.items()) / (60 * h)


def halves(measurement, chunk):
    """Return the columns of a chunk that is evaluated in two parts."""
    middle = len(chunk.time) // 2
    first = chunk._replace(count=np.array([middle]))
    second = type(chunk)(np.array([len(chunk.time) - middle]), *(array[middle:] for array in chunk[1:]))
    return np.concatenate([measurement.evaluate(part).copy() for part in (first, second)])


@cache
def base_motion(t):
    """Return the motion of body 0, which tumbles."""
    return np.array([math.sin(t), 0.3 * t, 0.1]), quaternion_of([0.4 * t, math.cos(t), 0.7])


POINT, TRIAD = np.array([0.3, -0.2, 0.5]), matrix_of(quaternion_of([0.3, 0.9, -0.4]))
TURNED = TRIAD @ np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]])


def motion_of_body(relative):
    """Return the motion of body 1, moved by `relative(t)` = (displacement, quaternion) at the joint, both in joint
    axes.
    """
    triad = quaternion.from_matrix(tuple(TRIAD.ravel()))

    def poses(t):
        x0, e0 = base_motion(t)
        d, q = relative(t)
        turn = quaternion.product(quaternion.product(triad, q), quaternion.conjugate(triad))
        e1 = quaternion.product(e0, turn)
        joint = x0 + matrix_of(e0) @ (POINT + TRIAD @ d)
        return joint - matrix_of(e1) @ POINT, e1

    return poses


def measure(kind, relative, quantity, turned=None, axes1=TRIAD, steps=401, end=4.0):
    """Return a chunk of rows, and from these rows a quantity of the joint and its rate."""
    chunk = empty_chunk(steps, RowSizes(2, 6, 1))
    chunk.time[:] = np.linspace(0.0, end, steps)
    fill(chunk, 0, base_motion)
    fill(chunk, 1, motion_of_body(relative))
    if turned is not None:
        chunk = chunk._replace(joint_rotation=np.atleast_2d(turned(chunk.time)).T.copy())
    compiled = compiled_model(JointData(kind, 0, 1, POINT, POINT, TRIAD, axes1, 0.1))
    both = (getattr(sensors, which)(request_of(compiled)) for which in (quantity, f"{quantity}_rate"))
    return chunk, *(halves(measurement, chunk) for measurement in both)


def spin(t):
    return 40.0 * t + math.sin(3 * t)


def slide(t):
    return np.array([math.sin(t), t**2, 0.3 * math.cos(2 * t)])


MOTIONS = {
    JointKind.REVOLUTE: lambda t: (np.zeros(3), quaternion_of([0, 0, spin(t)])),
    JointKind.CYLINDRICAL: lambda t: (slide(t) * [0, 0, 1], quaternion_of([0, 0, spin(t)])),
    JointKind.SCREW: lambda t: (slide(t) * [0, 0, 1], quaternion_of([0, 0, spin(t)])),
    JointKind.PRISMATIC: lambda t: (slide(t) * [0, 0, 1], (1.0, 0.0, 0.0, 0.0)),
    JointKind.PLANAR: lambda t: (slide(t) * [1, 1, 0], quaternion_of([0, 0, spin(t)])),
}
COLUMNS = {JointKind.PLANAR: [0, 1]}


@pytest.mark.parametrize("kind", [kind for kind in MOTIONS if kind != JointKind.REVOLUTE])
def test_displacement_and_its_rate(kind):
    chunk, d, rate = measure(kind, MOTIONS[kind], "relative_displacement")
    expected = np.array([slide(t) for t in chunk.time])[:, COLUMNS.get(kind, [2])]
    np.testing.assert_allclose(d, expected, atol=1e-12)
    np.testing.assert_allclose(rate[3:-3], derivative(expected, chunk.time), atol=1e-8)


@pytest.mark.parametrize("kind", [JointKind.REVOLUTE, JointKind.CYLINDRICAL, JointKind.SCREW, JointKind.PLANAR])
def test_rotation_and_its_rate(kind):
    turned = np.vectorize(spin)
    chunk, angle, rate = measure(kind, MOTIONS[kind], "relative_rotation", turned)
    np.testing.assert_array_equal(angle[:, 0], turned(chunk.time))
    np.testing.assert_allclose(rate[:, 0], 40.0 + 3.0 * np.cos(3 * chunk.time), atol=1e-8)


def test_universal_angles_and_their_rates():
    def first(t):
        return 120.0 * t + math.sin(3 * t)

    def second(t):
        return math.sin(t)

    def relative(t):
        # The vector e3 of the second triad is e1 of the first triad.
        return np.zeros(3), quaternion.product(quaternion_of([0, 0, first(t)]), quaternion_of([second(t), 0, 0]))

    counted = np.vectorize(lambda t: (first(t), second(t)))
    chunk, angles, rates = measure(JointKind.UNIVERSAL, relative, "relative_rotation", counted, TURNED, steps=101)
    time = chunk.time
    np.testing.assert_allclose(angles, [[first(t), second(t)] for t in time], atol=1e-11)
    np.testing.assert_allclose(rates, np.stack([120.0 + 3.0 * np.cos(3 * time), np.cos(time)], axis=1), atol=1e-5)


def test_rotation_vector_of_a_spherical_joint_and_its_rate():
    def relative(t):
        return np.zeros(3), quaternion_of([0.5 * math.sin(t), 0.4 * t, 1.1 * t + 0.2])

    angle = np.vectorize(lambda t: np.linalg.norm([0.5 * math.sin(t), 0.4 * t, 1.1 * t + 0.2]))
    chunk, psi, rate = measure(JointKind.SPHERICAL, relative, "relative_rotation", angle)
    t = chunk.time
    np.testing.assert_allclose(psi, np.stack([0.5 * np.sin(t), 0.4 * t, 1.1 * t + 0.2], axis=1), atol=1e-12)
    spin = [matrix_of(relative(time)[1]) @ twist_of(relative, time)[3:] for time in t]
    np.testing.assert_allclose(rate, spin, atol=1e-9)


ACCELERATED = {
    JointKind.PLANAR: lambda t: (slide(t) * [1, 1, 0], quaternion_of([0, 0, math.sin(3 * t)])),
    JointKind.UNIVERSAL: lambda t: (
        np.zeros(3),
        quaternion.product(quaternion_of([0, 0, math.sin(2 * t)]), quaternion_of([0.8 * math.cos(t), 0, 0])),
    ),
    JointKind.SPHERICAL: lambda t: (np.zeros(3), quaternion_of([0.5 * math.sin(t), 0.4 * t, 0.9 * math.cos(t)])),
}


@pytest.mark.parametrize("kind", ACCELERATED)
def test_second_derivatives_are_those_of_the_rates(kind):
    poses, steps = motion_of_body(ACCELERATED[kind]), 41
    chunk = empty_chunk(steps, RowSizes(2, 6, 1))
    chunk.time[:] = np.linspace(0.3, 0.5, steps)
    fill(chunk, 0, base_motion, accelerates=True)
    fill(chunk, 1, poses, accelerates=True)
    axes1 = TURNED if kind == JointKind.UNIVERSAL else TRIAD
    compiled = compiled_model(JointData(kind, 0, 1, POINT, POINT, TRIAD, axes1))
    motion = JointMotion(compiled, 0)
    expected = derivative(motion.rates(chunk), chunk.time)
    np.testing.assert_allclose(motion.accelerations(chunk)[3:-3], expected, atol=2e-7)
    assert np.max(np.abs(expected)) > 0.1


def test_drive_force_is_the_law_of_all_drives_of_a_coordinate():
    functions = Functions(
        *(np.array(part) for part in ([CODES["POLYNOMIAL"]], [-np.inf], [np.inf], [0, 2], [0.2, 3.0]))
    )
    law = [
        DriveData(0, ROTATION, 2.0, 0.3, rest=0.5),
        DriveData(0, DISPLACEMENT, 30.0, rest=0.1),
        DriveData(0, ROTATION, 9.0, 0.1, reference=0, feedforward=0),
        DriveData(0, DISPLACEMENT, 1e6, limit=4.0),
    ]
    compiled = compiled_model(JointData(JointKind.CYLINDRICAL, 0, 1, POINT, POINT, TRIAD, TRIAD), law)
    compiled.model.functions = functions
    chunk = empty_chunk(2, RowSizes(2, 4, 1))
    chunk.time[:] = [0.1, 0.2]
    fill(chunk, 0, base_motion)
    fill(chunk, 1, motion_of_body(MOTIONS[JointKind.CYLINDRICAL]))
    chunk.joint_rotation[:, 0] = [spin(0.1), spin(0.2)]
    measurement = drive_force(request_of(compiled))
    assert measurement.units == "N m, N"
    expected = []
    for t in (0.1, 0.2):
        q, rate, f = spin(t), 40.0 + 3.0 * math.cos(3 * t), 0.2 + 3.0 * t
        torque = 2.0 * (0.5 - q) - 0.3 * rate + 9.0 * (f - q) + 0.1 * (3.0 - rate) + f
        expected.append([torque, 30.0 * (0.1 - slide(t)[2]) - 4.0])
    np.testing.assert_allclose(measurement.evaluate(chunk), expected, atol=1e-6)


@pytest.mark.parametrize(
    ("kind", "which"),
    [
        (JointKind.RIGID, "relative_rotation"),
        (JointKind.PRISMATIC, "relative_rotation_rate"),
        (JointKind.SPHERICAL, "relative_displacement"),
    ],
)
def test_a_coordinate_that_a_joint_does_not_have_is_an_error(kind, which):
    request = request_of(compiled_model(JointData(kind, 0, 1, POINT, POINT, TRIAD, TRIAD)))
    assert getattr(sensors, which)(request) is None
    (finding,) = request.diagnostics
    assert f"the {kind.name.lower()} joint J has no relative" in finding.message


@pytest.mark.parametrize("kind", [kind for kind in JointKind if not kind.record.couples])
def test_reactions_are_the_wrench_of_the_multipliers(kind):
    """The wrench on body 1 is `-J^T multipliers`, moved from the body's origin to the joint's point. It is in the axes
    of an observer on body 0.
    """
    rng = np.random.default_rng(2)
    prescribed = {JointKind.RIGID: ()}.get(kind, (0, 0, 0))
    compiled = compiled_model(
        JointData(kind, 0, 1, POINT, POINT, TRIAD, TURNED if kind == JointKind.UNIVERSAL else TRIAD, 0.7, prescribed)
    )
    joints = compiled.model.joints
    chunk = empty_chunk(1, RowSizes(2, len(joints.row_code), 1))
    chunk.time[:] = 0.3
    fill(chunk, 0, base_motion)
    fill(chunk, 1, motion_of_body(MOTIONS.get(kind, lambda t: (np.zeros(3), quaternion_of([0, 0, 0])))))
    chunk.multipliers[:] = rng.normal(size=chunk.multipliers.shape)
    R = np.array([matrix_of(e) for e in chunk.e[0]])
    state = empty_state(2, 1)._replace(x=chunk.x[0], e=chunk.e[0], R=R)
    J = np.zeros((len(joints.row_code), 12))
    constraints.jacobians(joints, state, J)
    wrench = -J.T @ chunk.multipliers[0]
    axes = matrix_of(quaternion_of([0.1, 0.2, 0.9]))
    request = request_of(compiled, in_body(compiled, 0, np.zeros(3), axes))
    force = reaction.reaction_force(request).evaluate(chunk)[0]
    moment = reaction.reaction_moment(request).evaluate(chunk)[0]
    to_observer = (R[0] @ axes).T
    np.testing.assert_allclose(force, to_observer @ wrench[6:9], atol=1e-13)
    at_point = R[1] @ wrench[9:] - np.cross(R[1] @ POINT, wrench[6:9])
    np.testing.assert_allclose(moment, to_observer @ at_point, atol=1e-13)


def test_energy_of_joint_springs():
    law = [
        DriveData(0, ROTATION, 2.0, rest=0.5),
        DriveData(0, DISPLACEMENT, 30.0, rest=0.1),
        DriveData(0, ROTATION, 9.0, reference=0),
    ]
    compiled = compiled_model(JointData(JointKind.CYLINDRICAL, 0, 1, POINT, POINT, TRIAD, TRIAD), law)
    chunk = empty_chunk(2, RowSizes(2, 4, 1))
    chunk.time[:] = [0.0, 0.1]
    fill(chunk, 0, base_motion)
    fill(chunk, 1, motion_of_body(MOTIONS[JointKind.CYLINDRICAL]))
    chunk.joint_rotation[:, 0] = [spin(0.0), spin(0.1)]
    energies = sensors.joint_spring_energies(chunk, compiled)
    expected = [[(spin(t) - 0.5) ** 2, 15.0 * (slide(t)[2] - 0.1) ** 2] for t in (0.0, 0.1)]
    np.testing.assert_allclose(energies, expected, rtol=1e-12)
