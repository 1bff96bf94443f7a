"""Determines the units of signals. A unit is given by `@UNIT`, or derived from the measures of the signal. If it is not
known, it is empty.

Numbers in a formula, gains and tables may have unknown units, so products with them have no known unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from rbsolve.language.described import Described
from rbsolve.language.expressions.program import Opcode

UNKNOWN = ""
NUMBER = "number"
"""The unit of a number in a formula. A number takes the unit of the terms to which it is added."""
_PLAIN = "1"
_KEEP = (Opcode.NEGATE, Opcode.ABS, Opcode.FLOOR)
_ALIKE = (Opcode.ADD, Opcode.SUBTRACT, Opcode.MIN, Opcode.MAX, Opcode.MOD)
_ANGLES = (Opcode.ASIN, Opcode.ACOS, Opcode.ATAN, Opcode.ATAN2)
_WITHOUT_UNIT = {
    *(Opcode.SIN, Opcode.COS, Opcode.TAN, Opcode.EXP, Opcode.LOG, Opcode.TANH, Opcode.SIGN, Opcode.NOT, Opcode.STEP),
    *(Opcode.LESS, Opcode.LESS_OR_EQUAL, Opcode.GREATER, Opcode.GREATER_OR_EQUAL, Opcode.EQUAL, Opcode.UNEQUAL),
    *(Opcode.AND, Opcode.OR),
}
_TURNED = {(math.pi / 180, "deg"): "rad", (180 / math.pi, "rad"): "deg"}
"""The factors of the functions rad and deg."""


class SignalUnits:
    """The units of the signals of a deck."""

    def __init__(self, signals: Mapping[str, Described], measured: Callable[[str, str | None], str]) -> None:
        """`measured` returns the unit of the given component of a sensor, or of its only component."""
        self._signals, self._measured = signals, measured
        self._known: dict[str, str] = {}

    def of(self, name: str) -> str:
        """Return the unit of a signal."""
        if name not in self._known:
            self._known[name] = UNKNOWN  # ends the search if a signal depends on itself
            self._known[name] = self._derive(self._signals[name])
        return self._known[name]

    def _derive(self, signal: Described) -> str:
        given = signal.get("UNIT")
        if given is not None:
            return str(given)
        kind = signal["SIGNAL_TYPE"]
        if kind == "MEASURE":
            words = signal["MEASURE"]
            sensor, component = (
                (words, None) if isinstance(words, str) else (words[0], words[1] if len(words) > 1 else None)
            )
            return self._measured(sensor, component)
        if kind == "EXPRESSION":
            program, names = signal["EXPRESSION"]
            return unit_of_formula(program, [self.of(name) for name in names])
        if kind in ("DELAY", "SAMPLE_AND_HOLD") or (
            kind in ("INTEGRATOR", "FIRST_ORDER_LAG") and signal.get("GAIN", 1.0) == 1.0
        ):
            inputs = signal["INPUT"]
            unit = self.of(inputs if isinstance(inputs, str) else inputs[0])
            return integrate_unit(unit) if kind == "INTEGRATOR" else unit
        return UNKNOWN


def integrate_unit(unit: str) -> str:
    """Return the unit of an integral over time: `m` for `m/s`."""
    if unit == UNKNOWN:
        return UNKNOWN
    if unit == _PLAIN:
        return "s"
    for rate, whole in (("/s^2", "/s"), ("/s", "")):
        if unit.endswith(rate):
            return unit.removesuffix(rate) + whole or _PLAIN
    return f"{unit} s"


def unit_of_formula(program: Sequence[tuple[Opcode, float]], units: Sequence[str]) -> str:
    """Return the unit of a formula of signals with these units."""
    stack: list[tuple[str, float]] = []  # the unit of each operand, and the value of a number
    for opcode, value in program:
        if opcode == Opcode.SIGNAL:
            stack.append((units[int(value)], math.nan))
        elif opcode == Opcode.CONSTANT:
            stack.append((NUMBER, value))
        elif opcode == Opcode.VARIABLE:
            stack.append(("s", math.nan))
        else:
            count = opcode.operands
            operands = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            stack.append((_unit(opcode, operands), math.nan))
    unit = stack[-1][0]
    return UNKNOWN if unit == NUMBER else unit


def _unit(opcode: Opcode, operands: Sequence[tuple[str, float]]) -> str:
    units = [unit for unit, _ in operands]
    if opcode in _WITHOUT_UNIT:
        return _PLAIN
    if opcode in _ANGLES:
        return "rad"
    if opcode in _KEEP:
        return units[0]
    if opcode in _ALIKE:
        return _common(units)
    if opcode == Opcode.IF:
        return _common(units[1:])
    if all(unit == NUMBER for unit in units):
        return NUMBER
    if opcode == Opcode.MULTIPLY:
        return _product(operands)
    if opcode == Opcode.DIVIDE:
        if units[0] == units[1] != UNKNOWN:
            return _PLAIN
        return units[0] if units[1] == _PLAIN else UNKNOWN
    return UNKNOWN


def _common(units: Sequence[str]) -> str:
    """Return the common unit of all terms. A number takes the unit of the other terms."""
    with_unit = {unit for unit in units if unit != NUMBER}
    return NUMBER if not with_unit else with_unit.pop() if len(with_unit) == 1 else UNKNOWN


def _product(operands: Sequence[tuple[str, float]]) -> str:
    for (unit, value), (other, _) in (operands, operands[::-1]):
        if unit == _PLAIN or (unit == NUMBER and abs(value) == 1.0):
            return other
        if unit == NUMBER and (value, other) in _TURNED:
            return _TURNED[value, other]
    return UNKNOWN
