"""Computes the seeds of many numbers of a deck.

One check of the deck gives the derivatives of its model with respect to all numbers (`model_slopes.py`). The remaining
numbers need neighbouring decks (`seeds.py`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from inspect import signature

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.engines import Engines
from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.sensitivity.derivative import Target
from rbsolve.sensitivity.model_slopes import ModelSlopes, model_slopes
from rbsolve.sensitivity.neighbours import FEWEST, Neighbours
from rbsolve.sensitivity.seeds import OfAll, Seeds, cases_ahead, put_slopes, seeds_between, seeds_of, sides_of
from rbsolve.sensitivity.starts import OTHER_PARTS, Captured, NoTangent, OutOfRange, StartNumbers, capture
from rbsolve.solver.model.arrays import Model

Floats = NDArray[np.float64]
PROBE = 2.0**-10
"""The relative change of all numbers that shows which initial numbers depend on them."""
PROBES = 16
"""The number of probes that are always permitted."""
EPSILON = float(np.finfo(float).eps)
ERROR = 1e-11
"""The relative error of the derivatives of a model (`sloped.py`)."""
NOISE = 8.0
"""The largest change that counts as round-off, in units of the round-off of the largest number of an array."""


class SeedBed:
    """The seeds of some numbers of a deck."""

    def __init__(
        self,
        targets: Sequence[Target],
        start: StartNumbers,
        centre: Captured,
        neighbours: Neighbours,
        given: Mapping[str, Parameter],
        fewest: int = FEWEST,
    ) -> None:
        """`start` reads starts, and `centre` is the deck's own start. `given` contains the design parameters of the
        case. One check serves all numbers if there are at least `fewest` numbers.
        """
        self._start, self._neighbours, self._given = start, neighbours, given
        self._found: dict[str, Seeds] = {}
        slopes = model_slopes(targets, given, neighbours) if len(targets) >= fewest else None
        if slopes is not None:
            with suppress(NoTangent):
                self._sow(StartSlopes(slopes, start, centre))
        rest = [target for target in targets if target.name not in self._found]
        neighbours.look_ahead([case for target in rest for case in cases_ahead(target, given)])

    def seeds_of(self, target: Target) -> Seeds:
        """Return the seeds of a number. Raise NoTangent if it has no seeds."""
        known = self._found.get(target.name)
        return known or seeds_of(target, self._start, self._neighbours, self._given)

    def _sow(self, found: StartSlopes) -> None:
        """Compute the seeds of those numbers whose derivatives of the model are known."""
        moving = found.moving()
        of_all = OfAll(found.slopes.still, cache(found.sides))
        for k, target in enumerate(found.slopes.targets):
            if found.slopes.lost[k]:
                continue
            with suppress(NoTangent):
                if moving[k]:
                    seeds = seeds_between(target, self._start, partial(found.at, target, k))
                    seeds.sides = []
                else:
                    seeds = Seeds(target, error=ERROR)
                    put_slopes(seeds, self._start, found.of(k))
                seeds.of_all = of_all
                seeds.narrower = sides_of(target, self._neighbours, self._given)
                self._found[target.name] = seeds


class StartSlopes:
    """The derivatives of the initial numbers of an engine."""

    def __init__(self, slopes: ModelSlopes, start: StartNumbers, centre: Captured) -> None:
        """Raise NoTangent if a start differs from the centre."""
        self.slopes, self._start, self._engines = slopes, start, Engines()
        self._sizes = np.array([target.size for target in slopes.targets])
        random = np.random.default_rng(1).uniform(0.5, 1.0, len(self._sizes))
        self._change = np.where(slopes.lost, 0.0, PROBE * random * self._sizes)
        self._own = start.of(centre)
        names = signature(centre.function).parameters
        model = next(name for name, value in zip(names, centre.arguments, strict=True) if isinstance(value, Model))
        self._is_copy = np.zeros(len(self._own), dtype=np.bool_)
        self._copies: list[tuple[slice, Floats]] = []
        largest = np.zeros(len(self._own))
        for k, leaf in enumerate(start.leaves):
            place = slice(*start.ends[k : k + 2])
            largest[place] = np.max(np.abs(np.nan_to_num(self._own[place])), initial=0.0)
            if leaf.path.startswith(f"{model}."):
                self._is_copy[place] = True
                each = slopes.arrays.get(f"model{leaf.path.removeprefix(model)}")
                if each is not None:
                    self._copies.append((place, each.reshape(len(self._sizes), -1)))
        self._noise = NOISE * EPSILON * largest
        if not np.array_equal(self._numbers(np.zeros(len(self._sizes)))[1], self._own, equal_nan=True):
            raise NoTangent(OTHER_PARTS)

    def of(self, k: int) -> Floats:
        """Return the derivatives of all initial numbers with respect to a number that only changes the model."""
        found = np.zeros(len(self._own))
        for place, each in self._copies:
            found[place] = each[k]
        return found

    def at(self, target: Target, k: int, value: float) -> tuple[CheckedDeck, Floats]:
        """Return the deck and its initial numbers with a different value of a number. Its model is linear."""
        along = np.zeros(len(self._sizes))
        along[k] = value - target.value
        return self._numbers(along)

    def moving(self) -> NDArray[np.bool_]:
        """Return which numbers (p,) also change initial numbers outside the model.

        They are found by bisection. Raise NoTangent if the engine changes numbers of the model.
        """
        found = np.zeros(len(self._sizes), dtype=np.bool_)
        groups, left = deque(self._alike()), PROBES + len(self._sizes) // 4
        while groups:
            group, left = groups.popleft(), left - 1
            if left > 0 and not self._moves(group):
                continue
            if len(group) == 1 or left <= 0:
                found[group] = True
            else:
                groups += [group[len(group) // 2 :], group[: len(group) // 2]]
        return found

    def sides(self) -> list[CheckedDeck]:
        """Return two decks without errors, between which all numbers with derivatives differ. The list is empty if
        there are no such decks.
        """
        neighbours = self.slopes.neighbours
        found = [neighbours.check(self.slopes.case(sign * self._change)) for sign in (1.0, -1.0)]
        return [] if any(each.solvable is None for each in found) else found

    def _alike(self) -> list[NDArray[np.int64]]:
        """Return groups of numbers with derivatives. The numbers of a group change the same arrays of the model."""
        arrays = self.slopes.arrays.values()
        count = len(self._sizes)
        used = np.array([each.reshape(count, -1).any(axis=1) for each in arrays]).reshape(len(arrays), count)
        groups: dict[bytes, list[int]] = {}
        for k in np.flatnonzero(~self.slopes.lost).tolist():
            groups.setdefault(used[:, k].tobytes(), []).append(k)
        return [np.array(group) for group in groups.values()]

    def _moves(self, group: NDArray[np.int64]) -> bool:
        along = np.zeros(len(self._sizes))
        along[group] = self._change[group]
        try:
            found = self._numbers(along)[1]
        except OutOfRange:
            return True
        expected = self._own.copy()
        for place, each in self._copies:
            expected[place] += along @ each
        with np.errstate(invalid="ignore"):
            is_same = (found == expected) | (np.abs(found - expected) <= self._noise)
        is_same |= np.isnan(found) & np.isnan(expected)
        if not is_same[self._is_copy].all():
            raise NoTangent(OTHER_PARTS)
        return not is_same.all()

    def _numbers(self, along: Floats) -> tuple[CheckedDeck, Floats]:
        """Return the deck and its initial numbers after a change along the derivatives of the model."""
        moved = self.slopes.moved(along)
        if moved is None:
            raise OutOfRange("with other values the deck has errors")
        checked = self.slopes.checked._replace(compiled=moved)
        return checked, self._start.of(capture(checked, self._engines))
