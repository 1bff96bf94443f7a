"""RELATIVE_ROTATION, RELATIVE_DISPLACEMENT, their rates and their second derivatives, which are coordinates of joints
(`joint_motion.py`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.language.diagnostics import Code
from rbsolve.solver.joints.kinds import Coordinate, JointKind
from rbsolve.solver.joints.resistance import Law
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.joint_motion import JointMotion, time_of
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Planner, Request, number_labels

SYMBOLS = {"rad": "angle", "m": "d", "rad/s": "rate", "m/s": "rate", "rad/s^2": "acceleration", "m/s^2": "acceleration"}


def _relative(what: str, slides: bool, units: str, seen: Callable[[JointMotion], Callable[[Rows], Floats]]) -> Planner:
    """The planner of the sliding coordinates or the rotations of a joint."""

    def plan(request: Request) -> Measurement | None:
        kind = JointKind(request.compiled.model.joints.kind[request.index])
        coordinates = tuple(c for c in kind.record.measured if c.slides == slides)
        if not coordinates:
            request.diagnostics.error(
                Code.INVALID_VALUE,
                f"the {kind.title} joint {request.object} has no relative {what.split()[0]}",
                request.described.span_of("SENSOR_TYPE"),
            )
            return None
        is_vector = coordinates[0] == Coordinate.VECTOR_1
        symbol = "psi" if is_vector and units == "rad" else SYMBOLS[units]
        labels = (symbol,) if len(coordinates) == 1 else number_labels(symbol, len(coordinates))
        name = f"relative {what}" + (", about the axes fixed in B0" if is_vector else "")
        motion = JointMotion(request.compiled, request.index, coordinates)
        return Measurement(labels, units, name, seen(motion), observed=False, resolved_in="", memory=motion.memory)

    return plan


relative_rotation = _relative("rotation", False, "rad", lambda motion: motion.values)
relative_rotation_rate = _relative("rotation rate", False, "rad/s", lambda motion: motion.rates)
relative_rotation_acceleration = _relative(
    "rotation acceleration", False, "rad/s^2", lambda motion: motion.accelerations
)
relative_displacement = _relative("displacement", True, "m", lambda motion: motion.values)
relative_displacement_rate = _relative("displacement rate", True, "m/s", lambda motion: motion.rates)
relative_displacement_acceleration = _relative(
    "displacement acceleration", True, "m/s^2", lambda motion: motion.accelerations
)


def joint_spring_energies(chunk: Rows, compiled: CompiledModel) -> Floats:
    """Return the stored energy of each joint spring and stop (rows, m). A drive with a moving reference or a limit
    stores no energy.
    """
    drives = compiled.model.drives
    springs = np.flatnonzero((drives.reference < 0) & np.isinf(drives.limit) & (drives.stiffness != 0.0))
    energies = np.zeros((len(time_of(chunk)), len(springs)))
    for column, i in enumerate(springs):
        motion = JointMotion(compiled, int(drives.joint[i]), (Coordinate(drives.coordinate[i]),))
        stretch = motion.spring_coordinates(chunk)[:, 0] - drives.rest[i]
        if drives.law[i] == Law.UPPER_STOP:
            stretch = np.maximum(stretch, 0.0)
        elif drives.law[i] == Law.LOWER_STOP:
            stretch = np.minimum(stretch, 0.0)
        energies[:, column] = 0.5 * drives.stiffness[i] * stretch**2
    return energies
