"""Sensors: what is written, of which object, seen by which observer."""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.language.motions import EULER_TYPES
from rbsolve.language.table import INERTIAL_FRAME, SYSTEM, BlockSchema, choice, flag, reference
from rbsolve.solver.forces.catalogue import measured

SECTION = "Sensors"

BODY_OR_FRAME = ("BODY", "FRAME")
BODY_OR_SYSTEM = ("BODY", SYSTEM)
PLACES = ("BODY", "FRAME", "POINT")
PLACES_OR_SYSTEM = (*PLACES, SYSTEM)
ORIENTATIONS = ("BODY", "FRAME", "TRIAD")
POSE_OPTIONS = ("POINT_NAME", "TRIAD_NAME", "FRAME_NAME", "ROTATION_PARAMETERS", "ANGLE_UNIT")
ALL_OPTIONS = (*POSE_OPTIONS, "RESOLVED_IN", "ABOUT", "CHANGE")


class SensorType(NamedTuple):
    """What a sensor of this type measures: its columns, the families of its object, and the options that matter."""

    name: str
    columns: str
    meaning: str
    objects: tuple[str, ...]
    options: tuple[str, ...] = ()
    unit: str = ""
    needs_object: bool = False
    """Whether SYSTEM has to be said, where it is one of the objects."""
    unmeasured: str | None = None
    """Why no signal measures it, with what to do; others have a planner in solver/assembly/elements/measures.py."""


_STRETCHED = (*measured("ELONGATION"), "COUPLING")
_P, _T, _F, _R, _U, _A, _C, _CHANGE = ALL_OPTIONS

FOLLOWS_FORCES = "it follows from the forces that a signal drives: measure positions and velocities instead"
_OF_THE_RUN = "it belongs to the integrator, not to the motion"
_TO_BE_FORMED = "form it in an @EXPRESSION from positions and velocities that signals measure"
_OF_POSES = "measure POSITION and ORIENTATION"
_CONSTANT = "it does not change: write its value"

