"""Every integrator and analysis names a signal without a value, with its formula, its inputs and the time."""

import math
import re
from pathlib import Path

import pytest

import rbsolve
from rbsolve.pipeline import check_deck
from rbsolve.solver.analyses.linearized.linearize import LinearizationError
from rbsolve.solver.model.outcome import Outcome

# A body slides along x with 1 m/s, so x = t.
BODY = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {1, 0, 0} } }
@SENSOR_DEFINITION { @SENSOR_NAME {p} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} }
  @SENSOR_NAME {s} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {f} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {x} { @MEASURE {p, 1} } }
"""
JOINT = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {x} { @ORIENTATION_E3 {1, 0, 0} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {x} %s } }
"""
DRIVES = "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {L} { @CONNECTED_TO_BODY {B} @APPLIED_FORCES {0, 1e-3, 0} @SIGNAL_NAME {f} } }\n"


def signal(formula):
    return f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{f}} {{ @EXPRESSION {{{formula}}} }} }}\n"


def analysis(more="", integrator=""):
    method = f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {integrator} }} }}\n" if integrator else ""
    named = "@TIME_INTEGRATOR_NAME {i}" if integrator else ""
    return (
        f"@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{0.01}} "
        f"@OUTPUT_STEP_SIZE {{0.1}} {more} {named} }} }}\n{method}"
    )


EXPLICIT, ALPHA = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {%s}", "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} %s"
METHODS = {
    "RK44": ("", EXPLICIT % "RK44"),
    "adaptive": ("", EXPLICIT % "DOPRI5} @RELATIVE_TOLERANCE {1e-8"),
    "joint coordinates": (JOINT % "", EXPLICIT % "RK44"),
    "generalized-alpha, bodies": ("", ALPHA % "@FORMULATION {LIE_R3_SO3}"),
    "generalized-alpha, tree": (JOINT % "", ALPHA % ""),
    "generalized-alpha, adaptive": (JOINT % "", ALPHA % "@LOCAL_ERROR_TOLERANCE {1e-6}"),
}


def ends(*parts):
    with pytest.raises(rbsolve.SolveError) as caught:
        rbsolve.solve("".join(parts))
    return caught.value


@pytest.mark.parametrize("method", METHODS)
def test_a_driving_signal_that_loses_its_value_is_named(method):
    joint, integrator = METHODS[method]
    error = ends(BODY, signal("sqrt(0.5 - x)"), DRIVES, joint, analysis("", integrator))
    assert error.outcome is Outcome.UNDEFINED_SIGNAL
    found = re.search(
        r"signal f, t = \S+ s: sqrt\(0\.5 - x\) has no finite value at t = (\S+) s, where x = (\S+); ", str(error)
    )
    assert found is not None, str(error)
    when, x = map(float, found.groups())
    longest = 0.1 if "LOCAL_ERROR" in integrator else 0.01  # the length of the longest step
    assert 0.5 - 1e-9 <= when <= 0.5 + longest + 1e-9
    assert x == pytest.approx(when, abs=2e-5)
    [last] = [finding for finding in error.results.findings if finding.severity == "error"]
    assert (last.code, last.object) == ("undefined-signal", "signal f")


def without_last_digits(text):
    return re.sub(r"(\d\.\d{12})\d+", r"\1", text)


def test_the_message_is_that_of_the_documents():
    page = (Path(__file__).parents[3] / "docs" / "how-to" / "control.md").read_text(encoding="utf-8")
    said = str(ends(BODY, signal("sqrt(0.5 - x)"), DRIVES, analysis("", EXPLICIT % "RK44")))
    assert f"\n{without_last_digits(said)}\n" in without_last_digits(page)


@pytest.mark.parametrize(
    ("formula", "first"),
    [
        ("1/max(0, 0.25 - x)", 0.25),
        ("log(0.3 - x)", 0.3),
        ("exp(2000*x)", math.log(1.7976931348623157e308) / 2000),
        ("(0.3 - x)^0.5", 0.3),
        ("acos(2*x)", 0.5),
        ("mod(1, max(0, 0.25 - x))", 0.25),
        ("0^(0.4 - x)", 0.4),
    ],
)
def test_what_has_no_value(formula, first):
    """The steps of 0.01 s have stages at their middle. Therefore a stage detects each loss of a value within half a
    step."""
    error = ends(BODY, signal(formula), DRIVES, analysis("", EXPLICIT % "RK44"))
    when = float(re.search(r"has no finite value at t = (\S+) s, where x = ", str(error))[1])
    assert first - 1e-9 <= when <= first + 0.0051
    assert str(error).startswith("signal f, ")


