"""Each message about the model has its place, which the marks « and » show, and its hint."""

import pytest
from marked import told_at_the_mark

MASS = "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { %s } }\n"
BODY = "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {a} { @MASS_PROPERTY_NAME {m} } }\n"
OTHER = "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {%s} } }\n"
MODEL = MASS % "@MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1}" + BODY
MODEL += "@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {0, 0, 0} } }\n"
LIGHT = "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {light} { @MASS {%s} @MOMENTS_OF_INERTIA {%s} } }\n"
RUN = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} %s } }\n"
STATIC = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {%s} { @ANALYSIS_TYPE {STATIC} %s } }\n"
GRAVITY = "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }\n"
LOAD = "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {d} { @CONNECTED_TO_BODY {a} @APPLIED_FORCES {1, 0, 0} %s } }\n"
PLACE = "@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {a} } }\n"
SHAPES = """@SHAPE_DEFINITION { @SHAPE_NAME {s} { @SHAPE_TYPE {%s} @CONNECTED_TO_BODY {a} @DIMENSIONS {%s} }
  @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} @AT_POINT {0, 0, -0.1} } }
@CONTACT_DEFINITION { @CONTACT_NAME {c} { @CONNECTED_TO_BODIES {%s} @CONTACT_SHAPES %s @STIFFNESS {1e6} %s } }
"""
KINK = """@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {TABULATED} @INTERPOLATION {LINEAR}
  @TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {0} @TIME {0.5} @FUNCTION_VALUE {1} @TIME {1} @FUNCTION_VALUE {1} } } }
"""
FRICTION = (
    "`@FRICTION {coefficient, Stribeck coefficient, Stribeck velocity, viscous, radius}`: coefficient: at high rates; "
    "Stribeck coefficient: near rest (0 means the same); Stribeck velocity: the rate at which 63 % of their difference "
    "has decayed"
)
MESHING = (
    "use coordinates along or about e3 (revolute, cylindrical, screw, planar joints); @COORDINATE_NUMBERS counts from 1"
)


def run_by(integrator, formulation, options="", more=""):
    """Return a time integrator and a run that uses it."""
    return (
        f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ @INTEGRATOR_TYPE {{{integrator}}}\n"
        f"  @FORMULATION {{{formulation}}} {options} }} }}\n" + RUN % f"@TIME_INTEGRATOR_NAME {{ti}} {more}"
    )


def implicit(options="", more=""):
    return run_by("GENERALIZED_ALPHA", "LIE_R3_SO3", options, more)


def explicit(formulation, tableau, options=""):
    return run_by("EXPLICIT_RUNGE_KUTTA", formulation, f"@TABLEAU {{{tableau}}} {options}")


def joint(kind, more="", name="J", bodies="GROUND, a"):
    axes = "" if kind in ("SPHERICAL", "UNIVERSAL") else "@TRIAD_NAME {TRIAD_INERTIAL}"
    return (
        f"@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{{name}}} {{ @CONNECTED_TO_BODIES {{{bodies}}} @AT_POINT {{p}}\n"
        f"  {axes} {more} }} }}\n"
    )


def formula(text, name="f"):
    return f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{{name}}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{text}}} }} }}\n"


def signal(name, more):
    return f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{{name}}} {{ {more} }} }}\n"


def geared(second, gear):
    """Return two joints and a gear."""
    joints = joint("REVOLUTE") + joint(second, "", "K", "GROUND, b")
    return MODEL + OTHER % "m" + joints + f"@GEAR_DEFINITION {{ @GEAR_NAME {gear} }} }}\n" + implicit()


def controlled(kind, more):
    return (
        MODEL
        + joint(kind)
        + f"@JOINT_CONTROLLER_DEFINITION {{ @JOINT_CONTROLLER_NAME {{c}} {{ @JOINT_NAME {{«J»}} {more} }} }}\n"
        + implicit()
    )


def delayed(more):
    """Return a model with a force that depends on the past."""
    signals = signal("d", "@SIGNAL_TYPE {DELAY} @INPUT {u} @DELAY_TIME {0.2}") + signal("u", "@MEASURE {x, x1}")
    return MODEL + signals + PLACE + LOAD % "@SIGNAL_NAME {d}" + implicit("", more)


