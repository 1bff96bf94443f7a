"""Quaternion-based integrators. The tests check orders and invariants on a heavy top of the literature."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from rbsolve.solver.model.outcome import Outcome

J, MASS, G, ARM, TILT = np.array([0.35, 0.35, 0.12]), 1.0, 9.81, 0.5, np.radians(30)
W0 = np.array([0, 0.6, 40.0])
SCHEMES = {
    "IMPLICIT_MIDPOINT": 2,
    "ENERGY_MOMENTUM": 2,
    "LOBATTO_IIIA_B:2": 2,
    "LOBATTO_IIIA_B:3": 4,
    "GAUSS_LOBATTO:1": 2,
    "GAUSS_LOBATTO:2": 4,
}
MORE_STAGES = {"LOBATTO_IIIA_B:4": 6, "LOBATTO_IIIA_B:5": 8, "GAUSS_LOBATTO:3": 6, "GAUSS_LOBATTO:4": 8}
NODDING = np.array([4.0, 9.0, 20.0])
TOP = """
@POINT_DEFINITION { @POINT_NAME {tip} { @COORDINATES {0, 0, 0} } @POINT_NAME {c} { @COORDINATES {0, 0, 0.5} } }
@TRIAD_DEFINITION { @TRIAD_NAME {tilted} { @EULER_ANGLES_313 {0, 30, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {tilted} { @POINT1_NAME {tip} @TRIAD_NAME {tilted} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @CENTRE_OF_MASS_LOCATION {0, 0, 0.5}
    @MOMENTS_OF_INERTIA {0.35, 0.35, 0.12} @INERTIA_REFERENCE_POINT {BODY_ORIGIN} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {top} { @INITIAL_FRAME_NAME {tilted} @MASS_PROPERTY_NAME {m}
    @INITIAL_ANGULAR_VELOCITY {0, 0.6, 40} @VELOCITIES_RESOLVED_IN {BODY} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {tip} { @CONNECTED_TO_BODIES {GROUND, top} @AT_POINT {tip} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} { @INTEGRATOR_TYPE {TYPE} STAGES
    @FORMULATION {QUATERNION_HAMILTONIAN} @INERTIA_REPRESENTATION {REPRESENTATION} @INERTIA_PARAMETER {PARAMETER} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.2} @TIME_STEP_SIZE {STEP} @OUTPUT_STEP_SIZE {0.02}
    @TIME_INTEGRATOR_NAME {ti} } }
@SENSOR_DEFINITION {
    @SENSOR_NAME {e} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {top} @ROTATION_PARAMETERS {ROTATION_MATRIX} }
    @SENSOR_NAME {L} { @SENSOR_TYPE {ANGULAR_MOMENTUM} @OBJECT_NAME {top} }
    @SENSOR_NAME {E} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} }
    @SENSOR_NAME {unit} { @SENSOR_TYPE {UNIT_NORM_ERROR} @OBJECT_NAME {top} } }
