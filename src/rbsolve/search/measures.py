"""Scalars of a run by formulas: `max(tip.x1) - 2*rms(force)`, with their derivatives by design parameters.

`final(S)`, `at(T, S)`, `max(S)`, `min(S)`, `mean(S)`, `rms(S)`, `integral(S)`, `range(S)`, `amplitude(n, S)` and `phase(n, S)` make
a number of a history S: a sensor of one column, `sensor.component`, or a formula of them. Around and within them are + - * / ^ ( ),
abs, sqrt, numbers and design parameters. `mean` and `integral` are over time, by the trapezoidal rule; `amplitude` and `phase` are
those of the n-th harmonic of the time range.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import trapezoid

from rbsolve.results.columns import Measured, find_columns
from rbsolve.search.variables import SearchError
from rbsolve.showing import UnknownNameError, unknown

Floats = NDArray[np.float64]
_NAME = re.compile(r"(?<![\w.#])#?[A-Za-z_]\w*(?:\.\w+)?")
SAME_TIME = 1e-9


class Dual(NamedTuple):
    """A number, or a history (n,), and its derivatives (..., p)."""

    value: Any
    slope: Floats

    @property
    def is_history(self) -> bool:
        """Whether it is one for each output row."""
        return bool(np.ndim(self.value))


@dataclass(frozen=True)
class Measure:
    """A formula that was read: its `text`, its tree, and the sensors that it uses."""

    text: str
    tree: ast.expr
    names: Mapping[str, tuple[str, int] | str]
    """What each name of the tree is: a sensor with its column, or a design parameter."""

    @property
    def sensors(self) -> list[str]:
        """The sensors that it uses."""
        return [name[0] for name in self.names.values() if isinstance(name, tuple)]

    def evaluate(
        self,
        time: Floats,
        sensors: Mapping[str, Floats],
        derivatives: Mapping[str, Floats],
        parameters: Mapping[str, Any],
        by: Sequence[str],
    ) -> tuple[float, Floats]:
        """Its value and its derivatives (p,) by the parameters `by`, of sensors (n, k) with derivatives (n, k, p) at times (n,) [s]."""

        def known(name: str) -> Dual:
            place = self.names[name]
            if isinstance(place, tuple):
                sensor, column = place
                values = sensors[sensor][:, column]
                slope = derivatives[sensor][:, column, :] if by else np.zeros((len(values), 0))
                return Dual(values, slope)
            return Dual(float(parameters[place]), np.array([float(place == other) for other in by]))

        with np.errstate(all="ignore"):
            found = _Evaluation(time, known, len(by)).of(self.tree)
        return float(found.value), np.asarray(found.slope, dtype=np.float64).reshape(len(by))


def measure_of(text: str, sensors: Mapping[str, Measured], parameters: Mapping[str, Any]) -> Measure:
    """Read a scalar; SearchError says what is wrong with it."""
    names: dict[str, tuple[str, int] | str] = {}

    def place(found: re.Match[str]) -> str:
        word = found[0]
        if text[found.end() :].lstrip().startswith("(") and "." not in word:
            return word
        key = f"_{len(names)}"
        names[key] = _known(text, word, sensors, parameters)
        return key

    plain = _NAME.sub(place, text.replace("^", "**"))
    try:
        tree = ast.parse(plain.strip(), mode="eval").body
    except SyntaxError:
        raise SearchError(f'"{text}" is no formula: is a bracket or an operator missing?') from None
    made = Measure(text, tree, names)
    if _Checked(text, names).is_history(tree):
        raise SearchError(
            f'"{text}" is a history, and not a number: use max(...), rms(...), final(...) or another of {_LISTED}'
        )
    return made


def _known(
    text: str, word: str, sensors: Mapping[str, Measured], parameters: Mapping[str, Any]
) -> tuple[str, int] | str:
    """A sensor's column, or a design parameter."""
    if not word.startswith("#"):
        try:
            name, columns = find_columns(sensors, word)
        except UnknownNameError as error:
            if word not in parameters:
                listed = [*sensors, *parameters]
                raise SearchError(
                    f'"{text}": {error if "." in word else unknown("sensor or parameter", word, listed)}'
                ) from None
        else:
            if len(columns) > 1:
                labels = ", ".join(f"{name}.{label}" for label in sensors[name].components)
                raise SearchError(f'"{text}": {name} has {len(columns)} components; name one: {labels}')
            return name, columns[0]
    name = word.removeprefix("#")
    if name not in parameters or not isinstance(parameters[name], int | float):
        raise SearchError(f'"{text}": {unknown("design parameter", name, list(parameters))}')
    return name


