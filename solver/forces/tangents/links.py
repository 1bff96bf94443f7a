"""Numbers all links. A link is a pair of bodies between which a joint, a coupling or a force acts. Joints come first,
then couplings, then each kind of force.

A load links its body with the body in which the axes of the load are fixed. The derivatives of every link are blocks
with respect to the motions of its two bodies. The code that uses these blocks therefore does not depend on the kind of
link.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.layouts import BUFFER, FLOAT, INTEGER, array
from rbsolve.solver.compiler.records import layout_of, memoize
from rbsolve.solver.compiler.subroutines import buffer_for, call7
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.forces.kind import ForceKind
from rbsolve.solver.forces.tangents.blocks import clear
from rbsolve.solver.functions.evaluate import link_entries as linked_functions
from rbsolve.solver.joints import curvature
from rbsolve.solver.joints.couplings.entries import link_entries as linked_joints
from rbsolve.solver.joints.couplings.registry import COUPLINGS
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Model, empty_state
from rbsolve.solver.model.cases import as_in
from rbsolve.solver.model.flat import Ints
from rbsolve.solver.model.joints import Joints

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.flat import Floats

_curvature = curvature.curvature
_buffer = buffer_for(1)
_LINKS = [kind for kind in KINDS if kind.bodies is not None]


def _bodies(model: Model) -> list[Ints]:
    """Return the two bodies of each link, as arrays for each kind."""
    joints = model.joints
    pairs = [
        (joints.body0, joints.body1),
        *_coupled_bodies(joints),
        *(kind.bodies(model) for kind in _LINKS if kind.bodies is not None),
    ]
    return [np.column_stack(pair).astype(np.int64).reshape(-1, 2) for pair in pairs]


def _coupled_bodies(joints: Joints) -> list[tuple[Ints, Ints]]:
    """Return the two bodies of each coupling, as arrays for each kind."""
    owners = [joints.couplings.joint[first:last] for first, last in pairwise(joints.couplings.first.tolist())]
    owners += [np.zeros(0, dtype=np.int64)] * (len(COUPLINGS) - len(owners))
    return [(joints.body0[owner], joints.body1[owner]) for owner in owners]


def link_bodies(model: Model) -> Ints:
    """Return the two bodies of every link (nl, 2)."""
    return np.concatenate(_bodies(model))


IDLE, TURNS, MOVES = range(3)
"""Which derivatives a link has: none, only derivatives of moments with respect to rotations, or all."""

# The entry of each kind of link, in the order of `link_bodies`. The entry computes the tangent of link `i`. It also
# writes to out[0] which derivatives the link has.


@subroutine
def _of_joint(model: Model, t: float, i: int, state: State, multipliers: Floats, element: Floats, out: Floats) -> None:
    out[0] = MOVES if _curvature(model.joints, i, state, multipliers, element) else TURNS


def _coupling_entry(code: int) -> Callable[..., None]:
    tangent = COUPLINGS[code].tangent

    def coupling_tangent(model: Any, t: float, i: int, state: Any, multipliers: Any, element: Any, out: Any) -> None:
        clear(element)
        tangent(model.joints, model.joints.couplings.first[code] + i, state, multipliers, element)
        out[0] = MOVES

    return coupling_tangent


def _force_entry(kind: ForceKind) -> Callable[..., None]:
    tangent: Any = kind.tangent
    is_idle: Any = kind.is_idle

    def force_tangent(model: Any, t: float, i: int, state: Any, multipliers: Any, element: Any, out: Any) -> None:
        tangent(model, t, i, state, element)
        out[0] = MOVES

    def tangent_of_some(model: Any, t: float, i: int, state: Any, multipliers: Any, element: Any, out: Any) -> None:
        out[0] = IDLE
        if not is_idle(model, i, state):
            tangent(model, t, i, state, element)
            out[0] = MOVES

    return force_tangent if is_idle is None else tangent_of_some


_KINDS = (
    (_of_joint, "curvature of joints"),
    *((_coupling_entry(code), f"tangents of {kind.kind.title}s") for code, kind in enumerate(COUPLINGS)),
    *((_force_entry(kind), f"tangents of {kind.plural}") for kind in _LINKS),
)
CONSTRAINTS = 1 + len(COUPLINGS)
"""The number of kinds of links that are constraints. These come first, and all later links are applied forces."""


@memoize
def with_tangents(model: Model, joints: bool = True) -> Model:
    """Return the model with the addresses of the entries that `link_tangent` calls. Unless `joints` is true, only the
    entries of applied forces are included.
    """
    model = model._replace(functions=linked_functions(model.functions), joints=linked_joints(model.joints))
    counts = [len(bodies) for bodies in _bodies(model)]
    needed = [bool(count) and (k >= CONSTRAINTS or joints) for k, count in enumerate(counts)]
    wanted = [kind for kind, need in zip(_KINDS, needed, strict=True) if need]
    state, numbers = as_in(model.gravity, empty_state(0)), model.gravity.dtype.name
    signature = (layout_of(model), FLOAT, INTEGER, layout_of(state), array(1, numbers), array(3, numbers), BUFFER)
    addresses = iter(addresses_of(wanted, *signature))
    tangents = [next(addresses) if need else 0 for need in needed]
    entries = model.entries._replace(
        tangents=np.array(tangents, dtype=np.int64), first_link=np.cumsum([0, *counts], dtype=np.int64)
    )
    return model._replace(entries=entries)


@subroutine
def link_tangent(model: Model, t: float, n: int, state: State, multipliers: Floats, element: Floats) -> int:
    """Write the negative derivatives of the wrenches of link `n` to element[0] and element[1] (12, 12) of `element` (4,
    12, 12).

    The wrenches of a joint are the wrenches of its constraints, `-J^T multipliers`. The function returns TURNS if the
    link has only derivatives of moments with respect to rotations, and no derivatives with respect to velocities. In
    this case element[1] is unchanged. The function returns IDLE if it changes nothing. The result is NaN for a model
    that does not come from `with_tangents`.
    """
    if model.entries.tangents.shape[0] == 0:
        for i in range(12):
            for j in range(12):
                element[0, i, j] = element[1, i, j] = math.nan
        return MOVES
    kind = 0
    while n >= model.entries.first_link[kind + 1]:
        kind += 1
    has = _buffer()
    call7(model.entries.tangents[kind], model, t, n - model.entries.first_link[kind], state, multipliers, element, has)
    return int(has[0])


def force_links(model: Model) -> list[tuple[int, int, bool]]:
    """Return the two bodies of the link of each force, and whether wrenches act on both bodies."""
    ends = zip(_LINKS, _bodies(model)[CONSTRAINTS:], strict=True)
    return [(int(a), int(b), kind.is_mutual) for kind, bodies in ends for a, b in bodies]
