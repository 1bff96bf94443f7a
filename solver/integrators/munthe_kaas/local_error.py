"""Computes the local error of embedded Runge-Kutta pairs, and the size of the first step.

The error estimate is an increment like the step itself, so it is measured in the local coordinates (Holzinger et al.
2024, section 3.2.1). Each body has four blocks of three numbers: displacement, rotation, and the two velocities. The
norm is the root mean square of all numbers, each divided by `absolute + relative * size`. The size of a block is the
length of the position, 1 rad for rotations, or the length of the velocity block. The larger of the sizes at both ends
of the step is used. A step is accepted if the norm is at most 1.
"""

from __future__ import annotations

import math

from rbsolve.solver.integrators.munthe_kaas.records import SignalStages, StepControl, StepRecords
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.flat import Floats


@subroutine
def _length(a: Floats, b: int, first: int) -> float:
    return math.sqrt(a[b, first] ** 2 + a[b, first + 1] ** 2 + a[b, first + 2] ** 2)


@subroutine
def _moved_length(a: Floats, z: Floats, b: int, first: int, increment: int) -> float:
    total = 0.0
    for k in range(3):
        total += (a[b, first + k] + z[b, increment + k]) ** 2
    return math.sqrt(total)


@subroutine
def _scale(control: StepControl, work: StepRecords, b: int, block: int) -> float:
    """Return the tolerance of a block of body `b`. Block 0 is the displacement, 1 the rotation, 2 and 3 the velocities."""
    size = 1.0
    if block == 0:
        size = max(_length(work.y, b, 0), _moved_length(work.y, work.z, b, 0, 0))
    elif block > 1:
        first = 3 * (block - 2)
        size = max(_length(work.v, b, first), _moved_length(work.v, work.z, b, first, 6 + first))
    return control.absolute + control.relative * size


@subroutine
def _element_error(control: StepControl, weights: Floats, h: float, elements: SignalStages) -> float:
    """Return the sum of squares of the scaled errors of signal states. Each error is relative to the size of its state."""
    total = 0.0
    for k in range(elements.y.shape[0]):
        value = 0.0
        for j in range(weights.shape[0]):
            value += weights[j] * elements.slopes[j, k]
        size = max(abs(elements.y[k]), abs(elements.y[k] + elements.z[k]))
        total += (h * value / (control.absolute + control.relative * size)) ** 2
    return total


@subroutine
def _combine(weights: Floats, slopes: Floats, b: int, k: int) -> float:
    value = 0.0
    for j in range(weights.shape[0]):
        value += weights[j] * slopes[j, b, k]
    return value


@subroutine
def _norm(
    control: StepControl, weights: Floats, h: float, work: StepRecords, elements: SignalStages
) -> tuple[float, int]:
    """Return h times the root mean square of the scaled sum of slopes, weighted by `weights`. Also return the body with
    the largest contribution.

    The body is -1 if signals have a larger contribution.
    """
    bodies, width = work.z.shape
    total, largest, worst = 0.0, -1.0, 0
    for b in range(bodies):
        before = total
        # The number of blocks is hidden from the compiler, so that it does not unroll the loop.
        for block in range(width // 3):
            scale = _scale(control, work, b, block)
            for k in range(3 * block, 3 * block + 3):
                total += (h * _combine(weights, work.slopes, b, k) / scale) ** 2
        if width > 12:
            total += (h * _combine(weights, work.slopes, b, 12) / _scale(control, work, b, 1)) ** 2
        if total - before > largest:
            largest, worst = total - before, b
    if elements.y.shape[0] > 0:
        part = _element_error(control, weights, h, elements)
        total += part
        if part > largest:
            worst = -1
    return math.sqrt(total / control.entries), worst


@part
def scaled_error(control: StepControl, h: float, work: StepRecords, elements: SignalStages) -> tuple[float, int]:
    """Return the norm of the error estimate of the step in `work`, and the body with the largest contribution. NaN
    counts as an error that is too large.
    """
    error, worst = _norm(control, control.error, h, work, elements)
    if control.second_error.shape[0] == 0:
        return error, worst
    second, _ = _norm(control, control.second_error, h, work, elements)
    if error == 0.0 and second == 0.0:
        return 0.0, worst
    return error * error / math.sqrt(error * error + 0.01 * second * second), worst  # Hairer, Norsett, Wanner, II.10


@part
def first_step(control: StepControl, work: StepRecords, span: float) -> float:
    """Return the size of the first step. It is a hundredth of the step in which the slopes at the start would change
    the state by its own size.
    """
    bodies, width = work.z.shape
    size, rate = 0.0, 0.0
    for b in range(bodies):
        for k in range(width):
            block = k // 3 if k < 12 else 1
            scale = _scale(control, work, b, block)
            size += ((scale - control.absolute) / control.relative / scale) ** 2 if control.relative > 0.0 else 1.0
            rate += (work.slopes[0, b, k] / scale) ** 2
    if rate == 0.0:
        return 1e-3 * span
    return min(0.01 * math.sqrt(size / rate), span)
