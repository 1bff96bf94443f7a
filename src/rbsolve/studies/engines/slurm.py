"""Solves chunks as tasks of Slurm job arrays. The library submitit submits the arrays.

submitit transfers tasks and results as pickles in a folder. Pickles can run code, so the folder must belong to the user
(`log_folder`). A task has ended if its result exists. If a task has no result and Slurm no longer lists it, the task is
lost. submitit itself would need the accounting (`sacct`), which some clusters lack. If the time of a task is over, the
task saves its case, is queued again, and then continues.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from rbsolve.solver.compiler.ownership import flaw_of
from rbsolve.store.leases import Lease
from rbsolve.studies.engines.engine import EngineError, shard_name
from rbsolve.studies.engines.executor import ExecutorEngine, keep, solve
from rbsolve.studies.running.process import Report

DEFAULT_SLOTS = 32
DEFAULT_MINUTES = 60
DEFAULT_ARRAY = 1000
MOST_TURNS = 1000  # maximum number of times that a task is queued again at its time limit
QUEUE_SECONDS = 15.0
"""Time between two queries of Slurm for its tasks [s]."""
_NOT_LOOKED_AT = "None"
"""The reason that Slurm reports for a task before Slurm tries to start the task."""
LOST_SECONDS = 60.0
"""If a task has no result, and Slurm has not listed it for this time [s], the task counts as lost. The wait is needed
because the file of the result may arrive late over a network.
"""


class SlurmTask:
    """The work of a task. submitit calls `checkpoint` some time before the time limit of the task."""

    def __call__(self, lease: Lease, shard: str) -> Report:
        """Solve a chunk."""
        return solve(lease, shard)

    def checkpoint(self, lease: Lease, shard: str) -> Any:
        """Save the current case. Return the task for the next turn."""
        from submitit.helpers import DelayedSubmission

        keep()
        return DelayedSubmission(self, lease, shard)


class SlurmEngine(ExecutorEngine):
    """Submits chunks as arrays of at most `slots` tasks. No array is longer than the cluster's MaxArraySize."""

    def __init__(self, executor: Any, slots: int, longest_array: int) -> None:
        super().__init__(executor, slots, close=lambda: None)
        self._longest = max(1, longest_array)
        # for each task, the time since which Slurm has not listed it
        self._missing: dict[str, float] = {}
        self._next_look = 0.0
        self._waiting = ""

    @property
    def waiting(self) -> str:
        """If Slurm has not started any task, return the reasons that Slurm reports."""
        return self._waiting

    @classmethod
    def from_options(cls, text: str, jobs: int) -> SlurmEngine:
        """Return the engine for `partition=NAME,time=MINUTES,jobs=N` and any other options of sbatch.

        A flag has the value `true`.
        """
        try:
            import submitit
        except ImportError as error:
            raise EngineError("--executor slurm needs submitit: pip install 'rbsolve[slurm]'") from error
        options = _options(text)
        slots = _count(options.pop("jobs", str(max(jobs, DEFAULT_SLOTS))), text)
        folder = log_folder(options.pop("folder", None))
        try:
            executor = submitit.SlurmExecutor(folder=folder, max_num_timeout=MOST_TURNS)
        except RuntimeError as error:
            raise EngineError(f"--executor slurm: {error}") from error
        known = executor._valid_parameters()
        given: dict[str, Any] = {"time": DEFAULT_MINUTES, "job_name": "rbsolve"}
        others: dict[str, Any] = {} if "no-requeue" in options else {"requeue": True}
        for name, value in options.items():
            key = name.replace("-", "_")
            number = int(value) if value.isdigit() else value
            (given if key in known else others)[key] = True if value == "true" else number
        executor.update_parameters(**given, additional_parameters=others)
        return cls(executor, slots, longest_array())

    def start(self, leases: Sequence[Lease]) -> None:
        """Submit chunks. One array may contain several chunks."""
        for first in range(0, len(leases), self._longest):
            part = leases[first : first + self._longest]
            try:
                with self._executor.batch():
                    tasks = [self._executor.submit(SlurmTask(), lease, shard_name(lease)) for lease in part]
            except (OSError, RuntimeError, subprocess.SubprocessError) as error:
                raise EngineError(f"--executor slurm: sbatch does not accept jobs: {error}") from error
            self._tasks |= {lease.chunk: (lease, task) for lease, task in zip(part, tasks, strict=True)}

    def _has_ended(self, task: Any) -> bool:
        if time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + QUEUE_SECONDS
            self._look_at_queue()
        return self._is_lost(task) or task.paths.result_pickle.exists()

    def _is_lost(self, task: Any) -> bool:
        return time.monotonic() - self._missing.get(task.job_id, time.monotonic()) > LOST_SECONDS

    def _look_at_queue(self) -> None:
        listed = queued_tasks()
        if listed is None:
            return
        tasks: list[Any] = [task for _, task in self._tasks.values()]
        now = time.monotonic()
        mine = {task.job_id for task in tasks}
        self._missing = {task: self._missing.get(task, now) for task in mine - listed.keys()}
        reasons = {listed[task] for task in mine & listed.keys()}
        self._waiting = ""
        if reasons and "" not in reasons:
            self._waiting = f"no task of this study has started. Reasons from Slurm: {'; '.join(sorted(reasons))}"

    def _result(self, task: Any) -> Report:
        if not task.paths.result_pickle.exists():
            raise EngineError(f"Slurm ended job {task.job_id}{_last_words(task.paths.stderr)}")
        report: Report = task.result()
        return report


