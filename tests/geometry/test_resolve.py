"""Resolution of a deck: values against 4x4 matrices in 50 digits, and what is said of decks that have none."""

from __future__ import annotations

import itertools
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.geometry.resolve import resolve
from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.parser.description.described import Described, Description, Value
from rbsolve.parser.diagnostics import Code, Diagnostic, Diagnostics, Source, Span

SOURCE = Source("frames.deck", "")
INCLUDED = Source("more.dat", "")


class Deck:
    """A description put together by hand: each object on its own line, its keywords from column 10 on."""

    def __init__(self) -> None:
        self.objects: dict[str, dict[str, Described]] = {}
        self.lines = itertools.count(1)

    def add(self, kind: str, name: str, source: Source = SOURCE, **values: Any) -> Deck:
        line = next(self.lines)
        given = {
            keyword: Value(data, Span(source, line, 10 + i, line, 11 + i))
            for i, (keyword, data) in enumerate(values.items())
        }
        self.objects.setdefault(kind, {})[name] = Described(kind, name, Span(source, line, 1, line, 9), given)
        return self

    def point(self, name: str, *coordinates: float, **values: Any) -> Deck:
        return self.add("POINT", name, COORDINATES=coordinates, **values)

    def triad(self, name: str, **values: Any) -> Deck:
        return self.add("TRIAD", name, **values)

    def frame(self, name: str, **values: Any) -> Deck:
        return self.add("FIXED_FRAME", name, **values)

    def resolve(self) -> tuple[ResolvedGeometry, list[Diagnostic]]:
        diagnostics = Diagnostics()
        return resolve(Description(self.objects, {}, (SOURCE, INCLUDED)), diagnostics), list(diagnostics)


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
    """e1 along the first direction, e2 in the plane of both."""
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
        Deck()  # deliberately from the innermost level outwards
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
    if axis is None:  # the second branch of section 2.3.3, not the one of the inertial components
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


def _with_body() -> Deck:
    deck = (
        Deck().point("O", 1, 0, 0).triad("T", EULER_ANGLES_313=(90, 0, 0)).frame("F", POINT1_NAME="O", TRIAD_NAME="T")
    )
    return deck.add("RIGID_BODY", "Arm", FRAME_NAME="F").point("P", 1, 5, 0)


def test_moving_frames_stand_where_they_say_or_on_their_body() -> None:
    deck = _with_body()
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
    # Four quarter turns close a square.
    np.testing.assert_allclose(geometry.frames[f"F{levels - 1}"][:3, 3], [0, 0, 0], atol=1e-12)
    np.testing.assert_allclose(geometry.frames[f"F{levels - 2}"][:3, 3], [0, 1, 0], atol=1e-12)


DEGENERATE: dict[str, tuple[dict[str, Any], str, str]] = {
    "parallel vectors": ({"ORIENTATION_E2": (1, 2, 3), "ORIENTATION_E3": (2, 4, 6)}, "parallel", "ORIENTATION_E3"),
    "no first vector": ({"ORIENTATION_E2": (0, 0, 0), "ORIENTATION_E3": (2, 4, 6)}, "no length", "ORIENTATION_E2"),
    "no vector": ({"ORIENTATION_E1": (0, 0, 0)}, "along e1 has no length", "ORIENTATION_E1"),
    "one line": (
        {"POINT1_NAME": "A", "POINT2_NAME": "B", "POINT3_NAME": "C"},
        "points A, B and C lie on one line",
        "POINT3_NAME",
    ),
    "one point": (
        {"ORIENTATION_DEFINITION_TYPE": "POINTS_P1_P2", "POINT1_NAME": "A", "POINT2_NAME": "A2"},
        "points A and A2 coincide",
        "POINT2_NAME",
    ),
    "left-handed": (
        {"DIRECTION_COSINES": (0, 1, 0, 1, 0, 0, 0, 0, 1)},
        "left-handed",
        "DIRECTION_COSINES",
    ),
    "no quaternion": ({"EULER_PARAMETERS": (0, 0, 0, 0)}, "no length", "EULER_PARAMETERS"),
}


