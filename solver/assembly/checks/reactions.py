"""The smallest reactions of redundant constraints. The reactions of such constraints are not unique.

A self-stress is a vector in the left null space of the constraint Jacobian. Multipliers that differ by a self-stress
cause the same motion. An integrator may return any of these multipliers. The output contains the multipliers of
smallest norm, without self-stress.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rbsolve.solver.assembly.checks.redundancy import find_redundancies, has_loops, unexamined_loops
from rbsolve.solver.joints.shares import row_owners
from rbsolve.solver.linear_algebra.elimination import PIVOT, SIZE, UNKNOWN, plan_elimination
from rbsolve.solver.model.arrays import State, copy_state
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.model.numbers import have_same_bits, own_copy

if TYPE_CHECKING:
    from rbsolve.solver.linear_algebra.self_stress import Group


class SelfStresses:
    """The groups of joints of a model that self-stresses load, at the initial state of the model.

    Sets of coupled loops that are too large for this search also form groups, even if they have no self-stresses.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        self._joints = compiled.model.joints
        loaded = _loaded_joints(compiled.model.joints, compiled.initial)
        self.groups = [_group(joints, self._joints, compiled.bodies) for joints in loaded]
        self._state = copy_state(compiled.initial) if self.groups else compiled.initial

    def of_neighbour(self, compiled: CompiledModel) -> SelfStresses:
        """Return the groups with the numbers of a neighbouring model, which differs from this model only in floats."""
        found = copy(self)
        found._joints = compiled.model.joints
        return found

    def remove(self, chunk: Chunk, first: int = 0) -> None:
        """Remove the self-stresses from the multipliers of a chunk from row `first` on."""
        if not self.groups or chunk.multipliers.shape[1] == 0:
            return
        from rbsolve.solver.linear_algebra.self_stress import remove_self_stresses

        for group in self.groups:
            remove_self_stresses(self._joints, group, chunk, first, self._state)


class _Search(NamedTuple):
    """The groups of one geometry. The geometry is a copy, because arrays of a model may receive other numbers."""

    geometry: tuple[Joints, Floats, Floats, Floats]
    found: list[tuple[int, ...]]


_last: list[_Search] = []  # the last search, or None; another thread may replace it


def _loaded_joints(joints: Joints, initial: State) -> list[tuple[int, ...]]:
    """Return the joints of each group. The cases of a study often have the same geometry, so the last result is
    reused.
    """
    bodies, geometry = len(initial.x) - 1, (joints, initial.x, initial.e, initial.R)
    if not has_loops(joints, bodies):
        return []
    for last in _last[:]:
        if have_same_bits(last.geometry, geometry):
            return last.found
    found = [redundancy.joints for redundancy in find_redundancies(joints, initial)]
    found += unexamined_loops(joints, bodies)
    _last[:] = [_Search(own_copy(geometry), found)]
    return found


def _group(loaded: tuple[int, ...], joints: Joints, ground: int) -> Group:
    """Return the plan and the work space for joints that self-stresses may load."""
    from rbsolve.solver.linear_algebra.self_stress import Group

    owners = row_owners(joints)
    members = [j for j, owner in enumerate(owners) if owner in {owners[k] for k in loaded}]
    place = {j: n for n, j in enumerate(members)}
    ends = np.stack([joints.body0[members], joints.body1[members]], axis=1)
    bodies = np.setdiff1d(ends, [ground])
    ends = np.where(ends == ground, len(bodies), np.searchsorted(bodies, ends))
    rows = np.diff(joints.first_row)[members]
    owned = [place[owners[j]] for j in members]
    plan = plan_elimination(len(bodies), list(map(tuple, ends.tolist())), rows.tolist(), [], owned)
    slots, vertices = plan.slots, plan.elimination.vertices
    vertex = vertices[np.searchsorted(vertices[:, UNKNOWN], slots.joint_rows, side="right") - 1]
    stride = vertex[:, SIZE] + 1
    diagonal = vertex[:, PIVOT] + (slots.joint_rows - vertex[:, UNKNOWN]) * stride
    is_share = np.array(owned) != np.arange(len(members))
    first_unknown = np.where(ends == len(bodies), -1, slots.bodies[ends, UNKNOWN])
    table = [joints.first_row[members], rows, slots.joint_rows, diagonal, stride, is_share]
    return Group(
        plan=plan.elimination,
        bodies=slots.bodies[:-1].copy(),
        joints=np.stack(table, axis=1).astype(np.int64),
        ends=np.concatenate([first_unknown[:, :, None], slots.joint_blocks], axis=2),
        J=np.zeros((len(joints.row_code), 12)),
        values=np.zeros(plan.values),
        swaps=np.zeros(plan.unknowns, dtype=np.int64),
        references=np.ones(plan.unknowns),
        size=np.zeros(plan.unknowns),
        x=np.zeros(plan.unknowns),
        b=np.zeros(plan.unknowns),
    )
