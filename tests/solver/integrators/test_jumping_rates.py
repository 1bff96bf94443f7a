"""Prescribed motions whose rates jump. The impulse, the motion after it and the energy are compared with equations of
motion solved with scipy.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.model.memory import capture, restore
from rbsolve.solver.run.chunk_size import chunk_for

ARM, MASS, ABOUT_CENTRE = np.array([0.2, 0.3, -0.4]), 2.0, np.diag([0.1, 0.14, 0.05])
ABOUT_HINGE = ABOUT_CENTRE + MASS * (ARM @ ARM * np.eye(3) - np.outer(ARM, ARM))
SPIN, END = np.array([1.0, 2.0, 3.0]), 0.6
DECK = """
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ {motion} }} }}
@RIGID_BODY_DEFINITION {{
  @RIGID_BODY_NAME {{cart}} {{ @AT_POINT {{0, 0, 0}} @MASS {{3}} @MOMENTS_OF_INERTIA {{1, 2, 2.5}} }}
  @RIGID_BODY_NAME {{bob}} {{ @AT_POINT {{0.2, 0.3, -0.4}} @MASS {{2}} @MOMENTS_OF_INERTIA {{0.1, 0.14, 0.05}}
    @INITIAL_VELOCITY {{-1.7, 1, -0.1}} @INITIAL_ANGULAR_VELOCITY {{1, 2, 3}} }} }}
@SPHERICAL_JOINT_DEFINITION {{ @SPHERICAL_JOINT_NAME {{ball}} {{
  @CONNECTED_TO_BODIES {{cart, bob}} @AT_POINT {{0, 0, 0}} }} }}
@PRESCRIBED_MOTION_DEFINITION {{ @PRESCRIBED_MOTION_NAME {{drive}} {{
  @CONNECTED_TO_BODY {{cart}} @DISPLACEMENT_FUNCTIONS {{f, 0, 0}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{bob}} }}
  @SENSOR_NAME {{u}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{bob}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
  @SIMULATION_TIME_RANGE {{0, 0.6}} @TIME_STEP_SIZE {{0.001}} @OUTPUT_STEP_SIZE {{0.2}} }} }}
"""
KICK = "@FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{2*max(0, t - {0})}}"
TAP = (
    "@FUNCTION_1D_TYPE {{TABULATED}} @INTERPOLATION {{LINEAR}} @TABLE_ENTRIES {{ @TIME {{0}} @FUNCTION_VALUE {{0}}"
    " @TIME {{0.2021}} @FUNCTION_VALUE {{0}} @TIME {{0.2029}} @FUNCTION_VALUE {{0.002}} @TIME {{9}} @FUNCTION_VALUE {{0.002}} }}"
)
FORMULATIONS = [
    "LIE_R3_SO3",
    "LIE_SE3",
    "UNIFIED_VELOCITIES",
    "CARDAN_ANGLES_1",
    "CARDAN_ANGLES_2",
    "EULER_PARAMETERS_2",
]


def slopes(_, y):
    """Return the derivatives of the quaternion, scalar last, and of the angular velocity in body axes, while the hinge
    moves at a constant rate.
    """
    w, R = y[4:], Rotation.from_quat(y[:4]).as_matrix()
    pull = R.T @ np.array([0, 0, 9.81]) + np.cross(w, np.cross(w, ARM))
    turn = 0.5 * (Rotation.from_quat(y[:4]) * Rotation.from_quat([*w, 0.0])).as_quat() * np.linalg.norm(w)
    return np.concatenate(
        [turn, np.linalg.solve(ABOUT_HINGE, -np.cross(w, ABOUT_CENTRE @ w) - MASS * np.cross(ARM, pull))]
    )


def end_of(kicks):
    """Return position and velocity of the bob's centre at the end, after kicks (time, rate before, rate after)."""
    y, t, moved, rate = np.concatenate([[0, 0, 0, 1], SPIN]), 0.0, 0.0, 0.0
    for at, before, behind in [*kicks, (END, 0.0, 0.0)]:
        y = solve_ivp(slopes, (t, at), y, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
        moved, t = moved + rate * (at - t), at
        if at < END:
            rate, change = behind, Rotation.from_quat(y[:4]).as_matrix().T @ np.array([behind - before, 0, 0])
            y[4:] += np.linalg.solve(ABOUT_HINGE, -MASS * np.cross(ARM, change))
    R, along = Rotation.from_quat(y[:4]).as_matrix(), np.array([1.0, 0, 0])
    return R @ ARM + moved * along, R @ np.cross(y[4:], ARM) + rate * along


CASES = {
    "at the end of a step": (KICK.format(0.2), [(0.2, 0.0, 2.0)]),
    "within a step": (KICK.format(0.2037), [(0.2037, 0.0, 2.0)]),
    "next to the end of a step": (KICK.format(0.2000001), [(0.2000001, 0.0, 2.0)]),
    "twice within a step": (TAP.format(), [(0.2021, 0.0, 2.5), (0.2029, 2.5, 0.0)]),
}


@pytest.mark.parametrize(
    ("case", "formulation"),
    [*((case, "LIE_R3_SO3") for case in CASES), *(("within a step", name) for name in FORMULATIONS[1:])],
)
def test_second_order_behind_a_jump_of_a_prescribed_rate(run_deck, case, formulation):
    motion, kicks = CASES[case]
    x, u = end_of(kicks)
    steps = np.array([0.01, 0.005, 0.0025])
    runs = [run_deck(DECK.format(motion=motion), formulation=formulation, step=step) for step in steps]
    errors = np.array([[np.max(np.abs(r["x"][-1] - x)), np.max(np.abs(r["u"][-1] - u))] for r in runs])
    energies = [abs(run.summary.unexplained_energy) for run in runs]
    for of in (*errors.T, energies):
        assert np.polyfit(np.log(steps), np.log(of), 1)[0] == pytest.approx(2.0, abs=0.2)
    assert errors[-1, 0] < 1e-4
    assert errors[-1, 1] < 1e-3
    assert not list(runs[0].checked.diagnostics)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "LIE_SE3"])
