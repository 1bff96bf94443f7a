"""Finds signals that jump when the motion passes a state, in runs with fixed steps.

Fixed steps locate the jumps of formulas of positions and velocities (solver/assembly/elements/sides.py), but not the
jumps of formulas of accelerations or reactions. To find out whether a formula jumps, it is sampled along lines in the
space of its inputs.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.solver.assembly.elements.signals import SignalPlan
from rbsolve.solver.functions.expression_kernel import BY_TIME, run
from rbsolve.solver.functions.jumps import LEAPS, has_instruction
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.signals.driving import influential_signals
from rbsolve.solver.signals.registry import CODES, SIGNAL_KINDS
from rbsolve.solver.signals.side import owner_of

_EXPRESSION, _SIDED, _TABLE, _FUNCTION = (
    CODES[name] for name in ("EXPRESSION", "SIDED", "LOOKUP_TABLE", "FUNCTION_1D")
)
LINES, POINTS = 40, 17  # number of lines in the space of a formula's inputs, and number of samples on each line
SIZES = -3.0, 2.0  # range of the sizes of the inputs, as powers of ten
HALVINGS = 40  # number of halvings of the interval with the largest change
CERTAIN = 0.01  # the formula jumps if this fraction of the largest change remains after all halvings


def check_late_switches(plan: SignalPlan, model: Model, step: float | None, diagnostics: Diagnostics) -> None:
    """Warn of signals that affect forces and jump within fixed steps [s], if steps do not end at the jumps. With
    adaptive steps, add a note, because adaptive steps cannot follow a motion that stays at a jump.
    """
    signals = model.signals
    for i in influential_signals(model).tolist():
        block = plan.blocks[i]
        is_hidden = owner_of(block.name) != block.name
        if signals.kind[i] != _EXPRESSION or is_hidden or not jumps_with_motion(model, i):
            continue
        if step is None:
            diagnostics.note(
                Code.STEP_MISMATCH,
                f"{block.name} jumps with the motion. If the forces on both sides of the jump push the motion back "
                "to it, as with a relay or friction, adaptive steps become very short. The run may then not end",
                block.span_of("EXPRESSION"),
                "use fixed steps, @FRICTION of a joint, or a smooth function such as tanh(x/x0)",
            )
        else:
            diagnostics.warning(
                Code.STEP_MISMATCH,
                f"{block.name} jumps with the motion: steps of {step:g} s do not end at this jump, so the error is "
                "proportional to the step",
                block.span_of("EXPRESSION"),
                "use a HYSTERESIS, a smooth function such as tanh(x/x0), or a method with a tolerance",
            )


def moves(model: Model, i: int) -> bool:
    """Return whether a signal changes continuously with the motion. All other signals jump at times that are known in
    advance or located by the steps.
    """
    signals, kind = model.signals, int(model.signals.kind[i])
    if SIGNAL_KINDS[kind].jumps or kind == _FUNCTION:
        return False
    inputs = signals.inputs[signals.first_input[i] : signals.first_input[i + 1]].tolist()
    return kind not in (_EXPRESSION, _SIDED, _TABLE) or any(moves(model, k) for k in inputs)


def jumps_with_motion(model: Model, i: int) -> bool:
    """Return whether the value of a formula jumps while its inputs change continuously."""
    signals = model.signals
    first, last = int(signals.first[i]), int(signals.first[i + 1])
    inputs = signals.inputs[signals.first_input[i] : signals.first_input[i + 1]].tolist()
    moving = np.array([moves(model, k) for k in inputs], dtype=bool)
    if not moving.any() or not has_instruction(signals.data[first:last].tolist(), LEAPS):
        return False
    random, order = np.random.default_rng(0), np.arange(len(inputs), dtype=np.int64)

    def value(at: Floats) -> float:
        return float(run((signals.data, first, last), float(at[-1]), order, 0, at, BY_TIME, None)[0])

    for _ in range(LINES):
        a, b = (
            random.choice([-1.0, 1.0], len(inputs) + 1) * 10.0 ** random.uniform(*SIZES, len(inputs) + 1) for _ in "ab"
        )
        fixed = np.append(~moving, True)
        b[fixed] = a[fixed]
        if _jumps_between(value, a, b):
            return True
    return False


def _jumps_between(value: Callable[[Floats], float], a: Floats, b: Floats) -> bool:
    """Return whether a function jumps on the line between two points. The interval with the largest change between
    samples is examined.
    """
    parts = np.linspace(0.0, 1.0, POINTS)
    values = [value(a + part * (b - a)) for part in parts]
    if not np.all(np.isfinite(values)):
        return False
    changes = np.abs(np.diff(values))
    if not np.max(changes) > 0.0:
        return False
    k = int(np.argmax(changes))
    low, high, at_low, at_high = parts[k], parts[k + 1], values[k], values[k + 1]
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        between = value(a + middle * (b - a))
        if abs(between - at_low) > abs(at_high - between):
            high, at_high = middle, between
        else:
            low, at_low = middle, between
    return bool(abs(at_high - at_low) > CERTAIN * changes[k])
