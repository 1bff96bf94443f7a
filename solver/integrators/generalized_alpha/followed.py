"""Limits the size of adaptive steps so that they resolve the rates of prescribed motions.

The error estimate does not contain prescribed coordinates, because these coordinates are exact at the end of each step.
If all coordinates are prescribed, the error estimate would therefore allow steps of any size. However, the work of the
drives is integrated from the powers at the ends of steps. Steps must therefore resolve the rates. A step resolves a
rate if the rate is almost a linear function of time within the step.
"""

from __future__ import annotations

import numpy as np

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.functions.dispatch import value_at
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.kernel import part
from rbsolve.solver.model.arrays import Functions, Model
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats, Ints

# Largest deviation of a rate from a line, relative to its largest value in the run. It corresponds to 50 steps per
# period.
FAR = 0.002
# Distance from the ends of a step at which rates are evaluated, as a fraction of the step. Rates may jump at the ends.
WITHIN = 1e-6
HALVINGS = 12
SAMPLES = 1000  # number of intervals of the run, at whose ends rates are evaluated to find their largest values


def driven_functions(model: Model) -> tuple[Ints, Floats]:
    """Return the functions that prescribe motions, and an array for the largest value of each rate."""
    driven = np.unique(model.joints.row_function[model.joints.row_function >= 0])
    return driven, np.zeros(len(driven))


def put_largest_rates(compiled: CompiledModel, driven: Ints, rates: Floats) -> None:
    """Write the largest rate of each function in the run to `rates`."""
    functions, schedule = compiled.model.functions, compiled.schedule
    times = np.linspace(schedule.start, schedule.stop, SAMPLES + 1).tolist()
    for n, index in enumerate(driven.tolist()):
        rates[n] = max(abs(value_at(functions, index, t)[1]) for t in times)


@part
def up_to_followed(functions: Functions, driven: Ints, rates: Floats, t: float, h: float) -> float:
    """Return the size of a step from `t`: `h`, halved until the step resolves the rates of all prescribed motions."""
    for n in range(driven.shape[0]):
        for _ in range(HALVINGS):
            first, last = t + WITHIN * h, t + (1.0 - WITHIN) * h
            begin = value_of(function_value(functions, driven[n], first)[1])
            end = value_of(function_value(functions, driven[n], last)[1])
            farthest = 0.0
            for k in range(3):
                # The fractions are unequal, so that a whole period of an oscillation does not look like a line.
                place = 0.22 + 0.27 * k
                rate = value_of(function_value(functions, driven[n], first + place * (last - first))[1])
                farthest = max(farthest, abs(rate - begin - place * (end - begin)))
            if farthest <= FAR * value_of(rates[n]):
                break
            h *= 0.5
    return h
