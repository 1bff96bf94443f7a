"""Builds the blocks of all joints from their records, and the block of the PD drive."""

from __future__ import annotations

from rbsolve.language.joints.record import VECTOR, Coordinate
from rbsolve.language.joints.registry import JointKind
from rbsolve.language.table import BlockSchema, Keyword, number, numbers, reference

SECTION = "Joints"
SHARED = ("CONNECTED_TO_BODIES", "AT_POINT", "TRIAD_NAME")
"""The keywords of all joints."""


def _up_to(count: int, each: int = 1) -> tuple[int, ...]:
    return tuple(each * k for k in range(1, count + 1))


def _order(coordinates: tuple[Coordinate, ...]) -> str:
    return f" ({', then '.join(c.record.words for c in coordinates)})" if len(coordinates) > 1 else ""


def _prescribed_keywords(name: str, coordinates: tuple[Coordinate, ...]) -> tuple[Keyword, ...]:
    if not coordinates:
        return ()
    meaning = f"The {name.lower()} as a function of time{_order(coordinates)}."
    return (
        reference(f"PRESCRIBED_{name}", "FUNCTION", meaning, counts=_up_to(len(coordinates)), unit=coordinates[0].unit),
    )


def per_coordinate(coordinates: tuple[Coordinate, ...]) -> tuple[Keyword, ...]:
    """Return the keywords that have items for each coordinate of a joint."""
    count, order = len(coordinates), _order(coordinates)
    if not count:
        return ()
    units = [c.unit for c in coordinates]
    efforts = [c.effort_unit for c in coordinates]
    both = list(zip(efforts, units, strict=True))
    turning, sliding = (tuple(c for c in coordinates if c.slides == slides) for slides in (False, True))
    return (
        numbers("INITIAL_COORDINATE", f"The coordinate at the start{order}.", *_up_to(count), unit=_list(units)),
        numbers(
            "INITIAL_RATE",
            f"The relative rate at the start{order}.",
            *_up_to(count),
            unit=_list([f"{unit}/s" for unit in units]),
        ),
        *_prescribed_keywords("ROTATION", turning),
        *_prescribed_keywords("DISPLACEMENT", sliding),
        numbers(
            "SPRING",
            f"The stiffness and the rest coordinate{order}.",
            *_up_to(count, 2),
            unit=_list([f"{effort}/{unit}, {unit}" for effort, unit in both], "; "),
            parts=("stiffness", "coordinate at rest"),
        ),
        numbers(
            "DAMPER",
            f"The damping coefficient{order}.",
            *_up_to(count),
            unit=_list([f"{effort} s/{unit}" for effort, unit in both], "; "),
        ),
        reference(
            "ACTUATOR",
            "FUNCTION_OR_SIGNAL",
            f"The driving force or torque on B1: functions of time or signals{order}.",
            counts=_up_to(count),
            unit=_list(efforts, "; "),
            excludes=("SIGNAL_NAME",),
        ),
        reference(
            "SIGNAL_NAME",
            "SIGNAL",
            f"Signals that set the driving force or torque{order}.",
            counts=_up_to(count),
            unit=_list(efforts, "; "),
        ),
        *_resistances(coordinates),
    )


def _resistances(coordinates: tuple[Coordinate, ...]) -> tuple[Keyword, ...]:
    """Return the keywords of both kinds of friction. The keywords of stops are included unless a coordinate is a
    component of a rotation vector.
    """
    count, order = len(coordinates), _order(coordinates)
    units = [c.unit for c in coordinates]
    friction = (
        numbers(
            "FRICTION_FORCE",
            f"The magnitude of a friction force or torque that does not depend on the load{order}.",
            *_up_to(count),
            unit=_list([c.effort_unit for c in coordinates]),
            minimum=0.0,
        ),
        numbers(
            "FRICTION",
            f"Friction proportional to the joint's reaction{order}: coefficient mu_d, Stribeck coefficient mu_s (0: mu_d), Stribeck "
            "velocity v_s, viscous coefficient d, and friction radius r (for an angle; otherwise 1). The friction is -(r mu N + d "
            "rate) with mu = (mu_d + (mu_s - mu_d) exp(-(rate/v_s)^2)) tanh(rate/@FRICTION_VELOCITY). N is the magnitude of "
            "REACTION_FORCE without prescribed motions.",
            *_up_to(count, 5),
            unit=_list(
                [f"-, -, {c.unit}/s, {c.effort_unit} s/{c.unit}, {'-' if c.slides else 'm'}" for c in coordinates], "; "
            ),
            minimum=0.0,
            parts=("mu_d", "mu_s", "v_s", "d", "r"),
        ),
        number(
            "FRICTION_VELOCITY",
            (
                "The regularisation velocity. Friction is proportional to tanh(rate/velocity), so it reaches 76 % at "
                "this rate. A sticking joint creeps at a fraction of this velocity."
            ),
            unit=_list(sorted({f"{unit}/s" for unit in units}), " or "),
            above=0.0,
            default=1e-3,
        ),
    )
    if any(c in VECTOR for c in coordinates):
        return friction
    stops = [f"{c.unit}, {c.unit}, {c.effort_unit}/{c.unit}, s/{c.unit}" for c in coordinates]
    return (
        *friction,
        numbers(
            "STOPS",
            (
                f"The lower and upper bounds, the stiffness k and the damping c{order}. At the depth d beyond a bound, "
                "the stop exerts the restoring force k d (1 + c d'). The stop never pulls (Hunt and Crossley)."
            ),
            *_up_to(count, 4),
            unit=_list(stops, "; "),
            parts=("lower bound", "upper bound", "stiffness k", "damping c"),
        ),
    )


