"""Compare times of thresholds, spectra and rainflow counts with closed forms and the example of ASTM E1049.
Gradients are compared with differences.
"""

import math

import numpy as np
import pytest

from rbsolve.results.scalars.rainflow import count_cycles
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.results.scalars.reductions import KINDS, measure
from rbsolve.results.scalars.scalar import Scalar

ASTM = np.array([-2.0, 1.0, -3.0, 5.0, -1.0, 3.0, -4.0, 4.0, -2.0])
"""The history of figure 6 of ASTM E1049-85."""
ASTM_COUNTS = {3.0: 0.5, 4.0: 1.5, 6.0: 0.5, 8.0: 1.0, 9.0: 0.5}
TIME = np.linspace(0.0, 4.0, 2001)
DECAY, RATE = 1.5, 40.0
RINGING = 1.0 - np.exp(-DECAY * TIME) * np.cos(RATE * TIME)


def number(kind, time, values, before=0.0):
    return measure(kind, time, values, before).value


def test_rainflow_counts_the_example_of_astm():
    found = count_cycles(ASTM)
    counts = {size: float(found.counts[found.ranges == size].sum()) for size in np.unique(found.ranges)}
    assert counts == ASTM_COUNTS
    np.testing.assert_array_equal(ASTM[found.peaks] - ASTM[found.valleys], found.ranges)


def test_points_between_turns_and_repeated_values_change_no_count():
    steps = np.linspace(0.0, 1.0, 5)[:, None]
    fine = np.concatenate([(ASTM[:-1] * (1.0 - steps) + ASTM[1:] * steps).T.ravel(), ASTM[-1:], ASTM[-1:]])
    found = count_cycles(fine)
    counts = {size: float(found.counts[found.ranges == size].sum()) for size in np.unique(found.ranges)}
    assert counts == pytest.approx(ASTM_COUNTS)


@pytest.mark.parametrize("seed", range(5))
def test_cycles_have_the_whole_path_of_a_history(seed):
    values = np.random.default_rng(seed).normal(size=400)
    found = count_cycles(values)
    assert 2.0 * found.counts @ found.ranges == pytest.approx(np.abs(np.diff(values)).sum(), rel=1e-13)
    assert found.ranges.max() == values.max() - values.min()


@pytest.mark.parametrize(
    ("kind", "before", "expected"),
    [
        ("rainflow_range", 1.0, 9.0),  # a half cycle of 9 and a cycle of 8; the first whole cycle starts with 9
        ("rainflow_range", 2.0, 8.0),
        ("rainflow_range", 3.0, 4.0),
        ("rainflow_range", 9.0, 0.0),
        ("cycles", 4.0, 3.5),
        ("cycles", 4.01, 2.0),
        ("cycles", 10.0, 0.0),
        ("damage_equivalent_load", 1.0, (1.5 + 6.0 + 3.0 + 8.0 + 4.5) / 16.0),
        ("damage_equivalent_load", 3.0, ((13.5 + 96.0 + 108.0 + 512.0 + 364.5) / 16.0) ** (1.0 / 3.0)),
    ],
)
def test_numbers_of_the_example(kind, before, expected):
    time = np.linspace(1.0, 17.0, len(ASTM))
    assert number(kind, time, ASTM, before) == pytest.approx(expected, rel=1e-14)


def test_a_sine_at_one_hertz_is_its_own_equivalent_load():
    time = np.linspace(0.0, 50.0, 20001)
    assert number("damage_equivalent_load", time, 3.0 * np.cos(2.0 * math.pi * time), 10.0) == pytest.approx(
        6.0, rel=1e-12
    )
    assert number("damage_equivalent_load", time, np.full(len(time), 2.0), 10.0) == 0.0


@pytest.mark.parametrize(
    ("level", "values", "expected"),
    [
        (0.25, TIME**2, 0.5),
        (-0.25, -(TIME**2), 0.5),
        (0.0, np.cos(math.pi * TIME), 0.5),
        (1.0, np.cos(math.pi * TIME), 0.0),
        (2.0, np.cos(math.pi * TIME), math.nan),
        (0.0, np.where(TIME < 1.0, 1.0, 0.0), 1.0),
        (0.0, np.zeros(len(TIME)), 0.0),
    ],
)
def test_the_first_crossing(level, values, expected):
    assert number("crossing", TIME, values, level) == pytest.approx(expected, abs=2e-6, nan_ok=True)


def test_settling_of_a_first_order_lag_and_of_what_does_not_move():
    time = np.linspace(3.0, 40.0, 37001)
    assert number("settling", time, 5.0 - 2.0 * np.exp(-(time - 3.0)), 0.02) == pytest.approx(-math.log(0.02), abs=1e-6)
    assert number("settling", time, np.ones(len(time)), 0.02) == 0.0
    assert math.isnan(number("settling", time, time, 1.5))


