"""Computes scalars of cases as soon as a case is solved, so that the histories of the cases need not be stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.scalars.scalar import Scalar

if TYPE_CHECKING:
    from rbsolve.ensemble.variation import Variation
    from rbsolve.solver.sensors.plan import SensorPlan

Floats = NDArray[np.float64]


class Responses:
    """The scalars that many cases of a deck request."""

    def __init__(
        self,
        texts: Mapping[str, str],
        varied: Callable[[int], Mapping[str, Any]],
        variation: Callable[[], Variation],
    ) -> None:
        """`texts` contains the scalars by name. `varied` returns the varied parameters of a case. `variation` creates
        the deck, if scalars need other parameters.
        """
        self.texts, self._varied, self._make = texts, varied, variation
        self._plans: object = None
        self._scalars: list[Scalar] = []

    @cached_property
    def _variation(self) -> Variation:
        return self._make()

    def _parameters(self, number: int) -> Mapping[str, Any]:
        """Return the design parameters of a case that appear in scalars."""
        varied = self._varied(number)
        if all(name in varied for scalar in self._scalars for name in scalar.parameters):
            return varied
        return self._describe(varied)

    def _describe(self, varied: Mapping[str, Any]) -> Mapping[str, Any]:
        known = self._variation.describe(varied).described
        description = known[0] if known else self._variation.check(varied).description
        return {} if description is None else description.parameters

    def values(self, number: int, plans: Sequence[SensorPlan], time: Floats, sensors: Mapping[str, Floats]) -> Floats:
        """Return the scalars of a case with its rows: the times (n,) [s] and the histories (n, k) of its sensors.
        Missing values are NaN.
        """
        if not plans or not len(time):
            return np.full(len(self.texts), np.nan)
        if plans is not self._plans:
            parameters = self._describe(self._varied(number))
            known = {plan.name: plan for plan in plans}
            self._scalars = [Scalar(text, known, parameters) for text in self.texts.values()]
            self._plans = plans
        own = self._parameters(number)
        return np.array([scalar.value(time, sensors, own) for scalar in self._scalars])

    @property
    def units(self) -> list[str]:
        """Return the unit of each scalar. A unit is empty if it is unknown, or if no case had rows."""
        return [scalar.unit for scalar in self._scalars] or [""] * len(self.texts)
