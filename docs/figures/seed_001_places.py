"""The place and the test of each equation of Holzinger et al. (2024), and its deviation as printed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from claims import Equation
from measures import relative
from numpy.typing import NDArray
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from rbsolve.geometry import so3

Floats = NDArray[np.float64]
RANDOM = np.random.default_rng(11)
J = np.diag([1.0, 2.0, 2.5])
LOAD, RATES, SHIFT = RANDOM.normal(size=(3, 3))
ANGLES = np.array([0.3, -0.5, 0.7])
TURN = np.array([0.4, -0.9, 0.6])


def cross(a: Floats) -> Floats:
    """Return the matrix a~ of a vector a."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def _rotation(angles: Floats) -> Floats:
    return Rotation.from_euler("XYZ", angles).as_matrix()


def _difference(function: Callable[[float], Floats], h: float = 1e-3) -> Floats:
    """Return the derivative at 0, by eighth-order finite differences."""
    weights = (4 / 5, -1 / 5, 4 / 105, -1 / 280)
    return np.asarray(sum(w * (function(k * h) - function(-k * h)) / h for k, w in enumerate(weights, start=1)))


def _rate_matrix(angles: Floats) -> Floats:
    """Return G of w = G rho', column by column, from derivatives of the rotation matrix."""
    columns = []
    for k in range(3):
        rate = _rotation(angles).T @ _difference(lambda t, k=k: _rotation(angles + t * np.eye(3)[k]), 0.02)
        columns.append([rate[2, 1], rate[0, 2], rate[1, 0]])
    return np.array(columns).T


def deviations() -> dict[str, float]:
    """Deviations of equations, as printed and as implemented, from the laws of mechanics, relative to the largest
    term."""
    G = _rate_matrix(ANGLES)
    w = G @ RATES
    euler = np.linalg.solve(J, LOAD - np.cross(w, J @ w))
    G_rate = _difference(lambda t: _rate_matrix(ANGLES + t * RATES), 0.02)
    plus_11 = np.linalg.solve(J, LOAD + np.cross(w, J @ w))
    minus_14, plus_14 = (
        np.linalg.solve(G.T @ J @ G, G.T @ (LOAD + sign * (J @ G_rate + cross(w) @ J @ G) @ RATES))
        for sign in (-1.0, 1.0)
    )
    g_hat = LOAD - (J @ G_rate + cross(w) @ J @ G) @ RATES
    without_H = np.linalg.solve(G.T @ J @ G, g_hat)
    velocity = np.zeros((7, 7))
    velocity[:3, :3], velocity[3:6, 6] = cross(w), SHIFT
    printed_velocity = velocity + np.diag([0, 0, 0, 1, 1, 1, 0])
    moved, moved_printed = expm(velocity), expm(printed_velocity)
    exact = np.block(
        [
            [Rotation.from_rotvec(w).as_matrix(), np.zeros((3, 4))],
            [np.zeros((3, 3)), np.eye(3), SHIFT[:, None]],
            [np.zeros((1, 6)), 1],
        ]
    )
    tangent = _difference(lambda t: Rotation.from_rotvec(TURN + t * RATES).as_matrix(), 0.02)
    body_rate = Rotation.from_rotvec(TURN).as_matrix().T @ tangent
    turned = np.array([body_rate[2, 1], body_rate[0, 2], body_rate[1, 0]])
    back = so3.apply_tangent_inverse(tuple(map(float, TURN)), tuple(map(float, turned)))
    mass, length, left = 2.0, 1.0, 0.9
    supports = sum(np.cross([x, 0.0, 0.0], [0.0, 0.5 * mass * 9.81, 0.0]) for x in (-left, length - left))
    least = 1e-9  # the error of the differences
    return {
        "(11), printed": relative(plus_11, euler),
        "(14), here": max(least, relative(G @ minus_14 + G_rate @ RATES, euler)),
        "(14), printed": relative(G @ plus_14 + G_rate @ RATES, euler),
        "(20), here": relative(moved, exact),
        "(20), printed": relative(moved_printed, exact),
        "(25), here": max(least, relative(back, RATES)),
        "(32), printed": relative(G @ without_H + G_rate @ RATES, euler),
        "(44), here": relative([0.0, 0.0, (length / 2 - left) * mass * 9.81], supports),
    }


