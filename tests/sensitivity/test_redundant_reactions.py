"""Derivatives of the smallest reactions of redundant constraints, compared with differences of whole runs.

A bead on a rail is constrained twice, because the rail is also rigidly fixed to the bead's body. A change of one row
separates the bead and the rail. Therefore the search for self-stresses must use small changes. In a planar four-bar, a
change out of the plane has no effect, because the four-bar does not move in this direction.
"""

from pathlib import Path

import numpy as np
import pytest

import rbsolve
from rbsolve.sensitivity import carried
from rbsolve.sensitivity.rows import RowTangents

TWICE_HELD = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#damping} @SCALAR_VALUE {0.4}
  @DESIGN_PARAMETER_NAME {#height} @SCALAR_VALUE {0.3}
}
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {arm} { @AT_POINT {0.2, 0.1, 0} @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.15} }
  @RIGID_BODY_NAME {bead} { @AT_POINT {0.5, 0.2, 0.1} @MASS {1} @CENTRE_OF_MASS {0.1, 0, 0.2}
    @MOMENTS_OF_INERTIA {0.05, 0.06, 0.07} }
}
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} { @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {0, 0, 0}
  @TRIAD_NAME {AXIS_X} @DAMPER {#damping} @INITIAL_RATE {3} } }
@RIGID_JOINT_DEFINITION { @RIGID_JOINT_NAME {weld} { @CONNECTED_TO_BODIES {arm, bead} @AT_POINT {0.4, 0.1, #height} } }
@POINT_ON_CURVE_DEFINITION { @POINT_ON_CURVE_NAME {rail} { @CONNECTED_TO_BODIES {arm, bead}
  @POINT1_NAME {0.1, -0.8, 0.6} @POINT2_NAME {0.1, -0.8, 0.6}
  @CURVE_POINTS {-0.8, -0.6, -0.9, -0.4, -0.3, -0.3, 0, 0, 0, 0.3, 0.5, 0.4, 0.8, 0.8, 0.6, 1.1, 1.4, 1.2} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {1, 2, -9} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {alpha} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA}
  @FORMULATION {LIE_R3_SO3} @RELATIVE_TOLERANCE {1e-12} @ABSOLUTE_TOLERANCE {1e-12} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {turn} {
  @SIMULATION_TIME_RANGE {0, 0.1} @TIME_STEP_SIZE {2e-3} @OUTPUT_STEP_SIZE {0.05} @TIME_INTEGRATOR_NAME {alpha} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {hinge} }
  @SENSOR_NAME {weld} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {weld} }
  @SENSOR_NAME {turned} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {weld} }
  @SENSOR_NAME {rail} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {rail} }
}
"""
PLANAR = (
    (Path(__file__).parents[2] / "decks/four_bar.deck").read_text().replace("@MASS {2}", "@MASS {#mass}")
    + """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#mass} @SCALAR_VALUE {2}
  @DESIGN_PARAMETER_NAME {#push} @SCALAR_VALUE {3}
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {across} { @GRAVITY_VECTOR {1, #push, 2} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {force} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {A} }
  @SENSOR_NAME {moment} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {C} }
}
"""
)
STEP = 1e-4  # the error of differences of order four


def differences(deck, name, value, **options):
    """Return the differences of all sensors with respect to a parameter."""
    runs = [rbsolve.solve(deck, parameters={name: value + k * STEP}, **options) for k in (-2, -1, 1, 2)]
    return {
        sensor: (runs[0][sensor] - 8 * runs[1][sensor] + 8 * runs[2][sensor] - runs[3][sensor]) / (12 * STEP)
        for sensor in runs[0]
    }


@pytest.mark.parametrize(("name", "value"), [("damping", 0.4), ("height", 0.3)])
def test_reactions_of_a_body_that_is_held_twice(name, value):
    results = rbsolve.sensitivities(TWICE_HELD, [name])
    assert "no-derivative" not in {str(finding.code) for finding in results.findings}
    for sensor, expected in differences(TWICE_HELD, name, value).items():
        limit = 1e-7 * max(1.0, float(np.abs(expected).max()))
        np.testing.assert_allclose(results.sensitivity(sensor, name), expected, rtol=0, atol=limit, err_msg=sensor)
    assert np.abs(results.sensitivity("rail", name)).min() > 1e-5


def test_gradients_of_these_reactions_are_refused_with_a_reason():
    scalars = ["final(rail.F1)", "final(angle)"]
    results = rbsolve.sensitivities(TWICE_HELD, ["damping"], of=scalars, method="adjoint")
    assert "redundant" in str([finding.message for finding in results.findings if str(finding.code) == "no-derivative"])


def test_gradients_of_reactions_of_a_planar_mechanism():
    scalars = ["final(force.F1)", "final(force.F3)", "final(moment.M2)"]
    columns = {"final(force.F1)": ("force", 0), "final(force.F3)": ("force", 2), "final(moment.M2)": ("moment", 1)}
    results = rbsolve.sensitivities(PLANAR, ["mass", "push"], of=scalars, method="adjoint", t_end=0.05)
    expected = {name: differences(PLANAR, name, value, t_end=0.05) for name, value in (("mass", 2.0), ("push", 3.0))}
    for scalar, (sensor, column) in columns.items():
        for name, slope in results.gradient(scalar).items():
            assert slope == pytest.approx(expected[name][sensor][-1, column], rel=1e-7, abs=1e-9)


def test_self_stresses_are_removed_only_for_sensors_that_read_reactions():
    found = []

    class Noted(RowTangents):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            found.append(self._loaded)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(carried, "RowTangents", Noted)
        rbsolve.sensitivities(TWICE_HELD, ["damping"], method="tangent")
    assert found == [frozenset(("weld", "turned", "rail"))]
