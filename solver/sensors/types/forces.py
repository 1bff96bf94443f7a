"""Measurements and energies of forces, as defined by the records of their kinds (solver/forces/kind.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rbsolve.language.diagnostics import Code
from rbsolve.language.table import BlockSchema
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.forces.kind import ForceKind, Measure, Seen
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.sensors.motions.carried import CarriedEnds, ends_of
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Request


class Measured(NamedTuple):
    """A kind of force whose record contains sensors."""

    kind: ForceKind
    block: BlockSchema
    elements: Callable[[Model], tuple[object, Ints]]
    """The arrays of the forces of a model, and the rows of this kind."""


MEASURED = tuple(
    Measured(kind, kind.block, kind.elements)
    for kind in KINDS
    if kind.measures and kind.block is not None and kind.elements is not None
)
FAMILIES = frozenset(measured.block.family for measured in MEASURED)
"""The families of forces whose records contain sensors."""


def blocks_of(family: str) -> list[str]:
    """Return the kinds of blocks in a family, in the order of their arrays."""
    return [measured.block.kind for measured in MEASURED if measured.block.family == family]


def _observe(rows: Rows, ends: CarriedEnds) -> Seen:
    return Seen(*ends.motions(rows), rows.signal)


def _store_of(
    energy: Callable[[Model, Ints, Seen], Floats], elements: Callable[[Model], tuple[object, Ints]]
) -> Callable[[Rows, CompiledModel], Floats]:
    def stored(rows: Rows, compiled: CompiledModel) -> Floats:
        arrays, which = elements(compiled.model)
        return energy(compiled.model, which, _observe(rows, ends_of(compiled, arrays, which)))

    return stored


def _kind_of(request: Request) -> tuple[ForceKind, object, int]:
    """Return the kind of the force that a sensor observes, the kind's arrays, and the index of the force in them."""
    place = request.index
    for measured in MEASURED:
        if measured.block.family == request.family:
            elements, which = measured.elements(request.compiled.model)
            if place < len(which):
                return measured.kind, elements, int(which[place])
            place -= len(which)
    raise IndexError(f"{request.family} {request.object}")


def measurement(request: Request) -> Measurement | None:
    """Return the measurement of the sensor's type in the record of a force. If its kind has no such measurement, report
    an error and return None.
    """
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


STORES = {
    kind.name: _store_of(kind.energy, kind.elements)
    for kind in KINDS
    if kind.energy is not None and kind.elements is not None
}
"""The functions of the stored energy of all forces of a model (rows, n), by kind."""
