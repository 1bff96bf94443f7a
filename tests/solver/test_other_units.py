"""Solve mechanisms in other units of length, mass and time. A factor of two is exact in binary numbers, so a solver
without hidden dimensions gives the same numbers. The scaled mechanisms are as small as those on a chip.
"""

import numpy as np
import pytest

import rbsolve

METHODS = {
    "generalized-alpha on R3 x SO(3)": "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3}",
    "generalized-alpha on SE(3)": "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_SE3}",
    "generalized-alpha with self-controlled steps": (
        "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {LENGTH}"
    ),
    "generalized-alpha in joint coordinates": (
        "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {MINIMAL_COORDINATES}"
    ),
    "explicit in joint coordinates": (
        "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44} @FORMULATION {MINIMAL_COORDINATES}"
    ),
}
UNITS = {
    "a chip": (2.0**-13, 2.0**-39, 2.0**-7),
    "a dust grain": (2.0**-17, 2.0**-51, 2.0**-9),
    "a ship": (2.0**10, 2.0**30, 2.0**5),
}


def gimbals(method, m, kg, s):
    """Return the deck of a heavy gyroscope in gimbals, with a spring."""
    inertia, moment = kg * m**2, kg * m**2 / s**2
    return f"""
@RIGID_BODY_DEFINITION {{
  @RIGID_BODY_NAME {{outer}} {{ @MASS {{{0.3 * kg!r}}} @MOMENTS_OF_INERTIA {{{1e-3 * inertia!r}, {1e-3 * inertia!r}, {1e-3 * inertia!r}}} }}
  @RIGID_BODY_NAME {{inner}} {{ @MASS {{{0.2 * kg!r}}} @MOMENTS_OF_INERTIA {{{8e-4 * inertia!r}, {8e-4 * inertia!r}, {8e-4 * inertia!r}}} }}
  @RIGID_BODY_NAME {{rotor}} {{ @MASS {{{kg!r}}} @MOMENTS_OF_INERTIA {{{1e-3 * inertia!r}, {2e-3 * inertia!r}, {1e-3 * inertia!r}}} }}
}}
@REVOLUTE_JOINT_DEFINITION {{
  @REVOLUTE_JOINT_NAME {{vertical}} {{ @CONNECTED_TO_BODIES {{GROUND, outer}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_Z}}
    @SPRING {{{0.05 * moment!r}, 0}} }}
  @REVOLUTE_JOINT_NAME {{tilt}} {{ @CONNECTED_TO_BODIES {{outer, inner}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_X}}
    @INITIAL_RATE {{{5.0 / s!r}}} }}
  @REVOLUTE_JOINT_NAME {{spin}} {{ @CONNECTED_TO_BODIES {{inner, rotor}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_Y}}
    @INITIAL_RATE {{{100.0 / s!r}}} }}
}}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{weight}} {{ @CONNECTED_TO_BODY {{inner}} @AT_POINT {{0, {0.1 * m!r}, 0}}
  @APPLIED_FORCES {{0, 0, {-0.98 * kg * m / s**2!r}}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{method}} {{ {method.replace("LENGTH", repr(1e-6 * m))} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, {0.25 * s!r}}} @TIME_STEP_SIZE {{{s / 2048!r}}}
  @OUTPUT_STEP_SIZE {{{s / 64!r}}} @TIME_INTEGRATOR_NAME {{method}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{precession}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{vertical}} }}
  @SENSOR_NAME {{tilt}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{tilt}} }}
  @SENSOR_NAME {{spin}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{spin}} }}
}}
"""


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("method", METHODS)
def test_a_gyroscope_in_gimbals_moves_alike_in_all_units(method, units):
    """The round-off of the constraints of the joints is larger than the inertia of a small rotor."""
    expected = rbsolve.solve(gimbals(METHODS[method], 1.0, 1.0, 1.0))
    scaled = rbsolve.solve(gimbals(METHODS[method], *UNITS[units]))
    assert scaled.status == "complete"
    assert [f.code for f in scaled.findings] == [f.code for f in expected.findings]
    assert np.max(np.abs(expected["tilt"])) > 0.01
    for sensor in ("precession", "tilt", "spin"):
        assert scaled[sensor] == pytest.approx(expected[sensor], rel=1e-11, abs=1e-9)
