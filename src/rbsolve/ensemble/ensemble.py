"""Provides the results of many cases as arrays over the cases. The results of each case are also available in the form
of a single run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.display.mappings import ByName, html_table, rename, text_table, unknown
from rbsolve.ensemble.case import CaseRows
from rbsolve.ensemble.envelopes import Envelope, EnvelopeCollector
from rbsolve.ensemble.histories import Histories
from rbsolve.ensemble.quantiles import LEVELS, quantiles_of
from rbsolve.ensemble.responses import Responses
from rbsolve.ensemble.solving import run_cases
from rbsolve.ensemble.storing import HISTORIES, Outputs
from rbsolve.ensemble.variation import Variation
from rbsolve.ensemble.wanted import AUTO
from rbsolve.pipeline import Parameter

if TYPE_CHECKING:
    import xarray

    from rbsolve.runs.results import Results
    from rbsolve.solver.model.findings import Finding
    from rbsolve.solver.sensors.plan import SensorPlan

Floats = NDArray[np.float64]


class Ensemble(ByName[Floats]):
    """The results of N cases. An ensemble maps the name of each sensor to histories (N, n, k).

    ```python
    ensemble = rbsolve.solve_many("wing.deck", {"L": np.linspace(0.2, 0.4, 1000)})
    ensemble.status  # (1000,) "complete" or "failed"
    ensemble["tip"][:, -1]  # (1000, 3), the last row of every case
    ensemble.case(17)["tip"]  # as from a single run
    ```

    Rows that a case has not reached are NaN. `rows` contains the stored rows. `messages` (N,) contains the reasons for
    failures. `steps`, `rejected_steps`, `newton_iterations`, `rows` and `wall_time` are also (N,). `findings` contains
    the diagnostics of each case.
    """

    def __init__(
        self,
        variation: Variation,
        parameters: Mapping[str, Floats],
        cases: Sequence[Mapping[str, Parameter]],
        folder: Path | None = None,
        keep: Sequence[str] | None = None,
        outputs: Outputs = HISTORIES,
    ):
        self._variation, self._cases, self._arrays = variation, cases, Histories(folder)
        self._storing, self._keep = outputs.storing, keep
        self._envelopes = EnvelopeCollector(outputs.envelope_times, keep)
        self._responses = Responses(outputs.responses, cases.__getitem__, lambda: variation)
        self.parameters: Mapping[str, Floats] = parameters
        """The values (N,) or (N, k) of every parameter that differs between cases."""
        count = len(cases)
        self.status = np.full(count, "pending", dtype=object)
        self.messages = np.full(count, "", dtype=object)
        self.rows, self.steps, self.rejected_steps, self.newton_iterations = (np.zeros(count, int) for _ in range(4))
        self.wall_time = np.zeros(count)
        self.times: Floats = np.empty((count, 0))
        """Output times (N, n) [s] of the cases. They may differ if parameters affect them. Without histories, they are
        not stored, and n is 0.
        """
        self.responses: dict[str, Floats] = {name: np.full(count, np.nan) for name in outputs.responses}
        """Scalars (N,) of the cases by name. Missing values are NaN."""
        self.findings: list[tuple[Finding, ...]] = [()] * count
        """The diagnostics of the check and the run of each case."""
        self.sensors: dict[str, SensorPlan] = {}
        """The measured quantity of each sensor."""
        self._histories: dict[str, Floats] = {}

    @classmethod
    def solve(
        cls,
        variation: Variation,
        parameters: Mapping[str, Floats],
        threads: int | None = None,
        keep: Sequence[str] | None = None,
        folder: Path | None = None,
        lanes: int = AUTO,
        progress: Callable[[int, int], None] | None = None,
        outputs: Outputs = HISTORIES,
    ) -> Ensemble:
        """Solve all cases of parameter arrays (N,) or (N, k). With a folder, the histories are stored in files in this
        folder. `keep` contains the sensors whose histories are stored, or is None for all sensors.
        """
        count = len(next(iter(parameters.values())))
        cases = [{name: _one(values[i]) for name, values in parameters.items()} for i in range(count)]
        ensemble = cls(variation, parameters, cases, folder, keep, outputs)
        evaluated = None if outputs.envelope_times or outputs.responses else keep
        for i, case in enumerate(run_cases(variation, cases, threads, evaluated, lanes)):
            ensemble._take(i, case)
            if progress is not None:
                progress(i + 1, count)
        return ensemble

    def _take(self, i: int, case: CaseRows) -> None:
        self.status[i], self.messages[i] = case.status, case.message
        if case.status == "complete":
            self._envelopes.add(i, case.plans, case.time, case.sensors)
        if self.responses:
            values = self._responses.values(i, case.plans, case.time, case.sensors)
            for column, value in zip(self.responses.values(), values, strict=True):
                column[i] = value
        time = case.time[self._storing.rows(len(case.time))]
        self.rows[i], self.steps[i], self.rejected_steps[i] = len(time), case.steps, case.rejected_steps
        self.newton_iterations[i], self.wall_time[i] = case.newton_iterations, case.wall_time
        self.findings[i] = case.findings
        plans = [plan for plan in case.plans if self._keep is None or plan.name in self._keep]
        if self._keep is not None and not self._keep:
            return
        n = len(time)
        if n > self.times.shape[1]:
            longer = self._arrays.longer
            self.times = longer("times", self.times, i, n)
            self._histories = {name: longer(_file(name), old, i, n) for name, old in self._histories.items()}
        for plan in plans:
            if plan.name not in self._histories:
                self.sensors[plan.name] = plan
                none = np.empty((len(self._cases), 0, len(plan.components)), self._storing.dtype)
                self._histories[plan.name] = self._arrays.longer(_file(plan.name), none, i, self.times.shape[1])
        _put(self.times, i, time)
        for name, history in self._histories.items():
            _put(history, i, self._storing.stored(case.sensors.get(name, _NO_ROWS)))

    @property
    def time(self) -> Floats:
        """Return the common output times (n,) [s] of all cases. Raise ValueError if they differ between cases; use
        `times` then.
        """
        complete = self.times[self.rows == self.times.shape[1]] if len(self.times) else self.times
        if not len(complete):
            return np.empty(0)
        common: Floats = complete[0]
        if np.any((self.times != common) & np.isfinite(self.times)):
            raise ValueError("the cases have different output times: use ensemble.times")
        return common

    def envelope(self, name: str) -> Envelope:
        """Return the quantiles (levels, n, k) of a sensor over all complete cases: the levels 0.05, 0.25, 0.5, 0.75 and
        0.95. They need no histories, if `solve_many` has the argument `sensors=["envelopes"]`.

        Raise KeyError for a sensor without histories and without quantiles. Raise ValueError if there are histories, and
        their output times differ between cases.
        """
        if name not in self._histories:
            if name not in self._envelopes.sketches:
                raise unknown("sensor", name, [*self._histories, *self._envelopes.sketches])
            return self._envelopes.envelope(name)
        time, complete = self.time, np.flatnonzero(self.status == "complete")
        weights, found, cases = np.ones(len(complete), dtype=np.int64), list[Floats](), list[int]()
        for row in range(len(time)):
            values = np.asarray(self[name][complete, row], dtype=np.float64).T
            counts = np.isfinite(values).sum(axis=1)
            found.append(quantiles_of(np.where(np.isfinite(values), values, np.nan), weights, counts))
            cases.append(int(counts.max(initial=0)))
        none = np.empty((len(LEVELS), 0, len(self.sensors[name].components)))
        return Envelope(time, np.stack(found, axis=1) if found else none, np.array(cases, dtype=np.int64))

    def case(self, i: int) -> Results:
        """Return the results of a case, in memory. The case is solved again, and the results are bitwise identical."""
        from rbsolve.pipeline import check_runnable
        from rbsolve.runs.results import Results
        from rbsolve.runs.run import run_model

        checked = self._variation.check(self._cases[i])
        check_runnable(checked)
        if checked.solvable is None:
            from rbsolve.language.diagnostics import DeckError

            raise DeckError(checked.diagnostics)
        return Results(run_model(checked, None, command="rbsolve.solve_many").file, None)

    def to_xarray(self) -> xarray.Dataset:
        """Return all histories over `case` and `time`. The parameters are coordinates of `case`, and components have
        the same labels as in the results of a run.

        If a sensor has the name of a parameter or a dimension, it gets the suffix `_`. The same applies to a parameter
        with the name of a dimension.
        """
        try:
            import xarray
        except ImportError as error:
            raise ImportError("to_xarray needs xarray: pip install 'rbsolve[xarray]'") from error
        coordinates: dict[str, Any] = {"case": np.arange(len(self._cases)), "time": ("time", self.time, {"units": "s"})}
        from rbsolve.results.contents.columns import as_variable, label_dimensions

        labelled = label_dimensions(self.sensors)
        coordinates |= {dimension: list(labels) for dimension, labels in labelled.values()}
        reserved = {"status", *coordinates}
        for name, free in rename(self.parameters, reserved).items():
            values = self.parameters[name]
            coordinates[free] = (("case",) if values.ndim == 1 else ("case", f"{free}_component"), values)
        variables: dict[str, Any] = {
            free: (
                *as_variable(("case", "time"), self._histories[name], labelled.get(name)),
                _attributes(self.sensors[name]),
            )
            for name, free in rename(self._histories, {*reserved, *coordinates}).items()
        }
        variables["status"] = (("case",), self.status.astype(str), {})
        return xarray.Dataset(variables, coords=coordinates)

    def __getitem__(self, name: str) -> Floats:
        if name not in self._histories:
            raise unknown("sensor", name, list(self._histories))
        return self._histories[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._histories)

    def __len__(self) -> int:
        return len(self._histories)

    # Two ensembles are equal only if they are the same object. A comparison of all histories would take long.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def _cells(self) -> list[list[str]]:
        return [
            [name, plan.sensor_type, " x ".join(map(str, self[name].shape)), plan.units]
            for name, plan in self.sensors.items()
        ]

    def __repr__(self) -> str:
        failed = int(np.sum(self.status != "complete"))
        names = ", ".join(self.parameters)
        head = f"<Ensemble: {len(self._cases)} cases over {names}, {failed} failed>"
        return f"{head}\n{text_table(_COLUMNS, self._cells())}"

    def _repr_html_(self) -> str:
        return html_table(_COLUMNS, self._cells())


_NO_ROWS = np.empty(0)


def _put(histories: Floats, i: int, rows: Floats) -> None:
    """Store the history of case `i`. After its last row, the history is NaN."""
    n = len(rows)
    if n:
        histories[i, :n] = rows
    histories[i, n:] = np.nan


def _file(sensor: str) -> str:
    """Return the file name of a sensor in an ensemble. The name `times` is reserved."""
    return f"sensor-{sensor}"


_COLUMNS = ("sensor", "type", "shape", "units")


def _one(value: Any) -> Parameter:
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value  # type: ignore[no-any-return]  # numpy: `tolist` returns Any


def _attributes(plan: SensorPlan) -> dict[str, str]:
    return {
        "units": plan.units,
        "long_name": plan.long_name,
        "observer": plan.observer,
        "sensor_type": plan.sensor_type,
    }


def parameter_arrays(given: Mapping[str, Any]) -> dict[str, Floats]:
    """Return arrays (N,) or (N, k) of equal N. A single number or string applies to all cases. Raise ValueError if the
    lengths differ or if there is no array.
    """
    arrays = {name.removeprefix("#"): np.asarray(values) for name, values in given.items()}
    lengths = {name: len(array) for name, array in arrays.items() if array.ndim}
    if not lengths:
        raise ValueError("an ensemble needs an array for at least one parameter")
    count = next(iter(lengths.values()))
    if set(lengths.values()) != {count}:
        listed = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise ValueError(f"the parameters have different numbers of cases: {listed}")
    return {name: array if array.ndim else np.repeat(array[None], count) for name, array in arrays.items()}