@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate_triads_are_reported_at_the_datum(case: str) -> None:
    data, message, keyword = DEGENERATE[case]
    deck = Deck().point("A", 1, 1, 1).point("A2", 1, 1, 1).point("B", 2, 2, 2).point("C", 5, 5, 5)
    geometry, findings = deck.triad("T", **data).frame("F", POINT1_NAME="A", TRIAD_NAME="T").resolve()
    (finding,) = findings
    assert finding.code is Code.DEGENERATE_GEOMETRY
    assert finding.message.startswith("triad T: ")
    assert message in finding.message
    assert finding.hint
    assert finding.span == deck.objects["TRIAD"]["T"].span_of(keyword)
    assert "T" not in geometry.triads
    assert "F" not in geometry.frames
    assert "A" in geometry.points


@pytest.mark.parametrize(
    ("data", "keyword"),
    [
        ({"POINT1_NAME": "A", "POINT2_NAME": "A", "TRIAD_NAME": "TRIAD_INERTIAL"}, "POINT2_NAME"),
        ({"POINT1_NAME": "A", "POINT2_NAME": "B", "TRIAD_NAME": "TRIAD_INERTIAL"}, "TRIAD_NAME"),
        ({"POINT1_NAME": "A", "POINT2_NAME": "B", "POINT3_NAME": "C"}, "POINT3_NAME"),
    ],
)
def test_degenerate_frames_are_reported_at_the_datum(data: dict[str, str], keyword: str) -> None:
    deck = Deck().point("A", 0, 0, 1).point("B", 0, 0, 2).point("C", 0, 0, 3).frame("F", **data)
    _, (finding,) = deck.resolve()
    assert finding.code is Code.DEGENERATE_GEOMETRY
    assert finding.span == deck.objects["FIXED_FRAME"]["F"].span_of(keyword)


def test_rough_direction_cosines_are_a_warning() -> None:
    geometry, (finding,) = Deck().triad("T", DIRECTION_COSINES=(0.6, -0.8, 0, 0.8, 0.599, 0, 0, 0, 1)).resolve()
    assert (finding.severity, finding.code) == ("warning", Code.INVALID_VALUE)
    np.testing.assert_allclose(geometry.triads["T"].T @ geometry.triads["T"], np.eye(3), atol=1e-15)


def test_a_circle_names_every_member_with_its_line() -> None:
    deck = Deck().point("P", 1, 0, 0, IS_DEFINED_IN_FRAME="G").frame("F", POINT1_NAME="P", TRIAD_NAME="TRIAD_INERTIAL")
    deck.point("Q", 1, 0, 0, IS_DEFINED_IN_FRAME="F").frame("G", POINT1_NAME="Q", TRIAD_NAME="TRIAD_INERTIAL")
    deck.point("downstream", 1, 2, 3, IS_DEFINED_IN_FRAME="G").point("free", 1, 2, 3)
    geometry, (finding,) = deck.resolve()
    assert finding.code is Code.CIRCULAR_REFERENCE
    assert (
        "point P (line 1) -> frame G (line 4) -> point Q (line 3) -> frame F (line 2) -> point P (line 1)"
        in finding.message
    )
    assert finding.span == deck.objects["POINT"]["P"].span_of("IS_DEFINED_IN_FRAME")
    assert finding.hint
    assert list(geometry.points) == ["free"]


def test_each_circle_is_reported_once() -> None:
    deck = Deck()
    for k in "AB":
        deck.point(f"P{k}", 1, 0, 0, IS_DEFINED_IN_FRAME=f"F{k}")
        deck.frame(f"F{k}", POINT1_NAME=f"P{k}", TRIAD_NAME="TRIAD_INERTIAL")
    deck.point("between", 1, 0, 0, IS_DEFINED_IN_FRAME="FA").triad("T", ORIENTATION_E3=(0, 0, 0))
    _, findings = deck.resolve()
    assert [f.code for f in findings] == [Code.CIRCULAR_REFERENCE, Code.CIRCULAR_REFERENCE, Code.DEGENERATE_GEOMETRY]
    assert [f.span.line for f in findings] == [1, 3, 6]


