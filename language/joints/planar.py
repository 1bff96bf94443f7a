"""PLANAR: a plate that slides on another plate."""

from __future__ import annotations

from rbsolve.language.joints.record import ALIGNED, DIRECTION, Coordinate, Joint, Row

JOINT = Joint(
    free="displacements along e1 and e2, rotation about e3",
    rows=(Row(DIRECTION, 2), *ALIGNED),
    coordinates=(Coordinate.DISPLACEMENT_1, Coordinate.DISPLACEMENT_2, Coordinate.ROTATION),
    glyph="PLANAR",
    example="@TRIAD_NAME {Hinge}\n    @INITIAL_RATE {0.1, 0, 2} @SPRING {100, 0, 100, 0, 5, 0}",
)
