"""Names the components of sensors. The component `x1` of a position can also be named `x` or `1`."""

from __future__ import annotations

from collections.abc import Sequence

AXES = ("x", "y", "z")
VECTORS = frozenset(
    (
        "POSITION",
        "DISPLACEMENT",
        "CONFIGURATION",
        "VELOCITY",
        "ACCELERATION",
        "SPECIFIC_FORCE",
        "ANGULAR_VELOCITY",
        "ANGULAR_ACCELERATION",
        "LINEAR_MOMENTUM",
        "ANGULAR_MOMENTUM",
        "REACTION_FORCE",
        "REACTION_MOMENT",
    )
)
"""Types of sensors whose first three components form a vector."""
ANGLES = {
    "EULER_ANGLES_321": ("yaw", "pitch", "roll"),
    "EULER_ANGLES_312": ("yaw", "roll", "pitch"),
    "EULER_ANGLES_123": ("roll", "pitch", "yaw"),
    "EULER_ANGLES_313": ("precession", "nutation", "spin"),
    "EULER_ANGLES_323": ("precession", "nutation", "spin"),
}
"""The usual names of the angles of a sequence, in the order of the sequence."""


def plain_labels(sensor_type: str, labels: Sequence[str], rotation_parameters: str | None) -> tuple[str, ...]:
    """Return the usual names of components: x, y, z for a vector, yaw, pitch, roll for angles, otherwise their labels."""
    names = list(labels)
    if sensor_type in VECTORS and len(names) >= len(AXES):
        names[: len(AXES)] = AXES
    angles = ANGLES.get(rotation_parameters or "", ())
    if angles and len(names) >= len(angles):
        names[-len(angles) :] = angles
    return tuple(names)


def find_component(text: str, sensor_type: str, labels: Sequence[str], rotation_parameters: str | None) -> int | None:
    """Return the index of the component that a text names by its label, its usual name, or its number from 1. Return
    None if there is no such component.
    """
    numbers = tuple(str(k + 1) for k in range(len(labels)))
    for names in (tuple(labels), plain_labels(sensor_type, labels, rotation_parameters), numbers):
        if text in names:
            return names.index(text)
    return None
