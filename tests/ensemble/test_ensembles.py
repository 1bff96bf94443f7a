"""Many cases at once are bitwise identical to single runs, for every integrator and any number of threads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hinges import HINGE, decks

import rbsolve
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.solving import _slices
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, parse_deck

DECKS = Path(__file__).parents[2] / "decks"

LENGTHS = np.linspace(0.5, 1.5, 9)
SPINS = np.stack([np.zeros(9), np.linspace(-1.0, 1.0, 9), np.zeros(9)], axis=1)


@pytest.mark.parametrize("name", decks())
def test_cases_have_the_bits_of_single_runs(name):
    deck = decks()[name]
    parameters = {"L": LENGTHS, "w": SPINS}
    one, three = (rbsolve.solve_many(deck, parameters, threads=threads) for threads in (1, 3))
    assert list(one.status) == ["complete"] * 9
    for i in (0, 4, 8):
        single = rbsolve.solve(deck, parameters={"L": LENGTHS[i], "w": SPINS[i]})
        for sensor, history in single.items():
            assert one[sensor][i].tobytes() == three[sensor][i].tobytes() == history.tobytes(), sensor
        np.testing.assert_array_equal(one.time, single.time)
        assert one.steps[i] == single.attributes["steps"]
    again = one.case(4)
    assert again["tip"].tobytes() == one["tip"][4].tobytes()
    assert "energy" in again.diagnostics


def test_short_names_of_methods_are_those_of_single_runs():
    """The deck has a table in a function of time. The tableau of the method differs from the tableau in the deck."""
    method = {"integrator": "RK44", "t_end": 0.1}
    deck, amplitudes = DECKS / "kapitza_pendulum.deck", np.array([0.015, 0.02])
    ensemble = rbsolve.solve_many(deck, {"a": amplitudes}, **method)
    for k, a in enumerate(amplitudes.tolist()):
        np.testing.assert_array_equal(ensemble["force"][k], rbsolve.solve(deck, {"a": a}, **method)["force"])


def test_steps_of_their_own_begin_anew_with_each_start():
    """If only the initial state differs, one engine solves all cases."""
    deck = decks()["self-controlled steps"]
    many = rbsolve.solve_many(deck, {"w": SPINS}, threads=1)
    for i in range(9):
        single = rbsolve.solve(deck, parameters={"w": SPINS[i]})
        assert many["tip"][i].tobytes() == single["tip"].tobytes()
        assert many.steps[i] == single.attributes["steps"]


def test_bad_cases_stop_alone():
    lengths = np.array([1.0, -1.0, 1.0, 0.0, 2.0])
    deck = (HINGE % ("", "", "EXPLICIT_RUNGE_KUTTA", "")).replace("{0.1, 2*#L^2/12, 2*#L^2/12}", "{0.1, #L, #L}")
    ensemble = rbsolve.solve_many(deck, {"L": lengths}, threads=2)
    assert list(ensemble.status) == ["complete", "failed", "complete", "failed", "complete"]
    assert "`@MOMENTS_OF_INERTIA` must be at least 0, but -1 is given" in ensemble.messages[1]
    assert "an axis without inertia" in ensemble.messages[3]
    assert np.isnan(ensemble["tip"][1]).all()
    assert np.isfinite(ensemble["tip"][[0, 2, 4]]).all()
    assert list(ensemble.rows) == [41, 0, 41, 0, 41]
    with pytest.raises(rbsolve.DeckError):
        ensemble.case(1)


def test_a_case_that_diverges_keeps_its_rows():
    stiff = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {1} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {1, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {1, 0, 0} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {P}
  @STIFFNESS {#k} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 20} @TIME_STEP_SIZE {0.1} } }
"""
    ensemble = rbsolve.solve_many(stiff, {"k": [1.0, 1e7, 2.0]}, threads=2)
    assert list(ensemble.status) == ["complete", "failed", "complete"]
    assert "use a smaller step" in ensemble.messages[1]
    rows = ensemble.rows[1]
    assert 1 < rows < 201
    assert np.isfinite(ensemble["B.CONFIGURATION"][1, : rows - 1]).all()
    assert np.isnan(ensemble["B.CONFIGURATION"][1, rows:]).all()
    assert len(ensemble.time) == 201


def test_parameters_become_coordinates():
    ensemble = rbsolve.solve_many(
        HINGE % ("", "", "EXPLICIT_RUNGE_KUTTA", ""), {"#L": LENGTHS[:3], "w": SPINS[:3]}, sensors=["tip"]
    )
    assert list(ensemble) == ["tip"]
    dataset = ensemble.to_xarray()
    assert dataset["tip"].dims == ("case", "time", "component")
    np.testing.assert_array_equal(dataset["tip"].sel(component="z"), ensemble["tip"][..., 2])
    assert dataset["tip"].attrs["units"] == "m"
    np.testing.assert_array_equal(dataset["L"], LENGTHS[:3])
    assert dataset["w"].dims == ("case", "w_component")
    assert "3 cases over L, w, 0 failed" in repr(ensemble)


NAMES = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#tip} @SCALAR_VALUE {1} @DESIGN_PARAMETER_NAME {#case} @VECTOR_VALUE {1, 2, 3} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {#tip} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {#case} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} }
  @SENSOR_NAME {time} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {B} } @SENSOR_NAME {time_} { @SENSOR_TYPE {KINETIC_ENERGY} @OBJECT_NAME {B} }
  @SENSOR_NAME {status} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {B} }
  @SENSOR_NAME {component} { @SENSOR_TYPE {ACCELERATION} @OBJECT_NAME {B} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.5} } }
