"""The data of adaptive steps."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.integrators.crossing import Crossing
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.model.flat import Floats, Ints


class StepSize(Variables):
    """The state of a run with adaptive steps."""

    time: float  # time reached
    span: float  # duration of the run
    next_h: float  # size of the next step
    taken_h: float  # size of the last accepted step
    coasting: float  # longest step that the error estimate has allowed so far, minus the time since then
    carried: float  # time over which the error of a velocity accumulates
    last_error: float  # error of the last accepted step, relative to the tolerance, for the controller
    error: float  # error of the last attempted step, relative to the tolerance
    position_error: float  # error of a position in the last attempted step, m
    velocity_error: float  # error of a velocity in the last attempted step, m/s
    lands: int  # whether the step ends at an output time
    tries: int  # rejected attempts at this step
    fails: int  # whether the last attempt at this step was rejected as too large
    probes: int  # number of probing steps that remain for the first step
    row_due: int  # whether an output row follows the start


class Adaptive(NamedTuple):
    """The additional data of adaptive steps."""

    tolerance: float  # tolerance of the local error, m
    exponent: float  # exponent of the error in the formula for the next step size
    size: StepSize
    offset: Floats  # (nb + 1, WIDTH) deviation of the velocities from the hidden constraints
    twist: Floats  # (nb + 1, 6) work space
    crossing: Crossing  # locator of switches
    driven: Ints  # (nf,) functions that prescribe motions
    rates: Floats  # (nf,) largest rates of these functions


def make_adaptive(tolerance: float, bodies: int, crossing: Crossing, followed: tuple[Ints, Floats]) -> Adaptive:
    """Return the control for a model with `bodies` bodies. `begin_sizes` sets the remaining fields."""
    offset, twist = np.zeros((bodies + 1, WIDTH)), np.zeros((bodies + 1, 6))
    return Adaptive(tolerance, 1.0 / 4.0, StepSize(), offset, twist, crossing, *followed)
