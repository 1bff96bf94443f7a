"""Decks that are valid but have an effect that the user probably does not intend."""

import pytest

from rbsolve.pipeline import check_deck
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.loop import simulate

DECK = """
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{0,0,0}} }} @POINT_NAME {{P}} {{ @COORDINATES {{1,0,0}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{at_P}} {{ @POINT1_NAME {{P}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{{inertia}}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{B}} {{ @FRAME_NAME {{at_P}} @MASS_PROPERTY_NAME {{m}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{formula}}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{method}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{
  @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{0.01}} @TIME_INTEGRATOR_NAME {{method}} }} }}
"""
JOINT = """@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{J}} {{
  @CONNECTED_TO_BODIES {{GROUND, B}} @AT_POINT {{{point}}} @TRIAD_NAME {{TRIAD_INERTIAL}} {more} }} }}"""


def findings(text="", inertia="1, 1, 1", formula="sin(t)"):
    deck = DECK.format(inertia=inertia, formula=formula) + text
    return [finding for finding in check_deck(deck).diagnostics if finding.code != "unused-object"]


@pytest.mark.parametrize(("formula", "is_wrong"), [("10*x", True), ("10*t", False), ("exp(t) + max(t, 1)", False)])
@pytest.mark.parametrize("keyword", ["ACTUATOR", "PRESCRIBED_ROTATION"])
def test_a_function_of_time_may_not_be_a_formula_of_x(formula, is_wrong, keyword):
    if keyword == "PRESCRIBED_ROTATION" and not is_wrong:
        formula = "3*t"
    found = findings(JOINT.format(kind="REVOLUTE", point="O", more=f"@{keyword} {{f}}"), formula=formula)
    assert [finding.code for finding in found] == ["invalid-value"] * is_wrong
    assert not is_wrong or f"@{keyword} of J takes a function of time, but f is a formula of x" in found[0].message


@pytest.mark.parametrize(("rest", "is_wrong"), [("@REST_LENGTH {0.3}", True), ("@REST_LENGTH {0}", False), ("", False)])
def test_a_spring_without_length_has_no_direction(rest, is_wrong):
    spring = f"""@SPRING_DAMPER_DEFINITION {{ @SPRING_DAMPER_NAME {{s}} {{
        @CONNECTED_TO_BODIES {{GROUND, B}} @POINT1_NAME {{P}} @POINT2_NAME {{P}} @STIFFNESS {{10}} {rest} }} }}"""
    found = findings(spring)
    assert [finding.code for finding in found] == ["degenerate-geometry"] * is_wrong
    assert not is_wrong or "spring s coincide" in found[0].message


@pytest.mark.parametrize(
    ("kind", "point", "inertia", "is_wrong"),
    [
        (None, "", "0, 1, 1", True),
        (None, "", "1e-9, 1, 1", False),
        ("SPHERICAL", "P", "0, 0, 0", True),  # a point mass on a ball joint at its own centre
        ("SPHERICAL", "O", "0, 0, 0", True),  # the body spins about the line from its centre to the joint
        ("SPHERICAL", "O", "1e-6, 0, 0", False),
        ("REVOLUTE", "O", "0, 0, 0", False),
        ("REVOLUTE", "P", "1, 1, 0", True),
        ("REVOLUTE", "P", "0, 0, 1", False),
        ("PRISMATIC", "O", "0, 0, 0", False),
    ],
)
@pytest.mark.parametrize("integrator", ["GENERALIZED_ALPHA"])
def test_a_motion_without_inertia_is_refused(kind, point, inertia, is_wrong, integrator):
    text = "" if kind is None else JOINT.format(kind=kind, point=point, more="")
    found = [finding for finding in findings(text, inertia) if finding.severity == "error"]
    assert [finding.code for finding in found] == ["invalid-value"] * is_wrong
    assert not is_wrong or "body B can turn about an axis without inertia" in found[0].message


@pytest.mark.parametrize(
    ("mass", "integrator", "is_told"),
    [(1e-9, "EXPLICIT_RUNGE_KUTTA", True), (1e-9, "GENERALIZED_ALPHA", False), (1e-3, "EXPLICIT_RUNGE_KUTTA", False)],
)
def test_a_link_that_is_too_light_for_explicit_steps_is_named(mass, integrator, is_told):
    link = f"""@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{tiny}} {{ @MASS {{{mass}}} @MOMENTS_OF_INERTIA {{1e-3, 1e-3, 1e-3}} }} }}
        @RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{link}} {{ @MASS_PROPERTY_NAME {{tiny}} }} }}
        @REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{K}} {{
            @CONNECTED_TO_BODIES {{GROUND, link}} @AT_POINT {{O}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}"""
    joint = JOINT.format(kind="REVOLUTE", point="P", more="").replace("{GROUND, B}", "{link, B}")
    deck = DECK.format(inertia="1, 1, 1", formula="t") + link + joint
    found = check_deck(deck.replace("{GENERALIZED_ALPHA}", f"{{{integrator}}}")).diagnostics
    assert [("body link has a mass of" in f.message, f.severity) for f in found if f.code != "unused-object"] == [
        (True, "warning")
    ] * is_told


