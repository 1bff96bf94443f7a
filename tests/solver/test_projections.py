"""UNIFIED_VELOCITIES: whatever the projection, the motion is that of LIE_SE3."""

import numpy as np
import pytest

from rbsolve.pipeline import check_deck

DECK = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @CENTRE_OF_MASS_LOCATION {{0.1, 0.2, -0.1}}
    @MOMENTS_OF_INERTIA {{5.2988, 1.1775, 4.3568}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{m}} @INITIAL_VELOCITY {{0.3, 0.1, -0.2}}
    @INITIAL_ANGULAR_VELOCITY {{0.4, 0.2, 3}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{1e-2}}
    @TIME_INTEGRATOR_NAME {{ti}} }} }}
@SENSOR_DEFINITION {{
    @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{R}} {{ @SENSOR_TYPE {{ORIENTATION}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b}} }} }}
"""


def custom(seed):
    numbers = np.random.default_rng(seed).normal(size=(2, 18)).round(3)
    points, directions = (", ".join(map(str, row)) for row in numbers)
    return f"@PROJECTION {{CUSTOM}} @PROJECTION_POINTS {{{points}}} @PROJECTION_DIRECTIONS {{{directions}}}"


PROJECTIONS = {
    "hexahedron": "@PROJECTION {HEXAHEDRON}",
    "long hexahedron": "@PROJECTION {HEXAHEDRON} @PROJECTION_LENGTHS {0.5, 2, 3} @PROJECTION_SCALE {0.4}",
    "tetrahedron": "@PROJECTION {TETRAHEDRON} @PROJECTION_LENGTHS {1.5}",
    **{f"custom {seed}": custom(seed) for seed in (1, 2, 3)},
}


@pytest.fixture(scope="module")
def on_se3(run_deck):
    return run_deck(DECK.format(method="@FORMULATION {LIE_SE3}"))


@pytest.mark.parametrize("projection", PROJECTIONS)
def test_the_motion_is_that_of_se3(run_deck, on_se3, projection):
    run = run_deck(DECK.format(method="@FORMULATION {UNIFIED_VELOCITIES} " + PROJECTIONS[projection]))
    for sensor in ("x", "R", "w"):
        assert run[sensor] == pytest.approx(on_se3[sensor], abs=1e-12)


def test_a_singular_projection_is_an_error_with_its_condition_number():
    same = ", ".join(["1, 0, 0"] * 6)
    method = f"@FORMULATION {{UNIFIED_VELOCITIES}} {custom(1).partition('@PROJECTION_DIRECTIONS')[0]}"
    checked = check_deck(DECK.format(method=f"{method} @PROJECTION_DIRECTIONS {{{same}}}"))
    findings = [finding for finding in checked.diagnostics if finding.code.value == "invalid-value"]
    assert len(findings) == 1
    assert "condition number" in findings[0].message


def test_the_sensor_measures_by_the_projection_that_some_body_is_integrated_with(run_deck):
    """Along (0, 1, 0) at the point (0, 1, 0) of a tetrahedron with edges of 2 m: y of the body's velocity."""
    sensor = "@SENSOR_DEFINITION { @SENSOR_NAME {u} { @SENSOR_TYPE {UNIFIED_VELOCITIES} @OBJECT_NAME {b} } }"
    method = "@FORMULATION {LIE_SE3} @PROJECTION {TETRAHEDRON} @PROJECTION_LENGTHS {2} @PROJECTION_SCALE {1}"
    deck = (DECK.format(method=method) + sensor).replace(
        "@MASS_PROPERTY_NAME {m} @INITIAL", "@MASS_PROPERTY_NAME {m} @FORMULATION {UNIFIED_VELOCITIES} @INITIAL"
    )
    first = run_deck(deck)["u"][0]
    assert first[1] == pytest.approx(0.1, abs=1e-15)
    # Along e1 - e3 at (1, 0, 1): U + Omega x y = (0.3 + 0.2, 0.1 + 3 - 0.4, -0.2 - 0.2)
    assert first[5] == pytest.approx(0.5 + 0.4, abs=1e-14)
