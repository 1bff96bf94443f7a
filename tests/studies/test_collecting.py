"""study.h5: every finished case is in it, whatever its neighbours are like."""

import h5py
import numpy as np
import pytest

import rbsolve as package


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_first_case_without_rows_hides_no_other(deck, rbsolve, tmp_path, jobs):
    """The lowest value of a grid is often unphysical; with one case a chunk its shard has no sensor at all."""
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