BOX_ON_FLOOR = """@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{0.03, 0.03, 0.05}} }} }}
    @RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{B}} {{ @MASS_PROPERTY_NAME {{m}} @INITIAL_VELOCITY {{0.001, 0, 0}} }} }}
    @GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -10}} }} }}
    @POINT_DEFINITION {{ @POINT_NAME {{floor}} {{ @COORDINATES {{0, 0, -0.1}} }} }}
    @SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} @AT_POINT {{floor}} }}
        @SHAPE_NAME {{box}} {{ @SHAPE_TYPE {{BOX}} @DIMENSIONS {{0.4, 0.4, 0.2}} @CONNECTED_TO_BODY {{B}} }} }}
    @CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONNECTED_TO_BODIES {{GROUND, B}} @CONTACT_SHAPES {{floor, box}} @STIFFNESS {{1e6}}
        @FRICTION_COEFFICIENTS {{0.4}} @TRANSITION_VELOCITY {{0.001}} {more} }} }}
    @TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {integrator} }} }}
    @ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
        @SIMULATION_TIME_RANGE {{0, 0.1}} @TIME_STEP_SIZE {{{step}}} @TIME_INTEGRATOR_NAME {{i}} }} }}"""
RK44 = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}"


@pytest.mark.parametrize(
    ("integrator", "step", "more", "limit"),
    [
        # The slope of 0.4 tanh(4 v/0.001) at rest is 1600 s/m, which with 10 m/s^2 gives a decay of 16,000/s. RK44 is
        # stable up to 2.7853 on the real axis.
        (RK44, 1e-3, "", "0.000174 s"),
        ("@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA}", 1e-3, "", "0.000174 s"),
        (RK44, 1.73e-4, "", None),
        (RK44, 1.76e-4, "", "0.000174 s"),
        (RK44.replace("RK44", "EULER"), 1.3e-4, "", "0.000125 s"),
        (RK44.replace("RK44", "DOPRI5") + " @RELATIVE_TOLERANCE {1e-6}", 1e-3, "", None),
        ("@INTEGRATOR_TYPE {GENERALIZED_ALPHA}", 1e-3, "", None),
        (RK44, 1e-3, "@STICTION {1e6, 100}", None),
    ],
)
def test_steps_that_are_too_long_for_friction_are_told(integrator, step, more, limit):
    checked = check_deck(BOX_ON_FLOOR.format(integrator=integrator, step=step, more=more))
    told = [finding for finding in checked.diagnostics if "too long for the friction of contact c" in finding.message]
    assert not checked.has_errors
    assert [finding.severity for finding in told] == ["warning"] * (limit is not None)
    assert limit is None or f"needs steps below {limit}" in told[0].message


def test_the_contacts_of_a_group_are_told_once():
    many = """@RIGID_BODY_DEFINITION { @REPEAT {i, 1, 3} {
        @RIGID_BODY_NAME {b_#i} { @AT_POINT {#i, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } } }
    @SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} @AT_POINT {0, 0, -1} }
      @REPEAT {i, 1, 3} { @SHAPE_NAME {s_#i} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {b_#i} @DIMENSIONS {0.1} } } }
    @GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -10} } }
    @CONTACT_DEFINITION { @CONTACT_NAME {c} { @CONTACT_SHAPES {s_1, s_2, s_3} @AGAINST {floor} @STIFFNESS {1e6}
      @FRICTION_COEFFICIENTS {0.4} @TRANSITION_VELOCITY {1e-3} } }
    @ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.1} @TIME_STEP_SIZE {1e-3} } }"""
    told = [
        finding.message for finding in check_deck(many).diagnostics if "too long for the friction" in finding.message
    ]
    assert len(told) == 1
    assert "of contact c.s_1.floor and 2 more:" in told[0]


def test_the_default_method_is_told_of_steps_too_long_for_friction_too():
    text = BOX_ON_FLOOR.format(integrator=RK44, step=1e-3, more="").replace("@TIME_INTEGRATOR_NAME {i} }", "}")
    found = [finding.message for finding in check_deck(text).diagnostics]
    assert any("RK44 needs steps below 0.000174 s" in message for message in found)


