"""Finds the times at which functions of time jump, for fixed-step methods that resolve these jumps
(solver/functions/jump_rows.py).
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.many import is_finite, largest
from rbsolve.parser.schema.integrators import EXPLICIT_TYPES
from rbsolve.solver.assembly.checks.usage import OF_TIME
from rbsolve.solver.assembly.elements.formula_corners import formulas_of_time
from rbsolve.solver.assembly.elements.repeated_start import NO_ECHOES, StartEchoes, passes_of
from rbsolve.solver.functions.dispatch import corners_of, value_at
from rbsolve.solver.functions.encode import FUNCTION_KINDS
from rbsolve.solver.functions.jump_rows import APART, distance
from rbsolve.solver.functions.registry import CODES
from rbsolve.solver.functions.switching import MOST, Cubic, Curve, Line, Operand, Piece, pieces_of
from rbsolve.solver.integrators.quaternion_hamiltonian.tableaux import spark_tableau
from rbsolve.solver.integrators.tableaux import TABLEAUX
from rbsolve.solver.joints.blocks import items
from rbsolve.solver.model.arrays import Functions, Model
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.options import QuaternionOptions, RungeKuttaOptions
from rbsolve.solver.model.signals import Signals
from rbsolve.solver.signals.delayed_jumps import (
    MOST_PASSES,
    Echo,
    delays_and_measures,
    echoes_of,
    measures_before_delays,
)
from rbsolve.solver.signals.driving import driving_signals
from rbsolve.solver.signals.registry import CODES as SIGNAL_CODES

BESIDE = 1e-12  # distance from a corner to each side, as a fraction of the time
SMALL = 1e-9  # smallest change that counts as a jump, relative to the values on both sides
MOST_SHORT = 8  # largest number of consecutive pieces shorter than a step that steps resolve one by one
# Number of parts into which a short curve is divided, for methods of high and of low order. Steps end at each part.
# Generalized-alpha, however, treats the change within each part as a jump.
SPLIT_HIGH, SPLIT_LOW = 4, 32
LOW = 2  # highest order of a method that counts as low
SUDDEN = 2.0  # a change of at most this length is a jump; in units of the distance of a jump
PRESCRIBED = "PRESCRIBED"
_FUNCTION = SIGNAL_CODES["FUNCTION_1D"]
_TABULATED = CODES["TABULATED"]
_WITHOUT_FORMULAS = tuple(
    CODES[name]
    for name in ("TABULATED", "STEP", "CONSTANT_ACCELERATION_PROFILE", "HARMONIC", "CHEBYSHEV", "POLYNOMIAL")
)


class Driving(NamedTuple):
    """A function of time, or the formula of a signal, that drives the motion."""

    block: Described
    pieces: list[Piece]
    """The pieces of the function between its switches, at most `MOST`."""
    is_force: bool
    """Whether forces or signals depend on the function."""
    is_prescribed: bool
    """Whether the function prescribes a motion."""
    jumps_at_start: bool = False
    """Whether the value of the function jumps at the start of the run."""
    sources: Sequence[int] = ()
    """The signals whose values are the function."""
    echoes: Sequence[Echo] = ()
    """The times at which exact delays repeat the changes of the function."""
    followed: float = math.inf
    """The time after a change [s] up to which all its repetitions are known."""

    def reaches(self, stop: float) -> bool:
        """Return whether the pieces cover the whole run."""
        return not self.pieces or not self.pieces[-1].end < stop


def driving_functions(
    description: Description, model: Model, places: dict[str, int], times: tuple[float, float], step: float | None
) -> list[Driving]:
    """Return the functions of time and the formulas of signals that drive the motion. `places` contains the indices of
    the signals.

    The pieces extend slightly beyond the end of the run, so that a jump at the end is found.
    """
    start, stop = times[0], times[1] + 2.0 * APART * distance(max(map(abs, times)), step or 0.0)
    read = {
        (name, keyword.startswith(PRESCRIBED) or kind.startswith(PRESCRIBED))
        for kind, keywords in {**OF_TIME, "SIGNAL": ("FUNCTION_1D_NAME",)}.items()
        if kind != "MOVING_FRAME"  # integration steps do not evaluate moving frames
        for block, keyword in itertools.product(description.all_of(kind), keywords)
        for name in items(block, keyword)
    }
    functions, found = model.functions, []
    for index, block in enumerate(description.all_of(*FUNCTION_KINDS)):
        uses = {is_prescribed for name, is_prescribed in read if name == block.name}
        if not uses:
            continue
        if functions.kind[index] in _WITHOUT_FORMULAS:
            pieces = list(_between_corners(functions, index, start, stop))
            found.append(Driving(block, pieces, False in uses, True in uses))
    for block, look in formulas_of_time(description, model, places):
        is_force, is_prescribed = (block.name, False) in read or block.kind == "SIGNAL", (block.name, True) in read
        if is_force or is_prescribed:
            pieces = list(pieces_of(functions, start, stop, look))
            around = pieces_of(functions, start - (stop - times[1]), start + (stop - times[1]), look)
            jumps = any(itertools.starmap(_jumps_between, itertools.pairwise(around)))
            found.append(Driving(block, pieces, is_force, is_prescribed, jumps))
    return found


def _curve(functions: Functions, index: int) -> Curve:
    return Curve(lambda t: value_at(functions, index, t))


def _between_corners(functions: Functions, index: int, start: float, stop: float) -> Iterator[Piece]:
    """Yield the pieces of a function between its corners, at most `MOST` pieces."""
    is_table = functions.kind[index] == _TABULATED
    curve = _curve(functions, index)
    places = sorted({start, stop, *(t for t in corners_of(functions, index) if start < t < stop)})
    for a, b in itertools.islice(itertools.pairwise(places), MOST):
        yield Piece(a, b, _cubic(curve, a, b) if is_table else curve, 0)


def _cubic(curve: Curve, start: float, end: float) -> Cubic:
    """Return the polynomial of a table between two consecutive corners. It is computed from two evaluations of the
    table, and can then be evaluated fast.
    """
    t, later = start + 0.25 * (end - start), start + 0.75 * (end - start)
    value, slope, curvature = curve.at(t)
    change = curve.at(later)[2] - curvature
    return Cubic(t, value, slope, curvature, change / (later - t) if change != 0.0 else 0.0)


def with_echoes(
    driving: Sequence[Driving],
    description: Description,
    model: Model,
    places: dict[str, int],
    duration: float,
    method: Method,
) -> list[Driving]:
    """Return the functions of time, with the repetitions of their changes by exact delays. `places` contains the
    indices of the signals.
    """
    signals, passes = model.signals, passes_of(method)
    names = [block.name for block in description.all_of(*FUNCTION_KINDS)]
    drivers = driving_signals(model).tolist()
    measures = measures_before_delays(signals)
    found = []
    for each in driving:
        if each.block.kind == "SIGNAL":
            sources, direct = [places[each.block.name]], False
        else:
            index = names.index(each.block.name)
            sources = np.flatnonzero((signals.kind == _FUNCTION) & (signals.subject == index)).tolist()
            direct = passes > 0
        echoes, followed = echoes_of(signals, sources, duration, drivers, passes)
        if direct:  # the function may also affect the motion without a signal
            through = echoes_of(signals, measures, duration, drivers, passes - 1)
            echoes += [Echo(echo.later, echo.passes + 1) for echo in through.echoes]
            followed = min(followed, through.followed)
        found.append(each._replace(sources=sources, echoes=echoes, followed=followed))
    return found


def jumping_sources(
    driving: Sequence[Driving], method: Method, step: float, starts: StartEchoes, signals: Signals
) -> set[int]:
    """Return the signals whose delayed values jump, bend, or change within a fraction of a step, because of functions
    of time. `starts` contains the repetitions of the start.
    """
    found: set[int] = set()
    through = False
    for each in driving:
        changes = itertools.chain(_jumps(each, method), _bends(each, step), _fast_ranges(each.pieces, step, 1))
        if each.echoes and next(changes, None) is not None:
            found.update(each.sources)
            through = through or any(echo.passes > 0 for echo in each.echoes)
    if through or starts.jumps or starts.bends:
        found |= delays_and_measures(signals)
    return found


def jump_rows(
    driving: Sequence[Driving],
    method: Method,
    start: float,
    stop: float,
    step: float | None,
    starts: StartEchoes = NO_ECHOES,
) -> Floats:
    """Return the starts and ends (2 n,) of all changes that fixed steps resolve, in increasing order. For adaptive
    steps, return the times of jumps. `starts` contains the repetitions of the start.
    """

    def apart(t: float) -> float:
        """Return the smallest permitted distance of two rows near a time. Adaptive steps have no fixed size."""
        return APART * (distance(max(abs(start), abs(stop)), 0.0) if step is None else distance(t, step))

    points = {start + echo.later for echo in starts.jumps}
    points.update(start + echo.later for echo in starts.bends if echo.passes < MOST_PASSES)
    ranges: set[tuple[float, float]] = set()
    split = SPLIT_HIGH if order_of(method) > LOW else SPLIT_LOW
    ends_at_bends = method.integrator != "GENERALIZED_ALPHA"
    for each in driving:
        if not (each.is_force or method.integrator in EXPLICIT_TYPES):
            continue  # at jumps of prescribed motions, generalized-alpha takes special steps (impulses.py)
        # A change of at most this length counts as a jump at its middle. Steps evaluate functions outside of it.
        short = [p for p in each.pieces if p.end - p.start <= SUDDEN / APART * apart(p.end)]
        sudden = [p for p in short if _changes_in(p)]
        replaced = set(itertools.chain.from_iterable((p.start, p.end) for p in sudden))
        known = set(_jumps(each, method)) - replaced | {0.5 * (p.start + p.end) for p in sudden}
        fast = set() if step is None else set(_fast_ranges(each.pieces, step, split)) - {p[:2] for p in short}
        bends = set(_bends(each, step)) - replaced if step is not None and (each.echoes or ends_at_bends) else set()
        for shift, passes in (Echo(0.0, 0), *each.echoes):
            points.update(t + shift for t in (known if passes == MOST_PASSES else known | bends))
            ranges.update((a + shift, b + shift) for a, b in fast)
    ends = {*points, *itertools.chain.from_iterable(ranges)}
    places = _merge(sorted(t for t in ends if start - apart(start) < t < stop + apart(stop)), apart)
    jumps = {_nearest(places, t, apart(t)) for t in points}
    parts = {part for first, last in ranges for part in _parts_of(first, last, places, apart)}
    rows = sorted({*((t, t) for t in jumps if t is not None), *parts})
    return np.array(rows).reshape(-1)


def order_of(method: Method) -> int:
    """Return the order of accuracy of a method."""
    options = method.options
    if isinstance(options, RungeKuttaOptions):
        return TABLEAUX[options.tableau].order
    if isinstance(options, QuaternionOptions) and options.stages:
        return spark_tableau(method.integrator, options.stages).order
    return 2


def first_jump(driving: Driving, method: Method) -> float:
    """Return the first time at which a function jumps, or infinity."""
    return min(_jumps(driving, method), default=math.inf)


def first_change(driving: Driving, method: Method, step: float) -> float:
    """Return the first time at which a function jumps, bends, or changes within a fraction of a step. If there is none,
    return infinity.
    """
    fast = (start for start, _ in _fast_ranges(driving.pieces, step, 1))
    return min(itertools.chain(_jumps(driving, method), _bends(driving, step), fast), default=math.inf)


def _merge(times: Iterable[float], apart: Callable[[float], float]) -> list[float]:
    """Return the times in increasing order. A time that nearly coincides with the previous time is omitted."""
    kept: list[float] = []
    for t in times:
        if not kept or t - kept[-1] > apart(t):
            kept.append(t)
    return kept


def _parts_of(
    first: float, last: float, places: Sequence[float], apart: Callable[[float], float]
) -> Iterator[tuple[float, float]]:
    """Yield the rows of a fast change. A change that is too short for two rows is a single row."""
    among = places[bisect_left(places, first - apart(first)) : bisect_right(places, last + apart(last))]
    if len(among) == 1 and last - first <= apart(last):
        yield first, last
    yield from itertools.pairwise(among)


def _nearest(places: Sequence[float], t: float, apart: float) -> float | None:
    """Return the element of `places` that represents a time, or None if the time is outside of the run."""
    k = bisect_left(places, t - apart)
    return places[k] if k < len(places) and places[k] <= t + apart else None


def _jumps(driving: Driving, method: Method) -> Iterator[float]:
    """Yield the times at which a function jumps. For an explicit method, these times include all corners of prescribed
    motions. Such a method needs the accelerations of prescribed motions, which jump at corners.
    """
    every = driving.is_prescribed and method.integrator in EXPLICIT_TYPES
    if driving.jumps_at_start:
        yield driving.pieces[0].start
    for left, right in itertools.pairwise(driving.pieces):
        if right.start == left.end and (every or _jumps_between(left, right)):
            yield right.start


def _changes_in(piece: Piece) -> bool:
    """Return whether the value changes between the start and the end of a piece."""
    before, after = value_of_piece(piece.of, piece.start), value_of_piece(piece.of, piece.end)
    return bool(abs(after - before) > SMALL * largest([abs(before), abs(after)]))


def _bends(driving: Driving, step: float) -> Iterator[float]:
    """Yield the times at which the slope or the curvature of a function changes, except between two pieces shorter than
    a step. Steps of high order, and the interpolating polynomials of delays, must not extend across a bend. The
    derivative with respect to the time of a bend needs the values on both sides.

    A linear table counts as bent at each of its times, for all values. The steps therefore do not depend on the values,
    and the derivatives with respect to the values exist.
    """
    every = driving.block.get("INTERPOLATION") == "LINEAR"
    for left, right in itertools.pairwise(driving.pieces):
        is_long = max(left.end - left.start, right.end - right.start) >= step * (1.0 - SMALL)
        if is_long and right.start == left.end and (every or _bends_between(left, right)):
            yield right.start


def _bends_between(left: Piece, right: Piece) -> bool:
    """Return whether the slope or the curvature changes from one piece to the next."""
    if left.of is None or right.of is None:
        return False
    t, sizes = right.start, (left.end - left.start, right.end - right.start)
    beside = BESIDE * max(abs(t), *sizes)  # two pieces may be the same curve, with a corner between them
    before, after = left.of.at(t - beside), right.of.at(t + beside)
    middles = left.of.at(t - 0.5 * sizes[0])[0], right.of.at(t + 0.5 * sizes[1])[0]
    size, length = largest([*map(abs, (before[0], after[0], *middles))]), min(sizes)
    changes = abs(after[1] - before[1]) * length, abs(after[2] - before[2]) * length * length
    return any(is_finite(change) and change > SMALL * size for change in changes)


def _jumps_between(left: Piece, right: Piece) -> bool:
    """Return whether the value changes from one piece to the next. If a value is unknown, it counts as changed."""
    before, after = value_of_piece(left.of, left.end), value_of_piece(right.of, right.start)
    if not (is_finite(before) and is_finite(after)):
        return True
    size = largest([abs(value_of_piece(left.of, 0.5 * (left.start + left.end))), abs(before), abs(after)])
    return bool(abs(after - before) > SMALL * size)


def value_of_piece(of: Operand | Cubic, t: float) -> float:
    """Return the value of a piece at a time. It is NaN if the piece depends on the motion."""
    return math.nan if of is None else of.at(t)[0]


def is_constant(of: Operand | Cubic) -> bool:
    """Return whether the value of a piece is constant."""
    return isinstance(of, Line) and of.slope == 0.0


def _fast_ranges(pieces: Sequence[Piece], step: float, split: int) -> Iterator[tuple[float, float]]:
    """Yield the ranges in which a function changes within a fraction of a step, unless all its pieces are this short. A
    curve is divided into `split` ranges, or into fewer ranges if these would be too short.
    """
    for run in short_runs(pieces, step):
        if len(run) <= MOST_SHORT:
            for piece in run:
                if is_constant(piece.of):
                    continue
                most = int((piece.end - piece.start) / (2.0 * APART * distance(piece.end, step)))
                parts = 1 if isinstance(piece.of, Line) else max(1, min(split, most))
                nodes = np.linspace(piece.start, piece.end, parts + 1).tolist()
                yield from itertools.pairwise(nodes)


def short_runs(pieces: Sequence[Piece], step: float) -> Iterator[list[Piece]]:
    """Yield the longest sequences of consecutive pieces that are all shorter than a step."""
    for is_short, run in itertools.groupby(pieces, lambda piece: piece.end - piece.start < step * (1.0 - SMALL)):
        if is_short:
            yield list(run)
