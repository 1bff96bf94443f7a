"""Finds the times at which formulas of time switch. A switch is a point where one of these
functions changes its branch: a comparison, `if`, `min`, `max`, `abs`, `sign`, `floor`, `mod` or `step`.

Between switches, each part of a formula is linear or smooth. Crossings of linear parts are computed exactly. Crossings
of smooth curves are found by sampling, with more samples where the slopes permit a crossing between two samples.
Formulas that depend on the motion through signals are not examined.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rbsolve.language.expressions.program import Opcode
from rbsolve.solver.functions.composed import arguments_of
from rbsolve.solver.functions.dispatch import corners_of, value_at
from rbsolve.solver.functions.expression_kernel import chain, compare, join, smooth_step, unary_or_nan
from rbsolve.solver.functions.registry import CARRIED, CODES, COMPOSED
from rbsolve.solver.model.arrays import Functions
from rbsolve.solver.model.flat import Floats

EPS = 1e-12  # round-off of a line relative to its terms, and of the time
SAMPLES = 512  # number of intervals in which a curve is sampled over the whole run
FINEST = 1e-7  # smallest interval between samples, as a fraction of the run
MOST_SAMPLES = 20_000  # largest number of samples of all curves of a formula
MOST = 10_000  # largest number of switches of a formula

_PEAKED = {Opcode.EXP: 0, Opcode.DIVIDE: 1, Opcode.POWER: 0}
"""Operations that may have a narrow peak where an operand has an extremum. The value is the index of this operand."""

Triple = tuple[float, float, float]


class Line(NamedTuple):
    """A part of a formula that is linear in time until it switches."""

    t: float
    value: float
    slope: float
    size: float
    """The sum of the absolute values of the terms."""

    def at(self, t: float) -> Triple:
        """Return the value and derivatives at a given time."""
        return self.value + self.slope * (t - self.t), self.slope, 0.0


class Curve(NamedTuple):
    """A part of a formula that is smooth until it switches."""

    at: Callable[[float], Triple]


Operand = Line | Curve | None
"""A part of a formula. None means that the value is unknown."""


class Cubic(NamedTuple):
    """A polynomial of third degree between two consecutive corners of a function, given by its value and derivatives at
    `t`.
    """

    t: float
    value: float
    slope: float
    curvature: float
    jerk: float

    @property
    def is_straight(self) -> bool:
        """Return whether the function is linear."""
        return self.curvature == self.jerk == 0.0

    def at(self, t: float) -> Triple:
        """Return the value and the derivatives."""
        s = t - self.t
        return (
            self.value + s * (self.slope + s * (0.5 * self.curvature + s * self.jerk / 6.0)),
            self.slope + s * (self.curvature + 0.5 * s * self.jerk),
            self.curvature + s * self.jerk,
        )


class Places(NamedTuple):
    """The values at which a part of a formula switches. They are a list in increasing order, or all integers."""

    known: Sequence[float] | None

    def piece(self, value: float) -> int | None:
        """Return the number of the interval that contains a value, or None for a value that is not finite."""
        if not math.isfinite(value):
            return None
        return math.floor(value) if self.known is None else bisect_right(self.known, value)

    def ends(self, piece: int) -> tuple[float, float]:
        """Return the lower and upper end of an interval."""
        if self.known is None:
            return float(piece), float(piece + 1)
        first = self.known[piece - 1] if piece > 0 else -math.inf
        return first, self.known[piece] if piece < len(self.known) else math.inf


ZERO, WHOLE, UNIT = Places((0.0,)), Places(None), Places((0.0, 0.5, 1.0))


class Switches(NamedTuple):
    """The switches of a formula in a range of time, at most `MOST`."""

    times: list[float]
    are_all: bool
    """Whether the list is complete. It may be incomplete if there are too many switches, or if a curve varies too fast
    for its samples.
    """


class Ahead:
    """The pieces of a formula just after a time `t`. `end` is the latest possible end of the pieces."""

    def __init__(
        self, functions: Functions, t: float, stop: float, spacing: float, corners: dict[int, Places] | None = None
    ) -> None:
        self.functions, self.t, self.end, self.spacing = functions, t, stop, spacing
        self.corners = {} if corners is None else corners
        self.least = EPS * max(abs(t), SAMPLES * spacing)
        self.samples = 0

    def time(self) -> Line:
        """Return the time itself."""
        return Line(self.t, self.t, 1.0, abs(self.t))

    def function(self, index: int, argument: Operand) -> Operand:
        """Return a function of the model at an argument."""
        functions, kind = self.functions, int(self.functions.kind[index])
        if argument is None or kind == CARRIED:
            return None
        if isinstance(argument, Line) and argument.slope == 0.0:
            return self._constant(value_at(functions, index, argument.value)[0])
        start, stop = float(functions.start[index]), float(functions.stop[index])
        within = self._piece(argument, Places((start, stop)))
        if within != 1:
            return self._constant(value_at(functions, index, stop if within else start)[0])
        first, last = int(functions.first[index]), int(functions.first[index + 1])
        if kind == CODES["EXPRESSION"]:
            return self.program(functions.data, first, last, argument, ())
        if kind == COMPOSED:
            results: list[Operand] = []
            for callee, begin, end in arguments_of(functions.data, first):
                results.append(self.function(callee, self.program(functions.data, begin, end, argument, results)))
                first = end
            return self.program(functions.data, max(first, int(functions.first[index]) + 1), last, argument, results)
        if index not in self.corners:
            self.corners[index] = Places(sorted(set(corners_of(functions, index))))
        self._piece(argument, self.corners[index])

        def value(t: float) -> Triple:
            a, da, dda = argument.at(t)
            return chain(*value_at(functions, index, a), da, dda)

        return Curve(value)

    def program(self, data: Floats, first: int, last: int, variable: Operand, given: Sequence[Operand]) -> Operand:
        """Evaluate a program of the variable and of given values, which are results of calls or signals."""
        stack: list[Operand] = []
        at = first
        while at < last:
            code = Opcode(int(data[at]))
            at += 1
            if code in (Opcode.CONSTANT, Opcode.CALLED, Opcode.SIGNAL):
                number = float(data[at])
                at += 1
                stack.append(self._constant(number) if code == Opcode.CONSTANT else given[int(number)])
            elif code == Opcode.VARIABLE:
                stack.append(variable)
            else:
                taken = stack[len(stack) - code.operands :]
                del stack[len(stack) - code.operands :]
                stack.append(self._apply(code, taken))
        return stack[0]

    def _apply(self, code: Opcode, of: Sequence[Operand]) -> Operand:
        """Apply an operation to operands of the stack."""
        if code == Opcode.IF:
            return None if of[0] is None else of[1] if _is_true(of[0]) else of[2]
        if code in (Opcode.AND, Opcode.OR):
            return self._both_or_either(code, of)
        known = [operand for operand in of if operand is not None]
        if len(known) < len(of):
            return None
        if Opcode.LESS <= code <= Opcode.UNEQUAL or code in (Opcode.MIN, Opcode.MAX):
            return self._compare(code, known[0], known[1])
        if code in (Opcode.ABS, Opcode.SIGN):
            is_negative = self._piece(known[0], ZERO) == 0
            if code == Opcode.SIGN:
                return self._constant(-1.0 if is_negative else 1.0)
            return self._apply(Opcode.NEGATE, known) if is_negative else known[0]
        if code == Opcode.NOT:
            return self._constant(0.0 if _is_true(known[0]) else 1.0)
        if code == Opcode.FLOOR:
            return self._constant(_whole(self._piece(known[0], WHOLE)))
        if code == Opcode.MOD:
            whole = self._constant(_whole(self._piece(self._plain(Opcode.DIVIDE, known), WHOLE)))
            return self._apply(Opcode.SUBTRACT, (known[0], self._apply(Opcode.MULTIPLY, (known[1], whole))))
        if code == Opcode.STEP:
            above, length = (self._apply(Opcode.SUBTRACT, (each, known[1])) for each in (known[0], known[2]))
            part = self._apply(Opcode.DIVIDE, (above, length))
            piece = None if part is None else self._piece(part, UNIT)
            if piece in (0, 3):
                return self._constant(1.0 if piece else 0.0)
        if code in _PEAKED and isinstance(known[_PEAKED[code]], Curve):
            self._piece(_slope_of(known[_PEAKED[code]]), ZERO)
        return self._plain(code, known)

    def _plain(self, code: Opcode, of: Sequence[Line | Curve]) -> Line | Curve:
        """Return the result of an operation without branches."""
        return self._straight(code, of) or _smooth(code, of)

    def _straight(self, code: Opcode, of: Sequence[Line | Curve]) -> Line | None:
        """Return the result of an operation on lines if it is a line. Otherwise return None."""
        lines = [operand for operand in of if isinstance(operand, Line)]
        if len(lines) < len(of):
            return None
        a, b = lines[0], lines[-1]
        if code in (Opcode.ADD, Opcode.SUBTRACT):
            sign = 1.0 if code == Opcode.ADD else -1.0
            return Line(self.t, a.value + sign * b.value, a.slope + sign * b.slope, a.size + b.size)
        if code == Opcode.NEGATE:
            return self._scale(-1.0, a)
        if code == Opcode.DIVIDE and b.slope == 0.0 and b.value != 0.0:
            return self._scale(1.0 / b.value, a)
        if code == Opcode.MULTIPLY and 0.0 in (a.slope, b.slope):
            return self._scale(b.value, a) if b.slope == 0.0 else self._scale(a.value, b)
        if any(line.slope != 0.0 for line in lines):
            return None
        return self._constant(_smooth(code, lines).at(self.t)[0])

    def _constant(self, value: float) -> Line:
        return Line(self.t, value, 0.0, abs(value))

    def _scale(self, factor: float, of: Line) -> Line:
        return Line(self.t, factor * of.value, factor * of.slope, abs(factor) * of.size)

    def _both_or_either(self, code: Opcode, of: Sequence[Operand]) -> Operand:
        settled = code == Opcode.OR
        if any(operand is not None and _is_true(operand) == settled for operand in of):
            return self._constant(1.0 if settled else 0.0)
        return None if None in of else self._constant(0.0 if settled else 1.0)

    def _compare(self, code: Opcode, a: Line | Curve, b: Line | Curve) -> Line | Curve:
        difference = self._plain(Opcode.SUBTRACT, (a, b))
        if isinstance(difference, Line) and difference.slope == 0.0:
            over = difference.value
        else:
            over = -1.0 if self._piece(difference, ZERO) == 0 else 1.0
        if code in (Opcode.MIN, Opcode.MAX):
            return a if (over <= 0.0) == (code == Opcode.MIN) else b
        return self._constant(compare(code, over, 0.0))

    def _piece(self, of: Line | Curve, places: Places) -> int | None:
        """Return the interval between places that contains the value of a part of a formula just after `t`. The piece
        ends when the value reaches the next place.
        """
        if isinstance(of, Line):
            return self._piece_of_line(of, places)
        begin = self.t + self.least
        piece = places.piece(of.at(begin)[0])
        change = next(self._changes(of, places, begin), None)
        if change is not None:
            self._end_at(change)
        return piece

    def _piece_of_line(self, line: Line, places: Places) -> int | None:
        piece = places.piece(line.value)
        if piece is None or line.slope == 0.0:
            return piece
        first, last = places.ends(piece)
        if line.slope > 0.0 and last - line.value <= EPS * line.size:
            piece += 1
        elif line.slope < 0.0 and line.value - first <= EPS * line.size:
            piece -= 1
        first, last = places.ends(piece)
        self._end_at(self.t + ((last if line.slope > 0.0 else first) - line.value) / line.slope)
        return piece

    def _end_at(self, time: float) -> None:
        self.end = min(self.end, max(time, self.t + self.least))

    def _changes(self, curve: Curve, places: Places, begin: float) -> Iterator[float]:
        """Find the times at which a curve crosses one of the places, by sampling."""
        a, stop = begin, self.end
        while a < stop:
            b = min(a + self.spacing, stop)
            yield from self._between(curve, places, (a, curve.at(a)), (b, curve.at(b)))
            a = b

    def _between(
        self, curve: Curve, places: Places, left: tuple[float, Triple], right: tuple[float, Triple]
    ) -> Iterator[float]:
        """Find the crossing between two samples, by refinement."""
        (a, (f, slope, _)), (b, (g, other, _)) = left, right
        self.samples += 1
        piece, h = places.piece(f), b - a
        is_dense = h <= FINEST * SAMPLES * self.spacing or self.samples > MOST_SAMPLES
        if piece == places.piece(g):
            if piece is None or is_dense:
                return
            first, last = places.ends(piece)
            distance = min(f - first, last - f, g - first, last - g)
            bend = abs(g - f - 0.5 * h * (slope + other))
            if bend + h * max(abs(slope), abs(other)) <= distance or (
                slope * other > 0.0 and bend < 0.1 * abs(g - f) and (g - f) * slope > 0.0
            ):
                return
        elif is_dense:
            yield self._narrow(curve, places, a, b)
            return
        middle = 0.5 * (a + b)
        between = middle, curve.at(middle)
        yield from self._between(curve, places, left, between)
        yield from self._between(curve, places, between, right)

    def _narrow(self, curve: Curve, places: Places, a: float, b: float) -> float:
        """Find by bisection the time at which a curve leaves the interval that contains its value at `a`."""
        piece = places.piece(curve.at(a)[0])
        while b - a > 2.0 * math.ulp(max(abs(a), abs(b))):
            middle = 0.5 * (a + b)
            if places.piece(curve.at(middle)[0]) == piece:
                a = middle
            else:
                b = middle
        return b


def _whole(piece: int | None) -> float:
    return math.nan if piece is None else float(piece)


def _is_true(operand: Line | Curve) -> bool:
    """Return whether a part of a formula is nonzero, except perhaps at single times."""
    return not (isinstance(operand, Line) and operand.slope == operand.value == 0.0)


def _slope_of(curve: Line | Curve) -> Curve:
    """Return the derivative of a curve. The second derivative of the result is set to zero."""

    def slope(t: float) -> Triple:
        _, rate, bend = curve.at(t)
        return rate, bend, 0.0

    return Curve(slope)


def _smooth(code: Opcode, of: Sequence[Line | Curve]) -> Curve:
    """Return the result of an operation on curves."""
    if len(of) == 1:
        return Curve(lambda t: _unary(code, of[0].at(t)))
    if len(of) == 2:
        return Curve(lambda t: join(code, *of[0].at(t), *of[1].at(t)))
    return Curve(lambda t: smooth_step(of[0].at(t), of[1].at(t), of[2].at(t)))


def _unary(code: Opcode, a: Triple) -> Triple:
    g, by_a, by_aa = unary_or_nan(code, a[0])
    return chain(g, by_a, by_aa, a[1], a[2])


class Piece(NamedTuple):
    """A formula between two consecutive switches."""

    start: float
    end: float
    of: Operand | Cubic
    samples: int
    """The number of samples of curves so far."""


def pieces_of(functions: Functions, start: float, stop: float, look: Callable[[Ahead], Operand]) -> Iterator[Piece]:
    """Yield a formula between two times piece by piece, at most `MOST` pieces. `look` evaluates the formula."""
    samples, t = 0, start
    corners: dict[int, Places] = {}
    for _ in range(MOST):
        ahead = Ahead(functions, t, stop, (stop - start) / SAMPLES, corners)
        ahead.samples = samples
        of = look(ahead)
        yield Piece(t, ahead.end, of, ahead.samples)
        samples, t = ahead.samples, ahead.end
        if not t < stop:
            return


def switches(functions: Functions, start: float, stop: float, look: Callable[[Ahead], Operand]) -> Switches:
    """Return the switches of a formula strictly between two times. `look` evaluates the formula."""
    pieces = list(pieces_of(functions, start, stop, look))
    times, is_whole = [piece.end for piece in pieces], not pieces[-1].end < stop
    return Switches(times[:-1] if is_whole else times, is_whole and pieces[-1].samples <= MOST_SAMPLES)
