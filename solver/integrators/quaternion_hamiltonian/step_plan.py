"""Plans a run: the module determines the next step or row, halves failed steps, and counts steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.functions.jump_rows import near
from rbsolve.solver.integrators.divided_steps import PARTS, divide, halve, next_part
from rbsolve.solver.integrators.pieces import begin_after_jump, up_to_jump
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import IS_SHORT, LONGEST
from rbsolve.solver.model.flat import Floats, Ints

if TYPE_CHECKING:
    from rbsolve.solver.integrators.quaternion_hamiltonian.islands import IslandLayout
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.chunk import Chunk

RUNNING, FINISHED, STALLED, CROSSED = range(4)
LEVELS = 6  # largest number of halvings of a step


class ImplicitCursor(Variables):
    """The position of a run."""

    time: float  # time at the start of the step, or of the row
    size: float  # size of the step, or of its current part or piece
    last_size: float
    begun: float  # start of the current piece of a step, after a jump of a function of time
    earliest: float  # earliest time at which the current piece evaluates functions: after a jump at its start
    latest: float  # latest time at which the current piece evaluates functions: before a jump at its end
    interval: int  # index of the interval between output times
    step: int  # index of the step in the interval
    level: int  # the step is divided into 2^level parts
    part: int  # number of completed parts
    at_jump: int  # whether a function jumps at the end of the current piece
    ends_within: int  # whether the current piece ends at a jump, within a step or its part
    is_cut: int  # whether the previous piece ended within a step or its part
    budget: int  # steps that may still be taken
    tries: int  # remaining attempts at parts of a step in this call
    status: int
    is_row_due: int
    steps: int
    rejected: int
    halved: int  # number of steps that did not converge, as a whole or in a part
    last_halved: int  # index of the last step that did not converge, counted from 1
    divided: int  # number of steps that were too long to resolve forces or impacts
    unresolved: int  # number of parts that could not be made small enough
    iterations: int
    updates: int  # number of updates of the iteration matrix
    row_iterations: int  # number of iterations at the last output row
    row_updates: int
    failed_body: int
    unrefined: int  # number of steps without converged derivatives


class StepPlan(NamedTuple):
    """The schedule of a run, and the position in it."""

    times: Floats  # (no,)
    steps: Ints  # (no - 1,)
    cursor: ImplicitCursor
    jumps: Floats  # Functions.jumps


@subroutine
def has_task(plan: StepPlan, state: State, chunk: Chunk) -> bool:
    """Set the clock for the next row (IS_ROW_DUE), or for the next part or piece of a step. Return False if the call
    ends; STATUS then contains the reason.
    """
    cursor = plan.cursor
    interval = cursor.interval
    if cursor.status == STALLED or cursor.status == CROSSED:
        return False
    if cursor.is_row_due == 1:
        cursor.time = plan.times[interval]
        begin_after_jump(cursor, plan.jumps, plan.times, plan.steps, cursor.time)
        has_room: bool = chunk.count[0] < chunk.time.shape[0]
        return has_room
    if interval == plan.steps.shape[0]:
        cursor.status = FINISHED
        return False
    h = (plan.times[interval + 1] - plan.times[interval]) / plan.steps[interval]
    begins = cursor.budget > 0 or cursor.level > 0 or cursor.is_cut == 1
    if begins and cursor.is_cut == 0 and divide(cursor, h, state.watch[LONGEST]) and state.watch[IS_SHORT] != 0.0:
        cursor.divided += 1
    cursor.tries = PARTS if cursor.level == 0 and cursor.is_cut == 0 else cursor.tries - 1
    _set_piece(plan, h)
    return begins and cursor.tries > 0


@subroutine
def _set_piece(plan: StepPlan, h: float) -> None:
    """Set the start and the size of the next piece of a step of size `h`. A part without jumps is a piece."""
    cursor, start = plan.cursor, plan.times[plan.cursor.interval]
    if cursor.is_cut == 1:  # the part may have been halved, so its first half may end before the piece
        # A piece that begins at a jump is longer than the distance of a jump, so it is not skipped.
        nearest = cursor.begun + 0.5 * near(cursor.begun, h)
        while start + (cursor.step + (cursor.part + 1) / (1 << cursor.level)) * h <= nearest:
            cursor.part += 1
    parts = 1 << cursor.level
    cursor.time = start + (cursor.step + cursor.part / parts) * h
    cursor.size = h / parts
    if cursor.is_cut == 1:
        cursor.size -= cursor.begun - cursor.time
        cursor.time = cursor.begun
    begin_after_jump(cursor, plan.jumps, plan.times, plan.steps, cursor.time)
    cursor.ends_within = 0
    if plan.jumps.shape[0] > 0:
        cursor.size = up_to_jump(cursor, plan.jumps, cursor.time, cursor.size, h)


@subroutine
def close_part(plan: StepPlan, converged: bool, iterations: int, first_open: int) -> None:
    """Record the result of a part or piece of a step. The run continues, halves the part, or ends with the body
    `first_open` as the cause.
    """
    cursor = plan.cursor
    cursor.iterations += iterations
    if not converged:
        if not halve(cursor, LEVELS):
            cursor.status, cursor.failed_body = STALLED, first_open
        return
    cursor.is_cut = cursor.ends_within
    if cursor.is_cut == 1:
        cursor.begun = cursor.time + cursor.size
        return
    if not next_part(cursor):
        return
    cursor.last_size = cursor.size
    cursor.budget -= 1
    if cursor.step == plan.steps[cursor.interval]:
        cursor.interval += 1
        cursor.step = 0
        cursor.is_row_due = 1


@subroutine
def first_unfinished(layout: IslandLayout, finished: Ints) -> int:
    """Return a body in the first island that has not converged."""
    for b in range(layout.island.shape[0]):
        if finished[layout.island[b]] == 0:
            return b
    return 0
