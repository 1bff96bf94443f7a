"""The start of a tangent: derivatives of all numbers that an engine starts with, by one number of the deck.

The map from the deck to the arrays of an engine contains no time step: geometry, assembly, the consistent start and the engine's
preparation are smooth. It is differentiated by extrapolated central differences. Counts, codes and switches must not change with the
number; where one does, there is no derivative, and a `NoTangent` names the place.
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
from rbsolve.solver.analyses.missed import put_missed
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
from rbsolve.solver.run import chunk_for

Floats = NDArray[np.float64]
LARGEST = 2.0**-7
"""The first step, of the size of the number."""
EPSILON = float(np.finfo(float).eps)
FEWEST, MOST = 2, 20
"""Steps that are taken at least and at most."""
ENOUGH = 1e-10
"""The relative error of an array that no more steps are made for. It is that of the last estimate but one, which is far more accurate."""
TOLERANCES = ("newton.length",)
"""Numbers that end an iteration without affecting its solution."""
VAIN = 3
"""Steps without a smaller error before the result is accepted."""
ROUNDING, CERTAIN = 1e-11, 1e-3
"""Of the largest number of an array: derivatives that may come from round-off, and their relative error otherwise."""


class NoTangent(Exception):
    """Why there is no exact derivative; str() is the end of a sentence that names the number."""


class RunFails(NoTangent):
    """The run itself does not come to its end."""


class Leaf(NamedTuple):
    """A value in the arguments of a kernel: an array, variables or a number, and where it is."""

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
    """An engine at its start, and the arguments of its kernel; those of its equations where it takes no steps."""

    checked: CheckedDeck
    engine: Integrator
    """The object for the run loop."""
    stepper: IntegratorBase
    """The owner of the kernel: the engine itself, or its part that takes the steps."""
    function: Any
    """The source of the kernel."""
    arguments: tuple[Any, ...]

    @property
    def leaves(self) -> list[Leaf]:
        """The start of its kernel."""
        names = signature(self.function).parameters
        return [leaf for name, value in zip(names, self.arguments, strict=True) for leaf in leaves(name, value)]

    @property
    def is_windowed(self) -> bool:
        """Whether its kernel is shown the times of steps in parts."""
        return self.checked.model.schedule.intervals > LENGTH

    @property
    def events(self) -> Events:
        """Those of the model for its kernel."""
        return next(argument for argument in self.arguments if isinstance(argument, Model)).events


def capture(checked: CheckedDeck, engines: Engines | None = None) -> Captured:
    """The arguments of the first call of a deck's engine to its kernel; `engines` may supply a cached one. NoTangent where it has
    no kernel."""
    engine = engines.at_start(checked.model) if engines else make_engine(checked.model)
    stepper = engine.engine if isinstance(engine, Watched) else engine
    if isinstance(stepper, AnalysisEngine):
        times = checked.model.schedule.window(0, checked.model.schedule.intervals)[0]
        return Captured(checked, engine, stepper, put_missed.py_func, (stepper.model, times, *[None] * 4))  # type: ignore[attr-defined]
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
    return Captured(checked, engine, stepper, own.function, found[0])  # type: ignore[attr-defined]


class _Taken(Exception):
    """The arguments are known."""


@dataclass
class Seeds:
    """Derivatives of the numbers that an engine starts with, by one number of the deck."""

    target: Target
    arrays: dict[str, Floats] = field(default_factory=dict)
    """By the path of an array or of variables, of the same shape."""
    error: float = 0.0
    """Of an array relative to its largest derivative, the largest of all."""
    sides: list[tuple[float, CheckedDeck, CheckedDeck]] = field(default_factory=list)
    """Steps with the deck above and below."""

    @property
    def moves_times(self) -> bool:
        """Whether the times of the steps depend on the number."""
        return any(path.endswith(".times") for path in self.arrays)


class Neighbours:
    """The decks beside one, with their start. Common parts of cases are kept from one to the next."""

    def __init__(self, variation: Variation) -> None:
        self._variation, self._recall, self._engines = variation, Recall(), Engines()

    def check(self, case: Mapping[str, Parameter]) -> CheckedDeck:
        """The deck with the parameters of a case."""
        return self._variation.check(case, self._recall)

    def numbers(self, case: Mapping[str, Parameter], own: Sequence[Leaf]) -> tuple[CheckedDeck, Floats]:
        """A case, and all floats that its engine starts with, one after the other. NoTangent where it has errors, or where anything but
        these floats differs from the deck's `own`."""
        checked = self.check(case)
        if checked.compiled is None or checked.has_errors:
            raise NoTangent(f"with other values the deck has errors: {first_error(checked)}")
        return checked, _numbers(capture(checked, self._engines), own)


