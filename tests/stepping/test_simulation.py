"""Simulations. The tests compare the bits of runs, and compare inputs with an independent integration. They also check
saved states, callbacks and environments.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from driven_pendulum import EVENT, PENDULUM
from scipy.integrate import solve_ivp

import rbsolve

STEP = 0.01
METHODS = {"RK44": {}, "DOPRI5": {"RELATIVE_TOLERANCE": 1e-10}, "GENERALIZED_ALPHA": {}}


def slope(_: float, y: np.ndarray, torque: float) -> list[float]:
    """Return the derivatives of the pendulum about its hinge. The mass of 2 kg is at 0.5 m, and the inertia about the
    centre of mass is 0.1 kg m2.
    """
    return [y[1], (torque - 2 * 9.81 * 0.5 * math.sin(y[0])) / (0.1 + 2 * 0.25)]


def hold_torque(torque_at, until: float = 0.5) -> np.ndarray:
    """Return angle and rate at the end, with a torque that is constant in each step, by SciPy."""
    y, steps = np.array([0.3, 0.0]), round(until / STEP)
    for k in range(steps):
        t = k * STEP
        y = solve_ivp(slope, (t, t + STEP), y, "DOP853", rtol=1e-12, atol=1e-13, args=(torque_at(t, y),)).y[:, -1]
    return y


@pytest.mark.parametrize("method", METHODS)
def test_steps_have_the_bits_of_a_run(method):
    expected = rbsolve.solve(PENDULUM, integrator=method, options=METHODS[method])
    simulation = rbsolve.Simulation(PENDULUM, integrator=method, options=METHODS[method])
    while not simulation.done:
        simulation.step()
        simulation["rate"]  # reading a sensor does not change the simulation
    results = simulation.results()
    assert results.status == "complete"
    assert np.array_equal(results.time, expected.time)
    for name in expected:
        assert np.array_equal(results[name], expected[name])


def torque(t: float, y: np.ndarray) -> float:
    """Return the torque of a controller with a jump."""
    return 3.0 * math.cos(9.0 * t) - 2.0 * y[0] + (2.0 if t > 0.2 else 0.0)


@pytest.mark.parametrize(("method", "order"), [("RK44", 4), ("GENERALIZED_ALPHA", 2)])
def test_inputs_are_held_within_steps(method, order):
    errors = []
    for parts in (1, 2, 4):
        simulation = rbsolve.Simulation(PENDULUM, integrator=method, step=STEP / parts)
        while not simulation.done:
            simulation.inputs["torque"] = torque(simulation.time, simulation["angle"])
            simulation.step(parts)
        errors.append(abs(simulation["angle"][0] - hold_torque(torque)[0]))
    assert errors[0] < 5e-3
    slopes = np.log2(np.divide(errors[:-1], errors[1:]))
    assert slopes == pytest.approx([order, order], abs=0.1)


CHAINS = {
    "relay": "@SIGNAL_TYPE {HYSTERESIS} @INPUT {torque} @THRESHOLDS {-0.5, 0.5} @OUTPUT_VALUES {-4, 4} @INITIAL_VALUE {4}",
    "delay": "@SIGNAL_TYPE {DELAY} @INPUT {torque} @DELAY_TIME {0.06}",
    "lag": "@SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {torque} @TIME_CONSTANT {0.03}",
}


def end_behind(chain: str) -> float:
    """Return the final angle. SciPy integrates from jump to jump. The input is 5, and between 0.1 and 0.3 s it is -5."""
    late = 0.06 if chain == "delay" else 0.0
    ends = [0.0, 0.1 + late, 0.3 + late, 0.5]
    values = [4.0, -4.0, 4.0] if chain == "relay" else [5.0, -5.0, 5.0]
    if chain == "delay":
        ends, values = [0.0, 0.06, *ends[1:]], [1.0, *values]
    y = np.array([0.3, 0.0, 1.0])
    for a, b, value in zip(ends[:-1], ends[1:], values, strict=True):

        def rates(t, y, value=value):
            return [*slope(t, y, y[2] if chain == "lag" else value), (value - y[2]) / 0.03]

        y = solve_ivp(rates, (a, b), y, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    return float(y[0])


@pytest.mark.parametrize("chain", CHAINS)
@pytest.mark.parametrize(("method", "order"), [("RK44", 4), ("GENERALIZED_ALPHA", 2)])
def test_signals_behind_inputs_follow_their_jumps(method, order, chain):
    deck = PENDULUM.replace("@SIGNAL_NAME {torque} }", "@SIGNAL_NAME {moved} }", 1).replace("{0.05}", "{0.1}")
    deck += f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{moved}} {{ {CHAINS[chain]} }} }}"
    errors = []
    for parts in (1, 2, 4):
        simulation = rbsolve.Simulation(deck, integrator=method, step=2.0 * STEP / parts)
        while not simulation.done:
            simulation.inputs["torque"] = -5.0 if 0.0999 < simulation.time < 0.2999 else 5.0
            simulation.step()
        assert "unexplained-energy" not in {found.code for found in simulation.results().findings}
        errors.append(abs(simulation["angle"][0] - end_behind(chain)))
    assert errors[0] < 1e-3
    if method != "RK44" or chain != "relay":  # at the end of an explicit step, the relay switches
        slope = np.log2(errors[0] / errors[2]) / 2.0
        assert slope > order - 0.2, errors
        assert slope < order + 0.2 or method == "RK44", errors


@pytest.mark.parametrize(("tolerance", "error"), [(1e-5, 1e-4), (1e-7, 2e-5)])
def test_adaptive_implicit_steps_restart_behind_changed_inputs(tolerance, error):
    deck = PENDULUM.replace("@OUTPUT_STEP_SIZE {0.05}", "@OUTPUT_STEP_SIZE {0.01}")
    options = {"LOCAL_ERROR_TOLERANCE": tolerance}
    simulation = rbsolve.Simulation(deck, integrator="GENERALIZED_ALPHA", options=options)
    for k in range(50):
        simulation.inputs["torque"] = torque(k * STEP, simulation["angle"])
        simulation.run_to((k + 1) * STEP)
    assert simulation["angle"][0] == pytest.approx(hold_torque(torque)[0], abs=error)


def test_adaptive_steps_take_changed_inputs():
    simulation = rbsolve.Simulation(
        PENDULUM.replace("@OUTPUT_STEP_SIZE {0.05}", "@OUTPUT_STEP_SIZE {0.01}"),
        integrator="DOPRI5",
        options={"RELATIVE_TOLERANCE": 1e-10},
    )
    for k in range(50):
        simulation.inputs["torque"] = torque(k * STEP, simulation["angle"])
        simulation.run_to((k + 1) * STEP)
    assert simulation.done
    assert simulation["angle"][0] == pytest.approx(hold_torque(torque)[0], abs=1e-8)


def test_callbacks_are_asked_once_a_step_and_give_the_bits_of_a_simulation(tmp_path):
    asked = []

    def ask(t, sensors):
        asked.append(t)
        return torque(t, sensors["angle"])

    results = rbsolve.solve(PENDULUM, callbacks={"torque": ask}, output=tmp_path / "driven.h5")
    assert asked == pytest.approx([k * STEP for k in range(50)])
    simulation = rbsolve.Simulation(PENDULUM)
    while not simulation.done:
        simulation.inputs["torque"] = torque(simulation.time, simulation["angle"])
        simulation.step()
    for name in results:
        assert np.array_equal(results[name], simulation.results()[name])
    assert results["angle"][-1, 0] == pytest.approx(hold_torque(torque)[0], abs=2e-8)
    assert "restart" not in results.file  # the run cannot continue without the function


@pytest.mark.parametrize(
    ("integrator", "options"),
    [(None, {}), ("GENERALIZED_ALPHA", {}), ("GENERALIZED_ALPHA", {"LOCAL_ERROR_TOLERANCE": 1e-5})],
)
def test_states_are_put_back_to_the_bit(integrator, options):
    chosen = {"integrator": integrator, "options": options}
    simulation = rbsolve.Simulation(PENDULUM, **chosen)
    simulation.run_to(0.2)
    begun = simulation.time
    assert begun == pytest.approx(0.2, abs=0.05)
    simulation.inputs["torque"] = 4.0
    state = simulation.save_state()
    simulation.run_to(1.0)
    first = simulation.results()
    other = rbsolve.Simulation(PENDULUM, **chosen)
    for restored in (simulation, other):
        restored.restore_state(state)
        assert not restored.done
        assert restored.time == begun
        assert restored.inputs["torque"] == 4.0
        restored.run_to(1.0)
        assert restored["angle"][0] == first["angle"][-1, 0]
    assert np.array_equal(simulation.results()["angle"], first["angle"])
    assert np.array_equal(other.results().time, first.time[5:])
    with pytest.raises(ValueError, match="not a saved state of a simulation"):
        simulation.restore_state(b"what is this?")
    with pytest.raises(ValueError, match="not a saved state of a simulation"):
        simulation.restore_state(state[:-9])
    with pytest.raises(ValueError, match="another model"):
        rbsolve.Simulation(PENDULUM, integrator="DOPRI5").restore_state(state)


def test_a_rotation_of_many_turns_is_put_back_in_another_simulation():
    """From its first row on, the sensor remembers the number of turns. The rotation about e3 is 30 t rad."""
    deck = """@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @AT_POINT {0, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1}
      @INITIAL_ANGULAR_VELOCITY {0, 0, 30} } }
    @SENSOR_DEFINITION { @SENSOR_NAME {turn} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {b}
      @ROTATION_PARAMETERS {ROTATION_VECTOR} } }
    @ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {0.01} } }"""
    simulation = rbsolve.Simulation(deck)
    new = simulation.save_state()
    simulation.run_to(1.0)
    state = simulation.save_state()
    for one in (rbsolve.Simulation(deck), simulation):
        one.restore_state(state)
        one.run_to(2.0)
        assert one.results()["turn"][-1, 2] == pytest.approx(60.0, rel=1e-9)
    simulation.restore_state(new)
    simulation.run_to(0.1)
    assert simulation.results()["turn"][-1, 2] == pytest.approx(3.0, rel=1e-9)


def test_what_a_simulation_says():
    simulation = rbsolve.Simulation(PENDULUM, parameters={"lean": 0.1})
    assert simulation["angle"] == pytest.approx([0.1])
    simulation.reset({"lean": 0.2}, seed=1)
    assert simulation["angle"] == pytest.approx([0.2])
    assert simulation.random.integers(1000) == np.random.default_rng(1).integers(1000)
    assert simulation.sensors == ("angle", "rate", "felt")
    assert simulation.state["B"].orientation == pytest.approx([math.cos(0.1), 0, math.sin(0.1), 0])
    assert dict(simulation.inputs) == {"torque": 1.0}
    simulation.inputs["torque"] = 100
    assert simulation.inputs["torque"] == 8.0
    with pytest.raises(KeyError, match="did you mean torque"):
        simulation.inputs["torqe"] = 1.0
    with pytest.raises(ValueError, match="finite number"):
        simulation.inputs["torque"] = math.nan
    with pytest.raises(ValueError, match="at least 0, not -1"):
        simulation.step(-1)
    with pytest.raises(KeyError, match="did you mean angle"):
        simulation["angel"]
    simulation.step(7)
    assert (simulation.steps, simulation.done) == (7, False)
    assert simulation.results().status == "interrupted"
    simulation.run_to(9.0)
    assert simulation.done
    with pytest.raises(RuntimeError, match="reset"):
        simulation.step()
    with pytest.raises(ValueError, match="STATIC"):
        rbsolve.Simulation(PENDULUM.replace("@SIMULATION", "@ANALYSIS_TYPE {STATIC} @SIMULATION"))


def test_an_event_ends_a_simulation():
    simulation = rbsolve.Simulation(PENDULUM + EVENT)
    simulation.run_to(9.0)
    assert simulation.done
    assert simulation.has_been_ended
    assert simulation["angle"][0] == pytest.approx(0.2, abs=1e-9)
    assert [event.name for event in simulation.results().events] == ["low"]


def test_a_step_that_fails_keeps_the_rows():
    text = PENDULUM.replace("@SIGNAL_NAME {torque} }", "@SIGNAL_NAME {root} }", 1)
    text += "@SIGNAL_DEFINITION { @SIGNAL_NAME {root} { @EXPRESSION {sqrt(torque)} } }"
    simulation = rbsolve.Simulation(text)
    simulation.run_to(0.2)
    simulation.inputs["torque"] = -1.0
    with pytest.raises(rbsolve.SolveError, match="root") as failure:
        simulation.step()
    assert len(failure.value.results.time) >= 5
    assert simulation.done


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("@INITIAL_VALUE {9} @LIMITS {-8, 8}", "outside its limits"),
        ("@LIMITS {8, -8}", "must be greater"),
    ],
)
def test_what_an_external_signal_may_not_say(more, message):
    text = PENDULUM.replace("@INITIAL_VALUE {1} @LIMITS {-8, 8}", more)
    assert [message in finding.message for finding in rbsolve.check(text)] == [True]


def test_callbacks_have_the_names_of_inputs():
    with pytest.raises(KeyError, match="did you mean torque"):
        rbsolve.solve(PENDULUM, callbacks={"torqe": lambda t, sensors: 0.0})
    with pytest.raises(TypeError, match="function of the time and the sensors"):
        rbsolve.solve(PENDULUM, callbacks={"torque": 3.0})


def test_inputs_and_sensors_are_listed_and_inputs_stay():
    simulation = rbsolve.Simulation(PENDULUM, integrator="RK44")
    names = list(simulation.inputs)
    assert names == ["torque"]
    assert len(simulation.inputs) == 1
    simulation.inputs[names[0]] = 0.25
    assert repr(simulation.inputs) == f"<Inputs {{{names[0]!r}: 0.25}}>"
    with pytest.raises(TypeError, match=r"^the inputs of a model cannot be deleted$"):
        del simulation.inputs[names[0]]
    assert simulation._ipython_key_completions_() == list(simulation.sensors) != []
    simulation.step(3)
    assert repr(simulation).startswith("<Simulation at t = 0.03 s: <Model")
