"""Sensors of momentum, energy, springs, bushings and the run. The tests compare with results by hand and closed forms,
and check continuity and wrong sensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.spatial.transform import Rotation

from rbsolve.language.diagnostics import Diagnostics
from rbsolve.parser.schema.integrators import keywords_in_force
from rbsolve.solver.functions.encode import encode_functions
from rbsolve.solver.methods.registry import INTEGRATOR_OF
from rbsolve.solver.model.chunk import Chunk, RowSizes, empty_chunk
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.sensors.plan import SensorPlan, plan_sensors

RNG = np.random.default_rng(7)
ROWS = 4
GRAVITY = (0.3, -0.2, -9.81)

# Two bodies consist of particles (mass, position in body axes), and each row gives their motion.
PARTICLES = [
    [(2.0, np.array([0.1, -0.3, 0.5])), (3.0, np.array([1.2, 0.4, -0.2])), (0.5, np.array([-0.7, 0.9, 0.3]))],
    [(1.0, np.array([0.2, 0.0, 0.0])), (1.5, np.array([0.0, -0.6, 0.8]))],
]


def masses() -> dict[str, Any]:
    """Return mass, centre and inertia about the centre of the bodies, from their particles."""
    mass = [sum(m for m, _ in body) for body in PARTICLES]
    centre = [sum(m * y for m, y in body) / total for body, total in zip(PARTICLES, mass, strict=True)]
    inertia = [
        sum(m * ((y - c) @ (y - c) * np.eye(3) - np.outer(y - c, y - c)) for m, y in body)
        for body, c in zip(PARTICLES, centre, strict=True)
    ]
    return {"mass": mass, "centre": centre, "inertia": inertia}


@pytest.fixture
def chunk() -> Chunk:
    """Return random poses and motions of the two bodies."""
    rng = np.random.default_rng(3)
    rows = empty_chunk(ROWS + 1, RowSizes(2))
    rows.count[0] = ROWS
    rows.time[:] = np.arange(ROWS + 1) / 8
    for field in (rows.x, rows.u, rows.w, rows.a, rows.alpha):
        field[:, :2] = rng.normal(size=(ROWS + 1, 2, 3))
    rows.e[:, :2] = rng.normal(size=(ROWS + 1, 2, 4))
    rows.e[:, :2] /= np.linalg.norm(rows.e[:, :2], axis=-1, keepdims=True)
    rows.unit_norm_error[:, :2] = [[1e-15, -3e-15]]
    rows.determinant_error[:, :2] = rng.normal(size=(ROWS + 1, 2))
    rows.step_size[:], rows.newton_iterations[:] = 0.125, 3.0
    return rows


def particles(chunk: Chunk, body: int) -> list[tuple[float, np.ndarray, np.ndarray]]:
    """Return mass, positions (rows, 3) and velocities (rows, 3) of the particles of a body."""
    n = int(chunk.count[0])
    R = Rotation.from_quat(chunk.e[:n, body], scalar_first=True)
    return [
        (m, chunk.x[:n, body] + R.apply(y), chunk.u[:n, body] + R.apply(np.cross(chunk.w[:n, body], y)))
        for m, y in PARTICLES[body]
    ]


OBSERVED_FROM = (np.array([0.4, -1.0, 2.0]), Rotation.from_euler("ZXZ", [10.0, 70.0, -20.0], degrees=True).as_matrix())
REFERENCE = {
    "A": (np.array([1.0, 0.0, 0.5]), Rotation.from_euler("XYZ", [0.3, -0.4, 1.0]).as_matrix()),
    "B": (np.array([-0.5, 0.2, 0.0]), Rotation.from_euler("XYZ", [-1.3, 0.2, 0.1]).as_matrix()),
}


@pytest.fixture
def plan(by_hand: Any, described: Any) -> Callable[..., SensorPlan]:
    """Return a function that plans a sensor of the two bodies. `model` contains the other parts of the model."""

    def make(model: dict[str, Any] | None = None, **values: object) -> SensorPlan:
        extra = dict(model or {})
        objects = (described("SENSOR", "s", **values), *extra.pop("objects", ()))
        compiled = by_hand(
            bodies=REFERENCE,
            objects=objects,
            frames={"F": OBSERVED_FROM},
            moving_frames={"M": ("A", *OBSERVED_FROM)},
            masses=masses(),
            gravity=GRAVITY,
            **extra,
        )
        diagnostics = Diagnostics()
        [sensor] = plan_sensors(compiled, diagnostics)
        assert not diagnostics.has_errors
        return sensor

    return make


def observer(chunk: Chunk, name: str) -> tuple[np.ndarray, Rotation]:
    """Return the origin (rows, 3) and the rotation of an observer."""
    if name != "M":
        x, R = OBSERVED_FROM if name == "F" else (np.zeros(3), np.eye(3))
        return np.tile(x, (ROWS, 1)), Rotation.from_matrix(np.tile(R, (ROWS, 1, 1)))
    (x0, R0), (x, R) = REFERENCE["A"], OBSERVED_FROM
    R_A = Rotation.from_quat(chunk.e[:ROWS, 0], scalar_first=True)
    return chunk.x[:ROWS, 0] + R_A.apply(R0.T @ (x - x0)), R_A * Rotation.from_matrix(R0.T @ R)


BODIES = {"A": [0], "B": [1], "SYSTEM": [0, 1], "GROUND": []}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("seen_by", ["INERTIAL", "F", "M"])
def test_momentum_is_that_of_the_particles(plan: Any, chunk: Chunk, name: str, seen_by: str) -> None:
    x_E, R_E = observer(chunk, seen_by)
    linear, angular = np.zeros((ROWS, 3)), np.zeros((ROWS, 3))
    for body in BODIES[name]:
        for m, x, v in particles(chunk, body):
            linear += m * v
            angular += np.cross(x - x_E, m * v)
    for sensor_type, total in (("LINEAR_MOMENTUM", linear), ("ANGULAR_MOMENTUM", angular)):
        got = plan(SENSOR_TYPE=sensor_type, OBJECT_NAME=name, FRAME_NAME=seen_by).evaluate(chunk)
        np.testing.assert_allclose(got, R_E.inv().apply(total), rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("name", ["A", "B", "SYSTEM"])
@pytest.mark.parametrize("seen_by", ["INERTIAL", "M"])
def test_angular_momentum_about_the_centre_of_mass(plan: Any, chunk: Chunk, name: str, seen_by: str) -> None:
    R_E = observer(chunk, seen_by)[1]
    found = [particle for body in BODIES[name] for particle in particles(chunk, body)]
    centre = sum(m * x for m, x, _ in found) / sum(m for m, _, _ in found)
    total = sum(np.cross(x - centre, m * v) for m, x, v in found)
    sensor = plan(SENSOR_TYPE="ANGULAR_MOMENTUM", OBJECT_NAME=name, FRAME_NAME=seen_by, ABOUT="CENTRE_OF_MASS")
    np.testing.assert_allclose(sensor.evaluate(chunk), R_E.inv().apply(total), rtol=1e-13, atol=1e-13)


def test_the_centre_of_mass_of_the_system(plan: Any, chunk: Chunk) -> None:
    """The position, velocity and acceleration of the centre are weighted means over the particles, seen by an observer
    at rest.
    """
    x_E, R_E = observer(chunk, "F")
    found = [particle for body in range(2) for particle in particles(chunk, body)]
    mass = sum(m for m, _, _ in found)
    acceleration = np.zeros((ROWS, 3))
    for body in range(2):
        R = Rotation.from_quat(chunk.e[:ROWS, body], scalar_first=True)
        w, alpha = chunk.w[:ROWS, body], chunk.alpha[:ROWS, body]
        for m, y in PARTICLES[body]:
            turning = np.cross(alpha, y) + np.cross(w, np.cross(w, y))
            acceleration += m / mass * (chunk.a[:ROWS, body] + R.apply(turning))
    means = {
        "POSITION": sum(m * x for m, x, _ in found) / mass - x_E,
        "VELOCITY": sum(m * v for m, _, v in found) / mass,
        "ACCELERATION": acceleration,
    }
    for sensor_type, mean in means.items():
        got = plan(SENSOR_TYPE=sensor_type, OBJECT_NAME="SYSTEM", FRAME_NAME="F").evaluate(chunk)
        np.testing.assert_allclose(got, R_E.inv().apply(mean), rtol=1e-13, atol=1e-13)


def test_an_accelerometer_feels_no_gravity(plan: Any, chunk: Chunk) -> None:
    """In free fall, the accelerometer shows zero. At rest, the accelerometer shows the reaction to the weight, in the
    axes of the sensor's body.
    """
    chunk.w[:], chunk.alpha[:] = 0.0, 0.0
    chunk.a[:ROWS, 0] = GRAVITY
    chunk.a[1, 0] = 0.0
    got = plan(SENSOR_TYPE="SPECIFIC_FORCE", OBJECT_NAME="A", RESOLVED_IN="M").evaluate(chunk)
    up = observer(chunk, "M")[1].inv().apply(np.tile(np.negative(GRAVITY), (ROWS, 1)))
    np.testing.assert_allclose(got, up * (np.arange(ROWS) == 1)[:, None], atol=1e-14)


@pytest.mark.parametrize("name", BODIES)
def test_energy_is_that_of_the_particles(plan: Any, chunk: Chunk, name: str) -> None:
    kinetic, potential = np.zeros(ROWS), np.zeros(ROWS)
    for body in BODIES[name]:
        for m, x, v in particles(chunk, body):
            kinetic += 0.5 * m * np.sum(v * v, axis=-1)
            potential -= m * x @ np.array(GRAVITY)
    expected = {"KINETIC_ENERGY": kinetic, "POTENTIAL_ENERGY": potential, "TOTAL_ENERGY": kinetic + potential}
    for sensor_type, energy in expected.items():
        got = plan(SENSOR_TYPE=sensor_type, OBJECT_NAME=name).evaluate(chunk)
        np.testing.assert_allclose(got, energy[:, None], rtol=1e-13, atol=1e-12)


def spring_model(described: Any, function: str | None = None) -> dict[str, Any]:
    """Return a spring from B to A, and another to GROUND. With a force law, the law of the first spring is the
    function.
    """
    laws = {
        "hardening": described("FUNCTION_1D", "f", FUNCTION_1D_TYPE="POLYNOMIAL", COEFFICIENTS=(0.0, 50.0, 3.0, 200.0)),
        "table": described(
            "FUNCTION_1D",
            "f",
            FUNCTION_1D_TYPE="TABULATED",
            INTERPOLATION="LINEAR",
            TABLE_ENTRIES=(
                described("", "", TIME=(-0.5, 0.1, 0.4, 1.1, 2.0), FUNCTION_VALUE=(-3.0, 1.0, 2.0, 15.0, 16.0)),
            ),
        ),
    }
    functions = None if function is None else encode_functions([laws[function]], Diagnostics())[0]
    return {
        "objects": (described("SPRING_DAMPER", "s1"), described("SPRING_DAMPER", "s2")),
        "functions": functions,
        "springs": {
            "body0": [1, 0],
            "body1": [0, 2],
            "point0": [[0.1, 0.2, 0.3], [0.5, 0.0, 0.0]],
            "point1": [[-0.3, 0.0, 0.4], [0.0, 2.0, 1.0]],
            "stiffness": [120.0, 40.0],
            "damping": [7.0, 2.0],
            "rest_length": [1.1, 0.4],
            "function": [-1 if function is None else 0, -1],
        },
    }


def spring_lengths(chunk: Chunk, springs: dict[str, Any], i: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the length of a spring and the rate of this length in every row."""
    ends = []
    for body, point in ((springs["body0"][i], springs["point0"][i]), (springs["body1"][i], springs["point1"][i])):
        R = Rotation.from_quat(chunk.e[:ROWS, body], scalar_first=True)
        ends.append(
            (
                chunk.x[:ROWS, body] + R.apply(point),
                chunk.u[:ROWS, body] + R.apply(np.cross(chunk.w[:ROWS, body], point)),
            )
        )
    line, rate = ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]
    length = np.sqrt(np.sum(line * line, axis=1))
    return length, np.sum(line * rate, axis=1) / length