def test_a_tangle_of_circles_is_one_finding() -> None:
    deck = (
        Deck()
        .point("P", 1, 0, 0, IS_DEFINED_IN_FRAME="F")
        .triad("T", ORIENTATION_E3=(0, 0, 1), IS_DEFINED_IN_FRAME="F")
    )
    _, (finding,) = deck.frame("F", POINT1_NAME="P", TRIAD_NAME="T").resolve()
    assert "point P (line 1), triad T (line 2), frame F (line 3)" in finding.message


def test_members_in_other_files_are_named_with_their_file() -> None:
    deck = Deck().point("P", 1, 0, 0, IS_DEFINED_IN_FRAME="F")
    deck.add("FIXED_FRAME", "F", INCLUDED, POINT1_NAME="P", TRIAD_NAME="TRIAD_INERTIAL")
    _, (finding,) = deck.resolve()
    assert "frame F (more.dat, line 2)" in finding.message


def _unknown_frame() -> Deck:
    return (
        Deck()
        .point("P", 1, 0, 0, IS_DEFINED_IN_FRAME="nowhere")
        .frame("F", POINT1_NAME="P", TRIAD_NAME="TRIAD_INERTIAL")
    )


REFUSED = {
    "unknown frame": (_unknown_frame, Code.UNRESOLVED_REFERENCE, "there is no frame nowhere"),
    "unknown body": (
        lambda: Deck().add("MOVING_FRAME", "M", CONNECTED_TO_BODY="nobody"),
        Code.UNRESOLVED_REFERENCE,
        "there is no body nobody",
    ),
    "unknown frame of a body": (
        lambda: Deck().add("RIGID_BODY", "B", FRAME_NAME="nowhere").add("MOVING_FRAME", "M", CONNECTED_TO_BODY="B"),
        Code.UNRESOLVED_REFERENCE,
        "there is no frame nowhere",
    ),
    "point in a moving frame": (
        lambda: (
            _with_body().add("MOVING_FRAME", "M", CONNECTED_TO_BODY="Arm").point("X", 0, 0, 0, IS_DEFINED_IN_FRAME="M")
        ),
        Code.INVALID_VALUE,
        "M is a moving frame",
    ),
    "body in a moving frame": (
        lambda: (
            _with_body()
            .add("MOVING_FRAME", "M", CONNECTED_TO_BODY="Arm")
            .add("RIGID_BODY", "B", INITIAL_FRAME_NAME="M")
        ),
        Code.INVALID_VALUE,
        "M is a moving frame",
    ),
    "no data": (lambda: Deck().triad("T"), Code.MISSING_KEYWORD, "triad T lacks data"),
    "no point": (lambda: Deck().frame("F", TRIAD_NAME="TRIAD_INERTIAL"), Code.MISSING_KEYWORD, "frame F lacks data"),
    "no coordinates": (lambda: Deck().add("POINT", "P"), Code.MISSING_KEYWORD, "point P lacks data"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_names_and_data_that_are_not_there(case: str) -> None:
    make, code, message = REFUSED[case]
    _, (finding,) = make().resolve()
    assert finding.code is code
    assert message in finding.message


@pytest.mark.parametrize("case", REFUSED)
def test_consequences_of_earlier_errors_are_not_reported(case: str) -> None:
    diagnostics = Diagnostics()
    diagnostics.error(Code.WRONG_COUNT, "three numbers wanted", Span(SOURCE, 1, 1, 1, 2))
    resolve(Description(REFUSED[case][0]().objects, {}, (SOURCE,)), diagnostics)
    assert len(diagnostics) == 1
