"""Hystereses in runs with explicit steps of a fixed size: they switch at the end of a step, up to one step late."""

from __future__ import annotations

from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.expressions.program import Opcode
from rbsolve.parser.schema.integrators import EXPLICIT_TYPES
from rbsolve.solver.assembly.elements.signals import SignalPlan
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.signals.driving import influential_signals
from rbsolve.solver.signals.registry import CODES, SIGNAL_KINDS

_EXPRESSION, _TABLE = CODES["EXPRESSION"], CODES["LOOKUP_TABLE"]


def check_late_switches(
    plan: SignalPlan, model: Model, method: Method, step: float | None, diagnostics: Diagnostics
) -> None:
    """Warn of signals that affect forces and switch within explicit steps of a fixed size [s]. Such steps do not end at
    a switch.
    """
    if step is None or method.integrator not in EXPLICIT_TYPES:
        return
    signals = model.signals
    for i in influential_signals(model).tolist():
        if SIGNAL_KINDS[signals.kind[i]].margin is None or _is_held(model, int(signals.inputs[signals.first_input[i]])):
            continue
        block = plan.blocks[i]
        diagnostics.warning(
            Code.STEP_MISMATCH,
            f"{block.name} switches at the end of a step, up to {step:g} s late: the error is proportional to the step",
            block.span,
            "use GENERALIZED_ALPHA, or a method with a tolerance: their steps end where a hysteresis switches",
        )


def _is_held(model: Model, i: int) -> bool:
    """Whether a signal changes only at the ends of steps."""
    signals, kind = model.signals, int(model.signals.kind[i])
    if SIGNAL_KINDS[kind].jumps:
        return True
    inputs = signals.inputs[signals.first_input[i] : signals.first_input[i + 1]].tolist()
    if kind == _EXPRESSION and _has_time(signals.data[signals.first[i] : signals.first[i + 1]].tolist()):
        return False
    return kind in (_EXPRESSION, _TABLE) and all(_is_held(model, k) for k in inputs)


def _has_time(program: list[float]) -> bool:
    """Whether a formula uses the variable of time."""
    at = 0
    while at < len(program):
        if program[at] == Opcode.VARIABLE:
            return True
        at += 2 if program[at] in (Opcode.CONSTANT, Opcode.CALLED, Opcode.SIGNAL) else 1
    return False
