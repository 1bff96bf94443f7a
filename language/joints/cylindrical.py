"""CYLINDRICAL: a hinge that slides along its axis."""

from __future__ import annotations

from rbsolve.language.joints.record import ALIGNED, ON_LINE, Coordinate, Joint

JOINT = Joint(
    free="rotation about and displacement along e3",
    rows=ON_LINE + ALIGNED,
    coordinates=(Coordinate.ROTATION, Coordinate.DISPLACEMENT),
    glyph="CYLINDRICAL",
    example="@TRIAD_NAME {Hinge}\n    @INITIAL_RATE {1, 0.5} @DAMPER {0.1, 20} @ACTUATOR {Series, Level}",
)
