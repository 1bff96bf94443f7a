"""Available sensors, errors for all other sensors, and rotations that are written without jumps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.language.diagnostics import Diagnostics
from rbsolve.parser.schema.sensors import SENSOR_TYPES
from rbsolve.pipeline import check_deck
from rbsolve.solver.model.chunk import Chunk, RowSizes, empty_chunk
from rbsolve.solver.run.loop import simulate
from rbsolve.solver.sensors.plan import plan_sensors
from rbsolve.solver.sensors.registry import OF_FAMILY, PLANNERS

HERE = (np.zeros(3), np.eye(3))


def test_every_sensor_type_has_a_planner() -> None:
    of_families = {sensor.name for sensor in SENSOR_TYPES if set(sensor.objects) <= OF_FAMILY.keys()}
    assert {sensor.name for sensor in SENSOR_TYPES} - of_families == set(PLANNERS)


def test_without_sensors_each_body_is_followed(by_hand: Any) -> None:
    plans = plan_sensors(by_hand(bodies={"A": HERE, "B": HERE}), Diagnostics())
    names = [f"{body}.{what}" for body in "AB" for what in ("CONFIGURATION", "VELOCITY", "ANGULAR_VELOCITY")]
    assert [plan.name for plan in plans] == names
    assert plans[0].components == ("x1", "x2", "x3", "e0", "e1", "e2", "e3")
    assert (plans[0].observer, plans[0].rotation_parameters) == ("FXDFRAME_INERTIAL", "EULER_PARAMETERS")


def test_plans_are_in_deck_order(by_hand: Any, described: Any) -> None:
    sensors = [described("SENSOR", name, SENSOR_TYPE="STEP_SIZE") for name in ("z", "a", "m")]
    plans = plan_sensors(by_hand(bodies={"A": HERE}, objects=tuple(sensors)), Diagnostics())
    assert [plan.name for plan in plans] == ["z", "a", "m"]


def test_a_body_comes_before_a_frame_of_the_same_name(by_hand: Any, described: Any) -> None:
    sensor = described("SENSOR", "s", SENSOR_TYPE="POSITION", OBJECT_NAME="A")
    moved = (np.array([1.0, 2.0, 3.0]), np.eye(3))
    [plan] = plan_sensors(by_hand(bodies={"A": HERE}, objects=(sensor,), frames={"A": moved}), Diagnostics())
    chunk = empty_chunk(1, RowSizes(1))
    chunk.count[0], chunk.e[:, 0, 0], chunk.x[:, 0] = 1, 1.0, 7.0
    assert plan.evaluate(chunk).tolist() == [[7.0, 7.0, 7.0]]


WITHOUT_AXES = [kind.name for kind in SENSOR_TYPES if "BODY" in kind.objects and "RESOLVED_IN" not in kind.options]


@pytest.mark.parametrize("parameters", ["ROTATION_MATRIX", "ROTATION_VECTOR", "EULER_ANGLES_321"])
@pytest.mark.parametrize("kind", WITHOUT_AXES)
def test_other_axes_have_no_effect_on_a_sensor_without_components_along_axes(
    kind: str, parameters: str, by_hand: Any, described: Any
) -> None:
    """The check warns that `@RESOLVED_IN` has no effect on such a sensor. Euler angles, for example, are no vector."""
    given = {"SENSOR_TYPE": kind, "OBJECT_NAME": "A", "ROTATION_PARAMETERS": parameters}
    sensors = (described("SENSOR", "s", **given), described("SENSOR", "along", **given, RESOLVED_IN="F"))
    turned = (np.array([1.0, 2.0, 3.0]), Rotation.from_rotvec([0.3, -0.2, 0.7]).as_matrix())
    alone, along = plan_sensors(by_hand(bodies={"A": HERE}, objects=sensors, frames={"F": turned}), Diagnostics())
    [chunk] = spinning(np.array([0.6, 0.0, 0.8]), np.array([0.5, 0.7]), Rotation.from_rotvec([0.1, 0.4, 0.2]), 1)
    np.testing.assert_array_equal(along.evaluate(chunk), alone.evaluate(chunk))
    assert along.resolved_in == alone.resolved_in


def spinning(axis: np.ndarray, angles: np.ndarray, tilt: Rotation, parts: int) -> list[Chunk]:
    """Return chunks of a body that rotates about an axis, in parts."""
    chunks = []
    for piece, times in zip(
        np.array_split(angles, parts), np.array_split(np.arange(len(angles)) * 0.1, parts), strict=True
    ):
        chunk = empty_chunk(len(piece), RowSizes(1))
        chunk.count[0] = len(piece)
        chunk.time[:] = times
        R = Rotation.from_rotvec(piece[:, None] * axis) * tilt
        chunk.e[:, 0] = R.as_quat(canonical=True, scalar_first=True)
        chunks.append(chunk)
    return chunks


def history(by_hand: Any, described: Any, chunks: list[Chunk], **values: object) -> np.ndarray:
    sensor = described("SENSOR", "s", OBJECT_NAME="A", **values)
    [plan] = plan_sensors(by_hand(bodies={"A": HERE}, objects=(sensor,)), Diagnostics())
    return np.concatenate([plan.evaluate(chunk) for chunk in chunks])


AXIS = np.array([2.0, -1.0, 2.0]) / 3.0
ANGLES = np.linspace(0.0, 40.0, 173)


@pytest.mark.parametrize("parts", [1, 3, 173])
@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_rotation_vectors_go_on_over_turns_and_chunks(
    by_hand: Any, described: Any, parts: int, direction: float
) -> None:
    angles = direction * np.concatenate([ANGLES, ANGLES[::-1]])
    chunks = spinning(AXIS, angles, Rotation.identity(), parts)
    got = history(by_hand, described, chunks, SENSOR_TYPE="ORIENTATION", ROTATION_PARAMETERS="ROTATION_VECTOR")
    np.testing.assert_allclose(got, angles[:, None] * AXIS, atol=1e-12)


@pytest.mark.parametrize("parts", [1, 4])
@pytest.mark.parametrize("sensor_type", ["ORIENTATION", "CONFIGURATION", "MOTION_PARAMETERS"])
def test_euler_parameters_do_not_jump(by_hand: Any, described: Any, parts: int, sensor_type: str) -> None:
    tilt = Rotation.from_euler("XYZ", [0.3, 0.5, -0.7])
    chunks = spinning(AXIS, ANGLES, tilt, parts)
    values = {"SENSOR_TYPE": sensor_type, "ROTATION_PARAMETERS": "EULER_PARAMETERS"}
    e = history(by_hand, described, chunks, **values)[:, -4:]
    half = ANGLES / 2
    spin = np.concatenate([np.cos(half)[:, None], np.sin(half)[:, None] * AXIS], axis=1)
    t = tilt.as_quat(canonical=True, scalar_first=True)
    e0 = spin[:, 0] * t[0] - spin[:, 1:] @ t[1:]
    ev = spin[:, :1] * t[1:] + t[0] * spin[:, 1:] + np.cross(spin[:, 1:], t[1:])
    np.testing.assert_allclose(e, np.column_stack([e0, ev]), atol=1e-13)


def test_a_new_run_starts_afresh(by_hand: Any, described: Any) -> None:
    chunks = spinning(AXIS, ANGLES, Rotation.identity(), 2)
    values = {"SENSOR_TYPE": "ORIENTATION", "ROTATION_PARAMETERS": "ROTATION_VECTOR"}
    got = history(by_hand, described, chunks * 2, **values)
    np.testing.assert_allclose(got[: len(ANGLES)], got[len(ANGLES) :], atol=1e-12)


def test_small_rotations_keep_all_their_digits(by_hand: Any, described: Any) -> None:
    vectors = np.array(
        [[0.0, 0.0, 0.0], [1e-12, 2e-12, -3e-12], [-4e-10, 1e-10, 0.0], [0.1, 0.0, 0.2], [1e-11, 0.0, 0.0]]
    )
    chunk = empty_chunk(len(vectors), RowSizes(1))
    chunk.count[0], chunk.time[:] = len(vectors), np.arange(len(vectors))
    chunk.e[:, 0] = Rotation.from_rotvec(vectors).as_quat(scalar_first=True)
    values = {"SENSOR_TYPE": "ROTATION", "ROTATION_PARAMETERS": "ROTATION_VECTOR"}
    np.testing.assert_allclose(history(by_hand, described, [chunk], **values), vectors, rtol=1e-15, atol=1e-25)


DECK = """
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {0.5, 0.2, 0} } @POINT_NAME {Q} { @COORDINATES {0.5, 0.2, 1} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {10, 20, 30} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {P} @TRIAD_NAME {T} } }
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {M} { @CONNECTED_TO_BODY {E} @POINT_NAME {P} @TRIAD_NAME {T} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} {
    @MASS {2} @MOMENTS_OF_INERTIA {1, 2, 2.5} @CENTRE_OF_MASS_LOCATION {0.1, 0, 0} } }
