"""Controls the step size of explicit methods and of generalized-alpha."""

from __future__ import annotations

import math
from typing import Protocol

from rbsolve.solver.kernel import part, subroutine

SAFETY, SHRINK, GROW = 0.9, 0.2, 8.0


class Exponent(Protocol):
    """The constants of a controller."""

    @property
    def exponent(self) -> float:
        """The exponent of the error in the growth of steps: 1 / (order of the first wrong term of the estimate)."""


class LastError(Protocol):
    """The memory of a controller."""

    last_error: float  # error of the last accepted step, relative to the tolerance


@part
def new_step(control: Exponent, h: float, error: float, cursor: LastError) -> float:
    """Return the next step size from a proportional-integral controller (Gustafsson). `cursor` contains the last
    accepted error.
    """
    if not math.isfinite(error):
        return SHRINK * h
    if error > 1.0:
        smaller: float = h * max(SHRINK, SAFETY * error ** (-control.exponent))
        return smaller
    bounded = max(error, 1e-10)
    factor = SAFETY * bounded ** (-0.7 * control.exponent) * cursor.last_error ** (0.4 * control.exponent)
    cursor.last_error = max(error, 1e-4)
    size: float = h * min(GROW, max(SHRINK, factor))
    return size


@subroutine
def fit_step(wanted: float, remaining: float) -> tuple[float, bool]:
    """Return the size of a step of about `wanted`, and whether the step ends at the next output time. The time until
    then is `remaining`.
    """
    if wanted >= remaining * (1.0 - 1e-12):
        return remaining, True
    if wanted > 0.5 * remaining:  # take two equal steps instead of a long step and a very short one
        return 0.5 * remaining, False
    return wanted, False
