"""ROLLING_DISC: a thin disc whose rim rolls on a plane without slipping. The joint is not holonomic, because two of its
three conditions constrain velocities.
"""

from __future__ import annotations

from rbsolve.language.joints.record import COUPLED, Joint, Row
from rbsolve.language.table import number, reference

JOINT = Joint(
    free="rolling, leaning and spinning of a disc on a plane, without slip",
    rows=(Row(COUPLED),) * 3,
    coordinates=(),
    glyph="ROLLING_DISC",
    triads=2,
    extra=(
        reference("POINT1_NAME", "POINT", "A material point of B0 in the plane.", required=True),
        reference("POINT2_NAME", "POINT", "The material point of B1 that is the disc's centre.", required=True),
        reference(
            "TRIAD_NAME",
            "TRIAD",
            "Two triads. e3 of the first triad, fixed in B0, is the normal of the plane on the side of the disc. e3 "
            "of the second triad, fixed in B1, is the axis of the disc.",
            counts=(2,),
            required=True,
        ),
        number("RADIUS", "The radius of the rim.", unit="m", above=0.0, required=True),
    ),
    example="@CONNECTED_TO_BODIES {GROUND, Tool} @POINT1_NAME {O} @POINT2_NAME {P}\n"
    "    @TRIAD_NAME {TRIAD_INERTIAL, Hinge} @RADIUS {0.3}",
    couples=True,
    notes=(
        (
            "The lowest point of the rim stays on the plane without slip. The plane can push and pull. FORCE is the "
            "force of the plane on the disc along e1, e2 and the normal e3 of the first triad. REACTION_FORCE is this "
            "force in the observer's axes."
        ),
        "The disc must not lie flat. STATIC, KINEMATIC and linearization about an equilibrium do not support "
        "rolling discs, because the position of a disc depends on its path.",
    ),
)
