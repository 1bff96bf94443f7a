"""Solve every deck by another installation of rbsolve, and compare bits and processor time: `compare_decks.py RBSOLVE FOLDER`.

The other installation is the installed wheel. Its kernels must be bitwise identical to the kernels that this
environment compiles. Each installation solves all decks in one process. The wheel must give its first result at once,
so the script measures the processor time of the heavy top's whole run, and of one step of every deck.
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


SOLVE = """
import sys
from pathlib import Path
from rbsolve.processes.start import settle
settle()
import rbsolve
folder, *decks = map(Path, sys.argv[1:])
for deck in decks:
    try:
        rbsolve.solve(deck, output=folder / f"{deck.name}.h5", progress=False)
    except rbsolve.SolveError:
        pass  # such a deck fails in both installations, after the same rows
"""


def main(other: str, folder: Path) -> int:
    """The exit code is 1 if a result differs or a run takes too long."""
    ours, theirs = folder / "ours", folder / "theirs"
    for python, place in ((sys.executable, ours), (Path(other).with_name("python"), theirs)):
        place.mkdir()
        seconds_of(python, "-c", SOLVE, place, *DECKS)
    faults = []
    for deck in DECKS:
        ready = seconds_of(other, "warm-up", "-q", deck)
        different = list(differences(ours / f"{deck.name}.h5", theirs / f"{deck.name}.h5"))
        faults += [f"{deck.stem}: {name} differs" for name in different]
        if ready > MOST_SECONDS:
            faults.append(f"{deck.stem}: one step takes {ready:.2f} s of processor time")
        print(f"{deck.stem:32} one step {ready:5.2f} s, {'DIFFERS' if different else 'equal bits'}", flush=True)
    whole = seconds_of(other, "run", "-q", DECKS[0].with_stem(FIRST), "-o", folder / "first.h5")
    print(f"{FIRST:32} a run {whole:5.2f} s")
    if whole > MOST_OF_FIRST:
        faults.append(f"{FIRST}: a run takes {whole:.2f} s of processor time")
    print(*faults, sep="\n")
    return 1 if faults else 0


def seconds_of(*command: object) -> float:
    """Return the processor time of a command, which must not fail. A deck that has no solution may fail."""
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
