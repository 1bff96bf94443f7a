"""Unexplained changes of the energy. The work of each force is compared with independent integrations, and the messages
of runs are tested.
"""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rbsolve
from rbsolve.cli.main import main
from rbsolve.solver.model.surplus import Flow, Surplus

ROOT = Path(__file__).parents[3]

G, MASS, LENGTH, INERTIA = 9.81, 2.0, 0.5, 0.03
ABOUT_HINGE = INERTIA + MASS * LENGTH**2
PENDULUM = f"""
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -{G}}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{y}} {{ @ORIENTATION_DEFINITION_TYPE {{VECTOR_E3}} @ORIENTATION_E3 {{0, 1, 0}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{0, 0, 0}} }} @POINT_NAME {{C}} {{ @COORDINATES {{{LENGTH}, 0, 0}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{f}} {{ @POINT1_NAME {{C}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{{MASS}}} @MOMENTS_OF_INERTIA {{{INERTIA}, {INERTIA}, {INERTIA}}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{m}} @FRAME_NAME {{f}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{O}} @TRIAD_NAME {{y}}
    %s }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{q}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{j}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 2}} @TIME_STEP_SIZE {{1e-3}} @OUTPUT_STEP_SIZE {{0.1}} }} }}
"""
DRIVING = """@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {drive} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {6*sin(3*t)} } }"""
LAWS = {
    "damper": ("@DAMPER {0.4}", "", lambda t, q, w: -0.4 * w),
    "actuator": ("@ACTUATOR {drive}", DRIVING, lambda t, q, w: 6 * math.sin(3 * t)),
    "spring and brake": (
        "@SPRING {3, 0.2} @FRICTION_FORCE {2} @FRICTION_VELOCITY {0.2}",
        "",
        lambda t, q, w: -3 * (q - 0.2) - 2 * math.tanh(w / 0.2),
    ),
}
STORED = {"spring and brake": lambda q: 1.5 * (q - 0.2) ** 2}
METHODS = {
    "RK44": ({"integrator": "RK44"}, 1e-8),
    "DOPRI5": (
        {"integrator": "DOPRI5", "method_options": {"RELATIVE_TOLERANCE": 1e-9, "ABSOLUTE_TOLERANCE": 1e-9}},
        1e-7,
    ),
    "tree": ({"integrator": "GENERALIZED_ALPHA", "formulation": "MINIMAL_COORDINATES"}, 5e-5),
    "constraints": ({"integrator": "GENERALIZED_ALPHA", "formulation": "LIE_R3_SO3"}, 5e-4),
    "adaptive": ({"integrator": "GENERALIZED_ALPHA", "method_options": {"LOCAL_ERROR_TOLERANCE": 1e-7}}, 5e-4),
}


def unexplained_energy(run):
    assert run.summary.unexplained_energy == run.diagnostics["unexplained_energy"][-1]
    return run.summary.unexplained_energy


def warnings(run):
    return [finding for finding in run.summary.findings if finding.code == "unexplained-energy"]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("method", METHODS)
def test_the_work_in_a_hinge_is_that_of_an_independent_integration(run_deck, method, law):
    keywords, blocks, torque = LAWS[law]
    options, error = METHODS[method]
    run = run_deck(PENDULUM % keywords + blocks, **options)

    def slopes(t, y):
        moment, stored = torque(t, y[0], y[1]), 3 * (y[0] - 0.2) if law in STORED else 0.0
        return y[1], (MASS * G * LENGTH * math.cos(y[0]) + moment) / ABOUT_HINGE, (moment + stored) * y[1]

    exact = solve_ivp(slopes, (0, 2), (0, 0, 0), "DOP853", run.time, rtol=1e-11, atol=1e-11)
    work = run.diagnostics["energy"] - run.diagnostics["energy"][0] - run.diagnostics["unexplained_energy"]
    assert np.ptp(exact.y[2]) > 1.0
    np.testing.assert_allclose(work, exact.y[2], atol=50 * error)
    assert abs(unexplained_energy(run)) < error
    assert not warnings(run)


