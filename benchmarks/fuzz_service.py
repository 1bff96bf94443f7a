"""A long search for requests that the service cannot handle: `python benchmarks/fuzz_service.py --examples 10000 --seed
7`.

Schemathesis tests the interface by the OpenAPI document. Each example is a sequence of several requests, in which later
requests use results of earlier requests. Four cases end the search with a traceback. The four cases are an answer of
500 or above, an answer that is not in the document, an accepted forbidden request, and a refused permitted request.
`--store postgresql` starts a separate PostgreSQL server, and `--store URL` uses any other server. The script needs the
extras `service` and `test`.
"""

from __future__ import annotations

import argparse
import io
import json
import secrets
import sys
import tempfile
import threading
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import h5py  # noqa: F401  before there are threads: hypothesis looks at what others are still importing
import hypothesis
import requests
import schemathesis
from schemathesis.config import SchemathesisConfig

from rbsolve.service.application import create_application
from rbsolve.service.serving import make_server
from rbsolve.service.settings import Quotas, Settings
from rbsolve.service.worker import work
from rbsolve.store.accounts import create_token
from rbsolve.store.database import Database

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {3} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0.1, #spin, 0.2} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.02} @TIME_STEP_SIZE {1e-3} } }
@SENSOR_DEFINITION { @SENSOR_NAME {height} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {stone} } }
"""
CASE_SECONDS = 0.3
"""Limit for a run, because some of the tried end times would never be reached."""
LEFT_OUT = ("positive_data_acceptance", "use_after_free")
"""Excluded checks. No schema describes valid decks (see `is_understood`), and DELETE keeps an unfinished job."""
BATCH = 100
"""Number of sequences for which hypothesis stores the random choices."""
GENERATION = {"allow-extra-parameters": False, "with-security-parameters": False}
"""Unknown parameters of a query are ignored, as usual on the web. Requests of a walk have a valid token. After an answer
of 2xx, the check `ignored_auth` repeats the request without a token and with an invalid one, and both must be refused.
"""


@contextmanager
def service(store: str, data: Path) -> Iterator[tuple[str, Database]]:
    """Yield the address of a service in this process, with a worker in a thread, and its store."""
    settings = Settings(store, data, auth=True, quotas=Quotas(jobs=None, cases=20), time_limit=CASE_SECONDS)
    application = create_application(settings)
    server = make_server(application, "127.0.0.1", 0)
    stop = threading.Event()
    threads = [
        threading.Thread(target=server.run, daemon=True),
        threading.Thread(target=work, args=(store, data, 1, stop.is_set, False), daemon=True),
    ]
    for thread in threads:
        thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", application.state.service.database
    finally:
        application.state.service.watcher.close()
        server.should_exit = True
        stop.set()
        for thread in threads:
            thread.join(20)


def search(store: str, data: Path, examples: int, seed: int, steps: int = 6) -> Counter[str]:
    """Run `examples` sequences. Return the answers by request and status, and raise the errors that schemathesis found."""
    schemathesis.checks.load_all_checks()
    refused = schemathesis.checks.CHECKS.get_by_names(list(LEFT_OUT))
    counts: Counter[str] = Counter()
    begun = 0
    with service(store, data) as (address, database), requests.Session() as session:
        config = SchemathesisConfig.from_dict({"generation": GENERATION})
        schema = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json", config=config, timeout=60)
        machine = schema.as_state_machine()

        class Walk(machine):  # type: ignore[misc, valid-type]  # a class made at run time
            # Each sequence starts with an empty service, so random choices do not depend on earlier sequences.
            def setup(self) -> None:
                nonlocal begun
                begun += 1
                self.token = create_token(database, secrets.token_hex(8))

            def get_call_kwargs(self, case: Any) -> dict[str, Any]:
                return {"headers": {"Authorization": f"Bearer {self.token}"}, "timeout": 60, "session": session}

            def before_call(self, case: Any) -> None:
                if case.meta.generation.mode.is_positive:
                    case.body = sensible(case.body)
                    if case.query and "options" in case.query:  # options in the query belong to a zip
                        case.query = {name: text for name, text in case.query.items() if name != "options"}
                        if isinstance(case.body, bytes):
                            case.query["options"] = json.dumps({"t_end": 0.01, "parameters": {"spin": 4}})
                super().before_call(case)

            def validate_response(self, response: Any, case: Any, **options: Any) -> None:
                counts[f"{case.operation.label} {response.status_code}"] += 1
                case.validate_response(
                    response, excluded_checks=refused, transport_kwargs=options, recorder=self.recorder
                )
                if case.meta.generation.mode.is_positive and not isinstance(case.body, bytes):
                    assert is_understood(response), f"{case.operation.label} {case.body}: {response.text}"

        while begun < examples:
            _walk(Walk, min(BATCH, examples - begun), seed + begun, steps)
    return counts


def _walk(machine: Any, examples: int, seed: int, steps: int) -> None:
    """Run sequences until their number is reached, or until hypothesis notices that jobs have progressed
    differently."""
    settings = hypothesis.settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.seed(seed)(machine)
    with suppress(hypothesis.errors.FlakyStrategyDefinition):  # possible next requests depend on the answers
        machine.run(settings=settings)


def is_understood(response: Any) -> bool:
    """Return whether a permitted request was understood. Such a request may be refused only because of its deck, its
    values, or its key.
    """
    if response.status_code not in (400, 413, 415, 422):
        return True
    said = response.json()
    return "diagnostics" in said or said["detail"].startswith("this Idempotency-Key was already used")


def sensible(body: Any) -> Any:
    """Replace every other deck by a solvable deck, because later requests need jobs."""
    if isinstance(body, bytes):
        return _zip() if zlib.crc32(body) % 2 else body
    if not isinstance(body, dict) or not isinstance(body.get("deck"), str):
        return body
    chance = zlib.crc32(json.dumps(body, default=str).encode())
    if chance % 2:
        body = {**body, "deck": DECK, "includes": {}}
        if chance % 4 == 1:
            body |= {name: None for name in ("integrator", "formulation") if name in body}
            body["parameters"] = {"spin": chance % 7}
        if "grid" in body and chance % 8 == 1:
            body |= {"grid": {"spin": "1:5:3"}, "parameters": {}} | dict.fromkeys(
                name for name in ("zip", "sample", "table") if name in body
            )
    return body


def _zip() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("model.deck", DECK)
    return stream.getvalue()


@contextmanager
def store_of(name: str, data: Path) -> Iterator[str]:
    """Yield the store that the command line specifies."""
    if name == "sqlite":
        yield f"sqlite:///{data}/store.db"
    elif name == "postgresql":
        tests = Path(__file__).parents[1] / "tests"
        sys.path += [str(tests), str(tests / "parts")]
        from postgres_server import running_server

        with running_server() as server:
            yield server.new_database()
    else:
        yield name


def main() -> int:
    """Search, and print requests and answers to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=6, help="requests of a walk, at most")
    parser.add_argument("--store", default="sqlite", help="sqlite, postgresql or a URL")
    arguments = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, store_of(arguments.store, Path(folder)) as store:
        counts = search(store, Path(folder), arguments.examples, arguments.seed, arguments.steps)
    for what, count in sorted(counts.items()):
        print(f"{count:8} {what}")
    print(f"{arguments.examples} examples, {counts.total()} requests, {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
