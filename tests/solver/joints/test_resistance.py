"""Friction and stops of joints. The tests check the energies of each stage in closed form, the law at its corners, and
the refusals of checks.
"""

import math
from pathlib import Path

import numpy as np
import pytest

from rbsolve.pipeline import check_deck
from rbsolve.solver.joints.resistance import Law, friction, stop

DECK = (Path(__file__).parents[3] / "decks" / "friction_and_stop.deck").read_text(encoding="utf-8")
M, F, K, V = 2.0, 5.0, 2e5, 2.0
DEPTH = (math.sqrt(F * F + K * M * V * V) - F) / K
BACK = math.sqrt((K * DEPTH**2 - 2 * F * DEPTH) / M)


def test_a_block_slides_to_a_stop_and_back(run_deck):
    run = run_deck(DECK)
    place, speed, force = run["place"][:, 0], run["speed"][:, 0], run["force"][:, 0]
    before = run.time < 0.39
    np.testing.assert_allclose(place[before], 3 * run.time[before] - 1.25 * run.time[before] ** 2, atol=1e-7)
    assert speed.min() == pytest.approx(-BACK, rel=2e-3)  # the row just after the block has left the stop
    assert place[-1] == pytest.approx(1 - M * BACK**2 / (2 * F), abs=2e-6)
    assert abs(speed[-1]) < 1e-9
    np.testing.assert_allclose(force[before], -F, atol=1e-9)


@pytest.mark.parametrize("integrator", ["GENERALIZED_ALPHA", "EXPLICIT_RUNGE_KUTTA"])
def test_a_stop_without_damping_and_friction_keeps_the_energy(run_deck, integrator):
    deck = DECK.split("@TIME_INTEGRATOR_DEFINITION")[0].replace("@FRICTION_FORCE {5}", "") + (
        "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {2e-5} @OUTPUT_STEP_SIZE {2e-3} } }"
        "@SENSOR_DEFINITION { @SENSOR_NAME {e} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} }"
        "@SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {rail} } }"
    )
    options = {"SPECTRAL_RADIUS": 1.0} if integrator == "GENERALIZED_ALPHA" else {}
    run = run_deck(deck, integrator=integrator, method_options=options)
    beyond = np.abs(run["q"][:, 0]) > 1.0
    assert beyond.sum() >= 8  # rows within both stops
    np.testing.assert_allclose(run["e"], 9.0, rtol=1e-3 if options else 1e-5)


def test_damping_of_a_stop_never_pulls_and_begins_at_zero():
    assert stop(Law.UPPER_STOP, 10.0, 2.0, 1.0, 1.0, 5.0) == (0.0, 0.0, 0.0)
    # the block moves away faster than the stop can follow
    assert stop(Law.UPPER_STOP, 10.0, 2.0, 1.0, 1.1, -0.6) == (0.0, 0.0, 0.0)
    assert stop(Law.UPPER_STOP, 10.0, 2.0, 1.0, 1.1, 0.5)[0] == pytest.approx(-10.0 * 0.1 * 2.0)
    assert stop(Law.LOWER_STOP, 10.0, 2.0, -1.0, -1.1, -0.5)[0] == pytest.approx(10.0 * 0.1 * 2.0)


def test_friction_is_bounded_odd_and_smooth():
    for rate in (1e-6, 1e-3, 10.0):
        force, _, slope = friction(5.0, 5e3, rate)
        assert -5.0 <= force < 0.0
        assert friction(5.0, 5e3, -rate)[0] == -force
        assert slope <= 0.0
    assert friction(5.0, 5e3, 1e-3)[0] == pytest.approx(-5.0 * math.tanh(1.0))


@pytest.mark.parametrize("stops", ["1, -1, 10, 0", "-1, 1, 0, 0", "-1, 1, 10, -1"])
def test_stops_without_sense_are_refused(stops):
    (finding,) = check_deck(DECK.replace("-1, 1, 2e5, 0", stops)).diagnostics
    assert finding.code.value == "invalid-value"
    assert "rail" in finding.message
