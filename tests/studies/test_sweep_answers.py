"""Studies from the command line. The tests check refusals, status, tables and pictures of a solved study."""

import contextlib
import csv
import json
import sqlite3

import h5py
import numpy as np
import pytest
from matplotlib import image


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (("export",), "--case N"),
        (("report",), "--case N"),
        (("view", "--no-browser"), "--case N"),
    ],
)
def test_what_is_for_one_run_says_so(study, rbsolve, capsys, words, advice):
    assert rbsolve(*words, study / "study.h5") == 2
    assert advice in capsys.readouterr().err


def test_options_that_would_be_ignored_are_refused(study, rbsolve, capsys, tmp_path):
    of_studies = ("--store", "sqlite:///x.db", "--jobs", 2, "--time-limit", 1)
    for target, options, said in (
        (tmp_path / "run.h5", of_studies, "run.h5: --store, --jobs, --time-limit apply to a study"),
        (study, ("--t-end", 2), "--t-end applies to a run; for a study"),
    ):
        assert rbsolve("resume", target, *options) == 2
        assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [("resume", "--store", "sqlite:///{}/other.db"), ("retry",)])
def test_a_command_that_is_refused_changes_nothing(study, rbsolve, capsys, tmp_path, words):
    command, *options = (word.format(tmp_path) for word in words)
    before = (study / "study.toml").read_bytes()
    assert rbsolve("status", study) == 0
    stands = capsys.readouterr().out
    assert rbsolve(command, study, *options, "--time-limit", 1, "--executor", "no.module:nothing") == 2
    assert "no.module" in capsys.readouterr().err
    assert (study / "study.toml").read_bytes() == before
    assert rbsolve("status", study) == 0
    assert capsys.readouterr().out == stands


@pytest.mark.parametrize(
    ("case", "code", "said"),
    [
        (0, 0, "none of these cases has failed"),
        (14, 0, "none of these cases has failed"),
        (15, 2, "there is no case 15: the cases are 0 to 14"),
    ],
)
def test_cases_that_can_be_tried_again(study, rbsolve, capsys, case, code, said):
    assert rbsolve("retry", study, case) == code
    assert said in capsys.readouterr().err


def test_what_is_in_a_study(study, rbsolve, capsys):
    assert rbsolve("info", study / "study.h5") == 0
    shown = capsys.readouterr().out
    assert "15 cases over spin, mass" in shown
    assert "15 x 11 x 3" in shown
    assert "1000 in" in shown


def test_a_folder_or_nothing_in_place_of_the_file(study, rbsolve, capsys, tmp_path):
    assert rbsolve("plot", study) == 4
    assert "study.h5" in capsys.readouterr().err
    assert rbsolve("export", tmp_path / "none.h5", "--case", 0) == 4
    assert capsys.readouterr().err.endswith("No such file or directory\n")


@pytest.mark.parametrize("words", [("stone.deck", "--table", "none.csv"), ("none.deck", "-p", "spin=1,2")])
def test_a_file_that_is_missing_is_input_that_failed(deck, rbsolve, tmp_path, capsys, monkeypatch, words):
    monkeypatch.chdir(deck.parent)
    assert rbsolve("sweep", *words, "-o", "s") == 4
    assert "none." in capsys.readouterr().err
    assert not (tmp_path / "s").exists()


def test_a_study_at_which_nobody_works_has_neither_a_rate_nor_a_time_left(deck, rbsolve, capsys, tmp_path):
    study = tmp_path / "s"
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "-j", 1, "-o", study) == 0
    with contextlib.closing(sqlite3.connect(study / "study.db")) as store, store:
        store.execute("UPDATE study SET state = 'running', done = 1, finished = NULL")
        store.execute("UPDATE chunk SET state = 'pending', shard = '' WHERE id = (SELECT max(id) FROM chunk)")
    capsys.readouterr()
    assert rbsolve("status", study, "--format", "json") == 130
    state = json.loads(capsys.readouterr().out)
    assert (state["state"], state["running"], state["pending"]) == ("interrupted", 0, 1)
    assert (state["rate"], state["time_left"]) == (None, None)
    assert rbsolve("status", study) == 130
    assert "no process works on it" in capsys.readouterr().out


