"""A service in this process, on both databases, with a separate worker process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import forked
import pytest

pytest.importorskip("fastapi", reason="FastAPI is not installed: pip install 'rbsolve[service]'")
pytest.importorskip("httpx", reason="httpx is not installed: pip install 'rbsolve[test]'")

from fastapi.testclient import TestClient
from service_process import serve  # noqa: F401  # a fixture for these tests
from waiting import PATIENCE

from rbsolve.service.application import create_application
from rbsolve.service.settings import Quotas, Settings
from rbsolve.store.accounts import create_token

STONE = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {3} @DESIGN_PARAMETER_NAME {#end} @SCALAR_VALUE {0.1} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {0, 0, 5}
  @INITIAL_ANGULAR_VELOCITY {0.1, #spin, 0.2} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, #end} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {1e-2} } }
@SENSOR_DEFINITION { @SENSOR_NAME {height} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {stone} } }
"""


@pytest.fixture(scope="session")
def stone() -> str:
    return STONE


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, data: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{data}/store.db"
    return request.getfixturevalue("postgres").new_database()


@pytest.fixture(scope="module")
def client(data: Path, store: str) -> Iterator[TestClient]:
    """Yield a service with tokens and a worker. `client.tokens` has a token for ann, bob and root, who is admin."""
    settings = Settings(
        store=store, data=data, auth=True, quotas=Quotas(jobs=5), deck_bytes=200_000, body_bytes=400_000
    )
    with TestClient(create_application(settings)) as client:
        database = client.app.state.service.database
        roles = {"ann": "user", "bob": "user", "carl": "user", "root": "admin"}
        client.tokens = {name: create_token(database, name, role) for name, role in roles.items()}
        command = [sys.executable, "-m", "rbsolve", "worker", "--store", store, "--data", str(data), "-j", "1"]
        worker = forked.Popen(command)
        try:
            yield client
        finally:
            worker.terminate()
            worker.wait(PATIENCE)


@pytest.fixture
def ann(client: TestClient):
    """`ann("GET", "/jobs")` is a request with ann's token."""
    return _requester(client, "ann")


@pytest.fixture
def bob(client: TestClient):
    return _requester(client, "bob")


@pytest.fixture
def carl(client: TestClient):
    return _requester(client, "carl")


@pytest.fixture
def root(client: TestClient):
    return _requester(client, "root")


def _requester(client: TestClient, name: str):
    def ask(method: str, path: str, **options):
        headers = {"Authorization": f"Bearer {client.tokens[name]}", **options.pop("headers", {})}
        return client.request(method, f"/api/v1{path}", headers=headers, **options)

    return ask