SENSOR_TYPES = (
    SensorType(
        "POSITION",
        "3",
        "of the point from the observer's origin, in the observer's axes; of SYSTEM that of its centre of mass",
        PLACES_OR_SYSTEM,
        (_P, _F, _A),
        "m",
        needs_object=True,
    ),
    SensorType("DISPLACEMENT", "3", "change of configuration viewed by the observer", PLACES, (_P, _F, _A), "m"),
    SensorType("ORIENTATION", "by parameters", "of the triad relative to the observer", ORIENTATIONS, (_T, _F, _R, _U)),
    SensorType(
        "ROTATION",
        "by parameters",
        "change of orientation viewed by the observer, resolved in its axes",
        ORIENTATIONS,
        (_T, _F, _R, _U),
    ),
    SensorType("CONFIGURATION", "3 + parameters", "position, then orientation", BODY_OR_FRAME, POSE_OPTIONS),
    SensorType(
        "MOTION_PARAMETERS",
        "8",
        "Euler motion parameters {q, e} of the frame (point, triad) relative to the observer",
        BODY_OR_FRAME,
        (_P, _T, _F, _CHANGE),
        unmeasured=_OF_POSES,
    ),
    SensorType(
        "MOTION_TENSOR",
        "36",
        "[[R, x~ R], [0, R]] of the frame (point, triad) relative to the observer, row by row",
        BODY_OR_FRAME,
        (_P, _T, _F, _CHANGE),
        unmeasured=_OF_POSES,
    ),
    SensorType(
        "VELOCITY",
        "3",
        "as the observer sees it: time derivative of POSITION",
        PLACES_OR_SYSTEM,
        (_P, _F, _A),
        "m/s",
        needs_object=True,
    ),
    SensorType(
        "ACCELERATION",
        "3",
        "second time derivative of POSITION",
        PLACES_OR_SYSTEM,
        (_P, _F, _A),
        "m/s^2",
        needs_object=True,
        unmeasured=FOLLOWS_FORCES,
    ),
    SensorType(
        "SPECIFIC_FORCE",
        "3",
        "acceleration of the point as the observer sees it, less gravity: an accelerometer when resolved in the body",
        PLACES,
        (_P, _F, _A),
        "m/s^2",
        unmeasured=FOLLOWS_FORCES,
    ),
    SensorType("ANGULAR_VELOCITY", "3", "relative to the observer, in its axes", ORIENTATIONS, (_F, _A), "rad/s"),
    SensorType(
        "ANGULAR_ACCELERATION",
        "3",
        "time derivative of ANGULAR_VELOCITY",
        ORIENTATIONS,
        (_F, _A),
        "rad/s^2",
        unmeasured=FOLLOWS_FORCES,
    ),
    SensorType(
        "UNIFIED_VELOCITIES",
        "6",
        "local velocity coordinates of the hexahedron of unit lengths, or of the integrator's projection",
        ("BODY",),
        (),
        "m/s",
        unmeasured="measure VELOCITY and ANGULAR_VELOCITY with @RESOLVED_IN a frame of the body",
    ),
    SensorType("PROJECTION_MATRIX", "36", "D of UNIFIED_VELOCITIES, row by row", ("BODY",), unmeasured=_CONSTANT),
    SensorType("PROJECTION_DETERMINANT", "1", "of D", ("BODY",), (), "m^3", unmeasured=_CONSTANT),
    SensorType("PROJECTION_CONDITION", "1", "number of D, with lengths in metres", ("BODY",), unmeasured=_CONSTANT),
    SensorType("LINEAR_MOMENTUM", "3", "absolute, in the observer's axes", BODY_OR_SYSTEM, (_F, _A), "kg m/s"),
    SensorType(
        "ANGULAR_MOMENTUM",
        "3",
        "absolute, about the observer's origin or the object's centre of mass, in the observer's axes",
        BODY_OR_SYSTEM,
        (_F, _A, _C),
        "kg m^2/s",
        unmeasured=_TO_BE_FORMED,
    ),
    SensorType("KINETIC_ENERGY", "1", "of a body or of all", BODY_OR_SYSTEM, (), "J", unmeasured=_TO_BE_FORMED),
    SensorType("POTENTIAL_ENERGY", "1", "of a body or of all", BODY_OR_SYSTEM, (), "J", unmeasured=_TO_BE_FORMED),
    SensorType("TOTAL_ENERGY", "1", "of a body or of all", BODY_OR_SYSTEM, (), "J", unmeasured=_TO_BE_FORMED),
    SensorType("RELATIVE_ROTATION", "1-3", "of B1 with respect to B0, continuous over turns", ("JOINT",), (), "rad"),
    SensorType("RELATIVE_DISPLACEMENT", "1-3", "of B1 with respect to B0", ("JOINT",), (), "m"),
    SensorType(
        "RELATIVE_ROTATION_RATE",
        "1-3",
        "time derivative of RELATIVE_ROTATION; of a spherical joint the angular velocity in the axes fixed in B0",
        ("JOINT",),
        (),
        "rad/s",
    ),
    SensorType("RELATIVE_DISPLACEMENT_RATE", "1-3", "time derivative of RELATIVE_DISPLACEMENT", ("JOINT",), (), "m/s"),
    SensorType(
        "RELATIVE_ROTATION_ACCELERATION",
        "1-3",
        "time derivative of RELATIVE_ROTATION_RATE",
        ("JOINT",),
        (),
        "rad/s^2",
        unmeasured=FOLLOWS_FORCES,
    ),
    SensorType(
        "RELATIVE_DISPLACEMENT_ACCELERATION",
        "1-3",
        "second time derivative of RELATIVE_DISPLACEMENT",
        ("JOINT",),
        (),
        "m/s^2",
        unmeasured=FOLLOWS_FORCES,
    ),
    SensorType(
        "REACTION_FORCE",
        "3",
        "of the joint's constraints on B1 at its point, in the observer's axes, without springs, dampers and drives; of a contact on B1; "
        "of a prescribed motion on its body at the origin of the body frame",
        ("JOINT", "CONTACT", "COUPLING", "PRESCRIBED_MOTION"),
        (_F, _A),
        "N",
        unmeasured=FOLLOWS_FORCES,
    ),
    SensorType(
        "REACTION_MOMENT",
        "3",
        "likewise, of a joint or a prescribed motion",
        ("JOINT", "PRESCRIBED_MOTION"),
        (_F, _A),
        "N m",
        unmeasured=FOLLOWS_FORCES,
    ),
    SensorType(
        "DRIVE_FORCE",
        "one a coordinate",
        "what springs, dampers, actuators and controllers of a joint exert along its coordinates, on B1",
        ("JOINT",),
        (),
        "N or N m",
        unmeasured=FOLLOWS_FORCES,
    ),
    SensorType(
        "PRESCRIBED_FORCE",
        "one a prescribed coordinate",
        "what the prescribed motions of a joint exert along their coordinates, on B1; of a prescribed motion of a body force, then moment, "
        "in the axes of the body that carries the observer",
        ("JOINT", "PRESCRIBED_MOTION"),
        (),
        "N or N m",
        unmeasured=FOLLOWS_FORCES,
    ),
    SensorType(
        "ELONGATION",
        "1 or 3",
        "of a spring or rod, or of a bushing along its axes; the angle of a torsion spring less its rest angle",
        _STRETCHED,
        (),
        "m or rad",
    ),
    SensorType("ELONGATION_RATE", "1 or 3", "time derivative of ELONGATION", _STRETCHED, (), "m/s or rad/s"),
    SensorType("SIGNAL", "1", "value of a signal", ("SIGNAL",), (), unmeasured="name the signal itself"),
    SensorType(
        "FORCE",
        "1 or 3",
        "of a spring or rod, or of a bushing along its axes; the normal force of a contact, positive; the moment of a torsion "
        "spring; what a gear exerts on q1, a plane on a rolling disc",
        (*measured("FORCE"), "CONTACT", "COUPLING"),
        (),
        "N or N m",
    ),
    SensorType(
        "PENETRATION",
        "1",
        "how far the shapes of a contact overlap where they do most; less the distance between them while they do not",
        ("CONTACT",),
        (),
        "m",
    ),
    SensorType(
        "SLIDING_VELOCITY",
        "1",
        "of the shapes of a contact where they overlap most, without sign",
        ("CONTACT",),
        (),
        "m/s",
    ),
    SensorType(
        "ROLLING_MOMENT",
        "3",
        "on B1 by the rolling resistance of a contact, in the observer's axes",
        ("CONTACT",),
        (_F, _A),
        "N m",
        unmeasured=FOLLOWS_FORCES,
    ),
    SensorType(
        "CONSTRAINT_VIOLATION",
        "1",
        "largest residual of the joints; lengths relative to the model's size",
        BODY_OR_SYSTEM,
        unmeasured=_OF_THE_RUN,
    ),
    SensorType("ROTATION_DETERMINANT_ERROR", "1", "det R - 1", BODY_OR_SYSTEM, unmeasured=_OF_THE_RUN),
    SensorType("UNIT_NORM_ERROR", "1", "|e| - 1", BODY_OR_SYSTEM, unmeasured=_OF_THE_RUN),
    SensorType("STEP_SIZE", "1", "of the last step", BODY_OR_SYSTEM, (), "s", unmeasured=_OF_THE_RUN),
    SensorType("NEWTON_ITERATIONS", "1", "of all steps since the row before", BODY_OR_SYSTEM, unmeasured=_OF_THE_RUN),
)
SENSOR_TYPE_OF = {kind.name: kind for kind in SENSOR_TYPES}
SENSOR_TYPE = {sensor.name: sensor for sensor in SENSOR_TYPES}

