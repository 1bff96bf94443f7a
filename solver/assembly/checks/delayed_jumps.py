"""Checks delayed signals that jump. A jump within a fixed step acts at the wrong time."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.parser.schema.integrators import EXPLICIT_TYPES
from rbsolve.solver.assembly.elements.jump_rows import Driving, first_change
from rbsolve.solver.assembly.elements.repeated_start import StartEchoes
from rbsolve.solver.assembly.elements.signals import SignalPlan
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.signals.delay import TIME
from rbsolve.solver.signals.delayed_jumps import (
    MOST_PLACES,
    inputs_of,
    jumping_signals,
    signals_from,
    switching_sources,
)
from rbsolve.solver.signals.driving import influential_signals


def check_repetitions(
    driving: Sequence[Driving], method: Method, step: float, stop: float, diagnostics: Diagnostics
) -> None:
    """Warn of functions of time whose changes are repeated by delays so often that fixed steps do not resolve all
    repetitions.
    """
    for each in driving:
        if each.followed < math.inf and first_change(each, method, step) + each.followed < stop:
            diagnostics.note(
                Code.STEP_MISMATCH,
                f"delays repeat the changes of {each.block.name} more than {MOST_PLACES:,} times: only repetitions "
                f"until {each.followed:.9g} s after a change are resolved. The error of later repetitions is "
                "proportional to the step",
                each.block.span,
                "use a shorter time range, or let @PADE_ORDER {n} approximate the shortest delay by n states",
            )


def check_repeated_start(plan: SignalPlan, starts: StartEchoes, diagnostics: Diagnostics) -> None:
    """Note if delays repeat the start of the run so often that fixed steps do not resolve all repetitions."""
    if starts.followed < math.inf:
        block = plan.blocks[starts.delay]
        diagnostics.note(
            Code.STEP_MISMATCH,
            f"delays repeat the first output of {block.name} more than {MOST_PLACES:,} times: only repetitions "
            f"until {starts.followed:.9g} s after the start are resolved. The error of later repetitions is "
            "proportional to the step",
            block.span,
            "use a shorter time range, or let @PADE_ORDER {n} approximate the shortest delay by n states",
        )


def check_delayed_jumps(
    plan: SignalPlan, model: Model, method: Method, step: float | None, diagnostics: Diagnostics
) -> None:
    """Warn of delays that affect forces and that jump within a fixed step [s].

    Jumps at known times cause no warning, because steps end there. These are the jumps of delayed functions of time,
    and the jump from a given @INITIAL_VALUE. Steps of explicit methods also end at the repetitions of located switches
    (integrators/switch_echoes.py).
    """
    signals, reached = model.signals, influential_signals(model).tolist()
    switches = {i for i in switching_sources(signals) if i in reached}
    if method.integrator in EXPLICIT_TYPES:
        switched, unknown = set(), signals_from(signals, jumping_signals(signals) - switches)
    else:
        switched, unknown = signals_from(signals, switches), signals_from(signals, jumping_signals(signals))
    for i in signals.jumping_delays.tolist():
        if step is None or i not in reached or i not in unknown:
            continue
        block, T = plan.blocks[i], float(signals.data[signals.first[i] + TIME])
        whole = max(1, round(T / step))
        if abs(T / step - whole) > 1e-9 * whole:
            told = f"the time step {step:.12g} does not divide the delay {T:.12g} of {block.name}, whose input jumps"
            hint = f"the nearest suitable time step is {T / whole:.12g}"
        elif any(k in switched for k in inputs_of(signals, i)):
            told = (
                f"the input of {block.name} switches within steps, and the delayed switch has an error of up to a step"
            )
            hint = "use smaller steps, or let @PADE_ORDER {n} approximate the delay by n states"
        else:
            continue
        diagnostics.warning(Code.STEP_MISMATCH, f"{told}: the error is proportional to the step", block.span, hint)
