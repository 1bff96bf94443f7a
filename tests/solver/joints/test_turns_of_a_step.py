"""Joints that rotate by more than 180 degrees in a step count their rotations correctly. The references are closed
forms of shafts.
"""

import numpy as np
import pytest

import rbsolve

GEARED_SHAFTS = """
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {driver} { @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.2} }
  @RIGID_BODY_NAME {driven} { @AT_POINT {1, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.02} }
}
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {j0} { @CONNECTED_TO_BODIES {GROUND, driver} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z}
    @INITIAL_RATE {700} @SPRING {0.01, 0} }
  @REVOLUTE_JOINT_NAME {j1} { @CONNECTED_TO_BODIES {driven, GROUND} @AT_POINT {1, 0, 0} @TRIAD_NAME {AXIS_Z} }
}
@GEAR_DEFINITION { @GEAR_NAME {g} { @JOINT_NAMES {j0, j1} @RATIO {-3} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {q0} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {j0} }
  @SENSOR_NAME {q1} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {j1} }
}
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} TOLERANCE } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.1}
  @TIME_INTEGRATOR_NAME {ti} } }
"""


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "LIE_SE3", "CARDAN_ANGLES_2"])
@pytest.mark.parametrize("tolerance", ["", "@LOCAL_ERROR_TOLERANCE {1e-3}"])
def test_geared_shafts_turn_more_than_once_in_a_step(formulation, tolerance):
    # With (0.2 + 9 * 0.02) q'' = -0.01 q, the shafts rotate by 7 and 21 rad in a step.
    results = rbsolve.solve(GEARED_SHAFTS.replace("TOLERANCE", tolerance), formulation=formulation)
    frequency = np.sqrt(0.01 / 0.38)
    exact = 700 / frequency * np.sin(frequency * results.time)
    np.testing.assert_allclose(results["q0"][:, 0], exact, rtol=0, atol=2e-2)
    np.testing.assert_allclose(results["q1"][:, 0], -3 * exact, rtol=0, atol=6e-2)
    assert not results.findings


def test_an_interrupted_step_count_is_restored():
    """A simulation that is restored between two steps also counts the rotations of the next step."""
    simulation = rbsolve.Simulation(GEARED_SHAFTS.replace("TOLERANCE", ""), formulation="LIE_R3_SO3")
    simulation.step(3)
    saved = simulation.save_state()
    simulation.run_to(1.0)
    wanted = simulation["q1"].copy()
    simulation.restore_state(saved)
    simulation.run_to(1.0)
    assert wanted == simulation["q1"]
    assert abs(wanted[0] + 3 * 700 / np.sqrt(0.01 / 0.38) * np.sin(np.sqrt(0.01 / 0.38))) < 6e-2


def test_a_universal_joint_turns_more_than_once_in_a_step():
    """A shaft spins about the second axis of a universal joint, whose first axis is at rest, with q2 = 800 t."""
    text = """
    @RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {shaft} { @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.2} } }
    @UNIVERSAL_JOINT_DEFINITION {
      @UNIVERSAL_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, shaft} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z, AXIS_X}
        @INITIAL_RATE {0, 800} }
    }
    @SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {j} } }
    @ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
    """
    for formulation in ("LIE_R3_SO3", "MINIMAL_COORDINATES"):
        results = rbsolve.solve(text, integrator="GENERALIZED_ALPHA", formulation=formulation)
        np.testing.assert_allclose(results["q"][:, 1], 800 * results.time, rtol=0, atol=1e-6)
        np.testing.assert_allclose(results["q"][:, 0], 0, rtol=0, atol=1e-9)
