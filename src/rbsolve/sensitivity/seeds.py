"""Computes the start of a tangent: the derivatives of all initial numbers of an engine with respect to one number of
the deck.

The map from the deck to the arrays of an engine contains no time step. The map is smooth, because it consists of
geometry, assembly, the consistent start and the engine's preparation. Extrapolated central differences give the
derivatives of this map. Counts, codes and switches must not change with the number. If one of these changes, there is
no derivative, and a `NoTangent` names the cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.sensitivity.derivative import Target
from rbsolve.sensitivity.extrapolation import Tableau
from rbsolve.sensitivity.neighbours import Neighbours
from rbsolve.sensitivity.starts import Captured, NoTangent, OutOfRange, StartNumbers
from rbsolve.solver.compiler.lifting import DualMemory
from rbsolve.solver.compiler.variables import Variables

Floats = NDArray[np.float64]
LARGEST = 2.0**-7
"""The first step, relative to the size of the number."""
EPSILON = float(np.finfo(float).eps)
FEWEST, MOST = 2, 20
"""The smallest and the largest number of steps."""
ENOUGH = 1e-10
"""If the relative error of an array is below this value, no more steps follow. It is the error of the second to last
estimate, because the last estimate is far more accurate.
"""
LIKELY = 4
"""The number of steps whose cases are checked in advance."""
VAIN = 3
"""Number of steps without a smaller error after which the result is accepted."""
ROUNDING, CERTAIN = 1e-11, 1e-3
"""A derivative is set to zero if two conditions hold. The derivative is smaller than the first number times the largest
number of its array. The relative error of the derivative is above the second number.
"""


class Places(NamedTuple):
    """The two values of a difference, as distances from the number in units of the step. `ratio` is the ratio of a step
    to the next smaller step.
    """

    upper: float
    lower: float
    ratio: float


BOTH = Places(1.0, -1.0, 2.0)
ABOVE, BELOW = Places(1.0, 0.0, 4.0), Places(0.0, -1.0, 4.0)
"""Differences at the edge of the range of a number.

