"""The file study.h5 contains every finished case, even if other cases failed or are unfinished."""

import itertools
import tracemalloc

import h5py
import numpy as np
import pytest
from h5_datasets import datasets

import rbsolve as package
from rbsolve.studies.collecting import envelopes
from rbsolve.studies.collecting.histories import chunk_shape
from rbsolve.studies.collecting.reader import StudyResults
from rbsolve.studies.collecting.study_file import collect
from rbsolve.studies.disk.folder import StudyFolder
from rbsolve.studies.disk.opening import open_study_store

MIB = 2**20


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_first_case_without_rows_hides_no_other(deck, rbsolve, tmp_path, jobs):
    """The lowest value of a grid is often unphysical. With a single case per chunk, its shard has no sensors at all."""
    study = tmp_path / "study"
    assert rbsolve("sweep", deck, "-p", "mass=-1,1,2,3", "-q", "-j", jobs, "-o", study) == 3
    assert rbsolve("collect", study) == 0
    single = package.solve(deck, parameters={"mass": 3.0})
    with h5py.File(study / "study.h5") as file:
        assert file["status"].asstr()[()].tolist() == ["failed", "complete", "complete", "complete"]
        for name in ("height", "turning"):
            found = file[f"sensors/{name}"]
            assert np.isnan(found[0]).all()
            assert found[3].tobytes() == single[name].tobytes()
            assert found.attrs["units"] == single.sensors[name].units


def test_one_long_case_does_not_make_all_others_long(deck, rbsolve, tmp_path):
    """The study has 300 cases of 11 rows and a case of 20,001 rows. The rows need 1.2 MB. They would need 290 MB if
    each case had the space of the longest case.
    """
    ends = ["0.1"] * 150 + ["200"] + ["0.1"] * 150
    (tmp_path / "ends.csv").write_text("\n".join(["end", *ends]))
    assert rbsolve("sweep", deck, "--table", tmp_path / "ends.csv", "-q", "-o", tmp_path / "s") == 0
    folder = StudyFolder.open(tmp_path / "s")
    with open_study_store(folder) as database:
        tracemalloc.start()
        collect(folder, database)
        memory = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert memory < 8 * MIB
    assert folder.collected.stat().st_size < 2 * MIB
    assert sum(path.stat().st_size for path in folder.shards.iterdir()) < 4 * MIB
    with h5py.File(folder.collected) as file:
        height = file["sensors/height"]
        assert height.shape == (301, 20001, 3)
        assert (height.compression, height.fillvalue.dtype) == ("gzip", float)
        assert file["diagnostics/rows"][()].tolist() == [11] * 150 + [20001] + [11] * 150
        assert np.isnan(height[149:152, 11:, 0]).all(axis=1).tolist() == [True, False, True]
    for case, end in ((150, 200), (300, 0.1)):
        one, single = tmp_path / "one.h5", tmp_path / "single.h5"
        assert rbsolve("export", folder.collected, "--case", case, "-o", one) == 0
        assert rbsolve("run", deck, "-p", f"end={end}", "-q", "-o", single) == 0
        assert datasets(one) == datasets(single)
    assert rbsolve("collect", folder.path, "-o", tmp_path / "t.csv", "--max", "height.x3", "--at", 0.05, "height") == 0
    table = np.genfromtxt(tmp_path / "t.csv", delimiter=",", skip_header=1)
    assert table[:, 5] == pytest.approx(
        [5**2 / 2 / 9.81 if end == "200" else 5 * 0.1 - 4.905 * 0.01 for end in ends], abs=2e-4
    )