@pytest.mark.parametrize("method", METHODS)
def test_a_prescribed_motion_does_the_work_that_the_energy_shows(run_deck, method):
    """In closed form, q = 0.5 t^2, so the energy is J t^2 / 2 - m g l sin q."""
    options, error = METHODS[method]
    motion = (
        "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {turn} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {t^2/2} } }"
    )
    run = run_deck(PENDULUM % "@PRESCRIBED_ROTATION {turn}" + motion, **options)
    t = run.time
    energy = 0.5 * ABOUT_HINGE * t**2 - MASS * G * LENGTH * np.sin(t**2 / 2)
    work = run.diagnostics["energy"] - run.diagnostics["energy"][0] - run.diagnostics["unexplained_energy"]
    np.testing.assert_allclose(work, energy, atol=10 * error)
    assert not warnings(run)


FREE = """
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{0, 0, 0}} }} @POINT_NAME {{C}} {{ @COORDINATES {{0.5, 0.1, 0.2}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{T}} {{ @ORIENTATION_DEFINITION_TYPE {{VECTOR_E3}} @ORIENTATION_E3 {{0.3, 0.2, 1}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{f}} {{ @POINT1_NAME {{C}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{0.3, 0.4, 0.5}}
    @CENTRE_OF_MASS_LOCATION {{0.1, 0.05, -0.02}} }} }}
@RIGID_BODY_DEFINITION {{
    @RIGID_BODY_NAME {{a}} {{ @MASS_PROPERTY_NAME {{m}} @FRAME_NAME {{f}} @INITIAL_ANGULAR_VELOCITY {{0.3, 1, -0.5}}
        @INITIAL_VELOCITY {{0.2, 0.4, 0.6}} }}
    @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{m}} @FRAME_NAME {{f}} @INITIAL_ANGULAR_VELOCITY {{-0.6, 0.2, 0.4}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{2e-3}} @OUTPUT_STEP_SIZE {{0.2}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{wave}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{sin(2*t)}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{a}} }} }}
{force}
"""
FORCES = {
    "load": """@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {a} @AT_POINT {O} @APPLIED_FORCES {3, 2, 1}
        @APPLIED_MOMENTS {0.5, 0.2, 0.1} @FUNCTION_1D_NAME {wave} } }""",
    "follower load": """@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {a} @AT_POINT {O} @APPLIED_FORCES {3, 2, 1}
        @APPLIED_MOMENTS {0.5, 0.2, 0.1} @FOLLOWER_FORCE_FLAG {YES} } }""",
    "damper": """@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, a} @POINT1_NAME {O} @POINT2_NAME {C}
        @STIFFNESS {20} @DAMPING {3} } }""",
    "spring that a signal changes": """
        @SIGNAL_DEFINITION { @SIGNAL_NAME {s} { @EXPRESSION {sin(2*t)} } }
        @SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, a} @POINT1_NAME {O} @POINT2_NAME {C}
        @STIFFNESS {20} @SIGNAL_NAME {s} } }""",
    "bushing": """@BUSHING_DEFINITION { @BUSHING_NAME {u} { @CONNECTED_TO_BODIES {a, b} @AT_POINT {C} @TRIAD_NAME {T} @STIFFNESS {9, 8, 7}
        @DAMPING {1, 2, 3} @ROTATIONAL_STIFFNESS {3, 2, 1} @ROTATIONAL_DAMPING {0.4, 0.5, 0.6} } }""",
    "torsion spring": """@TORSION_SPRING_DEFINITION { @TORSION_SPRING_NAME {t} { @CONNECTED_TO_BODIES {a, b} @TRIAD_NAME {T}
        @STIFFNESS {2} @DAMPING {0.7} } }""",
}
OF_ORDER = {"RK44": 4, "GENERALIZED_ALPHA": 2, "IMPLICIT_MIDPOINT": 2}


