"""`rbsolve serve` as a process, for tests of the page and of the service."""

from __future__ import annotations

import json
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

START_SECONDS = 60.0


@pytest.fixture(scope="module")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """`serve("--auth", ...)`: the address of a service; `serve.data` is its folder, `serve.process` its process."""
    pytest.importorskip(
        "rbsolve.service.application", reason="the extra `service` is not installed", exc_type=ImportError
    )
    processes = []

    def start(*options: str) -> str:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        start.data = tmp_path_factory.mktemp("service")
        command = [
            sys.executable,
            "-m",
            "rbsolve",
            "serve",
            "--data",
            start.data,
            "--port",
            str(port),
            "--workers",
            "1",
        ]
        processes.append(subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
        start.process = processes[-1]
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/api/v1/health", processes[-1])
        return address

    yield start
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(timeout=20)
        process.stderr.close()


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            pytest.fail(f"the service ended: {process.stderr.read().decode()}")
        with suppress(OSError), urllib.request.urlopen(address, timeout=1):
            return
        time.sleep(0.1)
    pytest.fail("the service does not answer")


def wait_for_end(ask, kind, identity):
    """A job or study when it has ended."""
    for _ in range(600):
        found = ask("GET", f"/{kind}/{identity}").json()
        if found["state"] in ("complete", "failed", "cancelled"):
            return found
        time.sleep(0.1)
    raise AssertionError(found)


def header_of(histories: bytes) -> dict[str, Any]:
    """The header of histories that the service answers in binary."""
    (length,) = struct.unpack_from("<I", histories)
    return json.loads(histories[4 : 4 + length])
