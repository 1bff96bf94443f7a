"""The equations of Holzinger et al. (2020) at random points: the deviation of each equation as printed, and as
implemented.

Oracles: the matrix exponential of scipy, the series of the tangent operator, and sums over mass points of a body.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from claims import Equation
from measures import relative
from numpy.typing import NDArray
from scipy.linalg import expm, logm
from scipy.spatial.transform import Rotation

from rbsolve.geometry import se3, so3
from rbsolve.solver.assembly.elements.projection import hexahedron, hexahedron_of_gyration, spatial_mass, tetrahedron
from rbsolve.solver.model.inertia import parallel_axes

Floats = NDArray[np.float64]
RANDOM = np.random.default_rng(0)
TURN, SHIFT, RATE, SPEED, ARM = RANDOM.normal(size=(5, 3))
ALPHA = 1.0 / np.sqrt(2.0)
LENGTHS = (0.7, 1.3, 2.1)
UNIFIED = RANDOM.normal(size=6)
POINTS, MASSES = RANDOM.normal(size=(9, 3)), RANDOM.uniform(0.5, 2.0, size=9)
MASS = float(MASSES.sum())
CENTRE = MASSES @ POINTS / MASS
INERTIA = sum(m * (y @ y * np.eye(3) - np.outer(y, y)) for m, y in zip(MASSES, POINTS - CENTRE, strict=True))


def cross(a: Floats) -> Floats:
    """Return the matrix a~ of a vector a."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def motion(twist: Floats) -> Floats:
    """Return the 4x4 matrix of the algebra, eq. (7)."""
    return np.block([[cross(twist[3:]), twist[:3, None]], [np.zeros((1, 4))]])


def matrix_of(apply: Callable[..., tuple[float, ...]], *given: tuple[float, ...], size: int) -> Floats:
    """Return the matrix of a linear map that is implemented as a function of tuples."""
    return np.array([apply(*given, tuple(unit)) for unit in np.eye(size)]).T


def tangent_inverse(twist: Floats) -> Floats:
    """T_SE3^-1, from the series of the adjoint action: sum of (-1)^k ad^k / (k + 1)!."""
    ad = np.block([[cross(twist[3:]), cross(twist[:3])], [np.zeros((3, 3)), cross(twist[3:])]])
    total, term = np.zeros((6, 6)), np.eye(6)
    for k in range(60):
        total, term = total + term, -term @ ad / (k + 2)
    return np.linalg.inv(total)


def printed_coupling(t: Floats, r: Floats) -> Floats:
    """Eq. (22) with the symbols of the paper; the bracket is a commutator."""
    angle = float(np.linalg.norm(r))
    cot = 1.0 / np.tan(0.5 * angle)
    T, R = cross(t), cross(r)
    first = 0.5 * (2.0 - cot) / angle**2 * (T @ R - R @ T)
    return 0.5 * T + first + 0.5 * (angle**2 / (1.0 - np.cos(angle)) + cot) / angle**4 * (r @ t) * R @ R


def tangents() -> dict[str, float]:
    """Deviations of eqs. (17)-(22)."""
    twist = np.concatenate([SHIFT, TURN])
    x, e = se3.exp(tuple(twist))
    built = np.eye(4)
    built[:3, :3], built[:3, 3] = Rotation.from_quat([*e[1:], e[0]]).as_matrix(), x
    exact = tangent_inverse(twist)
    inverse = matrix_of(se3.apply_tangent_inverse, tuple(twist), size=6)
    tangent, on_so3 = (
        matrix_of(apply, tuple(TURN), size=3) for apply in (so3.apply_tangent, so3.apply_tangent_inverse)
    )
    return {
        "(17)": relative(built, expm(motion(twist))),
        "(18)": relative(inverse, exact),
        "(20)": relative(tangent, np.linalg.inv(exact[:3, :3])),
        "(21)": relative(on_so3, exact[:3, :3]),
        "(22)": relative(inverse[:3, 3:], exact[:3, 3:]),
        "(22) printed": relative(printed_coupling(SHIFT, TURN), exact[:3, 3:]),
    }


def shape_functions(y: Floats, D: Floats) -> Floats:
    """N(y) = [I, y~^T] D^-1, eq. (83)."""
    return np.asarray(np.hstack([np.eye(3), cross(y).T]) @ np.linalg.inv(D))


def printed_shape_functions(y: Floats) -> Floats:
    """Eq. (39)."""
    (y1, y2, y3), (l1, l2, l3) = y, LENGTHS
    return ALPHA * np.array(
        [
            [1 - y2 / l2, -1 - y2 / l2, 0, 0, y3 / l1, y3 / l1],
            [y1 / l2, y1 / l2, 1 - y3 / l3, -1 - y3 / l3, 0, 0],
            [0, 0, y2 / l3, y2 / l3, 1 - y1 / l1, -1 - y1 / l1],
        ]
    )


