"""Converts sensors to measures. For each type of sensor, the components become rows of `Measures`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from rbsolve.geometry.rotation_parameters import ROTATION_PARAMETERS
from rbsolve.language.described import Described
from rbsolve.language.many import matmul
from rbsolve.parser.schema.sensors import RADIANS, SENSOR_TYPE
from rbsolve.solver.assembly.elements.measure_rows import Carried, Choices, Link, Quantity, Site
from rbsolve.solver.assembly.elements.prescriptions import prescriptions_of
from rbsolve.solver.joints.couplings.registry import COUPLING_OF
from rbsolve.solver.joints.couplings.rod import LENGTH
from rbsolve.solver.joints.kinds import CROSS, Coordinate, JointKind
from rbsolve.solver.signals.measures.orientation import SEQUENCES


def _number_labels(symbol: str, count: int = 3) -> list[str]:
    return [f"{symbol}{k + 1}" for k in range(count)]


def _views(sensor: Described, site: Site) -> tuple[Carried, Carried, Carried]:
    """Return the observer's frame, the observed frame, and the frame whose axes resolve the components."""
    name, point, triad = sensor["OBJECT_NAME"], sensor.get("POINT_NAME"), sensor.get("TRIAD_NAME")
    if name in site.anatomy.index:
        subject = site.body(site.anatomy.index[name])
    elif name in site.anatomy.geometry.frames:
        subject = site.frame(name)
    else:
        subject = site.body(site.anatomy.ground)
        is_point = "POINT" in SENSOR_TYPE[sensor["SENSOR_TYPE"]].objects
        point, triad = (name, None) if is_point else (None, name)
    if point is not None:
        subject = subject._replace(point=site.anatomy.point(subject.body, point))
    if triad is not None:
        subject = subject._replace(axes=site.anatomy.axes(subject.body, triad))
    observer = site.frame(sensor["FRAME_NAME"])
    axes = sensor.get("RESOLVED_IN") if "RESOLVED_IN" in SENSOR_TYPE[sensor["SENSOR_TYPE"]].options else None
    return observer, subject, observer if axes is None else site.frame(axes)


def _vector(kind: str, symbol: str) -> Callable[[Described, Site], Choices]:
    def plan(sensor: Described, site: Site) -> Choices:
        views = _views(sensor, site)
        return [(label, Quantity(kind, *views, k)) for k, label in enumerate(_number_labels(symbol))]

    return plan


def _displacement(sensor: Described, site: Site) -> Choices:
    """Return the position relative to the reference position, as the observer sees it."""
    observer, subject, resolved = _views(sensor, site)
    (x_E, R_E), (x_B, _) = site.reference(observer), site.reference(subject)
    start = matmul(R_E.T, x_B - x_E)
    there = observer._replace(point=observer.point + matmul(observer.axes, start))
    return [(label, Quantity("POSITION", there, subject, resolved, k)) for k, label in enumerate(_number_labels("u"))]


def _linear_momentum(sensor: Described, site: Site) -> Choices:
    """Mass times the absolute velocity of the centre of mass, along the observer's axes."""
    _, subject, resolved = _views(sensor, site)
    subject = subject._replace(point=site.centres[subject.body])
    ground = site.body(site.anatomy.ground)
    mass = float(site.masses[subject.body])
    return [
        (label, Quantity("VELOCITY", ground, subject, resolved, k, factor=mass))
        for k, label in enumerate(_number_labels("p"))
    ]


def _parameters(sensor: Described, observer: Carried, subject: Carried) -> Choices:
    """Return the parameters of a rotation."""
    parameters = ROTATION_PARAMETERS[sensor["ROTATION_PARAMETERS"]]
    name, factor, first = "MATRIX_ENTRY", 1.0, 0
    if parameters.name == "ROTATION_VECTOR":
        name = "ROTATION_VECTOR"
    elif parameters.name.startswith("EULER_ANGLES_"):
        name, factor = "EULER_ANGLE", 1.0 if sensor["ANGLE_UNIT"] == RADIANS else 180.0 / math.pi
        first = 3 * SEQUENCES.index(parameters.name.removeprefix("EULER_ANGLES_"))
    return [
        (label, Quantity(name, observer, subject, observer, first + k, factor=factor))
        for k, label in enumerate(parameters.labels)
    ]


