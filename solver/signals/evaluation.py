"""Evaluates the signals of a model in kernels. Each kind of signal is an entry, which is compiled only if a model has
such a signal.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.layouts import FLOAT, INTEGER, array
from rbsolve.solver.compiler.records import layout_of, memoize
from rbsolve.solver.compiler.subroutines import call3, call4, call5
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.arrays import FAULT, FAULTY, SIGNAL_SWITCH, WHEN, Model, empty_state
from rbsolve.solver.model.cases import as_in
from rbsolve.solver.model.margins import lower_margin
from rbsolve.solver.model.signals import Signals
from rbsolve.solver.signals.driving import hidden_distances, influential_signals, switching_signals
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.registry import SIGNAL_KINDS

WITH_SIGN = 2  # in `Signals.drives`: only the sign of the signal matters, so its value may be infinite

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.flat import Floats, Ints


def _value_entry(kind: SignalKind) -> Callable[..., None]:
    value = kind.value

    def signal_value(model: Any, t: float, i: int, state: Any) -> None:
        state.signal[i] = value(model, t, i, state)

    return signal_value


def _margin_entry(kind: SignalKind) -> Callable[..., None]:
    margin = kind.margin
    if margin is None:
        return _none

    def signal_margin(model: Any, t: float, i: int, state: Any) -> None:
        lower_margin(state, margin(model, t, i, state), SIGNAL_SWITCH, i)

    return signal_margin


def _none(model: Any, first: Any, second: Any, third: Any) -> None:
    """Do nothing. This is the entry for kinds of signals without memory or measure."""


def _no_slopes(model: Any, t: float, i: int, state: Any, out: Any) -> None:
    """Do nothing. This is the entry for kinds of signals without states or inputs."""


LAST_BIT, SMALLEST = 2.3e-16, 1e-300  # a relative and an absolute difference of two numbers that are almost equal

_VALUES = [(_value_entry(kind), f"signals of type {kind.name}") for kind in SIGNAL_KINDS]
_SLOPES = [(kind.slopes or _no_slopes, f"states of {kind.name}") for kind in SIGNAL_KINDS]
_PARTIALS = [(kind.partials or _no_slopes, f"derivatives of {kind.name}") for kind in SIGNAL_KINDS]
_GRADIENTS = [(kind.gradient or _none, f"gradients of {kind.name}") for kind in SIGNAL_KINDS]
_MARGINS = [(_margin_entry(kind), f"margins of {kind.name}") for kind in SIGNAL_KINDS]
_ACCEPTS = [(kind.accept or _none, f"memory of {kind.name}") for kind in SIGNAL_KINDS]


def link_entries(model: Model) -> Model:
    """Return the model with the addresses of the entries of its signals."""
    signals = model.signals
    if len(signals.kind) == 0:
        return model
    record, state = layout_of(model), layout_of(as_in(model.gravity, empty_state(0)))
    layouts = record, FLOAT, INTEGER, state
    update = addresses_of([(_evaluate_all, "signals")], record, FLOAT, state)
    drives = np.isin(np.arange(len(signals.kind)), influential_signals(model)).astype(np.int64)
    drives[hidden_distances(signals)] *= WITH_SIGN
    return model._replace(
        signals=signals._replace(
            update=np.array(update, dtype=np.int64),
            value=_addresses(signals, _VALUES, *layouts),
            slopes=_addresses(signals, _SLOPES, *layouts, array(1, model.gravity.dtype.name)),
            accept=_addresses(signals, _ACCEPTS, *layouts),
            drives=drives,
        )
    )


@memoize
def with_partials(model: Model) -> Model:
    """Return the model with the addresses of its signals, and of their derivatives (sensitivity.py)."""
    signals = model.signals
    if len(signals.kind) == 0:
        return model
    record, state = layout_of(model), layout_of(as_in(model.gravity, empty_state(0)))
    numbers = array(2, model.gravity.dtype.name)
    return model._replace(
        signals=signals._replace(
            partials=_addresses(signals, _PARTIALS, record, FLOAT, INTEGER, state, numbers),
            gradient=_addresses(signals, _GRADIENTS, record, INTEGER, state, numbers),
        )
    )


def with_margins(model: Model, wanted: Ints | None = None) -> Signals:
    """Return the signals of a model with the indices of the signals that switch, and with the addresses of their
    margins. `wanted` selects some of these indices.
    """
    signals = model.signals
    switching = switching_signals(model).tolist()
    if wanted is not None:
        switching = [i for i in switching if i in wanted]
    if not switching:
        return signals
    layouts = layout_of(model), FLOAT, INTEGER, layout_of(empty_state(0))
    margins = _addresses(signals._replace(kind=signals.kind[switching]), _MARGINS, *layouts)
    return signals._replace(switching=np.array(switching, dtype=np.int64), margin=margins)


def _addresses(signals: Signals, entries: list[tuple[Any, str]], *layouts: Any) -> np.ndarray:
    """Return the address of every signal's entry."""
    codes = signals.kind.tolist()
    present = sorted(set(codes))
    known = dict(zip(present, addresses_of([entries[code] for code in present], *layouts), strict=True))
    return np.array([known[code] for code in codes], dtype=np.int64)


