"""Optima at which the extreme of a history is the value of several rows. The sensor is `e = t^2 - a - b t`, so the
smallest peak over [0, 1] is Chebyshev's: 1/8 with a = -1/8 and b = 1.
"""

from __future__ import annotations

import numpy as np
import pytest

import rbsolve

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {0.3} @DESIGN_PARAMETER_NAME {#b} @SCALAR_VALUE {0.4} }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {disc} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {A} {
  @CONNECTED_TO_BODIES {GROUND, disc} @AT_POINT {O} @TRIAD_NAME {AXIS_Z} @PRESCRIBED_ROTATION {turn} } }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {turn} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 1} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {e} { @EXPRESSION {t^2 - #a - #b*t} } }
@SENSOR_DEFINITION { @SENSOR_NAME {e} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {e} } }
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {rows} { @ANALYSIS_TYPE {KINEMATIC} @SIMULATION_TIME_RANGE {0, 1} @OUTPUT_STEP_SIZE {0.05} }
}
"""
START = (-0.4, 1.7)


@pytest.fixture(scope="module")
def model():
    return rbsolve.load(DECK)


def search(model, start, **options):
    a, b = start
    return rbsolve.optimize(model, {"a": (-2.0, 2.0, a), "b": (-3.0, 3.0, b)}, threads=1, **options)


def test_the_smallest_peak_is_that_of_chebyshev(model):
    found = search(model, START, minimize="peak(e)")
    assert (found["a"], found["b"], found.value) == pytest.approx((-0.125, 1.0, 0.125), abs=1e-9)
    assert found.gradient_norm < 1e-9
    assert not found.warnings


def test_the_smallest_range_does_not_depend_on_the_offset(model):
    found = search(model, START, minimize="range(e)")
    assert (found["b"], found.value) == pytest.approx((1.0, 0.25), abs=1e-9)
    assert found["a"] == pytest.approx(START[0], abs=1e-12)
    assert found.gradient_norm < 1e-9


def test_a_maximum_of_a_smallest_value(model):
    """The rows 0 and 1 tie in `max(e)`, and the row of t = 1/2 is the lowest."""
    found = search(model, START, maximize="min(e)", subject_to=["max(e) <= 0.15"])
    assert (found["a"], found["b"], found.value) == pytest.approx((-0.15, 1.0, -0.1), abs=1e-8)
    assert found.constraints[0].multiplier == pytest.approx(1.0, abs=1e-9)


def test_the_multiplier_of_a_constraint_with_two_rows(model):
    """The rows of t = 1 and t = 0.35 limit the peak: `1 - a - b = v` and `0.35^2 - a - 0.35 b = -v`."""
    v = 0.2
    matrix = np.array([[1.0, 1.0], [1.0, 0.35]])
    best, slope = np.linalg.solve(matrix, [1.0 - v, 0.35**2 + v]), np.linalg.solve(matrix, [-1.0, 1.0])
    found = search(model, START, minimize="#a^2 + #b^2", subject_to=[f"peak(e) <= {v}"])
    assert found.status == "complete"
    assert (found["a"], found["b"]) == pytest.approx(best, abs=1e-6)
    assert found.value == pytest.approx(best @ best, rel=2e-6)  # the search accepts violations up to 1e-6
    assert found.constraints[0].multiplier == pytest.approx(2.0 * best @ slope, rel=1e-5)


def test_a_largest_value_at_bounds_needs_no_further_rows(model):
    """The largest of `max(e)` is at a corner of the bounds, and needs no further rows."""
    found = search(model, (0.3, 0.4), maximize="max(e)")
    assert (found["a"], found["b"], found.value) == (-2.0, -3.0, 6.0)
    assert [found.parameters[name].multiplier for name in "ab"] == pytest.approx([-1.0, -1.0])