@pytest.mark.parametrize(
    "rows",
    [
        [11] * 5000,
        [200_000] * 7,
        [0, 40, 0, 0, 3],
        [11] * 300 + [20_001],
        ([11] * 999 + [20_001]) * 3,
        list(range(1, 400)),
        [0, 0],
    ],
)
def test_the_shape_of_chunks_wastes_little(rows):
    """All stored data, including the index and uncompressed fill values, are at most eight times the rows."""
    rows = np.array(rows)
    cases, length = chunk_shape(rows, 3)
    assert cases <= len(rows)
    assert length <= max(1, rows.max())
    assert cases * length * 24 <= 2**18
    blocks = [rows[start : start + cases].max() for start in range(0, len(rows), cases)]
    written = sum(-(-int(most) // length) for most in blocks)
    indexed = len(blocks) * -(-max(1, int(rows.max())) // length)
    assert written * cases * length * 24 + indexed * 16 <= 8 * 24 * rows.sum() + 4096


def test_cases_with_other_times_and_other_sensors(deck, rbsolve, tmp_path):
    """Output steps and the number of sensors are parameters. Each case has the rows of its single run, in shards of all
    sizes.
    """
    text = deck.read_text().replace("@OUTPUT_STEP_SIZE {1e-2}", "@OUTPUT_STEP_SIZE {#end/10}")
    text = text.replace(
        "#end} @SCALAR_VALUE {0.1}", "#end} @SCALAR_VALUE {0.1} @DESIGN_PARAMETER_NAME {#n} @SCALAR_VALUE {1}"
    )
    text += "@REPEAT {i, 1, #n} { @SENSOR_DEFINITION { @SENSOR_NAME {more_#i} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {stone} } } }"
    deck.write_text(text)
    study = tmp_path / "s"
    assert rbsolve("sweep", deck, "-p", "n=1,3,2", "-p", "end=0.1,0.05,0.1", "-q", "-j", 1, "-o", study) == 0
    assert rbsolve("sweep", deck, "-p", "n=2,1", "-p", "end=0.05,0.07", "-q", "-j", 2, "-o", study, "--replace") == 0
    with h5py.File(study / "study.h5") as file:
        for case, (n, end) in enumerate(itertools.product((2, 1), (0.05, 0.07))):
            single = package.solve(deck, parameters={"n": n, "end": end})
            count = len(single.time)
            assert file["times"][case, :count].tobytes() == single.time.tobytes()
            for name in single:
                assert file[f"sensors/{name}"][case, :count].tobytes() == single[name].tobytes()
                assert np.isnan(file[f"sensors/{name}"][case, count:]).all()
        assert np.isnan(file["sensors/more_2"][2:]).all()


@pytest.mark.parametrize("at_once", [1, 10**9])
def test_quantiles_of_cases_with_their_own_times(deck, rbsolve, tmp_path, monkeypatch, at_once):
    """Five throws of 0.1 s have rows 1, 2, 4, 5 and 10 ms apart. At any time, their heights are v t - g t^2 / 2, and
    the median is the third height.
    """
    monkeypatch.setattr(envelopes, "BLOCK_BYTES", at_once)
    text = deck.read_text().replace("@OUTPUT_STEP_SIZE {1e-2}", "@OUTPUT_STEP_SIZE {#every}")
    text = text.replace(
        "@VECTOR_VALUE {0, 0, 5}", "@SCALAR_VALUE {5} @DESIGN_PARAMETER_NAME {#every} @SCALAR_VALUE {1e-2}"
    )
    deck.write_text(text.replace("@INITIAL_VELOCITY {#throw}", "@INITIAL_VELOCITY {0, 0, #throw}"))
    throws, every = np.array([6.0, 2.0, 4.0, 5.0, 3.0]), [1e-3, 2e-3, 4e-3, 5e-3, 1e-2]
    pairs = [f"{v},{h},{0.1 if v < 6 else 0.05}" for v, h in zip(throws, every, strict=True)]
    (tmp_path / "cases.csv").write_text("\n".join(["throw,every,end", *pairs]))
    assert rbsolve("sweep", deck, "--table", tmp_path / "cases.csv", "-q", "-o", tmp_path / "s") == 0
    with StudyResults.open(tmp_path / "s" / "study.h5") as study:
        found = envelopes.envelope(study, "height", 2, [0.0, 0.5, 1.0])
    heights = throws[:, None] * found.time - 9.81 / 2 * found.time**2
    heights[0, found.time > 0.05 + 1e-12] = np.nan  # the shortest case ends at this time
    assert found.time[-1] == pytest.approx(0.1)
    assert found.cases.tolist() == np.isfinite(heights).sum(axis=0).tolist()
    wanted = np.nanquantile(heights, [0.0, 0.5, 1.0], axis=0)
    np.testing.assert_allclose(found.quantiles, wanted, rtol=0, atol=9.81 / 8 * 1e-2**2 + 1e-12)
