"""The start of a tangent: derivatives of all initial numbers of an engine with respect to one number of the deck.

The map from the deck to the arrays of an engine contains no time step: geometry, assembly, the consistent start and the
engine's preparation are smooth. The map is differentiated by extrapolated central differences. Counts, codes and
switches must not change with the number. If one of them changes, there is no derivative, and a `NoTangent` names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from inspect import signature
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.case import first_error
from rbsolve.ensemble.engines import Engines
from rbsolve.ensemble.variation import Variation
from rbsolve.language.recall import Recall
from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.sensitivity.derivative import Target
from rbsolve.sensitivity.extrapolation import Tableau
from rbsolve.solver.analyses.engine import AnalysisEngine
from rbsolve.solver.analyses.missed import put_residuals
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.compiler.lifting import DualMemory
from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.integrators.base import IntegratorBase
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.integrators.watched import Watched
from rbsolve.solver.integrators.window import LENGTH
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.signals import Events
from rbsolve.solver.run.chunk_size import chunk_for

Floats = NDArray[np.float64]
LARGEST = 2.0**-7
"""The first step, relative to the size of the number."""
EPSILON = float(np.finfo(float).eps)
FEWEST, MOST = 2, 20
"""The smallest and the largest number of steps."""
ENOUGH = 1e-10
"""The relative error of an array below which no more steps are made. The error is the error of the second to last
estimate. The last estimate is far more accurate.
"""
HELD = ("newton.length", ".watch")
"""The last names of the paths of some numbers. They only decide when an iteration ends, how long a step may be, and
which quantities are monitored.
"""
VAIN = 3
"""Number of steps without a smaller error before the result is accepted."""
ROUNDING, CERTAIN = 1e-11, 1e-3
"""A derivative is set to zero if it is below the first number, relative to the largest number of an array, and its
relative error is above the second number.
"""


class NoTangent(Exception):
    """The reason why there is no exact derivative; str() is the end of a sentence that names the number."""


class OutOfRange(NoTangent):
    """The exception for a deck that has errors with other values."""


class RunFails(NoTangent):
    """The exception for a run that fails."""


class Leaf(NamedTuple):
    """A value in the arguments of a kernel: an array, variables or a number, and its path."""

    path: str
    value: Any


def leaves(path: str, value: Any) -> Iterator[Leaf]:
    """All values in some arguments, except rows."""
    if isinstance(value, Chunk):
        return
    if isinstance(value, tuple):
        names = getattr(value, "_fields", map(str, range(len(value))))
        for name, member in zip(names, value, strict=True):
            yield from leaves(f"{path}.{name}" if path else str(name), member)
    elif value is not None:
        yield Leaf(path, value)


class Captured(NamedTuple):
    """An engine at its start, and the arguments of its kernel. For an engine without steps, they are the arguments of
    its equations.
    """

    checked: CheckedDeck
    engine: Integrator
    """The object for the run loop."""
    stepper: IntegratorBase
    """The object that has the kernel: the engine itself, or its part that takes the steps."""
    function: Any
    """The Python function of the kernel."""
    arguments: tuple[Any, ...]

    @property
    def leaves(self) -> list[Leaf]:
        """The initial numbers of its kernel."""
        names = signature(self.function).parameters
        found = (leaf for name, value in zip(names, self.arguments, strict=True) for leaf in leaves(name, value))
        return [leaf for leaf in found if not leaf.path.endswith(HELD)]

    @property
    def is_windowed(self) -> bool:
        """Whether the kernel receives the times of steps in parts."""
        return self.checked.model.schedule.intervals > LENGTH

    @property
    def events(self) -> Events:
        """The events of the model for its kernel."""
        return next(argument for argument in self.arguments if isinstance(argument, Model)).events


def capture(checked: CheckedDeck, engines: Engines | None = None) -> Captured:
    """The arguments of the first call of a deck's engine to its kernel; `engines` may supply a cached engine.

    Raises NoTangent if it has no kernel.
    """
    engine = engines.at_start(checked.model) if engines else make_engine(checked.model)
    stepper = engine.engine if isinstance(engine, Watched) else engine
    if isinstance(stepper, AnalysisEngine):
        times = checked.model.schedule.window(0, checked.model.schedule.intervals)[0]
        own_kernel = put_residuals.py_func  # type: ignore[attr-defined]  # compiled functions have it
        return Captured(checked, engine, stepper, own_kernel, (stepper.model, times, *[None] * 4))
    if not isinstance(stepper, IntegratorBase) or stepper.kernel is None:
        raise NoTangent(f"{checked.model.analysis} has no tangents")
    own = stepper.kernel
    found: list[tuple[Any, ...]] = []

    def take(*arguments: Any) -> Any:
        found.append(arguments)
        raise _Taken

    stepper.kernel = take
    with suppress(_Taken):
        stepper.advance(chunk_for(checked.model, engine, 1), 1)
    stepper.kernel = own
    function = own.function  # type: ignore[attr-defined]  # kernels have it
    return Captured(checked, engine, stepper, function, found[0])


class _Taken(Exception):
    """The exception that ends a call when its arguments are known."""


class Places(NamedTuple):
    """The two values of a difference, as distances from the number in steps, and the ratio of a step to the next
    smaller step."""

    upper: float
    lower: float
    ratio: float


BOTH = Places(1.0, -1.0, 2.0)
ABOVE, BELOW = Places(1.0, 0.0, 4.0), Places(0.0, -1.0, 4.0)
"""Differences at the edge of the range of a number.

