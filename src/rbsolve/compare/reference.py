"""Finds the reference of a comparison. It is given by results or by a named method, or computed with higher accuracy."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rbsolve.compare.errors import errors_against, size_of
from rbsolve.compare.methods import ComparedMethod, methods_of
from rbsolve.compare.running import (
    SensorRows,
    check_for,
    energy_change,
    integrate,
    largest_kinetic_energy,
    sensor_rows,
)
from rbsolve.language.diagnostics import DeckError
from rbsolve.pipeline import Options
from rbsolve.results.contents.columns import find_columns
from rbsolve.runs.results import Results
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.clocks import Pace

FORMULATIONS = ("LIE_R3_SO3", "MINIMAL_COORDINATES")
TOLERANCES = (("RELATIVE_TOLERANCE", "1e-13"), ("ABSOLUTE_TOLERANCE", "1e-15"))
FINER = 8
"""The ratio of the smallest step of the cases to the step of the reference. It applies if a compared method is the
reference.
"""
SHARPER, LEAST = 1e-4, 1e-13
"""The factor and the minimum of the tolerances of an adaptive reference method."""
PATIENCE = 200
"""Largest number of steps of an adaptive reference, relative to the number of fixed steps."""
STEP_TOLERANCES = ("LOCAL_ERROR_TOLERANCE", "RELATIVE_TOLERANCE", "ABSOLUTE_TOLERANCE")
"""The tolerances that control adaptive steps. If a method has the first tolerance, this tolerance applies. Otherwise
the other two tolerances apply.
"""
TRUSTED = 1e-3
"""Largest doubt (estimated error) of a reliable reference, relative to the size of the reference. A reference with a
larger doubt is not used.
"""


@dataclass(frozen=True, slots=True)
class Reference:
    """The reference of the cases."""

    rows: SensorRows
    """The rows of the sensors. For the measure `end`, only the last row is used."""
    energy_change: float = 0.0
    """Total energy at the end minus total energy at the start [J]."""
    label: str = "given results"
    doubt: float = 0.0
    """The change of the reference if its step is doubled or its tolerances are increased. Errors of this size may be
    errors of the reference.
    """
    replaced: tuple[str, ...] = ()
    """The references that were tried before, each with its defect."""
    kinetic_energy: float = 0.0
    """Largest kinetic energy [J], or 0 for given results."""

    @classmethod
    def at_end(cls, values: Mapping[str, Floats]) -> Reference:
        """Return a reference with only the values (k,) of the sensors at the end of the run. The figures of the
        documentation use it.
        """
        return cls(SensorRows(np.full(1, np.nan), {name: row[None] for name, row in values.items()}))


class Setting(NamedTuple):
    """The data that all reference runs of a comparison share."""

    deck: Path
    options: Options
    sensors: Sequence[str]
    """Sensors or columns to compare."""
    smallest: float
    """The smallest step of the cases [s]."""
    measure: str = "end"
    """The rows over which errors are measured (errors.py)."""


class _Candidate(NamedTuple):
    method: ComparedMethod
    step: float
    is_bounded: bool = False
    """Whether a run is stopped if it takes too many steps."""
    coarse: ComparedMethod | None = None
    """The method with larger tolerances that serves to estimate the doubt, or None if a run with twice the step is
    used.
    """

    @property
    def label(self) -> str:
        """Return the name of the reference in messages."""
        follows_error = self.is_bounded or self.coarse is not None
        return self.method.label if follows_error else f"{self.method.label} with a step of {self.step:g} s"


def given_reference(path: Path, sensors: Sequence[str]) -> Reference:
    """Return a reference from results. It contains the rows of the named sensors or columns (default: all sensors).
    Raise UnknownNameError for an unknown name.
    """
    with Results.open(path) as results:
        found = {name: find_columns(results.sensors, name) for name in sensors or results}
        values = {name: results[sensor][:, list(columns)] for name, (sensor, columns) in found.items()}
        if not results.row_count:
            raise ValueError(f"{path} has no rows")
        energy = results.diagnostics.get("energy", (0.0,))
        return Reference(SensorRows(results.time, values), float(energy[-1] - energy[0]), str(path))


def other_model_of(path: Path, text: str, parameters: Mapping[str, object]) -> str | None:
    """Describe how the model of the results at `path` differs from the deck `text` with overridden `parameters`. Return
    None if they are equal.
    """
    with Results.open(path) as results:
        theirs = json.loads(str(results.file.attrs["overrides"])).get("parameters", {})
        if results.deck != text:
            return "another deck"
    names = {name for name in {**theirs, **parameters} if _number(theirs.get(name)) != _number(parameters.get(name))}
    if not names:
        return None
    return "other values of " + ", ".join(f"#{name}" for name in sorted(names))


def _number(value: object) -> object:
    """If the value of a parameter is a number, return it as a number, because options store it as text."""
    try:
        return float(str(value))
    except ValueError:
        return value


def named_method(text: str) -> tuple[ComparedMethod, float]:
    """Parse `TYPE:H` to a method and a step [s]. Raise ValueError if the text is invalid."""
    name, colon, step = text.rpartition(":")
    try:
        size = float(step)
    except ValueError:
        size = 0.0
    if not colon or not size > 0.0:
        raise ValueError(f"{text} is not of the form TYPE:H, a method and its step in seconds")
    return methods_of([name], [])[0], size


def reference_by(setting: Setting, method: ComparedMethod, step: float) -> Reference:
    """Run the named method as the reference. Raise DeckError if the method does not fit the deck, and ValueError if the
    run fails.
    """
    _, compiled = check_for(setting.deck, method, step, setting.options)
    candidate = _Candidate(replace(method, formulation=compiled.method.formulation), step)
    found = _run(setting, candidate)
    if isinstance(found, str):
        raise ValueError(f"the reference run by {candidate.label} failed: {found}")
    return found


def best_reference(setting: Setting, methods: Sequence[ComparedMethod]) -> Reference:
    """Return the first run of higher accuracy whose estimated error (doubt) is small enough. If there is none, return
    the run with the least doubt. Raise ValueError if all runs fail.

    The first candidates are DOP853 with half the smallest step, and DOP853 with adaptive steps. Adaptive steps are
    always stable. The compared `methods` follow, with an eighth of the smallest step or with smaller tolerances.
    """
    said: list[str] = []
    doubted: list[tuple[float, Reference]] = []
    for candidate in _candidates(setting, methods):
        try:
            found = _doubt(setting, candidate)
        except DeckError:
            continue
        if isinstance(found, str):
            said.append(f"the reference run by {candidate.label} failed: {found}")
            continue
        size = size_of(found.rows, setting.sensors, setting.measure)
        if found.doubt <= TRUSTED * size:
            return replace(found, replaced=tuple(said))
        said.append(
            f"the reference by {candidate.label} is not reliable: it changes by {found.doubt / size:.2g} of its size "
            f"if its {'step is doubled' if candidate.coarse is None else 'tolerances are ten times as large'}"
        )
        doubted.append((found.doubt / size, found))
    if not doubted:
        raise ValueError("; ".join(said) or "no suitable reference method was found: give a method or results")
    return replace(min(doubted, key=lambda pair: pair[0])[1], replaced=tuple(said))


def _doubt(setting: Setting, candidate: _Candidate) -> Reference | str:
    """Run a candidate, and estimate its error (the doubt) by a second run with larger steps or tolerances. If a run
    fails, return the reason.
    """
    found = _run(setting, candidate)
    if isinstance(found, str) or candidate.is_bounded:
        return found
    other = {"step": 2.0 * candidate.step} if candidate.coarse is None else {"method": candidate.coarse}
    coarse = _run(setting, candidate._replace(**other))
    if isinstance(coarse, str):
        return replace(found, doubt=math.inf)
    errors = errors_against(coarse.rows, found.rows, setting.measure)
    return replace(found, doubt=math.sqrt(sum(error**2 for error in errors.values())))


def _candidates(setting: Setting, methods: Sequence[ComparedMethod]) -> Iterator[_Candidate]:
    step = setting.smallest / 2
    for formulation in FORMULATIONS:
        fine = ComparedMethod("EXPLICIT_RUNGE_KUTTA", "DOP853", formulation)
        try:
            _, compiled = check_for(setting.deck, fine, step, setting.options)
        except DeckError:
            continue
        if not compiled.method.is_adaptive:  # the adaptive steps would use the tolerances of the deck's method
            yield _Candidate(fine, step)
        yield _Candidate(replace(fine, settings=TOLERANCES), step, is_bounded=True)
        break
    for method in methods:
        step = setting.smallest / FINER
        try:
            _, compiled = check_for(setting.deck, method, step, setting.options)
        except DeckError:
            continue
        if compiled.method.is_adaptive:
            keywords = compiled.method.keywords
            fine, coarse = (_with_tolerances(method, keywords, factor) for factor in (SHARPER, 10.0 * SHARPER))
            yield _Candidate(fine, step, coarse=coarse)
        else:
            yield _Candidate(method, step)


def _with_tolerances(method: ComparedMethod, keywords: Mapping[str, Any], factor: float) -> ComparedMethod:
    """Return the method with adaptive steps whose tolerances are multiplied by `factor`."""
    own = [name for name in STEP_TOLERANCES if name in keywords]
    names = own[:1] if own[:1] == ["LOCAL_ERROR_TOLERANCE"] else own
    values = {name: f"{max(factor * keywords[name], LEAST):.2g}" for name in names}
    return replace(method, settings=tuple({**dict(method.settings), **values}.items()))


def _run(setting: Setting, candidate: _Candidate) -> Reference | str:
    """Return the reference, or the reason why its run failed. Raise DeckError if the method does not fit the deck."""
    checked, compiled = check_for(setting.deck, candidate.method, candidate.step, setting.options)
    schedule = compiled.schedule
    most = PATIENCE * (schedule.stop - schedule.start) / candidate.step

    def may_go_on(engine: Integrator) -> bool:
        return not candidate.is_bounded or engine.steps + engine.rejected_steps < most

    ran = integrate(compiled, Pace(), may_go_on)
    if ran.outcome is Outcome.INTERRUPTED:
        return f"it needs more than {most:.0f} steps"
    if ran.outcome is not Outcome.COMPLETE:
        return ran.outcome.advice
    rows = sensor_rows(checked.sensors, setting.sensors, ran.chunk)
    return Reference(
        rows,
        energy_change(compiled, ran.chunk),
        candidate.label,
        kinetic_energy=largest_kinetic_energy(compiled, ran.chunk),
    )
