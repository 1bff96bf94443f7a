"""Implements `--start-from OUT.h5[@TIME]`, which starts a run from an output row of a results file."""

from __future__ import annotations

import hashlib
import math
import os
from typing import Any

import numpy as np

from rbsolve.solver.assembly.initial.given_start import StartRow

NEAR = 1e-9  # tolerance for a row time given by the user, relative to the time between rows
HISTORIES = "position", "orientation", "velocity", "angular_velocity"
WIDTHS = 3, 4, 3, 3


def split(text: str) -> tuple[str, float | None]:
    """Return the file and the time [s] in `OUT.h5[@TIME]`. The time is None for the last row. Raise ValueError if the
    time is not a number.
    """
    name, mark, time = text.rpartition("@")
    if not mark or os.path.exists(text):
        return text, None
    try:
        return name, float(time)
    except ValueError as error:
        raise ValueError(f"in {text}, `{time}` after the @ is not a time in seconds") from error


def read_start(text: str) -> StartRow:
    """Read the row that `OUT.h5[@TIME]` names. Raise OSError or ValueError if the file or the time is invalid."""
    import h5py

    path, time = split(text)
    if not os.path.isfile(path):
        raise FileNotFoundError(f"there is no file {path}")
    with h5py.File(path, "r") as file:
        lacking = [name for name in HISTORIES if f"motion/{name}" not in file]
        if lacking:
            raise ValueError(
                f"{path} has no {' and no '.join(f'/motion/{name}' for name in lacking)}: run its deck again, without --no-motion"
            )
        try:
            return _read(file, path, time)
        except (KeyError, TypeError, IndexError) as error:
            raise ValueError(f"{path} is damaged: {error}") from error


def write_start(row: StartRow, path: str | os.PathLike[str]) -> None:
    """Write a single row in the format of a results file, so that `read_start` can read it."""
    import h5py

    with h5py.File(path, "w") as file:
        file["time"] = np.array([row.time])
        motion = file.create_group("motion")
        motion.attrs["bodies"] = list(row.bodies)
        for name, values in zip(HISTORIES, (row.x, row.e, row.u, row.w), strict=True):
            motion[name] = values[None]
        for name, of, numbers in (("joint_rotation", "joints", row.turned), ("signal_state", "states", row.elements)):
            if numbers:
                motion[name] = np.array([[[value] for value in numbers.values()]])
                motion[name].attrs[of] = list(numbers)


def digest_of(row: StartRow) -> str:
    """Return a digest of the data of a row that affect a run. It does not depend on the path of the file."""
    numbers = *row.turned.items(), *row.elements.items()
    said = [row.time.hex(), *row.bodies, *(f"{name} {value.hex()}" for name, value in numbers)]
    arrays = b"".join(np.ascontiguousarray(part).tobytes() for part in (row.x, row.e, row.u, row.w))
    return hashlib.sha256("\0".join(said).encode() + arrays).hexdigest()


def _read(file: Any, path: str, time: float | None) -> StartRow:
    times = np.asarray(file["time"][()], dtype=np.float64)
    if not times.ndim or not len(times):
        raise ValueError(f"{path} has no rows")
    row = len(times) - 1 if time is None else _row_at(times, time, path)
    motion = file["motion"]
    bodies = tuple(str(name) for name in motion.attrs["bodies"])
    x, e, u, w = (np.asarray(motion[name][row], dtype=np.float64) for name in HISTORIES)
    for part, width in zip((x, e, u, w), WIDTHS, strict=True):
        if part.shape != (len(bodies), width) or not np.isfinite(part).all():
            raise ValueError(f"the row of {path} at t = {times[row]:.9g} s has no values for some of its bodies")
    joints, states = (
        _by_name(motion[name].attrs[of], motion[name][row]) if name in motion else {}
        for name, of in (("joint_rotation", "joints"), ("signal_state", "states"))
    )
    return StartRow(path, float(times[row]), bodies, x, e, u, w, joints, states)


def _by_name(names: Any, values: Any) -> dict[str, float]:
    return {str(name): float(value[0]) for name, value in zip(names, values, strict=True)}


def _row_at(times: np.ndarray, time: float, path: str) -> int:
    row = int(np.argmin(np.abs(times - time)))
    spacing = float(np.max(np.diff(times), initial=0.0)) or max(1.0, abs(time))
    if not math.isfinite(time) or abs(times[row] - time) > NEAR * spacing:
        raise ValueError(f"{path} has no row at t = {time:.9g} s; the nearest is at {times[row]:.9g} s")
    return row
