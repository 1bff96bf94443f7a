"""Computes the constraint violation of joints in each row, from the poses alone. The measure is therefore the same for
every integrator.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from rbsolve.geometry.rotation_parameters import matrix_from_rotation_vector, rotation_vector_from_matrix
from rbsolve.geometry.vector import dot
from rbsolve.solver.assembly.initial.closure import largest_distance
from rbsolve.solver.joints.coordinates import TURN, twist_parts
from rbsolve.solver.joints.couplings.gear import FACTOR
from rbsolve.solver.joints.couplings.registry import COUPLING_OF
from rbsolve.solver.joints.kinds import SPIN, TURNING, Coordinate, row_of
from rbsolve.solver.joints.placement import Ends, column, ends
from rbsolve.solver.joints.primitives.registry import PRIMITIVE_OF
from rbsolve.solver.joints.primitives.turning import relative
from rbsolve.solver.model.arrays import State, empty_state
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.sensors.motions.rows import Rows


class Violation:
    """The largest residual of the joints at a body, or of all joints. Lengths are relative to the size of the model,
    and angles are in rad.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        self._model = compiled.model
        joints, nj = compiled.model.joints, len(compiled.model.joints.kind)
        self._pairs = joints._replace(
            body0=np.zeros(nj, dtype=np.int64),
            body1=np.ones(nj, dtype=np.int64),
            point0=_rows_last(joints.point0, 2),
            point1=_rows_last(joints.point1, 2),
            axes0=_rows_last(joints.axes0, 3),
            axes1=_rows_last(joints.axes1, 3),
        )
        size = largest_distance(compiled.initial.x, joints.point0, joints.point1)
        self._size = np.where(size == 0.0, 1.0, size)  # () or, in rows of several cases, (rows,)

    def __call__(self, chunk: Chunk | Rows, body: int | None = None) -> Floats:
        """Violations (rows,) of all joints, or of the joints at one body."""
        rows = Rows.of(chunk)
        joints = self._model.joints
        held = np.arange(len(joints.kind))
        if body is not None:
            held = held[(joints.body0 == body) | (joints.body1 == body)]
        worst = np.zeros(len(rows.time))
        for j in held.tolist():
            np.maximum(worst, rows.remember(("violation", j), partial(self._of_joint, rows, j)), out=worst)
        return worst

    def _of_joint(self, rows: Rows, j: int) -> Floats:
        joints = self._model.joints
        state = _poses(rows, int(joints.body0[j]), int(joints.body1[j]))
        end = ends(self._pairs, j, state)
        first, stop = int(joints.first_row[j]), int(joints.first_row[j + 1])
        worst = np.zeros(len(rows.time))
        for row in range(first, stop):
            value, is_length = self._residual(rows, j, row, state, end)
            if joints.row_function[row] >= 0:
                value = value - self._function(rows, int(joints.row_function[row]))
            if joints.row_code[row] == SPIN:
                value = self._turn(rows, row, end)
            if joints.row_code[row] == TURNING:
                value = value - TURN * np.floor(value / TURN + 0.5)
            np.maximum(worst, np.abs(value) / (self._size if is_length else 1.0), out=worst)
        return worst

    def _residual(self, rows: Rows, j: int, row: int, state: State, end: Ends) -> tuple[Any, bool]:
        """Return the residual of a row without prescribed functions, and whether the residual is a length."""
        joints = self._model.joints
        primitive = PRIMITIVE_OF.get(int(joints.row_code[row]))
        if primitive is not None:
            rotation = partial(self._rotation, rows, end)
            return primitive.over_rows(joints, j, row, state, end, rotation), primitive.is_length
        i = int(np.flatnonzero(joints.couplings.joint == j)[0])
        if joints.couplings.partner[i] >= 0:
            return self._sum_of_shares(rows, i, int(joints.couplings.partner[i])), False
        coupling = COUPLING_OF[int(joints.kind[j])]
        if coupling.by_row:
            return one_by_one(coupling.residuals, self._pairs, i, state, row), True
        values: dict[int, Any] = {}
        coupling.residuals(self._pairs, i, state, values)
        return values[row], True

    def _rotation(self, rows: Rows, end: Ends, j: int) -> Floats:
        """Return the rotation of a joint about e3, continuous over turns [rad]."""
        angle = np.arctan2(*twist_parts(end.axes0, end.axes1))
        return np.asarray(angle + TURN * np.floor((rows.joint_rotation[:, j] - angle) / TURN + 0.5))

    def _sum_of_shares(self, rows: Rows, *shares: int) -> Floats:
        """Return the sum of the shares of a constraint. The shares are multiples of joint coordinates."""
        joints, total = self._model.joints, np.zeros(len(rows.time))
        for i in shares:
            j, coordinate = int(joints.couplings.base[i]), Coordinate(joints.couplings.coordinate[i])
            state = _poses(rows, int(joints.body0[j]), int(joints.body1[j]))
            end = ends(self._pairs, j, state)
            if coordinate.slides:
                value: Any = dot(column(end.axes0, row_of(coordinate).axis0), end.gap)
            else:
                value = self._rotation(rows, end, j)
            total = total + joints.couplings.numbers[i, FACTOR] * value
        return np.asarray(total)

    def _turn(self, rows: Rows, row: int, end: Ends) -> Floats:
        """Return the rotation of a body about one axis, relative to the orientation that functions of time prescribe."""
        axis = int(self._model.joints.row_axis0[row])
        first = int(self._model.joints.row_function[row]) - axis
        wanted = matrix_from_rotation_vector(np.stack([self._function(rows, first + k) for k in range(3)], axis=-1))
        return rotation_vector_from_matrix(relative(end) @ np.swapaxes(wanted, -1, -2))[..., axis]

    def _function(self, rows: Rows, index: int) -> Floats:
        return rows.function(self._model.functions, index)[:, 0]


def one_by_one(residuals: Callable[..., Any], joints: Joints, i: int, state: State, row: int) -> Floats:
    """Return a residual of a coupling that can be computed only for one output row at a time."""
    found = np.empty(state.x.shape[-1])
    values: dict[int, Any] = {}
    for k in range(len(found)):
        x, R = np.ascontiguousarray(state.x[..., k]), np.ascontiguousarray(state.R[..., k])
        residuals(joints, i, empty_state(0)._replace(x=x, R=R), values)
        found[k] = values[row]
    return found


def _rows_last(array: Floats, ndim: int) -> Floats:
    """Return an array with `ndim` axes. In rows of several cases, it also has the axis of rows at the end."""
    return array if array.ndim == ndim else np.moveaxis(array, 0, -1)


def _poses(rows: Rows, body0: int, body1: int) -> State:
    """Return a state with the poses of the two bodies of a joint. The last axis of its arrays is the output row."""
    x = np.stack([rows.x[:, body].T for body in (body0, body1)])
    R = np.stack([np.moveaxis(rows.rotation(body), 0, -1) for body in (body0, body1)])
    return empty_state(0)._replace(x=x, R=R)  # constraints do not depend on other fields
