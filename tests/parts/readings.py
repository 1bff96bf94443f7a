"""Decks of a few lines, and functions that read them."""

from rbsolve.language.diagnostics import Code, Diagnostics, Severity
from rbsolve.language.syntax.includes import read_deck
from rbsolve.parser.description.builder import describe

MP = "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {mp} { @MASS {2} @MOMENTS_OF_INERTIA {1, 2, 3} } }\n"
BODIES = MP + (
    "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {mp} }\n"
    "@RIGID_BODY_NAME {C} { @MASS_PROPERTY_NAME {mp} } }\n"
    "@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {0, 0, 0} } }\n"
)
RUN = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1}"


def read_description(deck, parameters=None, allow_include=()):
    """Return the description of a deck (a path, or the text itself) and all diagnostics. The description is None after
    an error.
    """
    diagnostics = Diagnostics()
    tree, sources = read_deck(deck, diagnostics, allow_include=allow_include)
    description = describe(tree, sources, parameters or {}, diagnostics)
    return (None if diagnostics.has_errors else description), diagnostics


def described(text, **options):
    """Return the description of a deck without errors."""
    description, diagnostics = read_description(text, **options)
    assert [finding.message for finding in diagnostics if finding.severity is Severity.ERROR] == []
    return description


def findings(text, **options):
    """Return (severity, code, marked text) of every diagnostic, except diagnostics about unused objects."""
    _, diagnostics = read_description(text, **options)
    result = []
    for finding in diagnostics:
        if finding.code is not Code.UNUSED_OBJECT:
            span = finding.span
            line = span.source.line(span.line)
            end = span.end_column - 1 if span.end_line == span.line else len(line)
            result.append((finding.severity.value, finding.code.value, line[span.column - 1 : end]))
    return result


def errors(text, **options):
    found = findings(text, **options)
    assert {severity for severity, _, _ in found} <= {"error"}
    return [(code, place) for _, code, place in found]


def only(description, kind):
    (one,) = description.of_kind(kind).values()
    return one


def triad(body):
    return f"@TRIAD_DEFINITION {{ @TRIAD_NAME {{T}} {{ {body} }} }}\n" + (
        "@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {0, 0, 0} } @POINT_NAME {Q} { @COORDINATES {1, 0, 0} }"
        "@POINT_NAME {R} { @COORDINATES {0, 1, 0} } }"
    )


def function(body, name="FUNCTION_1D"):
    return f"@{name}_DEFINITION {{ @{name}_NAME {{f}} {{ {body} }} }}"


def integrator(body):
    return f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ {body} }} }}"


def sensor(body):
    return f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{s}} {{ {body} }} }}"