@pytest.mark.parametrize("integrator", OF_ORDER)
@pytest.mark.parametrize("force", FORCES)
def test_what_is_left_of_any_force_has_the_order_of_the_method(run_deck, force, integrator):
    """The energies of sensors and the power in kernels are computed independently."""
    if force.endswith("changes") and integrator == "IMPLICIT_MIDPOINT":
        pytest.skip("it takes no signals that drive forces")
    steps = np.array([8e-3, 4e-3, 2e-3]) * (5 if integrator == "RK44" else 1)
    runs = [run_deck(FREE.format(force=FORCES[force]), integrator=integrator, step=step) for step in steps]
    work = runs[-1].diagnostics["energy"][-1] - runs[-1].diagnostics["energy"][0] - unexplained_energy(runs[-1])
    errors = np.array([np.abs(run.diagnostics["unexplained_energy"]).max() for run in runs])
    assert abs(work) > 0.02
    assert errors[-1] < 2e-3 * abs(work)
    if errors[-1] > 1e-7 * abs(work):  # smaller errors are errors of the Newton iteration
        assert np.polyfit(np.log(steps), np.log(errors), 1)[0] > OF_ORDER[integrator] - 0.4


@pytest.mark.parametrize("integrator", ["DOPRI5", "RK44", "GENERALIZED_ALPHA", "IMPLICIT_MIDPOINT"])
def test_impacts_take_the_energy_that_restitution_says(run_deck, integrator):
    run = run_deck("bouncing_ball.deck", integrator=integrator, t_end=1.0)
    assert abs(unexplained_energy(run)) < 1e-3 * run.summary.energy_moved
    assert run.diagnostics["energy"][-1] == pytest.approx(0.5 * 9.81 * (0.05 + 0.64), rel=2e-3)
    assert not warnings(run)


def oscillator(step, cycles=20):
    """Return a mass on a spring with the natural frequency 1 rad/s, which starts with 1 J."""
    return f"""
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{0, 0, 0}} }} @POINT_NAME {{C}} {{ @COORDINATES {{100, 0, 0}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{f}} {{ @POINT1_NAME {{C}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{a}} {{ @MASS_PROPERTY_NAME {{m}} @FRAME_NAME {{f}} @INITIAL_VELOCITY {{1, 0, 0}} }} }}
@SPRING_DAMPER_DEFINITION {{ @SPRING_DAMPER_NAME {{s}} {{ @CONNECTED_TO_BODIES {{GROUND, a}} @POINT1_NAME {{O}} @POINT2_NAME {{C}}
    @STIFFNESS {{2}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, {step * cycles}}} @TIME_STEP_SIZE {{{step}}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{a}} }} }}
"""


def test_energy_that_an_explicit_method_loses_is_told(run_deck):
    """For RK44, |R(i z)|^2 is 1 - z^6/72 + z^8/576."""
    z, steps = 0.2, 20
    kept = (1 - z**6 / 72 + z**8 / 576) ** steps
    deck = oscillator(z, steps)
    run = run_deck(deck, integrator="RK44")
    assert unexplained_energy(run) == pytest.approx(kept - 1, rel=1e-6)
    assert not warnings(run)
    z, steps = 1.0, 20
    kept = (1 - z**6 / 72 + z**8 / 576) ** steps
    run = run_deck(oscillator(z, steps), integrator="RK44")
    assert unexplained_energy(run) == pytest.approx(kept - 1, rel=1e-6)
    (finding,) = warnings(run)
    assert finding.severity == "warning"
    assert f"{1 - kept:.3g} J disappeared" in finding.message


def test_energy_that_an_unstable_step_makes_is_told(run_deck):
    z, steps = 3.0, 10
    made = (1 - z**6 / 72 + z**8 / 576) ** steps - 1
    run = run_deck(oscillator(z, steps), integrator="RK44")
    assert unexplained_energy(run) == pytest.approx(made, rel=1e-6)
    (finding,) = warnings(run)
    assert f"{made:.3g} J appeared without a source, " in finding.message


def test_what_rests_is_not_told(run_deck):
    """The body trembles by round-off, so the energy of this motion is unexplained, but too small for a message."""
    assert not warnings(run_deck("friction_on_an_incline.deck", t_end=0.05))


