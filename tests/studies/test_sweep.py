"""Studies from the command line. The tests check the bits of single runs, states, tables, pictures, and consecutive
studies.
"""

import csv
import math
import shutil
import struct
from pathlib import Path

import h5py
import numpy as np
import pytest
from h5_datasets import datasets

import rbsolve as package


def rows(path: Path, name: str) -> np.ndarray:
    with h5py.File(path) as file:
        return file[name][()]


def same(one: np.ndarray, other: np.ndarray) -> bool:
    one, other = np.asarray(one), np.asarray(other)
    return one.shape == other.shape and one.tobytes() == other.tobytes()


def test_every_case_has_the_bits_of_a_single_run(study, deck):
    with h5py.File(study / "study.h5") as file:
        assert file.attrs["kind"] == "study"
        assert (file.attrs["cases"], file.attrs["done"], file.attrs["failed"]) == (15, 10, 5)
        assert (file.attrs["steps"], file.attrs["rejected_steps"], file.attrs["newton_iterations"]) == (1000, 0, 0)
        status = file["status"].asstr()[()]
        for number in range(15):
            parameters = {name: file[f"parameters/{name}"][number] for name in ("spin", "mass")}
            if parameters["mass"] < 0.0:
                assert status[number] == "failed"
                assert "invalid-value" in file["message"].asstr()[number]
                assert np.isnan(file["sensors/height"][number]).all()
                continue
            single = package.solve(deck, parameters=parameters)
            assert status[number] == "complete"
            assert same(file["time"][()], single.time)
            for name in ("height", "turning"):
                assert same(file[f"sensors/{name}"][number], single[name])
            assert file["diagnostics/rows"][number] == 11
            assert file["diagnostics/steps"][number] == 100


def test_xarray_reads_it(study):
    xarray = pytest.importorskip("xarray", reason="xarray is not installed: pip install 'rbsolve[xarray]'")
    from rbsolve.studies.collecting.reader import StudyResults

    for engine in ("h5netcdf", "netcdf4"):
        with xarray.open_dataset(study / "study.h5", engine=engine, group="sensors") as sensors:
            assert sensors["height"].dims == ("case", "time", "component_3")
            assert same(sensors["height"].coords["time"].values, rows(study / "study.h5", "time"))
            assert sensors.coords["case"].values.tolist() == list(range(15))
        with xarray.open_dataset(study / "study.h5", engine=engine, group="parameters") as parameters:
            assert set(parameters.data_vars) == {"spin", "mass"}
            assert parameters["spin"].coords["case"].values.tolist() == list(range(15))
    with StudyResults.open(study / "study.h5") as results:
        whole = results.to_xarray()
    assert set(whole["height"].coords) == {"case", "time", "component", "spin", "mass", "status"}
    assert whole["height"].where(whole.spin == 5, drop=True).sizes["case"] == 3


@pytest.mark.parametrize("engine", ["h5netcdf", "netcdf4"])
def test_names_of_dimensions_are_names_like_others(deck, rbsolve, tmp_path, capsys, engine):
    """The names are a sensor `time`, a sensor `case` and a parameter `case`, which netCDF readers would take for
    coordinates.
    """
    xarray = pytest.importorskip("xarray", reason="xarray is not installed: pip install 'rbsolve[xarray]'")
    from rbsolve.studies.collecting.reader import StudyResults

    plain, renamed = tmp_path / "plain", tmp_path / "renamed"
    values = "1,2"
    assert rbsolve("sweep", deck, "-p", f"spin={values}", "-q", "-o", plain) == 0
    text = deck.read_text()
    for old, new in (("{height}", "{time}"), ("{turning}", "{case}"), ("#spin", "#case")):
        text = text.replace(old, new)
    deck.write_text(text)
    assert rbsolve("sweep", deck, "-p", f"case={values}", "-q", "-o", renamed) == 0
    with StudyResults.open(plain / "study.h5") as one, StudyResults.open(renamed / "study.h5") as other:
        assert list(other) == ["time", "case"]
        for old, new in (("height", "time"), ("turning", "case")):
            assert same(one[old][()], other[new][()])
            assert other.about(new)["long_name"] == one.about(old)["long_name"]
        assert same(other.parameters["case"], np.array([1.0, 2.0]))
        whole = other.to_xarray()
        assert same(whole["time_"].values, one["height"][()])
        assert whole["case_"].dims == ("case",)  # the parameter
    with xarray.open_datatree(renamed / "study.h5", engine=engine) as tree:
        assert tree["sensors"].sizes["time"] == 11
        assert len(tree["sensors"].data_vars) == 2
        assert tree["sensors"].coords["time"].dims == ("time",)
    assert rbsolve("info", renamed / "study.h5") == 0
    assert "2 x 11 x 3" in capsys.readouterr().out
    assert rbsolve("collect", renamed, "-o", renamed / "t.csv", "--final", "time.x3", "--max", "case") == 0
    with (renamed / "t.csv").open() as stream:
        assert (
            float(next(csv.DictReader(stream))["time.x3 final [m]"])
            == rows(plain / "study.h5", "sensors/height")[0, -1, 2]
        )
    assert rbsolve("export", renamed / "study.h5", "--case", 1, "-o", renamed / "one.h5") == 0
    assert rbsolve("plot", renamed / "study.h5", "time", "-o", renamed / "p.png") == 0


