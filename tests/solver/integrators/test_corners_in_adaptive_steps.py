"""Adaptive explicit steps end at corners of formulas, at corners of tables and at the limits of controllers. As the
reference, scipy solves the equations of motion between the corners.
"""

import numpy as np
import pytest
from continued import continued_by_other_engines
from scipy.integrate import solve_ivp
from switched_body import CASES, DECK, END, MASS, PI, controlled_end, exact_end

from rbsolve.pipeline import check_deck

METHOD = (
    "@INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @TABLEAU {{{tableau}}} @RELATIVE_TOLERANCE {{{tolerance}}}"
    " @ABSOLUTE_TOLERANCE {{{tolerance}}}"
)
TOLERANCES = [1e-7, 1e-9, 1e-11]


def run_of(run_deck, signals, tableau, tolerance, end=END):
    text = DECK.format(signals=signals, method=METHOD.format(tableau=tableau, tolerance=tolerance), step=0.4, speed=1.0)
    return run_deck(text.replace("{0, 2}", f"{{0, {end}}}"))


def error_of(run, end):
    return max(abs(run["x"][-1, 0] - end[0]), abs(run["v"][-1, 0] - end[1]))


@pytest.fixture(scope="module")
def exact():
    ends = {name: (CASES[name][0], exact_end(*CASES[name][1:]), END) for name in ("corners", "table", "surface")}
    return {**ends, "controller": (PI.format(gain=2), controlled_end(2.0), 2 * END)}


@pytest.mark.parametrize("name", ["corners", "table", "surface", "controller"])
@pytest.mark.parametrize("tableau", ["DOPRI5", "DOP853"])
def test_the_error_follows_the_tolerance(run_deck, exact, name, tableau):
    """In an earlier version, the errors of DOPRI5 were 30 to 1200 tolerances: steps across a corner hid its error."""
    signals, end, stop = exact[name]
    for tolerance in TOLERANCES:
        run = run_of(run_deck, signals, tableau, tolerance, stop)
        assert not run.summary.findings
        assert error_of(run, end) < 3.0 * tolerance + 2e-11
        assert run.summary.rejected_steps < 60


def test_two_corners_may_be_within_a_step(run_deck):
    """The dead zone is passed in less than the step that the tolerance permits."""
    signals = "@SIGNAL_NAME {F} { @EXPRESSION {-40*max(px - 0.001, 0) - 40*min(px + 0.001, 0) - 0.1*vx} }"
    y, t, zone = np.array([0.0, 1.0]), 0.0, 0

    def leaves(goal, direction):
        def distance(t, y):
            return y[0] - goal

        distance.terminal, distance.direction = True, direction
        return distance

    while t < END:
        ways = {0: [leaves(0.001, 1), leaves(-0.001, -1)], 1: [leaves(0.001, -1)], -1: [leaves(-0.001, 1)]}[zone]
        part = solve_ivp(
            lambda t, y, zone=zone: [y[1], (-40 * zone * (zone * y[0] - 0.001) - 0.1 * y[1]) / MASS],
            (t, END), y, "DOP853", rtol=1e-12, atol=1e-13, events=ways,
        )  # fmt: skip
        y, t = part.y[:, -1], part.t[-1]
        if part.status:
            zone = 0 if zone else 1 if len(part.t_events[0]) else -1
    for tolerance in TOLERANCES:
        assert error_of(run_of(run_deck, signals, "DOP853", tolerance), y) < 3.0 * tolerance + 2e-11


def test_a_motion_along_a_corner_needs_few_searches(run_deck):
    """Two arguments of a maximum differ only by round-off, so the side of this corner changes in most steps."""
    signals = "@SIGNAL_NAME {F} { @EXPRESSION {-10*max(px*1.1 + vx*0.3, 0.3*vx + 1.1*px) + 6.0*vx} }"
    run = run_of(run_deck, signals, "DOPRI5", 1e-8)
    rate, growth = np.sqrt(11.0 / MASS - (1.5 / MASS) ** 2), 1.5 / MASS
    assert run["x"][-1, 0] == pytest.approx(np.exp(growth * END) * np.sin(rate * END) / rate, abs=1e-7)
    assert run.summary.rejected_steps < 12 * run.summary.steps
    assert not run.summary.findings


def test_a_controller_that_stays_at_its_limit_is_named(run_deck):
    """A large integral gain returns the output to its limit at once, so the integral starts and stops endlessly."""
    run = run_of(run_deck, PI.format(gain=12).replace("{-2, 2}", "{-3, 3}"), "DOPRI5", 1e-7)
    [found] = run.summary.findings
    assert (found.code, found.object) == ("unlocated-switches", "signal F")
    assert found.message.endswith("Use a smaller tolerance")
    assert run.summary.outcome.name == "COMPLETE"


def test_a_run_continues_from_any_call():
    """Each call takes one step. Everything except the memory of the engine is overwritten."""
    signals = PI.format(gain=12).replace("{-2, 2}", "{-3, 3}")
    method = METHOD.format(tableau="DOPRI5", tolerance=1e-5)
    compiled = check_deck(DECK.format(signals=signals, method=method, step=0.4, speed=1.0)).compiled
    engine, _ = continued_by_other_engines(compiled)
    assert engine.findings


@pytest.mark.parametrize("tableau", ["DOPRI5", "DOP853"])
@pytest.mark.parametrize("part", [0.97, 0.99, 0.999])
def test_a_corner_may_be_passed_forth_and_back_between_two_stages(run_deck, part, tableau):
    """A body that is thrown upwards with 1 m/s passes a soft ceiling just below its highest point, for 3 to 16 ms. A
    step of 0.15 s has no stage in this time. In an earlier version, the errors were 1e-3 to 0.1 m at a tolerance of
    1e-8, and nothing told it.
    """
    ceiling, gravity, stiffness = part / (2 * 9.81), 9.81, 3000.0
    speed = np.sqrt(1.0 - 2.0 * gravity * ceiling)
    # above the ceiling, x - ceiling + B is harmonic with the rate w, and begins and ends with B
    w, B = np.sqrt(stiffness / MASS), gravity * MASS / stiffness
    above = 2.0 * np.arctan2(speed / w, B)
    late = END - (1.0 - speed) / gravity - above / w
    signals = f"@SIGNAL_NAME {{F}} {{ @EXPRESSION {{{-gravity * MASS!r} - {stiffness}*max(px - {ceiling!r}, 0)}} }}"
    run = run_of(run_deck, signals, tableau, 1e-8)
    assert run["x"][-1, 0] == pytest.approx(ceiling - speed * late - 0.5 * gravity * late**2, abs=3e-8)
    assert run["v"][-1, 0] == pytest.approx(-speed - gravity * late, abs=3e-8)
