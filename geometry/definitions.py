"""Evaluates the definitions of points, triads and frames. The functions `..._needs` return the names that a
definition needs. The functions `..._value` return the value of the definition from the values of these names.

A value is a tuple in inertial components. The value is a position for a point, a matrix for a triad, and (position,
matrix) for a frame. Missing data raise KeyError. Degenerate data raise `DegenerateGeometry`, whose `culprit` is an
index into `data_keywords`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from rbsolve.geometry import frames, triads
from rbsolve.geometry.frames import Frame
from rbsolve.geometry.free_frames import DEFINITE, nearest_rotation
from rbsolve.geometry.triads import DegenerateGeometry
from rbsolve.geometry.vector import Matrix, Vector, add, matrix_product, scale, transpose_vector
from rbsolve.language.described import Described
from rbsolve.language.many import number, of_cases

POINT, TRIAD, FRAME, BODY = "point", "triad", "frame", "body"

_THREE_POINTS = ("POINT1_NAME", "POINT2_NAME", "POINT3_NAME")
_SEQUENCES = ("313", "323", "321", "312", "123")

# The data that each ORIENTATION_DEFINITION_TYPE requires.
TRIAD_DATA: Mapping[str, tuple[str, ...]] = {
    "VECTORS_E2_E3": ("ORIENTATION_E2", "ORIENTATION_E3"),
    "POINTS_P1_P2_P3": _THREE_POINTS,
    "VECTOR_E1": ("ORIENTATION_E1",),
    "VECTOR_E2": ("ORIENTATION_E2",),
    "VECTOR_E3": ("ORIENTATION_E3",),
    "POINTS_P1_P2": _THREE_POINTS[:2],
    **{f"EULER_ANGLES_{sequence}": (f"EULER_ANGLES_{sequence}",) for sequence in _SEQUENCES},
    "ROTATION_VECTOR": ("ROTATION_VECTOR",),
    "EULER_PARAMETERS": ("EULER_PARAMETERS",),
    "DIRECTION_COSINES": ("DIRECTION_COSINES",),
}

_DATA_KEYWORDS = frozenset(keyword for data in TRIAD_DATA.values() for keyword in data)
_TYPE_OF_DATA = {frozenset(data): name for name, data in TRIAD_DATA.items()}


def triad_type(triad: Described) -> str:
    """Return the ORIENTATION_DEFINITION_TYPE of a triad. If the deck does not give the type, return the type that
    requires exactly the given data. Raise KeyError if there is none.
    """
    given = triad.values.get("ORIENTATION_DEFINITION_TYPE")
    if given is not None:
        return str(given.data)
    return _TYPE_OF_DATA[frozenset(keyword for keyword in triad.values if keyword in _DATA_KEYWORDS)]


def data_keywords(kind: str, described: Described) -> tuple[str, ...]:
    """Return the keywords that define an entity, in the order of `culprit`."""
    if kind == TRIAD:
        return TRIAD_DATA[triad_type(described)]
    if "MEAN_OF_BODIES" in described:
        return ("MEAN_OF_BODIES",)
    if kind == FRAME:
        return "POINT1_NAME", "POINT2_NAME", "POINT3_NAME" if "POINT3_NAME" in described else "TRIAD_NAME"
    return ("COORDINATES",)


Needs = tuple[tuple[str, str], ...]  # pairs (kind, keyword) of the names that an entity needs

_BODIES = "CONNECTED_TO_BODY", "MEAN_OF_BODIES"
_TRIAD_IN_FRAME: Needs = ((FRAME, "IS_DEFINED_IN_FRAME"),)
_POINTS: Needs = tuple((POINT, keyword) for keyword in _THREE_POINTS)
_FRAME_TRIAD: Needs = ((TRIAD, "TRIAD_NAME"),)


def point_needs(point: Described) -> Needs:
    """Return the frame in which the coordinates of a point are given."""
    return _TRIAD_IN_FRAME


def triad_needs(triad: Described) -> Needs:
    """Return the frame in which a triad is defined, and the triad's points."""
    data = TRIAD_DATA[triad_type(triad)]
    return _TRIAD_IN_FRAME + _POINTS[: len(data)] if data[0] == "POINT1_NAME" else _TRIAD_IN_FRAME


def fixed_frame_needs(frame: Described) -> Needs:
    """Return the points and the triad of a fixed frame, in the order of sections 3.1, 3.2 or 3.3."""
    if "POINT3_NAME" in frame.values:
        return _POINTS
    return (_POINTS[:2] if "POINT2_NAME" in frame.values else _POINTS[:1]) + _FRAME_TRIAD


def moving_frame_needs(frame: Described) -> Needs:
    """Return the entities that a moving frame needs. First comes the body to which the frame is attached, the bodies of
    a mean frame, or the frame in which it is defined. The point and the triad follow, if the deck gives them.
    """
    carrier = BODY, next((keyword for keyword in _BODIES if keyword in frame.values), "")
    needs: Needs = (carrier,) if carrier[1] else ((FRAME, "IS_DEFINED_IN_FRAME"),)
    if "POINT_NAME" in frame.values:
        needs += ((POINT, "POINT_NAME"),)
    return needs + _FRAME_TRIAD if "TRIAD_NAME" in frame.values else needs


def point_value(point: Described, needed: Sequence[Any]) -> Vector:
    """Return the inertial position of a point (3,) by eq. (43)."""
    r = point.values["COORDINATES"].data
    frame = needed[0]
    if frame is frames.INERTIAL:
        return number(r[0]), number(r[1]), number(r[2])
    return frames.point_to_inertial(frame, r)


