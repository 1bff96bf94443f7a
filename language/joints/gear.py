"""GEAR: two joint coordinates in a constant ratio, as in gears, belts, chains, rack and pinion, or a differential
screw.
"""

from __future__ import annotations

from rbsolve.language.joints.record import COUPLED, Joint, Row
from rbsolve.language.table import integer, number, reference

JOINT = Joint(
    free="all motions that keep the ratio of two joint coordinates, q1 = n q0",
    rows=(Row(COUPLED),),
    coordinates=(),
    glyph="GEAR",
    extra=(
        reference(
            "JOINT_NAMES", "JOINT", "The joints J0 and J1 of the coordinates q0 and q1.", counts=(2,), required=True
        ),
        number(
            "RATIO",
            "The ratio n, negative for wheels that rotate in opposite directions.",
            unit="1, m/rad or rad/m",
            required=True,
        ),
        integer(
            "COORDINATE_NUMBERS",
            "The number of the coordinate of each joint, counted from 1 in the joint's order.",
            counts=(2,),
            minimum=1,
            default=(1, 1),
        ),
    ),
    example="@JOINT_NAMES {Revolute1, Prismatic1} @RATIO {0.05}",
    couples=True,
    between_bodies=False,
    shares=2,
    notes=(
        (
            "A gear couples displacements and rotations about e3, of revolute, prismatic, cylindrical, screw and "
            "planar joints. The rotations are continuous over whole turns. At the reference configuration, all "
            "coordinates are zero and the wheels mesh."
        ),
        "If the coordinate of one joint is given or prescribed at the start, the ratio determines the other "
        "coordinate. FORCE is the torque or force on q1. The torque or force on q0 is -n times FORCE.",
    ),
)
