"""Joint friction that depends on the joint's reactions, from the blocks of the joints."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.recall import recallable
from rbsolve.solver.assembly.checks.redundancy import find_redundancies
from rbsolve.solver.joints.blocks import items, joint_blocks, kind_of
from rbsolve.solver.joints.kinds import Coordinate
from rbsolve.solver.joints.primitives.registry import PRESSING
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.joints import Frictions, Joints

ITEMS = 5


class _Friction(NamedTuple):
    joint: int
    coordinate: Coordinate
    dynamic: float
    static: float
    decay: float
    transition: float
    viscous: float
    radius: float


@recallable
def frictions(description: Description, joints: Joints, diagnostics: Diagnostics) -> Frictions:
    """Return all joint frictions that depend on reactions. Invalid friction is reported."""
    found = [
        friction
        for j, block in enumerate(joint_blocks(description))
        for friction in _of_joint(block, j, diagnostics)
        if friction.dynamic or friction.static or friction.viscous
    ]
    if not found:
        return Frictions()
    rows = [_pressing_rows(joints, friction.joint) for friction in found]
    return Frictions(
        joint=np.array([friction.joint for friction in found], dtype=np.int64),
        coordinate=np.array([friction.coordinate for friction in found], dtype=np.int64),
        dynamic=np.array([friction.dynamic for friction in found]),
        static=np.array([friction.static for friction in found]),
        decay=np.array([friction.decay for friction in found]),
        transition=np.array([friction.transition for friction in found]),
        viscous=np.array([friction.viscous for friction in found]),
        radius=np.array([friction.radius for friction in found]),
        first=np.cumsum([0, *map(len, rows)], dtype=np.int64),
        rows=np.concatenate(rows).astype(np.int64),
    )


def _pressing_rows(joints: Joints, j: int) -> list[int]:
    """Return the rows of the constraint forces of a joint. Rows of prescribed motions are excluded."""
    own = range(int(joints.first_row[j]), int(joints.first_row[j + 1]))
    return [row for row in own if joints.row_coordinate[row] < 0 and joints.row_code[row] in PRESSING]


def _of_joint(block: Described, j: int, diagnostics: Diagnostics) -> list[_Friction]:
    numbers = items(block, "FRICTION")
    found = []
    for k, coordinate in enumerate(kind_of(block).record.coordinates):
        if len(numbers) < ITEMS * (k + 1):
            break
        dynamic, static, decay, viscous, radius = numbers[ITEMS * k : ITEMS * (k + 1)]
        reason = _fault(dynamic, static or dynamic, decay)
        if reason is not None:
            diagnostics.error(
                Code.INVALID_VALUE,
                f"the friction of joint {block.name}: {reason}",
                block.span_of("FRICTION"),
                "`@FRICTION {coefficient, Stribeck coefficient, Stribeck velocity, viscous, radius}`: "
                "coefficient: at high rates; Stribeck coefficient: near rest (0 means the same); Stribeck "
                "velocity: the rate at which 63 % of their difference has decayed",
            )
            return []
        falls = static > dynamic
        transition = block["FRICTION_VELOCITY"]
        found.append(
            _Friction(
                *(j, coordinate, dynamic, static if falls else dynamic, decay if falls else math.inf),
                *(transition, viscous, radius),
            )
        )
    return found


def _fault(dynamic: float, static: float, decay: float) -> str | None:
    if static < dynamic:
        return f"the Stribeck coefficient, {static:g}, is less than the coefficient at high rates, {dynamic:g}"
    if static > dynamic and decay == 0.0:
        return "the Stribeck velocity is zero"
    return None


def check_reactions(
    description: Description, joints: Joints, which: Frictions, state: State, diagnostics: Diagnostics
) -> None:
    """Warn of friction that depends on undetermined reactions. Reactions are undetermined if constraints are redundant."""
    braked = set(which.joint.tolist())
    if not braked:
        return
    blocks = joint_blocks(description)
    shared = {j for redundancy in find_redundancies(joints, state) for j in redundancy.joints}
    for j in sorted(braked & shared):
        diagnostics.warning(
            Code.REDUNDANT_CONSTRAINTS,
            f"the friction of joint {blocks[j].name} depends on its reaction, which is not unique because of "
            "redundant constraints: one of the possible reactions is used",
            blocks[j].span_of("FRICTION"),
            "remove the redundant constraints by joints with more degrees of freedom, or use @FRICTION_FORCE",
        )
