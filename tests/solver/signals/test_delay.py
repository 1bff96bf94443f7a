"""Signals of type DELAY. The tests check the exact past, the order of the method, and Pade's approximation."""

import math
from pathlib import Path

import mpmath
import numpy as np
import pytest
from scipy.linalg import expm
from signal_decks import PENDULUM, analysis, explicit, signals

import rbsolve
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.signals.delay import pade

BRAKE = Path(__file__).parents[3] / "decks" / "delayed_brake.deck"


def brake(t, a=math.pi, T=0.5):
    """Return the velocity of the sledge by the method of steps, in 40 digits."""
    with mpmath.workdps(40):
        a, T, t, total = mpmath.pi if a == math.pi else mpmath.mpf(a), mpmath.mpf(T), mpmath.mpf(t), mpmath.mpf(1)
        k = 1
        while t > (k - 1) * T:
            total += (-a) ** k * (t - (k - 1) * T) ** k / mpmath.factorial(k)
            k += 1
        return float(total)


def test_the_deck(run_deck):
    run = run_deck("delayed_brake.deck")
    assert run["velocity"][[10, 20, 50], 0] == pytest.approx(
        [-0.907892103454, 0.906076371897, -0.906036696915], abs=1e-9
    )
    assert run["velocity"][:, 0] == pytest.approx([brake(round(t, 9)) for t in run.time], abs=4e-9)
    assert run["seen"][:6, 0] == pytest.approx(1.0)
    assert run["seen"][5:, 0] == pytest.approx(run["velocity"][:-5, 0], abs=1e-12)


METHODS = {
    "HEUN": ({"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": "HEUN"}}, 2, (0.02, 0.01, 0.005)),
    "RK44": ({"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": "RK44"}}, 4, (0.05, 0.025, 0.0125)),
    "RK67": ({"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": "RK67"}}, 6, (0.05, 0.025, 0.0125)),
    "generalized-alpha": ({"integrator": "GENERALIZED_ALPHA"}, 2, (0.02, 0.01, 0.005)),
}


@pytest.mark.parametrize("method", METHODS)
def test_a_delay_keeps_the_order_of_the_method(run_deck, method):
    options, order, steps = METHODS[method]
    errors = [abs(run_deck(BRAKE.read_text(), step=h, **options)["velocity"][-1, 0] - brake(5)) for h in steps]
    slopes = np.log2(np.array(errors[:-1]) / errors[1:])
    assert slopes[-1] == pytest.approx(order, abs=0.35), errors


def test_rows_do_not_depend_on_where_the_run_was_interrupted(tmp_path):
    """The history is part of the state, so an interruption does not change the rows."""
    whole = rbsolve.solve(BRAKE)
    model = check_deck(BRAKE, Options()).compiled
    from rbsolve.solver.integrators.registry import make_integrator
    from rbsolve.solver.model.memory import capture, restore
    from rbsolve.solver.run.chunk_size import chunk_for

    first, second = make_integrator(model), make_integrator(model)
    chunk = chunk_for(model, first, model.schedule.rows)
    assert first.advance(chunk, 230) is None
    restore(second, *capture(first))
    rest = chunk_for(model, second, model.schedule.rows)
    while second.advance(rest, 100) is None:
        pass
    assert rest.x[: int(rest.count[0]), 0, 0].tolist() == whole["place"][-int(rest.count[0]) :, 0].tolist()


@pytest.mark.parametrize("n", [1, 2, 3, 5, 10])
def test_pade_against_python_control(n):
    control = pytest.importorskip("control")
    above, below = pade(n)
    wanted = control.pade(1.0, n, numdeg=n - 1)
    scale = below[0] / wanted[1][0]
    np.testing.assert_allclose(above, np.array(wanted[0])[-n:] * scale, rtol=1e-12)
    np.testing.assert_allclose(below, np.array(wanted[1]) * scale, rtol=1e-12)


def approximate(n):
    text = BRAKE.read_text()
    return text.replace("@DELAY_TIME {#T}", f"@DELAY_TIME {{#T}} @PADE_ORDER {{{n}}}")


def test_an_approximated_delay_against_python_control(run_deck):
    """The closed loop is a single linear system that starts at rest. With six states, the approximation equals the delay."""
    control = pytest.importorskip("control")
    for n in (2, 6):
        late = control.ss(control.tf(*control.pade(0.5, n, numdeg=n - 1)))
        system = np.block([[np.zeros((1, 1)), -math.pi * late.C], [late.B, late.A]])
        start = np.concatenate([[1.0], -np.linalg.solve(late.A, late.B).ravel()])
        found = run_deck(approximate(n), step=2.5e-3)["velocity"][-1, 0]
        assert found == pytest.approx((expm(5 * system) @ start)[0], abs=1e-9)
    assert found == pytest.approx(brake(5), abs=1e-7)


