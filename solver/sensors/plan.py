"""Converts the sensors of a deck to functions from chunks of rows to columns.

A deck without sensors gets three default sensors for every body, with an inertial observer. They are
`<body>.CONFIGURATION` (position and Euler parameters), `<body>.VELOCITY` and `<body>.ANGULAR_VELOCITY`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rbsolve.geometry.arrays import rotate, transpose_product
from rbsolve.geometry.rotation_parameters import ROTATION_PARAMETERS
from rbsolve.language.components import find_component
from rbsolve.language.described import Described, Description, Value
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.table import GROUND, INERTIAL_FRAME, SYSTEM
from rbsolve.parser.schema.sensors import RADIANS, SENSOR, SENSOR_TYPE
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.attributes import SensorAttributes
from rbsolve.solver.sensors.frames import SeenFrame, find_frame, move_to
from rbsolve.solver.sensors.motions.carried import in_body
from rbsolve.solver.sensors.motions.continuity import OF_RUNS
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.objects import Objects
from rbsolve.solver.sensors.registry import measurement as measurement_of
from rbsolve.solver.sensors.request import Measurement, Remembers, Request
from rbsolve.solver.sensors.signal_units import SignalUnits

DEFAULT_TYPES = ("CONFIGURATION", "VELOCITY", "ANGULAR_VELOCITY")
DEFAULT_PARAMETERS = "EULER_PARAMETERS"


@dataclass(frozen=True, slots=True)
class SensorPlan(SensorAttributes):
    """A sensor: its description for the results file, and the function from a chunk to its columns.

    `evaluate` returns the columns (rows, k) of the valid rows of a chunk. It must receive the chunks in order, because
    rotations continue from the previous chunk.
    """

    evaluate: Callable[[Chunk | Rows], Floats]
    memory: tuple[Remembers, ...] = ()
    """The memory of the previous row (solver/model/memory.py)."""

    def forget(self) -> None:
        """Discard the memory of the previous run."""
        for remembers in self.memory:
            remembers.forget()


def plan_sensors(
    compiled: CompiledModel, diagnostics: Diagnostics, chosen: Callable[[Described], bool] = lambda sensor: True
) -> tuple[SensorPlan, ...]:
    """Return the plans of the chosen sensors in deck order, or of the default sensors if none are chosen. Sensors with
    errors are omitted.
    """
    sensors = list(compiled.description.all_of("SENSOR")) or list(_default_sensors(compiled))
    bench = _Bench(compiled, diagnostics)
    plans = (_plan(sensor, bench) for sensor in sensors if chosen(sensor))
    return tuple(plan for plan in plans if plan is not None)


def _default_sensors(compiled: CompiledModel) -> Iterator[Described]:
    """Yield the default sensors, as blocks of a deck."""
    for body in compiled.body_index:
        if body != GROUND:
            for sensor_type in DEFAULT_TYPES:
                yield _implicit_sensor(compiled, f"{body}.{sensor_type}", sensor_type, body, DEFAULT_PARAMETERS)


def plan_energy(compiled: CompiledModel, sensor_type: str = "TOTAL_ENERGY") -> SensorPlan:
    """Return the sensor of the total energy, or of another energy, of SYSTEM. The diagnostics of the run use it."""
    plan = _plan(_implicit_sensor(compiled, "energy", sensor_type, SYSTEM), _Bench(compiled, Diagnostics()))
    assert plan is not None  # every model has these energies
    return plan


def _implicit_sensor(
    compiled: CompiledModel, name: str, sensor_type: str, subject: str, parameters: str | None = None
) -> Described:
    """Return a sensor that is not in the deck, as a block of the deck."""
    values = {**SENSOR.defaults, "SENSOR_TYPE": sensor_type, "OBJECT_NAME": subject}
    if parameters is not None:
        values["ROTATION_PARAMETERS"] = parameters
    span = Span(compiled.description.sources[0], 1, 1, 1, 1)
    return Described("SENSOR", name, span, {keyword: Value(data, span) for keyword, data in values.items()})


class _Bench:
    """The data that all sensors of a model use: its objects, and cached frames."""

    def __init__(self, compiled: CompiledModel, diagnostics: Diagnostics) -> None:
        self.compiled = compiled
        self.diagnostics = diagnostics
        self.objects = Objects.of(compiled)
        self._bodies: dict[int, SeenFrame] = {}
        self._frames: dict[str, SeenFrame] = {}

    @cached_property
    def signal_units(self) -> SignalUnits:
        """Return the units of the deck's signals."""
        # errors are ignored here, because they are reported when the sensor is planned
        apart = _Bench(self.compiled, Diagnostics())
        sensors = self.compiled.description.of_kind("SENSOR")

        def measure(name: str, component: str | None) -> str:
            plan = _plan(sensors[name], apart)
            if plan is None:
                return ""
            labels = plan.components
            place = 0
            if component is not None:
                place = find_component(component, plan.sensor_type, labels, plan.rotation_parameters) or 0
            units = plan.units.split(", ")
            return units[place] if len(units) == len(labels) else plan.units

        return SignalUnits(self.compiled.description.of_kind("SIGNAL"), measure)

    def body(self, index: int) -> SeenFrame:
        """Return the frame of a body."""
        if index not in self._bodies:
            self._bodies[index] = in_body(self.compiled, index, np.zeros(3), np.eye(3))
        return self._bodies[index]

    def frame(self, name: str) -> SeenFrame:
        """Return a fixed or moving frame."""
        if name not in self._frames:
            self._frames[name] = find_frame(self.compiled, name)
        return self._frames[name]


