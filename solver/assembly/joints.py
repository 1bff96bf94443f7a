"""Arrays of the joints and their drives from their blocks."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from rbsolve.parser.description.described import Described, Description
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.solver.assembly.forces import Anatomy
from rbsolve.solver.joints.kinds import ANGLE, DIRECTION, STRUCTURES, JointKind, Row
from rbsolve.solver.model.arrays import Drives, Floats, Ints, Joints, Model

JOINT_KINDS = tuple(f"{kind.name}_JOINT" for kind in JointKind)
PERPENDICULAR = 1e-8  # largest cosine between the two axes of a universal joint


class JointData(NamedTuple):
    """One joint as numbers; see `Joints` for the meaning."""

    kind: JointKind
    body0: int
    body1: int
    point0: Floats
    point1: Floats
    axes0: Floats
    axes1: Floats
    pitch: float = 0.0  # metres per turn
    rotation: int = -1
    displacement: int = -1

    @property
    def rows(self) -> tuple[Row, ...]:
        """The constraint rows, prescribed motions last."""
        prescribed = [Row(ANGLE)] * (self.rotation >= 0) + [Row(DIRECTION)] * (self.displacement >= 0)
        return (*STRUCTURES[self.kind].rows, *prescribed)


def joint_blocks(description: Description) -> list[Described]:
    """The joints' blocks in the order of the arrays: as they stand in the deck."""
    files = {source.name: place for place, source in enumerate(description.sources)}

    def place(block: Described) -> tuple[int, int, int]:
        return files.get(block.span.source.name, len(files)), block.span.line, block.span.column

    return sorted(description.all_of(*JOINT_KINDS), key=place)


def label(description: Description, joint: int) -> str:
    """A joint by its name and its line in the deck."""
    block = joint_blocks(description)[joint]
    return f"joint {block.name} (line {block.span.line})"


def is_forest(blocks: list[Described]) -> bool:
    """Whether no joint closes a loop of bodies; GROUND is one of them."""
    leader: dict[str, str] = {}

    def find(body: str) -> str:
        while body in leader:
            above = leader[body]
            leader[body] = leader.get(above, above)
            body = above
        return body

    for block in blocks:
        first, second = (find(body) for body in block["CONNECTED_TO_BODIES"])
        if first == second:
            return False
        leader[second] = first
    return True


def assemble_joints(description: Description, anatomy: Anatomy, diagnostics: Diagnostics) -> tuple[Joints, Drives]:
    """Arrays of all joints, springs, dampers, actuators and controllers; errors are reported."""
    blocks = joint_blocks(description)
    joints = joint_arrays([_joint(block, anatomy, diagnostics) for block in blocks])
    drives = [drive for j, block in enumerate(blocks) for drive in _own_drives(block, j, anatomy)]
    index = {block.name: j for j, block in enumerate(blocks)}
    for controller in description.all_of("JOINT_CONTROLLER"):
        drive = _controller(controller, blocks[index[controller["JOINT_NAME"]]], index, anatomy, diagnostics)
        if drive is not None:
            drives.append(drive)
    return joints, drive_arrays(drives)


def with_own_rotations(model: Model) -> Model:
    """The model with its own copy of the one array that a run changes, so that each run starts from the same turns."""
    return model._replace(joints=model.joints._replace(turned=model.joints.turned.copy()))


def kind_of(block: Described) -> JointKind:
    """The kind of a joint's block."""
    return JointKind[block.kind.removesuffix("_JOINT")]


def _joint(block: Described, anatomy: Anatomy, diagnostics: Diagnostics) -> JointData:
    kind = kind_of(block)
    body0, body1 = (anatomy.index[name] for name in block["CONNECTED_TO_BODIES"])
    triads = block.get("TRIAD_NAME")
    triad0, triad1 = triads if isinstance(triads, tuple) else (triads, triads)
    if kind == JointKind.UNIVERSAL:
        _check_perpendicular(block, anatomy.geometry.triads[triad0], anatomy.geometry.triads[triad1], diagnostics)
    return JointData(
        kind,
        body0,
        body1,
        anatomy.point(body0, block["AT_POINT"]),
        anatomy.point(body1, block["AT_POINT"]),
        anatomy.axes(body0, triad0),
        anatomy.axes(body1, triad1),
        block.get("PITCH", 0.0),
        anatomy.function(block.get("PRESCRIBED_ROTATION")),
        anatomy.function(block.get("PRESCRIBED_DISPLACEMENT")),
    )