The error of a one-sided difference is a series in the step. The error of a central difference is a series in the square
of the step. So one-sided steps that are divided by four have the same extrapolation as central steps that are halved.
"""


class Sides(NamedTuple):
    """The two decks of a difference, and the distance between the values of the number."""

    step: float
    width: float
    above: CheckedDeck
    below: CheckedDeck


class OfAll(NamedTuple):
    """Data of numbers whose seeds come from one check of the deck."""

    still: frozenset[str]
    """Sensors that depend on none of the numbers directly. Other sensors may also not depend on them."""
    sides: Callable[[], list[CheckedDeck]]
    """Function that returns two decks without errors, between which all numbers differ. The list is empty if there are
    no such decks.
    """


@dataclass
class Seeds:
    """Derivatives of the initial numbers of an engine with respect to one number of the deck."""

    target: Target
    arrays: dict[str, Floats] = field(default_factory=dict)
    """The derivatives, with the path of an array or of variables as the key. The derivatives have the same shape as the
    array.
    """
    error: float = 0.0
    """The largest error of an array, relative to the largest derivative of the array."""
    sides: list[Sides] = field(default_factory=list)
    """The pairs of decks between which differences were taken."""
    narrower: Iterator[Sides] = field(default_factory=lambda: iter(()))
    """Further pairs with smaller steps. `all_sides` checks these decks only if a caller needs them."""
    of_all: OfAll | None = None
    """Data that the number shares with other numbers."""

    @property
    def moves_times(self) -> bool:
        """Return whether the times of the steps depend on the number."""
        return any(path.endswith(".times") for path in self.arrays)

    def all_sides(self) -> Iterator[Sides]:
        """Yield the known pairs of decks. Then yield new pairs with smaller steps, and store them for the next caller."""
        yield from self.sides
        for each in self.narrower:
            self.sides.append(each)
            yield each


def cases_ahead(target: Target, given: Mapping[str, Parameter]) -> Iterator[Mapping[str, Parameter]]:
    """Yield the cases that the seeds of one number will probably need."""
    step = target.size * LARGEST
    for _ in range(LIKELY):
        for value in _both_values(target, BOTH, step):
            yield {**given, **target.at(value)}
        step /= BOTH.ratio


def _both_values(target: Target, places: Places, step: float) -> tuple[float, float]:
    """Return the two values of a difference."""
    return target.value + places.upper * step, target.value + places.lower * step


def seeds_of(target: Target, start: StartNumbers, neighbours: Neighbours, given: Mapping[str, Parameter]) -> Seeds:
    """Return the seeds of one number. `given` contains the design parameters of the case. Raise NoTangent if the number
    has no seeds.
    """

    def read(value: float) -> tuple[CheckedDeck, Floats]:
        return neighbours.numbers({**given, **target.at(value)}, start)

    try:
        return _with_sides(seeds_between(target, start, read, BOTH), neighbours, given, BOTH)
    except OutOfRange as out:
        flaw = out
    for side in (ABOVE, BELOW):
        with suppress(OutOfRange):
            return _with_sides(seeds_between(target, start, read, side), neighbours, given, side)
    raise flaw


def seeds_between(
    target: Target,
    start: StartNumbers,
    read: Callable[[float], tuple[CheckedDeck, Floats]],
    places: Places = BOTH,
) -> Seeds:
    """Return the seeds from differences between the values at `places`. `read` returns the deck with a value of the
    number, and the initial numbers of its engine.

    Raise NoTangent if the number has no seeds, and OutOfRange if the deck has errors.
    """
    seeds, flaw = Seeds(target), NoTangent()
    tableau, step, vain = Tableau(), target.size * LARGEST, 0
    values, numbers, seeds.error = np.empty(0), np.empty(0), np.inf
    is_within = False  # true if the number is certainly not at the edge of its range
    for k in range(MOST):
        at = _both_values(target, places, step)
        try:
            (above, numbers), (below, others) = map(read, at)
        except NoTangent as no:
            if isinstance(no, OutOfRange) and not is_within:
                least = step / places.ratio ** (MOST - 1 - k)
                for value in reversed(_both_values(target, places, least)):  # most ranges have a lower edge
                    read(value)
                is_within = True
            flaw, tableau, seeds.sides = no, Tableau(), []
            step /= places.ratio
            continue
        width = at[0] - at[1]
        with np.errstate(invalid="ignore"):
            difference = (numbers - others) / width
        rounding = np.nan_to_num(EPSILON * np.abs(numbers) / width, posinf=0.0)
        tableau.add(np.nan_to_num(difference, nan=0.0, posinf=0.0, neginf=0.0)[np.newaxis], rounding)
        seeds.sides.append(Sides(step, width, above, below))
        step /= places.ratio
        if tableau.count < FEWEST:
            continue
        before = seeds.error
        values, seeds.error = _slopes(tableau, start, numbers, target.size)
        vain = 0 if seeds.error < before else vain + 1
        if seeds.error <= ENOUGH or vain == VAIN:
            break
    if tableau.count < FEWEST:
        raise flaw
    put_slopes(seeds, start, values)
    return seeds


def _with_sides(seeds: Seeds, neighbours: Neighbours, given: Mapping[str, Parameter], places: Places) -> Seeds:
    """Return seeds with further pairs of decks, whose steps are smaller than the steps so far."""
    seeds.narrower = sides_of(seeds.target, neighbours, given, places, seeds.sides[-1].step / places.ratio)
    return seeds


def sides_of(
    target: Target,
    neighbours: Neighbours,
    given: Mapping[str, Parameter],
    places: Places = BOTH,
    step: float | None = None,
) -> Iterator[Sides]:
    """Yield pairs of decks with smaller and smaller steps, starting with a given step. Decks with errors are skipped."""
    step = target.size * LARGEST if step is None else step
    for _ in range(MOST):
        at = _both_values(target, places, step)
        above, below = (neighbours.check({**given, **target.at(value)}) for value in at)
        if all(each.solvable is not None for each in (above, below)):
            yield Sides(step, at[0] - at[1], above, below)
        step /= places.ratio


def put_slopes(seeds: Seeds, start: StartNumbers, values: Floats) -> None:
    """Store the derivatives (n,) of all numbers in order. Raise NoTangent if a run cannot use them."""
    for array in np.unique(start.owner[np.flatnonzero(values)]).tolist():
        leaf, (first, last) = start.leaves[array], start.ends[array : array + 2]
        slopes = values[first:last]
        if isinstance(leaf.value, float):
            raise NoTangent(f"{leaf.path} depends on it, and runs have no derivatives with respect to {leaf.path}")
        shape = leaf.value.shape if isinstance(leaf.value, np.ndarray) else (last - first,)
        seeds.arrays[leaf.path] = slopes.reshape(shape)


def _slopes(tableau: Tableau, start: StartNumbers, numbers: Floats, size: float) -> tuple[Floats, float]:
    """Return the derivatives, and the largest error of an array relative to its largest derivative.

    If a number does not depend on the parameter, its derivative, which is only round-off, is set to zero.
    """
    found, worst = tableau.estimate, 0.0
    values = found.values[0].copy()
    for array in np.unique(start.owner[np.flatnonzero(values)]).tolist():
        first, last = start.ends[array : array + 2]
        slopes, errors = values[first:last], found.errors[first:last]
        own = np.abs(numbers[first:last])
        noise = ROUNDING * float(np.max(own, initial=0.0, where=np.isfinite(own))) / size
        slopes[(np.abs(slopes) <= noise) & (errors > CERTAIN * np.abs(slopes))] = 0.0
        largest = float(np.max(np.abs(slopes)))
        if largest > 0.0:
            worst = max(worst, float(np.max(errors[slopes != 0.0])) / largest)
    return values, worst


def sow(memory: DualMemory, centre: Captured, seeds: Sequence[Seeds], relative: bool = False) -> None:
    """Set the derivatives of the numbers with which a kernel starts.

    With `relative`, each parameter is measured in units of its own size, which is a power of two. In these units, the
    derivatives with respect to a stiffness of 1e9 N/m and to a length of 1 m have similar sizes. This matters because a
    kernel ends its iterations for all derivatives together.
    """
    for path, value in centre.leaves:
        for k, each in enumerate(seeds):
            slopes = each.arrays.get(path)
            if slopes is None:
                continue
            unit = each.target.size if relative else 1.0
            if isinstance(value, Variables):
                memory.of_variables(value)[: len(slopes), 1 + k] = slopes * unit
            else:
                memory.of(value)[..., 1 + k] = slopes * unit
