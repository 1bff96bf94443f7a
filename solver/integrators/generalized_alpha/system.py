"""The data of the kernels in addition to the model: the positions of each object's entries in the matrix, and the work
space. The module uses plain numpy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.compiler.dual_layouts import without_derivatives
from rbsolve.solver.forces.tangents.links import link_bodies
from rbsolve.solver.integrators.generalized_alpha.masks import Kept, make_kept
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH, BodyRecords, make_records
from rbsolve.solver.joints.kinds import COMPONENT
from rbsolve.solver.joints.shares import row_owners
from rbsolve.solver.linear_algebra.elimination import (
    BODY,
    PIVOT,
    UNKNOWN,
    Elimination,
    EliminationPlan,
    plan_elimination,
)
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.joints import turned_angles

FIRST_ROW, ROW_COUNT, MULTIPLIER, AXES, ENDS = range(5)
"""Columns of `LinearSystem.joints`: first row, number of rows, first unknown of the multipliers, and the body whose
axes the first three rows have (-1 without one). The columns starting at ENDS contain the places of both Jacobians
(`Slots.joint_blocks`).
"""
SWAPPED, BODIES = 3, 4
"""Columns of `LinearSystem.links` after the columns of `Slots.links`. SWAPPED is 1 if the second body is eliminated
first, and BODIES is the first column of both bodies.
"""


class LinearSystem(NamedTuple):
    """The plan of the factorization, with the places of the model's objects. Offsets refer to `Workspace.values`. An
    offset of -1 means that there is no entry.

    solver/forces/tangents/links.py defines the numbers of links.
    """

    elimination: Elimination
    bodies: Ints  # (nb + 1, 3) Slots.bodies
    joints: Ints  # (nj, 12)
    links: Ints  # (nl, 6)


@without_derivatives
class PlainMatrix(NamedTuple):
    """The factorization of an iterate for derivatives. Its numbers carry no derivatives, because the iteration for the
    derivatives of a step converges with a matrix of plain numbers too. A factorization without derivatives takes only a
    fraction of the time.
    """

    values: Floats
    swaps: Ints | Floats
    references: Floats


class Workspace(NamedTuple):
    """State of the method, and scratch memory."""

    body: BodyRecords
    multipliers: Floats  # (nc,) multipliers of the current iterate
    history: Floats  # (2, nc) multipliers at t_n and t_{n-1}
    phi: Floats  # (nc,)
    J: Floats  # (nc, 12)
    element: Floats  # (4, 12, 12)
    values: Floats  # values of the factorization
    swaps: Ints | Floats  # (unknowns,); floats in lanes, where each case has its own row exchanges
    references: Floats  # (unknowns,)
    b: Floats  # (unknowns,)
    direction: Floats  # (unknowns,) direction of a line search
    jump: Floats  # (unknowns,) jump of the forces by changed inputs (input_jumps.py)
    turning: Floats  # (2, nt) rates and expected rotations of joints (turns.py)
    kept: Kept  # numbers of cases that do not take part in a computation (masks.py)
    plain: PlainMatrix | None = None  # in place of `values`, `swaps` and `references` in the iteration of a step


def _row_axes(model: Model, plan: EliminationPlan, joint: int) -> int:
    """Return the body in whose axes the COMPONENT rows of a joint are expressed, or -1 for a joint without such rows.

    This body is eliminated together with the joint, so a kept factorization does not depend on rotations of the whole
    joint.
    """
    joints = model.joints
    first = joints.first_row[joint]
    if first == joints.first_row[joint + 1] or joints.row_code[first] != COMPONENT:
        return -1
    ends = (int(joints.body0[joint]), int(joints.body1[joint]))
    unknown = plan.slots.joint_rows[joint]
    paired = [
        body
        for body in ends
        if plan.slots.bodies[body, UNKNOWN] + BODY == unknown and plan.slots.bodies[body, PIVOT] >= 0
    ]
    moving = [body for body in ends if body < len(model.bodies.mass)]
    return (paired or moving or [-1])[0]


def make_system(model: Model) -> tuple[LinearSystem, EliminationPlan]:
    """Return the linear system of a model, and its elimination plan."""
    bodies = len(model.bodies.mass)
    joints = model.joints
    joint_ends = list(zip(joints.body0.tolist(), joints.body1.tolist(), strict=True))
    link_ends = link_bodies(model)
    rows = np.diff(joints.first_row)
    plan = plan_elimination(bodies, joint_ends, rows.tolist(), list(map(tuple, link_ends.tolist())), row_owners(joints))
    slots = plan.slots
    table = np.zeros((len(joint_ends), 12), dtype=np.int64)
    table[:, FIRST_ROW], table[:, ROW_COUNT], table[:, MULTIPLIER] = joints.first_row[:-1], rows, slots.joint_rows
    table[:, AXES] = [_row_axes(model, plan, j) for j in range(len(joint_ends))]
    table[:, ENDS:] = slots.joint_blocks.reshape(-1, 8)
    links = np.ascontiguousarray(np.column_stack([slots.links, slots.swapped, link_ends]))
    return LinearSystem(plan.elimination, slots.bodies, table, links), plan


def make_workspace(model: Model, plan: EliminationPlan) -> Workspace:
    """Return the work space for a model."""
    rows = len(model.joints.row_code)
    return Workspace(
        body=make_records(len(model.bodies.mass)),
        multipliers=np.zeros(rows),
        history=np.zeros((2, rows)),
        phi=np.zeros(rows),
        J=np.zeros((rows, 12)),
        element=np.zeros((4, 12, 12)),
        values=np.zeros(plan.values),
        swaps=np.zeros(plan.unknowns, dtype=np.int64),
        references=np.ones(plan.unknowns),
        b=np.zeros(plan.unknowns),
        direction=np.zeros(plan.unknowns),
        jump=np.zeros(plan.unknowns),
        turning=np.zeros((2, turned_angles(model.joints))),
        kept=make_kept(0, np.zeros(0, dtype=np.int64), -1, WIDTH, 0, 0),
    )


def _arms(model: Model) -> Floats:
    """Return the nonzero distances of points from the origins of their bodies [m]."""
    points = [model.joints.point0, model.joints.point1, model.springs.point0, model.springs.point1]
    points += [model.bushings.point0, model.bushings.point1, model.loads.point, model.bodies.centre]
    arms: Floats = np.linalg.norm(np.concatenate(points), axis=1)
    return arms[arms > 0.0]


def typical_lengths(model: Model) -> tuple[float, float]:
    """Return the longest and the shortest distance of a point from the origin of its body. They are scales for the
    round-off of lengths and angles (1 without points).
    """
    arms = _arms(model)
    return (float(arms.max()), float(arms.min())) if len(arms) else (1.0, 1.0)


def extent_of(model: Model, state: State) -> float:
    """Return the size of a model [m]. The size is the largest distance between bodies, including GROUND, or between a
    point and its body's origin.

    The size is 1 if both distances are zero.
    """
    distance = float(np.max(np.ptp(state.x, axis=0)))
    return max(distance, float(np.max(_arms(model), initial=0.0))) or 1.0
