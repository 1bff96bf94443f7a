"""Studies on executors of other libraries. The tests use a pool, dask with a killed worker, and Slurm with small arrays
and a preempted task.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from types import SimpleNamespace

import forked
import h5py
import pytest
import spring
from study_processes import wait_for_shard
from waiting import PATIENCE, wait_until

from rbsolve.studies.engines import dask


def complete(folder, count):
    with h5py.File(folder / "study.h5") as file:
        return (file["status"].asstr()[()] == "complete").sum() == count


def test_any_executor(deck, rbsolve, tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(
        "from concurrent.futures import ThreadPoolExecutor\ndef pool():\n    return ThreadPoolExecutor(2)\nnothing = dict\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    arguments = ("sweep", deck, "-p", "spin=1:5:5", "-o", tmp_path / "s", "-j", 2)
    assert rbsolve(*arguments, "--executor", "mine:nothing") == 2
    assert rbsolve(*arguments, "--executor", "mine:none") == 2
    assert rbsolve(*arguments, "--executor", "mine:pool") == 0
    assert complete(tmp_path / "s", 5)


def cases_done(study):
    """Return the number of done cases as another process reads it. The number is 0 for a study that does not exist yet."""
    command = [sys.executable, "-m", "rbsolve", "status", str(study), "--format", "json"]
    told = forked.run(command, capture_output=True, text=True)
    return json.loads(told.stdout)["done"] if told.returncode == 0 else 0


def cancelled_in_the_middle(deck, rbsolve, study, executor, **environment):
    """Cancel a study of two short cases and four cases that would take hours, when the short cases are done."""
    ends = "end=0.1,0.1,2e4,2e4,2e4,2e4"
    arguments = (deck, "-p", ends, "-o", study, "-j", 4, "--executor", executor, "--keep", "none")
    command = [sys.executable, "-m", "rbsolve", "sweep", *map(str, arguments)]
    running = forked.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, **environment})
    wait_until(lambda: cases_done(study) >= 2, running)
    assert rbsolve("cancel", study) == 0
    assert running.wait(PATIENCE) == 130
    with h5py.File(study / "study.h5") as file:
        assert sorted(file["status"].asstr()[()]) == ["cancelled"] * 4 + ["complete"] * 2


def test_tasks_of_a_cancelled_study(deck, rbsolve, tmp_path):
    """A running task ends soon, although its executor cannot stop it. Tasks that have not started never start."""
    (tmp_path / "mine.py").write_text(
        "from concurrent.futures import ThreadPoolExecutor\ndef pool():\n    return ThreadPoolExecutor(1)\n"
    )
    cancelled_in_the_middle(deck, rbsolve, tmp_path / "s", "mine:pool", PYTHONPATH=str(tmp_path))


def launch(*words):
    return subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture
def dask_cluster(tmp_path):
    """`dask_cluster(n)` starts a scheduler on loopback and `n` worker processes with one thread each. It returns the
    scheduler's address and the worker processes.
    """
    pytest.importorskip("distributed", reason="dask.distributed is not installed: pip install 'rbsolve[dask]'")
    started = []

    def start(count):
        place = tmp_path / "scheduler.json"
        quiet = ("--no-dashboard", "--scheduler-file", str(place))
        started.append(launch("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *quiet))
        for _ in range(count):
            options = ("--no-dashboard", "--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path / "dask"))
            started.append(launch("distributed.cli.dask_worker", "--scheduler-file", str(place), *options))
        # dask creates the file first and writes the address into it afterwards.
        wait_until(lambda: place.exists() and place.read_text().endswith("}"), started[0])
        return json.loads(place.read_text())["address"], started[1:]

    yield start
    for process in reversed(started):
        process.kill()
        process.wait()


@pytest.mark.parametrize(("jobs", "slots"), [(1, 10), (64, 64)])
def test_dask_has_chunks_ahead_for_each_thread(monkeypatch, jobs, slots):
    """There are two workers with 2 and 3 threads."""
    distributed = pytest.importorskip("distributed", reason="pip install 'rbsolve[dask]'")
    cluster = SimpleNamespace(nthreads=lambda: {"one": 2, "two": 3}, close=lambda: None)
    monkeypatch.setattr(distributed, "Client", lambda *_, **__: cluster)
    monkeypatch.setattr(dask, "CHUNKS_PER_THREAD", 2)
    assert dask.dask_engine("tcp://127.0.0.1:1", jobs).slots == slots


def test_dask_with_a_worker_that_is_killed(deck, rbsolve, tmp_path, dask_cluster):
    address, workers = dask_cluster(2)

    def kill_one():
        wait_for_shard(tmp_path / "s")
        os.kill(workers[0].pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_one, daemon=True)
    killer.start()
    arguments = ("-p", "spin=1:5:12", "-p", "end=5", "-o", tmp_path / "s")
    assert rbsolve("sweep", deck, *arguments, "--executor", f"dask:{address}", "-q") == 0
    assert complete(tmp_path / "s", 12)
    assert workers[0].wait(PATIENCE) == -signal.SIGKILL


def test_tasks_of_a_study_cancelled_on_dask(deck, rbsolve, tmp_path, dask_cluster):
    """The running task ends soon, and the worker is free for other tasks. dask itself cannot stop a task that has
    started.
    """
    address, _ = dask_cluster(1)
    cancelled_in_the_middle(deck, rbsolve, tmp_path / "s", f"dask:{address}")
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        wait_until(lambda: not any(client.run(lambda dask_worker: len(dask_worker.active_threads)).values()))
        assert not any(client.processing().values())
        assert client.submit(sum, [1, 2]).result(PATIENCE) == 3


def test_dask_solves_the_starts_of_an_optimization(rbsolve, tmp_path, dask_cluster):
    address, _ = dask_cluster(1)
    (tmp_path / "spring.deck").write_text(spring.UNDAMPED)
    words = (
        "optimize",
        tmp_path / "spring.deck",
        "--minimize",
        "final(x)",
        "-p",
        "k=1:70:30",
        "-p",
        "c=0",
        "--starts",
        2,
    )
    assert rbsolve(*words, "-o", tmp_path / "OPT", "--executor", f"dask:{address}", "-q") == 0
    found = json.loads((tmp_path / "OPT/optimum.json").read_text())
    assert [one["status"] for one in found["searches"]] == ["complete"] * 3
    assert found["searches"][0]["parameters"]["k"] == pytest.approx(spring.MINIMA[1], rel=1e-4)
