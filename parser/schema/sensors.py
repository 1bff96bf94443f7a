"""Blocks of sensors. A sensor has a quantity, an object and an observer."""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.language.motions import EULER_TYPES
from rbsolve.language.table import INERTIAL_FRAME, SYSTEM, BlockSchema, choice, flag, reference
from rbsolve.solver.forces.catalogue import measured_families

SECTION = "Sensors"

BODY_OR_FRAME = ("BODY", "FRAME")
BODY_OR_SYSTEM = ("BODY", SYSTEM)
PLACES = ("BODY", "FRAME", "POINT")
PLACES_OR_SYSTEM = (*PLACES, SYSTEM)
ORIENTATIONS = ("BODY", "FRAME", "TRIAD")
POSE_OPTIONS = ("POINT_NAME", "TRIAD_NAME", "FRAME_NAME", "ROTATION_PARAMETERS", "ANGLE_UNIT")
ALL_OPTIONS = (*POSE_OPTIONS, "RESOLVED_IN", "ABOUT", "CHANGE")


class SensorType(NamedTuple):
    """A type of sensor: its columns, the possible families of its object, and the options that apply to it."""

    name: str
    columns: str
    meaning: str
    objects: tuple[str, ...]
    options: tuple[str, ...] = ()
    unit: str = ""
    needs_object: bool = False
    """Whether `@OBJECT_NAME {SYSTEM}` must be given explicitly. This applies only to types that support SYSTEM."""
    unmeasured: str | None = None
    """The reason why a signal cannot measure this type, with a remedy. All other types have a planner in
    solver/assembly/elements/measure_plans.py.
    """


_STRETCHED = (*measured_families("ELONGATION"), "COUPLING")
_P, _T, _F, _R, _U, _A, _C, _CHANGE = ALL_OPTIONS

_OF_THE_RUN = "it is a property of the integrator, not of the motion"
_TO_BE_FORMED = "compute it in an @EXPRESSION from measured positions and velocities"
_OF_POSES = "measure POSITION and ORIENTATION"
_CONSTANT = "it is constant: use its value"

