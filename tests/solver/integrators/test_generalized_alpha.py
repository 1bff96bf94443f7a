"""Compare generalized-alpha with independent equations of motion. The tests check orders, small steps, Newton
iterations and options.
"""

import numpy as np
import pytest
from tops import CENTRE, END, FRAMES, GRAVITY, INERTIA, MASS, SPIN, exact_sensors, free_top, held_top

from rbsolve.parser.schema.integrators import FORMULATIONS_OF
from rbsolve.solver.model.outcome import Outcome

FORMULATIONS = FORMULATIONS_OF["GENERALIZED_ALPHA"]
STEPS = np.array([4e-3, 2e-3, 1e-3])


@pytest.fixture(scope="module")
def exact():
    """Return the centre of mass, its velocity, the angular velocity and the reaction at the end."""
    return exact_sensors(END)


def fitted_order(steps, runs, sensor, exact) -> float:
    """Return the slope of log error over log step."""
    errors = [np.linalg.norm(run[sensor][-1] - exact[sensor]) for run in runs]
    return float(np.polyfit(np.log(steps), np.log(errors), 1)[0])


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_order_with_a_constraint(run_deck, exact, formulation, frame):
    runs = [run_deck(held_top(FRAMES[frame]), formulation=formulation, step=h) for h in STEPS]
    orders = {sensor: fitted_order(STEPS, runs, sensor, exact) for sensor in exact}
    assert orders == pytest.approx(dict.fromkeys(exact, 2.0), abs=0.1)
    assert max(run.diagnostics["constraint_violation"].max() for run in runs) < 1e-14


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_order_without_constraints(run_deck, exact, formulation):
    runs = [run_deck(free_top(), formulation=formulation, step=h) for h in STEPS]
    orders = {sensor: fitted_order(STEPS, runs, sensor, exact) for sensor in ("centre", "velocity", "spin")}
    assert orders == pytest.approx(dict.fromkeys(orders, 2.0), abs=0.1)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_rounding_leaves_the_order_at_small_steps(run_deck, exact, formulation):
    """The round-off of coordinates of order one, divided by h^2, would exceed the error of these steps."""
    steps = STEPS / 200
    runs = [run_deck(free_top(), integrator="GENERALIZED_ALPHA", formulation=formulation, step=h) for h in steps]
    for sensor in ("velocity", "spin"):
        assert fitted_order(steps, runs, sensor, exact) == pytest.approx(2.0, abs=0.1), sensor


@pytest.mark.parametrize(
    "options", [{"NEWTON": "MODIFIED"}, {"TANGENT_OPERATOR": False}, {"TANGENT_STIFFNESS": "FORCES"}], ids=str
)
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_the_solution_is_the_same_with_any_iteration(run_deck, formulation, options):
    # The iteration ends at a distance of `h^2 (1e-8 + 1e-8 A)` from the solution of a step, with A about 10 m/s^2.
    # Therefore reactions are accurate to about 1e-6 N.
    deck = held_top(FRAMES["elsewhere"])
    full, other = (run_deck(deck, formulation=formulation, step=1e-3, method_options=o) for o in ({}, options))
    for sensor, tolerance in (("centre", 1e-9), ("velocity", 1e-8), ("spin", 1e-8), ("reaction", 1e-5)):
        assert other[sensor][-1] == pytest.approx(full[sensor][-1], abs=tolerance), sensor
    assert other.summary.newton_iterations >= full.summary.newton_iterations


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_tiny_steps_converge(run_deck, formulation):
    """With Bottasso's scaling, a step of 1e-7 s is no harder than a step of 1e-3 s."""
    end = 1e-4
    run = run_deck(held_top(FRAMES["elsewhere"], end), formulation=formulation, step=1e-7)
    assert run.summary.outcome is Outcome.COMPLETE
    assert run.summary.rejected_steps == 0
    assert run.summary.newton_iterations <= 2 * run.summary.steps
    assert run.diagnostics["constraint_violation"].max() < 1e-14
    J = INERTIA + MASS * (CENTRE @ CENTRE * np.eye(3) - np.outer(CENTRE, CENTRE))
    alpha = np.linalg.solve(J, np.cross(CENTRE, MASS * GRAVITY) - np.cross(SPIN, J @ SPIN))
    velocity = np.cross(SPIN, CENTRE)
    acceleration = np.cross(alpha, CENTRE) + np.cross(SPIN, velocity)
    assert run["reaction"][0] == pytest.approx(MASS * (acceleration - GRAVITY), abs=1e-9)
    # The next term of the series is of the size 1e-11. Later reactions are not compared. The round-off of positions,
    # divided by h^2, is as large as these reactions.
    assert run["centre"][-1] == pytest.approx(CENTRE + end * velocity + end**2 / 2 * acceleration, abs=1e-10, rel=0)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "LIE_SE3", "EULER_PARAMETERS_2", "MINIMAL_COORDINATES"])
@pytest.mark.parametrize("newton", ["FULL", "MODIFIED"])
def test_the_fast_top_with_its_frame_at_the_centre_of_mass_converges(run_deck, formulation, newton):
    """At h = 1e-4 s and spectral radius 0.9, another program's Lie method does not converge."""
    options = {"NEWTON": newton, "SPECTRAL_RADIUS": 0.9}
    run = run_deck("heavy_top_spherical.deck", formulation=formulation, step=1e-4, method_options=options)
    assert run.summary.outcome is Outcome.COMPLETE
    assert run.summary.rejected_steps == 0
    assert run["centre_of_mass"][-1] == pytest.approx((0.173343964098, 0.640088592071, -0.748490791134), abs=2e-3)
    assert run.diagnostics["constraint_violation"].max() < 1e-13


def test_fewer_newton_iterations_on_the_lie_group(run_deck):
    """By Holzinger et al. (2024), Table 4, the Lie group needs fewer iterations per step on the heavy top than Cardan
    angles. The paper's Euler parameters also need more iterations. The Euler parameters of rbsolve have no round-off
    noise, and need as few iterations as the Lie group.
    """
    counts = {}
    for formulation in ("LIE_R3_SO3", "CARDAN_ANGLES_2", "EULER_PARAMETERS_2"):
        options = {"NEWTON": "FULL"}
        run = run_deck(
            "heavy_top.deck",
            integrator="GENERALIZED_ALPHA",
            formulation=formulation,
            step=2.5e-5,
            method_options=options,
        )
        counts[formulation] = run.summary.newton_iterations / run.summary.steps
    assert counts["LIE_R3_SO3"] < counts["CARDAN_ANGLES_2"]
    assert counts["EULER_PARAMETERS_2"] == pytest.approx(counts["LIE_R3_SO3"], rel=0.01)


FAST_ROTOR = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {0.4, 0.4, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {rotor} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0, 0, 80} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {turned} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {rotor}
  @ROTATION_PARAMETERS {EULER_ANGLES_321} @ANGLE_UNIT {RADIANS} } }
"""


@pytest.mark.parametrize(
    "formulation", ["LIE_R3_SO3", "LIE_R3_SO3_LEFT", "LIE_SE3", "CARDAN_ANGLES_1", "CARDAN_ANGLES_2"]
)
def test_steps_of_more_than_a_turn_that_are_predicted_are_not_taken_in_parts(run_deck, formulation):
    run = run_deck(FAST_ROTOR, integrator="GENERALIZED_ALPHA", formulation=formulation)
    assert np.cos(run["turned"][:, 0] - 80 * run.time) == pytest.approx(np.ones(11), abs=1e-12)
    assert run.summary.findings == ()
    assert run.summary.rejected_steps == 0
