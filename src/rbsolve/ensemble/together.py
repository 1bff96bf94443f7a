"""Checks many cases together. The stages of a check run once, with numbers of all cases (`language/many.py`).

The check of a case takes several times as long as a short run. Arithmetic with numbers of many cases takes about as
long as with a single number. The models of the cases then differ only in a few numbers in the arrays of a common model.
If a stage cannot process all cases at once, it fails, and the cases are checked individually. Some cases of each group
are checked both ways, and must be bitwise identical.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

import numpy as np

from rbsolve.ensemble.balances import agree, have_alike_ends, share_joints
from rbsolve.ensemble.planned_later import PlannedLater
from rbsolve.ensemble.separation import NotAlike, OfCase, separate
from rbsolve.ensemble.starting import Starts
from rbsolve.ensemble.variation import Variation
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Diagnostic, Diagnostics
from rbsolve.language.many import Disagree, Many
from rbsolve.language.recall import OpenDescribed, Recall
from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.pipeline.model import in_deck_order
from rbsolve.solver.assembly.checks.reactions import search_together
from rbsolve.solver.model.analyses import REST
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.numbers import have_same_bits
from rbsolve.solver.sensors.attributes import SensorAttributes
from rbsolve.solver.sensors.motions.continuity import OF_RUNS
from rbsolve.solver.sensors.motions.places import PLACES, can_have_rows, share_places
from rbsolve.solver.sensors.objects import Objects
from rbsolve.solver.sensors.plan import SensorPlan, plan_sensors
from rbsolve.solver.sensors.registry import OF_ENERGY, OF_FORCES, OF_JOINTS, WITH_JOINTS, of_motion

Cases = Sequence[Mapping[str, Parameter]]
ModelOf = Callable[[int, Description], CompiledModel | None]
FEWEST = 8
"""Minimum number of cases of a group."""
MOST_FAILURES = 2
"""If no case of so many consecutive groups could be checked with others, all cases are checked individually."""
MOST_PARTS = 12
"""Largest number of parts into which a group is divided because cases take different paths."""
COMPARED = 3
"""Number of cases of the first group that are checked both ways. In each later group, one case is checked both ways."""
SAME = ("schedule", "body_index", "method", "analysis", "signal_index")
"""Parts of a compiled model that all cases must share."""
OWN = ("model", "initial", *PLACES)
"""Parts of a compiled model that may differ in each case."""


class ByRows(tuple[SensorPlan, ...]):
    """The sensors of cases that differ in masses or gravity. If a sensor reads the model, it is planned again for the
    evaluated rows.
    """

    has_moved = False
    """Whether the geometry differs between cases, so that all sensors are planned again."""
    read_joints = False
    """Whether some sensors read the joints, so that all cases must have the same joints."""


class Together:
    """Checks groups of cases. Each thread needs its own object."""

    def __init__(
        self, variation: Variation, recall: Recall, *, shares_sensors: bool = True, examines: bool = True
    ) -> None:
        """`recall` is the cache of the cases that are checked individually. With `shares_sensors`, cases may share
        sensors that must be planned again (`ByRows`). Otherwise such sensors are planned on first use. If `examines` is
        false, redundant constraints are not reported.
        """
        self._variation, self._recall, self._shares_sensors = variation, recall, shares_sensors
        self._examines = examines
        self._failures = self._groups = 0
        self._first: CheckedDeck | None = None
        self._by_rows = ByRows()
        self._start_together = True  # whether the starts of all cases can be computed at once

    @property
    def is_worth_trying(self) -> bool:
        """Return whether groups of cases can probably be checked together."""
        return self._failures < MOST_FAILURES

    def check(self, cases: Cases) -> list[CheckedDeck | None]:
        """Return the cases of a group as `Variation.check` would return them. A case that must be checked alone is
        None.
        """
        found: list[CheckedDeck | None] = [None] * len(cases)
        waiting, tries = [np.arange(len(cases))], MOST_PARTS
        while waiting and tries:
            tries -= 1
            part = waiting.pop()
            if len(part) < FEWEST:
                continue
            try:
                checked = self._check_part([cases[k] for k in part.tolist()])
            except Disagree as split:
                if len(split.answers) == len(part):
                    waiting += sorted((part[split.answers], part[~split.answers]), key=len)
                continue
            except Exception:
                # A stage that needs a float may raise any exception. Separate checks of the cases then report errors.
                _print_if_debugging()
                continue
            for k, one in zip(part.tolist(), checked, strict=True):
                found[k] = one
        self._failures = 0 if any(found) else self._failures + 1
        return found

    def _check_part(self, cases: Cases) -> list[CheckedDeck | None]:
        """Check cases at once. If their starts prevent this, compute the starts of this group and of all later groups
        separately.
        """
        if not self._start_together:
            return self._check(cases)
        try:
            return self._check(cases)
        except Disagree:
            raise  # with other starts, the check would also fail
        except Exception:  # any exception is treated as in `check`
            _print_if_debugging()
        self._start_together = False
        try:
            return self._check(cases)
        except Exception:
            self._start_together = True
            raise

    def _check(self, cases: Cases) -> list[CheckedDeck | None]:
        variation, columns, compared = self._variation, _columns(cases), self._cases_to_compare(len(cases))
        many = self._check_columns(columns, of_many=True, is_given=not self._start_together)
        own = [variation.check(cases[k], self._recall, examines=self._examines) for k in compared]
        one = own[0]
        if one.compiled is None:
            raise NotAlike
        models, of_start = self._models(many, one, cases[compared[0]])
        if not _are_same([*many.diagnostics, *of_start], one.diagnostics):
            raise NotAlike
        descriptions = [variation.describe_later(variation.options(case)) for case in cases]
        for k, alone in zip(compared, own, strict=True):
            made = models(k, descriptions[k])
            if made is None or alone.compiled is None or not _has_same_bits(made, alone.compiled):
                raise NotAlike
        self._groups += 1
        each = [models(k, description) for k, description in enumerate(descriptions)]
        some = [made for made in each if made is not None]
        if some and len(some[0].model.joints.kind) and not share_places(some):
            search_together(some, many.model)
        try:
            sensors, common = self._shared_sensors(many, one, columns, some)
        except Disagree as split:
            raise _of_all_cases(split, [made is not None for made in each]) from split
        checked: list[CheckedDeck | None] = []
        for case, compiled in zip(cases, each, strict=True):
            if compiled is None:
                checked.append(None)
                continue
            options, description = variation.options(case), compiled.description
            plans: Sequence[SensorPlan] = sensors
            if not sensors:
                plan = partial(_own_sensors, common, compiled, one.diagnostics)
                plans = plan() if self._shares_sensors or not checked else PlannedLater(plan)
            checked.append(CheckedDeck(one.diagnostics, options, description, compiled.geometry, compiled, plans))
        return checked

    def _check_columns(self, columns: Mapping[str, Parameter], *, of_many: bool, is_given: bool = False) -> CheckedDeck:
        """Check all cases at once."""
        described = self._variation.describe_together(columns)
        if described is None:
            raise NotAlike
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # `Many` refuses values that are not finite
            return self._variation.compile(
                described, self._recall, of_many=of_many, is_given=is_given, examines=self._examines
            )

    def _cases_to_compare(self, count: int) -> list[int]:
        """Return the cases of a group that are checked both ways."""
        if self._groups == 0:
            return [k * (count - 1) // (COMPARED - 1) for k in range(COMPARED)]
        return [self._groups * 7919 % count]

    def _models(
        self, many: CheckedDeck, one: CheckedDeck, case: Mapping[str, Parameter]
    ) -> tuple[ModelOf, list[Diagnostic]]:
        """Return a function that returns the model of a case from its number and its description. For a case that must
        be checked alone, the function returns None. If starts are computed separately, also return the diagnostics of
        the start of `case`.

        `one` is the check of `case` alone.
        """
        starts, of_start = None, list[Diagnostic]()
        if many.unstarted is not None:
            one = self._variation.compile(self._variation.describe(case), self._recall, of_many=True, is_given=True)
            if one.unstarted is None:
                raise NotAlike
            starts = Starts(many.unstarted, one.unstarted, many.options.analysis == REST, self._examines)
            of_start = starts.expect(one.model)
        of_all, base = many.model, one.model
        if any(separate(getattr(of_all, name), getattr(base, name)) is not None for name in SAME):
            raise NotAlike
        parts = {name: separate(getattr(of_all, name), getattr(base, name)) for name in OWN}
        moving: dict[str, OfCase] = {name: part for name, part in parts.items() if part is not None}

        def of_case(case: int, description: Description) -> CompiledModel | None:
            made = base._replace(description=description, **{name: part(case) for name, part in moving.items()})
            return made if starts is None else starts.start(made)

        return of_case, of_start

    def _shared_sensors(
        self, many: CheckedDeck, one: CheckedDeck, columns: Mapping[str, Parameter], models: list[CompiledModel]
    ) -> tuple[Sequence[SensorPlan], Sequence[SensorPlan]]:
        """If possible, return the sensors of all cases. Otherwise return no sensors, and separately the sensors of
        motion that all cases share. `models` contains the models of the cases.
        """
        if not share_places(models):
            if not self._shares_sensors:
                return (), ()
            return self._moved_sensors(many, one, models), ()
        if models[0].model is not models[-1].model or len(many.sensors) == len(one.sensors):
            return self._sensors(many, one, models), many.sensors
        if many.unstarted is None:
            many = self._check_columns(columns, of_many=False)
            return self._sensors(many, one, models), many.sensors
        starts = {compiled.initial.x.tobytes() for compiled in (*models, one.model)}
        return (one.sensors if len(starts) == 1 else ()), many.sensors

    def _sensors(self, many: CheckedDeck, one: CheckedDeck, models: list[CompiledModel]) -> Sequence[SensorPlan]:
        """Return the sensors of all cases. The result is empty if each case needs its own sensors."""
        own = {plan.name: plan for plan in one.sensors}
        if any(own.get(plan.name) is not plan for plan in many.sensors):
            raise NotAlike
        if len(many.sensors) == len(one.sensors):
            return one.sensors
        if not self._shares_sensors:
            return ()
        reading = [sensor for sensor in many.contents.all_of("SENSOR") if not of_motion(sensor)]
        families = _families_read(reading, models[0])
        if families is None:
            return ()
        read_joints = not families.isdisjoint(WITH_JOINTS)
        if not agree(models[0], models[-1]) or (read_joints and not share_joints(models)):
            return ()
        known = {plan.name: plan for plan in self._by_rows}
        if len(known) != len(one.sensors) or any(known.get(plan.name) is not plan for plan in many.sensors):
            self._by_rows = ByRows(one.sensors)
            self._by_rows.read_joints = read_joints
        return self._by_rows

    def _moved_sensors(
        self, many: CheckedDeck, one: CheckedDeck, models: list[CompiledModel]
    ) -> tuple[SensorPlan, ...]:
        """Return the sensors of cases with different geometry. The result is empty if each case needs its own sensors."""
        if len(many.sensors) < len(one.sensors):
            reading = [sensor for sensor in many.contents.all_of("SENSOR") if not of_motion(sensor)]
            families = _families_read(reading, models[0])
            if families is None:
                return ()
            if not families.isdisjoint(WITH_JOINTS) or len(models[0].model.drives.joint):
                alike = have_alike_ends(models)
                if not alike.any():
                    return ()
                if not alike.all():
                    raise Disagree(alike)
            if not agree(models[0], models[-1]) or not all(_is_of_runs(plan) for plan in one.sensors):
                return ()
        own = {plan.name: plan for plan in one.sensors}
        for plan in many.sensors:
            if not _are_alike(plan, own[plan.name]):
                raise NotAlike
            if not _is_of_runs(plan) or not can_have_rows(models[0], plan.sensor_type, plan.object, plan.observer):
                return ()
        # These sensors form a separate group. Its cases agree about which places are at the origin, and which are in
        # inertial axes.
        sensors = ByRows(one.sensors)
        sensors.has_moved = True
        return sensors


def _of_all_cases(split: Disagree, started: Sequence[bool]) -> Disagree:
    """Extend a disagreement of the cases that have a start to all cases."""
    if len(split.answers) != sum(started):
        return split
    answers = np.zeros(len(started), dtype=bool)
    answers[np.flatnonzero(started)] = split.answers
    return Disagree(answers)


def _print_if_debugging() -> None:
    """Print the traceback of the current exception if RBSOLVE_DEBUG is set. The traceback shows why cases are checked
    individually.
    """
    if os.environ.get("RBSOLVE_DEBUG"):
        traceback.print_exc()


def _are_same(some: Iterable[Diagnostic], others: Iterable[Diagnostic]) -> bool:
    """Return whether diagnostics are the same, in any order."""

    def place(one: Diagnostic) -> tuple[str, int, int, str]:
        return one.file, one.line, one.column, one.message

    return sorted(some, key=place) == sorted(others, key=place)


def _families_read(reading: Sequence[Described], compiled: CompiledModel) -> set[str] | None:
    """Return the families of the objects of the given sensors, without energies. Return None if some sensor cannot be
    evaluated in rows of several cases.
    """
    objects, found = Objects.of(compiled), set[str]()
    for sensor in reading:
        if isinstance(sensor, OpenDescribed):
            return None
        if sensor["SENSOR_TYPE"] in OF_ENERGY:
            continue
        family, _ = objects.find(sensor)
        if family not in OF_FORCES and (sensor["SENSOR_TYPE"] not in OF_JOINTS or family not in WITH_JOINTS):
            return None
        found.add(family)
    return found


def _are_alike(one: SensorPlan, other: SensorPlan) -> bool:
    """Return whether two sensors differ only in their functions."""
    return all(getattr(one, field.name) == getattr(other, field.name) for field in fields(SensorAttributes))


def _is_of_runs(plan: SensorPlan) -> bool:
    """Return whether a sensor can be evaluated in rows of several runs."""
    return all(isinstance(part, OF_RUNS) for part in plan.memory)


def _own_sensors(common: Sequence[SensorPlan], compiled: CompiledModel, known: Diagnostics) -> tuple[SensorPlan, ...]:
    """Return the sensors of a case: the common sensors, and the sensors that read its model. Raise NotAlike if there
    are diagnostics for the sensors that read the model.
    """
    diagnostics = known.copy()
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        others = plan_sensors(compiled, diagnostics, lambda sensor: not common or not of_motion(sensor))
    if diagnostics.reported != known.reported:
        raise NotAlike
    return in_deck_order((*common, *others), compiled.description)


def _columns(cases: Cases) -> dict[str, Parameter]:
    """Return the parameters of all cases by name. Values that are equal in all cases remain as they are, and all other
    values become `Many`. Raise NotAlike if the names differ.
    """
    names = list(cases[0])
    if any(list(case) != names for case in cases):
        raise NotAlike
    return {name: _column([case[name] for case in cases]) for name in names}


def _column(values: list[Any]) -> Any:
    first = values[0]
    if (
        all(type(value) is type(first) and value == first for value in values) and first != 0.0
    ):  # the bits are compared, because zeros may differ in sign
        return first
    if isinstance(first, (list, tuple)):
        if {len(value) for value in values} != {len(first)}:
            raise NotAlike
        return tuple(_column(list(of_item)) for of_item in zip(*values, strict=True))
    if not all(type(value) is float or isinstance(value, np.floating) for value in values):
        raise NotAlike
    return Many(np.array(values, dtype=np.float64))


def _has_same_bits(one: CompiledModel, other: CompiledModel) -> bool:
    return all(have_same_bits(_plain(getattr(one, name)), _plain(getattr(other, name))) for name in OWN)


def _plain(value: Any) -> Any:
    """Return nested mappings as tuples."""
    if isinstance(value, Mapping):
        return tuple(_plain(item) for pair in value.items() for item in pair)
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value
