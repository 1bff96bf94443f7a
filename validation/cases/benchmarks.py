"""Cases that are benchmarks from the literature. The references are Taylor series with 30 to 40 digits, and
integrations at 1e-13 by other programs and SciPy.
"""

from __future__ import annotations

import numpy as np

from rbsolve.runs.results import Results
from rbsolve.validation.case import Case, Floats, Header, Observe, Quantity
from rbsolve.validation.references import integrate, pendulum

GROUP = "benchmarks"
_TOP = "Bruels, Cardona, Arnold (2012); Taylor series with 30 digits"
_CRANK = "IFToMM library of computational benchmark problems; DOP853 with the tolerance 1e-13"
_FREE = "Euler's equations of a free body; Taylor series with 40 digits"


def _energy_of_top(results: Results) -> Floats:
    return results["kinetic_energy"][:, 0] + 15 * 9.81 * results["centre_of_mass"][:, 2]


def _six_joints(results: Results) -> Floats:
    return np.concatenate([results[f"q{i}"][:, :1] for i in range(1, 7)], axis=1)


_JOINTS_OF_SQUEEZER = ("beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon")
_SQUEEZER = (
    *(15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948),
    *(0.5244099658805304, 0.5347301163226948, 1.048080741042263),
)
_SQUEEZER_START = (
    *(-0.0617138900142764496, 0.0, 0.455279819163070380, 0.222668390165885885),
    *(0.487364979543842550, -0.222668390165885885, 1.23054744454982119),
)
_SQUEEZER_RATES = (
    *(1139.920302151208, -1424.379294994111, 11.03291221937134, 19.29337464421385),
    *(0.5735699284790808, -19.29337464421385, 0.3231791658026955),
)
_SQUEEZER_ACCELERATIONS = (
    *(-24631.76316945196, 51850.37701610329, 324102.5686413781, 566749.3645176213),
    *(16743.62929479361, -566749.3645176222, 9826.520791458422),
)
_SQUEEZER_MULTIPLIERS = (
    *(199.1753333731910, -29.75531228015052, 23.06654119098399),
    *(31.45271365475927, 22.64249232082739, 11.61740700019673),
)


def _in_joints_of_squeezer(suffix: str, start: tuple[float, ...] = (0.0,) * 7) -> Observe:
    """Return a function that returns a quantity of all seven joints. `start` contains its initial values."""

    def observe(results: Results) -> Floats:
        columns: Floats = np.hstack([results[name + suffix] for name in _JOINTS_OF_SQUEEZER]) + np.array(start)
        return columns

    return observe


def _forces_in_e(results: Results) -> Floats:
    """Return the forces of link 2 on links 3, 4 and 6 in the plane. They are the multipliers of the three loops."""
    return np.hstack([results[name][:, :2] for name in ("E3", "E4", "E6")])


def _governor(t: Floats) -> Floats:
    """Return the rotations of an arm from its start, and the displacements of the sleeve (n, 2) of a flyball governor.
    The unknowns are the angle of the arm from the spindle, the height of the sleeve and their rates. The rods are
    springs between the middle of an arm and the sleeve.
    """
    speed, ball, inertia, sleeve, g, stiffness, start = 6.0, 1.0, 1e-3, 1.5, 9.81, 8e3, np.pi / 4

    def slope(_: float, y: Floats) -> Floats:
        angle, height, rate, climb = y
        s, c = np.sin(angle), np.cos(angle)
        line, line_rate = np.array([-0.5 * s, height + 0.5 * c]), np.array([-0.5 * c * rate, climb - 0.5 * s * rate])
        length = np.linalg.norm(line)
        pull = (stiffness * (length - 0.5) + 40.0 * (line @ line_rate) / length) * line / length  # on the arm
        moment = ball * (speed**2 * s * c - g * s) + 0.5 * (c * pull[0] + s * pull[1]) - 3.0 * rate  # about the hinge
        lift = -sleeve * g - 2.0 * pull[1] - 5.0 * climb
        return np.array([rate, climb, moment / (ball + inertia), lift / sleeve])

    motion = integrate(t, slope, [start, -np.cos(start), 0.0, 0.0])
    return motion[:, :2] - motion[0, :2]


def _simple_pendulum(t: Floats) -> Floats:
    """Return the position (n, 2) of a point mass that starts at (-1, 0)."""
    angle = pendulum(t, 9.81, np.pi / 2)
    return np.stack([-np.sin(angle), -np.cos(angle)], axis=1)


def _plane(sensor: str) -> Observe:
    """Return a function that returns a sensor's components in the x-y plane."""
    return lambda results: results[sensor][:, :2]


