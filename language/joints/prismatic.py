"""PRISMATIC: a slide."""

from __future__ import annotations

from rbsolve.language.joints.record import LOCKED, ON_LINE, Coordinate, Joint

JOINT = Joint(
    free="displacement along e3",
    rows=ON_LINE + LOCKED,
    coordinates=(Coordinate.DISPLACEMENT,),
    glyph="PRISMATIC",
    looser=("CYLINDRICAL",),
    example="@TRIAD_NAME {Hinge}\n    @PRESCRIBED_DISPLACEMENT {Stroke}",
)
