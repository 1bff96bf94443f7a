"""Switches of signals within steps of explicit methods.

A step in which a signal switches is repeated with different sizes until it ends just after the switch
(integrators/crossing.py). A fixed step then continues as after a jump of a function of time: the next piece ends where the whole
step would have ended. So output times do not change, and the method keeps its order. Steps also end where exact delays repeat
the switch (integrators/switch_echoes.py).

A fixed step locates a limited number of switches. If a signal switches repeatedly at one time, or too often, the rest of the
step is taken without a search. The run counts these steps. If a side switches back at once, the motion may slide along
its switch (integrators/sliding.py).

If the side of a corner switches back at once, adaptive steps stop locating its switches for a while. The signal follows
its input in these steps. Their error estimate then decides whether they resolve the corner. The number of these steps
doubles as long as the side still switches back at once.

The loop calls `note_stage_of_step`, `judge_step` and `end_step` by their addresses (`SwitchEntries`), so a model without
switches needs no code for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.compiler.entries import address_of
from rbsolve.solver.compiler.layouts import FLOAT, INTEGER
from rbsolve.solver.compiler.records import layout_of, layout_of_value
from rbsolve.solver.forces.switches import settle
from rbsolve.solver.integrators.crossing import (
    BEHIND_CROSSING,
    MOST_CUTS,
    NOTHING_CROSSED,
    TRY_AGAIN,
    begin_search_from,
    crosses,
    is_searching,
    note_stage,
)
from rbsolve.solver.integrators.munthe_kaas.records import (
    ALL_BUT_FORCES,
    ALL_BUT_FORCES_AND_SET,
    FORCES,
    NOTHING,
    SwitchEntries,
)
from rbsolve.solver.integrators.munthe_kaas.step import copy_matrix, ends_at_row, evaluate
from rbsolve.solver.integrators.pieces import near_of_step, within_piece
from rbsolve.solver.integrators.sliding import (
    SETTLED,
    begin_piece,
    begin_step,
    begin_to_slide,
    can_slide,
    judge_sliding,
)
from rbsolve.solver.integrators.switch_echoes import repeat_switch
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import MARGIN, NEAREST, SIGNAL_SWITCH, SWITCHES
from rbsolve.solver.signals.interval import INTERVALS, passed_in_law
from rbsolve.solver.signals.lookup_table import passed_corners
from rbsolve.solver.signals.registry import CODES
from rbsolve.solver.signals.side import is_jump

if TYPE_CHECKING:
    from rbsolve.solver.integrators.crossing import Crossing
    from rbsolve.solver.integrators.munthe_kaas.records import (
        ExplicitCursor,
        Method,
        Parts,
        Run,
        SignalStages,
        StepControl,
        Weights,
    )
    from rbsolve.solver.model.arrays import Model, State

MOST_SWITCHES = 8  # largest number of switches that are located in a fixed step, or its part
AT_ONCE = 1e-6  # a second switch of a signal counts as immediate if it is within this fraction of a step
WHOLE = 1e-13  # a trial counts as a whole step if it is shorter by at most this fraction
MOST_FREE = 63  # largest number of consecutive adaptive steps in which a signal follows its input
_LEVEL, _TABLE, _PID, _SIDE = (CODES[name] for name in ("LEVEL", "LOOKUP_TABLE", "PID", "SIDE"))
_FIRST_INTERVAL, _LAST_INTERVAL = CODES[INTERVALS[0].name], CODES[INTERVALS[-1].name]
LEFT_UNLOCATED = -1  # a verdict on a fixed step: a signal switches at its end


def with_located_switches(model: Model, parts: Parts, method: Method, run: Run, state: State) -> Method:
    """Return the method with the entries that locate switches in fixed steps, if signals of the model switch. Entries
    that do not exist yet are compiled.
    """
    if method.control is not None or not method.crossing.is_needed:
        return method
    crossing, of_state, signals = layout_of(method.crossing), layout_of(state), layout_of(parts.elements)
    step = layout_of(model), layout_of(parts), layout_of(method), layout_of(run), of_state, FLOAT, FLOAT
    return method._replace(
        switches=SwitchEntries(
            note_stage=address_of(note_stage_of_step, crossing, INTEGER, FLOAT, of_state),
            judge=address_of(judge_step, *step),
            end_step=address_of(end_step, signals, crossing, layout_of_value("cursor", run.cursor), of_state),
        )
    )


@subroutine
def is_interval(kind: int) -> bool:
    """Return whether signals of a kind store the interval of a force law."""
    return _FIRST_INTERVAL <= kind <= _LAST_INTERVAL


@subroutine
def follows_many(model: Model, crossing: Crossing, cursor: ExplicitCursor, state: State) -> bool:
    """Return whether a step must be repeated, because a level or a table passes more jumps or corners than the step can
    locate. The signal then follows its input in this step. A fine quantizer is an example.
    """
    if is_searching(crossing) or not state.watch[MARGIN] < 0.0:
        return False
    i = int(state.watch[NEAREST]) // SWITCHES
    kind, passed = model.signals.kind[i], 0.0
    if kind == _LEVEL:
        passed = -state.watch[MARGIN]
    elif kind == _TABLE:
        passed = passed_corners(model, i, state)
    elif is_interval(kind):
        passed = passed_in_law(model, i, state)
    if not passed > MOST_SWITCHES:
        return False
    state.memory[model.signals.first_memory[i + 1] - 1] = 1.0
    if kind == _LEVEL:
        cursor.unlocated, cursor.restless = cursor.unlocated + 1, i
    cursor.known = ALL_BUT_FORCES_AND_SET
    return True


@subroutine
def leave_unlocated(crossing: Crossing, cursor: ExplicitCursor, state: State) -> int:
    """Return the verdict on the rest of a fixed step without a search."""
    crossing.search.at_once = 0  # the limit of switches in a step ends the series of short steps
    if not state.watch[MARGIN] < 0.0:
        return NOTHING_CROSSED
    cursor.unlocated, cursor.restless = cursor.unlocated + 1, int(state.watch[NEAREST]) // SWITCHES
    return LEFT_UNLOCATED


@subroutine
def count_switch(model: Model, crossing: Crossing, cursor: ExplicitCursor, h: float, state: State) -> None:
    """Count a switch at the end of a step of size `h`. If a signal switches back at once, it slides from then on. If it
    cannot slide, no more switches are located in this fixed step.
    """
    if not (cursor.switches > 0 and value_of(h) < AT_ONCE * crossing.search.whole):
        cursor.switches += 1
        return
    number = int(state.watch[NEAREST])
    if can_slide(model, crossing.sliding, number // SWITCHES):
        begin_to_slide(model, crossing.sliding, number // SWITCHES, 0.0, state)
    else:
        cursor.switches = MOST_SWITCHES


@subroutine
def repeats_to_slide(model: Model, crossing: Crossing, cursor: ExplicitCursor, h: float, state: State) -> bool:
    """Return whether a step must be repeated, because the sides of signals that slide have changed."""
    sliding = crossing.sliding
    if sliding.progress.count == 0 or is_searching(crossing):
        return False
    count = sliding.progress.count
    if judge_sliding(model, sliding, value_of(h), state) == SETTLED:
        return False
    if sliding.progress.count < count:
        # where a signal stops sliding, an error of the step may return it to its other side at a stage
        crossing.search.cuts = MOST_CUTS
    cursor.known = ALL_BUT_FORCES
    return True


@subroutine
def settle_behind(
    model: Model, crossing: Crossing, cursor: ExplicitCursor, h: float, t: float, state: State, verdict: int
) -> int:
    """Decide the sides of switches at the time `t`, the end of an accepted adaptive step of size `h`, if they may have
    changed. Return the verdict on the step.
    """
    search, number = crossing.search, int(state.watch[NEAREST])
    if search.free > 0:
        search.free -= 1
        if model.signals.kind[cursor.restless] == _PID:  # its integral starts or stops there
            cursor.unlocated += 1
        if search.free == 0:
            verdict = BEHIND_CROSSING
    if verdict == NOTHING_CROSSED:
        return verdict
    search.free = 0
    settle(model, t, state)
    i = number // SWITCHES
    if number % SWITCHES == SIGNAL_SWITCH and value_of(h) < AT_ONCE * search.whole and _bends(model, i):
        search.patience = min(2 * search.patience + 1, MOST_FREE)
        search.free, search.at_once, cursor.restless = search.patience, 0, i
        state.memory[model.signals.first_memory[i + 1] - 1] = 1.0
    return BEHIND_CROSSING


@subroutine
def _bends(model: Model, i: int) -> bool:
    """Return whether a signal bends and does not jump where it switches. Forces are then continuous."""
    kind = model.signals.kind[i]
    return kind == _TABLE or kind == _PID or is_interval(kind) or (kind == _SIDE and not is_jump(model, i))


@subroutine
def switches_back(control: StepControl | None, cursor: ExplicitCursor) -> bool:
    """Return whether a fixed step continues after a switch whose signal may start to slide. The signals then have the
    values of a side that the motion does not enter, so events are detected only after the next piece.
    """
    return control is None and cursor.switches > 0 and cursor.is_cut == 1


@subroutine
def go_to_start(parts: Parts, tableau: Weights) -> None:
    """Return to the coordinates at the start of a step that is repeated."""
    copy_matrix(tableau.exponentials.y, parts.work.y)
    copy_matrix(tableau.exponentials.v, parts.work.v)


@subroutine
def end_piece(cursor: ExplicitCursor, h: float, whole: float, lands: bool) -> tuple[float, bool]:
    """Return the size of a trial, and whether the trial ends at the output time. `h` is the wanted size, and `whole` is
    the size of the fixed step or of its piece. A shorter trial ends within the step.
    """
    if h < value_of(whole) * (1.0 - WHOLE):
        cursor.ends_within = 1
        return h, False
    return whole, lands


@subroutine
def note_stage_of_step(crossing: Crossing, i: int, c: float, state: State) -> None:
    """Record the margin at stage `i`, which is at the fraction `c` of a step."""
    if i > 0:
        note_stage(crossing, state, c)
    else:
        begin_search_from(crossing, state)


@subroutine
def judge_step(model: Model, parts: Parts, method: Method, run: Run, state: State, t: float, h: float) -> None:
    """Store the verdict on a step of size `h` from `t`. The verdict depends on the switches of the step."""
    cursor, crossing = run.cursor, method.crossing
    if not method.tableau.first_same_as_last:
        evaluate(model, parts, t, within_piece(cursor, t + h), False, state)
        cursor.evaluations += 1
    verdict = TRY_AGAIN
    if not repeats_to_slide(model, crossing, cursor, h, state) and not follows_many(model, crossing, cursor, state):
        if cursor.switches >= MOST_SWITCHES:
            verdict = leave_unlocated(crossing, cursor, state)
        else:
            verdict = crosses(crossing, state, t, h, ends_at_row(run))
        if verdict == BEHIND_CROSSING:
            near = near_of_step(cursor, run.times, run.steps, t + h)
            repeat_switch(model, run.echoes, t + h, within_piece(cursor, t + h), near, state)
            count_switch(model, crossing, cursor, h, state)
    crossing.search.verdict = verdict


@subroutine
def end_step(elements: SignalStages, crossing: Crossing, cursor: ExplicitCursor, state: State) -> None:
    """Prepare the next step. The previous step, or piece of a step, was accepted. Its final forces remain known if no
    memory changes at its end.
    """
    stays = crossing.search.verdict == NOTHING_CROSSED and state.watch[MARGIN] > 0.0
    cursor.known = FORCES if stays and elements.only_switches and cursor.at_jump == 0 else NOTHING
    if cursor.is_cut == 1:
        begin_piece(crossing.sliding)
    else:
        begin_step(crossing.sliding)
