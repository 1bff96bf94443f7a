"""Each kind of force has every function, or the program that needs a missing function refuses the force."""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.parser.schema.forces import BLOCKS, MATERIAL
from rbsolve.parser.schema.integrators import FORMULATIONS_OF
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.assembly.checks import faces
from rbsolve.solver.forces.catalogue import DRIVE, FRICTION, GRAVITY, KINDS, LOAD, NEEDS, missing_functions
from rbsolve.solver.forces.discrete.step import with_discrete_gradients

DECK = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{0.3, 0.4, 0.5}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{0, 0, 0}} }} @POINT_NAME {{P}} {{ @COORDINATES {{1, 0, 0}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{a}} {{ @MASS_PROPERTY_NAME {{m}} @INITIAL_ANGULAR_VELOCITY {{0, 0, 1}} }} }}
{force}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{{integrator}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ {analysis}
    @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{1e-3}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{a}} }} }}
"""
FORCES = {
    "gravity": "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -1} } }",
    "load": "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {f} { @CONNECTED_TO_BODY {a} @APPLIED_FORCES {1, 0, 0} } }",
    "spring": """@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {f} {
        @CONNECTED_TO_BODIES {GROUND, a} @POINT1_NAME {O} @POINT2_NAME {P} @STIFFNESS {5} } }""",
    "bushing": """@BUSHING_DEFINITION { @BUSHING_NAME {f} {
        @CONNECTED_TO_BODIES {GROUND, a} @AT_POINT {O} @STIFFNESS {5, 5, 5} } }""",
    "drive of a joint": """@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {f} {
        @CONNECTED_TO_BODIES {GROUND, a} @AT_POINT {O} @SPRING {7, 0, 7, 0, 7, 0} } }""",
    "friction of a joint": """@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {f} {
        @CONNECTED_TO_BODIES {GROUND, a} @AT_POINT {O} @FRICTION {0.1, 0, 0, 0, 1} } }""",
    "contact": """@SHAPE_DEFINITION { @SHAPE_NAME {s} { @SHAPE_TYPE {PLANE} }
        @SHAPE_NAME {b} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {a} @DIMENSIONS {1} } }
        @CONTACT_DEFINITION { @CONTACT_NAME {f} {
        @CONNECTED_TO_BODIES {GROUND, a} @CONTACT_SHAPES {s, b} @STIFFNESS {5} } }""",
    "contact with stiction": """@SHAPE_DEFINITION { @SHAPE_NAME {s} { @SHAPE_TYPE {PLANE} }
        @SHAPE_NAME {b} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {a} @DIMENSIONS {1} } }
        @CONTACT_DEFINITION { @CONTACT_NAME {f} { @CONNECTED_TO_BODIES {GROUND, a} @CONTACT_SHAPES {s, b} @STIFFNESS {5}
        @FRICTION_COEFFICIENTS {0.1} @STICTION {1, 0} } }""",
    "general bushing": """@GENERAL_BUSHING_DEFINITION { @GENERAL_BUSHING_NAME {f} {
        @CONNECTED_TO_BODIES {GROUND, a} @AT_POINT {O} @FORCE_FUNCTIONS {k, 0, 0} } }
        @FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {k} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 5} } }""",
    "torsion spring": """@TORSION_SPRING_DEFINITION { @TORSION_SPRING_NAME {f} {
        @CONNECTED_TO_BODIES {GROUND, a} @STIFFNESS {5} } }""",
}
INTEGRATORS = [*FORMULATIONS_OF]


def check(force: str, integrator: str, analysis: str = ""):
    return check_deck(DECK.format(force=force, integrator=integrator, analysis=analysis).encode(), Options())


def test_the_list_has_every_block_of_the_language():
    assert [kind.name for kind in KINDS] == list(FORCES)
    described = {kind.block for kind in KINDS if kind.block is not None}
    assert described == {block for block in BLOCKS if block is not MATERIAL}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_has_every_face_or_says_so(kind):
    assert callable(kind.apply)
    assert callable(kind.count)
    assert (kind.bodies is None) == (kind is GRAVITY)  # the inertia terms contain the derivatives of gravity
    assert (kind.tangent is None) == (kind is GRAVITY)
    # for these kinds, the energy is counted with the body, or is zero
    assert kind.stores == (kind not in (GRAVITY, LOAD, FRICTION))
    assert {face for faces in NEEDS.values() for face in faces} <= set(kind._fields)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_deck_is_counted_as_what_it_has(kind):
    checked = check(FORCES[kind.name], "EXPLICIT_RUNGE_KUTTA")
    assert checked.compiled is not None, [finding.message for finding in checked.diagnostics]
    present = {
        other.name: other.count(checked.compiled.model) for other in KINDS if other.count(checked.compiled.model)
    }
    assert set(present) == {kind.name}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_check_refuses_exactly_what_lacks_a_face(kind, integrator):
    checked = check(FORCES[kind.name], integrator)
    messages = [f.message for f in checked.diagnostics if f.code.value == "incompatible-formulation"]
    faces_missing = missing_functions(kind, integrator)
    assert len(messages) == bool(faces_missing), messages
    for message in messages:
        assert integrator in message
        assert faces_missing[0].replace("_", " ") in message
        assert kind.name in message


@pytest.mark.parametrize("face", ["tangent", "discrete_gradient"])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not GRAVITY], ids=lambda kind: kind.name)
def test_a_kind_without_a_face_is_refused_wherever_it_is_needed(kind, face, monkeypatch):
    monkeypatch.setattr(
        faces, "KINDS", tuple(other._replace(**{face: None}) if other is kind else other for other in KINDS)
    )
    for integrator in INTEGRATORS:
        if face in NEEDS.get(integrator, ()):
            codes = [finding.code.value for finding in check(FORCES[kind.name], integrator).diagnostics]
            assert "incompatible-formulation" in codes, integrator
    if face == "tangent":
        checked = check(FORCES[kind.name], "EXPLICIT_RUNGE_KUTTA", "@ANALYSIS_TYPE {STATIC}")
        assert "STATIC needs the tangent" in " ".join(finding.message for finding in checked.diagnostics)


def test_discrete_gradients_are_never_left_out_in_silence():
    checked = check(FORCES[DRIVE.name], "IMPLICIT_MIDPOINT")
    with pytest.raises(TypeError, match="drives of joints"):
        with_discrete_gradients(checked.compiled.model, between=False)


def test_springs_of_a_spherical_joint_drive_its_body_in_quaternion_integrators(run_deck):
    """The equation about e3 is J w' = -k theta. The motion agrees within the phase error of a second-order scheme."""
    run = run_deck(DECK.format(force=FORCES[DRIVE.name], integrator="GAUSS_LOBATTO", analysis=""))
    rate, step = np.sqrt(7.0 / 0.5), 1e-3
    np.testing.assert_allclose(run["w"][:, 2], np.cos(rate * run.time), atol=rate**3 * step**2 / 12.0)
