"""Resolution of a deck. Values are compared with 4x4 matrices in 50 digits. Messages are tested for decks whose
geometry cannot be resolved.
"""

from __future__ import annotations

from typing import Any

import mpmath as mp
import numpy as np
import pytest
from frames_by_hand import Deck, with_body
from scipy.spatial.transform import Rotation

from rbsolve.geometry.resolved import ResolvedGeometry


def _good(deck: Deck) -> ResolvedGeometry:
    geometry, findings = deck.resolve()
    assert findings == []
    return geometry


def _planar(axis: int, degrees: float) -> mp.matrix:
    angle = mp.mpf(degrees) * mp.pi / 180
    i, j = axis % 3, (axis + 1) % 3
    R = mp.eye(4)
    R[i, i] = R[j, j] = mp.cos(angle)
    R[j, i] = mp.sin(angle)
    R[i, j] = -R[j, i]
    return R


def _translation(*x: float) -> mp.matrix:
    H = mp.eye(4)
    for i in range(3):
        H[i, 3] = mp.mpf(x[i])
    return H


def _frame_of(origin: mp.matrix, e1: mp.matrix, in_plane: mp.matrix) -> mp.matrix:
    """Return the frame whose e1 is along the first direction, and whose e2 is in the plane of both directions."""
    e1 = e1 / mp.norm(e1)
    e2 = in_plane - (e1.T * in_plane)[0] * e1
    e2 = e2 / mp.norm(e2)
    e3 = mp.matrix([e1[1] * e2[2] - e1[2] * e2[1], e1[2] * e2[0] - e1[0] * e2[2], e1[0] * e2[1] - e1[1] * e2[0]])
    H = mp.eye(4)
    for i in range(3):
        H[i, 0], H[i, 1], H[i, 2], H[i, 3] = e1[i], e2[i], e3[i], origin[i]
    return H


def _point(frame: mp.matrix, *r: float) -> mp.matrix:
    return (frame * mp.matrix([*[mp.mpf(c) for c in r], 1]))[0:3]


def _array(H: mp.matrix) -> np.ndarray:
    return np.array([[float(H[i, j]) for j in range(H.cols)] for i in range(H.rows)])


def test_four_levels_with_every_kind_of_frame() -> None:
    deck = (
        Deck()  # the entities are deliberately in the order from the innermost to the outermost level
        .frame("F4", POINT1_NAME="Q", POINT2_NAME="R", POINT3_NAME="S")
        .point("S", 0.3, -0.4, 0.1, IS_DEFINED_IN_FRAME="F3")
        .point("R", -1.0, 0.2, 0.7, IS_DEFINED_IN_FRAME="F1")
        .point("Q", 0.5, 0.5, 0.5, IS_DEFINED_IN_FRAME="F3")
        .frame("F3", POINT1_NAME="C", POINT2_NAME="D", TRIAD_NAME="T3")
        .triad(
            "T3",
            ORIENTATION_DEFINITION_TYPE="EULER_ANGLES_321",
            EULER_ANGLES_321=(15.0, -40.0, 70.0),
            IS_DEFINED_IN_FRAME="F2",
        )
        .point("D", 0.0, 2.0, 1.0, IS_DEFINED_IN_FRAME="F1")
        .point("C", 0.1, 0.2, 0.3, IS_DEFINED_IN_FRAME="F2")
        .frame("F2", POINT1_NAME="B", TRIAD_NAME="T2")
        .triad("T2", EULER_ANGLES_313=(120.0, 35.0, -10.0), IS_DEFINED_IN_FRAME="F1")
        .point("B", -2.0, 1.0, 0.0, IS_DEFINED_IN_FRAME="F1")
        .frame("F1", POINT1_NAME="A", TRIAD_NAME="T1")
        .triad("T1", EULER_ANGLES_123=(10.0, 20.0, 30.0))
        .point("A", 1.0, 2.0, 3.0)
    )
    geometry = _good(deck)
    with mp.workdps(50):
        F1 = _translation(1, 2, 3) * _planar(1, 10) * _planar(2, 20) * _planar(3, 30)
        F2 = F1 * _translation(-2, 1, 0) * _planar(3, 120) * _planar(1, 35) * _planar(3, -10)
        T3 = F2 * _planar(3, 15) * _planar(2, -40) * _planar(1, 70)
        C, D = _point(F2, 0.1, 0.2, 0.3), _point(F1, 0, 2, 1)
        F3 = _frame_of(C, D - C, T3[0:3, 2])
        Q, R, S = _point(F3, 0.5, 0.5, 0.5), _point(F1, -1.0, 0.2, 0.7), _point(F3, 0.3, -0.4, 0.1)
        F4 = _frame_of(Q, R - Q, S - Q)
        for name, exact in {"F1": F1, "F2": F2, "F3": F3, "F4": F4}.items():
            np.testing.assert_allclose(geometry.frames[name], _array(exact), rtol=0, atol=4e-15)
        np.testing.assert_allclose(geometry.triads["T3"], _array(T3[0:3, 0:3]), rtol=0, atol=2e-15)
        np.testing.assert_allclose(geometry.points["R"], _array(R).ravel(), rtol=0, atol=4e-15)


