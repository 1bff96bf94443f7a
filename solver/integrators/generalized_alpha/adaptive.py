"""Controls the adaptive steps of generalized-alpha: it judges steps, chooses where they end, and restarts the method
after a switch.

`local_error.py` estimates the error, and `offsets.py` corrects velocities after a change of the step size. For fixed
steps, `Adaptive` is None, and the loop is compiled without this code.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.compiler.subroutines import call6
from rbsolve.solver.functions.corners import up_to_corner
from rbsolve.solver.integrators.crossing import (
    GIVE_UP,
    NOTHING_CROSSED,
    TRY_AGAIN,
    Crossing,
    crosses,
    give_up_search,
    is_searching,
    trial_step,
)
from rbsolve.solver.integrators.generalized_alpha.control import READY, START_LATER, START_NOW
from rbsolve.solver.integrators.generalized_alpha.followed import up_to_followed
from rbsolve.solver.integrators.generalized_alpha.function_jumps import behind_jump, go_later
from rbsolve.solver.integrators.generalized_alpha.impulses import FORCE
from rbsolve.solver.integrators.generalized_alpha.local_error import (
    largest,
    put_errors,
    quadrature_constant,
    step_error,
    velocity_constant,
)
from rbsolve.solver.integrators.generalized_alpha.offsets import keep_offset, remove_offset, rescale_offset
from rbsolve.solver.integrators.generalized_alpha.step import begin_size, forget_events
from rbsolve.solver.integrators.step_control import fit_step, new_step
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.arrays import MARGIN
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.step_size import Adaptive, StepSize
    from rbsolve.solver.model.arrays import Functions, Model, State

GROW = 2.0  # largest growth of a step; a larger growth might also amplify damped components
SAME = 1.2  # if factorizations are kept and a step would grow by less than this factor, its size does not change
NEWTON_SHRINK = 0.25  # factor of the step size after a failed iteration
FIRST = 0.5  # target error of an automatically chosen first step, relative to the tolerance
ROUNDING = 1e-15  # a time counts as reached within this fraction of its value
PROBE = 1e-6  # size of the probing step, relative to the run; the probing step determines the first step
PROBES = 6  # largest number of probing steps
PROBED = 0.5  # if the first step is shorter than this multiple of the probing step, the start is repeated with a shorter probing step
FARTHEST = 100.0  # largest first step, relative to the probing step
SMALLEST = 1e-13  # smallest step, relative to the time or to the run
SEVERAL = 4.0  # factor of the last Newton correction that bounds the distance of the solution from the last iterate
CARRIED = 100.0  # number of steps over which the error of a velocity accumulates: one or two periods of the fastest resolved motion
FAINT = 1e-8  # smaller errors of a step are negligible; relative to the tolerance
# permitted position error due to the Newton iteration over CARRIED steps, relative to the tolerance
NEWTON_SHARE = 0.05


def begin_sizes(size: StepSize, start: float, stop: float, first: float) -> float:
    """Prepare a run. `first` is the size of the first step, or NaN if it is chosen automatically. Return the step size
    for computing the start.
    """
    size.time, size.span, size.last_error, size.row_due = start, stop - start, 1.0, 1
    size.probes = 0 if math.isfinite(first) else PROBES
    size.next_h = first if math.isfinite(first) else PROBE * (stop - start)
    return size.next_h


@subroutine
def begin_step(
    functions: Functions, adaptive: Adaptive, times: Floats, control: Control, body: BodyRecords
) -> tuple[float, float]:
    """Set up a step. Return its size relative to the last accepted step, and relative to the last step that was
    started.
    """
    size, crossing = adaptive.size, adaptive.crossing
    remaining = times[control.interval + 1] - size.time
    corner = value_of(up_to_corner(functions, value_of(size.time), value_of(size.next_h)))
    wanted = min(corner, value_of(remaining))
    wanted = up_to_followed(functions, adaptive.driven, adaptive.rates, value_of(size.time), wanted)
    h, lands = fit_step(wanted, remaining)
    if is_searching(crossing):
        h, lands = trial_step(crossing)
        h = value_of(h)
        lands = lands or remaining - h <= ROUNDING * abs(size.time)
    size.lands = 1 if lands else 0
    control.time = times[control.interval + 1] if lands else size.time + h
    size.carried = max(size.coasting, CARRIED * h)
    control.finest = NEWTON_SHARE * adaptive.tolerance * h / size.carried
    if size.tries == 0:
        forget_events(h, control, body)
    resized = begin_size(h, control, body)
    if abs(resized - 1.0) > 1e-12:
        rescale_offset(resized, adaptive.offset, body)
    return h / size.taken_h, resized


@subroutine
def is_near(model: Model, crossing: Crossing, control: Control, state: State) -> bool:
    """Return whether the last iterate is so close to a switch that the solution may be beyond it.

    The limit for the margin is a fraction of the last correction. With signals that switch, the function always returns
    True, because their margins have different units.
    """
    moved = control.correction * control.allowed * max(1.0, 1.0 / control.extent)
    return is_searching(crossing) or model.signals.switching.shape[0] > 0 or not state.watch[MARGIN] > SEVERAL * moved


@subroutine
def judge_step(model: Model, parts: Parts, adaptive: Adaptive, control: Control, state: State) -> int:
    """Return the verdict on the solved step, from its local error and its crossings (solver/integrators/crossing.py)."""
    verdict, crossing, elements = NOTHING_CROSSED, adaptive.crossing, parts.elements
    if not is_searching(crossing):
        error, worst = step_error(model, parts, adaptive, control, state)
        if elements.x.shape[0] > 0:
            call6(
                parts.entries.find_error,
                model,
                velocity_constant(control),
                adaptive.size.taken_h,
                control,
                elements,
                state,
            )
            error = max(error, elements.error[0])
        adaptive.size.error = error / adaptive.tolerance
        verdict = _verdict_on(adaptive, control)
        if verdict == GIVE_UP:
            control.failed = worst
    if crossing.is_needed and verdict == NOTHING_CROSSED:
        size = adaptive.size
        verdict = crosses(crossing, state, size.time, control.h, size.lands == 1)
        if verdict == TRY_AGAIN:
            throw_away(size, control)
    return verdict


@part
def _verdict_on(adaptive: Adaptive, control: Control) -> int:
    """Return the verdict of the error estimate on a step, and determine the size of the next step."""
    size, h, error = adaptive.size, control.h, adaptive.size.error
    wanted = new_step(adaptive, h, error, size)
    if not error <= 1.0:
        return refuse_step(wanted, adaptive, control)
    if _is_too_small(wanted, size):
        return GIVE_UP
    size.next_h = min(wanted, GROW * h if size.fails == 0 else h)
    if control.modified == 1 and h <= wanted <= SAME * h:
        size.next_h = h
    return NOTHING_CROSSED


@subroutine
def throw_away(size: StepSize, control: Control) -> None:
    """Reject a step. The caller then repeats the step."""
    control.rejected += 1
    control.stage, control.factorized, control.contraction = READY, 0, 1.0
    size.tries += 1


@subroutine
def refuse_step(wanted: float, adaptive: Adaptive, control: Control) -> int:
    """Reject a step, which is then repeated with a different size."""
    size = adaptive.size
    throw_away(size, control)
    size.fails = 1
    size.next_h = wanted
    return GIVE_UP if _is_too_small(wanted, size) else TRY_AGAIN


@subroutine
def _is_too_small(h: float, size: StepSize) -> bool:
    """Return whether a step is smaller than the smallest permitted step. The result is also True for NaN."""
    return not h > SMALLEST * max(size.span, abs(size.time))


@subroutine
def try_shorter(adaptive: Adaptive, control: Control) -> bool:
    """Return whether a step that could not be solved may be repeated with a smaller size."""
    give_up_search(adaptive.crossing)
    return refuse_step(NEWTON_SHRINK * control.h, adaptive, control) == TRY_AGAIN


@subroutine
def take_step(adaptive: Adaptive, control: Control) -> bool:
    """Count an accepted step. Return whether an output row follows. At a jump of forces, the row is written after the
    restart.
    """
    size = adaptive.size
    if control.at_jump > 0:  # the forces may have been evaluated before the jump
        control.time = control.left
    size.time, size.taken_h, size.tries, size.fails = control.time, control.h, 0, 0
    allowed = control.h * max(size.error, FAINT) ** -adaptive.exponent
    size.coasting = max(allowed, size.coasting - control.h)
    control.steps += 1
    control.afresh = control.at_jump
    if size.lands == 1:
        control.interval += 1
    return size.lands == 1 and control.at_jump != FORCE


@subroutine
def start_again(adaptive: Adaptive, times: Floats, control: Control, body: BodyRecords) -> None:
    """Restart the method at the end of a step, because the forces have changed."""
    size = adaptive.size
    remove_offset(adaptive.offset, body)
    control.again, size.row_due, size.probes = 1, size.lands, PROBES
    h = value_of(size.next_h)
    if control.interval + 1 < times.shape[0]:
        h = min(h, times[control.interval + 1] - size.time)
    control.h, control.stage, control.factorized, control.contraction = h, START_NOW, 0, 1.0


@subroutine
def is_probed(stage: int, adaptive: Adaptive) -> bool:
    """Return whether a start has computed v'' and must choose the first step from v''."""
    return stage > START_LATER and stage < READY and adaptive.size.probes > 0


@subroutine
def choose_first(functions: Functions, parts: Parts, adaptive: Adaptive, control: Control, state: State) -> None:
    """Choose the size of the first step from v'' at the start (`BodyRecords.before`), or repeat the start with a
    shorter probing step.
    """
    size = adaptive.size
    put_errors(parts, quadrature_constant(control), True, parts.work.body.before, control, state, adaptive.twist)
    error, _ = largest(control.extent, adaptive.twist)
    growth = value_of((FIRST * adaptive.tolerance / max(control.h * error, 1e-300)) ** adaptive.exponent)
    if not growth > 1e-3:  # this comparison is also false for NaN
        growth = 1e-3
    size.probes -= 1
    control.h *= min(growth, FARTHEST)
    if growth < PROBED and size.probes > 0:
        go_later(functions.jumps, control)
        control.stage, control.factorized = START_LATER, 0
    else:
        size.probes = 0


@subroutine
def finish_adaptive_start(model: Model, parts: Parts, adaptive: Adaptive, control: Control, state: State) -> bool:
    """Prepare the first step at the end of the start. Return whether an output row follows."""
    size = adaptive.size
    control.time, control.last_h = behind_jump(model.functions.jumps, size.time, control.h), control.h
    size.next_h, size.taken_h = control.h, control.h
    if parts.system is not None:
        keep_offset(parts, parts.system, adaptive.offset, state)
    row = size.row_due == 1
    size.row_due = 0
    return row
