"""Fixed steps resolve impacts. As the reference, scipy solves the equations of motion of a ball
between the times at which the ball touches or leaves the floor.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import rbsolve

RADIUS, HEIGHT, GRAVITY, END = 0.1, 0.6, 9.81, 0.9
DECK = """
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0.6}} @MASS {{1}}
  @MOMENTS_OF_INERTIA {{0.004, 0.004, 0.004}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} @AT_POINT {{0, 0, 0}} }}
  @SHAPE_NAME {{ball}} {{ @SHAPE_TYPE {{SPHERE}} @CONNECTED_TO_BODY {{b}} @AT_POINT {{0, 0, 0.6}}
    @DIMENSIONS {{0.1}} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @CONTACT_SHAPES {{floor, ball}}
  @STIFFNESS {{{stiffness}}} @EXPONENT {{{exponent}}} @RESTITUTION {{0.7}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @TIME_INTEGRATOR_NAME {{i}}
  @SIMULATION_TIME_RANGE {{0, 0.9}} @TIME_STEP_SIZE {{0.001}} @OUTPUT_STEP_SIZE {{0.1}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} }} }}
"""


def height_at_end(stiffness, exponent):
    """Return the final height of the ball of 1 kg. The damping d follows from the restitution 0.7."""
    d = brentq(lambda d: 1.7 * d - np.log((1.0 + d) / (1.0 - 0.7 * d)), 1e-3, 1.0)
    y, t, closed, v0, touches = np.array([HEIGHT - RADIUS, 0.0]), 0.0, False, 1.0, 0

    def rates(t, y):
        force = stiffness * max(-y[0], 0.0) ** exponent * max(1.0 - d * y[1] / v0, 0.0) if closed else 0.0
        return [y[1], force - GRAVITY]

    def gap(t, y):
        return y[0]

    gap.terminal = True
    while t < END:
        gap.direction = 1 if closed else -1
        longest = 1e-3 if closed else np.inf
        part = solve_ivp(rates, (t, END), y, "DOP853", rtol=1e-13, atol=1e-15, events=gap, max_step=longest)
        y, t = part.y[:, -1], part.t[-1]
        if part.status:
            y[0], closed, touches = 0.0, not closed, touches + 1
            v0 = -y[1] if closed else v0
    assert touches == 4
    return y[0] + RADIUS


@pytest.mark.parametrize("exponent", [1.0, 1.5])
def test_the_error_of_an_impact_follows_the_step(exponent):
    """An impact takes 3 ms or more. Divided steps resolve it, with an error that is nearly the same for all of them.
    In an earlier version, the parts in which the ball touches the floor did not become shorter with the step. Their
    error was 4e-7 m for all steps from 2 ms down to 0.016 ms.
    """
    text, end = DECK.format(stiffness=1e6, exponent=exponent), height_at_end(1e6, exponent)
    steps = [1e-3, 2.5e-4, 6.25e-5, 6.25e-5 / 3.0]
    errors = [abs(rbsolve.solve(text, step=step)["x"][-1, 2] - end) for step in steps]
    assert max(errors[:2]) < 1.5e-7
    assert errors[2] < 3e-8
    assert errors[3] < 8e-10


def test_a_step_that_does_not_resolve_an_impact_is_reported():
    """The step is 0.2 ms. The depth of the impact divided by its speed is sqrt(m/K) = 1 ms, less the effect of damping.
    In an earlier version, steps between 0.15 and 0.25 ms were divided without a note.
    """
    step, text = END / 4500, DECK.format(stiffness=1e6, exponent=1.0)
    text = text.replace("EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA").replace(
        "@OUTPUT_STEP_SIZE {0.1}", "@OUTPUT_STEP_SIZE {0.9}"
    )
    assert [found.code for found in rbsolve.solve(text, step=step).findings] == ["impacts-in-parts"]


@pytest.mark.parametrize("exponent", [1.0, 1.5])
def test_the_error_of_an_impact_has_the_second_order_of_generalized_alpha(exponent):
    """In an earlier version, the parts in which the ball touches the floor did not become shorter with the step. Their
    error was 5e-7 m for small steps.
    """
    text, end = DECK.format(stiffness=1e6, exponent=exponent), height_at_end(1e6, exponent)
    text = text.replace("EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA")
    steps = 1e-4 / 2.0 ** np.arange(1, 5)
    errors = [abs(rbsolve.solve(text, step=step)["x"][-1, 2] - end) for step in steps]
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2.0, abs=0.1)
    assert errors[-1] < 2e-6
