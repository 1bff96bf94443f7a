"""Mechanisms with a closed-form solution, which is evaluated at the output times."""

from __future__ import annotations

import numpy as np
from scipy.special import ellipj, ellipk

from rbsolve.runs.results import Results
from rbsolve.validation.case import Case, Floats, Header, Observe, Quantity

GROUP = "closed-forms"
G = 9.81


def _turntable(t: Floats) -> Floats:
    c, s = np.cos(2 * t), np.sin(2 * t)
    return np.stack([t * c + 0.5 * s, -t * s + 0.5 * c, 0 * t], axis=1)


def _turntable_rate(t: Floats) -> Floats:
    """Return the time derivative of the path."""
    c, s = np.cos(2 * t), np.sin(2 * t)
    return np.stack([2 * c - 2 * t * s, -2 * s - 2 * t * c, 0 * t], axis=1)


def _cone(t: Floats) -> Floats:
    """Return the horizontal position of the bob. The bob follows a circle of radius `L sin alpha` at the rate
    `sqrt(g/(L cos alpha))`.
    """
    alpha = np.radians(35)
    turn = np.sqrt(G / (0.8 * np.cos(alpha))) * t
    values: Floats = 0.8 * np.sin(alpha) * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    return values


def _second(sensor: str) -> Observe:
    return lambda results: results[sensor][:, 1]


def _four_bar(t: Floats) -> Floats:
    """Return the change of the angle q, which satisfies `q'' = -k sin q` from rest at q0. The solution is
    `sin(q/2) = sin(q0/2) cd(sqrt(k) t)`.
    """
    start, length = np.pi / 3, 0.5
    k = 3 * length * G / (2 * length**2 / 3 + 2 * length**2)
    modulus = np.sin(start / 2)
    _, cn, dn, _ = ellipj(np.sqrt(k) * t, modulus**2)
    values: Floats = 2 * np.arcsin(modulus * cn / dn) - start
    return values


def _motor_of_belts(t: Floats) -> Floats:
    """Return the rate of a motor with J w' = T - c w, from rest."""
    inertia, damping, torque = 0.0215, 0.046, 4.0
    return torque / damping * (1 - np.exp(-damping * t / inertia))


def _kinematic_slider(t: Floats) -> Floats:
    angle = 0.3 + 10 * t + 4 * t**2
    return 0.1 * np.cos(angle) + np.sqrt(0.3**2 - (0.1 * np.sin(angle)) ** 2)


def _bennett(first: Floats) -> Floats:
    """Return the second angle of Bennett's linkage, continuous when the first angle passes 180 degrees."""
    alpha, beta = np.radians(40), np.radians(65)
    ratio = np.sin((beta + alpha) / 2) / np.sin((beta - alpha) / 2)
    second: Floats = 2 * np.arctan2(ratio * np.cos(first / 2), np.sin(first / 2))
    return second


def _bennett_angles(t: Floats) -> Floats:
    first = 0.7 + 2 * (1 - np.cos(t))
    second = _bennett(first) - _bennett(np.array(0.7))
    return np.stack([first - 0.7, second, 0.7 - first, -second], axis=1)


def _four_hinges(results: Results) -> Floats:
    return np.concatenate([results[name][:, :1] for name in ("one", "two", "three", "four")], axis=1)


def _end_of_timed_pendulum(t: Floats) -> Floats:
    """Return the time of nineteen quarters of a period, for a pendulum that starts at 60 degrees."""
    return np.array([19 * ellipk(0.25) / np.sqrt(2 * G / 2.1)])


def _weighed_acceleration(t: Floats) -> Floats:
    rod, bob, ball = 600 * np.pi * 1e-4, 8500 * 0.06**3 / 6, 7800 * 4 / 3 * np.pi * 0.015**3
    inertia = rod * (3e-4 + 4) / 12 + bob * (0.06**2 / 20 + 0.64) + ball * (0.4 * 0.015**2 + 1)
    return np.array([G * (rod * 0.5 + bob * 0.8 + ball) / inertia])


_INCLINE = G * (np.sin(np.radians(25)) - 0.3 * np.cos(np.radians(25)))

