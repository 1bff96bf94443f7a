"""Measures the motion of a frame as an observer sees it: velocities and accelerations (Dymore's manual, eqs. (55),
(56); accelerations by the errata).
"""

from __future__ import annotations

from collections.abc import Callable

from rbsolve.geometry import observer
from rbsolve.geometry.observer import Motion
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Planner, Request, number_labels
from rbsolve.solver.sensors.types.pose import of_centre


def _plan_view(symbol: str, units: str, name: str, view: Callable[[Motion, Motion], Floats]) -> Planner:
    """The planner of the quantity that `view` computes from two motions."""

    def plan(request: Request) -> Measurement:
        if request.family == "SYSTEM":
            return of_centre(request, symbol, units, f"{name} of the centre of mass", view)
        subject, seen_from = request.frame, request.observer
        return Measurement(
            number_labels(symbol), units, name, lambda chunk: view(seen_from.motion(chunk), subject.motion(chunk))
        )

    return plan


velocity = _plan_view("v", "m/s", "velocity", observer.velocity)
acceleration = _plan_view("a", "m/s^2", "acceleration", observer.acceleration)
angular_velocity = _plan_view("w", "rad/s", "angular velocity", observer.angular_velocity)
angular_acceleration = _plan_view("alpha", "rad/s^2", "angular acceleration", observer.angular_acceleration)


def specific_force(request: Request) -> Measurement:
    """Return the acceleration as the observer sees it, minus gravity, in the observer's axes."""
    subject, seen_from, gravity = request.frame, request.observer, request.compiled.model.gravity

    def evaluate(chunk: Rows) -> Floats:
        E = seen_from.motion(chunk)
        return observer.acceleration(E, subject.motion(chunk)) - observer.resolve_in(E.R, gravity)

    return Measurement(number_labels("f"), "m/s^2", "specific force", evaluate)
