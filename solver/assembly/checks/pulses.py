"""Warns of functions of time that fixed steps do not resolve: pulses shorter than a step, many jumps, and oscillations
faster than the steps.

A step evaluates a function at its ends, and for some methods at its middle. The check therefore compares the function
with its chord over each step.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import is_finite, largest
from rbsolve.solver.assembly.elements.jump_rows import MOST_SHORT, Driving, is_constant, short_runs, value_of_piece
from rbsolve.solver.functions.switching import MOST, Cubic, Line, Operand, Piece
from rbsolve.solver.model.flat import Floats

MISSED = 0.05  # no warning if steps miss at most this fraction of the integral of a pulse
ONE_WAY = 1.2  # noisy values count as monotonic up to this ratio of total variation to net change
# Largest deviation from the chords without a warning, as a fraction of the function's size. An oscillation with 2.7
# steps per period deviates this much.
UNSEEN = 0.4
PEAK = 0.2  # smallest height of a peak, as a fraction of the range of the function
# Largest change within half a step without a warning, as a fraction of the change within a step. If steps resolve the
# peak, the fraction is about a quarter.
STEEP = 0.6
MOST_STEPS = 20_000  # largest number of steps that the check examines
# number of steps that are sampled for oscillations between two switches, and number of points in each step
SAMPLED, POINTS = 24, 8
GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)
PARTS = np.arange(POINTS + 1) / POINTS
NEAR = 1e-9  # round-off of times, as a fraction of a step
MONOTONIC = ("STEP", "CONSTANT_ACCELERATION_PROFILE")  # types of functions without pulses, peaks, jumps or oscillations


class Pulse(NamedTuple):
    """A change of a function that steps do not resolve, from `start` to `end` [s]."""

    start: float
    end: float
    missed: float
    """The fraction of the integral of the change that the steps miss."""


def check_pulses(driving: Sequence[Driving], times: tuple[float, float], step: float, diagnostics: Diagnostics) -> None:
    """Warn of functions of time that change too fast for fixed steps [s]. Steps do resolve jumps, and up to
    `MOST_SHORT` consecutive short pieces.
    """
    for each in driving:
        block = each.block
        if block.get("FUNCTION_1D_TYPE") in MONOTONIC:
            continue
        parts = [piece for piece in each.pieces if piece.of is not None and piece.end > piece.start]
        pulse = _pulse(parts, times[0], step)
        what = f"{'signal' if block.kind == 'SIGNAL' else 'function'} {block.name}"
        if pulse is not None:
            diagnostics.warning(
                Code.STEP_MISMATCH,
                f"{what} changes within {pulse.end - pulse.start:.3g} s at t = {pulse.start:.9g} s: steps of {step:g} s "
                f"miss up to {100.0 * pulse.missed:.0f} % of its integral there",
                block.span,
                "use smaller steps, or a method with a tolerance, whose steps end where functions change",
            )
        elif (top := _narrow_peak(parts, step)) is not None:
            diagnostics.warning(
                Code.STEP_MISMATCH,
                f"{what} has a peak at t = {top:.9g} s that is narrower than steps of {step:g} s",
                block.span,
                "use smaller steps, or a method with a tolerance, whose steps end at peaks",
            )
        elif not each.reaches(times[1]):
            diagnostics.warning(
                Code.STEP_MISMATCH,
                f"{what} jumps or bends more than {MOST:,} times: steps resolve only its jumps until t = "
                f"{parts[-1].end:.9g} s",
                block.span,
                "use a shorter time range, or smaller steps",
            )
        elif _oscillates(parts, times[0], step):
            diagnostics.warning(
                Code.STEP_MISMATCH,
                f"{what} oscillates faster than steps of {step:g} s can follow",
                block.span,
                "use at least 10 steps for each period, or a method with a tolerance",
            )


def _pulse(pieces: Sequence[Piece], start: float, step: float) -> Pulse | None:
    """Return the first pulse that the steps miss. `start` is the start of the first step."""
    starts = [piece.start for piece in pieces]
    short = [piece for run in short_runs(pieces, step) if not _is_resolved(run) for piece in run]
    looked_at, last = 0, -1
    for first, final in _runs(short):
        n0 = max(math.floor((first - start) / step + NEAR), last + 1)
        n1 = math.ceil((final - start) / step - NEAR)
        seen = whole = size = 0.0
        values: list[float] = []
        for n in range(n0, n1):
            looked_at += 1
            a, b = start + n * step, min(start + (n + 1) * step, pieces[-1].end)
            inner = starts[bisect_right(starts, a) : bisect_right(starts, b)]
            nodes = [a, *(t for t in inner if a < t < b), b]
            before = len(values)
            for left, right in itertools.pairwise(nodes):
                piece = pieces[max(bisect_right(starts, 0.5 * (left + right)) - 1, 0)]
                f, g, h = (value_of_piece(piece.of, t) for t in (left, 0.5 * (left + right), right))
                whole += (right - left) * (f + 4.0 * g + h) / 6.0
                size += (right - left) * (abs(f) + 4.0 * abs(g) + abs(h)) / 6.0
                values += [f, g, h]
            seen += 0.5 * (b - a) * (values[before] + values[-1])
            last = n
        if abs(whole - seen) > MISSED * size and _returns(values):
            return Pulse(first, final, min(abs(whole - seen) / size, 1.0))
        if looked_at > MOST_STEPS:
            return None
    return None


def _is_resolved(run: Sequence[Piece]) -> bool:
    """Return whether steps resolve a sequence of short pieces. They do if the pieces are few or constant."""
    return len(run) <= MOST_SHORT or all(is_constant(piece.of) for piece in run)


def _narrow_peak(pieces: Sequence[Piece], step: float) -> float | None:
    """Return the time of the first narrow peak between two pieces. A peak is narrow if the function changes most of the
    height within half a step on both sides.
    """
    values = [
        value_of_piece(piece.of, t)
        for piece in pieces
        for t in (piece.start, 0.5 * (piece.start + piece.end), piece.end)
    ]
    known = [value for value in values if is_finite(value)] or [0.0]
    height = PEAK * (largest(known) + largest([-value for value in known]))
    for left, right in itertools.pairwise(pieces):
        t = right.start
        if left.end != t or min(t - left.start, right.end - t) < step:
            continue
        top = value_of_piece(right.of, t)
        sides = [
            [top - value_of_piece(piece.of, t + sign * part * step) for part in (0.5, 1.0)]
            for piece, sign in ((left, -1.0), (right, 1.0))
        ]
        is_peak = abs(top - value_of_piece(left.of, t)) < height and sides[0][1] * sides[1][1] > 0.0
        if is_peak and all(abs(far) > height and near / far > STEEP for near, far in sides):
            return t
    return None


def _returns(values: Sequence[float]) -> bool:
    """Return whether values are not monotonic. A monotonic change is not missed, because it acts at most one step late."""
    variation = math.fsum(abs(b - a) for a, b in itertools.pairwise(values))
    return variation > ONE_WAY * abs(values[-1] - values[0])


def _runs(pieces: Sequence[Piece]) -> Iterator[tuple[float, float]]:
    """Yield the intervals that consecutive pieces cover without gaps."""
    begin = end = math.nan
    for piece in pieces:
        if piece.start != end:
            if end > begin:
                yield begin, end
            begin = piece.start
        end = piece.end
    if end > begin:
        yield begin, end


def _oscillates(pieces: Sequence[Piece], start: float, step: float) -> bool:
    """Return whether a function deviates from its chords over some sampled steps by a large part of its size. Straight
    lines do not deviate.
    """
    if all(isinstance(piece.of, Line) or (isinstance(piece.of, Cubic) and piece.of.is_straight) for piece in pieces):
        return False
    samples = [np.empty((0, POINTS + 1))]
    sampled = 0
    for piece in pieces:
        first = math.ceil((piece.start - start) / step - NEAR)
        steps = math.floor((piece.end - start) / step + NEAR) - first
        if steps <= 0 or sampled >= MOST_STEPS:
            continue
        n = np.arange(steps) if steps <= SAMPLED else np.floor(steps * (GOLDEN * np.arange(SAMPLED) % 1.0))
        values = _values_of_piece(piece.of, (start + (first + n) * step)[:, None] + step * PARTS)
        values = values[np.isfinite(values).all(axis=1)]
        samples.append(values)
        sampled += values.size
    f = np.concatenate(samples)
    if not f.size:
        return False
    with np.errstate(over="ignore", invalid="ignore"):  # the squares of very large values are infinite
        away = f - f[:, :1] - (f[:, -1:] - f[:, :1]) * PARTS
        return bool(np.square(away).sum() > UNSEEN**2 * np.square(f - f.mean()).sum() > 0.0)


def _values_of_piece(of: Operand | Cubic, times: Any) -> Floats:
    """Return the values of a piece at an array of times. Polynomials are evaluated at all times at once."""
    if isinstance(of, Line | Cubic):
        return np.asarray(of.at(times)[0])
    return np.array([value_of_piece(of, t) for t in times.ravel().tolist()]).reshape(times.shape)
