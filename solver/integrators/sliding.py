"""Treats sliding: a signal stays on its switch, because the forces on both sides of the switch push the motion back. A
relay that supports a body against a load is an example.

No sequence of switches within a step describes this motion, because the number of switches is infinite. Its limit is a
motion with an equivalent value between the values on both sides. This value keeps the input of the switch at zero
(Filippov, Differential Equations with Discontinuous Righthand Sides, 1988, section 4). A side that slides is constant
within a step and lies between -1 and 1, so that its input is zero at the end of the step. A formula then has the mean
of its values on both sides (signals/sided.py). Positions and velocities have second-order errors.

The sides of a step are found by repeating the step, with Broyden's method (Mathematics of Computation 19, 1965). For
one side, this is the secant method. A side beyond -1 or 1 means that the motion leaves the switch within the step. The
side then stops sliding, and the step is repeated.

A signal begins to slide when it switches back at once. The step is solved on both sides. If only one solution, or none,
pushes the input back to zero, the signal does not slide.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.functions.affine import is_affine
from rbsolve.solver.joints.blocks import label
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.findings import NOTE, WARNING, Finding
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.signals.driving import has_limits
from rbsolve.solver.signals.dynamic import input_of
from rbsolve.solver.signals.registry import CODES
from rbsolve.solver.signals.side import JUMP, owner_of

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.compiled import CompiledModel
    from rbsolve.solver.model.signals import Signals

_SIDE = CODES["SIDE"]
_SIDED, _EXPRESSION = CODES["SIDED"], CODES["EXPRESSION"]
_NOT_LINEAR = [CODES[kind] for kind in ("LOOKUP_TABLE", "HYSTERESIS", "SAMPLE_AND_HOLD", "LEVEL", "SIDE")]
_CONTINUOUS = [CODES[kind] for kind in ("INTEGRATOR", "FIRST_ORDER_LAG")]
_NOT_LINEAR_IN_IT = "a signal that is not linear in it has wrong values there. Write the switch in a formula that is"
MOST_SLIDING = 16  # largest number of signals that slide at the same time
MOST_BEGUN = 3  # largest mean number of times that a signal may begin to slide in a step
TRIALS = 20  # largest number of corrections of the sides of a step
CLOSE = 1e-7  # corrections of sides below this size end the search
DISTINCT = 1e-5  # smaller changes of sides are not used to compute derivatives, because of round-off
ROUGH = 1e-3  # if the correction after all trials is larger, the step counts as not resolved
OUTSIDE = 1e-6  # distance of a side beyond -1 or 1 at which it stops sliding
LATEST = 0.99  # the sides of a step begin to act at the latest after this fraction of the step
SETTLED, AGAIN = range(2)  # verdicts on a step
SEARCH, FIRST_SIDE, SECOND_SIDE = range(3)  # stages: search for the sides, or a trial on one side of a new signal


class SlidingProgress(Variables):
    """The progress of the search for the sides of a step."""

    count: int  # number of signals that slide
    stage: int
    trials: int  # number of corrections so far
    refused: int  # 1 + the last signal that does not slide in this step, or 0
    steps: int  # number of steps, or parts of steps, with signals that slide
    last: int  # the last signal that slid in such a step
    unresolved: int  # number of these steps without a solution
    part: float  # fraction of the step before the sides act
    begun: int  # number of times that a signal has begun to slide in this step


class Sliding(NamedTuple):
    """The signals that slide. The first `count` entries are in use."""

    progress: SlidingProgress
    signals: Ints  # (n,)
    residual: Floats  # (n,) inputs of the sides at the end of the last trial
    change: Floats  # (n,) change of the sides before the last trial
    product: Floats  # (2, n) work space
    inverse: Floats  # (n, n) changes of sides for unit rates of their inputs
    slid: Ints  # (all signals,) 1 for a signal that slid in some step

    @classmethod
    def of(cls, model: Model) -> Sliding:
        """Return memory for the signals of a model, of which none slides."""
        n = min(int(np.sum(model.signals.kind == _SIDE)), MOST_SLIDING)
        residual, change = np.zeros(n), np.zeros(n)
        signals, slid = np.zeros(n, dtype=np.int64), np.zeros(len(model.signals.kind), dtype=np.int64)
        return cls(SlidingProgress(), signals, residual, change, np.zeros((2, n)), np.zeros((n, n)), slid)

    def begin(self) -> None:
        """Prepare a run, in which no signal slides yet."""
        self.progress.words[...] = 0
        self.slid[...] = 0


@subroutine
def can_slide(model: Model, sliding: Sliding, i: int) -> bool:
    """Return whether a signal that switches back at once may begin to slide."""
    signals, progress = model.signals, sliding.progress
    return (
        signals.kind[i] == _SIDE
        and signals.data[signals.first[i]] == JUMP
        and progress.count < sliding.signals.shape[0]
        and progress.refused != i + 1
        and progress.begun < MOST_BEGUN * sliding.signals.shape[0]
    )


@subroutine
def begin_to_slide(model: Model, sliding: Sliding, i: int, part: float, state: State) -> None:
    """Let a signal slide. Its side acts after the fraction `part` of the step."""
    progress, k = sliding.progress, model.signals.first_memory[i]
    sliding.signals[progress.count] = i
    progress.count += 1
    progress.begun += 1
    progress.stage, progress.part = FIRST_SIDE, part
    state.memory[k + 1] = 1.0
    if state.memory[k] == 0.0:
        state.memory[k] = 1.0


@subroutine
def act_after(sliding: Sliding, part: float) -> None:
    """Let the sides act after a jump of other forces, at the fraction `part` of the step. The motion may leave a switch
    there.
    """
    if sliding.progress.count > 0 and part <= LATEST:
        sliding.progress.part = max(part, sliding.progress.part)


@subroutine
def begin_piece(sliding: Sliding) -> None:
    """Prepare the search in the next step, or in the next piece of a step."""
    sliding.progress.trials, sliding.progress.part = 0, 0.0


@subroutine
def begin_step(sliding: Sliding) -> None:
    """Prepare the search in the next step."""
    begin_piece(sliding)
    sliding.progress.refused = sliding.progress.begun = 0


@subroutine
def _stop(model: Model, sliding: Sliding, which: int, side: float, state: State) -> None:
    """Let the signal with index `which` in `sliding` stop sliding, on one of its sides."""
    progress, k = sliding.progress, model.signals.first_memory[sliding.signals[which]]
    state.memory[k], state.memory[k + 1] = side, 0.0
    progress.count -= 1
    for n in range(which, progress.count):
        sliding.signals[n] = sliding.signals[n + 1]
        for m in range(sliding.signals.shape[0]):
            sliding.inverse[n, m] = sliding.inverse[n + 1, m]
    for m in range(which, progress.count):
        for n in range(progress.count):
            sliding.inverse[n, m] = sliding.inverse[n, m + 1]
    progress.trials, progress.stage = 0, SEARCH


@subroutine
def _try_sides(model: Model, sliding: Sliding, h: float, state: State) -> None:
    """Judge a trial on one side of a signal that may begin to slide, and prepare the next trial."""
    progress, n = sliding.progress, sliding.progress.count - 1
    i = sliding.signals[n]
    k, u = model.signals.first_memory[i], input_of(model, i, state)
    side = state.memory[k]
    if progress.stage == FIRST_SIDE:
        sliding.residual[n], state.memory[k], progress.stage = u, -side, SECOND_SIDE
        return
    first = sliding.residual[n]
    if not (u * side < 0.0 and first * side > 0.0):
        progress.refused = i + 1
        _stop(model, sliding, n, side if u * side >= 0.0 else -side, state)
        return
    for m in range(n):
        sliding.inverse[n, m] = sliding.inverse[m, n] = 0.0
    slope = 2.0 * side / (u - first)
    sliding.inverse[n, n] = h * slope
    state.memory[k] = side - slope * u
    progress.stage, progress.trials = SEARCH, 0


@subroutine
def _update_inverse(sliding: Sliding, h: float) -> None:
    """Improve the derivatives from the last change of the sides (`change`) and the change of the residuals
    (`product[0]`).
    """
    n, inverse, change, product = sliding.progress.count, sliding.inverse, sliding.change, sliding.product
    size = scale = 0.0
    for k in range(n):
        size = max(size, abs(change[k]))
    if not size > DISTINCT:
        return
    for k in range(n):
        total = 0.0
        for m in range(n):
            total += inverse[k, m] * product[0, m]
        scale += change[k] * total
        product[1, k] = h * change[k] - total
    if scale == 0.0:
        return
    for m in range(n):
        total = 0.0
        for k in range(n):
            total += change[k] * inverse[k, m]
        product[0, m] = total / scale
    for k in range(n):
        for m in range(n):
            inverse[k, m] += product[1, k] * product[0, m]


@subroutine
def _correct(model: Model, sliding: Sliding, h: float, state: State) -> float:
    """Write the residuals, and the corrections of all sides to `change`. Return the largest correction."""
    n, progress, largest = sliding.progress.count, sliding.progress, 0.0
    for k in range(n):
        u = input_of(model, sliding.signals[k], state)
        sliding.product[0, k] = u - sliding.residual[k]
        sliding.residual[k] = u
    if progress.trials > 0:
        _update_inverse(sliding, h)
    for k in range(n):
        total = 0.0
        for m in range(n):
            total += sliding.inverse[k, m] * sliding.residual[m]
        sliding.change[k] = -total / h
        largest = max(largest, abs(sliding.change[k]))
    return largest


@subroutine
def judge_sliding(model: Model, sliding: Sliding, h: float, state: State) -> int:
    """Return AGAIN if the step must be repeated with the sides that are now in the memory. Otherwise return SETTLED.
    `h` is the time during which the sides acted. `state` contains the signals at the end of the step.
    """
    progress, signals = sliding.progress, model.signals
    if progress.stage != SEARCH:
        _try_sides(model, sliding, h, state)
        return AGAIN
    largest = _correct(model, sliding, h, state)
    if not math.isfinite(value_of(largest)):
        return SETTLED
    if largest > CLOSE and progress.trials < TRIALS:
        for k in range(progress.count):
            state.memory[signals.first_memory[sliding.signals[k]]] += sliding.change[k]
        progress.trials += 1
        return AGAIN
    if largest > ROUGH:
        progress.unresolved, progress.last = progress.unresolved + 1, sliding.signals[0]
    farthest, worst = 1.0 + OUTSIDE, -1
    for k in range(progress.count):
        size = abs(value_of(state.memory[signals.first_memory[sliding.signals[k]]]))
        if size > farthest:
            farthest, worst = size, k
    if worst < 0:
        progress.steps += 1
        progress.last = sliding.signals[0]
        for k in range(progress.count):
            sliding.slid[sliding.signals[k]] = 1
        return SETTLED
    side = state.memory[signals.first_memory[sliding.signals[worst]]]
    _stop(model, sliding, worst, math.copysign(1.0, value_of(side)), state)
    return AGAIN


def findings_of_sliding(compiled: CompiledModel, time: float, sliding: Sliding) -> tuple[Finding, ...]:
    """Return the note about a motion along a switch, and the warning about steps whose sides were not found."""
    if not (sliding.progress.steps or sliding.progress.unresolved):
        return ()
    progress, name = sliding.progress, owner_of(list(compiled.signal_index)[sliding.progress.last])
    about = f"signal {name}"
    told = (
        f"the motion stays on a switch of {about} in {progress.steps} steps or parts of steps, because the forces "
        "on both sides push it back. There, the value of the signal is the mean of its values on both sides. "
        "Errors of the motion are of second order in the step size, and errors of the signal of first order"
    )
    origin, readers = _readers(compiled, np.flatnonzero(sliding.slid).tolist())
    force = _force_of_means(compiled, origin)
    if readers:
        reader, read = readers[0]
        uses = f"Signal {reader} uses the mean of signal {read}"
        told += (
            f". {uses if reader != read else f'A switch of signal {read} depends on this mean'}: {_NOT_LINEAR_IN_IT}"
        )
    elif force:
        told += f". {force}"
    note = Finding(time, WARNING if readers or force else NOTE, "sliding-switch", told, object=about)
    if not progress.unresolved:
        return (note,)
    told = f"the mean of both sides of {about} was not found in {progress.unresolved} steps. Use smaller steps"
    return Finding(time, WARNING, "unlocated-switches", told, object=about), note


def _force_of_means(compiled: CompiledModel, means: dict[int, str]) -> str:
    """Return a sentence about the first spring or drive that is not linear in the signals with a mean value, or ""."""
    springs, drives = compiled.model.springs, compiled.model.drives
    for i, block in enumerate(compiled.description.all_of("SPRING_DAMPER")):
        rest, factor = means.get(int(springs.rest_signal[i])), means.get(int(springs.factor_signal[i]))
        if rest is not None and factor is not None:
            return (
                f"Spring {block.name} multiplies the means of signals {rest} and {factor}, so its force is wrong there"
            )
        if rest is not None and springs.function[i] >= 0:
            return f"Spring {block.name} applies its function to the mean of signal {rest}, so its force is wrong there"
    for i in np.flatnonzero(np.isfinite(drives.limit)).tolist():
        read = means.get(int(drives.signal[i]))
        if read is not None:
            joint = label(compiled.description, int(drives.joint[i]))
            return f"The drive of {joint} limits the mean of signal {read}, so its force is wrong there at its limits"
    return ""


def _readers(compiled: CompiledModel, sides: list[int]) -> tuple[dict[int, str], list[tuple[str, str]]]:
    """Return the signals that depend on the mean of both sides of a switch, each with the signal of this mean. Also
    return the signals that may not be linear in such a mean, each with the signal of the mean. A formula with a side of
    its own uses the mean of its own values.
    """
    signals, names = compiled.model.signals, list(compiled.signal_index)
    origin = {i: owner_of(names[i]) for i in sides}
    readers = []
    for _ in names:
        before = len(origin)
        for j, kind in enumerate(signals.kind.tolist()):
            inputs = set(signals.inputs[signals.first_input[j] : signals.first_input[j + 1]].tolist())
            read = inputs & origin.keys()
            if j in origin or kind in _CONTINUOUS or not read:
                continue
            through = read - _own_sides(signals, j) if kind == _SIDED else read
            if through and not _is_linear(signals, j, set(origin)):
                readers.append((owner_of(names[j]), origin[min(through)]))
            origin[j] = origin[min(read)] if owner_of(names[j]) != names[j] else names[j]
        if len(origin) == before:
            break
    return origin, readers


def _is_linear(signals: Signals, j: int, mean: set[int]) -> bool:
    """Return whether a signal is linear, up to a constant, in the inputs that are in `mean`."""
    kind, first = int(signals.kind[j]), int(signals.first[j])
    if kind in (_EXPRESSION, _SIDED):
        begin = first if kind == _EXPRESSION else first + 1 + int(signals.data[first])
        inputs = signals.inputs[signals.first_input[j] : signals.first_input[j + 1]].tolist()
        program = signals.data[begin : signals.first[j + 1]].tolist()
        return is_affine(program, {place for place, i in enumerate(inputs) if i in mean})
    return kind not in _NOT_LINEAR and not has_limits(signals, j)


def _own_sides(signals: Signals, i: int) -> set[int]:
    """Return the sides of a formula over which it takes its mean."""
    first, inputs = signals.first[i], signals.first_input[i]
    places = signals.data[first + 1 : first + 1 + int(signals.data[first])].astype(int)
    return set(signals.inputs[inputs + places].tolist())
