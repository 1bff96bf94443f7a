"""Jobs over HTTP: their results, events and ends, and the accounts with access to them."""

from __future__ import annotations

import json
import struct
from concurrent.futures import ThreadPoolExecutor

import h5py
import numpy as np
import pytest
from service_process import header_of, wait_for_end
from waiting import PATIENCE, wait_until

import rbsolve


@pytest.fixture(scope="module")
def job(client, stone):
    """Return a job of ann's that has ended."""
    headers = {"Authorization": f"Bearer {client.tokens['ann']}"}
    body = {"deck": stone, "parameters": {"spin": 4}, "name": "stone"}
    made = client.post("/api/v1/jobs", json=body, headers=headers)
    assert made.status_code == 202, made.text
    ask = lambda method, path: client.request(method, f"/api/v1{path}", headers=headers)  # noqa: E731  # one line a case
    found = wait_for_end(ask, "jobs", made.json()["id"])
    assert found["state"] == "complete", found
    return found


def test_a_job_gives_the_bits_of_a_run_here(ann, job, stone, tmp_path):
    answer = ann("GET", f"/jobs/{job['id']}/results.h5")
    (tmp_path / "r.h5").write_bytes(answer.content)
    with rbsolve.open_results(tmp_path / "r.h5") as results, rbsolve.solve(stone, parameters={"spin": 4.0}) as wanted:
        assert results.status == "complete"
        np.testing.assert_array_equal(results["height"], wanted["height"])
    part = ann("GET", f"/jobs/{job['id']}/results.h5", headers={"Range": "bytes=8-15"})
    assert part.status_code == 206
    assert part.content == answer.content[8:16]
    head = ann("HEAD", f"/jobs/{job['id']}/results.h5")
    assert (head.status_code, int(head.headers["content-length"])) == (200, len(answer.content))
    beyond = ann("GET", f"/jobs/{job['id']}/results.h5", headers={"Range": "bytes=99999999-"})
    assert (beyond.status_code, beyond.headers["content-type"]) == (416, "application/problem+json")
    assert beyond.headers["content-range"] == f"bytes */{len(answer.content)}"
    assert job["deck"] == stone
    assert (job["progress"]["time"], job["progress"]["fraction"]) == (0.1, 1.0)
    assert job["progress"]["rate"] > 0.0
    (listed,) = [entry for entry in ann("GET", "/jobs").json()["jobs"] if entry["id"] == job["id"]]
    assert listed["progress"] == job["progress"]


def test_who_has_a_file_already_need_not_take_it_again(ann, job):

    def ask(**headers):
        return ann("GET", f"/jobs/{job['id']}/results.h5", headers=headers)

    whole = ask()
    tag, date = whole.headers["etag"], whole.headers["last-modified"]
    for asked in (tag, f'"other", W/{tag}', "*"):
        same = ask(**{"If-None-Match": asked})
        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
    # the ETag has priority over the date
    assert ask(**{"If-None-Match": '"other"', "If-Modified-Since": date}).status_code == 200
    assert ask(**{"If-Modified-Since": date}).status_code == 304
    assert ask(**{"If-Modified-Since": "Sat, 01 Jan 2000 00:00:00 GMT"}).status_code == 200
    assert ask(**{"If-Modified-Since": "no date"}).status_code == 200
    assert ask(Range="bytes=0-7", **{"If-None-Match": tag}).status_code == 304
    assert ask(Range="rows=0-7").status_code == 200  # the unit of the range is unknown
    assert ask(Range="bytes=0-7", **{"If-Range": tag}).status_code == 206
    assert ask(Range="bytes=0-7", **{"If-Range": '"other"'}).status_code == 200


def test_histories_are_few_numbers(ann, job):
    answer = ann("GET", f"/jobs/{job['id']}/sensors?names=height&from=0.02&to=0.05")
    size = struct.unpack("<I", answer.content[:4])[0]
    header = json.loads(answer.content[4 : 4 + size])
    assert header["sensors"][0]["components"] == ["x1", "x2", "x3"]
    values = np.frombuffer(answer.content[4 + size :], dtype="<f4").reshape(4, header["rows"])
    np.testing.assert_allclose(values[3], 5.0 * (header["start"] + values[0]), rtol=1e-6)
    assert ann("GET", f"/jobs/{job['id']}/sensors?names=depth").status_code == 404
    assert ann("GET", f"/jobs/{job['id']}/sensors?names=height&px=1").status_code == 422
    assert ann("GET", f"/jobs/{job['id']}/motion.glb").content[:4] == b"glTF"
    report = ann("GET", f"/jobs/{job['id']}/report.html")
    assert report.headers["content-disposition"].startswith("attachment")


def test_events_tell_the_end_and_are_resumed(ann, job):
    text = ann("GET", f"/jobs/{job['id']}/events").text
    events = [dict(line.split(": ", 1) for line in event.splitlines()) for event in text.strip().split("\n\n")]
    assert json.loads(events[-1]["data"])["state"] == "complete"
    assert events[-1]["event"] == "state"
    assert events[-2]["event"] == "progress"
    assert json.loads(events[-2]["data"]) == job["progress"]


