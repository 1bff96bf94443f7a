"""Runs a deck with a method, in memory. The result contains the rows of sensors, the outcome, and the CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rbsolve.compare.methods import ComparedMethod
from rbsolve.language.diagnostics import DeckError
from rbsolve.pipeline import CheckedDeck, Options, check_deck
from rbsolve.results.contents.columns import find_columns
from rbsolve.solver.integrators.registry import Integrator, make_integrator
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.run.clocks import Pace
from rbsolve.solver.sensors.plan import SensorPlan, plan_energy

# The CPU time is the minimum over several runs. Their number and their total time [s] have minimum values. Beyond a
# maximum total time [s], no further run starts.
MEASURED_RUNS, SHORTEST_MEASUREMENT, LONGEST_MEASUREMENT = 3, 0.1, 2.0  # [-], [s], [s]
SHORTEST_TIME = 1e-6  # replaces a CPU time that a clock measures as zero [s]


class Ran(NamedTuple):
    """A run that has ended. If the run was stopped, the outcome is INTERRUPTED."""

    integrator: Integrator
    chunk: Chunk
    outcome: Outcome
    seconds: float
    """CPU time of its steps [s], by the clock of the thread. If a process has a limit of CPU time, Linux counts its CPU
    time only in steps of milliseconds.
    """


class SensorRows(NamedTuple):
    """Output times (n,) [s], and the rows (n, k) of each sensor."""

    times: Floats
    values: dict[str, Floats]


def check_for(deck: Path, method: ComparedMethod, step: float, options: Options) -> tuple[CheckedDeck, CompiledModel]:
    """Check the deck for a run with a method. Raise DeckError if the deck does not support the method."""
    own = options._replace(
        integrator=method.integrator,
        formulation=method.formulation or options.formulation,
        step=step,
        method_options={**options.method_options, **method.options},
    )
    checked = check_deck(deck, own)
    compiled = checked.solvable
    if compiled is None:
        raise DeckError(checked.diagnostics)
    return checked, compiled


def integrate(
    compiled: CompiledModel, pace: Pace, may_go_on: Callable[[Integrator], bool] = lambda engine: True
) -> Ran:
    """Integrate a whole run in short calls, so that Ctrl-C takes effect between calls. `may_go_on` is called before
    each of these calls, and can stop the run.
    """
    integrator = make_integrator(compiled)
    chunk = chunk_for(compiled, integrator, compiled.schedule.rows)
    start = called = time.thread_time()
    outcome, before = None, 0
    while outcome is None and may_go_on(integrator):
        outcome = integrator.advance(chunk, pace.budget)
        now, taken = time.thread_time(), integrator.steps + integrator.rejected_steps
        if outcome is None:
            pace.learn(taken - before, now - called)
        called, before = now, taken
    return Ran(integrator, chunk, outcome or Outcome.INTERRUPTED, time.thread_time() - start)


def time_runs(compiled: CompiledModel) -> Ran:
    """Integrate a whole run several times. Return the first run, with the least CPU time of all runs."""
    warm_up = make_integrator(compiled)
    # The time to load or compile kernels is not a cost of the method.
    warm_up.advance(chunk_for(compiled, warm_up, 1), 1)
    pace = Pace()
    ran = integrate(compiled, pace)
    times = [max(ran.seconds, SHORTEST_TIME)]
    while sum(times) < SHORTEST_MEASUREMENT or (len(times) < MEASURED_RUNS and sum(times) < LONGEST_MEASUREMENT):
        times.append(max(integrate(compiled, pace).seconds, SHORTEST_TIME))
    return ran._replace(seconds=min(times))


def sensor_rows(plans: Sequence[SensorPlan], chosen: Sequence[str], chunk: Chunk) -> SensorRows:
    """Return all rows of each sensor, or of the named columns."""
    known = {plan.name: plan for plan in plans}
    found = {name: find_columns(known, name) for name in chosen}
    rows = {sensor: np.asarray(known[sensor].evaluate(chunk)) for sensor, _ in found.values()}
    values = {name: rows[sensor][:, list(columns)] for name, (sensor, columns) in found.items()}
    return SensorRows(chunk.time[: int(chunk.count[0])].copy(), values)


def energy_change(compiled: CompiledModel, chunk: Chunk) -> float:
    """Return the total energy at the end minus the total energy at the start [J]."""
    energy = plan_energy(compiled).evaluate(chunk)[:, 0]
    return float(energy[-1] - energy[0])


def largest_kinetic_energy(compiled: CompiledModel, chunk: Chunk) -> float:
    """Return the largest kinetic energy of the rows [J]. The round-off of the total energy has this scale."""
    return float(np.max(plan_energy(compiled, "KINETIC_ENERGY").evaluate(chunk)[:, 0]))
