"""Quaternion-based integrators with springs, bushings, dampers and loads. The tests check the conserved quantities of
the methods, and their orders relative to scipy. scipy integrates the same equations of Newton and Euler with forces
from independent formulas.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation
from vectors import cross, cross_matrix

SCHEMES = {
    "IMPLICIT_MIDPOINT": ("", 2),
    "ENERGY_MOMENTUM": ("", 2),
    "LOBATTO_IIIA_B:2": ("@NUMBER_OF_STAGES {2}", 2),
    "LOBATTO_IIIA_B:3": ("@NUMBER_OF_STAGES {3}", 4),
    "GAUSS_LOBATTO:1": ("@NUMBER_OF_STAGES {1}", 2),
    "GAUSS_LOBATTO:2": ("@NUMBER_OF_STAGES {2}", 4),
}
BASE = """
@POINT_DEFINITION { @POINT_NAME {A} { @COORDINATES {0.3, 0.1, -0.05} } @POINT_NAME {B} { @COORDINATES {0.7, 0.2, 0.1} }
    @POINT_NAME {C} { @COORDINATES {1, 0, 0} } @POINT_NAME {D} { @COORDINATES {0.5, 0.1, 0.05} } }
@TRIAD_DEFINITION { @TRIAD_NAME {t} { @EULER_ANGLES_313 {20, 30, -40} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {C} @TRIAD_NAME {t} } }
@MASS_PROPERTY_DEFINITION {
    @MASS_PROPERTY_NAME {m0} { @MASS {1} @MOMENTS_OF_INERTIA {0.02, 0.025, 0.03} }
    @MASS_PROPERTY_NAME {m1} { @MASS {2} @MOMENTS_OF_INERTIA {0.05, 0.04, 0.03} } }
@RIGID_BODY_DEFINITION {
    @RIGID_BODY_NAME {b0} { @MASS_PROPERTY_NAME {m0} @INITIAL_ANGULAR_VELOCITY {1, 2, 3} @INITIAL_VELOCITY {0.1, 0.5, -0.2} }
    @RIGID_BODY_NAME {b1} { @MASS_PROPERTY_NAME {m1} @FRAME_NAME {F} @INITIAL_ANGULAR_VELOCITY {-2, 1, 0.5} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {TYPE} STAGES
    @FORMULATION {QUATERNION_HAMILTONIAN} @INERTIA_REPRESENTATION {REPRESENTATION} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, END} @TIME_STEP_SIZE {STEP} @OUTPUT_STEP_SIZE {0.08}
    @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION {
    @SENSOR_NAME {L} { @SENSOR_TYPE {ANGULAR_MOMENTUM} @OBJECT_NAME {SYSTEM} }
    @SENSOR_NAME {P} { @SENSOR_TYPE {LINEAR_MOMENTUM} @OBJECT_NAME {SYSTEM} }
    @SENSOR_NAME {E} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} }
    @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b1} }
    @SENSOR_NAME {R} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {b1} @ROTATION_PARAMETERS {ROTATION_MATRIX} } }
