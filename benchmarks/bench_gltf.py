"""Compare a glTF export of 10 bodies and 100,000 rows with reading the motion and writing it unprocessed. The measures
are processor time and size.

The goals are less than 1 s with the start of the interpreter, and at most 30 MB. The first motion has tops that spin at
20 rad/s, precess and travel, so the export can omit keys. The second motion is noise, so the export can omit no keys.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

BODIES, ROWS = 10, 100_000
MOST_SECONDS, MOST_BYTES = 1.0, 30e6
RAW = """
import sys, h5py, numpy as np
with h5py.File(sys.argv[1]) as file, open(sys.argv[2], "wb") as raw:
    for name in ("position", "orientation"):
        raw.write(np.asarray(file["motion"][name][()], dtype="f4").tobytes())
"""


def tops(time: np.ndarray, body: int) -> tuple[np.ndarray, np.ndarray]:
    parts = (
        Rotation.from_rotvec(np.outer(rate * time, axis)) for rate, axis in ((3.0, [0, 0, 1]), (20.0 + body, [0, 1, 0]))
    )
    turn = next(parts) * Rotation.from_rotvec([0.5, 0.0, 0.0]) * next(parts)
    place = turn.apply([0.0, 1.0, 0.0]) + np.outer(time, [0.1 * body, 0.0, 0.0])
    return place, np.roll(turn.as_quat(), 1, axis=1)


def noise(time: np.ndarray, body: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(body)
    turn = Rotation.from_rotvec(0.3 * random.random((len(time), 3)))
    return random.random((len(time), 3)), np.roll(turn.as_quat(), 1, axis=1)


def write(path: Path, motion: object) -> None:
    """Write a results file of 100 s that contains only the bodies and their motion."""
    assert callable(motion)
    time = np.linspace(0.0, 100.0, ROWS)
    histories = [motion(time, body) for body in range(BODIES)]
    with h5py.File(path, "w") as file:
        file.attrs["Conventions"] = "rbsolve-1"
        file["time"] = time
        file.create_group("sensors")
        for name in ("points", "frames", "shapes", "joints", "springs", "bushings"):
            file.create_group(f"model/{name}")
        for body in range(BODIES):
            group = file.create_group(f"model/bodies/body{body}")
            group.attrs["mass"] = 1.0
            group["inertia"], group["centre_of_mass"] = np.diag([0.1, 0.1, 0.15]), np.zeros(3)
            group["frame"] = np.eye(4)
        for i, name in enumerate(("position", "orientation")):
            rows = np.stack([history[i] for history in histories], axis=1)
            file.create_dataset(
                f"motion/{name}", data=rows, chunks=(4096, *rows.shape[1:]), compression=1, shuffle=True
            )


def processor_seconds(*command: object) -> float:
    """Return the processor time of the best of three runs, including the start of the interpreter."""
    best = float("inf")
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *map(str, command)], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


@pytest.mark.parametrize("motion", [tops, noise], ids=lambda motion: motion.__name__)
def test_export(tmp_path: Path, motion: object, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "run.h5", motion)
    seconds = processor_seconds("-m", "rbsolve", "export", tmp_path / "run.h5", "-o", tmp_path / "run.glb")
    peer = processor_seconds("-c", RAW, tmp_path / "run.h5", tmp_path / "run.raw")
    size = (tmp_path / "run.glb").stat().st_size
    with capsys.disabled():
        print(f"\n{seconds:.2f} s and {size / 1e6:.1f} MB; raw {peer:.2f} s: ratio {seconds / peer:.2f}")
    assert size <= MOST_BYTES
    assert seconds < MOST_SECONDS
