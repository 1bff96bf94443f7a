"""Checks the neighbours of a deck, and reads their starts. A neighbour is the same deck with a different value of one
parameter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.case import first_error
from rbsolve.ensemble.engines import Engines
from rbsolve.ensemble.together import Together
from rbsolve.ensemble.variation import Variation
from rbsolve.language.recall import Recall
from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.sensitivity.starts import OutOfRange, StartNumbers, capture

Case = Mapping[str, Parameter]
Floats = NDArray[np.float64]
FEWEST, MOST = 24, 256
"""The smallest number of cases that are worth checking together, and the largest number of cases in one group."""
RECENT = 4
"""The number of cases whose starts are kept. At the edge of its range, a number needs the same values again."""


class Neighbours:
    """Checks the neighbours of a deck. The common parts of cases are reused. Redundant constraints are not reported."""

    def __init__(self, variation: Variation) -> None:
        self.variation, self._recall, self._engines = variation, Recall(), Engines()
        self._together = Together(variation, self._recall, shares_sensors=False, examines=False)
        self._ahead: dict[str, CheckedDeck] = {}
        """The checked decks of cases that have not been requested yet."""
        self._recent: dict[str, tuple[StartNumbers, tuple[CheckedDeck, Floats]]] = {}

    def look_ahead(self, cases: Sequence[Case]) -> None:
        """Check many cases at once, if possible. The caller will probably request these cases."""
        self._ahead.clear()
        if len(cases) < FEWEST:
            return
        self._ahead[_key(cases[0])] = self.check(cases[0])
        for first in range(1, len(cases), MOST):
            group = cases[first : first + MOST]
            if not self._together.is_worth_trying:
                return
            for case, checked in zip(group, self._together.check(group), strict=True):
                if checked is not None:
                    self._ahead[_key(case)] = checked

    def check(self, case: Case) -> CheckedDeck:
        """Return the deck with the parameters of a case."""
        known = self._ahead.pop(_key(case), None) if self._ahead else None
        return known or self.variation.check(case, self._recall, examines=False)

    def examine(self, case: Case) -> CheckedDeck:
        """Return the deck with the parameters of a case, as `check` does. Redundant constraints are reported."""
        return self.variation.check(case, self._recall)

    def check_numbers(
        self, case: Mapping[str, Any], *, of_many: bool = False, is_given: bool = False
    ) -> CheckedDeck | None:
        """Return the deck with the parameters of a case, whose numbers may be `Many`. The keywords are those of
        `compile_deck`. Return None if the deck must be described as a whole.
        """
        if not of_many:
            return self.check(case)
        described = self.variation.describe_together(case)
        if described is None:
            return None
        return self.variation.compile(described, self._recall, of_many=True, is_given=is_given, examines=False)

    def numbers(self, case: Case, start: StartNumbers) -> tuple[CheckedDeck, Floats]:
        """Return the deck of a case. Also return all floats with which its engine starts, in one array.

        Raise OutOfRange if the case has errors. Raise NoTangent if anything except these floats differs from the centre
        of `start`.
        """
        key = _key(case)
        own, known = self._recent.pop(key, (None, None))
        if known is None or own is not start:
            checked = self.check(case)
            if checked.solvable is None:
                raise OutOfRange(f"with other values the deck has errors: {first_error(checked)}")
            known = checked, start.of(capture(checked, self._engines))
        self._recent[key] = start, known
        if len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]
        return known


def _key(case: Case) -> str:
    return repr(sorted(case.items()))
