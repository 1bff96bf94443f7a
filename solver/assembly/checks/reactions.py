"""Computes the smallest reactions of redundant constraints, whose reactions are not unique.

A self-stress is a vector in the left null space of the constraint Jacobian. Multipliers that differ by a self-stress
cause the same motion. An integrator may return any of these multipliers. The output contains the multipliers of
smallest norm, which contain no self-stress.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from operator import is_, ne
from threading import local
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rbsolve.language.many import Disagree
from rbsolve.language.stacks import joined
from rbsolve.solver.assembly.checks.redundancy import has_loops
from rbsolve.solver.assembly.checks.searches import (
    Groups,
    found_for_many,
    is_known,
    key_of,
    known_groups,
    remember,
    search,
)
from rbsolve.solver.compiler.entries import is_planning
from rbsolve.solver.compiler.records import by_reference
from rbsolve.solver.joints.shares import row_owners
from rbsolve.solver.linear_algebra.elimination import PIVOT, SIZE, UNKNOWN, EliminationPlan, plan_elimination
from rbsolve.solver.model.arrays import State, copy_state, empty_state, put
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Ints
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.model.numbers import own_copy, take_floats

if TYPE_CHECKING:
    from rbsolve.solver.linear_algebra.self_stress import Group


class SelfStresses:
    """The groups of joints on which self-stresses act, at the initial state of the model.

    Sets of coupled loops that are too large for this search also form groups, even if they have no self-stresses.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        self._joints, self._initial = compiled.model.joints, compiled.initial
        self.groups = _loaded_joints(compiled.model.joints, compiled.initial)
        """The joints of each group."""

    def of_neighbour(self, compiled: CompiledModel) -> SelfStresses:
        """Return the groups for a model whose arrays differ from the arrays of this model only in floats."""
        found = copy(self)
        found._joints = compiled.model.joints
        return found

    def remove(self, chunk: Chunk, first: int = 0) -> None:
        """Remove the self-stresses from the multipliers of a chunk, from row `first` on."""
        if self.groups and chunk.multipliers.shape[1]:
            self.work.remove(chunk, first)

    @property
    def work(self) -> Work:
        """Return the arguments of the kernel. They are valid until this thread examines another model."""
        return _work_for(self._joints, self._initial, self.groups)


class Work:
    """The arguments of the kernel. The cases of a study reuse them, so that the arguments are laid out only once."""

    def __init__(self, joints: Joints, initial: State, loaded: Groups) -> None:
        self._given, self._own, self._loaded = joints, own_copy(joints), loaded
        self._state = copy_state(initial)
        self.groups = [_group(members, self._own, len(initial.x) - 1) for members in loaded]
        self._laid: list[tuple[Any, ...]] = []  # the joints, the group and the state, laid out for the kernel

    def takes(self, joints: Joints, initial: State, loaded: Groups) -> bool:
        """Switch to the joints of another case. Return False if the cases differ in other data than floats."""
        if loaded != self._loaded or any(map(ne, map(np.shape, initial), map(np.shape, self._state))):
            return False
        if not take_floats(self._own, self._given, joints):
            return False
        self._given = joints
        put(self._state, initial)
        return True

    def remove(self, chunk: Chunk, first: int) -> None:
        """Remove the self-stresses of all groups."""
        from rbsolve.solver.linear_algebra.self_stress import remove_self_stresses

        if not self._laid:
            self._laid = [tuple(map(by_reference, (self._own, group, self._state))) for group in self.groups]
        for joints, group, state in self._laid:
            remove_self_stresses(joints, group, chunk, first, state)


class _Thread(local):
    """The last work of a thread."""

    work: Work | None = None


_thread = _Thread()


def _work_for(joints: Joints, initial: State, loaded: Groups) -> Work:
    """Return the work of this thread for the joints of a model."""
    known = _thread.work
    if known is None or is_planning() or not known.takes(joints, initial, loaded):
        known = Work(joints, initial, loaded)
        _thread.work = None if is_planning() else known  # calls that are only counted must not be reused
    return known


