"""Events: the times of crossings, their accuracy with each method, and runs that an event ends."""

import math

import numpy as np
import pytest
from event_decks import ALPHA, PENDULUM, RK, THROW, analysis, event, events, prescribed_deck
from scipy.special import ellipk

import rbsolve
from rbsolve.cli import main
from rbsolve.pipeline import check_deck
from rbsolve.solver.integrators.roots import root

OMEGA = math.sqrt(2 * 9.81 / 2.1)


def quarter(start):
    """Return the time that the pendulum takes from its start at rest to its lowest point."""
    return float(ellipk(math.sin(start / 2) ** 2)) / OMEGA


FREE = {
    "RK44": RK % ("RK44", ""),
    "RK44 with Cardan angles": RK % ("RK44", "@FORMULATION {CARDAN_ANGLES_2}"),
    "DOPRI5": RK % ("DOPRI5", ""),
    "adaptive": RK % ("DOPRI5", "@RELATIVE_TOLERANCE {1e-10} @ABSOLUTE_TOLERANCE {1e-12}"),
    "generalized-alpha": ALPHA % "@FORMULATION {LIE_R3_SO3}",
    "generalized-alpha, SE3": ALPHA % "@FORMULATION {LIE_SE3}",
    "midpoint": "@INTEGRATOR_TYPE {IMPLICIT_MIDPOINT}",
    "energy-momentum": "@INTEGRATOR_TYPE {ENERGY_MOMENTUM}",
    "Gauss-Lobatto": "@INTEGRATOR_TYPE {GAUSS_LOBATTO}",
    "Lobatto IIIA-B": "@INTEGRATOR_TYPE {LOBATTO_IIIA_B}",
}


@pytest.mark.parametrize("method", FREE)
def test_a_thrown_ball(method):
    """Every second-order method integrates a constant acceleration without an error."""
    wanted = events(
        event("over", "z", 0.9),
        event("past", "x", 0.5, "@DIRECTION {RISING}"),
        event("never", "x", 0.25, "@DIRECTION {FALLING}"),
        event("ground", "z", -0.6, "@TERMINATE {YES}"),
        event("later", "z", -0.7),
    )
    results = rbsolve.solve(THROW + wanted + analysis(FREE[method]))
    end = (5 + math.sqrt(25 + 12)) / 10
    expected = [
        ((5 - math.sqrt(7)) / 10, "over", "RISING"),
        (0.5, "past", "RISING"),
        ((5 + math.sqrt(7)) / 10, "over", "FALLING"),
        (end, "ground", "FALLING"),
    ]
    assert [found[1:] for found in results.events] == [found[1:] for found in expected]
    assert [found.time for found in results.events] == pytest.approx([found[0] for found in expected], abs=2e-12)
    assert results.time == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0, end], abs=2e-12)
    assert results["p"][-1] == pytest.approx([end, 0, -0.6], abs=1e-11)
    assert results.status == "complete"
    assert results.message == f"Event ground ended the run, falling at t = {end:.9g} s."


JOINTED = {
    "RK44": (RK % ("RK44", ""), 4, (0.02, 0.01, 0.005)),
    "RK67": (RK % ("RK67", ""), 6, (0.02, 0.01, 0.005)),
    "generalized-alpha, tree": (ALPHA % "", 2, (0.02, 0.01, 0.005)),
    "generalized-alpha, bodies": (ALPHA % "@FORMULATION {LIE_R3_SO3}", 2, (0.02, 0.01, 0.005)),
}


@pytest.mark.parametrize("method", JOINTED)
def test_crossings_have_the_order_of_the_method(method):
    """The complete elliptic integral gives the lowest point of a pendulum. The test uses the third passage, in the
    middle of a step.
    """
    options, order, steps = JOINTED[method]
    errors = []
    for h in steps:
        results = rbsolve.solve(PENDULUM + events(event("low", "angle")) + analysis(options, 4.0, h, 1.0))
        times = [found.time for found in results.events]
        assert [found.direction for found in results.events][:3] == ["FALLING", "RISING", "FALLING"]
        errors.append(abs(times[2] - 5 * quarter(1.2)))
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(order, abs=0.1)
    assert errors[-1] < 1e-3


