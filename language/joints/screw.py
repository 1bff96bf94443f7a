"""SCREW: a hinge that advances when it rotates."""

from __future__ import annotations

from rbsolve.language.joints.record import ALIGNED, ON_LINE, SCREW, Coordinate, Joint, Row
from rbsolve.language.table import number

JOINT = Joint(
    free="rotation about e3, coupled with a displacement along e3",
    rows=(*ON_LINE, *ALIGNED, Row(SCREW)),
    coordinates=(Coordinate.ROTATION,),
    glyph="SCREW",
    follows=(Coordinate.DISPLACEMENT,),
    extra=(number("PITCH", "Displacement per turn.", unit="m", required=True),),
    example="@TRIAD_NAME {Hinge}\n    @PITCH {0.005}",
)
