"""Computes accelerations and multipliers that satisfy the equations of motion and the second derivatives of the
constraints.
"""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.arrays import cross
from rbsolve.solver.assembly.elements.prescriptions import prescribed_values
from rbsolve.solver.assembly.initial.closure import conditions
from rbsolve.solver.assembly.initial.saddle import DENSE, Solution, cross_matrices, mass_matrices, solve
from rbsolve.solver.joints.rows import acceleration_terms
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.inertia import parallel_axes


def gyroscopic_forces(model: Model, state: State) -> Floats:
    """Return the forces (nb + 1, 6) that are quadratic in the angular velocities, for the right-hand side of the
    equations of motion.

    About the origin O with the centre of mass at c, they are `-m R (w x (w x c))` and `-w x J_O w` (Holzinger et al.
    2024, eq. (11), errata).
    """
    bodies = model.bodies
    nb = len(bodies.mass)
    w, c, m = state.w[:nb], bodies.centre, bodies.mass[:, None]
    spin = np.einsum("bij,bj->bi", bodies.inertia, w) + m * cross(c, cross(w, c))
    forces = np.zeros((nb + 1, 6))
    forces[:nb, :3] = -m * np.einsum("bij,bj->bi", state.R[:nb], cross(w, cross(w, c)))
    forces[:nb, 3:] = -cross(w, spin)
    return forces


def consistent_accelerations(model: Model, state: State, t: float, dense: int = DENSE) -> Solution:
    """Solve `M v' = f - J^T multipliers` with `Phi'' = 0`, for the applied forces already in `state`.

    `change` is v' (nb + 1, 6). It contains the accelerations of the origins in inertial components, and the derivative
    of the angular velocity in body axes. If constraints are redundant, the multipliers have the smallest norm. If
    `residual` is not small, prescribed motions contradict each other. If there are more than `dense` unknowns, scipy
    factorizes a sparse matrix.

    Raise numpy.linalg.LinAlgError if a body can move without inertia.
    """
    gamma = np.zeros(len(model.joints.row_code))
    acceleration_terms(model.joints, state, gamma)
    wanted = prescribed_values(model, t, 2) - gamma
    forces = gyroscopic_forces(model, state) + np.concatenate([state.force, state.moment], axis=1)
    return solve(mass_matrices(model.bodies, state), conditions(model, state), forces, wanted, dense)


def inertia_by_pose(model: Model, state: State, acceleration: Floats) -> Floats:
    """Return the derivatives (nb, 6, 6) of the inertial forces and weights, `M v' + (terms quadratic in w) - weight`,
    with respect to the increments [dx, dpsi] of each body.

    `acceleration` contains the accelerations v' (nb + 1, 6).

    Forces are in inertial components, and moments about the origin are in body axes. The increment dpsi is in body
    axes, and its rotation multiplies from the right.
    """
    bodies = model.bodies
    nb = len(bodies.mass)
    R, w, c, m = state.R[:nb], state.w[:nb], bodies.centre, bodies.mass[:, None, None]
    bend = cross(acceleration[:nb, 3:], c) + cross(
        w, cross(w, c)
    )  # acceleration of the centre of mass relative to the origin
    fall = np.einsum("bji,bj->bi", R, acceleration[:nb, :3] - model.gravity)
    out = np.zeros((nb, 6, 6))
    out[:, :3, 3:] = -m * R @ cross_matrices(bend)
    out[:, 3:, 3:] = m * cross_matrices(c) @ cross_matrices(fall)
    return out


def inertia_by_velocity(model: Model, state: State) -> Floats:
    """Return the derivatives (nb, 6, 6) of the inertial forces that are quadratic in w, with respect to the velocities
    [u, w] of each body.

    Forces are in inertial components, and moments about the origin are in body axes.
    """
    bodies = model.bodies
    nb = len(bodies.mass)
    w, c, m = state.w[:nb], bodies.centre, bodies.mass[:, None, None]
    J = bodies.inertia + parallel_axes(bodies.mass, c)
    w_ = cross_matrices(w)
    out = np.zeros((nb, 6, 6))
    out[:, :3, 3:] = -m * state.R[:nb] @ (cross_matrices(cross(w, c)) + w_ @ cross_matrices(c))
    out[:, 3:, 3:] = w_ @ J - cross_matrices(np.einsum("bij,bj->bi", J, w))
    return out


def inertia_tangent_sizes(model: Model, state: State, acceleration: Floats) -> tuple[Floats, Floats]:
    """Return upper bounds of the entries of both derivatives. The bounds are sums of the absolute values of all terms,
    and therefore scale the round-off.
    """
    bodies = model.bodies
    nb = len(bodies.mass)
    spin, arm = np.linalg.norm(state.w[:nb], axis=1), np.linalg.norm(bodies.centre, axis=1)
    bend = (np.linalg.norm(acceleration[:nb, 3:], axis=1) + spin**2) * arm
    fall = np.linalg.norm(acceleration[:nb, :3], axis=1) + np.linalg.norm(model.gravity)
    inertia = np.linalg.norm(bodies.inertia, axis=(1, 2)) + bodies.mass * arm**2
    by_pose, by_velocity = np.zeros((nb, 6, 6)), np.zeros((nb, 6, 6))
    by_pose[:, :3, 3:] = (bodies.mass * bend)[:, None, None]
    by_pose[:, 3:, 3:] = (bodies.mass * arm * fall)[:, None, None]
    by_velocity[:, :3, 3:] = (bodies.mass * spin * arm)[:, None, None]
    by_velocity[:, 3:, 3:] = (spin * inertia)[:, None, None]
    return by_pose, by_velocity
