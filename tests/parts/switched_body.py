"""A body of 1.5 kg that is pushed by a signal with jumps or corners, and its motion by scipy. scipy solves the equations
of motion between the switches.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

MASS, END = 1.5, 2.0
DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0}} @MASS {{1.5}} @MOMENTS_OF_INERTIA {{1, 1, 1}}
  @INITIAL_VELOCITY {{{speed}, 0, 0}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{wave}} {{
  @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{if(mod(3.3*t, 1) < 0.5, 1, -1)}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{px}} {{ @MEASURE {{x, 1}} }} @SIGNAL_NAME {{vx}} {{ @MEASURE {{v, 1}} }}
  @SIGNAL_NAME {{w}} {{ @FUNCTION_1D_NAME {{wave}} }} {signals} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{F, 0, 0}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @TIME_INTEGRATOR_NAME {{i}}
  @SIMULATION_TIME_RANGE {{0, 2}} @TIME_STEP_SIZE {{{step!r}}} @OUTPUT_STEP_SIZE {{0.4}} }} }}
"""
SIGN, CHOICE, SEVERAL, CORNERS = (
    f"@SIGNAL_NAME {{F}} {{ @EXPRESSION {{{formula}}} }}"
    for formula in (
        "-6*sign(px - 0.05) - 0.4*vx",
        "if(px > 0.05, -6 - 3*px, 4 - vx)",
        "if(px > 0.05 and not (vx <= 0.2), -6, 0) - 8*px + 2*sign(px + vx*t - 0.3)",
        "-20*abs(px - 0.05) - 2*max(px, -0.1) - 4*min(vx, 0.3)",
    )
)
STAIRS = "@SIGNAL_NAME {F} { @EXPRESSION {-3 - 6*floor(4*px + 0.3) + 0.4*mod(vx + 0.1, 0.5)} }"
LEVELS, SPEEDS = [(k - 0.3) / 4 for k in range(-2, 5)], [0.5 * k - 0.1 for k in range(-4, 5)]
POINTS, FORCES = [-0.3, -0.05, 0.1, 0.4], [9.0, 1.0, -1.0, -8.0]
TABLE = (
    "@SIGNAL_NAME {F} { @SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {px}"
    f" @INPUT_VALUES {{{str(POINTS)[1:-1]}}} @OUTPUT_VALUES {{{str(FORCES)[1:-1]}}} }}"
)
SURFACE = (
    "@SIGNAL_NAME {F} { @SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {px, vx} @INPUT_VALUES {-0.3, 0.1, 0.4}"
    " @SECOND_INPUT_VALUES {-0.8, 0.2, 0.9} @OUTPUT_VALUES {12, 9, 6, 0, -1, -4, -7, -9, -14} }"
)
HELD = "@SIGNAL_NAME {F} { @EXPRESSION {9*sin(3*t) - 6*sign(vx)} }"  # the motion stays on the switch
RELAY = (
    "@SIGNAL_NAME {F} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {px} @THRESHOLDS {-0.05, 0.05} @OUTPUT_VALUES {6, -6}"
    " @INITIAL_VALUE {6} }"
)


def piece(points, values, signs, x):
    """Return the value of a table at x. The signs of x minus the points select the line of the table."""
    k = sum(sign > 0 for sign in signs) - 1
    if k < 0 or k == len(points) - 1:
        return values[max(k, 0)]
    return values[k] + (values[k + 1] - values[k]) * (x - points[k]) / (points[k + 1] - points[k])


def surface(y, signs):
    rows = np.reshape([12, 9, 6, 0, -1, -4, -7, -9, -14], (3, 3))
    at_points = [piece([-0.8, 0.2, 0.9], row, signs[3:], y[1]) for row in rows]
    return piece([-0.3, 0.1, 0.4], at_points, signs[:3], y[0])


def passes(index, values):
    """Return numbers whose signs show which values a coordinate has passed."""
    return [lambda t, y, value=value: y[index] - value for value in values]


def stairs(t, y, signs):
    passed = [sum(sign > 0 for sign in part) for part in (signs[:7], signs[7:])]
    return -3 - 6 * (passed[0] - 3) + 0.4 * (y[1] + 0.1 - 0.5 * (passed[1] - 5))


