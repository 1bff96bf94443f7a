"""A database that becomes unavailable. Requests report the failure at once, workers wait, and nothing is lost."""

from __future__ import annotations

import math
import threading

import pytest
from fastapi.testclient import TestClient
from waiting import PATIENCE, wait_until

from rbsolve.service.application import create_application
from rbsolve.service.settings import Settings
from rbsolve.service.worker import work
from rbsolve.store import database, postgresql
from rbsolve.store.errors import LostConnectionError


def test_a_worker_waits_and_requests_do_not(postgres, tmp_path, stone, monkeypatch):
    store, said, stop, patiences = postgres.new_database(), [], threading.Event(), []

    def with_patience(attempt, patience, waits):
        patiences.append(patience)
        return database.with_patience(attempt, patience, waits)

    monkeypatch.setattr(postgresql, "with_patience", with_patience)
    with TestClient(create_application(Settings(store=store, data=tmp_path))) as client:
        worker = threading.Thread(target=work, args=(store, tmp_path, 1, stop.is_set, False, said.append), daemon=True)
        worker.start()

        def state():
            return client.get(f"/api/v1/jobs/{job}").json()["state"]

        try:
            job = client.post("/api/v1/jobs", json={"deck": stone, "parameters": {"end": 30.0}}).json()["id"]
            wait_until(lambda: state() == "running")
            postgres.stop()
            try:
                patiences.clear()
                for _ in range(3):
                    answer = client.get("/api/v1/jobs")
                    assert (answer.status_code, int(answer.headers["retry-after"]) > 0) == (503, True)
                assert (
                    max(seconds for seconds in patiences if seconds < math.inf) < 5.0
                )  # a request waits for the database for this time [s]
                wait_until(lambda: said)
            finally:
                postgres.start()
            assert worker.is_alive()
            wait_until(lambda: client.get("/api/v1/jobs").status_code == 200)
            wait_until(lambda: state() == "complete")
            assert len(said) == 1
            assert "waiting for the store" in said[0]
        finally:
            stop.set()
            worker.join(PATIENCE)
        assert not worker.is_alive()


def test_patience_has_no_end_but_a_word(monkeypatch):
    """The test simulates a day without a database. A message can end the wait."""
    now, asked = [0.0], []
    monkeypatch.setattr(database.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(database.time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))

    def attempt():
        if now[0] < 86400.0:
            raise LostConnectionError("away")
        return "there"

    assert database.with_patience(attempt, math.inf) == "there"
    now[0] = 0.0
    with pytest.raises(LostConnectionError):
        database.with_patience(attempt, math.inf, lambda why: asked.append(why) or len(asked) < 3)
    assert asked == ["away"] * 3
    now[0] = 0.0
    with pytest.raises(LostConnectionError):
        database.with_patience(attempt, 60.0)
    assert now[0] <= 60.0