def _orientation(sensor: Described, site: Site) -> Choices:
    observer, subject, _ = _views(sensor, site)
    return _parameters(sensor, observer, subject)


def _rotation(sensor: Described, site: Site) -> Choices:
    """Return the current orientation times the inverse of the reference orientation (Dymore's manual, eq. (54))."""
    observer, subject, _ = _views(sensor, site)
    (_, R_E), (_, R_B) = site.reference(observer), site.reference(subject)
    return _parameters(sensor, observer, subject._replace(axes=matmul(subject.axes, matmul(R_B.T, R_E))))


def _configuration(sensor: Described, site: Site) -> Choices:
    return _vector("POSITION", "x")(sensor, site) + _orientation(sensor, site)


def _stretch(one: Carried, other: Carried, rest: float, rate: bool) -> tuple[str, Quantity]:
    """Return the distance between two particles minus `rest`, or the rate of this distance."""
    if rate:
        return "rate", Quantity("DISTANCE_RATE", one, other, one, 0)
    return "elongation", Quantity("DISTANCE", one, other, one, 0, offset=rest)


def _elongation(rate: bool) -> Callable[[Described, Site], Choices]:
    def plan(sensor: Described, site: Site) -> Choices:
        name = sensor["OBJECT_NAME"]
        if name in site.joint_index:
            joints, j = site.joints, site.joint_index[name]
            one = Carried(int(joints.body0[j]), joints.point0[j], np.eye(3))
            other = Carried(int(joints.body1[j]), joints.point1[j], np.eye(3))
            length = joints.couplings.numbers[np.flatnonzero(joints.couplings.joint == j)[0], LENGTH]
            return [_stretch(one, other, float(length), rate)]
        link = site.links[name]
        if link.kind == "SPRING_DAMPER":
            return [_stretch(link.first, link.second, link.rest, rate)]
        kind, symbol = ("VELOCITY", "rate") if rate else ("POSITION", "d")
        views = link.first, link.second, link.first
        return [(label, Quantity(kind, *views, k)) for k, label in enumerate(_number_labels(symbol))]

    return plan


_SLIDING = ("POSITION", "VELOCITY", "ACCELERATION")
_TURNING = ("JOINT_ANGLE", "ANGULAR_VELOCITY", "ANGULAR_ACCELERATION")
_ABOUT_CROSS = ("JOINT_ANGLE", "JOINT_ANGLE_RATE", "JOINT_ANGLE_ACCELERATION")
"""The quantities of a coordinate and of its derivatives: along an axis, about an axis, and about an axis of a universal
joint's cross.
"""


def _relative(slides: bool, order: int) -> Callable[[Described, Site], Choices]:
    """Return the translational or rotational coordinates of a joint, or their time derivatives up to order 2."""
    quantities = _SLIDING if slides else _TURNING
    symbol = ("d" if slides else "angle", "rate", "acceleration")[order]

    def plan(sensor: Described, site: Site) -> Choices:
        joints, j = site.joints, site.joint_index[sensor["OBJECT_NAME"]]
        kind = JointKind(joints.kind[j])
        coordinates = [c for c in kind.record.measured if c.slides == slides]
        first = Carried(int(joints.body0[j]), joints.point0[j], joints.axes0[j])
        second = Carried(int(joints.body1[j]), joints.point1[j], joints.axes1[j])
        named = "psi" if order == 0 and Coordinate.VECTOR_1 in coordinates else symbol
        labels = [named] if len(coordinates) == 1 else _number_labels(named, len(coordinates))
        choices = []
        for label, coordinate in zip(labels, coordinates, strict=True):
            quantity = (_ABOUT_CROSS if coordinate in CROSS else quantities)[order]
            is_angle = quantity.startswith("JOINT_ANGLE")
            component = int(coordinate) if is_angle else coordinate.record.axis
            choices.append((label, Quantity(quantity, first, second, first, component, j)))
        return choices

    return plan


