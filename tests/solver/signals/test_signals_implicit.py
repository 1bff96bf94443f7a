"""Signals under GENERALIZED_ALPHA. The tests check order, agreement with the joint controller, Newton iterations and
derivatives.
"""

import numpy as np
import pytest
from measure_decks import sensors, with_signals
from signal_decks import LOOP, PENDULUM, analysis, pid_pendulum, signals

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.assembly.elements.plain_signals import evaluate_plainly
from rbsolve.solver.integrators.generalized_alpha import signal_states
from rbsolve.solver.model.arrays import copy_state
from rbsolve.solver.signals.measures.adjoints import clear
from rbsolve.solver.signals.registry import SIGNAL_KINDS

ALPHA = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA}"


@pytest.mark.parametrize("formulation", ["MINIMAL_COORDINATES", "LIE_R3_SO3"])
def test_states_of_signals_are_of_second_order(run_deck, formulation):
    steps = (4e-3, 2e-3, 1e-3, 5e-4)
    errors = []
    for h in steps:
        run = run_deck(PENDULUM + LOOP + analysis(f"{ALPHA} @FORMULATION {{{formulation}}}", h, 0.4, 0.4))
        exact = pid_pendulum(run.time)
        errors.append([abs(run["q"][-1, 0] - exact[0, -1]), abs(run["u"][-1, 0] - exact[4, -1])])
    slopes = np.polyfit(np.log(steps[1:]), np.log(errors[1:]), 1)[0]
    np.testing.assert_allclose(slopes, 2.0, atol=0.1, err_msg=str(errors))


PD = signals(
    "@SIGNAL_NAME {angle} { @MEASURE {q} } @SIGNAL_NAME {rate} { @MEASURE {v} }"
    "@SIGNAL_NAME {motor} { @EXPRESSION {4e5*(0.5 - angle) - 3e3*rate} }"
)
CONTROLLER = (
    "@JOINT_CONTROLLER_DEFINITION { @JOINT_CONTROLLER_NAME {c} { @JOINT_NAME {J} @PROPORTIONAL_GAIN {4e5} @DERIVATIVE_GAIN {3e3}"
    " @REFERENCE_FUNCTION_NAME {half} } }"
    "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {half} { @FUNCTION_1D_TYPE {CONSTANT} @VALUE {0.5} } }"
)


@pytest.fixture
def stiff(run_deck):
    """Return runs of a stiff PD loop, once built from signals, and once as a joint controller."""
    text = analysis(ALPHA + " @FORMULATION {LIE_R3_SO3}", 2e-3, 0.4, 0.02)
    native = PENDULUM.replace("@SIGNAL_NAME {motor}", "").replace(
        "@SENSOR_NAME {u} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {motor} }", ""
    )
    return lambda: run_deck(PENDULUM + PD + text), lambda: run_deck(native + CONTROLLER + text)


def test_a_stiff_loop_is_the_joint_controller_and_takes_its_iterations(stiff, monkeypatch):
    by_signals, by_controller = (run() for run in stiff)
    np.testing.assert_allclose(by_signals["q"], by_controller["q"], rtol=0, atol=1e-10)
    taken, wanted = by_signals.summary.newton_iterations, by_controller.summary.newton_iterations
    assert taken <= 1.05 * wanted
    monkeypatch.setattr(signal_states, "driving_signals", lambda model: np.zeros(0, dtype=np.int64))
    without = stiff[0]()
    assert without.summary.newton_iterations + 10 * without.summary.rejected_steps > 2 * taken


def directions(state, b):
    """Return the twelve changes of a body, [dx, dpsi, du, dw]. Each change is a function that moves a state by h along
    it."""
    from rbsolve.geometry import quaternion

    def moved(k, h):
        there = copy_state(state)
        if k < 3:
            there.x[b, k] += h
        elif k < 6:
            e = quaternion.product(tuple(state.e[b]), quaternion.exp(tuple(h * np.eye(3)[k - 3])))
            there.e[b], there.R[b] = e, np.reshape(quaternion.to_matrix(e), (3, 3))
        elif k < 9:
            there.u[b, k - 6] += h
        else:
            there.w[b, k - 9] += h
        return there

    return moved


