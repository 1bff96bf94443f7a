"""The numbers of the page on Kynema's rigid body: the terms of a body compared with mass points, and the increments of
two integrators.

`python docs/figures/make.py seed-004` measures them (docs/figures/seed_004.json), and writes the tables of
docs/results-seed-004.md.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from claims import Equation, Numbers, Paper, Statement, Table, confirmed
from measures import relative
from reference_values import TOP
from scipy.spatial.transform import Rotation
from workshop import DECKS, Workshop

import rbsolve
from rbsolve.solver.assembly.elements.projection import spatial_mass

Floats = np.ndarray
OMEGA = np.array([1.1, -2.3, 0.7])
GRAVITY = np.array([0.3, -0.5, -9.81])
ROTATION = Rotation.from_rotvec([0.4, -0.7, 0.9]).as_matrix()
STEPS = (2e-3, 1e-3, 5e-4)
FORMULATIONS = {"left": "LIE_R3_SO3_LEFT", "right": "LIE_R3_SO3"}


class Points:
    """Seven mass points on a rigid body. Their forces are summed to a force and a moment about the node."""

    def __init__(self) -> None:
        random = np.random.default_rng(7)
        self.points, self.masses = random.normal(size=(7, 3)), random.uniform(0.5, 2.0, size=7)
        self.mass = float(self.masses.sum())
        self.centre = self.masses @ self.points / self.mass
        arms = self.points - self.centre
        self.inertia = sum(m * (a @ a * np.eye(3) - np.outer(a, a)) for m, a in zip(self.masses, arms, strict=True))

    def summed(self, R: Floats, accelerations: Callable[[Floats], Floats]) -> Floats:
        """Sums of the forces m a and of their moments, for the accelerations of points at arms (7, 3)."""
        arms = self.points @ R.T
        forces = self.masses[:, None] * accelerations(arms)
        return np.concatenate([forces.sum(axis=0), np.cross(arms, forces).sum(axis=0)])

    def inertia_forces(self, R: Floats, omega: Floats, rate: Floats) -> Floats:
        """Return the inertia forces M v' + g."""
        return self.summed(R, lambda arms: rate[:3] + np.cross(rate[3:], arms) + np.cross(omega, np.cross(omega, arms)))

    def weight(self, R: Floats) -> Floats:
        """Return the force f of gravity."""
        return self.summed(R, lambda arms: np.broadcast_to(GRAVITY, arms.shape))

    def deck(self) -> str:
        """Return the deck of a free body with these mass points."""
        J = self.inertia
        return f"""
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{{_list(GRAVITY)}}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{{self.mass!r}}} @CENTRE_OF_MASS_LOCATION {{{_list(self.centre)}}}
  @MOMENTS_OF_INERTIA {{{_list(np.diag(J))}}} @PRODUCTS_OF_INERTIA {{{_list([J[0, 1], J[0, 2], J[1, 2]])}}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{0.2, -0.4, 0.7}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{T}} {{ @ROTATION_VECTOR {{0.4, -0.7, 0.9}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F}} {{ @POINT1_NAME {{P}} @TRIAD_NAME {{T}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @FRAME_NAME {{F}} @MASS_PROPERTY_NAME {{m}}
  @INITIAL_ANGULAR_VELOCITY {{{_list(OMEGA)}}} @INITIAL_VELOCITY {{0.4, 0.1, -0.8}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{1e-3}} }} }}
"""


def _list(values: Floats | list[float]) -> str:
    return ", ".join(repr(float(value)) for value in values)


def _differences(function: Callable[[Floats], Floats]) -> Floats:
    step = 1e-5
    return np.array([(function(step * e) - function(-step * e)) / (2 * step) for e in np.eye(6)]).T


def _on_the_left(change: Floats) -> Floats:
    return Rotation.from_rotvec(change[3:]).as_matrix() @ ROTATION


def _turn(R: Floats, mass: Floats, below: Floats | None = None) -> Floats:
    """Return a mass matrix in body axes, rotated by blockdiag(R, R). The page prints a block `below` the diagonal."""
    T = np.block([[R, np.zeros((3, 3))], [np.zeros((3, 3)) if below is None else below, R]])
    return np.asarray(T @ mass @ T.T)