class NoRows:
    """A sink that discards all rows."""

    def write(self, *rows):
        pass


@pytest.mark.parametrize(("mass", "is_told"), [(1e-9, True), (1.0, False)])
def test_the_body_that_makes_adaptive_steps_small_is_named(mass, is_told):
    """On a spring of 10 N/m, the body oscillates at 1e5 rad/s. The check cannot find this rate, because no joint
    connects the body.
    """
    deck = f"""@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{1, 0, 0}} }} @POINT_NAME {{Q}} {{ @COORDINATES {{2, 0, 0}} }} }}
        @MASS_PROPERTY_DEFINITION {{
            @MASS_PROPERTY_NAME {{heavy}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }}
            @MASS_PROPERTY_NAME {{other}} {{ @MASS {{{mass}}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
        @RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{block}} {{ @MASS_PROPERTY_NAME {{heavy}} }}
            @RIGID_BODY_NAME {{speck}} {{ @MASS_PROPERTY_NAME {{other}} }} }}
        @SPRING_DAMPER_DEFINITION {{ @SPRING_DAMPER_NAME {{s}} {{ @CONNECTED_TO_BODIES {{block, speck}} @STIFFNESS {{10}}
            @POINT1_NAME {{P}} @POINT2_NAME {{Q}} @REST_LENGTH {{0.5}} }} }}
        @TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @TABLEAU {{DOPRI5}}
            @RELATIVE_TOLERANCE {{1e-6}} }} }}
        @ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 0.2}} @OUTPUT_STEP_SIZE {{0.1}}
            @TIME_INTEGRATOR_NAME {{i}} }} }}"""
    checked = check_deck(deck)
    assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
    summary = simulate(checked.compiled, checked.sensors, NoRows())
    assert summary.outcome is Outcome.COMPLETE
    assert (summary.steps > 10_000) == is_told
    assert [(found.code, found.object) == ("small-steps", "body speck") for found in summary.findings] == [
        True
    ] * is_told


def test_no_body_is_named_for_steps_of_one_size():
    deck = """@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
        @RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {one} { @MASS_PROPERTY_NAME {m} } @RIGID_BODY_NAME {two} { @MASS_PROPERTY_NAME {m} } }
        @ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {1e-4} @OUTPUT_STEP_SIZE {1} } }"""
    checked = check_deck(deck)
    summary = simulate(checked.compiled, checked.sensors, NoRows())
    assert summary.steps == 20_000
    assert summary.findings == ()


@pytest.mark.parametrize(
    ("radius", "formulation", "joint", "is_told"),
    [
        ("1", "LIE_R3_SO3", True, True),
        ("0.99", "CARDAN_ANGLES_1", True, True),
        ("0.9", "LIE_R3_SO3", True, False),
        ("1", "MINIMAL_COORDINATES", True, False),
        ("1", "LIE_R3_SO3", False, False),
    ],
)
def test_constraints_whose_rounding_nothing_damps_are_told(radius, formulation, joint, is_told):
    """At a spectral radius of 1 and a step of 1 ms, the triple pendulum fails after 1.9 s in LIE_R3_SO3. Joint
    coordinates have no constraints.
    """
    method = f"{{GENERALIZED_ALPHA}} @FORMULATION {{{formulation}}} @SPECTRAL_RADIUS {{{radius}}}"
    text = JOINT.format(kind="REVOLUTE", point="O", more="") if joint else ""
    deck = (DECK.format(inertia="1, 1, 1", formula="t") + text).replace("{GENERALIZED_ALPHA}", method)
    found = [finding for finding in check_deck(deck).diagnostics if finding.code != "unused-object"]
    assert [(finding.code, finding.severity) for finding in found] == [("invalid-value", "warning")] * is_told
    assert not is_told or f"@SPECTRAL_RADIUS {{{radius}}}" in found[0].message


@pytest.mark.parametrize(
    ("kind", "more", "told"),
    [
        ("SPHERICAL", "@DAMPER {0.1}", ["@DAMPER of J acts on the first coordinate of 3 only"]),
        ("SPHERICAL", "@SPRING {10, 0, 10, 0}", ["@SPRING of J acts on the first 2 coordinates of 3 only"]),
        ("SPHERICAL", "@DAMPER {0.1, 0.1, 0.1} @FRICTION_FORCE {1, 1, 0} @FRICTION_VELOCITY {0.1}", []),
        ("CYLINDRICAL", "@DAMPER {0.1}", []),
    ],
)
def test_a_drive_of_some_rotations_of_a_ball_is_noted(kind, more, told):
    found = findings(JOINT.format(kind=kind, point="O", more=more))
    assert [(finding.severity, finding.message) for finding in found] == [("note", text) for text in told]
