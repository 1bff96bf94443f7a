"""The service: its answers, the accounts that receive the answers, and the requests that the service refuses."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import h5py
import numpy as np
import pytest
from service_process import wait_for_end, wait_for_state

import rbsolve
from rbsolve.service.settings import Quotas


def test_check_gives_the_findings_of_the_command_line(ann, stone):
    assert ann("POST", "/check", json={"deck": stone}).json() == []
    assert ann("POST", "/check", json={"deck": "@COMMENTS {nothing to solve, nothing wrong}"}).json() == []
    bad = ann("POST", "/check", json={"deck": stone.replace("@MASS {2}", "@MAS {2}")}).json()
    assert {finding["code"] for finding in bad} >= {"unknown-keyword"}
    assert bad[0]["file"] == "model.deck"
    wanted = rbsolve.check(stone.replace("@MASS {2}", "@MAS {2}"))
    assert [finding["line"] for finding in bad] == [finding.span.line for finding in wanted]


def test_includes_are_files_beside_the_deck(ann, stone):
    deck = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {parts/stone.dat} } }"
    assert ann("POST", "/check", json={"deck": deck, "includes": {"parts/stone.dat": stone}}).json() == []
    for name in ("../x.dat", "/etc/x.dat", "a/../../x", "", "nul\0.dat", "C:\\x", "model.deck"):
        answer = ann("POST", "/check", json={"deck": deck, "includes": {name: "x"}})
        assert answer.status_code == 422, name
        assert answer.headers["content-type"] == "application/problem+json"
    outside = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {/etc/passwd} } }"
    (finding,) = ann("POST", "/check", json={"deck": outside}).json()[:1]
    assert finding["code"] == "include-error"
    assert "root:" not in json.dumps(finding)


def test_a_request_that_is_sent_twice_counts_once(ann, bob, stone):
    body = {"deck": stone, "name": "once"}
    made = [ann("POST", "/jobs", json=body, headers={"Idempotency-Key": "k1"}) for _ in range(3)]
    assert {answer.status_code for answer in made} == {202}
    assert len({answer.json()["id"] for answer in made}) == 1
    other = ann("POST", "/jobs", json={**body, "name": "other"}, headers={"Idempotency-Key": "k1"})
    assert other.status_code == 422
    assert bob("POST", "/jobs", json=body, headers={"Idempotency-Key": "k1"}).json()["id"] != made[0].json()["id"]
    study = ann("POST", "/studies", json={**body, "grid": {"spin": [1]}}, headers={"Idempotency-Key": "k1"})
    assert study.status_code == 202  # a key belongs to a single route


def test_a_deck_with_errors_makes_no_job(ann, stone):
    before = len(ann("GET", "/jobs").json()["jobs"])
    answer = ann("POST", "/jobs", json={"deck": stone.replace("{2}", "{-2}")})
    assert answer.status_code == 422
    assert answer.json()["diagnostics"][0]["code"] == "invalid-value"
    assert ann("POST", "/jobs", json={"deck": stone, "integrator": "RK45"}).status_code == 422
    assert ann("POST", "/jobs", json={"deck": stone, "speed": 3}).status_code == 422
    assert ann("POST", "/jobs", content=b"{").status_code == 422
    assert len(ann("GET", "/jobs").json()["jobs"]) == before


def zip_of(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def send_zip(ask, content, query=""):
    return ask("POST", f"/jobs{query}", content=content, headers={"Content-Type": "application/zip"})


def test_a_zip_of_a_folder(root, stone):
    deck = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {stone.dat} } }"
    content = zip_of({"wing/main.deck": deck, "wing/stone.dat": stone, "other.deck": stone})
    assert send_zip(root, content).status_code == 422  # the zip file does not identify the deck
    made = send_zip(root, content, "?deck=wing/main.deck")
    assert made.status_code == 202, made.text
    assert wait_for_end(root, "jobs", made.json()["id"])["state"] == "complete"
    assert send_zip(root, content, "?deck=wing/none.deck").status_code == 422
    assert send_zip(root, zip_of({"../x.deck": stone})).status_code == 422
    assert send_zip(root, b"no zip at all").status_code == 422
    form = root("POST", "/jobs?deck=wing/main.deck", files={"file": ("wing.zip", content)})
    assert (form.status_code, "--data-binary" in form.json()["detail"]) == (422, True)
    assert send_zip(root, zip_of({"m.deck": stone, "bomb": b"\0" * 10_000_000})).status_code == 413
    assert root("POST", "/check", json={"deck": "! " + "x" * 300_000}).status_code == 413
    assert root("POST", "/check", json={"deck": "! " + "x" * 500_000}).status_code == 413
    assert root("POST", "/check", json={"deck": "nul \0 byte"}).status_code == 200


def test_a_zip_with_options(root, stone, tmp_path):
    content = zip_of({"stone.deck": stone})
    options = {"parameters": {"spin": 5}, "t_end": 0.05, "name": "short"}
    asked = {"deck": "stone.deck", "options": json.dumps(options)}
    made = root("POST", "/jobs", content=content, params=asked, headers={"Content-Type": "application/zip"})
    assert (made.status_code, made.json()["name"]) == (202, "short"), made.text
    assert wait_for_end(root, "jobs", made.json()["id"])["state"] == "complete"
    (tmp_path / "r.h5").write_bytes(root("GET", f"/jobs/{made.json()['id']}/results.h5").content)
    with (
        rbsolve.open_results(tmp_path / "r.h5") as results,
        rbsolve.solve(stone, parameters={"spin": 5.0}, t_end=0.05) as wanted,
    ):
        assert results["height"].tobytes() == wanted["height"].tobytes()
    for wrong in ("{", "[]", '{"t_end": "x"}', '{"deck": "x"}'):
        assert root("POST", "/jobs", content=content, params={"options": wrong}).status_code == 422
    refused = root("POST", "/jobs", json={"deck": stone}, params={"options": "{}"})
    assert (refused.status_code, "zip" in refused.json()["detail"]) == (422, True)


@pytest.mark.parametrize("kind", ["application/octet-stream", "application/x-www-form-urlencoded", None])
def test_a_zip_is_known_by_its_bytes(root, stone, kind):
    """The command curl --data-binary states that the content is a form."""
    headers = {} if kind is None else {"Content-Type": kind}
    made = root("POST", "/jobs", content=zip_of({"stone.deck": stone}), headers=headers)
    assert made.status_code == 202, made.text
    root("DELETE", f"/jobs/{made.json()['id']}")


def test_a_quota_is_a_429_with_a_time(carl, stone):
    made = []
    for _ in range(7):
        answer = carl("POST", "/jobs", json={"deck": stone, "parameters": {"end": 1e5}})
        if answer.status_code != 202:
            break
        made.append(answer.json()["id"])
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0
    assert len(made) == 5
    for identity in reversed(made):  # cancel the waiting jobs first, because they must not start
        carl("DELETE", f"/jobs/{identity}")
    for identity in made:
        wait_for_end(carl, "jobs", identity)


@pytest.mark.parametrize("quotas", [{"running": 1}, {"seconds_a_day": 1e-9}, {"bytes": 1000}, {"cases": 4}])
def test_each_quota_is_kept(client, carl, stone, quotas):
    """Test the service with only this quota."""
    application = client.app
    settings = application.state.service.settings
    made = carl(
        "POST", "/jobs", json={"deck": stone, "parameters": {"end": 1e5 if "running" in quotas else 0.1}}
    ).json()
    if "running" in quotas:
        wait_for_state(carl, "jobs", made["id"], "running")
    else:
        wait_for_end(carl, "jobs", made["id"])
    application.state.service.settings = replace(settings, quotas=Quotas(jobs=None, **quotas))
    try:
        refused = carl("POST", "/studies", json={"deck": stone, "grid": {"spin": "1:2:5"}})
    finally:
        application.state.service.settings = settings
        if carl("DELETE", f"/jobs/{made['id']}").status_code == 202:  # the job was running
            wait_for_end(carl, "jobs", made["id"])
    if "cases" in quotas:
        assert (refused.status_code, "5 cases" in refused.json()["detail"]) == (422, True)
    else:
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0


def test_a_study_ends_with_a_table_and_a_file(ann, bob, stone, tmp_path):
    made = ann("POST", "/studies", json={"deck": stone, "grid": {"spin": "1:5:5", "end": [0.05, 0.1]}, "name": "grid"})
    assert made.status_code == 202, made.text
    study = wait_for_end(ann, "studies", made.json()["id"])
    assert study["counts"] == {"complete": 10, "failed": 0, "cancelled": 0, "pending": 0}
    assert len(study["table"]["rows"]) == 10
    (tmp_path / "s.h5").write_bytes(ann("GET", f"/studies/{study['id']}/study.h5").content)
    with h5py.File(tmp_path / "s.h5") as file:
        assert file["sensors/height"].shape == (10, 11, 3)
    unknown = ann("POST", "/studies", json={"deck": stone, "grid": {"spni": [1, 2]}})
    assert unknown.status_code == 422
    assert "did you mean" in unknown.json()["diagnostics"][0]["hint"]
    assert bob("GET", "/studies").json()["studies"] == []
    for method, path in (("GET", ""), ("GET", "/study.h5"), ("DELETE", "")):
        assert bob(method, f"/studies/{study['id']}{path}").status_code == 404
    assert ann("POST", "/studies", json={"deck": stone}).status_code == 422
    assert ann("POST", "/studies", json={"deck": stone, "zip": {"spin": [1]}, "grid": {}}).status_code == 422
    for name in ("size", "N", "n"):  # the command line uses the same names
        sample = {name: 4, "parameters": {"spin": "1:2"}}
        taken = ann("POST", "/studies", json={"deck": stone, "sample": sample}).json()
        assert taken["cases"] == 4
        assert wait_for_end(ann, "studies", taken["id"])["state"] == "complete"
    for table in (
        {"spin": [1, 2], "end": [0.1, 0.2]},
        [{"spin": 1, "end": 0.1}, {"end": 0.2, "spin": 2}],
        "spin\n1\n2\n",
    ):
        taken = ann("POST", "/studies", json={"deck": stone, "table": table}).json()
        assert taken["cases"] == 2
        assert wait_for_end(ann, "studies", taken["id"])["state"] == "complete"
    for table in ({"spin": [1, 2], "end": [0.1]}, [{"spin": 1}, {"end": 0.2}], []):
        assert ann("POST", "/studies", json={"deck": stone, "table": table}).status_code == 422


def test_a_study_stores_some_rows_in_single_precision(ann, stone, tmp_path):
    body = {"deck": stone, "grid": {"spin": [1, 2]}, "parameters": {"end": 0.1}}
    files = {}
    asked = {"every": 4, "float32": True, "integrator": "RK44"}
    for name, more in (("whole", {}), ("small", asked)):
        made = ann("POST", "/studies", json={**body, **more})
        assert made.status_code == 202, made.text
        study = wait_for_end(ann, "studies", made.json()["id"])
        assert study["counts"]["complete"] == 2
        # the settings that differ from the defaults
        assert ann("GET", f"/studies/{study['id']}").json()["options"] == more
        files[name] = tmp_path / f"{name}.h5"
        files[name].write_bytes(ann("GET", f"/studies/{study['id']}/study.h5").content)
    with h5py.File(files["whole"]) as whole, h5py.File(files["small"]) as small:
        rows = whole["sensors/height"][:]
        assert rows.shape == (2, 11, 3)
        stored = small["sensors/height"]
        assert stored.dtype == np.float32
        assert (stored[:] == rows[:, [0, 4, 8, 10]].astype(np.float32)).all()
        assert (int(small.attrs["every"]), small.attrs["precision"]) == (4, "float32")
    for wrong in ({"every": 0}, {"every": 2.5}, {"float32": 1}, {"every": 10**19}):
        assert ann("POST", "/studies", json={**body, **wrong}).status_code == 422, wrong
    assert ann("POST", "/jobs", json={"deck": stone, "every": 4}).status_code == 422


# The deck has a rod that hangs down or stands up, and a mass property that no body uses.
ROD = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#height} @SCALAR_VALUE {1} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {idle} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {0, 1, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} @CENTRE_OF_MASS_LOCATION {0, 0, #height} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {rod} { @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, rod} @AT_POINT {O} @TRIAD_NAME {T} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} } }
"""


