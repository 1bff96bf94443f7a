"""Finds the forest of a model: the joints that carry bodies, the joints that close loops, and the constants of each
joint. The module uses only numpy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import Matrix
from rbsolve.language.described import Description
from rbsolve.language.joints.record import Mode
from rbsolve.solver.formulations.registry import Formulation
from rbsolve.solver.joints.blocks import label
from rbsolve.solver.joints.kinds import Coordinate, JointKind
from rbsolve.solver.linear_algebra.forest import SpanningForest, spanning_forest
from rbsolve.solver.model.arrays import Bodies, Model
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.inertia import parallel_axes
from rbsolve.solver.model.joints import Drives, Joints
from rbsolve.solver.trees.arrays import BALL, CROSS, FIXED, TURN, Forest, Tree, make_sweep


class Freedom(NamedTuple):
    """The freedom of a kind of joint: its type of rotation, and its slots."""

    rotation: int
    slots: tuple[int, ...]


TURNS_BY = {Mode.TWIST: TURN, Mode.CROSS: CROSS, Mode.VECTOR: BALL, Mode.SPIN: BALL}
"""The type of rotation of each kind of joint."""
FLOATING, ELSEWHERE = Freedom(BALL, (0, 1, 2, 3, 4, 5)), Freedom(FIXED, ())
Members = NDArray[np.bool_]


def freedom_of(kind: JointKind | None) -> Freedom:
    """Return the freedom of a kind of joint. The kind None means a body without an inboard joint. `has_face` reports
    whether a kind has a freedom.
    """
    if kind is None:
        return FLOATING
    coordinates = kind.record.coordinates
    rotation = next((TURNS_BY[coordinate.record.mode] for coordinate in coordinates if not coordinate.slides), FIXED)
    return Freedom(rotation, tuple(sorted(coordinate.record.slot for coordinate in coordinates)))


def has_face(kind: JointKind) -> bool:
    """Return whether a joint of a kind can carry a body in joint coordinates."""
    return kind.record.moves_exactly and not kind.record.couples


def slot_of(coordinate: Coordinate, onward: bool) -> int:
    """Return the slot of a coordinate, multiplied by the sign of the body, or -1 if the coordinate has no slot.

    If `onward` is False, the body is B0 of its joint, and its axes are fixed in B1.
    """
    if coordinate.record.mode is Mode.VECTOR:
        return -1
    return coordinate.record.slot if onward else coordinate.record.slot_inward


def forest_of(model: Model) -> Forest | None:
    """Return the forest of the bodies in MINIMAL_COORDINATES, with memory for its sweeps. Return None without such
    bodies.
    """
    members = in_forest(model.bodies)
    if not np.any(members):
        return None
    tree = make_tree(model.bodies, model.joints, model.drives, members)
    return Forest(tree, make_sweep(tree))


def in_forest(bodies: Bodies) -> Members:
    """Return for each body whether it is in MINIMAL_COORDINATES."""
    return np.asarray(bodies.formulation == Formulation.MINIMAL_COORDINATES)


def inboard_joint(forest: Forest | None, body: int, description: Description) -> str | None:
    """Return the label of a body's inboard joint, or None for a free body."""
    joint = -1 if forest is None else int(forest.tree.joint[body])
    return None if joint < 0 else label(description, joint)


def carrying_joints(model: Model) -> tuple[tuple[int, int], ...]:
    """Return the joints that carry bodies in MINIMAL_COORDINATES, each with its body."""
    inboard = forest_of_joints(model.joints, in_forest(model.bodies)).joint
    return tuple((j, body) for body, j in enumerate(inboard) if j >= 0)


def loops_of(model: Model) -> tuple[int, ...]:
    """Return the joints that close loops of the graph of bodies and joints. A forest has no such joints."""
    return tuple(forest_of_joints(model.joints, in_forest(model.bodies)).loops)


