"""Brakes that are stiff at rest. Implicit steps keep brakes at rest, stop bodies by brakes, and name a brake if they
fail. Explicit steps are divided.
"""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.generalized_alpha.control import STALLED
from rbsolve.solver.integrators.registry import make_integrator

G, MASS, LENGTH, INERTIA = 9.81, 1.0, 0.5, 0.01
FORMULATIONS = ("MINIMAL_COORDINATES", "LIE_R3_SO3")


def chain(brakes, *, velocity=1e-3, rate=0.0, step=1e-3, stop=1.0, keyword="FRICTION_FORCE", template="{}"):
    """Return links along x with hinges about y. Each hinge has a brake. Initially, neighbours rotate relative to each
    other."""
    parts = [
        f"@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, {-G}}} }} }}",
        "@TRIAD_DEFINITION { @TRIAD_NAME {y} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {0, 1, 0} } }",
        f"@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{link}} {{ @MASS {{{MASS}}}",
        f"@MOMENTS_OF_INERTIA {{{INERTIA}, {INERTIA}, {INERTIA}}} }} }}",
        f"@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, {stop}}} @TIME_STEP_SIZE {{{step}}}",
        f"@OUTPUT_STEP_SIZE {{{stop / 10}}} }} }}",
        "@SENSOR_DEFINITION { @SENSOR_NAME {E} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} } }",
    ]
    for i, brake in enumerate(brakes):
        x, before = 2 * LENGTH * i, f"b{i - 1}" if i else "GROUND"
        parts += [
            f"@POINT_DEFINITION {{ @POINT_NAME {{P{i}}} {{ @COORDINATES {{{x}, 0, 0}} }}",
            f"@POINT_NAME {{C{i}}} {{ @COORDINATES {{{x + LENGTH}, 0, 0}} }} }}",
            f"@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{f{i}}} {{ @POINT1_NAME {{C{i}}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}",
            f"@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b{i}}} {{ @MASS_PROPERTY_NAME {{link}} @FRAME_NAME {{f{i}}} }} }}",
            f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j{i}}} {{ @CONNECTED_TO_BODIES {{{before}, b{i}}} @AT_POINT {{P{i}}}",
            f"@TRIAD_NAME {{y}} @INITIAL_RATE {{{rate * (-1) ** i}}} @{keyword} {{{template.format(brake)}}}",
            f"@FRICTION_VELOCITY {{{velocity}}} }} }}",
            f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{q{i}}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{j{i}}} }} }}",
        ]
    return "\n".join(parts)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("step", [1e-1, 1e-2, 1e-3, 1e-4])
def test_a_strong_brake_holds_at_any_step(run_deck, step, formulation):
    """The brake creeps with the speed w for which `F tanh(w/v) = m g l`. In addition, it slips within the first step."""
    run = run_deck(chain([1e4], step=step), integrator="GENERALIZED_ALPHA", formulation=formulation)
    creep = 1e-3 * math.atanh(MASS * G * LENGTH / 1e4)
    np.testing.assert_allclose(run["q0"][:, 0], creep * run.time, atol=creep * step)
    assert run.summary.rejected_steps == 0
    assert not run.summary.findings


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_pendulum_is_braked_from_its_speed_to_rest(run_deck, formulation):
    inertia, brake, velocity = INERTIA + MASS * LENGTH**2, 20.0, 1e-3
    run = run_deck(chain([brake], velocity=velocity, rate=8.0), integrator="GENERALIZED_ALPHA", formulation=formulation)

    def slopes(t, y):
        return y[1], (MASS * G * LENGTH * math.cos(y[0]) - brake * math.tanh(y[1] / velocity)) / inertia

    exact = solve_ivp(slopes, (0, 1), (0.0, 8.0), "Radau", run.time, rtol=1e-10, atol=1e-12)
    assert abs(exact.y[1, -1]) < velocity
    # The deceleration F/J ends within a step h, in which the pendulum rotates by h^2 F/J / 2.
    np.testing.assert_allclose(run["q0"][:, 0], exact.y[0], atol=1e-6 * brake / inertia / 2)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("brakes", [(4.45, 875.0, 3.28, 18.5), (1125.0, 5.12, 52.3, 0.96)])