def printed_hexahedron() -> Floats:
    """D of eq. (70)."""
    D = np.zeros((6, 6))
    for face, (along, about) in enumerate(((0, 5), (1, 3), (2, 4))):
        D[2 * face, along], D[2 * face + 1, along] = ALPHA, -ALPHA
        D[2 * face : 2 * face + 2, about] = ALPHA
    return D


def printed_tetrahedron(l: float, a: float) -> Floats:  # noqa: E741  # the symbol of the formula
    """D of eq. (80)."""
    lower = [[-a, a, 0, 0, 0, l * a], [0, -a, a, l * a, 0, 0], [a, 0, -a, 0, l * a, 0]]
    return np.vstack([np.hstack([a * np.eye(3), np.zeros((3, 3))]), lower])


def printed_spin(w: Floats) -> Floats:
    """Return the derivative E-dot of eq. (49)."""
    (l1, l2, l3), (w1, w2, w3, w4, w5, w6) = LENGTHS, w
    return cross(ALPHA * np.array([(w3 + w4) / l3, (w5 + w6) / l1, (w1 + w2) / l2]))


def projections() -> dict[str, float]:
    """Deviations of eqs. (26)-(52) and (65)-(83)."""
    D, unit = hexahedron(LENGTHS, ALPHA), hexahedron((1.0, 1.0, 1.0), ALPHA)
    tet = tetrahedron(1.4, 0.6)
    local = np.linalg.solve(D, UNIFIED)
    spin = np.column_stack([np.cross(local[3:], e) for e in np.eye(3)])
    scaled = hexahedron(LENGTHS, 0.6)
    return {
        "(39)": relative(printed_shape_functions(ARM), shape_functions(ARM, D)),
        "(49)": relative(printed_spin(UNIFIED), spin),
        "(70)": relative(unit, printed_hexahedron()),
        "(71)": relative(unit.T @ unit, np.eye(6)),
        "(72)": relative(np.linalg.det(scaled), -8 * 0.6**6 * np.prod(LENGTHS)),
        "(73)": relative(np.linalg.det(D), -np.prod(LENGTHS)),
        "(80)": relative(tet, printed_tetrahedron(1.4, 0.6)),
        "(81)": relative(np.linalg.det(tet), 0.6**6 * 1.4**3),
    }


def integrate(D: Floats, integrand: Callable[[Floats], Floats]) -> Floats:
    """Sum over the mass points of m N^T (...)."""
    return np.asarray(
        sum(m * shape_functions(y, D).T @ integrand(y) for m, y in zip(MASSES, POINTS, strict=True)), dtype=np.float64
    )


def printed_velocity_terms(D: Floats, U: Floats, spin: Floats, J: Floats, m: float) -> Floats:
    """Gamma w of eq. (97) with J2 of eq. (89), whose blocks are not transposed."""
    E, first = cross(spin), m * cross(CENTRE).T
    blocks = np.block([[E * m, E @ first], [E @ first, E @ J]])
    return np.asarray(np.linalg.solve(D.T, blocks @ np.concatenate([U, spin])))


def first_row(w: Floats, J: Floats, m: float, difference: float) -> float:
    """Return the first row of eq. (100), with the factor of (w3 + w4): J22 - J11, printed -J11 - J22."""
    w1, w2, w3, w4, w5, w6 = w
    terms = m * (w1 + w2) * (w4 - w3) + (difference * (w3 + w4) + m * (w5 - w6)) * (w5 + w6)
    return float(terms / (2 * np.sqrt(2)))


def equations_of_motion() -> dict[str, float]:
    """Deviations of eqs. (84)-(107) from sums over mass points."""
    D = hexahedron(LENGTHS, ALPHA)
    inverse = np.linalg.inv(D)
    M = spatial_mass(MASS, CENTRE, INERTIA)
    about = INERTIA + parallel_axes(MASS, CENTRE)
    exact = integrate(D, lambda y: shape_functions(y, D))
    swapped = np.block([[M[:3, :3], M[:3, 3:]], [M[:3, 3:], M[3:, 3:]]])  # J2 in place of its transpose
    U, spin = SPEED, RATE
    centripetal = integrate(D, lambda y: cross(spin) @ (U + np.cross(spin, y)))
    ad = np.block([[cross(spin), np.zeros((3, 3))], [cross(U), cross(spin)]])
    generalized = np.linalg.solve(D.T, np.concatenate([SHIFT, np.cross(ARM, SHIFT)]))
    return {
        "(85)": relative(inverse.T @ M @ inverse, exact),
        "(85) printed": relative(inverse.T @ swapped @ inverse, exact),
        "(97)": relative(inverse.T @ ad @ M @ np.concatenate([U, spin]), centripetal),
        "(97) printed": relative(printed_velocity_terms(D, U, spin, about, MASS), centripetal),
        "(101)": relative(generalized, shape_functions(ARM, D).T @ SHIFT),
        **about_the_centre(),
    }


