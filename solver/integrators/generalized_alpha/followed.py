"""Steps of their own size that follow prescribed motions.

The local error of a step does not contain prescribed coordinates, which are exact at its end. A model that is prescribed as a whole would
take steps of any size. The work of its drives, an integral of powers at the ends of steps, needs steps that follow the rates: in such a
step, the rate is near the line between its ends.
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

FAR = 0.002  # largest distance of a rate from the line, relative to its largest value in the run: 50 steps for a period
WITHIN = 1e-6  # of a step: so far from its ends are the times of rates, which may jump there
HALVINGS = 12
SAMPLES = 1000  # of the run, for the largest rates


def driven_functions(model: Model) -> tuple[Ints, Floats]:
    """The functions that prescribe motions, and room for their largest rates."""
    driven = np.unique(model.joints.row_function[model.joints.row_function >= 0])
    return driven, np.zeros(len(driven))


def put_largest_rates(compiled: CompiledModel, driven: Ints, rates: Floats) -> None:
    """Write the largest rate of each function in the run."""
    functions, schedule = compiled.model.functions, compiled.schedule
    times = np.linspace(schedule.start, schedule.stop, SAMPLES + 1).tolist()
    for n, index in enumerate(driven.tolist()):
        rates[n] = max(abs(value_at(functions, index, t)[1]) for t in times)


@part
def up_to_followed(functions: Functions, driven: Ints, rates: Floats, t: float, h: float) -> float:
    """A step of `h` from `t`, halved until it follows the rates of all prescribed motions."""
    for n in range(driven.shape[0]):
        for _ in range(HALVINGS):
            first, last = t + WITHIN * h, t + (1.0 - WITHIN) * h
            begin = value_of(function_value(functions, driven[n], first)[1])
            end = value_of(function_value(functions, driven[n], last)[1])
            farthest = 0.0
            for k in range(3):
                place = 0.22 + 0.27 * k  # not in equal parts, so that a whole period is no line
                rate = value_of(function_value(functions, driven[n], first + place * (last - first))[1])
                farthest = max(farthest, abs(rate - begin - place * (end - begin)))
            if farthest <= FAR * value_of(rates[n]):
                break
            h *= 0.5
    return h
