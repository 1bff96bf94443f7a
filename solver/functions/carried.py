"""Computes the pose of a body that follows functions of time, relative to the body of its observer. Each of the six
coordinates of the body is a function.

The data start with the index of the coordinate. Links follow, from the body of the observer outwards. The data end with
the pose of the carried body in the last link. A link contains a pose in the previous link (3 and 9 numbers, point and
axes), and three functions of displacements along these axes. A link also contains the three axes (0, 1, 2) of the Euler
angles, and the functions of these angles. The index -1 denotes the function that is zero. Frames that follow functions
of time are links (`model/frames.py`).

Coordinates 0 to 2 are displacements, with their rates and second derivatives, in components of the observer's body. Coordinates 3 to 5 are
components of the rotation vector, within half a turn. In place of their derivatives, the angular velocity and the angular acceleration are
used, in the same axes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rbsolve.geometry import so3
from rbsolve.geometry.vector import Matrix, Vector, add, cross, matrix_product, matrix_vector, scale
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.functions.composed import Call
from rbsolve.solver.model.arrays import Functions
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.frames import PrescribedFrame

plain_functions(__name__)

PLACE = 12
LINK = PLACE + 9
COORDINATES = 6
_ZERO = (0.0, 0.0, 0.0)
_EYE = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)

Motion = tuple[Vector, Vector, Vector, Matrix, Vector, Vector]
"""Position, velocity, acceleration, rotation, angular velocity and angular acceleration, in the axes of the observer's
body.
"""


def evaluate_carried(call: Call, functions: Functions, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Return the value and derivatives of the coordinate `functions.data[first:last]` at t. `call` evaluates a function
    of the model.
    """
    x, v, a, R, w, alpha = _pose(call, functions, first + 1, last, t)
    i = int(functions.data[first])
    if i >= 3:
        x, v, a = so3.log(R), w, alpha
        i -= 3
    if i == 0:
        return x[0], v[0], a[0]
    if i == 1:
        return x[1], v[1], a[1]
    return x[2], v[2], a[2]


def _pose(call: Call, functions: Functions, first: int, last: int, t: float) -> Motion:
    data = functions.data
    motion = _ZERO, _ZERO, _ZERO, _EYE, _ZERO, _ZERO
    at = first
    while at + LINK < last:
        motion = _place(data, at, motion)
        at += PLACE
        motion = _displace(call, functions, at, t, motion)
        motion = _turn(call, functions, at + 3, t, motion)
        at += LINK - PLACE
    return _place(data, at, motion)


def _place(data: Floats, at: int, motion: Motion) -> Motion:
    """Return the motion of a pose that is fixed in the current frame."""
    x, v, a, R, w, alpha = motion
    arm = matrix_vector(R, (data[at], data[at + 1], data[at + 2]))
    axes = (
        data[at + 3],
        data[at + 4],
        data[at + 5],
        data[at + 6],
        data[at + 7],
        data[at + 8],
        data[at + 9],
        data[at + 10],
        data[at + 11],
    )
    swing = cross(w, arm)
    bend = add(cross(alpha, arm), cross(w, swing))
    return add(x, arm), add(v, swing), add(a, bend), matrix_product(R, axes), w, alpha


def _displace(call: Call, functions: Functions, at: int, t: float, motion: Motion) -> Motion:
    """Return the motion after a displacement along axes that rotate. The indices of the three functions start at `at`."""
    x, v, a, R, w, alpha = motion
    one, two, three = (
        _evaluate(call, functions, at, t),
        _evaluate(call, functions, at + 1, t),
        _evaluate(call, functions, at + 2, t),
    )
    d = matrix_vector(R, (one[0], two[0], three[0]))
    rate = matrix_vector(R, (one[1], two[1], three[1]))
    second = matrix_vector(R, (one[2], two[2], three[2]))
    swing = cross(w, d)
    bend = add(cross(alpha, d), cross(w, add(swing, scale(2.0, rate))))
    return add(x, d), add(v, add(swing, rate)), add(a, add(bend, second)), R, w, alpha


def _turn(call: Call, functions: Functions, at: int, t: float, motion: Motion) -> Motion:
    """Return the motion after a rotation by three Euler angles. Their axes are at `at`, followed by their functions."""
    x, v, a, R, w, alpha = motion
    for k in range(3):
        axis = int(functions.data[at + k])
        angle, rate, second = _evaluate(call, functions, at + 3 + k, t)
        e = (
            (R[0], R[3], R[6]) if axis == 0 else (R[1], R[4], R[7]) if axis == 1 else (R[2], R[5], R[8])
        )  # the previous angles rotate this axis
        alpha = add(alpha, add(scale(second, e), scale(rate, cross(w, e))))
        w = add(w, scale(rate, e))
        R = matrix_product(R, _about(axis, math.cos(angle), math.sin(angle)))
    return x, v, a, R, w, alpha


def _about(axis: int, c: float, s: float) -> Matrix:
    if axis == 0:
        return 1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c
    if axis == 1:
        return c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c
    return c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0


def _evaluate(call: Call, functions: Functions, at: int, t: float) -> tuple[float, float, float]:
    """Evaluate the function whose index is at the position `at` in the data."""
    index = int(functions.data[at])
    if index < 0:
        return 0.0, 0.0, 0.0
    return call(functions, index, t)


def link(frame: PrescribedFrame) -> list[float]:
    """Return the numbers of a link in the data."""
    digits = [float(int(digit) - 1) for digit in frame.sequence]
    return [*place(frame.point, frame.axes), *map(float, frame.displacement), *digits, *map(float, frame.angles)]


def place(point: Floats, axes: Floats) -> list[float]:
    """Return the numbers of a pose in the data."""
    return [*np.ravel(point).tolist(), *np.ravel(axes).tolist()]


def with_carried(functions: Functions, code: int, motions: Sequence[Sequence[float]]) -> Functions:
    """Return the functions, followed by six more functions for each motion. A motion consists of its links and the pose
    in its last link.
    """
    if not motions:
        return functions
    rows = [[float(k), *numbers] for numbers in motions for k in range(COORDINATES)]
    count = len(rows)
    lengths = functions.first[-1] + np.cumsum([len(row) for row in rows])
    return functions._replace(
        kind=np.concatenate([functions.kind, np.full(count, code, dtype=np.int64)]),
        start=np.concatenate([functions.start, np.full(count, -math.inf)]),
        stop=np.concatenate([functions.stop, np.full(count, math.inf)]),
        first=np.concatenate([functions.first, lengths.astype(np.int64)]),
        data=np.concatenate([functions.data, np.concatenate(rows)]),
    )