def test_the_page_shows_what_a_run_says(tmp_path, capsys):
    assert main([str(ROOT / "decks" / "bouncing_ball.deck"), "-o", str(tmp_path / "o.h5")]) == 0
    (line,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("energy: ")]
    assert f"\n{line}\n" in (ROOT / "docs" / "run-findings.md").read_text()
    with rbsolve.open_results(tmp_path / "o.h5") as results:
        history = results.diagnostics["unexplained_energy"]
        assert results.attributes["unexplained_energy"] == history[-1] != 0.0
        assert results.attributes["energy_moved"] > 8.0


def test_a_failed_step_without_finite_work_leaves_no_words_about_the_energy(tmp_path, capsys):
    """The force is infinite at 0.5 s, so the work of the last step is unknown. The body moves at 1 m/s or faster."""
    deck = tmp_path / "pole.deck"
    deck.write_text("""
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} @INITIAL_VELOCITY {1, 0, 0} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {1/(0.5-t)} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {b} @APPLIED_FORCES {1, 0, 0} @FUNCTION_1D_NAME {f} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }""")
    assert main([str(deck), "-o", str(tmp_path / "o.h5")]) == 3
    told = capsys.readouterr().err
    assert "but has no value at t = 0.5 s" in told
    assert not any(words in told for words in (" nan ", "nothing moves", "\nenergy: "))


GROWING, DECAYING = 8, 10
"""Steps of 1 s with 3 rad/s, in which RK44 creates energy, then with 1.6 rad/s, in which it removes this energy."""


def by_hand():
    """Return the results of these steps, for a mass of 2 kg with an initial energy of 1 J. The results are the kinetic
    energy, and the energy that the work of the spring does not explain (steps + 1,).
    """

    def slopes(t, y):
        stiffness = 18.0 if t < GROWING - 0.25 else 5.0
        return np.array([y[1], -stiffness * y[0] / 2.0, -stiffness * y[0] * y[1]])

    y, kinetic, unexplained = np.array([0.0, 1.0, 0.0]), [1.0], [0.0]
    for t in range(GROWING + DECAYING):
        k1 = slopes(t, y)
        k2 = slopes(t + 0.5, y + 0.5 * k1)
        k3 = slopes(t + 0.5, y + 0.5 * k2)
        k4 = slopes(t + 1.0, y + k3)
        y = y + (k1 + 2 * k2 + 2 * k3 + k4) / 6.0
        kinetic.append(y[1] ** 2)
        unexplained.append(y[1] ** 2 - 1.0 - y[2])
    return np.array(kinetic), np.array(unexplained)


def weakening_deck(output_step):
    """Return the deck of these steps. A signal weakens the spring, so all of its power is work."""
    deck = oscillator(1, GROWING + DECAYING).replace("@STIFFNESS {2}", "@STIFFNESS {2} @STIFFNESS_SIGNAL_NAME {weak}")
    deck = deck.replace("@TIME_STEP_SIZE {1}", f"@TIME_STEP_SIZE {{1}} @OUTPUT_STEP_SIZE {{{output_step}}}")
    # The stiffness changes from 9 to 2.5 between two stages of a step. The change is not a jump, at which a step would
    # end.
    change = f"5.75 - 3.25*tanh(100*(t - {GROWING - 0.25}))"
    return deck + f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{weak}} {{ @EXPRESSION {{{change}}} }} }}"


@pytest.mark.parametrize("output_step", [1, GROWING + DECAYING])
def test_energy_that_came_and_went_is_told(run_deck, output_step):
    """The unexplained energy grows to 867 J, and 0.24 J remain at the end. With rows only at both ends, no row
    shows this growth.
    """
    kinetic, by_steps = by_hand()
    run = run_deck(weakening_deck(output_step), integrator="RK44")
    rows = by_steps[::output_step]
    np.testing.assert_allclose(run.diagnostics["unexplained_energy"], rows, rtol=1e-9, atol=1e-9)
    assert abs(by_steps[-1]) < 0.01 * np.max(kinetic)  # the last row shows only a small error
    (finding,) = warnings(run)
    step = int(np.argmax(by_steps))
    where = f"until t = {step} s" if output_step == 1 else "between two rows"
    assert f"{by_steps[step]:.3g} J appeared without a source {where}" in finding.message


