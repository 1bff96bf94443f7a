"""Measurements and energies of forces, as defined by the records of their kinds (solver/forces/kind.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from rbsolve.language.diagnostics import Code
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.forces.kind import ForceKind, Measure, Seen
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.sensors.motions.carried import CarriedEnds, ends_of
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Request

MEASURED = tuple(kind for kind in KINDS if kind.measures)
FAMILIES = frozenset(kind.block.family for kind in MEASURED if kind.block is not None)
"""The families of forces with sensors in their records"""


def blocks_of(family: str) -> list[str]:
    """The kinds of blocks in a family, in the order of their arrays."""
    return [kind.block.kind for kind in MEASURED if kind.block is not None and kind.block.family == family]


def _observe(rows: Rows, ends: CarriedEnds) -> Seen:
    return Seen(*ends.motions(rows), rows.signal)


def stored_energy(kind: ForceKind, rows: Rows, compiled: CompiledModel) -> Floats:
    """The stored energy of each force of a kind in the model (rows, n)."""
    assert kind.energy is not None
    elements, which = _elements(kind, compiled)
    return kind.energy(compiled.model, which, _observe(rows, ends_of(compiled, elements, which)))


def _elements(kind: ForceKind, compiled: CompiledModel) -> tuple[object, Ints]:
    assert kind.elements is not None
    return kind.elements(compiled.model)


def _kind_of(request: Request) -> tuple[ForceKind, object, int]:
    """The kind of the force that a sensor observes, its arrays, and its index in these."""
    place = request.index
    for kind in MEASURED:
        if kind.block is not None and kind.block.family == request.family:
            elements, which = _elements(kind, request.compiled)
            if place < len(which):
                return kind, elements, int(which[place])
            place -= len(which)
    raise IndexError(f"{request.family} {request.object}")


def measurement(request: Request) -> Measurement | None:
    """The measurement of the sensor's type in the record of a force; None and an error if its kind has none."""
    kind, elements, place = _kind_of(request)
    measure = next((one for one in kind.measures if one.sensor_type == request.sensor_type), None)
    if measure is None:
        request.diagnostics.error(
            Code.INVALID_VALUE,
            f"{kind.name} {request.object} has no {request.sensor_type}",
            request.described.span_of("SENSOR_TYPE"),
            f"it has {', '.join(one.sensor_type for one in kind.measures)}",
        )
        return None
    selected = np.array([place])
    evaluate = _values(measure, request.compiled, selected, ends_of(request.compiled, elements, selected))
    return Measurement(
        measure.components,
        measure.unit,
        measure.name,
        evaluate,
        observed=False,
        resolved_in=request.object if measure.along_axes else None,
    )


def _values(measure: Measure, compiled: CompiledModel, selected: Ints, ends: CarriedEnds) -> Callable[[Rows], Floats]:
    def evaluate(rows: Rows) -> Floats:
        values = measure.value(compiled.model, selected, _observe(rows, ends))
        return values if values.ndim == 2 else values[:, 0]

    return evaluate


STORES = {kind.name: partial(stored_energy, kind) for kind in KINDS if kind.energy is not None}
"""The stored energy of all forces of a model (rows, n), by kind"""
