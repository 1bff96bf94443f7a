"""How the client of the service reads lists, events and refusals, with answers in place of a server."""

from __future__ import annotations

import io
import json
from http.client import IncompleteRead
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit

import pytest

from rbsolve.service import client as clients
from rbsolve.service.client import Client, RefusedDeckError, ServiceError, _events, _refusal


class Answer(io.BytesIO):
    def __init__(self, content=b"", status=200):
        super().__init__(content)
        self.status = status


@pytest.fixture
def client(monkeypatch):
    """Return a client whose requests are answered in turn by `client.answers`, and are recorded in `client.asked`."""
    found = Client("http://127.0.0.1:1")
    asked, answers, waits = [], [], []

    def opened(method, path, body=None, headers=None, kind="application/json"):
        asked.append((method, path, dict(headers or {})))
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Answer) else Answer(json.dumps(answer).encode())

    monkeypatch.setattr(Client, "_open", lambda self, *given, **more: opened(*given, **more))
    monkeypatch.setattr(clients.time, "sleep", waits.append)
    return found, asked, answers, waits


def stream(*events):
    """Return a stream of events: name, number and data."""
    return Answer("".join(f"event: {n}\nid: {k}\ndata: {json.dumps(d)}\n\n" for n, k, d in events).encode())


DONE = ("state", 3, {"state": "complete"})
HALF = ("progress", 2, {"time": 0.5})


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b'data: {"a": 1}\n\n', [("message", "", {"a": 1})]),
        (b'event: state\r\nid:7\r\ndata:{"a": 1}\r\n\r\n', [("state", "7", {"a": 1})]),
        (
            b': nothing new\n\nevent: state\n\ndata: {}\n\ndata: {"b": ":"}\n\n',
            [("state", "", {}), ("message", "", {"b": ":"})],
        ),
        (b'data: {"a": 1}\n', []),
    ],
)
def test_events_are_read_from_a_stream(raw, found):
    assert list(_events(Answer(raw))) == found


def test_an_interrupted_stream_continues_after_its_last_event(client):
    found, asked, answers, waits = client
    answers += [stream(HALF), {"state": "running"}, IncompleteRead(b""), {"state": "running"}, stream(DONE)]
    assert list(found.events("j")) == [("progress", {"time": 0.5}), ("state", {"state": "complete"})]
    events = ("GET", "/jobs/j/events")
    assert asked == [
        (*events, {}),
        ("GET", "/jobs/j", {}),
        (*events, {"Last-Event-ID": "2"}),
        ("GET", "/jobs/j", {}),
        (*events, {"Last-Event-ID": "2"}),
    ]
    assert waits == [0.5, 0.5]


@pytest.mark.parametrize("state", ["complete", "failed", "cancelled"])
def test_a_stream_whose_end_was_lost_ends_with_its_job(client, state):
    found, _, answers, _ = client
    answers += [stream(HALF), {"state": state}]
    assert list(found.events("j")) == [("progress", {"time": 0.5})]
    assert answers == []


def test_a_stream_that_never_began_is_asked_again_without_a_question_about_its_job(client):
    found, asked, answers, _ = client
    answers += [ServiceError(503, "store"), ServiceError(0, "cannot be reached"), stream(DONE)]
    assert list(found.events("j")) == [("state", {"state": "complete"})]
    assert [path for _, path, _ in asked] == ["/jobs/j/events"] * 3


@pytest.mark.parametrize("status", [401, 404, 499])
def test_a_refused_stream_is_an_error(client, status):
    found, _, answers, _ = client
    answers.append(ServiceError(status, "no"))
    with pytest.raises(ServiceError) as refused:
        list(found.events("j"))
    assert refused.value.status == status


def test_a_running_job_is_cancelled_before_it_is_deleted(client):
    found, asked, answers, _ = client
    answers += [Answer(status=202), stream(DONE), {"state": "cancelled"}, Answer(status=204)]
    found.delete("j")
    assert [(method, path) for method, path, _ in asked] == [
        ("DELETE", "/jobs/j"),
        ("GET", "/jobs/j/events"),
        ("GET", "/jobs/j"),
        ("DELETE", "/jobs/j"),
    ]


def test_a_long_list_is_read_page_by_page(client):
    found, asked, answers, _ = client
    answers += [{"jobs": [{"id": "a"}, {"id": "b"}], "next": "b&c"}, {"jobs": [{"id": "c"}], "next": None}]
    assert [job["id"] for job in found.jobs(tag="t")] == ["a", "b", "c"]
    assert [parse_qs(urlsplit(path).query) for _, path, _ in asked] == [
        {"tag": ["t"], "limit": ["200"]},
        {"tag": ["t"], "limit": ["200"], "cursor": ["b&c"]},
    ]


@pytest.mark.parametrize(("message", "words"), [("a step is too large", "a step is too large"), ("", "failed")])
def test_a_run_that_fails_is_an_error_with_its_message(client, message, words):
    found, _, answers, _ = client
    ended = {"id": "j", "state": "failed", "message": message}
    answers += [{"id": "j"}, stream(("state", 1, {"state": "failed"})), ended]
    with pytest.raises(ServiceError) as failed:
        found.solve("@X {1}")
    assert (failed.value.status, str(failed.value)) == (200, words)


def reply(status, content):
    return HTTPError("http://x", status, "Bad Gateway", {}, io.BytesIO(content))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"detail": "the token is unknown"}', "the token is unknown"),
        (b"{}", "HTTP Error 502: Bad Gateway"),
        (b"<html>proxy</html>", "HTTP Error 502: Bad Gateway"),
        (b"\xff\xfe", "HTTP Error 502: Bad Gateway"),
        (b'["a list"]', "HTTP Error 502: Bad Gateway"),
        (b'"a text"', "HTTP Error 502: Bad Gateway"),
    ],
)
def test_a_refusal_has_the_words_of_its_problem_or_of_http(content, words):
    found = _refusal(reply(502, content))
    assert (type(found), found.status, str(found)) == (ServiceError, 502, words)


def test_a_refused_deck_has_its_diagnostics():
    one = {"severity": "error", "code": "unknown-keyword", "message": "unknown keyword `@MAS`", "file": "model.deck"}
    one |= {"line": 3, "column": 5, "end_line": 3, "end_column": 9, "hint": "did you mean `@MASS`?"}
    found = _refusal(reply(422, json.dumps({"detail": "the deck has errors", "diagnostics": [one]}).encode()))
    assert (type(found), found.status) == (RefusedDeckError, 422)
    (told,) = found.diagnostics
    assert (told.severity, told.code, told.message, told.hint) == ("error", one["code"], one["message"], one["hint"])
    assert (told.file, told.line, told.column) == ("model.deck", 3, 5)
