"""Defines names and attributes in results files, and the names of incomplete files. Writers and readers use this
module.
"""

from __future__ import annotations

import hashlib
import os
import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rbsolve.solver.sensors.attributes import SensorAttributes

CONVENTIONS_PREFIX = "rbsolve-"
CONVENTIONS = CONVENTIONS_PREFIX + "1"
_LONGEST_NAME = 255  # maximum length of a file name [bytes]
_SHORTENED = re.compile("~[0-9a-f]{12}$")
RUNNING = "running"
"""The status in a file that a run is writing, or that a killed run has left."""

DIAGNOSTIC_ATTRIBUTES = {
    "step_size": ("s", "size of the step that ended at this row"),
    "newton_iterations": ("1", "Newton iterations since the previous row"),
    "jacobian_updates": ("1", "evaluations and factorizations of the iteration matrix since the previous row"),
    "energy": ("J", "total energy"),
    "unexplained_energy": ("J", "energy that neither forces nor prescribed motions explain"),
    "hidden_constraint": ("kg m2/s", "largest q.p of any body, zero on the exact solution"),
    "constraint_violation": ("1", "largest residual of the joints; lengths relative to the model's size"),
}


class MotionHistory(NamedTuple):
    """A history in /motion. `of` is the kind of the objects, and also the name of the attribute that lists these
    objects.
    """

    of: str
    columns: int
    units: str
    long_name: str


MOTION = {
    "position": MotionHistory("bodies", 3, "m", "positions of the body frames, inertial"),
    "orientation": MotionHistory("bodies", 4, "1", "Euler parameters of the body frames, scalar first, inertial"),
    "velocity": MotionHistory("bodies", 3, "m/s", "velocities of the origins of the body frames, inertial"),
    "angular_velocity": MotionHistory(
        "bodies", 3, "rad/s", "angular velocities of the bodies, in the axes of the bodies"
    ),
    "joint_rotation": MotionHistory(
        "joints",
        1,
        "rad",
        "rotations of joints about e3, and of universal joints about both axes, continuous over turns",
    ),
    "signal_state": MotionHistory("states", 1, "1", "states of signals"),
    "frame_position": MotionHistory(
        "frames", 3, "m", "positions of moving frames that are not attached to a single body, inertial"
    ),
    "frame_orientation": MotionHistory("frames", 4, "1", "Euler parameters of these frames, scalar first, inertial"),
    "contact_force": MotionHistory("contacts", 3, "N", "forces of contacts on B1, inertial"),
    "contact_place": MotionHistory(
        "contacts", 3, "m", "points of action of these forces, inertial; NaN without a normal force"
    ),
}


class Status(StrEnum):
    """The ways in which the run that wrote a file can have ended."""

    COMPLETE = "complete"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


def is_partial(path: Path) -> bool:
    """Return whether a file has the temporary name of a run that has not ended or was killed."""
    return path.name.startswith(".") and path.suffix in (".partial", ".before")


def partial_of(target: Path) -> Path:
    """Return the file to which a run writes until it ends. If the run is killed, `rbsolve resume` continues from this
    file.
    """
    return hidden_path(Path(os.path.realpath(target)), ".partial")


def hidden_path(target: Path, end: str) -> Path:
    """Return the path `.NAME.end` beside a file. If this name is too long for the system, a digest replaces the end of
    NAME.
    """
    name = os.fsencode(target.name)
    if len(name) + len(end) >= _LONGEST_NAME:
        digest = hashlib.blake2b(name, digest_size=6).hexdigest()
        length = _LONGEST_NAME - len(end) - len(digest) - 2
        name = os.fsencode(name[:length].decode(errors="ignore") + "~" + digest)
    return target.with_name(f".{os.fsdecode(name)}{end}")


def name_of_partial(partial: Path) -> str:
    """Return the name of the results file to which this temporary file belongs. It is empty if the name was too long."""
    name = partial.name.removeprefix(".").removesuffix(".partial").removesuffix(".before")
    return "" if _SHORTENED.search(name) else name


def path_to_read(path: Path) -> Path:
    """Return the path of a results file, or the path of its temporary file if only this exists."""
    partial = partial_of(path)
    return partial if partial.exists() and not path.exists() else path


def sensor_attributes(sensor: SensorAttributes) -> dict[str, object]:
    """Return the attributes of a sensor in the file."""
    attributes: dict[str, object] = {
        "sensor_type": sensor.sensor_type,
        "object": sensor.object,
        "observer": sensor.observer,
        "resolved_in": sensor.resolved_in,
        "units": sensor.units,
        "components": list(sensor.components),
        "long_name": sensor.long_name,
    }
    if sensor.rotation_parameters is not None:
        attributes["rotation_parameters"] = sensor.rotation_parameters
    return attributes
