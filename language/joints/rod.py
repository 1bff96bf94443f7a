"""ROD: a constant distance between two points, as in a massless rod with a ball joint at each end."""

from __future__ import annotations

from rbsolve.language.joints.ends import POINTS
from rbsolve.language.joints.record import COUPLED, Joint, Row
from rbsolve.language.table import number

JOINT = Joint(
    free="all motions that keep the distance between its two points",
    rows=(Row(COUPLED),),
    coordinates=(),
    glyph="ROD",
    extra=(
        *POINTS,
        number(
            "LENGTH",
            "The distance between the two points.",
            unit="m",
            above=0.0,
            default_text="the distance at the reference configuration",
        ),
    ),
    example="@CONNECTED_TO_BODIES {Arm, Tool} @POINT1_NAME {O} @POINT2_NAME {P} @LENGTH {2.5}",
    couples=True,
    notes=(
        (
            "At the start, the distance between the points must be @LENGTH. FORCE is the tension (negative in "
            "compression), REACTION_FORCE is the force on B1, and ELONGATION is the distance minus the length."
        ),
    ),
)
