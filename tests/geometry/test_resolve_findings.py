"""Errors of points, triads and frames are reported once, at their place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from frames_by_hand import INCLUDED, SOURCE, Deck, with_body

from rbsolve.geometry.resolve import resolve
from rbsolve.language.described import Description
from rbsolve.language.diagnostics import Code, Diagnostics, Span

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
            with_body().add("MOVING_FRAME", "M", CONNECTED_TO_BODY="Arm").point("X", 0, 0, 0, IS_DEFINED_IN_FRAME="M")
        ),
        Code.INVALID_VALUE,
        "M is a moving frame",
    ),
    "body in a moving frame": (
        lambda: (
            with_body().add("MOVING_FRAME", "M", CONNECTED_TO_BODY="Arm").add("RIGID_BODY", "B", INITIAL_FRAME_NAME="M")
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
