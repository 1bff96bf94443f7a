"""Examples of the multibody package of the Modelica Standard Library, as decks. Only the data of the examples are used.

The references are closed forms, or equations of motion that SciPy integrates. The coordinates of these equations differ
from rbsolve's coordinates. All quantities are in SI units.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq

from rbsolve.validation.case import Case, Floats, Quantity, columns
from rbsolve.validation.references import driven_oscillation, integrate

GROUP = "modelica-examples"
G, STEEL = 9.81, 7700.0
_EXACT = "closed form; data: Modelica.Mechanics.MultiBody.Examples."
_TIGHT = "integration with SciPy at 1e-13; data: Modelica.Mechanics.MultiBody.Examples."


def _spring_with_mass(t: Floats) -> Floats:
    """Return the place of the body. The spring's mass of 0.5 kg moves with half of the body's velocity."""
    rest = 0.2 + (1 + 0.25) * G / 40
    length = rest + (0.3 - rest) * np.cos(np.sqrt(40 / (1 + 0.125)) * t)
    return np.stack([0 * t, -length, 0 * t], axis=1)


def _orbit(place: tuple[float, float], velocity: tuple[float, float]) -> Callable[[Floats], Floats]:
    """Return Kepler's orbit about a centre with the attraction `1/r^2`, from the initial position and velocity."""
    r0, v0 = np.array(place), np.array(velocity)
    r, radial = float(np.hypot(*r0)), float(r0 @ v0)
    a = 1 / (2 / r - v0 @ v0)
    vector = (v0 @ v0 - 1 / r) * r0 - radial * v0
    e = float(np.hypot(*vector))
    along = vector / e
    across = np.sign(r0[0] * v0[1] - r0[1] * v0[0]) * np.array([-along[1], along[0]])
    first = float(np.arctan2(radial / np.sqrt(a), 1 - r / a))

    def orbit(t: Floats) -> Floats:
        mean = first - e * np.sin(first) + t / np.sqrt(a**3)
        angle = np.array([brentq(lambda u, m=m: u - e * np.sin(u) - m, m - 1, m + 1, xtol=1e-15) for m in mean])
        x, y = a * (np.cos(angle) - e), a * np.sqrt(1 - e**2) * np.sin(angle)
        return np.column_stack([x[:, None] * along + y[:, None] * across, 0 * t])

    return orbit


def _hanging_body(t: Floats) -> Floats:
    """Return the position of the end of a planar body to which the spring is attached. The state contains the centre
    and the angle.
    """

    def slope(_: float, y: Floats) -> Floats:
        centre, q, v, w = y[:2], y[2], y[3:5], y[5]
        arm = 0.2 * np.array([-np.sin(q), np.cos(q)])
        end, rate = centre + arm - (0.3, 0.0), v + w * np.array([-arm[1], arm[0]])
        length = np.hypot(*end)
        pull = -(30 * (length - 0.1) + 2 * (end @ rate) / length) * end / length
        return np.array([*v, w, *pull, (arm[0] * pull[1] - arm[1] * pull[0]) / 0.1]) - (0, 0, 0, 0, G, 0)

    w = np.radians(2)
    y = integrate(t, slope, [0.3, -0.4, 0, 0.2 * w, 0, w])
    return np.stack([y[:, 0] - 0.2 * np.sin(y[:, 2]), y[:, 1] + 0.2 * np.cos(y[:, 2]), 0 * t], axis=1)


def _body_on_a_rail(t: Floats) -> Floats:
    lowered = G / 30
    place = driven_oscillation(t, 1, 0, 30, (lowered, 0))[:, 0] - 0.1 - lowered
    return np.stack([0.9 + 0 * t, place, 0 * t], axis=1)


def _sliding_on_a_rod(t: Floats) -> Floats:
    """Return the angle of the rod and the change of the distance along it."""

    def slope(_: float, y: Floats) -> Floats:
        q, s, w, v = y
        turning = -(2 * s * v * w + G * s * np.cos(q)) / (1 + s**2)
        return np.array([w, v, turning, s * w**2 - G * np.sin(q) - 20 * (s - 0.2) - v])

    return integrate(t, slope, [0, 0.5, 0, 0])[:, :2] - (0, 0.5)


