"""The class `rbsolve.Study`, which gives Python the folder of `rbsolve sweep`."""

import numpy as np
import pytest

import rbsolve

SPINS = np.array([1.0, 2.0, 3.0])


@pytest.fixture
def study(deck, tmp_path):
    return rbsolve.Study.submit(deck, {"spin": SPINS, "mass": 2.5}, tmp_path / "s")


def test_a_study_from_python(deck, tmp_path, study):
    assert (len(study), study.status().state, study.status().pending) == (3, "interrupted", 3)
    np.testing.assert_array_equal(study.parameters["spin"], SPINS)
    found = study.resume(jobs=1)
    assert (found.state, found.done, found.failed, found.collected) == ("complete", 3, 0, True)
    assert "3 of 3 cases done" in repr(study)
    table = study.table("final(height.3)", "at(0.05, turning.y)", "max(height.z)")
    np.testing.assert_array_equal(table["case"], [0, 1, 2])
    np.testing.assert_array_equal(table["mass"], [2.5] * 3)
    assert list(table["status"]) == ["complete"] * 3
    alone = rbsolve.solve(deck, parameters={"spin": 2.0, "mass": 2.5})
    assert table["final(height.3)"][1] == alone["height"][-1, 2]
    assert table["at(0.05, turning.y)"][1] == alone["turning"][5, 1]
    row = alone["height"][:, 2]
    formula = "mean(height.z)/#mass - 2*range(height.z)"
    expected = np.trapezoid(row, alone.time) / alone.time[-1] / 2.5 - 2.0 * np.ptp(row)
    assert study.table(formula)[formula][1] == pytest.approx(expected, rel=1e-14)
    np.testing.assert_array_equal(study.case(1)["turning"], alone["turning"])
    with study.results() as results:
        np.testing.assert_array_equal(results["height"][1], alone["height"])
    assert rbsolve.Study(tmp_path / "s").status() == study.status()
    for scalar in ("final(nothing.x)", "final(height)", "most(height.z)", "final(height.z", "at(height.z)"):
        with pytest.raises((ValueError, KeyError), match=r"height|nothing|most"):
            study.table(scalar)
    with pytest.raises(IndexError, match="0 to 2"):
        study.case(3)


def test_failures_and_retry(deck, tmp_path):
    study = rbsolve.Study.submit(deck, {"mass": [-1.0, 2.0, -3.0], "spin": [1.0, 1.0, 2.0]}, tmp_path / "s")
    found = study.resume(jobs=1)
    assert (found.state, found.done, found.failed) == ("failed", 1, 2)
    first, second = study.failures()
    assert (first.case, first.parameters, second.case) == (0, {"mass": -1.0, "spin": 1.0}, 2)
    assert [failed.case for failed in study.failures("deck-error")] == [0, 2]
    assert study.failures("memory-limit") == []
    table = study.table("final(height.z)")
    assert np.isnan(table["final(height.z)"][0])
    assert table["reason"][0] == "deck-error"
    assert study.retry([2], jobs=1).failed == 2


def test_grids_texts_and_wrong_parameters(deck_text, tmp_path):
    study = rbsolve.Study.submit(
        deck_text, {"spin": [1.0, 2.0], "throw": [[0, 0, 1], [0, 0, 2]]}, tmp_path / "s", grid=True
    )
    assert len(study) == 4
    np.testing.assert_array_equal(study.parameters["throw"][:, 2], [1, 2, 1, 2])
    with pytest.raises(rbsolve.DeckError, match="spn"):
        rbsolve.Study.submit(deck_text, {"spn": [1.0]}, tmp_path / "t")
    with pytest.raises(rbsolve.DeckError, match="height"):
        rbsolve.Study.submit(deck_text, {"spin": [1.0, 2.0]}, tmp_path / "t", keep=["hight"])
    with pytest.raises(TypeError, match="t_stop"):
        rbsolve.Study.submit(deck_text, {"spin": [1.0, 2.0]}, tmp_path / "t", t_stop=1.0)
    with pytest.raises(OSError, match="no study"):
        rbsolve.Study(tmp_path / "t")