"""


def deck(scheme, step, representation="GAMMA", parameter="AUTO"):
    text = TOP
    filled = {"TYPE": scheme.partition(":")[0], "REPRESENTATION": representation, "PARAMETER": parameter, "STEP": step}
    for name, value in filled.items():
        text = text.replace(f"{{{name}}}", f"{{{value}}}")
    stages = scheme.partition(":")[2]
    return text.replace("STAGES", f"@NUMBER_OF_STAGES {{{stages}}}" if stages else "")


@pytest.fixture(scope="module")
def reference():
    return solution(W0)


def solution(w0):
    """Return the rotation matrix and the spatial angular momentum at 0.2 s from Euler's equations, by scipy."""

    def rate(t, y):
        R, w = y[:9].reshape(3, 3), y[9:]
        moment = np.cross([0, 0, ARM], R.T @ [0, 0, -MASS * G])
        return np.concatenate([np.cross(R, w).reshape(-1), (moment - np.cross(w, J * w)) / J])

    R0 = np.array([[1, 0, 0], [0, np.cos(TILT), -np.sin(TILT)], [0, np.sin(TILT), np.cos(TILT)]])
    y = solve_ivp(rate, (0, 0.2), [*R0.reshape(-1), *w0], method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    R = y[:9].reshape(3, 3)
    return R, R @ (J * y[9:])


@pytest.mark.parametrize("representation", ["ALPHA", "GAMMA"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_order(run_deck, reference, scheme, representation):
    steps = np.array([2e-3, 1e-3, 5e-4])
    errors = []
    for h in steps:
        run = run_deck(deck(scheme, h, representation))
        errors.append(distance(run, reference))
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(SCHEMES[scheme], abs=0.1), errors


def distance(run, reference):
    """Return the distance between the last row and a solution."""
    return np.linalg.norm(run["e"][-1].reshape(3, 3) - reference[0]) + np.linalg.norm(run["L"][-1] - reference[1])


@pytest.mark.parametrize("scheme", MORE_STAGES)
def test_order_and_invariants_with_more_stages(run_deck, scheme):
    """The orders are 6 and 8, at steps in which the top rotates by up to 58 degrees. With smaller steps, only round-off
    remains.
    """
    steps, exact, errors = np.array([0.05, 0.04, 0.025]), solution(NODDING), []
    for h in steps:
        text = deck(scheme, h).replace("@OUTPUT_STEP_SIZE {0.02}", "@OUTPUT_STEP_SIZE {0.2}")
        run = run_deck(text.replace("{0, 0.6, 40}", "{4, 9, 20}"))
        errors.append(distance(run, exact))
        assert np.abs(run["unit"]).max() < 1e-13
        assert run["L"][:, 2] == pytest.approx(run["L"][0, 2], abs=1e-12)
        assert run.diagnostics["hidden_constraint"].max() < 1e-12
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(MORE_STAGES[scheme], abs=0.25), errors


@pytest.mark.parametrize("representation", ["ALPHA", "GAMMA"])
@pytest.mark.parametrize("scheme", [*SCHEMES, *MORE_STAGES])
def test_the_iteration_converges_quadratically(run_deck, scheme, representation):
    """The top rotates by about 51 degrees in each step. With all derivatives, the number of correct digits doubles in each
    iteration, so six more digits cost at most one more iteration.
    """
    counts = []
    for tolerance in ("1e-6", "1e-12"):
        text = deck(scheme, 0.04, representation).replace("@OUTPUT_STEP_SIZE {0.02}", "@OUTPUT_STEP_SIZE {0.2}")
        text = text.replace("@INERTIA_REP", f"@RELATIVE_TOLERANCE {{{tolerance}}} @INERTIA_REP")
        summary = run_deck(text.replace("{0, 0.6, 40}", "{4, 9, 20}")).summary
        assert summary.steps == 5
        counts.append(summary.newton_iterations)
    assert counts[1] <= counts[0] + 5
    assert counts[1] <= 5 * 5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_invariants(run_deck, scheme):
    run = run_deck(deck(scheme, 1e-3))
    assert np.abs(run["unit"]).max() < 1e-13
    assert run["L"][:, 2] == pytest.approx(run["L"][0, 2], abs=1e-12)
    bound = 1e-11 if scheme == "ENERGY_MOMENTUM" else 1e-4
    assert np.abs(run["E"] - run["E"][0]).max() < bound


@pytest.mark.parametrize("representation", ["ALPHA", "GAMMA"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_hidden_constraint(run_deck, scheme, representation):
    """The value q.p stays at round-off if the scheme imposes it, and otherwise has the order h^2 (errata 4.3: 3e-8 at 1
    ms).
    """
    largest = [run_deck(deck(scheme, h, representation)).diagnostics["hidden_constraint"].max() for h in (1e-3, 2e-3)]
    follows = scheme == "IMPLICIT_MIDPOINT" or (scheme, representation) == ("ENERGY_MOMENTUM", "GAMMA")
    if follows:
        assert largest[0] == pytest.approx(3e-8, rel=0.05)
        assert largest[1] / largest[0] == pytest.approx(4.0, abs=0.1)
    else:
        assert max(largest) < 1e-13


def test_alpha_does_not_matter_in_the_midpoint_scheme_and_gamma_does(run_deck):
    def last(representation, parameter):
        return run_deck(deck("IMPLICIT_MIDPOINT", 2e-3, representation, parameter))["e"][-1]

    assert last("ALPHA", 0.1) == pytest.approx(last("ALPHA", 2.0), abs=1e-11)
    assert np.abs(last("GAMMA", 0.1) - last("GAMMA", 2.0)).max() > 1e-5


def test_energy_momentum_keeps_the_momentum_of_a_symmetry_axis_only_with_its_moments_as_gamma(run_deck):
    """By errata 4.3, the momentum is exact at gamma = J1 = J2, where the extra energy is the energy about the symmetry axis alone."""

    def largest_change(parameter):
        run = run_deck(deck("ENERGY_MOMENTUM", 2e-3, "GAMMA", parameter))
        spin = np.einsum("ni,ni->n", run["e"].reshape(-1, 3, 3)[:, :, 2], run["L"])
        return np.abs(spin - spin[0]).max()

    assert largest_change(0.35) < 1e-13
    assert min(largest_change(value) for value in ("AUTO", 0.12, 1.0)) > 1e-8


def test_other_joints_are_refused(run_deck):
    from rbsolve.pipeline import check_deck

    text = deck("IMPLICIT_MIDPOINT", 1e-3).replace("SPHERICAL", "REVOLUTE")
    text = text.replace("@AT_POINT {tip}", "@AT_POINT {tip} @TRIAD_NAME {tilted}")
    codes = [finding.code.value for finding in check_deck(text).diagnostics]
    assert "incompatible-formulation" in codes


def large(run_deck, scheme, turn):
    """Return a run of a top with 40 rad/s. In each step, the top rotates by `turn` [rad]."""
    text = (
        deck(scheme, turn / 40, parameter="SPIN")
        .replace("@OUTPUT_STEP_SIZE {0.02}", "")
        .replace("{0, 0.2}", "{0, #end}")
    )
    text += f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#end}} @SCALAR_VALUE {{{10 * turn / 40}}} }}"
    return run_deck(text).summary


def test_steps_in_parts_are_reported(run_deck):
    """A run reports its divided steps, and fails if all steps are divided."""
    whole = large(run_deck, "GAUSS_LOBATTO:1", 0.4)
    assert (whole.rejected_steps, whole.findings) == (0, ())
    parts = large(run_deck, "GAUSS_LOBATTO:1", 8.0)
    assert parts.rejected_steps >= 10
    assert parts.outcome is Outcome.EVERY_STEP_HALVED
    (found,) = [finding for finding in parts.findings if finding.code == "steps-in-parts"]
    assert found.message.startswith("10 of 10 steps did not converge and were divided")
