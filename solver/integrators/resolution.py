"""Limits the size of fixed steps because of impacts, and because of forces that are too stiff for an explicit method.

At each accepted state, contacts, stops and friction limit the next step (`State.watch`). A longer step is divided into
parts (divided_steps.py).
"""

from __future__ import annotations

import math

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.layouts import FLOAT
from rbsolve.solver.compiler.records import layout_of
from rbsolve.solver.integrators.divided_steps import MOST_LEVELS
from rbsolve.solver.joints.duration import limit_steps
from rbsolve.solver.joints.resistance import Law, has_stops
from rbsolve.solver.model.arrays import LONGEST, NOW, STABLE, STEP, WEIGHT, Model, State, empty_state
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import NOTE, WARNING, Finding

LOOSE = 1e-3  # a warning follows if the tolerance of the local error, relative to the size of the model, is larger
SAFETY = 0.7  # size of a step, relative to the largest stable step


def begin_resolving(state: State, compiled: CompiledModel, stable: float = 0.0) -> None:
    """Prepare the memories of a state for a run with fixed steps that starts there.

    `stable` is the largest stable product of a decay rate and a step of an explicit method. The memories do not depend
    on the end of the run, because the run may be resumed later. For the same reason, a last step that is shortened by
    the end of the run is treated like any other step.
    """
    schedule, watch = compiled.schedule, state.watch
    watch[STEP] = schedule.spacing / schedule.steps_each
    watch[STABLE] = SAFETY * stable
    watch[WEIGHT] = math.sqrt(compiled.model.gravity.dot(compiled.model.gravity))
    watch[NOW], watch[LONGEST] = schedule.start, np.inf


def with_limits(model: Model, is_explicit: bool) -> Model:
    """Return the model with the entries of stops and joint friction that an integrator with fixed steps calls."""
    rubs = len(model.frictions.joint) > 0 or bool(np.any(model.drives.law == Law.FRICTION))
    wanted = [(limit_steps, "limits of steps")] if has_stops(model.drives) or (is_explicit and rubs) else []
    addresses = addresses_of(wanted, layout_of(model), FLOAT, layout_of(empty_state(0)))
    return model._replace(entries=model.entries._replace(limits=np.array(addresses, dtype=np.int64)))


def findings_of_halving(time: float, halved: int, steps: int) -> tuple[Finding, ...]:
    """Return the diagnostics of a run with steps that did not converge."""
    if not halved:
        return ()
    many = f"{halved} of {steps} steps did not converge and were" if steps > 1 else "the step was"
    told = f"{many} divided: in these steps, the results are the results of smaller steps"
    return (Finding(time, NOTE, "steps-in-parts", told),)


def findings_of_division(time: float, divided: int, unresolved: int, steps: int, stiff: int = 0) -> tuple[Finding, ...]:
    """Return the diagnostics of steps that were divided for impacts or stiff friction, and of parts of steps that were
    too long.
    """
    found = []
    if divided:
        told = f"{divided} of {steps} steps were too long for impacts and were divided to resolve them"
        found.append(Finding(time, NOTE, "impacts-in-parts", told))
    if stiff:
        told = (
            f"{stiff} of {steps} steps were too long for friction near rest and were divided for stability; "
            "GENERALIZED_ALPHA does not divide such steps"
        )
        found.append(Finding(time, NOTE, "friction-in-parts", told))
    if unresolved:
        told = (
            f"{unresolved} times a contact or a stop was too stiff for its mass: {2**MOST_LEVELS} parts of a step do not resolve it. "
            "Impacts may be wrong and create energy. Reduce the stiffness, or increase the masses"
        )
        found.append(Finding(time, WARNING, "unresolved-impacts", told))
    return tuple(found)


def findings_of_tolerance(time: float, tolerance: float, extent: float) -> tuple[Finding, ...]:
    """Return the warning about a tolerance [m] that is large for a model of the size `extent` [m]."""
    if not tolerance > LOOSE * extent:
        return ()
    told = (
        f"@LOCAL_ERROR_TOLERANCE permits an error of {tolerance:g} m per step in a model of {extent:.2g} m: use a "
        "smaller tolerance"
    )
    return (Finding(time, WARNING, "loose-tolerance", told),)