SENSOR_TYPES = (
    SensorType(
        "POSITION",
        "3",
        "position of the point relative to the observer's origin, in the observer's axes; for SYSTEM, position of the centre of mass",
        PLACES_OR_SYSTEM,
        (_P, _F, _A),
        "m",
        needs_object=True,
    ),
    SensorType("DISPLACEMENT", "3", "change of POSITION since the reference configuration", PLACES, (_P, _F, _A), "m"),
    SensorType(
        "ORIENTATION",
        "by parameters",
        "orientation of the triad relative to the observer",
        ORIENTATIONS,
        (_T, _F, _R, _U),
    ),
    SensorType(
        "ROTATION",
        "by parameters",
        "change of orientation since the reference configuration, as the observer sees it, in the observer's axes",
        ORIENTATIONS,
        (_T, _F, _R, _U),
    ),
    SensorType("CONFIGURATION", "3 + parameters", "POSITION, then ORIENTATION", BODY_OR_FRAME, POSE_OPTIONS),
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
        "time derivative of POSITION, as the observer sees it",
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
    ),
    SensorType(
        "SPECIFIC_FORCE",
        "3",
        (
            "acceleration of the point as the observer sees it, minus gravity; resolved in the body, it is the "
            "reading of an accelerometer"
        ),
        PLACES,
        (_P, _F, _A),
        "m/s^2",
    ),
    SensorType(
        "ANGULAR_VELOCITY",
        "3",
        "angular velocity relative to the observer, in the observer's axes",
        ORIENTATIONS,
        (_F, _A),
        "rad/s",
    ),
    SensorType(
        "ANGULAR_ACCELERATION",
        "3",
        "time derivative of ANGULAR_VELOCITY",
        ORIENTATIONS,
        (_F, _A),
        "rad/s^2",
    ),
    SensorType(
        "UNIFIED_VELOCITIES",
        "6",
        (
            "six local velocities for the projection of the integrator, or for a hexahedron of unit lengths if the "
            "integrator has no projection"
        ),
        ("BODY",),
        (),
        "m/s",
        unmeasured="measure VELOCITY and ANGULAR_VELOCITY with @RESOLVED_IN a frame of the body",
    ),
    SensorType("PROJECTION_MATRIX", "36", "the projection matrix D, row by row", ("BODY",), unmeasured=_CONSTANT),
    SensorType("PROJECTION_DETERMINANT", "1", "determinant of D", ("BODY",), (), "m^3", unmeasured=_CONSTANT),
    SensorType(
        "PROJECTION_CONDITION", "1", "condition number of D, with lengths in metres", ("BODY",), unmeasured=_CONSTANT
    ),
    SensorType(
        "LINEAR_MOMENTUM", "3", "absolute linear momentum, in the observer's axes", BODY_OR_SYSTEM, (_F, _A), "kg m/s"
    ),
    SensorType(
        "ANGULAR_MOMENTUM",
        "3",
        "absolute angular momentum about the observer's origin or the object's centre of mass, in the observer's axes",
        BODY_OR_SYSTEM,
        (_F, _A, _C),
        "kg m^2/s",
        unmeasured=_TO_BE_FORMED,
    ),
    SensorType(
        "KINETIC_ENERGY", "1", "kinetic energy of the object", BODY_OR_SYSTEM, (), "J", unmeasured=_TO_BE_FORMED
    ),
    SensorType(
        "POTENTIAL_ENERGY",
        "1",
        "gravitational potential energy; for SYSTEM, plus the energy stored in springs, bushings, joints and contacts",
        BODY_OR_SYSTEM,
        (),
        "J",
        unmeasured=_TO_BE_FORMED,
    ),
    SensorType(
        "TOTAL_ENERGY", "1", "KINETIC_ENERGY plus POTENTIAL_ENERGY", BODY_OR_SYSTEM, (), "J", unmeasured=_TO_BE_FORMED
    ),
    SensorType(
        "RELATIVE_ROTATION",
        "1-3",
        (
            "rotation of B1 with respect to B0; rotations about e3 and rotations of universal joints are continuous "
            "over whole turns"
        ),
        ("JOINT",),
        (),
        "rad",
    ),
    SensorType("RELATIVE_DISPLACEMENT", "1-3", "displacement of B1 with respect to B0", ("JOINT",), (), "m"),
    SensorType(
        "RELATIVE_ROTATION_RATE",
        "1-3",
        "time derivative of RELATIVE_ROTATION; for a spherical joint, the angular velocity in the axes fixed in B0",
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
    ),
    SensorType(
        "RELATIVE_DISPLACEMENT_ACCELERATION",
        "1-3",
        "second time derivative of RELATIVE_DISPLACEMENT",
        ("JOINT",),
        (),
        "m/s^2",
    ),
    SensorType(
        "REACTION_FORCE",
        "3",
        (
            "force of the joint's constraints on B1 at its point, without springs, dampers and drives, in the "
            "observer's axes; force of a contact on B1; force of a prescribed motion on its body at the origin of the "
            "body frame"
        ),
        ("JOINT", "CONTACT", "COUPLING", "PRESCRIBED_MOTION"),
        (_F, _A),
        "N",
    ),
    SensorType(
        "REACTION_MOMENT",
        "3",
        "moment of a joint's constraints on B1 at its point, or of a prescribed motion on its body",
        ("JOINT", "PRESCRIBED_MOTION"),
        (_F, _A),
        "N m",
    ),
    SensorType(
        "DRIVE_FORCE",
        "one per coordinate",
        "force or torque of the springs, dampers, actuators and controllers of a joint on B1, along its coordinates; "
        "for a rotation vector, about axes fixed in B0",
        ("JOINT",),
        (),
        "N or N m",
    ),
    SensorType(
        "PRESCRIBED_FORCE",
        "one per prescribed coordinate",
        (
            "force or torque of the prescribed motions of a joint on B1, along their coordinates; for a prescribed "
            "motion of a body, first the force and then the moment, in the axes of the observer's body"
        ),
        ("JOINT", "PRESCRIBED_MOTION"),
        (),
        "N or N m",
    ),
    SensorType(
        "ELONGATION",
        "1 or 3",
        "elongation of a spring or rod, or of a bushing along its axes; for a torsion spring, the angle minus the rest angle",
        _STRETCHED,
        (),
        "m or rad",
    ),
    SensorType("ELONGATION_RATE", "1 or 3", "time derivative of ELONGATION", _STRETCHED, (), "m/s or rad/s"),
    SensorType("SIGNAL", "1", "value of a signal", ("SIGNAL",), (), unmeasured="name the signal itself"),
    SensorType(
        "FORCE",
        "1 or 3",
        "force of a spring or rod, or of a bushing along its axes; normal force of a contact (positive); moment of a torsion spring; "
        "force or torque of a gear on q1; force of the plane on a rolling disc",
        (*measured_families("FORCE"), "CONTACT", "COUPLING"),
        (),
        "N or N m",
    ),
    SensorType(
        "PENETRATION",
        "1",
        "largest overlap of the shapes of a contact; a negative value is minus the distance between the shapes",
        ("CONTACT",),
        (),
        "m",
    ),
    SensorType(
        "SLIDING_VELOCITY",
        "1",
        "magnitude of the sliding velocity of the shapes at the largest overlap",
        ("CONTACT",),
        (),
        "m/s",
    ),
    SensorType(
        "ROLLING_MOMENT",
        "3",
        "moment of the rolling resistance of a contact on B1, in the observer's axes",
        ("CONTACT",),
        (_F, _A),
        "N m",
    ),
    SensorType(
        "CONSTRAINT_VIOLATION",
        "1",
        "largest constraint residual of the joints; lengths are divided by the size of the model",
        BODY_OR_SYSTEM,
        unmeasured=_OF_THE_RUN,
    ),
    SensorType("ROTATION_DETERMINANT_ERROR", "1", "det R - 1", BODY_OR_SYSTEM, unmeasured=_OF_THE_RUN),
    SensorType("UNIT_NORM_ERROR", "1", "|e| - 1", BODY_OR_SYSTEM, unmeasured=_OF_THE_RUN),
    SensorType("STEP_SIZE", "1", "size of the last step", BODY_OR_SYSTEM, (), "s", unmeasured=_OF_THE_RUN),
    SensorType(
        "NEWTON_ITERATIONS",
        "1",
        "Newton iterations of all steps since the previous output row",
        BODY_OR_SYSTEM,
        unmeasured=_OF_THE_RUN,
    ),
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
        choice("SENSOR_TYPE", "The measured quantity.", *SENSOR_TYPE, required=True),
        reference(
            "OBJECT_NAME",
            "OBJECT",
            "The body, joint, spring, bushing, other force, contact, frame, point, triad or signal, or SYSTEM for all bodies together.",
            default_text="SYSTEM, if the type supports it",
        ),
        reference("SIGNAL_NAME", "OBJECT", "Synonym of @OBJECT_NAME for a signal.", synonym_of="OBJECT_NAME"),
        reference("POINT_NAME", "POINT", "A material point of the body.", default_text="the origin of the body frame"),
        reference("TRIAD_NAME", "TRIAD", "A material triad of the body.", default_text="the axes of the body frame"),
        reference("FRAME_NAME", "FRAME", "The observer: a fixed or moving frame.", default=INERTIAL_FRAME),
        reference("VIEWED_BY", "FRAME", "Synonym of @FRAME_NAME.", synonym_of="FRAME_NAME"),
        reference(
            "RESOLVED_IN",
            "FRAME",
            (
                "The axes in which the components are resolved. They do not change the observer. A gyro, for "
                "example, has the observer INERTIAL and components in the axes of the body."
            ),
            default_text="the observer's axes",
        ),
        choice(
            "ABOUT",
            "The reference point of an angular momentum.",
            "OBSERVER",
            "CENTRE_OF_MASS",
            default_text="the observer's origin",
        ),
        choice(
            "ROTATION_PARAMETERS",
            "The parameters of orientations.",
            *ROTATION_PARAMETERS,
            default="ROTATION_MATRIX",
        ),
        choice("ANGLE_UNIT", "The unit of Euler angles.", *ANGLE_UNITS, default=DEGREES),
        flag(
            "CHANGE",
            (
                "With YES, the sensor measures the change since the reference configuration, as the observer sees it "
                "(Dymore's manual, section 6.3)."
            ),
            default=False,
        ),
    ),
    notes=(
        "If a deck has no sensors, a run writes CONFIGURATION (Euler parameters), VELOCITY and ANGULAR_VELOCITY of all bodies.",
        "Points, triads and fixed frames do not move.",
        "Several names define several sensors. Type, object and signal have one item for all sensors, or one for each.",
        "If objects of several kinds have this name, the sensor observes the first of: body, frame, point, triad.",
        (
            "The change of motion is the rigid motion from the reference pose to the current pose of the object, "
            "both relative to the observer. Its rotation Q equals ROTATION. Its displacement is x - Q x0, which "
            "differs from DISPLACEMENT."
        ),
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
