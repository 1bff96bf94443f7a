"""The kinds of joints and the constraint rows that each is made of.

With `a_i` the joint axes fixed in body 0, `b_i` those fixed in body 1 and `gap` the vector from the joint's point on body 0 to
that on body 1, the rows are

- position: `COINCIDENT` gap = 0 (three inertial components), `ON_LINE` a1.gap = a2.gap = 0, `ON_PLANE` a3.gap = 0;
- orientation: `LOCKED` a1.b2 = a2.b3 = a3.b1 = 0, `ALIGNED` a3.b1 = a3.b2 = 0, `CROSSED` a3.b3 = 0;
- screw: a3.gap = lead * angle, and the prescribed motions: angle = f(t), a3.gap = g(t).
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class JointKind(IntEnum):
    """Codes in `Joints.kind`."""

    RIGID = 0
    REVOLUTE = 1
    PRISMATIC = 2
    CYLINDRICAL = 3
    SCREW = 4
    SPHERICAL = 5
    UNIVERSAL = 6
    PLANAR = 7


class PositionRows(IntEnum):
    """Codes in `Joints.position`."""

    COINCIDENT = 0
    ON_LINE = 1
    ON_PLANE = 2


class OrientationRows(IntEnum):
    """Codes in `Joints.orientation`."""

    NONE = 0
    LOCKED = 1
    ALIGNED = 2
    CROSSED = 3


class Rows(NamedTuple):
    """What a kind of joint is made of, and which coordinates about and along e3 it leaves free."""

    position: PositionRows
    orientation: OrientationRows
    rotates: bool  # about e3
    slides: bool  # along e3

    def count(self, screw: bool = False) -> int:
        """How many constraint rows, without prescribed motions."""
        position = {PositionRows.COINCIDENT: 3, PositionRows.ON_LINE: 2, PositionRows.ON_PLANE: 1}
        orientation = {
            OrientationRows.NONE: 0,
            OrientationRows.LOCKED: 3,
            OrientationRows.ALIGNED: 2,
            OrientationRows.CROSSED: 1,
        }
        return position[self.position] + orientation[self.orientation] + int(screw)


_POINT, _LINE, _PLANE = PositionRows
_FREE, _LOCKED, _ALIGNED, _CROSSED = OrientationRows

JOINT_ROWS: dict[JointKind, Rows] = {
    JointKind.RIGID: Rows(_POINT, _LOCKED, rotates=False, slides=False),
    JointKind.REVOLUTE: Rows(_POINT, _ALIGNED, rotates=True, slides=False),
    JointKind.PRISMATIC: Rows(_LINE, _LOCKED, rotates=False, slides=True),
    JointKind.CYLINDRICAL: Rows(_LINE, _ALIGNED, rotates=True, slides=True),
    JointKind.SCREW: Rows(_LINE, _ALIGNED, rotates=True, slides=True),
    JointKind.SPHERICAL: Rows(_POINT, _FREE, rotates=False, slides=False),
    JointKind.UNIVERSAL: Rows(_POINT, _CROSSED, rotates=False, slides=False),
    JointKind.PLANAR: Rows(_PLANE, _ALIGNED, rotates=True, slides=False),
}
