"""Defines the client of the service. A script needs only one additional line to solve its decks on a server."""

from __future__ import annotations

import io
import json
import os
import shutil
import time
import uuid
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from rbsolve.language.diagnostics import DeckError, Diagnostic
from rbsolve.results.file.conventions import hidden_path

if TYPE_CHECKING:
    from rbsolve.runs.results import Results

JSON = dict[str, Any]
TIMEOUT = 60.0
SENT_AS = "model.deck"
"""The name of a deck that is submitted as text."""
ENDED = ("complete", "failed", "cancelled")


class ServiceError(RuntimeError):
    """The error that the server refuses a request, or cannot be reached. Without an answer, `status` is 0."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class RefusedDeckError(ServiceError, DeckError):
    """The error that the server refuses a deck, because it has errors. `diagnostics` contains all diagnostics, and
    str() shows the errors with their hints, as after a local check.
    """

    def __init__(self, status: int, diagnostics: Iterable[Diagnostic]) -> None:
        DeckError.__init__(self, diagnostics)
        self.status = status

    def __reduce__(self) -> tuple[type[RefusedDeckError], tuple[int, list[Diagnostic]]]:  # type: ignore[override]  # its arguments differ from those of the base class
        """Pickle the error by its diagnostics, like any DeckError."""
        return RefusedDeckError, (self.status, self.diagnostics)


class Client:
    """A service at an address.

    ```python
    client = rbsolve.Client("http://127.0.0.1:8732")
    results = client.solve("wing.deck", parameters={"L": 0.35})
    ```
    """

    def __init__(self, server: str, token: str | None = None) -> None:
        if not server.startswith(("http://", "https://")):
            raise ServiceError(0, f"{server} is not the address of a service: addresses start with http:// or https://")
        self.server, self._token = server.rstrip("/"), token

    def check(self, deck: str | os.PathLike[str], parameters: Mapping[str, Any] | None = None) -> list[JSON]:
        """Return the diagnostics of a deck. The files of the deck (includes, tables, meshes) are also sent."""
        values = _values(parameters)
        path, kind, body = _request("/check", _files(deck, values), {"parameters": values})
        with self._open("POST", path, body, kind=kind) as reply:
            found: list[JSON] = json.load(reply)
        return found

    def submit(self, deck: str | os.PathLike[str], parameters: Mapping[str, Any] | None = None, **options: Any) -> JSON:
        """Submit a deck with its files (includes, tables, meshes). Return the job. Raise RefusedDeckError (a DeckError)
        if the deck has errors.

        `options` may contain integrator, formulation, step, t_end, name, time_limit, tags and linearize.
        """
        asked = {key: value for key, value in options.items() if value is not None}
        asked["parameters"] = _values(parameters)
        files = _files(deck, asked["parameters"])
        if not asked.get("name") and not _is_text(deck):
            asked["name"] = Path(deck).stem
        path, kind, body = _request("/jobs", files, asked)
        with self._open("POST", path, body, {"Idempotency-Key": str(uuid.uuid4())}, kind) as reply:
            answer: JSON = json.load(reply)
        return answer

    def job(self, identity: str) -> JSON:
        """Return the status of a job."""
        answer: JSON = self._json("GET", f"/jobs/{identity}")
        return answer

    def jobs(self, tag: str | None = None, state: str | None = None) -> Iterator[JSON]:
        """Yield the jobs of this account, with the newest jobs first. `tag` or `state` selects jobs."""
        return self._list("jobs", tag, state)

    def studies(self, tag: str | None = None, state: str | None = None) -> Iterator[JSON]:
        """Yield the studies of this account, with the newest studies first. `tag` or `state` selects studies."""
        return self._list("studies", tag, state)

    def tag(self, identity: str, tags: Iterable[str], *, kind: str = "jobs") -> list[str]:
        """Replace the tags of a job, or of a study if `kind` is `studies`. Return the new tags."""
        body = json.dumps({"tags": list(tags)}).encode()
        with self._open("PUT", f"/{kind}/{identity}/tags", body) as reply:
            found: list[str] = json.load(reply)["tags"]
        return found

    def cancel(self, identity: str) -> JSON:
        """Cancel a job."""
        answer: JSON = self._json("DELETE", f"/jobs/{identity}")
        return answer

    def delete(self, identity: str) -> None:
        """Delete a job with its results. If the job has not ended, it is first cancelled."""
        while self._answers("DELETE", f"/jobs/{identity}") == 202:
            self.wait(identity)

    def events(self, identity: str) -> Iterator[tuple[str, JSON]]:
        """Yield the events of a job until the job ends. The events are `progress` and `state`. An interrupted stream is
        resumed.
        """
        last = ""
        while True:
            try:
                with self._open(
                    "GET", f"/jobs/{identity}/events", headers={"Last-Event-ID": last} if last else {}
                ) as answer:
                    for event, number, data in _events(answer):
                        last = number
                        yield event, data
                        if event == "state" and data["state"] in ENDED:
                            return
            except (OSError, HTTPException):
                pass
            except ServiceError as error:
                if error.status and error.status < 500:
                    raise
            time.sleep(0.5)
            if last and self.job(identity)["state"] in ENDED:
                return

    def wait(self, identity: str) -> JSON:
        """Wait for the end of a job, and return the job. Its `findings` are the diagnostics."""
        for _ in self.events(identity):
            pass
        return self.job(identity)

    def fetch(self, identity: str, output: str | os.PathLike[str]) -> Path:
        """Return the results file of a job."""
        target = Path(output)
        temporary = hidden_path(target, ".part")
        try:
            with self._open("GET", f"/jobs/{identity}/results.h5") as answer, temporary.open("wb") as stream:
                shutil.copyfileobj(answer, stream)
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)
        return target

    def solve(
        self,
        deck: str | os.PathLike[str],
        parameters: Mapping[str, Any] | None = None,
        *,
        output: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> Results:
        """Submit a deck, wait for the end of its job, and fetch the results. Without `output`, the results are in
        memory.

        Raise ServiceError if the run fails.
        """
        from rbsolve.runs.results import Results

        job = self.wait(self.submit(deck, parameters, **options)["id"])
        if job["state"] != "complete":
            raise ServiceError(200, job["message"] or job["state"])
        if output is not None:
            return Results.open(self.fetch(job["id"], output))
        with self._open("GET", f"/jobs/{job['id']}/results.h5") as answer:
            return Results.from_image(answer.read())

    def _list(self, kind: str, tag: str | None, state: str | None) -> Iterator[JSON]:
        wanted = {name: value for name, value in (("tag", tag), ("state", state)) if value is not None}
        cursor: str | None = None
        while True:
            query = urlencode({**wanted, "limit": "200", **({"cursor": cursor} if cursor else {})})
            answer: JSON = self._json("GET", f"/{kind}?{query}")
            yield from answer[kind]
            cursor = answer["next"]
            if cursor is None:
                return

    def _answers(self, method: str, path: str) -> int:
        with self._open(method, path) as answer:
            return int(answer.status)

    def _json(self, method: str, path: str) -> Any:
        with self._open(method, path) as answer:
            return json.load(answer)

    def _open(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        kind: str = "application/json",
    ) -> HTTPResponse:
        request = Request(f"{self.server}/api/v1{path}", body, dict(headers or {}), method=method)
        if body is not None:
            request.add_header("Content-Type", kind)
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            answer: HTTPResponse = urlopen(request, timeout=TIMEOUT)
            return answer
        except HTTPError as error:
            refusal = _refusal(error)
        except URLError as error:
            raise ServiceError(0, f"{self.server} cannot be reached: {error.reason}") from error
        # The error is raised outside the handler. Otherwise its cause would contain the reply, which cannot be pickled.
        raise refusal


def _refusal(reply: HTTPError) -> ServiceError:
    """Return the error for a reply with a problem document."""
    with reply:
        try:
            problem = json.load(reply)
        except ValueError:
            problem = {}
    if not isinstance(problem, dict):  # the reply of another program, such as a proxy
        problem = {}
    if found := problem.get("diagnostics"):
        return RefusedDeckError(reply.code, map(Diagnostic.from_json, found))
    return ServiceError(reply.code, problem.get("detail", str(reply)))


def _values(parameters: Mapping[str, Any] | None) -> JSON:
    """Return parameters in the types of JSON."""
    return {name: value if isinstance(value, str) else _plain(value) for name, value in (parameters or {}).items()}


def _files(deck: str | os.PathLike[str], parameters: JSON) -> dict[str, bytes]:
    """Return a deck and the files that it names, by their paths relative to the folder of the deck. The deck comes
    first.
    """
    if _is_text(deck):
        return {SENT_AS: str(deck).encode()}
    from rbsolve.pipeline import Options, files_of

    path = Path(deck)
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in parameters.items()}
    names = files_of(path, Options(parameters=values))
    return {os.path.relpath(name, path.parent).replace(os.sep, "/"): Path(name).read_bytes() for name in names}


def _request(path: str, files: Mapping[str, bytes], asked: JSON) -> tuple[str, str, bytes]:
    """For a request about a deck, return the address, the form and the content."""
    if _are_texts(files):
        return path, "application/json", json.dumps(asked | _texts(files)).encode()
    query = urlencode({"deck": next(iter(files)), "options": json.dumps(asked)})
    return f"{path}?{query}", "application/zip", _zip(files)


def _are_texts(files: Mapping[str, bytes]) -> bool:
    """Return whether the files can be sent in JSON. All files must be text files, and the deck must come first."""
    try:
        return all(content.decode() is not None for content in files.values()) and SENT_AS not in list(files)[1:]
    except UnicodeDecodeError:
        return False


def _texts(files: Mapping[str, bytes]) -> JSON:
    deck, *others = files
    texts = {name: content.decode() for name, content in files.items()}
    return {"deck": texts[deck], "includes": {name: texts[name] for name in others}}


def _zip(files: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _is_text(deck: str | os.PathLike[str]) -> bool:
    return isinstance(deck, str) and ("\n" in deck or "@" in deck)


def _plain(value: Any) -> Any:
    """Convert numbers and sequences of numbers to the types of JSON."""
    return value.tolist() if hasattr(value, "tolist") else list(value) if isinstance(value, tuple) else value


def _events(answer: HTTPResponse) -> Iterator[tuple[str, str, JSON]]:
    fields: dict[str, str] = {}
    for raw in answer:
        line = raw.decode().rstrip("\r\n")
        if line and not line.startswith(":"):
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        elif not line and "data" in fields:
            yield fields.get("event", "message"), fields.get("id", ""), json.loads(fields["data"])
            fields = {}
