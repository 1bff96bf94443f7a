"""Kills processes of many small studies at random moments. The command is `RBSOLVE_BENCH_KILLS=200 pytest
benchmarks/bench_kills.py -s`, and the default is 10 per store.

Coordinators and solvers are killed (SIGKILL). Coordinators are also stopped for longer than their lease (SIGSTOP,
SIGCONT). The PostgreSQL server is killed and restarted. After `resume`, every case exists once, with the bits of an
undisturbed study.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import h5py
import pytest

KILLS = int(os.environ.get("RBSOLVE_BENCH_KILLS", "10"))
KILLS_OF_A_STUDY = 4  # with this limit, new studies start, and kills also occur at the beginning and the end of studies
CASES = ("-p", "spin=1:9:30", "-p", "end=2,3", "-j", "2")
LEASE = 2.0
# The program is the command line with short leases.
PROGRAM = f"""
import sys
import rbsolve.store.leases as leases
leases.LEASE_SECONDS = {LEASE}
from rbsolve.cli import main
sys.exit(main(sys.argv[1:]))
"""
DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {3} @DESIGN_PARAMETER_NAME {#end} @SCALAR_VALUE {0.1} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0.1, #spin, 0.2} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, #end} @TIME_STEP_SIZE {1e-4} @OUTPUT_STEP_SIZE {1e-2} } }
@SENSOR_DEFINITION { @SENSOR_NAME {turning} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {stone} } }
"""


def launch(*words: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", PROGRAM, *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def rows(path: Path) -> bytes:
    with h5py.File(path) as file:
        assert set(file["status"].asstr()[()]) == {"complete"}
        assert file.attrs["done"] == len(file["case"])
        return file["sensors/turning"][()].tobytes()


def go_on(study: Path, begin: Sequence[object]) -> Sequence[object]:
    """Return the command that continues a study, or restarts it if it was killed during its creation."""
    return ("resume", study) if (study / "study.toml").exists() else begin


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_every_case_is_there_once(tmp_path, store, request):
    server = request.getfixturevalue("postgres") if store == "postgresql" else None
    deck = tmp_path / "stone.deck"
    deck.write_text(DECK)
    assert launch("sweep", deck, *CASES, "-o", tmp_path / "calm", "-q").wait(300) == 0
    wanted = rows(tmp_path / "calm" / "study.h5")
    chance = random.Random(int(os.environ.get("RBSOLVE_BENCH_SEED", "20261122")))
    kills: dict[str, int] = {}
    studies = 0
    while sum(kills.values()) < KILLS:
        study = tmp_path / f"wild{studies}"
        studies += 1
        options = [] if server is None else ["--store", server.new_database()]
        begin = ("sweep", deck, *CASES, "-o", study, *options)
        running = launch(*begin)
        most = min(KILLS, sum(kills.values()) + chance.randint(1, KILLS_OF_A_STUDY))
        while running.poll() is None and sum(kills.values()) < most:
            time.sleep(chance.uniform(0.2, 2.0))
            kind = chance.choice(["coordinator", "solver", "sleep", "server" if server is not None else "solver"])
            if running.poll() is not None:
                break
            if kind == "solver":
                victims = children(running.pid)
                if not victims:
                    continue
                with contextlib.suppress(ProcessLookupError):
                    os.kill(chance.choice(victims), signal.SIGKILL)
            elif kind == "server":
                assert server is not None
                os.kill(server.pid, signal.SIGKILL)
                time.sleep(0.3)
                server.start()
            elif kind == "sleep":
                if not (study / "study.toml").exists():
                    continue
                os.kill(running.pid, signal.SIGSTOP)
                other = launch("resume", study, "-q", "-j", "1")
                time.sleep(LEASE + 1.0)
                os.kill(running.pid, signal.SIGCONT)
                other.wait(300)
            else:
                running.kill()
                running.wait()
                running = launch(*go_on(study, begin))
            kills[kind] = kills.get(kind, 0) + 1
        running.wait(300)
        assert launch(*go_on(study, begin), "-q").wait(300) == 0
        assert rows(study / "study.h5") == wanted
    print(
        f"\n{store}: {sum(kills.values())} kills ({kills}) over {studies} studies of 60 cases: every case once, every bit the same"
    )