NOTED = """@DESIGN_PARAMETER_NAME {#spin} @UNIT {rad/s} @SCALAR_VALUE {3} @DESCRIPTION {turning, "at first"}
  @DESIGN_PARAMETER_NAME {#throw} { @VECTOR_VALUE {0, 0, 5} @UNIT {m/s} }"""


def test_units_and_descriptions_of_parameters(deck, rbsolve, tmp_path):
    xarray = pytest.importorskip("xarray", reason="xarray is not installed: pip install 'rbsolve[xarray]'")
    from rbsolve.studies.collecting.plots import Wanted, draw
    from rbsolve.studies.collecting.reader import StudyResults

    text = deck.read_text()
    text = text.replace("@DESIGN_PARAMETER_NAME {#throw} @VECTOR_VALUE {0, 0, 5}", "")
    deck.write_text(text.replace("@DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {3}", NOTED))
    study, axes = tmp_path / "s", ("-p", "spin=1,2", "-p", "throw=[0,0,1]", "-p", "mass=3")
    assert rbsolve("sweep", deck, *axes, "-q", "-o", study) == 0
    assert rbsolve("collect", study, "-o", tmp_path / "t.csv") == 0
    header = (tmp_path / "t.csv").read_text().splitlines()[0].split(",")
    assert header[:6] == ["case", "spin [rad/s]", "throw.1 [m/s]", "throw.2 [m/s]", "throw.3 [m/s]", "mass"]
    with xarray.open_dataset(study / "study.h5", engine="h5netcdf", group="parameters") as parameters:
        assert parameters["spin"].attrs == {"units": "rad/s", "long_name": "turning, at first"}
        assert parameters["mass"].attrs == {}
    with StudyResults.open(study / "study.h5") as opened:
        assert opened.to_xarray().coords["spin"].attrs["units"] == "rad/s"
        (page,) = draw(opened, Wanted(["turning.y"])).pages
        assert page.axes[0].get_xlabel() == "turning, at first (spin) [rad/s]"
    results = package.solve(deck)
    assert dict(results.file["deck/parameter_units"].attrs) == {"spin": "rad/s", "throw": "m/s"}
    assert dict(results.file["deck/parameter_descriptions"].attrs) == {"spin": "turning, at first"}
    assert (
        rbsolve("run", deck, "-p", "spin=2", "-p", "throw=0,0,1", "-p", "mass=3", "-q", "-o", tmp_path / "one.h5") == 0
    )
    assert rbsolve("export", study / "study.h5", "--case", 1, "-o", tmp_path / "two.h5") == 0
    assert datasets(tmp_path / "one.h5") == datasets(tmp_path / "two.h5")


def test_meshes_belong_to_a_deck(deck, rbsolve, tmp_path):
    """A study copies meshes from all places where included files name them. A case that is exported from the study's
    file has the meshes. A single run with the meshes can be continued.
    """
    (tmp_path / "parts/stl").mkdir(parents=True)
    numbers = (0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0)
    (tmp_path / "parts/stl/hull.stl").write_bytes(b"\xff" * 80 + struct.pack("<I12fH", 1, *numbers, 0))
    (tmp_path / "parts/hull.dat").write_text(
        "@SHAPE_DEFINITION { @SHAPE_NAME {hull} { @SHAPE_TYPE {MESH} @FILE_NAME {stl\\hull.stl} } }"
    )
    deck.write_text(
        deck.read_text() + "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {parts/hull.dat} } }"
    )
    study, one, single = tmp_path / "study", tmp_path / "one.h5", tmp_path / "single.h5"
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "-q", "-o", study) == 0
    assert rbsolve("run", deck, "-p", "spin=2", "-o", single, "-q") == 0
    shutil.rmtree(tmp_path / "parts")
    assert rbsolve("export", study / "study.h5", "--case", 1, "-o", one) == 0
    assert datasets(one) == datasets(single)
    assert "model/shapes/hull/vertices" in datasets(one)
    later = str(2 * float(rows(single, "time")[-1]))
    assert rbsolve("resume", single, "--t-end", later, "-q") == 0
    assert rbsolve("run", study / "decks" / deck.name, "-p", "spin=2", "--t-end", later, "-o", one, "-q") == 0
    assert datasets(one) == datasets(single)


