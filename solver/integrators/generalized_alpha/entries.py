"""Compiles the code of a step that only some models need, and the code for the matrix of iterates for derivatives."""

from __future__ import annotations

from rbsolve.solver.compiler.entries import address_of
from rbsolve.solver.compiler.layouts import FLOAT, INTEGER, NONE, array
from rbsolve.solver.compiler.records import layout_of, layout_of_value
from rbsolve.solver.compiler.variables import VariablesOfCases as Position
from rbsolve.solver.integrators.generalized_alpha.control import Control
from rbsolve.solver.integrators.generalized_alpha.friction import prepare_friction, put_columns
from rbsolve.solver.integrators.generalized_alpha.function_jumps import (
    find_jump,
    store_delayed_jumps,
    weigh_bend,
    weigh_jumps,
)
from rbsolve.solver.integrators.generalized_alpha.input_jumps import find_input_jump, has_inputs
from rbsolve.solver.integrators.generalized_alpha.parts import PartEntries, Parts
from rbsolve.solver.integrators.generalized_alpha.reactions import jump_reactions, start_reactions
from rbsolve.solver.integrators.generalized_alpha.signal_jumps import (
    find_switch,
    jumping_signals,
    note_margins,
    remember_signals,
)
from rbsolve.solver.integrators.generalized_alpha.signal_states import (
    apply_update,
    find_element_error,
    keep_element_slopes,
    place_elements,
    put_update,
)
from rbsolve.solver.integrators.generalized_alpha.system import PlainMatrix
from rbsolve.solver.model.arrays import Model, empty_state
from rbsolve.solver.model.cases import as_in


def entries_of(model: Model, parts: Parts, is_adaptive: bool, control: Position | None = None) -> PartEntries:
    """Return the entries that a model needs. Entries that do not exist yet are compiled. In lanes, `control` contains
    the variables of several cases.
    """
    elements = parts.elements
    entries = PartEntries()
    record, state = layout_of(model), layout_of(as_in(model.gravity, empty_state(0)))
    place, numbers = layout_of_value("control", control or Control()), array(1, model.gravity.dtype.name)
    matrix = NONE if parts.system is None else layout_of(parts.system)
    memory, signals = layout_of(parts.work), layout_of(elements)
    if len(model.signals.kind):
        entries = entries._replace(place=address_of(place_elements, record, place, signals, state))
    if len(elements.x):
        slopes = address_of(keep_element_slopes, record, INTEGER, place, signals, state)
        entries = entries._replace(keep_slopes=slopes)
    if len(elements.x) and is_adaptive:
        error = address_of(find_element_error, record, FLOAT, FLOAT, place, signals, state)
        entries = entries._replace(find_error=error)
    if len(elements.driving):
        put = address_of(put_update, record, matrix, place, signals, state, memory)
        entries = entries._replace(put_update=put, apply_update=address_of(apply_update, signals, numbers))
    if not is_adaptive and (len(jumping_signals(model)) or len(model.signals.switching)):
        entries = entries._replace(remember=address_of(remember_signals, record, matrix, place, signals, state, memory))
        if len(model.signals.switching):
            note = address_of(note_margins, record, place, signals, state)
            find = address_of(find_switch, record, matrix, place, signals, state, memory)
            entries = entries._replace(note_margins=note, find_switch=find)
    if not is_adaptive and len(model.functions.jumps):
        layouts = record, matrix, place, signals, state, memory
        find, weigh, bend = (address_of(of, *layouts) for of in (find_jump, weigh_jumps, weigh_bend))
        entries = entries._replace(find_jump=find, weigh_jumps=weigh, weigh_bend=bend)
        if len(model.signals.jumping_delays):
            entries = entries._replace(store_delayed_jumps=address_of(store_delayed_jumps, record, place, state))
    if not is_adaptive and has_inputs(model):
        jump = address_of(find_input_jump, record, matrix, place, signals, state, memory)
        entries = entries._replace(find_input_jump=jump)
    if len(model.signals.reactive):
        layouts = record, matrix, place, signals, state, memory
        starts, jumps = address_of(start_reactions, *layouts), address_of(jump_reactions, *layouts)
        entries = entries._replace(start_reactions=starts, jump_reactions=jumps)
    if len(model.frictions.joint):
        friction = layout_of(parts.friction)
        prepare = address_of(prepare_friction, record, INTEGER, friction, numbers, state)
        columns = address_of(put_columns, record, matrix, INTEGER, friction, state, memory)
        entries = entries._replace(prepare_friction=prepare, put_columns=columns)
    return entries


_WITH_MATRIX = (
    *("put_update", "remember", "find_switch", "find_jump", "find_input_jump"),
    *("start_reactions", "jump_reactions", "put_columns"),
)
"""The entries that solve with the matrix of an iterate, or write to it."""


def with_plain_matrix(parts: Parts, uses_matrix_later: bool) -> Parts:
    """Return the parts of a run with derivatives. The matrix of iterates has no derivatives, with two exceptions: if a
    solution after the iteration uses it, and if bodies are in trees. Without the derivatives of the matrix, the
    derivatives of a closed loop in joint coordinates differ by 8e-8 from finite differences of runs.
    """
    if uses_matrix_later or parts.forest is not None or any(getattr(parts.entries, name) for name in _WITH_MATRIX):
        return parts
    work = parts.work
    plain = PlainMatrix(work.values.copy(), work.swaps.copy(), work.references.copy())
    return parts._replace(work=work._replace(plain=plain))
