"""Solve every deck by another installation of rbsolve, and compare bits and processor time: `compare_decks.py RBSOLVE FOLDER`.

The other installation is the installed wheel. Its kernels must be bitwise identical to the kernels that this
environment compiles. The wheel must give its first result at once, so the script measures the processor time of the
heavy top's whole run, and of one step of every deck.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import h5py
import numpy as np

DECKS = sorted((Path(__file__).parents[1] / "decks").glob("*.deck"))
GROUPS = ("sensors", "diagnostics", "motion")
FIRST = "heavy_top"
MOST_SECONDS, MOST_OF_FIRST = 2.0, 1.2


def main(other: str, folder: Path) -> int:
    """The exit code is 1 if a result differs or a run takes too long."""
    faults = []
    for deck in DECKS:
        ours, theirs = folder / "ours.h5", folder / "theirs.h5"
        ready = seconds_of(other, "warm-up", "-q", deck)
        whole = seconds_of(other, "run", "-q", deck, "-o", theirs)
        seconds_of("rbsolve", "run", "-q", deck, "-o", ours)
        different = list(differences(ours, theirs))
        faults += [f"{deck.stem}: {name} differs" for name in different]
        if ready > MOST_SECONDS:
            faults.append(f"{deck.stem}: one step takes {ready:.2f} s of processor time")
        if deck.stem == FIRST and whole > MOST_OF_FIRST:
            faults.append(f"{deck.stem}: a run takes {whole:.2f} s of processor time")
        print(
            f"{deck.stem:32} one step {ready:5.2f} s, run {whole:6.2f} s, {'DIFFERS' if different else 'equal bits'}",
            flush=True,
        )
    print(*faults, sep="\n")
    return 1 if faults else 0


def seconds_of(*command: object) -> float:
    """Return the processor time of a command, which must not fail. A deck that has no solution fails in both
    installations."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
    if done.returncode not in (0, 3):
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def differences(ours: Path, theirs: Path) -> Iterator[str]:
    """Return the names of data sets that differ in any bit."""
    with h5py.File(ours) as first, h5py.File(theirs) as second:
        for place in sorted(data_sets(first) | data_sets(second)):
            if place not in first or place not in second or not same_bits(first[place][()], second[place][()]):
                yield place


def data_sets(file: h5py.File) -> set[str]:
    """The names of the datasets that contain the numbers of a run."""
    found: set[str] = set()

    def note(name: str, item: object) -> None:
        if isinstance(item, h5py.Dataset) and name.startswith(GROUPS):
            found.add(name)

    file.visititems(note)
    return found


def same_bits(first: np.ndarray, second: np.ndarray) -> bool:
    """Return whether two arrays have the same bytes. A NaN then equals itself, and 0 differs from -0."""
    return first.dtype == second.dtype and first.shape == second.shape and first.tobytes() == second.tobytes()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