def test_nobody_waits_for_all_the_jobs_of_another(ann, bob, stone):
    """With a single worker, bob's job runs before the earlier jobs of ann. Ann's first job runs until all other jobs
    are submitted.
    """
    first = ann("POST", "/jobs", json={"deck": stone, "parameters": {"end": 1e5}}).json()["id"]
    wait_for_state(ann, "jobs", first, "running")
    body = {"deck": stone}
    mine = [ann("POST", "/jobs", json=body).json()["id"] for _ in range(3)]
    his = bob("POST", "/jobs", json=body).json()["id"]
    ann("DELETE", f"/jobs/{first}")
    ends = {identity: wait_for_end(ann, "jobs", identity) for identity in mine} | {his: wait_for_end(bob, "jobs", his)}
    assert {job["state"] for job in ends.values()} == {"complete"}
    order = sorted(ends, key=lambda identity: ends[identity]["started"])
    assert [identity for identity in order if identity != his] == mine
    assert order.index(his) <= 1


def test_jobs_and_studies_say_what_was_found(ann):
    job = wait_for_end(ann, "jobs", ann("POST", "/jobs", json={"deck": ROD}).json()["id"])
    assert [finding["code"] for finding in job["diagnostics"]] == ["unused-object"]
    check, run = job["findings"]
    assert (check["time"], check["object"], check["file"], check["line"]) == (
        None,
        "mass property idle",
        "model.deck",
        4,
    )
    assert (run["time"], run["severity"], run["code"]) == (0.0, "warning", "unstable-equilibrium")
    made = ann("POST", "/studies", json={"deck": ROD, "grid": {"height": [-1, -2, 1]}})
    study = wait_for_end(ann, "studies", made.json()["id"])
    assert [(kind["code"], kind["cases"], kind["first"]) for kind in study["findings"]] == [
        ("unused-object", 3, 0),
        ("equilibrium", 2, 0),
        ("unstable-equilibrium", 1, 2),
    ]
    assert study["table"]["columns"][-1] == "warnings"
    assert [row[-1] for row in study["table"]["rows"]] == [1, 1, 2]


