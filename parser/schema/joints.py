"""The eight joints, made by one factory, and the PD drive."""

from __future__ import annotations

from dataclasses import dataclass

from rbsolve.parser.schema.table import Block, Keyword, number, numbers, reference

SECTION = "Joints"

_RATE_UNITS = {"rotation": "rad/s", "displacement": "m/s"}
_EFFORTS = {"rotation": "torque", "displacement": "force"}
_UNITS = {"rotation": "rad", "displacement": "m"}


@dataclass(frozen=True, slots=True)
class JointType:
    """What tells one joint from another: what it leaves free, how many triads it needs (and may take), and which of its
    coordinates can be driven."""

    name: str
    free: str
    coordinates: tuple[str, ...] = ()
    triads: tuple[int, ...] = (1,)
    needs_triad: bool = True
    extra: tuple[Keyword, ...] = ()


PITCH = number("PITCH", "Displacement per turn.", unit="m", required=True)

JOINT_TYPES = (
    JointType("RIGID", "nothing", needs_triad=False),
    JointType("REVOLUTE", "rotation about e3", ("rotation",)),
    JointType("PRISMATIC", "displacement along e3", ("displacement",)),
    JointType("CYLINDRICAL", "rotation about and displacement along e3", ("rotation", "displacement")),
    JointType("SCREW", "rotation about e3, and with it a displacement along e3", ("rotation",), extra=(PITCH,)),
    JointType("SPHERICAL", "three rotations", needs_triad=False),
    JointType(
        "UNIVERSAL", "rotations about two axes, e3 of each triad: the first fixed in B0, the second in B1", triads=(2,)
    ),
    JointType("PLANAR", "displacements along e1 and e2, rotation about e3"),
)


def _drives(joint: JointType) -> tuple[Keyword, ...]:
    """The keywords of a joint with one relative coordinate, or of both of a cylindrical one."""
    coordinates = joint.coordinates
    if not coordinates:
        return ()
    both = len(coordinates) == 2
    per_coordinate = (1, 2) if both else (1,)
    order = " (rotation first, then displacement)" if both else ""
    rates = ", ".join(_RATE_UNITS[c] for c in coordinates)
    efforts = " and ".join(_EFFORTS[c] for c in coordinates)
    prescribed = tuple(
        reference(f"PRESCRIBED_{c.upper()}", "FUNCTION", f"The {c} as a function of time.", unit=_UNITS[c])
        for c in coordinates
    )
    per = {"rotation": "N m/rad, rad", "displacement": "N/m, m"}
    damping = {"rotation": "N m s/rad", "displacement": "N s/m"}
    return (
        numbers("INITIAL_RATE", f"Relative rate at the start{order}.", *per_coordinate, unit=rates),
        *prescribed,
        numbers(
            "SPRING",
            f"Stiffness and the coordinate at rest{order}.",
            *((2, 4) if both else (2,)),
            unit="; ".join(per[c] for c in coordinates),
        ),
        numbers(
            "DAMPER", f"Damping coefficient{order}.", *per_coordinate, unit="; ".join(damping[c] for c in coordinates)
        ),
        reference(
            "ACTUATOR",
            "FUNCTION",
            f"The driving {efforts} on B1 as a function of time{order}.",
            counts=per_coordinate,
            unit="; ".join({"rotation": "N m", "displacement": "N"}[c] for c in coordinates),
        ),
    )


def _example(joint: JointType) -> str:
    lowered = joint.name.capitalize()
    triad = " @TRIAD_NAME {T, Boom}" if joint.triads == (2,) else " @TRIAD_NAME {Hinge}"
    triad = triad if joint.needs_triad else ""
    extra = {
        "REVOLUTE": "\n    @INITIAL_RATE {2*pi} @SPRING {10, 0} @DAMPER {0.1} @ACTUATOR {Torque}",
        "PRISMATIC": "\n    @PRESCRIBED_DISPLACEMENT {Stroke}",
        "CYLINDRICAL": "\n    @INITIAL_RATE {1, 0.5} @DAMPER {0.1, 20} @ACTUATOR {Series, Level}",
        "SCREW": "\n    @PITCH {0.005}",
    }.get(joint.name, "")
    return f"""\
@{joint.name}_JOINT_DEFINITION {{
  @{joint.name}_JOINT_NAME {{{lowered}1}} {{ @CONNECTED_TO_BODIES {{Arm, Tool}} @AT_POINT {{P}}{triad}{extra} }}
}}"""


def joint_block(joint: JointType) -> Block:
    """The block of a joint type."""
    title = f"{joint.name.capitalize()} joints"
    triad = reference(
        "TRIAD_NAME",
        "TRIAD",
        "The triads of axis 0 and axis 1." if joint.triads == (2,) else "Its axes at the reference configuration.",
        counts=joint.triads,
        required=joint.needs_triad,
        default_text="" if joint.needs_triad else "not needed",
    )
    return Block(
        kind=f"{joint.name}_JOINT",
        definition=f"{joint.name}_JOINT_DEFINITION",
        name_keyword=f"{joint.name}_JOINT_NAME",
        title=title,
        meaning=f"Leaves free: {joint.free}.",
        family="JOINT",
        section=SECTION,
        keywords=(
            reference(
                "CONNECTED_TO_BODIES",
                "BODY",
                "B0 and B1; relative coordinates are those of B1 with respect to B0.",
                counts=(2,),
                required=True,
            ),
            reference("AT_POINT", "POINT", "Where it sits at the reference configuration.", required=True),
            triad,
            *joint.extra,
            *_drives(joint),
        ),
        example=_example(joint),
    )


JOINTS = tuple(joint_block(joint) for joint in JOINT_TYPES)
JOINT_KINDS = tuple(block.kind for block in JOINTS)
# Joints whose coordinates a controller can drive
DRIVEN_KINDS = tuple(f"{joint.name}_JOINT" for joint in JOINT_TYPES if joint.coordinates)

JOINT_CONTROLLER = Block(
    kind="JOINT_CONTROLLER",
    definition="JOINT_CONTROLLER_DEFINITION",
    name_keyword="JOINT_CONTROLLER_NAME",
    title="Joint controllers",
    meaning="A PD drive: P (ref - q) + D (ref' - q') + feedforward on the coordinate q of a joint.",
    family="JOINT_CONTROLLER",
    section=SECTION,
    keywords=(
        reference("JOINT_NAME", "JOINT", "The joint that it drives.", required=True),
        number("PROPORTIONAL_GAIN", "P.", unit="N m/rad or N/m", default=0.0),
        number("DERIVATIVE_GAIN", "D.", unit="N m s/rad or N s/m", default=0.0),
        reference(
            "REFERENCE_FUNCTION_NAME", "FUNCTION", "The coordinate wanted, as a function of time.", default_text="zero"
        ),
        reference("FEEDFORWARD_FUNCTION_NAME", "FUNCTION", "Added to the drive.", default_text="zero"),
        number("TORQUE_LIMIT", "Largest size of the drive.", unit="N m or N", above=0.0, default_text="no limit"),
    ),
    notes=("On a cylindrical joint it drives the rotation.",),
    example="""\
@JOINT_CONTROLLER_DEFINITION {
  @JOINT_CONTROLLER_NAME {Drive} {
    @JOINT_NAME {Revolute1} @PROPORTIONAL_GAIN {400} @DERIVATIVE_GAIN {20}
    @REFERENCE_FUNCTION_NAME {Move} @FEEDFORWARD_FUNCTION_NAME {Torque} @TORQUE_LIMIT {50}
  }
}""",
)

BLOCKS = (*JOINTS, JOINT_CONTROLLER)
