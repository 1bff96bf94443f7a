"""UNIFIED_VELOCITIES: with every projection, the motion is the same as with LIE_SE3. The tests also check the
definition of projections.
"""

import numpy as np
import pytest
from scipy.linalg import expm, logm
from scipy.optimize import root

from rbsolve.pipeline import check_deck
from rbsolve.solver.formulations.registry import Formulation
from rbsolve.solver.integrators.generalized_alpha.unified import on_rigid_motions

DECK = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @CENTRE_OF_MASS_LOCATION {{0.1, 0.2, -0.1}}
    @MOMENTS_OF_INERTIA {{5.2988, 1.1775, 4.3568}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{m}} @INITIAL_VELOCITY {{0.3, 0.1, -0.2}}
    @INITIAL_ANGULAR_VELOCITY {{0.4, 0.2, 3}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{1e-2}}
    @TIME_INTEGRATOR_NAME {{ti}} }} }}
@SENSOR_DEFINITION {{
    @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{R}} {{ @SENSOR_TYPE {{ORIENTATION}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b}} }} }}
"""


def custom(seed):
    numbers = np.random.default_rng(seed).normal(size=(2, 18)).round(3)
    points, directions = (", ".join(map(str, row)) for row in numbers)
    return f"@PROJECTION {{CUSTOM}} @PROJECTION_POINTS {{{points}}} @PROJECTION_DIRECTIONS {{{directions}}}"


PROJECTIONS = {
    "hexahedron": "@PROJECTION {HEXAHEDRON}",
    "long hexahedron": "@PROJECTION {HEXAHEDRON} @PROJECTION_LENGTHS {0.5, 2, 3} @PROJECTION_SCALE {0.4}",
    "tetrahedron": "@PROJECTION {TETRAHEDRON} @PROJECTION_LENGTHS {1.5}",
    "radii of gyration": "@PROJECTION_LENGTHS {GYRATION} @PROJECTION_SCALE {0.8}",
    **{f"custom {seed}": custom(seed) for seed in (1, 2, 3)},
}


@pytest.fixture(scope="module")
def on_se3(run_deck):
    return run_deck(DECK.format(method="@FORMULATION {LIE_SE3}"))


@pytest.mark.parametrize("projection", PROJECTIONS)
def test_the_motion_equals_the_motion_in_se3(run_deck, on_se3, projection):
    run = run_deck(DECK.format(method="@FORMULATION {UNIFIED_VELOCITIES} " + PROJECTIONS[projection]))
    for sensor in ("x", "R", "w"):
        assert run[sensor] == pytest.approx(on_se3[sensor], abs=1e-12)


def test_a_singular_projection_is_an_error_with_its_condition_number():
    same = ", ".join(["1, 0, 0"] * 6)
    method = f"@FORMULATION {{UNIFIED_VELOCITIES}} {custom(1).partition('@PROJECTION_DIRECTIONS')[0]}"
    checked = check_deck(DECK.format(method=f"{method} @PROJECTION_DIRECTIONS {{{same}}}"))
    findings = [finding for finding in checked.diagnostics if finding.code.value == "invalid-value"]
    assert len(findings) == 1
    assert "condition number" in findings[0].message


def test_the_sensor_measures_by_the_projection_that_some_body_is_integrated_with(run_deck):
    """The sensor measures along (0, 1, 0) at the point (0, 1, 0) of a tetrahedron with edges of 2 m. The result is the
    component y of the body's velocity.
    """
    sensor = "@SENSOR_DEFINITION { @SENSOR_NAME {u} { @SENSOR_TYPE {UNIFIED_VELOCITIES} @OBJECT_NAME {b} } }"
    method = "@FORMULATION {LIE_SE3} @PROJECTION {TETRAHEDRON} @PROJECTION_LENGTHS {2} @PROJECTION_SCALE {1}"
    deck = (DECK.format(method=method) + sensor).replace(
        "@MASS_PROPERTY_NAME {m} @INITIAL", "@MASS_PROPERTY_NAME {m} @FORMULATION {UNIFIED_VELOCITIES} @INITIAL"
    )
    first = run_deck(deck)["u"][0]
    assert first[1] == pytest.approx(0.1, abs=1e-15)
    # Along e1 - e3 at (1, 0, 1), the velocity is U + Omega x y = (0.3 + 0.2, 0.1 + 3 - 0.4, -0.2 - 0.2).
    assert first[5] == pytest.approx(0.5 + 0.4, abs=1e-14)


# --- the sensors of D


WATCHED = """
@SENSOR_DEFINITION {
    @SENSOR_NAME {D} { @SENSOR_TYPE {PROJECTION_MATRIX} @OBJECT_NAME {b} }
    @SENSOR_NAME {det} { @SENSOR_TYPE {PROJECTION_DETERMINANT} @OBJECT_NAME {b} }
    @SENSOR_NAME {cond} { @SENSOR_TYPE {PROJECTION_CONDITION} @OBJECT_NAME {b} }
    @SENSOR_NAME {unified} { @SENSOR_TYPE {UNIFIED_VELOCITIES} @OBJECT_NAME {b} } }
