"""The search for the length of a step that ends just after a crossing."""

import math

import numpy as np
import pytest

from rbsolve.solver.integrators.crossing import (
    BEHIND_CROSSING,
    ENDLESS,
    MOST_AT_ONCE,
    NOTHING_CROSSED,
    TRIALS,
    TRY_AGAIN,
    Bracket,
    Crossing,
    crosses,
    is_searching,
    trial_step,
)
from rbsolve.solver.integrators.sliding import Sliding, SlidingProgress
from rbsolve.solver.model.arrays import MARGIN, empty_state

NO_SLIDING = Sliding(SlidingProgress(), *(np.zeros(0),) * 6)


def search(margin, h, t=0.0):
    """Return the number of trials of the search in a step of `h`, and the step at the end of the search."""
    state, crossing = empty_state(0), Crossing(True, empty_state(0).watch, Bracket(), NO_SLIDING)
    lengths, lands, verdict = [h], True, TRY_AGAIN
    while verdict == TRY_AGAIN:
        state.watch[MARGIN] = margin(lengths[-1])
        verdict = crosses(crossing, state, t, lengths[-1], lands)
        if is_searching(crossing):
            length, lands = trial_step(crossing)
            lengths.append(length)
    return lengths, verdict


@pytest.mark.parametrize(
    ("margin", "where"),
    [
        (lambda h: 0.3 - h, 0.3),
        (lambda h: 0.3**3 - h**3, 0.3),
        (lambda h: -math.atan(1e6 * (h - 0.7)), 0.7),
        (lambda h: 1.0 if h < 0.123 else -1.0, 0.123),
        (lambda h: 1.0 if h < 0.999 else -1e-9, 0.999),
        (lambda h: -h, 0.0),
        (lambda h: -1.0, 0.0),
        (lambda h: math.nan if h < 0.5 else -1.0, 0.0),
    ],
)
def test_a_search_ends(margin, where):
    lengths, verdict = search(margin, 1.0)
    assert verdict == BEHIND_CROSSING
    assert lengths[-1] == pytest.approx(where, abs=1e-8)
    assert not margin(lengths[-1]) >= 0.0
    assert len(lengths) <= TRIALS + 2


def test_a_search_brings_the_time_forward():
    """The crossing is nearer to the start of the step than the spacing of floating-point numbers. The shortest step is
    about twice this spacing.
    """
    t = 4.0
    for h in (1.0, 1e-10, 2e-15):
        lengths, _ = search(lambda h: 1e-30 - h, h, t)
        assert t + lengths[-1] > t


def test_a_step_without_a_crossing_needs_no_search():
    assert search(lambda h: 0.0, 1.0) == ([1.0], NOTHING_CROSSED)


def test_crossings_without_end_are_given_up():
    state, crossing = empty_state(0), Crossing(True, empty_state(0).watch, Bracket(), NO_SLIDING)
    state.watch[MARGIN] = -1.0
    h, verdict, count = 1.0, TRY_AGAIN, 0
    while verdict != ENDLESS:
        verdict = crosses(crossing, state, 0.0, h, False)
        h = trial_step(crossing)[0] if is_searching(crossing) else 1.0
        count += verdict == BEHIND_CROSSING
    assert count == MOST_AT_ONCE - 1
