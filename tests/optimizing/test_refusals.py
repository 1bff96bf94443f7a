"""Trial points with lengths that cannot be assembled are refused, with the joint that stays open and its smallest gap.

Circles about the pins give the reference values. The pins B and D are the ends of a crank and of the ground, at a
distance e. Coupler and rocker with the lengths b and c reach from B to D if |b - c| <= e <= b + c.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

import rbsolve
from rbsolve.pipeline import check_deck

CRANK, GROUND, ANGLE = 0.3, 1.0, 0.3
DECK = """! A four-bar linkage, written as a line. Prescribed motions place its crank and its base.
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#b} @SCALAR_VALUE {0.9} @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0.8} }
@POINT_DEFINITION {
  @POINT_NAME {A} { @COORDINATES {0, 0, 0} } @POINT_NAME {B} { @COORDINATES {0.3, 0, 0} }
  @POINT_NAME {C} { @COORDINATES {0.3 + #b, 0, 0} } @POINT_NAME {D} { @COORDINATES {0.3 + #b - #c, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {X} { @ORIENTATION_E3 {1, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {0.01, 0.01, 0.01} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {crank} { @MASS_PROPERTY_NAME {m} } @RIGID_BODY_NAME {coupler} { @MASS_PROPERTY_NAME {m} }
  @RIGID_BODY_NAME {rocker} { @MASS_PROPERTY_NAME {m} } @RIGID_BODY_NAME {base} { @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {A} {
    @CONNECTED_TO_BODIES {GROUND, crank} @AT_POINT {A} @TRIAD_NAME {AXIS_Z} @PRESCRIBED_ROTATION {turn} }
  @REVOLUTE_JOINT_NAME {D} { @CONNECTED_TO_BODIES {base, rocker} @AT_POINT {D} @TRIAD_NAME {AXIS_Z} } }
@PRISMATIC_JOINT_DEFINITION {
  @PRISMATIC_JOINT_NAME {place} {
    @CONNECTED_TO_BODIES {GROUND, base} @AT_POINT {D} @TRIAD_NAME {X} @PRESCRIBED_DISPLACEMENT {x} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {B} { @CONNECTED_TO_BODIES {crank, coupler} @AT_POINT {B} } }
@CYLINDRICAL_JOINT_DEFINITION {
  @CYLINDRICAL_JOINT_NAME {C} { @CONNECTED_TO_BODIES {rocker, coupler} @AT_POINT {C} @TRIAD_NAME {AXIS_Z} } }
@FUNCTION_1D_DEFINITION {
  @FUNCTION_1D_NAME {turn} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0.3, 1} }
  @FUNCTION_1D_NAME {x} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0.7 - #b + #c} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} } }
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {once} { @ANALYSIS_TYPE {KINEMATIC} @SIMULATION_TIME_RANGE {0, 0.1} @OUTPUT_STEP_SIZE {0.05} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {point} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {coupler} @POINT_NAME {C} } }
"""
DYNAMIC = DECK.replace("@ANALYSIS_TYPE {KINEMATIC}", "@ASSEMBLE {YES} @TIME_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {i}")


def missing(b, c):
    """Return by how much lengths are too short or too different for the distance of the pins."""
    e = abs(GROUND - CRANK * np.exp(1j * ANGLE))
    return max(e - b - c, abs(b - c) - e)


def told_gap(reason):
    return float(re.search(r"even at the best configuration, joint \S+ stays open: .* are (\S+) m apart", reason)[1])


@pytest.mark.parametrize("text", [DECK, DYNAMIC], ids=["KINEMATIC", "ASSEMBLE"])
@pytest.mark.parametrize(("b", "c"), [(0.2, 0.3), (1.4, 0.2), (0.2, 1.4), (0.3, 0.4)])
def test_lengths_that_cannot_be_assembled_have_a_gap(text, b, c):
    own = text.replace("#b} @SCALAR_VALUE {0.9}", f"#b}} @SCALAR_VALUE {{{b}}}")
    own = own.replace("#c} @SCALAR_VALUE {0.8}", f"#c}} @SCALAR_VALUE {{{c}}}")
    (error,) = [finding.message for finding in check_deck(own).diagnostics if finding.severity == "error"]
    assert "place" in error
    assert told_gap(error) == pytest.approx(missing(b, c), rel=1e-5)
    assert not check_deck(text).has_errors


def test_a_search_refuses_such_lengths_with_the_gap():
    """The objective is smallest at a sum of lengths u = 0.85 + 0.02^(1/3)."""
    found = rbsolve.optimize(
        rbsolve.load(DECK),
        {"b": (0.1, 1.5, 0.9), "c": (0.1, 1.5, 0.8)},
        minimize="#b + #c + 0.01/(#b + #c - 0.85)^2 + 0*final(point.x1)",
        threads=1,
    )
    assert found.status == "complete"
    assert found["b"] + found["c"] == pytest.approx(0.85 + 0.02 ** (1 / 3), rel=1e-6)
    assert found.refused
    for refusal in found.refused:
        gap = missing(refusal.parameters["b"], refusal.parameters["c"])
        assert gap > 0.0
        assert told_gap(refusal.reason) == pytest.approx(gap, rel=1e-5)
