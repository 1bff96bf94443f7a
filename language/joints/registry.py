"""The list of all kinds of joints."""

from __future__ import annotations

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
from rbsolve.language.joints.record import Joint, Numbered


class JointKind(Numbered):
    """The kinds of joints by name, with their records."""

    record: Joint

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
