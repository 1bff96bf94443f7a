"""Finds redundant constraints loop by loop.

All twists refer to one point and to inertial axes, so bodies that move together have equal twists. The constraint rows
W of a joint act on the difference of the twists of its bodies: `W (twist1 - twist0) = 0`. On a spanning tree of the
joints, the twists are sums of the joints' free twists `S` (the null space of W). Each remaining joint closes a loop.
Redundant rows are the left null space of the closing rows `W sum(+-S q)`. Joints outside of loops are not examined, so
a tree of any size takes no time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.language.many import zeros_beside
from rbsolve.language.stacks import agreed, stacked, transposed
from rbsolve.solver.assembly.elements.joint_data import JointData, joint_arrays
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.joints.rows import jacobians
from rbsolve.solver.joints.shares import row_owners
from rbsolve.solver.linear_algebra.forest import breadth_first
from rbsolve.solver.linear_algebra.groups import Groups
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

RANK_TOLERANCE = 1e-8  # tolerance of singular values, relative to the largest
MOST_TRIED = 12  # largest number of joints for which other kinds of joints are tried
MOST_ENTRIES_TRIED = (
    # Largest number of entries of the closing rows for which other kinds of joints are tried (about 60 loops of
    # revolute joints).
    40_000
)
# Largest number of entries for which redundancy is examined at all (about 200 loops). Larger systems would take
# minutes.
MOST_ENTRIES = 500_000


class Redundancy(NamedTuple):
    """The constraint rows of `joints` (indices in increasing order) contain `excess` redundant rows.

    The loops have `freedom` independent motions while the prescribed coordinates are fixed. They would have `mobility`
    motions if the prescribed coordinates were free. `remedy` lists joints with the kinds that would remove the excess
    without adding freedom. The list may be empty.
    """

    joints: tuple[int, ...]
    excess: int
    freedom: int
    mobility: int
    remedy: tuple[tuple[int, JointKind], ...]


class _Loop(NamedTuple):
    """A joint that closes a loop, and the tree joints on the path from its body0 to its body1, each with its sign.

    `owner` is the joint to whose closing rows the loop contributes. The owner is the joint itself, except for the
    second share of a coupling.
    """

    chord: int
    owner: int
    path: tuple[tuple[int, float], ...]


def find_redundancies(joints: Joints, state: State, *, seeks_remedies: bool = True) -> list[Redundancy]:
    """Return the groups of joints with redundant constraints at this configuration. There is one group for each set of
    coupled loops. Without `seeks_remedies`, the remedies are empty.

    Raise Disagree if the groups differ between cases.
    """
    loops = _loops(joints, len(state.x) - 1)
    if not loops:
        return []
    placed = _place(joints, state)
    found = []
    for coupled in _group_loops(loops):
        if _entries(coupled, joints) > MOST_ENTRIES:
            continue
        redundancy = _examine(coupled, placed, seeks_remedies)
        if redundancy is not None:
            found.append(redundancy)
    return found


def has_loops(joints: Joints, bodies: int) -> bool:
    """Return whether some joints close loops; `bodies` is the number of bodies."""
    return bool(_loops(joints, bodies))


def unexamined_loops(joints: Joints, bodies: int) -> list[tuple[int, ...]]:
    """Return the joints of each set of coupled loops that is too large for an examination. `bodies` is the number of
    bodies.
    """
    return [
        tuple(sorted({j for loop in coupled for j in (loop.chord, *(k for k, _ in loop.path))}))
        for coupled in _group_loops(_loops(joints, bodies))
        if _entries(coupled, joints) > MOST_ENTRIES
    ]


def _entries(loops: list[_Loop], joints: Joints) -> int:
    """Return an upper bound of the number of entries in the closing rows of coupled loops."""
    rows = np.diff(joints.first_row)
    tree = {j for loop in loops for j, _ in loop.path}
    free = sum(max(0, 6 - int(rows[j])) for j in tree)
    return free * sum(int(rows[loop.chord]) for loop in loops if loop.owner == loop.chord)


def _loops(joints: Joints, ground: int) -> list[_Loop]:
    """Return the loop of each joint that closes one. The spanning forest has the shortest paths from GROUND."""
    ends = list(zip(joints.body0.tolist(), joints.body1.tolist(), strict=True))
    if not ends:
        return []
    owner = row_owners(joints)
    shared = {j for pair in enumerate(owner) for j in pair if pair[0] != pair[1]}
    forest = breadth_first(ground, ends, [j not in shared for j in range(len(ends))])
    loops = []
    for chord in forest.loops:
        path = []
        for side, branch in enumerate(forest.branches(ends[chord])):
            for body in branch:
                j = forest.joint[body]
                path.append((j, 1.0 if (ends[j][1] == body) == (side == 1) else -1.0))
        loops.append(_Loop(chord, owner[chord], tuple(path)))
    return loops


def _group_loops(loops: list[_Loop]) -> list[list[_Loop]]:
    """Group the loops that share joints."""
    joined: Groups[int] = Groups()
    for loop in loops:
        joined.join(loop.owner, loop.chord)
        for j, _ in loop.path:
            joined.join(j, loop.chord)
    groups: dict[int, list[_Loop]] = {}
    for loop in loops:
        groups.setdefault(joined.leader(loop.chord), []).append(loop)
    return list(groups.values())


class _Placed(NamedTuple):
    """The joints of a model at one configuration, or at the configurations of all cases (`language/stacks.py`)."""

    joints: Joints
    state: State
    x: Floats  # (..., nb + 1, 3)
    R: Floats  # (..., nb + 1, 3, 3)
    point1: Floats  # (..., nj, 3)
    J: Floats  # (..., nc, 12)


def _place(joints: Joints, state: State) -> _Placed:
    J = zeros_beside((len(joints.row_code), 12), joints, state)
    jacobians(joints, state, J)
    return _Placed(joints, state, *stacked(state.x, state.R, joints.point1, J))


class _Group(NamedTuple):
    """Loops that share joints, and the point (..., 3) and the length (...) by which twists are measured."""

    loops: list[_Loop]
    tree: list[int]
    centre: Floats
    length: Floats

    @property
    def members(self) -> list[int]:
        """Return all joints of the group."""
        return sorted([*self.tree, *(loop.chord for loop in self.loops)])


def _group(loops: list[_Loop], placed: _Placed) -> _Group:
    tree = sorted({j for loop in loops for j, _ in loop.path})
    group = _Group(loops, tree, np.zeros(3), np.ones(()))
    bodies = placed.joints.body1[group.members]
    arms = np.einsum("...jab,...jb->...ja", placed.R[..., bodies, :, :], placed.point1[..., group.members, :])
    points = placed.x[..., bodies, :] + arms
    centre = np.mean(points, axis=-2)
    length = np.max(np.linalg.norm(points - centre[..., None, :], axis=-1), axis=-1)
    return group._replace(centre=centre, length=np.where(length == 0.0, 1.0, length))


def _twist_rows(j: int, placed: _Placed, group: _Group, is_alone: bool = True) -> Floats:
    """Return the rows of joint `j` on the relative twist (velocity / length, angular velocity). If the joint
    `is_alone`, the rows have unit length.
    """
    joints = placed.joints
    body = joints.body1[j]
    part = placed.J[..., joints.first_row[j] : joints.first_row[j + 1], 6:]
    force, moment = part[..., :3], part[..., 3:] @ transposed(placed.R[..., body, :, :])
    moment = moment + np.cross((placed.x[..., body, :] - group.centre)[..., None, :], force)
    W = np.concatenate([force * group.length[..., None, None], moment], axis=-1)
    return np.asarray(W / (np.linalg.norm(W, axis=-1, keepdims=True) if is_alone else 1.0))


def _null_space(A: Floats) -> Floats:
    """Orthonormal columns that span the null space of matrices A (..., rows, columns)."""
    if A.shape[-2] == 0 or A.shape[-1] == 0:
        return np.eye(A.shape[-1])
    _, s, vh = np.linalg.svd(A, full_matrices=True)
    return transposed(vh[..., _rank(s) :, :])


def _free_twists(group: _Group, rows: dict[int, Floats]) -> dict[int, Floats]:
    """Return the free twists of the tree's joints, as columns."""
    return {j: _null_space(rows[j]) for j in group.tree}


