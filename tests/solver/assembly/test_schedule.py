"""Output times and fixed steps between them, from the numbers of an analysis."""

import math

import numpy as np
import pytest

from rbsolve.pipeline import Options, check_deck

DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} {tableau} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @TIME_INTEGRATOR_NAME {{i}} @SIMULATION_TIME_RANGE {{{times}}} {more} }} }}
"""


def checked(times, more, tableau="@TABLEAU {RK44}", **options):
    return check_deck(DECK.format(times=times, more=more, tableau=tableau), Options(**options))


@pytest.mark.parametrize(
    ("times", "more", "spacing", "intervals", "each", "last"),
    [
        ("0, 1", "@TIME_STEP_SIZE {0.25}", 0.25, 4, 1, 1),
        ("2, 3", "@TIME_STEP_SIZE {0.1} @OUTPUT_STEP_SIZE {0.2}", 0.2, 5, 2, 2),
        ("0, 1", "@TIME_STEP_SIZE {0.05} @ARCHIVAL_FREQUENCY {4}", 0.2, 5, 4, 4),
        ("0, 1", "@TIME_STEP_SIZE {0.3}", 0.3, 4, 1, 1),  # the last step is 0.1 s
        ("0, 1", "@TIME_STEP_SIZE {0.1} @OUTPUT_STEP_SIZE {0.3}", 0.3, 4, 3, 1),
        ("0, 1.1", "@TIME_STEP_SIZE {0.1} @OUTPUT_STEP_SIZE {0.3}", 0.3, 4, 3, 2),
        ("0, 1.05", "@TIME_STEP_SIZE {0.1} @OUTPUT_STEP_SIZE {0.3}", 0.3, 4, 3, 2),  # two steps of 0.075 s
        ("0, 1", "@TIME_STEP_SIZE {0.5} @OUTPUT_STEP_SIZE {4}", 4.0, 1, 8, 2),
        ("-1, 0.2", "@TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {1}", 1.0, 2, 1000, 200),
    ],
)
def test_a_shorter_last_interval_has_as_few_steps_as_are_no_longer_than_the_others(
    times, more, spacing, intervals, each, last
):
    schedule = checked(times, more).compiled.schedule
    start, stop = map(float, times.split(","))
    assert (schedule.start, schedule.stop) == (start, stop)
    assert schedule.spacing == pytest.approx(spacing, rel=1e-15)
    assert (schedule.intervals, schedule.steps_each, schedule.steps_last) == (intervals, each, last)
    at, steps = schedule.window(0, 100)
    np.testing.assert_allclose(at, [*(start + spacing * np.arange(intervals)), stop], rtol=1e-14)
    assert steps.tolist() == [*[each] * (intervals - 1), last]


@pytest.mark.parametrize(
    ("more", "intervals", "first"),
    [
        ("", 1000, math.nan),
        ("@TIME_STEP_SIZE {0.25}", 1000, 0.25),
        ("@TIME_STEP_SIZE {5}", 1000, 2.0),  # no longer than the run
        ("@OUTPUT_STEP_SIZE {0.5}", 4, math.nan),
        ("@TIME_STEP_SIZE {0.1} @ARCHIVAL_FREQUENCY {5}", 4, 0.1),
    ],
)
def test_an_adaptive_method_has_a_thousand_rows_unless_the_deck_says_otherwise(more, intervals, first):
    schedule = checked("1, 3", more, tableau="@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-6}").compiled.schedule
    assert (schedule.intervals, schedule.steps_each, schedule.steps_last) == (intervals, 1, 1)
    assert schedule.spacing == pytest.approx(2.0 / intervals, rel=1e-15)
    assert schedule.first_step == pytest.approx(first, nan_ok=True)


@pytest.mark.parametrize(
    ("times", "more", "message", "hint", "place"),
    [
        ("0, 1", "@TIME_STEP_SIZE {0.3} @OUTPUT_STEP_SIZE {0.4}", "the time step 0.3 does not divide the output step 0.4",
         "the nearest suitable time step is 0.4", "0.3}"),
        ("0, 1", "@TIME_STEP_SIZE {0.3} @OUTPUT_STEP_SIZE {1}", "the time step 0.3 does not divide the output step 1",
         "the nearest suitable time step is 0.333333333333", "0.3}"),
        ("0, 1", "", "an integrator with fixed steps needs @TIME_STEP_SIZE", None, "a"),
        ("0, 1000", "@TIME_STEP_SIZE {1e-10} @OUTPUT_STEP_SIZE {1}",
         "a run of 1000 s has 1e+13 steps of 1e-10 s; at most 1,000,000,000,000 are allowed",
         "give @TIME_STEP_SIZE of at least 1e-09 s, or a shorter @SIMULATION_TIME_RANGE", "1e-10}"),
    ],
)  # fmt: skip
def test_contradictory_times_are_errors_at_their_place(times, more, message, hint, place):
    deck = DECK.format(times=times, more=more, tableau="@TABLEAU {RK44}")
    (found,) = checked(times, more).diagnostics
    assert (found.message, found.hint) == (message, hint)
    line = deck.splitlines()[found.span.line - 1]
    assert line[found.span.column - 1 :].startswith(place), line[found.span.column - 1 :]
