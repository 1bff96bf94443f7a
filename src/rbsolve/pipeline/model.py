"""The last stage of a check. It compiles the model and plans the sensors of a deck whose blocks have no errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

import numpy as np
from numpy.linalg import LinAlgError

from rbsolve.geometry.resolve import resolve
from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.geometry.shapes.shapes import with_shapes
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.options import Options
from rbsolve.language.recall import recallable, recallable_composition
from rbsolve.solver.analyses.prescribed_motions.prescribed import check_analysis
from rbsolve.solver.assembly.assemble import System, system_of
from rbsolve.solver.assembly.initial.given_start import StartRow
from rbsolve.solver.assembly.start import compiled_model, start_model
from rbsolve.solver.model.analyses import REST
from rbsolve.solver.model.arrays import empty_state
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.plan import SensorPlan, plan_sensors
from rbsolve.solver.sensors.registry import frames_move_by_themselves, of_motion, read_the_model

ODD_NUMBERS = "check for masses, inertias, lengths, rates and stiffnesses of very different orders of magnitude"
NOTHING_COMPUTED = nullcontext()


class CompiledDeck(NamedTuple):
    """The result of the last stage. If there are errors, the model is missing, and the geometry may be missing too."""

    geometry: ResolvedGeometry | None
    compiled: CompiledModel | None = None
    sensors: tuple[SensorPlan, ...] = ()
    unstarted: System | None = None
    """The model without its start, if the start of each case is computed separately."""


def compile_deck(
    description: Description,
    geometry: ResolvedGeometry | None,
    diagnostics: Diagnostics,
    options: Options,
    row: StartRow | None = None,
    of_many: bool = False,
    is_given: bool = False,
    examines: bool = True,
) -> CompiledDeck:
    """Compile the model of a deck whose blocks have no errors.

    The geometry is resolved if necessary. If a `row` of other results is given, the run starts from this row. With
    `of_many`, the numbers may be `Many` (`language/many.py`). Sensors that read the model are then omitted. With
    `is_given`, the start consists of the given values only. Missing values are not computed. Redundant constraints, and
    functions that change too fast for the steps, are reported only with `examines`.
    """
    diagnostics.seeks_warnings = examines
    compiled: CompiledModel | None = None
    sensors: tuple[SensorPlan, ...] = ()
    faults: dict[str, None] = {}
    seen: tuple[str, ...] = ()
    system: System | None = None
    try:
        geometry, system, noted = _resolve_without_start(
            description, geometry, diagnostics, options.without_parameters()
        )
        if system is not None:
            with NOTHING_COMPUTED if system.is_free and row is None else _note_faults(faults):
                compiled = start_model(system, description, geometry, diagnostics, row, is_given=is_given)
                if compiled is not None and (system.is_free or not is_given):
                    check_analysis(compiled, options.analysis == REST, diagnostics)
                    compiled = None if diagnostics.has_errors else compiled
            if compiled is not None:
                sensors, seen = _plan(_motion_data(system, description), description, geometry, diagnostics)
                if not of_many and read_the_model(description):
                    others, noticed = _plan_others(
                        compiled.initial.x, _sensor_data(system), description, geometry, diagnostics
                    )
                    sensors, seen = in_deck_order((*sensors, *others), description), (*seen, *noticed)
    except (ArithmeticError, ValueError) as error:  # LinAlgError of numpy is a ValueError
        if not _is_numerical(error):
            raise
        message = f"the numbers of this model are outside the computable range: {error}"
        diagnostics.error(Code.INVALID_VALUE, message, _place_of_run(description), ODD_NUMBERS)
        return CompiledDeck(geometry)
    if (noted or faults or seen) and not diagnostics.has_errors:
        listed = ", ".join(dict.fromkeys((*noted, *faults, *seen)))
        message = f"some numbers of this model are outside the computable range ({listed}): its results may be wrong"
        diagnostics.warning(Code.INVALID_VALUE, message, _place_of_run(description), ODD_NUMBERS)
    unstarted = None if system is None or system.is_free or not is_given else system
    return CompiledDeck(geometry, compiled, sensors, unstarted)


def _note_faults(faults: dict[str, None]) -> AbstractContextManager[object]:
    """Collect the numerical errors for which numpy would print a warning."""
    return np.errstate(over="call", divide="call", invalid="call", call=lambda fault, _: faults.setdefault(fault))


@recallable_composition
def _resolve_without_start(
    description: Description,
    geometry: ResolvedGeometry | None,
    diagnostics: Diagnostics,
    options: Options,
) -> tuple[ResolvedGeometry, System | None, tuple[str, ...]]:
    """Return the geometry with its shapes, the model without its start, and the numerical errors."""
    faults: dict[str, None] = {}
    with _note_faults(faults):
        if geometry is None:
            geometry = resolve(description, diagnostics)
        if not diagnostics.has_errors:  # if there are errors, objects to which shapes refer may be missing
            geometry = with_shapes(description, geometry, diagnostics, options.allow_include)
        system = system_of(description, geometry, diagnostics, options)
    return geometry, system, tuple(faults)


def _sensor_data(system: System) -> System:
    """Return the data of a system that sensors may use. All other data are left out. Therefore the result is equal for
    more cases, and more results can be reused.
    """
    nothing: dict[str, Any] = dict.fromkeys(("signals", "still", "placing", "light"))
    return system._replace(**nothing)


def _motion_data(system: System, description: Description) -> System:
    """Return the part of the system data that motion sensors may use."""
    data = _sensor_data(system)
    # Sensors of motion do not read the field `model`, so it is left out.
    return data if frames_move_by_themselves(description) else data._replace(model=None)  # type: ignore[arg-type]


def in_deck_order(plans: Iterable[SensorPlan], description: Description) -> tuple[SensorPlan, ...]:
    """Return the sensors in the order of the deck."""
    by_name = {plan.name: plan for plan in plans}
    return tuple(by_name[name] for name in description.of_kind("SENSOR") if name in by_name)


Planned = tuple[tuple[SensorPlan, ...], tuple[str, ...]]
"""Sensors, and the numerical errors that occurred when they were planned."""


@recallable
def _plan(system: System, description: Description, geometry: ResolvedGeometry, diagnostics: Diagnostics) -> Planned:
    """Plan the sensors of a model that measure only motion. They do not depend on the start."""
    return _plan_sensors(np.zeros((0, 3)), system, description, geometry, diagnostics, of_motion)


@recallable
def _plan_others(
    x: Floats, system: System, description: Description, geometry: ResolvedGeometry, diagnostics: Diagnostics
) -> Planned:
    """Plan the sensors that need more than the motion of a model. They use the positions `x` of the bodies at the
    start.
    """
    return _plan_sensors(x, system, description, geometry, diagnostics, lambda sensor: not of_motion(sensor))


def _plan_sensors(
    x: Floats,
    system: System,
    description: Description,
    geometry: ResolvedGeometry,
    diagnostics: Diagnostics,
    chosen: Callable[[Described], bool],
) -> Planned:
    compiled = compiled_model(system, empty_state(0)._replace(x=x), description, geometry)
    faults: dict[str, None] = {}
    with _note_faults(faults):
        plans = plan_sensors(compiled, diagnostics, chosen)
    return plans, tuple(faults)


def _is_numerical(error: Exception) -> bool:
    """Return whether unsuitable numbers, and not a mistake in rbsolve, have caused an exception."""
    of_math = ("math domain error", "cannot convert float", "array must not contain infs or NaNs")
    return isinstance(error, ArithmeticError | LinAlgError) or str(error).startswith(of_math)


def _place_of_run(description: Description) -> Span:
    place = next(description.all_of("ANALYSIS"), None)
    return Span(description.sources[0], 1, 1, 1, 1) if place is None else place.span
