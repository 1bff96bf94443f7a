"""Running one deck by many methods and measuring error, work and drift."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from rbsolve.compare.methods import ComparedMethod
from rbsolve.parser.diagnostics import DeckError, Severity
from rbsolve.pipeline import CheckedDeck, Options, check_deck
from rbsolve.results.columns import find_columns
from rbsolve.showing import UnknownNameError
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.integrators.registry import Integrator, make_integrator
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.outcome import Outcome
from rbsolve.solver.run import Pace, chunk_for
from rbsolve.solver.sensors.plan import SensorPlan, plan_energy

# CPU time is the least of several runs: at least as many, and at least as long in all, unless a run is very long.
MEASURED_RUNS, SHORTEST_MEASUREMENT, LONGEST_MEASUREMENT = 3, 0.1, 2.0  # [-], [s], [s]
REFERENCE_FORMULATIONS = ("LIE_R3_SO3", "MINIMAL_COORDINATES")
REFERENCE_TOLERANCES = (("RELATIVE_TOLERANCE", "1e-13"), ("ABSOLUTE_TOLERANCE", "1e-15"))
CONFIGURATION_SENSORS = ("POSITION", "CONFIGURATION", "DISPLACEMENT", "RELATIVE_ROTATION", "RELATIVE_DISPLACEMENT")


@dataclass(frozen=True, slots=True)
class Case:
    """One run of the study."""

    method: ComparedMethod
    step: float
    outcome: Outcome
    error: float
    """Norm of the chosen sensors' error at the end time, in their own units."""
    errors: dict[str, float]
    """The same sensor by sensor."""
    steps: int
    evaluations: int
    """Evaluations of all forces; 0 where the integrator does not count them."""
    newton_iterations: int
    seconds: float
    """CPU time of the integrator alone, compiled and ready to start."""
    energy_drift: float
    """Change of the total energy less that of the reference: what loads, drives and dampers do is no drift."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A method that the deck cannot be run by, with these steps, and why."""

    method: ComparedMethod
    steps: tuple[float, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """All cases, method by method, and what they were measured against."""

    deck: str
    sensors: tuple[str, ...]
    reference: str
    cases: tuple[Case, ...]
    misfits: tuple[Misfit, ...] = ()
    scale: float = 0.0
    """Norm of the reference's values, in whose proportion round-off is an error."""


@dataclass(frozen=True, slots=True)
class Reference:
    """What the cases are measured against."""

    values: dict[str, Floats]
    """The sensors' rows at the end time."""
    energy_change: float = 0.0
    """Total energy at the end less that at the start."""
    label: str = "given results"


def run_study(
    deck: Path,
    methods: Sequence[ComparedMethod],
    steps: Sequence[float],
    sensors: Sequence[str],
    options: Options,
    reference: Reference | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Comparison:
    """Run every method with every step; what does not fit the deck is left out, with its reason.

    Without a `reference` a run of higher accuracy is made: DOP853 with half the smallest step where it fits the model, else the
    first method with an eighth of it. `sensors` names sensors or columns (`tip.x1`). DeckError when no case fits, ValueError when the
    deck has none of a name.
    """
    options = options._replace(ends_only=True)
    fitting, misfits = _fitting(deck, methods, sorted(steps, reverse=True), options)
    first, first_steps = fitting[0]
    chosen = _chosen_sensors(deck, first, first_steps[0], sensors, options)
    if reference is None:
        progress("reference")
        reference = _reference(deck, first, min(steps), chosen, options)
    if missing := [name for name in chosen if name not in reference.values]:
        raise ValueError(f"the reference ({reference.label}) has no sensor {', '.join(missing)}")
    cases = []
    for method, own_steps in fitting:
        for step in own_steps:
            progress(f"{method.label}, step {step:g} s")
            cases.append(_case(deck, method, step, chosen, options, reference))
    scale = math.sqrt(sum(float(np.linalg.norm(reference.values[name])) ** 2 for name in chosen))
    return Comparison(deck.name, tuple(chosen), reference.label, tuple(cases), tuple(misfits), scale)


def _fitting(
    deck: Path, methods: Sequence[ComparedMethod], steps: Sequence[float], options: Options
) -> tuple[list[tuple[ComparedMethod, list[float]]], list[Misfit]]:
    """The methods that a deck can be run by, with the formulation that a run chooses where none is given; and the others."""
    fitting: dict[ComparedMethod, list[float]] = {}
    misfits = []
    for method in methods:
        reasons: dict[str, list[float]] = {}
        error = None
        for step in steps:
            try:
                _, compiled = _checked(deck, method, step, options)
            except DeckError as found:
                error = found
                reasons.setdefault(_reason(found), []).append(step)
            else:
                own = fitting.setdefault(replace(method, formulation=compiled.method.formulation), [])
                if step not in own:
                    own.append(step)
        misfits += [Misfit(method, tuple(failed), reason) for reason, failed in reasons.items()]
    if not fitting:
        assert error is not None, "a method fits or does not"
        raise error
    return list(fitting.items()), misfits


def _reason(error: DeckError) -> str:
    finding = next((d for d in error.diagnostics if d.severity is Severity.ERROR), error.diagnostics[0])
    return finding.message + (f" ({finding.hint})" if finding.hint else "")


def _checked(deck: Path, method: ComparedMethod, step: float, options: Options) -> tuple[CheckedDeck, CompiledModel]:
    own = options._replace(
        integrator=method.integrator,
        formulation=method.formulation or options.formulation,
        step=step,
        method_options={**options.method_options, **method.options},
    )
    checked = check_deck(deck, own)
    if checked.has_errors or checked.compiled is None:
        raise DeckError(checked.diagnostics)
    return checked, checked.compiled


def _chosen_sensors(
    deck: Path, method: ComparedMethod, step: float, sensors: Sequence[str], options: Options
) -> list[str]:
    checked, _ = _checked(deck, method, step, options)
    known = {plan.name: plan for plan in checked.sensors}
    for name in sensors:
        try:
            find_columns(known, name)
        except UnknownNameError as error:
            raise ValueError(f"the deck has no sensor {name}: {error}") from error
    configuration = [name for name, plan in known.items() if plan.sensor_type in CONFIGURATION_SENSORS]
    return list(sensors) or configuration or list(known)


def _reference(
    deck: Path, method: ComparedMethod, smallest: float, chosen: Sequence[str], options: Options
) -> Reference:
    for formulation in REFERENCE_FORMULATIONS:
        fine = ComparedMethod("EXPLICIT_RUNGE_KUTTA", "DOP853", formulation)
        try:
            checked, compiled = _checked(deck, fine, smallest / 2, options)
        except DeckError:
            continue
        label = f"{fine.label} with a step of {smallest / 2:g} s"
        if compiled.method.is_adaptive:  # the tolerances of the deck are those of its own method
            fine = replace(fine, settings=REFERENCE_TOLERANCES)
            checked, compiled = _checked(deck, fine, smallest / 2, options)
            label = fine.label
        break
    else:
        checked, compiled = _checked(deck, method, smallest / 8, options)
        label = f"{method.label} with a step of {smallest / 8:g} s"
    _, chunk, outcome, _ = _integrate(compiled, Pace())
    if outcome is not Outcome.COMPLETE:
        raise ValueError(f"the reference run ({label}) failed: {outcome.value}")
    return Reference(_values_at_end(checked.sensors, chosen, chunk), _energy_change(compiled, chunk), label)


def _integrate(compiled: CompiledModel, pace: Pace) -> tuple[Integrator, Chunk, Outcome, float]:
    """A whole run, and the CPU time that its steps took; in calls so short that Ctrl-C acts between them."""
    integrator = make_integrator(compiled)
    chunk = chunk_for(compiled, integrator, compiled.schedule.rows)
    start = called = time.process_time()
    outcome, before = None, 0
    while outcome is None:
        outcome = integrator.advance(chunk, pace.budget)
        now, taken = time.process_time(), integrator.steps + integrator.rejected_steps
        if outcome is None:
            pace.learn(taken - before, now - called)
        called, before = now, taken
    return integrator, chunk, outcome, time.process_time() - start


def _measured(compiled: CompiledModel) -> tuple[Integrator, Chunk, Outcome, float]:
    """The same with the least CPU time of several runs."""
    warm_up = make_integrator(compiled)
    warm_up.advance(chunk_for(compiled, warm_up, 1), 1)  # loading or compiling the kernels is no cost of the method
    pace = Pace()
    integrator, chunk, outcome, seconds = _integrate(compiled, pace)
    times = [seconds]
    while sum(times) < SHORTEST_MEASUREMENT or (len(times) < MEASURED_RUNS and sum(times) < LONGEST_MEASUREMENT):
        times.append(max(_integrate(compiled, pace)[-1], 1e-6))
    return integrator, chunk, outcome, min(times)


def _values_at_end(plans: Sequence[SensorPlan], chosen: Sequence[str], chunk: Chunk) -> dict[str, Floats]:
    """The last row of each sensor, or what is named of it."""
    known = {plan.name: plan for plan in plans}
    found = {name: find_columns(known, name) for name in chosen}
    rows = {sensor: np.asarray(known[sensor].evaluate(chunk))[-1] for sensor, _ in found.values()}
    return {name: rows[sensor][list(columns)] for name, (sensor, columns) in found.items()}


def _energy_change(compiled: CompiledModel, chunk: Chunk) -> float:
    energy = plan_energy(compiled).evaluate(chunk)[:, 0]
    return float(energy[-1] - energy[0])


def _case(
    deck: Path, method: ComparedMethod, step: float, chosen: Sequence[str], options: Options, reference: Reference
) -> Case:
    checked, compiled = _checked(deck, method, step, options)
    integrator, chunk, outcome, seconds = _measured(compiled)
    errors = dict.fromkeys(chosen, math.inf)
    drift = math.inf
    if outcome is Outcome.COMPLETE:
        values = _values_at_end(checked.sensors, chosen, chunk)
        errors = {name: float(np.linalg.norm(values[name] - reference.values[name])) for name in chosen}
        drift = _energy_change(compiled, chunk) - reference.energy_change
    return Case(
        method=method,
        step=step,
        outcome=outcome,
        error=math.sqrt(sum(error**2 for error in errors.values())),
        errors=errors,
        steps=integrator.steps,
        evaluations=int(getattr(integrator, "evaluations", 0)),
        newton_iterations=integrator.newton_iterations,
        seconds=seconds,
        energy_drift=drift,
    )
