"""The data of bodies for the quaternion-based integrators: a pivot, the inertia about the pivot, and the coefficients
of the quaternion Hamiltonian.

The pivot is the centre of mass of a free body, or the fixed point of a body with a SPHERICAL joint to GROUND. The
rotation is always about the pivot. The motion of a body on a joint is therefore exactly a rotation about a fixed point,
without multipliers.

With `w = G(q) p` the kinetic energy of the rotation is `(w·W w + square (q.p)^2 + isotropic p.p) / 8` (errata 4.2,
variant (i)). For the alpha-type, `W = J^-1` and `square = 1/alpha`. For the gamma-type, `W = J^-1 - I/gamma` and
`isotropic = 1/gamma`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.geometry.vector import Matrix
from rbsolve.solver.integrators.quaternion_hamiltonian.inertia_parameter import inertia_parameters
from rbsolve.solver.model.arrays import Bodies, Model, State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.inertia import parallel_axes
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.model.options import QuaternionOptions

NO_JOINT = -1


class Rotors(NamedTuple):
    """Rotation about the pivot of every body, in body axes."""

    mass: Floats  # (nb,)
    pivot: Floats  # (nb, 3) position of the pivot from the origin of the body frame
    inertia: Floats  # (nb, 3, 3) J about the pivot
    inverse: Floats  # (nb, 3, 3) J^-1
    weight: Floats  # (nb, 3, 3) W
    square: Floats  # (nb,) 1/alpha, 0 for the gamma-type
    isotropic: Floats  # (nb,) 1/gamma, 0 for the alpha-type
    joint: Ints  # (nb,) the joint that fixes the pivot to GROUND; NO_JOINT for a free body


class Rotor(NamedTuple):
    """One body of `Rotors`, as tuples."""

    inertia: Matrix
    inverse: Matrix
    weight: Matrix
    square: float
    isotropic: float


class RotorMotion(NamedTuple):
    """The motion that the integrators advance from step to step."""

    x: Floats  # (nb, 3) pivot, inertial
    v: Floats  # (nb, 3) velocity of the pivot, inertial; 0 at a fixed point
    q: Floats  # (nb, 4) quaternion, scalar first
    p: Floats  # (nb, 4) momentum of the quaternion


def inertia_about(bodies: Bodies, b: int, pivot: Floats) -> Floats:
    """Return the inertia of body `b` about a point (parallel axes). The point is given in body axes from the body's
    origin.
    """
    return np.asarray(bodies.inertia[b] + parallel_axes(bodies.mass[b], bodies.centre[b] - pivot))


def pivots(model: Model) -> tuple[Floats, Ints]:
    """Return the pivot of every body, in body axes, and the joint that fixes the pivot to GROUND."""
    pivot = model.bodies.centre.copy()
    nb = len(model.bodies.mass)
    joint = np.full(nb, NO_JOINT, dtype=np.int64)
    for j in range(len(model.joints.kind)):
        body, point = fixed_end(model.joints, j, nb)
        pivot[body], joint[body] = point, j
    return pivot, joint


def fixed_end(joints: Joints, j: int, ground: int) -> tuple[int, Floats]:
    """Return the body of the joint `j` to GROUND, and the joint's point in the axes of this body."""
    if joints.body0[j] == ground:
        return int(joints.body1[j]), joints.point1[j]
    return int(joints.body0[j]), joints.point0[j]


def make_rotors(model: Model, integrator: str, options: QuaternionOptions, w: Floats) -> Rotors:
    """Return the rotors of a model. They depend on the initial angular velocities `w` (nb, 3) of the bodies, in body
    axes.
    """
    bodies = model.bodies
    pivot, joint = pivots(model)
    inertia = np.array([inertia_about(bodies, b, pivot[b]) for b in range(len(bodies.mass))]).reshape(-1, 3, 3)
    inverse = np.linalg.inv(inertia)
    inverse_parameter = 1.0 / inertia_parameters(integrator, options, inertia, w)
    is_alpha, zero = options.is_alpha, np.zeros(len(inertia))
    return Rotors(
        mass=bodies.mass,
        pivot=pivot,
        inertia=inertia,
        inverse=inverse,
        weight=inverse if is_alpha else inverse - inverse_parameter[:, None, None] * np.eye(3),
        square=inverse_parameter if is_alpha else zero,
        isotropic=zero if is_alpha else inverse_parameter,
        joint=joint,
    )


def initial_motion(rotors: Rotors, initial: State) -> RotorMotion:
    """Return the motion of the pivots and `p = 2 G(q)^T J Omega` in the initial state. Fixed points are at rest."""
    nb = len(rotors.mass)
    arm = np.einsum("bij,bj->bi", initial.R[:nb], rotors.pivot)
    swing = np.einsum("bij,bj->bi", initial.R[:nb], np.cross(initial.w[:nb], rotors.pivot))
    velocity = np.where(rotors.joint[:, None] == NO_JOINT, initial.u[:nb] + swing, 0.0)
    q = initial.e[:nb] / np.linalg.norm(initial.e[:nb], axis=1, keepdims=True)
    m = 2.0 * np.einsum("bij,bj->bi", rotors.inertia, initial.w[:nb])
    scalar, vector = q[:, :1], q[:, 1:]
    p = np.concatenate([-np.sum(vector * m, axis=1, keepdims=True), scalar * m + np.cross(vector, m)], axis=1)
    return RotorMotion(x=initial.x[:nb] + arm, v=velocity, q=q, p=p)