def _touch(quantity: str, label: str) -> Callable[[Described, Site], Choices]:
    """Return a quantity of a contact: a force or a relative motion of its shapes."""

    def plan(sensor: Described, site: Site) -> Choices:
        k, body0, body1 = site.contacts[sensor["OBJECT_NAME"]]
        first, second = site.body(body0), site.body(body1)
        return [(label, Quantity(quantity, first, second, first, 0, k))]

    return plan


def _on_contact(kind: str, symbol: str) -> Callable[[Described, Site], Choices]:
    """Return a vector of a contact, in the axes of an observer."""

    def plan(sensor: Described, site: Site) -> Choices:
        k, body0, body1 = site.contacts[sensor["OBJECT_NAME"]]
        axes = site.frame(sensor.get("RESOLVED_IN") or sensor["FRAME_NAME"])
        first, second = site.body(body0), site.body(body1)
        full = f"{kind}_WITH_STICTION" if site.sticks else kind
        return [(label, Quantity(full, first, second, axes, n, k)) for n, label in enumerate(_number_labels(symbol))]

    return plan


def _of_coupling(sensor: Described, site: Site) -> Choices:
    """Return a quantity of a coupling that depends on its multipliers. After an error of the sensor, return no
    quantity.
    """
    joints, j = site.joints, site.joint_index[sensor["OBJECT_NAME"]]
    i, kind = site.coupling(j), COUPLING_OF.get(int(joints.kind[j]))
    measure = None if kind is None else next((m for m in kind.measures if m.sensor_type == sensor["SENSOR_TYPE"]), None)
    if i is None or kind is None or measure is None:
        return []
    ground, row = site.body(site.anatomy.ground), int(joints.first_row[j])
    if measure.by_multiplier != 0.0:
        quantity = Quantity("ROW_FORCE", ground, ground, ground, row, j, factor=-measure.by_multiplier)
        return [(measure.components[0], quantity)]
    first = Carried(int(joints.body0[j]), joints.point0[j], joints.axes0[j])
    second = Carried(int(joints.body1[j]), joints.point1[j], joints.axes1[j])
    axes = site.frame(sensor.get("RESOLVED_IN") or sensor["FRAME_NAME"]) if measure.is_inertial else first
    name = f"FORCE_OF_{kind.kind.name}"
    return [(label, Quantity(name, first, second, axes, n, i)) for n, label in enumerate(measure.components)]


_NORMAL_FORCE = _touch("NORMAL_FORCE", "force")


_FORCE_OF_LINK = {
    "SPRING_DAMPER": ("TENSION", ("tension",)),
    "BUSHING": ("BUSHING_FORCE", ("F1", "F2", "F3")),
    "GENERAL_BUSHING": ("GENERAL_BUSHING_FORCE", ("F1", "F2", "F3")),
    "TORSION_SPRING": ("TORSION_MOMENT", ("moment",)),
}
"""The quantity of the force of a spring or a bushing, and the labels of its components."""


def _force_of_link(link: Link) -> Choices:
    """Return the force of a spring or a bushing along its line or its axes."""
    kind, labels = _FORCE_OF_LINK[link.kind]
    if link.is_changed:
        kind = f"{kind}_WITH_SIGNALS"
    return [(label, Quantity(kind, link.first, link.second, link.first, k, link.row)) for k, label in enumerate(labels)]


def _force(sensor: Described, site: Site) -> Choices:
    """Return the force of a spring or a bushing, the normal force of a contact, or the force of a coupling."""
    if sensor["OBJECT_NAME"] in site.links:
        return _force_of_link(site.links[sensor["OBJECT_NAME"]])
    return (_NORMAL_FORCE if sensor["OBJECT_NAME"] in site.contacts else _of_coupling)(sensor, site)


