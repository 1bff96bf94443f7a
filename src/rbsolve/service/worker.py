"""Runs a worker of the service. A worker is a supervisor that solves jobs of all accounts, and reports their progress."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from pathlib import Path

from rbsolve.store.jobs import Report, report_progress
from rbsolve.store.opening import open_store
from rbsolve.studies.disk.owners import release_deserted
from rbsolve.studies.engines.local import LocalEngine
from rbsolve.studies.running.supervisor import Supervisor

REPORT_SECONDS = 0.25
TOLD_SECONDS = 60.0
KEPT_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "TZ", "HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR", "VIRTUAL_ENV")
"""The environment variables that solver processes inherit. None of these variables can contain a secret."""


def work(
    store: str,
    data: Path,
    processes: int,
    stop: Callable[[], bool],
    sandbox: bool,
    say: Callable[[str], None] = lambda words: None,
) -> None:
    """Solve jobs until `stop()` is true. If the store is unavailable, the worker waits without a limit, and reports
    this once a minute.
    """
    told = -math.inf

    def waits(why: str) -> bool:
        nonlocal told
        if time.monotonic() >= told + TOLD_SECONDS:
            told = time.monotonic()
            say(f"waiting for the store: {why}")
        return not stop()

    environment = {name: os.environ[name] for name in KEPT_ENVIRONMENT if name in os.environ}
    database = open_store(store, math.inf, waits)
    engine = LocalEngine(processes, environment, confined=sandbox)
    engine.warm_up()
    release_deserted(database)
    reporter = _Reporter()
    try:
        Supervisor(database, engine, stop=stop, watch=reporter.look, home=data.absolute()).run()
    finally:
        engine.close()
        database.close()


class _Reporter:
    """Records the progress of jobs several times a second."""

    def __init__(self) -> None:
        self._next = 0.0
        self._last: dict[str, tuple[float, int]] = {}

    def look(self, supervisor: Supervisor) -> None:
        """Read the progress of the solver processes."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + REPORT_SECONDS
        reports = []
        for lease, where in supervisor.engine.whereabouts():
            if lease.kind != "job" or where.end <= 0.0 or self._last.get(lease.study) == (where.time, where.findings):
                continue
            self._last[lease.study] = where.time, where.findings
            elapsed = max(now - where.began, 1e-6)
            fraction, rate = min(1.0, max(0.0, where.time / where.end)), where.time / elapsed
            reports.append(Report(lease.study, where.time, fraction, rate, where.findings))
        report_progress(supervisor.database, reports)
        if len(self._last) > 1000:
            self._last.clear()
