"""Malicious requests. Each request gets a clear 4xx answer, and needs no more memory than other requests."""

import asyncio
import io
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hungry import busy, greedy, greedy_in_frames
from solver_processes import is_alive
from waiting import wait_until

from rbsolve.service import serving
from rbsolve.service.application import create_application
from rbsolve.service.checkers import Checkers
from rbsolve.service.guard import Guard
from rbsolve.service.problems import Problem
from rbsolve.service.settings import Settings

MIB = 1 << 20
LARGE = 100 * MIB
ROOM = 40 * MIB
"""Limit of the additional memory of a server for a body of which it reads at most 16 MiB."""


@pytest.fixture(scope="module")
def address(serve):
    return serve("--workers", "0")


def memory(process):
    """Return the largest memory [bytes] that a process has used so far."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])


def connect(address):
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), 30)


def status_of(wire):
    """Return the status and the document of the answer. The status is 0 for a connection that is closed without an
    answer.
    """
    head, _, body = b"".join(iter(lambda: _receive(wire), b"")).partition(b"\r\n\r\n")
    return (int(head.split()[1]), body) if head else (0, b"")


def _receive(wire):
    try:
        return wire.recv(65536)
    except ConnectionError:  # the server ignores all bytes after its answer
        return b""


def send(wire, pieces):
    for piece in pieces:
        try:
            wire.sendall(piece)
        except ConnectionError:
            return


HEAD = b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def test_a_deck_of_100_mb_that_says_so_is_refused_before_it_comes(address):
    with connect(address) as wire:
        wire.sendall(HEAD + f"Content-Length: {LARGE}\r\n\r\n".encode())
        status, body = status_of(wire)
    assert status == 413
    assert json.loads(body)["detail"] == "a request can have at most 16 MiB"


def test_a_deck_of_100_mb_in_pieces_is_cut_off(serve, address):
    before = memory(serve.process)
    piece = b"%x\r\n" % MIB + b"!" * MIB + b"\r\n"
    with connect(address) as wire:
        send(wire, [HEAD + b"Transfer-Encoding: chunked\r\n\r\n", *[piece] * (LARGE // MIB), b"0\r\n\r\n"])
        status, _ = status_of(wire)
    assert status in (413, 0)  # 0 means that the server closed the connection during the write
    assert memory(serve.process) - before < ROOM


def bomb(name, honest):
    """Return a zip file of 1 MB that unpacks to 300 MB. A dishonest zip file states that its content is empty."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive, archive.open(name, "w") as out:
        for _ in range(300):
            out.write(bytes(MIB))
    content = bytearray(stream.getvalue())
    if not honest:
        for signature, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
            struct.pack_into("<I", content, content.index(signature) + place, 10)
    return bytes(content)


@pytest.mark.parametrize("honest", [True, False])
def test_a_zip_bomb_is_a_4xx_and_does_not_go_off(serve, address, honest):
    content = bomb("main.deck", honest)
    before = memory(serve.process)
    with connect(address) as wire:
        head = (
            b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/zip\r\n"
        )
        send(wire, [head + f"Content-Length: {len(content)}\r\n\r\n".encode(), content])
        status, body = status_of(wire)
    assert status == (413 if honest else 422)
    assert json.loads(body)["status"] == status
    assert memory(serve.process) - before < ROOM


