"""Orders of convergence of every tableau with every formulation, by fitted slopes, and the invariants of free motion."""

import numpy as np
import pytest

TOP = """
@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#T}} @SCALAR_VALUE {{1}} }}
@POINT_DEFINITION {{ @POINT_NAME {{c}} {{ @COORDINATES {{{point}}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ {mass} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{top}} {{
    @MASS_PROPERTY_NAME {{m}} @INITIAL_ANGULAR_VELOCITY {{{spin}}} @INITIAL_VELOCITY {{{velocity}}} }} }}
{forces}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{
    @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @TABLEAU {{{tableau}}} @FORMULATION {{{formulation}}} {options} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
    @SIMULATION_TIME_RANGE {{0, #T}} @TIME_STEP_SIZE {{#T/{steps}}} @OUTPUT_STEP_SIZE {{#T}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
@SENSOR_DEFINITION {{
    @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{top}} @POINT_NAME {{c}} }}
    @SENSOR_NAME {{R}} {{ @SENSOR_TYPE {{ORIENTATION}} @OBJECT_NAME {{top}} @ROTATION_PARAMETERS {{ROTATION_MATRIX}} }}
    @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{top}} @POINT_NAME {{c}} }}
    @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{top}} }}
    @SENSOR_NAME {{L}} {{ @SENSOR_TYPE {{ANGULAR_MOMENTUM}} @OBJECT_NAME {{top}} }}
    @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{KINETIC_ENERGY}} @OBJECT_NAME {{top}} }}
    @SENSOR_NAME {{unit}} {{ @SENSOR_TYPE {{UNIT_NORM_ERROR}} @OBJECT_NAME {{top}} }} }}
"""
# The deck is a slow heavy top on a spring. The centre of mass is away from the origin of the body frame. Therefore
# forces depend on the configuration.
HEAVY = {
    "point": "0, 1, 0",
    "mass": "@MASS {15} @CENTRE_OF_MASS_LOCATION {0.1, 0.9, 0.2} @MOMENTS_OF_INERTIA {12, 5, 11}",
    "spin": "1, 0.3, -1.5",
    "velocity": "0.2, -0.1, 0.3",
    "forces": """@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
    @POINT_DEFINITION { @POINT_NAME {wall} { @COORDINATES {0, 0, 2} } @POINT_NAME {o} { @COORDINATES {0, 0, 0} } }
    @SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, top}
        @POINT1_NAME {wall} @POINT2_NAME {o} @STIFFNESS {150} @DAMPING {1.5} } }
    @BUSHING_DEFINITION { @BUSHING_NAME {b} { @CONNECTED_TO_BODIES {GROUND, top} @AT_POINT {c}
        @TRIAD_NAME {TRIAD_INERTIAL} @STIFFNESS {20, 30, 25} @ROTATIONAL_STIFFNESS {5, 6, 4}
        @ROTATIONAL_DAMPING {0.1, 0.1, 0.2} } }""",
}
FREE = {
    "point": "0, 0, 1",
    "mass": "@MASS {1} @MOMENTS_OF_INERTIA {1.1775, 4.3568, 5.2988}",
    "spin": "1, 0.5, 8",
    "velocity": "0, 0, 0",
    "forces": "",
}
ORDERS = {"EULER": 1, "HEUN": 2, "RK33": 3, "RK44": 4, "RK67": 6, "ODE23": 3, "DOPRI5": 5, "DOP853": 8}
ORDERS |= {"CG3": 3, "CG4": 4, "CF3": 3, "CF4": 4}
# These are the largest steps for each order. At these steps, the error is asymptotic and above round-off for every
# formulation.
STEPS = {
    1: (800, 1600, 3200),
    2: (200, 400, 800),
    3: (100, 200, 400),
    4: (60, 90, 135),
    5: (226, 320, 452),
    6: (25, 38, 57),
    8: (20, 28, 40),
}
FORMULATIONS = (
    "LIE_R3_SO3",
    "LIE_R3_SO3_LEFT",
    "LIE_SE3",
    "LIE_R3_S3",
    "UNIFIED_VELOCITIES",
    "CARDAN_ANGLES_1",
    "CARDAN_ANGLES_2",
    "EULER_PARAMETERS_1",
)
STATE = ("x", "R", "v", "w")