def _double_pendulum(t: Floats) -> Floats:
    """Return the angles of both hinges. Lagrange's equations determine the angles p and q from the horizontal."""
    m, length = STEEL * 0.5 * 0.06**2, 0.5
    inertia = m * (length**2 + 0.06**2) / 12

    def slope(_: float, y: Floats) -> Floats:
        p, q, v, w = y
        cross = m * length**2 / 2
        mass = np.array(
            [
                [inertia + 1.25 * m * length**2, cross * np.cos(p - q)],
                [cross * np.cos(p - q), inertia + m * length**2 / 4],
            ]
        )
        load = np.array(
            [
                -cross * np.sin(p - q) * w**2 - 1.5 * m * G * length * np.cos(p) - 0.1 * v,
                cross * np.sin(p - q) * v**2 - 0.5 * m * G * length * np.cos(q),
            ]
        )
        return np.array([v, w, *np.linalg.solve(mass, load)])

    y = integrate(t, slope, [0, 0, 0, 0])
    return np.stack([y[:, 0], y[:, 1] - y[:, 0]], axis=1)


def _turn(axis: Floats, angle: float) -> Floats:
    """Return the matrix (3, 3) of a rotation (Rodrigues)."""
    k = np.cross(np.eye(3), axis)
    matrix: Floats = np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k
    return matrix


def _between_springs(t: Floats) -> Floats:
    """Return the places of both ends of a body. The state contains the centre, its velocity, the angular velocity and
    the two ends' directions as the first column of the rotation.
    """
    x, y, z = np.eye(3)
    start = _turn(x, np.radians(10)) @ _turn(y, np.radians(10)) @ _turn(z, np.radians(10)) @ x

    def slope(_: float, s: Floats) -> Floats:
        centre, v, w, axis = s[:3], s[3:6], s[6:9], s[9:]
        first, second = -20 * (centre - 0.2 * axis), -20 * (centre + 0.2 * axis - (0.8, 0, 0))
        moment = 0.2 * np.cross(axis, second - first)  # the moment of inertia is 1 about all axes
        return np.concatenate([v, first + second - (0, G, 0), moment, np.cross(w, axis)])

    s = integrate(t, slope, [*(np.array([0.2, -0.5, 0.1]) + 0.2 * start), *np.zeros(6), *start])
    return np.hstack([s[:, :3] - 0.2 * s[:, 9:], s[:, :3] + 0.2 * s[:, 9:]])


def _rolling_wheel(t: Floats) -> Floats:
    """Return the place of the wheel's centre and its angular velocity. The state contains the centre, the axis and the
    angular velocity. The balance of moments is about the centre, with the force at the point of contact.
    """
    m, r, along, across = 2.0, 0.3, 0.06, 0.12
    up = np.array([0.0, 0.0, 1.0])

    def slope(_: float, s: Floats) -> Floats:
        axis, w = s[3:6], s[6:]
        side = np.cross(axis, np.cross(up, axis))
        size = np.linalg.norm(side)
        arm = r * side / size  # from the point of contact to the centre
        axis_rate = np.cross(w, axis)
        side_rate = np.cross(axis_rate, np.cross(up, axis)) + np.cross(axis, np.cross(up, axis_rate))
        arm_rate = r * (side_rate / size - side * (side @ side_rate) / size**3)
        inertia = across * np.eye(3) + (along - across) * np.outer(axis, axis)
        momentum_rate = (along - across) * (np.outer(axis_rate, axis) + np.outer(axis, axis_rate)) @ w
        # inertia w' + momentum_rate = -arm x force, force = m (w' x arm + w x arm_rate + g up)
        whole = inertia + m * (r**2 * np.eye(3) - np.outer(arm, arm))
        load = -momentum_rate - m * np.cross(arm, np.cross(w, arm_rate) + G * up)
        return np.concatenate([np.cross(w, arm), axis_rate, np.linalg.solve(whole, load)])

    s = integrate(t, slope, [0.2, 0.2, 0.3, 0, 1, 0, 1, 5, 0])
    return np.hstack([s[:, :3], s[:, 6:]])


