"""The kinds of joints and the primitive constraints that each is made of.

With `a_i` the joint axes fixed in body 0, `b_i` those fixed in body 1 and `gap` the vector from the joint's point on
body 0 to that on body 1, a row is one of

- `COMPONENT` inertial component i of gap,
- `DIRECTION` a_i . gap,
- `COSINE` a_i . b_j,
- `ANGLE` rotation about e3,
- `SCREW` a_3 . gap - lead * rotation;

prescribed motions are rows `ANGLE` and `DIRECTION` less a function of time.
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


# Codes in `Joints.row_code`
COMPONENT, DIRECTION, COSINE, ANGLE, SCREW = 0, 1, 2, 3, 4
# Codes in `Drives.coordinate`
ROTATION, DISPLACEMENT = 0, 1


class Row(NamedTuple):
    """A constraint row: its primitive, the axis of body 0 (or inertial component) and the axis of body 1."""

    code: int
    axis0: int = 2
    axis1: int = 2


class Structure(NamedTuple):
    """The rows of a kind of joint, and its coordinates about and along e3 that can be driven or prescribed."""

    rows: tuple[Row, ...]
    coordinates: tuple[int, ...] = ()
    rotates: bool = False  # about e3


_COINCIDENT = (Row(COMPONENT, 0), Row(COMPONENT, 1), Row(COMPONENT, 2))
_ON_LINE = (Row(DIRECTION, 0), Row(DIRECTION, 1))
_LOCKED = (Row(COSINE, 0, 1), Row(COSINE, 1, 2), Row(COSINE, 2, 0))
_ALIGNED = (Row(COSINE, 2, 0), Row(COSINE, 2, 1))

STRUCTURES: dict[JointKind, Structure] = {
    JointKind.RIGID: Structure(_COINCIDENT + _LOCKED),
    JointKind.REVOLUTE: Structure(_COINCIDENT + _ALIGNED, (ROTATION,), rotates=True),
    JointKind.PRISMATIC: Structure(_ON_LINE + _LOCKED, (DISPLACEMENT,)),
    JointKind.CYLINDRICAL: Structure(_ON_LINE + _ALIGNED, (ROTATION, DISPLACEMENT), rotates=True),
    JointKind.SCREW: Structure((*_ON_LINE, *_ALIGNED, Row(SCREW)), (ROTATION,), rotates=True),
    JointKind.SPHERICAL: Structure(_COINCIDENT),
    JointKind.UNIVERSAL: Structure((*_COINCIDENT, Row(COSINE, 2, 2))),
    JointKind.PLANAR: Structure((Row(DIRECTION, 2), *_ALIGNED), rotates=True),
}