def _list(units: list[str], separator: str = ", ") -> str:
    """Return the units of several values, or one unit if all are the same."""
    return units[0] if len(set(units)) == 1 else separator.join(units)


def _camel(kind: JointKind) -> str:
    return "".join(part.capitalize() for part in kind.name.split("_"))


def _example(kind: JointKind) -> str:
    name = _camel(kind)
    text = kind.record.example
    after = text if text.startswith("\n") or not text else f" {text}"
    return f"""\
@{kind.name}_JOINT_DEFINITION {{
  @{kind.name}_JOINT_NAME {{{name}1}} {{ @CONNECTED_TO_BODIES {{Arm, Tool}} @AT_POINT {{P}}{after} }}
}}"""


_BODIES = reference(
    "CONNECTED_TO_BODIES",
    "BODY",
    "The bodies B0 and B1. Relative coordinates are the coordinates of B1 with respect to B0.",
    counts=(2,),
    required=True,
    parts=("B0", "B1"),
)


def _plural(name: str) -> str:
    """Return the plural of a kind for a heading: `point on curve` becomes `Points on curves`."""
    return " on ".join(f"{noun}s" for noun in name.split(" on ")).capitalize()


def coupling_block(kind: JointKind) -> BlockSchema:
    """Return the block of a kind of coupling."""
    name = kind.block
    both = reference(
        "CONNECTED_TO_BODIES", "BODY", "The bodies B0 and B1.", counts=(2,), required=True, parts=("B0", "B1")
    )
    bodies = (both,) if kind.record.between_bodies else ()
    return BlockSchema(
        kind=name,
        definition=f"{name}_DEFINITION",
        name_keyword=f"{name}_NAME",
        title=_plural(kind.title),
        meaning=f"Free motions: {kind.record.free}.",
        family="COUPLING",
        section="Couplings",
        keywords=(*bodies, *kind.record.extra),
        notes=(
            "GENERALIZED_ALPHA supports this coupling in every formulation. Explicit methods support the coupling in "
            "joint coordinates only. In joint coordinates, the coupling is a constraint, like a joint that closes a loop. "
            "Quaternion-based integrators do not support the coupling.",
            *kind.record.notes,
        ),
        example=f"@{name}_DEFINITION {{\n  @{name}_NAME {{{_camel(kind)}1}} {{\n    {kind.record.example}\n  }}\n}}",
    )


def motion_block(kind: JointKind) -> BlockSchema:
    """Return the block of prescribed motions."""
    name = kind.block
    return BlockSchema(
        kind=name,
        definition=f"{name}_DEFINITION",
        name_keyword=f"{name}_NAME",
        title=_plural(kind.title),
        meaning=f"Free motions: {kind.record.free}.",
        family=name,
        section=SECTION,
        keywords=kind.record.extra,
        notes=kind.record.notes,
        example=f"@{name}_DEFINITION {{\n  @{name}_NAME {{{_camel(kind)}1}} {{\n    {kind.record.example}\n  }}\n}}",
    )