def terms() -> dict[str, float]:
    """Return the largest deviations of the terms of a free body from sums over mass points, relative to the largest
    entry.

    Also return the deviations of the relation between these terms and the damping and stiffness matrices of a
    linearization.
    """
    body = Points()
    found = rbsolve.linearize(body.deck(), bodies=True)
    own = found.body_terms
    assert own is not None
    rate = np.linalg.solve(own.mass[0], body.weight(ROTATION) - body.inertia_forces(ROTATION, OMEGA, np.zeros(6)))
    expected = {
        "M": (own.mass, _differences(lambda d: body.inertia_forces(ROTATION, OMEGA, rate + d))),
        "G": (own.gyroscopic, _differences(lambda d: body.inertia_forces(ROTATION, OMEGA + d[3:], rate))),
        "K": (own.stiffness, _differences(lambda d: body.inertia_forces(_on_the_left(d), OMEGA, rate))),
        "K of the weight": (own.weight_stiffness, -_differences(lambda d: body.weight(_on_the_left(d)))),
    }
    deviations = {
        f"deviation, {name}": float(np.abs(mine[0] - true).max() / np.abs(true).max())
        for name, (mine, true) in expected.items()
    }
    own_mass = spatial_mass(body.mass, body.centre, body.inertia)
    N = found.motions[0]
    stiffness = own.small_motion_stiffness[0] + own.weight_stiffness[0]
    matrices = {
        "M": own.mass[0],
        "G": own.gyroscopic[0],
        "K": own.stiffness[0],
        "K of the weight": own.weight_stiffness[0],
    }
    return {
        **deviations,
        **{f"{name} {i} {j}": float(A[i, j]) for name, A in matrices.items() for i in range(6) for j in range(6)},
        "deviation, RR^r": relative(_turn(ROTATION, own_mass), own.mass[0]),
        "deviation, RR^r printed": relative(_turn(ROTATION, own_mass, ROTATION), own.mass[0]),
        "deviation, K without the weight": relative(own.stiffness[0], own.stiffness[0] + own.weight_stiffness[0]),
        "residual": float(np.abs(own.residual).max() / np.abs(body.weight(ROTATION)).max()),
        "bridge, C": float(
            np.abs(N.T @ own.small_motion_damping[0] @ N - found.damping).max() / np.abs(found.damping).max()
        ),
        "bridge, K": float(np.abs(N.T @ stiffness @ N - found.stiffness).max() / np.abs(found.stiffness).max()),
    }


def increments() -> dict[str, float]:
    """Return errors and iterations of generalized-alpha on the heavy top with a joint.

    Increments are on the left and on the right.
    """
    found = {}
    for name, formulation in FORMULATIONS.items():
        errors = []
        for step in STEPS:
            results = rbsolve.solve(DECKS / "heavy_top_spherical.deck", None, "GENERALIZED_ALPHA", formulation, step)
            errors.append(float(np.linalg.norm(results["centre_of_mass"][-1] - TOP)))
            found[f"iterations, {name}, {step:g}"] = (
                results.attributes["newton_iterations"] / results.attributes["steps"]
            )
        found[f"order, {name}"] = float(np.polyfit(np.log(STEPS), np.log(errors), 1)[0])
        found[f"error, {name}"] = errors[-1]
    return found


def measure() -> dict[str, float]:
    """Return all numbers."""
    return {**terms(), **increments()}


