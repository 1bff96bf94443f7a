"""A separate service for the tests of the page."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from service_process import serve  # noqa: F401  # a fixture for these tests


@pytest.fixture(scope="module")
def token(serve: Callable[..., str]) -> Callable[[Path], str]:  # noqa: F811  # a fixture
    """`token(data)` returns a new token of a service."""

    def create(data: Path) -> str:
        command = [sys.executable, "-m", "rbsolve", "token", "create", "ada", "--data", str(data)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]

    return create


@pytest.fixture(scope="module")
def service(serve: Callable[..., str]) -> str:  # noqa: F811  # a fixture
    """Return the address of a service that all tests of a module share."""
    return serve()


@pytest.fixture(autouse=True)
def nothing_goes_on(request: pytest.FixtureRequest) -> Iterator[None]:
    """Remove the jobs of a failed test, because they would occupy workers in the next test."""
    yield
    if "service" in request.fixturenames:
        address = request.getfixturevalue("service") + "/api/v1"
        for kind in ("jobs", "studies"):
            for state in ("queued", "running"):
                with urllib.request.urlopen(f"{address}/{kind}?state={state}", timeout=60) as answer:
                    for one in json.load(answer)[kind]:
                        path = f"{address}/{kind}/{one['id']}"
                        urllib.request.urlopen(urllib.request.Request(path, method="DELETE"), timeout=60).close()
