"""Measures of the motion that signals evaluate during a run (solver/signals/measures)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from rbsolve.geometry.rotation_parameters import ROTATION_PARAMETERS
from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import matmul
from rbsolve.language.table import SYSTEM
from rbsolve.parser.schema.sensors import FOLLOWS_FORCES, RADIANS, SENSOR_TYPE, SENSOR_TYPE_OF
from rbsolve.solver.assembly.elements.prescriptions import prescriptions_of
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.joints.couplings.rod import LENGTH
from rbsolve.solver.joints.kinds import CROSS, Coordinate, JointKind
from rbsolve.solver.model.arrays import Bushings, Springs
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.model.signals import Measures
from rbsolve.solver.signals.measures.orientation import SEQUENCES
from rbsolve.solver.signals.registry import CODES


class Carried(NamedTuple):
    """A frame fixed in a body."""

    body: int
    point: Floats  # in the axes of the body
    axes: Floats  # (3, 3)


class Quantity(NamedTuple):
    """A row of `Measures`, and the kind of signal that evaluates the row."""

    kind: str
    observer: Carried
    subject: Carried
    resolved: Carried
    component: int
    joint: int = -1
    factor: float = 1.0
    offset: float = 0.0


Choices = list[tuple[str, Quantity]]
"""The components of a sensor with their labels."""


class Site(NamedTuple):
    """The data of a model that the conversion of sensors to measures needs."""

    anatomy: Anatomy
    joints: Joints
    joint_index: Mapping[str, int]
    springs: Springs
    spring_index: Mapping[str, int]
    bushings: Bushings
    bushing_index: Mapping[str, int]
    contacts: Mapping[str, tuple[int, int, int]]  # index of the contact and of both bodies
    masses: Floats
    centres: Floats

    def frame(self, name: str) -> Carried:
        """Return the moving frame of a name. For a fixed frame, GROUND is the carrier."""
        if name in self.anatomy.moving_frames:
            return Carried(*self.anatomy.moving_frames[name])
        matrix = self.anatomy.geometry.frames[name]
        return Carried(self.anatomy.ground, matrix[:3, 3], matrix[:3, :3])

    def body(self, index: int) -> Carried:
        """Return the frame of a body."""
        return Carried(index, np.zeros(3), np.eye(3))

    def is_coupled(self, j: int) -> bool:
        """Return whether joint `j` is a coupling."""
        return bool(np.any(self.joints.couplings.joint == j))

    def reference(self, frame: Carried) -> tuple[Floats, Floats]:
        """Return the position and rotation at the reference configuration."""
        x, R = self.anatomy.reference_x[frame.body], self.anatomy.reference_R[frame.body]
        return x + matmul(R, frame.point), matmul(R, frame.axes)


def quantity_of(signal: Described, sensor: Described, site: Site, diagnostics: Diagnostics) -> Quantity | None:
    """Return the quantity that a signal measures, or None after an error."""
    kind = sensor["SENSOR_TYPE"]
    place = signal.span_of("MEASURE")
    reason = _why_not(sensor, site)
    if reason is None and sensor.get("OBJECT_NAME") == SYSTEM:
        reason = "measure each body and add the signals in an @EXPRESSION"
    named = sensor.get("ROTATION_PARAMETERS")
    if reason is None and named == "EULER_PARAMETERS" and "ROTATION_PARAMETERS" in SENSOR_TYPE[kind].options:
        reason = "their signs are chosen at each output row: use ROTATION_MATRIX, ROTATION_VECTOR or Euler angles in the sensor"
    if reason is not None:
        message = f"signal {signal.name} cannot measure {kind} of sensor {sensor.name}"
        diagnostics.error(Code.INVALID_VALUE, message, place, reason)
        return None
    choices = PLANNERS[kind](sensor, site)
    given = signal["MEASURE"]
    wanted = given[1] if isinstance(given, tuple) and len(given) > 1 else None
    labels = [label for label, _ in choices]
    found = _choose(wanted, labels)
    if found is None:
        listed = ", ".join(labels)
        message = f"sensor {sensor.name} has no component {wanted}"
        if wanted is None:
            message = f"sensor {sensor.name} has {len(labels)} components, but signal {signal.name} measures one"
        if not labels:
            message = f"sensor {sensor.name} has no component"
        diagnostics.error(Code.INVALID_VALUE, message, place, f"its components are {listed}" if labels else None)
        return None
    return choices[found][1]


def _why_not(sensor: Described, site: Site) -> str | None:
    """Return the reason why no signal can measure a sensor, with a remedy. Return None if a signal can measure it."""
    kind, name = sensor["SENSOR_TYPE"], sensor.get("OBJECT_NAME")
    if SENSOR_TYPE_OF[kind].unmeasured is not None:
        return SENSOR_TYPE_OF[kind].unmeasured
    free = next((frame for frame in _frames_of(sensor, site) if frame in site.anatomy.free), None)
    if free is not None:
        return f"{free} is not attached to a single body: measure in a frame of a body and convert the result in an @EXPRESSION"
    if kind not in PLANNERS:
        return "signals measure " + ", ".join(PLANNERS)
    if kind == "FORCE" and name not in site.contacts:
        springs = name in site.spring_index or name in site.bushing_index
        return "compute it in an @EXPRESSION from its ELONGATION and ELONGATION_RATE" if springs else FOLLOWS_FORCES
    if kind in ("REACTION_FORCE", "REACTION_MOMENT") and name not in site.joint_index:
        return "measure the normal force of the contact by a sensor of the type FORCE"
    if kind in ("REACTION_FORCE", "REACTION_MOMENT") and site.is_coupled(site.joint_index[name]):
        return "measure the reactions of the joints that it couples"
    if kind.startswith("ELONGATION") and name in site.joint_index and _kind_of(name, site) != JointKind.ROD:
        return "measure the POSITION of the point instead"
    if kind.startswith("ELONGATION") and all(
        name not in known for known in (site.joint_index, site.spring_index, site.bushing_index)
    ):
        return "measure POSITION and ROTATION of one of its bodies relative to the other"
    return None


def _frames_of(sensor: Described, site: Site) -> list[str | None]:
    """Return the frames that a sensor observes, and the frames from which it observes."""
    kind, name = SENSOR_TYPE[sensor["SENSOR_TYPE"]], sensor.get("OBJECT_NAME")
    frames = [sensor.get(keyword) for keyword in ("FRAME_NAME", "RESOLVED_IN") if keyword in kind.options]
    return [name, *frames] if "FRAME" in kind.objects and name not in site.anatomy.index else frames


def _kind_of(name: str, site: Site) -> JointKind:
    return JointKind(site.joints.kind[site.joint_index[name]])


def _choose(wanted: str | None, labels: list[str]) -> int | None:
    if wanted is None:
        return 0 if len(labels) == 1 else None
    if wanted in labels:
        return labels.index(wanted)
    number = int(wanted) - 1 if wanted.isdigit() else -1
    return number if 0 <= number < len(labels) else None


def measure_arrays(quantities: list[Quantity]) -> Measures:
    """Return the arrays of quantities."""

    def stack(parts: list[Floats], shape: tuple[int, ...]) -> Floats:
        return np.ascontiguousarray(np.array(parts, dtype=np.float64).reshape(len(parts), *shape))

    def ints(values: list[int]) -> np.ndarray:
        return np.array(values, dtype=np.int64)

    return Measures(
        body0=ints([q.observer.body for q in quantities]),
        body1=ints([q.subject.body for q in quantities]),
        point0=stack([q.observer.point for q in quantities], (3,)),
        point1=stack([q.subject.point for q in quantities], (3,)),
        axes0=stack([q.observer.axes for q in quantities], (3, 3)),
        axes1=stack([q.subject.axes for q in quantities], (3, 3)),
        body2=ints([q.resolved.body for q in quantities]),
        axes2=stack([q.resolved.axes for q in quantities], (3, 3)),
        component=ints([q.component for q in quantities]),
        joint=ints([q.joint for q in quantities]),
        factor=np.array([q.factor for q in quantities], dtype=np.float64),
        offset=np.array([q.offset for q in quantities], dtype=np.float64),
    )


def code_of(quantity: Quantity) -> int:
    """Return the code of the signal kind of a quantity."""
    return CODES[quantity.kind]


def _number_labels(symbol: str, count: int = 3) -> list[str]:
    return [f"{symbol}{k + 1}" for k in range(count)]


def _views(sensor: Described, site: Site) -> tuple[Carried, Carried, Carried]:
    """Return the observer's frame, the observed frame, and the frame of the axes."""
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
    axes = sensor.get("RESOLVED_IN")
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
    """Return the elongation of the distance of two particles relative to `rest`, or the rate of the distance."""
    if rate:
        return "rate", Quantity("DISTANCE_RATE", one, other, one, 0)
    return "elongation", Quantity("DISTANCE", one, other, one, 0, offset=rest)