def test_an_approximated_delay_linearized():
    """The rightmost poles approach the roots of s + a exp(-s T) = 0, here +- i pi."""
    control = pytest.importorskip("control")
    s = control.tf("s")
    for n, tolerance in ((2, 0.2), (4, 1e-4), (6, 1e-7)):
        found = rbsolve.linearize(approximate(n))
        values = np.linalg.eigvals(found.state_matrix)
        late = control.tf(*control.pade(0.5, n, numdeg=n - 1))
        for pole in control.zeros(control.minreal(s + math.pi * late, verbose=False)):
            assert np.min(np.abs(values - pole)) < 1e-7 * (1 + abs(pole))
        assert np.min(np.abs(values - 1j * math.pi)) < tolerance


def test_what_is_remembered_is_not_linearized():
    with pytest.raises(
        ValueError, match=r"signal late drives forces and depends on earlier steps, .*: add @PADE_ORDER to a DELAY"
    ):
        rbsolve.linearize(BRAKE)
    # The delayed signal does not affect the motion here.
    rbsolve.linearize(BRAKE.read_text().replace("@SIGNAL_NAME {brake}\n", "").replace("#c*late", "#c*now"))


LATE = "@SIGNAL_NAME {late} { @SIGNAL_TYPE {DELAY} @INPUT {motor} @DELAY_TIME {0.1} %s }"
LATE += "@SIGNAL_NAME {motor} { @EXPRESSION {1 - 0.5*late} }"


def test_a_delay_starts_steady_even_in_a_loop():
    for more in ("", "@PADE_ORDER {3}"):
        compiled = check_deck(PENDULUM + signals(LATE % more) + analysis(explicit(), 0.01)).compiled
        signal = compiled.initial.signal
        assert signal[compiled.signal_index["late"]] == pytest.approx(2 / 3, abs=1e-12)
        assert signal[compiled.signal_index["motor"]] == pytest.approx(2 / 3, abs=1e-12)


def test_a_written_past(run_deck):
    for more in ("", "@PADE_ORDER {3}"):
        run = run_deck(
            PENDULUM + signals(LATE % f"{more} @INITIAL_VALUE {{1}}") + analysis(explicit(), 0.01, 0.35, 0.05)
        )
        assert run["u"][0, 0] == pytest.approx(0.5, abs=1e-12)
        if not more:  # the output is 1 - u/2, and each value lasts for the time T
            assert run["u"][[1, 3, 5, 7], 0] == pytest.approx([0.5, 0.75, 0.625, 0.6875], abs=1e-12)


@pytest.mark.parametrize(
    ("more", "method", "words"),
    [
        ("", explicit("DOPRI5", "@RELATIVE_TOLERANCE {1e-6}"), "adaptive steps do not store the past that late needs"),
        ("@PADE_ORDER {2}", explicit("DOPRI5", "@RELATIVE_TOLERANCE {1e-6}"), None),
        ("", explicit(), None),
    ],
)
def test_which_steps_a_delay_can_go_by(more, method, words):
    found = [
        f
        for f in check_deck(PENDULUM + signals(LATE % more) + analysis(method, 0.01)).diagnostics
        if f.severity == "error"
    ]
    assert [f.code for f in found] == (["step-mismatch"] if words else [])
    assert words is None or words in found[0].message


def test_a_delay_is_at_least_a_step():
    found = check_deck(PENDULUM + signals(LATE % "") + analysis(explicit(), 0.2, out=0.2)).diagnostics
    assert [f.message for f in found if f.severity == "error"] == [
        "the time step 0.2 is longer than the delay 0.1 of late"
    ]


def test_a_delay_remembers_no_more_than_the_run_brings(run_deck):
    """A delay of 10^9 s in a run of 1 s shows the values before the start, and takes no memory for 10^11 steps."""
    text = PENDULUM + signals(LATE.replace("{0.1}", "{1e9}") % "") + analysis(explicit(), 0.01)
    assert LATE.count("{0.1}") == 1
    run = run_deck(text)
    assert run["u"][:, 0] == pytest.approx(run["u"][0, 0], abs=1e-15)
    assert run.checked.compiled.initial.memory.size < 1000


def test_what_no_memory_can_keep_is_refused():
    text = PENDULUM + signals(LATE.replace("{0.1}", "{1e3}") % "") + analysis(explicit(), 1e-6, end=1e4)
    (found,) = [f for f in check_deck(text).diagnostics if f.severity == "error"]
    assert found.code == "step-mismatch"
    assert found.message == "the delay of late is 1e+09 steps long; a delay can store at most 2,000,000 steps"
    assert "a time step of at least 0.0005" in found.hint


def test_steps_taken_in_parts_do_not_lose_the_past(run_deck):
    """Generalized-alpha with halved steps stores more entries than steps."""
    text = BRAKE.read_text().replace("@EXPRESSION {-#c*late}", "@EXPRESSION {-#c*late - 3e5*max(0, now - 0.9)^3}")
    options = {"integrator": "GENERALIZED_ALPHA", "step": 0.01}
    run = run_deck(text, **options, method_options={"MAXIMUM_NUMBER_OF_ITERATIONS": 3})
    assert run.summary.rejected_steps > 0
    whole = run_deck(text, **options)
    assert run["velocity"] == pytest.approx(whole["velocity"], abs=5e-3)


