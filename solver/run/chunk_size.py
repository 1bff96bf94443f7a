"""Determines how many rows of a model fit in a chunk, and allocates the chunk."""

from __future__ import annotations

import math

from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.chunk import Chunk, RowSizes, empty_chunk
from rbsolve.solver.model.compiled import CompiledModel

CHUNK_BYTES = 16e6


def chunk_for(compiled: CompiledModel, integrator: Integrator, rows: int) -> Chunk:
    """Return a chunk with room for `rows` rows of all quantities that `integrator` writes for a model."""
    model, initial = compiled.model, compiled.initial
    sizes = RowSizes(
        bodies=compiled.bodies,
        constraints=integrator.constraints,
        joints=len(initial.turned),
        signals=len(model.signals.kind),
        contacts=len(model.contacts.end),
        states=len(initial.element),
        bristles=len(initial.bristle),
        conjugate=integrator.has_conjugate_quaternions,
        jacobian=integrator.has_jacobian,
    )
    return empty_chunk(rows, sizes)


def rows_per_chunk(compiled: CompiledModel, integrator: Integrator) -> int:
    """Return the number of rows in a chunk, whose size in memory is limited."""
    return max(1, min(compiled.schedule.rows, math.ceil(CHUNK_BYTES / row_bytes(compiled, integrator))))


def row_bytes(compiled: CompiledModel, integrator: Integrator) -> float:
    """Return the approximate memory of a row [bytes]."""
    model, states = compiled.model, len(compiled.initial.element)
    extras = integrator.constraints + len(model.signals.kind) + states + len(model.contacts.end) + 4
    return 8.0 * ((compiled.bodies + 1) * 21 + extras)
