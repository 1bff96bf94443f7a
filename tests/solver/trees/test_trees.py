"""Trees in joint coordinates. The tests check the options of decks, singular configurations, stiff forces and step size
control.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.chunk_size import chunk_for

MODEL = """
@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{0.3, -0.4, 0}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{e2}} {{ @EULER_ANGLES_313 {{0, -90, 0}} }} @TRIAD_NAME {{e1}} {{ @EULER_ANGLES_313 {{90, 90, 0}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{0.3, {J2}, 0.3}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{m}} {motion} }} }}
{joint}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{{gravity}}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{{integrator}}} @FORMULATION {{MINIMAL_COORDINATES}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 2}} @TIME_STEP_SIZE {{1e-3}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{rotation}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{j}} }}
  @SENSOR_NAME {{rate}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION_RATE}} @OBJECT_NAME {{j}} }}
  @SENSOR_NAME {{force}} {{ @SENSOR_TYPE {{REACTION_FORCE}} @OBJECT_NAME {{j}} }}
  @SENSOR_NAME {{moment}} {{ @SENSOR_TYPE {{REACTION_MOMENT}} @OBJECT_NAME {{j}} }}
  @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{u}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{energy}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }}
}}
"""
DECKS = Path(__file__).parents[3] / "decks"
INTEGRATORS = ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"]


@pytest.mark.parametrize("rate", [5.0, np.pi], ids=["any", "rows at pi and 2 pi"])
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_ball_turns_through_half_and_whole_turns(run_deck, integrator, rate):
    """The body rotates steadily about an axis of inertia through the joint. Therefore the length of the rotation vector
    passes pi and 2 pi.
    """
    arm = np.array([-0.3, 0.4, 0.0])
    deck = MODEL.format(
        J2=0.3,
        motion=f"@INITIAL_VELOCITY {{{-rate * arm[1]}, {rate * arm[0]}, 0}} @INITIAL_ANGULAR_VELOCITY {{0, 0, {rate}}}",
        joint="@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {P} } }",
        gravity="0, 0, 0",
        integrator=integrator,
    )
    run = run_deck(deck)
    angle = rate * run.time
    tolerance = 2e-9 if integrator == "EXPLICIT_RUNGE_KUTTA" else 1e-7
    assert run["rotation"] == pytest.approx(np.outer(angle, [0, 0, 1]), abs=tolerance)
    assert run["rate"] == pytest.approx(np.tile([0, 0, rate], (len(angle), 1)), abs=tolerance)
    out = np.stack([np.cos(angle) * arm[0] - np.sin(angle) * arm[1], np.sin(angle) * arm[0] + np.cos(angle) * arm[1]])
    assert run["force"][:, :2] == pytest.approx(-2 * rate**2 * out.T, abs=1e-6)
    assert run["moment"] == pytest.approx(0, abs=1e-12)


def _options(integrator):
    return {"SPECTRAL_RADIUS": 1.0} if integrator == "GENERALIZED_ALPHA" else {"TABLEAU": "RK44"}


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("ends", ["GROUND, b", "b, GROUND"])
def test_a_universal_pendulum_turns_over_about_both_axes(run_deck, integrator, ends):
    axes = "e1, e2" if ends.startswith("G") else "e2, e1"
    deck = MODEL.format(
        J2=0.5,
        motion="@INITIAL_ANGULAR_VELOCITY {16, 9, 0} @INITIAL_VELOCITY {0, 0, 9.1}",
        joint=f"@UNIVERSAL_JOINT_DEFINITION {{ @UNIVERSAL_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{{ends}}} "
        f"@AT_POINT {{P}} @TRIAD_NAME {{{axes}}} }} }}",
        gravity="0, 0, -9.81",
        integrator=integrator,
    )
    run = run_deck(deck, step=2.5e-4, method_options=_options(integrator))
    assert np.all(np.ptp(run["rotation"], axis=0) > 2 * np.pi)  # both angles pass their singular values
    explicit = integrator == "EXPLICIT_RUNGE_KUTTA"
    assert run["energy"][:, 0] == pytest.approx(run["energy"][0, 0], abs=1e-8 if explicit else 1e-4)
    h = run.time[1]
    central = (run["rotation"][2:] - run["rotation"][:-2]) / (2 * h)
    assert run["rate"][1:-1] == pytest.approx(central, abs=1e-3)
    # The reaction on the pendulum is the rate of change of its momentum minus its weight.
    sign = 1 if ends.startswith("G") else -1
    push = 2 * (run["u"][2:] - run["u"][:-2]) / (2 * h) - 2 * np.array([0, 0, -9.81])
    assert sign * run["force"][1:-1] == pytest.approx(push, abs=2e-2)


SPRUNG = """
@POINT_DEFINITION { @POINT_NAME {A} { @COORDINATES {0, 0, 0} } @POINT_NAME {B} { @COORDINATES {1, 0, 0} }
  @POINT_NAME {C} { @COORDINATES {0.5, 0.2, 0} } @POINT_NAME {D} { @COORDINATES {1.4, 0.3, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {B} { @POINT1_NAME {B} @TRIAD_NAME {TRIAD_INERTIAL} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @CENTRE_OF_MASS_LOCATION {0.5, 0, 0}
  @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {a} { @MASS_PROPERTY_NAME {m} }
  @RIGID_BODY_NAME {b} { @FRAME_NAME {B} @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {ja} { @CONNECTED_TO_BODIES {GROUND, a} @AT_POINT {A} @TRIAD_NAME {TRIAD_INERTIAL} }
  @REVOLUTE_JOINT_NAME {jb} { @CONNECTED_TO_BODIES {a, b} @AT_POINT {B} @TRIAD_NAME {TRIAD_INERTIAL} @INITIAL_RATE {2} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {a, b} @POINT1_NAME {C} @POINT2_NAME {D}
  @STIFFNESS {1e8} @DAMPING {1e3} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, -9.81, 0} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {r} { @SIMULATION_TIME_RANGE {0, 0.2} @TIME_STEP_SIZE {1e-3} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {ja} }
  @SENSOR_NAME {s} { @SENSOR_TYPE {ELONGATION} @OBJECT_NAME {s} } }
"""


def test_springs_far_stiffer_than_the_step_resolves_still_converge(run_deck):
    tree = run_deck(SPRUNG, formulation="MINIMAL_COORDINATES")
    other = run_deck(SPRUNG, formulation="LIE_R3_SO3")
    assert tree.summary.rejected_steps == 0
    assert tree.summary.newton_iterations < 4 * tree.summary.steps
    assert tree["q"] == pytest.approx(other["q"], abs=1e-5)


def test_step_size_control_meets_its_tolerance(run_deck):
    exact = run_deck("puma560.deck", integrator="EXPLICIT_RUNGE_KUTTA", step=5e-5, formulation="MINIMAL_COORDINATES")
    errors = []
    for tolerance in (1e-5, 1e-7, 1e-9):
        options = {"TABLEAU": "DOPRI5", "RELATIVE_TOLERANCE": tolerance, "ABSOLUTE_TOLERANCE": tolerance}
        run = run_deck(
            "puma560.deck", integrator="EXPLICIT_RUNGE_KUTTA", formulation="MINIMAL_COORDINATES", method_options=options
        )
        errors.append(np.max(np.abs(run["tool"] - exact["tool"])))
    assert errors == sorted(errors, reverse=True)
    assert errors[0] < 1e-4
    assert errors[2] < 1e-8


def test_explicit_methods_agree_with_the_puma_reference(run_deck):
    reference = (-2.094968204806495, 1.046731848517386, -3.490984660633273)
    reference += (1.571469506751705, 1.570708412146709, 0.785340332406802)
    run = run_deck(
        "puma560.deck",
        integrator="EXPLICIT_RUNGE_KUTTA",
        formulation="MINIMAL_COORDINATES",
        method_options={"TABLEAU": "RK67"},
    )
    assert [run[f"q{k}"][-1, 0] for k in range(1, 7)] == pytest.approx(reference, abs=1e-9)


@pytest.mark.parametrize(
    ("deck", "options", "expected"),
    [
        ("triple_pendulum.deck", {}, ("GENERALIZED_ALPHA", "MINIMAL_COORDINATES")),
        (
            "triple_pendulum.deck",
            {"integrator": "EXPLICIT_RUNGE_KUTTA"},
            ("EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES"),
        ),
        ("four_bar.deck", {"formulation": None}, ("GENERALIZED_ALPHA", "LIE_R3_SO3")),
        ("projectile.deck", {}, ("EXPLICIT_RUNGE_KUTTA", "LIE_R3_SO3")),
    ],
)
def test_default_formulations(deck, options, expected):
    method = check_deck(DECKS / deck, Options(**options)).compiled.method
    assert (method.integrator, method.formulation) == expected


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("leaf_first", [False, True])
def test_a_body_that_turns_without_inertia_is_named_by_the_check(integrator, leaf_first):
    bodies = ["@RIGID_BODY_NAME {a} { @MASS_PROPERTY_NAME {m} }", "@RIGID_BODY_NAME {leaf} { @MASS_PROPERTY_NAME {p} }"]
    deck = (
        SPRUNG.split("@RIGID_BODY_DEFINITION")[0]
        + f"""
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{p}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{0, 0, 0}} }} }}
@RIGID_BODY_DEFINITION {{ {" ".join(reversed(bodies) if leaf_first else bodies)} }}
@REVOLUTE_JOINT_DEFINITION {{
  @REVOLUTE_JOINT_NAME {{ja}} {{ @CONNECTED_TO_BODIES {{GROUND, a}} @AT_POINT {{A}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@SPHERICAL_JOINT_DEFINITION {{ @SPHERICAL_JOINT_NAME {{ball}} {{ @CONNECTED_TO_BODIES {{a, leaf}} @AT_POINT {{B}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{r}} {{ @SIMULATION_TIME_RANGE {{0, 0.1}} @TIME_STEP_SIZE {{1e-3}} }} }}
"""
    )
    checked = check_deck(deck, Options(integrator=integrator, formulation="MINIMAL_COORDINATES"))
    (error,) = [finding for finding in checked.diagnostics if finding.severity == "error"]
    assert error.code == "invalid-value"
    assert f"body leaf can turn about an axis without inertia: {integrator}" in error.message


def test_an_explicit_step_too_long_for_a_stiff_spring_diverges():
    compiled = check_deck(SPRUNG, Options(integrator="EXPLICIT_RUNGE_KUTTA", step=2e-3)).compiled
    engine = make_integrator(compiled)
    assert engine.advance(chunk_for(compiled, engine, 200), 10**6) == Outcome.DIVERGED


def test_step_size_control_follows_a_stiff_spring(run_deck):
    options = {"TABLEAU": "DOPRI5", "RELATIVE_TOLERANCE": 1e-8, "ABSOLUTE_TOLERANCE": 1e-8}
    run = run_deck(SPRUNG, integrator="EXPLICIT_RUNGE_KUTTA", step=0.05, method_options=options)
    assert run.summary.rejected_steps > 0  # the first step is a thousand times too long
    other = run_deck(SPRUNG, formulation="LIE_R3_SO3", step=1e-4)
    assert run["q"][-1] == pytest.approx(other["q"][-1], abs=1e-5)


KINKED = (
    SPRUNG.replace("@INITIAL_RATE {2}", "")
    .replace("@STIFFNESS {1e8} @DAMPING {1e3}", "@STIFFNESS {0}")
    .replace("@TRIAD_NAME {TRIAD_INERTIAL} }\n", "@TRIAD_NAME {TRIAD_INERTIAL} @PRESCRIBED_ROTATION {f} }\n")
    + """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {TABULATED} @INTERPOLATION {%s}
  @TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {0} @TIME {0.1} @FUNCTION_VALUE {0.2} @TIME {1} @FUNCTION_VALUE {0.2} } } }
"""
)


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_prescribed_motions_whose_rate_jumps_are_refused(integrator):
    options = Options(integrator=integrator, formulation="MINIMAL_COORDINATES")
    (finding,) = check_deck(KINKED % "LINEAR", options).diagnostics
    assert finding.code.value == "incompatible-formulation"
    assert "joint ja jumps at t = 0.1 s from 2 to 0 rad/s" in finding.message
    assert "CUBIC" in finding.hint
    assert not check_deck(KINKED % "CUBIC", options).has_errors
    assert not check_deck(
        KINKED % "LINEAR", Options(integrator=integrator, formulation="MINIMAL_COORDINATES", t_end=0.1)
    ).has_errors


def test_a_jump_of_a_prescribed_rate_gives_an_impulse(run_deck):
    """With a jump, joints as constraints are the default. The second rod, of length 1, keeps its angular momentum about
    the hinge that stops.
    """
    sensors = """@SENSOR_DEFINITION { @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b} }
      @SENSOR_NAME {r} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {jb} } }"""
    run = run_deck(KINKED % "LINEAR" + sensors, step=1e-4, method_options={"SPECTRAL_RADIUS": 0.5})
    assert run.checked.compiled.method.formulation == "LIE_R3_SO3"
    before = np.searchsorted(run.time, 0.1 - 1e-9)  # the row at the jump shows the motion before the jump
    # across the first rod, the velocity of the hinge changes by 2 m/s
    lever = 0.5 * 2 * np.cos(run["r"][before, 0])
    assert run["w"][before + 1, 2] - run["w"][before, 2] == pytest.approx(lever / (0.1 + 0.25), abs=3e-3)


def test_a_prescribed_motion_without_a_value_is_an_error():
    deck = KINKED % "LINEAR"
    broken = (
        deck.replace("@PRESCRIBED_ROTATION {f}", "@PRESCRIBED_ROTATION {g}")
        + """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {g} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {log(t)} } }"""
    )
    (finding,) = [finding for finding in check_deck(broken).diagnostics if finding.severity.value == "error"]
    assert "the prescribed rotation of joint ja has no value" in finding.message
