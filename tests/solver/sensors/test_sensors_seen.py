"""The values of observers for bodies in known motion. Every kinematic sensor is compared with positions that mpmath
differentiates.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.language.diagnostics import Diagnostics
from rbsolve.solver.model.chunk import Chunk, RowSizes, empty_chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.sensors.plan import SensorPlan, plan_sensors

TIMES = (0.0, 0.37, 1.6)
DIGITS = 80
H = mp.mpf(10) ** -20


def planar(axis: int, angle: Any) -> Any:
    R = mp.eye(3)
    i, j = axis % 3, (axis + 1) % 3
    R[i, i] = R[j, j] = mp.cos(angle)
    R[j, i] = mp.sin(angle)
    R[i, j] = -R[j, i]
    return R


def body_B(t: Any) -> tuple[Any, Any]:
    x = mp.matrix([mp.mpf("0.3") + t / 2 + mp.sin(2 * t) / 5, -t * t, mp.cos(t)])
    return x, planar(3, t + 3 * t * t / 10) * planar(1, mp.sin(t) * 2 / 3 + 1) * planar(2, t / 2)


def body_E(t: Any) -> tuple[Any, Any]:
    """Return the pose of a spinning turntable that accelerates along a curve and tilts."""
    return mp.matrix([mp.cos(3 * t), t**3 / 3, mp.mpf("0.1")]), planar(3, 5 * t + t * t) * planar(2, mp.cos(t) / 3)


def d(f: Callable[[Any], Any], t: Any) -> Any:
    return (f(t + H) - f(t - H)) / (2 * H)


def axial(W: Any) -> Any:
    return mp.matrix([W[2, 1] - W[1, 2], W[0, 2] - W[2, 0], W[1, 0] - W[0, 1]]) / 2


def floats(matrix: Any) -> np.ndarray:
    return np.array([[float(v) for v in row] for row in matrix.tolist()]).squeeze()


def exact(array: np.ndarray) -> Any:
    return mp.matrix(np.atleast_2d(array).tolist() if array.ndim == 2 else array.tolist())


# The reference configuration differs from the start of the motion. Points, triads and frames belong to the reference
# configuration.
with mp.workdps(DIGITS):
    X_B0, R_B0 = (floats(part) for part in body_B(mp.mpf("-0.3")))
    X_E0, R_E0 = (floats(part) for part in body_E(mp.mpf("-0.7")))
POINT = np.array([0.7, -0.4, 1.1])
TRIAD = Rotation.from_euler("ZXZ", [30.0, 50.0, -70.0], degrees=True).as_matrix()
FIXED = (np.array([1.0, 2.0, -0.5]), Rotation.from_euler("ZYX", [20.0, -35.0, 110.0], degrees=True).as_matrix())
MOVING = (np.array([-0.6, 0.2, 0.9]), Rotation.from_euler("XYZ", [-15.0, 80.0, 40.0], degrees=True).as_matrix())
OBSERVERS = ("FXDFRAME_INERTIAL", "INERTIAL", "F", "M")


def carry(body: Callable[[Any], tuple[Any, Any]], x0: Any, R0: Any, at: np.ndarray, axes: np.ndarray) -> Any:
    """Return the pose over time of a frame fixed in a body, from its pose at the reference configuration."""
    point, turn = exact(R0).T * (exact(at) - exact(x0)), exact(R0).T * exact(axes)

    def pose(t: Any) -> tuple[Any, Any]:
        x, R = body(t)
        return x + R * point, R * turn

    return pose


def observer_pose(name: str) -> Any:
    if name == "M":
        return carry(body_E, X_E0, R_E0, *MOVING)
    x, R = FIXED if name == "F" else (np.zeros(3), np.eye(3))
    return lambda t: (exact(x), exact(R))


def standing_still(t: Any) -> tuple[Any, Any]:
    return exact(np.zeros(3)), exact(np.eye(3))


@lru_cache
def expect(sensor_type: str, observer: str, of: str = "particle") -> np.ndarray:
    at, axes = (X_B0, R_B0) if of == "body" else (POINT, TRIAD)
    subject, seen_from = carry(body_B, X_B0, R_B0, at, axes), observer_pose(observer)
    if of == "place":
        subject = carry(standing_still, np.zeros(3), np.eye(3), at, axes)

    def r(t: Any) -> Any:
        (x_E, R_E), (x, _) = seen_from(t), subject(t)
        return R_E.T * (x - x_E)

    def S(t: Any) -> Any:
        return seen_from(t)[1].T * subject(t)[1]

    def w(t: Any) -> Any:
        return axial(d(S, t) * S(t).T)

    x_E, R_E = MOVING if observer == "M" else FIXED if observer == "F" else (np.zeros(3), np.eye(3))
    r0, S0 = exact(R_E.T @ (at - x_E)), exact(R_E.T @ axes)

    def change(t: Any) -> Any:
        """Return T T0^-1 of motion tensors that are assembled entry by entry."""
        return motion_tensor(r(t), S(t)) * motion_tensor(r0, S0) ** -1

    views: dict[str, Callable[[Any], Any]] = {
        "MOTION_TENSOR": lambda t: motion_tensor(r(t), S(t)),
        "CHANGE": change,
        "POSITION": r,
        "DISPLACEMENT": lambda t: r(t) - r0,
        "ORIENTATION": S,
        "ROTATION": lambda t: S(t) * S0.T,
        "VELOCITY": lambda t: d(r, t),
        "ACCELERATION": lambda t: d(lambda s: d(r, s), t),
        "ANGULAR_VELOCITY": w,
        "ANGULAR_ACCELERATION": lambda t: d(w, t),
    }
    with mp.workdps(DIGITS):
        return np.array([floats(views[sensor_type](mp.mpf(t))).ravel() for t in TIMES])


def motion_tensor(x: Any, R: Any) -> Any:
    """Return [[R, x~ R], [0, R]]."""
    lever = mp.matrix([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]]) * R
    C = mp.zeros(6)
    for i in range(3):
        for j in range(3):
            C[i, j] = C[3 + i, 3 + j] = R[i, j]
            C[i, 3 + j] = lever[i, j]
    return C


@pytest.fixture(scope="module")
def chunk() -> Chunk:
    """Return rows of the two bodies at the times, and an additional row that is not valid."""
    rows = empty_chunk(len(TIMES) + 1, RowSizes(2))
    rows.count[0] = len(TIMES)
    rows.x[len(TIMES) :] = np.nan
    for b, body in enumerate((body_B, body_E)):

        def x(t: Any, body: Any = body) -> Any:
            return body(t)[0]

        def R(t: Any, body: Any = body) -> Any:
            return body(t)[1]

        def w(t: Any) -> Any:
            return axial(R(t).T * d(R, t))

        with mp.workdps(DIGITS):
            for row, time in enumerate(TIMES):
                t = mp.mpf(time)
                rows.time[row] = time
                rows.x[row, b], rows.u[row, b] = floats(x(t)), floats(d(x, t))
                rows.a[row, b] = floats(d(lambda s: d(x, s), t))
                rows.e[row, b] = Rotation.from_matrix(floats(R(t))).as_quat(scalar_first=True)
                rows.w[row, b], rows.alpha[row, b] = floats(w(t)), floats(d(w, t))
    return rows


@pytest.fixture
def plan(by_hand: Any, described: Any) -> Callable[..., SensorPlan]:
    """Return a function that plans a sensor of the two bodies."""

    def make(**values: object) -> SensorPlan:
        compiled: CompiledModel = by_hand(
            bodies={"B": (X_B0, R_B0), "E": (X_E0, R_E0)},
            objects=(described("SENSOR", "s", **values),),
            points={"P": POINT},
            triads={"T": TRIAD},
            frames={"F": FIXED},
            moving_frames={"M": ("E", *MOVING), "N": ("B", POINT, TRIAD)},
        )
        diagnostics = Diagnostics()
        [sensor] = plan_sensors(compiled, diagnostics)
        assert not diagnostics.has_errors
        return sensor

    return make


@pytest.mark.parametrize("observer", OBSERVERS)
@pytest.mark.parametrize(
    "sensor_type",
    [
        "POSITION",
        "DISPLACEMENT",
        "ORIENTATION",
        "ROTATION",
        "VELOCITY",
        "ACCELERATION",
        "ANGULAR_VELOCITY",
        "ANGULAR_ACCELERATION",
    ],
)
@pytest.mark.parametrize(
    "given",
    [{"OBJECT_NAME": "B", "POINT_NAME": "P", "TRIAD_NAME": "T"}, {"OBJECT_NAME": "N"}, {"OBJECT_NAME": "B"}],
    ids=["particle", "frame", "body"],
)
def test_sensor_matches_differentiated_positions(
    plan: Any, chunk: Chunk, given: dict[str, str], sensor_type: str, observer: str
) -> None:
    got = plan(SENSOR_TYPE=sensor_type, FRAME_NAME=observer, **given).evaluate(chunk)
    exact_columns = expect(sensor_type, observer, "body" if given == {"OBJECT_NAME": "B"} else "particle")
    np.testing.assert_allclose(got, exact_columns, rtol=2e-14, atol=1e-13)


@pytest.mark.parametrize("observer", OBSERVERS)
def test_points_and_triads_stand_still_and_move_as_an_observer_sees_them(
    plan: Any, chunk: Chunk, observer: str
) -> None:
    of_points = "POSITION", "DISPLACEMENT", "VELOCITY", "ACCELERATION"
    of_triads = "ORIENTATION", "ROTATION", "ANGULAR_VELOCITY", "ANGULAR_ACCELERATION"
    for name, types in (("P", of_points), ("T", of_triads)):
        for sensor_type in types:
            got = plan(SENSOR_TYPE=sensor_type, OBJECT_NAME=name, FRAME_NAME=observer).evaluate(chunk)
            exact_columns = expect(sensor_type, observer, "place")
            np.testing.assert_allclose(got, exact_columns, rtol=2e-14, atol=1e-13, err_msg=sensor_type)


@pytest.mark.parametrize("observer", OBSERVERS)
def test_motion_tensor_and_change_of_motion(plan: Any, chunk: Chunk, observer: str) -> None:
    of_N = {"OBJECT_NAME": "N", "FRAME_NAME": observer}
    tensor = plan(SENSOR_TYPE="MOTION_TENSOR", **of_N)
    np.testing.assert_allclose(tensor.evaluate(chunk), expect("MOTION_TENSOR", observer), rtol=2e-14, atol=1e-13)
    assert tensor.components[:7] == ("C11", "C12", "C13", "C14", "C15", "C16", "C21")
    assert tensor.units.split(", ") == 3 * ["1", "1", "1", "m", "m", "m"] + 18 * ["1"]
    change = plan(SENSOR_TYPE="MOTION_TENSOR", CHANGE=True, **of_N)
    columns = expect("CHANGE", observer)
    np.testing.assert_allclose(change.evaluate(chunk), columns, rtol=2e-14, atol=1e-13)
    assert change.long_name.startswith("motion tensor of the change of motion of N")
    # With Q = E(q, e), the displacement is 2 q e*, and e gives the rotation.
    parameters = plan(SENSOR_TYPE="MOTION_PARAMETERS", CHANGE=True, **of_N).evaluate(chunk)
    q, e = parameters[:, :4], Rotation.from_quat(parameters[:, 4:], scalar_first=True)
    Q = columns.reshape(-1, 6, 6)
    np.testing.assert_allclose(e.as_matrix(), Q[:, :3, :3], atol=1e-13)
    lever = Q[:, :3, 3:] @ np.swapaxes(Q[:, :3, :3], 1, 2)
    d = np.stack([lever[:, 2, 1], lever[:, 0, 2], lever[:, 1, 0]], axis=1)
    e0, ev = parameters[:, 4:5], parameters[:, 5:]
    np.testing.assert_allclose(2.0 * (e0 * q[:, 1:] - q[:, :1] * ev - np.cross(q[:, 1:], ev)), d, atol=1e-13)


@pytest.mark.parametrize("axes", ["INERTIAL", "M", "N"])
@pytest.mark.parametrize(
    "sensor_type", ["POSITION", "VELOCITY", "ACCELERATION", "ANGULAR_VELOCITY", "ANGULAR_ACCELERATION"]
)
def test_components_along_other_axes_than_the_observers(plan: Any, chunk: Chunk, sensor_type: str, axes: str) -> None:
    """The vectors are the same. They are rotated from the observer's axes to inertial axes, and then to the requested
    axes.
    """
    given = {"SENSOR_TYPE": sensor_type, "OBJECT_NAME": "B", "POINT_NAME": "P", "FRAME_NAME": "M"}
    sensor = plan(RESOLVED_IN=axes, **given)
    assert (sensor.observer, sensor.resolved_in) == ("M", axes)
    subject = carry(body_B, X_B0, R_B0, POINT, TRIAD)
    with mp.workdps(DIGITS):
        turns = [
            floats(
                (subject(mp.mpf(t)) if axes == "N" else observer_pose(axes)(mp.mpf(t)))[1].T
                * observer_pose("M")(mp.mpf(t))[1]
            )
            for t in TIMES
        ]
    columns = np.einsum("rij,rj->ri", turns, expect(sensor_type, "M"))
    np.testing.assert_allclose(sensor.evaluate(chunk), columns, rtol=2e-14, atol=2e-13)


X = ("x1", "x2", "x3")
EULER = {"313": "ZXZ", "323": "ZYZ", "321": "ZYX", "312": "ZXY", "123": "XYZ"}


@pytest.mark.parametrize("parameters", [*(f"EULER_ANGLES_{s}" for s in EULER), "EULER_PARAMETERS", "ROTATION_VECTOR"])
@pytest.mark.parametrize("sensor_type", ["ORIENTATION", "ROTATION", "CONFIGURATION"])
def test_rotation_parameters_of_a_moving_observer(plan: Any, chunk: Chunk, sensor_type: str, parameters: str) -> None:
    sensor = plan(
        SENSOR_TYPE=sensor_type,
        OBJECT_NAME="B",
        POINT_NAME="P",
        TRIAD_NAME="T",
        FRAME_NAME="M",
        ROTATION_PARAMETERS=parameters,
    )
    columns = sensor.evaluate(chunk)
    assert columns.shape == (len(TIMES), len(sensor.components))
    assert sensor.rotation_parameters == parameters
    if sensor_type == "CONFIGURATION":
        np.testing.assert_allclose(columns[:, :3], expect("POSITION", "M"), rtol=2e-14, atol=1e-13)
        columns = columns[:, 3:]
    if parameters == "EULER_PARAMETERS":
        rotation = Rotation.from_quat(columns, scalar_first=True)
    elif parameters == "ROTATION_VECTOR":
        rotation = Rotation.from_rotvec(columns)
    else:
        rotation = Rotation.from_euler(EULER[parameters[-3:]], columns, degrees=True)
    R = expect("ROTATION" if sensor_type == "ROTATION" else "ORIENTATION", "M").reshape(-1, 3, 3)
    np.testing.assert_allclose(rotation.as_matrix(), R, atol=1e-13)


@pytest.mark.parametrize("sensor_type", ["ORIENTATION", "ROTATION", "CONFIGURATION"])
def test_euler_angles_in_radians(plan: Any, chunk: Chunk, sensor_type: str) -> None:
    given = {"SENSOR_TYPE": sensor_type, "OBJECT_NAME": "B", "FRAME_NAME": "M"}
    degrees, radians = (
        plan(ROTATION_PARAMETERS="EULER_ANGLES_323", ANGLE_UNIT=unit, **given) for unit in ("DEGREES", "RADIANS")
    )
    assert (degrees.units.split(", ")[-1], radians.units.split(", ")[-1]) == ("deg", "rad")
    np.testing.assert_array_equal(radians.evaluate(chunk)[:, -3:], np.radians(degrees.evaluate(chunk)[:, -3:]))
    matrices = [plan(ANGLE_UNIT=unit, **given) for unit in ("DEGREES", "RADIANS")]
    np.testing.assert_array_equal(*(sensor.evaluate(chunk) for sensor in matrices))


def test_motion_parameters_hold_position_and_orientation(plan: Any, chunk: Chunk) -> None:
    sensor = plan(SENSOR_TYPE="MOTION_PARAMETERS", OBJECT_NAME="N", FRAME_NAME="M")
    columns = sensor.evaluate(chunk)
    q, e = columns[:, :4], columns[:, 4:]
    R = Rotation.from_quat(e, scalar_first=True)
    np.testing.assert_allclose(R.as_matrix(), expect("ORIENTATION", "M").reshape(-1, 3, 3), atol=1e-13)
    # With the quaternion product, q = x e / 2 gives q0 = -x.ev / 2 and qv = (e0 x + x × ev) / 2.
    x = expect("POSITION", "M")
    np.testing.assert_allclose(q[:, 0], -0.5 * np.sum(x * e[:, 1:], axis=1), atol=1e-13)
    np.testing.assert_allclose(q[:, 1:], 0.5 * (e[:, :1] * x + np.cross(x, e[:, 1:])), atol=1e-13)
    assert sensor.units == "m, m, m, m, 1, 1, 1, 1"


@pytest.mark.parametrize("subject", ["FXDFRAME_INERTIAL", "F", "GROUND", "M"])
def test_frames_at_rest_are_seen_in_every_row(plan: Any, chunk: Chunk, subject: str) -> None:
    seen = plan(
        SENSOR_TYPE="CONFIGURATION", OBJECT_NAME=subject, FRAME_NAME=subject if subject != "GROUND" else "INERTIAL"
    )
    np.testing.assert_allclose(seen.evaluate(chunk), np.tile([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], (3, 1)), atol=1e-15)


@pytest.mark.parametrize(
    ("sensor_type", "parameters", "components", "units", "resolved_in"),
    [
        ("POSITION", None, X, "m", "M"),
        ("ACCELERATION", None, ("a1", "a2", "a3"), "m/s^2", "M"),
        ("ORIENTATION", "EULER_ANGLES_321", ("phi1", "phi2", "phi3"), "deg", "M"),
        (
            "CONFIGURATION",
            "EULER_ANGLES_313",
            ("x1", "x2", "x3", "phi1", "phi2", "phi3"),
            "m, m, m, deg, deg, deg",
            "M",
        ),
        ("CONFIGURATION", "EULER_PARAMETERS", (*X, "e0", "e1", "e2", "e3"), "m, m, m, 1, 1, 1, 1", "M"),
        ("KINETIC_ENERGY", None, ("T",), "J", ""),
        ("UNIFIED_VELOCITIES", None, tuple(f"w{k}" for k in range(1, 7)), "m/s", "B"),
    ],
)
def test_what_the_file_says_of_a_sensor(
    plan: Any, sensor_type: str, parameters: str | None, components: tuple[str, ...], units: str, resolved_in: str
) -> None:
    options = {} if parameters is None else {"ROTATION_PARAMETERS": parameters}
    sensor = plan(SENSOR_TYPE=sensor_type, OBJECT_NAME="B", FRAME_NAME="M", **options)
    assert (sensor.components, sensor.units, sensor.resolved_in) == (components, units, resolved_in)
    assert (sensor.name, sensor.sensor_type, sensor.object) == ("s", sensor_type, "B")
    assert sensor.observer == ("M" if resolved_in == "M" else "")
    assert sensor.rotation_parameters == parameters
    assert sensor.long_name.endswith("of B, viewed by M" if resolved_in == "M" else "of B")
