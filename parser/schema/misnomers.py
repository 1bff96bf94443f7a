"""Common wrong names of keywords and blocks. They are too different from the right names to be found by a comparison of
letters.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

# The keywords that each wrong name may mean. At most one of them is valid at a given place.
MISNOMERS: Mapping[str, tuple[str, ...]] = {
    "ANGULAR_VELOCITY": ("INITIAL_ANGULAR_VELOCITY",),
    "BALL_JOINT_DEFINITION": ("SPHERICAL_JOINT_DEFINITION",),
    "BODIES": ("CONNECTED_TO_BODIES",),
    "BODY": ("CONNECTED_TO_BODY", "OBJECT_NAME"),
    "BODY_DEFINITION": ("RIGID_BODY_DEFINITION",),
    "BODY_NAME": ("CONNECTED_TO_BODY", "OBJECT_NAME", "RIGID_BODY_NAME"),
    "CENTER_OF_MASS": ("CENTRE_OF_MASS_LOCATION",),
    "CENTRE_OF_MASS": ("CENTRE_OF_MASS_LOCATION",),
    "DISTANCE_JOINT_DEFINITION": ("ROD_DEFINITION",),
    "DT": ("TIME_STEP_SIZE",),
    "END_TIME": ("SIMULATION_TIME_RANGE",),
    "FINAL_TIME": ("SIMULATION_TIME_RANGE",),
    "FIXED_JOINT_DEFINITION": ("RIGID_JOINT_DEFINITION",),
    "FORCE": ("APPLIED_FORCES",),
    "FORCES": ("APPLIED_FORCES",),
    "FORCE_DEFINITION": ("DEAD_LOAD_DEFINITION",),
    "FREE_LENGTH": ("REST_LENGTH",),
    "HINGE_JOINT_DEFINITION": ("REVOLUTE_JOINT_DEFINITION",),
    "INERTIA": ("MOMENTS_OF_INERTIA",),
    "INERTIA_TENSOR": ("MOMENTS_OF_INERTIA",),
    "INITIAL_ORIENTATION": ("INITIAL_FRAME_NAME",),
    "INITIAL_POSITION": ("INITIAL_FRAME_NAME",),
    "INITIAL_ROTATION": ("INITIAL_FRAME_NAME", "INITIAL_COORDINATE"),
    "INITIAL_TRIAD_NAME": ("INITIAL_FRAME_NAME",),
    "INITIAL_POINT_NAME": ("INITIAL_FRAME_NAME",),
    "LOAD_DEFINITION": ("DEAD_LOAD_DEFINITION",),
    "LOCATION": ("AT_POINT", "COORDINATES"),
    "MOMENT": ("APPLIED_MOMENTS",),
    "MOMENTS": ("APPLIED_MOMENTS",),
    "NATURAL_LENGTH": ("REST_LENGTH",),
    "ORIENTATION": ("TRIAD_NAME", "FRAME_NAME"),
    "OUTPUT_INTERVAL": ("OUTPUT_STEP_SIZE",),
    "PIVOT": ("AT_POINT",),
    "RADIUS": ("DIMENSIONS",),
    "POSITION": ("COORDINATES", "AT_POINT", "FRAME_NAME"),
    "STEP_SIZE": ("TIME_STEP_SIZE",),
    "TORQUE": ("APPLIED_MOMENTS", "ACTUATOR"),
    "TORQUES": ("APPLIED_MOMENTS",),
    "TRANSLATIONAL_JOINT_DEFINITION": ("PRISMATIC_JOINT_DEFINITION",),
    "UNLOADED_LENGTH": ("REST_LENGTH",),
    "VELOCITY": ("INITIAL_VELOCITY",),
}

# The types of sensors that each wrong name may mean.
SENSOR_MISNOMERS: Mapping[str, tuple[str, ...]] = {
    "ANGLE": ("RELATIVE_ROTATION", "ORIENTATION"),
    "ATTITUDE": ("ORIENTATION",),
    "CONTACT_FORCE": ("REACTION_FORCE", "FORCE"),
    "JOINT_ANGLE": ("RELATIVE_ROTATION",),
    "JOINT_FORCE": ("REACTION_FORCE", "DRIVE_FORCE"),
    "JOINT_MOMENT": ("REACTION_MOMENT", "DRIVE_FORCE"),
    "JOINT_RATE": ("RELATIVE_ROTATION_RATE", "RELATIVE_DISPLACEMENT_RATE"),
    "JOINT_TORQUE": ("DRIVE_FORCE", "PRESCRIBED_FORCE"),
    "JOINT_VELOCITY": ("RELATIVE_ROTATION_RATE", "RELATIVE_DISPLACEMENT_RATE"),
    "LINEAR_VELOCITY": ("VELOCITY",),
    "NORMAL_FORCE": ("FORCE",),
    "RELATIVE_ANGLE": ("RELATIVE_ROTATION",),
    "RELATIVE_POSITION": ("RELATIVE_DISPLACEMENT",),
    "RELATIVE_VELOCITY": ("RELATIVE_ROTATION_RATE", "RELATIVE_DISPLACEMENT_RATE"),
    "SPEED": ("VELOCITY",),
    "TORQUE": ("REACTION_MOMENT", "DRIVE_FORCE", "PRESCRIBED_FORCE"),
}


def guess_sensor_types(word: str) -> tuple[str, ...]:
    """Return the types of sensors that a common wrong name may mean."""
    return SENSOR_MISNOMERS.get(word, ())


def guess_keyword(word: str, known: Collection[str]) -> str | None:
    """Return the keyword that a common wrong name means, among the keywords that are valid at its place, or None."""
    return next((keyword for keyword in MISNOMERS.get(word, ()) if keyword in known), None)
