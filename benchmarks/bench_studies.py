"""Measures studies: the overhead of a case, many small cases, and heavy tops compared with exudyn. `pytest
benchmarks/bench_studies.py -s` prints the results.

The full sizes take some minutes. Set RBSOLVE_BENCH_CASES=10000 for the heavy tops (default 1000), and
RBSOLVE_BENCH_TRIVIAL=1000000 (default 200,000).
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from bare_kernel import BareKernel, Seconds, in_turns, of_command

DECKS = Path(__file__).parent.parent / "decks"
TRIVIAL = int(os.environ.get("RBSOLVE_BENCH_TRIVIAL", "200000"))
CASES = int(os.environ.get("RBSOLVE_BENCH_CASES", "1000"))
FEW, TURNS = 64, 3

# Solver processes record when they start a case. With CANNED, the processes solve a single case and return its rows for
# all other cases, so only the overhead remains.
WATCHED = """
import os, sys
if any("rbsolve.studies.running." in word for word in sys.orig_argv):
    import time
    from rbsolve.ensemble.case import CaseSolver
    solve_all = CaseSolver.solve_all
    def watched(self, cases, *others):
        cases = iter(cases)
        first = next(cases)
        try:
            with open(os.environ["STARTED"], "x") as file:
                with open(f"/proc/{os.getppid()}/stat") as parent:
                    ticks = sum(map(int, parent.read().rpartition(")")[2].split()[11:13]))
                file.write(f"{time.time()} {time.process_time()} {ticks / os.sysconf('SC_CLK_TCK')}")
        except FileExistsError:
            pass
        if "CANNED" not in os.environ:
            yield from solve_all(self, [first], *others)
            yield from solve_all(self, cases, *others)
            return
        (known,) = solve_all(self, [first], *others)
        yield known
        for case in cases:
            yield known
    CaseSolver.solve_all = watched
"""

TRIVIAL_DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#v} @SCALAR_VALUE {1} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {#v, 0, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 1e-3} @TIME_STEP_SIZE {1e-3} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} } }
"""

HEAVY_TOP = (
    re.sub(
        r"  @SENSOR_NAME \{(rotation|kinetic_energy)\} \{.*?\n  \}\n",
        "",
        (DECKS / "heavy_top.deck").read_text(),
        flags=re.DOTALL,
    )
    .replace(
        "@POINT_DEFINITION",
        "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {150} }\n@POINT_DEFINITION",
        1,
    )
    .replace("{0, 150, -4.61538}", "{0, #spin, -4.61538}")
)
"""The deck with its spin as a parameter and three sensors."""


def rbsolve(*words: object) -> Seconds:
    """Return the CPU time of a command with all its processes."""
    return of_command([sys.executable, "-m", "rbsolve", *words])


