"""A primitive constraint row: the record from which residuals, Jacobians, accelerations, reactions and sensors are derived.

The sign of multipliers follows from M v' = f - J^T multipliers. `joints` are the joints of the model, `j` a joint, `row` one of its rows,
and `end` its two ends.
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
"""The rotation about e3 of a joint over output rows, continuous over turns [rad]"""


@dataclass(frozen=True, slots=True)
class Primitive:
    """A kind of constraint row. All functions except the last three are plain functions, which kernels compile.

    A row contributes to the second-order terms of its joint by a block (`curvature`) or by a term that rows share. The shared terms are a
    vector fixed in body 0 along which the gap is measured (`along`), and a multiple of the rotation about e3 (`twist`).
    """

    code: int
    """The code of the row in `Joints.row_code` (language/joints/record.py)"""
    is_length: bool
    """Whether the residual is a length [m], not an angle or a cosine"""
    value: Callable[[Joints, int, int, State, Ends], float]
    """The residual, without functions of time"""
    gradient: Callable[[Joints, int, int, Ends], Gradient]
    """The wrenches of a unit multiplier on both bodies"""
    acceleration: Callable[[Joints, int, int, Ends, EndVelocities], float]
    """The terms of the residual's second derivative without accelerations"""
    multiplier: Callable[[Joints, int, int, Vector, Vector, Matrix, Matrix, float], float]
    """The multiplier. The arguments are the force and moment on body 1 at the joint's point, the axes of both ends (all
    inertial), and the moment about e3 from previous rows
    """
    force: Callable[[Joints, int, int, Motion, Motion], Floats] | None = None
    """The force of a unit multiplier on body 1, inertial (rows, 3), in numpy; None if the row has no force"""
    moment: Callable[[Joints, int, int, Motion, Motion], Floats] | None = None
    """The moment of a unit multiplier on body 1 about the joint's point, in the same form"""
    values: Callable[[Joints, int, int, Ends, Rotation], Any] | None = None
    """The residual over many output rows, in numpy; None if `value` also supports arrays"""
    curvature: Callable[[Joints, int, int, Ends, Floats, Floats], None] | None = None
    """Add the second-order block to element[0] (second_order.py)"""
    along: Callable[[Joints, int, Ends, float], Vector] | None = None
    """The multiplier times the vector fixed in body 0 along which the row measures the gap"""
    twist: Callable[[Joints, int, int, float], float] | None = None
    """The multiplier times the row's factor of the rotation about e3"""

    def over_rows(self, joints: Joints, j: int, row: int, state: State, end: Ends, rotation: Rotation) -> Any:
        """The residual over many output rows, for the poses in `state` and `end`."""
        if self.values is None:
            return self.value(joints, j, row, state, end)
        return self.values(joints, j, row, end, rotation)
