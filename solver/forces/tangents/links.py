"""Links: all that makes a pair of bodies act on each other, in one numbering: joints, springs, bushings, loads, drives of joints.

A load links its body with the one whose axes it follows. The derivatives of every link are blocks by the motions of its two bodies, so that
what uses them need not know the kinds.
"""

from __future__ import annotations

import numpy as np

from rbsolve.solver.forces.tangents import bushing, dead_load, spring_damper
from rbsolve.solver.joints import curvature, drives
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Ints, Model

_curvature, _spring, _bushing = curvature.curvature, spring_damper.tangent, bushing.tangent
_load, _drive = dead_load.tangent, drives.tangent


def link_bodies(model: Model) -> Ints:
    """Both bodies of every link, (nl, 2)."""
    joints, driven = model.joints, model.drives.joint
    pairs = (
        (joints.body0, joints.body1),
        (model.springs.body0, model.springs.body1),
        (model.bushings.body0, model.bushings.body1),
        (model.loads.body, model.loads.axes_body),
        (joints.body0[driven], joints.body1[driven]),
    )
    return np.concatenate([np.column_stack(pair) for pair in pairs]).astype(np.int64).reshape(-1, 2)


@subroutine
def link_tangent(model, t, n, state, multipliers, element):
    """Overwrite element[0] and element[1] (12, 12) of `element` (4, 12, 12) with minus the derivatives of the wrenches of link `n`.

    Those of joints are the forces of their constraints, `-J^T multipliers`. Returns False when the link has entries by rotations of
    moments alone, and none by velocities: then element[1] is left as it was.
    """
    if n < model.joints.kind.shape[0]:
        return _curvature(model.joints, n, state, multipliers, element)
    n -= model.joints.kind.shape[0]
    if n < model.springs.body0.shape[0]:
        _spring(model, n, state, element)
        return True
    n -= model.springs.body0.shape[0]
    if n < model.bushings.body0.shape[0]:
        _bushing(model.bushings, n, state, element)
        return True
    n -= model.bushings.body0.shape[0]
    if n < model.loads.body.shape[0]:
        _load(model, t, n, state, element)
        return True
    _drive(model, t, n - model.loads.body.shape[0], state, element)
    return True
