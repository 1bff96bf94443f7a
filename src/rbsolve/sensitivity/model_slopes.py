"""Computes the derivatives of a model with respect to many design parameters, by one check of the deck.

The numbers of this check carry derivatives (`sloped.py`). The derivatives of an engine's initial numbers follow from
those of the model. Most initial numbers are numbers of the model. The others are differences along the derivatives of
the model, for those parameters that change them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.separation import NotAlike
from rbsolve.ensemble.together import SAME
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.many import Many
from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.sensitivity.derivative import Target
from rbsolve.sensitivity.neighbours import Neighbours
from rbsolve.sensitivity.sloped import Sloped, slopes_of, values_of
from rbsolve.solver.assembly.assemble import System
from rbsolve.solver.assembly.start import found_start
from rbsolve.solver.model.compiled import CompiledModel

Floats = NDArray[np.float64]
SHIFT = 2.0**-17
"""The relative change of numbers whose effect is compared with their derivatives."""
SIGNS = (1.0, -1.0)
AGREED, NOISE = 1e-7, 1e-14
"""The permitted difference, relative to the effect of the change, and relative to the largest number of an array."""
STARTING = ("model", "initial")
"""The parts of a compiled model with the numbers from which a run starts."""


class ModelSlopes(NamedTuple):
    """The derivatives of a compiled model with respect to p numbers of the deck."""

    targets: Sequence[Target]
    parameters: Mapping[str, Parameter]
    """The design parameters of the case."""
    neighbours: Neighbours
    checked: CheckedDeck
    """The deck with the values of the numbers."""
    arrays: Mapping[str, Floats]
    """The derivatives (p, ...) of arrays, by their paths."""
    lost: NDArray[np.bool_]
    """The numbers (p,) without derivatives."""
    still: frozenset[str]
    """The sensors that depend on none of the numbers directly."""
    given: CompiledModel
    """The model, whose initial state consists of the given values only."""
    system: System | None
    """The parts that determine the start, if the start is computed from the given values."""

    def moved(self, along: Floats) -> CompiledModel | None:
        """Return the model after a change along the derivatives, with a coefficient (p,) for each number. Return None if
        this model has no start.
        """
        variation = self.neighbours.variation
        parts: dict[str, Any] = {name: self._moved(name, getattr(self.given, name), along) for name in STARTING}
        parts["description"] = variation.describe_later(variation.options(self.case(along)))
        made = self.given._replace(**parts)
        if self.system is None:
            return made
        system, diagnostics = self.system._replace(model=made.model), Diagnostics(seeks_warnings=False)
        try:
            with np.errstate(over="raise", divide="raise", invalid="raise"):
                initial = found_start(system, made.initial, made.description, diagnostics)
        except (ArithmeticError, ValueError):
            return None
        return None if diagnostics.has_errors else made._replace(initial=initial)

    @property
    def change(self) -> Floats:
        """Return a small random change (p,) of all numbers with derivatives."""
        random = np.random.default_rng(1).uniform(0.5, 1.0, len(self.targets)) * SHIFT
        return np.where(self.lost, 0.0, random * [target.size for target in self.targets])

    def case(self, along: Floats) -> dict[str, Parameter]:
        """Return the design parameters after a change (p,) of the numbers."""
        return moved_case(self.targets, self.parameters, along.tolist())

    def _moved(self, path: str, value: Any, along: Floats) -> Any:
        slopes = self.arrays.get(path)
        if slopes is not None:
            return value + np.tensordot(along, slopes, axes=1)
        if not isinstance(value, tuple) or not any(other.startswith(f"{path}.") for other in self.arrays):
            return value
        names = getattr(value, "_fields", map(str, range(len(value))))
        parts = [self._moved(f"{path}.{name}", part, along) for name, part in zip(names, value, strict=True)]
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)


def moved_case(targets: Sequence[Target], given: Mapping[str, Parameter], changes: Sequence[Any]) -> dict[str, Any]:
    """Return design parameters after a change (p,) of some numbers."""
    found: dict[str, Any] = {**given}
    for target, change in zip(targets, changes, strict=True):
        if not target.whole:
            found[target.parameter] = target.value + change
            continue
        whole = list(found[target.parameter])
        whole[target.index] = whole[target.index] + change
        found[target.parameter] = tuple(whole)
    return found


def model_slopes(
    targets: Sequence[Target], given: Mapping[str, Parameter], neighbours: Neighbours
) -> ModelSlopes | None:
    """Return the derivatives of a model, or None if some stage of the check needs floats."""
    check = neighbours.check_numbers
    checked = check(given)
    if checked is None or checked.compiled is None:
        return None
    lost = np.zeros(len(targets), dtype=np.bool_)
    changes = [Sloped(0.0, own, lost) for own in np.eye(len(targets))]
    try:
        sloped = check(moved_case(targets, given, changes), of_many=True, is_given=True)
        if sloped is None or sloped.compiled is None:
            return None
        plain = checked if sloped.unstarted is None else check(given, of_many=True, is_given=True)
        if plain is None or plain.compiled is None:
            return None
        arrays = _arrays_with_slopes(sloped.compiled, plain.compiled, lost)
    except Exception:  # any stage that needs a float may raise any exception
        return None
    none = frozenset[str]()
    found = ModelSlopes(targets, given, neighbours, checked, arrays, lost, none, plain.compiled, plain.unstarted)
    sides = _sides(found, check)
    if len(sides) < len(SIGNS) or not _agrees(found, sides):
        return None
    plans = [{id(plan): plan.name for plan in side.sensors} for side in (sloped, *sides)]
    still = set(plans[0].items()).intersection(*(each.items() for each in plans))
    return found._replace(still=frozenset(name for _, name in still))


def _arrays_with_slopes(sloped: CompiledModel, plain: CompiledModel, lost: NDArray[np.bool_]) -> dict[str, Floats]:
    """Return the derivatives (p, ...) of arrays of the starting parts, by their paths. Numbers whose derivatives do not
    exist are added to those that are `lost`. So are numbers on which the schedule or the method depends.
    """
    found = {}
    for name in (*STARTING, *SAME):
        for path, slopes in _slopes(name, getattr(sloped, name), getattr(plain, name), len(lost)):
            is_bad = ~np.isfinite(slopes) if name in STARTING else slopes != 0.0
            lost |= is_bad.reshape(len(lost), -1).any(axis=1)
            if name in STARTING:
                found[path] = np.where(is_bad, 0.0, slopes)
    return found


def _sides(slopes: ModelSlopes, check: Callable[..., CheckedDeck | None]) -> list[CheckedDeck]:
    """Return the decks without errors on both sides of a random change of all numbers."""
    found = [check(slopes.case(sign * slopes.change), of_many=True, is_given=True) for sign in SIGNS]
    return [each for each in found if each is not None and each.compiled is not None]


def _agrees(slopes: ModelSlopes, sides: Sequence[CheckedDeck]) -> bool:
    """Return whether a difference of two decks agrees with the derivatives of the model."""
    along = slopes.change
    models = [slopes.given, *(side.model for side in sides)]
    for name in STARTING:
        for path, *ends in _arrays(name, *(getattr(each, name) for each in models)):
            own, above, below = (np.nan_to_num(end) for end in ends)
            parts = slopes.arrays.get(path, np.zeros((len(along), *own.shape)))
            size = np.tensordot(np.abs(along), np.abs(parts), axes=1)
            error = np.abs(0.5 * (above - below) - np.tensordot(along, parts, axes=1))
            if np.any(error > AGREED * np.max(size, initial=0.0) + NOISE * np.max(np.abs(own), initial=0.0)):
                return False
    return True


def _arrays(path: str, own: Any, *others: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each array of floats in a part of a model, and the array in several models."""
    if isinstance(own, tuple):
        names = getattr(own, "_fields", map(str, range(len(own))))
        for name, *parts in zip(names, own, *others, strict=True):
            yield from _arrays(f"{path}.{name}", *parts)
    elif isinstance(own, np.ndarray) and own.dtype == np.float64 and own.size:
        yield path, own, *others


def _slopes(path: str, sloped: Any, plain: Any, count: int) -> Iterator[tuple[str, Floats]]:
    """Yield the derivatives (p, ...) of all arrays in a part of a model, with their paths. Raise NotAlike if the values
    differ from the plain values.
    """
    if sloped is plain:
        return
    if isinstance(plain, np.ndarray):
        if not isinstance(sloped, np.ndarray) or sloped.shape != plain.shape:
            raise NotAlike
        own = values_of(sloped) if sloped.dtype == object else sloped
        if own.dtype != plain.dtype or own.tobytes() != plain.tobytes():
            raise NotAlike
        if sloped.dtype == object and (slopes := slopes_of(sloped, count)).any():
            yield path, slopes
    elif isinstance(sloped, Many):
        raise NotAlike
    elif isinstance(plain, tuple):
        if type(sloped) is not type(plain) or len(sloped) != len(plain):
            raise NotAlike
        names = getattr(plain, "_fields", map(str, range(len(plain))))
        for name, one, other in zip(names, sloped, plain, strict=True):
            yield from _slopes(f"{path}.{name}", one, other, count)
    elif isinstance(plain, float) and plain.hex() != sloped.hex():
        raise NotAlike
