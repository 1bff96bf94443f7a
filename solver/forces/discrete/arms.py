"""Computes the moment arms of forces within a step of ENERGY_MOMENTUM, for two measures of the rotation of a body.

A step rotates a body by `B = 2 b/(1 - beta)` (quaternion_hamiltonian/midpoint.py), in inertial components. The change
of a vector fixed in the body equals `2 B x mean`, where `mean` is the mean of the vector over both ends. It also equals
`4 |qm|^2 b x middle`, where `middle` is the vector at the midpoint of the step. The work of a moment can therefore be
exact in two ways:

- If forces act only between GROUND and bodies, they act on arms `in_the_middle`. The integrator then multiplies moments
  by |qm|^2.
- Between moving bodies, arms `in_the_middle` would violate the conservation of angular momentum. Therefore forces act
  on the `mean` arms, and the work of moments refers to 2 B.

In both cases, products of points and axes are split by `change(a·c) = mean(a)·change(c) + mean(c)·change(a)`. A
potential of such products has a discrete gradient that also conserves momentum, because the products are invariants of
the motion (Gonzalez).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, matrix_vector, scale, subtract
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.points import material_point
from rbsolve.solver.model.rows import row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.arrays import State


@subroutine
def in_the_middle(start: State, middle: State, end: State, b: int, local: Vector) -> Vector:
    """Return a vector fixed in body `b`, in inertial components, at the midpoint of the step."""
    return matrix_vector(row9(middle.R, b), local)


@subroutine
def mean(start: State, middle: State, end: State, b: int, local: Vector) -> Vector:
    """Return the mean of a vector fixed in body `b` over both ends of the step, in inertial components."""
    return half_sum(matrix_vector(row9(start.R, b), local), matrix_vector(row9(end.R, b), local))


@subroutine
def half_sum(a: Vector, b: Vector) -> Vector:
    """Return `(a + b) / 2`."""
    return scale(0.5, add(a, b))


@subroutine
def line(state: State, body0: int, point0: Vector, body1: int, point1: Vector) -> Vector:
    """Return the vector between material points of two bodies, from the first to the second, in inertial components."""
    _, p0, _ = material_point(state, body0, point0)
    _, p1, _ = material_point(state, body1, point1)
    return subtract(p1, p0)


@subroutine
def column(A: Matrix, k: int) -> Vector:
    """Return column `k` of a matrix."""
    if k == 0:
        return A[0], A[3], A[6]
    if k == 1:
        return A[1], A[4], A[7]
    return A[2], A[5], A[8]
