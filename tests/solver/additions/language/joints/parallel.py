"""PARALLEL: a body in a plane that does not rotate."""

from rbsolve.language.joints.record import LOCKED, REACH, Coordinate, Joint, Row

JOINT = Joint(
    free="displacements in a plane",
    rows=(*LOCKED, Row(REACH, 2, 2)),
    coordinates=(Coordinate.SLIP, Coordinate.DISPLACEMENT_2),
    glyph="PLANAR",
    example="@TRIAD_NAME {Hinge}",
)
