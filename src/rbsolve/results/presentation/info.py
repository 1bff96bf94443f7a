"""Shows the contents of a results file, as tables in a terminal or as plain text in a pipe."""

from __future__ import annotations

import json
import os
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from rbsolve.display.effort import before_stepping
from rbsolve.language.words import listed
from rbsolve.results.contents.units import split_units
from rbsolve.results.file import hdf5
from rbsolve.results.file.conventions import name_of_partial
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.sections.defaults import DEFAULTS, are_defaults
from rbsolve.results.sections.findings import Told, group_by_kind, read_by_case
from rbsolve.results.sections.gradients import read_gradients
from rbsolve.results.sections.sensitivities import GROUP as SENSITIVITIES
from rbsolve.results.sections.sensitivities import parameters_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from rbsolve.results.contents.sensors import SensorInfo
    from rbsolve.results.contents.stored import StoredResults
    from rbsolve.solver.analyses.linearized.record import Linearization
    from rbsolve.solver.model.findings import Finding

MOST_EVENTS = 20  # maximum number of listed events
MOST_FINDINGS = 100
MOST_OBJECTS = 3
_SEVERITY_STYLE = {"error": "red", "warning": "yellow"}
_STATUS_STYLE = {"complete": "green", "failed": "red", "interrupted": "yellow"}


def show(results: StoredResults, console: Console) -> None:
    """Print status, model, integrator and sensors."""
    console.print(Group(_overview(results), "", _sensors(results)))


def _overview(results: StoredResults) -> Table:
    attributes = results.attributes
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    status = Text(results.status, style=_STATUS_STYLE.get(results.status, ""))
    table.add_row("file", f"{results.path} ({_size(results)})")
    table.add_row("status", status)
    if results.message and results.status != "complete":
        table.add_row("", results.message)
    if attributes.get("kind") == "study":
        if results.status in ("queued", "running"):
            table.add_row("", "`rbsolve resume` on the study's folder continues, unless another process works on it")
    elif results.status == "running" and results.path is not None:
        target = name_of_partial(results.path) or "OUT.h5"
        table.add_row("", f"a run is writing it, or was killed; `rbsolve resume {target}` continues a killed run")
    table.add_row("deck", _deck(results))
    if attributes.get("kind") != "study":
        table.add_row("model", _model(results))
    table.add_row("analysis", str(attributes.get("analysis", "DYNAMIC")))
    if attributes.get("integrator") != attributes.get("analysis"):
        table.add_row("integrator", f"{attributes.get('integrator', '?')} on {attributes.get('formulation', '?')}")
    options = json.loads(attributes.get("options", "{}"))
    defaults = options.pop(DEFAULTS, ())
    if not are_defaults(defaults):
        raise ResultsError(f"cannot read {results.path}: {DEFAULTS} in /@options are invalid")
    for entry in defaults:
        if not entry["objects"]:
            options.pop(entry["keyword"], None)
    for repeated in ("INTEGRATOR_TYPE", "FORMULATION"):
        options.pop(repeated, None)
    if options:
        table.add_row("options", ", ".join(f"{key} {value}" for key, value in options.items()))
    if chosen := _defaults(defaults):
        table.add_row("defaults", chosen)
    table.add_row("time", _time(results))
    table.add_row("steps", _steps(attributes))
    if "unexplained_energy" in attributes:
        nowhere, moved = (float(str(attributes[name])) for name in ("unexplained_energy", "energy_moved"))
        table.add_row("energy", f"{nowhere:.2g} J unexplained of {moved:.3g} J exchanged")
    if "events" in results.file:
        table.add_row("events", _events(results))
    if SENSITIVITIES in results.file:
        table.add_row("derivatives", f"by {', '.join(parameters_of(results.file)) or 'nothing'}")
    if (gradients := read_gradients(results.file)) is not None:
        of, by = ", ".join(gradients.scalars), len(gradients.parameters)
        table.add_row("gradients", f"of {of} by {by} design parameter{'s' * (by != 1)}")
    if "linearization" in results.file:
        table.add_row("linearized", _linearization(results.linearization))
    if found := _findings(results):
        table.add_row("findings", found)
    table.add_row("written", f"{attributes.get('created', '?')} by rbsolve {attributes.get('rbsolve_version', '?')}")
    return table


def _deck(results: StoredResults) -> str:
    name = str(results.attributes.get("deck_name", "?"))
    if results.attributes.get("kind") == "study":
        varied = ", ".join(hdf5.original_name(stored) for stored in results.file["parameters"] if stored != "case")
        return f"{name}, {len(results.file['case'])} cases over {varied or 'nothing'}"
    parameters = dict(results.file["deck/parameters"].attrs) if "deck/parameters" in results.file else {}
    if not parameters:
        return name
    values = ", ".join(f"{key} = {_number(value)}" for key, value in parameters.items())
    return f"{name} with {values}"


