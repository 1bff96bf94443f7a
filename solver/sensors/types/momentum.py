"""LINEAR_MOMENTUM and ANGULAR_MOMENTUM of a body or of SYSTEM. They are absolute momenta, from inertial velocities."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.arrays import cross
from rbsolve.geometry.observer import resolve_in
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.masses import moving_masses, selected_bodies, sum_of_bodies
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Request, number_labels


def linear_momentum(request: Request) -> Measurement:
    """Return the sum of `m v_C` in the observer's axes."""
    bodies, selected, seen_from = request.compiled.model.bodies, selected_bodies(request), request.observer

    def evaluate(chunk: Rows) -> Floats:
        masses = moving_masses(chunk, bodies, selected)
        total = sum_of_bodies(masses.mass[:, None] * masses.velocity)
        return resolve_in(seen_from.pose(chunk).R, total)

    return Measurement(number_labels("p"), "kg m/s", "linear momentum", evaluate)


def angular_momentum(request: Request) -> Measurement:
    """Return the sum of `J w + (x_C - x_E) x m v_C`, in the observer's axes.

    Here x_E is the observer's current origin, or the current common centre of mass.
    """
    bodies, selected, seen_from = request.compiled.model.bodies, selected_bodies(request), request.observer
    about_centre = request.described.get("ABOUT") == "CENTRE_OF_MASS"

    def evaluate(chunk: Rows) -> Floats:
        masses = moving_masses(chunk, bodies, selected)
        E = seen_from.pose(chunk)
        about = masses.common_centre if about_centre and len(selected) else E.x
        arm = masses.centre - np.broadcast_to(about, (int(chunk.count[0]), 3))[:, None]
        moment = cross(arm, masses.mass[:, None] * masses.velocity)
        return resolve_in(E.R, sum_of_bodies(masses.spin + moment))

    return Measurement(number_labels("L"), "kg m^2/s", "angular momentum", evaluate)
