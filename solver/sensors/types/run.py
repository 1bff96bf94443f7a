"""Sensors of the run itself: errors of the solution, steps and iterations."""

from __future__ import annotations

import numpy as np

from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Planner, Request
from rbsolve.solver.sensors.types.violation import Violation


def _of_run(column: str, label: str, units: str, name: str) -> Planner:
    """The planner of a column of the chunk that describes the whole run, for any object."""

    def plan(request: Request) -> Measurement:
        def evaluate(chunk: Rows) -> Floats:
            values: Floats = getattr(chunk, column)
            return values[: int(chunk.count[0]), None]

        return Measurement((label,), units, name, evaluate, observed=False)

    return plan


def _of_body(column: str, label: str, name: str) -> Planner:
    """The planner of a column that has a value for every body. For SYSTEM, the value with the largest absolute value is
    used.
    """

    def plan(request: Request) -> Measurement:
        body = request.index

        def evaluate(chunk: Rows) -> Floats:
            values: Floats = getattr(chunk, column)[: int(chunk.count[0])]
            if request.family == "BODY":
                return values[:, body, None]
            worst = np.argmax(np.abs(values), axis=1)
            return np.take_along_axis(values, worst[:, None], axis=1)

        return Measurement((label,), "1", name, evaluate, observed=False)

    return plan


def constraint_violation(request: Request) -> Measurement:
    """Return the largest residual of the joints at a body, or of all joints for SYSTEM. Lengths are relative to the
    size of the model.
    """
    violation = Violation(request.compiled)
    body = request.index if request.family == "BODY" else None
    return Measurement(
        ("violation",),
        "1",
        "largest constraint violation",
        lambda chunk: violation(chunk, body)[:, None],
        observed=False,
    )


def signal(request: Request) -> Measurement:
    """Return the value of a signal, with the unit from `signal_units.py`."""
    index = request.index
    return Measurement(("value",), "", "value", lambda chunk: chunk.signal[:, index, None], observed=False)


step_size = _of_run("step_size", "h", "s", "step size")
newton_iterations = _of_run("newton_iterations", "iterations", "1", "Newton iterations since the previous row")
unit_norm_error = _of_body("unit_norm_error", "error", "|e| - 1 of the Euler parameters")
determinant_error = _of_body("determinant_error", "error", "det R - 1 of the rotation")
