"""The records of forces along joint coordinates, which are drives and friction (solver/joints). The blocks of joints
describe these forces.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rbsolve.solver.forces.kind import ForceKind
from rbsolve.solver.joints import drives, friction
from rbsolve.solver.model.arrays import Model


def _along_coordinates(name: str, of: Callable[[Model], Any], **faces: Any) -> ForceKind:
    """Return a kind of force whose arrays list its joints. `of` returns these arrays from a model."""
    return ForceKind(
        name=f"{name} of a joint",
        plural=f"{name}s of joints",
        block=None,
        count=lambda model: len(of(model).joint),
        bodies=lambda model: (model.joints.body0[of(model).joint], model.joints.body1[of(model).joint]),
        joints=lambda model: of(model).joint,
        **faces,
    )


DRIVE = _along_coordinates(
    "drive", lambda model: model.drives, apply=drives.apply, tangent=drives.tangent, stores_by_sensors=True
)
FRICTION = _along_coordinates(
    "friction", lambda model: model.frictions, apply=friction.apply, tangent=friction.tangent, given_by_motion=None
)