CASES = (
    Case(
        "turntable",
        GROUP,
        "turntable.deck",
        "closed form: a uniform motion in rotating axes",
        (
            Quantity("path", "path", _turntable, 1e-10, "m", "all"),
            Quantity("velocity", "velocity", _turntable_rate, 1e-10, "m/s", "all"),
        ),
    ),
    Case(
        "springs-and-bushings",
        GROUP,
        "springs_and_bushings.deck",
        "closed form: harmonic oscillators",
        (
            Quantity("mass on a spring", "mass", lambda t: 1 + 0.1 * np.cos(10 * t), 1e-9, "m", "all"),
            Quantity("block on a bushing", _second("block"), lambda t: 0.05 * np.cos(5 * t), 1e-10, "m", "all"),
            Quantity("energy", "energy", Header("The total energy is"), 1e-8, "J", "all"),
        ),
    ),
    Case(
        "projectile",
        GROUP,
        "projectile.deck",
        "closed form: the path is a parabola",
        (
            Quantity("centre of mass", "centre", Header("at t = 2 s"), 1e-6, "m"),
            Quantity("energy", "energy", Header("The total energy is"), 3.3e-6, "J", "all"),
        ),
    ),
    Case(
        "delayed-brake",
        GROUP,
        "delayed_brake.deck",
        "Hayes (1950); the method of steps in closed form",
        (Quantity("velocity", "velocity", Header("velocity at t = 1, 2, 5 s"), 2e-9, "m/s", (1.0, 2.0, 5.0)),),
    ),
    Case(
        "kinematic-slider-crank",
        GROUP,
        "kinematic_slider_crank.deck",
        "closed form: plane trigonometry",
        (Quantity("slider", "position", _kinematic_slider, 1e-12, "m", "all"),),
    ),
    Case(
        "conical-pendulum",
        GROUP,
        "conical_pendulum.deck",
        "closed form: the sum of weight and tension is the centripetal force",
        (
            Quantity("place of the bob", "position", _cone, 1e-4, "m", "all"),
            Quantity("tension", "tension", lambda t: 1.5 * G / np.cos(np.radians(35)) + 0 * t, 1e-4, "N", "all"),
        ),
    ),
    Case(
        "four-bar",
        GROUP,
        "four_bar.deck",
        "closed form: a pendulum, by Jacobi's elliptic functions",
        (Quantity("angle of the cranks", "angle", _four_bar, 1e-4, "rad", "all"),),
    ),
    Case(
        "belt-drive",
        GROUP,
        "belt_drive.deck",
        "closed form: run-up of the reduced inertia (Dubbel)",
        (
            Quantity("rate of the motor", "motor", _motor_of_belts, 1e-4, "rad/s", "all"),
            Quantity("rate of the fan", "fan", lambda t: 0.5 * _motor_of_belts(t), 1e-4, "rad/s", "all"),
            Quantity("rate of the pump", "pump", lambda t: -0.2 * _motor_of_belts(t), 1e-4, "rad/s", "all"),
        ),
    ),
    Case(
        "bennett",
        GROUP,
        "bennett.deck",
        "G. T. Bennett, Engineering 76 (1903)",
        (Quantity("angles of the hinges", _four_hinges, _bennett_angles, 1e-9, "rad", "all"),),
    ),
    Case(
        "gyroscope-in-gimbals",
        GROUP,
        "gyroscope_in_gimbals.deck",
        "closed form: steady precession at m g a/(J w)",
        (
            Quantity("precession", "precession", lambda t: 0.1 * G * 0.1 / (2e-3 * 400) * t, 3e-4, "rad", "all"),
            Quantity("spin", "spin", lambda t: 400 + 0 * t, 4e-4, "rad/s", "all"),
        ),
    ),
    Case(
        "friction-on-an-incline",
        GROUP,
        "friction_on_an_incline.deck",
        "closed form: the acceleration is g (sin a - mu cos a)",
        (
            Quantity("place", "place", lambda t: t + _INCLINE * t**2 / 2, 1e-6, "m", "all"),
            Quantity("speed", "speed", lambda t: 1 + _INCLINE * t, 1e-6, "m/s", "all"),
        ),
    ),
    Case(
        "timed-pendulum",
        GROUP,
        "timed_pendulum.deck",
        "closed form: the complete elliptic integral K (Abramowitz and Stegun, table 17.2)",
        (Quantity("time of the last event", lambda results: results.time, _end_of_timed_pendulum, 8e-6, "s"),),
    ),
    Case(
        "weighed-pendulum",
        GROUP,
        "weighed_pendulum.deck",
        "closed form: mass properties of a cylinder, an octahedron and a ball",
        (Quantity("angular acceleration", _second("acceleration"), _weighed_acceleration, 1e-11, "rad/s^2", (0.0,)),),
    ),
    Case(
        "pin-friction",
        GROUP,
        "pin_friction.deck",
        "equations of the rod with the force of its pin, solved by scipy to 1e-10",
        (Quantity("angle", "angle", Header("After 6 s, the angle is"), 1e-7, "rad", (6.0,)),),
    ),
    Case(
        "inverted-pendulum",
        GROUP,
        "inverted_pendulum.deck",
        "equations of cart, pole, controller and motor, solved independently",
        (
            Quantity("place of the cart", "place", Header("at t = 1 s x"), 1e-6, "m", (1.0,)),
            Quantity("angle of the pole", "angle", Header(r"at t = 1 s x = [\d.]+, th"), 1e-6, "rad", (1.0,)),
        ),
    ),
)
