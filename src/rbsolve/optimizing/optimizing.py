"""Performs an optimization, from the request to the result, by local searches from one or several starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.variation import Variation
from rbsolve.optimizing.descent import Descent, Local
from rbsolve.optimizing.optimality import optimality
from rbsolve.optimizing.problem import Problem, Scaling, Value, constraint_of
from rbsolve.optimizing.result import Choice, Condition, Optimum, Search
from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.results.scalars.scalar import Scalar
from rbsolve.search.journal import Journal, digests
from rbsolve.search.outputs import prepare_folder, write_deck, write_json, write_run
from rbsolve.search.responses import Responses
from rbsolve.search.variables import SearchError, StartError, fixed_and_varied

Floats = NDArray[np.float64]
MARK = "optimum.json"


@dataclass(frozen=True)
class Request:
    """The request for an optimization. Texts are as on the command line. `starts` is the number of additional starts,
    which are points of a Sobol sequence. `seed` scrambles the sequence.
    """

    objective: str
    is_maximum: bool
    parameters: Mapping[str, Any]
    constraints: Sequence[str] = ()
    starts: int = 0
    seed: int = 0
    most_iterations: int = 100
    threads: int | None = None


class _NotBegunError(SearchError):
    """Raised if a search is interrupted during the run at its start point."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A local search that has ended: its problem, its start as a point, the objective after each iteration, and its end
    or the reason why it could not start.
    """

    problem: Problem
    start: Floats
    path: list[float]
    end: Local | SearchError

    @property
    def status(self) -> str:
        """Return complete, failed or interrupted."""
        if isinstance(self.end, Local):
            return self.end.status
        return "interrupted" if isinstance(self.end, _NotBegunError) else "failed"


@dataclass(frozen=True, slots=True)
class Step:
    """The progress of one search: the number of its start, its iterations, the objective, and the parameters."""

    start: int
    number: int
    value: float
    x: Floats


class Optimizing:
    """A deck and the request for its optimization. Raises SearchError for a contradictory request."""

    def __init__(self, base: CheckedDeck, request: Request) -> None:
        self.base, self.request = base, request
        known = base.contents.parameters
        fixed, variables = fixed_and_varied(request.parameters, known)
        if not variables:
            raise SearchError("no parameter to change: give -p NAME=LOWER:UPPER at least once")
        sensors = {plan.name: plan for plan in base.sensors}
        read = partial(Scalar, sensors=sensors, parameters=known)
        try:
            self._objective = read(request.objective)
            self._constraints = [constraint_of(text, read) for text in request.constraints]
        except ScalarError as error:
            raise SearchError(str(error)) from error
        options = base.options._replace(parameters={**base.options.parameters, **fixed})
        self.variation = Variation(base.source, options)
        self._fixed, self.scaling = fixed, Scaling(variables)
        self._is_adaptive = base.model.method.is_adaptive

    def solve(
        self,
        progress: Callable[[Step], None] = lambda _: None,
        interrupted: Callable[[], bool] = lambda: False,
        journal_of: Callable[[int], Journal] = lambda _: Journal(),
        given_up: Mapping[int, str] = MappingProxyType({}),
    ) -> Optimum:
        """Search for the optimum. Raise SearchError if no start can be solved. An interruption is not an error; the
        status reports it. `journal_of` returns the journal for the number of a start. `given_up` contains the starts
        that must not be solved, and the reasons.
        """
        starts = self.points()
        found = [self.search(k, progress, interrupted, journal_of(k), given_up.get(k, "")) for k in range(len(starts))]
        ended = [(_rank(one.end), k) for k, one in enumerate(found) if isinstance(one.end, Local)]
        if not ended and any(isinstance(one.end, _NotBegunError) for one in found):
            raise KeyboardInterrupt
        if not ended:
            raise next(one.end for one in found if isinstance(one.end, SearchError))
        return self._result(found, found[min(ended)[1]])

    def search(
        self,
        k: int,
        progress: Callable[[Step], None] = lambda _: None,
        interrupted: Callable[[], bool] = lambda: False,
        journal: Journal | None = None,
        given_up: str = "",
    ) -> Searched:
        """Search from the start with the number k. The error of a search that cannot start is part of the result."""
        start = self.points()[k]
        problem = self._problem(interrupted, journal or Journal())
        path: list[float] = []
        sign = -1.0 if self.request.is_maximum else 1.0

        def note(number: int, z: Floats, value: Value) -> None:
            path.append(sign * float(value.scalars[0]))
            progress(Step(k, number, path[-1], self.scaling.parameters(z)))

        end: Local | SearchError
        try:
            if given_up:
                raise StartError(given_up)
            end = Descent(problem, self.request.most_iterations, note).search(start)
        except SearchError as error:
            end = error
        except KeyboardInterrupt:
            end = _NotBegunError("interrupted during the run at the start point")
        finally:
            problem.responses.close()
            problem.journal.close()
        return Searched(problem, start, path, end)

    def write(self, optimum: Optimum, folder: Path, deck: Path | str | bytes, command: str) -> list[str]:
        """Write optimum.json, best.h5, best.deck and report.html into a folder. Return the errors that occurred during
        writing.
        """
        from rbsolve.optimizing.report import write_report

        prepare_folder(folder, MARK)
        write_json(folder / MARK, {**optimum.as_json(), "command": command})
        values: dict[str, Parameter] = dict(optimum)
        flaws = {
            "best.h5": write_run(self.variation, values, folder / "best.h5", command),
            "best.deck": write_deck(deck, self.variation, values, folder, optimum.objective),
        }
        write_report(optimum, folder / "best.h5", folder / "report.html")
        return [f"{name}: {flaw}" for name, flaw in flaws.items() if flaw]

    def inputs(self) -> dict[str, str]:
        """Return the SHA-256 of the deck's files, by name."""
        return digests(self.base.source)

    def points(self) -> list[Floats]:
        """Return the starts as points: the given start, and points of a Sobol sequence."""
        own = self.scaling.start
        if not self.request.starts:
            return [own]
        from scipy.stats import qmc

        sampler = qmc.Sobol(len(self.scaling.variables), scramble=True, seed=self.request.seed)
        power = int(np.ceil(np.log2(self.request.starts)))
        return [own, *sampler.random_base2(power)[: self.request.starts]]

    def _problem(self, interrupted: Callable[[], bool], journal: Journal) -> Problem:
        scalars = [self._objective, *(constraint.difference for constraint in self._constraints)]
        wanted = sorted({sensor for scalar in scalars for sensor, _ in scalar.columns})
        named = sorted({name for scalar in scalars for name in scalar.parameters})
        responses = Responses(self.variation, wanted, self._is_adaptive, self.request.threads, interrupted)
        return Problem(
            responses,
            self._objective,
            self._constraints,
            self.scaling,
            self._fixed,
            named,
            self.request.is_maximum,
            journal,
        )

    def _result(self, found: Sequence[Searched], chosen: Searched) -> Optimum:
        best, sign = chosen.end, -1.0 if self.request.is_maximum else 1.0
        assert isinstance(best, Local)
        end = best.end_of(chosen.problem)
        kkt, active = optimality(end), [end.is_active(k) for k in range(len(self._constraints))]
        x, limits = (
            self.scaling.parameters(best.z),
            np.where(end.at_lower, "lower", np.where(end.at_upper, "upper", "")),
        )
        slopes = sign * kkt.bounds / self.scaling.width * np.where(end.at_lower, 1.0, -1.0)
        choices = {
            v.name: Choice(v.name, float(x[k]), v.lower, v.upper, v.start, str(limits[k]), float(slopes[k]))
            for k, v in enumerate(self.scaling.variables)
        }
        conditions = [
            Condition(
                c.text,
                float(best.value.scalars[1 + k]),
                active[k],
                float(sign * kkt.constraints[k] * (1.0 if c.sign == ">=" else -1.0)),
            )
            for k, c in enumerate(self._constraints)
        ]
        was_interrupted = any(one.status == "interrupted" for one in found)
        locals_ = [one.end for one in found if isinstance(one.end, Local)]
        return Optimum(
            status="interrupted" if was_interrupted else best.status,
            message="the search was interrupted; this is the best point so far" if was_interrupted else best.message,
            objective=f"{'maximize' if self.request.is_maximum else 'minimize'} {self.request.objective}",
            value=float(sign * best.value.scalars[0]),
            parameters=choices,
            constraints=conditions,
            gradient_norm=kkt.gradient_norm,
            iterations=sum(local.iterations for local in locals_),
            evaluations=sum(one.problem.evaluations for one in found),
            runs=sum(one.problem.responses.runs for one in found),
            derivatives=chosen.problem.responses.method,
            searches=[self.conclude(one) for one in found],
            warnings=_warnings([one.problem for one in found], best),
            refused=[each for one in found for each in one.problem.failures],
            path=chosen.path,
            settings={
                "subject_to": list(self.request.constraints),
                "method": "SLSQP",
                "starts": self.request.starts,
                "seed": self.request.seed,
            },
        )

    def conclude(self, one: Searched) -> Search:
        """Return the end of a search in the units of its parameters."""
        begun, local = self.scaling.by_name(one.start), one.end
        if isinstance(local, SearchError):
            return Search(begun, begun, float("nan"), one.status, str(local), 0)
        value = float((-1.0 if self.request.is_maximum else 1.0) * local.value.scalars[0])
        return Search(begun, self.scaling.by_name(local.z), value, local.status, local.message, local.iterations)


def _rank(local: Local) -> tuple[bool, float, float]:
    """Return the key that sorts searches, with the best search first. Points that satisfy the constraints precede
    points that violate them.
    """
    fails = local.violation > 1e-6
    return fails, local.violation if fails else 0.0, float(local.value.scalars[0])


def _warnings(problems: Sequence[Problem], best: Local) -> list[str]:
    failures = [each for problem in problems for each in problem.failures]
    told = [f"{len(failures)} trial points failed, the last because of {failures[-1].reason}"] if failures else []
    if best.status == "complete" and not best.is_balanced:
        told.append(
            "the gradient is not balanced at this point, so it may not be an optimum, and multipliers are inexact; "
            "change the start, or replace `max`, `min`, `peak` and `range` by smooth scalars such as `rms`"
        )
    return told