@pytest.mark.parametrize("case", ["at the end of a step", "within a step"])
def test_steps_of_their_own_take_the_impulse(run_deck, case, formulation):
    motion, kicks = CASES[case]
    x, u = end_of(kicks)
    run = run_deck(DECK.format(motion=motion), formulation=formulation, method_options={"LOCAL_ERROR_TOLERANCE": 1e-8})
    assert np.max(np.abs(run["x"][-1] - x)) < 1e-5
    assert np.max(np.abs(run["u"][-1] - u)) < 1e-4
    assert abs(run.summary.unexplained_energy) < 1e-4


@pytest.mark.parametrize("rates", [(2.0,), (2.0, 0.0)])
def test_the_energy_that_moved_is_that_of_the_impulses(run_deck, rates):
    """A free mass m that starts suddenly takes m v^2 / 2 from its drive and has this energy. The stop removes the
    energy again. The transferred energy is the sum of the supplied energy, the removed energy, and the largest kinetic
    energy.
    """
    motion = "2*max(0, t - 0.2037)" + (" - 2*max(0, t - 0.4037)" if len(rates) > 1 else "")
    deck = (
        DECK.split("@SPHERICAL")[0]
        .format(motion=f"@FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{motion}}}")
        .replace("{0, 0, -9.81}", "{0, 0, 0}")
    )
    bob = deck.index("  @RIGID_BODY_NAME {bob}")
    deck = (
        deck[:bob] + "}" + "@PRESCRIBED" + DECK.format(motion="").split("@PRESCRIBED", 1)[1].replace("{bob}", "{cart}")
    )
    for formulation in ("LIE_R3_SO3", "LIE_SE3"):
        summary = run_deck(deck, integrator="GENERALIZED_ALPHA", formulation=formulation, step=0.01).summary
        assert summary.energy_moved == pytest.approx((1 + len(rates)) * 0.5 * 3 * 2**2, rel=1e-9)
        assert abs(summary.unexplained_energy) < 1e-9


def test_a_run_continues_behind_a_jump_with_the_same_bits():
    """The test copies an engine's memory after each call, and the run continues from each copy."""
    checked = check_deck(DECK.format(motion=TAP.format()), Options(step=0.01, formulation="LIE_SE3"))
    engine, kept = make_integrator(checked.compiled), []
    chunk = chunk_for(checked.compiled, engine, 100)
    while engine.advance(chunk, 1) is None:
        kept.append(capture(engine))
    assert len(kept) > 50
    tree, end = capture(engine)
    for before in kept[18:24]:
        restore(engine, *before)
        while engine.advance(chunk_for(checked.compiled, engine, 100), 1) is None:
            pass
        again, arrays = capture(engine)
        assert again == tree
        assert all(np.array_equal(arrays[name], end[name], equal_nan=True) for name in end)


def test_a_table_of_many_lines_is_warned_of():
    entries = " ".join(f"@TIME {{{0.01 * k:.9g}}} @FUNCTION_VALUE {{{0.01 * np.sin(k):.9g}}}" for k in range(100))
    motion = f"@FUNCTION_1D_TYPE {{TABULATED}} @INTERPOLATION {{%s}} @TABLE_ENTRIES {{ {entries} }}"
    messages = {
        law: str([found.message for found in check_deck(DECK.format(motion=motion % law)).diagnostics])
        for law in ("LINEAR", "CUBIC")
    }
    assert "more than 64 places" in messages["LINEAR"]
    assert "places" not in messages["CUBIC"]


