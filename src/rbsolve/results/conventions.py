"""What stands in every results file, and how its name says that it is not whole yet: shared by those that write and those that read."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rbsolve.solver.sensors.plan import SensorPlan

CONVENTIONS_PREFIX = "rbsolve-"
CONVENTIONS = CONVENTIONS_PREFIX + "1"
RUNNING = "running"
"""The status of a file that a run is writing, or was when it was killed."""

DIAGNOSTIC_ATTRIBUTES = {
    "step_size": ("s", "size of the step that ended at this row"),
    "newton_iterations": ("1", "Newton iterations since the row before"),
    "energy": ("J", "total energy"),
    "hidden_constraint": ("kg m2/s", "largest q.p of any body, zero on the exact solution"),
    "constraint_violation": ("1", "largest residual of the joints; lengths relative to the model's size"),
}
MOTION_COLUMNS = {"position": 3, "orientation": 4}
MOTION_ATTRIBUTES = {
    "position": ("m", "positions of the body frames, inertial"),
    "orientation": ("1", "Euler parameters of the body frames, scalar first, inertial"),
}


class Status(StrEnum):
    """How the run that wrote a file ended."""

    COMPLETE = "complete"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


def is_partial(path: Path) -> bool:
    """Whether a file is that of a run that is going on, or was killed."""
    return path.name.startswith(".") and path.suffix in (".partial", ".before")


def partial_of(target: Path) -> Path:
    """Where the rows of a run stand until it ends; a run that was killed leaves it, and `rbsolve resume` goes on from it."""
    target = Path(os.path.realpath(target))
    return target.with_name(f".{target.name}.partial")


def written_or_left(path: Path) -> Path:
    """A results file, or where there is none that of a run which is writing it or was killed while it did."""
    partial = partial_of(path)
    return partial if partial.exists() and not path.exists() else path


def sensor_attributes(sensor: SensorPlan) -> dict[str, object]:
    """What the file says of a sensor beside its rows."""
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
