"""What the kernels need beside the model: where each object's entries go, and the work space. Plain numpy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.joints.kinds import COMPONENT
from rbsolve.solver.linear_algebra.elimination import BODY, Elimination, Plan, plan_elimination
from rbsolve.solver.model.arrays import Floats, Ints, Model

WIDTH = 7  # velocity coordinates of a body at most


class System(NamedTuple):
    """The plan of the factorization with the model's objects in it. Links are the pairs of bodies of the joints, springs, bushings and
    loads, in this order."""

    elimination: Elimination
    bodies: Ints  # (nb + 1, 3) offset of the 6 x 6 block, its stride, first unknown; -1 for GROUND
    joints: Ints  # (nj, 4) first row, rows, first unknown, body whose axes resolve the first three rows or -1
    joint_blocks: Ints  # (nj, 2, 4) see Slots
    links: Ints  # (nl, 4) offsets of both off-diagonal blocks or -1, stride, 1 where body 1 goes first
    ends: Ints  # (nl, 2) bodies
    damped: Ints  # (nj,) 1 where a drive acts on the joint


class Workspace(NamedTuple):
    """State of the method and scratch memory."""

    q: Floats  # (nb, 7) coordinates at t_n
    v: Floats  # (nb, 7) velocity coordinates
    derivative: Floats  # (nb, 7) v'
    before: Floats  # (nb, 7) v' at t_{n-1}
    a: Floats  # (nb, 7) auxiliary accelerations
    start_D: Floats  # (nb, 7) predicted D, v and v' of the step
    start_v: Floats
    start_derivative: Floats
    correction: Floats  # (nb, 7) Newton's correction of D
    D: Floats  # (nb, 7) current iterate
    new_v: Floats
    new_derivative: Floats
    shift: Floats  # (nb, 3) increment of the angles of CARDAN_ANGLES_1
    acceleration: Floats  # (nb + 1, 6) u' (inertial), w' (body axes)
    speed: Floats  # (nb, 27) see increments.py
    rise: Floats  # (nb, 27)
    multipliers: Floats  # (nc,) current iterate
    multipliers_now: Floats  # (nc,) at t_n
    multipliers_before: Floats  # (nc,) at t_{n-1}
    phi: Floats  # (nc,)
    J: Floats  # (nc, 12)
    K: Floats  # (nj, 12, 12)
    C: Floats  # (nj, 12, 12)
    element: Floats  # (3, 12, 12)
    rows: Floats  # (8, 6) Jacobian of one end of a joint
    values: Floats  # of the factorization
    swaps: Ints  # (unknowns,)
    references: Floats  # (unknowns,)
    b: Floats  # (unknowns,)


def _row_axes(model: Model, plan: Plan, joint: int) -> int:
    """The body in whose axes the rows COMPONENT of a joint are written: the one eliminated with it, so that a kept factorization
    does not notice when a joint turns as a whole; -1 without such rows."""
    joints = model.joints
    first = joints.first_row[joint]
    if first == joints.first_row[joint + 1] or joints.row_code[first] != COMPONENT:
        return -1
    ends = (int(joints.body0[joint]), int(joints.body1[joint]))
    unknown = plan.slots.joint_rows[joint]
    paired = [body for body in ends if plan.slots.bodies[body, 2] + BODY == unknown and plan.slots.bodies[body, 0] >= 0]
    moving = [body for body in ends if body < len(model.bodies.mass)]
    return (paired or moving or [-1])[0]


def make_system(model: Model) -> tuple[System, Plan]:
    """The system of a model and its plan."""
    bodies = len(model.bodies.mass)
    joints, springs, bushings, loads = model.joints, model.springs, model.bushings, model.loads
    joint_ends = list(zip(joints.body0.tolist(), joints.body1.tolist(), strict=True))
    ends = [
        *joint_ends,
        *zip(springs.body0.tolist(), springs.body1.tolist(), strict=True),
        *zip(bushings.body0.tolist(), bushings.body1.tolist(), strict=True),
        *zip(loads.body.tolist(), loads.axes_body.tolist(), strict=True),
    ]
    rows = np.diff(joints.first_row)
    plan = plan_elimination(bodies, joint_ends, rows.tolist(), ends)
    slots = plan.slots
    count = len(joint_ends)
    table = np.zeros((count, 4), dtype=np.int64)
    table[:, 0], table[:, 1], table[:, 2] = joints.first_row[:-1], rows, slots.joint_rows
    table[:, 3] = [_row_axes(model, plan, j) for j in range(count)]
    damped = np.zeros(count, dtype=np.int64)
    damped[model.drives.joint] = 1
    system = System(
        elimination=plan.elimination,
        bodies=slots.bodies,
        joints=table,
        joint_blocks=slots.joint_blocks,
        links=np.column_stack([slots.links, slots.swapped]),
        ends=np.array(ends, dtype=np.int64).reshape(-1, 2),
        damped=damped,
    )
    return system, plan


def make_workspace(model: Model, plan: Plan) -> Workspace:
    """Memory for a model."""
    bodies, joints, rows = len(model.bodies.mass), len(model.joints.kind), len(model.joints.row_code)

    def zeros(*shape: int) -> Floats:
        return np.zeros(shape)

    return Workspace(
        **{
            name: zeros(bodies, WIDTH)
            for name in (
                *("q", "v", "derivative", "before", "a", "start_D", "start_v", "start_derivative"),
                *("correction", "D", "new_v", "new_derivative"),
            )
        },
        shift=zeros(bodies, 3),
        acceleration=zeros(bodies + 1, 6),
        speed=zeros(bodies, 27),
        rise=zeros(bodies, 27),
        multipliers=zeros(rows),
        multipliers_now=zeros(rows),
        multipliers_before=zeros(rows),
        phi=zeros(rows),
        J=zeros(rows, 12),
        K=zeros(joints, 12, 12),
        C=zeros(joints, 12, 12),
        element=zeros(3, 12, 12),
        rows=zeros(8, 6),
        values=zeros(plan.values),
        swaps=np.zeros(plan.unknowns, dtype=np.int64),
        references=np.ones(plan.unknowns),
        b=zeros(plan.unknowns),
    )


def typical_lengths(model: Model) -> tuple[float, float]:
    """The longest arm of a point in a body, and the shortest (1 without any): what rounding in lengths and angles is measured by."""
    points = [model.joints.point0, model.joints.point1, model.springs.point0, model.springs.point1]
    points += [model.bushings.point0, model.bushings.point1, model.loads.point, model.bodies.centre]
    arms = np.concatenate([np.linalg.norm(array, axis=1) for array in points])
    arms = arms[arms > 0.0]
    return (float(arms.max()), float(arms.min())) if len(arms) else (1.0, 1.0)
