"""FORCE, ELONGATION and REACTION_FORCE of couplings: what each kind has of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from rbsolve.geometry import observer
from rbsolve.geometry.arrays import turned, turned_back
from rbsolve.parser.diagnostics import Code
from rbsolve.solver.joints.couplings.curve_table import put_places
from rbsolve.solver.joints.couplings.point_on_curve import CLOSED, COUNT, FIRST
from rbsolve.solver.joints.couplings.rod import LENGTH
from rbsolve.solver.joints.couplings.rolling_disc import AXES
from rbsolve.solver.joints.kinds import Coordinate, JointKind
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.carried import ends_of, in_body
from rbsolve.solver.sensors.request import Measurement, Planner, Request, numbered
from rbsolve.solver.sensors.rows import Rows


def _line(request: Request) -> Callable[[Rows], tuple[Floats, Floats, Floats]]:
    """Unit vector (rows, 3) from point 1 to point 2, their distance (rows,), and its rate."""
    joints, j = request.compiled.model.joints, request.index
    first, second = (
        in_body(request.compiled, int(body[j]), point[j], np.eye(3))
        for body, point in ((joints.body0, joints.point0), (joints.body1, joints.point1))
    )

    def seen(chunk: Rows) -> tuple[Floats, Floats, Floats]:
        one, other = first.motion(chunk), second.motion(chunk)
        line = other.x - one.x
        length = np.linalg.norm(line, axis=-1)
        n = line / length[..., None]
        return n, length, np.sum(n * (other.v - one.v), axis=-1)

    return seen


def _multiplier(request: Request, chunk: Rows, row: int = 0) -> Floats:
    first = int(request.compiled.model.joints.first_row[request.index])
    return np.asarray(chunk.multipliers[: int(chunk.count[0]), first + row])


def _rod_elongation(request: Request) -> Measurement:
    couplings, seen = request.compiled.model.joints.couplings, _line(request)
    length = float(couplings.numbers[np.flatnonzero(couplings.joint == request.index)[0], LENGTH])
    return Measurement(
        ("elongation",), "m", "elongation", lambda chunk: seen(chunk)[1][:, None] - length, observed=False
    )


def _rod_elongation_rate(request: Request) -> Measurement:
    seen = _line(request)
    return Measurement(("rate",), "m/s", "elongation rate", lambda chunk: seen(chunk)[2][:, None], observed=False)


def _rod_force(request: Request) -> Measurement:
    return Measurement(("tension",), "N", "tension", lambda chunk: _multiplier(request, chunk)[:, None], observed=False)


def _rod_reaction(request: Request) -> Measurement:
    seen, frame = _line(request), request.observer

    def evaluate(chunk: Rows) -> Floats:
        force = -_multiplier(request, chunk)[:, None] * seen(chunk)[0]
        return observer.resolved_in(frame.pose(chunk).R, force)

    return Measurement(numbered("F"), "N", "reaction force on B1", evaluate)


def _gear_force(request: Request) -> Measurement:
    """The generalized force on q1."""
    couplings = request.compiled.model.joints.couplings
    second = int(np.flatnonzero(couplings.joint == request.index)[0])  # a coupling goes by its last share
    unit = Coordinate(couplings.coordinate[second]).effort_unit
    return Measurement(
        ("effort",), unit, "effort on q1", lambda chunk: -_multiplier(request, chunk)[:, None], observed=False
    )


def _disc_forces(request: Request, chunk: Rows) -> Floats:
    """What the plane exerts on the disc along its axes (rows, 3)."""
    return -np.stack([_multiplier(request, chunk, AXES.index(k)) for k in range(3)], axis=-1)


def _disc_force(request: Request) -> Measurement:
    return Measurement(
        numbered("F"), "N", "force of the plane on the disc", lambda chunk: _disc_forces(request, chunk), observed=False
    )


def _disc_reaction(request: Request) -> Measurement:
    ends, frame = ends_of(request.compiled, request.compiled.model.joints, request.index), request.observer

    def evaluate(chunk: Rows) -> Floats:
        plane = ends.frame0.pose(chunk).R
        force = turned(plane, _disc_forces(request, chunk))
        return observer.resolved_in(frame.pose(chunk).R, force)

    return Measurement(numbered("F"), "N", "reaction force on B1", evaluate)


def _curve_places(request: Request) -> Callable[[Rows], Floats]:
    """Parameter and both normals in the curve's axes (rows, 7), where the point is."""
    joints, j = request.compiled.model.joints, request.index
    ends, i = ends_of(request.compiled, joints, j), int(np.flatnonzero(joints.couplings.joint == j)[0])
    table, numbers = joints.couplings.tables, joints.couplings.numbers[i]
    first, count, closed = int(numbers[FIRST]), int(numbers[COUNT]), float(numbers[CLOSED])

    def seen(chunk: Rows) -> Floats:
        one, other = ends.poses(chunk)
        points = turned_back(one.R, other.x - one.x)
        found = np.empty((len(points), 7))
        put_places(table, first, count, closed, np.ascontiguousarray(points), found)
        return found

    return lambda chunk: chunk.remembered(("curve", j), partial(seen, chunk))