def test_cases_are_added(deck, tmp_path, study):
    study.resume(jobs=1)
    before = study.table("final(turning.y)")["final(turning.y)"]
    assert study.extend({"spin": [4.0, 5.0], "mass": [1.0, 1.0]}) == [3, 4]
    assert (len(study), study.status().pending) == (5, 2)
    assert rbsolve.Study(study.folder).resume(jobs=1).done == 5
    table = study.table("final(turning.y)")
    np.testing.assert_array_equal(table["final(turning.y)"][:3], before)
    np.testing.assert_array_equal(table["spin"], [*SPINS, 4, 5])
    alone = rbsolve.solve(deck, parameters={"spin": 5.0, "mass": 1.0})
    assert table["final(turning.y)"][4] == alone["turning"][-1, 1]
    for wrong in ({"spin": [1.0]}, {"spin": [1.0], "mass": [[1.0, 2.0]]}, {"spin": [1.0], "mass": [1.0], "end": [1.0]}):
        with pytest.raises(ValueError, match=r"varies|numbers"):
            study.extend(wrong)


def test_a_script_solves_the_cases(deck, study):
    first, second = study.ask(2)
    assert (first.number, first.parameters, second.number) == (0, {"spin": 1.0, "mass": 2.5}, 1)
    assert study.status().running == 2
    with pytest.raises(OSError, match="running"):
        study.extend({"spin": [1.0], "mass": [1.0]})
    results = rbsolve.solve(deck, parameters=first.parameters)
    study.tell(first, results)
    study.tell(second, "the test bench was on fire")
    with pytest.raises(rbsolve.studies.study.StudyError, match="already reported"):
        study.tell(second, results)
    (third,) = study.ask(5)
    study.tell(third, rbsolve.solve(deck, parameters=third.parameters))
    assert study.ask() == []
    found = study.status()
    assert (found.state, found.done, found.failed) == ("failed", 2, 1)
    assert study.failures()[0].message == "the test bench was on fire"
    table = study.table("final(height.z)")
    assert table["final(height.z)"][0] == results["height"][-1, 2]
    assert table["reason"][1] == "told"


def test_cases_that_were_asked_for_are_free_when_the_script_ends(study):
    """In this test, the cases have the name of another owner, whose process has ended."""
    from rbsolve.studies.preparation import growing

    with pytest.MonkeyPatch.context() as patch:
        host, _, _, word = growing.own_name().split(":")
        patch.setattr(growing, "own_name", lambda: f"{host}:{2**22 + 1}:1:{word}")
        assert len(study.ask(2)) == 2
    assert study.status().running == 0
    assert study.resume(jobs=1).done == 3


def test_a_scalar_names_constants_and_what_varies(deck_text, tmp_path):
    text = deck_text.replace("{#end}", "{#half} @SCALAR_VALUE {#mass/2} @DESIGN_PARAMETER_NAME {#end}")
    study = rbsolve.Study.submit(text, {"mass": [2.0, 4.0]}, tmp_path / "s")
    study.resume(jobs=1)
    found = study.table("#mass*#end*final(height.z)")
    np.testing.assert_allclose([*found.values()][-1], np.array([0.2, 0.4]) * study.case(0)["height"][-1, 2], rtol=1e-15)
    with pytest.raises(ValueError, match="#half follows from other parameters"):
        study.table("#half*final(height.z)")


def test_responses_are_computed_where_cases_are_solved(deck, tmp_path):
    parameters = {"spin": SPINS, "mass": [2.0, -1.0, 3.0]}
    asked = {"reach": "max(height.z)/#mass", "time": "mean(turning.y)*#end"}
    study = rbsolve.Study.submit(deck, parameters, tmp_path / "s", keep=(), responses=asked)
    study.resume(jobs=1)
    kept = rbsolve.Study.submit(deck, parameters, tmp_path / "kept")
    kept.resume(jobs=1)
    with study.results() as results, kept.results() as whole:
        assert list(results) == []
        values, unit = results.responses["reach"]
        assert (results.file["responses/reach"].attrs["expression"], unit) == ("max(height.z)/#mass", "")
        assert np.isnan(values[1])
        np.testing.assert_array_equal(values[[0, 2]], whole["height"][:, :, 2].max(axis=1)[[0, 2]] / [2.0, 3.0])
        assert results.file["responses/reach"].dims[0][0] == results.file["case"]
    table = kept.table(*asked.values())
    for name, text in asked.items():
        np.testing.assert_array_equal(study.table()[name], table[text])
    with pytest.raises(ValueError, match="did you mean height"):
        rbsolve.Study.submit(deck, parameters, tmp_path / "t", responses={"a": "max(hight)"})