def test_the_signal_at_the_root_is_named_and_not_what_follows_from_it():
    """The formula has no value. A table reads the formula, an expression reads the table, a lag reads the expression,
    and the signal `f` reads the lag."""
    chain = """@SIGNAL_DEFINITION { @SIGNAL_NAME {root} { @EXPRESSION {log(0.5 - x)} } @SIGNAL_NAME {twice} { @EXPRESSION {2*root} }
        @SIGNAL_NAME {late} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {twice} @TIME_CONSTANT {0.1} } }\n"""
    for integrator in (EXPLICIT % "RK44", ALPHA % "@FORMULATION {LIE_R3_SO3}"):
        error = ends(BODY, chain, signal("late + 1"), DRIVES, analysis("", integrator))
        assert str(error).startswith("signal root, ")
        assert "log(0.5 - x) has no finite value at t = 0.5" in str(error)


def test_a_motion_without_bounds_is_no_fault_of_a_signal():
    """An unstable spring accelerates the body without bound, and the signal is the square of its position."""
    wild = BODY + signal("x^2") + DRIVES + JOINT % "@SPRING {-1e9, 0}" + analysis("", EXPLICIT % "RK44")
    error = ends(wild)
    assert error.outcome is Outcome.DIVERGED
    assert "signal" not in str(error)


def test_a_signal_without_a_value_at_the_start_is_an_error_of_the_deck():
    found = list(check_deck(BODY + signal("sqrt(x - 0.01)") + DRIVES + analysis()).diagnostics)
    [error] = [finding for finding in found if finding.severity == "error"]
    assert error.message == "signal f has no value at the start, t = 0 s: sqrt(x - 0.01), where x = 0"
    assert error.span.text == "sqrt(x - 0.01)"
    assert not any("outside the computable range" in finding.message for finding in found)
    [division] = [
        one
        for one in check_deck(BODY + signal("1/(x - x)") + DRIVES + analysis()).diagnostics
        if one.severity == "error"
    ]
    assert "signal f has no value at the start, t = 0 s: 1/(x - x), where x = 0" in division.message


@pytest.mark.parametrize("method", METHODS)
def test_a_value_whose_derivative_is_infinite_is_a_value(method):
    """The value is the square root of zero, and the steps have the length zero."""
    joint, integrator = METHODS[method]
    results = rbsolve.solve(BODY + signal("sqrt(x) + sqrt(0*x)") + DRIVES + joint + analysis("", integrator))
    assert results["s"][:, 0] == pytest.approx([math.sqrt(max(x, 0)) for x in results["p"][:, 0]], abs=1e-6)


OTHERS = (
    EXPLICIT % "RK44",
    ALPHA % "@FORMULATION {LIE_R3_SO3}",
    "@INTEGRATOR_TYPE {IMPLICIT_MIDPOINT}",
    "@INTEGRATOR_TYPE {GAUSS_LOBATTO}",
)


@pytest.mark.parametrize("integrator", OTHERS)
def test_a_signal_that_drives_nothing_is_a_warning(integrator):
    """The rows of the signal are NaN, and the run reports this once."""
    results = rbsolve.solve(BODY + signal("sqrt(0.55 - x)") + analysis("", integrator))
    assert [math.isnan(value) for value in results["s"][:, 0]] == [x > 0.55 for x in results["p"][:, 0]]
    [found] = results.findings
    assert (found.severity, found.code, found.object) == ("warning", "signal-without-value", "signal f")
    assert found.time == pytest.approx(0.6)
    assert found.message.startswith("sqrt(0.55 - x) has no finite value at t = 0.6 s, where x = 0.6")


TURNS = """@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {go} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {t} } }\n"""


def test_along_a_prescribed_motion():
    text = (
        BODY.replace("@INITIAL_VELOCITY {1, 0, 0}", "")
        + signal("sqrt(0.55 - x)")
        + JOINT % "@PRESCRIBED_DISPLACEMENT {go}"
        + TURNS
    )
    error = ends(text, DRIVES, analysis("@ANALYSIS_TYPE {KINEMATIC}"))
    assert error.outcome is Outcome.UNDEFINED_SIGNAL
    assert re.search(r"sqrt\(0.55 - x\) has no finite value at t = 0\.5[56]\d* s, where x = 0.5[56]", str(error))
    assert str(error).startswith("signal f, ")
    watched = rbsolve.solve(text + analysis("@ANALYSIS_TYPE {KINEMATIC}"))
    assert [found.code for found in watched.findings] == ["signal-without-value"]


def test_at_rest():
    text = BODY.replace("@INITIAL_VELOCITY {1, 0, 0}", "") + JOINT % "@SPRING {10, 0}" + DRIVES
    error = ends(text, signal("log(0.55 - t)"), analysis("@ANALYSIS_TYPE {STATIC}"))
    assert error.outcome is Outcome.UNDEFINED_SIGNAL
    assert str(error).startswith("signal f, ")
    assert "log(0.55 - t) has no finite value at t = 0.55 s; " in str(error)


def test_what_has_no_derivative_is_not_linearized():
    """The force is the square root of a displacement at zero."""
    held = (
        BODY.replace("@INITIAL_VELOCITY {1, 0, 0}", "")
        + JOINT % "@SPRING {10, 0}"
        + signal("sqrt(x)")
        + DRIVES
        + analysis()
    )
    with pytest.raises(LinearizationError, match="signal f has no finite derivative at t = 0 s"):
        rbsolve.linearize(held, at="start")
