"""Checks signals that depend on accelerations or forces. These follow from the forces of the model, so a force may use
such a signal only through a lag or a sample.
"""

from __future__ import annotations

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.parser.schema.integrators import FORMULATIONS_OF
from rbsolve.solver.assembly.elements.signals import CARRYING, SignalPlan, report_unable
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.signals.driving import driving_signals, influential_signals, reactive_drivers
from rbsolve.solver.signals.kind import STEADY, SignalRow

SAMPLED = "SAMPLE_AND_HOLD"
REST_START = "START_FROM {STATIC}"
AT_REST = ("STATIC", REST_START)
"""The analyses and options that need an equilibrium. They know the reactions if no force depends on such signals."""
LAG_HINT = "put a FIRST_ORDER_LAG with an @INITIAL_VALUE between the measurement and the force, or a SAMPLE_AND_HOLD with fixed steps"


def check_reactive_signals(plan: SignalPlan, model: Model, needed_by: str, diagnostics: Diagnostics) -> None:
    """Report reactive signals that the method does not support, that affect a force, or whose initial value is unknown.

    `needed_by` is the integrator of a DYNAMIC analysis. For other analyses, it is the analysis, or the option for its
    start.
    """
    reactive = {plan.blocks[i].name for i in model.signals.reactive.tolist()}
    if not reactive:
        return
    measured = next(block for block in plan.blocks if block.name in reactive)
    if needed_by in AT_REST and not len(reactive_drivers(model)):
        return
    if needed_by not in CARRYING:
        message = f"{needed_by} does not support signal {measured.name}, because it measures accelerations or forces"
        if needed_by in FORMULATIONS_OF:
            report_unable(measured, message, diagnostics)
        else:
            hint = "remove the signal: the sensor alone writes the quantity to the results"
            if needed_by in AT_REST:
                message += ", and a force depends on it: the equilibrium and the reaction would determine each other"
                hint = "no force may depend on the signal: remove this dependence, or start from given values"
            diagnostics.error(Code.INCOMPATIBLE_FORMULATION, message, measured.span, hint)
        return
    for i in driving_signals(model).tolist():
        if plan.blocks[i].name in reactive:
            _report_loop(plan.blocks[i], diagnostics)
    influential = set(influential_signals(model).tolist())
    for i, (block, row) in enumerate(zip(plan.blocks, plan.rows, strict=True)):
        source = next((name for name in row.inputs if name in reactive), None)
        if source is None or not (row.states or row.memory):
            continue
        if _reports_memory(block, row, source, diagnostics) or block.name in reactive or i not in influential:
            continue
        diagnostics.note(
            Code.DELAYED_FEEDBACK,
            f"forces depend on signal {source} through signal {block.name}. "
            f"Signal {source} follows from the forces, so the forces use a delayed value",
            block.span,
        )


def _report_loop(block: Described, diagnostics: Diagnostics) -> None:
    """Report a force that depends on itself through a signal."""
    message = f"a force depends on signal {block.name}, which depends on accelerations or other forces, and these depend on the force"
    diagnostics.error(Code.CIRCULAR_REFERENCE, message, block.span, LAG_HINT)


def _reports_memory(block: Described, row: SignalRow, source: str, diagnostics: Diagnostics) -> bool:
    """Report a signal with states or memory that does not support the reactive input `source`."""
    if row.memory and block["SIGNAL_TYPE"] != SAMPLED:
        message = f"{block.name} cannot have the input {source}, which follows from forces"
        diagnostics.error(Code.INVALID_VALUE, message, block.span_of("INPUT"), LAG_HINT)
        return True
    if STEADY in row.states or (row.memory and "INITIAL_VALUE" not in block):
        message = f"{block.name} lacks `@INITIAL_VALUE`: its input {source} follows from forces, which are not known at the start"
        hint = "give the value at the start, such as 0"
        if STEADY in row.states and block["SIGNAL_TYPE"] != "FIRST_ORDER_LAG":
            hint = "give it, or put a FIRST_ORDER_LAG with an @INITIAL_VALUE before this signal"
        diagnostics.error(Code.MISSING_KEYWORD, message, block.span, hint)
        return True
    return False
