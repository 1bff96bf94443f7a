"""Derivatives of the matrix G of Cardan angles, `w = G(phi) phi'` in body axes (Holzinger et al. 2024, section 2.1), as
3x3 tuples.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector


@subroutine
def rate_matrix(phi: Vector) -> Matrix:
    """Return the matrix G."""
    cos_b, sin_c, cos_c = math.cos(phi[1]), math.sin(phi[2]), math.cos(phi[2])
    return cos_b * cos_c, sin_c, 0.0, -cos_b * sin_c, cos_c, 0.0, math.sin(phi[1]), 0.0, 1.0


@subroutine
def inverse_rate_matrix(phi: Vector) -> Matrix:
    """Return the matrix G^-1."""
    sin_c, cos_c = math.sin(phi[2]), math.cos(phi[2])
    secant, tangent = 1.0 / math.cos(phi[1]), math.tan(phi[1])
    return cos_c * secant, -sin_c * secant, 0.0, sin_c, cos_c, 0.0, -tangent * cos_c, tangent * sin_c, 1.0


@subroutine
def rate_matrix_rate(phi: Vector, r: Vector) -> Matrix:
    """Return the derivative G' for the rates r of the angles."""
    sin_b, cos_b = math.sin(phi[1]), math.cos(phi[1])
    sin_c, cos_c = math.sin(phi[2]), math.cos(phi[2])
    return (
        -sin_b * cos_c * r[1] - cos_b * sin_c * r[2],
        cos_c * r[2],
        0.0,
        sin_b * sin_c * r[1] - cos_b * cos_c * r[2],
        -sin_c * r[2],
        0.0,
        cos_b * r[1],
        0.0,
        0.0,
    )


@subroutine
def rate_matrix_second_rate(phi: Vector, r: Vector, p: Vector) -> Matrix:
    """Return the derivative G'' for the rates r and the second derivatives p of the angles."""
    sin_b, cos_b = math.sin(phi[1]), math.cos(phi[1])
    sin_c, cos_c = math.sin(phi[2]), math.cos(phi[2])
    bb, bc, cc = r[1] * r[1], r[1] * r[2], r[2] * r[2]
    return (
        -sin_b * cos_c * p[1] - cos_b * sin_c * p[2] - cos_b * cos_c * (bb + cc) + 2.0 * sin_b * sin_c * bc,
        cos_c * p[2] - sin_c * cc,
        0.0,
        sin_b * sin_c * p[1] - cos_b * cos_c * p[2] + cos_b * sin_c * (bb + cc) + 2.0 * sin_b * cos_c * bc,
        -sin_c * p[2] - cos_c * cc,
        0.0,
        cos_b * p[1] - sin_b * bb,
        0.0,
        0.0,
    )


@subroutine
def midpoint_map(phi: Vector, d: Vector) -> Vector:
    """Return `G(phi + d/2) d`, the increment of the integrated angular velocity that changes the angles phi by d. The
    map is symmetric in time.
    """
    G = rate_matrix((phi[0] + 0.5 * d[0], phi[1] + 0.5 * d[1], phi[2] + 0.5 * d[2]))
    return (
        G[0] * d[0] + G[1] * d[1],
        G[3] * d[0] + G[4] * d[1],
        G[6] * d[0] + d[2],
    )


@subroutine
def midpoint_map_derivative(phi: Vector, d: Vector) -> Matrix:
    """Return the derivative of the midpoint map with respect to d."""
    middle = (phi[0] + 0.5 * d[0], phi[1] + 0.5 * d[1], phi[2] + 0.5 * d[2])
    G = rate_matrix(middle)
    B = rate_matrix_rate(middle, (0.0, 0.5, 0.0))
    C = rate_matrix_rate(middle, (0.0, 0.0, 0.5))
    return (
        G[0],
        G[1] + B[0] * d[0] + B[1] * d[1],
        C[0] * d[0] + C[1] * d[1],
        G[3],
        G[4] + B[3] * d[0] + B[4] * d[1],
        C[3] * d[0] + C[4] * d[1],
        G[6],
        B[6] * d[0],
        1.0 + C[6] * d[0],
    )
