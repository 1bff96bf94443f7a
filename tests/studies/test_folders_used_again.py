"""A sweep into the folder of another study. The tests check which cases are reused, which are solved again, and which
files the sweep may delete.
"""

import os

import h5py
import pytest


def count_done(study):
    with h5py.File(study / "study.h5") as file:
        return int(file.attrs["done"])


def content(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and "study.db" not in path.name}


@pytest.fixture
def study(deck, rbsolve, tmp_path, capsys):
    folder = tmp_path / "study"
    assert rbsolve("sweep", deck, "-p", "spin=1:5:5", "-p", "mass=2,-1", "-q", "-o", folder) == 3
    capsys.readouterr()
    return folder


def test_finished_cases_are_deleted_only_when_that_is_asked_for(study, deck, rbsolve, capsys):
    before = content(study)
    other = ("sweep", deck, "-p", "spin=2,7", "-p", "mass=2", "-o", study)
    assert rbsolve(*other) == 2
    said = capsys.readouterr().err
    assert "4 finished cases of the study in" in said
    assert "are not in this sweep" in said
    assert "--replace" in said
    assert content(study) == before  # the copy of the deck does not change
    assert rbsolve(*other, "--replace") == 0
    said = capsys.readouterr().err
    assert "1 case reused" in said
    assert "4 finished cases deleted" in said
    assert count_done(study) == 2


def test_finished_cases_count_where_the_store_is_gone(study, deck, rbsolve, capsys):
    for path in study.glob("study.db*"):
        path.unlink()
    assert rbsolve("sweep", deck, "-p", "spin=2,7", "-p", "mass=2", "-o", study) == 2
    assert "4 finished cases of the study in" in capsys.readouterr().err


def test_a_sweep_says_how_many_cases_it_has_already(study, deck, rbsolve, capsys):
    """The second study has a larger grid, with its parameters in another order. The third study is identical to the
    second.
    """
    larger = ("sweep", deck, "-p", "mass=2,4", "-p", "spin=0:5:6", "-o", study)
    assert rbsolve(*larger) == 0
    assert "5 cases reused" in capsys.readouterr().err
    assert rbsolve(*larger) == 0
    assert "12 cases already done" in capsys.readouterr().err


def test_cases_of_an_edited_deck_are_solved_again_and_it_is_said(study, deck, rbsolve, capsys):
    deck.write_text(deck.read_text() + "! another word\n")
    assert rbsolve("sweep", deck, "-p", "spin=1:5:5", "-p", "mass=2,-1", "-o", study) == 3
    said = capsys.readouterr().err
    assert "5 finished cases solved again: the deck or a file that it includes changed" in said
    assert rbsolve("sweep", deck, "-p", "spin=1:5:5", "-p", "mass=2,-1", "--keep", "height", "-o", study) == 3
    assert "5 finished cases solved again: other sensors are kept" in capsys.readouterr().err


def test_a_study_of_another_deck_deletes_all(study, deck, rbsolve, capsys):
    other = deck.with_name("other.deck")
    other.write_text(deck.read_text().replace("thrown", "dropped"))
    words = ("sweep", other, "-p", "spin=1:5:5", "-p", "mass=2,-1", "-o", study)
    assert rbsolve(*words) == 2
    assert "5 finished cases of the study in" in capsys.readouterr().err
    assert rbsolve(*words, "--replace") == 3


def test_finished_cases_count_where_the_name_of_the_deck_is_no_utf8(deck, rbsolve, tmp_path, capsys):
    name = deck.rename(tmp_path / os.fsdecode(b"\xff.deck"))
    folder = tmp_path / "study"
    assert rbsolve("sweep", name, "-p", "spin=1,2", "-q", "-o", folder) == 0
    assert rbsolve("sweep", name, "-p", "spin=1,3", "-o", folder) == 2
    assert "1 finished case of the study in" in capsys.readouterr().err