def _planar_fourbar(t: Floats) -> Floats:
    """Return the angles at both fixed hinges. The state contains the angles of the three moving bars and their rates.
    The second derivative of the closed loop determines the multipliers.
    """
    bars = np.array([[0.4, 0.0], [0.1, 1.1], [0.65, 0.1]])
    lengths, angles = np.hypot(*bars.T), np.arctan2(bars[:, 1], bars[:, 0])
    masses = STEEL * lengths * 0.05**2
    inertias = masses * (lengths**2 + 0.05**2) / 12

    def slope(_: float, y: Floats) -> Floats:
        q, w = angles + y[:3], y[3:]
        x, z = lengths * np.cos(q), lengths * np.sin(q)  # the vectors of the bars
        inner = masses[1] * (x[0] * x[1] + z[0] * z[1]) / 2
        mass = np.diag(inertias + masses * lengths**2 / 4)
        mass[0, 0] += masses[1] * lengths[0] ** 2
        mass[0, 1] = mass[1, 0] = inner
        twist = masses[1] * (x[0] * z[1] - z[0] * x[1]) / 2  # derivative of `inner` by the first angle
        load = -G * x * (masses / 2 + (masses[1], 0, 0)) - (0.1 * w[0], 0, 0)
        load += np.array([twist * w[1] ** 2, -twist * w[0] ** 2, 0])
        closing = np.array([[-z[0], -z[1], z[2]], [x[0], x[1], -x[2]]])
        signs = np.array([1, 1, -1])
        bias = np.array([signs @ (x * w**2), signs @ (z * w**2)])
        whole = np.block([[mass, closing.T], [closing, np.zeros((2, 2))]])
        return np.concatenate([w, np.linalg.solve(whole, np.concatenate([load, bias]))[:3]])

    return integrate(t, slope, np.zeros(6))[:, [0, 2]]