def test_one_case_is_an_ordinary_file(study, deck, rbsolve, tmp_path):
    one, single = tmp_path / "one.h5", tmp_path / "single.h5"
    assert rbsolve("export", study / "study.h5", "--case", 5, "-o", one) == 0
    assert rbsolve("run", deck, "-p", "spin=2", "-p", "mass=4", "-o", single, "-q") == 0
    found, wanted = datasets(one), datasets(single)
    assert found.keys() == wanted.keys()
    assert [name for name in wanted if found[name] != wanted[name]] == []
    assert rbsolve("export", study / "study.h5", "--case", 15, "-o", one) == 2
    assert rbsolve("export", study / "study.h5", "--case", 1, "-o", one) == 4  # the case failed before its first row


def test_the_same_study_again_runs_nothing_and_a_larger_one_what_is_new(deck, rbsolve, tmp_path, capsys):
    study = tmp_path / "study"
    assert rbsolve("sweep", deck, "-p", "spin=1:5:5", "-p", "mass=2,-1,4", "-o", study) == 3
    height, turning = (rows(study / "study.h5", f"sensors/{name}") for name in ("height", "turning"))
    assert rbsolve("sweep", deck, "-p", "spin=1:5:5", "-p", "mass=2,-1,4", "-o", study) == 3
    assert same(rows(study / "study.h5", "sensors/height"), height)
    assert rbsolve("sweep", deck, "-p", "spin=0:5:6", "-p", "mass=4,2", "-o", study) == 0
    assert same(rows(study / "study.h5", "sensors/turning")[4], turning[5])
    capsys.readouterr()
    for case, words in ((4, "reused from the previous study"), (0, "no complete case with these parameters")):
        rbsolve("status", study, "--why", case)
        assert words in capsys.readouterr().out
    deck.write_text(deck.read_text() + "! another word\n")
    assert rbsolve("sweep", deck, "-p", "spin=0:5:6", "-p", "mass=4,2", "-o", study) == 0
    capsys.readouterr()
    rbsolve("status", study, "--why", 4)
    assert "the deck or a file that it includes changed" in capsys.readouterr().out


def test_scalars_only(deck, rbsolve, tmp_path):
    folder = tmp_path / "s"
    assert rbsolve("sweep", deck, "-p", "spin=1:5:5", "-o", folder, "--keep", "none") == 0
    with h5py.File(folder / "study.h5") as file:
        assert not len(file["sensors"])
        single = package.solve(deck, parameters={"spin": 3.0})["turning"]
        assert same(file["summary/turning/final"][2], single[-1])
        assert same(file["summary/turning/min"][2], single.min(axis=0))
    assert rbsolve("collect", folder, "-o", tmp_path / "t.csv", "--rms", "turning") == 0
    assert rbsolve("collect", folder, "-o", tmp_path / "t.csv", "--at", 0.05, "turning") == 2
    assert rbsolve("sweep", deck, "-p", "spin=1:5:5", "-o", tmp_path / "o", "--keep", "hight") == 1


def test_cases_of_different_length(deck, rbsolve, tmp_path):
    assert rbsolve("sweep", deck, "-p", "end=0.05,0.1,0.07", "-j", 1, "-o", tmp_path / "s") == 0
    with h5py.File(tmp_path / "s" / "study.h5") as file:
        assert file["diagnostics/rows"][()].tolist() == [6, 11, 8]
        assert file["sensors/height"].shape == (3, 11, 3)
        assert np.isnan(file["sensors/height"][0, 6:]).all()
        assert np.isfinite(file["sensors/height"][0, :6]).all()


def test_no_case_of_a_study_that_solved_none_is_exported(deck, rbsolve, tmp_path, capsys):
    assert rbsolve("sweep", deck, "-p", "mass=-1,-2", "-q", "-o", tmp_path / "s") == 3
    capsys.readouterr()
    assert rbsolve("export", tmp_path / "s/study.h5", "--case", 1, "-o", tmp_path / "one.h5") == 4
    said = capsys.readouterr().err
    assert "case 1 has no results" in said
    assert "defect" not in said


