"""Diagnostics about the accuracy of derivatives."""

import pytest

import rbsolve
from rbsolve.sensitivity import derivative, deriving

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {1.2} @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, -9.81, 0} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {bob} { @AT_POINT {#L, 0, 0} @MASS {#m} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.3} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} {
  @CONNECTED_TO_BODIES {GROUND, bob} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z} @DAMPER {0.1} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, 0.5} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.05} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {gap} { @SENSOR_TYPE {CONSTRAINT_VIOLATION} @OBJECT_NAME {bob} }
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {bob} } }
"""


@pytest.fixture(scope="module")
def found():
    return rbsolve.sensitivities(DECK, ["L", "m"], method="tangent")


@pytest.mark.parametrize("method", ["tangent", "difference"])
def test_the_violation_of_joints_by_round_off_has_no_derivative(method):
    found = rbsolve.sensitivities(DECK, ["L", "m"], method=method)
    assert max(found["gap"].ravel()) < 1e-12
    assert "uncertain-derivative" not in [finding.code for finding in found.findings]
    for name in ("L", "m"):
        assert not found.sensitivity("gap", name).any()
        assert found.sensitivity("place", name).any()


def test_a_violation_beyond_round_off_has_its_derivative(monkeypatch):
    monkeypatch.setattr(derivative, "ROUND_OFF", {})
    found = rbsolve.sensitivities(DECK, ["L", "m"], method="tangent")
    assert found.sensitivity("gap", "L").any()
    assert "uncertain-derivative" in [finding.code for finding in found.findings]


def test_a_note_names_parameters_whose_derivatives_miss_the_accuracy(found, monkeypatch):
    assert "inaccurate-derivative" not in [finding.code for finding in found.findings]
    monkeypatch.setattr(deriving, "INACCURATE", 1e-15)
    monkeypatch.setattr(deriving, "ROUNDING", 0.0)
    others = rbsolve.sensitivities(DECK, ["L", "m"], method="tangent")
    notes = [finding for finding in others.findings if finding.code == "inaccurate-derivative"]
    assert [note.severity for note in notes] == ["note"]
    assert "the derivatives with respect to" in notes[0].message