SLIDER = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {j} {
  @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y}
  @INITIAL_COORDINATE {1} @INITIAL_RATE {0.5} @ACTUATOR {@SIGNAL_NAME {force}}
} }
@SENSOR_DEFINITION {
  @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {j} }
  @SENSOR_NAME {rate} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT_RATE} @OBJECT_NAME {j} }
}
@SIGNAL_DEFINITION { @SIGNAL_NAME {x} { @MEASURE {q} } @SIGNAL_NAME {v} { @MEASURE {rate} } SIGNALS }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {2, 5} @TIME_STEP_SIZE {0.005} @OUTPUT_STEP_SIZE {0.05} } }
"""
STEPPED = [
    ("EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES"),
    ("GENERALIZED_ALPHA", "MINIMAL_COORDINATES"),
    ("GENERALIZED_ALPHA", "LIE_R3_SO3"),
]


def sample(delay, interval=0.05, end=3.0):
    """Return the motion of the slider after a digital controller with a transport delay. Forces are constant between
    computed times.
    """
    x, v, t = 1.0, 0.5, 0.0
    forces, rows = [-9 * x - 3 * v], [x]
    samples = [(round(k * interval, 9), 0, k) for k in range(1, round(end / interval) + 1)]
    changes = sorted(samples + [(round(k * interval + delay, 9), 1, k) for k in range(len(samples) + 1)])
    force = forces[0]
    for when, kind, k in changes:
        if when > end + 1e-9:
            break
        h, t = when - t, when
        x, v = x + v * h + force * h * h / 2, v + force * h
        if kind == 0:
            forces.append(-9 * x - 3 * v)
            rows.append(x)
        else:
            force = forces[k]
    return rows


@pytest.mark.parametrize(("integrator", "formulation"), STEPPED)
@pytest.mark.parametrize("delay", [0.035, 0.08])
def test_a_delayed_sample_acts_in_time(run_deck, integrator, formulation, delay):
    """A controller samples every 0.05 s and acts 0.035 or 0.08 s later. All methods integrate these constant forces
    exactly.
    """
    control = """
    @SIGNAL_NAME {wanted} { @EXPRESSION {-9*x - 3*v} }
    @SIGNAL_NAME {sampled} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {wanted} @SAMPLE_TIME {0.05} }
    """
    late = f"@SIGNAL_NAME {{force}} {{ @SIGNAL_TYPE {{DELAY}} @INPUT {{sampled}} @DELAY_TIME {{{delay}}} }}"
    run = run_deck(SLIDER.replace("SIGNALS", control + late), integrator=integrator, formulation=formulation)
    np.testing.assert_allclose(run["q"][:, 0], sample(delay), rtol=0, atol=1e-13)


@pytest.mark.parametrize(("integrator", "formulation"), STEPPED)
def test_a_given_past_that_jumps_keeps_the_order(run_deck, integrator, formulation):
    """The equation is x'' = -4 y(t - T) with y = x. The past value is 0.5, and x starts at 1. The step-by-step solution
    x is a polynomial on each interval of T.
    """
    T = 0.25
    late = f"@SIGNAL_NAME {{late}} {{ @SIGNAL_TYPE {{DELAY}} @INPUT {{x}} @DELAY_TIME {{{T}}} @INITIAL_VALUE {{0.5}} }}"
    text = SLIDER.replace("SIGNALS", late + "@SIGNAL_NAME {force} { @EXPRESSION {-4*late} }")
    past, x, v = np.poly1d([0.5]), 1.0, 0.5
    for _ in range(12):
        speed = np.polyint(-4 * past, k=v)
        past = np.polyint(speed, k=x)
        x, v = past(T), speed(T)
    errors = [
        abs(run_deck(text, step=h, integrator=integrator, formulation=formulation)["q"][-1, 0] - x)
        for h in (0.025, 0.0125)
    ]
    order = 4 if integrator == "EXPLICIT_RUNGE_KUTTA" else 2
    assert math.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.2), errors


def test_a_jump_within_a_step_is_a_warning():
    held = "@SIGNAL_NAME {s} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {x} @SAMPLE_TIME {0.05} }"
    relay = "@SIGNAL_NAME {s} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {x} @THRESHOLDS {-0.1, 0.1} @OUTPUT_VALUES {1, -1} }"
    late = "@SIGNAL_NAME {force} { @SIGNAL_TYPE {DELAY} @INPUT {s} @DELAY_TIME {%s} }"
    expected = [
        (held, "0.0375", "the time step 0.005 does not divide the delay 0.0375 of force, whose input jumps"),
        (held, "0.035", None),
        (
            relay,
            "0.035",
            "the input of force switches within steps, and the delayed switch has an error of up to a step",
        ),
    ]
    for source, delay, words in expected:
        text = SLIDER.replace("SIGNALS", source + late % delay)
        found = [
            f
            for f in check_deck(text, Options(integrator="GENERALIZED_ALPHA")).diagnostics
            if f.code == "step-mismatch"
        ]
        assert [f.message for f in found] == ([f"{words}: the error is proportional to the step"] if words else [])
