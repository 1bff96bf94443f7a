"""Links that permit a client to read a single job or study. Such links give no other permission, and are valid until
they are revoked.
"""

import pytest
from service_process import wait_for_end

from rbsolve.service.requests import shared
from rbsolve.store.accounts import create_token


@pytest.fixture
def jobs(ann, stone):
    """Return two jobs of ann's that have ended."""
    made = [ann("POST", "/jobs", json={"deck": stone, "name": name}).json()["id"] for name in ("one", "other")]
    for identity in made:
        wait_for_end(ann, "jobs", identity)
    yield made
    for identity in made:
        ann("DELETE", f"/jobs/{identity}")


@pytest.fixture
def reading(client):
    """`reading(token)("GET", path)` is a request with a token."""

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
    shared._known.clear()  # the worker remembers a token for some seconds
    assert ask("GET", f"/jobs/{one}").status_code == 401
    assert ann("GET", f"/jobs/{one}").status_code == 200


def test_no_account_is_called_like_a_link(client, jobs):
    with pytest.raises(ValueError, match="share:"):
        create_token(client.app.state.service.database, f"share:{jobs[0]}")


def test_a_link_to_a_study_shows_its_cases(ann, bob, reading, stone, jobs):
    """The cases are solved one after another on the account of the owner. The link gives access to no other job."""
    study = ann("POST", "/studies", json={"deck": stone, "grid": {"spin": [1, 2, 3]}, "name": "shared"}).json()["id"]
    wait_for_end(ann, "studies", study)
    ask = reading(ann("POST", f"/studies/{study}/share").json()["token"])
    made = ask("POST", f"/studies/{study}/cases/1")
    assert (made.status_code, made.json()["account"], made.json()["name"]) == (202, "ann", "shared, case 1")
    case = made.json()["id"]
    assert wait_for_end(ask, "jobs", case)["state"] == "complete"
    for path in ("", "/sensors", "/motion.glb", "/results.h5", "/events"):
        assert ask("GET", f"/jobs/{case}{path}").status_code == 200, path
        assert ask("GET", f"/jobs/{jobs[0]}{path}").status_code == 404, path
        assert bob("GET", f"/jobs/{case}{path}").status_code == 404, path
    for method, path in (("DELETE", f"/jobs/{case}"), ("PUT", f"/jobs/{case}/tags"), ("POST", f"/jobs/{case}/share")):
        assert ask(method, path, json={"tags": []}).status_code == 403, path
    assert ask("POST", f"/studies/{study}/cases/3").status_code == 404
    assert ask("POST", f"/studies/{case}/cases/0").status_code == 404
    assert ask("GET", "/jobs").json()["jobs"] == []

    # A job of another account with the same key is not a case of the study. A job of the same account that belongs to
    # another study is not a case of the study either.
    forged = bob("POST", "/jobs", json={"deck": stone}, headers={"Idempotency-Key": f"case {study}/7"}).json()["id"]
    assert ask("GET", f"/jobs/{forged}").status_code == 404
    other = ann("POST", "/studies", json={"deck": stone, "grid": {"spin": [4, 5]}, "name": "mine"}).json()["id"]
    wait_for_end(ann, "studies", other)
    mine = ann("POST", f"/studies/{other}/cases/0").json()["id"]
    assert ask("GET", f"/jobs/{mine}").status_code == 404
    assert ask("POST", f"/studies/{other}/cases/0").status_code == 404

    # The study solves a single case at a time. The running case is long and belongs to the owner.
    long = stone.replace("{0, #end}", "{0, 1e6}").replace("{1e-2}", "{10}")
    slow = ann("POST", "/studies", json={"deck": long, "grid": {"spin": [1, 2]}, "name": "slow"}).json()["id"]
    read = reading(ann("POST", f"/studies/{slow}/share").json()["token"])
    first = read("POST", f"/studies/{slow}/cases/0")
    assert first.status_code == 202
    assert read("POST", f"/studies/{slow}/cases/0").json()["id"] == first.json()["id"]
    second = read("POST", f"/studies/{slow}/cases/1")
    assert (second.status_code, second.headers["retry-after"]) == (429, "1")
    for kind, identity in (("jobs", first.json()["id"]), ("studies", slow)):
        ann("DELETE", f"/{kind}/{identity}")
        wait_for_end(ann, kind, identity)

    assert ann("DELETE", f"/studies/{study}/share").status_code == 204
    shared._known.clear()
    assert ask("GET", f"/jobs/{case}").status_code == 401
    assert ask("POST", f"/studies/{study}/cases/2").status_code == 401
