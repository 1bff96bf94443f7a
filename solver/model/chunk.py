"""Defines a chunk of output rows. Integrators write chunks, and sensors read them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.model.arrays import KEPT
from rbsolve.solver.model.flat import Floats


class Chunk(NamedTuple):
    """The first `count[0]` rows of the arrays are valid. Rows contain the bodies 0 .. nb-1, followed by GROUND."""

    count: NDArray[np.int64]  # type: ignore[assignment]  # (1,); hides the unused method `count` of tuples
    time: Floats  # (rows,)
    x: Floats  # (rows, nb + 1, 3) origin of the body frame, inertial
    e: Floats  # (rows, nb + 1, 4) Euler parameters, scalar first
    u: Floats  # (rows, nb + 1, 3) velocity of the origin, inertial
    w: Floats  # (rows, nb + 1, 3) angular velocity, body axes
    a: Floats  # (rows, nb + 1, 3) acceleration of the origin, inertial
    alpha: Floats  # (rows, nb + 1, 3) time derivative of w, body axes
    multipliers: Floats  # (rows, nc) Lagrange multipliers; nc = 0 without constraints
    joint_rotation: Floats  # (rows, nt) rotations of joints, continuous over turns (State.turned)
    contact_speed: Floats  # (rows, np) memory of each contact point (State.contact)
    bristle: Floats  # (rows, np, KEPT) bristles of contact points (State.bristle); (rows, 0, KEPT) without stiction
    unit_norm_error: Floats  # (rows, nb + 1) |e| - 1 of the integrator's own Euler parameters; 0 if it has none
    determinant_error: Floats  # (rows, nb + 1) det R - 1 of the integrator's own rotation
    step_size: Floats  # (rows,) size of the step that ended at this row; 0 in the first row
    newton_iterations: Floats  # (rows,) iterations of all steps since the previous row
    jacobian_updates: Floats  # (rows,) updates since the previous row; (0,) for integrators without an iteration matrix
    hidden_constraint: (
        Floats  # (rows,) largest |q.p| of a body, kg m2/s; (0,) for integrators without conjugate quaternions
    )
    signal: Floats  # (rows, ng) values of the signals
    element: Floats  # (rows, nx) states of the elements of the signals
    work: Floats  # (rows,) energy supplied to the model since the start, J (solver/model/energy_flow.py)


class RowSizes(NamedTuple):
    """The number of entries of each kind in a row."""

    bodies: int
    """Number of bodies, without GROUND"""
    constraints: int = 0
    joints: int = 0
    """Number of rotations of joints that are continuous over turns"""
    signals: int = 0
    contacts: int = 0
    """Number of contact points"""
    states: int = 0
    """Number of states of signals"""
    bristles: int = 0
    conjugate: bool = False
    """Whether the bodies have conjugate quaternions"""
    jacobian: bool = False
    """Whether the integrator has an iteration matrix"""


def empty_chunk(rows: int, sizes: RowSizes) -> Chunk:
    """Return a chunk with room for `rows` rows. The arrays of bodies include GROUND as the last body."""
    n = sizes.bodies + 1
    chunk = Chunk(
        count=np.zeros(1, dtype=np.int64),
        time=np.zeros(rows),
        x=np.zeros((rows, n, 3)),
        e=np.zeros((rows, n, 4)),
        u=np.zeros((rows, n, 3)),
        w=np.zeros((rows, n, 3)),
        a=np.zeros((rows, n, 3)),
        alpha=np.zeros((rows, n, 3)),
        multipliers=np.zeros((rows, sizes.constraints)),
        joint_rotation=np.zeros((rows, sizes.joints)),
        contact_speed=np.zeros((rows, sizes.contacts)),
        bristle=np.zeros((rows, sizes.bristles, KEPT)),
        unit_norm_error=np.zeros((rows, n)),
        determinant_error=np.zeros((rows, n)),
        step_size=np.zeros(rows),
        newton_iterations=np.zeros(rows),
        jacobian_updates=np.zeros(rows if sizes.jacobian else 0),
        hidden_constraint=np.zeros(rows if sizes.conjugate else 0),
        signal=np.zeros((rows, sizes.signals)),
        element=np.zeros((rows, sizes.states)),
        work=np.zeros(rows),
    )
    chunk.e[:, sizes.bodies, 0] = 1.0
    return chunk
