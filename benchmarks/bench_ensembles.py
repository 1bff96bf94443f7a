"""Ensembles of the heavy top, in cases per second. The ensembles are compared with the bare kernel, and with processes
that exudyn's ParameterVariation starts.

`pytest benchmarks/bench_ensembles.py -s` prints the table. A case is 1 s at h = 1e-4 with 1001 rows of three sensors.
Ensemble and kernel are measured alternately (bare_kernel.py): RBSOLVE_BENCH_TURNS (default 9) times RBSOLVE_BENCH_CASES
(default 400).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from bare_kernel import BareKernel, Seconds, in_turns, of_command, time_work

from rbsolve.ensemble.ensemble import Ensemble
from rbsolve.ensemble.solving import run_cases
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, parse_deck

DECK = (Path(__file__).parent.parent / "decks" / "heavy_top.deck").read_text()
SENSORS = ["centre_of_mass", "velocity", "rotation"]
CASES = int(os.environ.get("RBSOLVE_BENCH_CASES", "400"))
TURNS = int(os.environ.get("RBSOLVE_BENCH_TURNS", "9"))
CORES = len(os.sched_getaffinity(0))


def heavy_top() -> str:
    """Return the deck with its spin as a parameter."""
    declared = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {150} }\n"
    return declared + DECK.replace("@INITIAL_ANGULAR_VELOCITY {0, 150,", "@INITIAL_ANGULAR_VELOCITY {0, #spin,")


def ensemble_of_tops(threads: int) -> Callable[[], Seconds]:
    """Return a function that solves an ensemble of a parsed deck and returns the seconds per case."""
    variation, spins = Variation(parse_deck(heavy_top()), Options()), {"spin": np.linspace(100.0, 200.0, CASES)}

    def seconds() -> Seconds:
        found: list[Ensemble] = []
        took = time_work(lambda: found.append(Ensemble.solve(variation, spins, threads, SENSORS)))
        assert (found[0].rows == 1001).all()
        return took / CASES

    seconds()
    return seconds


def exudyn_cases_per_second(cases: int, processes: int) -> float:
    import ensembles_peer

    return ensembles_peer.heavy_tops_per_second(cases, processes)


@pytest.mark.parametrize("threads", sorted({1, CORES}))
def test_heavy_tops_against_the_bare_kernel(threads):
    cases, kernel, kernels = ensemble_of_tops(threads), BareKernel(heavy_top()), BareKernel(heavy_top(), threads)
    runs = max(1, CASES // 4)
    (share, processor), (wall, _) = in_turns(lambda: kernel.seconds(runs) / [threads, 1], cases, TURNS)
    (side_by_side, _), _ = in_turns(lambda: kernels.seconds(runs), cases, TURNS)
    print(
        f"\n{threads} threads: {1.0 / wall:.0f} heavy tops a second, {share:.3f} of what so many cores do with the bare kernel; "
        f"{side_by_side:.3f} of {threads} threads with it side by side; {processor:.3f} in processor time"
    )
    assert share > 0.9


def test_bookkeeping_of_a_trivial_case():
    deck = (
        heavy_top().replace("@SIMULATION_TIME_RANGE {0, 1}", "@SIMULATION_TIME_RANGE {0, 1e-4}").replace("1e-3", "1e-4")
    )
    variation, cases = Variation(parse_deck(deck), Options()), [{"spin": 100.0 + i} for i in range(5000)]

    def trivial() -> Seconds:
        return time_work(lambda: [case.status for case in run_cases(variation, cases, 1, SENSORS)]) / len(cases)

    trivial()
    (_, imports), (_, seconds) = in_turns(lambda: of_command([sys.executable, "-c", "import numpy"]), trivial, TURNS)
    print(
        f"\na heavy top of one step with three sensors: {seconds * 1e3:.3f} ms of CPU, {imports:.0f} in one `import numpy`"
    )
    assert seconds < 1e-4


VARIED = {
    "mass": ("@MASS {15}", "@MASS {#mass}", 15.0),
    "inertia": ("@MOMENTS_OF_INERTIA {15.234375,", "@MOMENTS_OF_INERTIA {#inertia,", 15.234375),
    "load": ("@APPLIED_FORCES {0, 0, -15*9.81}", "@APPLIED_FORCES {0, 0, #load}", -147.15),
}
"""Numbers of the heavy top other than its spin, with their place in the deck, the parameter there, and their value."""


@pytest.mark.parametrize("name", VARIED)
def test_bookkeeping_where_a_number_of_the_model_varies(name):
    written, varied, value = VARIED[name]
    declared = f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#{name}}} @SCALAR_VALUE {{{value}}} }}\n"
    deck = declared + heavy_top().replace(written, varied)
    deck = deck.replace("@SIMULATION_TIME_RANGE {0, 1}", "@SIMULATION_TIME_RANGE {0, 1e-4}").replace("1e-3", "1e-4")

    def trivial(parameter: str, start: float) -> Callable[[], Seconds]:
        variation = Variation(parse_deck(deck), Options())
        cases = [{parameter: start * (1.0 + 1e-5 * i)} for i in range(1000)]
        return lambda: time_work(lambda: [case.status for case in run_cases(variation, cases, 1, SENSORS)]) / len(cases)

    with_spin, with_number = trivial("spin", 100.0), trivial(name, value)
    with_spin(), with_number()
    (_, share), (_, seconds) = in_turns(with_spin, with_number, TURNS)
    print(
        f"\na heavy top of one step with another {name}: {seconds * 1e3:.3f} ms of CPU, {1.0 / share:.2f} of one with another spin"
    )
    assert seconds < 1.2e-4


def test_heavy_tops_against_exudyn():
    pytest.importorskip("exudyn")
    theirs = exudyn_cases_per_second(40, CORES)
    ours = 1.0 / ensemble_of_tops(CORES)()[0]
    print(
        f"\nexudyn on {CORES} processes: {theirs:.1f} heavy tops a second, rbsolve {ours:.0f}: {ours / theirs:.1f} times"
    )
    assert ours > 4 * theirs
