"""Creates the joints of bodies that follow functions of time. A `@PRESCRIBED_MOTION_DEFINITION` becomes a joint whose
coordinates are all prescribed.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import matmul
from rbsolve.language.motions import MOTION_FUNCTIONS
from rbsolve.language.recall import recallable
from rbsolve.language.table import INERTIAL_FRAME, ZERO
from rbsolve.solver.assembly.elements.frames import free_frames, functions_of, report_without_value, sequence_of
from rbsolve.solver.assembly.elements.joint_data import JointData
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.functions.carried import COORDINATES, link, place, with_carried
from rbsolve.solver.functions.registry import CARRIED
from rbsolve.solver.joints.blocks import carries, ends_of, joint_blocks, kind_of
from rbsolve.solver.model.arrays import Bodies, Functions
from rbsolve.solver.model.frames import PrescribedFrame


def motion_blocks(description: Description) -> list[Described]:
    """Return the blocks of prescribed motions, in the order of their joints."""
    return [block for block in joint_blocks(description) if carries(block)]


def carrying_joint(block: Described, description: Description, anatomy: Anatomy) -> JointData:
    """Return a prescribed motion as a joint. The axes of this joint are the axes of both bodies, and functions of time
    prescribe all its coordinates.
    """
    first = len(anatomy.functions) + COORDINATES * [other.name for other in motion_blocks(description)].index(
        block.name
    )
    body0, body1 = (anatomy.index[name] for name in ends_of(block, description))
    none, axes = np.zeros(3), np.eye(3)
    functions = tuple(range(first, first + COORDINATES))
    return JointData(kind_of(block), body0, body1, none, none, axes, axes, prescribed=functions)


@recallable
def with_motions(
    functions: Functions,
    description: Description,
    anatomy: Anatomy,
    bodies: Bodies,
    start: float,
    diagnostics: Diagnostics,
) -> Functions:
    """Return the functions of a model, followed by the functions that prescribe the coordinates of carried bodies."""
    motions = []
    for block in motion_blocks(description):
        _check(block, description, diagnostics)
        report_without_value(block, anatomy, functions, start, diagnostics)
        motions.append(_numbers(block, description, anatomy, bodies, diagnostics))
    return with_carried(functions, CARRIED, motions)


def _numbers(
    block: Described, description: Description, anatomy: Anatomy, bodies: Bodies, diagnostics: Diagnostics
) -> list[float]:
    """Return the parameters of the joint. They are the links from the observer's body to the carried body, and the pose
    of the carried body in the last link.
    """
    body0, body1 = (anatomy.index[name] for name in ends_of(block, description))
    observer = block.get("FRAME_NAME", INERTIAL_FRAME)
    chain: list[PrescribedFrame] = []
    name = observer
    free = free_frames(description, anatomy, bodies) if observer in anatomy.free else {}
    while name in free:
        frame = free[name]
        if not isinstance(frame, PrescribedFrame):
            message = f"{block.name} cannot follow frame {name}, the mean of several bodies, because no single body carries the reaction"
            hint = "name the frame of one body, or a frame that follows functions of time"
            diagnostics.error(Code.INVALID_VALUE, message, block.span_of("FRAME_NAME"), hint)
            break
        chain.append(frame)
        name = frame.parent
    R0, x0 = anatomy.reference_R[body0], anatomy.reference_x[body0]
    base, home = anatomy.geometry.frames[name], anatomy.geometry.frames[observer]
    at, axes = matmul(R0.T, base[:3, 3] - x0), matmul(R0.T, base[:3, :3])
    displaced = matmul(home[:3, :3].T, anatomy.reference_x[body1] - home[:3, 3])
    turned = matmul(home[:3, :3].T, anatomy.reference_R[body1])
    shift, angles = (functions_of(block, keyword, anatomy) for keyword in MOTION_FUNCTIONS)
    own = PrescribedFrame(observer, displaced, np.eye(3), shift, sequence_of(block), angles)
    numbers: list[float] = []
    for frame in (*reversed(chain), own):
        frame = frame._replace(point=at + matmul(axes, frame.point), axes=matmul(axes, frame.axes))
        numbers += link(frame)
        at, axes = np.zeros(3), np.eye(3)
    return [*numbers, *place(np.zeros(3), turned)]


def _check(block: Described, description: Description, diagnostics: Diagnostics) -> None:
    """Report data that contradict a prescribed motion."""
    body0, body1 = ends_of(block, description)
    if body0 == body1:
        message = f"the observer of {block.name} is a frame of {body1}, the body that it moves"
        diagnostics.error(
            Code.INVALID_VALUE, message, block.span_of("FRAME_NAME"), "name a frame that does not move with it"
        )
    body = description.of_kind("RIGID_BODY").get(body1)
    if body is not None and "INITIAL_FRAME_NAME" in body:
        message = f"body {body1} cannot have @INITIAL_FRAME_NAME: the functions of {block.name} determine its initial position"
        hint = "remove @INITIAL_FRAME_NAME, or remove the prescribed motion"
        diagnostics.error(Code.CONFLICTING_KEYWORDS, message, body.span_of("INITIAL_FRAME_NAME"), hint)


def moving_functions(block: Described, description: Description) -> Iterator[tuple[Described, str, str]]:
    """Yield the functions that move a carried body, including the functions of its observers. Each result contains the
    block, the keyword and the name.
    """
    frames = description.of_kind("MOVING_FRAME")
    here: Described | None = block
    while here is not None:
        for keyword in MOTION_FUNCTIONS:
            yield from ((here, keyword, name) for name in here.get(keyword, ()) if name != ZERO)
        here = frames.get(here.get("FRAME_NAME", here.get("IS_DEFINED_IN_FRAME", INERTIAL_FRAME)))
