"""REVOLUTE: a hinge."""

from __future__ import annotations

from rbsolve.language.joints.record import ALIGNED, COINCIDENT, Coordinate, Joint

JOINT = Joint(
    free="rotation about e3",
    rows=COINCIDENT + ALIGNED,
    coordinates=(Coordinate.ROTATION,),
    glyph="REVOLUTE",
    looser=("SPHERICAL", "CYLINDRICAL"),
    example="@TRIAD_NAME {Hinge}\n    @INITIAL_RATE {2*pi} @SPRING {10, 0} @DAMPER {0.1} @ACTUATOR {Torque}",
)
