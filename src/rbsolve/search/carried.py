"""Computes derivatives at a point by tangents. A single run gives the derivatives with respect to all parameters that
support tangents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import CheckedDeck
from rbsolve.search.stencils import Point
from rbsolve.search.weighed import Weighed, gradients_at
from rbsolve.sensitivity.adjoint import flaw_of_adjoint
from rbsolve.sensitivity.derivative import Derivative, Target
from rbsolve.sensitivity.neighbours import Neighbours
from rbsolve.sensitivity.starts import NoTangent, RunFails
from rbsolve.sensitivity.tangents import Tangents, flaw_of

Floats = NDArray[np.float64]


class Carried(NamedTuple):
    """The sensors (n, k) of a run with derivatives, at times (n,) [s], and their derivatives with respect to each
    parameter. Without such a run, all are empty.
    """

    time: Floats = np.empty(0)
    sensors: Mapping[str, Floats] = MappingProxyType({})
    derivatives: Mapping[str, Derivative] = MappingProxyType({})
    reasons: Mapping[str, str] = MappingProxyType({})
    """The reason why each other parameter has no derivatives."""
    fails: bool = False
    """Whether the deck has errors at the point, or its run fails. In these cases, there are no derivatives of any kind.
    """


class CarriedRuns:
    """Consecutive runs of a deck with derivatives."""

    def __init__(self, variation: Variation, sensors: Sequence[str], interrupted: Callable[[], bool]) -> None:
        self._neighbours, self._sensors, self._interrupted = Neighbours(variation), list(sensors), interrupted
        self.runs = 0
        self.without_adjoint = False
        """Whether the adjoint method has failed to give a gradient. The search then does not try the method again."""

    def check(self, point: Point) -> CheckedDeck:
        """Check the deck at a point."""
        return self._neighbours.check(point.values)

    def at(self, point: Point, checked: CheckedDeck) -> Carried:
        """Solve a deck without errors. Return its sensors, and their derivatives with respect to the parameters that
        have tangents.

        Raise KeyboardInterrupt if the search must end.
        """
        flaw = flaw_of(checked)
        if flaw:
            return self._nothing(point, flaw)
        tangents = Tangents(checked, self._sensors, self._neighbours, point.values)
        tangents.interrupted = self._interrupted
        targets = [Target(each.name, each.name, point.number(each.name)) for each in point.by]
        try:
            rows = tangents.run(targets)
            self.runs += 1
            found = tangents.find()
        except RunFails:
            return Carried(fails=True)
        except NoTangent as no:
            return self._nothing(point, str(no))
        finally:
            self.runs += tangents.count
        return Carried(
            rows.time,
            rows.columns,
            {each.target.name: each for each in found if not each.failure},
            {each.target.name: each.failure for each in found if each.failure},
        )

    def gradients(self, point: Point, checked: CheckedDeck, scalars: Sequence[str]) -> Weighed | None:
        """Return the gradients of scalars by the adjoint method, or None if they do not exist. Raise RunFails if the run
        at the point fails.
        """
        self.without_adjoint = bool(flaw_of_adjoint(checked))
        if self.without_adjoint:
            return None
        self.runs += 1
        try:
            return gradients_at(point, checked, scalars, self._neighbours, self._interrupted)
        except RunFails:
            raise
        except NoTangent:
            self.without_adjoint = True
            return None

    def _nothing(self, point: Point, reason: str) -> Carried:
        return Carried(reasons={variable.name: reason for variable in point.by})
