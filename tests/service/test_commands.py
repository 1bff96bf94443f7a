"""`rbsolve serve`, `submit`, `token`, `doctor`, and the client, as processes."""

import os
import pickle
import re
import signal
import sqlite3
import stat
import struct
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import h5py
import pytest
from waiting import PATIENCE

import rbsolve
from rbsolve.cli import main

pytest.importorskip("fastapi", reason="FastAPI is not installed: pip install 'rbsolve[service]'")


MARK = 12345.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("serve")


@pytest.fixture(scope="module")
def server(folder):
    with serve(folder) as address:
        yield address


@contextmanager
def serve(folder):
    """Yield the address of a service in a process that ends on request."""
    command = [sys.executable, "-m", "rbsolve", "serve", "--data", str(folder), "--port", "0", "--workers", "1"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        address = process.stderr.readline().strip()
        assert address.startswith("http://127.0.0.1:"), address + process.stderr.read()
        yield address.rstrip("/")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        process.stderr.close()


def test_submit_waits_and_fetches(server, stone, tmp_path, capsys):
    deck = tmp_path / "main.deck"
    (tmp_path / "stone.dat").write_text(stone)
    deck.write_text(
        "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {stone.dat} } }\n"
        "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {idle} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }"
    )
    out = tmp_path / "out.h5"
    assert main(["submit", str(deck), "--server", server, "-p", "spin=5", "-o", str(out)]) == 0
    said = capsys.readouterr()
    assert len(said.out.strip()) == 20
    assert "main.deck:2: warning[unused-object]: nothing uses mass property idle" in said.err
    with rbsolve.open_results(out) as results, rbsolve.solve(deck, parameters={"spin": 5.0}) as wanted:
        assert results["height"].tobytes() == wanted["height"].tobytes()
    deck.write_text("@NONSENSE {}")
    assert main(["submit", str(deck), "--server", server]) == 1
    assert "unknown-keyword" in capsys.readouterr().err
    assert main(["submit", str(deck), "--server", "http://127.0.0.1:9"]) == 4


def binary_stl():
    """Return the bytes of a triangle."""
    numbers = (0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0)
    return b"\xff" * 80 + struct.pack("<I12fH", 1, *numbers, 0)


def test_submit_sends_the_files_that_a_deck_names(server, stone, tmp_path, capsys):
    """The files are includes, tables and meshes, some of which are not text."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/hull.stl").write_bytes(binary_stl())
    (tmp_path / "push.csv").write_text("t,f\n0,0\n1,4\n")
    (tmp_path / "model.deck").write_text(stone)  # the service gives this name to decks without files
    deck = tmp_path / "ship.deck"
    deck.write_text("""
    @INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {model.deck} } }
    @FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {push} { @FUNCTION_1D_TYPE {TABULATED} @TABLE_FILE {push.csv, t, f} } }
    @DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} {
      @CONNECTED_TO_BODY {stone} @APPLIED_FORCES {0, 0, 1} @FUNCTION_1D_NAME {push} } }
    @SHAPE_DEFINITION { @SHAPE_NAME {hull} {
      @SHAPE_TYPE {MESH} @CONNECTED_TO_BODY {stone} @FILE_NAME {parts/hull.stl} } }
    """)
    out = tmp_path / "out.h5"
    # The test first solves the deck in this process, because this run stores the machine code. A job of the service may
    # not store machine code.
    with rbsolve.solve(deck, parameters={"spin": 5.0}, t_end=0.05) as wanted:
        asked = ["-p", "spin=5", "--t-end", "0.05", "-o", str(out)]
        assert main(["submit", str(deck), "--server", server, *asked]) == 0
        with rbsolve.open_results(out) as results:
            assert results["height"].tobytes() == wanted["height"].tobytes()
            assert results.file["model/shapes/hull"].attrs["type"] == "MESH"
            assert results.attributes["deck_sha256"] == wanted.attributes["deck_sha256"]
    job = rbsolve.Client(server).submit(deck, parameters={"spin": 5.0})
    assert job["name"] == "ship"
    hull = tmp_path / "hull.deck"
    hull.write_text(stone + "@SHAPE_DEFINITION { @SHAPE_NAME {s} { @SHAPE_TYPE {MESH} @FILE_NAME {parts/hull.stl} } }")
    client = rbsolve.Client(server)
    assert client.check(deck, parameters={"spin": 5.0}) == []
    assert client.check(hull) == []
    (unknown,) = client.check(deck, parameters={"spni": 5.0})
    assert unknown["code"] == "undeclared-parameter"
    (tmp_path / "parts/hull.stl").write_bytes(binary_stl()[:-1])
    (damaged,) = client.check(hull)
    assert (damaged["code"], damaged["file"]) == ("invalid-value", "hull.deck")
    (tmp_path / "parts/hull.stl").write_bytes(binary_stl())
    capsys.readouterr()
    deck.write_text(deck.read_text() + "@NONSENSE {}")
    assert main(["submit", str(deck), "--server", server]) == 1
    assert f"{deck}:" in capsys.readouterr().err


def test_a_refused_deck_is_a_deck_error_with_its_findings(server, stone, tmp_path, capsys):
    """The error is the same as for a deck that is solved in this process. So a script that uses a server can catch the
    same exception.
    """
    bad = stone.replace("@MASS {2}", "@MAS {2}")
    with pytest.raises(rbsolve.DeckError) as here:
        rbsolve.solve(bad)
    with pytest.raises(rbsolve.DeckError, match="did you mean `@MASS`") as there:
        rbsolve.Client(server).submit(bad)
    assert [found.as_json() | {"file": ""} for found in there.value.diagnostics] == [
        found.as_json() | {"file": ""} for found in here.value.diagnostics
    ]
    assert there.value.status == 422
    again = pickle.loads(pickle.dumps(there.value))
    assert (str(again), again.status) == (str(there.value), 422)
    (tmp_path / "bad.deck").write_text(bad)
    assert main(["submit", str(tmp_path / "bad.deck"), "--server", server]) == 1
    assert "did you mean `@MASS`" in capsys.readouterr().err


@pytest.mark.parametrize("ignored", [["--option", "SPECTRAL_RADIUS=0.5"], ["--allow-include", "."], ["--werror"]])
def test_submit_takes_nothing_that_a_job_does_not(tmp_path, ignored):
    assert main(["submit", str(tmp_path / "main.deck"), *ignored]) == 2


def test_submit_gives_its_token(monkeypatch, stone, tmp_path):
    """The option has priority over the environment."""
    asked = []

    class Told(rbsolve.Client):
        def __init__(self, server, token=None):
            asked.append(token)
            super().__init__("http://127.0.0.1:9", token)

    monkeypatch.setattr("rbsolve.service.client.Client", Told)
    monkeypatch.setenv("RBSOLVE_TOKEN", "of the environment")
    (tmp_path / "main.deck").write_text(stone)
    assert main(["submit", str(tmp_path / "main.deck")]) == 4
    assert main(["submit", str(tmp_path / "main.deck"), "--token", "given"]) == 4
    assert asked == ["of the environment", "given"]


def test_a_script_moves_by_one_line(server, stone, tmp_path):
    client = rbsolve.Client(server)
    with client.solve(stone, parameters={"spin": 2.0}, output=tmp_path / "r.h5") as results:
        assert results.status == "complete"
        # the results are in memory, like the results of rbsolve.solve
        with client.solve(stone, parameters={"spin": 2.0}) as here:
            assert here["height"].tobytes() == results["height"].tobytes()
    assert client.check("@NONSENSE {}")[0]["code"] == "unknown-keyword"
    job = client.submit(stone, t_end=1e5)
    seen = [(event, data) for event, data in _until_progress(client.events(job["id"]))]
    assert seen[-1][0] == "progress"
    client.cancel(job["id"])
    assert client.wait(job["id"])["state"] == "cancelled"


def test_a_script_finds_its_jobs_by_their_tags(server, stone):
    client = rbsolve.Client(server)
    made = [client.submit(stone, tags=["batch 7"])["id"] for _ in range(3)]
    assert client.tag(made[0], ["odd", "batch 7"]) == ["batch 7", "odd"]
    assert client.tag(made[1], []) == []
    assert [job["id"] for job in client.jobs(tag="batch 7")] == [made[2], made[0]]
    assert [job["id"] for job in client.jobs(tag="odd", state="cancelled")] == []
    assert list(client.studies(tag="odd")) == []
    assert {client.wait(identity)["state"] for identity in made} == {"complete"}
    assert [job["tags"] for job in client.jobs(tag="odd", state="complete")] == [["batch 7", "odd"]]


def _until_progress(events):
    for event, data in events:
        yield event, data
        if event == "progress" and data["time"] > 0.0:
            return


def test_tokens(tmp_path, capsys):
    options = ["--data", str(tmp_path)]
    assert main(["token", "create", "ann", "--role", "admin", *options]) == 0
    token = capsys.readouterr().out.strip()
    assert main(["token", "list", *options]) == 0
    listed = capsys.readouterr().out
    assert "ann\tadmin" in listed
    assert token not in listed
    assert token.encode() not in (tmp_path / "store.db").read_bytes()
    assert main(["token", "revoke", "ann", *options]) == 0
    assert main(["token", "revoke", "ann", *options]) == 2


def test_nobody_else_can_read_what_a_service_keeps(tmp_path, capsys):
    """Permissions are restricted from the start, and do not depend on the user's mask. A warning reports wider
    permissions."""
    data, before = tmp_path / "new/data", os.umask(0)
    try:
        assert main(["token", "create", "ada", "--data", str(data)]) == 0
        assert "warning" not in capsys.readouterr().err
        with closing(sqlite3.connect(data / "store.db")) as store, store:
            store.execute("UPDATE token SET role = role")  # the statement creates the log of the database
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.iterdir()}
        assert modes == {"store.db": 0o600, "store.db-wal": 0o600, "store.db-shm": 0o600}
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
    finally:
        os.umask(before)
    data.chmod(0o750)
    (data / "store.db").chmod(0o644)
    assert main(["token", "list", "--data", str(data)]) == 0
    said = capsys.readouterr().err.splitlines()
    assert [("(mode 0750)" in line, "(mode 0644)" in line) for line in said] == [(True, False), (False, True)]
    assert all("warning" in line and "chmod" in line for line in said)


@pytest.mark.parametrize(
    ("version", "sandbox", "network"),
    [
        (0, "none: Landlock is not available", "not blocked: needs Landlock 4"),
        (3, "Landlock 3: jobs can write only", "not blocked: needs Landlock 4"),
        (4, "Landlock 4: jobs can write only", "blocked"),
    ],
)
def test_doctor_says_what_is_in_force(capsys, monkeypatch, version, sandbox, network):
    from rbsolve.studies.running import confinement

    monkeypatch.setattr(confinement, "landlock_version", lambda: version)
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert re.search(rf"sandbox\W+{sandbox}", said)
    assert re.search(rf"network of jobs\W+{network}", said)


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_sandbox_that_is_required_and_not_there_is_a_refusal(capsys, monkeypatch, tmp_path, command):
    from rbsolve.studies.running import confinement

    monkeypatch.setattr(confinement, "landlock_version", lambda: 3)
    assert main([command, "--data", str(tmp_path), "--sandbox", "require"]) == 2
    assert "Landlock 4 or later; found: Landlock 3" in capsys.readouterr().err


def test_a_worker_that_is_killed_is_started_again(server, folder, stone):
    client = rbsolve.Client(server)
    job = client.submit(stone, t_end=200.0)
    for event, _ in client.events(job["id"]):
        if event == "progress":
            break
    killed = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
        except OSError:
            continue
        if "worker" in words and str(folder) in words:
            os.kill(int(pid), signal.SIGKILL)
            killed.append(pid)
    assert len(killed) == 1
    assert client.wait(job["id"])["state"] == "complete"


def left_by_a_service(folder, deck):
    """Return the folder of a service, a job, and the time [s] that the job reaches. The service ends while the job
    runs. A job that ended too early is repeated with a longer time.
    """
    for attempt in range(5):
        data, end = folder / f"data{attempt}", 3e3 * 4.0**attempt
        with serve(data) as address:
            client = rbsolve.Client(address)
            job = client.submit(deck, t_end=end)["id"]
            for event, said in client.events(job):
                if event == "progress" and said["time"] > 1.0:
                    break
        [left] = data.rglob("results/*.h5")
        with h5py.File(left, "r+") as file:
            if file.attrs["status"] == "interrupted":
                file["sensors/height"][0, 0] = MARK
                return data, job, end
    raise AssertionError("no job took longer than a service takes to end")


def test_a_job_goes_on_where_a_service_ended(stone, tmp_path):
    deck = stone.replace("@OUTPUT_STEP_SIZE {1e-2}", "@OUTPUT_STEP_SIZE {1}")
    data, job, end = left_by_a_service(tmp_path, deck)
    with serve(data) as address:
        client = rbsolve.Client(address)
        assert client.wait(job)["state"] == "complete"
        client.fetch(job, tmp_path / "out.h5")
    with rbsolve.open_results(tmp_path / "out.h5") as results, rbsolve.solve(deck, t_end=end) as calm:
        height = results["height"]
        assert height[0, 0] == MARK  # the second service does not compute the earlier rows again
        assert height[1:].tobytes() == calm["height"][1:].tobytes()
