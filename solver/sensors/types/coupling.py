"""Measurements of couplings, as defined by the records of their kinds (solver/joints/couplings/kind.py)."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry import observer
from rbsolve.language.diagnostics import Code
from rbsolve.solver.joints.couplings.kind import Measure, Seen
from rbsolve.solver.joints.couplings.registry import COUPLING_OF
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.carried import ends_of
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Request


def measurement(request: Request) -> Measurement | None:
    """Return the measurement of the sensor's type in the record of a coupling. If its kind has no such measurement,
    report an error and return None.
    """
    kind = COUPLING_OF[int(request.compiled.model.joints.kind[request.index])]
    measure = next((one for one in kind.measures if one.sensor_type == request.sensor_type), None)
    if measure is None:
        request.diagnostics.error(
            Code.INVALID_VALUE,
            f"{kind.kind.title} {request.object} has no {request.sensor_type}",
            request.described.span_of("SENSOR_TYPE"),
            f"it has {', '.join(one.sensor_type for one in kind.measures)}" if kind.measures else None,
        )
        return None
    return _measurement(measure, request, len(kind.kind.record.rows))


def _measurement(measure: Measure, request: Request, rows_of_one: int) -> Measurement:
    joints, j, frame = request.compiled.model.joints, request.index, request.observer
    ends, first = ends_of(request.compiled, joints, j), int(joints.first_row[j])
    i = int(np.flatnonzero(joints.couplings.joint == j)[0])
    own = slice(first, first + rows_of_one)

    def value(rows: Rows) -> Floats:
        seen = Seen(*ends.motions(rows), rows.multipliers[:, own], rows.remember)
        return measure.value(joints, i, seen)

    def evaluate(rows: Rows) -> Floats:
        return observer.resolve_in(frame.pose(rows).R, value(rows)) if measure.is_inertial else value(rows)

    unit = measure.unit if isinstance(measure.unit, str) else measure.unit(joints, i)
    return Measurement(measure.components, unit, measure.name, evaluate, observed=measure.is_inertial)
