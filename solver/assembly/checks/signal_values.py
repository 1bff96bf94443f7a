"""Finds signals whose value is not finite. Reports the time and the values of their inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.solver.model.arrays import FAULT, FAULTY, WHEN, Model, State
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import WARNING, FindingLog
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.signals.driving import hidden_distances, influential_signals
from rbsolve.solver.signals.sensitivity import MEASURED
from rbsolve.solver.signals.side import owner_of

ENDLESS = 1e50  # larger inputs mean that the motion is unbounded, and then the motion is the cause
MOST_INPUTS = 6  # largest number of inputs that a message names
ROUND = 6  # number of characters of a shortened number
HINT = "limit its inputs to the range of its definition, for example with max and min"


class Undefined(NamedTuple):
    """A signal whose value is not finite, although the values of all its inputs are."""

    signal: int
    time: float
    inputs: Floats
    """Values of the inputs, in the order of their names."""


def find_undefined_in(model: Model, times: Sequence[float], values: Floats) -> Iterator[Undefined]:
    """Yield each undefined signal in some rows of values (rows, ng) once, for the first row in which it has no value.

    Measures are not included, because the motion is the cause if a measure is not finite.
    """
    signals, finite = model.signals, np.isfinite(values)
    distances = hidden_distances(signals)
    finite[:, distances] = ~np.isnan(values[:, distances])
    for i in np.flatnonzero(~np.all(finite, axis=0) & (signals.kind >= MEASURED)).tolist():
        inputs = signals.inputs[signals.first_input[i] : signals.first_input[i + 1]]
        rows = np.flatnonzero(~finite[:, i] & np.all(finite[:, inputs], axis=1))
        if len(rows):
            yield Undefined(i, float(times[rows[0]]), values[rows[0], inputs])


def undefined_driver(compiled: CompiledModel, state: State) -> tuple[str, str] | None:
    """Return the signal that had no value in the last evaluation of the forces, and a message about it. Return None if
    all signals had values.

    The failed evaluation has stored the signal in `State.fault`.
    """
    if not len(state.fault) or state.fault[FAULTY] == 0.0:
        return None
    i, signals = int(state.fault[FAULTY]) - 1, compiled.model.signals
    count = int(signals.first_input[i + 1] - signals.first_input[i])
    found = Undefined(i, float(state.fault[WHEN]), state.fault[FAULT : FAULT + count].copy())
    if signals.kind[i] < MEASURED or not np.all(np.abs(found.inputs) < ENDLESS):
        return None
    return subject(compiled, found), f"{tell(compiled, found)}; {HINT}"


def find_undefined_at(compiled: CompiledModel, model: Model, t: float, state: State) -> tuple[str, str] | None:
    """Return the driving signal that has no value in a state, and a message about it. Return None if all driving
    signals have values. The signals of the state are already evaluated.

    `model` contains the signals as the analysis evaluates them.
    """
    drivers = set(influential_signals(model).tolist())
    for found in find_undefined_in(model, [t], state.signal[None, :]):
        if found.signal in drivers:
            return subject(compiled, found), f"{tell(compiled, found)}; {HINT}"
    return None


def report_undefined(compiled: CompiledModel, times: Floats, values: Floats, log: FindingLog) -> None:
    """Report each signal that has no value in some output rows. Each signal is reported once."""
    if not values.size or np.all(np.isfinite(values)):
        return
    known = {entry[-1] for entry in log.entries if entry[2] == "signal-without-value"}
    for found in find_undefined_in(compiled.model, times.tolist(), values):
        about = subject(compiled, found)
        if about not in known:
            text = f"{tell(compiled, found)}: its rows without a value are NaN or infinite"
            log.report(found.time, WARNING, "signal-without-value", text, about)


def check_start(blocks: Sequence[Described], model: Model, t: float, state: State, diagnostics: Diagnostics) -> None:
    """Report driving signals that have no value at the start. `blocks` has the order of the arrays."""
    drivers = set(influential_signals(model).tolist())
    names = [block.name for block in blocks]
    for found in find_undefined_in(model, [t], state.signal[None, :]):
        if found.signal in drivers:
            block = blocks[found.signal]
            what, where = _parts(block, names, model, found)
            message = f"signal {owner_of(block.name)} has no value at the start, t = {t:.9g} s: {what}{where}"
            diagnostics.error(Code.INVALID_VALUE, message, _span(block), HINT)


def subject(compiled: CompiledModel, found: Undefined) -> str:
    """Return the name of the signal in a diagnostic."""
    return f"signal {owner_of(list(compiled.signal_index)[found.signal])}"


def tell(compiled: CompiledModel, found: Undefined) -> str:
    """Return the message of the diagnostic."""
    names = list(compiled.signal_index)
    block = compiled.description.of_kind("SIGNAL")[owner_of(names[found.signal])]
    what, where = _parts(block, names, compiled.model, found)
    return f"{what} has no finite value at t = {found.time:.9g} s{where}"


def _parts(block: Described, names: Sequence[str], model: Model, found: Undefined) -> tuple[str, str]:
    """Return texts that describe the undefined signal or formula, and the values of its inputs."""
    signals = model.signals
    what = "it"
    if "EXPRESSION" in block:
        what = " ".join(block.span_of("EXPRESSION").text.split())
    elif "FUNCTION_1D_NAME" in block:
        what = f"function {block['FUNCTION_1D_NAME']}"
    inputs = signals.inputs[signals.first_input[found.signal] : signals.first_input[found.signal + 1]]
    pairs = dict(zip((names[k] for k in inputs), found.inputs.tolist(), strict=True))
    # The sides of a formula are internal signals, which the deck does not contain.
    listed = [f"{name} = {_number(value)}" for name, value in pairs.items() if owner_of(name) == name][:MOST_INPUTS]
    return what, f", where {', '.join(listed)}" if listed else ""


def _number(value: float) -> str:
    """Return a value with few digits. Return all digits if the short form could hide on which side of a limit the value
    is.
    """
    text = f"{value:.9g}"
    return text if len(text) > ROUND or float(text) == value else repr(value)


def _span(block: Described) -> Span:
    return block.span_of("EXPRESSION") if "EXPRESSION" in block else block.span
