"""Creates an engine from the value of `--executor`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from rbsolve.studies.engines.engine import Engine, EngineError


def make_engine(where: str, jobs: int) -> Engine:
    """Return the engine for `local`, `dask:ADDRESS`, `slurm:OPTIONS` or `module:factory`. Raise EngineError if the
    engine cannot be used.
    """
    kind, _, rest = where.partition(":")
    if kind == "local" and not rest:
        from rbsolve.studies.engines.local import LocalEngine

        return LocalEngine(jobs)
    if kind in _MAKERS:
        return _MAKERS[kind](rest, jobs)
    if not rest:
        raise EngineError(f"--executor {where}: choose local, dask:ADDRESS, slurm:OPTIONS or module:factory")
    return _own(kind, rest, jobs)


def _dask(address: str, jobs: int) -> Engine:
    from rbsolve.studies.engines.dask import dask_engine

    return dask_engine(address, jobs)


def _slurm(options: str, jobs: int) -> Engine:
    from rbsolve.studies.engines.slurm import SlurmEngine

    return SlurmEngine.from_options(options, jobs)


def _own(module: str, factory: str, jobs: int) -> Engine:
    """Create an executor by the user's function."""
    from rbsolve.studies.engines.executor import ExecutorEngine

    try:
        make = getattr(import_module(module), factory)
    except (ImportError, AttributeError) as error:
        raise EngineError(f"--executor {module}:{factory}: {error}") from error
    executor = make()
    if not callable(getattr(executor, "submit", None)):
        raise EngineError(f"--executor {module}:{factory}: the object that it returns has no method `submit`")
    return ExecutorEngine(executor, jobs)


_MAKERS: dict[str, Callable[[str, int], Engine]] = {"dask": _dask, "slurm": _slurm}
