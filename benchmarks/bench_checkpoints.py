"""The cost of checkpoints, as a fraction of the time of a run. It is the time for live rows, and for
storing the state every 10 s of wall time.

`pytest benchmarks/bench_checkpoints.py -s` measures the CPU time of a checkpoint, and the CPU time of the live rows in
the 10 s between two checkpoints. So other work on the machine does not count. The goal is 0.5 %. The first checkpoint
also changes the mode of the file, once per run. The benchmark shows this time and the time of waiting for the disk
separately.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from rbsolve.pipeline import Options, check_deck
from rbsolve.runs.checkpoints import SHOWN_PART, SHOWN_SECONDS, FileKeeper
from rbsolve.runs.run import run_model
from rbsolve.solver.run.supervision import Supervision

DECKS = Path(__file__).parents[1] / "decks"
SECONDS = 32.0  # three checkpoints
CADENCE = 10.0
GOAL = 0.005
END = 1e4  # end of the simulated time [s], which is not reached


def falling_bodies(number: int) -> str:
    """Return the deck of rotating free bodies. The results file contains the motion of all bodies."""
    bodies = "\n".join(
        f"@RIGID_BODY_NAME {{b{i}}} {{ @MASS_PROPERTY_NAME {{m}} @INITIAL_ANGULAR_VELOCITY {{1, {i % 7}, 3}} }}"
        for i in range(number)
    )
    return f"""
    @GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
    @MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 2, 2.5}} }} }}
    @RIGID_BODY_DEFINITION {{ {bodies} }}
    @ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, {END}}}
        @TIME_STEP_SIZE {{1e-3}} @OUTPUT_STEP_SIZE {{1}} }} }}
    """


def chain(links: int) -> str:
    """Return the deck of a chain of links on spherical joints, which generalized-alpha solves."""
    names = ["GROUND", *(f"b{i}" for i in range(links))]
    points = "\n".join(f"@POINT_NAME {{p{i}}} {{ @COORDINATES {{{i}, 0, 0}} }}" for i in range(links))
    frames = "\n".join(
        f"@FIXED_FRAME_NAME {{f{i}}} {{ @POINT1_NAME {{p{i}}} @TRIAD_NAME {{TRIAD_INERTIAL}} }}" for i in range(links)
    )
    bodies = "\n".join(
        f"@RIGID_BODY_NAME {{b{i}}} {{ @FRAME_NAME {{f{i}}} @MASS_PROPERTY_NAME {{m}} }}" for i in range(links)
    )
    joints = "\n".join(
        f"@SPHERICAL_JOINT_NAME {{j{i}}} {{ @CONNECTED_TO_BODIES {{{names[i]}, b{i}}} @AT_POINT {{p{i}}} }}"
        for i in range(links)
    )
    return f"""
    @POINT_DEFINITION {{ {points} }} @FIXED_FRAME_DEFINITION {{ {frames} }}
    @GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
    @MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{0.1, 0.1, 0.1}}
      @CENTRE_OF_MASS_LOCATION {{0.5, 0, 0}} }} }}
    @RIGID_BODY_DEFINITION {{ {bodies} }} @SPHERICAL_JOINT_DEFINITION {{ {joints} }}
    @TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} }} }}
    @ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, {END}}}
        @TIME_STEP_SIZE {{1e-3}} @OUTPUT_STEP_SIZE {{1e-2}} @TIME_INTEGRATOR_NAME {{i}} }} }}
    """


MODELS = {
    "heavy top": lambda: (DECKS / "heavy_top.deck").read_text(encoding="utf-8"),
    "chain of 100 links": lambda: chain(100),
    "1000 bodies": lambda: falling_bodies(1000),
}


@pytest.mark.parametrize("model", MODELS)
def test_checkpoints_cost_little(model, tmp_path, monkeypatch):
    spent: list[tuple[float, float, bool]] = []

    def timed(self: FileKeeper, engine: object) -> None:
        start, clock = time.thread_time(), time.perf_counter()
        before = self._kept
        original(self, engine)
        spent.append((time.thread_time() - start, time.perf_counter() - clock, self._kept != before))

    original = FileKeeper.keep
    monkeypatch.setattr(FileKeeper, "keep", timed)
    checked = check_deck(MODELS[model](), Options(t_end=END))
    started: list[tuple[float, float]] = []

    def is_over() -> bool:
        started.append((time.thread_time(), time.perf_counter()))
        return started[-1][1] - started[0][1] > SECONDS

    run_model(checked, tmp_path / "o.h5", Supervision(interrupted=is_over, every=CADENCE))
    used, lasted = (end - start for start, end in zip(started[0], started[-1], strict=True))
    once, *rest = spent
    states = [own for own, _, is_state in rest if is_state]
    rows = [own for own, _, is_state in rest if not is_state]
    state, shown = (sum(own) / max(len(own), 1) for own in (states, rows))
    part = state / CADENCE + shown / max(SHOWN_SECONDS, shown / SHOWN_PART)
    waited = sum(wall - own for own, wall, _ in rest)
    print(
        f"\n{model}: {len(states)} checkpoints of {1e3 * state:.1f} ms, {len(rows)} times rows shown in {1e3 * shown:.1f} ms: "
        f"{100 * part:.2f} %; at first {1e3 * once[0]:.0f} ms; waited for the disk and for other work {1e3 * waited:.0f} ms in "
        f"{lasted:.0f} s, of which {used:.0f} s of CPU"
    )
    assert states
    assert part <= GOAL