def test_settling_of_an_oscillation_is_at_its_last_way_out_of_the_band():
    final = RINGING[-1]
    settled = number("settling", TIME, RINGING, 0.05)
    width = 0.05 * np.abs(RINGING - final).max()
    assert np.abs(RINGING[np.searchsorted(TIME, settled) :] - final).max() <= width
    assert abs(np.interp(settled, TIME, RINGING) - final) == pytest.approx(width, rel=1e-9)


@pytest.mark.parametrize("frequency", [1.0, 3.7, 41.23])
def test_the_largest_line_of_a_sine_between_the_lines_of_its_time_range(frequency):
    time = np.linspace(2.0, 12.0, 4001)
    values = 7.0 + 0.3 * np.sin(2.0 * math.pi * frequency * time + 0.4) + 0.01 * np.sin(2.0 * math.pi * 23.0 * time)
    # The tolerance allows for side lobes of the line at -f and of the small line. The window decreases with the third
    # power of the distance.
    assert number("spectrum_frequency", time, values) == pytest.approx(frequency, abs=2e-4)
    assert number("spectrum_peak", time, values) == pytest.approx(0.3, rel=2e-3)


def test_a_sine_with_whole_periods_is_measured_to_rounding():
    time = np.linspace(0.0, 10.0, 5001)
    values = 2.0 * np.cos(2.0 * math.pi * 50.0 * time)
    assert number("spectrum_frequency", time, values) == pytest.approx(50.0, rel=1e-7)
    assert number("spectrum_peak", time, values) == pytest.approx(2.0, rel=1e-7)


def test_a_constant_has_no_line_and_few_rows_have_no_spectrum():
    assert number("spectrum_peak", TIME, np.full(len(TIME), 0.1)) == 0.0
    assert math.isnan(number("spectrum_frequency", TIME, np.full(len(TIME), 0.1)))
    assert math.isnan(number("spectrum_peak", TIME[:5], TIME[:5]))


GENERATOR = np.random.default_rng(3)
UNEVEN = np.sort(np.concatenate([[0.3, 2.7], GENERATOR.uniform(0.3, 2.7, 60)]))
WAVES = 2.0 - 1.7 * np.exp(-UNEVEN) * np.cos(9.0 * UNEVEN) + 0.05 * GENERATOR.normal(size=62)
NUMBERS = {
    "crossing": 1.9,
    "settling": 0.3,
    "rainflow_range": 2.0,
    "cycles": 0.4,
    "damage_equivalent_load": 4.0,
    "at": 1.1,
    "amplitude": 2.0,
    "phase": 2.0,
}


@pytest.mark.parametrize("kind", KINDS)
def test_derivatives_by_values_times_and_number(kind):
    before, h = NUMBERS.get(kind, 0.0), 1e-6
    found = measure(kind, UNEVEN, WAVES, before)
    assert math.isfinite(found.value)

    def slope(time=0.0, values=0.0, given=0.0):
        up, down = (
            number(kind, UNEVEN + s * h * time, WAVES + s * h * values, before + s * h * given) for s in (1.0, -1.0)
        )
        return (up - down) / (2.0 * h)

    scale = max(1.0, np.abs(found.by_values).max(), np.abs(found.by_times).max())
    rows = np.eye(len(UNEVEN))
    np.testing.assert_allclose(found.by_values, [slope(values=row) for row in rows], atol=1e-6 * scale)
    np.testing.assert_allclose(found.by_times, [slope(time=row) for row in rows], atol=1e-6 * scale)
    if KINDS[kind].number and kind not in ("amplitude", "phase"):
        assert found.by_number == pytest.approx(slope(given=1.0), abs=1e-6 * scale)


class Sensor:
    """The properties of a sensor that a scalar needs."""

    sensor_type, components, units, rotation_parameters = "FORCE", ("f",), "N", None


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("crossing(0.5, load)", "s"),
        ("settling(0.02, load)", "s"),
        ("spectrum_peak(load)", "N"),
        ("spectrum_frequency(load)", "Hz"),
        ("rainflow_range(1, load)", "N"),
        ("cycles(3, load)", "1"),
        ("damage_equivalent_load(4, load)", "N"),
    ],
)
def test_units(text, unit):
    assert Scalar(text, {"load": Sensor()}, {}).unit == unit


def test_the_number_before_the_sensor_is_asked_for():
    with pytest.raises(ScalarError, match=r"write `damage_equivalent_load\(4, sensor.component\)`"):
        Scalar("damage_equivalent_load(load)", {"load": Sensor()}, {})


@pytest.mark.parametrize("number", ["0.02", "-1/50"])
def test_a_number_after_the_sensor_is_an_error_that_shows_the_order(number):
    with pytest.raises(
        ScalarError, match=r"takes a share before the sensor.*write `settling\(0.02, sensor.component\)`"
    ):
        Scalar(f"settling(load, {number})", {"load": Sensor()}, {})