def _elongation(rate: bool) -> Callable[[Described, Site], Choices]:
    def plan(sensor: Described, site: Site) -> Choices:
        name = sensor["OBJECT_NAME"]
        if name in site.spring_index:
            i, springs = site.spring_index[name], site.springs
            one = Carried(int(springs.body0[i]), springs.point0[i], np.eye(3))
            other = Carried(int(springs.body1[i]), springs.point1[i], np.eye(3))
            return [_stretch(one, other, float(springs.rest_length[i]), rate)]
        if name in site.joint_index:
            joints, j = site.joints, site.joint_index[name]
            one = Carried(int(joints.body0[j]), joints.point0[j], np.eye(3))
            other = Carried(int(joints.body1[j]), joints.point1[j], np.eye(3))
            length = joints.couplings.numbers[np.flatnonzero(joints.couplings.joint == j)[0], LENGTH]
            return [_stretch(one, other, float(length), rate)]
        i, bushings = site.bushing_index[name], site.bushings
        first = Carried(int(bushings.body0[i]), bushings.point0[i], bushings.axes0[i])
        second = Carried(int(bushings.body1[i]), bushings.point1[i], bushings.axes1[i])
        kind, symbol = ("VELOCITY", "rate") if rate else ("POSITION", "d")
        return [(label, Quantity(kind, first, second, first, k)) for k, label in enumerate(_number_labels(symbol))]

    return plan


