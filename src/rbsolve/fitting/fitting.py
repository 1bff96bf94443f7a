"""Performs a fit, from the request to the result."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.display.mappings import unknown
from rbsolve.ensemble.variation import Variation
from rbsolve.fitting.curve import Curve
from rbsolve.fitting.inertias import Inertia, inertias_of
from rbsolve.fitting.matches import free_of, match_of
from rbsolve.fitting.problem import Experiment, Problem, Unknown
from rbsolve.fitting.result import Estimate, Fit
from rbsolve.fitting.solving import Iteration, Solution, Solver
from rbsolve.fitting.statistics import Determination, correlated_pairs, determination
from rbsolve.fitting.tables import Table
from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.search.journal import Journal, digests
from rbsolve.search.outputs import prepare_folder, write_deck, write_json, write_run
from rbsolve.search.responses import Responses
from rbsolve.search.variables import (
    SearchError,
    fixed_and_varied,
    is_range,
    known_number,
    numbers_of,
    size_at,
    variable_of,
)

Floats = NDArray[np.float64]
MARK = "fit.json"
COARSE = 0.1
"""If the error of interpolation between output rows exceeds this fraction of the residuals, it is reported."""
Range = Any
"""A number, `LOWER:UPPER[:START]`, or a sequence of two or three numbers."""


@dataclass(frozen=True)
class Request:
    """The request for a fit. Names and texts are as on the command line.

    `parameters` contains fixed numbers or ranges. `own` contains the parameters of single experiments, by the name of
    the experiment's data.
    """

    tables: Sequence[Table]
    parameters: Mapping[str, Range]
    matches: Sequence[str]
    own: Mapping[str, Mapping[str, Range]]
    free: Sequence[str] = ()
    sigma: Mapping[str, float] | None = None
    hold_out: float = 0.0
    loss: str = "linear"
    most_iterations: int = 100
    threads: int | None = None


class Fitting:
    """A deck and the request for its fit. Raises SearchError for a contradictory request."""

    def __init__(self, base: CheckedDeck, request: Request) -> None:
        self._request, self._deck = request, base.source
        self._known: Mapping[str, Any] = base.description.parameters if base.description else {}
        self._sensors = {plan.name: plan for plan in base.sensors}
        self._matches = [match_of(text, self._sensors) for text in request.matches]
        self._check_columns()
        fixed, unknowns = self._shared_parameters()
        self.unknowns = [*unknowns, *self._local(), *self._free()]
        if not self.unknowns:
            raise SearchError("no parameter to estimate: give -p NAME=LOWER:UPPER at least once")
        self._check_names()
        self.experiments = [
            Experiment(table, {**fixed, **self._fixed_of(table)}, self._matches, request.hold_out)
            for table in request.tables
        ]
        options = base.options._replace(parameters={**base.options.parameters, **fixed})
        self.variation = Variation(base.source, options)
        self._is_adaptive = base.model.method.is_adaptive

    def solve(
        self,
        progress: Callable[[Iteration], None] = lambda _: None,
        interrupted: Callable[[], bool] = lambda: False,
        journal_of: Callable[[int], Journal] = lambda _: Journal(),
    ) -> Fit:
        """Fit the parameters. Raise SearchError if the fit cannot start. An interruption is not an error; the status
        reports it. `journal_of` returns the journal for the number of a start. The only start of a fit has the number
        0.
        """
        wanted = sorted({match.sensor for match in self._matches})
        responses = Responses(self.variation, wanted, self._is_adaptive, self._request.threads, interrupted)
        problem = Problem(responses, self.experiments, self.unknowns, journal_of(0))
        solver = Solver(
            problem,
            self._request.sigma or {},
            robust=self._request.loss == "huber",
            most_iterations=self._request.most_iterations,
            progress=progress,
            inertias=self._inertias(),
        )
        try:
            solution = solver.solve()
        finally:
            responses.close()
            problem.journal.close()
        return self._result(problem, solver, solution)

    def _inertias(self) -> list[Inertia]:
        """Return the inertias that the shared unknowns determine."""
        shared = [k for k, u in enumerate(self.unknowns) if u.part is None and u.experiment is None]
        variables = [self.unknowns[k].variable for k in shared]

        def bodies(x: Floats) -> dict[str, Floats] | None:
            values = dict(zip([variable.name for variable in variables], x.tolist(), strict=True))
            compiled = self.variation.check({**self.experiments[0].values, **values}).compiled
            return (
                None
                if compiled is None
                else dict(zip(compiled.body_index, compiled.model.bodies.inertia, strict=False))
            )

        if len(shared) < 3:
            return []
        start, scales = (np.array([getattr(each, name) for each in variables]) for name in ("start", "scale"))
        places = np.array(shared)
        return [each._replace(unknowns=places[each.unknowns]) for each in inertias_of(bodies, start, scales)]

    def write(self, fit: Fit, folder: Path, deck: Path | str | bytes, command: str) -> list[str]:
        """Write fit.json, best.h5, best.deck and report.html into a folder. Return the errors that occurred during
        writing.
        """
        from rbsolve.fitting.report import write_report

        prepare_folder(folder, MARK)
        write_json(folder / MARK, {**fit.as_json(), "command": command})
        flaws = []
        for k, experiment in enumerate(self.experiments):
            name = "best.h5" if k == 0 else f"best-{Path(experiment.name).stem}.h5"
            flaw = write_run(self.variation, self.values(fit, experiment), folder / name, command)
            flaws += [f"{name}: {flaw}"] if flaw else []
        data = ", ".join(experiment.name for experiment in self.experiments)
        values = self.values(fit, self.experiments[0])
        flaw = write_deck(deck, self.variation, values, folder, f"Fitted to {data}")
        flaws += [f"best.deck: {flaw}"] if flaw else []
        write_report(fit, folder / "report.html")
        return flaws

    def values(self, fit: Fit, experiment: Experiment) -> dict[str, Parameter]:
        """Return the design parameters of an experiment at the solution."""
        own = {
            u.variable.name: fit[u.name].value
            for u in self.unknowns
            if u.part is None and u.experiment in (None, experiment.name)
        }
        return {**own, **experiment.values}

    def inputs(self) -> dict[str, str]:
        """Return the SHA-256 of the deck's files and of the data, by name."""
        return {**digests(self._deck), **{table.name: table.sha256 for table in self._request.tables}}

    def _check_columns(self) -> None:
        if not self._matches:
            raise SearchError("no column to match: give --match COLUMN=sensor.component at least once")
        columns = [match.column for match in self._matches]
        for k, column in enumerate(columns):
            if column in columns[:k]:
                raise SearchError(f"--match: {column} is matched twice")
            if not any(table.column(column) for table in self._request.tables):
                raise SearchError(f"--match: {unknown('column', column, list(self._request.tables[0].columns))}")
        for table in self._request.tables:
            if not any(table.column(column) for column in columns):
                raise SearchError(f"{table.name}: no column of this file is matched")
        for column, sigma in (self._request.sigma or {}).items():
            if column not in columns:
                raise SearchError(f"--sigma {column}: {unknown('matched column', column, columns)}")
            if not sigma > 0.0:
                raise SearchError(f"--sigma {column}={sigma:g}: a standard deviation must be positive")

    def _check_names(self) -> None:
        names = [table.name for table in self._request.tables]
        for k, name in enumerate(names):
            if name in names[:k]:
                raise SearchError(f"two data files have the name {name}")
        if not 0.0 <= self._request.hold_out < 1.0:
            raise SearchError(f"--hold-out {self._request.hold_out:g}: the fraction must be between 0 and 1")

    def _shared_parameters(self) -> tuple[dict[str, Parameter], list[Unknown]]:
        """Return the parameters that all experiments share: fixed parameters and unknowns."""
        fixed, varied = fixed_and_varied(self._request.parameters, self._known)
        return fixed, [Unknown(variable, variable.name) for variable in varied]

    def _local(self) -> list[Unknown]:
        """Return the unknowns of single experiments."""
        return [
            Unknown(variable_of(name, given, self._known, f"{data}:"), f"{data}:{name}", data)
            for data, some in self._request.own.items()
            for name, given in some.items()
            if self._is_known(data) and is_range(given)
        ]

    def _fixed_of(self, table: Table) -> dict[str, Parameter]:
        """Return the parameters that are fixed for an experiment."""
        fixed: dict[str, Parameter] = {}
        for name, given in self._request.own.get(table.name, {}).items():
            if not is_range(given):
                about = f"-p {table.name}:{name}={given}"
                known_number(name, self._known, about)
                fixed[name] = numbers_of(given if isinstance(given, str) else [given], about)[0]
        return fixed

    def _is_known(self, data: str) -> bool:
        names = [table.name for table in self._request.tables]
        if data not in names:
            raise SearchError(f"-p {data}: {unknown('data file', data, names)}")
        return True

    def _free(self) -> list[Unknown]:
        duration = max(table.time[-1] - table.time[0] for table in self._request.tables)
        found = []
        for text in self._request.free:
            part, match, variable = free_of(text, self._matches, duration)
            found.append(Unknown(variable, variable.name, None, part, match.column))
        return found

    def _result(self, problem: Problem, solver: Solver, solution: Solution) -> Fit:
        names = [unknown.name for unknown in self.unknowns]
        evaluation = solution.evaluation
        found = _determine(solver, solution, names, self._request, self._is_known_noise())
        estimates = {
            u.name: Estimate(
                u.name,
                float(solution.x[k]),
                u.variable.lower,
                u.variable.upper,
                u.variable.start,
                float(found.standard_errors[k]),
                (float(found.intervals[k, 0]), float(found.intervals[k, 1])),
                bool(solution.at_bound[k]),
            )
            for k, u in enumerate(self.unknowns)
        }
        residuals = solver.weight(evaluation) if evaluation.computed else np.empty(0)
        curves = self.curves(evaluation.computed)
        return Fit(
            status=solution.status,
            message=solution.message,
            parameters=estimates,
            covariance=found.covariance,
            correlation=found.correlation,
            residual_rms=_rms(curves, held_out=False),
            hold_out_rms=_rms(curves, held_out=True),
            sigma=solution.sigma,
            chi_square=float(residuals @ residuals),
            degrees_of_freedom=len(residuals) - int(np.sum(~solution.at_bound)),
            singular_values=found.singular_values,
            poorly_determined=found.poorly_determined,
            warnings=[*self._warnings(problem, solution, found, names), *map(_told_of_edge, solver.at_edge)],
            iterations=solution.iterations,
            evaluations=problem.evaluations,
            runs=problem.responses.runs,
            derivatives=problem.responses.method,
            curves=curves,
            settings=self._settings(),
        )

    def _is_known_noise(self) -> bool:
        return {match.column for match in self._matches} <= (self._request.sigma or {}).keys()

    def curves(self, computed: Sequence[Floats]) -> list[Curve]:
        """Return the measured and computed columns of all experiments. `computed` contains a column for each of them."""
        channels = [(e, channel) for e in self.experiments for channel in e.channels]
        return [
            Curve(e.name, c.match.column, c.match.label, c.match.unit, c.time, c.measured, values, c.is_held_out)
            for (e, c), values in zip(channels, computed, strict=False)
        ]

    def _warnings(self, problem: Problem, solution: Solution, found: Determination, names: Sequence[str]) -> list[str]:
        said = []
        for channel, added in zip(problem.channels, solution.evaluation.interpolation, strict=False):
            column = channel.match.column
            if added > COARSE * solution.sigma[column]:
                said.append(
                    f"{column}: the interpolation error between output rows is about {added:.2g}, the standard "
                    f"deviation {solution.sigma[column]:.2g}: use a smaller @OUTPUT_STEP_SIZE in the deck"
                )
        if problem.failures:
            count = len(problem.failures)
            said.append(f"{count} trial points failed, the last because of {problem.failures[-1]}")
        pairs = correlated_pairs(names, found.correlation)
        if pairs:
            listed = ", ".join(f"{one} with {other} {value:+.3f}" for one, other, value in pairs)
            said.append(f"the data hardly distinguish some parameters, because they are correlated: {listed}")
        return said

    def _settings(self) -> dict[str, Any]:
        given = self._request.sigma or {}
        return {
            "data": [experiment.name for experiment in self.experiments],
            "rows": {experiment.name: len(experiment.table.time) for experiment in self.experiments},
            "matches": list(self._request.matches),
            "sigma_given": sorted(given),
            "loss": self._request.loss,
            "hold_out": self._request.hold_out,
            "confidence": 0.95,
        }


