"""Checks several cases before solving any of them. Some cases are checked individually, but most are checked together."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from rbsolve.ensemble.together import FEWEST, Together
from rbsolve.ensemble.variation import DescribedCase, Variation
from rbsolve.language.recall import Recall
from rbsolve.pipeline import CheckedDeck, Parameter

AHEAD = 32
"""Largest number of cases that are compiled before the first case is solved."""
QUICK = 0.01
"""Largest processor time for the compilation of these cases [s]."""
MOST_TOGETHER, QUICK_TOGETHER = 512, 0.1
"""The first number is the largest number of cases that are checked together. If their check takes less processor time
than the second number [s], the next group is always larger.
"""
CHEAPER = 0.8
"""A group becomes twice as large if the last such change has reduced the time for each case to this fraction."""

Begin = Callable[[int], bool]
"""A function that receives the number of the case that starts, and returns whether to continue."""


class Ahead:
    """Checks the cases of a solver in order. Each thread needs its own object."""

    def __init__(self, variation: Variation) -> None:
        self._variation, self._recall = variation, Recall()
        self._together = Together(variation, self._recall)
        self._is_known = False  # whether the data that depend on the parameters are known

    def check(self, cases: Iterable[Mapping[str, Parameter]], begin: Begin) -> Iterator[CheckedDeck]:
        """Check the cases in groups. All cases of a group are first described, and then compiled.

        A group is compiled before it is solved, because kernels would displace the compiler's data from the processor's
        cache.
        """
        taken, count, before = enumerate(cases), AHEAD if self._tries else 1, math.inf
        while True:
            # The time of the thread is measured, so that other processes on a busy machine do not make the groups
            # smaller.
            began = time.thread_time()
            some = dict(islice(taken, count))
            checked = self._group(some, begin) if len(some) >= FEWEST and self._tries else {}
            are_together = bool(checked)
            checked |= self._one_by_one({k: case for k, case in some.items() if k not in checked}, begin)
            if not checked:
                return
            each = max(time.thread_time() - began, 1e-9) / len(checked)
            yield from (checked[k] for k in some if k in checked)
            if are_together:
                # Most of the time does not depend on the number of cases. Therefore a larger group may take less time
                # for each case.
                grown = 2 * len(some) if each < CHEAPER * before else len(some)
                count, before = max(AHEAD, min(MOST_TOGETHER, max(grown, int(QUICK_TOGETHER / each)))), each
            else:
                count = AHEAD if self._tries else max(1, min(AHEAD, int(QUICK / each)))

    @property
    def _tries(self) -> bool:
        return self._is_known and self._together.is_worth_trying

    def _group(self, cases: dict[int, Mapping[str, Parameter]], begin: Begin) -> dict[int, CheckedDeck]:
        """Return the cases that can be checked together."""
        told = [k for k in cases if begin(k)]
        found = self._together.check([cases[k] for k in told])
        return {k: checked for k, checked in zip(told, found, strict=True) if checked is not None}

    def _one_by_one(self, cases: dict[int, Mapping[str, Parameter]], begin: Begin) -> dict[int, CheckedDeck]:
        described: dict[int, DescribedCase] = {
            k: self._variation.describe(case) for k, case in cases.items() if begin(k)
        }
        checked = {k: self._variation.compile(case, self._recall) for k, case in described.items() if begin(k)}
        self._is_known |= bool(checked)
        return checked