_OF_VECTORS = (
    "Rates are the components of the relative angular velocity along these axes, fixed in B0. They are not the "
    "derivatives of the rotation vector. Dampers, actuators, feedforward and friction are torques about these "
    "axes. Springs and proportional gains act along the gradients of the components, so they conserve energy. "
    "A controller at its `@TORQUE_LIMIT` exerts a torque about the axis of its coordinate. "
    "DRIVE_FORCE contains the torques of all these drives about these axes."
)


def joint_block(kind: JointKind) -> BlockSchema:
    """Return the block of a kind of joint."""
    joint = kind.record
    axes = "The triads of axis 0 and axis 1." if joint.triads == 2 else "The axes at the reference configuration."
    triad = reference(
        "TRIAD_NAME",
        "TRIAD",
        axes,
        counts=(joint.triads,),
        required=joint.needs_triad,
        default_text="" if joint.needs_triad else "the axes of B0",
    )
    return BlockSchema(
        kind=f"{kind.name}_JOINT",
        definition=f"{kind.name}_JOINT_DEFINITION",
        name_keyword=f"{kind.name}_JOINT_NAME",
        title=f"{kind.title.capitalize()} joints",
        meaning=f"Free motions: {joint.free}.",
        family="JOINT",
        section=SECTION,
        keywords=(
            _BODIES,
            reference("AT_POINT", "POINT", "The position of the joint at the reference configuration.", required=True),
            triad,
            *joint.extra,
            *per_coordinate(joint.coordinates),
        ),
        notes=(*joint.notes, *((_OF_VECTORS,) if set(joint.coordinates) & set(VECTOR) else ())),
        example=_example(kind),
    )


JOINTS = tuple(joint_block(kind) for kind in JointKind if not kind.record.has_own_block)
COUPLINGS = tuple(coupling_block(kind) for kind in JointKind if kind.record.couples)
MOTIONS = tuple(motion_block(kind) for kind in JointKind if kind.record.carries)
JOINT_KINDS = tuple(block.kind for block in (*JOINTS, *COUPLINGS, *MOTIONS))
JOINT_CONTROLLER = BlockSchema(
    kind="JOINT_CONTROLLER",
    definition="JOINT_CONTROLLER_DEFINITION",
    name_keyword="JOINT_CONTROLLER_NAME",
    title="Joint controllers",
    meaning="A PD drive: P (ref - q) + D (ref' - q') + feedforward on the coordinate q of a joint.",
    family="JOINT_CONTROLLER",
    section=SECTION,
    keywords=(
        reference("JOINT_NAME", "JOINT", "The driven joint.", required=True),
        numbers("PROPORTIONAL_GAIN", "The gain P.", 1, 2, 3, unit="N m/rad or N/m", default_text="zero"),
        numbers("DERIVATIVE_GAIN", "The gain D.", 1, 2, 3, unit="N m s/rad or N s/m", default_text="zero"),
        reference(
            "REFERENCE_FUNCTION_NAME",
            "FUNCTION",
            "The desired coordinate as a function of time.",
            counts=(1, 2, 3),
            default_text="zero",
        ),
        reference(
            "FEEDFORWARD_FUNCTION_NAME",
            "FUNCTION_OR_SIGNAL",
            "A force or torque that is added to the drive: functions of time or signals.",
            counts=(1, 2, 3),
            default_text="zero",
            excludes=("SIGNAL_NAME",),
        ),
        reference(
            "SIGNAL_NAME",
            "SIGNAL",
            "Signals instead of @FEEDFORWARD_FUNCTION_NAME.",
            counts=(1, 2, 3),
            default_text="none",
        ),
        numbers(
            "TORQUE_LIMIT",
            "The limit of the magnitude of the drive.",
            1,
            2,
            3,
            unit="N m or N",
            above=0.0,
            default_text="no limit",
        ),
    ),
    notes=(
        (
            "If a joint has several coordinates, each keyword has one item for each coordinate, in the joint's order. "
            "With fewer items, the controller drives only the first coordinates (for a cylindrical joint, the "
            "rotation)."
        ),
    ),
    example="""\
@JOINT_CONTROLLER_DEFINITION {
  @JOINT_CONTROLLER_NAME {Drive} {
    @JOINT_NAME {Revolute1} @PROPORTIONAL_GAIN {400} @DERIVATIVE_GAIN {20}
    @REFERENCE_FUNCTION_NAME {Move} @FEEDFORWARD_FUNCTION_NAME {Torque} @TORQUE_LIMIT {50}
  }
}""",
)

BLOCKS = (*JOINTS, JOINT_CONTROLLER, *MOTIONS, *COUPLINGS)