"""


def run_and_watch(run_deck, projection, deck=DECK):
    run = run_deck(deck.format(method="@FORMULATION {UNIFIED_VELOCITIES} " + projection) + WATCHED)
    D = run["D"][-1].reshape(6, 6)
    assert run["cond"][-1, 0] == pytest.approx(np.linalg.cond(D), rel=1e-12)
    return D, run


def test_determinants_equal_the_determinants_of_the_paper(run_deck):
    """By Holzinger et al. (2020), eqs. (72), (81), the determinants are -8 alpha^6 l1 l2 l3 of the hexahedron, and
    alpha^6 l^3 of the tetrahedron. The projection is orthogonal at unit lengths (71).
    """
    _, run = run_and_watch(run_deck, PROJECTIONS["long hexahedron"])
    assert run["det"][-1, 0] == pytest.approx(-8 * 0.4**6 * 0.5 * 2 * 3, rel=1e-13)
    _, run = run_and_watch(run_deck, "@PROJECTION {TETRAHEDRON} @PROJECTION_LENGTHS {1.5} @PROJECTION_SCALE {0.9}")
    assert run["det"][-1, 0] == pytest.approx(0.9**6 * 1.5**3, rel=1e-13)
    D, run = run_and_watch(run_deck, "")
    np.testing.assert_allclose(D @ D.T, np.eye(6), rtol=0, atol=1e-15)
    local = np.linalg.solve(D, run["unified"][-1])
    R = run["R"][-1].reshape(3, 3)
    np.testing.assert_allclose(R @ local[3:], run["w"][-1], rtol=0, atol=1e-12)


def spatial_mass(m, c, J):
    """Return the mass matrix about the body's origin, with translations first."""
    cross = np.cross(c, np.eye(3)).T
    return np.block([[m * np.eye(3), -m * cross], [m * cross, J - m * cross @ cross]])


CENTRE, INERTIA = np.array([0.1, 0.2, -0.1]), np.array([[5.3, 0.2, -0.4], [0.2, 1.2, 0.3], [-0.4, 0.3, 4.4]])
SKEWED = DECK.replace("{{5.2988, 1.1775, 4.3568}}", "{{5.3, 1.2, 4.4}} @PRODUCTS_OF_INERTIA {{0.2, -0.4, 0.3}}")


def test_radii_of_gyration_make_the_mass_matrix_a_multiple_of_the_identity(run_deck):
    """For any centre of mass and any inertia, `D^-T M D^-1 = m/(2 alpha^2) I`."""
    for scale, factor in (("", 1.0), (" @PROJECTION_SCALE {0.5}", 2.0)):
        D, _ = run_and_watch(run_deck, "@PROJECTION_LENGTHS {GYRATION}" + scale, SKEWED)
        inverse = np.linalg.inv(D)
        found = inverse.T @ spatial_mass(2.0, CENTRE, INERTIA) @ inverse
        np.testing.assert_allclose(found, 2.0 * factor * np.eye(6), rtol=0, atol=1e-13)