def _number(value: NDArray[np.float64] | float) -> str:
    return " ".join(f"{x:g}" for x in np.atleast_1d(value))


def _model(results: StoredResults) -> str:
    counts = []
    for kind in ("bodies", "points", "triads", "frames"):
        count = len(results.file.get(f"model/{kind}", ()))
        if count:
            counts.append(f"{count} {kind}" if count > 1 else f"1 {_SINGULAR[kind]}")
    return ", ".join(counts)


_SINGULAR = {"bodies": "body", "points": "point", "triads": "triad", "frames": "frame"}


def _time(results: StoredResults) -> str:
    rows = results.row_count
    if rows == 0:
        return "no rows"
    first, last = results.times(0, 1)[0], results.times(rows - 1, rows)[0]
    return f"{first:g} s to {last:g} s, {rows} row{'s' if rows > 1 else ''}"


def _steps(attributes: dict[str, object]) -> str:
    text = f"{attributes.get('steps', '?')}"
    if attributes.get("rejected_steps"):
        text += f", {attributes['rejected_steps']} rejected"
    if attributes.get("newton_iterations"):
        text += f", {attributes['newton_iterations']} Newton iterations"
    wall_time, *others = (attributes.get(f"{what}_time", 0.0) for what in ("wall", "compiling", "loading"))
    compiling, loading = (other if isinstance(other, float) else 0.0 for other in others)
    if not isinstance(wall_time, float) or not wall_time:
        return text
    return f"{text} in {wall_time - compiling - loading:.3g} s{before_stepping(compiling, loading)}"


def _events(results: StoredResults) -> str:
    events = results.events
    shown = [f"{event.name} {event.direction.lower()} at {event.time:.9g} s" for event in events[:MOST_EVENTS]]
    if len(events) > len(shown):
        shown.append(f"and {len(events) - len(shown)} more")
    return "\n".join(shown) or "none"


def _defaults(entries: Sequence[Mapping[str, Any]]) -> str:
    """Return the options of the method and of sensors that have default values. The options are written as in a deck."""
    of_run = [f"{entry['keyword']} {_value(entry['value'])}" for entry in entries if not entry["objects"]]
    lines = [", ".join(of_run)] if of_run else []
    for entry in entries:
        sensors = [name.removeprefix("sensor ") for name in entry["objects"] if name.startswith("sensor ")]
        if sensors:
            lines.append(f"{entry['keyword']} {_value(entry['value'])} of {listed(sensors, MOST_OBJECTS)}")
    return "\n".join(lines)


def _value(value: object) -> str:
    """Return a value as written in a deck."""
    if value is None:
        return "chosen by the method"
    if isinstance(value, bool):
        return "YES" if value else "NO"
    return ", ".join(map(_value, value)) if isinstance(value, list) else str(value)


def _findings(results: StoredResults) -> Text:
    """Print each diagnostic on one line. Warnings are yellow. For a study, print one line for each kind of diagnostic."""
    if results.attributes.get("kind") == "study":
        findings: Sequence[Finding | Told] = group_by_kind(read_by_case(results.file, len(results.file["case"])))
    else:
        findings = results.findings
    lines = [
        Text(str(finding), style=_SEVERITY_STYLE.get(finding.severity, "")) for finding in findings[:MOST_FINDINGS]
    ]
    if len(findings) > len(lines):
        lines.append(Text(f"and {len(findings) - len(lines)} more: `rbsolve.open_results(...).findings` contains all"))
    return Text("\n").join(lines)


def _linearization(found: Linearization) -> str:
    freedom = f"{len(found.coordinates)} degree{'s' if len(found.coordinates) != 1 else ''} of freedom"
    return f"about t = {found.time:g} s: {freedom}, {found.stability}{'' if found.steady else ' at that instant'}"


def _size(results: StoredResults) -> str:
    size = float(os.path.getsize(results.path)) if results.path is not None else 0.0
    for unit in ("B", "kB", "MB"):
        if size < 999.5:  # larger numbers are rounded to 1000
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} GB"


def _sensors(results: StoredResults) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("sensor", "type", "object", "shape", "units", "observer", "components"):
        table.add_column(name, overflow="fold", no_wrap=name in ("shape", "units"))
    for sensor in results.sensors.values():
        table.add_row(*_sensor_row(sensor))
    return table


def _sensor_row(sensor: SensorInfo) -> tuple[str, ...]:
    shape = " x ".join(str(size) for size in sensor.shape)
    units = ", ".join(
        f"{unit} ({len(list(run))})" if "," in sensor.units else unit
        for unit, run in groupby(split_units(sensor.units, max(1, len(sensor.components))))
    )
    return (
        sensor.name,
        sensor.sensor_type,
        sensor.object,
        shape,
        units,
        sensor.observer
        if sensor.resolved_in == sensor.observer
        else f"{sensor.observer}, axes of {sensor.resolved_in}",
        " ".join(sensor.components),
    )
