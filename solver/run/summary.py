"""Summarizes a run: its outcome, its counts, its diagnostics, and the cause of a failure."""

from __future__ import annotations

import math
from typing import NamedTuple

from rbsolve.parser.schema.events import FALLING, RISING
from rbsolve.solver.analyses.linearized.growth import found_growth, may_grow
from rbsolve.solver.assembly.checks.rest_start import begins_at_rest
from rbsolve.solver.assembly.checks.signal_values import undefined_driver
from rbsolve.solver.assembly.elements.prescriptions import force_without_value, motion_without_value
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.arrays import BURIED, BURIED_CONTACT, BURIED_TIME, State
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.events import Event
from rbsolve.solver.model.findings import ERROR, WARNING, Finding, in_order
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.model.surplus import Flow, Surplus
from rbsolve.solver.run.clocks import Stopwatch
from rbsolve.solver.sensors.types.balance import found_energy

_WELL = frozenset((Outcome.COMPLETE, Outcome.INTERRUPTED))


class RunSummary(NamedTuple):
    """The outcome and statistics of a run."""

    outcome: Outcome
    time: float
    """Simulated time that the run has reached [s]."""
    failed_object: str | None
    """The object that caused the failure, such as "body top"."""
    steps: int
    rejected_steps: int
    newton_iterations: int
    wall_time: float
    """Wall time from the start of the run to its end [s]."""
    compiling: float = 0.0
    """Part of the wall time that was spent on compilation [s]."""
    loading: float = 0.0
    """Wall time until the end of the first step, without compilation [s]. Most of this time is spent on loading machine
    code from disk.
    """
    detail: str | None = None
    """The cause of the failure, as described by the analysis, or None if the outcome describes it."""
    findings: tuple[Finding, ...] = ()
    """Diagnostics of the run in order of time. The cause of a failure follows the warnings and notes."""
    events: tuple[Event, ...] = ()
    """The crossings of thresholds by signals, in order of time."""
    earlier_steps: int = 0
    """Number of steps before the run was resumed."""
    unexplained_energy: float = math.nan
    """The unexplained energy at the last row [J]: the change of energy since the start minus all work, or NaN if it is
    unknown.
    """
    energy_moved: float = math.nan
    """The scale of the unexplained energy [J]: the largest kinetic energy plus the work that entered and left the
    model.
    """
    flow: Flow | None = None
    """The energies of the run, or None if they were not requested."""

    @property
    def stepping(self) -> float:
        """Return the time spent on integration steps [s]."""
        return max(self.wall_time - self.compiling - self.loading, 1e-9)


def events_of(compiled: CompiledModel, engine: Integrator) -> tuple[Event, ...]:
    """Return the events that an engine has passed."""
    if not engine.crossings:
        return ()
    names = list(compiled.description.of_kind("EVENT"))
    return tuple(Event(time, names[event], RISING if rises else FALLING) for time, event, rises in engine.crossings)


def summary_of(
    compiled: CompiledModel,
    integrator: Integrator,
    outcome: Outcome,
    stopwatch: Stopwatch,
    loading: float,
    earlier_steps: int,
    *,
    has_energies: bool = True,
) -> RunSummary:
    """Return the summary of a run. If a prescribed motion or a force has no value at the end of the run, the summary
    reports it as the cause. If `has_energies` is false, the energies of the output rows are not known yet, and the
    caller must add them (`with_balance`).
    """
    place, detail = integrator.failed_object, integrator.detail
    if outcome not in _WELL:
        without = motion_without_value(compiled, integrator.time)
        if without is not None:
            outcome, (place, detail) = Outcome.UNDEFINED_MOTION, without
        elif (unsigned := undefined_driver(compiled, integrator.state)) is not None:
            outcome, (place, detail) = Outcome.UNDEFINED_SIGNAL, unsigned
        elif detail is None:
            place, detail = force_without_value(compiled, integrator.time) or (place, detail)
    events = events_of(compiled, integrator)
    if integrator.has_ended:
        detail = (
            f"Event {events[-1].name} ended the run, {events[-1].direction.lower()} at t = {events[-1].time:.9g} s."
        )
    flow = None if integrator.balance is None else Flow.of(integrator.state)
    summary = RunSummary(
        outcome,
        integrator.time,
        place,
        integrator.steps,
        integrator.rejected_steps,
        integrator.newton_iterations,
        stopwatch.seconds,
        stopwatch.compiling,
        loading,
        detail,
        in_order(
            (
                *_findings(integrator, outcome, place, detail),
                *_overlap(compiled, integrator.state),
                *_growth(compiled, integrator),
            )
        ),
        events,
        earlier_steps,
        flow=flow,
    )
    if integrator.balance is None or flow is None or not has_energies:
        return summary
    return with_balance(compiled, summary, flow, Surplus(*integrator.balance.tolist()))


def _findings(integrator: Integrator, outcome: Outcome, place: str | None, detail: str | None) -> tuple[Finding, ...]:
    """Return the diagnostics of the integrator and the sensors, and the diagnostic of a failure."""
    found = integrator.findings
    if outcome not in _WELL:
        code = outcome.name.lower().replace("_", "-")
        found = (*found, Finding(integrator.time, ERROR, code, detail or outcome.advice, place or ""))
    return in_order(found)


def _overlap(compiled: CompiledModel, state: State) -> tuple[Finding, ...]:
    """Return the diagnostic of convex shapes whose overlap exceeded the radii of their rounded edges."""
    if not state.watch[BURIED] > 0.0:
        return ()
    beyond, k, time = state.watch[[BURIED, BURIED_CONTACT, BURIED_TIME]].tolist()
    name = f"contact {list(compiled.description.of_kind('CONTACT'))[int(k)]}"
    told = (
        f"the shapes of {name} overlapped by up to {beyond:.2g} m more than the rounding of their edges: the "
        "contact point may have jumped. Increase @STIFFNESS"
    )
    return (Finding(time, WARNING, "deep-overlap", told, name),)


def _growth(compiled: CompiledModel, integrator: Integrator) -> tuple[Finding, ...]:
    """Return the diagnostic of an unstable motion that grows within a step of an implicit method. The diagnostic is
    computed at the end of the run, or at the start of a run with fixed steps.
    """
    h = integrator.damping_step
    if h == 0.0 or integrator.steps == 0 or not may_grow(compiled.model):
        return ()
    found = found_growth(compiled, integrator.state, integrator.time, h)
    if found or compiled.method.is_adaptive or begins_at_rest(compiled.description):
        return found
    return found_growth(compiled, compiled.initial, compiled.schedule.start, h)


def with_balance(compiled: CompiledModel, summary: RunSummary, flow: Flow, surplus: Surplus) -> RunSummary:
    """Return the summary with the energies of the output rows.

    The energies remain unknown if a step that failed has no finite work.
    """
    moved = flow.moved_energy(surplus)
    if not math.isfinite(moved):
        return summary
    found = found_energy(compiled, summary.time, surplus, flow, moved)
    findings = in_order((*summary.findings, *found)) if found else summary.findings
    return summary._replace(unexplained_energy=surplus.end, energy_moved=moved, findings=findings)
