"""The test kills the web process, a worker and the database, one after another, with kill -9. Meanwhile a browser
watches a job.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from http.client import HTTPException

import pytest
from postgres_server import running_server
from service_process import wait_for
from solver_processes import is_alive, solvers
from waiting import PATIENCE, wait_until

import rbsolve
from rbsolve.store.opening import open_store
from rbsolve.store.records import done_chunks, find

DECK = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0.1, 3, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 100} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {turning} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {stone} } }
"""
RUN_SECONDS = 10.0
"""Approximate duration [s] of the job if no process is killed."""
PERIOD, PART = 0.1, 0.1
"""During the kills, the job is solved only in a fraction of each period [s]."""
SHARE = 0.1
"""Fraction of the run that may be solved before each kill, so that the job does not end before the last kill."""


@pytest.fixture
def machines(tmp_path):
    """Yield the database, the web process and the worker. Each process can be killed and started."""
    pytest.importorskip(
        "rbsolve.service.application", reason="the extra `service` is not installed", exc_type=ImportError
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with running_server() as database:
        found = _Machines(database, f"http://127.0.0.1:{port}", tmp_path)
        yield found
        found.close()


class _Machines:
    def __init__(self, database, address, data):
        self.database, self.address = database, address
        self.store = database.new_database()
        where = ["--store", self.store, "--data", str(data)]
        command = [sys.executable, "-m", "rbsolve"]
        port = address.rpartition(":")[2]
        self._commands = {
            "web": [*command, "serve", *where, "--port", port, "--workers", "0"],
            "worker": [*command, "worker", *where, "-j", "1"],
        }
        self._processes = {}
        self.start("web")
        self.start("worker")

    def start(self, name):
        if name == "database":
            self.database.start()
            return
        self._processes[name] = subprocess.Popen(self._commands[name], stderr=subprocess.PIPE)
        if name == "web":
            wait_for(f"{self.address}/api/v1/health", self._processes[name])

    def kill(self, name):
        if name == "database":
            os.kill(self.database.pid, signal.SIGKILL)
        else:
            self._processes[name].kill()
            self._processes[name].wait()
            self._processes[name].stderr.close()

    def pid(self, name):
        return self._processes[name].pid

    def is_healthy(self):
        try:
            return self.ask("/health")["status"] == "ok"
        except urllib.error.HTTPError:
            return False

    def signal_solvers(self, number):
        for pid in solvers(self.pid("worker")):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def close(self):
        for process in self._processes.values():
            process.terminate()
            process.wait(PATIENCE)
            process.stderr.close()

    def ask(self, path, body=None):
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.address}/api/v1{path}", content, {"Content-Type": "application/json"} if content else {}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)


class Held:
    """In this context, jobs are solved slowly, and stop at the permitted fraction."""

    def __init__(self, machines):
        self.machines, self.job, self.allowed = machines, None, SHARE
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._pace)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()
        self.machines.signal_solvers(signal.SIGCONT)

    def _pace(self):
        while not self._over.is_set():
            if self._may_go_on():
                self.machines.signal_solvers(signal.SIGCONT)
                time.sleep(PERIOD * PART)
            self.machines.signal_solvers(signal.SIGSTOP)
            self._over.wait(PERIOD * (1.0 - PART))

    def _may_go_on(self):
        if self.job is None:
            return True
        try:
            return fraction_of(self.machines.ask(f"/jobs/{self.job}")) < self.allowed
        except (OSError, HTTPException):  # while the server or its database is down, the state of the job is unknown
            return False


def fraction_of(job):
    """Return the reported fraction of a run, which is 0 before the first report."""
    return (job["progress"] or {}).get("fraction") or 0.0


def rate(machines):
    """Return how many seconds of simulated time the run computes per second."""
    rbsolve.solve(DECK, t_end=1.0)  # this run stores the machine code, which jobs of the service may not do
    job = machines.ask("/jobs", {"deck": DECK, "t_end": 500.0})["id"]

    def ended():
        found = machines.ask(f"/jobs/{job}")
        return found if found["state"] not in ("queued", "running") else None

    found = wait_until(ended)
    assert found["state"] == "complete", found
    return found["progress"]["rate"]


SHOWN = """() => ({
  states: [...document.querySelectorAll('.badge')].map(({className}) => className.replace('badge ', '')),
  words: document.querySelector('.waiting')?.innerText ?? '',
})"""


def shows(page, job):
    """Return whether the page shows the state of a job. During the run, the shown simulated time must be at most half a
    second old.
    """
    shown = page.evaluate(SHOWN)
    if shown["states"] != [job["state"]] or "the server does not answer" in shown["words"]:
        return False
    if job["state"] != "running":
        return True
    found = re.search(r"t = (\S+) s", shown["words"])
    return found is not None and abs(float(found[1]) - job["progress"]["time"]) <= 0.5 * job["progress"]["rate"]


def new_state(machines, job, before=None):
    """Return the state of a job, as soon as it is available and differs from the previous state."""

    def changed():
        with contextlib.suppress(urllib.error.HTTPError):  # 503 means that the database has not started yet
            now = machines.ask(f"/jobs/{job}")
            return now if now != before else None

    return wait_until(changed)


def test_the_page_knows_how_things_stand_after_each_of_them_was_killed(machines, open_page):
    # The browser reports a missing server, and a run without rows.
    open_page.expected += ["ERR_", "503", "409"]
    end = round(RUN_SECONDS * rate(machines))
    with Held(machines) as held:
        held.job = job = machines.ask("/jobs", {"deck": DECK, "t_end": end, "name": "stone"})["id"]
        page = open_page(f"{machines.address}/#/jobs/{job}")
        page.locator(".badge.running").wait_for(timeout=1000 * PATIENCE)
        wait_until(lambda: (now := machines.ask(f"/jobs/{job}"))["progress"] and shows(page, now))
        for name in ("web", "worker", "database"):
            assert machines.ask(f"/jobs/{job}")["state"] == "running"
            processes = solvers(machines.pid("worker"))
            machines.kill(name)
            if name == "web":
                page.get_by_text("the server does not answer").wait_for(timeout=1000 * PATIENCE)
            elif name == "worker":
                wait_until(lambda processes=processes: not any(map(is_alive, processes)))
            else:
                wait_until(lambda: not machines.is_healthy())
            machines.start(name)
            before = new_state(machines, job)
            # reports may be late, so the fraction can be above the earlier limit
            held.allowed = fraction_of(before) + SHARE
            new_state(machines, job, before)  # the new process works again
            wait_until(lambda: shows(page, machines.ask(f"/jobs/{job}")))
    page.locator(".badge.complete").wait_for(timeout=120_000)
    page.locator(".viewer[data-ready=true]").wait_for(timeout=120_000)
    done = machines.ask(f"/jobs/{job}")
    assert (done["state"], done["progress"]["time"], done["message"]) == ("complete", end, "")
    store = open_store(machines.store)
    record = find(store, job)
    assert (record.cases, record.done, record.failed, record.cancelled) == (1, 1, 0, 0)
    (chunk,) = done_chunks(store, job)
    assert chunk.epoch > 1  # the first worker ended before the job
    store.close()