TURNED = Rotation.from_rotvec([0.2, 0.9, -0.5])
H = 0.5**0.5
TYPES: dict[str, tuple[dict[str, Any], np.ndarray]] = {
    "VECTORS_E2_E3": ({"ORIENTATION_E2": (0, 2, 0), "ORIENTATION_E3": (0, 5, 1)}, np.eye(3)),
    "VECTOR_E1": ({"ORIENTATION_E1": (3, 0, 0)}, np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])),
    "VECTOR_E2": ({"ORIENTATION_E2": (0, 2, 0)}, np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]])),
    "VECTOR_E3": ({"ORIENTATION_E3": (0, 0, 1)}, np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])),
    **{
        f"EULER_ANGLES_{sequence}": (
            {f"EULER_ANGLES_{sequence}": (10.0, 20.0, 30.0)},
            Rotation.from_euler("".join("XYZ"[int(a) - 1] for a in sequence), [10, 20, 30], degrees=True).as_matrix(),
        )
        for sequence in ("313", "323", "321", "312", "123")
    },
    "ROTATION_VECTOR": ({"ROTATION_VECTOR": (1.0, 2.0, -1.0)}, Rotation.from_rotvec([1, 2, -1]).as_matrix()),
    "EULER_PARAMETERS": ({"EULER_PARAMETERS": (H, 0.0, H, 0.0)}, np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]])),
    "DIRECTION_COSINES": (
        {"DIRECTION_COSINES": (0, 0, 1, 1, 0, 0, 0, 1, 0)},
        np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]]),
    ),
}


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("says_type", [True, False])
def test_data_of_a_triad_are_resolved_in_its_frame(name: str, says_type: bool) -> None:
    data, local = TYPES[name]
    says = {"ORIENTATION_DEFINITION_TYPE": name} if says_type else {}
    geometry = _good(
        Deck()
        .point("O", 7.0, 8.0, 9.0)
        .triad("Turned", ROTATION_VECTOR=tuple(TURNED.as_rotvec()))
        .frame("F", POINT1_NAME="O", TRIAD_NAME="Turned")
        .triad("here", **says, **data)
        .triad("there", **says, **data, IS_DEFINED_IN_FRAME="F")
    )
    np.testing.assert_allclose(geometry.triads["here"], local, atol=2e-15)
    np.testing.assert_allclose(geometry.triads["there"], TURNED.as_matrix() @ local, atol=2e-15)


@pytest.mark.parametrize("axis", [1, 2, 3, None])
def test_line_of_two_points_gives_an_axis_by_the_rule_of_the_frame(axis: int | None) -> None:
    R = TURNED.as_matrix()
    tip = R @ [0.0, 0.0, -2.0]
    number = {} if axis is None else {"AXIS_NUMBER": str(axis)}
    data = {"ORIENTATION_DEFINITION_TYPE": "POINTS_P1_P2", "POINT1_NAME": "O", "POINT2_NAME": "P", **number}
    deck = Deck().point("O", 0, 0, 0).point("P", *tip).triad("Turned", ROTATION_VECTOR=tuple(TURNED.as_rotvec()))
    deck.frame("F", POINT1_NAME="O", TRIAD_NAME="Turned").triad("T", **data, IS_DEFINED_IN_FRAME="F")
    local = R.T @ _good(deck).triads["T"]
    np.testing.assert_allclose(local[:, (axis or 3) - 1], [0, 0, -1], atol=1e-15)
    if axis is None:  # the second branch of section 2.3.3, which differs from the branch of the inertial components
        np.testing.assert_allclose(local, [[0, 1, 0], [1, 0, 0], [0, 0, -1]], atol=1e-15)


