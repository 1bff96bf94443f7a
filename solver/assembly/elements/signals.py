"""Creates the arrays of signals from their blocks. The module also determines the order of evaluation, reports
algebraic loops, and computes initial states.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from rbsolve.geometry.cycles import circles
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.parser.schema.integrators import FORMULATIONS_OF
from rbsolve.solver.assembly.elements.measure_rows import Quantity, Site, code_of, measure_arrays
from rbsolve.solver.assembly.elements.measures import quantity_of
from rbsolve.solver.assembly.elements.plain_signals import accept_plainly, element_slopes, evaluate_plainly
from rbsolve.solver.joints.blocks import driving_signals_of
from rbsolve.solver.methods.registry import INTEGRATORS
from rbsolve.solver.model.arrays import FAULT, Model, State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.signals import Signals
from rbsolve.solver.newton import BEGIN, GO_ON, NEVER, assess, at_most, relative_size
from rbsolve.solver.signals.delayed_jumps import with_jumping_delays
from rbsolve.solver.signals.driving import driving_signals
from rbsolve.solver.signals.kind import STEADY, SignalRow
from rbsolve.solver.signals.registry import CODES, KIND_OF_TYPE, SIGNAL_KINDS

FUNCTION, MEASURE = "FUNCTION_1D", "MEASURE"
RULES = at_most(30)
TOLERANCE, STEP = 1e-12, 1e-7  # tolerance for the residual of steady states, and increment of difference quotients


class SignalPlan(NamedTuple):
    """The signals of a deck in order of evaluation."""

    blocks: list[Described]
    rows: list[SignalRow]

    @property
    def places(self) -> dict[str, int]:
        """Return the index of each signal by name."""
        return {block.name: i for i, block in enumerate(self.blocks)}


def plan_signals(description: Description, functions: Mapping[str, int], diagnostics: Diagnostics) -> SignalPlan:
    """Return all signals in the order of evaluation. Algebraic loops and other errors are reported."""
    blocks = list(description.all_of("SIGNAL"))
    rows = [_row(block, description, functions, diagnostics) for block in blocks]
    index = {block.name: i for i, block in enumerate(blocks)}
    needs = [[index[name] for name in row.inputs if name in index] if row.passes else [] for row in rows]
    loops = circles(range(len(blocks)), needs)
    for members in loops:
        _report_loop([blocks[i] for i in members], diagnostics)
    # If possible, a signal with a memory is evaluated after its inputs. A sample of a sample then gets the new value.
    inputs = [[index[name] for name in row.inputs if name in index] for row in rows]
    order = range(len(blocks)) if loops else _order(needs if circles(range(len(blocks)), inputs) else inputs)
    return SignalPlan([blocks[i] for i in order], [rows[i] for i in order])


def _row(
    block: Described, description: Description, functions: Mapping[str, int], diagnostics: Diagnostics
) -> SignalRow:
    kind = block["SIGNAL_TYPE"]
    if kind == MEASURE:
        return SignalRow(_drivers(block, description, functions))
    if kind == FUNCTION:
        return SignalRow(subject=functions[block["FUNCTION_1D_NAME"]])
    read = KIND_OF_TYPE[kind].row
    row = None if read is None else read(block, diagnostics)
    return SignalRow() if row is None else row


def _drivers(block: Described, description: Description, functions: Mapping[str, int]) -> tuple[str, ...]:
    """Return the inputs of a measure: the signals that change a measured spring, or that drive the joint of a measured
    DRIVE_FORCE. Other measures have no inputs.
    """
    sensor = description.of_kind("SENSOR").get(_measured_sensor(block))
    if sensor is None or sensor["SENSOR_TYPE"] not in ("DRIVE_FORCE", "FORCE"):
        return ()
    known, name = description.of_kind("SIGNAL"), sensor["OBJECT_NAME"]
    spring = description.of_kind("SPRING_DAMPER").get(name)
    if sensor["SENSOR_TYPE"] == "DRIVE_FORCE":
        names = driving_signals_of(description, name, functions)
    else:
        names = [] if spring is None else [spring.get("SIGNAL_NAME"), spring.get("STIFFNESS_SIGNAL_NAME")]
    return tuple(dict.fromkeys(name for name in names if name in known))


def _measured_sensor(block: Described) -> str:
    given = block["MEASURE"]
    return str(given[0] if isinstance(given, tuple) else given)


def _report_loop(members: list[Described], diagnostics: Diagnostics) -> None:
    """Report an algebraic loop. The report lists the signals so that each depends on the next one."""
    listed = " -> ".join(f"{block.name} (line {block.span.line})" for block in members)
    message = f"signals depend on each other without a state in between: {listed} -> {members[0].name}"
    if len(members) == 1:
        message = f"signal {members[0].name} depends on itself without a state in between"
    hint = (
        "break the loop with a signal that has a state, such as FIRST_ORDER_LAG, or measure the motion within the loop"
    )
    diagnostics.error(Code.CIRCULAR_REFERENCE, message, members[0].span, hint)


def _order(needs: list[list[int]]) -> list[int]:
    """Return the nodes in an order in which each node follows the nodes on which it depends. If there is no such order,
    keep the given order.
    """
    waiting = [len(set(need)) for need in needs]
    users: list[list[int]] = [[] for _ in needs]
    for i, need in enumerate(needs):
        for j in set(need):
            users[j].append(i)
    ready = [i for i, count in enumerate(waiting) if count == 0]
    order = []
    for i in ready:
        order.append(i)
        for j in users[i]:
            waiting[j] -= 1
            if waiting[j] == 0:
                ready.append(j)
    return order


def assemble_signals(plan: SignalPlan, description: Description, site: Site, diagnostics: Diagnostics) -> Signals:
    """Return the arrays of the signals. Invalid measures are reported."""
    if not plan.blocks:
        return Signals()
    index = plan.places
    quantities: list[Quantity] = []
    kinds: list[int] = []
    subjects: list[int] = []
    for block, row in zip(plan.blocks, plan.rows, strict=True):
        kind, subject = block["SIGNAL_TYPE"], row.subject
        code = CODES.get(kind, -1)
        if kind == MEASURE:
            subject = len(quantities)
            found = _measure(block, description, site, diagnostics)
            if found is None:
                continue
            quantities.append(found)
            code = code_of(found)
        kinds.append(code)
        subjects.append(subject)
    if diagnostics.has_errors:
        return Signals()
    rows = plan.rows

    def ints(values: list[int]) -> np.ndarray:
        return np.array(values, dtype=np.int64)

    def places(counts: list[int]) -> np.ndarray:
        return np.cumsum([0, *counts], dtype=np.int64)

    signals = Signals(
        kind=ints(kinds),
        subject=ints(subjects),
        first_input=places([len(row.inputs) for row in rows]),
        inputs=ints([index[name] for row in rows for name in row.inputs]),
        first=places([len(row.numbers) for row in rows]),
        data=np.array([number for row in rows for number in row.numbers], dtype=np.float64),
        first_state=places([len(row.states) for row in rows]),
        first_memory=places([len(row.memory) for row in rows]),
        measures=measure_arrays(quantities),
        reactive=ints(_reactive(kinds, rows, index)),
    )
    return with_jumping_delays(signals)


def _reactive(kinds: list[int], rows: list[SignalRow], index: Mapping[str, int]) -> list[int]:
    """Return the signals whose values depend on accelerations or forces at the same time, in the order of evaluation."""
    found: list[int] = []
    for i, (kind, row) in enumerate(zip(kinds, rows, strict=True)):
        passed = row.passes and any(index[name] in found for name in row.inputs)
        if SIGNAL_KINDS[kind].reacts or passed:
            found.append(i)
    return found


def _measure(block: Described, description: Description, site: Site, diagnostics: Diagnostics) -> Quantity | None:
    return quantity_of(block, description.of_kind("SENSOR")[_measured_sensor(block)], site, diagnostics)


def with_elements(plan: SignalPlan, model: Model, initial: State, t: float) -> State:
    """Return `initial` with the initial states of the signals. Each of these states has its given value, a steady
    value, or zero.
    """
    if not plan.rows:
        return initial
    memory = np.array([value for row in plan.rows for value in row.memory], dtype=np.float64)
    element = np.array([0.0 if value is STEADY else value for value in _given_numbers(plan)], dtype=np.float64)
    most = max(len(row.inputs) for row in plan.rows)
    signal, fault = np.zeros(len(plan.rows)), np.zeros(FAULT + most)
    state = initial._replace(signal=signal, element=element, memory=memory, fault=fault)
    if len(model.signals.reactive):
        state = state._replace(
            acceleration=np.zeros((len(state.x), 6)), multiplier=np.zeros(len(model.joints.row_code))
        )
    free = free_of(plan, model.signals)
    for k in range(MOST_PASSES):  # if a memory switches in a pass, other memories may switch in the next pass
        before = state.memory.copy()
        find_steady(model, t, state, free)
        accept_plainly(model, t, state)
        if k > 0 and np.array_equal(before, state.memory, equal_nan=True):
            break
    return state


def _given_numbers(plan: SignalPlan) -> list[float | None]:
    return [value for row in plan.rows for value in row.states]


# Largest number of states whose steady values are computed together. The computing time grows with the cube of this
# number.
MOST_AT_REST = 500


MOST_PASSES = 20
"""At the start, signals are evaluated until none of them switches, but at most this number of times."""


class Free(NamedTuple):
    """The unknowns of a steady start: the states that have no given initial value."""

    states: Ints  # (n,) indices in State.element of the states whose slopes must be zero
    memory: Ints  # (m,) indices in State.memory of the values that must equal inputs
    inputs: Ints  # (m,) indices in State.signal of these inputs


def free_of(plan: SignalPlan, signals: Signals) -> Free:
    """Return all states and memories of signals that have no given initial value."""
    places = [(i, place) for i, row in enumerate(plan.rows) for place in row.rests]
    return Free(
        np.array([k for k, value in enumerate(_given_numbers(plan)) if value is STEADY], dtype=np.int64),
        np.array([signals.first_memory[i] + place for i, place in places], dtype=np.int64),
        np.array([signals.inputs[signals.first_input[i]] for i, _ in places], dtype=np.int64),
    )


def check_rest(plan: SignalPlan, signals: Signals, diagnostics: Diagnostics) -> bool:
    """Return whether there are few enough states for the computation of steady values. If not, report an error."""
    free = free_of(plan, signals) if plan.rows else None
    count = 0 if free is None else len(free.states) + len(free.memory)
    if count <= MOST_AT_REST:
        return True
    block = next(b for b, row in zip(plan.blocks, plan.rows, strict=True) if STEADY in row.states or row.rests)
    message = f"{count} states of signals have no initial value; steady values can be found for at most {MOST_AT_REST}"
    hint = "give the signals an @INITIAL_VALUE, or use transfer functions with fewer coefficients"
    diagnostics.error(Code.INVALID_VALUE, message, block.span, hint)
    return False


def find_steady(model: Model, t: float, state: State, free: Free) -> None:
    """Set free states to steady values while the bodies do not move. Newton's method makes the smallest change."""
    unknowns = [(state.element, k) for k in free.states] + [(state.memory, k) for k in free.memory]

    def imbalance() -> Floats:
        slopes = element_slopes(model, t, state)
        return np.concatenate([slopes[free.states], state.signal[free.inputs] - state.memory[free.memory]])

    search = BEGIN
    while unknowns and search.verdict == GO_ON:
        residual = imbalance()
        J = np.empty((len(unknowns), len(unknowns)))
        for column, (values, k) in enumerate(unknowns):
            kept = values[k]
            h = STEP * max(1.0, abs(kept))
            values[k] = kept + h
            ahead = imbalance()
            values[k] = kept - h
            J[:, column] = (ahead - imbalance()) / (2.0 * h)
            values[k] = kept
        if not (np.all(np.isfinite(J)) and np.all(np.isfinite(residual))):
            return
        changes = np.asarray(np.linalg.lstsq(J, -residual, rcond=1e-9)[0], dtype=np.float64)
        for (values, k), change in zip(unknowns, changes, strict=True):
            values[k] += change
        size = relative_size(changes, np.array([values[k] for values, k in unknowns]))
        search = assess(search, RULES, size, size / TOLERANCE, NEVER)
    evaluate_plainly(model, t, state)


