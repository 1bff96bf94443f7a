"""Parts of a sweep are solved separately and merged. The result equals the whole sweep."""

import h5py
import numpy as np
import pytest

from rbsolve.cli import main
from rbsolve.studies.collecting.reader import StudyResults

GRID = ["-p", "spin=1:2:6", "-p", "mass=2,-1"]
SAMPLE = ["-p", "spin=1:2", "--sample", "12", "--seed", "3"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, deck_text):
    folder = tmp_path_factory.mktemp("merging")
    (folder / "stone.deck").write_text(deck_text)
    return folder


def sweep(folder, name, *options, code=0):
    out = folder / name
    assert main(["sweep", str(folder / "stone.deck"), *options, "-q", "-o", str(out)]) == code
    return out


def merge(*arguments):
    return main(["merge", *map(str, arguments)])


def all_of(path):
    """Return every data set of a file except data sets of measured durations."""
    found = {}
    with h5py.File(path / "study.h5") as file:

        def read(name, item):
            if isinstance(item, h5py.Dataset) and not name.endswith("wall_time"):
                found[name] = item[()]

        file.visititems(read)
    return found


def test_the_parts_are_the_whole(folder, capsys):
    whole = sweep(folder, "whole", *SAMPLE)
    parts = [sweep(folder, f"part-{a}", *SAMPLE, "--cases", f"{a}:{a + 4}") for a in (0, 4, 8)]
    assert merge(*parts, "-o", folder / "merged") == 0
    one, other = all_of(whole), all_of(folder / "merged")
    assert one.keys() == other.keys()
    assert len(one["case"]) == 12
    for name, values in one.items():
        assert np.array_equal(values, other[name]), name
    assert "12 cases of 3 parts" in capsys.readouterr().err
    assert [len(StudyResults.open(part / "study.h5")) for part in parts] == [4, 4, 4]  # the parts do not change


def test_cases_that_failed_are_pending_and_solved_again(folder, capsys):
    whole = sweep(folder, "grid", *GRID, code=3)
    parts = [sweep(folder, f"grid-{a}", *GRID, "--cases", f"{a}:{a + 6}", code=3) for a in (0, 6)]
    assert merge(*parts, "-o", folder / "grids") == 0
    assert f"the parts lack 6 cases: `rbsolve resume {folder / 'grids'}` solves them" in capsys.readouterr().err
    assert main(["resume", str(folder / "grids"), "-q"]) == 3
    one, other = all_of(whole), all_of(folder / "grids")
    for name, values in one.items():
        np.testing.assert_array_equal(values, other[name], err_msg=name)


def test_cases_of_several_parts_are_taken_once(folder, capsys):
    one, two = (sweep(folder, f"both-{k}", "-p", f"spin={values}") for k, values in enumerate(("1,2,3", "3,4")))
    assert merge(one, two, "-o", folder / "both") == 0
    assert "1 case occur in several parts; the first part that contains a case is used" in capsys.readouterr().err
    with StudyResults.open(folder / "both" / "study.h5") as study:
        assert study.parameters["spin"].tolist() == [1.0, 2.0, 3.0, 4.0]
        assert (study.status == "complete").all()


def test_what_does_not_belong_together_is_refused(folder, capsys, deck_text):
    one = sweep(folder, "one", "-p", "spin=1,2")
    longer = sweep(folder, "longer", "-p", "spin=3", "--step", "0.005")
    other = sweep(folder, "other", "-p", "mass=3")
    assert merge(one, longer, "-o", folder / "no") == 2
    assert "different: rbsolve or an option of the solver" in capsys.readouterr().err
    assert merge(one, other, "-o", folder / "no") == 2
    assert "different: the parameters that vary" in capsys.readouterr().err
    assert merge(one, "-o", one) == 4
    assert "already contains a study" in capsys.readouterr().err
    assert not (folder / "no").exists()


def test_there_are_not_so_many_cases(folder, capsys):
    assert main(["sweep", str(folder / "stone.deck"), "-p", "spin=1,2", "--cases", "1:3", "-o", str(folder / "x")]) == 2
    assert "--cases 1:3: there are 2 cases, so B can be at most 2" in capsys.readouterr().err
    assert main(["sweep", str(folder / "stone.deck"), "-p", "spin=1,2", "--cases", "2:1"]) == 2