def test_status_in_words_and_as_json(study, rbsolve, capsys):
    assert rbsolve("status", study, "--format", "json") == 0
    state = json.loads(capsys.readouterr().out)
    assert (state["state"], state["cases"], state["done"], state["failed"], state["pending"]) == (
        "failed",
        15,
        10,
        5,
        0,
    )
    assert state["reasons"][0]["reason"] == "deck-error"
    assert state["reasons"][0]["cases"] == 5
    assert state["rate"] > 0.0
    assert state["time_left"] is None
    assert rbsolve("status", study) == 0
    assert "10 of 15 cases done, 5 failed" in capsys.readouterr().out
    assert rbsolve("status", study, "--why", 1, "--format", "json") == 0
    why = json.loads(capsys.readouterr().out)
    assert why["state"] == "failed"
    assert why["parameters"] == {"spin": 1.0, "mass": -1.0}
    assert set(why["digests"]) == {"deck", "parameters", "solver", "environment"}


def test_tables(study, rbsolve, tmp_path, capsys):
    table = tmp_path / "t.csv"
    asked = ("--final", "height.x3", "--max", "height", "--at", "0.025", "turning.w1")
    assert rbsolve("collect", study, "-o", table, *asked) == 0
    assert "--at 0.025: values between output rows are interpolated linearly" in capsys.readouterr().err
    assert rbsolve("collect", study, "-o", tmp_path / "row.csv", "--at", "0.02", "turning.w1") == 0
    assert "interpolated" not in capsys.readouterr().err
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [row["status"] for row in rows].count("failed") == 5
    with h5py.File(study / "study.h5") as file:
        height, turning = file["sensors/height"][2], file["sensors/turning"][2]
    assert float(rows[2]["height.x3 final [m]"]) == height[-1, 2]
    assert float(rows[2]["height.x3 max [m]"]) == height[:, 2].max()
    between = 0.5 * (turning[2, 0] + turning[3, 0])
    assert float(rows[2]["turning.w1 at 0.025 s [rad/s]"]) == pytest.approx(between, rel=1e-12)
    assert rows[1]["height.x3 final [m]"] == ""
    assert rbsolve("collect", study, "-o", table, "--final", "hight") == 2
    assert rbsolve("collect", study, "-o", table, "--at", 5, "height") == 2
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install 'rbsolve[parquet]'")
    assert rbsolve("collect", study, "-o", tmp_path / "t.parquet", "--rms", "turning") == 0
    assert parquet.read_table(tmp_path / "t.parquet").num_rows == 15


def test_a_map_over_twice_the_same_parameter_is_refused(study, rbsolve, tmp_path, capsys):
    assert rbsolve("plot", study / "study.h5", "--against", "spin,spin", "-o", tmp_path / "p.png") == 2
    assert "two different ones" in capsys.readouterr().err


def test_pictures(study, rbsolve, tmp_path):
    """Each kind of plot gives a separate picture, and `test_study_pictures.py` reads the contents."""
    seen = set()
    for extra in ([], ["--against", "spin"], ["--envelope"], ["--scalar", "rms", "--against", "spin,mass"]):
        picture = tmp_path / "p.png"
        assert rbsolve("plot", study / "study.h5", "height", "-o", picture, *extra) == 0
        pixels = image.imread(picture)[..., :3]
        colours = np.unique(pixels.reshape(-1, 3), axis=0)
        assert len(colours) > 20  # an empty page with a frame has fewer colours
        seen.add(pixels.tobytes())
        picture.unlink()
    assert len(seen) == 4
    assert rbsolve("plot", study / "study.h5", "hight") == 2
    assert rbsolve("plot", study / "study.h5", "--against", "nothing") == 2