CARRYING = tuple(integrator.name for integrator in INTEGRATORS if integrator.carries_signals)
"""The integrators that support all signals."""


def check_signals(plan: SignalPlan, model: Model, needed_by: str, diagnostics: Diagnostics) -> None:
    """Report signals that an integrator does not support. Signals that only observe are supported by all analyses and
    integrators.
    """
    if needed_by in CARRYING or needed_by not in FORMULATIONS_OF or not len(model.signals.kind):
        return
    for block, row in zip(plan.blocks, plan.rows, strict=True):
        if row.states or row.memory:
            message = f"{needed_by} does not support signals with states, such as {block.name}"
            report_unable(block, message, diagnostics)
            return
    driving = driving_signals(model)
    if len(driving):
        block = plan.blocks[int(driving[0])]
        message = (
            f"{needed_by} does not support signals that drive forces, such as {block.name}: its iteration has no "
            f"derivatives of such forces. Signals that only measure are supported"
        )
        report_unable(block, message, diagnostics)


def check_steps(plan: SignalPlan, step: float | None, duration: float, diagnostics: Diagnostics) -> None:
    """Report signals that do not support the steps of a run of `duration` [s]. `step` is the fixed step size [s], or
    None for adaptive steps.
    """
    for block in plan.blocks:
        kind = KIND_OF_TYPE.get(block["SIGNAL_TYPE"])
        fault = kind.step_fault(block, step, duration) if kind is not None and kind.step_fault is not None else None
        if fault is not None:
            diagnostics.error(Code.STEP_MISMATCH, fault.message, block.span_of(fault.keyword), fault.hint)


def report_unable(block: Described, message: str, diagnostics: Diagnostics) -> None:
    """Report that an integrator does not support a signal."""
    hint = "use GENERALIZED_ALPHA, or EXPLICIT_RUNGE_KUTTA (with joints on MINIMAL_COORDINATES)"
    diagnostics.error(Code.INCOMPATIBLE_FORMULATION, message, block.span, hint)
