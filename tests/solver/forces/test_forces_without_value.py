"""Forces that are not finite end a run with a reason, and never cause an endless loop or a traceback."""

import re

import pytest

from rbsolve.pipeline import check_deck
from rbsolve.runs.run import describe_end
from rbsolve.solver.model.outcome import Outcome

BODY = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {1, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {x} { @ORIENTATION_E3 {1, 0, 0} } }
"""
ADAPTIVE = """
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5}
  @RELATIVE_TOLERANCE {1e-6} } }
"""
SLIDE = """
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {x}
  @SPRING {10, 0} } }
"""


def function(formula):
    return f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{formula}}} }} }}\n"


def load(formula):
    on = "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {L} { @CONNECTED_TO_BODY {B} @APPLIED_FORCES {1, 0, 0} @FUNCTION_1D_NAME {f} } }\n"
    return function(formula) + on


def analysis(more):
    return f"@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 2}} @OUTPUT_STEP_SIZE {{0.5}} {more} }} }}\n"


@pytest.mark.parametrize("first", ["", "@TIME_STEP_SIZE {0.1}"])
@pytest.mark.parametrize("law", ["1/x", "log(x)"])
def test_adaptive_steps_do_not_look_for_one_small_enough(run_deck, law, first):
    spring = """@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B}
        @POINT1_NAME {O} @POINT2_NAME {P} @FORCE_FUNCTION_NAME {f} } }"""
    run = run_deck(BODY + ADAPTIVE + function(law) + spring + analysis(f"@TIME_INTEGRATOR_NAME {{i}} {first}"))
    assert (run.summary.outcome, run.summary.failed_object) == (Outcome.DIVERGED, "body B")


def test_adaptive_steps_stop_where_a_force_ends(run_deck):
    run = run_deck(BODY + ADAPTIVE + load("sqrt(1.2 - t)") + analysis("@TIME_INTEGRATOR_NAME {i}"))
    assert run.summary.outcome is Outcome.STEP_TOO_SMALL
    assert run.summary.time == pytest.approx(1.2, abs=1e-9)
    assert "has no value at t = 1.2" in describe_end(run.summary)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
@pytest.mark.parametrize("joint", ["", SLIDE])
def test_implicit_steps_do_not_take_a_force_for_a_singular_system(run_deck, formulation, joint):
    implicit = f"""@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}}
        @FORMULATION {{{formulation}}} }} }}"""
    steps = analysis("@TIME_INTEGRATOR_NAME {i} @TIME_STEP_SIZE {0.1}")
    run = run_deck(BODY + implicit + load("sqrt(1.25 - t)") + joint + steps)
    assert (run.summary.outcome, run.summary.failed_object) == (Outcome.DIVERGED, "function f")
    assert run.summary.time == pytest.approx(1.2)
    assert re.match(
        r"function f, t = 1\.2 s: it drives dead load L, but has no value at t = 1\.25\d* s: ",
        describe_end(run.summary),
    )


def test_an_equilibrium_is_not_looked_for_where_a_force_has_no_value(run_deck):
    run = run_deck(BODY + load("sqrt(1.2 - t)") + SLIDE + analysis("@ANALYSIS_TYPE {STATIC}"))
    assert run.summary.outcome is Outcome.DIVERGED
    assert "the forces are not finite at t = 1.5 s" in describe_end(run.summary)
    assert len(run.time) == 3


@pytest.mark.parametrize(
    ("formula", "codes"), [("sqrt(t)", []), ("t^0.5 + asin(1 - t)", []), ("1/t", ["invalid-value"])]
)
def test_only_the_value_at_the_start_counts_not_its_rate(formula, codes):
    findings = check_deck(BODY + load(formula) + analysis("@TIME_STEP_SIZE {0.1}")).diagnostics
    assert [finding.code for finding in findings if finding.severity == "error"] == codes
