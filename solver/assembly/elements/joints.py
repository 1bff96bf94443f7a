"""Creates the arrays of joints and drives from their blocks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import matmul, number
from rbsolve.language.recall import recallable
from rbsolve.solver.assembly.elements.carried import carrying_joint
from rbsolve.solver.assembly.elements.couplings import report_unsound, shares
from rbsolve.solver.assembly.elements.joint_data import DriveData, JointData, drive_arrays, joint_arrays
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.joints.blocks import carries, ends_of, items, joint_blocks, kind_of, prescriptions
from rbsolve.solver.joints.couplings.registry import COUPLING_OF
from rbsolve.solver.joints.resistance import Law
from rbsolve.solver.linear_algebra.groups import Groups
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Drives, Joints

PERPENDICULAR = 1e-8  # largest permitted cosine of the angle between the axes of a universal joint


def is_forest(blocks: list[Described], description: Description) -> bool:
    """Return whether the joints form a forest. In a forest, no joint closes a loop through bodies or GROUND, and no
    joint is a coupling.
    """
    groups: Groups[str] = Groups()
    if any(kind_of(block).record.couples for block in blocks):
        return False
    return all(groups.join(*ends_of(block, description)) for block in blocks)


@recallable
def assemble_joints(description: Description, anatomy: Anatomy, diagnostics: Diagnostics) -> tuple[Joints, Drives]:
    """Return the arrays of all joints, springs, dampers, actuators and controllers. Errors are reported."""
    blocks = joint_blocks(description)
    data = {
        j: carrying_joint(block, description, anatomy) if carries(block) else _joint(block, anatomy, diagnostics)
        for j, block in enumerate(blocks)
        if kind_of(block).record.shares == 1
    }
    data |= shares(blocks, data, diagnostics)
    joints = joint_arrays([data[j] for j in range(len(blocks))])
    drives = [drive for j, block in enumerate(blocks) for drive in _own_drives(block, j, anatomy, diagnostics)]
    index = {block.name: j for j, block in enumerate(blocks) if not kind_of(block).record.has_own_block}
    for controller in description.all_of("JOINT_CONTROLLER"):
        drives += _controllers(controller, blocks[index[controller["JOINT_NAME"]]], index, anatomy, diagnostics)
    return joints, drive_arrays(drives)


def _joint(block: Described, anatomy: Anatomy, diagnostics: Diagnostics) -> JointData:
    kind = kind_of(block)
    body0, body1 = (anatomy.index[name] for name in block["CONNECTED_TO_BODIES"])
    point0, point1 = ("POINT1_NAME", "POINT2_NAME") if kind.record.couples else ("AT_POINT", "AT_POINT")
    axes0, axes1 = _axes(block, body0, body1, anatomy, diagnostics)
    prescribed = prescriptions(block)
    numbers: tuple[float, ...] = ()
    table: Floats | None = None
    if kind.record.couples:
        numbers = tuple(COUPLING_OF[kind].numbers(block, anatomy.geometry))
        sound, make_table = report_unsound(block, numbers, diagnostics), COUPLING_OF[kind].table
        table = make_table(block) if sound and make_table is not None else None
    return JointData(
        kind,
        body0,
        body1,
        anatomy.point(body0, block[point0]),
        anatomy.point(body1, block[point1]),
        axes0,
        axes1,
        block.get("PITCH", 0.0),
        tuple(anatomy.function(prescribed.get(coordinate)) for coordinate in kind.record.coordinates),
        numbers,
        table,
    )


def _axes(
    block: Described, body0: int, body1: int, anatomy: Anatomy, diagnostics: Diagnostics
) -> tuple[Floats, Floats]:
    """Return the joint axes in both bodies. The joint axes are the axes of the triad, or by default the axes of B0.

    A joint with two triads uses the third vector of each triad. The other vectors are chosen so that the joint's angles
    are zero in the reference configuration.
    """
    triads = block.get("TRIAD_NAME")
    if triads is None:
        R0, R1 = anatomy.reference_R[body0], anatomy.reference_R[body1]
        return np.eye(3), np.asarray(matmul(R1.T, R0))
    if isinstance(triads, tuple) and kind_of(block).record.couples:
        return anatomy.axes(body0, triads[0]), anatomy.axes(body1, triads[1])
    if not isinstance(triads, tuple):
        return anatomy.axes(body0, triads), anatomy.axes(body1, triads)
    first, second = (anatomy.geometry.triads[triad][:, 2] for triad in triads)
    _check_perpendicular(block, first, second, diagnostics)
    cross = np.cross(first, second)
    axes0, axes1 = np.stack([second, cross, first], axis=1), np.stack([-first, cross, second], axis=1)
    return np.asarray(matmul(anatomy.reference_R[body0].T, axes0)), np.asarray(
        matmul(anatomy.reference_R[body1].T, axes1)
    )


def _check_perpendicular(block: Described, axis0: Floats, axis1: Floats, diagnostics: Diagnostics) -> None:
    cosine = number(matmul(axis0, axis1))
    if abs(cosine) > PERPENDICULAR:
        angle = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
        diagnostics.error(
            Code.DEGENERATE_GEOMETRY,
            f"the axes of universal joint {block.name} make an angle of {angle:.6g} deg, not 90, at the reference",
            block.span_of("TRIAD_NAME"),
            "the axes are e3 of the first triad, fixed in B0, and e3 of the second triad, fixed in B1",
        )


def _own_drives(block: Described, j: int, anatomy: Anatomy, diagnostics: Diagnostics) -> list[DriveData]:
    """Return the drives of a joint: one for each coordinate with a spring, damper or actuator, then friction and stops."""
    drives = []
    springs = items(block, "SPRING")
    dampers = items(block, "DAMPER")
    actuators, signals = items(block, "ACTUATOR"), items(block, "SIGNAL_NAME")
    for k, coordinate in enumerate(kind_of(block).record.coordinates):
        stiffness, rest = springs[2 * k : 2 * k + 2] if len(springs) > 2 * k else (0.0, 0.0)
        damping = dampers[k] if len(dampers) > k else 0.0
        actuator = actuators[k] if len(actuators) > k else None
        named = signals[k] if len(signals) > k else None
        function, signal = anatomy.driver(actuator, named)
        drive = DriveData(j, coordinate, stiffness, damping, rest, -1, function, signal=signal)
        if (stiffness, damping, actuator, named) != (0.0, 0.0, None, None):
            drives.append(drive)
    return drives + _resistances(block, j, diagnostics)


def _resistances(block: Described, j: int, diagnostics: Diagnostics) -> list[DriveData]:
    """Return friction and stops of a joint, each as one drive."""
    friction, stops = items(block, "FRICTION_FORCE"), items(block, "STOPS")
    transition = block.get("FRICTION_VELOCITY")
    drives = []
    for k, coordinate in enumerate(kind_of(block).record.coordinates):
        if len(friction) > k and friction[k] > 0.0:
            drives.append(
                DriveData(j, coordinate, damping=friction[k] / transition, limit=friction[k], law=Law.FRICTION)
            )
        if len(stops) > 4 * k:
            lower, upper, stiffness, damping = stops[4 * k : 4 * k + 4]
            if not (lower < upper and stiffness > 0.0 and damping >= 0.0):
                diagnostics.error(
                    Code.INVALID_VALUE,
                    f"the stops of joint {block.name} need a lower bound below the upper one, a stiffness above zero, and damping",
                    block.span_of("STOPS"),
                    "`@STOPS {lower, upper, stiffness, damping}`, four items for each coordinate; damping must not be negative",
                )
                return []
            drives.append(DriveData(j, coordinate, stiffness, damping, lower, law=Law.LOWER_STOP))
            drives.append(DriveData(j, coordinate, stiffness, damping, upper, law=Law.UPPER_STOP))
    return drives


def _controllers(
    block: Described, joint: Described, index: dict[str, int], anatomy: Anatomy, diagnostics: Diagnostics
) -> list[DriveData]:
    """Return the drives of a controller: one for each coordinate that has an item."""
    coordinates = kind_of(joint).record.coordinates
    keywords = (
        "PROPORTIONAL_GAIN",
        "DERIVATIVE_GAIN",
        "REFERENCE_FUNCTION_NAME",
        "FEEDFORWARD_FUNCTION_NAME",
        "TORQUE_LIMIT",
        "SIGNAL_NAME",
    )
    count = max(1, *(len(items(block, keyword)) for keyword in keywords))
    if count > len(coordinates):
        has = (
            f"{len(coordinates)} relative coordinate{'s' if len(coordinates) > 1 else ''}"
            if coordinates
            else "no relative coordinate"
        )
        diagnostics.error(
            Code.INVALID_VALUE,
            f"controller {block.name} cannot drive {count} coordinate{'s' if count > 1 else ''} of joint {joint.name}: it has {has}",
            block.span_of("JOINT_NAME"),
            "give one item per coordinate of the joint"
            if coordinates
            else "this joint has no coordinate that a controller can drive",
        )
        return []
    defaults: tuple[Any, ...] = (0.0, 0.0, None, None, math.inf, None)
    drives = []
    for k in range(count):
        P, D, reference, feedforward, limit, named = (
            items(block, keyword)[k] if len(items(block, keyword)) > k else default
            for keyword, default in zip(keywords, defaults, strict=True)
        )
        function, signal = anatomy.driver(feedforward, named)
        functions = anatomy.function(reference), function
        drives.append(DriveData(index[joint.name], coordinates[k], P, D, 0.0, *functions, limit, signal=signal))
    return drives
