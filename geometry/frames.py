"""Fixed frames (Dymore's manual, section 3), and points given in the axes of a frame (section 4), as tuple functions.

A frame is the pair (x, R) of an origin x and a matrix R. The columns of R are the axes of the frame.
"""

from __future__ import annotations

from collections.abc import Sequence

from rbsolve.geometry.triads import DegenerateGeometry, columns, from_three_points, line, perpendicular
from rbsolve.geometry.vector import IDENTITY, Matrix, Vector, cross, matrix_vector

Frame = tuple[Vector, Matrix]

INERTIAL: Frame = ((0.0, 0.0, 0.0), IDENTITY)


def from_point_and_triad(p1: Vector, triad: Matrix) -> Frame:
    """Return the frame at a point with the axes of a triad (section 3.1)."""
    return p1, triad


def from_two_points_and_triad(
    p1: Vector, p2: Vector, triad: Matrix, names: Sequence[str] = ("P1", "P2", "triad")
) -> Frame:
    """Return the frame with the origin p1 and e1 from p1 to p2. The third vector n3 of the triad lies in the plane (e1,
    e2), as in eqs. (37)-(39).

    As in the printed equations, e2 is along the part of n3 that is perpendicular to e1, so e3 is perpendicular to n3.
    """
    e1 = line(p1, p2, (names[0], names[1]), 1)
    e2 = perpendicular(e1, (triad[2], triad[5], triad[8]))
    if e2 is None:
        message = f"the third vector of triad {names[2]} is parallel to the line from {names[0]} to {names[1]}"
        raise DegenerateGeometry(
            message, "choose a triad whose e3 has another direction, because e3 determines e2 of the frame", 2
        )
    return p1, columns(e1, e2, cross(e1, e2))


def from_points(p1: Vector, p2: Vector, p3: Vector, names: Sequence[str] = ("P1", "P2", "P3")) -> Frame:
    """Return the frame with the origin p1 and e1 from p1 to p2. The vectors e1 and e2 span the plane of the points, as
    in eqs. (40)-(42).
    """
    return p1, from_three_points(p1, p2, p3, names)


def point_to_inertial(frame: Frame, r: Vector) -> Vector:
    """Return the inertial position of a point by eq. (43).

    The vector r from the origin of `frame` to the point is in the axes of `frame`.
    """
    x, (y0, y1, y2) = frame[0], matrix_vector(frame[1], r)
    return x[0] + y0, x[1] + y1, x[2] + y2