@pytest.fixture
def impatient(tmp_path, monkeypatch):
    """Yield the address of a service in this process that waits for no client."""
    monkeypatch.setattr(serving, "HEAD_SECONDS", 0.4)
    application = create_application(Settings(f"sqlite:///{tmp_path}/store.db", tmp_path, request_seconds=0.4))
    server = serving.make_server(application, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    wait_until(lambda: server.started)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


@pytest.mark.parametrize("said", [b"", HEAD, HEAD + b"Content-Length: 1000\r\n\r\n{"])
def test_a_client_that_does_not_go_on_is_answered_408(impatient, said):
    with connect(impatient) as wire:
        wire.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert _receive(wire).startswith(b"HTTP/1.1 200")
        wire.sendall(said or b"GET")
        assert status_of(wire)[0] == 408
    with connect(impatient) as wire:
        wire.sendall(said)
        assert status_of(wire)[0] == 408


def test_a_client_is_not_too_slow_because_the_server_is():
    """The server gets no processor time until the deadline has passed, but all of the body has arrived."""
    body, arrived, taken = b"x" * 30_000, threading.Event(), []

    async def application(scope, receive, send):
        if scope["type"] == "lifespan":
            return
        arrived.wait()  # the whole server is stopped
        time.sleep(0.2)  # the deadline passes meanwhile
        more = True
        while more:
            message = await receive()
            taken.append(message["body"])
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    server = serving.make_server(Guard(application, MIB, 0.1), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    wait_until(lambda: server.started)
    with connect(f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}") as wire:
        wire.sendall(HEAD + f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode())
        wire.sendall(body)
        arrived.set()
        status, _ = status_of(wire)
    server.should_exit = True
    thread.join()
    assert status == 204
    assert b"".join(taken) == body


def test_others_are_answered_while_many_are_slow(address):
    slow = [connect(address) for _ in range(200)]
    for wire in slow:
        wire.sendall(HEAD + b"Content-Length: 1000\r\n\r\n{")
    with connect(address) as wire:
        wire.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert status_of(wire)[0] == 200
    for wire in slow:
        wire.close()


@pytest.mark.parametrize("path", ["check", "jobs"])
def test_who_hangs_up_in_the_middle_is_no_fault_of_the_server(client, path):
    """Without the tested code, such a client would write a traceback into the server's log for each request."""
    headers = [(b"authorization", f"Bearer {client.tokens['ann']}".encode()), (b"content-type", b"application/json")]
    came = iter([{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}])
    sent_back = []

    async def receive():
        return next(came)

    async def send(message):
        sent_back.append(message)

    scope = {"type": "http", "method": "POST", "path": f"/api/v1/{path}", "headers": headers, "query_string": b""}
    asked = client.app({**scope, "http_version": "1.1", "scheme": "http", "root_path": ""}, receive, send)
    with ThreadPoolExecutor(1) as other:  # the browser's loop may run in this thread
        other.submit(asyncio.run, asked).result()
    assert sent_back[0]["status"] == 400


TEXTS = ("nul \0 byte", "\ud800 alone", "\u202e turned", "x" * 100_000)


@pytest.mark.parametrize("text", TEXTS)
def test_no_text_is_a_fault_of_the_server(client, ann, stone, text):
    """The text is written into the store, into a file, and into an answer."""
    bodies = [
        {"deck": text},
        {"deck": stone, "name": text},
        {"deck": stone, "includes": {text: "x"}},
        {"deck": stone, "includes": {"x": text}},
        {"deck": stone, "parameters": {text: 1}},
        {"deck": stone, "parameters": {"spin": text}},
        {"deck": stone, "integrator": text},
        {"deck": stone, "formulation": text},
        {"deck": stone, text: 1},
    ]
    for body in bodies:
        for path in ("/check", "/jobs"):
            answer = ann("POST", path, content=json.dumps(body), headers={"Content-Type": "application/json"})
            assert answer.status_code in (200, 202, 413, 422, 429), (path, body, answer.text)
        study = {**body, "grid": {text: [1, 2]}}
        answer = ann("POST", "/studies", content=json.dumps(study), headers={"Content-Type": "application/json"})
        assert answer.status_code in (413, 422), (body, answer.text)
    short = text[:20_000].encode(errors="replace")
    for query in ("cursor", "state"):
        assert ann("GET", "/jobs", params={query: short}).status_code == 422
    assert ann("GET", f"/jobs/{'0' * 20}/sensors", params={"names": short}).status_code in (404, 422)


def test_the_processes_that_check_load_no_more_than_a_check():
    heavy = ("fastapi", "numba", "scipy", "h5py", "sqlalchemy")
    code = f"import sys; from rbsolve.service.checkers import _begin; _begin(); print([m for m in {heavy} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.fixture
def checkers():
    found = Checkers(1, 60.0)
    yield found
    found.close()


def test_a_process_that_checks_outlives_the_thread_whose_request_started_it(checkers):
    """The threads of a server start and end at any time."""
    pids = []
    for _ in range(2):
        with ThreadPoolExecutor(1) as thread:
            pids.append(thread.submit(checkers.call, os.getpid).result())
    assert pids[0] == pids[1]


@pytest.mark.parametrize(("function", "arguments"), [(busy, ()), (time.sleep, (600,))])
def test_a_check_that_takes_too_long_costs_no_other_check_its_answer(checkers, function, arguments):
    with ThreadPoolExecutor(2) as threads:
        slow = threads.submit(checkers.call, function, *arguments, seconds=0.5)
        wait_until(lambda: checkers._pool._pending_work_items or slow.done())
        quick = threads.submit(checkers.call, abs, -3)
        with pytest.raises(Problem, match=r"within 0\.5 s of processor time"):
            slow.result()
        assert quick.result() == 3


def test_a_check_that_waits_for_a_processor_is_no_check_that_takes_too_long(checkers):
    assert checkers.call(time.sleep, 0.75, seconds=0.5) is None


@pytest.mark.parametrize("function", [greedy, greedy_in_frames])
def test_a_check_that_needs_too_much_memory_is_told_and_its_process_stays(checkers, function):
    before = checkers.call(os.getpid)
    with pytest.raises(Problem, match="too much memory"):
        checkers.call(function)
    assert checkers.call(os.getpid) == before
    assert checkers.call(bytearray, 80 << 20)  # the limit applied only to one check


def test_a_process_that_ends_over_a_deck_costs_no_other_deck_anything(checkers):
    with pytest.raises(Problem, match="the process ended") as refused:
        checkers.call(os._exit, 1)
    assert refused.value.status == 422
    assert checkers.call(os.getpid) == checkers.call(os.getpid)


def test_decks_are_checked_where_temporary_files_have_long_names(tmp_path):
    """The name of a socket may have at most 107 bytes."""
    folder = tmp_path / ("x" * 100)
    folder.mkdir()
    code = "from rbsolve.service.checkers import Checkers; c = Checkers(1, 60.0); print(c.call(abs, -3)); c.close()"
    asked = [sys.executable, "-c", code]
    own = {**os.environ, "TMPDIR": str(folder)}
    assert subprocess.run(asked, env=own, stdout=subprocess.PIPE, text=True, check=True).stdout == "3\n"


SERVICE = """
import os, signal, sys
from rbsolve.service.checkers import Checkers
from rbsolve.service.guard import Guard
checkers = Checkers(1, 60.0)
print(checkers.call(os.getpid), checkers.call(os.getppid), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_no_process_that_checks_is_left_of_a_service_that_is_killed():
    killed = subprocess.run([sys.executable, "-c", SERVICE], stdout=subprocess.PIPE, text=True, check=False)
    assert killed.returncode == -signal.SIGKILL
    for pid in killed.stdout.split():
        wait_until(lambda pid=pid: not is_alive(pid))


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({}, 200),
        ({"Origin": "http://{address}"}, 200),
        ({"Origin": "http://{address}", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "https://behind.a.proxy", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:1", "Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_without_tokens_a_page_of_another_site_may_do_nothing(address, said, status):
    """Browsers send a form or a text to any address without a question to the user."""
    host = address.removeprefix("http://")
    lines = "".join(f"{name}: {value.format(address=host)}\r\n" for name, value in said.items())
    body = b'{"deck": "@COMMENTS {}"}'
    head = f"POST /api/v1/check HTTP/1.1\r\nHost: {host}\r\n{lines}Connection: close\r\nContent-Type: text/plain\r\n"
    head += f"Content-Length: {len(body)}\r\n\r\n"
    with connect(address) as wire:
        wire.sendall(head.encode() + body)
        assert status_of(wire)[0] == status
