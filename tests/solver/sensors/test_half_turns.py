"""Springs that do not count rotations, beyond 180 degrees. The springs pull in the shorter direction, also in sensors,
and a warning reports the change of direction.
"""

import numpy as np
import pytest

import rbsolve
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, parse_deck

STIFFNESS = 1.5
SPRINGS = {
    "ball": "@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0}"
    " @INITIAL_RATE {#rate, 0, 0} @SPRING {1.5, 0, 1.5, 0, 1.5, 0} } }",
    "bushing": "@BUSHING_DEFINITION { @BUSHING_NAME {J} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0}"
    " @STIFFNESS {10, 10, 10} @ROTATIONAL_STIFFNESS {1.5, 1.5, 1.5} } }",
    "general bushing": "@GENERAL_BUSHING_DEFINITION { @GENERAL_BUSHING_NAME {J} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0}"
    " @STIFFNESS_MATRIX {10,0,0,0,0,0, 0,10,0,0,0,0, 0,0,10,0,0,0, 0,0,0,1.5,0,0, 0,0,0,0,1.5,0, 0,0,0,0,0,1.5} } }",
    "torsion spring": "@TORSION_SPRING_DEFINITION {"
    " @TORSION_SPRING_NAME {idle} { @CONNECTED_TO_BODIES {GROUND, b} @TRIAD_NAME {AXIS_X} @DAMPING {0} }"
    " @TORSION_SPRING_NAME {J} { @CONNECTED_TO_BODIES {GROUND, b} @TRIAD_NAME {AXIS_X} @STIFFNESS {1.5} } }",
}
KINDS = {"ball": "joint", "bushing": "bushing", "general bushing": "bushing", "torsion spring": "torsion spring"}


def deck(spring: str, output: float = 0.05) -> str:
    rate = "" if spring == "ball" else "@INITIAL_ANGULAR_VELOCITY {#rate, 0, 0}"
    sensor = "@SENSOR_DEFINITION { @SENSOR_NAME {torque} { @SENSOR_TYPE {DRIVE_FORCE} @OBJECT_NAME {J} } }" * (
        spring == "ball"
    )
    return f"""
@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#rate}} @SCALAR_VALUE {{8}} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} {rate} }} }}
{SPRINGS[spring]}
{sensor}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{alpha}} {{ @SENSOR_TYPE {{ANGULAR_ACCELERATION}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{energy}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{
  @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{1e-3}} @OUTPUT_STEP_SIZE {{{output}}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{
  @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} @FORMULATION {{LIE_R3_SO3}} }} }}
"""


def times_and_objects(findings):
    return [(round(one.time, 9), one.object) for one in findings if one.code == "beyond-half-turn"]


@pytest.mark.parametrize("spring", SPRINGS)
def test_the_torque_changes_its_direction_and_the_run_says_so(spring):
    """The spring slows the body like an oscillator until 180 degrees, and accelerates it after this angle. The energy
    is conserved, and at a full rotation the rate equals the initial rate.
    """
    results = rbsolve.solve(deck(spring))
    w0 = np.sqrt(STIFFNESS)
    half = np.arcsin(np.pi * w0 / 8) / w0
    before = results.time < half - 0.01
    np.testing.assert_allclose(results["w"][before, 0], 8 * np.cos(w0 * results.time[before]), atol=1e-4)
    after = (results.time > half + 0.01) & (results.time < 2 * half)
    np.testing.assert_allclose(results["w"][after, 0], 8 * np.cos(w0 * (2 * half - results.time[after])), atol=1e-2)
    np.testing.assert_allclose(results["energy"], 32.0, atol=0.05)
    if spring == "ball":  # the moment of inertia is 1
        np.testing.assert_allclose(results["torque"][:, 0], results["alpha"][:, 0], atol=1e-6)
    assert times_and_objects(results.findings) == [(round(np.ceil(half / 0.05) * 0.05, 9), f"{KINDS[spring]} J")]


def test_an_ensemble_says_it_of_its_cases():
    found = rbsolve.solve_many(deck("ball"), {"rate": [3.0, 8.0]})
    assert [bool(times_and_objects(findings)) for findings in found.findings] == [False, True]


def test_cases_with_different_axes_are_each_told_about_their_own_half_turn():
    """Sensors and warnings of several short cases are computed in the rows of all these cases at once."""
    head = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#tilt} @SCALAR_VALUE {0} }\n"
    axes = "@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {1, 0.1*#tilt, 0} } }\n"
    text = head + axes + deck("torsion spring").replace("{AXIS_X}", "{T}")
    cases = [{"rate": 3.0 + 1.5 * (k % 5), "tilt": float(k // 5)} for k in range(15)]
    variation = Variation(parse_deck(text), Options())
    together = [times_and_objects(case.findings) for case in CaseSolver(variation).solve_all(cases)]
    alone = [times_and_objects(CaseSolver(variation).solve(case).findings) for case in cases]
    assert together == alone
    assert len(set(map(tuple, together))) > 3


@pytest.mark.parametrize("spring", SPRINGS)
def test_a_half_turn_between_two_chunks_of_rows_is_told(spring, monkeypatch):
    """In an earlier version, no warning reported a half turn between the last row of a chunk and the next row."""
    expected = times_and_objects(rbsolve.solve(deck(spring)).findings)
    monkeypatch.setattr("rbsolve.solver.run.chunk_size.CHUNK_BYTES", 1.0)  # chunks of one row
    assert times_and_objects(rbsolve.solve(deck(spring)).findings) == expected
    assert len(expected) == 1
