"""Computes the energies of cases with consecutive rows in a chunk. The cases are processed together if they differ only
in masses, gravity and loads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.diagnostics import Diagnostics
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import Finding
from rbsolve.solver.model.surplus import Surplus
from rbsolve.solver.run.summary import RunSummary, with_balance
from rbsolve.solver.sensors.motions.carried import end_marks
from rbsolve.solver.sensors.motions.places import places_of_rows, share_places
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.plan import SensorPlan, plan_sensors
from rbsolve.solver.sensors.registry import of_motion
from rbsolve.solver.sensors.types.balance import EnergyBalance, energy_parts, of_all_rows


class Waiting(NamedTuple):
    """A solved case whose sensors have not been evaluated yet."""

    compiled: CompiledModel
    summary: RunSummary
    start: int
    """The first row of the case in the chunk."""
    told: tuple[Finding, ...]
    """The diagnostics of the check of the case."""


class Balances:
    """Computes the energies of solved cases. The energy sensor of a model is created only once."""

    def __init__(self) -> None:
        self._compiled: CompiledModel | None = None
        self._balance: EnergyBalance | None = None

    def balance(self, waiting: Sequence[Waiting], rows: Rows, ends: Sequence[int]) -> Iterator[RunSummary]:
        """Yield the summaries of cases, completed by the unexplained changes of the energy. `ends` contains, for each
        run, the index after its last row.
        """
        together = groupby(zip(waiting, ends, strict=True), lambda run: energy_parts(run[0].compiled))
        for runs in (list(group) for _, group in together):
            flows = [run.summary.flow if run.start < end else None for run, end in runs]
            own = [one for one, flow in zip(runs, flows, strict=True) if flow is not None]
            found = iter(self._surpluses(own, rows))
            for (run, _), flow in zip(runs, flows, strict=True):
                yield run.summary if flow is None else with_balance(run.compiled, run.summary, flow, next(found))

    def _surpluses(self, runs: Sequence[tuple[Waiting, int]], rows: Rows) -> list[Surplus]:
        """Return the unexplained changes of the energy of each run. One call evaluates the rows of all runs."""
        if not runs:
            return []
        first, last = runs[0][0].start, runs[-1][1]
        shifted = [slice(run.start - first, end - first) for run, end in runs]
        # The rows of a case without energies may lie between the rows of two other cases. They then count as rows of
        # the preceding case.
        starts = [*(own.start for own in shifted), last - first]
        compiled = of_all_rows([run.compiled for run, _ in runs], np.diff(starts).tolist())
        with np.errstate(over="ignore", invalid="ignore"):  # the rows of a diverging run may overflow
            # Rows cache the masses and functions of a model, so the rows of each model need a separate object. If the
            # runs cover all rows, `rows` itself can be used, because the sensors have already read the same masses.
            own = rows if (first, last) == (0, len(rows.time)) else rows.part(first, last)
            return self._of(compiled).of_runs(own, shifted)

    def _of(self, compiled: CompiledModel) -> EnergyBalance:
        if self._balance is None or self._compiled is None or self._compiled.model is not compiled.model:
            self._compiled, self._balance = compiled, EnergyBalance(compiled)
        return self._balance


def agree(one: CompiledModel, other: CompiledModel) -> bool:
    """Return whether the energies of two models can be computed together."""
    return one.model is other.model or energy_parts(one) == energy_parts(other)


def share_joints(models: Sequence[CompiledModel]) -> bool:
    """Return whether models that `agree` also share all data that sensors of joints read."""
    first = models[0]
    x = first.initial.x.tobytes()
    return all(each.model.joints is first.model.joints and each.initial.x.tobytes() == x for each in models)


def have_alike_ends(models: Sequence[CompiledModel]) -> NDArray[np.bool_]:
    """Models may differ in geometry. Return for which models (n,) joint motions can be computed together with the joint
    motions of the first model.
    """
    first = models[0].model.joints
    if len(first.couplings.joint):
        return np.zeros(len(models), dtype=bool)
    marks = end_marks(first)
    return np.array([end_marks(each.model.joints) == marks for each in models])


def planned_by_rows(
    models: Sequence[CompiledModel], rows: Sequence[int], chosen: Sequence[str], has_moved: bool
) -> dict[str, SensorPlan]:
    """Return the chosen sensors that differ between models that `agree`. `rows` contains the number of rows of each
    model.

    These are the sensors that read the model. With `has_moved`, they are all sensors. The reason is that the sensors
    were planned for a model with different geometry.
    """
    compiled = of_all_rows(models, rows)
    if not share_places(models):
        compiled = compiled._replace(**places_of_rows(models, rows))
    plans = plan_sensors(
        compiled, Diagnostics(), lambda sensor: sensor.name in chosen and (has_moved or not of_motion(sensor))
    )
    return {plan.name: plan for plan in plans}