def _relative(slides: bool, rate: bool) -> Callable[[Described, Site], Choices]:
    """Return the sliding or the rotating coordinates of a joint, or the rates of these coordinates."""

    def plan(sensor: Described, site: Site) -> Choices:
        joints, j = site.joints, site.joint_index[sensor["OBJECT_NAME"]]
        kind = JointKind(joints.kind[j])
        coordinates = [c for c in kind.record.measured if c.slides == slides]
        first = Carried(int(joints.body0[j]), joints.point0[j], joints.axes0[j])
        second = Carried(int(joints.body1[j]), joints.point1[j], joints.axes1[j])
        symbol = "rate" if rate else "d" if slides else "angle"
        if not rate and Coordinate.VECTOR_1 in coordinates:
            symbol = "psi"
        labels = [symbol] if len(coordinates) == 1 else _number_labels(symbol, len(coordinates))
        choices = []
        for label, coordinate in zip(labels, coordinates, strict=True):
            in_cross = coordinate in CROSS
            if rate and not in_cross:
                quantity = "VELOCITY" if slides else "ANGULAR_VELOCITY"
            elif slides:
                quantity = "POSITION"
            else:
                quantity = "JOINT_ANGLE_RATE" if rate else "JOINT_ANGLE"
            is_angle = quantity.startswith("JOINT_ANGLE")
            component = int(coordinate) if is_angle else coordinate.record.axis
            choices.append((label, Quantity(quantity, first, second, first, component, j)))
        return choices

    return plan


def _touch(quantity: str, label: str) -> Callable[[Described, Site], Choices]:
    """Return a force or a motion between the shapes of a contact."""

    def plan(sensor: Described, site: Site) -> Choices:
        k, body0, body1 = site.contacts[sensor["OBJECT_NAME"]]
        first, second = site.body(body0), site.body(body1)
        return [(label, Quantity(quantity, first, second, first, 0, k))]

    return plan


def _reaction(kind: str, symbol: str) -> Callable[[Described, Site], Choices]:
    """Return a reaction of a joint on its B1, in the axes of an observer."""

    def plan(sensor: Described, site: Site) -> Choices:
        joints, j = site.joints, site.joint_index[sensor["OBJECT_NAME"]]
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
        (label, Quantity("PRESCRIBED_FORCE", ground, ground, ground, row, j))
        for label, row in zip(labels, rows, strict=True)
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
    "RELATIVE_ROTATION": _relative(False, False),
    "RELATIVE_ROTATION_RATE": _relative(False, True),
    "RELATIVE_DISPLACEMENT": _relative(True, False),
    "RELATIVE_DISPLACEMENT_RATE": _relative(True, True),
    "PENETRATION": _touch("PENETRATION", "depth"),
    "SLIDING_VELOCITY": _touch("SLIDING_SPEED", "speed"),
    "REACTION_FORCE": _reaction("REACTION_FORCE", "F"),
    "REACTION_MOMENT": _reaction("REACTION_MOMENT", "M"),
    "PRESCRIBED_FORCE": _prescribed_force,
    "FORCE": _touch("NORMAL_FORCE", "force"),
}
"""The types of sensors that signals measure."""
