"""LEVEL: two points of two bodies have the same height."""

from rbsolve.language.joints.ends import POINTS
from rbsolve.language.joints.record import COUPLED, Joint, Row

JOINT = Joint(
    free="all motions that keep two points at one height",
    rows=(Row(COUPLED),),
    coordinates=(),
    glyph="ROD",
    extra=POINTS,
    example="@CONNECTED_TO_BODIES {Arm, Tool} @POINT1_NAME {O} @POINT2_NAME {P}",
    couples=True,
)
