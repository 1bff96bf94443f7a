"""Free motions seen by moving observers, and sensors on moving bodies."""

from __future__ import annotations

import numpy as np

from rbsolve.validation.case import Case, Floats, Quantity

GROUP = "observers"
G = 9.81


def _ship(t: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the components (n, 3) of the stone's position in the axes of the ship, and their first two derivatives.

    With u = x - d and the roll q about the first axis, the position is r = R^T u, and its derivative is r' = R^T u' -
    q' e1 x r. The second derivative follows in the same way.
    """
    stone = np.array([1, 2, 3]) + t[:, None] * np.array([0.5, -0.3, 2])
    stone[:, 2] -= G * t**2 / 2
    rate = np.stack([0.5 + 0 * t, -0.3 + 0 * t, 2 - G * t], axis=1)
    ship = np.stack([0.1 + 0.2 * t**2, 0 * t, 0.2 + 0.4 * np.sin(3 * t)], axis=1)
    ship_rate = np.stack([0.4 * t, 0 * t, 1.2 * np.cos(3 * t)], axis=1)
    ship_second = np.stack([0.4 + 0 * t, 0 * t, -3.6 * np.sin(3 * t)], axis=1)
    q, q1, q2 = 0.7 * np.sin(2 * t), 1.4 * np.cos(2 * t), -2.8 * np.sin(2 * t)
    weight = np.array([0, 0, -G])

    def rotate(v: Floats) -> Floats:
        c, s = np.cos(q), np.sin(q)
        return np.stack([v[:, 0], c * v[:, 1] + s * v[:, 2], -s * v[:, 1] + c * v[:, 2]], axis=1)

    def cross(rate: Floats, v: Floats) -> Floats:
        return np.stack([0 * rate, -rate * v[:, 2], rate * v[:, 1]], axis=1)

    place = rotate(stone - ship)
    velocity = rotate(rate - ship_rate) - cross(q1, place)
    fall = rotate(weight - ship_second)
    acceleration = fall - cross(q2, place) - 2 * cross(q1, velocity) - cross(q1, cross(q1, place))
    return place, velocity, acceleration


def _specific_force(t: Floats) -> Floats:
    """Return the specific force at r = (0.2, 0, 0.1) of a wheel. The wheel rotates by t + 1.5 t^2 about its third axis,
    which is tilted by 0.5 rad about -x.
    """
    turn, rate = t + 1.5 * t**2, 1 + 3 * t
    g1, g2, g3 = (
        0 * t,
        -np.sin(0.5) * G + 0 * t,
        np.cos(0.5) * G + 0 * t,
    )  # -g in the initial axes, whose second axis points down
    c, s = np.cos(turn), np.sin(turn)
    return np.stack([-0.2 * rate**2 + c * g1 + s * g2, 0.2 * 3 + -s * g1 + c * g2, g3], axis=1)


CASES = (
    Case(
        "seen-from-a-ship",
        GROUP,
        "seen_from_a_ship.deck",
        "closed form: H. Goldstein, Classical Mechanics (1980), section 4.10",
        (
            Quantity("place", "place", lambda t: _ship(t)[0], 1e-10, "m", "all"),
            Quantity("velocity", "velocity", lambda t: _ship(t)[1], 1e-10, "m/s", "all"),
            Quantity("acceleration", "acceleration", lambda t: _ship(t)[2], 1e-9, "m/s^2", "all"),
        ),
    ),
    Case(
        "sensors-on-a-wheel",
        GROUP,
        "sensors_on_a_wheel.deck",
        "closed form: the acceleration of a point of a rotating body",
        (
            Quantity("accelerometer", "accelerometer", _specific_force, 1e-9, "m/s^2", "all"),
            Quantity("gyro", "gyro", lambda t: np.stack([0 * t, 0 * t, 1 + 3 * t], axis=1), 1e-11, "rad/s", "all"),
        ),
    ),
)
