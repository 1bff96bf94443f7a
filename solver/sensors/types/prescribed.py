"""PRESCRIBED_FORCE: the forces on B1 of the prescribed motions of a joint, along the prescribed coordinates."""

from __future__ import annotations

import numpy as np

from rbsolve.language.diagnostics import Code
from rbsolve.solver.assembly.elements.prescriptions import prescriptions_of
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Request, number_labels, units_of


def prescribed_force(request: Request) -> Measurement | None:
    """Return the measurement with one column for each prescribed coordinate of the joint [N or N m].

    The force is minus the multiplier, because `M v' = f - J^T multipliers` and the row of J is the gradient of the
    coordinate.
    """
    moved = prescriptions_of(request.compiled.model.joints, request.index)
    if not moved:
        message = f"nothing prescribes a motion of joint {request.object}"
        hint = "use REACTION_FORCE or REACTION_MOMENT for its constraints, or DRIVE_FORCE for its springs and drives"
        request.diagnostics.error(Code.INVALID_VALUE, message, request.described.span_of("OBJECT_NAME"), hint)
        return None
    rows = [row for row, _ in moved.values()]

    def evaluate(chunk: Rows) -> Floats:
        return np.asarray(-chunk.multipliers[: int(chunk.count[0])][:, rows])

    labels = ("Q",) if len(rows) == 1 else number_labels("Q", len(rows))
    units = units_of(*((coordinate.effort_unit, 1) for coordinate in moved))
    return Measurement(labels, units, "force of the prescribed motion on B1", evaluate, observed=False, resolved_in="")
