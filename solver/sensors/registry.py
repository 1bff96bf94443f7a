"""Maps each SENSOR_TYPE to its planner. parser/schema/sensors.py lists the objects that a type permits."""

from __future__ import annotations

from rbsolve.language.described import Described, Description
from rbsolve.language.motions import MOTION_FUNCTIONS
from rbsolve.language.table import SYSTEM
from rbsolve.solver.sensors.request import Measurement, Planner, Request
from rbsolve.solver.sensors.types import (
    contact,
    coupling,
    drive,
    energy,
    forces,
    joint,
    momentum,
    motion,
    pose,
    prescribed,
    projection,
    reaction,
    run,
)

PLANNERS: dict[str, Planner] = {
    "POSITION": pose.position,
    "DISPLACEMENT": pose.displacement,
    "ORIENTATION": pose.orientation,
    "ROTATION": pose.rotation,
    "CONFIGURATION": pose.configuration,
    "MOTION_PARAMETERS": pose.euler_motion_parameters,
    "MOTION_TENSOR": pose.motion_tensor,
    "VELOCITY": motion.velocity,
    "ACCELERATION": motion.acceleration,
    "SPECIFIC_FORCE": motion.specific_force,
    "ANGULAR_VELOCITY": motion.angular_velocity,
    "ANGULAR_ACCELERATION": motion.angular_acceleration,
    "UNIFIED_VELOCITIES": projection.unified_velocities,
    "PROJECTION_MATRIX": projection.projection_matrix,
    "PROJECTION_DETERMINANT": projection.projection_determinant,
    "PROJECTION_CONDITION": projection.projection_condition,
    "LINEAR_MOMENTUM": momentum.linear_momentum,
    "ANGULAR_MOMENTUM": momentum.angular_momentum,
    "KINETIC_ENERGY": energy.kinetic_energy,
    "POTENTIAL_ENERGY": energy.potential_energy,
    "TOTAL_ENERGY": energy.total_energy,
    "FORCE": contact.normal_force,
    "PENETRATION": contact.penetration,
    "SLIDING_VELOCITY": contact.sliding_velocity,
    "ROLLING_MOMENT": contact.rolling_moment,
    "RELATIVE_ROTATION": joint.relative_rotation,
    "RELATIVE_ROTATION_RATE": joint.relative_rotation_rate,
    "RELATIVE_DISPLACEMENT": joint.relative_displacement,
    "RELATIVE_DISPLACEMENT_RATE": joint.relative_displacement_rate,
    "RELATIVE_ROTATION_ACCELERATION": joint.relative_rotation_acceleration,
    "RELATIVE_DISPLACEMENT_ACCELERATION": joint.relative_displacement_acceleration,
    "REACTION_FORCE": reaction.reaction_force,
    "REACTION_MOMENT": reaction.reaction_moment,
    "DRIVE_FORCE": drive.drive_force,
    "PRESCRIBED_FORCE": prescribed.prescribed_force,
    "SIGNAL": run.signal,
    "CONSTRAINT_VIOLATION": run.constraint_violation,
    "ROTATION_DETERMINANT_ERROR": run.determinant_error,
    "UNIT_NORM_ERROR": run.unit_norm_error,
    "STEP_SIZE": run.step_size,
    "NEWTON_ITERATIONS": run.newton_iterations,
}

OF_FAMILY: dict[str, Planner] = {**dict.fromkeys(forces.FAMILIES, forces.measurement), "COUPLING": coupling.measurement}
"""The families of objects whose records define sensors of any type."""


def measurement(request: Request) -> Measurement | None:
    """Return the plan of a sensor, or None after reporting an error."""
    planner = OF_FAMILY.get(request.family) or PLANNERS[request.sensor_type]
    return planner(request)


_POSES = ("POSITION", "DISPLACEMENT", "ORIENTATION", "ROTATION", "CONFIGURATION", "MOTION_PARAMETERS")
_MOTIONS = ("VELOCITY", "ACCELERATION", "ANGULAR_VELOCITY", "ANGULAR_ACCELERATION")
OF_MOTION = frozenset((*_POSES, *_MOTIONS))
"""The types that depend only on the motion of a body or frame, and not on the model."""


OF_ENERGY = frozenset(("KINETIC_ENERGY", "POTENTIAL_ENERGY", "TOTAL_ENERGY"))
"""The types that support a leading axis for rows in `bodies` and `gravity` (types/balance.py)."""


_OF_RUN = ("SIGNAL", "STEP_SIZE", "NEWTON_ITERATIONS", "UNIT_NORM_ERROR", "ROTATION_DETERMINANT_ERROR")
OF_JOINTS = frozenset(
    (
        *(f"RELATIVE_ROTATION{end}" for end in ("", "_RATE", "_ACCELERATION")),
        *(f"RELATIVE_DISPLACEMENT{end}" for end in ("", "_RATE", "_ACCELERATION")),
        *("REACTION_FORCE", "REACTION_MOMENT", "DRIVE_FORCE", "CONSTRAINT_VIOLATION"),
        *_OF_RUN,
    )
)
"""The types that use no numbers of a model except its joints, its drives, its functions of time and its initial
positions, if their objects are of the families `WITH_JOINTS`.
"""
WITH_JOINTS = frozenset(("BODY", "JOINT", "COUPLING", "SIGNAL", SYSTEM))
OF_FORCES = forces.FAMILIES
"""The families of objects whose sensors support a leading axis for rows in `springs` and `bushings`. Such sensors read
no other numbers of a model that may differ from row to row (types/balance.py).
"""


def of_motion(sensor: Described) -> bool:
    """Return whether a sensor shows only the motion of a body or frame."""
    return sensor["SENSOR_TYPE"] in OF_MOTION and sensor["OBJECT_NAME"] != SYSTEM


def read_the_model(description: Description) -> bool:
    """Return whether some sensors of a deck show more than the motion of bodies."""
    return not all(map(of_motion, description.all_of("SENSOR")))


def frames_move_by_themselves(description: Description) -> bool:
    """Return whether functions of time move some frames. Sensors of motion then evaluate these functions."""
    return any(keyword in frame for frame in description.all_of("MOVING_FRAME") for keyword in MOTION_FUNCTIONS)
