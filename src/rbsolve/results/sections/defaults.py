"""Determines the member `defaults` of a file's options. This member lists the options that have default values.

Each item has a `keyword`, the `value` in force, and `default`, which is true. `objects` lists the objects of the deck
that have this value. For the method and its steps, the list is empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rbsolve.language.motions import EULER_TYPES
from rbsolve.parser.schema.sensors import DEGREES
from rbsolve.pipeline.findings import words_for
from rbsolve.solver.model.analyses import DYNAMIC

if TYPE_CHECKING:
    from rbsolve.language.described import Described, Description
    from rbsolve.language.diagnostics import Span
    from rbsolve.solver.model.compiled import CompiledModel
    from rbsolve.solver.sensors.plan import SensorPlan

DEFAULTS = "defaults"
"""The key of the defaults within the options."""
METHOD = ("TIME_INTEGRATOR", "SENSOR")
"""Kinds of objects for which not every default is in force."""

_Entry = tuple[str, Any, str]
"""Keyword, value, object."""


def defaults_in_force(
    compiled: CompiledModel, sensors: Sequence[SensorPlan], overrides: Mapping[str, Any], options: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return all defaults that affect a run or its sensors. `overrides` contains the settings from outside the deck.
    `options` contains the settings in force.
    """
    entries = [
        *_of_method(compiled, overrides, options),
        *_of_schedule(compiled, overrides, options),
        *_of_sensors(compiled, sensors),
        *_of_objects(compiled.description),
    ]
    return _unite(entries)


def are_defaults(said: object) -> bool:
    """Return whether a value from a file has the form that `defaults_in_force` returns."""
    return isinstance(said, (list, tuple)) and all(
        isinstance(entry, dict)
        and isinstance(entry.get("keyword"), str)
        and "value" in entry
        and isinstance(entry.get("objects"), list)
        and all(isinstance(name, str) for name in entry["objects"])
        for entry in said
    )


def _of_method(compiled: CompiledModel, overrides: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[_Entry]:
    """Yield the integrator, the formulation, and the options of the integrator."""
    if compiled.analysis != DYNAMIC:
        return
    method, block = compiled.method, compiled.method.described
    if block is None and "integrator" not in overrides:
        yield "INTEGRATOR_TYPE", method.integrator, ""
    is_own = block is not None and block["INTEGRATOR_TYPE"] == method.integrator
    given = {keyword.upper() for keyword in overrides.get("method_options", ())}
    if block is not None and is_own:
        given |= set(_given_keywords(block))
    if "formulation" not in overrides and (block is None or block.get("FORMULATION") != method.formulation):
        yield "FORMULATION", method.formulation, ""
    for keyword in method.keywords:
        if keyword not in given and keyword in options:
            yield keyword, options[keyword], ""


def _of_schedule(compiled: CompiledModel, overrides: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[_Entry]:
    """Yield the step size, the time between output rows, and the time of an equilibrium."""
    analysis = next(compiled.description.all_of("ANALYSIS"), None)
    given = set() if analysis is None else set(_given_keywords(analysis))
    given |= {"TIME_STEP_SIZE"} if "step" in overrides else set()
    given |= (
        {"OUTPUT_STEP_SIZE"}
        if "ARCHIVAL_FREQUENCY" in given or {"ends_only", "output_step"} & set(overrides)
        else set()
    )
    for keyword in ("SIMULATION_TIME_RANGE", "TIME_STEP_SIZE", "OUTPUT_STEP_SIZE"):
        if keyword in options and keyword not in given:
            yield keyword, options[keyword], ""
    if compiled.method.is_adaptive and "TIME_STEP_SIZE" not in options:
        yield "TIME_STEP_SIZE", None, ""  # the method chooses the size of its first step itself


def _of_sensors(compiled: CompiledModel, sensors: Sequence[SensorPlan]) -> Iterator[_Entry]:
    """Yield observers, axes and rotation parameters of sensors, if they affect values. For a deck without sensors, the
    items also give the default sensors.
    """
    blocks = compiled.description.of_kind("SENSOR")
    if not blocks:
        yield "SENSOR_NAME", [sensor.name for sensor in sensors], ""
    for sensor in sensors:
        block = blocks.get(sensor.name)
        given = () if block is None else _given_keywords(block)
        name = f"sensor {sensor.name}"
        if sensor.observer and "FRAME_NAME" not in given:
            yield "FRAME_NAME", sensor.observer, name
        if sensor.resolved_in and "RESOLVED_IN" not in given:
            yield "RESOLVED_IN", sensor.resolved_in, name
        if sensor.rotation_parameters is not None and "ROTATION_PARAMETERS" not in given:
            yield "ROTATION_PARAMETERS", sensor.rotation_parameters, name
        if sensor.rotation_parameters in EULER_TYPES and "ANGLE_UNIT" not in given:
            yield "ANGLE_UNIT", DEGREES, name


def _of_objects(description: Description) -> Iterator[_Entry]:
    """Yield the defaults of all objects except integrators and sensors."""
    bodies = description.of_kind("RIGID_BODY")
    for kind, objects in description.objects.items():
        if kind in METHOD:
            continue
        for described in objects.values():
            body = bodies.get(described.name.partition("@")[0]) if kind == "FIXED_FRAME" else None
            given = _given_keywords(described)
            for keyword, value in described.values.items():
                if keyword not in given or (body is not None and _covers(value.span, body.span)):
                    yield keyword, _show(value.data, description), words_for(described)


def _given_keywords(described: Described) -> tuple[str, ...]:
    """Return the keywords that the deck gives. The place of a default value is the place of the object. This
    distinguishes it from a given value.
    """
    return tuple(keyword for keyword, value in described.values.items() if value.span is not described.span)


def _covers(outer: Span, inner: Span) -> bool:
    """Return whether a place, such as the braces around a name, contains another place."""
    begins = (outer.line, outer.column) <= (inner.line, inner.column)
    ends = (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
    return outer.source is inner.source and begins and ends


def _show(data: Any, description: Description) -> Any:
    """For a point from a short form, return its coordinates instead of its generated name."""
    made = description.of_kind("POINT").get(data) if isinstance(data, str) and "@" in data else None
    return data if made is None else made["COORDINATES"]


def _unite(entries: Iterable[_Entry]) -> list[dict[str, Any]]:
    """Combine all objects with the same default to one item."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for keyword, value, name in entries:
        key = keyword, repr(value)
        entry = found.setdefault(key, {"keyword": keyword, "value": value, "objects": [], "default": True})
        if name:
            entry["objects"].append(name)
    return list(found.values())