def _drive_force(sensor: Described, site: Site) -> Choices:
    """Return the force of the drives of a joint, along each of its coordinates."""
    joints, j = site.joints, site.joint_index[sensor["OBJECT_NAME"]]
    first = Carried(int(joints.body0[j]), joints.point0[j], joints.axes0[j])
    second = Carried(int(joints.body1[j]), joints.point1[j], joints.axes1[j])
    coordinates = JointKind(joints.kind[j]).record.coordinates
    labels = ["Q"] if len(coordinates) == 1 else _number_labels("Q", len(coordinates))
    return [
        (label, Quantity("DRIVE_FORCE", first, second, first, int(coordinate), j))
        for label, coordinate in zip(labels, coordinates, strict=True)
    ]


def _reaction(kind: str, symbol: str) -> Callable[[Described, Site], Choices]:
    """Return a reaction of a joint on its B1, in the axes of an observer, or the force of a contact or coupling."""

    def plan(sensor: Described, site: Site) -> Choices:
        if sensor["OBJECT_NAME"] in site.contacts:
            return _on_contact("CONTACT_FORCE", "F")(sensor, site)
        joints, j = site.joints, site.joint_index[sensor["OBJECT_NAME"]]
        if site.coupling(j) is not None:
            return _of_coupling(sensor, site)
        first = Carried(int(joints.body0[j]), joints.point0[j], joints.axes0[j])
        second = Carried(int(joints.body1[j]), joints.point1[j], joints.axes1[j])
        axes = site.frame(sensor.get("RESOLVED_IN") or sensor["FRAME_NAME"])
        return [(label, Quantity(kind, first, second, axes, k, j)) for k, label in enumerate(_number_labels(symbol))]

    return plan


def _prescribed_force(sensor: Described, site: Site) -> Choices:
    """Return the force of the prescribed motions of a joint along their coordinates."""
    j, ground = site.joint_index[sensor["OBJECT_NAME"]], site.body(site.anatomy.ground)
    rows = [row for row, _ in prescriptions_of(site.joints, j).values()]
    labels = ["Q"] if len(rows) == 1 else _number_labels("Q", len(rows))
    return [
        (label, Quantity("ROW_FORCE", ground, ground, ground, row, j)) for label, row in zip(labels, rows, strict=True)
    ]


PLANNERS: Mapping[str, Callable[[Described, Site], Choices]] = {
    "POSITION": _vector("POSITION", "x"),
    "DISPLACEMENT": _displacement,
    "VELOCITY": _vector("VELOCITY", "v"),
    "ANGULAR_VELOCITY": _vector("ANGULAR_VELOCITY", "w"),
    "ACCELERATION": _vector("ACCELERATION", "a"),
    "SPECIFIC_FORCE": _vector("SPECIFIC_FORCE", "f"),
    "ANGULAR_ACCELERATION": _vector("ANGULAR_ACCELERATION", "alpha"),
    "ORIENTATION": _orientation,
    "ROTATION": _rotation,
    "CONFIGURATION": _configuration,
    "LINEAR_MOMENTUM": _linear_momentum,
    "ELONGATION": _elongation(False),
    "ELONGATION_RATE": _elongation(True),
    "RELATIVE_ROTATION": _relative(False, 0),
    "RELATIVE_ROTATION_RATE": _relative(False, 1),
    "RELATIVE_ROTATION_ACCELERATION": _relative(False, 2),
    "RELATIVE_DISPLACEMENT": _relative(True, 0),
    "RELATIVE_DISPLACEMENT_RATE": _relative(True, 1),
    "RELATIVE_DISPLACEMENT_ACCELERATION": _relative(True, 2),
    "PENETRATION": _touch("PENETRATION", "depth"),
    "SLIDING_VELOCITY": _touch("SLIDING_SPEED", "speed"),
    "REACTION_FORCE": _reaction("REACTION_FORCE", "F"),
    "REACTION_MOMENT": _reaction("REACTION_MOMENT", "M"),
    "PRESCRIBED_FORCE": _prescribed_force,
    "ROLLING_MOMENT": _on_contact("ROLLING_MOMENT", "M"),
    "DRIVE_FORCE": _drive_force,
    "FORCE": _force,
}
"""The types of sensors that signals can measure."""
