"""POINT_ON_CURVE: a point of one body that moves on a curve fixed in another body, as in cams, slots, rails and roller
coasters.
"""

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
            (
                "The coordinates x, y, z of at least four points of the curve, relative to point 1. The constraint "
                "keeps point 2 on the curve."
            ),
            unit="m",
            required=True,
        ),
        flag("CLOSED", "With YES, the curve continues from the last point to the first point.", default=False),
    ),
    example="@CONNECTED_TO_BODIES {GROUND, Tool} @POINT1_NAME {O} @POINT2_NAME {P}\n"
    "    @CURVE_POINTS {1, 0, 0,  1.5, 0, 0.2,  2, 0, 0.3,  2.5, 0, 0.2,  3, 0, 0}",
    couples=True,
    notes=(
        (
            "The curve is a cubic spline through the points, with the length of the chords as its parameter and "
            "with not-a-knot ends. Beyond its ends, an open curve continues as a straight line. The constraint "
            "keeps the point on the curve from all sides, without friction. Where the curve intersects itself, it "
            "is ambiguous which branch the point follows."
        ),
        (
            "REACTION_FORCE is the force of the curve on B1, and FORCE is this force in the axes of the curve. "
            "ELONGATION is the curve parameter of the point, which is the length of the chords up to this point."
        ),
    ),
)