def deck(model, tableau="RK44", formulation="LIE_R3_SO3", steps=100, options=""):
    return TOP.format(**model, tableau=tableau, formulation=formulation, steps=steps, options=options)


def last_state(run):
    return np.concatenate([run[name][-1] for name in STATE])


@pytest.fixture(scope="module")
def references(run_deck):
    """Return runs of DOP853 with very small steps, which test_explicit_oracles.py compares with scipy."""
    return {id(model): last_state(run_deck(deck(model, "DOP853", steps=400))) for model in (HEAVY, FREE)}


@pytest.mark.parametrize("model", [HEAVY, FREE], ids=["heavy", "free"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("tableau", ORDERS)
def test_order(run_deck, references, tableau, formulation, model):
    steps = np.array(STEPS[ORDERS[tableau]])
    runs = [last_state(run_deck(deck(model, tableau, formulation, n))) for n in steps]
    errors = [np.linalg.norm(state - references[id(model)]) for state in runs]
    slope = -np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert slope == pytest.approx(ORDERS[tableau], abs=0.1), errors


@pytest.mark.parametrize("tableau", ["RK44", "CG3", "CG4", "CF3", "CF4"])
def test_order_in_joint_coordinates(run_deck, tableau):
    """A ball joint is at the body's origin. The rotations of the joint move by increments on the left. A stage consists
    of one or several exponentials.
    """
    joint = (
        "@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, top} @AT_POINT {o} } }"
    )
    model = {**HEAVY, "velocity": "0, 0, 0"}

    def state(tableau, n):
        return last_state(run_deck(deck(model, tableau, "MINIMAL_COORDINATES", n) + joint))

    steps, exact = np.array(STEPS[ORDERS[tableau]]), state("DOP853", 400)
    errors = [np.linalg.norm(state(tableau, n) - exact) for n in steps]
    assert -np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(ORDERS[tableau], abs=0.1), errors


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_free_body_keeps_energy_and_spatial_angular_momentum(run_deck, formulation):
    run = run_deck(deck(FREE, "DOP853", formulation, 200))
    assert run["E"][-1, 0] == pytest.approx(run["E"][0, 0], rel=1e-13)
    assert run["L"][-1] == pytest.approx(run["L"][0], rel=1e-13, abs=1e-12)


@pytest.mark.parametrize("tableau", ["ODE23", "DOPRI5", "DOP853"])
@pytest.mark.parametrize("tolerance", [1e-5, 1e-8])
def test_adaptive_error_follows_the_tolerance(run_deck, references, tableau, tolerance):
    options = f"@RELATIVE_TOLERANCE {{{tolerance}}} @ABSOLUTE_TOLERANCE {{{tolerance}}}"
    run = run_deck(deck(HEAVY, tableau, steps=50, options=options))
    error = np.linalg.norm(last_state(run) - references[id(HEAVY)])
    assert 1e-3 * tolerance < error < 300 * tolerance
    assert run.summary.steps < 20000


def test_mixed_formulations_move_as_one(run_deck):
    body = """@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{other}} {{
        @MASS_PROPERTY_NAME {{m}} @INITIAL_VELOCITY {{1, 0, 0}} {f} }} }}"""
    spring = """@SPRING_DAMPER_DEFINITION {{ @SPRING_DAMPER_NAME {{t}} {{ @CONNECTED_TO_BODIES {{top, other}}
        @POINT1_NAME {{c}} @POINT2_NAME {{o}} @STIFFNESS {{40}} }} }}"""
    text = TOP + body + spring
    runs = [
        run_deck(text.format(**HEAVY, tableau="DOP853", formulation="LIE_R3_SO3", steps=100, options="", f=own))
        for own in ("", "@FORMULATION {CARDAN_ANGLES_2}")
    ]
    assert last_state(runs[0]) == pytest.approx(last_state(runs[1]), abs=1e-12)