CASES = {
    # The tuples contain signals, the force for the signs of some numbers, and these numbers.
    "sign": (SIGN, lambda t, y, s: -6 * s[0] - 0.4 * y[1], [lambda t, y: y[0] - 0.05]),
    "choice": (CHOICE, lambda t, y, s: -6 - 3 * y[0] if s[0] > 0 else 4 - y[1], [lambda t, y: y[0] - 0.05]),
    "several": (
        SEVERAL,
        lambda t, y, s: -6 * (s[0] > 0 and s[1] > 0) - 8 * y[0] + 2 * s[2],
        [lambda t, y: y[0] - 0.05, lambda t, y: y[1] - 0.2, lambda t, y: y[0] + y[1] * t - 0.3],
    ),
    "corners": (
        CORNERS,
        lambda t, y, s: -20 * s[0] * (y[0] - 0.05) - 2 * (y[0] if s[1] > 0 else -0.1) - 4 * (y[1] if s[2] < 0 else 0.3),
        [lambda t, y: y[0] - 0.05, lambda t, y: y[0] + 0.1, lambda t, y: y[1] - 0.3],
    ),
    "stairs": (STAIRS, stairs, [*passes(0, LEVELS), *passes(1, SPEEDS)]),
    "table": (TABLE, lambda t, y, s: piece(POINTS, FORCES, s, y[0]), passes(0, POINTS)),
    "surface": (SURFACE, lambda t, y, s: surface(y, s), [*passes(0, [-0.3, 0.1, 0.4]), *passes(1, [-0.8, 0.2, 0.9])]),
}


def exact_end(force, numbers):
    """Return the position and velocity at the end, for a force that depends on the signs of numbers."""
    y, t, switches = np.array([0.0, 1.0]), 0.0, 0
    signs = [np.sign(number(t, y)) for number in numbers]
    while t < END:
        events = []
        for number, sign in zip(numbers, signs, strict=True):

            def passes(t, y, number=number):
                return number(t, y)

            passes.terminal, passes.direction = True, -sign
            events.append(passes)
        part = solve_ivp(
            lambda t, y, signs=tuple(signs): [y[1], force(t, y, signs) / MASS],
            (t, END),
            y,
            "DOP853",
            rtol=1e-12,
            atol=1e-13,
            events=events,
        )
        y, t = part.y[:, -1], part.t[-1]
        signs = [-sign if len(found) else sign for sign, found in zip(signs, part.t_events, strict=True)]
        switches += part.status
    assert switches >= 4
    return y


def relay_end():
    """Return the final position and velocity of a run whose deck has the hysteresis. The force is constant between its
    switches.
    """
    x, v, t, a = 0.0, 1.0, 0.0, 6 / MASS
    while True:
        goal = 0.05 if a > 0 else -0.05
        late = (-v + np.sign(a) * np.sqrt(v * v + 2 * a * (goal - x))) / a
        if t + late > END:
            late = END - t
            return x + v * late + 0.5 * a * late**2, v + a * late
        x, v, t, a = goal, v + a * late, t + late, -a


def deck(signals, method, step, speed=1.0):
    return DECK.format(signals=signals, method=method, step=step, speed=speed)


PI = (
    "@SIGNAL_NAME {{e}} {{ @EXPRESSION {{0.8*cos(1.3*t) - px - 0.35*vx}} }}"
    "@SIGNAL_NAME {{F}} {{ @SIGNAL_TYPE {{PID}} @INPUT {{e}} @PROPORTIONAL_GAIN {{4}} @INTEGRAL_GAIN {{{gain}}}"
    " @OUTPUT_LIMITS {{-2, 2}} @INITIAL_VALUE {{0}} }}"
)


def controlled_end(gain):
    """Return the final position and velocity under a PI controller with limits. Its integral does not change while the
    output is at a limit and the input would move the output beyond this limit.
    """

    def error(t, y):
        return 0.8 * np.cos(1.3 * t) - y[0] - 0.35 * y[1]

    y, t, side, sides = np.array([0.0, 1.0, 0.0]), 0.0, 0, []
    while t < 2 * END:

        def rates(t, y, side=side):
            e = error(t, y)
            waits = side * e > 0.0
            force = 2.0 * side if side else 4.0 * e + y[2]
            return [y[1], force / MASS, 0.0 if waits else gain * e]

        def upper(t, y):
            return 4.0 * error(t, y) + y[2] - 2.0

        def lower(t, y):
            return 4.0 * error(t, y) + y[2] + 2.0

        upper.terminal = lower.terminal = True
        upper.direction, lower.direction = (1, -1) if side == 0 else (-1, 1)
        events = [upper, lower] if side == 0 else [upper] if side > 0 else [lower]
        part = solve_ivp(rates, (t, 2 * END), y, "DOP853", rtol=1e-12, atol=1e-13, events=events)
        y, t = part.y[:, -1], part.t[-1]
        sides.append(side)
        side = 0 if side else 1 if len(part.t_events[0]) else -1
    assert sides == [0, -1, 0, 1]
    return y