def triad_value(triad: Described, needed: Sequence[Any]) -> Matrix:
    """Return the axes of a triad, defined in its frame by sections 2.1 to 2.8, in inertial components by eq. (44)."""
    name = triad_type(triad)
    frame: Frame = needed[0]
    if name == "POINTS_P1_P2_P3":
        names = _names(triad, *_THREE_POINTS)
        found: Matrix = of_cases(triads.from_three_points, needed[1], needed[2], needed[3], names)
        return found
    if name == "POINTS_P1_P2":
        n = of_cases(triads.line, needed[1], needed[2], _names(triad, "POINT1_NAME", "POINT2_NAME"))
        local = of_cases(triads.from_axis, int(triad.get("AXIS_NUMBER", 3)), transpose_vector(frame[1], n))
    elif name == "VECTORS_E2_E3":
        local = of_cases(triads.from_vectors, triad["ORIENTATION_E2"], triad["ORIENTATION_E3"])
    else:
        local = of_cases(_ONE_DATUM[name], triad.values[TRIAD_DATA[name][0]].data)
    return local if frame is frames.INERTIAL else matrix_product(frame[1], local)


def _from_axis(axis: int) -> Callable[[Vector], Matrix]:
    return lambda v: triads.from_axis(axis, v)


def _from_euler_angles(sequence: str) -> Callable[[Vector], Matrix]:
    return lambda angles: triads.from_euler_angles(sequence, angles)


_ONE_DATUM: Mapping[str, Callable[[Any], Matrix]] = {
    **{f"VECTOR_E{axis}": _from_axis(axis) for axis in (1, 2, 3)},
    **{f"EULER_ANGLES_{sequence}": _from_euler_angles(sequence) for sequence in _SEQUENCES},
    "ROTATION_VECTOR": triads.from_rotation_vector,
    "EULER_PARAMETERS": triads.from_euler_parameters,
    "DIRECTION_COSINES": triads.from_direction_cosines,
}


def fixed_frame_value(frame: Described, needed: Sequence[Any]) -> Frame:
    """Return the origin and the axes of a fixed frame by sections 3.1, 3.2 and 3.3."""
    if len(needed) == 2:
        return frames.from_point_and_triad(needed[0], needed[1])
    make: Callable[..., Frame]
    if "POINT3_NAME" in frame.values:
        make, names = frames.from_points, _names(frame, *_THREE_POINTS)
    else:
        make, names = frames.from_two_points_and_triad, _names(frame, "POINT1_NAME", "POINT2_NAME", "TRIAD_NAME")
    found: Frame = of_cases(make, needed[0], needed[1], needed[2], names)
    return found


def moving_frame_value(frame: Described, needed: Sequence[Any]) -> Frame:
    """Return the origin and the axes of a moving frame at the reference configuration. By default, they are the origin
    and the axes of the body or frame to which the moving frame is attached.
    """
    carrier, *given = needed
    origin = given.pop(0) if "POINT_NAME" in frame.values else carrier[0]
    return origin, given.pop(0) if given else carrier[1]


def mean_frame_value(frame: Described, needed: Sequence[Any], masses: Sequence[tuple[float, Vector]]) -> Frame:
    """Return the origin and the axes of the mean frame of several bodies. The first entries of `needed` are the frames
    of the bodies.

    `masses` contains the mass and the centre of mass (in body axes) of each body.
    """
    bodies, given = needed[: len(masses)], list(needed[len(masses) :])
    origin = given.pop(0) if "POINT_NAME" in frame.values else _centre_of_mass(bodies, masses)
    return origin, given.pop(0) if given else _mean_axes(frame, bodies, masses)


def _centre_of_mass(bodies: Sequence[Frame], masses: Sequence[tuple[float, Vector]]) -> Vector:
    total = sum(mass for mass, _ in masses)
    x = 0.0, 0.0, 0.0
    for body, (mass, centre) in zip(bodies, masses, strict=True):
        x = add(x, scale(mass / total, frames.point_to_inertial(body, centre)))
    return x


def _mean_axes(frame: Described, bodies: Sequence[Frame], masses: Sequence[tuple[float, Vector]]) -> Matrix:
    total = sum(mass for mass, _ in masses)
    M = sum(mass / total * np.reshape(R, (3, 3)) for (_, R), (mass, _) in zip(bodies, masses, strict=True))
    R, definiteness = nearest_rotation(np.asarray(M))
    if definiteness < DEFINITE:
        raise DegenerateGeometry(
            "the mean of the axes of these bodies is undefined", "give its axes with `@TRIAD_NAME`", 0
        )
    entries: Any = tuple(R.ravel().tolist())
    axes: Matrix = entries
    return axes


def mass_and_centre(block: Described) -> tuple[float, Vector]:
    """Return the mass [kg] and the centre of mass [m] of a mass property. The centre is relative to the body's origin,
    in body axes.
    """
    if "MASS_MATRIX" in block:
        M = block["MASS_MATRIX"]
        mass = float(M[0] + M[7] + M[14]) / 3.0
        return mass, (M[31] / mass, M[20] / mass, M[24] / mass) if mass else (0.0, 0.0, 0.0)
    c = block["CENTRE_OF_MASS_LOCATION"]
    return block["MASS"], (c[0], c[1], c[2])


def _names(described: Described, *keywords: str) -> tuple[str, ...]:
    return tuple([described[keyword] for keyword in keywords])
