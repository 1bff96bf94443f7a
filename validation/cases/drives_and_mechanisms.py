"""Mechanisms with a single equation of motion, and machines with gears, screws and motors."""

from __future__ import annotations

import numpy as np

from rbsolve.validation.case import Case, Floats, Quantity, columns
from rbsolve.validation.references import driven_oscillation, pendulum

GROUP = "drives-and-mechanisms"
G = 9.81
_BALL, _CYLINDER, _HOOP = 0.4, 0.5, 1.0


def _rolling(name: str, inertia: float) -> Case:
    rate = G * np.sin(np.radians(20)) / (1 + inertia)

    def motion(t: Floats) -> Floats:
        return np.stack([rate * t**2 / 2, rate * t**2 / 0.6], axis=1)

    quantities = (
        Quantity("way and turn", columns("way", "turn", component=0), motion, 1e-8, "m, rad", "all"),
        Quantity("friction", "friction", lambda t: -inertia * 2 * rate + 0 * t, 1e-8, "N", "all"),
    )
    source = "closed form: the acceleration is g sin(slope)/(1 + J/(m r^2))"
    return Case(f"{name}-rolls-down", GROUP, "rolling_down.deck", source, quantities, {"j": inertia})


def _winch(t: Floats) -> Floats:
    """Return the motion of the winch from 20 rad/s. The torque T = 8 N m acts against the load of 30 kg on the rack."""
    first, second, rack = -0.25, -0.25 * -0.4, -0.25 * -0.4 * 0.15
    inertia = 0.002 + first**2 * 0.08 + second**2 * 0.5 + rack**2 * 30
    angle = 20 * t + (8 - rack * 30 * G) / inertia * t**2 / 2
    return np.stack([angle, rack * angle], axis=1)


def _epicyclic(t: Floats) -> Floats:
    """Return the angles of the gear. With a fixed ring, the arm rotates by a third of the sun's angle. Relative to the
    arm, the planet rotates by `-2 (sun - arm)`.
    """
    arm, planet = 1 / 3, 1 / 3 - 2 * (2 / 3)
    inertia = 0.01 + planet**2 * 0.001 + arm**2 * (0.2 + 0.5 * 0.15**2)
    rate = 3 * t / inertia
    return np.stack([rate, planet * rate, 0 * t], axis=1)


_ATWOOD = 0.5 * G / (3.5 + 1.0)
_NUT = G / (1 + 2e-4 * (2 * np.pi / 0.1) ** 2 / 0.4)


def _fall(t: Floats) -> Floats:
    """Return the ladder's angle from the vertical minus its initial value. The ladder is a pendulum that starts near
    its unstable equilibrium.
    """
    stiffness = (3 * G / 2 + 0.5 * G) / ((3 / 3 + 0.5) * 2)
    return np.pi - pendulum(t, stiffness, np.pi - 0.6) - 0.6


def _trammel(t: Floats) -> Floats:
    q = _fall(t) + 0.6
    return np.stack([0.5 * np.sin(q), 0 * t, 1.5 * np.cos(q)], axis=1)


def _wheel(t: Floats) -> Floats:
    """Return the rotations of both bodies, which are T (t^2/2 - t^3/30) over their moments of inertia."""
    turned = 0.8 * (t**2 / 2 - t**3 / 30)
    return turned * (1 / 20 + 1 / 0.5)


def _bus(t: Floats) -> Floats:
    return np.stack([0 * t, 0 * t, -0.8 * (t - t**2 / 10) / 20], axis=1)


def _jeffcott(t: Floats) -> Floats:
    """Return the motion of an axle that is initially at rest."""
    load = 4 * 0.01 * 30**2
    x = driven_oscillation(t, 4, 8, 2000, (0, 0), load, 30)[:, 0]
    y = driven_oscillation(t, 4, 8, 2000, (0, 0), load, 30, -np.pi / 2)[:, 0]
    return np.stack([x, y, 0 * t], axis=1)


CASES = (
    _rolling("ball", _BALL),
    _rolling("cylinder", _CYLINDER),
    _rolling("hoop", _HOOP),
    Case(
        "atwood",
        GROUP,
        "atwood.deck",
        "closed form: the acceleration is (m1 - m2) g/(m1 + m2 + J/r^2)",
        (
            Quantity(
                "places",
                columns("right", "left", component=0),
                lambda t: np.stack([-_ATWOOD * t**2 / 2, _ATWOOD * t**2 / 2], axis=1),
                1e-8,
                "m",
                "all",
            ),
            Quantity(
                "tensions",
                columns("cord1", "cord2", component=0),
                lambda t: np.stack([2 * (G - _ATWOOD) + 0 * t, 1.5 * (G + _ATWOOD) + 0 * t], axis=1),
                1e-8,
                "N",
                "all",
            ),
        ),
    ),
    Case(
        "nut-on-a-screw",
        GROUP,
        "nut_on_a_screw.deck",
        "closed form: the acceleration is g/(1 + J (2 pi/p)^2/m)",
        (Quantity("turn", "turn", lambda t: -_NUT * np.pi * t**2 / 0.1, 1e-10, "rad", "all"),),
    ),
    Case(
        "falling-ladder",
        GROUP,
        "falling_ladder.deck",
        "closed form by Jacobi's elliptic functions",
        (
            Quantity("angle", columns("angle", component=0), lambda t: -_fall(t), 1e-4, "rad", "all"),
            Quantity("ellipse of a point", "quarter", _trammel, 1e-4, "m", "all"),
        ),
    ),
    Case(
        "reaction-wheel",
        GROUP,
        "reaction_wheel.deck",
        "closed form: the torque acts on two bodies in opposite directions",
        (
            Quantity("rotation of the wheel", "wheel", _wheel, 1e-10, "rad", "all"),
            Quantity("rate of the bus", "bus", _bus, 1e-12, "rad/s", "all"),
        ),
    ),
    Case(
        "jeffcott-rotor",
        GROUP,
        "jeffcott_rotor.deck",
        "closed form: H. H. Jeffcott, Phil. Mag. 37 (1919) 304",
        (Quantity("axle", "place", _jeffcott, 1e-10, "m", "all"),),
    ),
    Case(
        "gear-train",
        GROUP,
        "gear_train.deck",
        "closed form: the acceleration of the reduced inertia",
        (Quantity("motor and rack", columns("motor", "rack", component=0), _winch, 1e-9, "rad, m", "all"),),
    ),
    Case(
        "epicyclic-gear",
        GROUP,
        "epicyclic_gear.deck",
        "closed form: R. Willis, Principles of Mechanism (1841)",
        (
            Quantity(
                "rates of sun, planet, ring",
                columns("sun", "planet", "ring", component=2),
                _epicyclic,
                1e-9,
                "rad/s",
                "all",
            ),
        ),
    ),
)