@RIGID_BODY_DEFINITION {
    @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {1, 2, 3} }
    @RIGID_BODY_NAME {E} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0, 1, 3} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@SPRING_DAMPER_DEFINITION {
    @SPRING_DAMPER_NAME {s1} { @CONNECTED_TO_BODIES {B, E} @POINT1_NAME {P} @POINT2_NAME {Q} @STIFFNESS {100} }
    @SPRING_DAMPER_NAME {s2} {
        @CONNECTED_TO_BODIES {B, GROUND} @POINT1_NAME {P} @POINT2_NAME {Q} @FORCE_FUNCTION_NAME {law} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {law} {
    @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {50*x + 20*sin(x)} } }
@BUSHING_DEFINITION { @BUSHING_NAME {b} {
    @CONNECTED_TO_BODIES {B, E} @AT_POINT {P} @TRIAD_NAME {T}
    @STIFFNESS {10, 20, 30} @ROTATIONAL_STIFFNESS {5, 5, 6} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} {
    @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001} @OUTPUT_STEP_SIZE {0.02} } }
"""
OBJECTS = {
    "BODY": ("B", "GROUND"),
    "FRAME": ("M", "F"),
    "SPRING": ("s1", "s2"),
    "BUSHING": ("b",),
    "SYSTEM": ("SYSTEM",),
}


class Rows(dict[str, np.ndarray]):
    """Stores the rows of a run by sensor."""

    def write(
        self,
        time: np.ndarray,
        sensors: dict[str, np.ndarray],
        diagnostics: dict[str, np.ndarray],
        motion: dict[str, np.ndarray],
    ) -> None:
        for name, rows in sensors.items():
            self[name] = np.concatenate([self[name], rows]) if name in self else rows


def test_every_sensor_of_every_object_in_a_run() -> None:
    asked = [
        (f"{sensor.name}.{name}.{observer}", sensor.name, name, observer)
        for sensor in SENSOR_TYPES
        for family in sensor.objects
        for name in OBJECTS.get(family, ())
        for observer in ("INERTIAL", "F", "M")
    ]
    blocks = "".join(
        f"@SENSOR_NAME {{{name}}} {{ @SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{thing}}} @FRAME_NAME {{{observer}}} }}\n"
        for name, kind, thing, observer in asked
    )
    checked = check_deck(DECK + "@SENSOR_DEFINITION {\n" + blocks + "}")
    assert checked.compiled is not None
    assert [plan.name for plan in checked.sensors] == [name for name, *_ in asked]
    rows = Rows()
    simulate(checked.compiled, checked.sensors, rows)
    for plan in checked.sensors:
        assert rows[plan.name].shape == (51, len(plan.components))
        assert np.all(np.isfinite(rows[plan.name]))
    energy = rows["TOTAL_ENERGY.SYSTEM.INERTIAL"]
    assert np.ptp(energy) < 1e-8 < 1.0 < np.ptp(rows["KINETIC_ENERGY.SYSTEM.INERTIAL"])
