"""Where a run is: the next step or row, halving of steps that fail, and the count of everything."""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Floats, Ints

RUNNING, FINISHED, STALLED, CROSSED = range(4)
(
    INTERVAL,  # between output times
    STEP,  # in the interval
    PART,  # of the step, of PARTS
    PARTS,
    BUDGET,  # steps that may still be taken
    STATUS,
    IS_ROW_DUE,
    STEPS,
    REJECTED,
    ITERATIONS,
    ROW_ITERATIONS,  # when the last row was written
    FAILED_BODY,
) = range(12)
TIME, SIZE, LAST_SIZE = range(3)
SMALLEST_PART = 64  # a step that fails is tried again in halves, down to this fraction


class StepPlan(NamedTuple):
    """The schedule and the place in it."""

    times: Floats  # (no,)
    steps: Ints  # (no - 1,)
    counts: Ints  # see the indices above
    clock: Floats  # [time at the start of the step or of the row, size of the step, of the last one]


@subroutine
def has_task(plan, chunk):
    """Set the clock for the next row (IS_ROW_DUE) or part of a step; False when the call is over, for the reason in STATUS."""
    counts, clock = plan.counts, plan.clock
    interval = counts[INTERVAL]
    if counts[STATUS] == STALLED or counts[STATUS] == CROSSED:
        return False
    if counts[IS_ROW_DUE] == 1:
        clock[TIME] = plan.times[interval]
        return chunk.count[0] < chunk.time.shape[0]
    if interval == plan.steps.shape[0]:
        counts[STATUS] = FINISHED
        return False
    h = (plan.times[interval + 1] - plan.times[interval]) / plan.steps[interval]
    share = counts[PART] / counts[PARTS]
    clock[TIME] = plan.times[interval] + (counts[STEP] + share) * h
    clock[SIZE] = h / counts[PARTS]
    return counts[BUDGET] > 0


@subroutine
def close_part(plan, converged, iterations, first_open):
    """Note a part of a step: go on, or halve it, or give up for the body `first_open`."""
    counts = plan.counts
    counts[ITERATIONS] += iterations
    if not converged:
        counts[REJECTED] += 1
        if counts[PARTS] == SMALLEST_PART:
            counts[STATUS] = STALLED
            counts[FAILED_BODY] = first_open
        counts[PARTS] *= 2
        counts[PART] *= 2
        return
    counts[PART] += 1
    if counts[PART] < counts[PARTS]:
        return
    plan.clock[LAST_SIZE] = plan.clock[SIZE]
    counts[PART], counts[PARTS] = 0, 1
    counts[STEP] += 1
    counts[STEPS] += 1
    counts[BUDGET] -= 1
    if counts[STEP] == plan.steps[counts[INTERVAL]]:
        counts[INTERVAL] += 1
        counts[STEP] = 0
        counts[IS_ROW_DUE] = 1


@subroutine
def first_unfinished(layout, finished):
    """A body of the first island that has not converged."""
    for b in range(layout.island.shape[0]):
        if finished[layout.island[b]] == 0:
            return b
    return 0