def about_the_centre() -> dict[str, float]:
    """Eqs. (93), (100) and the hexahedron of gyration: principal axes at the centre of mass."""
    J, m = np.array([5.2988, 1.1775, 4.3568]), 1.7
    D = hexahedron((1.0, 1.0, 1.0), ALPHA)
    M = spatial_mass(m, np.zeros(3), np.diag(J))
    inverse = np.linalg.inv(D)
    printed = np.zeros((6, 6))
    for face, moment in enumerate((J[2], J[0], J[1])):
        block = 0.5 * np.array([[m + moment, moment - m], [moment - m, m + moment]])
        printed[2 * face : 2 * face + 2, 2 * face : 2 * face + 2] = block
    local = inverse @ UNIFIED
    terms = inverse.T @ np.concatenate([m * np.cross(local[3:], local[:3]), np.cross(local[3:], J * local[3:])])
    gyration = np.linalg.inv(hexahedron_of_gyration(m, np.zeros(3), np.diag(J), ALPHA))
    return {
        "(93)": relative(inverse.T @ M @ inverse, printed),
        "(93) with radii of gyration": relative(gyration.T @ M @ gyration, m * np.eye(6)),
        "(100)": relative(first_row(UNIFIED, J, m, J[1] - J[0]), terms[0]),
        "(100) printed": relative(first_row(UNIFIED, J, m, -J[0] - J[1]), terms[0]),
    }


def increments() -> dict[str, float]:
    """Eq. (16): the increment between two motions is not the difference of their motion vectors, unless the first is
    zero."""
    first, second = np.concatenate([SHIFT, TURN]), np.concatenate([SPEED, 0.5 * RATE])
    between = np.linalg.solve(expm(motion(first)), expm(motion(second)))
    found = np.real(logm(between))
    exact = np.concatenate([found[:3, 3], [found[2, 1], found[0, 2], found[1, 0]]])
    x, q = se3.exp(tuple(second))
    y, p = se3.exp(tuple(first))
    own = se3.log(*se3.product(*se3.inverse(y, p), x, q))
    return {"(16)": relative(np.array(own), exact), "(16) printed": relative(second - first, exact)}


def deviations() -> dict[str, float]:
    """Return the deviations of all equations that numbers can test."""
    return {**increments(), **tangents(), **projections(), **equations_of_motion()}


