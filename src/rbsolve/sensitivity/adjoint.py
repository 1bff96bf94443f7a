"""Computes gradients of few scalars with respect to many design parameters, by the discrete adjoint of a run.

The run keeps some states (`states.py`). The scalars are then differentiated with respect to the rows (`weights.py`).
Finally, these derivatives are carried back through the steps to the initial numbers (`backward.py`). The adjoints of
the initial numbers do not depend on the number of parameters. The gradient is the product of these adjoints and of the
seeds (`seeds.py`). Seeds are the derivatives of the initial numbers with respect to each parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.variation import Variation
from rbsolve.results.scalars.scalar import Scalar
from rbsolve.results.sections.findings import read_findings, write_findings
from rbsolve.results.sections.gradients import Gradients, write_gradients
from rbsolve.sensitivity.backward import Backward
from rbsolve.sensitivity.derivative import Target
from rbsolve.sensitivity.differences import dependent_parameters
from rbsolve.sensitivity.jumps import times_of_jumps
from rbsolve.sensitivity.methods import ADJOINT, TANGENT
from rbsolve.sensitivity.neighbours import Neighbours
from rbsolve.sensitivity.rows import join
from rbsolve.sensitivity.seeds import Seeds
from rbsolve.sensitivity.sowing import SeedBed
from rbsolve.sensitivity.starts import NoTangent, StartNumbers, capture
from rbsolve.sensitivity.states import KeptRun
from rbsolve.sensitivity.tangents import WITHOUT_TANGENTS, flaw_of
from rbsolve.sensitivity.targets import SensitivityError, rough_places, used_parameters
from rbsolve.sensitivity.weights import WeighedScalar, Weigher
from rbsolve.solver.model.findings import NOTE, WARNING, Finding

if TYPE_CHECKING:
    from rbsolve.pipeline import CheckedDeck, Parameter
    from rbsolve.results.writer import ResultsWriter
    from rbsolve.solver.integrators.registry import Integrator
    from rbsolve.solver.model.chunk import Chunk

Floats = NDArray[np.float64]


def flaw_of_adjoint(checked: CheckedDeck) -> str:
    """Return the reason why a deck has no adjoint, as the end of a sentence. The text is empty if the deck has an
    adjoint.
    """
    if checked.model.analysis != "DYNAMIC":
        return f"{checked.model.analysis} has no steps, so its tangents cost little"
    integrator = checked.model.method.integrator
    if integrator not in ("EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"):
        return f"{integrator} has no adjoint yet"
    if len(checked.model.model.events.signal):
        return "the adjoint does not follow events yet"
    jumping = next(iter(times_of_jumps(checked.model)), "")
    return flaw_of(checked) or (f"the adjoint does not follow {jumping}, which jumps" if jumping else "")


def check_adjoint(checked: CheckedDeck, scalars: Sequence[str]) -> None:
    """Raise an error for a deck without an adjoint, or for an invalid scalar."""
    flaw = flaw_of_adjoint(checked)
    if flaw:
        advice = WITHOUT_TANGENTS if flaw_of(checked) else f"use method {TANGENT}"
        raise SensitivityError(f"method {ADJOINT}: {flaw}; {advice}")
    if not scalars:
        raise SensitivityError(
            f"method {ADJOINT} computes the gradients of scalars: name at least one, e.g. max(tip.x3)"
        )
    for text in scalars:
        Scalar(text, {plan.name: plan for plan in checked.sensors}, checked.contents.parameters)


class ScalarGradients(NamedTuple):
    """The gradients of scalars with respect to those numbers of the deck that have derivatives."""

    scalars: Sequence[WeighedScalar]
    seeds: Sequence[Seeds]
    values: Floats
    """(scalars, numbers)"""
    errors: Floats
    """(scalars, numbers)"""


class AdjointAtEnd:
    """Computes the gradients of scalars after a run (`run_model`)."""

    runs = 0
    """The number of additional runs. It is 0, because the backward pass repeats the steps itself."""

    def __init__(
        self,
        checked: CheckedDeck,
        targets: Sequence[Target],
        scalars: Sequence[str],
        interrupted: Callable[[], bool] = lambda: False,
        neighbours: Neighbours | None = None,
        values: Mapping[str, Parameter] | None = None,
    ) -> None:
        """`neighbours` checks neighbouring decks. `values` contains the design parameters of the case `checked`.

        Raise SensitivityError for a deck without an adjoint, and ScalarError for an invalid scalar.
        """
        check_adjoint(checked, scalars)
        self._neighbours = neighbours or Neighbours(Variation(checked.source, checked.options))
        self._values = values or {}
        self._checked, self._targets, self._texts, self._interrupted = checked, targets, list(scalars), interrupted
        self._centre = capture(checked)
        self._run: KeptRun | None = None
        self.findings: list[Finding] = []
        """The diagnostics of the gradients."""

    def engine(self, own: Integrator | None = None) -> Integrator:
        """Return the engine of the run. It is an ordinary engine, but some of its states are kept."""
        self._run = KeptRun(self._centre)
        engine: Integrator = self._run.engine
        return engine

    def rehearse(self) -> bool:
        """Return false, because the number of kernels of derivatives is not known in advance."""
        return False

    def watch(self, chunk: Chunk) -> None:
        """Do nothing. The rows are stored elsewhere, before their multipliers change."""

    def conclude(self, writer: ResultsWriter) -> None:
        """Compute the gradients, and write them with their diagnostics."""
        try:
            found = self.gradients()
            if found.seeds:
                self._write(writer, found)
        except NoTangent as no:
            self._report("no-derivative", f"the gradients are missing: {no}", WARNING)
        if self.findings:
            write_findings(writer, (*read_findings(writer.file), *self.findings))

    def _report(self, code: str, message: str, level: str, about: str = "") -> None:
        self.findings.append(Finding(np.nan, level, code, message, about))

    def _pause(self) -> None:
        if self._interrupted():
            raise KeyboardInterrupt

    def _seeds(self) -> list[Seeds]:
        """For each parameter that affects initial numbers, return the derivatives of the initial numbers."""
        found = list[Seeds]()
        # a new engine is needed, because the run's own engine is at its end
        centre = capture(self._checked)
        names = used_parameters(self._checked.contents)
        used = [target for target in self._targets if target.parameter in names]
        bed = SeedBed(used, StartNumbers(centre), centre, self._neighbours, self._given)
        for target in self._targets:
            self._pause()
            about = f"design parameter #{target.parameter}"
            if target.parameter not in names:
                message = f"nothing in the deck uses {target.name}: its derivative is undefined"
                self._report("unused-parameter", message, WARNING, about)
                continue
            try:
                seeds = bed.seeds_of(target)
                if seeds.moves_times:
                    raise NoTangent("it changes the times of the steps, which the adjoint does not follow")
                found.append(seeds)
            except NoTangent as no:
                message = f"the derivative with respect to {target.name} is missing: {no}"
                self._report("no-derivative", message, WARNING, about)
        return found

    @property
    def _given(self) -> dict[str, Parameter]:
        """Return the design parameters of the run."""
        own = {target.parameter: target.at(target.value)[target.parameter] for target in self._targets}
        return {**own, **self._values}

    def gradients(self) -> ScalarGradients:
        """After the run is complete, return the gradients. Raise NoTangent if there are none. `findings` reports
        numbers without derivatives.
        """
        seeds, run = self._seeds(), self._run
        assert run is not None
        run.release()
        if not seeds:
            return ScalarGradients([], [], np.empty((0, 0)), np.empty((0, 0)))
        if run.flaw:
            raise NoTangent(run.flaw)
        fields = join(run.fields)
        weigher = Weigher(self._checked, fields)
        scalars = weigher.weigh(self._texts)
        self._pause()
        backward = Backward(self._centre, run, seeds, fields)
        backward.pause = self._pause
        adjoints = backward.adjoints([scalar.by_rows for scalar in scalars])
        values, errors = np.zeros((len(scalars), len(seeds))), np.zeros((len(scalars), len(seeds)))
        for m, (scalar, adjoint) in enumerate(zip(scalars, adjoints, strict=True)):
            of_sensors = weigher.by_sensors(scalar, seeds)
            for k, (each, (direct, error)) in enumerate(zip(seeds, of_sensors, strict=True)):
                parts = [slopes.reshape(-1) * adjoint[path] for path, slopes in each.arrays.items()]
                values[m, k] = sum(float(np.sum(part)) for part in parts) + direct + self._named(scalar, each.target)
                size = sum(float(np.sum(np.abs(part))) for part in parts)
                errors[m, k] = error + (each.error + scalar.error) * size
        self._tell(scalars, seeds, values)
        return ScalarGradients(scalars, seeds, values, errors)

    def _named(self, scalar: WeighedScalar, target: Target) -> float:
        """Return the derivative of a scalar with respect to a number that appears in the text of the scalar."""
        if not any(scalar.by_parameters.values()):
            return 0.0
        slopes = dependent_parameters(self._neighbours.variation, target, self._given)
        return sum(slope * slopes.get(name, 0.0) for name, slope in scalar.by_parameters.items())

    def _tell(self, scalars: Sequence[WeighedScalar], seeds: Sequence[Seeds], values: Floats) -> None:
        """Report elements of the deck that are not smooth. Raise NoTangent if a gradient does not exist."""
        if not np.all(np.isfinite(values)):
            lost = [scalar.text for scalar, row in zip(scalars, values, strict=True) if not np.all(np.isfinite(row))]
            raise NoTangent(f"the motion passes a point where {', '.join(lost)} is not differentiable")
        places = rough_places(self._checked.contents, switches=False)
        if places:
            message = (
                f"the gradients are derivatives of the discrete steps; at {', '.join(places[:4])}, the derivatives of "
                f"the motion may differ. The difference decreases with the step"
            )
            self._report("derivatives-of-steps", message, NOTE)

    def _write(self, writer: ResultsWriter, found: ScalarGradients) -> None:
        scalars, seeds = found.scalars, found.seeds
        notes = {name.lstrip("#"): note.unit for name, note in self._checked.contents.notes.items()}
        write_gradients(
            writer,
            Gradients(
                [scalar.text for scalar in scalars],
                np.array([scalar.value for scalar in scalars]),
                [scalar.unit for scalar in scalars],
                [each.target.name for each in seeds],
                np.array([each.target.value for each in seeds]),
                [notes.get(each.target.parameter, "") for each in seeds],
                found.values,
                found.errors,
            ),
        )