def _curve_forces(request: Request) -> Callable[[Rows], Floats]:
    """What the curve exerts on the point along its axes (rows, 3)."""
    places = _curve_places(request)

    def forces(chunk: Rows) -> Floats:
        found = places(chunk)
        one, other = _multiplier(request, chunk), _multiplier(request, chunk, 1)
        return -(one[:, None] * found[:, 1:4] + other[:, None] * found[:, 4:])

    return forces


def _curve_force(request: Request) -> Measurement:
    forces = _curve_forces(request)
    return Measurement(numbered("F"), "N", "force of the curve on the point", forces, observed=False)


def _curve_reaction(request: Request) -> Measurement:
    ends, frame = ends_of(request.compiled, request.compiled.model.joints, request.index), request.observer
    forces = _curve_forces(request)

    def evaluate(chunk: Rows) -> Floats:
        force = turned(ends.frame0.pose(chunk).R, forces(chunk))
        return observer.resolved_in(frame.pose(chunk).R, force)

    return Measurement(numbered("F"), "N", "reaction force on B1", evaluate)


def _curve_parameter(request: Request) -> Measurement:
    places = _curve_places(request)
    return Measurement(("s",), "m", "parameter of the curve", lambda chunk: places(chunk)[:, :1], observed=False)


OF_KIND: Mapping[JointKind, Mapping[str, Planner]] = {
    JointKind.ROD: {
        "ELONGATION": _rod_elongation,
        "ELONGATION_RATE": _rod_elongation_rate,
        "FORCE": _rod_force,
        "REACTION_FORCE": _rod_reaction,
    },
    JointKind.GEAR: {"FORCE": _gear_force},
    JointKind.ROLLING_DISC: {"FORCE": _disc_force, "REACTION_FORCE": _disc_reaction},
    JointKind.POINT_ON_CURVE: {
        "FORCE": _curve_force,
        "REACTION_FORCE": _curve_reaction,
        "ELONGATION": _curve_parameter,
    },
}
"""The types of sensors that each kind of coupling has."""


def measurement(request: Request) -> Measurement | None:
    """What the sensor's type is of a coupling; None and an error where its kind has none."""
    kind = JointKind(request.compiled.model.joints.kind[request.index])
    of_kind = OF_KIND.get(kind, {})
    planner = of_kind.get(request.sensor_type)
    if planner is None:
        request.diagnostics.error(
            Code.INVALID_VALUE,
            f"{kind.title} {request.object} has no {request.sensor_type}",
            request.described.span_of("SENSOR_TYPE"),
            f"it has {', '.join(of_kind)}" if of_kind else None,
        )
        return None
    return planner(request)
