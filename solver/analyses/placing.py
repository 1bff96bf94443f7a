"""Moves the bodies by finite changes of the tree's coordinates. Each joint is rotated and displaced, from the ground
outwards.

Only the joints that close loops can open. Newton's iteration in the coordinates closes them.
"""

from __future__ import annotations

import numpy as np

from rbsolve.geometry import quaternion
from rbsolve.geometry.rotation_parameters import (
    euler_parameters_from_matrix,
    matrix_from_euler_parameters,
    rotation_vector_from_matrix,
)
from rbsolve.solver.analyses.independent_coordinates import Move, SpanningTree
from rbsolve.solver.assembly.elements.prescriptions import without_motions
from rbsolve.solver.joints.rows import residuals
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.newton import BEGIN, GO_ON, Rules, assess

RULES = Rules(limit=12, slow=0.7, growth=10.0, patience=0)
# Residuals of loops below this value count as round-off. Lengths are relative to the size of the model.
ROUNDING = 1e-14
CLOSED = 1e-9  # largest residuals of a closed loop


def _turn_by(vector: Floats) -> Floats:
    x, y, z = vector.tolist()
    return np.array(quaternion.to_matrix(quaternion.exp((x, y, z)))).reshape(3, 3)


def _rotations(
    moves: tuple[Move, ...], change: Floats, phi: Floats, lead: float, Q: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return the rotations of a joint before and after its relative rotation Q, and its displacement in the axes of
    body 0.
    """
    before, after, slide = np.zeros(3), np.zeros(3), np.zeros(3)
    vector: Floats | None = None
    for move in moves:
        amount = float(change[move.coordinate]) if move.coordinate >= 0 else -float(phi[move.row])
        if move.is_component:
            vector = rotation_vector_from_matrix(Q) if vector is None else vector
            vector[move.axis] += amount
        elif move.slides:
            slide[move.axis] += amount
        else:
            (after if move.side else before)[move.axis] += amount
            if move.axis == 2:
                slide[2] += lead * amount
    return _turn_by(before) if vector is None else _turn_by(vector) @ Q.T, _turn_by(after), slide


def move_along(tree: SpanningTree, model: Model, state: State, change: Floats, t: float) -> State:
    """Return the state after changes (n,) of the tree's coordinates, with prescribed motions at time `t`."""
    joints = tree.set.joints
    phi = np.zeros(len(model.joints.row_code))
    if tree.is_driven:
        residuals(model.joints, state, phi)
        phi = without_motions(model, t, phi)
    x, R = state.x.copy(), state.R.copy()
    for body in tree.order:
        j = tree.carrier[body]
        b0, b1 = int(joints.body0[j]), int(joints.body1[j])
        A0, A1, p0, p1 = joints.axes0[j], joints.axes1[j], joints.point0[j], joints.point1[j]
        axes0 = state.R[b0] @ A0
        Q = axes0.T @ state.R[b1] @ A1
        gap = axes0.T @ (state.x[b1] + state.R[b1] @ p1 - state.x[b0] - state.R[b0] @ p0)
        before, after, slide = _rotations(tree.moves[body], change, phi, float(joints.lead[j]), Q)
        Q, gap = before @ Q @ after, gap + slide
        if b1 == body:
            R[body] = R[b0] @ A0 @ Q @ A1.T
            x[body] = x[b0] + R[b0] @ (p0 + A0 @ gap) - R[body] @ p1
        else:
            R[body] = R[b1] @ A1 @ Q.T @ A0.T
            x[body] = x[b1] + R[b1] @ p1 - R[body] @ (p0 + A0 @ gap)
    e = euler_parameters_from_matrix(R)
    e /= np.linalg.norm(e, axis=1)[:, None]
    return state._replace(x=x, R=matrix_from_euler_parameters(e), e=e)  # orthogonal up to round-off


def place_closed(tree: SpanningTree, model: Model, state: State, change: Floats, t: float, size: float) -> State | None:
    """Return the state after changes (n,) of the tree's coordinates, with all loops closed, or None if Newton's
    iteration cannot close them.
    """
    state = move_along(tree, model, state, change, t)
    if not len(tree.loops):
        return state
    lengths = np.array([size if c.unit == "m" else 1.0 for c in tree.coordinates])
    search, least, closest = BEGIN, np.inf, state
    while True:
        phi = np.zeros(len(model.joints.row_code))
        residuals(model.joints, state, phi)
        phi = without_motions(model, t, phi)[tree.loop_rows]
        error = float(np.max(np.abs(phi))) / max(1.0, size)
        search = assess(search, RULES, error, error / ROUNDING, error / CLOSED)
        if error < least:
            least, closest = error, state
        if search.verdict != GO_ON:
            return closest if least <= CLOSED else None
        closing = tree.loop_gradient(state) * lengths
        step = -lengths * np.linalg.lstsq(closing, phi, rcond=1e-10)[0]
        state = move_along(tree, model, state, step, t)
