"""Chunks as tasks of Slurm job arrays, submitted by submitit."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rbsolve.store.leases import Lease
from rbsolve.studies.engines.engine import EngineError, shard_name
from rbsolve.studies.engines.executor import ExecutorEngine, solve

DEFAULT_SLOTS = 32
DEFAULT_MINUTES = 60
DEFAULT_ARRAY = 1000


class SlurmEngine(ExecutorEngine):
    """Submits chunks as arrays, at most `slots` at a time and none longer than the cluster's MaxArraySize."""

    def __init__(self, executor: Any, slots: int, longest_array: int) -> None:
        super().__init__(executor, slots, close=lambda: None)
        self._longest = max(1, longest_array)

    @classmethod
    def from_options(cls, text: str, jobs: int) -> SlurmEngine:
        """`partition=NAME,time=MINUTES,jobs=N`, and any other option of sbatch."""
        try:
            import submitit
        except ImportError as error:
            raise EngineError("--executor slurm needs submitit: pip install 'rbsolve[slurm]'") from error
        options = _options(text)
        slots = int(options.pop("jobs", 0)) or max(jobs, DEFAULT_SLOTS)
        folder = Path(options.pop("folder", "slurm-logs"))
        try:
            executor = submitit.SlurmExecutor(folder=folder)
        except RuntimeError as error:
            raise EngineError(f"--executor slurm: {error}") from error
        known = executor._valid_parameters()
        given: dict[str, Any] = {"time": DEFAULT_MINUTES, "job_name": "rbsolve"}
        others: dict[str, Any] = {}
        for name, value in options.items():
            key = name.replace("-", "_")
            number = int(value) if value.isdigit() else value
            (given if key in known else others)[key] = number
        executor.update_parameters(**given, **({"additional_parameters": others} if others else {}))
        return cls(executor, slots, longest_array())

    def start(self, leases: Sequence[Lease]) -> None:
        """Submit chunks, several in one array."""
        for first in range(0, len(leases), self._longest):
            part = leases[first : first + self._longest]
            try:
                with self._executor.batch():
                    tasks = [self._executor.submit(solve, lease, shard_name(lease)) for lease in part]
            except (OSError, RuntimeError, subprocess.SubprocessError) as error:
                raise EngineError(f"--executor slurm: sbatch takes no jobs: {error}") from error
            self._tasks |= {lease.chunk: (lease, task) for lease, task in zip(part, tasks, strict=True)}


def longest_array() -> int:
    """The most tasks that the cluster takes in one array: its indices are below MaxArraySize."""
    try:
        shown = subprocess.run(["scontrol", "show", "config"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return DEFAULT_ARRAY
    found = re.search(r"^MaxArraySize\s*=\s*(\d+)", shown.stdout, re.MULTILINE)
    return int(found[1]) if found else DEFAULT_ARRAY


def _options(text: str) -> dict[str, str]:
    options = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise EngineError(f"--executor slurm:{text}: {part!r} is not of the form NAME=VALUE")
        options[name.strip()] = value.strip()
    return options