"""
ELEMENTS = {
    "spring": "@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {b0, b1} @POINT1_NAME {A} @POINT2_NAME {B} "
    "@STIFFNESS {60} @REST_LENGTH {0.3} DAMPING } }",
    "bushing": "@BUSHING_DEFINITION { @BUSHING_NAME {u} { @CONNECTED_TO_BODIES {b0, b1} @AT_POINT {D} @TRIAD_NAME {t} "
    "@STIFFNESS {40, 60, 80} @ROTATIONAL_STIFFNESS {3, 4, 5} DAMPINGS } }",
    "load": "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {b1} @AT_POINT {B} @APPLIED_FORCES {1, -2, 3} "
    "@APPLIED_MOMENTS {0.2, 0.1, -0.1} FOLLOWER } }",
    "gravity": "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {1, 2, -9} } }",
}
SPRING_DAMPER, BUSHING_DAMPING, TURNING_DAMPING = 1.5, np.array([1.0, 2.0, 0.5]), np.array([0.03, 0.02, 0.04])


def deck(scheme, step, *elements, end=0.64, representation="GAMMA", damped=False, follower=False):
    text = BASE + "\n".join(ELEMENTS[name] for name in elements)
    dampings = f"@DAMPING {{{', '.join(map(str, BUSHING_DAMPING))}}} @ROTATIONAL_DAMPING {{{', '.join(map(str, TURNING_DAMPING))}}}"
    filled = {
        "{TYPE}": f"{{{scheme.partition(':')[0]}}}",
        "STAGES": SCHEMES[scheme][0],
        "{REPRESENTATION}": f"{{{representation}}}",
        "{STEP}": f"{{{float(step)!r}}}",
        "END": repr(end),
        "DAMPINGS": dampings if damped else "",
        "DAMPING }": f"@DAMPING {{{SPRING_DAMPER}}} }}" if damped else "}",
        "FOLLOWER": "@FOLLOWER_FORCE_FLAG {YES}" if follower else "",
    }
    for name, value in filled.items():
        text = text.replace(name, value)
    return text


MASS = np.array([1.0, 2.0])
J = np.array([[0.02, 0.025, 0.03], [0.05, 0.04, 0.03]])
A, B, C, D = np.array([0.3, 0.1, -0.05]), np.array([0.7, 0.2, 0.1]), np.array([1.0, 0, 0]), np.array([0.5, 0.1, 0.05])
T = Rotation.from_euler("ZXZ", [20, 30, -40], degrees=True).as_matrix()  # about axes that rotate with the body
START = [np.eye(3), T]
ORIGIN = [np.zeros(3), C]
NONE = np.zeros(3)
SHAPES = ((3,), (3, 3), (3,), (3,))  # positions, rotations, velocities, and angular velocities in body axes


def local(b, point):
    return START[b].T @ (point - ORIGIN[b])


def inverse_right_jacobian(psi):
    """Return the matrix J with d log(R exp(d)) = J d."""
    K, angle = cross_matrix(psi), np.linalg.norm(psi)
    factor = 1 / 12 if angle < 1e-4 else 1 / angle**2 - (1 + np.cos(angle)) / (2 * angle * np.sin(angle))
    return np.eye(3) + 0.5 * K + factor * K @ K


def forces(x, R, v, w, elements, damped, follower):
    """Return forces (2, 3) and moments (2, 3) about the centres of mass, in inertial components. `w` is inertial."""
    force, moment = np.zeros((2, 3)), np.zeros((2, 3))

    def push(b, point, f, m=NONE):
        force[b] += f
        moment[b] += cross(point - x[b], f) + m

    def particle(b, point):
        arm = R[b] @ local(b, point)
        return x[b] + arm, v[b] + cross(w[b], arm)

    if "gravity" in elements:
        for b in range(2):
            push(b, x[b], MASS[b] * np.array([1.0, 2.0, -9.0]))
    if "load" in elements:
        axes = R[1] @ START[1].T if follower else np.eye(3)
        push(1, particle(1, B)[0], axes @ [1, -2, 3], axes @ [0.2, 0.1, -0.1])
    if "spring" in elements:
        (x0, v0), (x1, v1) = particle(0, A), particle(1, B)
        length = np.linalg.norm(x1 - x0)
        along = (x1 - x0) / length
        f = (60 * (length - 0.3) + damped * SPRING_DAMPER * along @ (v1 - v0)) * along
        push(0, x0, f)
        push(1, x1, -f)
    if "bushing" in elements:
        (x0, v0), (x1, v1) = particle(0, D), particle(1, D)
        axes0, axes1 = R[0] @ T, R[1] @ START[1].T @ T
        gap, k, kr = x1 - x0, np.array([40.0, 60, 80]), np.array([3.0, 4, 5])
        rate = axes0.T @ (v1 - v0 - cross(w[0], gap))
        f = axes0 @ (k * (axes0.T @ gap) + damped * BUSHING_DAMPING * rate)
        psi = Rotation.from_matrix(axes0.T @ axes1).as_rotvec()
        bend = inverse_right_jacobian(psi)
        m = axes1 @ (bend.T @ (kr * psi + damped * TURNING_DAMPING * (bend @ (axes1.T @ (w[1] - w[0])))))
        push(0, x1, f, m)
        push(1, x1, -f, -m)
    return force, moment


def reference(end, elements, damped, follower):
    """Return the position and rotation matrix of the second body at the end."""

    def rate(t, y):
        x, R, v, w_B = (part.reshape(2, *shape) for part, shape in zip(np.split(y, [6, 24, 30]), SHAPES, strict=True))
        w = [R[b] @ w_B[b] for b in range(2)]
        force, moment = forces(x, R, v, w, elements, damped, follower)
        w_rates = [(R[b].T @ moment[b] - cross(w_B[b], J[b] * w_B[b])) / J[b] for b in range(2)]
        R_rates = [(R[b] @ cross_matrix(w_B[b])).ravel() for b in range(2)]
        return np.concatenate([v.ravel(), *R_rates, (force / MASS[:, None]).ravel(), *w_rates])

    w0 = [np.array([1.0, 2, 3]), T.T @ np.array([-2.0, 1, 0.5])]
    y0 = np.concatenate([*ORIGIN, np.eye(3).ravel(), T.ravel(), [0.1, 0.5, -0.2], NONE, *w0])
    y = solve_ivp(rate, (0, end), y0, method="DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
    return y[3:6], y[15:24]


CASES = {
    "spring": (("spring",), False, False),
    "bushing": (("bushing",), False, False),
    "dampers": (("spring", "bushing"), True, False),
    "dead load": (("load", "gravity"), False, False),
    "follower load and spring": (("load", "spring", "gravity"), False, True),
}


@pytest.fixture(scope="module")
def references():
    return {name: reference(0.64, *case) for name, case in CASES.items()}


@pytest.mark.parametrize("representation", ["ALPHA", "GAMMA"])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_orders(run_deck, references, scheme, case, representation):
    elements, damped, follower = CASES[case]
    order = SCHEMES[scheme][1]
    steps = np.array([8e-3, 4e-3, 2e-3]) if order == 2 else np.array([1.6e-2, 8e-3, 4e-3])
    errors = []
    for h in steps:
        text = deck(scheme, h, *elements, representation=representation, damped=damped, follower=follower)
        run = run_deck(text)
        x, R = references[case]
        errors.append(np.linalg.norm(run["x"][-1] - x) + np.linalg.norm(run["R"][-1] - R))
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(order, abs=0.15), errors


@pytest.mark.parametrize("representation", ["ALPHA", "GAMMA"])
@pytest.mark.parametrize("elements", [("spring",), ("bushing",), ("spring", "bushing")], ids="-".join)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_momenta_are_kept_by_forces_between_bodies(run_deck, scheme, elements, representation):
    """Dampers conserve the momenta too."""
    for damped in (False, True):
        run = run_deck(deck(scheme, 8e-3, *elements, end=2.0, representation=representation, damped=damped))
        assert np.abs(run["P"] - run["P"][0]).max() < 1e-13
        assert np.abs(run["L"] - run["L"][0]).max() < 2e-13


@pytest.mark.parametrize("elements", [("spring",), ("bushing",), ("spring", "bushing", "gravity")], ids="-".join)
@pytest.mark.parametrize("step", [2e-3, 2e-2])
def test_energy_momentum_keeps_the_energy(run_deck, elements, step):
    """The energy is conserved to the round-off of its terms, which are up to 500 J in a fall. With GAMMA, the energy is
    conserved except for the fourth-order term `(q.p)^2 / (8 gamma)` of the Hamiltonian.
    """
    run = run_deck(deck("ENERGY_MOMENTUM", step, *elements, end=2.0, representation="ALPHA"))
    rounding = 1e-13 * (500.0 if "gravity" in elements else 5.0)
    assert np.abs(run["E"] - run["E"][0]).max() < rounding
    run = run_deck(deck("ENERGY_MOMENTUM", step, *elements, end=2.0))
    largest = run.diagnostics["hidden_constraint"].max()
    gamma = np.mean(J, axis=1)
    assert np.abs(run["E"] - run["E"][0]).max() < np.sum(largest**2 / (8 * gamma)) + rounding


def test_dampers_take_as_much_energy_as_they_must(run_deck):
    run = run_deck(deck("ENERGY_MOMENTUM", 2e-2, "spring", "bushing", end=2.0, representation="ALPHA", damped=True))
    assert np.all(np.diff(run["E"][:, 0]) < 0)
