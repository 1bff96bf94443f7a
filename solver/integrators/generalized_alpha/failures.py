"""Finds the causes of a Newton iteration that does not converge, and writes the messages."""

from __future__ import annotations

import numpy as np

from rbsolve.language.described import Description
from rbsolve.solver.joints.blocks import label
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.flat import Floats

RUBS = (
    "Newton's iteration did not converge at the friction of {rubbing}, whose force changes sign within a small "
    "change of velocity: use a smaller step or a larger @{keyword}."
)
ROUND_OFF = (
    "Newton's iteration did not converge although the joints are closed to round-off. Near a singular position of a "
    "mechanism, small steps amplify round-off. Use a larger step or a larger tolerance."
)
TORN = 1e-9  # smallest violation, relative to the size of the model, at which a joint counts as open
CLOSED = 1e-14  # largest constraint violation that counts as round-off, relative to the size of the model


def is_closed(violation: Floats, size: float) -> bool:
    """Return whether the violations (nc,) [m or rad] of the constraints are only round-off in a model of the given size
    [m].
    """
    largest = np.abs(violation).max(initial=0.0)
    return bool(violation.size and largest <= CLOSED * size)


def torn_joint(model: Model, description: Description, violation: Floats, size: float) -> str | None:
    """Return the joint with the largest violation (nc,), or None if all joints of a model of the given size [m] are
    closed.
    """
    distance = np.abs(violation)
    if not distance.max(initial=0.0) > TORN * size:
        return None
    joint = int(np.searchsorted(model.joints.first_row, distance.argmax(), side="right")) - 1
    return label(description, joint)


def joint_of(model: Model, description: Description, body: int) -> str | None:
    """Return the first joint of a body, or None if the body has no joint."""
    joints = model.joints
    held = np.flatnonzero((joints.body0 == body) | (joints.body1 == body))
    return label(description, int(held[0])) if held.size else None
