"""Lists the labels of the components of sensors. Results and plots use these labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from rbsolve.parser.schema.reference_tables import table
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.joints.couplings.registry import COUPLINGS

LABELS: Mapping[str, str] = {
    "POSITION": "x1, x2, x3",
    "DISPLACEMENT": "u1, u2, u3",
    "CONFIGURATION": "x1, x2, x3, then the labels of the parameters",
    "MOTION_PARAMETERS": "q0, q1, q2, q3, e0, e1, e2, e3",
    "MOTION_TENSOR": "C11, C12, ..., C66",
    "VELOCITY": "v1, v2, v3",
    "ACCELERATION": "a1, a2, a3",
    "SPECIFIC_FORCE": "f1, f2, f3",
    "ANGULAR_VELOCITY": "w1, w2, w3",
    "ANGULAR_ACCELERATION": "alpha1, alpha2, alpha3",
    "UNIFIED_VELOCITIES": "w1, w2, ..., w6",
    "PROJECTION_DETERMINANT": "det_D",
    "PROJECTION_CONDITION": "cond_D",
    "LINEAR_MOMENTUM": "p1, p2, p3",
    "ANGULAR_MOMENTUM": "L1, L2, L3",
    "KINETIC_ENERGY": "T",
    "POTENTIAL_ENERGY": "V",
    "TOTAL_ENERGY": "E",
    "RELATIVE_ROTATION": "angle; angle1, angle2; psi1, psi2, psi3 for a rotation vector",
    "RELATIVE_DISPLACEMENT": "d; d1, d2",
    "RELATIVE_ROTATION_RATE": "rate; rate1, rate2, ...",
    "RELATIVE_DISPLACEMENT_RATE": "rate; rate1, rate2",
    "RELATIVE_ROTATION_ACCELERATION": "acceleration; acceleration1, acceleration2, ...",
    "RELATIVE_DISPLACEMENT_ACCELERATION": "acceleration; acceleration1, acceleration2",
    "REACTION_FORCE": "F1, F2, F3",
    "REACTION_MOMENT": "M1, M2, M3",
    "ROLLING_MOMENT": "M1, M2, M3",
    "DRIVE_FORCE": "Q; Q1, Q2, ...",
    "PRESCRIBED_FORCE": "Q; Q1, Q2, ...",
    "PENETRATION": "depth",
    "SLIDING_VELOCITY": "speed",
    "CONSTRAINT_VIOLATION": "violation",
    "ROTATION_DETERMINANT_ERROR": "error",
    "UNIT_NORM_ERROR": "error",
    "STEP_SIZE": "h",
    "NEWTON_ITERATIONS": "iterations",
    "SIGNAL": "value",
}
"""The labels for each type of sensor. For a joint, the labels depend on whether it has one or several coordinates."""

PARAMETERS: Mapping[str, tuple[str, str]] = {
    "ROTATION_MATRIX": ("R11, R12, R13, R21, ..., R33", ""),
    "EULER_ANGLES_313": ("phi1, phi2, phi3", "precession, nutation, spin"),
    "EULER_ANGLES_323": ("phi1, phi2, phi3", "precession, nutation, spin"),
    "EULER_ANGLES_321": ("phi1, phi2, phi3", "yaw, pitch, roll"),
    "EULER_ANGLES_312": ("phi1, phi2, phi3", "yaw, roll, pitch"),
    "EULER_ANGLES_123": ("phi1, phi2, phi3", "roll, pitch, yaw"),
    "EULER_PARAMETERS": ("e0, e1, e2, e3", ""),
    "ROTATION_VECTOR": ("psi1, psi2, psi3", ""),
}
"""The labels for each set of rotation parameters, and other names of the angles."""


def label_tables() -> list[str]:
    """Return the part of the page of sensors that lists the labels."""
    rows = [(f"`{name}`", labels) for name, labels in LABELS.items()]
    angles = [(f"`{name}`", *cells) for name, cells in PARAMETERS.items()]
    return [
        "## Labels of components",
        "`tip.x1` is the first component of the sensor `tip`. The components of vectors can also be named x, y, "
        "z, and every component can be named by its number: `tip.x` and `tip.1` are the same column.",
        table(("`@SENSOR_TYPE`", "labels"), rows),
        "Orientations have the labels of their parameters:",
        table(("`@ROTATION_PARAMETERS`", "labels", "other names"), angles),
        "`ELONGATION`, `ELONGATION_RATE` and `FORCE` depend on the object:",
        table(("object", *BY_OBJECT), OF_OBJECTS),
    ]


def _of_objects() -> list[tuple[str, ...]]:
    """Return the rows of `OF_OBJECTS`. Objects with equal labels share a row."""
    measured = [(kind.name, one.sensor_type, one.components) for kind in KINDS for one in kind.measures]
    measured += [(kind.kind.title, one.sensor_type, one.components) for kind in COUPLINGS for one in kind.measures]
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for name, sensor_type, components in measured:
        found[name][sensor_type] = ", ".join(components)
    objects: dict[tuple[str, ...], list[str]] = {}
    for name, by_type in found.items():
        labels = tuple(by_type.get(sensor_type, "") for sensor_type in BY_OBJECT)
        if any(labels):
            objects.setdefault(labels, []).append(name)
    return [*((", ".join(names), *labels) for labels, names in objects.items()), ("contact", "", "", "force")]


BY_OBJECT = ("ELONGATION", "ELONGATION_RATE", "FORCE")
"""The types of sensors whose labels depend on the kind of force or coupling."""

OF_OBJECTS = _of_objects()
"""For each kind of object, its name and the labels of these sensors."""
