"""Quantiles over many cases without histories: equal to those of numpy if the cases fit, otherwise within a proved bound.
Scalars and quantiles need no memory for rows.
"""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

import rbsolve
from rbsolve.ensemble.envelopes import EnvelopeCollector, split_kept, times_of
from rbsolve.ensemble.quantiles import LEVELS, MOST_EXACT, QuantileSketch, quantiles_of
from rbsolve.solver.model.compiled import Schedule

STONE = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#v} @SCALAR_VALUE {5}
  @DESIGN_PARAMETER_NAME {#end} @SCALAR_VALUE {0.1} @DESIGN_PARAMETER_NAME {#row} @SCALAR_VALUE {1e-2} }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {0, 0, #v} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, #end} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {#row} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {stone} }
  @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {stone} }
}
"""


def sketch_of(values):
    sketch = QuantileSketch(values.shape[1])
    for row in values:
        sketch.add(row)
    return sketch


@pytest.mark.parametrize("cases", [1, 2, 16, 17, 100, MOST_EXACT])
def test_few_cases_have_the_quantiles_of_numpy(cases):
    values = np.random.default_rng(cases).normal(size=(cases, 7))
    sketch = sketch_of(values)
    assert sketch.is_exact
    assert sketch.rank_error == 0
    found = quantiles_of(*sketch.items(), sketch.counts)
    np.testing.assert_array_equal(found, np.quantile(values, LEVELS, axis=0))


def orders():
    """Return values (cases,) in orders that are unfavourable for some methods."""
    random = np.random.default_rng(3)
    values = random.normal(size=20_000)
    yield "random", values
    yield "rising", np.sort(values)
    yield "falling", np.sort(values)[::-1]
    yield "growing", np.sort(np.abs(values)) * np.where(np.arange(len(values)) % 2, 1.0, -1.0)
    yield "equal", np.repeat([1.0, 2.0, 3.0, 4.0], 5_000)
    yield "heavy tails", random.standard_cauchy(size=20_000)
    yield "with gaps", np.where(random.random(20_000) < 0.4, np.nan, values)
    yield "one more than fit", values[: MOST_EXACT + 1]


@pytest.mark.parametrize(("name", "values"), [pytest.param(*one, id=one[0]) for one in orders()])
def test_many_cases_keep_the_bound_of_the_rank(name, values):
    sketch = sketch_of(values[:, None])
    assert not sketch.is_exact
    items, weights = sketch.items()
    assert weights.sum() == len(values)
    assert items.shape[1] <= MOST_EXACT * (1 + np.log2(max(2.0, len(values) / MOST_EXACT)) / 2 + 1)
    error = sketch.rank_error
    assert 0 < error <= 0.01 * len(values)
    exact = np.sort(values[np.isfinite(values)])
    assert sketch.counts[0] == len(exact)
    for level in (0.0, *LEVELS, 1.0):
        found = quantiles_of(items, weights, sketch.counts, [level])[0, 0]
        rank = level * (len(exact) - 1)
        low, high = int(max(0, np.floor(rank) - error)), int(min(len(exact) - 1, np.ceil(rank) + error))
        assert exact[low] <= found <= exact[high]
    if name == "random":
        # Merges err in both directions. Therefore errors are much smaller than the bound.
        ranks = np.searchsorted(exact, quantiles_of(items, weights, sketch.counts)[:, 0])
        np.testing.assert_allclose(ranks, np.array(LEVELS) * len(exact), atol=0.6 * error)


def test_cells_are_independent():
    values = np.random.default_rng(5).normal(size=(1500, 3))
    together = sketch_of(values)
    found = quantiles_of(*together.items(), together.counts)
    for k in range(3):
        alone = sketch_of(values[:, k : k + 1])
        np.testing.assert_array_equal(quantiles_of(*alone.items(), alone.counts)[:, 0], found[:, k])


def test_no_values_have_no_quantiles():
    assert np.isnan(quantiles_of(*QuantileSketch(2).items(), np.zeros(2, dtype=np.int64))).all()
    sketch = sketch_of(np.array([[np.nan, 1.0], [np.inf, 3.0]]))
    assert sketch.counts.tolist() == [0, 2]
    found = quantiles_of(*sketch.items(), sketch.counts)
    assert np.isnan(found[:, 0]).all()
    np.testing.assert_array_equal(found[:, 1], np.quantile([1.0, 3.0], LEVELS))


def test_envelopes_have_at_most_two_hundred_times():
    few = Schedule(0.0, 0.95, 0.1, 10, 1, 1, 0.1)
    assert times_of(few) == tuple(few.window(0, 10)[0].tolist())
    many = times_of(Schedule(0.0, 10.0, 1e-3, 10_000, 1, 1, 1e-3))
    assert len(many) == 200
    assert (many[0], many[-1]) == (0.0, 10.0)
    assert {*many} <= {*Schedule(0.0, 10.0, 1e-3, 10_000, 1, 1, 1e-3).window(0, 10_000)[0].tolist()}
    assert times_of(Schedule.single(2.0)) == (2.0,)


def test_the_word_for_envelopes_is_no_sensor():
    assert split_kept(None) == (None, False)
    assert split_kept([]) == ((), False)
    assert split_kept(["a", "envelopes"]) == (("a",), True)


class Plan:
    name, components = "x", ("1", "2")


def test_values_between_rows_are_linear():
    """The rows of a case are from 1 to 4 s. Before and after, the case has no value."""
    collected = EnvelopeCollector([0.0, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0])
    time = np.array([1.0, 2.0, 4.0])
    collected.add(0, [Plan], time, {"x": np.stack([10.0 * time, -time], axis=1)})
    found = collected.envelope("x")
    assert found.cases.tolist() == [0, 1, 1, 1, 1, 1, 0]
    np.testing.assert_array_equal(found.quantiles[2, :, 0], [np.nan, 10.0, 15.0, 20.0, 30.0, 40.0, np.nan])
    np.testing.assert_array_equal(found.quantiles[0, :, 1], [np.nan, -1.0, -1.5, -2.0, -3.0, -4.0, np.nan])


SPEEDS = np.random.default_rng(1).normal(5.0, 1.0, size=60)


@pytest.mark.parametrize("threads", [1, 2])
def test_ensembles_have_quantiles_without_histories(threads):
    whole = rbsolve.solve_many(STONE, {"v": SPEEDS}, threads=1)
    some = rbsolve.solve_many(STONE, {"v": SPEEDS}, threads=threads, sensors=["place", "envelopes"])
    assert list(some) == ["place"]
    for name in ("place", "speed"):
        for found in (some.envelope(name), whole.envelope(name)):
            np.testing.assert_array_equal(found.quantiles, np.quantile(whole[name], LEVELS, axis=0))
            assert found.time.tobytes() == whole.time.tobytes()
            assert found.cases.tolist() == [60] * 11
            assert (found.rank_error, found.levels) == (0, LEVELS)
    with pytest.raises(KeyError, match="did you mean speed"):
        some.envelope("speeds")
    with pytest.raises(KeyError, match="no sensor speed"):
        rbsolve.solve_many(STONE, {"v": SPEEDS[:2]}, threads=1, sensors=["place"]).envelope("speed")


def test_failed_cases_have_no_part_in_quantiles():
    ends = np.array([0.1, -1.0, 0.1, 0.05])
    found = rbsolve.solve_many(STONE, {"v": SPEEDS[:4], "end": ends}, threads=1, sensors=["envelopes"])
    assert list(found.status) == ["complete", "failed", "complete", "complete"]
    place = found.envelope("place")
    assert place.cases.tolist() == [3] * 6 + [2] * 5
    alone = [rbsolve.solve(STONE, {"v": v})["place"] for v in SPEEDS[[0, 2, 3]]]
    np.testing.assert_array_equal(place.quantiles[:, :6], np.quantile([rows[:6] for rows in alone], LEVELS, axis=0))
    np.testing.assert_array_equal(place.quantiles[:, 6:], np.quantile([rows[6:] for rows in alone[:2]], LEVELS, axis=0))


def test_ensembles_compute_scalars_without_histories():
    asked = {"reach": "max(place.z) - 0.1*#v", "end": "final(speed.z)"}
    found = rbsolve.solve_many(STONE, {"v": SPEEDS}, threads=2, sensors=[], responses=asked)
    assert list(found) == []
    end = np.minimum(0.1, SPEEDS / 9.81)
    rows = np.floor(end / 0.01 + 1e-9) * 0.01
    high = np.maximum(*(SPEEDS * t - 4.905 * t**2 for t in (rows, np.minimum(0.1, rows + 0.01))))
    np.testing.assert_allclose(found.responses["reach"], high - 0.1 * SPEEDS, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.responses["end"], SPEEDS - 0.981, rtol=0, atol=1e-12)
    with pytest.raises(ValueError, match="plaze"):
        rbsolve.solve_many(STONE, {"v": SPEEDS}, responses={"x": "max(plaze.z)"})


def peak_bytes(solve):
    tracemalloc.start()
    try:
        solve()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("sensors", [[], ["envelopes"]])
def test_memory_does_not_grow_with_cases_times_rows(sensors):
    """The histories of 100 more cases would need 100 x 2001 rows x 7 numbers x 8 bytes, 11 MB. The times differ between
    cases. For each case, the envelopes store 200 x 6 numbers, and the check needs about 10 kB.
    """

    def solve(cases):
        ends = np.linspace(2.0, 2.0 + 1e-9, cases)
        given = {"v": np.linspace(4.0, 6.0, cases), "end": ends, "row": 1e-3}
        asked = {"top": "max(place.z)"}
        return lambda: rbsolve.solve_many(STONE, given, threads=1, lanes=1, sensors=sensors, responses=asked)

    solve(2)()
    few, many = (peak_bytes(solve(cases)) for cases in (20, 120))
    assert many - few < (5e6 if sensors else 3e6), (few, many)