LAWS, PROJECTIONS = "geometry/test_group_laws.py", "solver/formulations/test_projections.py"
EXPONENTIAL, TANGENT = (
    f"{LAWS}::test_exponential_equals_the_matrix_exponential",
    f"{LAWS}::test_tangent_operator_is_the_derivative_of_the_exponential",
)
INVERSE, DETERMINANTS = (
    f"{LAWS}::test_inverse_tangent_operator_undoes_it",
    f"{PROJECTIONS}::test_determinants_equal_the_determinants_of_the_paper",
)
SAME_MOTION = f"{PROJECTIONS}::test_the_motion_equals_the_motion_in_se3"
MATRICES, VELOCITIES = "`solver/assembly/elements/projection.py`", "`solver/formulations/unified_velocities.py`"
SE3, SO3 = "`geometry/se3.py`", "`geometry/so3.py`"
EQUATIONS = (
    Equation("(1)-(12)", "SE(3), its algebra, twists with the translation first", SE3, EXPONENTIAL),
    Equation("(13)", "q' = T^-1(q) v", "`solver/formulations/lie_se3.py`", TANGENT),
    Equation("(16), (117)", "H(t+h) = H(t) exp(q(t+h) - q(t))", SE3, f"{LAWS}::test_products_and_inverses_equal_matrix_products",
             "the formula is true only for q(t) = 0; therefore increments start at zero in each step", "(16)", "(16) printed"),
    Equation("(17), (19)", "exponential on SE(3) and SO(3)", SE3, EXPONENTIAL, built="(17)"),
    Equation("(18)", "inverse tangent operator on SE(3)", SE3, INVERSE, built="(18)"),
    Equation("(20)", "tangent operator on SO(3)", SO3, TANGENT, built="(20)"),
    Equation("(21)", "inverse tangent operator on SO(3)", SO3, INVERSE, built="(21)"),
    Equation("(22)", "coupling of translation and rotation in T^-1", SE3, INVERSE,
             "B = qT~/2 + a (qT~ qR~ + qR~ qT~) + b (qR.qT) qR~², a = (1 - (phi/2) cot(phi/2))/phi², b = a'/phi", "(22)", "(22) printed"),
    Equation("(23)-(25), (65)-(69)", "six velocities w_i = b_i.v(y_i), D", f"{MATRICES}, `UNIFIED_VELOCITIES`",
             f"{PROJECTIONS}::test_the_sensor_measures_by_the_projection_that_some_body_is_integrated_with"),
    Equation("(26)-(31), (70)", "points and directions of the hexahedron", "`@PROJECTION {HEXAHEDRON}`", DETERMINANTS,
             "our copy of the paper lacks the signs; we use the signs that give (70)", "(70)"),
    Equation("(32)-(39), (82), (83)", "velocity field N(y)", MATRICES, SAME_MOTION, built="(39)"),
    Equation("(40)-(52), (111)", "accelerations, E-dot = Omega~", VELOCITIES, SAME_MOTION, built="(49)"),
    Equation("(53)-(62)", "Gibbs-Appell equations, mass matrix, velocity terms", VELOCITIES, SAME_MOTION),
    Equation("(63), (64), (101)", "generalized forces", VELOCITIES, SAME_MOTION, built="(101)"),
    Equation("(71)", "D is orthogonal for unit lengths", MATRICES, DETERMINANTS, built="(71)"),
    Equation("(72)", "det D = -8 alpha^6 l1 l2 l3", "`PROJECTION_DETERMINANT`", DETERMINANTS, built="(72)"),
    Equation("(73)", "det D = -l1 l2 l3 for alpha = 1/sqrt(2)", "`PROJECTION_DETERMINANT`", DETERMINANTS, built="(73)"),
    Equation("(74)-(80)", "the tetrahedron", "`@PROJECTION {TETRAHEDRON}`", DETERMINANTS,
             "our copy of the paper lacks the signs; we use the signs that give (80)", "(80)"),
    Equation("(81)", "det D = alpha^6 l^3", "`PROJECTION_DETERMINANT`", DETERMINANTS, built="(81)"),
    Equation("(84)-(92)", "mass matrix D^-T M D^-1", MATRICES, SAME_MOTION,
             "for a point that is not the centre of mass, the lower left block is the transpose of J2", "(85)", "(85) printed"),
    Equation("(93)", "mass matrix of the hexahedron", MATRICES, SAME_MOTION, built="(93)"),
    Equation("(93)", "with radii of gyration as lengths, it is m I (not in the paper)", "`@PROJECTION_LENGTHS {GYRATION}`",
             f"{PROJECTIONS}::test_radii_of_gyration_make_the_mass_matrix_a_multiple_of_the_identity", "added",
             "(93) with radii of gyration"),
    Equation("(94)-(98)", "velocity terms D^-T Psi M D^-1 w", VELOCITIES, SAME_MOTION,
             "D^-T [[Omega~, 0], [U~, Omega~]] M v about any point; the printed form is true only about the centre of mass",
             "(97)", "(97) printed"),
    Equation("(100)", "velocity terms of the hexahedron, row 1", VELOCITIES, SAME_MOTION,
             "(J22 - J11)(w3 + w4), printed as (-J11 - J22)(w3 + w4); the other rows are correct", "(100)", "(100) printed"),
    Equation("(102)-(107)", "Newton-Euler equations", VELOCITIES, SAME_MOTION),
    Equation("(108)-(114)", "the algebra and T^-1 in unified velocities", VELOCITIES, SAME_MOTION,
             "D21 and D22 of (109) are blocks of D^-1"),
    Equation("(115)-(125)", "Runge-Kutta method of fourth order on SE(3)",
             "`solver/integrators/munthe_kaas`, `EXPLICIT_RUNGE_KUTTA`, `RK44`",
             "solver/integrators/test_explicit_orders.py::test_order",
             "**corrected**: the printed stages lack the factor dt, and the forces must have the configuration of the stage"),
    Equation("(126)-(130)", "torque-free body", "`decks/torque_free_hexahedron.deck`",
             "decks/test_decks.py::test_torque_free_body_in_unified_velocities"),
    Equation("(128)", "initial unified velocities", "`@INITIAL_UNIFIED_VELOCITIES`",
             f"{PROJECTIONS}::test_initial_unified_velocities_of_the_paper"),
)  # fmt: skip