def forest_of_joints(joints: Joints, members: Members) -> SpanningForest:
    """Return the spanning forest of the bodies that are marked in `members` (nb,). Joints with many rows carry bodies,
    so that few rows belong to cut joints.

    Couplings carry no body. Joints of other bodies are cut joints.
    """
    bodies = len(members)
    couples = {int(kind) for kind in JointKind if kind.record.couples}
    ends = list(zip(joints.body0.tolist(), joints.body1.tolist(), strict=True))
    carries = [
        kind not in couples and all(body == bodies or members[body] for body in pair)
        for kind, pair in zip(joints.kind.tolist(), ends, strict=True)
    ]
    return spanning_forest(bodies, ends, np.diff(joints.first_row).tolist(), carries)


def make_tree(bodies: Bodies, joints: Joints, drives: Drives, members: Members | None = None) -> Tree:
    """Return the forest of a model's bodies, or of the bodies that are marked in `members` (nb,). Other bodies have no
    columns, and the order of the forest does not contain them.
    """
    if members is None:
        members = np.ones(len(bodies.mass), dtype=np.bool_)
    forest = forest_of_joints(joints, members)
    inboard = forest.joint
    kinds = [None if j < 0 else JointKind(joints.kind[j]) for j in inboard]
    freedoms = [freedom_of(kind) if member else ELSEWHERE for kind, member in zip(kinds, members, strict=True)]
    order = np.argsort(np.array(forest.depth, dtype=np.int64), kind="stable")
    functions = [
        _functions(joints, j, b, freedom) for b, (j, freedom) in enumerate(zip(inboard, freedoms, strict=True))
    ]
    screws = [kind == JointKind.SCREW for kind in kinds]
    first = np.cumsum([0, *(len(freedom.slots) for freedom in freedoms)], dtype=np.int64)
    driven = _driven_columns(drives, joints, inboard, freedoms, first)
    return Tree(
        order=np.ascontiguousarray(order[members[order]]),
        parent=np.array(forest.parent_or_ground, dtype=np.int64),
        joint=np.array(inboard, dtype=np.int64),
        sign=np.array([1.0 if j < 0 or joints.body1[j] == b else -1.0 for b, j in enumerate(inboard)]),
        rotation=np.array([freedom.rotation for freedom in freedoms], dtype=np.int64),
        slides=np.array(
            [s or min(f.slots, default=5) < 3 for s, f in zip(screws, freedoms, strict=True)], dtype=np.int64
        ),
        moved=np.array([max(of_body, default=-1) >= 0 for of_body in functions], dtype=np.int64),
        first=first,
        slot=np.array([slot for freedom in freedoms for slot in freedom.slots], dtype=np.int64),
        function=np.array([function for of_body in functions for function in of_body], dtype=np.int64),
        **_numbers_of_joints(joints, inboard, [freedom.rotation for freedom in freedoms]),
        **_numbers_of_bodies(bodies),
        driven=np.array([column for column, _ in driven], dtype=np.int64),
        carrier=np.array([body for _, body in driven], dtype=np.int64),
        cuts=np.array(forest.loops, dtype=np.int64),
    )


def renumber_tree(tree: Tree, before: Model, now: Model) -> None:
    """Copy the numbers of `now` into the arrays of a tree, which contain the numbers of `before`. The integers of both
    models must be the same.
    """
    changed: dict[str, Floats] = {}
    if before.joints is not now.joints:
        changed |= _numbers_of_joints(now.joints, tree.joint.tolist(), tree.rotation.tolist())
    if before.bodies is not now.bodies:
        changed |= _numbers_of_bodies(now.bodies)
    for name, numbers in changed.items():
        getattr(tree, name)[...] = numbers


