"""Any process may be killed at any time. After `resume`, every case exists once, with results bitwise identical to
the results of an undisturbed study.
"""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time

import h5py
import numpy as np
import pytest
from solver_processes import children
from study_processes import launch, stop_outside_transactions, wait_for_shard
from waiting import PATIENCE

KILLS = 6


def rows(path):
    with h5py.File(path) as file:
        assert set(file["status"].asstr()[()]) == {"complete"}
        return {name: file[f"sensors/{name}"][()] for name in file["sensors"]}


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="needs Linux's list of child processes")
def test_kills_at_random_moments(deck, rbsolve, tmp_path):
    arguments = ("-p", "spin=1:9:40", "-p", "end=200,300", "-j", 2)
    assert rbsolve("sweep", deck, *arguments, "-o", tmp_path / "calm") == 0
    wanted = rows(tmp_path / "calm" / "study.h5")
    chance = random.Random(20261122)
    study = tmp_path / "wild"
    running = launch("sweep", deck, *arguments, "-o", study)
    killed = 0
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.3, 1.2))
        if running.poll() is not None:
            break
        victims = children(running.pid)
        if victims and chance.random() < 0.5:
            with contextlib.suppress(ProcessLookupError):
                os.kill(chance.choice(victims), signal.SIGKILL)
                killed += 1
        else:
            killed += 1
            running.kill()
            running.wait()
            running = launch(
                *(("resume", study) if (study / "study.toml").exists() else ("sweep", deck, *arguments, "-o", study))
            )
    running.wait(PATIENCE)
    assert killed > KILLS / 3
    assert rbsolve("resume", study) == 0
    found = rows(study / "study.h5")
    assert found.keys() == wanted.keys()
    assert all(found[name].tobytes() == wanted[name].tobytes() for name in wanted)
    assert not list((study / "shards").glob(".*.part"))


def test_a_supervisor_that_slept_too_long_changes_nothing(deck, rbsolve, tmp_path):
    """The first process gets SIGSTOP for longer than the lease, and another process continues the study. Then the first
    process gets SIGCONT."""
    arguments = ("-p", "end=20:21:12", "-j", 1)
    command = (
        "import rbsolve.store.leases as leases; leases.LEASE_SECONDS = 1.0; "
        "from rbsolve.cli import main; import sys; sys.exit(main(sys.argv[1:]))"
    )
    # The default of an argument is fixed when a function is defined. So the lease is shortened before any other import.
    words = ["sweep", deck, *arguments, "-o", tmp_path / "s"]
    with subprocess.Popen([sys.executable, "-c", command, *map(str, words)], stderr=subprocess.DEVNULL) as sleeper:
        wait_for_shard(tmp_path / "s", sleeper)
        stop_outside_transactions(sleeper, tmp_path / "s" / "study.db")
        try:
            assert rbsolve("resume", tmp_path / "s", "-q") == 0
        finally:
            os.kill(sleeper.pid, signal.SIGCONT)
        assert sleeper.wait(PATIENCE) == 0
    with h5py.File(tmp_path / "s" / "study.h5") as file:
        assert set(file["status"].asstr()[()]) == {"complete"}
        assert (file.attrs["done"], file.attrs["failed"]) == (12, 0)
        assert np.isfinite(file["sensors/height"][11]).all()


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_two_coordinators_with_eight_processes_share_a_study(deck, tmp_path, request, store):
    study = tmp_path / "s"
    where = () if store == "sqlite" else ("--store", request.getfixturevalue("postgres").new_database())
    first = launch("sweep", deck, "-p", "spin=1:9:120", "-p", "end=3", "-j", 4, "-o", study, *where)
    wait_for_shard(study, first)
    second = launch("resume", study, "-j", 4)
    assert first.wait(PATIENCE) == 0
    assert second.wait(PATIENCE) == 0
    numbers = []
    for path in study.glob("shards/*.h5"):
        with h5py.File(path) as shard:
            numbers += shard["case"][()].tolist()
    assert sorted(numbers) == list(range(120))
    rows(study / "study.h5")


def test_a_lost_store_is_made_again_from_the_shards(deck, rbsolve, tmp_path):
    study = tmp_path / "s"
    assert rbsolve("sweep", deck, "-p", "spin=1:9:9", "-p", "mass=1,-1", "-o", study) == 3
    with h5py.File(study / "study.h5") as file:
        wanted = file["sensors/height"][()]
    for name in ("study.db", "study.db-wal", "study.db-shm", "study.h5"):
        (study / name).unlink(missing_ok=True)
    assert rbsolve("status", study) == 4
    assert rbsolve("resume", study) == 3
    with h5py.File(study / "study.h5") as file:
        assert file["sensors/height"][()].tobytes() == wanted.tobytes()
        assert (file.attrs["done"], file.attrs["failed"]) == (9, 9)


def test_a_database_server_that_is_killed_costs_nothing(deck, rbsolve, tmp_path, postgres):
    study = tmp_path / "s"
    arguments = ("-p", "spin=1:9:20", "-p", "end=10", "-j", 1, "-o", study)
    running = launch("sweep", deck, *arguments, "--store", postgres.new_database())
    wait_for_shard(study, running)
    os.kill(postgres.pid, signal.SIGKILL)
    time.sleep(0.5)
    postgres.start()
    assert running.wait(PATIENCE) == 0
    with h5py.File(study / "study.h5") as file:
        assert set(file["status"].asstr()[()]) == {"complete"}
    assert rbsolve("status", study) == 0