def test_no_event_is_told_twice(ann, job):
    """A client can name any event, and the stream then continues after this event. Each event has its own number."""

    def told(**headers):
        text = ann("GET", f"/jobs/{job['id']}/events", headers=headers).text.strip()
        events = [dict(line.split(": ", 1) for line in event.splitlines()) for event in text.split("\n\n") if event]
        return [int(event["id"]) for event in events], [event["event"] for event in events]

    numbers, kinds = told()
    assert kinds == ["progress", "state"]
    assert numbers[0] < numbers[1]
    assert told(**{"Last-Event-ID": str(numbers[0])}) == ([numbers[1]], ["state"])
    assert told(**{"Last-Event-ID": str(numbers[1])}) == ([], [])
    for nonsense in ("9" * 30, "x", "-1"):
        assert told(**{"Last-Event-ID": nonsense}) == (numbers, kinds)


def test_the_events_of_a_run_are_numbered(ann, stone):
    """A stream reports the state, the progress and the end of a run. The run lasts until a client has seen its progress
    three times.
    """
    made = ann("POST", "/jobs", json={"deck": stone, "parameters": {"end": 1e5}}).json()["id"]
    seen = set()

    def three_seen():
        seen.add(ann("GET", f"/jobs/{made}").json()["progress"].get("time"))
        return len(seen - {None}) >= 3

    with ThreadPoolExecutor(1) as pool:
        stream = pool.submit(ann, "GET", f"/jobs/{made}/events")
        wait_until(three_seen)
        assert ann("DELETE", f"/jobs/{made}").status_code == 202
        text = stream.result(PATIENCE).text
    numbers = [int(line[4:]) for line in text.splitlines() if line.startswith("id: ")]
    assert len(numbers) >= 3
    assert numbers == sorted(set(numbers))


def test_nobody_sees_what_is_not_theirs(ann, bob, root, client, job):
    for path in ("", "/events", "/results.h5", "/sensors", "/motion.glb", "/report.html"):
        assert bob("GET", f"/jobs/{job['id']}{path}").status_code == 404, path
    assert bob("DELETE", f"/jobs/{job['id']}").status_code == 404
    assert bob("GET", f"/studies/{job['id']}").status_code == 404
    assert bob("GET", "/jobs").json()["jobs"] == []
    assert root("GET", f"/jobs/{job['id']}").status_code == 200
    for token in ("", "Bearer", "Bearer nonsense", "Basic x"):
        answer = client.get(f"/api/v1/jobs/{job['id']}", headers={"Authorization": token})
        assert answer.status_code == 401
        assert "www-authenticate" in answer.headers
    for identity in ("0" * 20, "x", "9" * 30, "..%2f..%2fstore.db"):
        assert ann("GET", f"/jobs/{identity}").status_code == 404


def test_a_job_is_cancelled_with_its_results_so_far(ann, stone, tmp_path):
    made = ann("POST", "/jobs", json={"deck": stone, "parameters": {"end": 1e5}}).json()

    def progress():
        told = ann("GET", f"/jobs/{made['id']}").json()["progress"]
        return told if told.get("time") else None

    assert 0.0 < wait_until(progress)["fraction"] < 1.0
    assert ann("GET", f"/jobs/{made['id']}/results.h5").status_code == 409

    def rows():
        answer = ann("GET", f"/jobs/{made['id']}/sensors")
        assert answer.status_code == 200
        return header_of(answer.content)["total_rows"]

    shown = wait_until(rows)  # the rows of a running job can be read, and their number grows
    wait_until(lambda: rows() > shown)
    assert ann("GET", f"/jobs/{made['id']}/motion.glb").content.startswith(b"glTF")
    assert ann("DELETE", f"/jobs/{made['id']}").status_code == 202
    assert wait_for_end(ann, "jobs", made["id"])["state"] == "cancelled"
    (tmp_path / "r.h5").write_bytes(ann("GET", f"/jobs/{made['id']}/results.h5").content)
    with rbsolve.open_results(tmp_path / "r.h5") as results:
        assert results.status == "interrupted"
        assert len(results.time) > 0


