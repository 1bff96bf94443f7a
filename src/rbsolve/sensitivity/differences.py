"""Computes derivatives of sensors with respect to design parameters. The deck is run with values on both sides of the
parameter's value.

The engines of ensembles (`rbsolve.ensemble`) solve the cases of all parameters in parallel. If possible, they change
numbers in place. The first step is a sixteenth of the parameter's value. Steps are halved until the extrapolation
(`extrapolation.py`) reaches the limit of round-off. In these runs, iterations and step size controls have tighter
tolerances, because their errors would be noise in a difference. The run with the written sensors is an ordinary run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.case import CaseRows
from rbsolve.ensemble.solving import run_cases
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, Parameter, Parsed
from rbsolve.sensitivity.derivative import Derivative, Target
from rbsolve.sensitivity.extrapolation import Estimate, Tableau, estimate_of
from rbsolve.solver.model.compiled import CompiledModel

Floats = NDArray[np.float64]
FIRST, EACH, MOST = 5, 2, 18
"""Number of steps in the first round, number of steps in each later round, and total number of steps."""
LARGEST = 1.0 / 16.0
"""The first step, relative to the size of the parameter."""
ENOUGH = 1e-11
"""If the relative error is below this value, no further runs follow."""
ROUNDING = 2e-15
"""Differences below this fraction of the largest value of a sensor count as zero."""
_TIGHT = {"RELATIVE_TOLERANCE": 1e-14, "ABSOLUTE_TOLERANCE": 1e-14, "MAXIMUM_NUMBER_OF_ITERATIONS": 40.0}


class Runs:
    """The runs for differences, in addition to the deck's own run."""

    def __init__(
        self, parsed: Parsed, compiled: CompiledModel, options: Options, sensors: Sequence[str], threads: int | None
    ) -> None:
        self._variation = Variation(parsed, tighten(compiled, options))
        self._sensors, self._threads = list(sensors), threads
        self.interrupted: Callable[[], bool] = lambda: False
        self.done: Callable[[int], None] = lambda count: None
        """Function that is called after each run with the number of runs so far."""
        self.count = 0

    def solve(self, cases: Sequence[Mapping[str, Parameter]]) -> list[CaseRows]:
        """Return the rows of cases, in the order of the cases. Raise KeyboardInterrupt if the runs must end."""
        found: list[CaseRows] = []
        for rows in run_cases(self._variation, cases, self._threads, self._sensors):
            found.append(rows)
            self.count += 1
            self.done(self.count)
            if self.interrupted():
                raise KeyboardInterrupt
        return found


def dependent_parameters(variation: Variation, target: Target, given: Mapping[str, Parameter]) -> dict[str, float]:
    """Return the derivatives of the design parameters that depend on one number of the deck. `given` contains the
    parameters of the case.
    """
    found: list[dict[str, float]] = []
    for k in range(2, 7):
        step = target.size * LARGEST / 2.0**k
        values = target.value + step, target.value - step
        above, below = (_numbers(variation.parameters({**given, **target.at(value)})) for value in values)
        width = values[0] - values[1]
        found.append({name: (above[name] - below[name]) / width for name in above if name in below})
        if not any(slope for name, slope in found[-1].items() if name != target.name):
            return {name: 1.0 for name in found[-1] if name == target.name}
    names = [name for name in found[-1] if any(slopes.get(name, 0.0) for slopes in found)]
    best = estimate_of([np.array([[slopes.get(name, np.nan) for name in names]]) for slopes in found]).values[0]
    return dict(zip(names, best.tolist(), strict=True))


def _numbers(parameters: Mapping[str, Parameter]) -> dict[str, float]:
    return {name: float(value) for name, value in parameters.items() if isinstance(value, int | float)}


def tighten(compiled: CompiledModel, options: Options) -> Options:
    """Return the options of runs for differences. Iterations end at round-off, and a step size control has tight
    tolerances.
    """
    from rbsolve.results.sections.provenance import options_in_force

    known = options_in_force(compiled)
    given = dict(options.method_options)
    if "NEWTON" in known:
        given |= {name: value for name, value in _TIGHT.items() if name in known and _is_looser(known[name], value)}
    elif compiled.method.is_adaptive:
        for name in ("RELATIVE_TOLERANCE", "ABSOLUTE_TOLERANCE"):
            if isinstance(known.get(name), int | float):
                given[name] = max(1e-3 * float(known[name]), 1e-14)
    return options._replace(method_options=given)


def _is_looser(known: object, value: float) -> bool:
    if not isinstance(known, int | float):
        return False
    return known > value if value < 1.0 else known < value