@pytest.mark.parametrize("law", [None, "hardening", "table"])
def test_springs_pull_and_store_energy(plan: Any, described: Any, chunk: Chunk, law: str | None) -> None:
    model = spring_model(described, law)
    (length, rate), (length2, rate2) = (spring_lengths(chunk, model["springs"], i) for i in range(2))
    force: Callable[[float], float] = lambda d: 120.0 * d  # noqa: E731  # one line a case
    if law == "hardening":
        force = lambda d: 50.0 * d + 3.0 * d**2 + 200.0 * d**3  # noqa: E731  # one line a case
    elif law == "table":
        force = lambda d: float(np.interp(d, [-0.5, 0.1, 0.4, 1.1, 2.0], [-3.0, 1.0, 2.0, 15.0, 16.0]))  # noqa: E731  # one line a case
    d = length - 1.1
    tension = np.array([force(value) for value in d]) + 7.0 * rate
    kinks = [-0.5, 0.1, 0.4, 1.1, 2.0]
    stored = np.array([quad(force, 0.0, value, points=kinks, epsabs=1e-12, epsrel=1e-12, limit=200)[0] for value in d])
    stored += 20.0 * (length2 - 0.4) ** 2
    np.testing.assert_allclose(
        plan(model, SENSOR_TYPE="ELONGATION", OBJECT_NAME="s1").evaluate(chunk)[:, 0], d, rtol=1e-13
    )
    got = plan(model, SENSOR_TYPE="FORCE", OBJECT_NAME="s1").evaluate(chunk)
    np.testing.assert_allclose(got[:, 0], tension, rtol=1e-12)
    other = plan(model, SENSOR_TYPE="FORCE", OBJECT_NAME="s2").evaluate(chunk)
    np.testing.assert_allclose(other[:, 0], 40.0 * (length2 - 0.4) + 2.0 * rate2, rtol=1e-12)
    with_springs = plan(model, SENSOR_TYPE="POTENTIAL_ENERGY", OBJECT_NAME="SYSTEM").evaluate(chunk)
    weight = plan(SENSOR_TYPE="POTENTIAL_ENERGY", OBJECT_NAME="SYSTEM").evaluate(chunk)
    np.testing.assert_allclose((with_springs - weight)[:, 0], stored, rtol=1e-11)


