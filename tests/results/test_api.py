"""The Python interface."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest

import rbsolve
from rbsolve.display import following

DECK = """\
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.3} @DESIGN_PARAMETER_NAME {#v} @VECTOR_VALUE {1, 0, 0} }
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {#L, 2*#L, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {90, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {P} @TRIAD_NAME {T} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} {
  @MASS {2} @CENTRE_OF_MASS_LOCATION {0, 0, 1} @MOMENTS_OF_INERTIA {4, 5, 3} @INERTIA_REFERENCE_POINT {BODY_ORIGIN} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {F} @INITIAL_VELOCITY {#v} } }
"""
SPRING = """\
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {P}
  @STIFFNESS {1e9} } }
"""
LONG = 2000.0  # seconds, for a run that reports its progress
ANALYSIS = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }\n"


def test_check_gives_findings_in_order(tmp_path):
    wrong = DECK.replace("COORDINATES", "COORDINATS").replace("@MASS {2}", "@MASS {-2}") + ANALYSIS
    (tmp_path / "a.deck").write_text(wrong)
    for deck in (wrong, tmp_path / "a.deck", str(tmp_path / "a.deck")):
        findings = rbsolve.check(deck)
        errors = [(finding.code, finding.span.line) for finding in findings if finding.severity == "error"]
        assert errors[0] == ("unknown-keyword", 2)
        assert ("invalid-value", 6) in errors
        assert errors == sorted(errors, key=lambda error: error[1])
        first = findings[0]
        place = (first.file, first.line, first.column, first.end_line, first.end_column)
        assert place[1:] == (2, 39, 2, 50)
        assert first.as_json() == {
            **dict(zip(("file", "line", "column", "end_line", "end_column"), place, strict=True)),
            **{key: getattr(first, key) for key in ("severity", "code", "message", "hint")},
        }
    assert rbsolve.check(DECK + ANALYSIS) == []
    assert rbsolve.check("") == []


def test_a_model_is_resolved():
    model = rbsolve.load(DECK)
    np.testing.assert_allclose(model.points["P"], [0.3, 0.6, 0.0], atol=1e-15)
    np.testing.assert_allclose(model.triads["T"], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-15)
    np.testing.assert_allclose(model.frames["F"][:3, 3], [0.3, 0.6, 0.0], atol=1e-15)
    np.testing.assert_array_equal(model.frames["INERTIAL"], np.eye(4))
    body = model.bodies["B"]
    assert (body.name, body.mass) == ("B", 2.0)
    np.testing.assert_allclose(body.inertia, np.diag([4.0 - 2.0, 5.0 - 2.0, 3.0]))
    np.testing.assert_array_equal(body.frame, model.frames["F"])
    assert model.parameters["L"] == 0.3
    assert repr(model) == "<Model: bodies B>"


@pytest.mark.parametrize("length", [0.5, "0.5", "1/2", np.float64(0.5)])
def test_parameters_are_numbers_arrays_or_text(length):
    model = rbsolve.load(DECK, parameters={"L": length, "v": np.array([3.0, 2.0, 1.0])})
    np.testing.assert_allclose(model.points["P"], [0.5, 1.0, 0.0])
    results = rbsolve.solve(DECK + ANALYSIS, parameters={"L": length, "v": [3.0, 2.0, 1.0]})
    np.testing.assert_array_equal(results["B.VELOCITY"][0], [3.0, 2.0, 1.0])


def test_solving_a_model_keeps_its_parameters_and_adds_more():
    model = rbsolve.load(DECK + ANALYSIS, parameters={"L": 0.5})
    results = rbsolve.solve(model, parameters={"v": [0.0, 2.0, 0.0]}, step=0.05, t_end=0.5)
    assert results.status == "complete"
    np.testing.assert_allclose(results.time, np.arange(11) * 0.05, atol=1e-15)
    np.testing.assert_allclose(results["B.CONFIGURATION"][-1, :3], [0.5, 1.0 + 2.0 * 0.5, 0.0], atol=1e-13)
    assert results.attributes["integrator"] == "EXPLICIT_RUNGE_KUTTA"


def test_solving_into_a_file(tmp_path):
    (tmp_path / "a.deck").write_text(DECK + ANALYSIS)
    with rbsolve.solve(tmp_path / "a.deck", output=tmp_path / "o.h5") as results:
        assert results.path == tmp_path / "o.h5"
    with rbsolve.open_results(str(tmp_path / "o.h5")) as results:
        assert results.attributes["deck_name"] == "a.deck"
        assert len(results.time) == 11


def test_a_text_is_solved_where_the_current_folder_is_gone(tmp_path, monkeypatch):
    here = rbsolve.solve(DECK + ANALYSIS, output=tmp_path / "here.h5")
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert rbsolve.check(DECK + ANALYSIS) == []
    with here, rbsolve.solve(DECK + ANALYSIS, output=tmp_path / "there.h5") as there:
        np.testing.assert_array_equal(there.time, here.time)
        assert "folder" not in there.file["deck"].attrs


def test_a_deck_with_errors_cannot_be_loaded_or_solved():
    for call in (rbsolve.load, rbsolve.solve):
        with pytest.raises(rbsolve.DeckError, match="unknown-keyword") as caught:
            call(DECK.replace("COORDINATES", "COORDINATS"))
        assert isinstance(caught.value.diagnostics[0], rbsolve.Diagnostic)
    with pytest.raises(rbsolve.DeckError, match="cannot be solved"):
        rbsolve.solve(DECK)
    with pytest.raises(FileNotFoundError):
        rbsolve.load("missing.deck")


def test_a_failed_run_raises_with_its_rows(tmp_path):
    with pytest.raises(rbsolve.SolveError, match="use a smaller step") as caught:
        rbsolve.solve(DECK + SPRING + ANALYSIS, output=tmp_path / "o.h5", t_end=100.0)
    assert caught.value.outcome is rbsolve.Outcome.DIVERGED
    assert caught.value.results.status == "failed"
    assert len(caught.value.results.time) > 1
    caught.value.results.close()


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"parameters": [("L", 0.3)]}, TypeError, "parameters must be a mapping from names to values"),
        ({"parameters": "L=0.3"}, TypeError, "parameters must be a mapping"),
        ({"parameters": {5: 0.3}}, TypeError, "parameters must be a mapping"),
        ({"parameters": {"L": None}}, TypeError, "parameters: L has no value"),
        ({"options": "SPECTRAL_RADIUS=0.8"}, TypeError, "options must be a mapping"),
        ({"integrator": 5}, TypeError, "integrator must be a name, not 5"),
        ({"step": "0.1"}, TypeError, "step must be a number of seconds, not '0.1'"),
        ({"t_end": float("inf")}, ValueError, "t_end must be a number of seconds, not inf"),
        ({"parameters": {"L": object()}}, TypeError, "parameters: L must be a number, a list of numbers or a text"),
        ({"output": 5}, TypeError, "output must be the path of a file, not 5"),
        ({"progress": "yes"}, TypeError, "progress must be True, False, None or a function, not 'yes'"),
        (
            {"integrator": "RK45"},
            rbsolve.DeckError,
            "<integrator>:1:14: .*there is no integrator RK45 .hint: did you mean RK44",
        ),
        ({"formulation": "LIE"}, rbsolve.DeckError, "<formulation>:1:15: .*does not support in the formulation LIE"),
        ({"step": -1.0}, rbsolve.DeckError, "<step>:1:8: .*the time step must be positive"),
        ({"t_end": -1.0}, rbsolve.DeckError, "<t_end>:1:9: .*the end time -1 must be after"),
        ({"parameters": {"M": 1.0}}, rbsolve.DeckError, "<parameters>:1:1: .*no design parameter #M"),
        ({"start_from": "none.h5"}, rbsolve.DeckError, "<start_from>:1:1: .*there is no file none.h5"),
    ],
)
def test_arguments_of_a_wrong_kind_are_named(arguments, error, words):
    with pytest.raises(error, match=words):
        rbsolve.solve(DECK + ANALYSIS, **arguments)


def test_a_deck_of_a_wrong_kind_is_named():
    with pytest.raises(TypeError, match=r"a deck must be a path, the text of a deck or an rbsolve.Deck, not 5"):
        rbsolve.solve(5)
    with pytest.raises(ValueError, match="at: 'soon' is neither a time nor one of start, end, equilibrium"):
        rbsolve.linearize(DECK + ANALYSIS, at="soon")


def test_a_function_follows_a_run():
    seen = []
    rbsolve.solve(DECK + ANALYSIS, t_end=LONG, progress=seen.append)
    assert 0.0 < seen[-1].time <= LONG
    assert seen[-1].steps > 0


def test_a_function_follows_many_cases():
    seen = []
    rbsolve.solve_many(DECK + ANALYSIS, {"L": [0.1, 0.2, 0.3]}, t_end=0.1, progress=lambda *done: seen.append(done))
    assert seen == [(1, 3), (2, 3), (3, 3)]


@pytest.fixture
def notebook(monkeypatch):
    """Return the texts of a display that IPython shows in a notebook cell."""
    shown: list[str] = []
    handle = SimpleNamespace(update=lambda shape: shown.append(shape))
    display = SimpleNamespace(HTML=lambda text: text, display=lambda shape, display_id: handle)
    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=object()), display=display)
    monkeypatch.setitem(sys.modules, "IPython", shell)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setattr(following, "SECONDS_BEFORE", 0.0)
    monkeypatch.setattr(following, "SECONDS_BETWEEN", 0.0)
    return shown


def test_a_notebook_shows_a_bar(notebook):
    rbsolve.solve(DECK + ANALYSIS, t_end=LONG)
    bars = [text for text in notebook if f"of {LONG:g} s" in text]
    assert bars
    assert all("<progress value=" in text for text in bars)
    assert "ended after" in notebook[-1]
    rbsolve.solve_many(DECK + ANALYSIS, {"L": [0.1, 0.2]}, t_end=0.1)
    assert any("2 of 2 cases" in text for text in notebook)
    notebook.clear()
    rbsolve.solve(DECK + ANALYSIS, t_end=0.1, progress=False)
    assert not notebook


def test_a_script_shows_progress_where_it_is_asked_for(monkeypatch, capsys):
    monkeypatch.setattr(following, "SECONDS_BEFORE", 0.0)
    monkeypatch.setattr(following, "SECONDS_BETWEEN", 0.0)
    rbsolve.solve(DECK + ANALYSIS, t_end=0.1)
    assert capsys.readouterr().err == ""
    rbsolve.solve(DECK + ANALYSIS, t_end=LONG, progress=True)
    assert f"of {LONG:g} s" in capsys.readouterr().err


def test_names_are_completed_within_brackets():
    model = rbsolve.load(DECK + ANALYSIS)
    results = rbsolve.solve(DECK + ANALYSIS, t_end=0.1)
    for mapping in (model.bodies, results, results.sensors):
        assert mapping._ipython_key_completions_() == list(mapping) != []


def test_options_may_be_written_as_in_a_deck():
    method = {"integrator": "GENERALIZED_ALPHA", "t_end": 0.1}
    found = [
        rbsolve.solve(DECK + ANALYSIS, options={keyword: 0.5}, **method).attributes["options"]
        for keyword in ("SPECTRAL_RADIUS", "@SPECTRAL_RADIUS")
    ]
    assert '"SPECTRAL_RADIUS": 0.5' in found[0]
    assert found[0] == found[1]


def test_closed_results_say_so(tmp_path):
    results = rbsolve.solve(DECK + ANALYSIS, output=tmp_path / "o.h5")
    results.close()
    results.close()
    for read in (lambda: results.time, lambda: results["B.VELOCITY"], lambda: results.status, lambda: results.file):
        with pytest.raises(ValueError, match=r"the results .*o\.h5 are closed"):
            read()


def test_an_output_that_cannot_be_written_is_an_oserror(tmp_path):
    with pytest.raises(OSError, match="it is a folder"):
        rbsolve.solve(DECK + ANALYSIS, output=tmp_path)


def test_names_of_the_package():
    assert set(rbsolve.__all__) <= set(dir(rbsolve))
    for name in rbsolve.__all__:
        assert getattr(rbsolve, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        rbsolve.sovle  # noqa: B018  # the access raises