The error of a one-sided difference is a series in the step. The error of a central difference is a series in the square
of the step. So quartered one-sided steps have the same extrapolation as halved central steps.
"""


class Sides(NamedTuple):
    """The two decks of a difference, and the distance of their numbers."""

    step: float
    width: float
    above: CheckedDeck
    below: CheckedDeck


@dataclass
class Seeds:
    """Derivatives of the initial numbers of an engine with respect to one number of the deck."""

    target: Target
    arrays: dict[str, Floats] = field(default_factory=dict)
    """The derivatives by the path of an array or of variables, with the same shape."""
    error: float = 0.0
    """The largest error of an array, relative to its largest derivative."""
    sides: list[Sides] = field(default_factory=list)
    """The decks between which differences were taken."""

    @property
    def moves_times(self) -> bool:
        """Whether the times of the steps depend on the number."""
        return any(path.endswith(".times") for path in self.arrays)


class Neighbours:
    """The decks beside a deck, with their starts. The common parts of cases are reused."""

    def __init__(self, variation: Variation) -> None:
        self._variation, self._recall, self._engines = variation, Recall(), Engines()

    def check(self, case: Mapping[str, Parameter]) -> CheckedDeck:
        """The deck with the parameters of a case."""
        return self._variation.check(case, self._recall)

    def numbers(self, case: Mapping[str, Parameter], own: Sequence[Leaf]) -> tuple[CheckedDeck, Floats]:
        """A case, and all floats that its engine starts with, one after another.

        Raises OutOfRange if the case has errors, NoTangent if anything except these floats differs from the deck's
        `own`.
        """
        checked = self.check(case)
        if checked.compiled is None or checked.has_errors:
            raise OutOfRange(f"with other values the deck has errors: {first_error(checked)}")
        return checked, _numbers(capture(checked, self._engines), own)


def seeds_of(target: Target, centre: Captured, neighbours: Neighbours, given: Mapping[str, Parameter]) -> Seeds:
    """The seeds of one number; `given` are the design parameters of the case. Raises NoTangent if the number has no
    seeds."""
    try:
        return _seeds(target, centre, neighbours, given, BOTH)
    except OutOfRange as out:
        flaw = out
    for side in (ABOVE, BELOW):
        with suppress(OutOfRange):
            return _seeds(target, centre, neighbours, given, side)
    raise flaw


def _seeds(
    target: Target, centre: Captured, neighbours: Neighbours, given: Mapping[str, Parameter], places: Places
) -> Seeds:
    """The seeds by differences between values at `places` in steps. Raises NoTangent if the number has no seeds,
    OutOfRange if the deck has errors."""
    seeds, flaw = Seeds(target), NoTangent()
    own = centre.leaves
    tableau, sizes = Tableau(), [_size(leaf.value) for leaf in own]
    ends = np.cumsum([0, *sizes])
    step, vain = target.size * LARGEST, 0
    values, numbers, seeds.error = np.empty(0), np.empty(0), np.inf
    for _ in range(MOST):
        at = target.value + places.upper * step, target.value + places.lower * step
        try:
            (above, numbers), (below, others) = (neighbours.numbers({**given, **target.at(value)}, own) for value in at)
        except NoTangent as no:
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
        values, seeds.error = _slopes(tableau, ends, numbers, target.size)
        vain = 0 if seeds.error < before else vain + 1
        if seeds.error <= ENOUGH or vain == VAIN:
            break
    if tableau.count < FEWEST:
        raise flaw
    _put_slopes(seeds, own, ends, values)
    return seeds


def _put_slopes(seeds: Seeds, own: Sequence[Leaf], ends: Any, values: Floats) -> None:
    """Store the derivatives (n,) of all numbers, one after another. Raises NoTangent if a run cannot use them."""
    for leaf, (first, last) in zip(own, pairwise(ends), strict=True):
        slopes = values[first:last]
        if not np.any(slopes):
            continue
        if isinstance(leaf.value, float):
            raise NoTangent(f"{leaf.path} depends on it, which a run is not differentiated by")
        shape = leaf.value.shape if isinstance(leaf.value, np.ndarray) else (last - first,)
        seeds.arrays[leaf.path] = slopes.reshape(shape)


def _slopes(tableau: Tableau, ends: Any, numbers: Floats, size: float) -> tuple[Floats, float]:
    """The derivatives, and the largest error of an array relative to its largest derivative.

    The round-off of a number that does not depend on the parameter is zero.
    """
    found, worst = tableau.estimate, 0.0
    values = found.values[0].copy()
    for first, last in pairwise(ends):
        slopes, errors = values[first:last], found.errors[first:last]
        if not np.any(slopes):
            continue
        own = np.abs(numbers[first:last])
        noise = ROUNDING * float(np.max(own, initial=0.0, where=np.isfinite(own))) / size
        slopes[(np.abs(slopes) <= noise) & (errors > CERTAIN * np.abs(slopes))] = 0.0
        largest = float(np.max(np.abs(slopes)))
        if largest > 0.0:
            worst = max(worst, float(np.max(errors[slopes != 0.0])) / largest)
    return values, worst


def _size(value: Any) -> int:
    if isinstance(value, np.ndarray):
        return int(value.size) if value.dtype == np.float64 else 0
    if isinstance(value, Variables):
        return len(value.words)
    return 1 if isinstance(value, float) else 0


def _numbers(side: Captured, own: Sequence[Leaf]) -> Floats:
    """All floats one after another. Raises NoTangent if any other value differs from the deck's `own` value."""
    found: list[Floats] = []
    others = side.leaves
    if [leaf.path for leaf in others] != [leaf.path for leaf in own]:
        raise NoTangent("it changes the parts of the model, which has no derivative")
    for other, (path, value) in zip(others, own, strict=True):
        found.append(_floats(path, other.value, value))
    return np.concatenate(found) if found else np.empty(0)