def _determine(
    solver: Solver, solution: Solution, names: Sequence[str], request: Request, is_known: bool
) -> Determination:
    """Return the statistics of the unknowns. They are NaN for unknowns at a bound."""
    count = len(names)
    errors, intervals, covariance = (np.full(shape, math.nan) for shape in (count, (count, 2), (count, count)))
    empty = Determination(errors, intervals, covariance, covariance.copy(), np.empty(0), [])
    free = np.flatnonzero(~solution.at_bound)
    if solution.status != "complete" or not solution.evaluation.derivatives or not len(free):
        return empty
    jacobian = solver.weighted_derivatives(solution.evaluation)[:, free]
    values = solution.x[free]
    scales = np.array([size_at(solver.variables[k], value) for k, value in zip(free, values.tolist(), strict=True)])
    own = [names[k] for k in free.tolist()]
    found = determination(
        jacobian, solver.weight(solution.evaluation), values, scales, own, request.loss == "huber", is_known
    )
    square = np.ix_(free, free)
    empty.standard_errors[free], empty.intervals[free] = found.standard_errors, found.intervals
    empty.covariance[square], empty.correlation[square] = found.covariance, found.correlation
    return replace(empty, singular_values=found.singular_values, poorly_determined=found.poorly_determined)


def _told_of_edge(inertia: Inertia) -> str:
    return (
        f"{inertia.body} is flat at the solution: one of its second moments of mass is zero and cannot be smaller. "
        "The intervals of its inertia do not take this limit into account"
    )


def _rms(curves: Sequence[Curve], *, held_out: bool) -> dict[str, float]:
    """Return the root mean square of the residuals of each column, over all experiments."""
    parts: dict[str, list[Floats]] = {}
    for curve in curves:
        parts.setdefault(curve.column, []).append(curve.residual[curve.is_held_out == held_out])
    joined = {column: np.concatenate(some) for column, some in parts.items()}
    return {column: float(np.sqrt(np.mean(values**2))) for column, values in joined.items() if len(values)}
