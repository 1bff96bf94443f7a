"""Finds the signals that affect the motion."""

from __future__ import annotations

import numpy as np

from rbsolve.solver.functions.jumps import LEAPS, has_instruction
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Ints
from rbsolve.solver.model.signals import Signals
from rbsolve.solver.signals.interval import INTERVALS
from rbsolve.solver.signals.pid import I_GAIN, LOWER, UPPER
from rbsolve.solver.signals.registry import CODES, SIGNAL_KINDS
from rbsolve.solver.signals.side import JUMP

_INTERVALS = [CODES[kind.name] for kind in INTERVALS]


def driving_signals(model: Model) -> Ints:
    """Return the signals that forces use directly. Intervals of force laws are among them."""
    read = [model.loads.signal, model.springs.rest_signal, model.springs.factor_signal, model.drives.signal]
    named = {i for each in read for i in each.tolist() if i >= 0}
    named.update(np.flatnonzero(np.isin(model.signals.kind, _INTERVALS)).tolist())
    return np.array(sorted(named), dtype=np.int64)


def influential_signals(model: Model) -> Ints:
    """Return the signals that affect forces, directly or through other signals."""
    signals = model.signals
    reached, waiting = set(), driving_signals(model).tolist()
    while waiting:
        i = waiting.pop()
        if i not in reached:
            reached.add(i)
            waiting += signals.inputs[signals.first_input[i] : signals.first_input[i + 1]].tolist()
    return np.array(sorted(reached), dtype=np.int64)


def leaping_formulas(model: Model) -> list[int]:
    """Return the formulas that affect forces and contain an operation that jumps, such as `sign`, on other signals."""
    signals, found = model.signals, []
    for i in influential_signals(model).tolist():
        program = signals.data[signals.first[i] : signals.first[i + 1]].tolist()
        reads = signals.first_input[i + 1] > signals.first_input[i]
        if signals.kind[i] == CODES["EXPRESSION"] and reads and has_instruction(program, LEAPS):
            found.append(i)
    return found


def hidden_distances(signals: Signals) -> Ints:
    """Return the inputs of sides (solver/assembly/elements/sides.py). They may be infinite, because only their signs
    matter.
    """
    read = [
        signals.inputs[signals.first_input[i] : signals.first_input[i + 1]]
        for i in np.flatnonzero(signals.kind == CODES["SIDE"]).tolist()
    ]
    return np.concatenate(read) if read else np.zeros(0, dtype=np.int64)


def has_limits(signals: Signals, i: int) -> bool:
    """Return whether a signal is a controller whose output has limits."""
    numbers = signals.data[signals.first[i] : signals.first[i + 1]]
    return bool(signals.kind[i] == CODES["PID"] and np.isfinite(numbers[[LOWER, UPPER]]).any())


def has_limited_integrals(model: Model) -> bool:
    """Return whether a controller stops its integral at the limits of its output, and steps end there."""
    signals = model.signals
    limited = [i for i in switching_signals(model).tolist() if signals.kind[i] == CODES["PID"]]
    return any(signals.data[signals.first[i] + I_GAIN] != 0.0 for i in limited)


def reactive_drivers(model: Model) -> Ints:
    """Return the signals that depend on accelerations or forces and affect forces through states or memories."""
    return np.intersect1d(influential_signals(model), model.signals.reactive)


def remembering_signals(model: Model) -> Ints:
    """Return the signals whose memory depends on earlier accepted steps."""
    first = model.signals.first_memory
    found = [
        i
        for i, code in enumerate(model.signals.kind.tolist())
        if first[i + 1] > first[i] and SIGNAL_KINDS[code].depends_on_past
    ]
    return np.array(found, dtype=np.int64)


def sides_on_switches(model: Model, state: State) -> Ints:
    """Return the signals of kind SIDE that belong to a jump, affect forces, and have values between -1 and 1. The
    motion stays on the switches of these signals.
    """
    signals = model.signals
    found = [
        i
        for i in influential_signals(model).tolist()
        if signals.kind[i] == CODES["SIDE"] and signals.data[signals.first[i]] == JUMP and abs(state.signal[i]) < 1.0
    ]
    return np.array(found, dtype=np.int64)


def driving_memories(model: Model) -> Ints:
    """Return the signals with memory of the past that affect forces, directly or through other signals."""
    return np.intersect1d(influential_signals(model), remembering_signals(model))


def switching_signals(model: Model) -> Ints:
    """Return the signals that keep their side within a step. They switch where their margin passes zero."""
    first = model.signals.first_memory
    found = [
        i
        for i, code in enumerate(model.signals.kind.tolist())
        if first[i + 1] > first[i] and SIGNAL_KINDS[code].margin is not None
    ]
    return np.array(found, dtype=np.int64)


def driving_switches(model: Model) -> Ints:
    """Return the signals that switch and affect forces, directly or through other signals."""
    return np.intersect1d(influential_signals(model), switching_signals(model))
