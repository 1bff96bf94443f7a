"""Converts jumps and corners of formulas that depend on the motion to signals. Steps locate the switches of these
signals.

A comparison, a sign, an absolute value, a minimum or a maximum in a formula depends on the sign of a number, such as `a
- b` in `a < b`. This number becomes a signal. Its sign becomes another signal, of the kind SIDE, which is constant
within a step. `floor` and `mod` depend on the largest integer up to a number. This integer becomes a signal of the kind
LEVEL. The formula is then smooth within a step, and its values at the ends of steps do not change.

A formula with a side becomes a signal of the kind SIDED, because the motion may slide along the switch. Equal numbers
share one side, and therefore slide together. A formula may depend on a SIDED signal in a way that is not affine. It
then contains the formula of this signal, so that it also has a value on each side.

The corners of a LOOKUP_TABLE need no additional signal, because the table stores its interval, which is constant within
a step.

Generalized-alpha locates only jumps in fixed steps, because corners do not reduce its order. Adaptive explicit steps
locate only corners, because they do not resolve a motion that stays on a jump.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rbsolve.language.described import Described, Value
from rbsolve.parser.schema.integrators import EXPLICIT_TYPES
from rbsolve.solver.assembly.checks.late_switches import jumps_with_motion, moves
from rbsolve.solver.assembly.elements.signals import SignalPlan
from rbsolve.solver.functions.affine import is_affine
from rbsolve.solver.functions.instructions import (
    ABS,
    CALLED,
    CONSTANT,
    DEEPEST_STACK,
    DIVIDE,
    FIRST_BINARY,
    FIRST_TERNARY,
    FLOOR,
    GREATER,
    IF,
    LESS,
    LESS_OR_EQUAL,
    MAX,
    MIN,
    MOD,
    MULTIPLY,
    SIGN,
    SIGNAL,
    SUBTRACT,
    UNEQUAL,
    VARIABLE,
)
from rbsolve.solver.functions.jumps import has_instruction
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.signals.driving import has_limits, influential_signals
from rbsolve.solver.signals.kind import SignalKind, SignalRow
from rbsolve.solver.signals.level import LEVEL
from rbsolve.solver.signals.registry import CODES
from rbsolve.solver.signals.side import CORNER, JUMP, SIDE, name_of_side
from rbsolve.solver.signals.sided import SIDED

MOST_SIDES = 64  # largest number of sides of a formula; formulas with more sides are not changed
MOST_WRITTEN = 2000  # largest number of instructions of a formula into which other formulas are inserted
MOST_TOGETHER = 6  # largest number of switches of such a formula; if all of them slide, it has 2^6 values
MOST_NUMBERS = 200  # largest number of data of a table whose corners are located: 66 points, or a grid of 12 by 12
_COMPARISONS = tuple(range(LESS, UNEQUAL + 1))
_JUMPS, _CORNERS = (SIGN, FLOOR, MOD, *_COMPARISONS), (ABS, MIN, MAX)

Program = list[float]
_ZERO: Program = [float(CONSTANT), 0.0]


class _Part(NamedTuple):
    """A part of a formula. The record tells whether the value of the part changes continuously with the motion."""

    program: Program
    moves: bool


class _Side(NamedTuple):
    """A side or a level of a formula: the program that computes its input, and the data of its signal."""

    program: Program
    kind: SignalKind
    numbers: tuple[float, ...]
    """The data of the signal."""


class _Signal(NamedTuple):
    """The data that determine the value of a side or of a level."""

    inputs: tuple[str, ...]
    program: tuple[float, ...]
    """The program that computes the number whose sign or integer part is used."""
    kind: str
    numbers: tuple[float, ...]


class _Written(NamedTuple):
    """A formula with jumps."""

    inputs: tuple[str, ...]
    program: Program


class _Known(NamedTuple):
    """The results of the conversion of earlier signals."""

    sides: dict[_Signal, str]
    """The names of the signals that are sides."""
    formulas: dict[str, _Written]
    """The formulas with jumps whose inputs are not formulas with jumps."""
    jumps: set[str]
    """The names of the sides at which formulas jump."""
    moving: dict[str, bool]
    """The inputs of the formulas. For each input, the record tells whether it changes continuously with the motion."""


class _Sides:
    """The sides and levels of one formula."""

    def __init__(self, inputs: Sequence[str], moving: Sequence[bool], located: Collection[int]) -> None:
        self.inputs, self._moving, self._located = list(inputs), moving, located
        self.found: list[_Side] = []
        """The sides. The input of the formula with the index `len(inputs) + k` is side k."""
        self._known = len(self.inputs)

    def formula(self, program: Sequence[float]) -> Program | None:
        """Return the formula with its sides, or None if it has no sides or too many."""
        stack: list[_Part] = []
        at = 0
        while at < len(program):
            code = int(program[at])
            at += 1
            if code in (CONSTANT, SIGNAL, CALLED):
                is_moving = code == SIGNAL and self._moving[int(program[at])]
                stack.append(_Part([float(code), program[at]], is_moving))
                at += 1
            elif code == VARIABLE:
                stack.append(_Part([float(code)], False))
            else:
                count = 1 if code < FIRST_BINARY else 2 if code < FIRST_TERNARY else 3
                operands = stack[-count:]
                del stack[-count:]
                stack.append(self._apply(code, operands))
        found = stack[0].program
        programs = [side.program for side in self.found]
        is_usable = 0 < len(programs) <= MOST_SIDES and max(map(_depth, (found, *programs))) <= DEEPEST_STACK
        return found if is_usable else None

    def _apply(self, code: int, of: list[_Part]) -> _Part:
        """Return the result of an instruction."""
        programs, is_moving = [part.program for part in of], any(part.moves for part in of)
        is_located = is_moving and code in self._located
        if is_located and code in (SIGN, *_COMPARISONS):
            if code == SIGN:
                return _Part(self._side_of(JUMP, *programs), False)
            if programs[0] == _ZERO:
                return _Part([*_ZERO, *self._side_of(JUMP, programs[1]), float(code)], False)
            against = [program for program in programs if program != _ZERO]
            return _Part([*self._side_of(JUMP, *against), *_ZERO, float(code)], False)
        if is_located and code == FLOOR:
            return _Part(self._add(programs[0], LEVEL), False)
        if is_located and code == MOD:
            whole = self._add([*programs[0], *programs[1], float(DIVIDE)], LEVEL)
            return _Part([*programs[0], *programs[1], *whole, float(MULTIPLY), float(SUBTRACT)], True)
        if is_located and code == ABS:
            return _Part([*self._side_of(CORNER, *programs), *programs[0], float(MULTIPLY)], True)
        if is_located and code in (MIN, MAX):
            test = (
                LESS_OR_EQUAL if code == MIN else GREATER
            )  # as in the stack machine, which also does this for equal operands
            choice = [
                *self._side_of(CORNER, *programs),
                CONSTANT,
                0.0,
                float(test),
                *programs[0],
                *programs[1],
                float(IF),
            ]
            return _Part(choice, True)
        return _Part([*(number for program in programs for number in program), float(code)], is_moving)

    def _side_of(self, effect: float, *programs: Program) -> Program:
        """Return the program that computes the sign of a number, or of the difference of two numbers. `effect` is JUMP
        or CORNER.
        """
        argument = programs[0] if len(programs) == 1 else [*programs[0], *programs[1], float(SUBTRACT)]
        return self._add(argument, SIDE, effect)

    def _add(self, program: Program, kind: SignalKind, *numbers: float) -> Program:
        """Return the program of a new signal whose input has the given program."""
        side = _Side(program, kind, numbers)
        if side not in self.found:
            self.found.append(side)
        return [float(SIGNAL), float(self._known + self.found.index(side))]


def _depth(program: Program) -> int:
    """Return the largest number of operands on the stack at the same time."""
    at = depth = deepest = 0
    while at < len(program):
        code = int(program[at])
        if code in (CONSTANT, SIGNAL, CALLED):
            at += 1
        if code in (CONSTANT, SIGNAL, CALLED, VARIABLE):
            depth += 1
        else:
            depth -= 0 if code < FIRST_BINARY else 1 if code < FIRST_TERNARY else 2
        deepest = max(deepest, depth)
        at += 1
    return deepest


def locates_switches(method: Method) -> bool:
    """Return whether a method locates the switches and corners of formulas."""
    return bool(_located(method))


def _located(method: Method) -> tuple[int, ...]:
    """Return the instructions whose jumps and corners a method locates. At a jump, the motion may stay on the switch,
    which adaptive steps do not resolve.
    """
    if method.integrator in EXPLICIT_TYPES:
        return _CORNERS if method.is_adaptive else (*_JUMPS, *_CORNERS)
    return _JUMPS if method.integrator == "GENERALIZED_ALPHA" and not method.is_adaptive else ()


def with_sides(plan: SignalPlan, model: Model, method: Method) -> SignalPlan:
    """Return the plan with sides for all formulas that affect forces."""
    located, is_explicit = _located(method), method.integrator in EXPLICIT_TYPES
    blocks, rows = [], []
    driving, reactive = set(influential_signals(model).tolist()), set(model.signals.reactive.tolist())
    known = _Known({}, {}, set(), {})
    is_changed = False
    for i, (block, row) in enumerate(zip(plan.blocks, plan.rows, strict=True)):
        found = None
        if i in driving and has_limits(model.signals, i):
            row, is_changed = row._replace(memory=(0.0, 0.0)), True
        if i in driving and i not in reactive and is_explicit and _has_corners(model, i):
            row, is_changed = row._replace(memory=(0.0,) * (len(row.inputs) + 1)), True
        if i not in reactive and model.signals.kind[i] == CODES["EXPRESSION"]:
            found = _divided(block, row, i, model, located, i in driving, known)
        for one, its in found or ((block, row),):
            blocks.append(one)
            rows.append(its)
        is_changed = is_changed or found is not None
    return SignalPlan(blocks, rows) if is_changed else plan


def _has_corners(model: Model, i: int) -> bool:
    """Return whether a signal is a table with few points, and its input changes continuously with the motion."""
    count = int(model.signals.first[i + 1] - model.signals.first[i])
    return model.signals.kind[i] == CODES["LOOKUP_TABLE"] and count <= MOST_NUMBERS and moves(model, i)


def _divided(
    block: Described, row: SignalRow, i: int, model: Model, located: tuple[int, ...], drives: bool, known: _Known
) -> list[tuple[Described, SignalRow]] | None:
    """Return the signals of a formula: its sides, then the formula. Return None if it needs no sides. `known` contains
    the sides and formulas of earlier signals; new sides and formulas are added. Only a formula that `drives` the motion
    has sides of its own.
    """
    given = model.signals.inputs[model.signals.first_input[i] : model.signals.first_input[i + 1]].tolist()
    moving = {name: moves(model, k) for name, k in zip(row.inputs, given, strict=True)}
    written = _written_out(row, known)
    has_own = drives and has_instruction(list(row.numbers), located)
    has_own = has_own and (located != _JUMPS or jumps_with_motion(model, i))
    if written is not None and not has_own:
        read = {place for place, name in enumerate(row.inputs) if name in known.formulas}
        if is_affine(row.numbers, read):  # the mean of the values equals the value at the mean inputs
            known.moving.update(moving)
            known.formulas[block.name] = _Written(*written)
            return None
    if written is None and not has_own:
        return None
    inputs, program = written or (tuple(row.inputs), list(row.numbers))
    sides = _Sides(inputs, [moving.get(name, known.moving.get(name, False)) for name in inputs], located)
    formula = sides.formula(program) if has_own else None
    if formula is None and (written is None or sides.found):
        return None
    formula = program if formula is None else formula
    found: list[tuple[Described, SignalRow]] = []
    names = list(inputs)
    for n, side in enumerate(sides.found, 1):
        numbers, used = _with_used_inputs(side.program, names)
        signal = _Signal(used, tuple(numbers), side.kind.name, side.numbers)
        if signal not in known.sides:
            name = known.sides[signal] = name_of_side(block.name, n)
            distance = f"{name}'s distance"
            found.append((_hidden(block, distance, "EXPRESSION"), SignalRow(used, numbers)))
            its = SignalRow((distance,), side.numbers, memory=(0.0, 0.0), passes=False)
            found.append((_hidden(block, name, side.kind.name), its))
            if side.numbers == (JUMP,):
                known.jumps.add(name)
        names.append(known.sides[signal])
    numbers, used = _with_used_inputs(formula, names)
    places = [float(place) for place, name in enumerate(used) if name in known.jumps]
    if not places:
        return [*found, (block, row._replace(inputs=used, numbers=numbers))]
    known.moving.update(moving)
    known.formulas[block.name] = _Written(used, numbers)
    sided = Described(
        block.kind, block.name, block.span, {**block.values, "SIGNAL_TYPE": Value(SIDED.name, block.span)}
    )
    return [*found, (sided, row._replace(inputs=used, numbers=[float(len(places)), *places, *numbers]))]


def _written_out(row: SignalRow, known: _Known) -> tuple[tuple[str, ...], Program] | None:
    """Return the inputs and the program of a formula, in which each input that is a formula with jumps is replaced by
    this formula. The formula then has its own values on both sides of each jump. Return None if it depends on no such
    formula, or if it has too many switches or instructions.
    """
    names: list[str] = []
    program: Program = []

    def add(numbers: Sequence[float], inputs: Sequence[str]) -> None:
        at = 0
        while at < len(numbers):
            code = int(numbers[at])
            at += 1
            if code not in (CONSTANT, SIGNAL, CALLED):
                program.append(float(code))
                continue
            name = inputs[int(numbers[at])] if code == SIGNAL else ""
            if name in known.formulas and inputs is row.inputs:
                add(known.formulas[name].program, known.formulas[name].inputs)
            elif code == SIGNAL:
                if name not in names:
                    names.append(name)
                program.extend((float(SIGNAL), float(names.index(name))))
            else:
                program.extend((float(code), numbers[at]))
            at += 1

    if not any(name in known.formulas for name in row.inputs):
        return None
    add(row.numbers, row.inputs)
    jumps = sum(name in known.jumps for name in names)
    if len(program) > MOST_WRITTEN or _depth(program) > DEEPEST_STACK or jumps > MOST_TOGETHER:
        return None
    return tuple(names), program


def _with_used_inputs(program: Program, names: Sequence[str]) -> tuple[Program, tuple[str, ...]]:
    """Return a program whose inputs are numbered in the order in which they appear, and the names of the inputs."""
    numbers, used, at = list(program), [], 0
    while at < len(numbers):
        code = int(numbers[at])
        at += 1
        if code == SIGNAL:
            name = names[int(numbers[at])]
            if name not in used:
                used.append(name)
            numbers[at] = float(used.index(name))
        if code in (CONSTANT, SIGNAL, CALLED):
            at += 1
    return numbers, tuple(used)


def _hidden(block: Described, name: str, kind: str) -> Described:
    """Return a block for an internal signal, which is not an object of the deck."""
    values = {"SIGNAL_TYPE": Value(kind, block.span), "EXPRESSION": block.values["EXPRESSION"]}
    return Described(block.kind, name, block.span, values)
