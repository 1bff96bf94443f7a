"""Compare explicit Lie-group integrators with exudyn and with a hand-written C loop, on the same models.

`pytest benchmarks/bench_explicit.py -s` prints the table. Each ratio compares the best times of alternating runs.
"""

from __future__ import annotations

import ctypes
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).parent
FREE_STEPS = 100_000


def hand_written_c(folder: Path) -> ctypes.CDLL:
    """Return the C loop, compiled into a folder."""
    library = folder / "torque_free.so"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", library, HERE / "torque_free.c", "-lm"], check=True)
    return ctypes.CDLL(str(library))


def c_seconds_per_step(library: ctypes.CDLL) -> float:
    """Return the least seconds per step of the C loop, for a free body with the inertia J [kg m2]."""
    pointer = ctypes.POINTER(ctypes.c_double)
    J = np.diag([5.2988, 1.1775, 4.3568])
    inverse = np.linalg.inv(J)
    best = float("inf")
    for _ in range(5):
        y = np.array([0, 0, 0, 1.0, 0, 0, 0])
        v = np.array([0, 0, 0, 0.01, 0, 100])
        arrays = [array.ctypes.data_as(pointer) for array in (y, v, J, inverse)]
        start = time.perf_counter()
        library.torque_free(*arrays, ctypes.c_double(1), ctypes.c_double(1e-5), ctypes.c_long(FREE_STEPS))
        best = min(best, time.perf_counter() - start)
    return best / FREE_STEPS


def test_torque_free_body_against_c(seconds_per_step, tmp_path):
    ours = seconds_per_step("torque_free_body.deck", step=1.0 / FREE_STEPS, ends_only=True)
    c = c_seconds_per_step(hand_written_c(tmp_path))
    print(f"\ntorque-free body, RK44: {ours * 1e6:.3f} us a step, C -O2 {c * 1e6:.3f} us: {ours / c:.2f} times C")
    assert ours < 2 * c


@pytest.mark.parametrize("tableau", ["RK44", "RK67", "DOPRI5"])
@pytest.mark.parametrize(("deck", "steps"), [("heavy_top.deck", 10_000), ("rotor.deck", 40_000)])
def test_against_exudyn(seconds_per_step, deck, steps, tableau):
    import peers

    peer = {"heavy_top.deck": peers.heavy_top, "rotor.deck": peers.rotor}[deck]
    theirs, _ = peer(tableau, steps)
    ours = seconds_per_step(deck, step=1e-4, method_options={"TABLEAU": tableau}, ends_only=True)
    print(
        f"\n{deck} {tableau}: {ours * 1e6:.3f} us a step, exudyn {theirs * 1e6:.2f} us: {theirs / ours:.1f} times faster"
    )
    assert theirs > 5 * ours


FORMULATIONS = (
    "LIE_R3_SO3",
    "LIE_SE3",
    "LIE_R3_S3",
    "UNIFIED_VELOCITIES",
    "CARDAN_ANGLES_1",
    "CARDAN_ANGLES_2",
    "EULER_PARAMETERS_1",
)


def test_cost_of_the_formulations(seconds_per_step):
    costs = {
        name: seconds_per_step("heavy_top.deck", formulation=name, step=1e-4, ends_only=True) for name in FORMULATIONS
    }
    base = costs["LIE_R3_SO3"]
    print()
    for name, cost in costs.items():
        print(f"heavy top RK44 {name:20s} {cost * 1e6:.3f} us a step, {cost / base:.2f} of LIE_R3_SO3")
    assert all(cost < 2 * base for name, cost in costs.items() if not name.startswith("CARDAN"))
