"""`rbsolve serve` as a process, for tests of the page and of the service."""

from __future__ import annotations

import json
import socket
import struct
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from waiting import PATIENCE, wait_until


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
        process.wait(timeout=PATIENCE)
        process.stderr.close()


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a service answers."""

    def answers() -> bool:
        if process.poll() is not None:
            pytest.fail(f"the service ended: {process.stderr.read().decode()}")
        with suppress(OSError), urllib.request.urlopen(address, timeout=PATIENCE):
            return True
        return False

    wait_until(answers)


def wait_for_end(ask, kind, identity):
    """Wait until a job or study has ended, and return it."""
    return wait_for_state(ask, kind, identity, "complete", "failed", "cancelled")


def wait_for_state(ask, kind, identity, *states):
    """Wait until a job or study is in one of these states, and return it."""

    def found():
        now = ask("GET", f"/{kind}/{identity}").json()
        return now if now["state"] in states else None

    return wait_until(found)


def header_of(histories: bytes) -> dict[str, Any]:
    """Return the header of histories that the service sends in binary form."""
    (length,) = struct.unpack_from("<I", histories)
    return json.loads(histories[4 : 4 + length])