@dataclass
class _Search:
    """Searches for the derivative with respect to one number of the deck. Stores the differences so far."""

    target: Target
    names: Sequence[str]
    times: Floats
    """The output times (n,) [s] of the deck's own run."""
    given: Mapping[str, Parameter] = field(default_factory=dict)
    """The design parameters that all runs have."""
    tableau: Tableau = field(default_factory=Tableau)
    used: list[float] = field(default_factory=list)
    tried: int = 0
    widths: list[int] = field(default_factory=list)
    scale: Floats = field(default_factory=lambda: np.zeros(0))
    """For each column (k,), the largest value of its sensor."""
    largest: Floats = field(default_factory=lambda: np.zeros(0))
    """The largest difference of each column (k,)."""
    has_effect: bool = False
    failure: str = ""
    is_done: bool = False

    def next_steps(self) -> list[float]:
        """Return the steps of the next round."""
        count = FIRST if self.tried == 0 else EACH
        first = LARGEST * self.target.size
        steps = [first / 2.0**k for k in range(self.tried, min(MOST, self.tried + count))]
        self.tried += len(steps)
        return steps

    def cases(self, steps: Sequence[float]) -> list[Mapping[str, Parameter]]:
        """Return two cases for each step, with the number increased and decreased by the step."""
        value = self.target.value
        return [{**self.given, **self.target.at(value + sign * step)} for step in steps for sign in (1.0, -1.0)]

    def take(self, steps: Sequence[float], rows: Sequence[CaseRows]) -> None:
        """Add the differences of a round."""
        value = self.target.value
        for k, step in enumerate(steps):
            above, below = rows[2 * k : 2 * k + 2]
            flaw = self._flaw(above) or self._flaw(below)
            if flaw:
                self.failure, self.tableau, self.used = flaw, Tableau(), []
                continue
            one, other = self._columns(above), self._columns(below)
            self.has_effect |= not np.array_equal(one, other, equal_nan=True)
            width = (value + step) - (value - step)
            difference = (one - other) / width
            self.tableau.add(difference)
            size = np.max(np.abs(difference), axis=0, initial=0.0)
            self.largest = np.maximum(self.largest, size) if len(self.largest) else size
            self.used.append(step)
            self.scale = self._scale(np.maximum(np.abs(one), np.abs(other)).max(axis=0))
        if self.used:
            self._judge()

    def _flaw(self, rows: CaseRows) -> str:
        if rows.status != "complete":
            return rows.message
        return (
            "" if len(rows.time) == len(self.times) else f"a run has {len(rows.time)} rows instead of {len(self.times)}"
        )

    def _columns(self, rows: CaseRows) -> Floats:
        self.widths = [rows.sensors[name].shape[1] for name in self.names]
        return np.column_stack([*(rows.sensors[name] for name in self.names), rows.time])

    def _scale(self, largest: Floats) -> Floats:
        """Return the largest value of each sensor, repeated for all its columns, because a single column may be small
        by chance.
        """
        ends = np.cumsum([0, *self.widths, 1])
        parts = [np.full(b - a, largest[a:b].max(initial=0.0)) for a, b in pairwise(ends)]
        return np.concatenate(parts)

    def _judge(self) -> None:
        """Decide whether smaller steps could improve the derivative."""
        found = self.tableau.estimate
        if self.tableau.count < 2:
            self.is_done = self.tried >= MOST
            return
        slopes = self._scale(np.max(np.abs(found.values), axis=0, initial=0.0))
        step = np.array(self.used)[found.place]
        good = found.errors <= ENOUGH * slopes + ROUNDING * self.scale / step
        past = found.place < self.tableau.count - EACH - 1
        self.is_done = bool(np.all(good | past)) or self.tried >= MOST

    def result(self, runs: int) -> Derivative:
        """Return the derivative."""
        if self.tableau.count < 2:
            failure = self.failure or "too few runs with changed values succeeded"
            return Derivative(self.target, {}, {}, np.empty(0), runs, (0.0, 0.0), True, failure=failure)
        found: Estimate = self.tableau.estimate
        ends = np.cumsum([0, *self.widths])
        step = np.array(self.used)[found.place]
        errors = np.maximum(found.errors, 0.1 * ROUNDING * self.scale / step)
        # If a quantity changes only for large steps, it jumps somewhere between these steps and the deck's own value.
        errors = np.where(np.any(found.values, axis=0), errors, np.maximum(errors, self.largest))
        parts = [slice(a, b) for a, b in pairwise(ends)]
        return Derivative(
            self.target,
            {name: found.values[:, part] for name, part in zip(self.names, parts, strict=True)},
            {name: errors[part] for name, part in zip(self.names, parts, strict=True)},
            found.values[:, -1],
            runs,
            (self.used[0], self.used[-1]),
            self.has_effect,
            scales={
                name: float(self.scale[part].max(initial=0.0)) for name, part in zip(self.names, parts, strict=True)
            },
        )


def differentiate(
    runs: Runs, targets: Sequence[Target], sensors: Sequence[str], times: Floats, given: Mapping[str, Parameter]
) -> list[Derivative]:
    """Return the derivatives of sensors with respect to each target, for a run with output times `times` (n,) [s].
    `given` are the design parameters of all runs.
    """
    searches = [_Search(target, sensors, times, given) for target in targets]
    while open_ones := [search for search in searches if not search.is_done and search.tried < MOST]:
        rounds = [search.next_steps() for search in open_ones]
        cases = [case for search, steps in zip(open_ones, rounds, strict=True) for case in search.cases(steps)]
        solved = iter(runs.solve(cases))
        for search, steps in zip(open_ones, rounds, strict=True):
            search.take(steps, [next(solved) for _ in range(2 * len(steps))])
    return [search.result(2 * search.tried) for search in searches]
