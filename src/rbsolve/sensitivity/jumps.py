"""Finds formulas whose values jump, and the times of these jumps.

The time of a jump between two steps must not depend on a number of the deck, because tangents do not contain the shift
of this time. For formulas of time, the times are known. Other formulas jump where the motion reaches a threshold, so
every number that affects the motion may change the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rbsolve.language.described import Described, Description
from rbsolve.language.expressions.program import Opcode
from rbsolve.pipeline import CheckedDeck
from rbsolve.pipeline.findings import words_for
from rbsolve.solver.assembly.elements.formula_corners import Formula, formulas_of_time
from rbsolve.solver.functions.composed import callees
from rbsolve.solver.functions.encode import FUNCTION_KINDS
from rbsolve.solver.functions.switching import switches
from rbsolve.solver.model.compiled import CompiledModel

_JUMPS = (
    *(Opcode.SIGN, Opcode.FLOOR, Opcode.MOD, Opcode.IF, Opcode.NOT, Opcode.AND, Opcode.OR),
    *(Opcode.LESS, Opcode.LESS_OR_EQUAL, Opcode.GREATER, Opcode.GREATER_OR_EQUAL, Opcode.EQUAL, Opcode.UNEQUAL),
)
Times = tuple[float, ...] | None
"""The times at which a formula jumps, or None if they are not known."""


def jumps(described: Described) -> bool:
    """Return whether a function or a signal is a formula whose value may jump."""
    return any(opcode in _JUMPS for opcode, _ in _program(described))


def jumps_by_motion(compiled: CompiledModel) -> str:
    """Return an element, in words, whose value may jump at a time that the motion determines. The text is empty if there
    is no such element.
    """
    description = compiled.description
    of_time = {formula.block.name for formula in _formulas(compiled)}
    for function in description.all_of("FUNCTION_1D"):
        if jumps(function) and function.name not in of_time:
            return words_for(function)
    for signal in description.all_of("SIGNAL"):
        if signal.get("SIGNAL_TYPE") == "HYSTERESIS" or (jumps(signal) and _decides_by_motion(signal, description)):
            return words_for(signal)
    return ""


def times_of_jumps(compiled: CompiledModel) -> dict[str, Times]:
    """Return the times at which formulas of time jump, by the words for each formula. Kinks count as jumps."""
    start, stop = compiled.schedule.start, compiled.schedule.stop
    found: dict[str, Times] = {}
    for block, look in _formulas(compiled):
        if any(map(jumps, _called([block], compiled.description))):
            at = switches(compiled.model.functions, start, stop, look)
            found[words_for(block)] = tuple(at.times) if at.are_all else None
    return found


def moved_jump(before: dict[str, Times], checked: CheckedDeck) -> str:
    """Return a formula, in words, that jumps at other times in a neighbouring deck than `before`, or an empty text."""
    after = times_of_jumps(checked.model) if before else {}
    return next((words for words, times in before.items() if times is None or times != after.get(words)), "")


def _formulas(compiled: CompiledModel) -> Iterator[Formula]:
    """Yield the formulas of time. Functions that force laws call are omitted."""
    description, model = compiled.description, compiled.model
    functions = list(description.all_of(*FUNCTION_KINDS))
    tables = (model.springs.function, model.pairs.function, model.general_bushings.function.ravel())
    used = {k for table in tables for k in table.tolist() if k >= 0}
    laws = {function.name for function in _called([functions[k] for k in used], description)}
    for formula in formulas_of_time(description, model, dict(compiled.signal_index)):
        if formula.block.kind == "SIGNAL" or formula.block.name not in laws:
            yield formula


def _called(functions: Sequence[Described], description: Description) -> list[Described]:
    """Return some functions, and all functions that they call."""
    found, waiting = dict[str, Described](), list(functions)
    known = {function.name: function for function in description.all_of(*FUNCTION_KINDS)}
    while waiting:
        function = waiting.pop()
        if function.name not in found:
            found[function.name] = function
            waiting += [known[name] for name in callees(function)] if function.kind != "SIGNAL" else []
    return list(found.values())


def _program(described: Described) -> Sequence[tuple[Opcode, Any]]:
    formula = described.get("EXPRESSION")
    program = formula[0] if isinstance(formula, tuple) and formula and isinstance(formula[0], list) else formula
    return program if isinstance(program, list) else []


def _decides_by_motion(signal: Described, description: Description) -> bool:
    """Return whether the motion may determine the time at which the formula of a signal jumps."""
    moves: list[bool] = []
    names = signal["EXPRESSION"][1]
    for opcode, operand in _program(signal):
        count = 1 if opcode is Opcode.CALL else opcode.operands
        taken = moves[len(moves) - count :]
        del moves[len(moves) - count :]
        if opcode in _JUMPS and any(taken[:1] if opcode is Opcode.IF else taken):
            return True
        moves.append((opcode is Opcode.SIGNAL and not _is_of_time(_input(names, operand), description)) or any(taken))
    return False


def _input(names: Sequence[str], operand: Any) -> str:
    return operand if isinstance(operand, str) else names[int(operand)]


def _is_of_time(name: str, description: Description) -> bool:
    """Return whether a signal depends only on time."""
    signal = next((each for each in description.all_of("SIGNAL") if each.name == name), None)
    if signal is None:
        return False
    if "EXPRESSION" in signal:
        return all(_is_of_time(each, description) for each in signal["EXPRESSION"][1])
    return signal.get("SIGNAL_TYPE") in (None, "FUNCTION_1D") and "FUNCTION_1D_NAME" in signal
