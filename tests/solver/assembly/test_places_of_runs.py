"""Each message about starts, signals and runs has its place, which the marks « and » show, and its hint."""

import pytest
from marked import told_at_the_mark
from place_decks import (
    LOAD,
    MODEL,
    PLACE,
    RUN,
    SHAPES,
    STATIC,
    explicit,
    formula,
    implicit,
    joint,
    run_by,
    signal,
)

NEXT = """@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @AT_POINT {1, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1}
  @INITIAL_VELOCITY %s } }
"""
STARTS = [
    (  # the joint allows only velocities along e2
        MODEL + NEXT % "«{0, 0, 1}»" + joint("REVOLUTE", bodies="GROUND, b") + implicit(),
        *("warning", "inconsistent-initial-conditions"),
        "the initial velocity of body b was changed by 1 m/s to satisfy the joints (size 1 before, 0 after)",
        "the given values contradict each other or the joints: give fewer values; a joint without a given rate starts "
        "with zero rate",
    ),
    (
        MODEL
        + joint("REVOLUTE", "@PRESCRIBED_ROTATION {f}")
        + joint("REVOLUTE", "@PRESCRIBED_ROTATION {«g»}", "K")
        + formula("t")
        + formula("2*t", "g")
        + implicit(),
        *("error", "inconsistent-initial-conditions"),
        "@PRESCRIBED_ROTATION of J and @PRESCRIBED_ROTATION of K contradict each other: no velocities satisfy both the "
        "given values and the joints K (line 6)",
        "the number of prescribed motions must not exceed the degrees of freedom of the mechanism",
    ),
    (
        MODEL
        + joint("REVOLUTE", "@INITIAL_COORDINATE {0.1}")
        + joint("REVOLUTE", "@INITIAL_COORDINATE {«0.2»}", "K")
        + implicit("", "@ASSEMBLE {YES}"),
        *("error", "inconsistent-initial-conditions"),
        "with @INITIAL_COORDINATE of J and @INITIAL_COORDINATE of K, the loops of the joints J (line 4), K (line 6) do "
        "not close",
        "give coordinates that the mechanism can reach, and at most as many as it has degrees of freedom",
    ),
]
SWITCH = PLACE + signal("u", "@MEASURE {x, x1}") + signal("j", "@EXPRESSION {«sign(u - 2)»}") + LOAD
SWITCHES = [
    (
        MODEL + SWITCH % "@SIGNAL_NAME {j}" + explicit("LIE_R3_SO3", "DOP853", "@RELATIVE_TOLERANCE {1e-8}"),
        *("note", "step-mismatch"),
        "j jumps with the motion. If the forces on both sides of the jump push the motion back to it, as with a relay or "
        "friction, adaptive steps become very short. The run may then not end",
        "use fixed steps, @FRICTION of a joint, or a smooth function such as tanh(x/x0)",
    ),
    (
        MODEL
        + (SWITCH % "@SIGNAL_NAME {k}").replace("«", "").replace("»", "")
        + signal("«k»", "@SIGNAL_TYPE {DELAY} @INPUT {j} @DELAY_TIME {0.2}")
        + implicit(),
        *("warning", "step-mismatch"),
        "the input of k switches within steps, and the delayed switch has an error of up to a step: the error is "
        "proportional to the step",
        "use smaller steps, or let @PADE_ORDER {n} approximate the delay by n states",
    ),
    (
        MODEL
        + SHAPES.replace("{c}", "{«c»}") % ("SPHERE", 0.1, "a, GROUND", "{s, floor}", "")
        + run_by("ENERGY_MOMENTUM", "QUATERNION_HAMILTONIAN"),
        *("error", "incompatible-formulation"),
        "ENERGY_MOMENTUM needs the discrete gradient of each force; a contact has none",
        "use GENERALIZED_ALPHA or EXPLICIT_RUNGE_KUTTA, or another kind of force",
    ),
]
NO_PID_TIME = "PID h lacks `@DERIVATIVE_TIME`: the derivative needs a filter, the lag T x' = e - x"
OF_HYSTERESIS = (
    "hysteresis h needs two increasing thresholds and two outputs; its initial value must be one of the outputs"
)
SIGNALS = [
    (
        MODEL + PLACE + signal("s", "@MEASURE «{x, 4}»") + RUN % "",
        *("error", "invalid-value", "sensor x has no component 4", "its components are x1, x2, x3"),
    ),
    (
        MODEL + PLACE + signal("s", "@MEASURE «{x}»") + RUN % "",
        *("error", "invalid-value", "sensor x has 3 components, but signal s measures one"),
        "its components are x1, x2, x3",
    ),
    *(
        (
            MODEL + signal("u", "@EXPRESSION {t}") + signal("h", f"@SIGNAL_TYPE {{{given} @INPUT {{u}}") + RUN % "",
            *("error", code, message, hint),
        )
        for given, code, message, hint in (
            (
                "HYSTERESIS} @THRESHOLDS «{1, 1}» @OUTPUT_VALUES {0, 1}",
                *("invalid-value", OF_HYSTERESIS, "`@THRESHOLDS {lower, upper} @OUTPUT_VALUES {off, on}`"),
            ),
            (
                "PID} @DERIVATIVE_GAIN {«1»}",
                *("missing-keyword", NO_PID_TIME, "give T, or use a signal that measures the rate in an @EXPRESSION"),
            ),
            (
                "PID} @PROPORTIONAL_GAIN {1} @OUTPUT_LIMITS «{1, 1}»",
                *(
                    "invalid-value",
                    "the limits of h go from 1 to 1, but the second value must be greater than the first",
                ),
                None,
            ),
            (
                "TRANSFER_FUNCTION} @NUMERATOR {1} @DENOMINATOR «{0}»",
                *("invalid-value", "transfer function h: its denominator is zero", None),
            ),
            (
                "TRANSFER_FUNCTION} @NUMERATOR «{1, 1, 1}» @DENOMINATOR {1, 1}",
                "invalid-value",
                "transfer function h: its numerator has a higher degree than its denominator",
                "the output would contain derivatives of the input; measure a rate instead",
            ),
            (
                "TRANSFER_FUNCTION} @NUMERATOR {1, 0} @DENOMINATOR {1, 1} @INITIAL_VALUE {«2»}",
                "invalid-value",
                "transfer function h cannot have the initial value 2: its gain at rest is zero",
                None,
            ),
        )
    ),
]
RUNS = [
    (
        MODEL + explicit("LIE_R3_SO3", "DOP853", "@RELATIVE_TOLERANCE {«1e-17»} @ABSOLUTE_TOLERANCE {1e-18}"),
        *("warning", "invalid-value"),
        "the relative tolerance 1e-17 and the absolute tolerance 1e-18 are below round-off: they cause many more steps "
        "without better accuracy",
        "use a relative tolerance of at least 1e-14",
    ),
    (
        MODEL + STATIC % ("run", "@SIMULATION_TIME_RANGE «{0, 1}»"),
        *("note", "conflicting-keywords", "only one equilibrium is computed, at t = 0 s"),
        "add @OUTPUT_STEP_SIZE for a sequence of equilibria",
    ),
    (
        MODEL + STATIC % ("«run»", "@OUTPUT_STEP_SIZE {0.1}"),
        *("note", "conflicting-keywords", "only one equilibrium is computed, at t = 0 s"),
        "add @SIMULATION_TIME_RANGE for a sequence of equilibria",
    ),
    (
        MODEL + formula("«1 + " + "(t*(1 + " * 65 + "t" + "))" * 65 + "»") + RUN % "",
        *("error", "invalid-value", "the formula of function 'f' has more than 64 nested levels"),
        "write nested parts first: (b + c) + a, not a + (b + c)",
    ),
]


@pytest.mark.parametrize(
    ("deck", "severity", "code", "message", "hint"),
    STARTS + SWITCHES + SIGNALS + RUNS,
)
def test_place_and_hint(deck, severity, code, message, hint):
    assert (severity, code, message, hint) in told_at_the_mark(deck)
