"""Jumps in signals of KINEMATIC at which its steps do not end."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.solver.assembly.checks.late_switches import jumps_with_motion
from rbsolve.solver.assembly.elements.jump_rows import Driving, first_jump
from rbsolve.solver.assembly.elements.signals import SignalPlan
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.signals.delayed_jumps import inputs_of, is_exact_delay, signals_from
from rbsolve.solver.signals.registry import CODES

_EXPRESSION, _HYSTERESIS = CODES["EXPRESSION"], CODES["HYSTERESIS"]


def check_carried_jumps(
    plan: SignalPlan, model: Model, driving: Sequence[Driving], method: Method, step: float, diagnostics: Diagnostics
) -> None:
    """Warn of jumps that steps of a fixed size [s] integrate or delay, but at which they do not end. Steps end at the
    jumps of functions of time. The integration of such a function is therefore exact, but a delay of the function is
    not.
    """
    signals = model.signals
    with_states = set(np.flatnonzero(np.diff(signals.first_state)).tolist())
    delays = {i for i in range(len(signals.kind)) if is_exact_delay(signals, i)}
    of_time = {i for each in driving if first_jump(each, method) < math.inf for i in each.sources}
    for i, kind in enumerate(signals.kind.tolist()):
        if i not in of_time and kind != _HYSTERESIS and not (kind == _EXPRESSION and jumps_with_motion(model, i)):
            continue
        reached = signals_from(signals, {i})
        late = [
            k for k in sorted(delays if i in of_time else delays | with_states) if reached & set(inputs_of(signals, k))
        ]
        if late:
            block, other = plan.blocks[i], plan.blocks[late[0]].name
            diagnostics.warning(
                Code.STEP_MISMATCH,
                f"{block.name} jumps within steps of {step:g} s, and {other} depends on its past: the error of {other} is "
                "proportional to the step",
                block.span,
                "use a smaller @TIME_STEP_SIZE, or a smooth function such as tanh(x/x0)",
            )