def test_health_metrics_page_and_description(client, root, stone):
    assert client.get("/api/v1/health").json()["status"] == "ok"
    assert client.head("/health").status_code == 200
    made = root("POST", "/jobs", json={"deck": stone})
    assert wait_for_end(root, "jobs", made.json()["id"])["state"] == "complete"
    assert 'rbsolve_jobs{kind="job",state="complete"}' in client.get("/api/v1/metrics").text
    page = client.get("/")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert client.get("/page.js").headers["content-type"].startswith("text/javascript")
    assert client.get("/..%2fstore.db").status_code == 404
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    assert {"/api/v1/jobs", "/api/v1/jobs/{identity}/events", "/api/v1/studies/{identity}"} <= paths.keys()


def test_lists_have_pages(ann, stone):
    for _ in range(2):
        wait_for_end(ann, "jobs", ann("POST", "/jobs", json={"deck": stone}).json()["id"])
    first = ann("GET", "/jobs?limit=1").json()
    second = ann("GET", f"/jobs?limit=1&cursor={first['next']}").json()
    assert first["jobs"][0]["id"] != second["jobs"][0]["id"]
    assert first["jobs"][0]["created"] >= second["jobs"][0]["created"]
    assert ann("GET", "/jobs?cursor=nonsense").status_code == 422
    assert ann("GET", "/jobs?state=asleep").status_code == 422
    assert {job["state"] for job in ann("GET", "/jobs?state=complete").json()["jobs"]} == {"complete"}


def test_a_solver_is_confined(tmp_path):
    from rbsolve.studies.running.confinement import blocks_network, landlock_version

    if not blocks_network(landlock_version()):
        pytest.skip("the kernel has no Landlock with network rules")
    import subprocess
    import sys

    (tmp_path / "own").mkdir()
    (tmp_path / "secret").write_text("x")
    code = f"""
import socket, pathlib, sys
from rbsolve.studies.running.confinement import confine
assert confine(pathlib.Path({str(tmp_path / "own")!r}))
pathlib.Path({str(tmp_path / "own" / "file")!r}).write_text("mine")
for attempt in (
    lambda: pathlib.Path({str(tmp_path / "secret")!r}).read_text(),
    lambda: pathlib.Path({str(tmp_path / "other")!r}).write_text("x"),
    lambda: pathlib.Path("/etc/passwd").read_text(),
    lambda: socket.create_connection(("127.0.0.1", 9), 1),
):
    try:
        attempt()
    except PermissionError:
        continue
    sys.exit("it was allowed")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_cannot_be_done_somewhere_is_said(client):
    answer = client.put("/api/v1/jobs/00000000000000000000")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "DELETE, GET"
    assert answer.headers["content-type"] == "application/problem+json"
