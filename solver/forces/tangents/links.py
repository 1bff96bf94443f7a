"""Links: all that makes a pair of bodies act on each other, in one numbering: joints, springs, bushings, loads, drives of joints.

A load links its body with the one whose axes it follows. The derivatives of every link are blocks by the motions of its two bodies, so that
what uses them need not know the kinds.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.records import FLOAT, INTEGER, ROOM, array, layout_of
from rbsolve.solver.compiler.subroutines import call7, room_for
from rbsolve.solver.forces.pairs import PAIR_FORCES, tangent_entry
from rbsolve.solver.forces.tangents import bushing, dead_load, spring_damper
from rbsolve.solver.functions.evaluate import linked as linked_functions
from rbsolve.solver.joints import curvature, drives
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Ints, Model, empty_state

_curvature, _spring, _bushing = curvature.curvature, spring_damper.tangent, bushing.tangent
_load, _drive = dead_load.tangent, drives.tangent
_room = room_for(1)


def _bodies(model: Model) -> list[Ints]:
    """Both bodies of the links of every kind."""
    joints, driven = model.joints, model.drives.joint
    pairs = (
        (joints.body0, joints.body1),
        (model.springs.body0, model.springs.body1),
        (model.bushings.body0, model.bushings.body1),
        (model.loads.body, model.loads.axes_body),
        (joints.body0[driven], joints.body1[driven]),
        *((model.pairs.body0[a:b], model.pairs.body1[a:b]) for a, b in pairwise(model.pairs.first.tolist())),
    )
    return [np.column_stack(pair).astype(np.int64).reshape(-1, 2) for pair in pairs]


def link_bodies(model: Model) -> Ints:
    """Both bodies of every link, (nl, 2)."""
    return np.concatenate(_bodies(model))


# The entries of the kinds of links, in the order of `link_bodies`: the tangent of link `i` of the kind, and in out[0] whether it moves.


@subroutine
def _of_joint(model, t, i, state, multipliers, element, out):
    out[0] = 1.0 if _curvature(model.joints, i, state, multipliers, element) else 0.0


@subroutine
def _of_spring(model, t, i, state, multipliers, element, out):
    _spring(model, i, state, element)
    out[0] = 1.0


@subroutine
def _of_bushing(model, t, i, state, multipliers, element, out):
    _bushing(model.bushings, i, state, element)
    out[0] = 1.0


@subroutine
def _of_load(model, t, i, state, multipliers, element, out):
    _load(model, t, i, state, element)
    out[0] = 1.0


@subroutine
def _of_drive(model, t, i, state, multipliers, element, out):
    _drive(model, t, i, state, element)
    out[0] = 1.0


_KINDS = (
    (_of_joint, "curvature of joints"),
    (_of_spring, "tangents of springs"),
    (_of_bushing, "tangents of bushings"),
    (_of_load, "tangents of loads"),
    (_of_drive, "tangents of drives"),
    *((tangent_entry(code), f"tangents of {kind.name}s") for code, kind in enumerate(PAIR_FORCES)),
)


def with_tangents(model: Model) -> Model:
    """The model with the addresses of the entries that `link_tangent` calls."""
    model = model._replace(functions=linked_functions(model.functions))
    counts = [len(bodies) for bodies in _bodies(model)]
    wanted = [kind for kind, count in zip(_KINDS, counts, strict=False) if count]
    signature = (layout_of(model), FLOAT, INTEGER, layout_of(empty_state(0)), array(1), array(3), ROOM)
    addresses = iter(addresses_of(wanted, *signature))
    tangents = [next(addresses) if count else 0 for count in counts]
    entries = model.entries._replace(
        tangents=np.array(tangents, dtype=np.int64), first_link=np.cumsum([0, *counts], dtype=np.int64)
    )
    return model._replace(entries=entries)


@subroutine
def link_tangent(model, t, n, state, multipliers, element):
    """Overwrite element[0] and element[1] (12, 12) of `element` (4, 12, 12) with minus the derivatives of the wrenches of link `n`.

    Those of joints are the forces of their constraints, `-J^T multipliers`. Returns False when the link has entries by rotations of
    moments alone, and none by velocities: then element[1] is left as it was. NaN for a model that is not `with_tangents`.
    """
    if model.entries.tangents.shape[0] == 0:
        element[:] = math.nan
        return True
    kind = 0
    while n >= model.entries.first_link[kind + 1]:
        kind += 1
    moves = _room()
    call7(
        model.entries.tangents[kind], model, t, n - model.entries.first_link[kind], state, multipliers, element, moves
    )
    return moves[0] != 0.0