def _plan(sensor: Described, bench: _Bench) -> SensorPlan | None:
    family, name = bench.objects.find(sensor)
    if not _is_consistent(sensor, family, bench.diagnostics):
        return None
    request = _request(sensor, bench, family, name)
    measurement = measurement_of(request)
    if measurement is None:
        return None
    if family == "SIGNAL":
        measurement = measurement._replace(units=bench.signal_units.of(name))
    axes = sensor.get("RESOLVED_IN")
    if axes is not None and "RESOLVED_IN" in SENSOR_TYPE[request.sensor_type].options:
        measurement = _resolve_in(measurement, request.observer, bench.frame(axes), axes)
    point, triad = sensor.get("POINT_NAME"), sensor.get("TRIAD_NAME")
    particle = "" if point is None else f" at {_words_of_point(point, bench.compiled.description)}"
    particle += "" if triad is None else f" along {triad}"
    of = "of all bodies" if family == SYSTEM else f"of {name}"
    return _make(sensor.name, request, measurement, of + particle)


def _words_of_point(name: str, description: Description) -> str:
    """Return the name of a point. If the point has no name, return its coordinates: `(0, 0, 1)` or `(0, 0, 1) of F`."""
    if "@" not in name:
        return name
    made = description.of_kind("POINT")[name]
    frame = made["IS_DEFINED_IN_FRAME"]
    coordinates = ", ".join(f"{x:.6g}" for x in made["COORDINATES"])
    return f"({coordinates})" if frame == INERTIAL_FRAME else f"({coordinates}) of {frame}"


def _is_consistent(sensor: Described, family: str, diagnostics: Diagnostics) -> bool:
    """Return whether all options name the same point or triad as the object of the sensor. If not, report an error."""
    keyword = f"{family}_NAME"
    if family not in ("POINT", "TRIAD") or keyword not in sensor:
        return True
    message = (
        f"sensor {sensor.name} is of {family.lower()} {sensor['OBJECT_NAME']}, but `@{keyword}` names another object"
    )
    hint = f"remove this keyword, or name a body or frame with this {family.lower()} in `@OBJECT_NAME`"
    diagnostics.error(Code.CONFLICTING_KEYWORDS, message, sensor.span_of(keyword), hint)
    return False


def _resolve_in(measurement: Measurement, seen_from: SeenFrame, axes: SeenFrame, name: str) -> Measurement:
    """Return the same vector with its components along other axes."""

    def evaluate(chunk: Rows) -> Floats:
        turn = transpose_product(axes.pose(chunk).R, seen_from.pose(chunk).R)
        return rotate(turn, measurement.evaluate(chunk))

    return measurement._replace(evaluate=evaluate, resolved_in=name)


def _request(sensor: Described, bench: _Bench, family: str, name: str) -> Request:
    index = bench.objects.index_of(family, name)
    observer, parameters = sensor["FRAME_NAME"], ROTATION_PARAMETERS[sensor["ROTATION_PARAMETERS"]]
    return Request(
        compiled=bench.compiled,
        described=sensor,
        sensor_type=sensor["SENSOR_TYPE"],
        family=family,
        object=name,
        index=index,
        subject=_subject(sensor, bench, family, name, index),
        observer=bench.frame(observer),
        observer_name=observer,
        parameters=parameters.in_radians if sensor["ANGLE_UNIT"] == RADIANS else parameters,
        diagnostics=bench.diagnostics,
    )


def _subject(sensor: Described, bench: _Bench, family: str, name: str, index: int) -> SeenFrame | None:
    """Return the frame that a sensor observes, or None if the sensor's object is not a frame."""
    point, triad = sensor.get("POINT_NAME"), sensor.get("TRIAD_NAME")
    if family == "POINT":
        return move_to(bench.compiled, bench.frame(INERTIAL_FRAME), name, None)
    if family == "TRIAD":
        return move_to(bench.compiled, bench.frame(INERTIAL_FRAME), None, name)
    if family not in ("BODY", "FRAME"):
        return None
    return move_to(bench.compiled, bench.body(index) if family == "BODY" else bench.frame(name), point, triad)


def _make(name: str, request: Request, measurement: Measurement, of: str) -> SensorPlan:
    observer = request.observer_name if measurement.observed else ""
    viewed = f", viewed by {observer}" if observer else ""
    columns = len(measurement.components)

    def of_rows(rows: Rows) -> Floats:
        # The columns are copied, because the chunk may be filled again before the rows are written.
        copied = np.empty((len(rows.time), columns))
        copied[...] = measurement.evaluate(rows)
        return copied

    def evaluate(chunk: Chunk | Rows) -> Floats:
        rows = Rows.of(chunk)
        if rows.starts:
            for remembers in measurement.memory:
                remembers.forget()
            if len(rows.starts) > 1 and not all(isinstance(part, OF_RUNS) for part in measurement.memory):
                return np.concatenate([evaluate(run) for run in rows.runs()])
        return of_rows(rows)

    return SensorPlan(
        name=name,
        sensor_type=request.sensor_type,
        object=request.object,
        observer=observer,
        resolved_in=observer if measurement.resolved_in is None else measurement.resolved_in,
        units=measurement.units,
        components=measurement.components,
        long_name=f"{measurement.long_name} {of}{viewed}",
        rotation_parameters=measurement.rotation_parameters,
        evaluate=evaluate,
        memory=measurement.memory,
    )
