"""Scalars of histories with missing values, with tiny or huge times, and with tiny values."""

import math

import numpy as np
import pytest

from rbsolve.results.scalars.instant import instant_of
from rbsolve.results.scalars.reductions import KINDS, measure
from rbsolve.studies.running.shards import summarize

BEFORE = {"settling": 0.02, "cycles": 0.5, "rainflow_range": 1.0, "damage_equivalent_load": 4.0, "at": 0.5}
LOCAL = {"final", "at", "crossing", "max", "min"}
"""Scalars that a single row determines, or two rows."""
TIME = np.linspace(0.0, 1.0, 51)
SWING = np.sin(6.0 * math.pi * TIME)


def number(kind, time, values, before=1.0):
    return measure(kind, time, values, BEFORE.get(kind, before)).value


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numpy computes with infinite values
@pytest.mark.parametrize("missing", [math.nan, math.inf])
@pytest.mark.parametrize("kind", sorted(set(KINDS) - LOCAL))
def test_a_number_of_all_rows_needs_a_finite_value_in_each(kind, missing):
    values = SWING.copy()
    values[20] = missing
    assert not math.isfinite(number(kind, TIME, values))
    assert math.isfinite(number(kind, TIME, SWING))


def test_a_crossing_counts_only_before_the_first_missing_value():
    values = TIME.copy()
    values[30] = math.nan
    assert number("crossing", TIME, values, 0.41) == pytest.approx(0.41, rel=1e-14)
    assert math.isnan(number("crossing", TIME, values, 0.81))


@pytest.mark.parametrize(("start", "length"), [(0.0, 1e-9), (1e6, 1e-2), (-3.0, 1e-7), (0.0, 1e9)])
def test_values_between_rows_are_linear_at_any_scale_of_time(start, length):
    time = start + np.linspace(0.0, length, 11)
    values = np.linspace(0.0, 10.0, 11) ** 2
    for share in (0.31, 0.77):
        at = time[3] + share * (time[4] - time[3])
        assert measure("at", time, values, at).value == pytest.approx(np.interp(at, time, values), rel=1e-13)
        assert not instant_of(time, at).is_row
    for row in (0, 3, 10):
        assert measure("at", time, values, time[row]).value == values[row]
    assert math.isnan(measure("at", time, values, time[-1] + 0.5 * (time[-1] - time[-2])).value)
    assert math.isnan(measure("at", time, values, time[0] - 0.5 * (time[-1] - time[-2])).value)


@pytest.mark.parametrize("time", [0.0, -2.0, 3.5])
def test_a_single_row_has_values_only_at_its_time(time):
    """The spacing of rows is zero here, so the tolerance is zero at the time 0."""
    row = np.array([time])
    assert instant_of(row, time) == (0, 0, 0.0)
    assert instant_of(row, time + 1e-9) is None
    assert measure("at", row, np.array([7.0]), time).value == 7.0


def test_cycles_of_tiny_values_are_those_of_large_ones():
    values = np.array([-2.0, 1.0, -3.0, 5.0, -1.0, 3.0, -4.0, 4.0, -2.0])
    time = np.arange(9.0)
    for scale in (1e-200, 1e200):
        for k in (1.0, 2.0, 3.0):
            assert number("rainflow_range", time, scale * values) == pytest.approx(scale * 9.0)
            found = measure("rainflow_range", time, scale * values, k).value
            assert found == pytest.approx(scale * measure("rainflow_range", time, values, k).value)


def test_summaries_of_a_study_keep_missing_values_of_a_run():
    """The last row of the second case has no value, and the third case ended after two rows."""
    rows = np.array([[1.0, -2.0, 3.0], [1.0, 4.0, math.nan], [2.0, -1.0, math.nan], [math.nan] * 3])[..., None]
    final, high, low, rms = summarize(rows, np.array([3, 3, 2, 0]))[..., 0]
    np.testing.assert_array_equal(final, [3.0, math.nan, -1.0, math.nan])
    np.testing.assert_array_equal(high, [3.0, math.nan, 2.0, math.nan])
    np.testing.assert_array_equal(low, [-2.0, math.nan, -1.0, math.nan])
    np.testing.assert_allclose(rms, [math.sqrt(14.0 / 3.0), math.nan, math.sqrt(2.5), math.nan], rtol=1e-15)


def nothing_of(found, rows):
    return math.isnan(found.value) and found.by_values.shape == (rows,) and np.isnan(found.by_values).all()


def test_no_rows_have_no_instant():
    assert instant_of(np.empty(0), 0.0) is None


@pytest.mark.parametrize(
    ("kind", "number", "is_number"),
    [
        ("rainflow_range", 0.75, True),  # half cycles count as one half, so 0.75 lies between the first two
        ("rainflow_range", 0.74, False),
        ("rainflow_range", math.nan, False),
        ("damage_equivalent_load", 0.0, False),
        ("damage_equivalent_load", -1.0, False),
        ("damage_equivalent_load", 0.1, True),
        ("settling", 0.0, False),
        ("settling", 1.0, False),
        ("settling", 0.5, True),
    ],
)
def test_arguments_outside_their_range_give_no_number(kind, number, is_number):
    found = measure(kind, TIME, SWING, number)
    assert math.isfinite(found.value) == is_number
    assert nothing_of(found, len(TIME)) != is_number


def test_a_history_of_one_instant_has_no_load_and_its_value_as_mean():
    time, values = np.array([2.0]), np.array([7.0])
    assert nothing_of(measure("damage_equivalent_load", time, values, 4.0), 1)
    mean = measure("mean", time, values, 0.0)
    assert (mean.value, mean.by_values.tolist(), mean.by_times.tolist()) == (7.0, [1.0], [0.0])
    twice = measure("mean", np.array([2.0, 2.0]), np.array([7.0, 9.0]), 0.0)  # an event at the time of a row
    assert (twice.value, twice.by_values.tolist()) == (9.0, [0.0, 1.0])


def test_a_single_row_at_the_level_crosses_it_there():
    found = measure("crossing", np.array([2.5]), np.array([7.0]), 7.0)
    assert (found.value, found.by_times.tolist()) == (2.5, [1.0])
    assert np.isnan(found.by_values).all()
    assert math.isnan(found.by_number)
    assert nothing_of(measure("crossing", np.array([2.5]), np.array([7.0]), 7.1), 1)


def test_a_constant_history_has_no_frequency():
    assert nothing_of(measure("spectrum_frequency", TIME, np.full(len(TIME), 3.0), 0.0), len(TIME))
