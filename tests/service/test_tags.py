"""Tags of jobs and studies. The owner of a job sets its tags with the request or later, and finds jobs by their tags."""

import json

import pytest
from service_process import wait_for_end


@pytest.fixture
def job(ann, stone):
    """Return a job of ann's that has ended, with two tags."""
    body = {"deck": stone, "name": "tagged", "tags": ["wing", "first try", "wing"]}
    found = wait_for_end(ann, "jobs", ann("POST", "/jobs", json=body).json()["id"])
    yield found
    ann("DELETE", f"/jobs/{found['id']}")


def test_tags_come_with_a_job_are_set_and_find_it(job, ann, bob):
    assert job["tags"] == ["first try", "wing"]
    path = f"/jobs/{job['id']}/tags"
    listed = lambda ask, tag: [one["id"] for one in ask("GET", "/jobs", params={"tag": tag}).json()["jobs"]]  # noqa: E731  # one line a case
    assert listed(ann, "wing") == listed(ann, "first try") == [job["id"]]
    assert listed(ann, "first") == listed(bob, "wing") == []
    again = ann("PUT", path, json={"tags": ["Böe", "wing"]})
    assert again.json()["tags"] == ["Böe", "wing"]
    assert ann("GET", f"/jobs/{job['id']}").json()["tags"] == ["Böe", "wing"]
    assert [one["tags"] for one in ann("GET", "/jobs", params={"tag": "Böe"}).json()["jobs"]] == [["Böe", "wing"]]
    assert ann("PUT", path, json={"tags": []}).json()["tags"] == []
    assert listed(ann, "wing") == []


def test_tags_are_of_their_owner_and_words(job, ann, bob, client):
    path = f"/jobs/{job['id']}/tags"
    assert bob("PUT", path, json={"tags": ["mine"]}).status_code == 404
    assert ann("PUT", f"/studies/{job['id']}/tags", json={"tags": ["mine"]}).status_code == 404
    token = ann("POST", f"/jobs/{job['id']}/share").json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert client.put(f"/api/v1{path}", json={"tags": []}, headers=headers).status_code == 403
    assert client.put(f"/api/v1{path}", json={"tags": []}).status_code == 401
    for bad in ("", " ", "a,b", "two\nlines", " blank", "nul\0", "x" * 41, 3, None, "\ud800"):
        answer = ann("PUT", path, content=json.dumps({"tags": [bad]}))
        assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json"), bad
    assert ann("PUT", path, json={"tags": [f"t{i}" for i in range(21)]}).status_code == 422
    assert ann("GET", f"/jobs/{job['id']}").json()["tags"] == ["first try", "wing"]


def test_studies_have_tags_too(ann, stone):
    body = {"deck": stone, "grid": {"spin": [1, 2]}, "tags": ["sweep"]}
    made = ann("POST", "/studies", json=body)
    assert (made.status_code, made.json()["tags"]) == (202, ["sweep"])
    identity = made.json()["id"]
    assert ann("PUT", f"/studies/{identity}/tags", json={"tags": ["done"]}).json()["tags"] == ["done"]
    assert [one["id"] for one in ann("GET", "/studies", params={"tag": "done"}).json()["studies"]] == [identity]
    assert wait_for_end(ann, "studies", identity)["tags"] == ["done"]
    assert ann("DELETE", f"/studies/{identity}").status_code == 204
    assert ann("GET", "/studies", params={"tag": "done"}).json()["studies"] == []
