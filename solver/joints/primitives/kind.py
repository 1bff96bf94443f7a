"""Defines the record of a primitive constraint row. Residuals, Jacobians, accelerations, reactions and sensors are
derived from it.

The sign of multipliers follows from `M v' = f - J^T multipliers`. `joints` contains the joints of the model, `j` is a
joint, `row` is one of its rows, and `end` contains its two ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rbsolve.geometry.observer import Motion
from rbsolve.geometry.vector import Matrix, Vector
from rbsolve.solver.joints.gradients import Gradient
from rbsolve.solver.joints.placement import Ends, EndVelocities
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

Rotation = Callable[[int], Floats]
"""Function that returns the rotation about e3 of a joint over output rows, continuous over turns [rad]."""


@dataclass(frozen=True, slots=True)
class Primitive:
    """A kind of constraint row. All functions except the last three are plain functions, which kernels compile.

    A row contributes to the second-order terms of its joint by a block (`curvature`), or by a term that several rows
    share. The shared terms are `along`, a vector fixed in body 0 along which the gap is measured, and `twist`, a
    multiple of the rotation about e3.
    """

    code: int
    """The code of the row in `Joints.row_code` (language/joints/record.py)."""
    is_length: bool
    """Whether the residual is a length [m], and not an angle or a cosine."""
    value: Callable[[Joints, int, int, State, Ends], float]
    """Function that returns the residual without functions of time."""
    gradient: Callable[[Joints, int, int, Ends], Gradient]
    """Function that returns the wrenches of a unit multiplier on both bodies."""
    acceleration: Callable[[Joints, int, int, Ends, EndVelocities], float]
    """Function that returns the terms of the residual's second derivative that do not contain accelerations."""
    multiplier: Callable[[Joints, int, int, Vector, Vector, Matrix, Matrix, float], float]
    """Function that returns the multiplier. Its arguments are the force and moment on body 1 at the joint's point, and
    the axes of both ends (all inertial). The last argument is the moment about e3 from previous rows.
    """
    force: Callable[[Joints, int, int, Motion, Motion], Floats] | None = None
    """Function of numpy arrays that returns the force of a unit multiplier on body 1, inertial (rows, 3), or None if
    the row has no force.
    """
    moment: Callable[[Joints, int, int, Motion, Motion], Floats] | None = None
    """Function that returns the moment of a unit multiplier on body 1 about the joint's point, in the same form."""
    values: Callable[[Joints, int, int, Ends, Rotation], Any] | None = None
    """Function of numpy arrays that returns the residual over many output rows, or None if `value` supports arrays."""
    curvature: Callable[[Joints, int, int, Ends, Floats, Floats], None] | None = None
    """Function that adds the second-order block to element[0] (second_order.py)."""
    along: Callable[[Joints, int, Ends, float], Vector] | None = None
    """Function that returns the multiplier times the vector fixed in body 0 along which the row measures the gap."""
    twist: Callable[[Joints, int, int, float], float] | None = None
    """Function that returns the multiplier times the row's factor of the rotation about e3."""

    def over_rows(self, joints: Joints, j: int, row: int, state: State, end: Ends, rotation: Rotation) -> Any:
        """Return the residual over many output rows, for the poses in `state` and `end`."""
        if self.values is None:
            return self.value(joints, j, row, state, end)
        return self.values(joints, j, row, end, rotation)
