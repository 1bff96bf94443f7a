"""Ensembles of the heavy top: cases a second against the bare kernel, and against exudyn's ParameterVariation with processes.

`pytest benchmarks/bench_ensembles.py -s` prints the table. One case is 1 s at h = 1e-4 with 1001 rows of three sensors.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest

import rbsolve
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, parse_deck

DECK = (Path(__file__).parent.parent / "decks" / "heavy_top.deck").read_text()
SENSORS = ["centre_of_mass", "velocity", "rotation"]
CASES = 200
CORES = len(os.sched_getaffinity(0))


def heavy_top() -> str:
    """The deck with its spin as a parameter."""
    declared = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {150} }\n"
    return declared + DECK.replace("@INITIAL_ANGULAR_VELOCITY {0, 150,", "@INITIAL_ANGULAR_VELOCITY {0, #spin,")


def best(work, repeats: int = 3) -> float:
    """The least wall time of some runs [s]."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def exudyn_cases_per_second(cases: int, processes: int) -> float:
    import ensembles_peer

    return ensembles_peer.heavy_tops_per_second(cases, processes)


@pytest.mark.parametrize("threads", sorted({1, CORES}))
def test_heavy_tops_against_the_bare_kernel(seconds_per_step, threads):
    kernel = 10_000 * seconds_per_step(heavy_top(), step=1e-4)
    spins = np.linspace(100.0, 200.0, CASES)
    seconds = best(lambda: rbsolve.solve_many(heavy_top(), {"spin": spins}, sensors=SENSORS, threads=threads))
    share = CASES * kernel / seconds / min(threads, CORES)
    print(
        f"\n{threads} threads: {CASES / seconds:.0f} heavy tops a second, {share:.2f} x cores x the bare kernel ({kernel * 1e3:.2f} ms)"
    )
    assert share > 0.9


def test_bookkeeping_of_a_trivial_case():
    deck = (
        heavy_top().replace("@SIMULATION_TIME_RANGE {0, 1}", "@SIMULATION_TIME_RANGE {0, 1e-4}").replace("1e-3", "1e-4")
    )
    solver = CaseSolver(Variation(parse_deck(deck), Options()), SENSORS)
    cases = [{"spin": 100.0 + i} for i in range(500)]
    list(solver.solve_all(cases[:3]))
    start = time.process_time()
    assert all(case.status == "complete" for case in solver.solve_all(cases))
    milliseconds = (time.process_time() - start) / 500 * 1e3
    print(f"\na heavy top of one step with three sensors: {milliseconds:.3f} ms of CPU")
    assert milliseconds < 0.1


def test_heavy_tops_against_exudyn():
    pytest.importorskip("exudyn")
    theirs = exudyn_cases_per_second(40, CORES)
    spins = np.linspace(100.0, 200.0, CASES)
    ours = CASES / best(lambda: rbsolve.solve_many(heavy_top(), {"spin": spins}, sensors=SENSORS))
    print(
        f"\nexudyn on {CORES} processes: {theirs:.1f} heavy tops a second, rbsolve {ours:.0f}: {ours / theirs:.1f} times"
    )
    assert ours > 4 * theirs
