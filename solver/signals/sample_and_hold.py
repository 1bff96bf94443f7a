"""SAMPLE_AND_HOLD: the value of the input at the last sample. The sample times are start, start + T, start + 2 T, ...

A given initial value replaces the first sample.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import Variant, number
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import INITIAL_VALUE, INPUT, input_of, inputs_of, number_of
from rbsolve.solver.signals.kind import SignalKind, SignalRow, StepFault

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State

INTERVAL, STARTS = range(2)  # indices in the data: T, and 1 if the first sample is given
HELD, DUE = range(2)  # indices in the memory: the value, and the time of the next sample (NaN before the first sample)
NEAR = 1e-6  # tolerance as a fraction of T, because steps reach sample times only up to round-off


def row(block: Described, diagnostics: Diagnostics) -> SignalRow:
    """Return the data of a SAMPLE_AND_HOLD from its block."""
    first = block.get("INITIAL_VALUE")
    numbers, memory = [block["SAMPLE_TIME"], float(first is not None)], (first or 0.0, math.nan)
    return SignalRow(inputs_of(block), numbers, memory=memory, rests=(HELD,) if first is None else (), passes=False)


def step_fault(block: Described, step: float | None, _: float) -> StepFault | None:
    """Return the error if the steps do not end at the samples."""
    T = block["SAMPLE_TIME"]
    if step is None:
        message = f"adaptive steps do not end at the sample times of {block.name}"
        return StepFault(message, "SAMPLE_TIME", "remove the tolerance of the integrator: steps then have a fixed size")
    whole = max(1, round(T / step))
    if abs(T / step - whole) <= 1e-9 * whole:
        return None
    message = f"the time step {step:.12g} does not divide the sample time {T:.12g} of {block.name}"
    return StepFault(message, "SAMPLE_TIME", f"the nearest suitable time step is {T / whole:.12g}")


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the value of the last sample."""
    held: float = state.memory[model.signals.first_memory[i] + HELD]
    return held


@subroutine
def accept(model: Model, t: float, i: int, state: State) -> None:
    """If the time of the next sample is reached, store a sample of the input."""
    at, T = model.signals.first_memory[i], number_of(model, i, INTERVAL)
    due = state.memory[at + DUE]
    if math.isnan(due) or t >= due - NEAR * T:
        if not math.isnan(due) or number_of(model, i, STARTS) == 0.0:
            state.memory[at + HELD] = input_of(model, i, state)
        state.memory[at + DUE] = t + T if math.isnan(due) else due + T


SAMPLE_AND_HOLD = SignalKind(
    Variant("SAMPLE_AND_HOLD", "The input at the last sample.", ("INPUT", "SAMPLE_TIME"), ("INITIAL_VALUE",)),
    (
        INPUT,
        INITIAL_VALUE,
        number("SAMPLE_TIME", "The time between samples. The first sample is at the start.", unit="s", above=0.0),
    ),
    value,
    row,
    accept=accept,
    step_fault=step_fault,
    jumps=True,
    rests_at_input=True,
)