TURNING = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {tip} { @COORDINATES {1, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} {
  @MASS {2} @CENTRE_OF_MASS_LOCATION {1, 0, 0} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {tip} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {x} { @MEASURE {tip, 1} } }
"""
QUATERNIONS = {
    "IMPLICIT_MIDPOINT": (2, (0.02, 0.01)),
    "ENERGY_MOMENTUM": (2, (0.02, 0.01)),
    "GAUSS_LOBATTO": (2, (0.02, 0.01)),
    "LOBATTO_IIIA_B": (2, (0.02, 0.01)),
}


@pytest.mark.parametrize("method", QUATERNIONS)
def test_crossings_of_quaternion_based_methods(method):
    """A pendulum starts from the horizontal, and the test uses its third passage of the lowest point. Rows are the same
    with and without events.
    """
    order, steps = QUATERNIONS[method]
    errors = []
    for h in steps:
        text = TURNING + analysis(f"@INTEGRATOR_TYPE {{{method}}}", 3.5, h, 0.5)
        results = rbsolve.solve(text + events(event("low", "x")))
        assert [found.direction for found in results.events][:3] == ["FALLING", "RISING", "FALLING"]
        errors.append(abs(results.events[2].time - 5 * quarter(math.pi / 2)))
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.1)
    assert np.array_equal(results["tip"], rbsolve.solve(text)["tip"])


def test_rows_do_not_depend_on_events():
    for options in (RK % ("RK44", ""), RK % ("DOPRI5", "@RELATIVE_TOLERANCE {1e-7}"), ALPHA % ""):
        text = PENDULUM + analysis(options, 4.0, 0.02, 0.2)
        plain = rbsolve.solve(text)
        watched = rbsolve.solve(text + events(event("low", "angle"), event("side", "angle", 0.7)))
        assert len(watched.events) > 6
        assert [found.time for found in watched.events] == sorted(found.time for found in watched.events)
        assert np.array_equal(watched["q"], plain["q"])
        for name in ("steps", "rejected_steps"):
            assert watched.attributes[name] == plain.attributes[name]


def test_a_start_at_the_threshold_is_no_crossing_and_the_way_back_is():
    results = rbsolve.solve(THROW + events(event("level", "z")) + analysis())
    assert [(found.name, found.direction) for found in results.events] == [("level", "FALLING")]
    assert results.events[0].time == pytest.approx(1.0, abs=1e-12)


def test_what_touches_or_returns_within_a_step_is_no_crossing():
    text = THROW + analysis(h=0.1, out=0.1)
    assert rbsolve.solve(text + events(event("top", "z", 1.25 + 1e-9))).events == ()
    # A step ends at the top, so the solver finds that the ball is above the threshold from 0.478 s to 0.522 s.
    within = events(event("top", "z", 1.2475))
    assert len(rbsolve.solve(text + within).events) == 2
    # The ball is above this threshold from 0.4955 s to 0.5045 s, between the steps at 0.48 and 0.52.
    between = THROW + analysis(h=0.04, out=0.04) + events(event("top", "z", 1.2499))
    assert rbsolve.solve(between).events == ()


def test_several_events_in_one_step_are_in_order_of_time_and_end_it():
    wanted = [event(f"e{k}", "x", 0.55 - 0.01 * k, "@TERMINATE {YES}" if k == 1 else "") for k in range(5)]
    results = rbsolve.solve(THROW + events(*wanted) + analysis())
    assert [found.name for found in results.events] == ["e4", "e3", "e2", "e1"]
    assert results.time[-1] == pytest.approx(0.54, abs=1e-12)


def test_an_event_in_the_first_step_and_one_at_the_end():
    wanted = events(event("first", "x", 0.01), event("last", "x", 2.95))
    results = rbsolve.solve(THROW + wanted + analysis(end=3.0))
    assert [found.time for found in results.events] == pytest.approx([0.01, 2.95], abs=1e-12)
    assert results.time[-1] == 3.0


def test_an_end_at_an_output_time_is_one_row():
    results = rbsolve.solve(THROW + events(event("stop", "x", 0.4, "@TERMINATE {YES}")) + analysis())
    assert results.time == pytest.approx([0, 0.2, 0.4], abs=1e-12)


def test_cases_of_an_ensemble_end_where_their_events_are():
    text = (
        PENDULUM + events(event("low", "angle", 0.0, "@TERMINATE {YES}")) + analysis(RK % ("RK44", ""), 4.0, 0.01, 0.1)
    )
    starts = np.array([0.4, 1.2, 2.4])
    ensemble = rbsolve.solve_many(text, {"start": starts})
    assert list(ensemble.status) == ["complete"] * 3
    for i, start in enumerate(starts):
        times = ensemble.times[i]
        assert np.nanmax(times) == pytest.approx(quarter(start), abs=1e-6)
        assert ensemble["q"][i, np.nanargmax(times), 0] == pytest.approx(0.0, abs=1e-12)


def test_the_command_line_says_the_events(tmp_path, capsys):
    deck = tmp_path / "throw.deck"
    deck.write_text(THROW + events(event("past", "x", 0.5), event("stop", "x", 0.7, "@TERMINATE {YES}")) + analysis())
    assert main([str(deck)]) == 0
    said = capsys.readouterr().err
    assert "2 events: past rising at 0.5 s, stop rising at 0.7 s" in said
    assert "complete: t = 0.7 s" in said
    assert main(["info", str(deck.with_suffix(".h5"))]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "events past rising at 0.5 s stop rising at 0.7 s" in shown
    assert main(["resume", str(deck.with_suffix(".h5")), "--t-end", "5"]) == 2
    assert main(["plot", str(deck.with_suffix(".h5")), "-o", str(tmp_path / "p.svg")]) == 0


def test_results_without_a_crossing_have_an_empty_list_and_those_without_events_none():
    results = rbsolve.solve(THROW + events(event("far", "x", 99.0)) + analysis())
    assert results.events == ()
    assert results.file["events/time"].shape == (0,)
    assert "events" not in rbsolve.solve(THROW + analysis()).file


LAGGING = (
    "@SIGNAL_DEFINITION { @SIGNAL_NAME {late} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {z} @TIME_CONSTANT {1} } }\n"
)
PUSHING = "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} { @CONNECTED_TO_BODY {ball} @APPLIED_FORCES {0, 0, 1} @SIGNAL_NAME {z} } }\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (THROW + events(event("e", "w")) + analysis(), "unresolved-reference"),
        (THROW + events(event("e", "z", 0.0, "@DIRECTION {UP}")) + analysis(), "invalid-value"),
        (THROW + events("@EVENT_NAME {e} { @THRESHOLD {1} }") + analysis(), "missing-keyword"),
        (THROW + LAGGING + events(event("e", "late")) + analysis("@INTEGRATOR_TYPE {IMPLICIT_MIDPOINT}"), "incompatible-formulation"),
        (THROW + PUSHING + events(event("e", "z")) + analysis("@INTEGRATOR_TYPE {GAUSS_LOBATTO}"), "incompatible-formulation"),
        (
            PENDULUM + events(event("e", "angle")) + analysis().replace("@SIMULATION", "@ANALYSIS_TYPE {STATIC} @SIMULATION"),
            "incompatible-formulation",
        ),
    ],
)  # fmt: skip
def test_wrong_events(text, code):
    found = [finding for finding in check_deck(text).diagnostics if finding.severity == "error"]
    assert {finding.code for finding in found} == {code}


@pytest.mark.parametrize(
    ("function", "a", "b", "where"),
    [
        (lambda x: x**3 - 2, 0.0, 3.0, 2 ** (1 / 3)),
        (lambda x: math.cos(x) - x, 0.0, 1.0, 0.7390851332151607),
        (lambda x: 1.0 if x > math.pi else -1.0, 3.0, 4.0, math.pi),
        (lambda x: math.atan(1e8 * (x - 0.3)), 0.0, 1.0, 0.3),
        (lambda x: x - 1.0, 1.0, 2.0, 1.0),
        (lambda x: 5.0, 1.0, 2.0, 2.0),
    ],
)
def test_roots(function, a, b, where):
    calls = []

    def counted(x):
        calls.append(x)
        return function(x)

    assert root(counted, a, b, function(a), function(b)) == pytest.approx(where, abs=3e-12)
    assert len(calls) < 60


def test_prescribed_motions_pass_events():
    """The motion 0.9 cos(2 t) passes 0, and passes -0.45 while it decreases. The rows equal the rows of a run without
    events.
    """
    low = event("low", "angle")
    results = rbsolve.solve(prescribed_deck(low, event("far", "angle", -0.45, "@DIRECTION {FALLING}")))
    passes = [(2 * k + 1) * math.pi / 4 for k in range(5)]
    halves = [(2 * math.pi / 3 + 2 * math.pi * k) / 2 for k in range(2)]
    expected = sorted([(t, "low") for t in passes if t < 4] + [(t, "far") for t in halves if t < 4])
    assert [name for _, name in expected] == [e.name for e in results.events]
    np.testing.assert_allclose([e.time for e in results.events], [t for t, _ in expected], atol=1e-12)
    plain = rbsolve.solve(prescribed_deck(low).replace(events(low), ""))
    np.testing.assert_array_equal(results["q"], plain["q"])
    np.testing.assert_array_equal(results.time, plain.time)


def test_an_event_ends_a_prescribed_motion():
    results = rbsolve.solve(prescribed_deck(event("low", "angle", 0.0, "@DIRECTION {RISING} @TERMINATE {YES}")))
    assert results.time[-1] == pytest.approx(3 * math.pi / 4, abs=1e-12)
    assert abs(results["q"][-1, 0]) < 1e-12
    assert "Event low ended the run" in results.message


def test_events_count_for_nothing_on_the_way_to_a_linearization():
    text = PENDULUM.replace("{1.2}", "{0}") + events(event("low", "angle")) + analysis()
    for at in ("start", "equilibrium"):
        [frequency] = rbsolve.linearize(text, at=at).frequencies
        assert frequency == pytest.approx(OMEGA / (2 * math.pi), rel=1e-9)
