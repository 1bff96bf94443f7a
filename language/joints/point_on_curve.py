"""POINT_ON_CURVE: a point of one body on a curve that is fixed in another: cams and slots, rails and roller coasters."""

from __future__ import annotations

from rbsolve.language.joints.ends import POINTS
from rbsolve.language.joints.record import COUPLED, Joint, Row
from rbsolve.language.table import flag, numbers, reference

JOINT = Joint(
    free="sliding of a point along a curve, and all rotations",
    rows=(Row(COUPLED), Row(COUPLED)),
    coordinates=(),
    glyph="POINT_ON_CURVE",
    extra=(
        *POINTS,
        reference(
            "TRIAD_NAME", "TRIAD", "The axes of the curve's coordinates, fixed in B0.", default_text="the axes of B0"
        ),
        numbers(
            "CURVE_POINTS",
            "x, y, z of points of the curve from point 1, one after the other; at least four points. Point 2 stays on it.",
            unit="m",
            required=True,
        ),
        flag("CLOSED", "Whether it goes from the last point back to the first.", default=False),
    ),
    example="@CONNECTED_TO_BODIES {GROUND, Tool} @POINT1_NAME {O} @POINT2_NAME {P}\n"
    "    @CURVE_POINTS {1, 0, 0,  1.5, 0, 0.2,  2, 0, 0.3,  2.5, 0, 0.2,  3, 0, 0}",
    couples=True,
    notes=(
        "The curve is the cubic spline through the points over the length of chords, not-a-knot at open ends, before which it goes on "
        "straight. It holds the point both ways, without friction, at the nearest place: a curve that crosses itself leaves that open.",
        "REACTION_FORCE is the force of the curve on B1, FORCE the same along the axes of the curve; ELONGATION the parameter, the length "
        "of the chords to the place where the point is.",
    ),
)
