"""Results and models as objects, which are pickled, printed, saved and solved again."""

from __future__ import annotations

import multiprocessing
import pickle

import numpy as np
import pandas
import pytest

import rbsolve

DECK = """\
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#v} @SCALAR_VALUE {1} }
@POINT_DEFINITION { @POINT_NAME {tip} { @COORDINATES {1, 0, 0} } @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 2} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {#v, 0, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.02} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {tip} }
  @SENSOR_NAME {time} { @SENSOR_TYPE {KINETIC_ENERGY} @OBJECT_NAME {B} } }
"""
STIFF = """\
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {tip}
  @STIFFNESS {1e9} } }
"""


def task(kind: str) -> object:
    """Return the result or the exception of a worker."""
    if kind == "results":
        return rbsolve.solve(DECK)
    if kind == "deck":
        return rbsolve.solve(DECK.replace("@MASS {1}", "@MASS {-1}"))
    return rbsolve.solve(DECK + STIFF, t_end=50.0)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_errors_and_results_pass_between_processes():
    with multiprocessing.get_context("fork").Pool(1) as pool:
        results = pool.apply_async(task, ("results",)).get(60)
        np.testing.assert_array_equal(results["tip"], rbsolve.solve(DECK)["tip"])
        with pytest.raises(rbsolve.DeckError, match="greater than 0") as wrong:
            pool.apply_async(task, ("deck",)).get(60)
        assert "invalid-value" in [finding.code for finding in wrong.value.diagnostics]
        with pytest.raises(rbsolve.SolveError, match="smaller step") as failed:
            pool.apply_async(task, ("diverging",)).get(60)
    assert failed.value.outcome is rbsolve.Outcome.DIVERGED
    assert len(failed.value.results.time) > 1


def test_results_of_a_file_pickle_as_its_path(tmp_path):
    with rbsolve.solve(DECK, output=tmp_path / "o.h5") as results:
        data = pickle.dumps(results)
        assert len(data) < 1000
        with pickle.loads(data) as again:
            np.testing.assert_array_equal(again["tip"], results["tip"])


def test_results_in_memory_are_small_and_can_be_saved(tmp_path):
    results = rbsolve.solve(DECK)
    assert len(pickle.dumps(results)) < 100_000
    results.save(tmp_path / "o.h5")
    with rbsolve.open_results(tmp_path / "o.h5") as saved:
        assert saved.status == "complete"
        assert list(saved) == ["tip", "time"]
        np.testing.assert_array_equal(saved["time"], results["time"])
    with pytest.raises(OSError, match="does not exist"):
        results.save(tmp_path / "missing" / "o.h5")


def test_a_model_is_solved_as_it_was_loaded(tmp_path, monkeypatch):
    deck = tmp_path / "a.deck"
    deck.write_text(DECK)
    model = rbsolve.load(deck, parameters={"v": 2.0})
    deck.write_text(DECK.replace("@MASS {1}", "@MASS {7}"))
    read = []
    monkeypatch.setattr("rbsolve.language.syntax.includes.read_tree", lambda *given: read.append(given))
    assert rbsolve.solve(model)["time"][0, 0] == 0.5 * 2.0**2
    assert rbsolve.solve(model, parameters={"v": 3.0}, step=0.1)["time"][0, 0] == 0.5 * 3.0**2
    assert rbsolve.solve(model)["time"][0, 0] == 0.5 * 2.0**2
    assert read == []


def test_a_model_pickles_with_all_it_was_read_from(tmp_path):
    part, deck = tmp_path / "part.dat", tmp_path / "a.deck"
    body = DECK.index("@RIGID_BODY_DEFINITION")
    part.write_text(DECK[:body])
    include = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {p} { @LIST_OF_FILE_NAMES {part.dat} } }\n"
    swing = (
        "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {#v*sin(t)} } }\n"
    )
    load = "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {F} { @CONNECTED_TO_BODY {B} @APPLIED_FORCES {1, 0, 0} @FUNCTION_1D_NAME {f} } }\n"
    deck.write_text(include + DECK[body:] + swing + load)
    model = rbsolve.load(deck, parameters={"v": 2.0})
    data = pickle.dumps(model)
    part.unlink()
    deck.unlink()
    again = pickle.loads(data)
    assert repr(again) == repr(model)
    np.testing.assert_array_equal(rbsolve.solve(again)["tip"], rbsolve.solve(model)["tip"])
    assert [str(finding) for finding in again.diagnostics] == [str(finding) for finding in model.diagnostics]


def test_two_runs_of_a_model_do_not_share_what_sensors_remember():
    model = rbsolve.load(DECK)
    first, second = rbsolve.solve(model), rbsolve.solve(model)
    np.testing.assert_array_equal(first["tip"], second["tip"])


def test_names_that_do_not_exist_get_a_suggestion():
    model, results = rbsolve.load(DECK), rbsolve.solve(DECK)
    for mapping, what in ((results, "sensor"), (results.sensors, "sensor"), (model.points, "point")):
        with pytest.raises(KeyError) as caught:
            mapping["tipp"]
        assert str(caught.value) == f"there is no {what} tipp: did you mean tip?"
    with pytest.raises(KeyError, match="there is no body wing: the names are B"):
        model.bodies["wing"]


def test_mappings_print_what_they_hold():
    model, results = rbsolve.load(DECK), rbsolve.solve(DECK)
    assert "tip   array([1., 0., 0.])" in repr(model.points)
    assert "tip     POSITION        B       51 x 3  m      FXDFRAME_INERTIAL" in repr(results.sensors)
    assert "<td>POSITION</td>" in results._repr_html_()
    assert "<td>tip</td>" in model.points._repr_html_()


def test_pandas_gets_the_exported_table():
    results = rbsolve.solve(DECK)
    frame = results.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame) == ["tip.x1 [m]", "tip.x2 [m]", "tip.x3 [m]", "time [J]"]
    assert frame.index.name == "time [s]"
    np.testing.assert_array_equal(frame["tip.x1 [m]"], results["tip"][:, 0])
    np.testing.assert_array_equal(frame.index, results.time)
