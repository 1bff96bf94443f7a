"""Links read one job or study: nothing else, by nobody else's leave, until they are revoked."""

import time

import pytest

from rbsolve.service.requests import shared
from rbsolve.store.accounts import create_token


@pytest.fixture
def jobs(ann, stone):
    """Two jobs of ann's that have ended."""
    made = [ann("POST", "/jobs", json={"deck": stone, "name": name}).json()["id"] for name in ("one", "other")]
    for identity in made:
        while ann("GET", f"/jobs/{identity}").json()["state"] not in ("complete", "failed"):
            time.sleep(0.05)
    yield made
    for identity in made:
        ann("DELETE", f"/jobs/{identity}")


@pytest.fixture
def reading(client):
    """`reading(token)("GET", path)`: a request with a token."""

    def of(token):
        return lambda method, path, **options: client.request(
            method, f"/api/v1{path}", headers={"Authorization": f"Bearer {token}"}, **options
        )

    return of


def test_a_link_reads_its_job_only(jobs, ann, bob, reading, stone):
    one, other = jobs
    assert bob("POST", f"/jobs/{one}/share").status_code == 404
    made = ann("POST", f"/jobs/{one}/share")
    assert made.status_code == 201
    token = made.json()["token"]
    assert made.json()["page"] == f"/#/shared/{token}/jobs/{one}"
    ask = reading(token)
    for path in ("", "/sensors", "/results.h5", "/motion.glb", "/report.html", "/events"):
        assert ask("GET", f"/jobs/{one}{path}").status_code == 200, path
        assert ask("GET", f"/jobs/{other}{path}").status_code == 404, path
    assert ask("GET", f"/studies/{one}").status_code == 404
    assert ask("GET", "/jobs").json()["jobs"] == []
    for method, path in (("DELETE", f"/jobs/{one}"), ("POST", f"/jobs/{one}/share"), ("DELETE", f"/jobs/{one}/share")):
        assert ask(method, path).status_code == 403, path
    assert ask("POST", "/jobs", json={"deck": stone}).status_code == 403
    assert ask("POST", "/check", json={"deck": stone}).status_code == 403

    assert bob("DELETE", f"/jobs/{one}/share").status_code == 404
    assert ask("GET", f"/jobs/{one}").status_code == 200
    assert ann("DELETE", f"/jobs/{one}/share").status_code == 204
    shared._known.clear()  # which remembers a token for some seconds
    assert ask("GET", f"/jobs/{one}").status_code == 401
    assert ann("GET", f"/jobs/{one}").status_code == 200


def test_no_account_is_called_like_a_link(client, jobs):
    with pytest.raises(ValueError, match="share:"):
        create_token(client.app.state.service.database, f"share:{jobs[0]}")
