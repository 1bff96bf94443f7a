"""DELAY: y(t) = u(t - T), from the values of accepted steps, or from a Pade approximation with states.

Without @PADE_ORDER, the memory starts with four numbers. They are the output before the first entry, the number of
entries so far, their smallest spacing, and the first time. Three ring buffers follow, each with room for the entries
that T needs. They contain times, values, and values before a jump at that time. Between entries, the output is the
polynomial through the `POINTS` nearest entries.

The input has a kink at the start, and feedback repeats the kink at T, 2 T, ... (Bellen and Zennaro, Numerical Methods
for Delay Differential Equations, 2003, chapter 2). The polynomial uses only entries between two such kinks, if there
are enough. With steps that divide T, the method therefore keeps its order.

The input may also jump at an entry, which is a sample, a jump of a function of time, or the start with @INITIAL_VALUE.
No polynomial crosses a jump. A step ends T after the jump. At its end, the output has the value before the jump. At the
start of the next step, it has the value after the jump, like the output of a sample. Steps that resolve jumps of
functions of time evaluate the output just before and just after such a jump (functions/jump_rows.py).

With @PADE_ORDER, `exp(-p)` with `p = s T` is approximated by `N/D`, with the degrees n - 1 and n. This is a transfer
function in the time t/T. The coefficient of `p^k` in D is `(2n - 1 - k)! n! / ((2n - 1)! k! (n - k)!)`. In N, the
factors n! and (n - k)! are replaced by (n - 1)! and (n - 1 - k)!, and the signs alternate. The data are the data of a
transfer function, followed by T.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import Variant, integer, number
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals import transfer_function
from rbsolve.solver.signals.dynamic import INITIAL_VALUE, INPUT, input_of, inputs_of, number_of
from rbsolve.solver.signals.kind import STEADY, SignalKind, SignalRow, StepFault

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats

POINTS = 6  # number of entries for a polynomial, whose error is then of sixth order
# Indices in the data of an exact delay: T, and whether its output may jump. At first, MAY_JUMP is true if
# @INITIAL_VALUE is given. The assembly then adds inputs that jump (delayed_jumps.py).
TIME, MAY_JUMP = range(2)
PAST, ENTRIES, SPACING, BEGIN, RING = range(5)  # indices in the memory
RINGS = 3
SPARE = 2 * POINTS + 4
NEAR = 1e-6  # tolerance relative to a step, because entries coincide with kinks only up to round-off
# A time within this fraction of a step, or of the time, belongs to both sides of a jump at an entry. The fractions are
# smaller than the fractions in functions/jump_rows.py.
AT_STEP, AT_TIME = 0.5e-10, 1e-12
# The largest number of steps that a delay stores. A step takes three numbers of 8 bytes, or six if steps are divided.
MOST_STEPS = 2_000_000
HIGHEST = 10  # largest order of an approximation; for larger orders, round-off spoils the coefficients


def row(block: Described, diagnostics: Diagnostics) -> SignalRow | None:
    """Return the data of a DELAY from its block."""
    given, order = block.get("INITIAL_VALUE", STEADY), block.get("PADE_ORDER")
    if order is None:
        memory = (0.0 if given is None else given, 0.0, 0.0, 0.0)
        rests = (PAST,) if given is None else ()
        numbers = [block["DELAY_TIME"], 0.0 if given is None else 1.0]
        return SignalRow(inputs_of(block), numbers, memory=memory, rests=rests, passes=False)
    numbers = [*transfer_function.canonical(*pade(order)), block["DELAY_TIME"]]
    states = (STEADY,) * order if given is None else (given / numbers[1 + order], *(0.0,) * (order - 1))
    return SignalRow(inputs_of(block), numbers, states=states, passes=False)


def pade(n: int) -> tuple[list[float], list[float]]:
    """Coefficients of the numerator and the denominator of exp(-p), of degrees n - 1 and n. The highest power comes
    first.
    """

    def coefficient(k: int, degree: int) -> float:
        return math.factorial(2 * n - 1 - k) * math.comb(degree, k) / math.factorial(2 * n - 1)

    return [(-1.0) ** k * coefficient(k, n - 1) for k in range(n - 1, -1, -1)], [
        coefficient(k, n) for k in range(n, -1, -1)
    ]


def history(memory: Sequence[float], numbers: Sequence[float], step: float, duration: float) -> tuple[float, ...]:
    """Return the memory for all fixed steps within the time T. It has twice the required length, because steps may be
    divided into halves.
    """
    capacity = 2 * min(math.ceil(min(numbers[TIME], duration) / step), MOST_STEPS) + SPARE
    return (*memory[:SPACING], 0.49 * step, *memory[BEGIN:RING], *(0.0,) * (RINGS * capacity))


def step_fault(block: Described, step: float | None, duration: float) -> StepFault | None:
    """Return the error if the step is longer than the delay, or if the delay covers too many steps."""
    if "PADE_ORDER" in block:
        return None
    T, otherwise = block["DELAY_TIME"], "or let @PADE_ORDER {n} approximate the delay by n states"
    if step is None:
        message = f"adaptive steps do not store the past that {block.name} needs"
        return StepFault(
            message,
            "DELAY_TIME",
            f"remove the tolerance of the integrator, so that steps have a fixed size, {otherwise}",
        )
    if step * (1.0 - 1e-9) > T:
        message = f"the time step {step:.12g} is longer than the delay {T:.12g} of {block.name}"
        return StepFault(message, "DELAY_TIME", f"use a time step of at most {T:.12g}, {otherwise}")
    if min(T, duration) / step > MOST_STEPS:
        message = (
            f"the delay of {block.name} is {min(T, duration) / step:.3g} steps long; a delay can store at most "
            f"{MOST_STEPS:,} steps"
        )
        return StepFault(
            message, "DELAY_TIME", f"use a time step of at least {min(T, duration) / MOST_STEPS:.3g}, {otherwise}"
        )
    return None


@subroutine
def _is_exact(model: Model, i: int) -> bool:
    """Return whether signal `i` stores past values. With a Pade approximation, the signal has states instead."""
    is_exact: bool = model.signals.first_memory[i + 1] > model.signals.first_memory[i]
    return is_exact


@subroutine
def _capacity(model: Model, i: int) -> int:
    """Return the number of entries that fit into each ring."""
    entries: int = (model.signals.first_memory[i + 1] - model.signals.first_memory[i] - RING) // RINGS
    return entries


@subroutine
def _entry_before(memory: Floats, at: int, capacity: int, first: int, last: int, time: float) -> int:
    """Return the last of the entries `first` to `last` that is not later than a time. Return `first - 1` if all entries
    are later.
    """
    low, high = first - 1, last
    while low < high:
        middle = (low + high + 1) // 2
        if memory[at + RING + middle % capacity] <= time:
            low = middle
        else:
            high = middle - 1
    return low


@subroutine
def _interpolate(memory: Floats, at: int, capacity: int, first: int, last: int, time: float) -> float:
    """Return the value at a given time of the polynomial through the entries `first` to `last`. The polynomial ends
    before a jump at `last`.
    """
    total = 0.0
    for j in range(first, last + 1):
        own, weight = memory[at + RING + j % capacity], 1.0
        for k in range(first, last + 1):
            if k != j:
                other = memory[at + RING + k % capacity]
                weight *= (time - other) / (own - other)
        total += weight * memory[at + RING + (capacity if j < last or first == last else 2 * capacity) + j % capacity]
    return total


@subroutine
def _jumps_at(memory: Floats, at: int, capacity: int, j: int) -> bool:
    """Return whether the input jumps at entry `j`."""
    behind = at + RING + capacity + j % capacity
    return bool(memory[behind] != memory[behind + capacity])


@subroutine
def _between_jumps(memory: Floats, at: int, capacity: int, first: int, middle: int, last: int) -> tuple[int, int]:
    """Return the entries from the jump at or before `middle` to the next jump, among `first` to `last`. Entries that
    the polynomial does not need are omitted.
    """
    for j in range(middle, max(first, middle - POINTS) - 1, -1):
        if _jumps_at(memory, at, capacity, j):
            first = j
            break
    for j in range(middle + 1, min(last, middle + POINTS) + 1):
        if _jumps_at(memory, at, capacity, j):
            last = j
            break
    return first, last


@subroutine
def _delayed_input(model: Model, t: float, i: int, state: State) -> float:
    """Return the input at the time `t - T`."""
    memory, at, capacity, T = (
        state.memory,
        model.signals.first_memory[i],
        _capacity(model, i),
        number_of(model, i, TIME),
    )
    entries, time, begin = int(memory[at + ENTRIES]), t - T, memory[at + BEGIN]
    past: float = memory[at + PAST]
    if entries == 0:
        return past
    low, high, near = max(0, entries - capacity), entries - 1, NEAR * memory[at + SPACING]
    may_jump = number_of(model, i, MAY_JUMP) != 0.0
    if may_jump:
        nearest = _entry_before(memory, at, capacity, low, high, time + near)
        entry = memory[at + RING + nearest % capacity]
        if nearest >= low and time - entry <= near and _jumps_at(memory, at, capacity, nearest):
            both = max(AT_STEP * memory[at + SPACING], AT_TIME * abs(entry))
            is_behind = time > entry + both or (time >= entry - both and t <= memory[at + RING + high % capacity])
            beside: float = memory[at + RING + (capacity if is_behind else 2 * capacity) + nearest % capacity]
            return beside
    if time <= begin:
        return past
    middle = _entry_before(memory, at, capacity, low, high, time)
    if may_jump:
        low, high = _between_jumps(memory, at, capacity, low, middle, high)
    bend = begin + math.floor((time - begin) / T) * T
    first = _entry_before(memory, at, capacity, low, high, bend - near) + 1
    last = _entry_before(memory, at, capacity, low, high, bend + T + near)
    if last - first + 1 < POINTS:
        first, last = low, high
    middle = min(max(middle, first - 1), last)
    first = max(first, min(middle - POINTS // 2 + 1, last - POINTS + 1))
    return _interpolate(memory, at, capacity, first, min(first + POINTS - 1, last), time)


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the stored input at t - T, or the output of the approximation."""
    if _is_exact(model, i):
        return _delayed_input(model, t, i, state)
    return transfer_function.value(model, t, i, state)