def seeds_of(target: Target, centre: Captured, neighbours: Neighbours, given: Mapping[str, Parameter]) -> Seeds:
    """The seeds of one number, where `given` are the design parameters of the case. NoTangent if there are none."""
    seeds, flaw = Seeds(target), ""
    own = centre.leaves
    tableau, sizes = Tableau(), [_size(leaf.value) for leaf in own]
    ends = np.cumsum([0, *sizes])
    step, vain = target.size * LARGEST, 0
    values, numbers, seeds.error = np.empty(0), np.empty(0), np.inf
    for _ in range(MOST):
        try:
            (above, numbers), (below, others) = (
                neighbours.numbers({**given, **target.at(target.value + sign * step)}, own) for sign in (1.0, -1.0)
            )
        except NoTangent as no:
            flaw, tableau, seeds.sides = str(no), Tableau(), []
            step /= 2.0
            continue
        width = (target.value + step) - (target.value - step)
        with np.errstate(invalid="ignore"):
            difference = (numbers - others) / width
        rounding = np.nan_to_num(EPSILON * np.abs(numbers) / width, posinf=0.0)
        tableau.add(np.nan_to_num(difference, nan=0.0, posinf=0.0, neginf=0.0)[np.newaxis], rounding)
        seeds.sides.append((step, above, below))
        step /= 2.0
        if tableau.count < FEWEST:
            continue
        before = seeds.error
        values, seeds.error = _slopes(tableau, ends, numbers, target.size)
        vain = 0 if seeds.error < before else vain + 1
        if seeds.error <= ENOUGH or vain == VAIN:
            break
    if tableau.count < FEWEST:
        raise NoTangent(flaw)
    for leaf, (first, last) in zip(own, pairwise(ends), strict=True):
        slopes = values[first:last]
        if not np.any(slopes):
            continue
        if leaf.path in TOLERANCES:
            continue
        if isinstance(leaf.value, float):
            raise NoTangent(f"{leaf.path} depends on it, which a run is not differentiated by")
        shape = leaf.value.shape if isinstance(leaf.value, np.ndarray) else (last - first,)
        seeds.arrays[leaf.path] = slopes.reshape(shape)
    return seeds


def _slopes(tableau: Tableau, ends: Any, numbers: Floats, size: float) -> tuple[Floats, float]:
    """The derivatives, and the largest error of an array relative to its largest derivative. The round-off of a number that does not depend
    on the parameter is zero."""
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
    """All floats one after the other. NoTangent where anything else differs from the deck's own."""
    found: list[Floats] = []
    others = side.leaves
    if [leaf.path for leaf in others] != [leaf.path for leaf in own]:
        raise NoTangent("it changes what the model has, which has no derivative")
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
    """Give the numbers that a kernel starts with their derivatives."""
    for path, value in centre.leaves:
        for k, each in enumerate(seeds):
            slopes = each.arrays.get(path)
            if slopes is None:
                continue
            if isinstance(value, Variables):
                memory.of_variables(value)[: len(slopes), 1 + k] = slopes
            else:
                memory.of(value)[..., 1 + k] = slopes
