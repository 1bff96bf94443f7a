"""The methods that a deck may request, and the methods that this version runs."""

from importlib import import_module

import pytest
from marked import told_at_the_mark

from rbsolve.parser.schema.integrators import INTEGRATOR_TYPES
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.base import IntegratorBase
from rbsolve.solver.methods.registry import INTEGRATORS

DECK = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {DYNAMIC}
    @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
"""


@pytest.mark.parametrize(
    ("integrator", "formulation"),
    [("GENERALIZED_ALPHA", "LIE_R3_SO3"), ("IMPLICIT_MIDPOINT", "QUATERNION_HAMILTONIAN")],
)
def test_an_integrator_of_the_command_line_brings_its_own_formulation(integrator, formulation):
    method = check_deck(DECK, Options(integrator=integrator)).compiled.method
    assert (method.integrator, method.formulation) == (integrator, formulation)


JOINTED = (
    DECK.replace("@TIME_STEP_SIZE", "@TIME_INTEGRATOR_NAME {i} @TIME_STEP_SIZE")
    + """
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {0, 0, 0} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {P} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} {
    @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @FORMULATION {LIE_SE3} } }
"""
)


def errors(text, **options):
    found = check_deck(text, Options(**options)).diagnostics
    return [(finding.code.value, finding.span.text) for finding in found if finding.severity == "error"]


def test_explicit_methods_with_joints_need_joint_coordinates_unless_overridden():
    assert errors(JOINTED) == [("incompatible-formulation", "LIE_SE3")]
    assert errors(JOINTED.replace("LIE_SE3", "MINIMAL_COORDINATES")) == []
    assert errors(JOINTED, integrator="GENERALIZED_ALPHA") == []
    assert errors(JOINTED, formulation="MINIMAL_COORDINATES") == []


def test_the_formulation_of_a_body_fits_the_integrator_of_the_run():
    text = DECK.replace("{m} }", "{m} @FORMULATION {EULER_PARAMETERS_2} }", 1)
    assert errors(text) == [("incompatible-formulation", "EULER_PARAMETERS_2")]
    assert errors(text, integrator="GENERALIZED_ALPHA") == []


def test_every_type_of_the_schema_has_its_engine():
    assert tuple(integrator.name for integrator in INTEGRATORS) == INTEGRATOR_TYPES
    for integrator in INTEGRATORS:
        module, name = integrator.engine.split(":")
        assert issubclass(getattr(import_module(module), name), IntegratorBase)


@pytest.mark.parametrize(
    ("tolerances", "warned"),
    [("1e-22", True), ("1e-22 1e-15", True), ("1e-22 1e-8", False), ("1e-8 1e-22", False), ("1e-13 1e-15", False)],
)
@pytest.mark.parametrize("place", ["deck", "options"])
def test_tolerances_below_round_off_are_a_warning_with_the_smallest_that_makes_sense(tolerances, warned, place):
    names = ("RELATIVE_TOLERANCE", "ABSOLUTE_TOLERANCE")
    given = dict(zip(names, tolerances.split(), strict=False))
    if place == "options":
        found = check_deck(DECK, Options(integrator="DOPRI5", method_options=given)).diagnostics
    else:
        keywords = " ".join(f"@{name} {{{value}}}" for name, value in given.items())
        method = f"@INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @TABLEAU {{DOPRI5}} {keywords}"
        block = f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {method} }} }}"
        found = check_deck(
            DECK.replace("@TIME_STEP_SIZE", "@TIME_INTEGRATOR_NAME {i} @TIME_STEP_SIZE") + block
        ).diagnostics
    warnings = [finding for finding in found if "tolerance" in finding.message]
    assert len(warnings) == warned
    for warning in warnings:
        assert warning.severity == "warning"
        assert "1e-22" in warning.message
        assert "1e-14" in warning.hint
        if place == "deck":
            assert warning.span.text == "1e-22"


def without_step(integrator, formulation, options=""):
    """Return a deck without a step size, in which a mark shows the analysis."""
    deck = DECK.replace("@TIME_STEP_SIZE {0.01}", "@TIME_INTEGRATOR_NAME {i}").replace("{a}", "{«a»}")
    return (
        deck + f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{{integrator}}}\n"
        f"  @FORMULATION {{{formulation}}} {options} }} }}\n"
    )


@pytest.mark.parametrize("integrator", INTEGRATORS, ids=lambda integrator: integrator.name)
def test_fixed_steps_need_their_size(integrator):
    told = told_at_the_mark(without_step(integrator.name, integrator.formulations[0]))
    assert told == [("error", "missing-keyword", "an integrator with fixed steps needs @TIME_STEP_SIZE", None)]


@pytest.mark.parametrize(
    ("integrator", "options"),
    [
        ("EXPLICIT_RUNGE_KUTTA", "@TABLEAU {DOP853} @RELATIVE_TOLERANCE {1e-9}"),
        ("GENERALIZED_ALPHA", "@LOCAL_ERROR_TOLERANCE {1e-6}"),
    ],
)
def test_adaptive_steps_need_no_size(integrator, options):
    deck = without_step(integrator, "LIE_R3_SO3", options)
    assert told_at_the_mark(deck) == []
    assert check_deck(deck.replace("«", "").replace("»", "")).compiled.method.is_adaptive