def test_what_has_ended_is_deleted_by_its_owner_or_an_admin(client, ann, bob, root, stone, data):
    """The deletion of a job also removes its files and its place in lists. The job no longer counts towards the quota.
    The solver seconds of the job remain counted.
    """
    body, key = {"deck": stone, "name": "short"}, {"Idempotency-Key": "deleted"}
    first = ann("POST", "/jobs", json=body, headers=key).json()["id"]
    second = ann("POST", "/studies", json={**body, "grid": {"spin": [1, 2]}}).json()["id"]
    for kind, identity in (("jobs", first), ("studies", second)):
        wait_for_end(ann, kind, identity)
    assert ann("GET", f"/jobs/{first}/sensors").status_code == 200  # the service has opened the file
    before = ann("GET", "/usage").json()
    assert before["bytes"] > sum(path.stat().st_size for path in (data / first).rglob("*") if path.is_file()) > 0
    for kind, identity, ask in (("jobs", first, ann), ("studies", second, root)):
        assert bob("DELETE", f"/{kind}/{identity}").status_code == 404
        assert (data / identity).exists()
        answer = ask("DELETE", f"/{kind}/{identity}")
        assert (answer.status_code, answer.content) == (204, b"")
        assert not (data / identity).exists()
        assert ask("DELETE", f"/{kind}/{identity}").status_code == 404
        assert ann("GET", f"/{kind}/{identity}").status_code == 404
        assert identity not in {entry["id"] for entry in ann("GET", f"/{kind}").json()[kind]}
    assert ann("GET", f"/jobs/{first}/results.h5").status_code == 404
    after = ann("GET", "/usage").json()
    assert (before["kept"] - after["kept"], before["jobs"], after["jobs"]) == (2, 0, 0)
    assert after["bytes"] < before["bytes"]
    assert after["seconds_a_day"] == before["seconds_a_day"] > 0.0
    again = ann("POST", "/jobs", json=body, headers=key)
    assert again.status_code == 202
    assert again.json()["id"] != first
    wait_for_end(ann, "jobs", again.json()["id"])


def test_what_has_not_ended_is_cancelled_and_kept(ann, stone, data):
    identity = ann("POST", "/jobs", json={"deck": stone, "parameters": {"end": 1e5}}).json()["id"]
    assert ann("DELETE", f"/jobs/{identity}").status_code == 202
    assert wait_for_end(ann, "jobs", identity)["state"] == "cancelled"
    assert (data / identity).exists()
    assert ann("DELETE", f"/jobs/{identity}").status_code == 204


def test_a_job_that_an_event_ends(ann, stone, tmp_path):
    """The job is complete, its message names the event, and its results equal the results of a single run."""
    lands = (
        "@SIGNAL_DEFINITION { @SIGNAL_NAME {z} { @MEASURE {height, 3} } }"
        "@EVENT_DEFINITION { @EVENT_NAME {lands} { @SIGNAL_NAME {z} @THRESHOLD {0.1} @DIRECTION {RISING} @TERMINATE {YES} } }"
    )
    # solve the deck here first, because this run stores the machine code, and a job of the service may not store it
    single = rbsolve.solve(stone + lands)
    assert len(single.events) == 1
    made = ann("POST", "/jobs", json={"deck": stone + lands, "name": "lands"}).json()
    found = wait_for_end(ann, "jobs", made["id"])
    assert found["state"] == "complete", found
    (tmp_path / "r.h5").write_bytes(ann("GET", f"/jobs/{made['id']}/results.h5").content)
    with rbsolve.open_results(tmp_path / "r.h5") as results:
        assert results.events == single.events
        assert results.message == single.message
        assert results.time.tobytes() == single.time.tobytes()


CART = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {cart} { @MASS_PROPERTY_NAME {m} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {rail} {
  @CONNECTED_TO_BODIES {GROUND, cart} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_X} } }
@POINT_DEFINITION { @POINT_NAME {wall} { @COORDINATES {-1, 0, 0} } @POINT_NAME {hook} { @COORDINATES {0, 0, 0} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {coil} { @CONNECTED_TO_BODIES {GROUND, cart} @POINT1_NAME {wall} @POINT2_NAME {hook}
  @STIFFNESS {90} @DAMPING {2} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {1e-2} } }
"""


def test_a_job_linearizes(ann, tmp_path):
    """The eigenvalues are `lambda = -c / 2m +- i sqrt(k / m - (c / 2m)^2)`, for a cart of 2 kg on a spring of 90 N/m
    and 2 N s/m.
    """
    body = {"deck": CART, "name": "modes", "linearize": "start"}
    found = wait_for_end(ann, "jobs", ann("POST", "/jobs", json=body).json()["id"])
    assert (found["state"], found["options"]) == ("complete", {"linearize": "start"})
    (tmp_path / "r.h5").write_bytes(ann("GET", f"/jobs/{found['id']}/results.h5").content)
    with h5py.File(tmp_path / "r.h5") as file:
        assert file["linearization/eigenvalues_real"][()] == pytest.approx([-0.5], rel=1e-6)
        assert file["linearization/eigenvalues_imag"][()] == pytest.approx([np.sqrt(44.75)], rel=1e-6)
    assert b'"modes":' in ann("GET", f"/jobs/{found['id']}/motion.glb").content
    later = wait_for_end(ann, "jobs", ann("POST", "/jobs", json=body | {"linearize": 0.05}).json()["id"])
    assert (later["state"], later["options"], later["progress"]["time"]) == ("complete", {"linearize": 0.05}, 0.05)
    for bad in ("middle", True, [0]):
        assert ann("POST", "/jobs", json=body | {"linearize": bad}).status_code == 422
    for bad in (np.inf, -np.inf, np.nan):  # Python's JSON contains them
        text = json.dumps(body | {"linearize": bad})
        assert ann("POST", "/jobs", content=text, headers={"Content-Type": "application/json"}).status_code == 422
    grid = body | {"grid": {"spin": [1, 2]}}
    assert ann("POST", "/studies", json=grid).status_code == 422
