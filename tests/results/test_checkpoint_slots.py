"""The two slots for the state in a running file."""

from __future__ import annotations

from pathlib import Path

import h5py
import numpy as np
import pytest

from rbsolve.results.file.errors import ResultsError
from rbsolve.results.file.hdf5 import Dimensions
from rbsolve.results.sections.checkpoint import FINAL, GROUP, SLOTS, Checkpoint, CheckpointSlots, latest, write_final


def test_the_newest_whole_state_is_found_whatever_the_lengths(tmp_path: Path) -> None:
    """The size of a state varies, so its slot can still contain the last bytes of a longer previous state."""
    with h5py.File(tmp_path / "a.h5", "w", libver="latest") as file:
        slots = CheckpointSlots(file.create_group(GROUP))
        assert latest(file) is None
        written = []
        for rows, length in enumerate((3, 5000, 40, 2, 40000, 0, 7), start=1):
            written.append(Checkpoint(rows, [], {"x": np.arange(float(length))}, 0.5 * rows))
            slots.write(written[-1])
            found = latest(file)
            assert found is not None
            assert (found.rows, found.wall_time) == (rows, 0.5 * rows)
            np.testing.assert_array_equal(found.arrays["x"], np.arange(float(length)))
        newest = file[f"{GROUP}/{SLOTS[len(written) % 2]}"]
        newest[100] ^= 1
        found = latest(file)
        assert found is not None
        assert (found.rows, len(found.arrays["x"])) == (6, 0)
        before = file[f"{GROUP}/{SLOTS[1 - len(written) % 2]}"]
        before[60] ^= 1
        assert latest(file) is None


def test_a_damaged_state_at_the_end_is_named(tmp_path: Path) -> None:
    with h5py.File(tmp_path / "a.h5", "w", libver="latest", track_order=True) as file:
        write_final(file, Checkpoint(3, [], {"x": np.arange(4.0)}, 0.0), Dimensions(file))
        file.attrs["wall_time"] = 2.5
        found = latest(file)
        assert found is not None
        assert (found.rows, found.wall_time) == (3, 2.5)
        np.testing.assert_array_equal(found.arrays["x"], np.arange(4.0))
        file[f"{FINAL}/state"][-1] ^= 1
        with pytest.raises(ResultsError) as refused:
            latest(file)
        told = "the state at its end is damaged; run the deck again"
        assert str(refused.value) == f"cannot read {tmp_path / 'a.h5'}: {told}"
