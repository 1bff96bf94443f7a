"""The cost of a first run with an empty cache, and of later runs with a filled cache, in CPU seconds of `rbsolve run`.

`pytest benchmarks/bench_start.py -s` prints the table. The goals of first runs are for a machine like the machine of
docs/performance.md. The goals of later runs and checks are multiples of the time for importing numpy with one thread
(0.1 s there). The benchmark measures both times alternately.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

DECKS = Path(__file__).parent.parent / "decks"
# The goals of the first run in CPU seconds.
COLD = {
    "heavy_top": 12.0,
    "torque_free_hexahedron": 12.0,
    "triple_pendulum": 20.0,
    "symmetrical_top_fast": 20.0,
    "puma560": 20.0,
    "slider_crank": 20.0,
}
NUMPY = "import os; os.environ['OMP_NUM_THREADS'] = '1'; import numpy"
WARM, CHECK, SPRING = 0.4 / 0.1, 0.25 / 0.1, 5.0


def cpu_seconds(folder: Path, *arguments: object) -> float:
    """Return the user and system time of a command."""
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    environment["NUMBA_CACHE_DIR"] = str(folder / "cache")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *map(str, arguments)], env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def beside_numpy(folder: Path, *arguments: object) -> tuple[float, float]:
    """Return the smallest CPU time [s] of a command, and its ratio to the CPU time of importing numpy."""
    turns = [(cpu_seconds(folder, "-c", NUMPY), cpu_seconds(folder, *arguments)) for _ in range(5)]
    numpy, command = map(min, zip(*turns, strict=True))
    return command, command / numpy


@pytest.mark.parametrize("deck", COLD)
def test_first_run_and_later_ones(deck, tmp_path):
    run = ("-m", "rbsolve", "run", "-q", DECKS / f"{deck}.deck", "-o", tmp_path / "o.h5")
    cold = cpu_seconds(tmp_path, *run)
    warm, multiple = beside_numpy(tmp_path, *run)
    print(
        f"\n{deck}: {cold:.1f} s of CPU in a fresh cache, {warm:.2f} s in a warm one, {multiple:.2f} imports of numpy"
    )
    assert cold < COLD[deck]
    if deck == "heavy_top":
        assert multiple < WARM


def test_a_check(tmp_path):
    check, multiple = beside_numpy(tmp_path, "-m", "rbsolve", "check", DECKS / "heavy_top.deck")
    print(f"\ncheck of heavy_top: {check:.2f} s of CPU, {multiple:.2f} imports of numpy")
    assert multiple < CHECK


def test_a_spring_more(tmp_path):
    text = (DECKS / "heavy_top.deck").read_text()
    point = "@POINT_DEFINITION { @POINT_NAME {hook} { @COORDINATES {0, 0, 3} } }"
    spring = (
        "@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {more} { @CONNECTED_TO_BODIES {GROUND, top} "
        "@POINT1_NAME {hook} @POINT2_NAME {hook} @STIFFNESS {10} } }"
    )
    with_spring = tmp_path / "with_spring.deck"
    with_spring.write_text(f"{text}\n{point}\n{spring}\n")
    run = ("-m", "rbsolve", "run", "-q")
    cpu_seconds(tmp_path, *run, DECKS / "heavy_top.deck", "-o", tmp_path / "o.h5")
    more = cpu_seconds(tmp_path, *run, with_spring, "-o", tmp_path / "o.h5")
    print(f"\nheavy_top with a spring, after heavy_top: {more:.1f} s of CPU")
    assert more < SPRING