@pytest.mark.parametrize(("thrown", "silent"), [(3080.0, 14.0), (1e6, 0.5)])
def test_what_a_fault_moved_is_no_measure_of_it(thrown, silent):
    """The initial energy is 0.3 J. Between rows, a fault accelerates a body, and brakes remove most of its energy.
    Therefore the rows show only a small change.
    """
    surplus = Surplus(start=0.3, end=silent, largest=silent, when=1.0, most=silent, owed=0.0)
    flow = Flow(fastest=thrown, excess=thrown, fallen=0.1, brought=0.0, work=silent - thrown)
    assert flow.between(surplus) == pytest.approx(thrown - 0.3)
    assert 0.3 <= flow.moved_energy(surplus) <= 0.3 + 0.3 + 0.1 + 1e-9


FOUR_BAR = """
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {a} { @AT_POINT {0, 0.5, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
  @RIGID_BODY_NAME {b} { @AT_POINT {0.5, 1, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
  @RIGID_BODY_NAME {c} { @AT_POINT {1, 0.5, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
}
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {ga} { @CONNECTED_TO_BODIES {GROUND, a} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z} @INITIAL_COORDINATE {0.3} }
  @REVOLUTE_JOINT_NAME {ab} { @CONNECTED_TO_BODIES {a, b} @AT_POINT {0, 1, 0} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {bc} { @CONNECTED_TO_BODIES {b, c} @AT_POINT {1, 1, 0} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {gc} { @CONNECTED_TO_BODIES {GROUND, c} @AT_POINT {1, 0, 0} @TRIAD_NAME {AXIS_Z} }
}
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.1} } }
"""


def test_loops_at_rest_without_gravity_warn_of_no_rounding():
    """Round-off in closing the loops causes speeds of about 3e-11 m/s, and the model has no larger energy for
    comparison.
    """
    results = rbsolve.solve(FOUR_BAR)
    assert np.max(np.abs(results.diagnostics["energy"])) < 1e-18
    assert [finding for finding in results.findings if finding.code == "unexplained-energy"] == []


KICKED = """
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{turn}} {{ @FUNCTION_1D_TYPE {{CONSTANT_ACCELERATION_PROFILE}}
  @START_VALUE {{0}} @END_VALUE {{1}} @START_TIME {{{start}}} @DURATION {{0.5}} }} }}
@RIGID_BODY_DEFINITION {{
  @RIGID_BODY_NAME {{a}} {{ @AT_POINT {{0.5, 0, 0}} @MASS {{1}} @MOMENTS_OF_INERTIA {{0.1, 0.12, 0.11}} }}
  @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{1.3, 0, 0}} @MASS {{2}} @MOMENTS_OF_INERTIA {{0.03, 0.05, 0.04}} }} }}
@REVOLUTE_JOINT_DEFINITION {{
  @REVOLUTE_JOINT_NAME {{j}} {{
    @CONNECTED_TO_BODIES {{GROUND, a}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_Z}} @PRESCRIBED_ROTATION {{turn}} }}
  @REVOLUTE_JOINT_NAME {{k}} {{
    @CONNECTED_TO_BODIES {{a, b}} @AT_POINT {{1, 0, 0}} @TRIAD_NAME {{AXIS_Y}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{r}} {{
  @SIMULATION_TIME_RANGE {{0, 1}} @OUTPUT_STEP_SIZE {{0.25}} @TIME_STEP_SIZE {{1e-3}} }} }}
"""


@pytest.mark.parametrize("start", [0.25, 0.253])
def test_where_prescribed_accelerations_jump_the_work_is_that_of_both_sides(run_deck, start):
    """The jump is within a step, or at the end of a step. At the end of a step, the power belongs to one side of the
    jump."""
    steps = np.array([0.01, 0.005, 0.0025, 0.00125])
    deck = KICKED.format(start=start)
    runs = [run_deck(deck, integrator="GENERALIZED_ALPHA", formulation="MINIMAL_COORDINATES", step=h) for h in steps]
    missing = [np.max(np.abs(run.diagnostics["unexplained_energy"])) for run in runs]
    assert np.polyfit(np.log(steps), np.log(missing), 1)[0] > 1.75
    assert missing[0] < 5e-3 * runs[0].summary.energy_moved
    assert not runs[0].summary.findings