@part
def _keep_fault(model: Model, t: float, i: int, state: State) -> None:
    """Record in `state.fault` that signal `i` has no value, unless another signal is already recorded."""
    signals, fault = model.signals, state.fault
    if fault.shape[0] > 0 and fault[FAULTY] == 0.0:
        fault[FAULTY], fault[WHEN] = i + 1.0, t
        for k in range(signals.first_input[i + 1] - signals.first_input[i]):
            fault[FAULT + k] = state.signal[signals.inputs[signals.first_input[i] + k]]


@subroutine
def evaluate_signals(model: Model, t: float, state: State) -> None:
    """Evaluate all signals into `state.signal`, for the poses, velocities and states of elements in `state`.

    If signals that affect forces have no finite value, the first of them is recorded in `state.fault`. It stays
    recorded until an evaluation in which all such signals have values.
    """
    signals = model.signals
    faulty = -1
    for i in range(signals.kind.shape[0]):
        call4(signals.value[i], model, t, i, state)
        value = state.signal[i]
        is_faulty = value != value if signals.drives[i] == WITH_SIGN else not math.isfinite(value)
        if faulty < 0 and signals.drives[i] != 0 and is_faulty:
            faulty = i
    if faulty >= 0:
        _keep_fault(model, t, faulty, state)
    elif state.fault.shape[0] > 0:
        state.fault[FAULTY] = 0.0


@subroutine
def lower_margins(model: Model, t: float, state: State) -> None:
    """Replace the stored margin (solver/forces/switches.py) by the smallest margin of the signals that switch, if it is
    smaller. The caller must have evaluated all signals.
    """
    for n in range(model.signals.switching.shape[0]):
        call4(model.signals.margin[n], model, t, model.signals.switching[n], state)


def _evaluate_all(model: Any, t: float, state: Any) -> None:
    """Evaluate all signals, as the entry of a model with signals."""
    evaluate_signals(model, t, state)
    lower_margins(model, t, state)


@subroutine
def update_signals(model: Model, t: float, state: State) -> None:
    """Evaluate all signals, and the margins of the signals that switch. In a model without signals, the function does
    nothing.
    """
    for i in range(model.signals.update.shape[0]):
        call3(model.signals.update[i], model, t, state)


@subroutine
def update_reactive(model: Model, t: float, state: State) -> None:
    """Evaluate the signals that depend on accelerations or forces again, after these have been written to the state."""
    for n in range(model.signals.reactive.shape[0]):
        call4(model.signals.value[model.signals.reactive[n]], model, t, model.signals.reactive[n], state)


@subroutine
def put_element_slopes(model: Model, t: float, state: State, out: Floats) -> None:
    """Write the slopes of all states of elements to `out` (nx,). The caller must have evaluated all signals."""
    for i in range(model.signals.kind.shape[0]):
        if model.signals.first_state[i + 1] > model.signals.first_state[i]:
            call5(model.signals.slopes[i], model, t, i, state, out)


@subroutine
def accept_signals(model: Model, t: float, state: State) -> None:
    """Update the memories of signals after an accepted step. The caller must have evaluated all signals.

    Signals that depend on a signal with a memory are evaluated again, so that their memories contain values of the same
    time.
    """
    jumping, is_old = model.signals.jumping_delays, False
    for n in range(jumping.shape[0]):  # the inputs have their values before their jumps
        call4(model.signals.accept[jumping[n]], model, t, jumping[n], state)
    for i in range(model.signals.kind.shape[0]):
        if is_old:
            call4(model.signals.value[i], model, t, i, state)
        if model.signals.first_memory[i + 1] > model.signals.first_memory[i]:
            call4(model.signals.accept[i], model, t, i, state)
            call4(model.signals.value[i], model, t, i, state)
            is_old = True
    store_jumps(model, t, state)


@subroutine
def store_before_jump(model: Model, t: float, before: float, state: State) -> None:
    """Store the inputs of delays at a time `t` at which functions of time jump or bend. `before` is a time just before
    `t`. A later update of memories stores the inputs after the jump.

    The last bit of a stored number is changed. If an input does not jump, this difference marks the bend, which no
    polynomial of a delay may cross.
    """
    signals, jumping = model.signals, model.signals.jumping_delays
    if jumping.shape[0] == 0:
        return
    update_signals(model, before, state)
    for n in range(jumping.shape[0]):
        i = signals.inputs[signals.first_input[jumping[n]]]
        value = state.signal[i]
        state.signal[i] = value + (LAST_BIT * abs(value) + SMALLEST)
        call4(signals.accept[jumping[n]], model, t, jumping[n], state)
        state.signal[i] = value


@subroutine
def store_jumps(model: Model, t: float, state: State) -> None:
    """If other memories have changed at an accepted state, store the resulting inputs in delays."""
    jumping = model.signals.jumping_delays
    if jumping.shape[0] > 0:
        update_signals(model, t, state)
        for n in range(jumping.shape[0]):
            call4(model.signals.accept[jumping[n]], model, t, jumping[n], state)
