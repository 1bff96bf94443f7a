"""The effect of the parameter of the quaternion Hamiltonian's inertia. The optimum for a spin is derived and tested
(docs/theory/quaternions.md).
"""

from math import comb, factorial
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from rbsolve.pipeline import check_deck
from rbsolve.solver.integrators.quaternion_hamiltonian.tableaux import spark_tableau
from rbsolve.solver.model.outcome import Outcome

DECKS = Path(__file__).parents[3] / "decks"
DECK = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {0.125, 0.225, 0.3} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {#w}
    @VELOCITIES_RESOLVED_IN {BODY} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} { #method } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, #end} @TIME_STEP_SIZE {#h} @TIME_INTEGRATOR_NAME {ti}
    @OUTPUT_STEP_SIZE {#end} } }
@SENSOR_DEFINITION {
    @SENSOR_NAME {R} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {b} @ROTATION_PARAMETERS {ROTATION_MATRIX} }
    @SENSOR_NAME {e} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {b} @ROTATION_PARAMETERS {EULER_PARAMETERS} }
    @SENSOR_NAME {H} { @SENSOR_TYPE {ANGULAR_MOMENTUM} @OBJECT_NAME {b} }
    @SENSOR_NAME {E} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} } }
"""
J = np.array([0.125, 0.225, 0.3])
TUMBLING = np.array([0.5, 0.6, 0.7])


def deck(method, w, step, end, parameter="SPIN", representation="GAMMA"):
    """Return a deck of a free body. A method is an INTEGRATOR_TYPE, with :s for s stages."""
    kind, _, stages = method.partition(":")
    options = (
        f"@INTEGRATOR_TYPE {{{kind}}} @INERTIA_REPRESENTATION {{{representation}}} @INERTIA_PARAMETER {{{parameter}}} "
    )
    options += f"@NUMBER_OF_STAGES {{{stages}}}" if stages else ""
    values = {"#method": options, "#w": ", ".join(map(repr, map(float, w))), "#h": repr(float(step)), "#end": repr(end)}
    text = DECK
    for name, value in values.items():
        text = text.replace(name, value)
    return text


# --- a spin about a single axis: quaternions and momenta are complex numbers


def phase_error(integrator, stages, ratio, representation="GAMMA"):
    """Return `(theta / (h Omega) - 1) / (h Omega)^(2p)` of a small step of a SPARK method, with 60 digits and gamma
    (alpha) = `ratio` J. theta is the angle of rotation.
    """
    t = spark_tableau(integrator, stages)
    s, p = t.stages, t.constraints
    with mp.workdps(90):
        exact, b = refine(t)
        h, gamma, w0 = mp.mpf(10) ** -7, mp.mpf(ratio), mp.mpf(2)
        square, isotropic = (1 / gamma, 0) if representation == "ALPHA" else (0, 1 / gamma)

        def gradients(q, p):
            product = mp.conj(q) * p
            y, z = (1 - isotropic) * product.imag, square * product.real
            return (1j * y * q + z * q + isotropic * p) / 4, (z * p - 1j * y * p) / 4

        def nodes(k):
            return [1 + h * sum(exact["a_bar"][j, m] * k[m] for m in range(s)) for j in range(p + 1)]

        def split(x):
            k = [mp.mpc(x[2 * i], x[2 * i + 1]) for i in range(2 * s)]
            return k[:s], k[s:], x[4 * s :]

        def residual(*x):
            k, k_hat, multipliers = split(x)
            at, out, constraints = nodes(k), [], []
            for i in range(s):
                Q = 1 + h * sum(exact["a"][i, m] * k[m] for m in range(s))
                P = 1j * w0 + h * sum(exact["a_hat"][i, m] * k_hat[m] for m in range(s))
                P -= h * sum(exact["a_tilde"][i, j] * multipliers[j] * at[j] for j in range(p))
                by_p, by_q = gradients(Q, P)
                out.append((k[i] - by_p, k_hat[i] + by_q))
            constraints = [(abs(node) ** 2 - 1) / (2 * h) for node in at[1:]]
            parts = [part for column in range(2) for pair in out for part in (pair[column].real, pair[column].imag)]
            return parts + constraints

        guess = []
        for i in range(2 * s):
            q = mp.expj(h * mp.mpf(t.c[i % s]) / 2)
            by_p, by_q = gradients(q, 1j * w0 * q)
            rate = by_p if i < s else -by_q
            guess += [rate.real, rate.imag]
        x = mp.findroot(
            residual, [*guess, *[w0**2 * isotropic / 4] * p], tol=mp.mpf(10) ** -70, maxsteps=60, verify=False
        )
        k, _, _ = split(list(x))
        turned = 2 * mp.arg(1 + h * sum(b[m] * k[m] for m in range(s)))
        return float((turned / h - 1) / h ** (2 * p))


def refine(t):
    """Return the coefficients of a tableau with 90 digits. Its nodes are zeros of polynomials, and the other
    coefficients follow from (A.8)-(A.12).
    """

    def collocation(nodes, ends):
        powers = mp.matrix([[node**k for node in nodes] for k in range(len(nodes))])
        return mp.matrix(
            [list(mp.lu_solve(powers, mp.matrix([e ** (k + 1) / (k + 1) for k in range(len(nodes))]))) for e in ends]
        )

    def zeros(polynomial, near):
        return [mp.findroot(polynomial, mp.mpf(x)) for x in near]

    s, is_lobatto = t.stages, t.constraints < t.stages
    n = t.constraints
    inner = zeros(lambda x: mp.diff(lambda y: mp.legendre(n, 2 * y - 1), x), t.c_tilde[1:-1])
    c_tilde = [mp.mpf(0), *inner, mp.mpf(1)]
    c = c_tilde if is_lobatto else zeros(lambda x: mp.legendre(s, 2 * x - 1), t.c)
    a, a_bar = collocation(c, c), collocation(c, c_tilde)
    b, b_tilde = collocation(c, [mp.mpf(1)]), collocation(c_tilde, [mp.mpf(1)])
    follows = mp.matrix(s, n + 1)
    for i in range(s):
        for j in range(n + 1):
            follows[i, j] = b_tilde[0, j] * (1 - a_bar[j, i] / b[0, i])
    return {"a": a, "a_hat": follows if is_lobatto else a, "a_tilde": follows, "a_bar": a_bar}, b


def derived_error(p, ratio):
    """Return the closed form of the theory page, -(2p + 2) kappa C(2p, p) 4^-p (1 - (2p + 1)/(2p ratio))."""
    kappa = factorial(p) ** 4 / ((2 * p + 1) * factorial(2 * p) ** 3)
    return -(2 * p + 2) * kappa * comb(2 * p, p) / 4**p * (1 - (2 * p + 1) / (2 * p * ratio))


@pytest.mark.parametrize("ratio", [0.5, 1.0, 3.0])
@pytest.mark.parametrize(
    "scheme", ["GAUSS_LOBATTO:1", "GAUSS_LOBATTO:2", "GAUSS_LOBATTO:3", "LOBATTO_IIIA_B:2", "LOBATTO_IIIA_B:4"]
)
def test_the_error_of_a_spin_is_the_derived_one(scheme, ratio):
    kind, stages = scheme.split(":")
    p = int(stages) - (kind == "LOBATTO_IIIA_B")
    assert phase_error(kind, int(stages), ratio) == pytest.approx(derived_error(p, ratio), rel=1e-6)


@pytest.mark.parametrize("stages", [3, 5])
def test_lobatto_methods_with_an_odd_number_of_stages_have_no_optimum(stages):
    errors = [phase_error("LOBATTO_IIIA_B", stages, ratio) for ratio in (0.5, 3.0)]
    assert errors[0] == pytest.approx(errors[1], rel=1e-6)
    assert errors[0] == pytest.approx(-derived_error(stages - 1, np.inf) / (2 * stages - 2), rel=1e-6)


@pytest.mark.parametrize(
    ("scheme", "matters"), [("GAUSS_LOBATTO:1", 0), ("GAUSS_LOBATTO:2", 0), ("LOBATTO_IIIA_B:2", 1)]
)
def test_alpha_matters_to_a_spin_in_lobatto_methods_only_and_there_as_gamma(scheme, matters):
    kind, stages = scheme.split(":")
    errors = [phase_error(kind, int(stages), ratio, "ALPHA") for ratio in (0.5, 3.0)]
    p = int(stages) - matters
    expected = [derived_error(p, ratio if matters else np.inf) for ratio in (0.5, 3.0)]
    assert errors == pytest.approx(expected, rel=1e-6)


def angle_after(run):
    """Return the angle about the third axis."""
    R = run["R"][-1].reshape(3, 3)
    return np.arctan2(R[1, 0], R[0, 0])


@pytest.mark.parametrize("gamma", [0.1, 0.225, 1.0])
def test_a_step_of_the_midpoint_schemes_about_one_axis(run_deck, gamma):
    """Let `x = tan(theta/4)`. Then `x = h Omega/4 (1 + x^2 J/gamma)/(1 + x^2)` for the midpoint rule, and
    `x = h Omega/4` for energy-momentum.
    """
    spin, h = 1.0, 0.5
    x = mp.findroot(lambda x: x * (1 + x * x) - h * spin / 4 * (1 + x * x * J[2] / gamma), h * spin / 4)
    run = run_deck(deck("IMPLICIT_MIDPOINT", [0, 0, spin], h, h, gamma))
    assert angle_after(run) == pytest.approx(4 * float(mp.atan(x)), abs=1e-14)
    run = run_deck(deck("ENERGY_MOMENTUM", [0, 0, spin], h, h, gamma))
    assert angle_after(run) == pytest.approx(4 * np.arctan(h * spin / 4), abs=1e-14)


@pytest.mark.parametrize(
    ("scheme", "order"),
    [
        ("IMPLICIT_MIDPOINT", 4),
        ("LOBATTO_IIIA_B:2", 4),
        ("GAUSS_LOBATTO:1", 4),
        ("GAUSS_LOBATTO:2", 6),
        ("GAUSS_LOBATTO:3", 8),
    ],
)
def test_with_the_optimum_a_spin_gains_two_orders(run_deck, scheme, order):
    """The spin is about each principal axis. With AUTO, the order equals the order of the method."""
    steps = np.array([0.5, 0.4, 0.25])
    for axis in range(3) if order < 6 else (2,):
        w = np.eye(3)[axis]
        found = {}
        for parameter in ("SPIN", "AUTO"):
            runs = [run_deck(deck(scheme, w, h, 2.0, parameter)) for h in steps]
            c, s = np.cos(2.0), np.sin(2.0)
            exact = c * np.eye(3) + (1 - c) * np.outer(w, w) + s * np.cross(w, np.eye(3)).T
            errors = [np.linalg.norm(run["R"][-1].reshape(3, 3) - exact) for run in runs]
            found[parameter] = np.polyfit(np.log(steps), np.log(errors), 1)[0]
        assert found["SPIN"] == pytest.approx(order, abs=0.15)
        assert found["AUTO"] == pytest.approx(order - 2, abs=0.15)


# --- a body that tumbles: the modified equations, with terms of order h^2 in addition to Euler's equations


def gradient(function, x):
    """Return the gradient by complex steps."""
    return np.array([function(x + 1e-30j * e).imag / 1e-30 for e in np.eye(3)])


def modified_rate(scheme, gamma):
    """Return the change of the angular velocity by a scheme, divided by `h^2`, for the body's angular momentum (theory
    page, "A body that tumbles").
    """

    def parts(momentum):
        w = momentum / J
        rate = np.cross(momentum, w)
        return w @ w, 0.5 * (momentum @ w), rate @ (rate / J), momentum @ momentum

    def gauss(momentum, inverse_gamma):
        ww, T, bent, square = parts(momentum)
        return -(T * ww + bent) / 24 + square * ww * inverse_gamma / 32

    def lobatto(momentum):
        ww, T, bent, _ = parts(momentum)
        return -T * ww / 24 - bent / 96 + T * T / (8 * gamma)

    if scheme == "LOBATTO_IIIA_B:2":
        return lambda m: gradient(lobatto, m)
    if scheme == "GAUSS_LOBATTO:1":
        return lambda m: gradient(lambda x: gauss(x, 1 / gamma), m)
    return lambda m: gradient(lambda x: gauss(x, 0.0), m) + parts(m)[0] * m / (16 * gamma)


@pytest.mark.parametrize("gamma", [0.1, 0.6])
@pytest.mark.parametrize("scheme", ["IMPLICIT_MIDPOINT", "LOBATTO_IIIA_B:2", "GAUSS_LOBATTO:1"])
def test_a_tumbling_body_follows_the_derived_modified_equations(run_deck, scheme, gamma):
    """The error relative to the exact motion has order 2, and the error relative to the modified motion has order 4."""
    extra = modified_rate(scheme, gamma)

    def distance(h, is_modified):
        def rates(t, y):
            R, m = y[:9].reshape(3, 3), y[9:]
            w = m / J + (h * h * extra(m) if is_modified else 0.0)
            return np.concatenate([np.cross(R, w).reshape(-1), np.cross(m, w)])

        start = [*np.eye(3).reshape(-1), *(J * TUMBLING)]
        y = solve_ivp(rates, (0, 4.0), start, method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
        run = run_deck(deck(scheme, TUMBLING, h, 4.0, gamma))
        return np.linalg.norm(run["R"][-1].reshape(3, 3) - y[:9].reshape(3, 3))

    steps = np.array([0.4, 0.2, 0.1])
    for is_modified, order in ((False, 2), (True, 4)):
        errors = [distance(h, is_modified) for h in steps]
        assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(order, abs=0.1), (is_modified, errors)


@pytest.mark.parametrize("stages", [2, 3, 4])
def test_alpha_and_gamma_are_one_in_lobatto_methods(run_deck, stages):
    """The constraint is satisfied at the stages, where both energies are the same for equal parameters."""
    runs = [run_deck(deck(f"LOBATTO_IIIA_B:{stages}", TUMBLING, 0.25, 5.0, 0.2, kind)) for kind in ("ALPHA", "GAMMA")]
    np.testing.assert_allclose(runs[0]["R"], runs[1]["R"], rtol=0, atol=1e-12)


def test_the_optimum_is_refused_by_none_and_said_where_it_means_nothing(run_deck):
    def notes(text):
        found = check_deck(text).diagnostics
        assert not found.has_errors
        return [finding.message for finding in found if "SPIN" in finding.message]

    w = [0.0, 0.0, 1.0]
    assert notes(deck("IMPLICIT_MIDPOINT", w, 0.5, 1.0)) == []
    assert notes(deck("LOBATTO_IIIA_B:2", w, 0.5, 1.0, representation="ALPHA")) == []
    for method, kind in (("ENERGY_MOMENTUM", "GAMMA"), ("IMPLICIT_MIDPOINT", "ALPHA"), ("LOBATTO_IIIA_B:3", "GAMMA")):
        (note,) = notes(deck(method, w, 0.5, 1.0, representation=kind))
        assert method.partition(":")[0] in note
        same = [run_deck(deck(method, w, 0.5, 1.0, parameter, kind))["R"] for parameter in ("SPIN", "AUTO")]
        np.testing.assert_array_equal(*same)


def test_a_body_at_rest_takes_the_mean(run_deck):
    load = "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {f} { @CONNECTED_TO_BODY {b} @APPLIED_MOMENTS {0.1, 0.2, 0.3} } }"
    texts = [
        deck("IMPLICIT_MIDPOINT", [0, 0, 0], 0.5, 5.0, parameter) + load for parameter in ("SPIN", "AUTO", 0.65 / 3)
    ]
    rows = [run_deck(text)["R"] for text in texts]
    assert np.abs(rows[0][-1] - rows[0][0]).max() > 0.1
    np.testing.assert_array_equal(rows[0], rows[1])
    np.testing.assert_allclose(rows[0], rows[2], rtol=0, atol=1e-14)


@pytest.mark.parametrize(
    ("representation", "parameter", "lost"),
    [("ALPHA", "AUTO", 6.06), ("GAMMA", "SPIN", 0.463), ("GAMMA", "AUTO", None)],
)
def test_a_slender_top_with_eight_radians_a_step(run_deck, representation, parameter, lost):
    """The values are in docs/quaternion-integrators.md for 500 rad at 40 rad/s. A value is the lost percentage of the
    kinetic energy, or a failure.
    """
    text = (DECKS / "top_with_any_inertia.deck").read_text().replace("@OUTPUT_STEP_SIZE {0.02}", "")
    text = text.replace("{GAMMA}", f"{{{representation}}}").replace("{AUTO}", f"{{{parameter}}}")
    run = run_deck(text, step=0.2, t_end=12.4)
    if lost is None:
        assert run.summary.outcome is Outcome.NEWTON_STALLED
        return
    change = 100 * np.abs(run["energy"] - run["energy"][0]).max() / (0.5 * 0.12 * 40.0**2)
    assert change == pytest.approx(lost, rel=0.01)


# --- the conservation of the canonical two-form by a step


def symplectic_defect(run_deck, method, h, parameter, representation):
    """Return the relative change of the area dq ^ dp on |q| = 1, q.p = 0 in a step."""

    def ends(change):
        turn, momentum = change[:3], J * TUMBLING + change[3:]
        w = momentum / J
        text = deck(method, w, h, h, parameter, representation)
        angles = ", ".join(map(repr, map(float, turn)))
        frame = f"@TRIAD_DEFINITION {{ @TRIAD_NAME {{t}} {{ @ROTATION_VECTOR {{{angles}}} }} }} "
        frame += "@POINT_DEFINITION { @POINT_NAME {o} { @COORDINATES {0, 0, 0} } } "
        frame += "@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {f} { @POINT1_NAME {o} @TRIAD_NAME {t} } }"
        text = (
            text.replace("@MASS_PROPERTY_NAME {m} @INITIAL", "@INITIAL_FRAME_NAME {f} @MASS_PROPERTY_NAME {m} @INITIAL")
            + frame
        )
        run = run_deck(text)
        rows = []
        for row in (0, -1):
            e, L = run["e"][row], run["H"][row]  # p = 2 (0, L) e
            rows.append(np.array([*e, -2 * L @ e[1:], *(2 * (e[0] * L + np.cross(L, e[1:])))]))
        return rows

    d = 1e-4
    pairs = [(ends(d * e), ends(-d * e)) for e in np.eye(6)]
    form = np.block([[np.zeros((4, 4)), np.eye(4)], [-np.eye(4), np.zeros((4, 4))]])
    areas = []
    for row in (0, 1):
        tangent = np.array([(plus[row] - minus[row]) / (2 * d) for plus, minus in pairs]).T
        areas.append(tangent.T @ form @ tangent)
    return np.abs(areas[1] - areas[0]).max() / np.abs(areas[0]).max()


@pytest.mark.parametrize(
    ("method", "representation"),
    [
        ("IMPLICIT_MIDPOINT", "ALPHA"),
        ("LOBATTO_IIIA_B:2", "GAMMA"),
        ("GAUSS_LOBATTO:1", "GAMMA"),
        ("GAUSS_LOBATTO:2", "GAMMA"),
    ],
)
def test_steps_of_a_free_body_are_symplectic(run_deck, method, representation):
    assert symplectic_defect(run_deck, method, 0.8, 0.2, representation) < 1e-7


def test_the_midpoint_rule_with_gamma_is_not_symplectic(run_deck):
    """The multiplier of the rule acts in the middle, where |q| < 1 depends on the motion. Therefore each step changes
    the area by O(h^3).
    """
    defects = [symplectic_defect(run_deck, "IMPLICIT_MIDPOINT", h, 0.2, "GAMMA") for h in (0.8, 0.4, 0.2)]
    assert defects[0] > 1e-4
    assert np.polyfit(np.log([0.8, 0.4, 0.2]), np.log(defects), 1)[0] == pytest.approx(3.0, abs=0.2)
