"""Computes scalars of cases in the solver process, so that the histories of the cases need not be stored."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.scalars.scalar import Scalar

if TYPE_CHECKING:
    from rbsolve.ensemble.variation import Variation
    from rbsolve.studies.disk.folder import StudyFolder
    from rbsolve.studies.running.shard_case import ShardCase

Floats = NDArray[np.float64]


class Responses:
    """The scalars that a study requests."""

    def __init__(self, folder: StudyFolder) -> None:
        self.texts: Mapping[str, str] = folder.manifest.responses
        self._folder = folder
        self._plans: object = None
        self._scalars: list[Scalar] = []

    @cached_property
    def _variation(self) -> Variation:
        from rbsolve.ensemble.variation import Variation
        from rbsolve.pipeline import parse_deck

        options = self._folder.options(None)
        return Variation(parse_deck(self._folder.deck(0), options), options)

    def _parameters(self, number: int) -> Mapping[str, Any]:
        """Return the design parameters of a case that appear in scalars."""
        varied = self._folder.table.case(number)
        if all(name in varied for scalar in self._scalars for name in scalar.parameters):
            return varied
        return self._describe(varied)

    def _describe(self, varied: Mapping[str, Any]) -> Mapping[str, Any]:
        known = self._variation.describe(varied).described
        description = known[0] if known else self._variation.check(varied).description
        return {} if description is None else description.parameters

    def values(self, case: ShardCase) -> Floats:
        """Return the scalars of a case. Missing values are NaN."""
        if not case.plans or not case.rows:
            return np.full(len(self.texts), np.nan)
        if case.plans is not self._plans:
            sensors = {plan.name: plan for plan in case.plans}
            parameters = self._describe(self._folder.table.case(case.number))
            self._scalars = [Scalar(text, sensors, parameters) for text in self.texts.values()]
            self._plans = case.plans
        own = self._parameters(case.number)
        return np.array([scalar.value(case.time, case.sensors, own) for scalar in self._scalars])

    @property
    def units(self) -> list[str]:
        """Return the unit of each scalar. A unit is empty if it is unknown, or if no case had rows."""
        return [scalar.unit for scalar in self._scalars] or [""] * len(self.texts)
