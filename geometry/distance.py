"""Computes the distance of a point from a solid, and the gradient and second derivative of this distance, for the
contact of shapes.

All vectors are in the axes of the shape, and points are relative to its centre. The distance is negative inside the
solid. Its gradient `n` is the outward unit normal at the nearest point. Its second derivative H (9 floats, row by row)
is the derivative of the normal with respect to the point, and `H n = 0`. Inside a box or a cylinder, the distance is
the distance from the nearest face. The normal jumps where two faces are equally near. The module of each type of shape
(geometry/shapes/types) has its distance function as a plain function, so that kernels can compile it.
"""

from __future__ import annotations

from rbsolve.geometry.vector import Matrix, Vector

Distance = tuple[float, Vector, Matrix]

FLAT = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def curvature_matrix(p1: float, p2: float, p3: float, n1: float, n2: float, n3: float, curvature: float) -> Matrix:
    """Return the second derivative `curvature (diag(p) - n n^T)` of the distance from a point or an edge, in the
    directions p.
    """
    return (
        curvature * (p1 - n1 * n1),
        -curvature * n1 * n2,
        -curvature * n1 * n3,
        -curvature * n2 * n1,
        curvature * (p2 - n2 * n2),
        -curvature * n2 * n3,
        -curvature * n3 * n1,
        -curvature * n3 * n2,
        curvature * (p3 - n3 * n3),
    )