def test_radii_of_gyration_of_principal_axes_are_lengths_of_the_hexahedron(run_deck):
    """The lengths satisfy l2^2 = J33/m, l3^2 = J11/m, l1^2 = J22/m, with the axes of the body."""
    deck = DECK.replace("{{0.1, 0.2, -0.1}}", "{{0, 0, 0}}")
    l3, l1, l2 = np.sqrt(np.array([5.2988, 1.1775, 4.3568]) / 2.0)
    given, _ = run_and_watch(run_deck, f"@PROJECTION_LENGTHS {{{l1}, {l2}, {l3}}}", deck)
    D, _ = run_and_watch(run_deck, "@PROJECTION_LENGTHS {GYRATION}", deck)
    np.testing.assert_allclose(D, given, rtol=0, atol=1e-15)


def errors_of(deck):
    return [(f.code.value, f.message) for f in check_deck(deck).diagnostics if f.severity.value == "error"]


def test_radii_of_gyration_belong_to_hexahedra_of_bodies_that_have_them():
    tetrahedron = "@FORMULATION {UNIFIED_VELOCITIES} @PROJECTION {TETRAHEDRON} @PROJECTION_LENGTHS {GYRATION}"
    ((code, message),) = errors_of(DECK.format(method=tetrahedron))
    assert code == "conflicting-keywords"
    assert "TETRAHEDRON" in message
    rod = DECK.replace("{{5.2988, 1.1775, 4.3568}}", "{{5, 5, 0}}").replace("EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA")
    ((code, message),) = errors_of(
        rod.format(method="@FORMULATION {UNIFIED_VELOCITIES} @PROJECTION_LENGTHS {GYRATION}")
    )
    assert code == "invalid-value"
    assert "body b" in message
    assert "singular" in message


# --- initial values


START = "@INITIAL_VELOCITY {{0.3, 0.1, -0.2}}\n    @INITIAL_ANGULAR_VELOCITY {{0.4, 0.2, 3}}"
W0 = np.array([100, 100, 0.01, 0.01, 0, 0]) / np.sqrt(2)  # Holzinger et al. (2020), eq. (129)


def starting_deck(projection="", formulation="UNIFIED_VELOCITIES", w0=W0):
    values = ", ".join(map(repr, map(float, w0)))
    deck = DECK.replace(START, f"@INITIAL_UNIFIED_VELOCITIES {{{{{values}}}}} @INITIAL_FRAME_NAME {{{{F}}}}")
    deck += "@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{1, 2, 3}} }} }} "
    deck += "@TRIAD_DEFINITION {{ @TRIAD_NAME {{T}} {{ @ROTATION_VECTOR {{0.3, 0.2, 0.5}} }} }} "
    deck += "@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F}} {{ @POINT1_NAME {{P}} @TRIAD_NAME {{T}} }} }}"
    return deck.format(method=f"@FORMULATION {{{formulation}}} {projection}")


@pytest.mark.parametrize("projection", PROJECTIONS.values(), ids=PROJECTIONS)
def test_initial_unified_velocities_are_what_the_sensor_shows_first(run_deck, projection):
    run = run_deck(starting_deck(projection) + WATCHED)
    assert run["unified"][0] == pytest.approx(W0, abs=1e-11)


def test_initial_unified_velocities_of_the_paper(run_deck):
    """The vector w0 of (129) with unit lengths is 100 rad/s about e3 and 0.01 about e1 (110)."""
    run = run_deck(starting_deck())
    R = run["R"][0].reshape(3, 3)
    assert R.T @ run["w"][0] == pytest.approx([0.01, 0, 100], abs=1e-12)


def test_initial_unified_velocities_do_not_follow_what_a_run_overrides(run_deck):
    deck = starting_deck(PROJECTIONS["long hexahedron"])
    first = run_deck(deck)
    for options in ({"formulation": "LIE_R3_SO3"}, {"integrator": "GENERALIZED_ALPHA", "formulation": "LIE_SE3"}):
        run = run_deck(deck, **options)
        np.testing.assert_array_equal(run["w"][0], first["w"][0])
    # the deck has no projection, so the lengths are unit lengths
    run = run_deck(starting_deck(formulation="LIE_R3_SO3"))
    np.testing.assert_allclose(run["w"][0], run_deck(starting_deck())["w"][0], rtol=0, atol=1e-12)


