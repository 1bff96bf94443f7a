"""Counts rainflow cycles of a history (ASTM E1049-85, section 5.4.4), and computes fatigue damage from them."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.scalars.differential import Differential, nothing

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class Cycles(NamedTuple):
    """Cycles, in the order in which they close. The arrays contain ranges (m,), counts (m,) of 1 or 0.5, and the rows
    (m,) of the peaks and valleys.
    """

    ranges: Floats
    counts: Floats
    peaks: Rows
    valleys: Rows


def turning_points(values: Floats) -> Rows:
    """Return the rows of the first value, of all peaks and valleys, and of the last value. If consecutive values are
    equal, only the first counts.
    """
    own = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
    rises = values[own[1:]] > values[own[:-1]]
    turns = np.flatnonzero(rises[1:] != rises[:-1]) + 1
    return np.unique(np.concatenate([own[:1], own[turns], own[-1:]]))


def count_cycles(values: Floats) -> Cycles:
    """Return the rainflow cycles of values (n,). Open cycles count as half cycles."""
    points = turning_points(values).tolist()
    heights = values[points].tolist()
    stack: list[int] = []  # rows of turning points
    found: list[tuple[int, int, float]] = []
    for k, height in enumerate(heights):
        stack.append(k)
        while len(stack) >= 3:
            first, second = stack[-3], stack[-2]
            if abs(height - heights[second]) < abs(heights[second] - heights[first]):
                break
            if len(stack) == 3:
                found.append((first, second, 0.5))
                del stack[0]
            else:
                found.append((first, second, 1.0))
                del stack[-3:-1]
    found += [(first, second, 0.5) for first, second in pairwise(stack)]
    ends = np.array([(points[first], points[second]) for first, second, _ in found], dtype=np.int64).reshape(-1, 2)
    counts = np.array([count for *_, count in found])
    both = values[ends]
    is_falling = both[:, 0] > both[:, 1]
    begins, closes = ends[:, 0], ends[:, 1]
    peaks, valleys = np.where(is_falling, begins, closes), np.where(is_falling, closes, begins)
    return Cycles(np.abs(both[:, 0] - both[:, 1]), counts, peaks, valleys)


def rainflow_range(time: Floats, values: Floats, number: float) -> Differential:
    """Return the range of the n-th largest cycle. Half cycles count as one half. The range is 0 if there are fewer
    cycles.
    """
    found = count_cycles(values)
    order = np.argsort(-found.ranges, kind="stable")
    reached = np.flatnonzero(np.cumsum(found.counts[order]) > number - 0.75)
    if not number >= 0.75:
        return nothing(time)
    by_values = np.zeros(len(time))
    if not len(reached):
        return Differential(0.0, by_values, np.zeros(len(time)))
    cycle = order[reached[0]]
    by_values[found.peaks[cycle]] += 1.0
    by_values[found.valleys[cycle]] -= 1.0
    return Differential(float(found.ranges[cycle]), by_values, np.zeros(len(time)))


def cycles(time: Floats, values: Floats, least: float) -> Differential:
    """Return the number of cycles whose range is at least `least`. The derivatives of this number are zero."""
    found = count_cycles(values)
    number = float(found.counts[found.ranges >= least].sum())
    return Differential(number, np.zeros(len(time)), np.zeros(len(time)))


def damage_equivalent_load(time: Floats, values: Floats, exponent: float) -> Differential:
    """Return a range r. Cycles of this range at 1 Hz, over the whole time range, cause the same damage as the rainflow
    cycles. The damage is the sum of `n_i r_i^m`.
    """
    length = float(time[-1] - time[0])
    if not exponent > 0.0 or length == 0.0:
        return nothing(time)
    found = count_cycles(values)
    largest = float(found.ranges.max(initial=0.0))
    by_values, by_times = np.zeros(len(time)), np.zeros(len(time))
    if largest == 0.0:
        return Differential(0.0, by_values, by_times)
    shares = found.ranges / largest
    damages = found.counts * shares**exponent
    total = float(damages.sum())
    load = largest * (total / length) ** (1.0 / exponent)
    slopes = load / (total * largest) * found.counts * shares ** (exponent - 1.0)
    np.add.at(by_values, found.peaks, slopes)
    np.add.at(by_values, found.valleys, -slopes)
    by_times[-1] -= load / (exponent * length)
    by_times[0] += load / (exponent * length)
    by_exponent = load * (damages @ np.log(shares) / (total * exponent) - math.log(total / length) / exponent**2)
    return Differential(load, by_values, by_times, float(by_exponent))
