"""Which sensors there are, what is wrong with others, and rotations written without jumps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.parser.diagnostics import Diagnostics, Severity
from rbsolve.parser.schema.sensors import SENSOR_TYPES
from rbsolve.solver.integrators.chunk import Chunk, empty_chunk
from rbsolve.solver.sensors.plan import plan_sensors
from rbsolve.solver.sensors.registry import PLANNERS

HERE = (np.zeros(3), np.eye(3))


def test_every_sensor_type_has_a_planner() -> None:
    assert {sensor.name for sensor in SENSOR_TYPES} == set(PLANNERS)


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


@pytest.mark.parametrize(
    ("values", "code", "words", "hint"),
    [
        ({"SENSOR_TYPE": "POSITION", "OBJECT_NAME": "s1"}, "invalid-value", "the spring 's1'", "body or frame"),
        ({"SENSOR_TYPE": "POSITION", "OBJECT_NAME": "s1"}, "invalid-value", "POSITION", "ELONGATION, FORCE"),
        ({"SENSOR_TYPE": "KINETIC_ENERGY", "OBJECT_NAME": "J"}, "invalid-value", "the joint 'J'", "RELATIVE_ROTATION"),
        ({"SENSOR_TYPE": "POSITION", "OBJECT_NAME": "SYSTEM"}, "invalid-value", "of SYSTEM", "KINETIC_ENERGY"),
        ({"SENSOR_TYPE": "POSITION"}, "missing-keyword", "does not say", "@OBJECT_NAME"),
        ({"SENSOR_TYPE": "FORCE", "OBJECT_NAME": "nobody"}, "unresolved-reference", "'nobody'", "spring or bushing"),
        ({"SENSOR_TYPE": "STEP_SIZE", "POINT_NAME": "P"}, "conflicting-keywords", "a point of SYSTEM", "@POINT_NAME"),
        (
            {"SENSOR_TYPE": "FORCE", "OBJECT_NAME": "s1", "TRIAD_NAME": "T"},
            "conflicting-keywords",
            "a triad of a spring",
            "@TRIAD_NAME",
        ),
    ],
)
def test_wrong_sensors(by_hand: Any, described: Any, values: dict[str, str], code: str, words: str, hint: str) -> None:
    objects = (
        described("SENSOR", "bad", 4, **values),
        described("SENSOR", "good", 5, SENSOR_TYPE="STEP_SIZE"),
        described("SPRING_DAMPER", "s1"),
        described("REVOLUTE_JOINT", "J"),
    )
    diagnostics = Diagnostics()
    plans = plan_sensors(by_hand(bodies={"A": HERE}, objects=objects), diagnostics)
    [finding] = diagnostics
    assert (finding.severity, finding.code.value, finding.span.line) == (Severity.ERROR, code, 4)
    assert words in finding.message
    assert hint in (finding.hint or "")
    assert [plan.name for plan in plans] == ["good"]


def test_a_triad_that_makes_no_difference_is_noted(by_hand: Any, described: Any) -> None:
    sensor = described("SENSOR", "s", SENSOR_TYPE="POSITION", OBJECT_NAME="A", TRIAD_NAME="T")
    diagnostics = Diagnostics()
    [plan] = plan_sensors(by_hand(bodies={"A": HERE}, objects=(sensor,), triads={"T": np.eye(3)}), diagnostics)
    assert [(finding.severity, finding.code.value) for finding in diagnostics] == [("note", "conflicting-keywords")]
    assert plan.name == "s"


def spinning(axis: np.ndarray, angles: np.ndarray, tilt: Rotation, parts: int) -> list[Chunk]:
    """Chunks of one body that turns about an axis, in parts."""
    chunks = []
    for piece, times in zip(
        np.array_split(angles, parts), np.array_split(np.arange(len(angles)) * 0.1, parts), strict=True
    ):
        chunk = empty_chunk(len(piece), 1)
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
    chunk = empty_chunk(len(vectors), 1)
    chunk.count[0], chunk.time[:] = len(vectors), np.arange(len(vectors))
    chunk.e[:, 0] = Rotation.from_rotvec(vectors).as_quat(scalar_first=True)
    values = {"SENSOR_TYPE": "ROTATION", "ROTATION_PARAMETERS": "ROTATION_VECTOR"}
    np.testing.assert_allclose(history(by_hand, described, [chunk], **values), vectors, rtol=1e-15, atol=1e-25)