def test_initial_unified_velocities_exclude_other_ones_and_need_a_projection():
    ((code, _),) = errors_of(
        starting_deck().replace("@INITIAL_UNIFIED", "@INITIAL_VELOCITY {1, 0, 0} @INITIAL_UNIFIED")
    )
    assert code == "conflicting-keywords"
    same = ", ".join(["1, 0, 0"] * 6)
    singular = f"{custom(1).partition('@PROJECTION_DIRECTIONS')[0]} @PROJECTION_DIRECTIONS {{{same}}}"
    assert {code for code, _ in errors_of(starting_deck(singular))} == {"invalid-value"}
    other = starting_deck(singular).replace("{ @INITIAL", "{ @FORMULATION {LIE_SE3} @INITIAL")
    assert any("singular" in message for _, message in errors_of(other))


def test_initial_unified_velocities_count_as_given_with_joints(run_deck):
    """A pendulum cannot move as given. The warning points to the keyword, and the change is the smallest possible
    change.
    """
    hinge = "@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {P} @TRIAD_NAME {T} } }"
    deck = (starting_deck(w0=[1, 0, 0, 0, 0, 0]) + hinge).replace("EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA")
    deck = deck.replace("@INITIAL_FRAME_NAME", "@FRAME_NAME")
    found = [f for f in check_deck(deck).diagnostics if f.code.value == "inconsistent-initial-conditions"]
    assert found
    line = deck.splitlines()[found[0].span.line - 1]
    assert line[found[0].span.column - 1 :].startswith("{1.0, 0.0")


# --- generalized-alpha


HEAVY_TOP = """
@POINT_DEFINITION {{ @POINT_NAME {{tip}} {{ @COORDINATES {{0, 0, 0}} }} @POINT_NAME {{c}} {{ @COORDINATES {{0, 1, 0}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F}} {{ @POINT1_NAME {{c}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{15}} @MOMENTS_OF_INERTIA {{0.234375, 0.46875, 0.234375}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{top}} {{ @FRAME_NAME {{F}} @MASS_PROPERTY_NAME {{m}}
    @INITIAL_ANGULAR_VELOCITY {{0, 150, -4.61538}} }} }}
@SPHERICAL_JOINT_DEFINITION {{ @SPHERICAL_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{GROUND, top}} @AT_POINT {{tip}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 0.2}} @TIME_STEP_SIZE {{2e-3}}
    @TIME_INTEGRATOR_NAME {{ti}} }} }}
@SENSOR_DEFINITION {{
    @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{top}} }}
    @SENSOR_NAME {{force}} {{ @SENSOR_TYPE {{REACTION_FORCE}} @OBJECT_NAME {{j}} }} }}
"""


@pytest.mark.parametrize("projection", ["hexahedron", "tetrahedron", "custom 2", "radii of gyration"])
def test_a_joint_in_generalized_alpha_holds_in_unified_velocities(run_deck, projection):
    unified = run_deck(HEAVY_TOP.format(method="@FORMULATION {UNIFIED_VELOCITIES} " + PROJECTIONS[projection]))
    se3 = run_deck(HEAVY_TOP.format(method="@FORMULATION {LIE_SE3}"))
    for sensor in ("x", "force"):
        np.testing.assert_array_equal(unified[sensor], se3[sensor])


def hat(v):
    """Return the 4x4 matrix of (U, Omega)."""
    matrix = np.zeros((4, 4))
    matrix[:3, :3], matrix[:3, 3] = np.cross(v[3:], np.eye(3)).T, v[:3]
    return matrix