"""


def test_names_of_sensors_parameters_and_dimensions_may_be_alike():
    """If names are equal, a dimension keeps its name before a parameter, and a parameter keeps its name before a
    sensor. The other names get the suffix `_`.
    """
    speeds = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    ensemble = rbsolve.solve_many(NAMES, {"tip": [1.0, 2.0], "case": speeds})
    many, one = ensemble.to_xarray(), ensemble.case(1).to_xarray()
    assert {*many.coords} == {"case", "time", "component", "tip", "case_"}
    np.testing.assert_array_equal(many["tip"], [1.0, 2.0])
    np.testing.assert_array_equal(many["case_"], speeds)
    assert list(many["status"].values) == ["complete", "complete"]
    for name, of_many, of_one in (
        ("tip", "tip_", "tip"),
        ("time", "time_", "time_"),
        ("time_", "time__", "time__"),
        ("status", "status_", "status"),
        ("component", "component_", "component_"),
    ):
        histories = (
            ensemble[name][..., 0] if ensemble[name].shape[2] == 1 else ensemble[name]
        )  # a single number has no components
        np.testing.assert_array_equal(many[of_many], histories)
        np.testing.assert_array_equal(one[of_one], histories[1])


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"L": 1.0}, "needs an array"),
        ({"L": [1.0, 2.0], "w": SPINS}, "different numbers of cases: L 2, w 9"),
        ({"LL": [1.0, 2.0]}, "there is no design parameter LL: did you mean L"),
    ],
)
def test_what_is_no_ensemble_is_refused(parameters, reason):
    with pytest.raises(ValueError, match=reason):
        rbsolve.solve_many(HINGE % ("", "", "EXPLICIT_RUNGE_KUTTA", ""), parameters)


SHORT = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {1} @DESIGN_PARAMETER_NAME {#end} @SCALAR_VALUE {0.2}
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {0} @DESIGN_PARAMETER_NAME {#start} @SCALAR_VALUE {0} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {1, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {1, 0, 0}
  @INITIAL_ANGULAR_VELOCITY {1, #spin, 0} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {P}
  @STIFFNESS {#k} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {#start, #end} @TIME_STEP_SIZE {0.1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {e} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {B} @ROTATION_PARAMETERS {EULER_PARAMETERS} }
  @SENSOR_NAME {v} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {B} @ROTATION_PARAMETERS {ROTATION_VECTOR} }
  @SENSOR_NAME {p} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {B} @POINT_NAME {P} } }
"""


def test_sensors_of_short_cases_are_those_of_each_alone():
    """Many runs share a chunk. The Euler parameters keep their signs from row to row. One run diverges, end times
    differ, and runs start after the end of the previous run.
    """
    generator = np.random.default_rng(3)
    count = 200
    parameters = {
        "spin": generator.uniform(-60.0, 60.0, count),
        "end": np.where(np.arange(count) % 50 > 40, 1.7, 0.6),
        "start": np.where(np.arange(count) % 50 > 45, 0.9, 0.0),
        "k": np.where(np.arange(count) % 17 == 5, 1e9, 1.0),
    }
    ensemble = rbsolve.solve_many(SHORT, parameters, threads=1)
    assert {"complete", "failed"} == set(ensemble.status)
    variation = Variation(parse_deck(SHORT), Options())
    for i in range(count):
        alone = CaseSolver(variation).solve({name: float(values[i]) for name, values in parameters.items()})
        assert (alone.status, alone.message) == (ensemble.status[i], ensemble.messages[i])
        rows = ensemble.rows[i]
        assert rows == len(alone.time)
        assert ensemble.times[i, :rows].tobytes() == alone.time.tobytes()
        for sensor, history in alone.sensors.items():
            assert ensemble[sensor][i, :rows].tobytes() == history.tobytes(), (i, sensor)


@pytest.mark.parametrize(
    ("count", "threads", "most"), [(1, 2, 64), (199, 2, 64), (10_000, 2, 32), (50, 16, 64), (500, 3, 1)]
)
def test_slices_hold_every_case_once_and_grow_smaller(count, threads, most):
    cases = [{"i": i} for i in range(count)]
    slices = list(_slices(cases, threads, most))
    assert [case for some in slices for case in some] == cases
    sizes = [len(some) for some in slices]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] <= most
    assert sizes[-1] == 1  # no thread ends much later than the other threads


def test_histories_in_files_are_those_in_memory(tmp_path):
    """The cases have different lengths, so the files grow."""
    deck = decks()["explicit"].replace("TIME_RANGE {0, 0.4}", "TIME_RANGE {0, 0.2*#L}")
    lengths = {"L": np.array([0.5, 1.0, 0.3, 2.0])}
    in_memory = rbsolve.solve_many(deck, lengths)
    in_files = rbsolve.solve_many(deck, lengths, spill=tmp_path / "histories")
    assert isinstance(in_files["tip"], np.memmap)
    for name in in_memory:
        np.testing.assert_array_equal(np.load(tmp_path / "histories" / f"sensor-{name}.npy"), in_memory[name])
        np.testing.assert_array_equal(in_files[name], in_memory[name])
    np.testing.assert_array_equal(in_files.times, in_memory.times)
    assert sorted(path.name for path in (tmp_path / "histories").iterdir()) == sorted(
        ["times.npy", *(f"sensor-{name}.npy" for name in in_memory)]
    )