EXPLICIT, ALPHA = "solver/integrators/test_explicit_orders.py", "solver/integrators/test_generalized_alpha.py"
LAWS, TANGENTS, COEFFICIENTS = (
    "geometry/test_group_laws.py",
    "solver/forces/test_tangents.py",
    "geometry/test_coefficients.py",
)
FREE_MOTION = f"{EXPLICIT}::test_free_body_keeps_energy_and_spatial_angular_momentum"
MIXED = "solver/trees/test_mixed_coordinates.py::test_second_order_in_motion_and_reactions"
MATRIX = f"{TANGENTS}::test_iteration_matrix"
SAME = f"{ALPHA}::test_the_solution_is_the_same_with_any_iteration"
HELD = f"{ALPHA}::test_order_with_a_constraint"
ADAPTIVE = f"{EXPLICIT}::test_adaptive_error_follows_the_tolerance"
STEP = "`generalized_alpha/step.py`"
EQUATIONS = (
    Equation("(1)-(10)", "equations of motion with constraints", "`generalized_alpha/equations.py`", HELD),
    Equation(
        "(11)",
        "formulation 1: angular velocity as velocity",
        "`CARDAN_ANGLES_1`, `EULER_PARAMETERS_1`",
        FREE_MOTION,
        "g_gyr = -w~ J w; with a plus sign the energy is constant, but the angular momentum is not",
        "",
        "(11), printed",
    ),
    Equation(
        "(12), (13)",
        "formulation 2: rates of the parameters as velocities",
        "`CARDAN_ANGLES_2`, `EULER_PARAMETERS_2`",
        FREE_MOTION,
        "for Euler parameters, G^T J G has rank 3; our Euler parameters stay on the sphere and need no constraint of unit length",
    ),
    Equation(
        "(14)",
        "gyroscopic forces of formulation 2",
        "`formulations/cardan_angles_2.py`",
        FREE_MOTION,
        "-(J G' + w~ J G) rho'",
        "(14), here",
        "(14), printed",
    ),
    Equation(
        "(15)-(19)",
        "rigid body on R3 x SO(3)",
        "`formulations/lie_r3_so3.py`",
        f"{LAWS}::test_products_and_inverses_equal_matrix_products",
    ),
    Equation(
        "(20)",
        "rigid body on R3 x SO(3), as 7x7 matrices",
        "`LIE_R3_SO3`",
        f"{LAWS}::test_exponential_equals_the_matrix_exponential",
        "the middle block of v~ is zero",
        "(20), here",
        "(20), printed",
    ),
    Equation(
        "(21), (22)",
        "composition of rotation parameters",
        "`geometry/quaternion.py`",
        f"{LAWS}::test_products_and_inverses_equal_matrix_products",
    ),
    Equation("(23)", "equations of motion on R3 x SO(3)", "`LIE_R3_SO3`", HELD),
    Equation("(24)", "local-global transition map", "`generalized_alpha/increments.py`", HELD),
    Equation(
        "(25)",
        "local coordinates by the inverse tangent operator",
        "`geometry/so3.py`",
        f"{LAWS}::test_inverse_tangent_operator_undoes_it",
        "",
        "(25), here",
    ),
    Equation(
        "(26)-(30)",
        "rotation vector, its map and composition",
        "`geometry/so3.py`, `geometry/quaternion.py`",
        f"{LAWS}::test_logarithm_undoes_the_exponential",
        "composition derived again, because appendix A.3 is not in our copy",
    ),
    Equation(
        "(31)",
        "models with conventional nodes and Lie nodes",
        "`@FORMULATION` of a body; joint coordinates beside Lie groups",
        MIXED,
    ),
    Equation(
        "(32)",
        "first-order form for explicit methods",
        "`munthe_kaas/loop.py`",
        f"{EXPLICIT}::test_order",
        "w' = M^-1 H^T g",
        "",
        "(32), printed",
    ),
    Equation(
        "Algorithms 2, 3",
        "Runge-Kutta and Munthe-Kaas step",
        "`munthe_kaas/loop.py`",
        f"{EXPLICIT}::test_order",
        "derived again, because the equations are figures in our copy",
    ),
    Equation(
        "3.2.1, B",
        "step size control",
        "`munthe_kaas/loop.py`, `@RELATIVE_TOLERANCE`",
        ADAPTIVE,
        "derived again; the rule for tolerances is among the statements",
    ),
    Equation(
        "(33)",
        "beta', gamma'",
        STEP,
        HELD,
        "the paper does not print alpha_m, alpha_f, beta, gamma; they follow from the spectral radius",
    ),
    Equation("(34)", "residual of formulation 2", "`generalized_alpha/equations.py`", HELD),
    Equation(
        "(35)", "iteration matrix of formulation 2", "`generalized_alpha/system.py`", MATRIX, "block (2, 1) is B H"
    ),
    Equation(
        "(36)-(38)",
        "tangent stiffness and damping",
        "`generalized_alpha/equations.py`",
        MATRIX,
        "the default is the whole derivative (36); `@TANGENT_STIFFNESS {FORCES}` selects (37)",
    ),
    Equation(
        "Algorithms 4, 5",
        "a step of generalized-alpha",
        STEP,
        HELD,
        "derived again; v' and the multipliers are predicted, not zero",
    ),
    Equation("(39)", "residual on the Lie group", "`generalized_alpha/equations.py`", HELD),
    Equation("(40)", "iteration matrix on the Lie group", "`generalized_alpha/system.py`, `@TANGENT_OPERATOR`", MATRIX),
    Equation(
        "(41)-(43)",
        "tangent stiffness and damping on the Lie group",
        "`generalized_alpha/equations.py`",
        f"{TANGENTS}::test_force_tangents",
        "the default is the whole derivative (41); `@TANGENT_STIFFNESS {FORCES}` selects (42)",
    ),
    Equation("3.3, end", "scaling of the iteration matrix", STEP, f"{ALPHA}::test_tiny_steps_converge"),
    Equation("3.4", "modified Newton iteration", "`NEWTON {MODIFIED}`", SAME),
    Equation(
        "3.5, A.2",
        "tangent operators near zero",
        "`geometry/so3.py`",
        f"{COEFFICIENTS}::test_few_ulp_over_the_whole_range",
        "series derived again",
    ),
    Equation(
        "(44)",
        "torque on the rotor",
        "`decks/rotor.deck`",
        "decks/test_decks.py::test_rotor",
        "the moment of two equal support forces m g/2",
        "(44), here",
    ),
    Equation(
        "(45)",
        "initial and goal angles of the Puma",
        "`decks/puma560.deck`",
        "decks/test_decks_with_joints.py::test_puma_560",
    ),
)