def log_folder(named: str | None) -> Path:
    """Return the folder of tasks, results and logs. By default, it is `slurm-logs` in the current folder or in the
    user's data folder.

    Raise EngineError if other users could write to the folder. Such users could run their own code as this user.
    """
    from submitit.core import utils

    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    candidates = [Path(named)] if named else [Path("slurm-logs"), Path(state) / "rbsolve" / "slurm-logs"]
    flaws = []
    for folder in candidates:
        fixed = utils.JobPaths.get_first_id_independent_folder(
            folder
        )  # submitit reserves these names for parameters that it sets itself
        is_new = not fixed.exists()
        try:
            fixed.mkdir(mode=0o700, parents=True, exist_ok=True)
            flaw = flaw_of(Path(os.path.realpath(fixed)))
        except OSError as error:
            flaw = f"{fixed}: {error.strerror}"
        if flaw is None:
            return folder
        flaws.append(flaw)
        if is_new:
            with suppress(OSError):
                fixed.rmdir()
    raise EngineError(
        f"--executor slurm: tasks need a folder to which no other user may write, and {'; '.join(flaws)}; "
        "name another folder with folder=DIR"
    )


def queued_tasks() -> dict[str, str] | None:
    """Return the ids of this user's tasks in Slurm, with the reasons why tasks are pending. Return None if Slurm does
    not report them.
    """
    command = ["squeue", "--noheader", "--array", f"--user={os.getuid()}", "--format=%F_%K|%t|%r"]
    try:
        shown = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    lines = [line.split("|", 2) for line in shown.stdout.splitlines()]
    return {
        task.removesuffix("_N/A"): reason if state == "PD" and reason != _NOT_LOOKED_AT else ""
        for task, state, reason in lines
    }


def _last_words(log: Path) -> str:
    """Return the message of Slurm in the log of a task that Slurm has ended."""
    try:
        lines = log.read_text(errors="replace").splitlines()
    except OSError:
        return ""
    found = [line.rpartition("***")[0].rpartition("***")[2].strip() for line in lines if "slurmstepd" in line]
    return f": {found[-1]}" if found and found[-1] else f"; see {log}"


def longest_array() -> int:
    """Return the maximum number of tasks in one array of the cluster. The indices of an array are below MaxArraySize."""
    try:
        shown = subprocess.run(["scontrol", "show", "config"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return DEFAULT_ARRAY
    found = re.search(r"^MaxArraySize\s*=\s*(\d+)", shown.stdout, re.MULTILINE)
    return int(found[1]) if found else DEFAULT_ARRAY


def _count(value: str, text: str) -> int:
    if not value.isdecimal() or int(value) == 0:
        raise EngineError(f"--executor slurm:{text}: jobs must be at least 1; {value!r} is given")
    return int(value)


def _options(text: str) -> dict[str, str]:
    options = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise EngineError(f"--executor slurm:{text}: {part!r} is not of the form NAME=VALUE")
        options[name.strip()] = value.strip()
    return options