def _check_perpendicular(block: Described, triad0: Floats, triad1: Floats, diagnostics: Diagnostics) -> None:
    cosine = float(triad0[:, 2] @ triad1[:, 2])
    if abs(cosine) > PERPENDICULAR:
        angle = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
        diagnostics.error(
            Code.DEGENERATE_GEOMETRY,
            f"the axes of universal joint {block.name} make an angle of {angle:.6g} deg, not 90, at the reference",
            block.span_of("TRIAD_NAME"),
            "the axes are e3 of the first triad, fixed in B0, and e3 of the second triad, fixed in B1",
        )


class DriveData(NamedTuple):
    """One drive as numbers; see `Drives` for the meaning."""

    joint: int
    coordinate: int
    stiffness: float = 0.0
    damping: float = 0.0
    rest: float = 0.0
    reference: int = -1
    feedforward: int = -1
    limit: float = math.inf


def items(block: Described, keyword: str) -> tuple[Any, ...]:
    """The items of a keyword that holds one item or a tuple; none when it is not given."""
    data = block.get(keyword, ())
    return data if isinstance(data, tuple) else (data,)


def _own_drives(block: Described, j: int, anatomy: Anatomy) -> list[DriveData]:
    """Spring, damper and actuator of a joint, one drive for each of its coordinates that has any."""
    drives = []
    springs = items(block, "SPRING")
    dampers = items(block, "DAMPER")
    actuators = items(block, "ACTUATOR")
    for k, coordinate in enumerate(STRUCTURES[kind_of(block)].coordinates):
        stiffness, rest = springs[2 * k : 2 * k + 2] if len(springs) > 2 * k else (0.0, 0.0)
        damping = dampers[k] if len(dampers) > k else 0.0
        actuator = actuators[k] if len(actuators) > k else None
        drive = DriveData(j, coordinate, stiffness, damping, rest, -1, anatomy.function(actuator))
        if (stiffness, damping, actuator) != (0.0, 0.0, None):
            drives.append(drive)
    return drives


def _controller(
    block: Described, joint: Described, index: dict[str, int], anatomy: Anatomy, diagnostics: Diagnostics
) -> DriveData | None:
    coordinates = STRUCTURES[kind_of(joint)].coordinates
    if not coordinates:
        diagnostics.error(
            Code.INVALID_VALUE,
            f"controller {block.name} cannot drive joint {joint.name}: it has no single relative coordinate",
            block.span_of("JOINT_NAME"),
            "controllers drive revolute, prismatic, cylindrical (its rotation) and screw joints",
        )
        return None
    return DriveData(
        index[joint.name],
        coordinates[0],
        block.get("PROPORTIONAL_GAIN", 0.0),
        block.get("DERIVATIVE_GAIN", 0.0),
        0.0,
        anatomy.function(block.get("REFERENCE_FUNCTION_NAME")),
        anatomy.function(block.get("FEEDFORWARD_FUNCTION_NAME")),
        block.get("TORQUE_LIMIT", math.inf),
    )


def _floats(values: list[Any], shape: tuple[int, ...] = ()) -> Floats:
    return np.array(values, dtype=np.float64).reshape(len(values), *shape)


def _ints(values: list[int]) -> Ints:
    return np.array(values, dtype=np.int64)


def joint_arrays(data: list[JointData]) -> Joints:
    """The arrays of joints given one by one."""
    rows = [row for joint in data for row in joint.rows]
    return Joints(
        kind=_ints([joint.kind for joint in data]),
        body0=_ints([joint.body0 for joint in data]),
        body1=_ints([joint.body1 for joint in data]),
        point0=_floats([joint.point0 for joint in data], (3,)),
        point1=_floats([joint.point1 for joint in data], (3,)),
        axes0=_floats([joint.axes0 for joint in data], (3, 3)),
        axes1=_floats([joint.axes1 for joint in data], (3, 3)),
        lead=_floats([joint.pitch / (2.0 * math.pi) for joint in data]),
        rotation=_ints([joint.rotation for joint in data]),
        displacement=_ints([joint.displacement for joint in data]),
        rotates=_ints([STRUCTURES[joint.kind].rotates for joint in data]),
        turned=np.zeros(len(data)),
        first_row=np.cumsum([0, *(len(joint.rows) for joint in data)], dtype=np.int64),
        row_code=_ints([row.code for row in rows]),
        row_axis0=_ints([row.axis0 for row in rows]),
        row_axis1=_ints([row.axis1 for row in rows]),
    )


def drive_arrays(data: list[DriveData]) -> Drives:
    """The arrays of drives given one by one."""
    return Drives(
        joint=_ints([drive.joint for drive in data]),
        coordinate=_ints([drive.coordinate for drive in data]),
        stiffness=_floats([drive.stiffness for drive in data]),
        damping=_floats([drive.damping for drive in data]),
        rest=_floats([drive.rest for drive in data]),
        reference=_ints([drive.reference for drive in data]),
        feedforward=_ints([drive.feedforward for drive in data]),
        limit=_floats([drive.limit for drive in data]),
    )