SMALL = 1e-8
STATEMENTS = (
    Statement(
        "equations",
        "M, g and the variation dR = M dv' + G dv + K dq describe a rigid body",
        lambda n: "largest deviation from seven mass points, by differences: "
        + ", ".join(f"{n[f'deviation, {name}']:.0e} ({name})" for name in ("M", "G", "K", "K of the weight"))
        + f"; residual of a free body {n['residual']:.0e} of its weight",
        lambda n: confirmed(max(n[f"deviation, {name}"] for name in ("M", "G", "K")) < SMALL) + " with increments on the left",
        where="`rbsolve linearize --bodies`",
    ),
    Statement(
        "iteration matrix",
        "M, G and K are assembled into the iteration matrix of the time integrator",
        lambda n: ("C = G - M diag(0, w~), K_s = K - G diag(0, w~) - M diag(0, w'~) agree with our formulas, with "
                f"deviations {n['bridge, C']:.0e} and {n['bridge, K']:.0e}"),
        lambda n: confirmed(max(n["bridge, C"], n["bridge, K"]) < SMALL),
        where="`rbsolve linearize --bodies`",
    ),
    Statement(
        "time integration",
        "q in R^3 x SO(3) with increments on the left",
        lambda n: (f"order {n['order, left']:.2f} on the left, {n['order, right']:.2f} on the right; error of the "
                f"heavy top with a joint at 0.5 ms {n['error, left']:.2g} and {n['error, right']:.2g} m; "
                f"iterations per step at 2 ms {n['iterations, left, 0.002']:.2f} and {n['iterations, right, 0.002']:.2f}"),
        lambda n: confirmed(abs(n["order, left"] - 2.0) < 0.1),
        where="`@FORMULATION {LIE_R3_SO3_LEFT}`, `decks/heavy_top_spherical.deck`",
    ),
)  # fmt: skip

STEPS_OF_KYNEMA = "solver/formulations/test_left_increments.py::test_steps_satisfy_the_equations_of_kynema"
TERMS = "solver/analyses/test_body_terms.py"
DERIVATIVES = f"{TERMS}::test_the_terms_are_the_derivatives_of_the_residual_of_mass_points"
HERE = "`solver/analyses/linearized/body_terms.py`, `rbsolve linearize --bodies`"
EQUATIONS = (
    Equation("(rigid-ref)", "reference position and orientation", "`@FRAME_NAME`", STEPS_OF_KYNEMA),
    Equation("q, x^c, R^c", "x^c = x^r + u, R^c = R R^r", "`LIE_R3_SO3_LEFT`", STEPS_OF_KYNEMA),
    Equation("M", "mass matrix in inertial coordinates", HERE, DERIVATIVES, built="deviation, M"),
    Equation("RR^r", "rotation of the material mass matrix", HERE, DERIVATIVES, "block-diagonal, but printed with R in block (2, 1)",
             "deviation, RR^r", "deviation, RR^r printed"),
    Equation("g", "[m w~w~ eta; w~ rho w]", HERE, DERIVATIVES),
    Equation("(rbresid)", "R = M v' + g - f", HERE, f"{TERMS}::test_the_residual_of_a_free_body_is_zero_and_of_one_on_a_joint_its_reaction",
             "f is not defined; it contains the applied forces and their moment about the node", "residual"),
    Equation("dR", "variation M dv' + G dv + K dq", HERE, DERIVATIVES, "the formula is valid for dR = dtheta~ R, an increment on the left"),
    Equation("G", "gyroscopic matrix", HERE, DERIVATIVES, "the first column is zero (printed \"r\")", "deviation, G"),
    Equation("K", "stiffness matrix of inertia", HERE, DERIVATIVES,
             "K does not contain the stiffness of the applied forces; the stiffness of the weight is separate", "deviation, K"),
    Equation("K", "stiffness of all forces, including the weight", HERE, DERIVATIVES, "- f_q is added: for the weight -a_g~ m eta~",
             "deviation, K of the weight", "deviation, K without the weight"),
)  # fmt: skip


def _rows(n: Numbers) -> list[list[str]]:
    """Return the rows of several matrices, one matrix below another."""
    return [
        [name if i == 0 else "", *(f"{n[f'{name} {i} {j}']:.3f}".replace("-0.000", "0.000") for j in range(6))]
        for name in ("M", "G", "K", "K of the weight")
        for i in range(6)
    ]


MATRICES = Table("seed_004_matrices", ("", "u1", "u2", "u3", "theta1", "theta2", "theta3"), _rows)
PAPER = Paper("seed_004", EQUATIONS, STATEMENTS, measure, terms, (MATRICES,))


def main(workshop: Workshop) -> None:
    """Measure, and write the tables."""
    PAPER.write(workshop)