def test_brakes_of_a_chain_take_energy_and_bring_none(run_deck, brakes, formulation):
    """Steps are large, and in some of them hinges lock while other hinges slip. The results stay near the results of a tenth of the
    step.
    """
    deck = chain(brakes, velocity=1e-4, rate=3.0, step=1e-2)
    coarse = run_deck(deck, integrator="GENERALIZED_ALPHA", formulation=formulation)
    fine = run_deck(deck, integrator="GENERALIZED_ALPHA", formulation=formulation, step=1e-3)
    energy = coarse["E"][:, 0]
    assert np.all(np.diff(energy) < 1e-3 * energy[0])
    for i in range(len(brakes)):
        assert np.abs(coarse[f"q{i}"] - fine[f"q{i}"]).max() < 0.15


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("brakes", [(50.0, 1e4, 3.0, 800.0), (1e4, 1e4, 1e4, 1e4)])
def test_hinges_that_lock_need_no_shorter_steps(run_deck, brakes, formulation):
    """If a step fails with slipping hinges, it is solved again with hinges that stick."""
    deck = chain(brakes, velocity=1e-4, rate=3.0, step=1e-2)
    run = run_deck(deck, integrator="GENERALIZED_ALPHA", formulation=formulation)
    assert run.summary.rejected_steps == 0
    assert "steps-in-parts" not in [finding.code for finding in run.summary.findings]


def test_a_failing_iteration_names_the_friction():
    compiled = check_deck(chain([1e4])).compiled
    engine = make_integrator(compiled)
    engine._outcome(STALLED)
    assert "friction of joint j0" in engine.detail
    assert "@FRICTION_VELOCITY" in engine.detail
    assert "larger step" not in engine.detail


@pytest.mark.parametrize("brake", [1e3, 1e4])
def test_explicit_steps_too_long_for_a_brake_are_divided(run_deck, brake):
    """F h/(v J) is 900 or 9000, but RK44 is stable only up to 2.8."""
    stop, step = 0.02, 1e-3
    run = run_deck(chain([brake], step=step, stop=stop), integrator="RK44")
    creep = 1e-3 * math.atanh(MASS * G * LENGTH / brake)
    np.testing.assert_allclose(run["q0"][1:, 0], creep * run.time[1:], rtol=1e-3, atol=creep * 1e-5)
    assert [finding.code for finding in run.summary.findings] == ["friction-in-parts"]


def test_explicit_steps_with_a_brake_stop_where_it_says(run_deck):
    inertia, brake, velocity = INERTIA + MASS * LENGTH**2, 20.0, 1e-3
    run = run_deck(chain([brake], velocity=velocity, rate=8.0), integrator="RK44")

    def slopes(t, y):
        return y[1], (MASS * G * LENGTH * math.cos(y[0]) - brake * math.tanh(y[1] / velocity)) / inertia

    exact = solve_ivp(slopes, (0, 1), (0.0, 8.0), "Radau", run.time, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(run["q0"][:, 0], exact.y[0], atol=2e-6)


def test_a_check_tells_of_explicit_steps_too_long_for_a_brake():
    def told(brake, method):
        return [
            f
            for f in check_deck(chain([brake]), Options(**method)).diagnostics
            if "too long for the friction" in f.message
        ]

    # The limit of the step is 2.785 v (J + m l^2)/F.
    (finding,) = told(1e3, {"integrator": "RK44"})
    assert "joint j0" in finding.message
    assert "RK44 needs steps below 7.24e-07 s" in finding.message
    assert not told(0.5, {"integrator": "RK44"})
    assert not told(1e3, {"integrator": "GENERALIZED_ALPHA"})