NO_INERTIA = "body b has no inertia about an axis: {} cannot solve for its rotation"
ALL_MOMENTS = "give all three moments of inertia; they can be small for a point mass"
MATRIX = "{2,0,0,0,0,0, 0,2,0,0,0,0, 0,0,2,0,0,0, 0,0,0,1,0,0, 0,0,0,0,1,%s, 0,0,0,0,0,1}"
BODIES = [
    (
        MODEL + LIGHT % (1, "1, 1, 0") + OTHER % "«light»" + RUN % "",
        *("error", "invalid-value", NO_INERTIA.format("EXPLICIT_RUNGE_KUTTA"), ALL_MOMENTS),
    ),
    (
        MODEL + LIGHT % (1, "1, 1, 0") + OTHER % "«light»" + run_by("GAUSS_LOBATTO", "QUATERNION_HAMILTONIAN"),
        *("error", "invalid-value", NO_INERTIA.format("GAUSS_LOBATTO"), ALL_MOMENTS),
    ),
    (
        MODEL
        + LIGHT % (1, "1, 1, 0")
        + OTHER % "«light»"
        + joint("SPHERICAL", bodies="GROUND, b")
        + run_by("GENERALIZED_ALPHA", "MINIMAL_COORDINATES"),
        *("error", "invalid-value"),
        "body b can turn about an axis without inertia: GENERALIZED_ALPHA cannot solve for its acceleration",
        "give all three moments of inertia (they can be small for a point mass), or prevent this rotation by a joint",
    ),
    (
        MODEL
        + LIGHT % ("1e-7", "1, 1, 1")
        + OTHER % "«light»"
        + joint("SPHERICAL", bodies="a, b")
        + explicit("MINIMAL_COORDINATES", "RK44"),
        *("warning", "invalid-value"),
        "body b has a mass of 1e-07 kg next to a neighbour of 2 kg: the body oscillates fast, and an explicit method "
        "may need millions of steps",
        "increase its mass, fix it to a connected body, or choose GENERALIZED_ALPHA, which damps such motions",
    ),
    (
        MASS % ("@MASS_MATRIX «{" + ", ".join(36 * ["0"]) + "}»") + BODY + RUN % "",
        *("error", "invalid-value", "the mass in @MASS_MATRIX must be positive", None),
    ),
    (
        MASS % f"@MASS_MATRIX «{MATRIX % 0.5}»" + BODY + RUN % "",
        *("error", "invalid-value", "@MASS_MATRIX is not the mass matrix of a rigid body: see row 5, column 6"),
        "the matrix must be symmetric: [[m I, m c~^T], [m c~, J]] about the body origin, translations first",
    ),
    (
        MASS % "@MASS {1} @MOMENTS_OF_INERTIA «{1, 1, 3}»" + BODY + RUN % "",
        *("warning", "invalid-value"),
        "no distribution of mass has these principal moments of inertia: 1, 1, 3 break the triangle inequality",
        None,
    ),
]
JOINTS = [
    (
        MODEL + joint("REVOLUTE", "@ACTUATOR {«f»}") + formula("2*x") + RUN % "",
        *("error", "invalid-value", "@ACTUATOR of J takes a function of time, but f is a formula of x"),
        "write the formula in t, or use @SPRING for a force that depends on the coordinate",
    ),
    (
        MODEL + joint("SPHERICAL", "@DAMPER «{0.1}»") + RUN % "",
        *("note", "wrong-count", "@DAMPER of J acts on the first coordinate of 3 only"),
        "give 3 items to act on all rotations",
    ),
    (
        MODEL + joint("SPHERICAL", "@SPRING «{1, 0, 2, 0}»") + RUN % "",
        *("note", "wrong-count", "@SPRING of J acts on the first 2 coordinates of 3 only"),
        "give 6 items to act on all rotations",
    ),
    (
        MODEL + joint("REVOLUTE") + implicit("@SPECTRAL_RADIUS {«0.99»}"),
        *("warning", "invalid-value"),
        "@SPECTRAL_RADIUS {0.99} leaves round-off in the joint constraints undamped. It grows from step to step, first "
        "in the reactions, until Newton's iteration fails",
        "use the default 0.9, or MINIMAL_COORDINATES if the joints form a tree",
    ),
    (  # the rate is 1e3 N m/(1e-3 rad/s 1 kg m^2), and the real axis of RK44 is stable up to 2.785
        MODEL
        + joint("REVOLUTE", "@FRICTION_FORCE {«1e3»} @FRICTION_VELOCITY {1e-3}")
        + explicit("MINIMAL_COORDINATES", "RK44"),
        *("warning", "invalid-value"),
        "steps of 0.1 s are too long for the friction of joint J (line 4): near rest, each step would increase the "
        "rate; RK44 needs steps below 2.79e-06 s there and divides longer steps",
        "use a larger @FRICTION_VELOCITY, a tableau with a tolerance, or GENERALIZED_ALPHA, which does not divide steps",
    ),
    (
        MODEL + joint("REVOLUTE", "@FRICTION «{0.3, 0.2, 0.1, 0, 0.05}»") + implicit(),
        *("error", "invalid-value"),
        "the friction of joint J: the Stribeck coefficient, 0.2, is less than the coefficient at high rates, 0.3",
        FRICTION,
    ),
    (
        MODEL + joint("REVOLUTE", "@FRICTION «{0.2, 0.3, 0, 0, 0.05}»") + implicit(),
        *("error", "invalid-value", "the friction of joint J: the Stribeck velocity is zero", FRICTION),
    ),
    (
        MODEL
        + joint("REVOLUTE", name="K")
        + joint("REVOLUTE", "@FRICTION «{0.2, 0, 0, 0, 0.05}»", bodies="GROUND, a")
        + implicit(),
        *("warning", "redundant-constraints"),
        "the friction of joint J depends on its reaction, which is not unique because of redundant constraints: one of "
        "the possible reactions is used",
        "remove the redundant constraints by joints with more degrees of freedom, or use @FRICTION_FORCE",
    ),
    *(
        (
            MODEL + joint("REVOLUTE", f"@STOPS «{{{stops}}}»") + implicit(),
            *("error", "invalid-value"),
            "the stops of joint J need a lower bound below the upper one, a stiffness above zero, and damping",
            "`@STOPS {lower, upper, stiffness, damping}`, four items for each coordinate; damping must not be negative",
        )
        for stops in ("1, 1, 1e3, 1", "1, 0, 1e3, 1", "0, 1, 0, 1", "0, 1, 1e3, -1")
    ),
    (
        MODEL
        + "@TRIAD_DEFINITION { @TRIAD_NAME {e} { @ROTATION_VECTOR {rad(30), 0, 0} } }\n"
        + joint("UNIVERSAL", "@TRIAD_NAME «{TRIAD_INERTIAL, e}»")
        + implicit(),
        *("error", "degenerate-geometry"),
        "the axes of universal joint J make an angle of 30 deg, not 90, at the reference",
        "the axes are e3 of the first triad, fixed in B0, and e3 of the second triad, fixed in B1",
    ),
    (
        controlled("REVOLUTE", "@PROPORTIONAL_GAIN {1, 2}"),
        *("error", "invalid-value", "controller c cannot drive 2 coordinates of joint J: it has 1 relative coordinate"),
        "give one item per coordinate of the joint",
    ),
    (
        controlled("CYLINDRICAL", "@DERIVATIVE_GAIN {1, 2, 3}"),
        *(
            "error",
            "invalid-value",
            "controller c cannot drive 3 coordinates of joint J: it has 2 relative coordinates",
        ),
        "give one item per coordinate of the joint",
    ),
    (
        controlled("RIGID", "@PROPORTIONAL_GAIN {1}"),
        *("error", "invalid-value", "controller c cannot drive 1 coordinate of joint J: it has no relative coordinate"),
        "this joint has no coordinate that a controller can drive",
    ),
    (
        geared("SPHERICAL", "{q} { @JOINT_NAMES «{J, K}» @RATIO {2}"),
        *("error", "invalid-value"),
        "gear q cannot couple its joints: coordinate 1 of spherical joint K is not continuous over turns",
        MESHING,
    ),
    (
        geared("REVOLUTE", "{q} { @JOINT_NAMES «{J, K}» @RATIO {1} @COORDINATE_NUMBERS {1, 2}"),
        *("error", "invalid-value", "gear q cannot couple its joints: revolute joint K has no coordinate 2", MESHING),
    ),
    (
        geared("REVOLUTE", "{«q»} { @JOINT_NAMES {J, K} @RATIO {0}"),
        *("error", "degenerate-geometry", "gear q cannot be satisfied: its ratio is 0, so q1 cannot move"),
        "the ratio n in q1 = n q0 must not be 0; to fix q1, prescribe the coordinate",
    ),
]
JUMP = "the prescribed rotation of joint J jumps at t = 0.5 s from 2 to 0 rad/s: "
MOTIONS = [
    (
        MODEL + joint("REVOLUTE", "@PRESCRIBED_ROTATION {«f»} @FRICTION {0.2, 0, 0, 0, 0.05}") + KINK + implicit(),
        *("warning", "incompatible-formulation", JUMP + "this impulse ignores joint friction"),
        "make the function smooth (@INTERPOLATION {CUBIC}), so that friction acts during the change",
    ),
    (
        MODEL + joint("REVOLUTE", "@PRESCRIBED_ROTATION {«f»} @STOPS {-1, 2, 1e3, 1}") + KINK + implicit(),
        *("warning", "incompatible-formulation"),
        JUMP + "stops of joints do not affect this impulse, and their damping uses the velocity before the impulse",
        "make the function smooth (@INTERPOLATION {CUBIC}), so that they also act during the change",
    ),
    *(
        (
            MODEL + joint("REVOLUTE", "@PRESCRIBED_ROTATION {«f»}") + formula("sqrt(t)") + run,
            *("error", "invalid-value"),
            "the prescribed rotation of joint J has no value, rate or acceleration at the start, t = 0 s",
            "its function must be defined and smooth at this time",
        )
        for run in (implicit(), run_by("GENERALIZED_ALPHA", "MINIMAL_COORDINATES"))
    ),
    (
        MODEL
        + joint("REVOLUTE", "@PRESCRIBED_ROTATION {f}", name="«J»")
        + formula("3*t")
        + implicit("", "@START_FROM {STATIC}"),
        *("error", "inconsistent-initial-conditions"),
        "the run starts at rest, but the prescribed motion of J starts with the rate 3",
        "use a function with zero rate at the start",
    ),
    (
        MODEL + joint("REVOLUTE", "@INITIAL_RATE {«1»}") + implicit("", "@START_FROM {STATIC}"),
        *("warning", "conflicting-keywords", "`@INITIAL_RATE` of J has no effect: the run starts at rest", None),
    ),
    (
        delayed("@START_FROM {«STATIC»}"),
        *("error", "incompatible-formulation"),
        "@START_FROM {STATIC} does not support signals that depend on the past (delays, samples, hysteresis)",
        "start from the given state, and allow time for the signals to settle",
    ),
]
FORCES = [
    (
        MODEL
        + "@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {k} { @CONNECTED_TO_BODIES {GROUND, a} @POINT1_NAME {p}\n"
        + "  @POINT2_NAME {p} @STIFFNESS {1} @REST_LENGTH {«2»} } }\n"
        + RUN % "",
        *("warning", "degenerate-geometry"),
        "the two points of spring k coincide at the start: the force then has no direction and is omitted, although "
        "its rest length is 2 m",
        "start with separate points, or set @REST_LENGTH {0}",
    ),
    (
        MODEL + LOAD % "@FUNCTION_1D_NAME {f}" + formula("1/(1 + (100*(t - 0.33))^2)", "«f»") + RUN % "",
        *("warning", "step-mismatch", "function f has a peak at t = 0.33 s that is narrower than steps of 0.1 s"),
        "use smaller steps, or a method with a tolerance, whose steps end at peaks",
    ),
    (
        MODEL + LOAD % "@FUNCTION_1D_NAME {f}" + formula("sin(100*t)", "«f»") + RUN % "",
        *("warning", "step-mismatch", "function f oscillates faster than steps of 0.1 s can follow"),
        "use at least 10 steps for each period, or a method with a tolerance",
    ),
    (  # E = 2/5 K n^(5/2) = (m/2) v^2, with n = 0.4 m
        MODEL + GRAVITY + SHAPES % ("SPHERE", 0.5, "a, GROUND", "«{s, floor}»", "") + RUN % "",
        *("warning", "invalid-value"),
        "contact c starts 0.4 m deep: the stored energy pushes a and GROUND apart at up to 201 m/s",
        "start with separate shapes, or at the depth that @ANALYSIS_TYPE {STATIC} finds",
    ),
    (
        MODEL + SHAPES % ("BOX", "0.1, 0.1, 0.1", "a, GROUND", "{s, floor}", "@ROLLING_RESISTANCE {«0.1»}") + RUN % "",
        *("warning", "invalid-value", "@ROLLING_RESISTANCE has no effect: none of these shapes can roll"),
        "it applies to CYLINDER, CAPSULE, SPHERE, CONE, ELLIPSOID, LINE with a radius",
    ),
    (
        MODEL + SHAPES % ("SPHERE", 0.1, "GROUND, a", "«{s, floor}»", "") + RUN % "",
        *("error", "invalid-value", "shape s of contact c belongs to a, not to GROUND"),
        "name the shapes in the order of @CONNECTED_TO_BODIES",
    ),
]
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
    BODIES + JOINTS + MOTIONS + FORCES + STARTS + SWITCHES + SIGNALS + RUNS,
)
def test_place_and_hint(deck, severity, code, message, hint):
    assert (severity, code, message, hint) in told_at_the_mark(deck)