def test_bushings_push_along_their_axes_and_store_energy(plan: Any, described: Any, chunk: Chunk) -> None:
    axes0, axes1 = Rotation.random(rng=1).as_matrix(), Rotation.random(rng=2).as_matrix()
    stiffness, damping, turning = np.array([30.0, 50.0, 70.0]), np.array([3.0, 2.0, 1.0]), np.array([5.0, 6.0, 7.0])
    bushings = {
        "body0": [0],
        "body1": [1],
        "point0": [[0.3, 0.1, -0.2]],
        "point1": [[-0.1, 0.4, 0.6]],
        "axes0": [axes0],
        "axes1": [axes1],
        "stiffness": [stiffness],
        "damping": [damping],
        "rotational_stiffness": [turning],
        "rotational_damping": [[0.0, 0.0, 0.0]],
    }
    model = {"objects": (described("BUSHING", "b"),), "bushings": bushings}

    def deformation(row: int, time: float) -> tuple[np.ndarray, Rotation]:
        """Return the deformation after the two bodies have moved from a row by their velocities, as observed from the
        bushing.
        """
        ends = []
        for body, point, axes in ((0, bushings["point0"][0], axes0), (1, bushings["point1"][0], axes1)):
            spin = Rotation.from_rotvec(time * chunk.w[row, body])
            R = Rotation.from_quat(chunk.e[row, body], scalar_first=True) * spin
            ends.append(
                (chunk.x[row, body] + time * chunk.u[row, body] + R.apply(point), R * Rotation.from_matrix(axes))
            )
        (x0, R0), (x1, R1) = ends
        return R0.inv().apply(x1 - x0), R0.inv() * R1

    h = 1e-5
    d = np.array([deformation(row, 0.0)[0] for row in range(ROWS)])
    rate = np.array([(deformation(row, h)[0] - deformation(row, -h)[0]) / (2 * h) for row in range(ROWS)])
    psi = np.array([deformation(row, 0.0)[1].as_rotvec() for row in range(ROWS)])
    elongation = plan(model, SENSOR_TYPE="ELONGATION", OBJECT_NAME="b")
    force = plan(model, SENSOR_TYPE="FORCE", OBJECT_NAME="b")
    np.testing.assert_allclose(elongation.evaluate(chunk), d, rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(force.evaluate(chunk), stiffness * d + damping * rate, rtol=1e-8, atol=1e-8)
    assert (force.units, force.resolved_in, elongation.components) == ("N", "b", ("d1", "d2", "d3"))
    with_bushing = plan(model, SENSOR_TYPE="POTENTIAL_ENERGY", OBJECT_NAME="SYSTEM").evaluate(chunk)
    weight = plan(SENSOR_TYPE="POTENTIAL_ENERGY", OBJECT_NAME="SYSTEM").evaluate(chunk)
    stored = 0.5 * (d * d @ stiffness + psi * psi @ turning)
    np.testing.assert_allclose((with_bushing - weight)[:, 0], stored, rtol=1e-12)


def test_unified_velocities_of_the_hexahedron(plan: Any, chunk: Chunk) -> None:
    got = plan(SENSOR_TYPE="UNIFIED_VELOCITIES", OBJECT_NAME="B").evaluate(chunk)
    w1, w2, w3, w4, w5, w6 = got.T
    # The inverse relations of the errata apply for lengths 1 and alpha = 1/sqrt 2.
    U = np.stack([w1 - w2, w3 - w4, w5 - w6], axis=1) / np.sqrt(2)
    spin = np.stack([w3 + w4, w5 + w6, w1 + w2], axis=1) / np.sqrt(2)
    R = Rotation.from_quat(chunk.e[:ROWS, 1], scalar_first=True)
    np.testing.assert_allclose(R.apply(U), chunk.u[:ROWS, 1], atol=1e-14)
    np.testing.assert_allclose(spin, chunk.w[:ROWS, 1], atol=1e-14)


def test_unified_velocities_of_the_integrator(plan: Any, chunk: Chunk) -> None:
    keywords = keywords_in_force("EXPLICIT_RUNGE_KUTTA", ["UNIFIED_VELOCITIES"], {"PROJECTION": "TETRAHEDRON"})
    method = Method(
        "EXPLICIT_RUNGE_KUTTA", "UNIFIED_VELOCITIES", INTEGRATOR_OF["EXPLICIT_RUNGE_KUTTA"].options(keywords), keywords
    )
    got = plan({"method": method}, SENSOR_TYPE="UNIFIED_VELOCITIES", OBJECT_NAME="A").evaluate(chunk)
    R = Rotation.from_quat(chunk.e[:ROWS, 0], scalar_first=True)
    U = R.inv().apply(chunk.u[:ROWS, 0])
    # The direction is (-1, 1, 0)/sqrt 2 at the point (1/2, 1/2, 0).
    velocity = U + np.cross(chunk.w[:ROWS, 0], [0.5, 0.5, 0.0])
    np.testing.assert_allclose(got[:, 3], velocity @ np.array([-1.0, 1.0, 0.0]) / np.sqrt(2), atol=1e-14)


@pytest.mark.parametrize(
    ("sensor_type", "name", "expected"),
    [
        ("STEP_SIZE", "SYSTEM", 0.125),
        ("NEWTON_ITERATIONS", "A", 3.0),
        ("CONSTRAINT_VIOLATION", "SYSTEM", 0.0),
        ("UNIT_NORM_ERROR", "A", 1e-15),
        ("UNIT_NORM_ERROR", "SYSTEM", -3e-15),
        ("UNIT_NORM_ERROR", "GROUND", 0.0),
    ],
)
def test_sensors_of_the_run(plan: Any, chunk: Chunk, sensor_type: str, name: str, expected: float) -> None:
    got = plan(SENSOR_TYPE=sensor_type, OBJECT_NAME=name).evaluate(chunk)
    assert got.tolist() == [[expected]] * ROWS


def test_determinant_error_of_the_system_is_the_worst(plan: Any, chunk: Chunk) -> None:
    got = plan(SENSOR_TYPE="ROTATION_DETERMINANT_ERROR").evaluate(chunk)[:, 0]
    errors = chunk.determinant_error[:ROWS]
    assert got.tolist() == [row[0] if abs(row[0]) > abs(row[1]) else row[1] for row in errors[:, :2]]


def test_rows_do_not_change_when_the_chunk_is_filled_again(plan: Any, chunk: Chunk) -> None:
    got = plan(SENSOR_TYPE="STEP_SIZE").evaluate(chunk)
    chunk.step_size[:] = 7.0
    assert got.tolist() == [[0.125]] * ROWS
