"""Runs a deck with many methods, and measures error, work and drift."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rbsolve.compare.errors import WORDS, are_same, common_rows, common_spacing, errors_against, size_of
from rbsolve.compare.methods import ComparedMethod
from rbsolve.compare.reference import Reference, Setting, best_reference, reference_by
from rbsolve.compare.running import check_for, energy_change, sensor_rows, time_runs
from rbsolve.display.mappings import UnknownNameError
from rbsolve.language.diagnostics import DeckError, Severity
from rbsolve.pipeline import Options
from rbsolve.results.contents.columns import find_columns
from rbsolve.results.contents.units import split_units, with_unit
from rbsolve.solver.model.findings import WARNING, Finding
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.outcome import Outcome

CONFIGURATION_SENSORS = ("POSITION", "CONFIGURATION", "DISPLACEMENT", "RELATIVE_ROTATION", "RELATIVE_DISPLACEMENT")


@dataclass(frozen=True, slots=True)
class Case:
    """A run of the study."""

    method: ComparedMethod
    step: float
    outcome: Outcome
    error: float
    """Norm of the error of the chosen sensors, in their own units. `measure` of the comparison defines the norm."""
    errors: dict[str, float]
    """Norm of the error of each sensor."""
    steps: int
    evaluations: int
    """Number of evaluations of all forces. The number is 0 if the integrator does not count them."""
    newton_iterations: int
    seconds: float
    """CPU time [s] of the integrator, without compilation and preparation."""
    energy_drift: float
    """Change of the total energy minus the change in the reference [J]. So the work of loads, drives and dampers does
    not count as drift.
    """
    warnings: tuple[Finding, ...] = ()
    """The warnings of the run."""
    jacobian_updates: int = 0
    """Number of evaluated iteration matrices. A modified Newton iteration needs fewer of them. The number is 0 for
    methods without such matrices.
    """


@dataclass(frozen=True, slots=True)
class Misfit:
    """A method that cannot solve the deck with the given steps, and the reason why."""

    method: ComparedMethod
    steps: tuple[float, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison: all cases, method by method, and their reference."""

    deck: str
    sensors: tuple[str, ...]
    reference: str
    cases: tuple[Case, ...]
    misfits: tuple[Misfit, ...] = ()
    scale: float = 0.0
    """Norm of the reference's values, which is the scale of round-off."""
    measure: str = "end"
    """The rows over which errors are measured (errors.py)."""
    replaced: tuple[str, ...] = ()
    """Failed or unreliable references, which were replaced."""
    doubt: float = 0.0
    """Errors of this size may be errors of the reference."""
    unit: str = ""
    """The unit of the errors if all sensors have the same unit, otherwise empty."""

    @property
    def words(self) -> str:
        """Return a description of the errors, with their unit."""
        return with_unit(WORDS[self.measure].format(", ".join(self.sensors)), self.unit)


def run_study(
    deck: Path,
    methods: Sequence[ComparedMethod],
    steps: Sequence[float],
    sensors: Sequence[str],
    options: Options,
    reference: Reference | tuple[ComparedMethod, float] | None = None,
    progress: Callable[[str], None] = lambda _: None,
    measure: str = "end",
) -> Comparison:
    """Run every method with every step. Combinations that do not fit the deck are omitted, with the reason.

    `reference` may be given as rows, or as a method with its step. Without a reference, a run of higher accuracy is
    computed (reference.py). `sensors` names sensors or columns (`tip.x1`), and `measure` is `end`, `max` or `rms`.
    Raise DeckError if the deck supports no case, and ValueError for unknown names or if no reference is found.
    """
    steps = sorted(steps, reverse=True)
    options = options._replace(ends_only=True)
    fitting, misfits = _usable_methods(deck, methods, steps, options)
    if measure != "end":
        finest = [reference[1]] if isinstance(reference, tuple) else []
        own = sorted({step for _, some in fitting for step in some} | set(finest), reverse=True)
        options = _with_rows(deck, fitting[0], own, options)
    first, first_steps = fitting[0]
    chosen, unit, has_energy = _chosen_sensors(deck, first, first_steps[0], sensors, options)
    if not isinstance(reference, Reference):
        progress("reference")
        setting = Setting(deck, options, chosen, min(steps), measure)
        named = reference
        compared = [method for method, _ in fitting]
        reference = best_reference(setting, compared) if named is None else reference_by(setting, *named)
    if missing := [name for name in chosen if name not in reference.rows.values]:
        raise ValueError(f"the reference ({reference.label}) has no sensor {', '.join(missing)}")
    cases = []
    for method, own_steps in fitting:
        for step in own_steps:
            progress(f"{method.label}, step {step:g} s")
            cases.append(_case(deck, method, step, chosen, options, reference, measure))
    scale = size_of(reference.rows, chosen, measure)
    if has_energy:  # the round-off of a sum is proportional to its terms, even if these cancel
        scale = math.hypot(scale, reference.kinetic_energy)
    return Comparison(
        deck.name,
        tuple(chosen),
        reference.label,
        tuple(cases),
        tuple(misfits),
        scale,
        measure,
        reference.replaced,
        reference.doubt,
        unit,
    )