@pytest.mark.parametrize("kind", ["canned", "solved"])
def test_many_cases_of_one_step(tmp_path, kind):
    deck = tmp_path / "trivial.deck"
    deck.write_text(TRIVIAL_DECK)
    (tmp_path / "sitecustomize.py").write_text(WATCHED)
    started = tmp_path / "started"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "STARTED": str(started)}
    if kind == "canned":
        environment["CANNED"] = "1"
    study = tmp_path / "s"
    rbsolve("sweep", deck, "-p", "v=1:2:64", "-o", tmp_path / "warm", "-q")
    command = [sys.executable, "-m", "rbsolve", "sweep", deck, "-p", f"v=1:2:{TRIVIAL}", "-o", study, "-q", "-j", "2"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.time()
    running = subprocess.Popen(list(map(str, command)), env=environment)
    submitted = written = None
    while running.poll() is None:
        now = time.time() - start
        if submitted is None and (study / "study.toml").exists():
            submitted = now
        if written is None and any(study.glob("shards/*.h5")):
            written = now
            status = min(rbsolve("status", study)[0] for _ in range(5))
        time.sleep(0.02)
    wall = time.time() - start
    begun, solver, coordinator = map(float, started.read_text().split())
    first = begun - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    files = sum(1 for _ in study.rglob("*"))
    print(
        f"\n{TRIVIAL:,} cases, {kind}: submitted in {submitted:.2f} s; the first case begun after {first:.2f} s (processor time until "
        f"then: coordinator {coordinator:.2f} s, this solver {solver:.2f} s); the first chunk written after {written:.2f} s, all in "
        f"{wall:.1f} s; {1e3 * cpu / TRIVIAL:.4f} ms of processor time a case; {files} files; `rbsolve status` in {status:.3f} s; "
        f"largest process {after.ru_maxrss / 1024:.0f} MiB"
    )
    assert running.returncode == 0
    assert files <= 4000
    assert submitted < 20.0
    assert first < 1.5
    assert status < 0.1
    assert cpu / TRIVIAL < 1e-4


def test_heavy_tops(tmp_path):
    """Measure cases per second with one and two processes, in alternation with the bare kernel and with exudyn's
    ParameterVariation.

    The time of a case is the additional time of a study with more cases. Therefore the start of the command does not
    count.
    """
    deck, kernel = tmp_path / "top.deck", BareKernel(HEAVY_TOP)
    deck.write_text(HEAVY_TOP)
    rates, shares = {}, {}

    def study(cases: int, jobs: int) -> Seconds:
        folder = tmp_path / "study"
        shutil.rmtree(folder, ignore_errors=True)
        return rbsolve("sweep", deck, "-p", f"spin=149:151:{cases}", "-o", folder, "-q", "-j", jobs)

    def case(jobs: int) -> Seconds:
        few = study(FEW, jobs)
        return (study(CASES, jobs) - few) / (CASES - FEW)

    study(FEW, 2)
    for jobs in (1, 2):
        shares[jobs], (wall, _) = in_turns(lambda j=jobs: kernel.seconds(100) / [j, 1], lambda j=jobs: case(j), TURNS)
        rates[jobs] = 1.0 / wall
    print(
        f"\n{CASES} heavy tops, cases/s: 1 process {rates[1]:.1f}, 2 processes {rates[2]:.1f}; of cores x the bare kernel "
        f"{shares[1][0]:.2f}, {shares[2][0]:.2f} on the clock, {shares[1][1]:.2f}, {shares[2][1]:.2f} in processor time"
    )
    peer = exudyn_rate(tmp_path)
    if peer is not None:
        print(f"exudyn ParameterVariation, 2 processes: {peer:.1f} cases/s; ratio {rates[2] / peer:.1f}")
        assert rates[2] > 4.0 * peer
    assert min(share for share, _ in shares.values()) > 0.9


EXUDYN = """
import json, sys, time
import exudyn as exu
from exudyn.itemInterface import *
from exudyn.processing import ParameterVariation
import numpy as np
def run(parameterSet):
    SC = exu.SystemContainer(); mbs = SC.AddSystem()
    node = mbs.AddNode(NodeRigidBodyRotVecLG(referenceCoordinates=[0]*6, initialVelocities=[0, 0, 0, 0, parameterSet['spin'], -4.61538]))
    body = mbs.AddObject(ObjectRigidBody(nodeNumber=node, physicsMass=15, physicsInertia=[15.234375, 0.46875, 15.234375, 0, 0, 0]))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[0, 1, 0]))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, 0, -15*9.81]))
    origin = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[0, 0, 0]))
    mbs.AddLoad(Force(markerNumber=origin, loadVector=[0, 0, 15*9.81]))
    sensors = [mbs.AddSensor(SensorBody(bodyNumber=body, localPosition=[0, 1, 0], storeInternal=True, outputVariableType=kind))
               for kind in (exu.OutputVariableType.Position, exu.OutputVariableType.Velocity, exu.OutputVariableType.AngularVelocity)]
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 10000
    settings.timeIntegration.endTime = 1
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = 1e-3
    settings.timeIntegration.verboseMode = 0
    mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
    return float(mbs.GetSensorStoredData(sensors[0])[-1, 1])
if __name__ == '__main__':
    n = int(sys.argv[1])
    start = time.perf_counter()
    ParameterVariation(run, {'spin': (149, 151, n)}, useMultiProcessing=True, numberOfThreads=2, showProgress=False)
    print(json.dumps(n / (time.perf_counter() - start)))
"""


def exudyn_rate(folder: Path) -> float | None:
    """Return the cases per second of exudyn, or None if it is not installed."""
    pytest.importorskip("exudyn", reason="exudyn is not installed: pip install '.[benchmarks]'")
    (folder / "peer.py").write_text(EXUDYN)
    count = min(CASES, 400)
    found = subprocess.run(
        [sys.executable, folder / "peer.py", str(count)], capture_output=True, text=True, cwd=folder, check=True
    )
    return float(json.loads(found.stdout.strip().splitlines()[-1]))
