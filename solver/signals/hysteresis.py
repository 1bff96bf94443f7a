"""HYSTERESIS: a switch that turns on above the upper threshold, and off below the lower threshold.

Explicit methods and adaptive steps end a step, or a piece of it, at the switch (solver/forces/switches.py). Fixed steps of
generalized-alpha locate the switch within the step (integrators/generalized_alpha/signal_jumps.py).

The memory is [1 while the switch is on, otherwise 0].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.table import Variant, numbers
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import INITIAL_VALUE, INPUT, input_of, inputs_of, number_of
from rbsolve.solver.signals.kind import SignalKind, SignalRow
from rbsolve.solver.signals.lookup_table import OUTPUT_VALUES

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State

LOWER, UPPER, OFF, ON = range(4)  # indices in the data: thresholds, and the outputs of both states


def row(block: Described, diagnostics: Diagnostics) -> SignalRow | None:
    """Return the data of a HYSTERESIS from its block."""
    (lower, upper), outputs = block["THRESHOLDS"], block["OUTPUT_VALUES"]
    initial = block.get("INITIAL_VALUE")
    if not lower < upper or len(outputs) != 2 or initial not in (None, *outputs):
        diagnostics.error(
            Code.INVALID_VALUE,
            (
                f"hysteresis {block.name} needs two increasing thresholds and two outputs; its initial value must be "
                "one of the outputs"
            ),
            block.span_of("THRESHOLDS"),
            "`@THRESHOLDS {lower, upper} @OUTPUT_VALUES {off, on}`",
        )
        return None
    on = 1.0 if initial is not None and initial == outputs[1] else 0.0
    return SignalRow(inputs_of(block), [lower, upper, *outputs], memory=(on,), passes=False)


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the output for the current state of the switch."""
    return number_of(model, i, ON if state.memory[model.signals.first_memory[i]] > 0.5 else OFF)


@subroutine
def accept(model: Model, t: float, i: int, state: State) -> None:
    """Switch if the input has crossed the threshold."""
    at, u = model.signals.first_memory[i], input_of(model, i, state)
    if u > number_of(model, i, UPPER):
        state.memory[at] = 1.0
    elif u < number_of(model, i, LOWER):
        state.memory[at] = 0.0


@subroutine
def margin(model: Model, t: float, i: int, state: State) -> float:
    """Return the distance of the input from the threshold of its next switch, divided by the distance between both
    thresholds.
    """
    u, lower, upper = input_of(model, i, state), number_of(model, i, LOWER), number_of(model, i, UPPER)
    is_on = state.memory[model.signals.first_memory[i]] > 0.5
    return (u - lower if is_on else upper - u) / (upper - lower)


HYSTERESIS = SignalKind(
    Variant(
        "HYSTERESIS",
        "A switch with an upper and a lower threshold. An adaptive step ends when the signal switches, and fixed "
        "steps locate the switch.",
        ("INPUT", "THRESHOLDS", "OUTPUT_VALUES"),
        ("INITIAL_VALUE",),
    ),
    (
        INPUT,
        INITIAL_VALUE,
        OUTPUT_VALUES,
        numbers(
            "THRESHOLDS", "A hysteresis switches off below the first threshold and on above the second threshold.", 2
        ),
    ),
    value,
    row,
    accept=accept,
    margin=margin,
    jumps=True,
)
