"""Computes a run with the derivatives of its sensors. An ordinary run and additional runs compute the derivatives. They
are stored in a section of the run's file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.api.arguments import DeckSource, File, chosen_options, mapping
from rbsolve.api.model import Model, load, runnable
from rbsolve.api.runs import SolveError
from rbsolve.ensemble.variation import Variation
from rbsolve.language.words import listed
from rbsolve.results.sections.findings import read_findings, write_findings
from rbsolve.results.sections.sensitivities import write_sensitivities
from rbsolve.sensitivity.adjoint import AdjointAtEnd
from rbsolve.sensitivity.confirming import Deviation, deviations, with_deviations
from rbsolve.sensitivity.derivative import Derivative, Target, failed_derivative, is_round_off
from rbsolve.sensitivity.differences import ROUNDING, Runs, dependent_parameters, differentiate
from rbsolve.sensitivity.methods import ADJOINT, AUTO, DIFFERENCE, TANGENT
from rbsolve.sensitivity.mobility import targets_of_mobility
from rbsolve.sensitivity.neighbours import Neighbours
from rbsolve.sensitivity.starts import NoTangent
from rbsolve.sensitivity.tangents import Tangents, check_tangents, flaw_of
from rbsolve.sensitivity.targets import (
    SensitivityError,
    check_method,
    rough_places,
    targets_of,
    used_parameters,
)
from rbsolve.solver.model.findings import NOTE, WARNING, Finding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rbsolve.pipeline import CheckedDeck, Parameter
    from rbsolve.results.writer import ResultsWriter
    from rbsolve.runs.results import Results
    from rbsolve.solver.integrators.registry import Integrator
    from rbsolve.solver.model.chunk import Chunk

INACCURATE, UNCERTAIN = 1e-8, 1e-6
"""A note reports relative errors above the first limit. A warning reports relative errors above the second limit."""
DEVIATING = 1e-3
"""If derivatives of steps deviate from differences of runs by more than this fraction, a warning replaces the note."""
MOST_NAMED = 4


class SensitivitiesAtEnd:
    """Computes the derivatives of the sensors after a run (`run_model`)."""

    def __init__(
        self,
        checked: CheckedDeck,
        targets: Sequence[Target],
        threads: int | None = None,
        interrupted: Callable[[], bool] = lambda: False,
        done: Callable[[int], None] = lambda count: None,
        method: str = AUTO,
    ) -> None:
        """Raise SensitivityError if the deck does not permit the method."""
        self._checked, self._targets = checked, targets
        self._sensors = [plan.name for plan in checked.sensors]
        self._types = {plan.name: plan.sensor_type for plan in checked.sensors}
        self._runs = Runs(checked.source, checked.model, checked.options, self._sensors, threads)
        self._runs.interrupted, self._runs.done = interrupted, done
        self._variation = Variation(checked.source, checked.options)
        self._neighbours = Neighbours(self._variation)
        self._tangents = Tangents(checked, self._sensors, self._neighbours)
        self._tangents.interrupted, self._tangents.done = interrupted, done
        self._reason = flaw_of(checked) if method != DIFFERENCE else ""
        """The reason why a run has no tangents."""
        self._method = method
        check_tangents(method, checked)
        self._times: list[NDArray[np.float64]] = []
        self._confirmed: list[Derivative] = []
        """The tangents that were compared with a difference of runs."""
        self._immobile: list[Target] = []
        """The numbers whose other values change the mobility of the model."""
        self._apart: dict[str, Deviation] = {}
        """The deviations of these tangents, by sensor."""
        self.found: list[Derivative] = []
        self.findings: list[Finding] = []
        """The diagnostics of the derivatives."""

    @property
    def runs(self) -> int:
        """Return the number of additional runs."""
        return self._runs.count + self._tangents.count

    def engine(self, own: Integrator) -> Integrator:
        """Return the engine of the run, which computes derivatives if possible."""
        if self._method == DIFFERENCE or self._reason:
            return own
        try:
            return self._tangents.begin(self._targets) or own
        except NoTangent as no:
            self._reason = str(no)
            return own

    def rehearse(self) -> bool:
        """Return false, because the number of kernels of derivatives is not known in advance."""
        return False

    def watch(self, chunk: Chunk) -> None:
        """Store the output times, and the tangents of rows."""
        self._tangents.watch(chunk)
        self._times.append(chunk.time[: int(chunk.count[0])].copy())

    def conclude(self, writer: ResultsWriter) -> None:
        """Compute the derivatives, and write them with their diagnostics."""
        times = np.concatenate(self._times) if self._times else np.empty(0)
        self.found = self._derivatives(times)
        description = self._checked.contents
        self.findings += [finding for found in self.found for finding in self._findings_of(found)]
        self._tell_of_errors()
        self.found = self._with_deviations(self.found)
        written = [found for found in self.found if not self._is_left_out(found)]
        notes = {name.lstrip("#"): note.unit for name, note in description.notes.items()}
        write_sensitivities(writer, written, notes)
        if self.findings:
            write_findings(writer, (*read_findings(writer.file), *self.findings))

    def _derivatives(self, times: NDArray[np.float64]) -> list[Derivative]:
        """Compute tangents if possible. Otherwise compute differences, unless only tangents are requested."""
        found: dict[str, Derivative] = {}
        given = {target.parameter: target.at(target.value)[target.parameter] for target in self._targets}
        if self._method != DIFFERENCE and not self._reason:
            try:
                found = {one.target.name: one for one in self._tangents.find()}
            except NoTangent as no:
                self._reason = str(no)
            self._tell_of_steps([one for one in found.values() if not one.failure])
        if self._method == TANGENT and self._reason:
            found = {target.name: failed_derivative(target, self._reason) for target in self._targets}
        rest = [target for target in self._targets if target.name not in found or found[target.name].failure]
        if self._method != TANGENT and rest:
            self._tell_of_differences(rest, found)
            found |= {one.target.name: one for one in differentiate(self._runs, rest, self._sensors, times, given)}
        self._immobile = targets_of_mobility(self._checked, self._neighbours.examine, self._targets, given)
        for target in self._immobile:
            if not found[target.name].failure:
                errors = {name: np.full_like(each, np.inf) for name, each in found[target.name].errors.items()}
                found[target.name] = replace(found[target.name], errors=errors)
        return [self._with_parameters(found[target.name], given) for target in self._targets]

    def _with_parameters(self, found: Derivative, given: Mapping[str, Parameter]) -> Derivative:
        """Add the derivatives of the design parameters that depend on the number. Then set the derivatives of some
        sensors to zero: sensors that contain only round-off.
        """
        if found.failure:
            return found
        round_off = [name for name in found.sensors if is_round_off(self._types[name], found.scales[name])]
        zeros = {name: np.zeros_like(found.sensors[name]) for name in round_off}
        certain = {name: np.zeros_like(found.errors[name]) for name in round_off}
        return replace(
            found,
            sensors={**found.sensors, **zeros},
            errors={**found.errors, **certain},
            parameters=dependent_parameters(self._variation, found.target, given),
        )

    def _tell_of_steps(self, found: Sequence[Derivative]) -> None:
        """Report derivatives that may differ from the derivatives of the exact motion. The reason is that an impact
        within a step causes a kink. A difference of runs measures the deviation.
        """
        places = rough_places(self._checked.contents, switches=False)
        if not found or not places:
            return
        self._confirmed, self._apart = list(found), deviations(self._runs, found)
        apart = {name: deviation.share for name, deviation in self._apart.items()}
        far = sorted((name for name, share in apart.items() if share > DEVIATING), key=apart.__getitem__, reverse=True)
        message = (
            f"the derivatives with respect to {', '.join(one.target.name for one in found)} are derivatives of the "
            f"discrete steps; at {listed(places, MOST_NAMED)}, the derivatives of the motion may differ. "
        )
        if far:
            shares = listed([f"{name} ({apart[name]:.1g})" for name in far], MOST_NAMED)
            message += f"A difference of runs deviates, relative to the largest derivative, for {shares}. "
        elif apart:
            message += f"A difference of runs deviates by at most {max(apart.values()):.1g} of the largest derivative. "
        message += "The difference decreases with the step"
        self.findings.append(Finding(np.nan, WARNING if far else NOTE, "derivatives-of-steps", message))

    def _with_deviations(self, found: Sequence[Derivative]) -> list[Derivative]:
        """Return derivatives whose errors contain the deviations from a difference of runs, if there are any."""
        names = [one.target.name for one in self._confirmed]
        own = {one.target.name: one for one in found}
        changed = with_deviations([own[name] for name in names], self._apart)
        return [changed.get(one.target.name, one) for one in found]

    def _tell_of_errors(self) -> None:
        """Report derivatives that are less accurate than expected, but still usable."""
        errors: dict[str, float] = {}
        for found in self.found:
            each = max((self._uncertainty(found, sensor) for sensor in found.sensors), default=0.0)
            if not self._is_left_out(found) and INACCURATE < each <= UNCERTAIN:
                errors[found.target.name] = each
        if errors:
            message = (
                f"the estimated errors of the derivatives with respect to {', '.join(errors)} are up to "
                f"{max(errors.values()):.1g} of their largest values"
            )
            self.findings.append(Finding(np.nan, NOTE, "inaccurate-derivative", message))

    def _tell_of_differences(self, targets: Sequence[Target], tried: Mapping[str, Derivative]) -> None:
        """Report why derivatives are differences of runs although tangents were preferred."""
        if self._method == DIFFERENCE:
            return
        reasons: dict[str, list[str]] = {}
        for target in targets:
            reason = tried[target.name].failure if target.name in tried else self._reason
            reasons.setdefault(reason, []).append(target.name)
        for reason, names in reasons.items():
            message = f"the derivatives with respect to {', '.join(names)} are differences of runs: {reason}"
            self.findings.append(Finding(np.nan, NOTE, "no-tangent", message))

    def _is_left_out(self, found: Derivative) -> bool:
        """Return whether no derivative is written for a number."""
        return bool(found.failure) or self._is_unused(found)

    def _is_unused(self, found: Derivative) -> bool:
        return not found.has_effect and found.target.parameter not in used_parameters(self._checked.contents)

    def _findings_of(self, found: Derivative) -> list[Finding]:
        name = found.target.name
        about = f"design parameter #{found.target.parameter}"
        if found.failure:
            message = f"the derivative with respect to {name} is missing: {found.failure}"
            return [Finding(np.nan, WARNING, "no-derivative", message, about)]
        if self._is_unused(found):
            message = f"nothing in the deck uses {name}: its derivative is undefined"
            return [Finding(np.nan, WARNING, "unused-parameter", message, about)]
        if not found.has_effect:
            return [Finding(np.nan, NOTE, "no-effect", f"{name} affects no sensor: its derivatives are zero", about)]
        if found.target in self._immobile:
            message = (
                f"the derivatives with respect to {name} may not exist: with other values of {name}, the redundant "
                "conditions of the joints are independent, and the mechanism cannot move as before"
            )
            return [Finding(np.nan, WARNING, "uncertain-derivative", message, about)]
        uncertain = {
            sensor: share for sensor in found.sensors if (share := self._uncertainty(found, sensor)) > UNCERTAIN
        }
        if not uncertain:
            return []
        worst = max(uncertain, key=uncertain.__getitem__)
        more = f" and {len(uncertain) - 1} more" if len(uncertain) > 1 else ""
        share = uncertain[worst]
        how = f"uncertain by {share:.1g} of their largest value" if np.isfinite(share) else "zero next to a jump"
        message = f"the derivatives of {worst}{more} with respect to {name} are {how}; {self._suspects()}"
        return [Finding(np.nan, WARNING, "uncertain-derivative", message, about)]

    def _uncertainty(self, found: Derivative, sensor: str) -> float:
        """Return the error of a sensor's derivatives, relative to the largest of these derivatives. If the sensor is
        almost independent of the number, the error is 0.
        """
        slope = float(np.max(np.abs(found.sensors[sensor]), initial=0.0))
        error = float(np.max(found.errors[sensor], initial=0.0))
        floor = 1e4 * ROUNDING * found.scales[sensor] / found.target.size
        return 0.0 if error <= floor else error / slope if slope else np.inf

    def _suspects(self) -> str:
        """Return possible causes of jumps in the motion, in words."""
        places = rough_places(self._checked.contents)
        if places:
            return f"the motion may not be smooth because of {listed(places, MOST_NAMED)}"
        if self._checked.model.method.is_adaptive:
            return "the step size control chooses different steps for different values. Use fixed steps, or a smaller tolerance"
        return "the motion may not be smooth, or so sensitive that round-off affects it"


def sequel_of(
    checked: CheckedDeck,
    targets: Sequence[Target],
    scalars: Sequence[str],
    threads: int | None = None,
    interrupted: Callable[[], bool] = lambda: False,
    done: Callable[[int], None] = lambda count: None,
    method: str = AUTO,
) -> SensitivitiesAtEnd | AdjointAtEnd:
    """Return the task that computes derivatives after a run. Raise SensitivityError if the deck does not permit the
    method.
    """
    if method == ADJOINT:
        return AdjointAtEnd(checked, targets, scalars, interrupted)
    return SensitivitiesAtEnd(checked, targets, threads, interrupted, done, method)


def sensitivities(
    model: Model | DeckSource,
    parameters: Sequence[str],
    *,
    values: Mapping[str, Any] | None = None,
    method: str = AUTO,
    of: Sequence[str] = (),
    output: File | None = None,
    threads: int | None = None,
    **run: Any,
) -> Results:
    """Solve a deck, with the derivatives of every sensor with respect to design parameters.

    ```python
    results = rbsolve.sensitivities("wing.deck", ["k", "L"])
    results.sensitivity("tip", "k")  # (n, 3)
    results.gradient("max(tip.x3)")  # {"k": ..., "L": ...}
    ```

    `parameters` names numbers of the deck: `"k"`, `"v"` for each number of a list, or `"v.2"` for one of these numbers.
    `values` sets parameters, like the argument `parameters` of `solve`. `method` is `tangent` (exact derivatives of the
    computed run), `difference` (extrapolated central differences of runs), or `auto`. With `auto`, tangents are
    computed if available, and otherwise differences, with the reason in `findings`. `adjoint` computes only the
    gradients of the scalars `of`, such as `["max(tip.x3)"]`. The cost is almost independent of the number of
    parameters. All methods estimate their errors. `findings` reports large errors and unused parameters. `output`, and
    `integrator`, `formulation`, `step`, `t_end` and `options` in `run`, have the same meaning as in `solve`.

    Raise DeckError if the deck has errors, and SolveError if its run fails. Raise SensitivityError (a ValueError) for
    invalid arguments, and OSError if a file cannot be read or written.
    """
    from rbsolve.results.file.conventions import Status
    from rbsolve.runs.results import Results
    from rbsolve.runs.run import run_model

    check_method(method)
    if of and method != ADJOINT:
        raise SensitivityError(f"`of` is for method {ADJOINT}; with other methods, `gradient` takes any scalar")
    if isinstance(parameters, str):
        parameters = parameters.split(",")
    loaded = model if isinstance(model, Model) else load(model)
    checked = runnable(loaded, None if values is None else mapping("values", values), chosen_options(**run))
    targets = targets_of(parameters, checked.contents.parameters)
    sequel = sequel_of(checked, targets, [of] if isinstance(of, str) else of, threads, method=method)
    path = None if output is None else Path(output)
    solved = run_model(checked, path, sequel=sequel, command="rbsolve.sensitivities")
    results = Results(solved.file, None) if path is None else Results.open(path)
    if solved.status is Status.FAILED:
        raise SolveError(solved.message, solved.summary.outcome, results)
    return results


__all__ = ["SensitivitiesAtEnd", "SensitivityError", "sensitivities"]