ROTATION_PARAMETERS = ("ROTATION_MATRIX", *EULER_TYPES, "EULER_PARAMETERS", "ROTATION_VECTOR")
ANGLE_UNITS = DEGREES, RADIANS = "DEGREES", "RADIANS"

SENSOR = BlockSchema(
    kind="SENSOR",
    definition="SENSOR_DEFINITION",
    name_keyword="SENSOR_NAME",
    title="Sensors",
    meaning="A time history in the results.",
    family="SENSOR",
    section=SECTION,
    keywords=(
        choice("SENSOR_TYPE", "What is measured.", *SENSOR_TYPE, required=True),
        reference(
            "OBJECT_NAME",
            "OBJECT",
            "The body, joint, spring, bushing, other force, contact, frame, point, triad or signal, or SYSTEM for all bodies together.",
            default_text="SYSTEM, where the type takes it",
        ),
        reference("SIGNAL_NAME", "OBJECT", "Synonym of @OBJECT_NAME, for a signal.", synonym_of="OBJECT_NAME"),
        reference("POINT_NAME", "POINT", "A material point of the body.", default_text="the origin of its frame"),
        reference("TRIAD_NAME", "TRIAD", "A material triad of the body.", default_text="the axes of its frame"),
        reference("FRAME_NAME", "FRAME", "The observer: a fixed or moving frame.", default=INERTIAL_FRAME),
        reference("VIEWED_BY", "FRAME", "Synonym of @FRAME_NAME.", synonym_of="FRAME_NAME"),
        reference(
            "RESOLVED_IN",
            "FRAME",
            "Axes of the components: rates are still those that the observer sees (a gyro is seen by INERTIAL and resolved in the body).",
            default_text="the observer's axes",
        ),
        choice(
            "ABOUT",
            "What an angular momentum is about.",
            "OBSERVER",
            "CENTRE_OF_MASS",
            default_text="the observer's origin",
        ),
        choice(
            "ROTATION_PARAMETERS",
            "How orientations are written.",
            *ROTATION_PARAMETERS,
            default="ROTATION_MATRIX",
        ),
        choice("ANGLE_UNIT", "The unit of Euler angles.", *ANGLE_UNITS, default=DEGREES),
        flag(
            "CHANGE",
            "With YES the change of motion since the reference configuration that the observer sees (Seed 002, section 6.3).",
            default=False,
        ),
    ),
    notes=(
        "Without sensors a run writes CONFIGURATION (Euler parameters), VELOCITY, ANGULAR_VELOCITY of all bodies.",
        "Points, triads and fixed frames stand still where they are at the reference configuration.",
        "Where objects of several kinds bear the name of @OBJECT_NAME, a body comes before a frame, a point and a triad.",
        "Change of motion: the motion that brings the object from its position and orientation relative to the observer at the reference "
        "configuration to the present ones. Its rotation Q is that of ROTATION; its displacement is x - Q x0, not that of DISPLACEMENT.",
    ),
    example="""\
@SENSOR_DEFINITION {
  @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {Arm} @POINT_NAME {P} @FRAME_NAME {OnArm} }
  @SENSOR_NAME {attitude} {
    @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {Tool} @TRIAD_NAME {Panel} @ROTATION_PARAMETERS {EULER_ANGLES_321}
  }
  @SENSOR_NAME {filmed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {Tool} @FRAME_NAME {Camera} @RESOLVED_IN {Both} }
  @SENSOR_NAME {energy} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} }
  @SENSOR_NAME {drive} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {bridge} }
  @SENSOR_NAME {reaction} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {Revolute1} @VIEWED_BY {INERTIAL} }
}""",
)

BLOCKS = (SENSOR,)