def _with_rows(
    deck: Path, fitting: tuple[ComparedMethod, list[float]], steps: Sequence[float], options: Options
) -> Options:
    """Return the options for runs that have output rows at common times."""
    method, own_steps = fitting
    every = options._replace(ends_only=False)
    try:
        _, compiled = check_for(deck, method, own_steps[-1], every)
        of_deck = compiled.schedule.spacing
    except DeckError:  # the output interval of the deck is not a multiple of the step
        of_deck = 0.0
    return every._replace(output_step=common_spacing(of_deck, steps))


def _usable_methods(
    deck: Path, methods: Sequence[ComparedMethod], steps: Sequence[float], options: Options
) -> tuple[list[tuple[ComparedMethod, list[float]]], list[Misfit]]:
    """Return the methods that can solve the deck, with their steps, and the methods that cannot. A method without a
    formulation gets the default of the deck.
    """
    fitting: dict[ComparedMethod, list[float]] = {}
    misfits, errors = [], []
    for method in methods:
        reasons: dict[str, list[float]] = {}
        for step in steps:
            try:
                _, compiled = check_for(deck, method, step, options)
            except DeckError as found:
                errors.append(found)
                reasons.setdefault(_reason(found), []).append(step)
            else:
                own = fitting.setdefault(replace(method, formulation=compiled.method.formulation), [])
                if step not in own:
                    own.append(step)
        misfits += [Misfit(method, tuple(failed), reason) for reason, failed in reasons.items()]
    if not fitting:
        raise errors[-1]
    return list(fitting.items()), misfits


def _reason(error: DeckError) -> str:
    finding = next((d for d in error.diagnostics if d.severity is Severity.ERROR), error.diagnostics[0])
    return finding.message + (f" ({finding.hint})" if finding.hint else "")


def _chosen_sensors(
    deck: Path, method: ComparedMethod, step: float, sensors: Sequence[str], options: Options
) -> tuple[list[str], str, bool]:
    """Return the sensors or columns to compare, their common unit, and whether one of them is a total energy. If their
    units differ, the common unit is empty.
    """
    checked, _ = check_for(deck, method, step, options)
    known = {plan.name: plan for plan in checked.sensors}
    for name in sensors:
        try:
            find_columns(known, name)
        except UnknownNameError as error:
            raise ValueError(f"the deck has no sensor {name}: {error}") from error
    configuration = [name for name, plan in known.items() if plan.sensor_type in CONFIGURATION_SENSORS]
    chosen = list(sensors) or configuration or list(known)
    units, has_energy = set(), False
    for name in chosen:
        sensor, columns = find_columns(known, name)
        has_energy |= known[sensor].sensor_type == "TOTAL_ENERGY"
        own = split_units(known[sensor].units, len(known[sensor].components))
        units |= {own[column] for column in columns}
    return chosen, units.pop() if len(units) == 1 else "", has_energy


def _case(
    deck: Path,
    method: ComparedMethod,
    step: float,
    chosen: Sequence[str],
    options: Options,
    reference: Reference,
    measure: str,
) -> Case:
    checked, compiled = check_for(deck, method, step, options)
    integrator, chunk, outcome, seconds = time_runs(compiled)
    errors = dict.fromkeys(chosen, math.inf)
    drift = math.inf
    if outcome is Outcome.COMPLETE:
        rows = sensor_rows(checked.sensors, chosen, chunk)
        _check_times(rows.times, reference, measure)
        errors = errors_against(rows, reference.rows, measure)
        drift = energy_change(compiled, chunk) - reference.energy_change
    return Case(
        method=method,
        step=step,
        outcome=outcome,
        error=math.sqrt(sum(error**2 for error in errors.values())),
        errors=errors,
        steps=integrator.steps,
        evaluations=integrator.evaluations,
        newton_iterations=integrator.newton_iterations,
        seconds=seconds,
        energy_drift=drift,
        warnings=tuple(finding for finding in integrator.findings if finding.severity == WARNING),
        jacobian_updates=integrator.jacobian_updates,
    )


def _check_times(times: Floats, reference: Reference, measure: str) -> None:
    """Raise ValueError if the output times of the reference differ too much from the times of the runs."""
    theirs = reference.rows.times
    if not (math.isnan(theirs[-1]) or are_same(float(times[-1]), float(theirs[-1]))):
        raise ValueError(
            f"the reference ({reference.label}) ends at t = {theirs[-1]:.9g} s, but the runs end at {times[-1]:.9g} s"
        )
    if measure != "end" and len(common_rows(times, theirs)[0]) < max(2, len(times) // 2):
        raise ValueError(
            f"the reference ({reference.label}) lacks most of the {len(times)} output times of the runs "
            f"({times[1] - times[0]:g} s apart): give a reference with these times, or use --error end"
        )