SLIDE = DECK.split("@SPHERICAL")[0] + (
    "{joint}"
    "@PRESCRIBED_MOTION_DEFINITION {{ @PRESCRIBED_MOTION_NAME {{drive}} {{"
    "  @CONNECTED_TO_BODY {{cart}} @DISPLACEMENT_FUNCTIONS {{f, 0, 0}} }} }}"
    "@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{"
    "  @SIMULATION_TIME_RANGE {{0, 0.6}} @TIME_STEP_SIZE {{0.001}} @OUTPUT_STEP_SIZE {{0.2}} }} }}"
)
TURN = (
    "@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{cart, bob}} @AT_POINT {{0, 0, 0}}"
    " @TRIAD_NAME {{TRIAD_INERTIAL}} {more} }} }}"
)
TOUCH = (
    "@SHAPE_DEFINITION {{ @SHAPE_NAME {{s}} {{ @SHAPE_TYPE {{SPHERE}} @CONNECTED_TO_BODY {{bob}} @DIMENSIONS {{0.01}} }}"
    " @SHAPE_NAME {{p}} {{ @SHAPE_TYPE {{PLANE}} @AT_POINT {{0, 0, -3}} }} }}"
    "@CONTACT_DEFINITION {{ @CONTACT_NAME {{k}} {{ @CONNECTED_TO_BODIES {{GROUND, bob}} @CONTACT_SHAPES {{p, s}} @STIFFNESS {{1e6}} }} }}"
)
MANY_STEPS = "@FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {1e-6*abs(mod(40000*t, 1) - 0.5)}"


SQUARE = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {2*max(0, t - 0.2037)} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {a} { @AT_POINT {0, 0.5, 0} @MASS {1} @MOMENTS_OF_INERTIA {0.2, 0.2, 0.2} }
  @RIGID_BODY_NAME {b} { @AT_POINT {0.5, 1, 0} @MASS {1} @MOMENTS_OF_INERTIA {0.2, 0.2, 0.2} }
  @RIGID_BODY_NAME {c} { @AT_POINT {1, 0.5, 0} @MASS {1} @MOMENTS_OF_INERTIA {0.2, 0.2, 0.2} }
}
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {ga} { @CONNECTED_TO_BODIES {GROUND, a} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {ab} { @CONNECTED_TO_BODIES {a, b} @AT_POINT {0, 1, 0} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {bc} { @CONNECTED_TO_BODIES {b, c} @AT_POINT {1, 1, 0} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {gc} {
    @CONNECTED_TO_BODIES {c, GROUND} @AT_POINT {1, 0, 0} @TRIAD_NAME {AXIS_Z} @PRESCRIBED_ROTATION {f} }
}
@SENSOR_DEFINITION { @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {a} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 0.5} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.1} } }
"""


def test_a_loop_takes_the_impulse_of_its_last_joint_or_refuses_it(run_deck):
    """The four bars stay a parallelogram, so each body rotates like the driven joint, or does not rotate. At 2 rad/s,
    two bodies of 0.45 kg m^2 and a mass of 1 kg at 1 m have an energy of 3.8 J.
    """
    run = run_deck(SQUARE)
    assert run["w"][:, 2] == pytest.approx([0, 0, 0, -2, -2, -2], abs=2e-4)
    assert run.diagnostics["energy"] == pytest.approx([0, 0, 0, 3.8, 3.8, 3.8], abs=1e-3)
    assert abs(run.summary.unexplained_energy) < 1e-3
    for options in (Options(formulation="MINIMAL_COORDINATES"), Options(integrator="RK44")):
        (error,) = [found for found in check_deck(SQUARE, options).diagnostics if found.severity == "error"]
        assert "joint gc jumps at t = 0.2037" in error.message
        assert error.message.endswith("MINIMAL_COORDINATES does not support the resulting impulse")


@pytest.mark.parametrize(
    ("joint", "motion", "message"),
    [
        (TURN.format(more=""), KICK.format(0.2), ""),
        (TURN.format(more="@FRICTION {0.1, 0, 0.1, 0, 0.05}"), KICK.format(0.2), "ignores joint friction"),
        (TURN.format(more="@STOPS {-1, 1, 1e4, 0}"), KICK.format(0.2), "stops of joints do not affect this impulse"),
        (TOUCH.format(), KICK.format(0.2), "contacts do not affect this impulse"),
        (TURN.format(more=""), MANY_STEPS, "a formula that switches more than 10,000 times has too many jumps"),
    ],
)
def test_a_warning_of_what_an_impulse_leaves_out(joint, motion, message):
    motion = motion.replace("{{", "{").replace("}}", "}")
    checked = check_deck(SLIDE.format(joint=joint, motion=motion), Options(formulation="LIE_R3_SO3"))
    assert not checked.has_errors, list(checked.diagnostics)
    told = [found.message for found in checked.diagnostics if "jumps at" in found.message]
    assert len(told) == bool(message)
    assert message in "".join(told)
