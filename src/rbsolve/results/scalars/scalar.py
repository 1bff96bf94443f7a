"""Computes a scalar of a run: its value, unit and gradient, from histories and design parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rbsolve.display.mappings import UnknownNameError, unknown
from rbsolve.language.diagnostics import Diagnostics, Source, Span
from rbsolve.language.expressions.evaluation import to_program
from rbsolve.language.expressions.parse import Expression
from rbsolve.language.expressions.program import Instruction, Opcode
from rbsolve.results.contents.columns import Measured, find_columns
from rbsolve.results.contents.units import split_units
from rbsolve.results.scalars.differential import Differential
from rbsolve.results.scalars.reading import Call, ScalarTextError, read
from rbsolve.results.scalars.reductions import KINDS, held, measure
from rbsolve.solver.functions.expression import flatten
from rbsolve.solver.functions.expression_kernel import BY_TIME
from rbsolve.solver.functions.expression_kernel import run as run_program
from rbsolve.solver.sensors.signal_units import unit_of_formula

Floats = NDArray[np.float64]
Histories = Mapping[str, Floats]
"""The histories (n, k) of sensors by name."""
Parameters = Mapping[str, float | Sequence[float]]
"""The values of design parameters by name, without the `#`."""


class Sensor(Measured, Protocol):
    """The properties of a sensor that a scalar needs."""

    @property
    def units(self) -> str:
        """Return one unit for all components, or one unit for each component."""
        ...


class _Program:
    """A formula with named numbers, compiled to a program for the stack machine."""

    def __init__(self, text: str, steps: Sequence[Instruction]) -> None:
        self.names = list(dict.fromkeys(step.name for step in steps if step.name))
        plain = tuple(step._replace(name=f"{self.names.index(step.name)}") if step.name else step for step in steps)
        place = Span(Source("scalar", text), 1, 1, 1, len(text) + 1)
        expression = Expression(text, place, plain)
        self._steps = to_program(expression, {}, [f"{k}" for k in range(len(self.names))])
        found = Diagnostics()
        numbers = flatten(self._steps, "the scalar", place, found)
        if numbers is None:
            raise ScalarTextError(text, next(iter(found)).message)
        self._data = np.array(numbers)
        self._inputs = np.arange(len(self.names), dtype=np.int64)

    def value(self, numbers: Mapping[str, float]) -> float:
        return self._run(numbers, BY_TIME)[0]

    def partials(self, numbers: Mapping[str, float]) -> dict[str, float]:
        return {name: self._run(numbers, k)[1] for k, name in enumerate(self.names)}

    def _run(self, numbers: Mapping[str, float], seed: int) -> tuple[float, float, float]:
        values = np.array([numbers[name] for name in self.names])
        return run_program((self._data, 0, len(self._data)), 0.0, self._inputs, 0, values, seed, None)

    def unit(self, units: Mapping[str, str]) -> str:
        if all(opcode in (Opcode.CONSTANT, *_ARITHMETIC) for opcode, _ in self._steps):
            return ""
        return unit_of_formula(self._steps, [units[name] for name in self.names])


_ARITHMETIC = tuple(code for code in Opcode if code >= Opcode.NEGATE)


@dataclass(frozen=True, slots=True)
class _Column:
    """A number from the history of a known sensor."""

    kind: str
    sensor: str
    column: int
    number: _Program | None


@dataclass(frozen=True, slots=True)
class ScalarDifferential:
    """A scalar with its derivatives. They are with respect to the rows of histories, the times of the rows, and the
    parameters that the scalar names.
    """

    value: float
    by_histories: Mapping[tuple[str, int], Floats]
    """The derivatives (n,) by sensor and column."""
    by_times: Floats
    by_parameters: Mapping[str, float]


class Scalar:
    """A scalar of the runs of one model.

    ```python
    scalar = Scalar("max(tip.x3) - 2*#L", results.sensors, {"L": 0.3})
    scalar.value(results.time, results, {"L": 0.3}), scalar.unit
    ```
    """

    def __init__(self, text: str, sensors: Mapping[str, Sensor], parameters: Parameters) -> None:
        """Raise ScalarError for an invalid scalar, or for an unknown name in the scalar."""
        self.text = text.strip()
        steps, calls = read(self.text)
        self._program = _Program(self.text, [self._resolve_name(step, calls, sensors, parameters) for step in steps])
        if not self._program.names:
            raise ScalarTextError(self.text, "it contains no sensor", hint="write e.g. `max(sensor.component)`")
        self._calls = {name: self._column(call, sensors, parameters) for name, call in calls.items()}
        units = {}
        for name, call in self._calls.items():
            sensor = sensors[call.sensor]
            units[name] = KINDS[call.kind].unit(split_units(sensor.units, len(sensor.components))[call.column])
        self.unit = self._program.unit({name: units.get(name, "") for name in self._program.names})
        """The unit of the scalar. It is empty if it cannot be derived."""

    @property
    def columns(self) -> list[tuple[str, int]]:
        """Return the sensors that the scalar reads, and their columns."""
        return list(dict.fromkeys((call.sensor, call.column) for call in self._calls.values()))

    @property
    def parameters(self) -> list[str]:
        """Return the design parameters that the scalar names."""
        programs = [self._program, *(call.number for call in self._calls.values() if call.number is not None)]
        return list(dict.fromkeys(name for one in programs for name in one.names if name not in self._calls))

    @property
    def calls(self) -> Mapping[str, _Column]:
        """Return the numbers from histories in the scalar, by their texts."""
        return self._calls

    @property
    def is_one_number(self) -> bool:
        """Return whether the scalar consists of a single number from a history."""
        return self._program.names == list(self._calls) and len(self._calls) == 1 and self.text in self._calls

    def _resolve_name(
        self, step: Instruction, calls: Mapping[str, Call], sensors: Mapping[str, Sensor], parameters: Parameters
    ) -> Instruction:
        """Convert a step with a name. The name is a number from a history, or a parameter without its `#`."""
        if not step.name or step.name in calls:
            return step
        name = step.name.removeprefix("#")
        if name in parameters:
            value = parameters[name]
            if isinstance(value, int | float):
                return step._replace(name=name)
            message = f"`{step.name}` is a list of {len(value)} numbers"
            raise ScalarTextError(self.text, message, step.start, step.end)
        if not step.name.startswith("#") and _is_a_sensor(name.strip('"'), sensors):
            hint = f"write e.g. `max({step.name})`"
            raise ScalarTextError(self.text, f"`{step.name}` is a history, not a number", step.start, step.end, hint)
        what = "design parameter" if step.name.startswith("#") else "sensor or design parameter"
        known = list(parameters) if step.name.startswith("#") else [*sensors, *parameters]
        raise ScalarTextError(self.text, str(unknown(what, name, known)), step.start, step.end)

    def _column(self, call: Call, sensors: Mapping[str, Sensor], parameters: Parameters) -> _Column:
        try:
            name, columns = find_columns(sensors, call.reference)
        except UnknownNameError as error:
            raise ScalarTextError(self.text, str(error), call.start, call.end) from error
        if len(columns) > 1:
            labels = ", ".join(f"{name}.{label}" for label in sensors[name].components)
            message = f"{name} has several components: name one of {labels}"
            raise ScalarTextError(self.text, message, call.start, call.end)
        number = [self._resolve_name(step, {}, sensors, parameters) for step in call.number]
        return _Column(call.kind, name, columns[0], _Program(self.text, number) if number else None)

    def value(self, time: Floats, histories: Histories, parameters: Parameters) -> float:
        """Return the scalar of a run with output times (n,) [s]. If the scalar is undefined, return NaN."""
        return self.value_of(
            {name: self.measure(name, time, histories, parameters).value for name in self._calls}, parameters
        )

    def value_of(self, numbers: Mapping[str, float], parameters: Parameters) -> float:
        """Return the scalar from given numbers. These are numbers from histories, by their texts."""
        return self._program.value({**numbers, **_numbers(self._program, parameters)})

    def measure(
        self, name: str, time: Floats, histories: Histories, parameters: Parameters, rows: Sequence[int] = ()
    ) -> Differential:
        """Return the number from a history that a text in this scalar represents. If the number is an extreme, `rows`
        may give other rows for it.
        """
        call = self._calls[name]
        if rows:
            return held(time, histories[call.sensor][:, call.column], rows)
        number = 0.0 if call.number is None else call.number.value(_numbers(call.number, parameters))
        return measure(call.kind, time, histories[call.sensor][:, call.column], number)

    def extremes(
        self, time: Floats, histories: Histories, parameters: Parameters, sign: float
    ) -> dict[str, tuple[int, ...]]:
        """Return the rows of extremes, by their texts in the scalar. `differential` accepts these rows.

        The scalar times `sign` is the largest of its values over all choices of rows for these extremes. Therefore the
        result excludes other extremes, such as `min` in a scalar that increases with it.
        """
        numbers = {name: self.measure(name, time, histories, parameters).value for name in self._calls}
        partials = self._program.partials(numbers | _numbers(self._program, parameters))
        found = {}
        for name, call in self._calls.items():
            extreme = KINDS[call.kind].extreme
            if extreme is not None and sign * partials[name] * (1.0 if extreme.is_convex else -1.0) > 0.0:
                found[name] = extreme.rows(histories[call.sensor][:, call.column])
        return found

    def differential(
        self,
        time: Floats,
        histories: Histories,
        parameters: Parameters,
        rows: Mapping[str, Sequence[int]] = MappingProxyType({}),
    ) -> ScalarDifferential:
        """Return the scalar with its derivatives with respect to all its inputs. For `max` and `min`, the derivative is
        the derivative of the value in the row of the extreme. `rows` may give other rows for extremes.
        """
        found = {name: self.measure(name, time, histories, parameters, rows.get(name, ())) for name in self._calls}
        numbers = {name: part.value for name, part in found.items()} | _numbers(self._program, parameters)
        partials = self._program.partials(numbers)
        by_histories: dict[tuple[str, int], Floats] = {}
        by_times = np.zeros(len(time))
        by_parameters = {name: slope for name, slope in partials.items() if name not in self._calls}
        for name, part in found.items():
            call, slope = self._calls[name], partials.get(name, 0.0)
            key = call.sensor, call.column
            by_histories[key] = by_histories.get(key, 0.0) + slope * part.by_values
            by_times += slope * part.by_times
            if call.number is not None:
                for parameter, inner in call.number.partials(_numbers(call.number, parameters)).items():
                    by_parameters[parameter] = by_parameters.get(parameter, 0.0) + slope * part.by_number * inner
        return ScalarDifferential(self._program.value(numbers), by_histories, by_times, by_parameters)

    def gradient(
        self,
        time: Floats,
        histories: Histories,
        parameters: Parameters,
        sensitivities: Mapping[str, Histories],
        moved_times: Mapping[str, Floats] | None = None,
    ) -> dict[str, float]:
        """Return the derivatives with respect to the parameters of `sensitivities`. For each parameter, it contains the
        derivatives (n, k) of the sensors.

        If a parameter affects output times, `moved_times` contains their derivatives (n,). An example is the time of an
        event that ends the run.
        """
        found = self.differential(time, histories, parameters)
        gradient = {}
        for parameter, sensors in sensitivities.items():
            total = found.by_parameters.get(parameter, 0.0)
            for (sensor, column), weights in found.by_histories.items():
                there = weights != 0.0
                total += float(weights[there] @ sensors[sensor][there, column])
            if moved_times is not None and parameter in moved_times:
                total += float(found.by_times @ moved_times[parameter])
            gradient[parameter] = total
        return gradient


def _numbers(program: _Program, parameters: Parameters) -> dict[str, float]:
    """Return the parameters that a program names."""
    return {name: float(value) for name in program.names if isinstance(value := parameters.get(name), int | float)}


def _is_a_sensor(text: str, sensors: Mapping[str, Sensor]) -> bool:
    try:
        return bool(find_columns(sensors, text))
    except UnknownNameError:
        return False


def quotient(unit: str, other: str) -> str:
    """Return the unit of a derivative, such as `m/kg`. If one of the two units is unknown, the result is empty."""
    if not unit or not other:
        return ""
    if unit == other:
        return "1"
    if other == "1":
        return unit
    return f"{unit}/({other})" if set(" /*") & set(other) else f"{unit}/{other}"
