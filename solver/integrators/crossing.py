"""Location of switches. A step of an adaptive method ends where a contact or a stop closes or opens, or where a signal
switches.

Within a step, each switch keeps the side that it had at the start. So the step is smooth even beyond the crossing. The
forces at the end of the step determine the margin (solver/forces/switches.py). The margin is negative if a contact,
stop or signal has switched. The step is then repeated with different lengths until the step ends just after the
crossing. The Illinois method finds these lengths (Dowell and Jarratt, BIT 11, 1971). The next step starts just after
the crossing, on the new side.

A time loop uses this module as follows (`munthe_kaas/loop.py` is an example):

1. Before the run, the engine prepares its model by `with_switches` and creates `Crossing.of(model, state, stop)`, which is
   part of its MEMORY (`search` and `sliding`). To restart from another initial state, the engine calls `crossing.begin(state)`.
2. If the crossing `is_needed`, the loop calls `settle(model, t, state)` at the initial state before it evaluates the
   forces.
3. While `is_searching(crossing)`, `trial_step(crossing)` replaces the step size control. It returns the size of the
   next step, and whether the step ends at the output time. The error estimate need not judge such a step, because the
   step is shorter than a step that was accepted.
4. If the crossing `is_needed`, the loop evaluates the forces at the end of an accepted step. Then the verdict is
   `crosses(crossing, state, t, h, lands)`:

   - NOTHING_CROSSED: accept the step;
   - TRY_AGAIN: reject the step, and repeat it from the same start;
   - BEHIND_CROSSING: accept the step, call `settle` at its end and evaluate the forces again. Algorithms for smooth
     forces must restart: a multistep method discards the previous steps;
   - ENDLESS: end the run, because the object named by `crossing.nearest` switches back and forth.

5. Some loops evaluate the forces at stages within the step. Such a loop may call `begin_stages(crossing)` before the
   first stage and `note_stage(crossing, state, c)` after each stage. If an object switches at a stage and is back on
   its side at the end, the step is repeated up to this stage. If an object may switch between the stages, the step is
   repeated up to the lowest point of a parabola.

A search consists of at most `TRIALS` trials, and each accepted step advances the time. Therefore every search ends, and
every sequence of searches too. If the signals of an adaptive run switch so often that the rest of the run would have
more than `MOST_AHEAD` switches, the run is ended.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.forces.switches import has_switches
from rbsolve.solver.integrators.sliding import Sliding
from rbsolve.solver.joints.blocks import label
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.arrays import (
    CONTACT_SWITCH,
    LOCATES,
    MARGIN,
    NEAREST,
    STOP_SWITCH,
    SWITCHES,
    Model,
    State,
)
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.signals.interval import named_switch

BEHIND = 1e-9  # margin at the end of a located step, relative to the change of the margin over the original step
NARROW = 1e-13  # width of the bracket at which a search ends, relative to the length of the original step
ROUNDING = 1e-15  # width of the bracket at which a search ends, relative to the time
POSITION = 2e-15  # round-off of a gap, relative to the largest coordinate of a body
SECANTS, TRIALS = 20, 100  # largest number of trials for a step by the secant method, and by all methods together
# A negative margin at a stage may be only an error if its size is below this fraction of the margins at both ends.
SLIGHT = 1e-3
MOST_CUTS = 5  # largest number of times that a step is shortened because of a switch at a stage
MOST_AT_ONCE = 200  # largest number of consecutive crossings, each at the end of a step of the smallest length
COUNTED = 10_000  # number of crossings after which their number in the rest of the run is estimated
MOST_AHEAD = 1e8  # largest estimated number of crossings in the rest of the run
MOST_DENSE = 5  # largest number of consecutive estimates above MOST_AHEAD
NOTHING_CROSSED, BEHIND_CROSSING, TRY_AGAIN, GIVE_UP, ENDLESS = range(5)  # verdicts on a step


OFF, ON, CUTTING = range(3)


class Bracket(Variables):
    """The search for the length of the step at whose end the margin is just below zero."""

    searching: int  # state of the search: OFF, ON, or CUTTING
    start: float  # the margin at the start of the step
    low: float  # lower end of the bracket of lengths
    high: float
    low_value: float  # margin at `low` minus the goal
    high_value: float
    trial: float  # the length of the next trial
    trials: int  # number of trials so far
    side: int  # -1 if the lower end moved last, 1 if the upper end moved last
    goal: float
    whole: float  # length of the step in which the search started
    lands: int  # whether the original step ended at an output time
    verdict: int  # verdict on the last fixed step of an explicit method
    least: float  # the smallest margin at a stage of the step
    least_at: float  # the position of the stage with this margin, as a fraction of the step
    middle: float  # the margin at the stage nearest to the middle of the step
    middle_at: float  # the position of this stage, or 0 if there is none
    cuts: int  # number of times that this step has been shortened so far
    located: int  # number of crossings located so far
    at_once: int  # number of consecutive crossings up to now that ended steps of the smallest length
    counted: float  # time of the last estimate of the number of crossings
    dense: int  # number of consecutive estimates that are too large
    free: int  # remaining number of adaptive steps in which signals that switched back at once follow their inputs
    patience: int  # the initial value of `free` when a signal last switched back at once


class Crossing(NamedTuple):
    """Locates the switches of a run."""

    is_needed: bool
    """Whether any contact, stop or signal of the model can switch."""
    watch: Floats
    """State.watch"""
    search: Bracket
    sliding: Sliding
    """The signals that slide along their switches. In adaptive steps, no signal slides."""
    stop: float = -math.inf
    """The end of the run [s], or -inf for fixed steps, in which the number of located switches is limited."""

    @classmethod
    def of(cls, model: Model, state: State, stop: float) -> Crossing:
        """Return the locator for a run from this state to the time `stop`. The model must come from `with_switches`."""
        crossing = cls(has_switches(model), state.watch, Bracket(), Sliding.of(model), stop)
        crossing.begin(state)
        return crossing

    @classmethod
    def of_signals(cls, model: Model, state: State) -> Crossing:
        """Return the locator for fixed steps. It locates only the switches of signals."""
        return cls(len(model.signals.switching) > 0, state.watch, Bracket(), Sliding.of(model))

    def begin(self, state: State, *, decides: bool = True) -> None:
        """Prepare a run. If the locator `decides` the sides of contacts, record this in the state."""
        if self.is_needed:
            if decides:
                state.watch[LOCATES] = 1.0
            self.search.words[...] = 0
            self.sliding.begin()

    def nearest(self, compiled: CompiledModel) -> str:
        """Return the object that determined the last margin: a contact, a joint with a stop, a signal, a spring or a
        bushing.
        """
        number, kind = divmod(int(self.watch[NEAREST]), SWITCHES)
        if kind == CONTACT_SWITCH:
            return f"contact {list(compiled.description.of_kind('CONTACT'))[number]}"
        if kind == STOP_SWITCH:
            return f"the stop of {label(compiled.description, int(compiled.model.drives.joint[number]))}"
        return named_switch(list(compiled.signal_index)[number])


@subroutine
def is_searching(crossing: Crossing) -> bool:
    """Return whether the next step is a trial of a search."""
    return crossing.search.searching != OFF


@subroutine
def trial_step(crossing: Crossing) -> tuple[float, bool]:
    """Return the length of the trial, and whether the trial ends at the output time."""
    search = crossing.search
    return search.trial, search.lands == 1 and search.trial == search.whole


@subroutine
def begin_stages(crossing: Crossing) -> None:
    """Reset the data about stages at the start of a step."""
    crossing.search.least, crossing.search.middle_at = math.inf, 0.0


@subroutine
def begin_search_from(crossing: Crossing, state: State) -> None:
    """Store the margin at the start of a fixed step, or at the start of an adaptive run."""
    margin = state.watch[MARGIN]
    crossing.search.start = margin if 0.0 < margin < math.inf else 0.0


@subroutine
def note_stage(crossing: Crossing, state: State, c: float) -> None:
    """Record the margin at a stage. The stage is at the fraction `c` of the step."""
    if c < 1.0 and state.watch[MARGIN] < crossing.search.least:
        crossing.search.least, crossing.search.least_at = state.watch[MARGIN], c
    if c < 1.0 and abs(c - 0.5) <= abs(crossing.search.middle_at - 0.5):
        crossing.search.middle, crossing.search.middle_at = state.watch[MARGIN], c


@subroutine
def _lowest(search: Bracket, margin: float) -> tuple[float, float]:
    """Return the smallest margin within a step, and its position as a fraction of the step. A parabola through the
    margins at both ends and near the middle of the step estimates the margin between the stages. If the parabola has no
    lowest point within the step, the margin is infinite.
    """
    start, at = search.start, search.middle_at
    if not (at > 0.0 and math.isfinite(value_of(margin)) and math.isfinite(value_of(search.middle))):
        return math.inf, 1.0
    first = (search.middle - start) / at
    bend = (margin - start - first) / (1.0 - at)
    slope = first - bend * at
    if not (bend > 0.0 and -2.0 * bend < slope < 0.0):
        return math.inf, 1.0
    return start - slope * slope / (4.0 * bend), -slope / (2.0 * bend)


@subroutine
def _passes(search: Bracket, margin: float, h: float) -> int:
    """Return the verdict on a step that has no crossing at its end."""
    slight, at = SLIGHT * max(search.start, margin), 0.0
    if search.cuts < MOST_CUTS:
        lowest, place = _lowest(search, margin)
        if search.least < -slight:
            at = search.least_at
        elif lowest < slight:
            at = place
    if at > 0.0:
        search.searching, search.trial, search.lands = CUTTING, at * h, 0
        search.cuts += 1
        return TRY_AGAIN
    search.start, search.at_once, search.cuts = margin, 0, 0
    if search.free == 0:
        search.patience = 0
    return NOTHING_CROSSED


@subroutine
def give_up_search(crossing: Crossing) -> None:
    """End the search after a trial that could not be solved. The step control then chooses the next size."""
    crossing.search.searching = OFF


@subroutine
def _next_trial(search: Bracket, narrow: float) -> None:
    """Set the next trial to the zero of the secant. If the bracket is narrow or no trials are left, the next trial is
    the end of the bracket.
    """
    width = search.high - search.low
    search.trials += 1
    search.trial = search.high
    if width > narrow and search.trials < TRIALS:
        secant = search.high - search.high_value * width / (search.high_value - search.low_value)
        if search.trials > SECANTS or not search.low < secant < search.high:
            secant = search.low + 0.5 * width
        search.trial = min(max(secant, narrow), search.high)


@subroutine
def _begin(search: Bracket, margin: float, h: float, lands: bool, narrow: float) -> None:
    """Start the search for the crossing in a step of size `h` that ends with a negative margin."""
    search.searching, search.whole, search.lands, search.trials = ON, h, 1 if lands else 0, 0
    search.goal = BEHIND * (search.start - margin)
    search.low, search.low_value = 0.0, search.start + search.goal
    search.high, search.high_value = h, margin + search.goal
    search.side = 0
    _next_trial(search, narrow)


@subroutine
def _is_too_dense(crossing: Crossing, t: float) -> bool:
    """Return whether signals switch so often that the run would practically not end. Several consecutive estimates must
    agree, because a sequence of dense crossings may be short.
    """
    search, number = crossing.search, int(crossing.watch[NEAREST]) % SWITCHES
    if search.located % COUNTED != 0:
        return False
    passed, search.counted = value_of(t) - search.counted, value_of(t)
    is_dense = (crossing.stop - value_of(t)) * COUNTED > MOST_AHEAD * passed
    is_signal = number != CONTACT_SWITCH and number != STOP_SWITCH
    search.dense = search.dense + 1 if is_dense and is_signal else 0
    return search.dense > MOST_DENSE


@subroutine
def _end(crossing: Crossing, t: float, h: float, narrow: float) -> int:
    """Return the verdict on a step from `t` that ends after the crossing."""
    search = crossing.search
    search.searching, search.start, search.cuts = OFF, 0.0, 0
    search.located += 1
    search.at_once = search.at_once + 1 if h <= 2.0 * narrow else 0
    return ENDLESS if search.at_once >= MOST_AT_ONCE or _is_too_dense(crossing, t) else BEHIND_CROSSING


@subroutine
def _narrow(search: Bracket, value: float, h: float) -> None:
    """Move one end of the bracket to the length `h`. `value` is the margin at `h` minus the goal."""
    if value > 0.0:
        search.low, search.low_value = h, value
        if search.side < 0:
            search.high_value *= 0.5
        search.side = -1
    else:
        search.high, search.high_value = h, value
        if search.side > 0:
            search.low_value *= 0.5
        search.side = 1


@subroutine
def _is_round_off(state: State, margin: float) -> bool:
    """Return whether the margin belongs to a contact and is as small as the round-off of positions. For faces that move
    together without a force, round-off changes their side in almost every step. Such changes are not located.
    """
    if int(state.watch[NEAREST]) % SWITCHES != CONTACT_SWITCH:
        return False
    most = 0.0
    for b in range(state.x.shape[0]):
        most = max(most, abs(state.x[b, 0]), abs(state.x[b, 1]), abs(state.x[b, 2]))
    return -margin <= POSITION * most


@part
def crosses(crossing: Crossing, state: State, t: float, h: float, lands: bool) -> int:
    """Return the verdict on a step of length `h` from `t`. `state` contains the forces at the end of the step. `lands`
    is true if the step ends at an output time.
    """
    search, margin = crossing.search, state.watch[MARGIN]
    if search.searching != ON:
        search.searching = OFF
        narrow = max(NARROW * h, ROUNDING * abs(t))
        if not margin < 0.0:
            return _passes(search, margin, h)
        if _is_round_off(state, margin):
            return _end(crossing, t, h, narrow)
        _begin(search, margin, h, lands, narrow)
        return TRY_AGAIN
    narrow = max(NARROW * search.whole, ROUNDING * abs(t))
    value = margin + search.goal
    if margin < 0.0 and (value >= -search.goal or _is_round_off(state, margin)):
        return _end(crossing, t, h, narrow)
    if h == search.high and (search.high - search.low <= narrow or search.trials >= TRIALS):
        return _end(crossing, t, h, narrow)
    _narrow(search, value, h)
    _next_trial(search, narrow)
    return TRY_AGAIN