def _count(closing: Floats) -> tuple[int, int]:
    """Return the number of independent combinations of the closing rows that vanish, and the number of independent
    motions of the loops.
    """
    rank = 0
    if closing.size:
        rank = _rank(np.asarray(np.linalg.svd(closing, compute_uv=False), dtype=float))
    return closing.shape[-2] - rank, closing.shape[-1] - rank


def _rank(s: Floats) -> int:
    """Return the number of singular values (..., k) above round-off."""
    return int(agreed(np.sum(s > RANK_TOLERANCE * np.maximum(1.0, s[..., :1]), axis=-1)))


def _dependent(closing: Floats) -> Floats:
    """Return the projection (..., rows, rows) on the combinations of the closing rows that vanish."""
    whole = np.eye(closing.shape[-2])
    if not closing.size:
        return whole
    left, s, _ = np.linalg.svd(closing, full_matrices=False)
    bound = left[..., : _rank(s)]
    return np.asarray(whole - bound @ transposed(bound))


def _loop_rows(group: _Group, rows: dict[int, Floats], free: dict[int, Floats]) -> Floats:
    """Return the closing rows of all loops, as coefficients of the free twists of the tree's joints."""
    widths = [free[j].shape[-1] for j in group.tree]
    column = dict(zip(group.tree, np.cumsum([0, *widths]).tolist(), strict=False))
    tops = _tops(group, rows)
    count = sum(rows[loop.chord].shape[-2] for loop in group.loops if loop.owner == loop.chord)
    closing = np.zeros((*group.length.shape, count, sum(widths)))
    for loop in group.loops:
        top, height = tops[loop.owner], rows[loop.chord].shape[-2]
        for j, sign in loop.path:
            block = closing[..., top : top + height, column[j] : column[j] + free[j].shape[-1]]
            block += sign * rows[loop.chord] @ free[j]
    return closing