def _floats(path: str, value: Any, own: Any) -> Floats:
    if isinstance(own, np.ndarray):
        if value.shape != own.shape:
            raise NoTangent(f"it changes how many numbers {path} has, which has no derivative")
        if own.dtype == np.float64:
            return np.asarray(value).reshape(-1)
        if not np.array_equal(value, own):
            raise NoTangent(f"it switches {path}, which has no derivative")
        return np.empty(0)
    if isinstance(own, Variables):
        kinds = [kind for kind, _ in own.places.values()]
        whole = np.array([kind == "int" for kind in kinds], dtype=bool)
        if not np.array_equal(value.words[whole], own.words[whole]):
            raise NoTangent(f"it switches {path}, which has no derivative")
        return np.where(whole, 0.0, value.words.view(np.float64))
    if isinstance(own, float):
        return np.array([value])
    if isinstance(own, (bool, int, np.integer)) and value != own:
        raise NoTangent(f"it switches {path}, which has no derivative")
    return np.empty(0)


def sow(memory: DualMemory, centre: Captured, seeds: Sequence[Seeds]) -> None:
    """Set the derivatives of the numbers that a kernel starts with."""
    for path, value in centre.leaves:
        for k, each in enumerate(seeds):
            slopes = each.arrays.get(path)
            if slopes is None:
                continue
            if isinstance(value, Variables):
                memory.of_variables(value)[: len(slopes), 1 + k] = slopes
            else:
                memory.of(value)[..., 1 + k] = slopes
