"""A point of body 1 on a curve of body 0: `n1·(p - c) = n2·(p - c) = 0` at the nearest place of the curve.

With the point p in the curve's axes and the parameter s of the nearest place, c'(s)·(p - c(s)) = 0, so that

    s' = c'·p' / (c'·c' - c''·(p - c)).

The gradient of each row is its normal n_k, acting on p'. The omitted term `n_k'·(p - c) s'` is zero on the curve. Only
the rotation of the normals with s distinguishes the rows from directions that are fixed in body 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.geometry.arrays import rotate, rotate_back
from rbsolve.geometry.vector import add, cross, dot, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.joints.couplings.curve_table import curve_table, place_near, put_places
from rbsolve.solver.joints.couplings.kind import XYZ, CouplingKind, Measure, Seen, reaction
from rbsolve.solver.joints.gradients import direction_gradient, gap_curvature, put_gradient
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.joints.placement import end_velocities, ends
from rbsolve.solver.joints.second_order import U0, U1, W0, W1, add_direction
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

if TYPE_CHECKING:
    from rbsolve.geometry.resolved import ResolvedGeometry
    from rbsolve.geometry.vector import Vector
    from rbsolve.language.described import Described
    from rbsolve.solver.joints.couplings.curve_table import FootPoint
    from rbsolve.solver.joints.gradients import Gradient
    from rbsolve.solver.joints.placement import Ends
    from rbsolve.solver.model.arrays import State

# Numbers of a coupling: first knot and number of knots in the table, whether the curve is closed, and its shortest
# chord.
FIRST, COUNT, CLOSED, SHORTEST = range(4)
LEAST = 4  # smallest number of points of a curve


@subroutine
def place_of(joints: Joints, i: int, end: Ends) -> tuple[FootPoint, Vector]:
    """Return the nearest place of the curve to the point, and the vector from this place to the point, in the curve's
    axes.
    """
    numbers = joints.couplings.numbers
    p = transpose_vector(end.axes0, end.gap)
    first, count = int(numbers[i, FIRST]), int(numbers[i, COUNT])
    place = place_near(joints.couplings.tables, first, count, numbers[i, CLOSED] > 0.0, p)
    return place, subtract(p, place.c)


@subroutine
def residuals(joints: Joints, i: int, state: State, phi: Floats) -> None:
    """Write the distances of the point from the curve along both normals."""
    j = joints.couplings.joint[i]
    place, d = place_of(joints, i, ends(joints, j, state))
    phi[joints.first_row[j]] = dot(place.n1, d)
    phi[joints.first_row[j] + 1] = dot(place.n2, d)


@subroutine
def jacobians(joints: Joints, i: int, state: State, J: Floats) -> None:
    """Write the gradients along the normals."""
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    place, _ = place_of(joints, i, end)
    put_gradient(J, joints.first_row[j], direction_gradient(end, matrix_vector(end.axes0, place.n1)))
    put_gradient(J, joints.first_row[j] + 1, direction_gradient(end, matrix_vector(end.axes0, place.n2)))


@subroutine
def _slowness(place: FootPoint, d: Vector) -> float:
    """Return the factor `ds / (c'·dp)`."""
    return 1.0 / (dot(place.t, place.t) - dot(place.k, d))


@subroutine
def accelerations(joints: Joints, i: int, state: State, gamma: Floats) -> None:
    """Write the acceleration terms of directions fixed in body 0, and add the terms due to the rotation of the normals."""
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    move = end_velocities(joints, j, state, end)
    place, d = place_of(joints, i, end)
    p_rate = transpose_vector(end.axes0, subtract(move.gap_rate, cross(move.spin0, end.gap)))
    rate = dot(place.t, p_rate) * _slowness(place, d)
    swing = subtract(cross(move.spin0, end.gap), scale(2.0, move.gap_rate))
    bend = transpose_vector(end.axes0, add(cross(move.spin0, swing), gap_curvature(end, move)))
    gamma[joints.first_row[j]] = dot(place.n1, bend) + rate * dot(place.n1_slope, p_rate)
    gamma[joints.first_row[j] + 1] = dot(place.n2, bend) + rate * dot(place.n2_slope, p_rate)


@subroutine
def _add_columns(element: Floats, first: int, gradient: Gradient, factors: Vector) -> None:
    """Add a gradient, multiplied by three factors, to columns of element[0]."""
    for k in range(3):
        for m in range(3):
            element[0, U0 + k, first + m] -= gradient.force[k] * factors[m]
            element[0, W0 + k, first + m] += gradient.moment0[k] * factors[m]
            element[0, U1 + k, first + m] += gradient.force[k] * factors[m]
            element[0, W1 + k, first + m] += gradient.moment1[k] * factors[m]


@subroutine
def tangent(joints: Joints, i: int, state: State, multipliers: Floats, element: Floats) -> None:
    """Add the second-order terms of a force that is fixed in body 0. Also add the terms due to the rotation of this
    force along the curve.
    """
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    place, d = place_of(joints, i, end)
    one, other = multipliers[joints.first_row[j]], multipliers[joints.first_row[j] + 1]
    force = add(scale(one, place.n1), scale(other, place.n2))
    turn = add(scale(one, place.n1_slope), scale(other, place.n2_slope))
    add_direction(element, 0, end, matrix_vector(end.axes0, force))
    by_force = direction_gradient(end, matrix_vector(end.axes0, turn))
    by_place = direction_gradient(end, matrix_vector(end.axes0, scale(_slowness(place, d), place.t)))
    _add_columns(element, U0, by_force, scale(-1.0, by_place.force))
    _add_columns(element, W0, by_force, by_place.moment0)
    _add_columns(element, U1, by_force, by_place.force)
    _add_columns(element, W1, by_force, by_place.moment1)


@subroutine
def press(joints: Joints, i: int, state: State, multipliers: Floats) -> Vector:
    """Return the force of the curve on the point."""
    j = joints.couplings.joint[i]
    end, first = ends(joints, j, state), joints.first_row[j]
    place, _ = place_of(joints, i, end)
    force = add(scale(multipliers[first], place.n1), scale(multipliers[first + 1], place.n2))
    return scale(-1.0, matrix_vector(end.axes0, force))


def _points(block: Described) -> Floats:
    return np.asarray(block["CURVE_POINTS"], dtype=np.float64).reshape(-1, 3)


def numbers(block: Described, geometry: ResolvedGeometry) -> tuple[float, ...]:
    """Return the first knot, the number of knots, whether the curve is closed, and its shortest chord."""
    if len(block["CURVE_POINTS"]) % 3:
        return (0.0, 0.0, 0.0, -1.0)
    points, closed = _points(block), block["CLOSED"]
    around = np.vstack([points, points[:1]]) if closed else points
    chords = np.linalg.norm(np.diff(around, axis=0), axis=1)
    return 0.0, float(len(around)), float(closed), float(np.min(chords, initial=np.inf))


def unsound(numbers: Sequence[float]) -> tuple[str, str] | None:
    """Return the error in the data of a curve, and a remedy."""
    if numbers[SHORTEST] < 0.0:
        return "the number of its coordinates is not a multiple of three", "give x, y and z of each point"
    if numbers[COUNT] - numbers[CLOSED] < LEAST:
        return f"a curve needs at least {LEAST} points", "add points; points on a straight line are allowed"
    if numbers[SHORTEST] == 0.0:
        return (
            "two consecutive points coincide",
            "remove one of them; a closed curve returns to its first point automatically",
        )
    return None


def table(block: Described) -> Floats:
    """Return the table of the curve through the points of the block."""
    return curve_table(_points(block), block["CLOSED"])


def fault(numbers: Sequence[float], missing: Floats) -> str:
    """Return why the point is not on its curve. In the message, the text follows the name of the joint."""
    return f"its point is {float(np.hypot(*missing)):.6g} m away from its curve"


def _places(joints: Joints, i: int, seen: Seen) -> Floats:
    """Return the parameter and both normals in the curve's axes (rows, 7) at the point."""

    def find() -> Floats:
        numbers = joints.couplings.numbers[i]
        points = rotate_back(seen.end0.R, seen.end1.x - seen.end0.x)
        found = np.empty((len(points), 7))
        first, count, closed = int(numbers[FIRST]), int(numbers[COUNT]), float(numbers[CLOSED])
        put_places(joints.couplings.tables, first, count, closed, np.ascontiguousarray(points), found)
        return found

    places: Floats = seen.remembered(("curve", i), find)
    return places


def _forces(joints: Joints, i: int, seen: Seen) -> Floats:
    """Return the force of the curve on the point, in the curve's axes (rows, 3)."""
    found, one, other = _places(joints, i, seen), seen.multipliers[:, :1], seen.multipliers[:, 1:2]
    return -(one * found[:, 1:4] + other * found[:, 4:])


def _reactions(joints: Joints, i: int, seen: Seen) -> Floats:
    return rotate(seen.end0.R, _forces(joints, i, seen))


def _parameters(joints: Joints, i: int, seen: Seen) -> Floats:
    return _places(joints, i, seen)[:, :1]


POINT_ON_CURVE = CouplingKind(
    JointKind.POINT_ON_CURVE,
    residuals,
    jacobians,
    accelerations,
    numbers,
    unsound,
    fault,
    tangent,
    press,
    table=table,
    by_row=True,
    measures=(
        Measure("FORCE", XYZ, "N", "force of the curve on the point", _forces),
        reaction(_reactions),
        Measure("ELONGATION", ("s",), "m", "parameter of the curve", _parameters),
    ),
)
