"""Creates the moving frames from their blocks. A moving frame is attached to a body, or it is free."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import numpy as np

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import matmul, need_floats
from rbsolve.language.motions import EULER_PREFIX, MOTION_FUNCTIONS
from rbsolve.language.recall import recallable
from rbsolve.language.table import INERTIAL_FRAME, ZERO
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.functions.dispatch import value_at
from rbsolve.solver.model.arrays import Bodies, Functions
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.frames import FreeFrame, MeanFrame, PrescribedFrame, Three


def carried_frames(
    description: Description,
    geometry: ResolvedGeometry,
    index: Mapping[str, int],
    reference_x: Floats,
    reference_R: Floats,
) -> dict[str, tuple[int, Floats, Floats]]:
    """Return the moving frames that are attached to a body or to GROUND. Each result contains the body, and the origin
    and axes of the frame in body axes.
    """
    blocks = description.of_kind("MOVING_FRAME")
    found = {}
    for name, body in _carriers(blocks, index).items():
        if body is not None:
            frame, R_BI = geometry.frames[name], reference_R[body].T
            found[name] = body, matmul(R_BI, frame[:3, 3] - reference_x[body]), matmul(R_BI, frame[:3, :3])
    return found


def _carriers(blocks: Mapping[str, Described], index: Mapping[str, int]) -> dict[str, int | None]:
    """Return the body to which each moving frame is attached, or None if there is no single body. A frame that is fixed
    in another frame is attached to the same body.
    """
    ground = len(index) - 1
    found: dict[str, int | None] = {}
    for name in blocks:
        chain, here = [], name
        while here in blocks and here not in found:
            chain.append(here)
            here = blocks[here].get("IS_DEFINED_IN_FRAME", INERTIAL_FRAME)
        for member in reversed(chain):
            block = blocks[member]
            if "CONNECTED_TO_BODY" in block:
                found[member] = index[block["CONNECTED_TO_BODY"]]
            elif "MEAN_OF_BODIES" in block or any(keyword in block for keyword in MOTION_FUNCTIONS):
                found[member] = None
            else:
                found[member] = found.get(block["IS_DEFINED_IN_FRAME"], ground)
    return found


@recallable
def free_frames(description: Description, anatomy: Anatomy, bodies: Bodies) -> dict[str, FreeFrame]:
    """Return the moving frames that are not attached to a single body."""
    blocks = description.of_kind("MOVING_FRAME")
    return {name: _free(blocks[name], anatomy, bodies) for name in blocks if name in anatomy.free}


def _free(block: Described, anatomy: Anatomy, bodies: Bodies) -> FreeFrame:
    frame = anatomy.geometry.frames[block.name]
    if "MEAN_OF_BODIES" in block:
        chosen = np.array([anatomy.index[name] for name in block["MEAN_OF_BODIES"]], dtype=np.int64)
        need_floats(anatomy.reference_x, anatomy.reference_R, bodies)
        masses, centres = bodies.mass[chosen], bodies.centre[chosen]
        places = anatomy.reference_x[chosen] + np.einsum("mij,mj->mi", anatomy.reference_R[chosen], centres)
        centre = masses @ places / np.sum(masses)
        turn = np.swapaxes(anatomy.reference_R[chosen], 1, 2)
        return MeanFrame(chosen, masses, centres, turn, frame[:3, 3] - centre, frame[:3, :3])
    parent = block.get("IS_DEFINED_IN_FRAME", INERTIAL_FRAME)
    home = anatomy.geometry.frames[parent]
    point, axes = matmul(home[:3, :3].T, frame[:3, 3] - home[:3, 3]), matmul(home[:3, :3].T, frame[:3, :3])
    shift, angles = (functions_of(block, keyword, anatomy) for keyword in MOTION_FUNCTIONS)
    return PrescribedFrame(parent, point, axes, shift, sequence_of(block), angles)


def sequence_of(block: Described) -> str:
    """Return the sequence of the Euler angles of a frame or a body, such as "321"."""
    sequence: str = block.get("ROTATION_SEQUENCE", f"{EULER_PREFIX}321").removeprefix(EULER_PREFIX)
    return sequence


def functions_of(block: Described, keyword: str, anatomy: Anatomy) -> Three:
    """Return the indices of the three functions that a keyword names. The index -1 represents the value zero."""
    named = block.get(keyword, (ZERO,) * 3)
    return cast(Three, tuple(-1 if name == ZERO else anatomy.function(name) for name in named))


def check_frames(
    description: Description, anatomy: Anatomy, functions: Functions, start: float, diagnostics: Diagnostics
) -> None:
    """Report loads along frames that are not attached to a single body, and frames that have no position at the start."""
    free = [block for block in description.all_of("MOVING_FRAME") if block.name in anatomy.free]
    for load in description.all_of("DEAD_LOAD") if free else ():
        if load.get("FRAME_NAME") in anatomy.free:
            message = (
                f"load {load.name} has the axes of {load['FRAME_NAME']}, a frame that is not attached to a single body"
            )
            hint = "resolve its components in a fixed frame (with functions of time) or in a frame of a body"
            diagnostics.error(Code.INVALID_VALUE, message, load.span_of("FRAME_NAME"), hint)
    for block in free:
        report_without_value(block, anatomy, functions, start, diagnostics)


def report_without_value(
    block: Described, anatomy: Anatomy, functions: Functions, start: float, diagnostics: Diagnostics
) -> None:
    """Report functions of a motion that have no value, rate or acceleration at the start."""
    for keyword in MOTION_FUNCTIONS:
        for name in block.get(keyword, ()):
            if name != ZERO and not np.isfinite(value_at(functions, anatomy.function(name), start)).all():
                message = f"function {name} has no value, rate or acceleration at the start, t = {start:.9g} s"
                diagnostics.error(
                    Code.INVALID_VALUE,
                    message,
                    block.span_of(keyword),
                    "with @START_TIME, it is constant before a given time",
                )
