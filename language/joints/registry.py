"""The list of all kinds of joints."""

from __future__ import annotations

from enum import IntEnum

from rbsolve.language.joints import (
    constant_velocity,
    cylindrical,
    gear,
    planar,
    point_on_curve,
    prescribed_motion,
    prismatic,
    revolute,
    rigid,
    rod,
    rolling_disc,
    screw,
    spherical,
    universal,
)
from rbsolve.language.joints.record import Joint


class JointKind(IntEnum):
    """The kinds of joints by name, with their records. They are numbered in this order, and the numbers are codes in
    the arrays of a model.
    """

    record: Joint

    def __new__(cls, record: Joint) -> JointKind:
        """Create the next member. Its value is the next number."""
        code = len(cls.__members__)
        member = int.__new__(cls, code)
        member._value_ = code
        member.record = record
        return member

    RIGID = rigid.JOINT
    REVOLUTE = revolute.JOINT
    PRISMATIC = prismatic.JOINT
    CYLINDRICAL = cylindrical.JOINT
    SCREW = screw.JOINT
    SPHERICAL = spherical.JOINT
    UNIVERSAL = universal.JOINT
    PLANAR = planar.JOINT
    CONSTANT_VELOCITY = constant_velocity.JOINT
    ROD = rod.JOINT
    GEAR = gear.JOINT
    ROLLING_DISC = rolling_disc.JOINT
    POINT_ON_CURVE = point_on_curve.JOINT
    PRESCRIBED_MOTION = prescribed_motion.JOINT

    @property
    def block(self) -> str:
        """Return the kind of the block that describes such a joint."""
        return self.name if self.record.has_own_block else f"{self.name}_JOINT"

    @property
    def title(self) -> str:
        """Return the name as it appears in a sentence."""
        return self.name.lower().replace("_", " " if self.record.has_own_block else "-")
