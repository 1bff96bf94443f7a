"""The service follows its OpenAPI document, on both databases. `benchmarks/fuzz_service.py` tests for longer."""

import re
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from rbsolve.service.application import create_application
from rbsolve.service.problems import Problem
from rbsolve.service.requests.uploads import LONGEST_PATH, PATH, safe_path
from rbsolve.service.settings import Settings

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))


def test_walks_through_the_interface_meet_no_surprise(tmp_path_factory, store, data):
    pytest.importorskip("schemathesis", reason="schemathesis is not installed: pip install 'rbsolve[test]'")
    from fuzz_service import search

    counts = search(store, data, examples=25, seed=7)
    assert counts.total() > 100
    assert any(what.startswith("POST /api/v1/jobs 202") for what in counts)


PIECES = [
    "a",
    "é",
    ".",
    "..",
    "...",
    "/",
    "\\",
    ":",
    " ",
    "\n",
    "\u202e",
    "\0",
    "b" * 70,
    "é" * 61,
    "c" * 199,
    "\ufeff",
]


@given(st.lists(st.sampled_from(PIECES), max_size=7).map("".join))
def test_the_description_of_a_path_is_what_is_taken(name):
    """Any path that matches the pattern of the document is written below a folder, and no other path is written."""
    described = len(name) <= LONGEST_PATH and re.search(PATH.replace("$", r"\Z"), name) is not None
    try:
        path = safe_path(name)
    except Problem:
        assert not described
    else:
        assert described
        assert not path.is_absolute()
        assert ".." not in path.parts
        assert all(len(part.encode()) <= 255 for part in path.parts)


@pytest.mark.parametrize(
    ("text", "taken"), [("YWI=", True), ("YWJj", True), ("", True), ("YWI", False), ("YW I=", False)]
)
def test_bytes_come_as_base64_and_as_nothing_else(ann, text, taken):
    answer = ann("POST", "/check", json={"deck": "", "includes": {"a": {"base64": text}}})
    assert answer.status_code == (200 if taken else 422)


def test_every_request_needs_a_token(client):
    document = client.get("/api/v1/openapi.json").json()
    asked = 0
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if "security" not in operation:
                assert path.rpartition("/")[2] in ("health", "metrics")
                continue
            for headers in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": "Basic YTpi"}):
                answer = client.request(
                    method, path.format(identity="0" * 20, number=0), headers=headers, json={"deck": "x"}
                )
                assert (answer.status_code, answer.headers["content-type"]) == (401, "application/problem+json")
                assert answer.headers["www-authenticate"].startswith("Bearer")
                asked += 1
    assert asked >= 3 * 12


def test_no_request_needs_a_token_where_none_is_asked_for(tmp_path):
    with TestClient(create_application(Settings(store=f"sqlite:///{tmp_path}/store.db", data=tmp_path))) as client:
        document = client.get("/api/v1/openapi.json").json()
        operations = [one for path in document["paths"].values() for one in path.values()]
        assert len(operations) > 10
        assert not [one for one in operations if "security" in one or "401" in one["responses"]]
        assert "securitySchemes" not in document["components"]
        assert client.get("/api/v1/jobs").status_code == 200


def test_a_request_with_a_body_can_be_too_large_or_too_slow(client):
    document = client.get("/api/v1/openapi.json").json()
    operations = [one for path in document["paths"].values() for one in path.values() if "requestBody" in one]
    assert len(operations) >= 5  # the requests are a check, a job, a study, and the tags of the job and of the study
    assert not [one["operationId"] for one in operations if not one["responses"].keys() >= {"408", "413"}]


def test_links_lead_to_operations(client):
    """Every link of the document names an operation and a parameter of this operation."""
    document = client.get("/api/v1/openapi.json").json()
    operations = {
        operation["operationId"]: operation for item in document["paths"].values() for operation in item.values()
    }
    links = [
        link
        for operation in operations.values()
        for answer in operation["responses"].values()
        for link in answer.get("links", {}).values()
    ]
    assert len(links) == 2 * (7 + 4)
    for link in links:
        names = {parameter["name"] for parameter in operations[link["operationId"]]["parameters"]}
        assert link["parameters"].keys() <= names


def test_files_of_the_page_are_packed_for_browsers(client):
    plain = client.get("/page.js", headers={"Accept-Encoding": "identity"})
    packed = client.get("/page.js", headers={"Accept-Encoding": "gzip, br"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content  # the client unpacks the content
    assert int(packed.headers["content-length"]) < 0.4 * int(plain.headers["content-length"])
    assert client.get("/nothing.js", headers={"Accept-Encoding": "gzip"}).status_code == 404


def test_first_use_takes_few_bytes(client):
    """A deck can be written without the code that shows runs, and runs can be plotted without the code for 3D."""
    held = {"Accept-Encoding": "gzip"}
    sizes = {
        name: int(client.get(f"/{name}", headers=held).headers["content-length"])
        for name in ("", "page.js", "page-style.css", "view.js", "view-style.css")
    }
    assert sizes[""] + sizes["page.js"] + sizes["page-style.css"] < 154_000
    assert sizes["view.js"] + sizes["view-style.css"] < 250_000
