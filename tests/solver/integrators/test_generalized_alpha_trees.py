"""Generalized-alpha in joint coordinates, with fast rotation, long steps, and messages about steps that do not
converge.
"""

from pathlib import Path

import numpy as np
import pytest
from told import messages_of

from rbsolve.solver.model.outcome import Outcome

TOP = "heavy_top_spherical.deck"  # the spin is 150 rad/s
# the position at 1 s by a Taylor series with 30 digits
CENTRE = np.array([0.173343964098386, 0.640088592070569, -0.748490791133581])


def top(run_deck, formulation, step, **options):
    """Return the run, and the error of the centre of mass at 1 s."""
    run = run_deck(TOP, formulation=formulation, step=step, ends_only=True, method_options=options)
    return run, float(np.linalg.norm(run["centre_of_mass"][-1] - CENTRE))


@pytest.mark.parametrize("step", [1e-3, 2e-3, 4e-3])
def test_a_fast_top_takes_few_iterations_and_no_halved_steps(run_deck, step):
    run, _ = top(run_deck, "MINIMAL_COORDINATES", step)
    assert run.summary.rejected_steps == 0
    assert run.summary.newton_iterations <= 2 * run.summary.steps


def test_a_fast_top_is_of_second_order_and_as_accurate_as_on_the_lie_group(run_deck):
    steps = np.array([2e-3, 1e-3, 5e-4])
    errors = [top(run_deck, "MINIMAL_COORDINATES", step)[1] for step in steps]
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2.0, abs=0.1)
    assert errors[0] < top(run_deck, "LIE_R3_SO3", steps[0])[1]


def test_a_fast_top_errs_as_the_page_of_formulations_says(run_deck):
    page = (Path(__file__).parents[3] / "docs" / "formulations.md").read_text(encoding="utf-8")
    cases = (("MINIMAL_COORDINATES", 2e-3, ".4f"), ("LIE_R3_SO3", 2e-3, ".4f"), ("MINIMAL_COORDINATES", 8e-3, ".2f"))
    for formulation, step, form in cases:
        run, error = top(run_deck, formulation, step)
        assert run.summary.rejected_steps == 0
        assert f"{error:{form}} m" in page, (formulation, step, error)


def test_a_run_whose_every_step_is_halved_says_so(run_deck):
    run, _ = top(run_deck, "MINIMAL_COORDINATES", 4e-3, MAXIMUM_NUMBER_OF_ITERATIONS=3, TANGENT_OPERATOR=False)
    assert run.summary.outcome is Outcome.EVERY_STEP_HALVED
    assert "use a smaller step" in run.summary.outcome.value


def test_steps_that_were_halved_are_counted_and_noted(run_deck):
    run, _ = top(run_deck, "LIE_R3_SO3", 7.8125e-3)
    assert run.summary.outcome in (Outcome.COMPLETE, Outcome.NEWTON_STALLED)
    halved, energy = messages_of(run)
    assert "steps did not converge and were divided" in halved
    assert "the steps do not resolve the motion, or the method damps it" in energy


# The deck is a wheel on a gimbal on a rotating arm. All angular velocities differ, and every body rotates the axis of
# the next body.
GYROSCOPE = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {A} { @COORDINATES {0.4, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {x} { @ORIENTATION_E2 {0, 1, 0} @ORIENTATION_E3 {1, 0, 0} }
  @TRIAD_NAME {y} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {0, 1, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {A} { @POINT1_NAME {A} @TRIAD_NAME {TRIAD_INERTIAL} } }
@MASS_PROPERTY_DEFINITION {
  @MASS_PROPERTY_NAME {arm} { @MASS {1} @MOMENTS_OF_INERTIA {0.02, 0.05, 0.06} @CENTRE_OF_MASS_LOCATION {0.2, 0, 0} }
  @MASS_PROPERTY_NAME {ring} { @MASS {0.3} @MOMENTS_OF_INERTIA {0.004, 0.002, 0.003} @CENTRE_OF_MASS_LOCATION {0, 0.02, 0.01} }
  @MASS_PROPERTY_NAME {wheel} { @MASS {2} @MOMENTS_OF_INERTIA {0.01, 0.006, 0.005} @CENTRE_OF_MASS_LOCATION {0.01, 0, 0} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {arm} { @MASS_PROPERTY_NAME {arm} }
  @RIGID_BODY_NAME {ring} { @FRAME_NAME {A} @MASS_PROPERTY_NAME {ring} }
  @RIGID_BODY_NAME {wheel} { @FRAME_NAME {A} @MASS_PROPERTY_NAME {wheel} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {post} { @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {O} @TRIAD_NAME {TRIAD_INERTIAL} @INITIAL_RATE {3} }
  @REVOLUTE_JOINT_NAME {gimbal} { @CONNECTED_TO_BODIES {arm, ring} @AT_POINT {A} @TRIAD_NAME {y} @INITIAL_RATE {2} }
  @REVOLUTE_JOINT_NAME {axle} { @CONNECTED_TO_BODIES {ring, wheel} @AT_POINT {A} @TRIAD_NAME {x} @INITIAL_RATE {100} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.2} @TIME_STEP_SIZE {1e-3} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {gimbal} }
  @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {wheel} }
  @SENSOR_NAME {moment} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {post} } }
"""


def test_a_tree_of_hinges_with_a_fast_wheel(run_deck):
    """The test checks the iterations per step, and the orders relative to DOP853."""
    options = {"TABLEAU": "DOP853"}
    exact = run_deck(GYROSCOPE, integrator="EXPLICIT_RUNGE_KUTTA", step=1e-4, ends_only=True, method_options=options)
    steps = np.array([4e-4, 2e-4, 1e-4])
    runs = [run_deck(GYROSCOPE, step=h, ends_only=True) for h in steps]
    for sensor in ("q", "x", "moment"):
        errors = [np.linalg.norm(run[sensor][-1] - exact[sensor][-1]) for run in runs]
        assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2.0, abs=0.1), sensor
    for step in (1e-3, 2e-3, 4e-3):
        run = run_deck(GYROSCOPE, step=step)
        assert run.summary.rejected_steps == 0
        assert run.summary.newton_iterations <= 3 * run.summary.steps