def _numbers_of_joints(joints: Joints, inboard: list[int], rotations: list[int]) -> dict[str, Floats]:
    """Return the fields of `Tree` that depend on numbers of joints. `inboard` and `rotations` are the inboard joint and the
    type of rotation of each body.
    """
    screws = [j >= 0 and joints.kind[j] == JointKind.SCREW for j in inboard]
    ends = [_ends(joints, j, b) for b, j in enumerate(inboard)]
    relative = [_relative_rotation(rotation, end) for rotation, end in zip(rotations, ends, strict=True)]
    return {
        "lead": np.array([joints.lead[j] if screw else 0.0 for j, screw in zip(inboard, screws, strict=True)]),
        "point0": np.array([end.point0 for end in ends]),
        "point1": np.array([end.point1 for end in ends]),
        "axes": np.array([end.axes0 for end in ends]),
        "axis": np.array([end.axes1[:, 2] for end in ends]),
        "zero": np.array([zero for zero, _ in relative]),
        "turn": np.array([turn for _, turn in relative]),
    }


def _numbers_of_bodies(bodies: Bodies) -> dict[str, Floats]:
    """Return the fields of `Tree` that depend on numbers of bodies."""
    return {"inertia": np.ascontiguousarray(bodies.inertia + parallel_axes(bodies.mass, bodies.centre))}


def _driven_columns(
    drives: Drives, joints: Joints, inboard: list[int], freedoms: list[Freedom], first: Ints
) -> list[tuple[int, int]]:
    """Return the column and the body of each drive. Both are -1 on a cut joint, and for a coordinate that is not a
    column.
    """
    body_of = {joint: body for body, joint in enumerate(inboard)}
    places = []
    for joint, coordinate in zip(drives.joint.tolist(), drives.coordinate.tolist(), strict=True):
        body = body_of.get(joint, -1)
        slot = -1 if body < 0 else slot_of(Coordinate(coordinate), bool(joints.body1[joint] == body))
        places.append((-1, -1) if slot < 0 else (int(first[body]) + freedoms[body].slots.index(slot), body))
    return places


class InboardEnds(NamedTuple):
    """A joint with its ends on the parent (0) and on the body (1)."""

    point0: Floats
    point1: Floats
    axes0: Floats
    axes1: Floats


def _ends(joints: Joints, j: int, body: int) -> InboardEnds:
    if j < 0:
        return InboardEnds(np.zeros(3), np.zeros(3), np.eye(3), np.eye(3))
    if joints.body1[j] == body:
        return InboardEnds(joints.point0[j], joints.point1[j], joints.axes0[j], joints.axes1[j])
    axes0, axes1 = joints.axes0[j], joints.axes1[j]
    if JointKind(joints.kind[j]) == JointKind.UNIVERSAL:
        half_turn = np.diag([-1.0, -1.0, 1.0])  # the zero position of a cross whose bodies are in reverse order
        axes0, axes1 = axes0 @ half_turn, axes1 @ half_turn
    return InboardEnds(joints.point1[j], joints.point0[j], axes1, axes0)


def _flat(R: Floats) -> Matrix:
    a, b, c, d, e, f, g, h, i = R.ravel().tolist()
    return a, b, c, d, e, f, g, h, i


def _relative_rotation(rotation: int, end: InboardEnds) -> tuple[quaternion.Quaternion, quaternion.Quaternion]:
    """Return the quaternions `Tree.zero` and `Tree.turn` of a joint's relative rotation."""
    left = quaternion.from_matrix(_flat(end.axes0))
    right = quaternion.conjugate(quaternion.from_matrix(_flat(end.axes1)))
    if rotation == CROSS:
        return left, right
    zero = quaternion.product(left, right)
    return zero, quaternion.product(quaternion.product(left, (0.0, 0.0, 0.0, 1.0)), right)


def _functions(joints: Joints, j: int, body: int, freedom: Freedom) -> list[int]:
    """Return the prescribing function of each column, or -1 for a column without a function."""
    by_slot = {}
    for row in range(joints.first_row[j], joints.first_row[j + 1]) if j >= 0 else ():
        if joints.row_function[row] >= 0:
            slot = slot_of(Coordinate(joints.row_coordinate[row]), bool(joints.body1[j] == body))
            by_slot[slot] = int(joints.row_function[row])
    return [by_slot.get(slot, -1) for slot in freedom.slots]