class _Checked:
    """The kind of each part of a formula; SearchError where parts do not fit together."""

    def __init__(self, text: str, names: Mapping[str, tuple[str, int] | str]) -> None:
        self._text, self._names = text, names

    def is_history(self, node: ast.expr) -> bool:
        """Whether a part has a value for each output row."""
        match node:
            case ast.Constant(value=int() | float()):
                return False
            case ast.Name(id=name) if name in self._names:
                return isinstance(self._names[name], tuple)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
                return self.is_history(operand)
            case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow(), left=left, right=right):
                return any([self.is_history(left), self.is_history(right)])
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._of_call(name, [self.is_history(argument) for argument in arguments])
        raise SearchError(f'"{self._text}" is no formula of sensors, numbers and parameters')

    def _of_call(self, name: str, histories: Sequence[bool]) -> bool:
        if name in _MAPS:
            if len(histories) != 1:
                raise SearchError(f'"{self._text}": {name} takes one argument')
            return histories[0]
        if name not in _REDUCTIONS:
            raise SearchError(f'"{self._text}": {unknown("function", name, [*_REDUCTIONS, *_MAPS])}')
        leading = _REDUCTIONS[name][0]
        if len(histories) != leading + 1 or any(histories[:leading]) or not histories[-1]:
            form = {"at": "at(T, SENSOR)", "amplitude": "amplitude(n, SENSOR)", "phase": "phase(n, SENSOR)"}
            raise SearchError(f'"{self._text}": the form is {form.get(name, f"{name}(SENSOR.COMPONENT)")}')
        return False


class _Evaluation:
    """Values of the parts of a formula at one run."""

    def __init__(self, time: Floats, known: Callable[[str], Dual], count: int) -> None:
        self._time, self._known, self._count = time, known, count

    def of(self, node: ast.expr) -> Dual:
        """The value of a part."""
        match node:
            case ast.Constant(value=value):
                return Dual(float(value), np.zeros(self._count))  # type: ignore[arg-type]
            case ast.Name(id=name):
                return self._known(name)
            case ast.UnaryOp(op=op, operand=operand):
                a = self.of(operand)
                return a if isinstance(op, ast.UAdd) else Dual(-a.value, -a.slope)
            case ast.BinOp(op=op, left=left, right=right):
                return _operated(op, self.of(left), self.of(right))
            case ast.Call(func=ast.Name(id=name), args=arguments):
                values = [self.of(argument) for argument in arguments]
                if name in _MAPS:
                    return _MAPS[name](values[0])
                return _REDUCTIONS[name][1](self._time, *values)
        raise AssertionError(ast.dump(node))


def _times(factor: Any, slope: Floats) -> Floats:
    """Derivatives times a number or a history."""
    found: Floats = np.asarray(factor)[..., None] * slope
    return found


def _operated(op: ast.operator, a: Dual, b: Dual) -> Dual:
    match op:
        case ast.Add():
            return Dual(a.value + b.value, a.slope + b.slope)
        case ast.Sub():
            return Dual(a.value - b.value, a.slope - b.slope)
        case ast.Mult():
            return Dual(a.value * b.value, _times(b.value, a.slope) + _times(a.value, b.slope))
        case ast.Div():
            value = np.divide(a.value, b.value)
            return Dual(value, _times(np.divide(1.0, b.value), a.slope - _times(value, b.slope)))
    value = np.power(np.asarray(a.value, dtype=float), b.value)
    slope = _times(b.value * np.power(np.asarray(a.value, dtype=float), np.asarray(b.value) - 1.0), a.slope)
    if np.any(b.slope):
        slope = slope + _times(value * np.log(a.value), b.slope)
    return Dual(value, slope)


def _abs(a: Dual) -> Dual:
    return Dual(np.abs(a.value), _times(np.sign(a.value), a.slope))


