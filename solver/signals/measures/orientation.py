"""Measures the rotation of frame 1 relative to frame 0, as entries of its matrix, Euler angles or a rotation vector.

With the matrix `Q_ij = a_i·b_j` and the rotation `dtheta` of frame 1 relative to frame 0, `dQ_ij = (b_j x a_i)·dtheta`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry.rotation_parameters import SINGULAR
from rbsolve.geometry.vector import add, cross, dot, scale, subtract
from rbsolve.language.table import Variant
from rbsolve.solver.joints.kinds import VECTOR_1
from rbsolve.solver.joints.placement import column, ends
from rbsolve.solver.joints.turning import turning_value, turning_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.measures.adjoints import add_relative_turn, clear
from rbsolve.solver.signals.measures.observed import scale_measure

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.joints.placement import Ends
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats

SEQUENCES = ("313", "323", "321", "312", "123")

# For each sequence, the sine and the cosine of phi3 up to a common factor: the index of an entry of the matrix, and a sign.
_THIRD = ((6, 1, 7, 1), (7, 1, 6, -1), (7, 1, 8, 1), (6, -1, 8, 1), (1, -1, 0, 1))
# Sine and cosine of phi1 up to a common factor: an entry times the cosine of phi3, and an entry times the sine of phi3.
_FIRST = (
    (3, 1, 4, -1, 0, 1, 1, -1),
    (1, -1, 0, -1, 4, 1, 3, 1),
    (1, -1, 2, 1, 4, 1, 5, -1),
    (3, 1, 5, 1, 0, 1, 2, 1),
    (7, 1, 6, 1, 4, 1, 3, 1),
)
# An entry of the matrix with its sign. The entry is the cosine of phi2 if a sequence ends with its first axis, and
# otherwise the sine of phi2.
_MIDDLE = ((8, 1), (8, 1), (6, -1), (7, 1), (2, 1))
_ENDS_AS_IT_BEGINS = 2  # number of sequences that end with their first axis, which come first


@subroutine
def _entry(end: Ends, k: int, sign: float) -> tuple[float, Vector]:
    """Return an entry of the matrix times a sign, and its derivative with respect to the rotation."""
    a, b = column(end.axes0, k // 3), column(end.axes1, k % 3)
    return sign * dot(a, b), scale(1.0 * sign, cross(b, a))


@subroutine
def matrix_entry(model: Model, t: float, i: int, state: State) -> float:
    """Return an entry of the matrix. Entries are counted row by row."""
    table, m = model.signals.measures, model.signals.subject[i]
    return scale_measure(table, m, _entry(ends(table, m, state), table.component[m], 1)[0])


@subroutine
def matrix_entry_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `matrix_entry`."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    clear(out)
    add_relative_turn(out, end, scale(table.factor[m], _entry(end, table.component[m], 1)[1]))


@subroutine
def _argument(y: float, dy: Vector, x: float, dx: Vector) -> tuple[float, Vector]:
    """Return the angle with sine and cosine proportional to y and x, and its derivative with respect to the rotation."""
    square = x * x + y * y
    slope = (0.0, 0.0, 0.0)
    if square > 0.0:
        slope = scale(1.0 / square, subtract(scale(x, dy), scale(y, dx)))
    return math.atan2(y + 0.0, x + 0.0), slope


@subroutine
def _second(end: Ends, sequence: int) -> tuple[float, Vector]:
    """Return the angle phi2, and its derivative with respect to the rotation."""
    third, middle = _THIRD[sequence], _MIDDLE[sequence]
    y, dy = _entry(end, third[0], third[1])
    x, dx = _entry(end, third[2], third[3])
    length = math.sqrt(x * x + y * y)
    away = (0.0, 0.0, 0.0)
    if length > 0.0:
        away = add(scale(x / length, dx), scale(y / length, dy))
    one, done = _entry(end, middle[0], middle[1])
    if sequence < _ENDS_AS_IT_BEGINS:
        return _argument(length, away, one, done)
    return _argument(one, done, length, away)


@subroutine
def _turn(end: Ends, entries: tuple[int, int, int, int], angle: float, slope: Vector) -> tuple[float, Vector]:
    """Return the sum of two entries, times the cosine and the sine of an angle, and its derivative with respect to the rotation."""
    c, s = math.cos(angle), math.sin(angle)
    p, dp = _entry(end, entries[0], entries[1])
    q, dq = _entry(end, entries[2], entries[3])
    return p * c + q * s, add(add(scale(c, dp), scale(s, dq)), scale(q * c - p * s, slope))


@subroutine
def _angle(end: Ends, component: int) -> tuple[float, Vector]:
    """Return an Euler angle [rad], and its derivative with respect to the rotation. `component` is the index of an angle in a list
    with three angles for each sequence.

    As in sensors, phi3 is 0 if only the sum or the difference of phi1 and phi3 is defined.
    """
    sequence, which = component // 3, component % 3
    if which == 1:
        return _second(end, sequence)
    third, first = _THIRD[sequence], _FIRST[sequence]
    y, dy = _entry(end, third[0], third[1])
    x, dx = _entry(end, third[2], third[3])
    angle, slope = 0.0, (0.0, 0.0, 0.0)
    if math.sqrt(x * x + y * y) > SINGULAR:
        angle, slope = _argument(y, dy, x, dx)
    if which == 0:
        y, dy = _turn(end, first[:4], angle, slope)
        x, dx = _turn(end, first[4:], angle, slope)
        angle, slope = _argument(y, dy, x, dx)
    return angle, slope


@subroutine
def euler_angle(model: Model, t: float, i: int, state: State) -> float:
    """Return an Euler angle times the factor of the measure."""
    table, m = model.signals.measures, model.signals.subject[i]
    return scale_measure(table, m, _angle(ends(table, m, state), table.component[m])[0])


@subroutine
def euler_angle_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `euler_angle`."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    clear(out)
    add_relative_turn(out, end, scale(table.factor[m], _angle(end, table.component[m])[1]))


@subroutine
def rotation_vector(model: Model, t: float, i: int, state: State) -> float:
    """Return a component of the rotation vector, within half a turn."""
    table, m = model.signals.measures, model.signals.subject[i]
    return scale_measure(table, m, turning_value(ends(table, m, state), VECTOR_1 + table.component[m]))


@subroutine
def rotation_vector_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `rotation_vector`."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    clear(out)
    add_relative_turn(out, end, scale(table.factor[m], turning_vector(end, VECTOR_1 + table.component[m])))


MATRIX_ENTRY = SignalKind(
    Variant("MATRIX_ENTRY", "an entry of a rotation matrix"), (), matrix_entry, gradient=matrix_entry_gradient
)
EULER_ANGLE = SignalKind(Variant("EULER_ANGLE", "an Euler angle"), (), euler_angle, gradient=euler_angle_gradient)
ROTATION_VECTOR = SignalKind(
    Variant("ROTATION_VECTOR", "a component of a rotation vector"),
    (),
    rotation_vector,
    gradient=rotation_vector_gradient,
)