@pytest.mark.parametrize(
    "words", [("sweep", "--sample", 3, "--seed", -1), ("status", "--why", "last"), ("status", "--why", -1)]
)
def test_numbers_that_count_are_whole_and_none_is_below_zero(study, rbsolve, capsys, words):
    assert rbsolve(*words, study) == 2
    assert "is not a" in capsys.readouterr().err


def test_a_study_file(deck, rbsolve, tmp_path):
    (tmp_path / "s.toml").write_text('deck = "stone.deck"\n[parameters]\nspin = [1, 2]\n[run]\nkeep = ["height"]\n')
    assert rbsolve("sweep", tmp_path / "s.toml", "-o", tmp_path / "out") == 0
    with h5py.File(tmp_path / "out" / "study.h5") as file:
        assert list(file["sensors"]) == ["height", "case", "time"]  # including the coordinates
        assert list(file["summary"]) == ["turning"]
    (tmp_path / "s.toml").write_text('deck = "stone.deck"\n[parameters]\nspinn = [1, 2]\n')
    assert rbsolve("sweep", tmp_path / "s.toml", "-o", tmp_path / "out2") == 1


def test_responses_of_a_study_file(deck, rbsolve, tmp_path, capsys):
    file = tmp_path / "s.toml"
    text = 'deck = "stone.deck"\n[parameters]\nspin = [1, 2]\n[responses]\nreach = "max(height.z)"\nlast = "final(height.z)"\n'
    file.write_text(text)
    given = ("--response", "last=crossing(0.1, height.z)")
    assert rbsolve("sweep", file, "-o", tmp_path / "out", "--keep", "height", *given) == 0
    with h5py.File(tmp_path / "out" / "study.h5") as study:
        height = study["sensors/height"][:, :, 2]
        np.testing.assert_array_equal(study["responses/reach"][()], height.max(axis=1))
        time = (5.0 - math.sqrt(25.0 - 2.0 * 9.81 * 0.1)) / 9.81
        np.testing.assert_allclose(study["responses/last"][()], time, atol=3e-5)  # values between two rows are linear
        assert study["responses/last"].attrs["units"] == "s"
    file.write_text(text.replace("height.z)", "hight.z)", 1))
    assert rbsolve("sweep", file, "-o", tmp_path / "out2") == 1
    told = capsys.readouterr().err
    assert "s.toml:5:1" in told
    assert "response `reach`: there is no sensor hight.z" in told
    file.write_text(text.replace('"final(height.z)"', "3"))
    assert rbsolve("sweep", file, "-o", tmp_path / "out2") == 1
    assert "the response `last` must be a text" in capsys.readouterr().err


def test_nothing_is_written_before_all_is_checked(deck, rbsolve, tmp_path, capsys):
    assert rbsolve("sweep", deck, "-p", "spni=1,2", "-o", tmp_path / "s") == 1
    assert "did you mean `spin`" in capsys.readouterr().err
    assert not (tmp_path / "s").exists()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").touch()
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "-o", tmp_path / "full") == 4
    assert rbsolve("status", tmp_path / "full") == 4
    assert rbsolve("sweep", tmp_path / "none.deck", "-p", "spin=1,2", "-o", tmp_path / "s") == 4
    assert rbsolve("sweep", deck, "-p", "spin", "-o", tmp_path / "s") == 2
    assert rbsolve("sweep", deck, "--executor", "nothing", "-p", "spin=1", "-o", tmp_path / "s") == 2


SPINNING = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#I} @SCALAR_VALUE {1} }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} {
  @MASS {2} @MOMENTS_OF_INERTIA {#I, 1, 1} @INITIAL_ANGULAR_VELOCITY {1, 2, 3} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.1} } }
"""


def test_the_energy_of_a_case_is_that_of_its_own_masses(rbsolve, tmp_path):
    """Cases whose sensors need no masses share a chunk of rows. The energy of a case is not compared with the energy of
    the previous case.
    """
    deck, study = tmp_path / "spinning.deck", tmp_path / "study"
    deck.write_text(SPINNING)
    assert rbsolve("sweep", deck, "-q", "-j", 1, "-o", study, "-p", "I=1,1.4,1.9") == 0
    with h5py.File(study / "study.h5") as file:
        assert file["findings/message"].asstr()[()].tolist() == []