@subroutine
def slopes(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """The slopes of the states of the approximation."""
    signals = model.signals
    if not _is_exact(model, i):
        transfer_function.slopes(model, t, i, state, out)
        for k in range(signals.first_state[i], signals.first_state[i + 1]):
            out[k] /= signals.data[signals.first[i + 1] - 1]


@subroutine
def partials(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """Derivatives of the approximation. Stored values do not depend on the motion of the current step."""
    signals = model.signals
    if not _is_exact(model, i):
        transfer_function.partials(model, t, i, state, out)
        n = signals.first_state[i + 1] - signals.first_state[i]
        for r in range(1, n + 1):
            for k in range(n + 1):
                out[r, k] /= signals.data[signals.first[i + 1] - 1]


@subroutine
def accept(model: Model, t: float, i: int, state: State) -> None:
    """Store the input. The new entry replaces the last entry if the last entry is less than half a step after the
    previous entry and has no jump.

    A second call at the same time, or just after it, stores the input after a jump.
    """
    if not _is_exact(model, i):
        return
    memory, at, capacity = state.memory, model.signals.first_memory[i], _capacity(model, i)
    entries, times, now = int(memory[at + ENTRIES]), at + RING, input_of(model, i, state)
    if entries == 0:
        memory[at + BEGIN] = t
    last = entries - 1
    is_second = entries > 0 and t <= memory[times + last % capacity] + NEAR * memory[at + SPACING]
    again = is_second
    if entries > 1 and memory[times + last % capacity] - memory[times + (last - 1) % capacity] < memory[at + SPACING]:
        again = is_second or not _jumps_at(memory, at, capacity, last)
    if not again:
        last += 1
        memory[at + ENTRIES] = last + 1.0
    if not is_second:
        memory[times + last % capacity] = t
    memory[times + capacity + last % capacity] = now
    if last == 0:
        memory[times + 2 * capacity] = memory[at + PAST]
    elif not is_second or number_of(model, i, MAY_JUMP) == 0.0:
        memory[times + 2 * capacity + last % capacity] = now


@subroutine
def newest_input(model: Model, i: int, state: State) -> float:
    """Return the input of the exact delay `i` at its last entry, after a jump there."""
    at, capacity = model.signals.first_memory[i], _capacity(model, i)
    last = int(state.memory[at + ENTRIES]) - 1
    newest: float = state.memory[at + RING + capacity + last % capacity] if last >= 0 else state.memory[at + PAST]
    return newest


DELAY = SignalKind(
    Variant(
        "DELAY",
        "The input at the time t - T. It is interpolated between earlier fixed steps, which must be at most T "
        "long, or approximated with @PADE_ORDER.",
        ("INPUT", "DELAY_TIME"),
        ("PADE_ORDER", "INITIAL_VALUE"),
    ),
    (
        INPUT,
        INITIAL_VALUE,
        number("DELAY_TIME", "The delay time T.", unit="s", above=0.0),
        integer(
            "PADE_ORDER",
            "The number of states of an approximation of exp(-s T) by a ratio of polynomials, for adaptive steps and linearization.",
            minimum=1,
            maximum=HIGHEST,
            default_text="exact",
        ),
    ),
    value,
    row,
    slopes,
    partials,
    accept=accept,
    history=history,
    step_fault=step_fault,
    rests_at_input=True,
)
