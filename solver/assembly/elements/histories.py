"""Allocates the memory of signals that store values of earlier steps."""

from __future__ import annotations

import math

import numpy as np

from rbsolve.solver.assembly.elements.signals import SignalPlan
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.signals import Signals
from rbsolve.solver.signals.delay import MOST_STEPS, RINGS, TIME
from rbsolve.solver.signals.delayed_jumps import ROOM
from rbsolve.solver.signals.registry import KIND_OF_TYPE

BEYOND = 2.49  # number of additional steps that a delay stores for its interpolating polynomials


def with_histories(plan: SignalPlan, step: float | None, duration: float) -> SignalPlan:
    """Return the plan with memory for its signals, for a run of `duration` [s] in fixed steps of `step` [s]. `step` is
    None if the analysis has no steps or adaptive steps.
    """
    rows = list(plan.rows)
    for k, (block, row) in enumerate(zip(plan.blocks, plan.rows, strict=True)):
        kind = KIND_OF_TYPE.get(block["SIGNAL_TYPE"])
        if kind is not None and kind.history is not None and row.memory:
            rows[k] = row._replace(memory=kind.history(row.memory, row.numbers, step or math.inf, duration))
    return plan._replace(rows=rows)


def with_longer_histories(
    plan: SignalPlan, signals: Signals, jumps: Floats, step: float | None, duration: float, switches: int
) -> tuple[SignalPlan, Signals]:
    """Return the signals. Their delays have memory for further entries in a run of `duration` [s].

    Delays store entries at all `jumps` (in increasing order), at up to `switches` located switches in each step, and at
    repetitions of these switches. `step` is the fixed step size [s], or None for adaptive steps.
    """
    if step is None or not len(signals.jumping_delays):
        return plan, signals
    ends, rows = np.unique(jumps), list(plan.rows)
    for i in signals.jumping_delays.tolist():
        reach = min(rows[i].numbers[TIME], duration) + BEYOND * step
        more = int(np.max(np.searchsorted(ends, ends + reach, "right") - np.arange(len(ends)), initial=0))
        if switches > 0:
            more += ROOM + min(switches * math.ceil(reach / step), MOST_STEPS)
        rows[i] = rows[i]._replace(memory=(*rows[i].memory, *(0.0,) * (RINGS * more)))
    sizes = [0, *(len(row.memory) for row in rows)]
    return plan._replace(rows=rows), signals._replace(first_memory=np.cumsum(sizes, dtype=np.int64))