def test_three_points_are_taken_where_they_are() -> None:
    deck = Deck().point("O", 1, 1, 1).triad("Turned", ROTATION_VECTOR=(0.3, 0.4, 0.5))
    deck.frame("F", POINT1_NAME="O", TRIAD_NAME="Turned").point("P", 1, 3, 1).point("Q", 0, 1, 1)
    points = {"POINT1_NAME": "O", "POINT2_NAME": "P", "POINT3_NAME": "Q"}
    deck.triad("T", **points, IS_DEFINED_IN_FRAME="F").frame("G", **points)
    geometry = _good(deck)
    expected = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    np.testing.assert_allclose(geometry.triads["T"], expected, atol=1e-15)
    np.testing.assert_allclose(geometry.frames["G"][:3, :3], expected, atol=1e-15)
    np.testing.assert_array_equal(geometry.frames["G"][:3, 3], [1, 1, 1])


def test_predefined_names() -> None:
    deck = Deck().point("P", 1, 2, 3, IS_DEFINED_IN_FRAME="INERTIAL")
    deck.frame("F", POINT1_NAME="P", TRIAD_NAME="TRIAD_INERTIAL")
    geometry = _good(deck)
    np.testing.assert_array_equal(geometry.frames["F"], [[1, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]])
    np.testing.assert_array_equal(geometry.triads["TRIAD_INERTIAL"], np.eye(3))
    for name in ("FXDFRAME_INERTIAL", "INERTIAL"):
        np.testing.assert_array_equal(geometry.frames[name], np.eye(4))
    assert set(geometry.frames) == {"FXDFRAME_INERTIAL", "INERTIAL", "F"}
    assert "P" in geometry.points
    assert "nowhere" not in geometry.points
    assert len(geometry.points) == 1


def test_moving_frames_stand_where_they_say_or_on_their_body() -> None:
    deck = with_body()
    deck.add("MOVING_FRAME", "plain", CONNECTED_TO_BODY="Arm")
    deck.add("MOVING_FRAME", "shifted", CONNECTED_TO_BODY="Arm", POINT_NAME="P")
    deck.add("MOVING_FRAME", "turned", CONNECTED_TO_BODY="Arm", TRIAD_NAME="TRIAD_INERTIAL")
    deck.add("MOVING_FRAME", "both", CONNECTED_TO_BODY="Arm", POINT_NAME="P", TRIAD_NAME="TRIAD_INERTIAL")
    deck.add("MOVING_FRAME", "ground", CONNECTED_TO_BODY="GROUND")
    geometry = _good(deck)
    quarter = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    for name, x, R in [
        ("plain", [1, 0, 0], quarter),
        ("shifted", [1, 5, 0], quarter),
        ("turned", [1, 0, 0], np.eye(3)),
        ("both", [1, 5, 0], np.eye(3)),
        ("ground", [0, 0, 0], np.eye(3)),
    ]:
        np.testing.assert_array_equal(geometry.frames[name][:3, 3], x)
        np.testing.assert_array_equal(geometry.frames[name][:3, :3], R)


def test_a_long_chain_needs_no_recursion() -> None:
    levels = 3000
    deck = Deck()
    for i in range(levels):
        home = {"IS_DEFINED_IN_FRAME": f"F{i - 1}"} if i else {}
        deck.frame(f"F{i}", POINT1_NAME=f"P{i}", TRIAD_NAME=f"T{i}")
        deck.point(f"P{i}", 1.0, 0.0, 0.0, **home).triad(f"T{i}", EULER_ANGLES_313=(90.0, 0.0, 0.0), **home)
    geometry = _good(deck)
    # Four rotations by 90 degrees are a full rotation.
    np.testing.assert_allclose(geometry.frames[f"F{levels - 1}"][:3, 3], [0, 0, 0], atol=1e-12)
    np.testing.assert_allclose(geometry.frames[f"F{levels - 2}"][:3, 3], [0, 1, 0], atol=1e-12)
