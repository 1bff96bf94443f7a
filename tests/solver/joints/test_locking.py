"""Mechanisms that cannot continue. The failure names the joint, its line and the time, and the earlier rows are stored."""

import numpy as np
import pytest

from rbsolve.solver.model.outcome import Outcome

# A prescribed rotation t rotates a crank of 1 m, and a rod of 2 m leads to a slider on a line at y = 2.5 m. The rod is
# stretched when cos t = 0.5.
STRETCHED = """
@POINT_DEFINITION { @POINT_NAME {A} {@COORDINATES {0, 0, 0}} @POINT_NAME {B} {@COORDINATES {0, 1, 0}}
  @POINT_NAME {C} {@COORDINATES {sqrt(4 - 1.5^2), 2.5, 0}} }
@TRIAD_DEFINITION { @TRIAD_NAME {x} {@ORIENTATION_E2 {0, 1, 0} @ORIENTATION_E3 {1, 0, 0}} }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {B} {@POINT1_NAME {B} @TRIAD_NAME {TRIAD_INERTIAL}}
  @FIXED_FRAME_NAME {C} {@POINT1_NAME {C} @TRIAD_NAME {TRIAD_INERTIAL}} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {crank} {@MASS_PROPERTY_NAME {m}}
  @RIGID_BODY_NAME {rod} {@FRAME_NAME {B} @MASS_PROPERTY_NAME {m}}
  @RIGID_BODY_NAME {slider} {@FRAME_NAME {C} @MASS_PROPERTY_NAME {m}} }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {turn} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 1} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {A} {@CONNECTED_TO_BODIES {GROUND, crank} @AT_POINT {A}
  @TRIAD_NAME {TRIAD_INERTIAL} @PRESCRIBED_ROTATION {turn} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {B} {@CONNECTED_TO_BODIES {crank, rod} @AT_POINT {B}} }
@UNIVERSAL_JOINT_DEFINITION { @UNIVERSAL_JOINT_NAME {C} {@CONNECTED_TO_BODIES {slider, rod} @AT_POINT {C}
  @TRIAD_NAME {x, TRIAD_INERTIAL}} }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {D} {@CONNECTED_TO_BODIES {GROUND, slider} @AT_POINT {C} @TRIAD_NAME {x}} }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 5} @TIME_STEP_SIZE {0.001} @OUTPUT_STEP_SIZE {0.01} } }
"""


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "EULER_PARAMETERS_2", "MINIMAL_COORDINATES", "CARDAN_ANGLES_1"])
def test_a_mechanism_that_locks_stops_there_and_names_a_joint(run_deck, formulation):
    run = run_deck(STRETCHED, formulation=formulation)
    assert run.summary.outcome in (Outcome.SINGULAR_SYSTEM, Outcome.NEWTON_STALLED)
    assert run.summary.time == pytest.approx(np.pi / 3, abs=5e-3)
    assert run.summary.failed_object.removeprefix("body ").split(" on ")[-1] in {
        f"joint {joint} (line {STRETCHED[: STRETCHED.index(f'_JOINT_NAME {{{joint}}}')].count(chr(10)) + 1})"
        for joint in "ABCD"
    }
    assert run.time[-1] == pytest.approx(1.04)
    assert np.abs(run.diagnostics["constraint_violation"]).max() < 1e-13
