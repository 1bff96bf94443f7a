"""Prescribed motions whose accelerations jump within steps. A pendulum on a cart is compared with SciPy."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rbsolve

G, BEGIN, DURATION, STROKE = 9.81, 0.1037, 0.5012, 0.6
PENDULUM_ON_CART = """
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {stroke} { FUNCTION } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {cart} { @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} }
  @RIGID_BODY_NAME {bob} { @AT_POINT {0, 0, -1} @MASS {1} @MOMENTS_OF_INERTIA {0, 0, 0} }
}
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {slide} {
  @CONNECTED_TO_BODIES {BODIES} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_X} @PRESCRIBED_DISPLACEMENT {stroke}
} }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} { @CONNECTED_TO_BODIES {cart, bob} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {rate} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {hinge} }
  @SENSOR_NAME {place} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {slide} }
}
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} {
  @INTEGRATOR_TYPE {GENERALIZED_ALPHA} OPTIONS
} }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} {
  @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.005} @OUTPUT_STEP_SIZE {0.1} @TIME_INTEGRATOR_NAME {ti}
} }
"""
A = 4 * STROKE / DURATION**2
END, MIDDLE = BEGIN + DURATION, BEGIN + DURATION / 2
PROFILE = f"""@FUNCTION_1D_TYPE {{CONSTANT_ACCELERATION_PROFILE}} @START_VALUE {{0}} @END_VALUE {{{STROKE}}}
  @START_TIME {{{BEGIN}}} @DURATION {{{DURATION}}}"""
STEP = f"@FUNCTION_1D_TYPE {{STEP}} @START_VALUE {{0}} @END_VALUE {{{STROKE}}} @RANGE {{{BEGIN}, {END}}}"
FORMULA = f"@FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{max(0, t - {BEGIN})^2}}"
ACCELERATIONS = {
    "profile": (PROFILE, [(BEGIN, MIDDLE, lambda t: A), (MIDDLE, END, lambda t: -A), (END, 1.0, lambda t: 0.0)]),
    "step": (
        STEP,
        [(BEGIN, END, lambda t: STROKE * (6 - 12 * (t - BEGIN) / DURATION) / DURATION**2), (END, 1.0, lambda t: 0.0)],
    ),
    "formula": (FORMULA, [(BEGIN, 1.0, lambda t: 2.0)]),
}


def rate_at_end(pieces):
    """Return the rate of the pendulum [rad/s], which is at rest before the first piece."""
    y = np.zeros(2)
    for begin, end, acceleration in pieces:

        def slope(t, y, of=acceleration):
            return [y[1], of(t) * np.cos(y[0]) - G * np.sin(y[0])]

        y = solve_ivp(slope, (begin, end), y, method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    return y[1]


@pytest.mark.parametrize("bodies", ["GROUND, cart", "cart, GROUND"])
@pytest.mark.parametrize("name", ACCELERATIONS)
def test_fixed_steps_keep_second_order(name, bodies):
    function, pieces = ACCELERATIONS[name]
    text = (
        PENDULUM_ON_CART.replace("FUNCTION }", function + "}").replace("BODIES}", bodies + "}").replace("OPTIONS", "")
    )
    exact = rate_at_end(pieces) * (1 if bodies.startswith("GROUND") else -1)
    errors = [abs(rbsolve.solve(text, step=h)["rate"][-1, 0] - exact) for h in (0.005, 0.0025)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2, abs=0.15), errors
    assert errors[0] < 3e-4


FORMULATIONS = [
    "MINIMAL_COORDINATES",
    "LIE_R3_SO3",
    "LIE_SE3",
    "UNIFIED_VELOCITIES",
    "CARDAN_ANGLES_1",
    "CARDAN_ANGLES_2",
    "EULER_PARAMETERS_2",
]


def largest_work(pieces):
    """Return the largest energy and the largest kinetic energy [J] of the cart and the bob over all times."""
    y, energies, kinetic = np.zeros(3), [], []
    for begin, end, acceleration in pieces:

        def slope(t, y, of=acceleration):
            return [y[1], of(t) * np.cos(y[0]) - G * np.sin(y[0]), of(t)]

        part = solve_ivp(slope, (begin, end), y, "DOP853", np.linspace(begin, end, 500), rtol=1e-11, atol=1e-12)
        y = part.y[:, -1]
        q, w, v = part.y
        kinetic += (0.5 * 2 * v**2 + 0.5 * ((v - w * np.cos(q)) ** 2 + (w * np.sin(q)) ** 2)).tolist()
        energies += (kinetic[-500:] + G * (1 - np.cos(q))).tolist()
    return max(energies), max(kinetic)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("name", ACCELERATIONS)
def test_the_work_of_the_drive_is_found_in_every_formulation(name, formulation):
    """The step is 10 ms. Without a restart after each jump, multipliers and the power of the drive would oscillate."""
    function, pieces = ACCELERATIONS[name]
    text = PENDULUM_ON_CART.replace("FUNCTION }", function + "}").replace("BODIES}", "GROUND, cart}")
    runs = [rbsolve.solve(text.replace("OPTIONS", ""), formulation=formulation, step=h) for h in (0.01, 0.005)]
    work, kinetic = largest_work(pieces)
    errors = [abs(run["rate"][-1, 0] - rate_at_end(pieces)) for run in runs]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2, abs=0.15), errors
    for run in runs:
        assert not run.findings
        assert np.max(np.abs(run.diagnostics["unexplained_energy"])) < 3e-4 * work
        # the moved energy consists of the kinetic energy and of the work that the drive supplied and removed
        assert work < run.attributes["energy_moved"] < 1.1 * (kinetic + 2 * work)


def test_a_prescribed_place_is_exact_at_a_jump():
    """The jump is at the time of an output row."""
    function = PROFILE.replace(str(BEGIN), "0.1").replace(str(DURATION), "0.4")
    text = PENDULUM_ON_CART.replace("FUNCTION }", function + "}").replace("BODIES}", "GROUND, cart}")
    results = rbsolve.solve(text.replace("OPTIONS", ""))
    s = np.clip((results.time - 0.1) / 0.4, 0, 1)
    exact = STROKE * np.where(s < 0.5, 2 * s**2, 1 - 2 * (1 - s) ** 2)
    np.testing.assert_allclose(results["place"][:, 0], exact, rtol=0, atol=1e-14)


def test_adaptive_steps_end_at_the_jumps():
    function, pieces = ACCELERATIONS["profile"]
    text = PENDULUM_ON_CART.replace("FUNCTION }", function + "}").replace("BODIES}", "GROUND, cart}")
    errors = []
    for tolerance in (1e-5, 1e-7):
        results = rbsolve.solve(text.replace("OPTIONS", f"@LOCAL_ERROR_TOLERANCE {{{tolerance}}}"))
        errors.append(abs(results["rate"][-1, 0] - rate_at_end(pieces)))
    assert errors[0] < 2e-2
    assert errors[1] < 1e-3