def _engine(t: Floats) -> Floats:
    """Return the angle and the rate of the crank, and the height of the piston. The energy is constant."""
    r, rod = 0.1, 0.2
    cheek, pin, shaft = STEEL * 0.1 * 0.02 * 0.05, STEEL * np.pi * 0.015**2 * 0.1, STEEL * np.pi * 0.025**2 * 0.1
    inertia = 1 + shaft * 0.025**2 / 2 + pin * (0.015**2 / 2 + r**2)
    inertia += 2 * cheek * ((0.1**2 + 0.05**2) / 12 + 0.05**2)
    bar, piston = STEEL * 0.2 * 0.02 * 0.06, STEEL * np.pi * 0.05**2 * 0.1
    turning = bar * (0.2**2 + 0.06**2) / 12

    def state(q: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the height of the piston, the generalized mass and the potential energy."""
        side, height = r * np.sin(q), np.sqrt(rod**2 - (r * np.sin(q)) ** 2)
        place = r * np.cos(q) + height
        rise = -side - side * r * np.cos(q) / height  # derivative of the place by the angle
        lean = r * np.cos(q) / height  # of the angle of the rod
        middle = ((rise - side) / 2) ** 2 + (r * np.cos(q) / 2) ** 2
        mass = inertia + piston * rise**2 + turning * lean**2 + bar * middle
        height_of_bar = (place + r * np.cos(q)) / 2
        weight = G * (piston * place + bar * height_of_bar + (pin * r + cheek * r) * np.cos(q))
        return place, mass, weight

    _, mass, weight = state(np.zeros(1))
    energy = mass * 10**2 / 2 + weight

    def rate(q: Floats) -> Floats:
        _, mass, weight = state(q)
        return np.sqrt(2 * (energy - weight) / mass)

    q = integrate(t, lambda _, y: rate(y), [0])[:, 0]
    return np.stack([q, rate(q), state(q)[0]], axis=1)


def _rotor_on_a_pendulum(t: Floats) -> Floats:
    """Return the place of the rotor and its rotation about its axis. The state contains the carrier's rotation matrix,
    its angular velocity in its own axes and the angle of the rotor.
    """
    carrier, rotor = STEEL * np.pi * 0.025**2 * 0.25, STEEL * np.pi * 0.05**2 * 0.2
    out, axis = np.array([1.0, 0.0, 0.0]), np.array([1.0, 0.0, -1.0]) / np.sqrt(2)
    spin, side = rotor * 0.05**2 / 2, rotor * (3 * 0.05**2 + 0.2**2) / 12
    across = np.eye(3) - np.outer(out, out)
    inertia = carrier * 0.025**2 / 2 * np.outer(out, out)
    inertia += (carrier * (3 * 0.025**2 + 0.25**2) / 12 + carrier * 0.125**2 + rotor * 0.25**2) * across
    inertia += side * (np.eye(3) - np.outer(axis, axis))  # without the rotor's moment about its axis
    momentum, lever = spin * 10.0, carrier * 0.125 + rotor * 0.25

    def slope(_: float, y: Floats) -> Floats:
        turned, w = y[:9].reshape(3, 3), y[9:12]
        moment = np.cross(lever * out, turned.T @ (0.0, -G, 0.0))
        change = np.linalg.solve(inertia, moment - np.cross(w, inertia @ w + momentum * axis))
        rate = turned @ np.cross(np.eye(3), w)
        return np.concatenate([rate.ravel(), change, [10.0 - w @ axis]])

    y = integrate(t, slope, [*np.eye(3).ravel(), *np.zeros(4)])
    return np.column_stack([0.25 * y[:, [0, 3, 6]], y[:, 12]])


CASES = (
    Case(
        "spring-with-mass",
        GROUP,
        "spring_with_mass.deck",
        _EXACT + "Elementary.SpringWithMass",
        (Quantity("body", "body", _spring_with_mass, 1e-12, "m", "all"),),
    ),
    Case(
        "point-gravity",
        GROUP,
        "point_gravity.deck",
        _EXACT + "Elementary.PointGravity",
        (
            Quantity("first body", "one", _orbit((0, 0.6), (1, 0)), 1e-10, "m", "all"),
            Quantity("second body", "two", _orbit((0.6, 0.6), (0.6, 0)), 5e-9, "m", "all"),
        ),
    ),
    Case(
        "spring-damper-system",
        GROUP,
        "spring_damper_system.deck",
        _TIGHT + "Elementary.SpringDamperSystem",
        (
            Quantity("swinging body", "one", _hanging_body, 1e-11, "m", "all"),
            Quantity("body on a rail", "two", _body_on_a_rail, 1e-11, "m", "all"),
        ),
    ),
    Case(
        "pendulum-with-spring-damper",
        GROUP,
        "pendulum_with_spring_damper.deck",
        _TIGHT + "Elementary.PendulumWithSpringDamper",
        (
            Quantity(
                "angle and distance", columns("swing", "slide", component=0), _sliding_on_a_rod, 1e-11, "rad, m", "all"
            ),
        ),
    ),
    Case(
        "double-pendulum",
        GROUP,
        "double_pendulum.deck",
        _TIGHT + "Elementary.DoublePendulum",
        (Quantity("angles", columns("one", "two", component=0), _double_pendulum, 1e-10, "rad", "all"),),
    ),
    Case(
        "body-between-springs",
        GROUP,
        "body_between_springs.deck",
        _TIGHT + "Elementary.FreeBody",
        (Quantity("both ends", columns("body", "end"), _between_springs, 1e-11, "m", "all"),),
    ),
    Case(
        "rolling-wheel",
        GROUP,
        "rolling_wheel.deck",
        _TIGHT + "Elementary.RollingWheel",
        (Quantity("centre and rate", columns("centre", "rate"), _rolling_wheel, 1e-9, "m, rad/s", "all"),),
    ),
    Case(
        "planar-fourbar",
        GROUP,
        "planar_fourbar.deck",
        _TIGHT + "Loops.PlanarFourbar",
        (Quantity("crank and rocker", columns("A", "D", component=0), _planar_fourbar, 1e-9, "rad", "all"),),
    ),
    Case(
        "one-cylinder-engine",
        GROUP,
        "one_cylinder_engine.deck",
        _TIGHT + "Loops.Engine1a",
        (
            Quantity(
                "crank, its rate, piston",
                lambda run: np.column_stack([run["crank"][:, 0], run["rate"][:, 0], run["piston"][:, 1]]),
                _engine,
                1e-9,
                "rad, rad/s, m",
                "all",
            ),
        ),
    ),
    Case(
        "rotor-on-a-pendulum",
        GROUP,
        "rotor_on_a_pendulum.deck",
        _TIGHT + "Rotational3DEffects.GyroscopicEffects",
        (
            Quantity(
                "place and turn of the rotor",
                columns("rotor", "turn"),
                _rotor_on_a_pendulum,
                3e-9,
                "m, rad",
                "all",
            ),
        ),
    ),
)
