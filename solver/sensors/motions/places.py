"""Collects the geometry of several cases, for sensors that are evaluated for the rows of all cases at once.

Points have the shape (rows, 3), and axes have the shape (rows, 3, 3). Geometry that all cases share has no axis for
rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter, is_
from typing import Any

import numpy as np

from rbsolve.language.table import INERTIAL_FRAME
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats

PLACES = ("geometry", "reference_x", "reference_R", "moving_frames", "free_frames")
"""The parts of a compiled model that depend on points, triads and frames."""
_places = attrgetter(*PLACES)
OF_ROWS = frozenset(
    ("POSITION", "ORIENTATION", "ROTATION", "CONFIGURATION", "VELOCITY", "ACCELERATION", "ANGULAR_VELOCITY")
)
"""The types of sensors that can be evaluated in rows of several cases, for any observer."""


def share_places(models: Sequence[CompiledModel]) -> bool:
    """Return whether all models have the same geometry."""
    first = _places(models[0])
    return all(all(map(is_, _places(each), first)) for each in models[1:])


def can_have_rows(compiled: CompiledModel, sensor_type: str, name: str, observer: str) -> bool:
    """Return whether a sensor of an object has bitwise identical results for one case alone and for several cases with
    different geometry.

    This requires that the object moves, because operations with constants skip zeros.
    """
    if compiled.free_frames:
        return False
    carrier = compiled.moving_frames[name][0] if name in compiled.moving_frames else compiled.body_index.get(name, -1)
    if not 0 <= carrier < compiled.bodies:
        return False
    return sensor_type in OF_ROWS or (sensor_type == "DISPLACEMENT" and observer == INERTIAL_FRAME)


def places_of_rows(models: Sequence[CompiledModel], rows: Sequence[int]) -> dict[str, Any]:
    """Return the parts PLACES of models for their rows. `rows` contains the number of rows of each model."""
    geometry = models[0].geometry._replace(
        points=_OfRows([each.geometry.points for each in models], rows),
        triads=_OfRows([each.geometry.triads for each in models], rows),
        frames=_OfRows([each.geometry.frames for each in models], rows),
    )
    moving = {}
    for name, (body, _, _) in models[0].moving_frames.items():
        of_each = [each.moving_frames[name] for each in models]
        moving[name] = (
            body,
            repeat_rows([one[1] for one in of_each], rows),
            repeat_rows([one[2] for one in of_each], rows),
        )
    return {
        "geometry": geometry,
        "reference_x": repeat_rows([each.reference_x for each in models], rows),
        "reference_R": repeat_rows([each.reference_R for each in models], rows),
        "moving_frames": moving,
    }


class _OfRows(Mapping[str, Floats]):
    """Points, triads or frames by name, for the rows of several cases."""

    def __init__(self, each: Sequence[Mapping[str, Floats]], rows: Sequence[int]) -> None:
        self._each, self._rows = each, rows

    def __getitem__(self, name: str) -> Floats:
        return repeat_rows([places[name] for places in self._each], self._rows)

    def __iter__(self) -> Iterator[str]:
        return iter(self._each[0])

    def __len__(self) -> int:
        return len(self._each[0])


def repeat_rows(parts: Sequence[Floats], rows: Sequence[int]) -> Floats:
    """Repeat the array of each case for each of its rows, in Fortran order. Return a single array if all cases are
    bitwise identical.
    """
    first = parts[0]
    if all(part is first for part in parts):
        return first
    stack = np.array(parts)
    bits = stack.view(np.int64)
    if bool((bits == bits[0]).all()):
        return first
    repeated, start = np.empty((sum(rows), *first.shape), order="F"), 0
    for part, count in zip(parts, rows, strict=True):
        repeated[start : start + count] = part
        start += count
    return repeated