CASES = (
    Case(
        "heavy-top",
        GROUP,
        "heavy_top.deck",
        _TOP,
        (
            Quantity("centre of mass", "centre_of_mass", Header(r"digits\): centre of mass"), 2e-8, "m"),
            Quantity("velocity of the centre of mass", "velocity", Header("its velocity"), 5e-7, "m/s"),
            Quantity("energy", _energy_of_top, Header("plus m g z is constant,"), 5.4e-6, "J", "all"),
        ),
    ),
    Case(
        "heavy-top-on-joint",
        GROUP,
        "heavy_top_spherical.deck",
        _TOP,
        (
            Quantity("centre of mass", "centre_of_mass", Header(r"digits\): centre of mass"), 1e-4, "m"),
            Quantity("velocity of the centre of mass", "velocity", Header("its velocity"), 1e-3, "m/s"),
        ),
    ),
    Case(
        "torque-free-body",
        GROUP,
        "torque_free_body.deck",
        _FREE,
        (
            Quantity("point P", "P", Header("point P"), 1e-6, "m"),
            Quantity("Euler parameters", "orientation", Header("Euler parameters"), 3e-7),
            Quantity("kinetic energy", "energy", Header("Kinetic energy"), 2.2e-7, "J", "all"),
            Quantity("angular momentum", "angular_momentum", Header("J and angular momentum"), 1e-8, "kg m^2/s", "all"),
        ),
    ),
    Case(
        "rotor-on-supports",
        GROUP,
        "rotor.deck",
        "DOP853 with the tolerance 1e-13",
        (Quantity("shaft point p1", "p1", Header("shaft point p1"), 1e-11, "m"),),
    ),
    Case(
        "slider-crank",
        GROUP,
        "slider_crank.deck",
        _CRANK,
        (
            Quantity("slider", "slider", Header("slider"), 2e-5, "m"),
            Quantity("crank angle", "angle", Header("crank angle"), 4e-4, "rad"),
        ),
    ),
    Case(
        "slider-crank-centre-at-bearing",
        GROUP,
        "slider_crank.deck",
        _CRANK,
        (
            Quantity("slider", "slider", Header("with the centre at A"), 2e-5, "m"),
            Quantity("crank angle", "angle", Header(r"with the centre at A [\d.]+ m and"), 4e-4, "rad"),
        ),
        parameters={"crank_centre": 0},
    ),
    Case(
        "puma560",
        GROUP,
        "puma560.deck",
        "parameters by Corke; DOP853 with the tolerance 1e-13",
        (Quantity("joint angles", _six_joints, Header(r"DOP853 at 1e-13\)"), 1e-9, "rad"),),
    ),
    Case(
        "humanoid",
        GROUP,
        "humanoid.deck",
        "accelerations by pinocchio, integrated by DOP853 with the tolerance 1e-12",
        (
            Quantity("pelvis", "pelvis", Header("pelvis"), 5e-5, "m"),
            Quantity("neck", "neck", Header("neck"), 5e-5, "m"),
            Quantity("left ankle", "left_ankle", Header("left ankle"), 5e-5, "m"),
            Quantity("left knee", "left_knee", Header("left knee"), 5e-5, "rad"),
            Quantity("right elbow", "right_elbow", Header("right elbow"), 5e-5, "rad"),
        ),
    ),
    Case(
        "satellite",
        GROUP,
        "satellite.deck",
        "accelerations by pinocchio, integrated by DOP853 with the tolerance 1e-12",
        (
            Quantity("rotation vector of the bus", "bus", Header("rotation vector of the bus"), 1e-6, "rad"),
            Quantity("wheel", "wheel", Header("wheel"), 5e-4, "rad"),
            Quantity("left root hinge", "left_root", Header("left root hinge"), 1e-6, "rad"),
            Quantity("left outer hinge", "left_tip", Header("left outer hinge"), 1e-6, "rad"),
        ),
    ),
    Case(
        "simple-pendulum",
        GROUP,
        "simple_pendulum.deck",
        "IFToMM library, A01; closed form by Jacobi's elliptic functions",
        (
            Quantity("bob", _plane("place"), _simple_pendulum, 1e-8, "m", "all"),
            Quantity("energy", "energy", np.zeros_like, 1e-8, "J", "all"),
        ),
    ),
    Case(
        "squeezer",
        GROUP,
        "squeezer.deck",
        "IFToMM library, A03; test set for initial value problem solvers (Bari)",
        (
            Quantity(
                "angles",
                _in_joints_of_squeezer("", _SQUEEZER_START),
                lambda t: np.array([_SQUEEZER]),
                1e-4,
                "rad",
            ),
            Quantity("rates", _in_joints_of_squeezer("_rate"), lambda t: np.array([_SQUEEZER_RATES]), 4e-2, "rad/s"),
            Quantity(
                "accelerations",
                _in_joints_of_squeezer("_acceleration"),
                lambda t: np.array([_SQUEEZER_ACCELERATIONS]),
                150.0,
                "rad/s^2",
            ),
            Quantity("multipliers", _forces_in_e, lambda t: np.array([_SQUEEZER_MULTIPLIERS]), 1e-2, "N"),
        ),
    ),
    Case(
        "flyball-governor",
        GROUP,
        "flyball_governor.deck",
        "IFToMM library, A05, with springs as rods; SciPy at 1e-13",
        (
            Quantity("arm", "arm1", lambda t: _governor(t)[:, :1], 2e-6, "rad", "all"),
            Quantity("sleeve", "sleeve", lambda t: _governor(t)[:, 1:], 4e-6, "m", "all"),
        ),
    ),
    Case(
        "car-axis",
        GROUP,
        "car_axis.deck",
        "test set for initial value problem solvers (Bari)",
        (
            Quantity("left mass", _plane("left"), Header("the left mass is at"), 1e-8, "m"),
            Quantity("right mass", _plane("right"), Header("The right mass is at"), 4e-6, "m"),
            Quantity(
                "velocity of the left mass",
                _plane("left_velocity"),
                Header(r"9460230171153861\), and its velocity is"),
                1e-7,
                "m/s",
            ),
            Quantity(
                "velocity of the right mass",
                _plane("right_velocity"),
                Header(r"1027265361256927\), and its velocity is"),
                3e-4,
                "m/s",
            ),
        ),
    ),
)