class InUnifiedVelocities:
    """Generalized-alpha on a free body with gravity. The unknowns are w and its derivatives, as in the paper's
    equations (56), (64), (93).
    """

    def __init__(self, D, h, radius):
        self.D, self.h, self.M = D, h, spatial_mass(2.0, CENTRE, np.diag([5.2988, 1.1775, 4.3568]))
        self.m, self.f = (2 * radius - 1) / (radius + 1), radius / (radius + 1)
        self.gamma = 0.5 + self.f - self.m
        self.beta = 0.25 * (self.gamma + 0.5) ** 2
        inverse = np.linalg.inv(D)
        self.inverse, self.mass = inverse, inverse.T @ self.M @ inverse

    def forces(self, H, w):
        """Return the generalized forces minus the gyroscopic forces, `D^-T (f - ad^T M v)`."""
        v = self.inverse @ w
        weight = 2.0 * H[:3, :3].T @ [0, 0, -9.81]
        momentum = self.M @ v
        gyroscopic = [*np.cross(v[3:], momentum[:3]), *(np.cross(v[:3], momentum[:3]) + np.cross(v[3:], momentum[3:]))]
        return self.inverse.T @ (np.array([*weight, *np.cross(CENTRE, weight)]) - gyroscopic)

    def moved(self, H, increment):
        return H @ expm(hat(self.inverse @ increment))

    def rate(self, H, w):
        return np.linalg.solve(self.mass, self.forces(H, w))

    def run(self, w, steps):
        h, H = self.h, np.eye(4)
        slope = self.rate(H, w)
        later = self.rate(self.moved(H, h * (w + 0.5 * h * slope)), w + h * slope)
        a = slope + (self.m - self.f) * (later - slope)
        for _ in range(steps):
            known = (self.f * slope - self.m * a) / (1 - self.m)

            def end(new, a=a, w=w, H=H, known=known):
                following = known + (1 - self.f) / (1 - self.m) * new
                step = h * w + h * h * ((0.5 - self.beta) * a + self.beta * following)
                return self.moved(H, step), w + h * ((1 - self.gamma) * a + self.gamma * following), following

            def residual(new, end=end):
                H1, w1, _ = end(new)
                return self.mass @ new - self.forces(H1, w1)

            slope = root(residual, slope, tol=1e-14).x
            H, w, a = end(slope)
        return H, w


@pytest.mark.parametrize("projection", ["long hexahedron", "custom 2"])
def test_generalized_alpha_in_the_velocities_of_the_paper_takes_the_same_steps(run_deck, projection):
    """An independent program uses Newmark's formulas in w. After ten large steps, the program and rbsolve agree to the
    last digits.
    """
    deck = DECK.replace("EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA").replace("{{1e-2}}", "{{0.1}}")
    method = "@FORMULATION {UNIFIED_VELOCITIES} @RELATIVE_TOLERANCE {1e-13} @ABSOLUTE_TOLERANCE {1e-13} "
    run = run_deck(deck.format(method=method + PROJECTIONS[projection]) + WATCHED)
    D = run["D"][0].reshape(6, 6)
    H, w = InUnifiedVelocities(D, 0.1, 0.9).run(run["unified"][0], 10)
    np.testing.assert_allclose(run["unified"][-1], w, rtol=0, atol=1e-10)
    np.testing.assert_allclose(run["x"][-1], H[:3, 3], rtol=0, atol=1e-11)
    assert np.abs(logm(run["R"][-1].reshape(3, 3).T @ H[:3, :3])).max() < 1e-11


def test_generalized_alpha_replaces_no_other_formulation():
    compiled = check_deck(DECK.format(method="@FORMULATION {LIE_SE3}")).compiled
    bodies = [Formulation.UNIFIED_VELOCITIES, Formulation.LIE_SE3, Formulation.LIE_R3_S3, Formulation.LIE_R3_SO3]
    codes = np.array(bodies, dtype=np.int64)
    model = compiled.model._replace(bodies=compiled.model.bodies._replace(formulation=codes))
    replaced = on_rigid_motions(model).bodies.formulation
    assert replaced.tolist() == [Formulation.LIE_SE3, *bodies[1:]]
    assert replaced.dtype == codes.dtype  # kernels are compiled for this type
