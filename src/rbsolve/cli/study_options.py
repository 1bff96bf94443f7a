"""Arguments that the commands of studies share."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from typing import TYPE_CHECKING

from rbsolve.cli.options import positive, whole_number

if TYPE_CHECKING:
    from rbsolve.studies.preparing import Limits


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Where and how cases are solved."""
    parser.add_argument("-j", "--jobs", type=whole_number, metavar="N", help="solver processes; default: all cores")
    parser.add_argument(
        "--executor",
        metavar="WHERE",
        help="local (default), dask:ADDRESS, slurm:partition=NAME,time=MINUTES,..., or module:factory for a function that "
        "makes a concurrent.futures.Executor",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="say nothing but errors")


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """What a case may take."""
    parser.add_argument(
        "--checkpoint-every",
        type=positive,
        metavar="S",
        help="seconds after which a long case is kept, to go on from there when its process is killed; default: 30",
    )
    parser.add_argument("--time-limit", type=positive, metavar="S", help="seconds that a case may take")
    parser.add_argument("--memory-limit", type=positive, metavar="GIB", help="memory that a case may take")
    parser.add_argument(
        "--on-failure",
        choices=("continue", "stop"),
        help="what follows when a case fails; default: continue",
    )
    parser.add_argument("--store", metavar="URL", help="job store: sqlite:///FILE or postgresql+pg8000://...")


def limits_of(arguments: argparse.Namespace, keep: tuple[str, ...] | None = None) -> Limits:
    """The limits that the arguments set."""
    from rbsolve.studies.preparing import Limits

    return Limits(
        time=arguments.time_limit,
        checkpoint_every=arguments.checkpoint_every or 30.0,
        memory=arguments.memory_limit,
        on_failure=arguments.on_failure or "continue",
        keep=keep,
        store=arguments.store,
        command=shlex.join(["rbsolve", *sys.argv[1:]]),
    )


def jobs_of(arguments: argparse.Namespace) -> int:
    """How many solver processes."""
    return int(arguments.jobs or len(os.sched_getaffinity(0)))
