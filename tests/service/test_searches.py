"""Fits and optimizations as jobs over HTTP. Their oracles are an independent integration and closed forms."""

from __future__ import annotations

import json

import numpy as np
import pytest
from service_process import wait_for_end
from spring import MINIMA, UNDAMPED
from swinging import DECK, TIMES, swing

import rbsolve

CSV = "t,theta\n" + "".join(f"{t!r},{x!r}\n" for t, x in zip(TIMES.tolist(), swing().tolist(), strict=True))
FIT = {"data": ["swing.csv"], "match": ["theta=angle"], "parameters": {"L": "0.5:3", "c": [0.0, 2.0, 0.1]}}


def made(ann, body):
    answer = ann("POST", "/jobs", json=body)
    assert answer.status_code == 202, answer.text
    return wait_for_end(ann, "jobs", answer.json()["id"])


@pytest.fixture(scope="module")
def fit(client):
    headers = {"Authorization": f"Bearer {client.tokens['ann']}"}

    def ask(method, path, **more):
        return client.request(method, f"/api/v1{path}", headers=headers, **more)

    return made(ask, {"deck": DECK, "includes": {"swing.csv": CSV}, "fit": FIT, "name": "swing"})


def test_a_fit_recovers_the_parameters(ann, fit):
    assert fit["state"] == "complete", fit["message"]
    found = ann("GET", f"/jobs/{fit['id']}/search").json()
    assert found["kind"] == "fit"
    values = {name: one["value"] for name, one in found["result"]["parameters"].items()}
    assert values == pytest.approx({"L": 1.3, "c": 0.3}, rel=1e-8)
    assert [one["number"] for one in found["iterations"]] == list(range(len(found["iterations"])))
    assert found["iterations"][0]["parameters"] == {"L": 1.0, "c": 0.1}
    (curve,) = found["curves"]
    assert (curve["experiment"], curve["column"], curve["unit"]) == ("swing.csv", "theta", "rad")
    assert curve["measured"] == swing().tolist()
    np.testing.assert_allclose(curve["computed"], curve["measured"], atol=1e-8)


def test_its_results_are_the_best_run_and_the_report_of_the_fit(ann, fit, tmp_path):
    (tmp_path / "best.h5").write_bytes(ann("GET", f"/jobs/{fit['id']}/results.h5").content)
    with rbsolve.open_results(tmp_path / "best.h5") as best:
        np.testing.assert_allclose(best["angle"][:, 0], swing(best.time), atol=1e-8)
    report = ann("GET", f"/jobs/{fit['id']}/report.html").text
    assert "95 %" in report
    details = ann("GET", f"/jobs/{fit['id']}").json()
    assert details["options"]["fit"]["parameters"] == FIT["parameters"]


def test_an_optimum_over_several_starts(ann):
    wanted = {"minimize": "final(x)", "parameters": {"k": "1:70", "c": 0.0}, "starts": 7, "seed": 3}
    job = made(ann, {"deck": UNDAMPED, "optimize": wanted})
    assert job["state"] == "complete", job["message"]
    result = ann("GET", f"/jobs/{job['id']}/search").json()["result"]
    assert sorted(one["parameters"]["k"] for one in result["local_optima"]) == pytest.approx(MINIMA, rel=1e-4)


@pytest.mark.parametrize(
    ("task", "message"),
    [
        ({"fit": {**FIT, "data": ["other.csv"]}}, "other.csv is not among the included files"),
        ({"fit": {**FIT, "match": ["omega=angle"]}}, "omega"),
        ({"fit": {**FIT, "match": ["theta=angel"]}}, "angel"),
        ({"fit": {**FIT, "parameters": {"idle": "0:2"}}}, ""),
        ({"fit": {**FIT, "parameters": {"L": "3:1"}}}, "the lower bound 3 is not below the upper bound 1"),
        ({"optimize": {"minimize": "max(angel)", "parameters": {"L": "1:2"}}}, "angel"),
        ({"optimize": {"minimize": "a", "maximize": "b", "parameters": {}}}, "either minimize or maximize"),
        ({"fit": FIT, "linearize": "start"}, "at most one"),
    ],
)
def test_an_impossible_request_is_refused_with_its_reason(ann, task, message):
    answer = ann("POST", "/jobs", json={"deck": DECK, "includes": {"swing.csv": CSV}, **task})
    if not message:  # only a run shows that a parameter has no effect
        job = wait_for_end(ann, "jobs", answer.json()["id"])
        assert job["state"] == "failed"
        assert "idle" in job["message"]
        return
    assert answer.status_code == 422
    assert message in json.dumps(answer.json())
    assert "/uploads/" not in answer.text


def test_a_damaged_table_is_refused_with_its_place(ann):
    body = {"deck": DECK, "includes": {"swing.csv": "t,theta\n0,1\n1,x\n"}, "fit": FIT}
    answer = ann("POST", "/jobs", json=body)
    assert answer.status_code == 422
    assert "swing.csv:3: column theta" in answer.json()["detail"]


def test_a_run_is_no_search(ann):
    job = made(ann, {"deck": DECK, "t_end": 0.1})
    assert ann("GET", f"/jobs/{job['id']}/search").status_code == 404
