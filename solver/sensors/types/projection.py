"""The unified velocities of a body, and the projection that defines them (Holzinger et al. 2020, sections 3 and 4)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.geometry import observer
from rbsolve.geometry.arrays import rotate
from rbsolve.language.table import GROUND
from rbsolve.solver.assembly.elements.projection import UNIT_HEXAHEDRON, matrix_of
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Planner, Request, number_labels, units_of


def _matrix(request: Request) -> Floats:
    """Return the matrix D of the body: the matrix of the integrator if some body uses unified velocities, otherwise the
    matrix of the unit hexahedron.
    """
    compiled = request.compiled
    options, bodies = compiled.method.projection or UNIT_HEXAHEDRON, compiled.model.bodies
    if request.object == GROUND:
        return matrix_of(options._replace(by_gyration=False, lengths=(1.0,)), 1.0, np.zeros(3), np.eye(3))
    b = request.index
    return matrix_of(options, bodies.mass[b], bodies.centre[b], bodies.inertia[b])


def unified_velocities(request: Request) -> Measurement:
    """Six local velocities of a body, along the directions of the projection and at its points (Holzinger et al. 2020,
    eq. (23)).
    """
    body, D = request.index, _matrix(request)

    def evaluate(chunk: Rows) -> Floats:
        motion = Rows.of(chunk).motion(body)
        local = np.concatenate(
            [observer.resolve_in(motion.R, motion.v), observer.resolve_in(motion.R, motion.w)], axis=-1
        )
        return rotate(D, local)

    return Measurement(
        number_labels("w", 6), "m/s", "unified local velocities", evaluate, observed=False, resolved_in=request.object
    )


def projection_matrix(request: Request) -> Measurement:
    """D, row by row. Each row is a direction, followed by its moment about the body's origin (Holzinger et al. 2020,
    eq. (66)).
    """
    values = _matrix(request).reshape(-1)
    labels = tuple(f"D{row}{column}" for row in range(1, 7) for column in range(1, 7))
    units = ", ".join([units_of(("1", 3), ("m", 3))] * 6)
    return Measurement(labels, units, "projection matrix", lambda _: values, observed=False, resolved_in=request.object)


def _number(label: str, unit: str, name: str, of: Callable[[Floats], float]) -> Planner:
    """The planner of a scalar property of D."""

    def plan(request: Request) -> Measurement:
        value = np.array([float(of(_matrix(request)))])
        return Measurement((label,), unit, name, lambda _: value, observed=False)

    return plan


projection_determinant = _number("det_D", "m^3", "determinant of the projection matrix", np.linalg.det)
projection_condition = _number("cond_D", "1", "condition number of the projection matrix", np.linalg.cond)