def test_gradients_of_all_quantities_against_differences():
    deck, labels = with_signals(list(sensors()))
    checked = check_deck(deck, Options())
    model, state = checked.compiled.model, checked.compiled.initial
    place = checked.compiled.signal_index
    seen = set()
    for (k, n), label in labels.items():
        i = place[f"g{k}_{n}"]
        kind, m = SIGNAL_KINDS[model.signals.kind[i]], model.signals.subject[i]
        seen.add(kind.name)
        out = np.empty((3, 12))
        clear(out)
        kind.gradient(model, i, state, out)
        # the accelerations follow from the solution of an iterate, and the matrix of this iterate omits their derivatives
        if kind.reacts:
            assert not out.any()
            continue
        table = model.signals.measures
        bodies = [int(table.body0[m]), int(table.body1[m]), int(table.body2[m])]
        for b in set(bodies) - {len(model.bodies.mass)}:
            exact = sum(out[end] for end in range(3) if bodies[end] == b)
            moved = directions(state, b)
            h = 1e-6
            slopes = [
                (kind.value(model, 0.0, i, moved(c, h)) - kind.value(model, 0.0, i, moved(c, -h))) / (2 * h)
                for c in range(12)
            ]
            scale = max(1.0, np.abs(slopes).max())
            np.testing.assert_allclose(exact, slopes, rtol=0, atol=2e-8 * scale, err_msg=label)
    assert seen >= {kind.name for kind in SIGNAL_KINDS if kind.gradient is not None and not kind.reacts}


CHAIN = signals(
    "@SIGNAL_NAME {angle} { @MEASURE {q} } @SIGNAL_NAME {rate} { @MEASURE {v} }"
    "@SIGNAL_NAME {e} { @EXPRESSION {sin(angle)*rate + t - 0.1*motor} }"
    "@SIGNAL_NAME {pid} { @SIGNAL_TYPE {PID} @INPUT {e} @PROPORTIONAL_GAIN {3}"
    " @INTEGRAL_GAIN {2} @DERIVATIVE_GAIN {1} @DERIVATIVE_TIME {0.3} }"
    "@SIGNAL_NAME {tf} { @SIGNAL_TYPE {TRANSFER_FUNCTION} @INPUT {pid}"
    " @NUMERATOR {1, 2, 3} @DENOMINATOR {2, 1, 5} @INITIAL_VALUE {0.2} }"
    "@SIGNAL_NAME {sum} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {tf} @GAIN {0.7} @INITIAL_VALUE {0.4} }"
    "@SIGNAL_NAME {curve} { @SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {tf}"
    " @INPUT_VALUES {-9, 0, 1, 9} @OUTPUT_VALUES {0, 1, 4, 2} @INTERPOLATION {CUBIC} }"
    "@SIGNAL_NAME {map} { @SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {angle, curve} @INPUT_VALUES {-2, 0, 2} @SECOND_INPUT_VALUES {-9, 9}"
    " @OUTPUT_VALUES {1, 2, 4, 3, 7, 5} }"
    "@SIGNAL_NAME {motor} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {total} @TIME_CONSTANT {0.5} @INITIAL_VALUE {0.3} }"
    "@SIGNAL_NAME {late} { @SIGNAL_TYPE {DELAY} @INPUT {tf} @DELAY_TIME {0.2} @PADE_ORDER {2} }"
    "@SIGNAL_NAME {total} { @EXPRESSION {max(map, sum) + if(late > 1e3 or not curve < 1e3, tf, curve^2) + late + sign(late)*tf} }"
)


def test_partial_derivatives_of_every_type_against_differences():
    compiled = check_deck(PENDULUM + CHAIN + analysis(ALPHA, 0.01)).compiled
    model, state = compiled.model, copy_state(compiled.initial)
    state.element[:] += np.random.default_rng(5).normal(size=len(state.element))
    table, t, seen = model.signals, 0.7, set()
    evaluate_plainly(model, t, state)
    for i, code in enumerate(table.kind.tolist()):
        kind = SIGNAL_KINDS[code]
        if kind.partials is None:
            continue
        seen.add(kind.name)
        inputs = table.inputs[table.first_input[i] : table.first_input[i + 1]]
        own = range(table.first_state[i], table.first_state[i + 1])
        out = np.full((1 + len(own), len(inputs) + len(own)), np.nan)  # each entry must be written
        kind.partials(model, t, i, state, out)

        def values(array, k, h, kind=kind, i=i, own=own):
            there = copy_state(state)
            getattr(there, array)[k] += h
            slopes = np.zeros(len(state.element))
            if kind.slopes is not None:
                kind.slopes(model, t, i, there, slopes)
            return np.array([kind.value(model, t, i, there), *slopes[list(own)]])

        h = 1e-6
        places = [("signal", k) for k in inputs] + [("element", k) for k in own]
        for column, (array, k) in enumerate(places):
            slope = (values(array, k, h) - values(array, k, -h)) / (2 * h)
            np.testing.assert_allclose(out[:, column], slope, rtol=0, atol=1e-7, err_msg=f"{kind.name} {array} {k}")
    assert seen == {kind.name for kind in SIGNAL_KINDS if kind.partials is not None}