def search_together(models: Sequence[CompiledModel], many: CompiledModel) -> None:
    """Search the joints of models that differ only in floats for self-stresses, and remember the groups of each model.

    `many` is the model of all cases at once. If its check has searched the joints, the result is used. If the groups
    differ, the groups of each model are searched later.
    """
    if not _have_loops(models[0].model.joints, models[0].bodies):
        return
    places = {key_of(compiled.model.joints, compiled.initial): _place(compiled) for compiled in models}
    new = [key for key in places if not is_known(key)]
    if len(new) < 2:
        return
    groups = found_for_many(many.model.joints, many.initial)
    if groups is None:
        try:
            joints, x, e, R = joined([places[key] for key in new])
            state = empty_state(0)._replace(x=x, e=e, R=R)
            search(joints, state)
            groups = found_for_many(joints, state)
        except (ArithmeticError, ValueError, TypeError, Disagree):
            return
    if groups is not None:
        remember(new, groups)


def _place(compiled: CompiledModel) -> tuple[Any, ...]:
    return compiled.model.joints, compiled.initial.x, compiled.initial.e, compiled.initial.R


def _loaded_joints(joints: Joints, initial: State) -> Groups:
    """Return the joints of each group. The cases of a study often have the same geometry, so earlier results are
    reused.
    """
    return known_groups(joints, initial) if _have_loops(joints, len(initial.x) - 1) else []


_last: list[tuple[tuple[Ints, ...], bool]] = []  # arrays of the last joints, and whether they have loops


def _have_loops(joints: Joints, bodies: int) -> bool:
    """Return whether some joints close loops. The cases of a study share the arrays that determine the result."""
    arrays = joints.body0, joints.body1, joints.first_row, joints.couplings.tied
    for known, found in _last[:]:
        if all(map(is_, known, arrays)):
            return found
    found = has_loops(joints, bodies)
    _last[:] = [(arrays, found)]
    return found


class _Structure(NamedTuple):
    """The parts of a group that depend on no floats."""

    plan: EliminationPlan
    bodies: Ints
    joints: Ints
    ends: Ints


def _group(loaded: tuple[int, ...], joints: Joints, ground: int) -> Group:
    """Return the plan and the work space for joints on which self-stresses may act."""
    from rbsolve.solver.linear_algebra.self_stress import Group

    arrays = (joints.body0.tolist(), joints.body1.tolist(), joints.first_row.tolist(), row_owners(joints))
    plan, bodies, table, ends = _structure(loaded, *map(tuple, arrays), ground)
    return Group(
        plan=plan.elimination,
        bodies=bodies,
        joints=table,
        ends=ends,
        J=np.zeros((len(joints.row_code), 12)),
        values=np.zeros(plan.values),
        swaps=np.zeros(plan.unknowns, dtype=np.int64),
        references=np.ones(plan.unknowns),
        size=np.zeros(plan.unknowns),
        x=np.zeros(plan.unknowns),
        b=np.zeros(plan.unknowns),
    )


@lru_cache(maxsize=16)
def _structure(
    loaded: tuple[int, ...],
    body0: tuple[int, ...],
    body1: tuple[int, ...],
    first_row: tuple[int, ...],
    owners: tuple[int, ...],
    ground: int,
) -> _Structure:
    """Return the structure of a group of joints. The cases of a study share it."""
    owned_by = {owners[k] for k in loaded}
    members = [j for j, owner in enumerate(owners) if owner in owned_by]
    place = {j: n for n, j in enumerate(members)}
    ends = np.array([(body0[j], body1[j]) for j in members], dtype=np.int64)
    bodies = np.setdiff1d(ends, [ground])
    ends = np.where(ends == ground, len(bodies), np.searchsorted(bodies, ends))
    rows = np.diff(first_row)[members]
    owned = [place[owners[j]] for j in members]
    plan = plan_elimination(len(bodies), list(map(tuple, ends.tolist())), rows.tolist(), [], owned)
    slots, vertices = plan.slots, plan.elimination.vertices
    vertex = vertices[np.searchsorted(vertices[:, UNKNOWN], slots.joint_rows, side="right") - 1]
    stride = vertex[:, SIZE] + 1
    diagonal = vertex[:, PIVOT] + (slots.joint_rows - vertex[:, UNKNOWN]) * stride
    is_share = np.array(owned) != np.arange(len(members))
    first_unknown = np.where(ends == len(bodies), -1, slots.bodies[ends, UNKNOWN])
    table = [np.array(first_row)[members], rows, slots.joint_rows, diagonal, stride, is_share]
    return _Structure(
        plan,
        slots.bodies[:-1].copy(),
        np.stack(table, axis=1).astype(np.int64),
        np.concatenate([first_unknown[:, :, None], slots.joint_blocks], axis=2),
    )
