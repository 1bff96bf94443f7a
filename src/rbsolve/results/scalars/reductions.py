"""Defines functions that reduce a history to a number. They also compute the derivatives of this number with respect to
the values and times of the history.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.scalars.differential import (
    Differential,
    nothing,
    pick,
    trapezoidal_by_times,
    trapezoidal_weights,
)
from rbsolve.results.scalars.instant import instant_of
from rbsolve.results.scalars.rainflow import cycles, damage_equivalent_load, rainflow_range
from rbsolve.results.scalars.spectrum import spectrum_frequency, spectrum_peak
from rbsolve.results.scalars.threshold import crossing, settling
from rbsolve.solver.sensors.signal_units import integrate_unit

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Extreme:
    """The rows that determine an extreme. A convex extreme is the largest of its values for any choice of rows, and a
    concave extreme is the smallest.
    """

    rows: Callable[[Floats], tuple[int, ...]]
    """Function that returns the rows for values (n,), counted from 1. The values of negative rows are subtracted."""
    is_convex: bool


@dataclass(frozen=True, slots=True)
class Kind:
    """A function that reduces a history to a number."""

    meaning: str
    measure: Callable[[Floats, Floats, float], Differential]
    """Function that returns the number from times (n,) [s], values (n,) and the argument before the sensor."""
    number: str = ""
    """The meaning of the argument before the sensor, or an empty text if there is no such argument."""
    example: str = ""
    """An example of this argument."""
    unit: Callable[[str], str] = lambda unit: unit
    """The unit of the result as a function of the unit of the sensor."""
    needs_all: bool = False
    """Whether the number is undefined if the history has no finite value in some row."""
    extreme: Extreme | None = None
    """The rows of an extreme."""

    @property
    def arguments(self) -> int:
        """Return the number of arguments."""
        return 2 if self.number else 1


def _final(time: Floats, values: Floats, _: float) -> Differential:
    return pick(time, len(time) - 1, values)


def held(time: Floats, values: Floats, rows: Sequence[int]) -> Differential:
    """Return the sum of the values in given rows, counted from 1. The values of negative numbers are subtracted."""
    weights, value = np.zeros(len(time)), 0.0
    for row in rows:
        sign = 1.0 if row > 0 else -1.0
        weights[abs(row) - 1] += sign
        value += sign * float(values[abs(row) - 1])
    return Differential(value, weights, np.zeros(len(time)))


def _kind_of_extreme(meaning: str, rows: Callable[[Floats], tuple[int, ...]], *, is_convex: bool = True) -> Kind:
    return Kind(meaning, lambda time, values, _: held(time, values, rows(values)), extreme=Extreme(rows, is_convex))


def _highest(values: Floats) -> tuple[int, ...]:
    return (int(np.argmax(values)) + 1,)


def _lowest(values: Floats) -> tuple[int, ...]:
    return (int(np.argmin(values)) + 1,)


def _farthest(values: Floats) -> tuple[int, ...]:
    row = int(np.argmax(np.abs(values)))
    return (-row - 1 if values[row] < 0.0 else row + 1,)


def _both(values: Floats) -> tuple[int, ...]:
    return _highest(values)[0], -_lowest(values)[0]


def _at(time: Floats, values: Floats, at: float) -> Differential:
    """Return the value at a given time, interpolated linearly between two rows. Outside the time range of the
    rows, the value is NaN.
    """
    instant = instant_of(time, at)
    if instant is None:
        return nothing(time)
    first, second, share = instant
    if first == second:
        return pick(time, first, values)
    weights, by_times = np.zeros(len(time)), np.zeros(len(time))
    length, rise = time[second] - time[first], values[second] - values[first]
    slope = 0.0 if length == 0.0 else float(rise / length)
    weights[first], weights[second] = 1.0 - share, share
    by_times[first], by_times[second] = -slope * (1.0 - share), -slope * share
    return Differential(float(instant.of(values)), weights, by_times, slope)


def _integral(time: Floats, values: Floats, _: float) -> Differential:
    weights = trapezoidal_weights(time)
    return Differential(float(weights @ values), weights, trapezoidal_by_times(values))


def _mean(time: Floats, values: Floats, _: float) -> Differential:
    length = time[-1] - time[0]
    if length == 0.0:
        return _final(time, values, 0.0)
    integral = _integral(time, values, 0.0)
    mean = integral.value / length
    by_times = integral.by_times / length
    by_times[-1] -= mean / length
    by_times[0] += mean / length
    return Differential(mean, integral.by_values / length, by_times)


def _rms(time: Floats, values: Floats, _: float) -> Differential:
    """Return the root mean square over rows, as in the summaries of studies."""
    rms = math.sqrt(float(values @ values) / len(values))
    slopes = values / (len(values) * rms) if rms else np.zeros(len(values))
    return Differential(rms, slopes, np.zeros(len(time)))


def _harmonic(
    time: Floats, values: Floats, number: float
) -> tuple[complex, NDArray[np.complex128], NDArray[np.complex128]]:
    """Return the coefficient c of the harmonic in `y = Re(c exp(i n w (t - t0))) + ...`. Also return the derivatives of
    c with respect to values and times.
    """
    length = time[-1] - time[0]
    if number < 1.0 or number != math.floor(number) or length == 0.0:
        nothing = np.full(len(time), math.nan + 0j)
        return complex(math.nan), nothing, nothing
    rate = 2.0 * math.pi * number / length
    angle, weights = rate * (time - time[0]), trapezoidal_weights(time)
    turned = np.exp(-1j * angle)
    terms = values * turned
    coefficient = complex(2.0 / length * (weights @ terms))
    by_angle = -1j * weights * terms
    by_times = trapezoidal_by_times(terms) + rate * by_angle
    by_times[0] += by_angle @ (angle / length - rate)
    by_times[-1] -= by_angle @ (angle / length)
    by_times *= 2.0 / length
    by_times[-1] -= coefficient / length
    by_times[0] += coefficient / length
    return coefficient, 2.0 / length * weights * turned, by_times


def _amplitude(time: Floats, values: Floats, number: float) -> Differential:
    c, by_values, by_times = _harmonic(time, values, number)
    unit = c.conjugate() / abs(c) if c else 0.0
    return Differential(abs(c), (unit * by_values).real, (unit * by_times).real)


def _phase(time: Floats, values: Floats, number: float) -> Differential:
    c, by_values, by_times = _harmonic(time, values, number)
    turned = c.conjugate() / abs(c) ** 2 if c else 0.0
    return Differential(math.atan2(c.imag, c.real), (turned * by_values).imag, (turned * by_times).imag)


def _second(_: str) -> str:
    return "s"


KINDS = {
    "final": Kind("the last value", _final),
    "at": Kind("the value at the time T [s], linear between rows", _at, "a time", "0.5"),
    "max": _kind_of_extreme("the largest value", _highest),
    "min": _kind_of_extreme("the smallest value", _lowest, is_convex=False),
    "mean": Kind("the mean over the time, by the trapezoidal rule", _mean),
    "rms": Kind("the root mean square over the rows", _rms),
    "integral": Kind("the integral over the time, by the trapezoidal rule", _integral, unit=integrate_unit),
    "range": _kind_of_extreme("the largest value minus the smallest value", _both),
    "peak": _kind_of_extreme("the largest absolute value", _farthest),
    "amplitude": Kind(
        "the amplitude A of the n-th harmonic A cos(n w (t - t0) + phase); the time range is one period of w",
        _amplitude,
        "the number of a harmonic",
        "1",
        needs_all=True,
    ),
    "phase": Kind(
        "the phase of the n-th harmonic", _phase, "the number of a harmonic", "1", lambda _: "rad", needs_all=True
    ),
    "crossing": Kind(
        "the time [s] of the first crossing of a value, linear between rows", crossing, "a value", "0.5", _second
    ),
    "settling": Kind(
        "the time [s] from which the sensor stays within a fraction of its largest distance from the last value",
        settling,
        "a share",
        "0.02",
        _second,
        needs_all=True,
    ),
    "spectrum_peak": Kind(
        "the amplitude of the largest line of the spectrum (Hann window, without the mean)",
        spectrum_peak,
        needs_all=True,
    ),
    "spectrum_frequency": Kind(
        "the frequency [Hz] of the largest line of the spectrum",
        spectrum_frequency,
        unit=lambda _: "Hz",
        needs_all=True,
    ),
    "rainflow_range": Kind(
        "the range of the n-th largest cycle of a rainflow count (ASTM E1049); a half cycle counts as one half",
        rainflow_range,
        "the number of a cycle",
        "1",
        needs_all=True,
    ),
    "cycles": Kind(
        "the number of rainflow cycles of at least a range", cycles, "a range", "0.5", lambda _: "1", needs_all=True
    ),
    "damage_equivalent_load": Kind(
        (
            "the range of cycles at 1 Hz that cause the same damage as the rainflow cycles, with the exponent m of "
            "the S-N curve"
        ),
        damage_equivalent_load,
        "an exponent",
        "4",
        needs_all=True,
    ),
}
"""The functions that reduce a history to a number, by their names."""


def measure(kind: str, time: Floats, values: Floats, number: float = 0.0) -> Differential:
    """Reduce a history with times (n,) [s] and values (n,) to a number with its derivatives. The number is NaN if there
    are no rows, or if a row that determines the number has no finite value.
    """
    if not len(time):
        return Differential(math.nan, np.empty(0), np.empty(0))
    if KINDS[kind].needs_all and not np.isfinite(values).all():
        return nothing(time)
    return KINDS[kind].measure(time, values, number)