def _tops(group: _Group, rows: dict[int, Floats]) -> dict[int, int]:
    """Return the index of the first closing row of each owner."""
    owners = [loop.chord for loop in group.loops if loop.owner == loop.chord]
    return dict(zip(owners, np.cumsum([0, *(rows[j].shape[-2] for j in owners)]).tolist(), strict=False))


def _examine(loops: list[_Loop], placed: _Placed, seeks_remedies: bool) -> Redundancy | None:
    """Return the redundancy of one group of coupled loops."""
    joints, group = placed.joints, _group(loops, placed)
    shared = {j for loop in group.loops if loop.owner != loop.chord for j in (loop.owner, loop.chord)}
    rows = {j: _twist_rows(j, placed, group, j not in shared) for j in group.members}
    for one, other in ((loop.owner, loop.chord) for loop in loops if loop.owner != loop.chord):
        size = np.hypot(*(np.linalg.norm(rows[j], axis=(-2, -1), keepdims=True) for j in (one, other)))
        rows[one], rows[other] = rows[one] / size, rows[other] / size
    free = _free_twists(group, rows)
    closing = _loop_rows(group, rows, free)
    excess, freedom = _count(closing)
    if excess == 0:
        return None
    participants = _participants(group, rows, _dependent(closing))
    mobility = freedom
    if any(prescribed_rows(j, joints) for j in rows):
        fewer = {j: W[..., : W.shape[-2] - prescribed_rows(j, joints), :] for j, W in rows.items()}
        mobility = _count(_loop_rows(group, fewer, _free_twists(group, fewer)))[1]
    found = Redundancy(participants, excess, freedom, mobility, ())
    if not seeks_remedies or _entries(loops, joints) > MOST_ENTRIES_TRIED:
        return found
    return found._replace(remedy=_remedy(group, rows, free, found, placed))


def prescribed_rows(j: int, joints: Joints) -> int:
    """Return the number of rows of joint `j` that prescribe its motion. These rows are its last rows."""
    return int(np.sum(joints.row_function[joints.first_row[j] : joints.first_row[j + 1]] >= 0))


def _participants(group: _Group, rows: dict[int, Floats], left: Floats) -> tuple[int, ...]:
    """Return the joints on which a self-stress of the loops acts. The constraints of these joints depend on each other."""
    load: dict[int, Floats] = {}
    tops = _tops(group, rows)
    for loop in group.loops:
        W, top = rows[loop.chord], tops[loop.owner]
        wrench = transposed(W) @ left[..., top : top + W.shape[-2], :]
        for j, sign in ((loop.chord, 1.0), *loop.path):
            load[j] = load.get(j, np.zeros_like(wrench)) + sign * wrench
    return tuple(sorted(j for j, wrench in load.items() if agreed(np.max(np.abs(wrench), axis=(-2, -1)) > 1e-6)))


def _remedy(
    group: _Group, rows: dict[int, Floats], free: dict[int, Floats], found: Redundancy, placed: _Placed
) -> tuple[tuple[int, JointKind], ...]:
    """Return joints that should be replaced to remove the excess, each with a kind that has fewer constraints. The
    result is empty if no such replacement is found.

    The search starts with the last joint. A replacement is kept if it reduces the excess and leaves the freedom of the
    loops unchanged.
    """
    excess, changes = found.excess, []
    for j in reversed(found.joints[-MOST_TRIED:]):
        for kind in (JointKind[name] for name in JointKind(placed.joints.kind[j]).record.looser):
            tried = {**rows, j: _rows_of_kind(j, kind, placed, group)}
            freed = {**free, j: _null_space(tried[j])} if j in free else free
            excess_then, freedom_then = _count(_loop_rows(group, tried, freed))
            if freedom_then == found.freedom and excess_then < excess:
                rows, free, excess = tried, freed, excess_then
                changes.append((j, kind))
                break
        if excess == 0:
            return tuple(changes)
    return ()


def _rows_of_kind(j: int, kind: JointKind, placed: _Placed, group: _Group) -> Floats:
    """Return the rows of joint `j` if it had another kind."""
    joints = placed.joints
    data = JointData(
        kind,
        int(joints.body0[j]),
        int(joints.body1[j]),
        joints.point0[j],
        joints.point1[j],
        joints.axes0[j],
        joints.axes1[j],
    )
    return _twist_rows(0, _place(joint_arrays([data]), placed.state), group)
