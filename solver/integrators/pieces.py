"""Ends fixed steps at jumps of functions of time (solver/functions/jump_rows.py). Adaptive steps end there too, because
jumps are corners (solver/functions/corners.py).

A fixed step, or its part, then consists of pieces. Each piece evaluates functions on its own side of the jumps at its ends.
The last piece ends where the whole step would have ended, so jumps do not change output times.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.functions.jump_rows import first_end_after, has_end_near, near
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.model.flat import Floats, Ints


class Sides(Protocol):
    """The times between which a step evaluates functions, and whether it ends at a jump."""

    interval: int  # index of the interval between output times
    earliest: float  # earliest time at which the current step evaluates functions: after a jump at its start
    latest: float  # latest time at which the current step evaluates functions: before a jump at its end
    at_jump: int  # whether a function jumps at the end of the current step
    ends_within: int  # whether the current step ends at a jump, within a fixed step or its part


@subroutine
def begin_after_jump(sides: Sides, jumps: Floats, times: Floats, steps: Ints, t: float) -> None:
    """If a function jumps at the start `t` of a fixed step, let the step evaluate functions after the jump. `times` are
    the output times, and `steps` are the numbers of steps between them.
    """
    _begin(sides, jumps, t, near_of_step(sides, times, steps, t) if jumps.shape[0] > 0 else 0.0)


@subroutine
def near_of_step(sides: Sides, times: Floats, steps: Ints, t: float) -> float:
    """Return the distance within which a time counts as the time of a jump, for a fixed step at the time `t`."""
    grid = 0.0
    if steps.shape[0] > 0:
        interval = min(sides.interval, steps.shape[0] - 1)
        grid = value_of(times[interval + 1] - times[interval]) / steps[interval]
    return near(t, grid)


@subroutine
def _begin(sides: Sides, jumps: Floats, t: float, distance: float) -> None:
    sides.earliest, sides.latest, sides.at_jump = -math.inf, math.inf, 0
    if jumps.shape[0] > 0 and has_end_near(jumps, value_of(t), distance):
        sides.earliest = t + 2.0 * distance


@subroutine
def _near_of_run(times: Floats, t: float) -> float:
    """Return the distance within which a time counts as the time of a jump, if steps have no fixed size."""
    return near(max(abs(value_of(t)), abs(value_of(times[times.shape[0] - 1]))), 0.0)


@subroutine
def begin_adaptive_step(sides: Sides, jumps: Floats, times: Floats, t: float) -> None:
    """If a function jumps at the start `t` of an adaptive step, let the step evaluate functions after the jump."""
    _begin(sides, jumps, t, _near_of_run(times, t))


@subroutine
def end_at_jump(sides: Sides, jumps: Floats, times: Floats, end: float) -> None:
    """If a function jumps at the end of an adaptive step, let the step evaluate functions before the jump."""
    distance = _near_of_run(times, end)
    sides.at_jump, sides.latest = 0, math.inf
    if jumps.shape[0] > 0 and has_end_near(jumps, value_of(end), distance):
        sides.at_jump, sides.latest = 1, end - 2.0 * distance


@subroutine
def within_piece(sides: Sides, t: float) -> float:
    """Return a time in a step, moved to the side of a jump that belongs to the step."""
    if t < sides.earliest:
        return sides.earliest
    if t > sides.latest:
        return sides.latest
    return t


@subroutine
def up_to_jump(sides: Sides, jumps: Floats, t: float, h: float, grid: float) -> float:
    """Return the size of a fixed step from `t`, up to the first jump. `grid` is the size of undivided steps."""
    distance = near(t, grid)
    k = first_end_after(jumps, value_of(t) + distance)
    if k == jumps.shape[0] or value_of(jumps[k]) > value_of(t + h) + distance:
        return h
    sides.at_jump = 1
    if value_of(jumps[k]) < value_of(t + h) - distance:
        sides.latest, sides.ends_within = jumps[k] - 2.0 * distance, 1
        h -= t + h - jumps[k]  # changed in place, so that `h` keeps its type
    else:
        sides.latest = t + h - 2.0 * distance  # the end of the step does not move with the jump
    return h
