"""Computes the frequency and the amplitude of the largest line in the spectrum of a history.

The mean is subtracted from the history, which is then multiplied by a Hann window h. Let F(w) be the integral of `h(t)
(y - mean) exp(-i w (t - t0)) dt`. The amplitude is `2 |F|` divided by the integral of h. The largest |F| is first
located on the lines of a fast Fourier transform, and then between the lines.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.scalars.differential import Differential, nothing, trapezoidal_by_times, trapezoidal_weights

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
FINER = 4
"""Number of lines of the Fourier transform for each line that the time range can resolve."""
LEAST_ROWS = 8
_ITERATIONS = 40


class _Windowed(NamedTuple):
    """A windowed history: times (n,) from the first row [s], values minus their mean, the window, and the weights of
    the integral.
    """

    time: Floats
    values: Floats
    window: Floats
    weights: Floats
    length: float


def _window(time: Floats, values: Floats) -> _Windowed:
    own = time - time[0]
    length = float(own[-1])
    weights = trapezoidal_weights(time)
    window = 1.0 - np.cos(2.0 * math.pi * own / length)
    return _Windowed(own, values - weights @ values / length, window, weights, length)


def _moments(seen: _Windowed, rate: float) -> tuple[complex, complex, complex]:
    """Return F and its first two derivatives with respect to the angular frequency."""
    terms = seen.weights * seen.window * seen.values * np.exp(-1j * rate * seen.time)
    return complex(terms.sum()), complex(-1j * (terms @ seen.time)), complex(-(terms @ seen.time**2))


def _largest_line(seen: _Windowed, values: Floats) -> float:
    """Return the angular frequency [rad/s] of the largest |F| above one period in the time range. The angular frequency
    is NaN if all lines are round-off.
    """
    n = len(seen.time)
    even = np.linspace(0.0, seen.length, n)
    shown = np.interp(even, seen.time, seen.window * seen.values)
    powers = np.abs(np.fft.rfft(shown, FINER * n))
    if not powers.max() > 1e-14 * n * float(np.abs(values).max()):
        return math.nan
    spacing = 2.0 * math.pi * (n - 1) / (FINER * n * seen.length)
    least = math.ceil(2.0 * math.pi / seen.length / spacing)
    line = least + int(np.argmax(powers[least:]))
    low, high = max((line - 1) * spacing, 2.0 * math.pi / seen.length), (line + 1) * spacing
    for _ in range(_ITERATIONS):  # in the interval, the slope of `|F|^2` changes its sign once
        rate = 0.5 * (low + high)
        value, first, _ = _moments(seen, rate)
        if (value.conjugate() * first).real > 0.0:
            low = rate
        else:
            high = rate
    return 0.5 * (low + high)


def _is_usable(time: Floats) -> bool:
    return len(time) >= LEAST_ROWS and time[-1] > time[0]


def spectrum_peak(time: Floats, values: Floats, _: float) -> Differential:
    """Return the amplitude of the largest line. It is 0 for a constant history."""
    if not _is_usable(time):
        return nothing(time)
    seen = _window(time, values)
    rate = _largest_line(seen, values)
    if math.isnan(rate):
        return Differential(0.0, np.zeros(len(time)), np.zeros(len(time)))
    total = float(seen.weights @ seen.window)
    value = _moments(seen, rate)[0]
    unit = 2.0 / total * value.conjugate() / abs(value)
    amplitude = 2.0 * abs(value) / total
    kernel = np.exp(-1j * rate * seen.time)
    slopes = _slopes(seen, kernel, -1j * rate * kernel)
    by_values, by_times = ((unit * part).real for part in slopes)
    # The divisor is the integral of the window. For evenly spaced rows, this integral is proportional to the length.
    of_window = trapezoidal_by_times(seen.window) + seen.weights * _window_rate(seen)
    shift = float(seen.weights @ _window_rate(seen))
    of_window[0] += seen.weights @ (_window_rate(seen) * (seen.time / seen.length)) - shift
    of_window[-1] -= seen.weights @ (_window_rate(seen) * (seen.time / seen.length))
    return Differential(amplitude, by_values, by_times - amplitude / total * of_window)


def _window_rate(seen: _Windowed) -> Floats:
    """Return the derivative of the window with respect to time."""
    rate: Floats = 2.0 * math.pi / seen.length * np.sin(2.0 * math.pi * seen.time / seen.length)
    return rate


def _slopes(seen: _Windowed, kernel: Complexes, kernel_rate: Complexes) -> tuple[Complexes, Complexes]:
    """Differentiate the integral of the product of window, values and a kernel. Return the derivatives with respect to
    the values of the history, and with respect to its times.
    """
    parts = seen.window * kernel
    whole = complex(seen.weights @ parts)
    by_values = seen.weights * (parts - whole / seen.length)
    shown = parts * seen.values
    local = seen.weights * seen.values * (_window_rate(seen) * kernel + seen.window * kernel_rate)
    by_times = trapezoidal_by_times(shown) + local
    # All times count from the first time, and the length of the window follows the time range.
    stretched = complex((seen.weights * seen.values * kernel) @ (_window_rate(seen) * seen.time)) / seen.length
    by_times[0] += stretched - local.sum()
    by_times[-1] -= stretched
    # The mean also depends on the times. Its divisor, the length, adds no term, because `values` has zero mean.
    by_times -= whole / seen.length * trapezoidal_by_times(seen.values)
    return by_values, by_times


def spectrum_frequency(time: Floats, values: Floats, _: float) -> Differential:
    """Return the frequency [Hz] of the largest line. It is NaN for a constant history."""
    if not _is_usable(time):
        return nothing(time)
    seen = _window(time, values)
    rate = _largest_line(seen, values)
    if math.isnan(rate):
        return nothing(time)
    value, first, second = _moments(seen, rate)
    curvature = abs(first) ** 2 + (value.conjugate() * second).real
    if curvature >= 0.0:  # here, the largest value is at the lowest frequency, and is no local maximum
        return nothing(time)._replace(value=rate / (2.0 * math.pi))
    kernel = np.exp(-1j * rate * seen.time)
    moved = -1j * seen.time * kernel
    of_value = _slopes(seen, kernel, -1j * rate * kernel)
    of_first = _slopes(seen, moved, -1j * kernel - 1j * rate * moved)
    by_values, by_times = (
        -(np.conj(first) * one + np.conj(value) * other).real / (2.0 * math.pi * curvature)
        for one, other in zip(of_value, of_first, strict=True)
    )
    return Differential(rate / (2.0 * math.pi), by_values, by_times)
