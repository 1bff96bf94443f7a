"""Solves chunks as tasks of dask.distributed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rbsolve.studies.engines.engine import EngineError
from rbsolve.studies.engines.executor import ExecutorEngine

if TYPE_CHECKING:
    from collections.abc import Callable

CONNECT_SECONDS = 30
CHUNKS_PER_THREAD = 2
"""Number of chunks for each thread of a worker. When a thread has finished a chunk, its worker already has the next
chunk.
"""


def dask_engine(address: str, jobs: int) -> ExecutorEngine:
    """Return an engine on the scheduler at `address`, such as tcp://10.0.0.1:8786. Its workers must have access to the
    study's folder.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise EngineError("--executor dask needs dask.distributed: pip install 'rbsolve[dask]'") from error
    if not address:
        raise EngineError("--executor dask:ADDRESS needs the address of a scheduler, e.g. dask:tcp://127.0.0.1:8786")
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise EngineError(f"--executor dask:{address}: no scheduler answers there ({error})") from error
    threads = sum(client.nthreads().values())
    slots = max(1, jobs, CHUNKS_PER_THREAD * threads)

    def submit(function: Callable[..., Any], *arguments: Any) -> Any:
        # For dask, the tasks are not pure: if a chunk is leased again, it must run again. The supervisor, not dask,
        # handles lost workers.
        return client.submit(function, *arguments, pure=False, retries=0)

    return ExecutorEngine(client, slots, submit, client.close)
