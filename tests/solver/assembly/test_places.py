"""Each message about bodies, joints and forces has its place, which the marks « and » show, and its hint."""

import pytest
from marked import told_at_the_mark
from place_decks import (
    BODY,
    FRICTION,
    GRAVITY,
    KINK,
    LIGHT,
    LOAD,
    MASS,
    MESHING,
    MODEL,
    OTHER,
    RUN,
    SHAPES,
    controlled,
    delayed,
    explicit,
    formula,
    geared,
    implicit,
    joint,
    run_by,
)

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


@pytest.mark.parametrize(
    ("deck", "severity", "code", "message", "hint"),
    BODIES + JOINTS + MOTIONS + FORCES,
)
def test_place_and_hint(deck, severity, code, message, hint):
    assert (severity, code, message, hint) in told_at_the_mark(deck)