def _sqrt(a: Dual) -> Dual:
    value = np.sqrt(a.value)
    return Dual(value, _times(np.divide(0.5, value), a.slope))


def _picked(choose: Callable[[Floats], Any]) -> Callable[[Floats, Dual], Dual]:
    """The row that `choose` finds."""

    def reduced(time: Floats, a: Dual) -> Dual:
        if not len(time) or not np.all(np.isfinite(a.value)):
            return Dual(math.nan, np.full(a.slope.shape[-1], np.nan))
        row = int(choose(a.value))
        return Dual(float(a.value[row]), a.slope[row])

    return reduced


_maximum, _minimum, _last = _picked(np.argmax), _picked(np.argmin), _picked(lambda values: len(values) - 1)


def _range(time: Floats, a: Dual) -> Dual:
    high, low = _maximum(time, a), _minimum(time, a)
    return Dual(high.value - low.value, high.slope - low.slope)


def _at(time: Floats, at: Dual, a: Dual) -> Dual:
    """Between two rows the value is linear."""
    when = float(at.value)
    if not len(time) or not time[0] - SAME_TIME <= when <= time[-1] * (1.0 + SAME_TIME) + SAME_TIME:
        return Dual(math.nan, np.full(a.slope.shape[-1], np.nan))
    second = int(np.clip(np.searchsorted(time, when), min(1, len(time) - 1), len(time) - 1))
    first = max(0, second - 1)
    share = (when - time[first]) / (time[second] - time[first]) if second > first else 0.0
    share = float(np.clip(share, 0.0, 1.0))
    return Dual(
        (1.0 - share) * a.value[first] + share * a.value[second],
        (1.0 - share) * a.slope[first] + share * a.slope[second],
    )


def _integral(time: Floats, a: Dual) -> Dual:
    return Dual(trapezoid(a.value, time), trapezoid(a.slope, time, axis=0))


def _mean(time: Floats, a: Dual) -> Dual:
    whole, duration = _integral(time, a), time[-1] - time[0] if len(time) else math.nan
    return Dual(whole.value / duration, whole.slope / duration) if duration > 0.0 else _last(time, a)


def _rms(time: Floats, a: Dual) -> Dual:
    value = math.sqrt(float(np.mean(a.value**2))) if len(time) else math.nan
    slope = np.mean(_times(a.value, a.slope), axis=0)
    return Dual(value, np.asarray(slope / value if value else 0.0 * slope))


def _harmonic(time: Floats, number: Dual, a: Dual) -> tuple[complex, NDArray[np.complex128]]:
    """c of the harmonic Re(c exp(i n 2 pi (t - t0)/T)) over the time range T, and its derivatives (p,)."""
    duration = time[-1] - time[0]
    wave = np.exp(-2j * np.pi * float(number.value) * (time - time[0]) / duration)
    value = 2.0 / duration * trapezoid(a.value * wave, time)
    return complex(value), 2.0 / duration * trapezoid(wave[:, None] * a.slope, time, axis=0)


def _amplitude(time: Floats, number: Dual, a: Dual) -> Dual:
    c, slope = _harmonic(time, number, a)
    return Dual(abs(c), np.asarray(np.real(np.conj(c) * slope) / abs(c)))


def _phase(time: Floats, number: Dual, a: Dual) -> Dual:
    c, slope = _harmonic(time, number, a)
    return Dual(math.atan2(c.imag, c.real), np.imag(np.conj(c) * slope) / abs(c) ** 2)


_MAPS: dict[str, Callable[[Dual], Dual]] = {"abs": _abs, "sqrt": _sqrt}
_REDUCTIONS: dict[str, tuple[int, Callable[..., Dual]]] = {
    "final": (0, _last),
    "max": (0, _maximum),
    "min": (0, _minimum),
    "mean": (0, _mean),
    "rms": (0, _rms),
    "integral": (0, _integral),
    "range": (0, _range),
    "at": (1, _at),
    "amplitude": (1, _amplitude),
    "phase": (1, _phase),
}
"""What makes a number of a history, and how many numbers stand before it."""
_LISTED = ", ".join(_REDUCTIONS)
