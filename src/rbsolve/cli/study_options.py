"""Defines the arguments that the study commands share."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from typing import TYPE_CHECKING

from rbsolve.cli.options import CHECKPOINT_SECONDS, StoreAssignment, add_amount, positive, whole_number

if TYPE_CHECKING:
    from rbsolve.studies.preparation.preparing import Limits


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the study engine, and for the amount of output."""
    parser.add_argument("-j", "--jobs", type=whole_number, metavar="N", help="solver processes; default: all cores")
    add_executor(parser)
    add_amount(parser)


def add_executor(parser: argparse.ArgumentParser) -> None:
    """Add the option for the study engine."""
    parser.add_argument(
        "--executor",
        metavar="WHERE",
        help="local (default), dask:ADDRESS, slurm:partition=NAME,time=MINUTES,..., or module:factory (a function "
        "that returns a concurrent.futures.Executor)",
    )


CASE_LIMITS = ("checkpoint_every", "time_limit", "memory_limit", "on_failure", "lanes")
"""The arguments that affect how cases are run, with their names in the manifest of a study."""


def add_limit_options(parser: argparse.ArgumentParser, *, begun: bool = False) -> None:
    """Add the options for the limits of a case. For an existing study, these options replace the earlier limits."""
    long, stop, limit = ("as before",) * 3 if begun else (f"{CHECKPOINT_SECONDS:g}", "continue", "no limit")
    parser.add_argument(
        "--checkpoint-every",
        type=positive,
        metavar="S",
        help=f"seconds between checkpoints of a long case; a killed case resumes from the last checkpoint; default: {long}",
    )
    parser.add_argument(
        "--time-limit", type=positive, metavar="S", help=f"time limit for each case [s]; default: {limit}"
    )
    parser.add_argument(
        "--memory-limit", type=positive, metavar="GIB", help=f"memory limit for each case [GiB]; default: {limit}"
    )
    parser.add_argument(
        "--on-failure",
        choices=("continue", "stop"),
        help=f"continue or stop after a failed case; default: {stop}",
    )


def add_lanes_option(parser: argparse.ArgumentParser, *, begun: bool = False) -> None:
    """Add the option for the number of cases that a core steps together."""
    parser.add_argument(
        "--lanes",
        type=lanes,
        metavar="N",
        help=(
            "number of cases that one core solves side by side (auto, 1, 4, 8 or 16), bitwise equal to single "
            f"runs; default: {'as before' if begun else 'auto (number chosen for the processor)'}"
        ),
    )


def lanes(text: str) -> int:
    """Parse a number of lanes. The number 0 represents auto."""
    from rbsolve.ensemble.wanted import number_of_lanes

    try:
        return number_of_lanes(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def add_storing_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the stored rows and their precision."""
    parser.add_argument(
        "--every",
        type=whole_number,
        metavar="N",
        help=(
            "store every Nth output row and the last row; final, max, min, rms and --response use all rows; default: 1"
        ),
    )
    parser.add_argument(
        "--float32",
        action="store_true",
        default=None,
        help="store histories in single precision (half the size, about 7 digits)",
    )


def add_response_option(parser: argparse._ActionsContainer, what: str) -> None:
    """Add the option that gives names to scalars of cases."""
    parser.add_argument(
        "--response",
        dest="responses",
        action=StoreAssignment,
        type=response,
        default={},
        metavar="NAME=SCALAR",
        help=f'{what}, e.g. "reach=max(tip.x1) - #L"; may repeat',
    )


def response(text: str) -> tuple[str, str]:
    """Parse NAME=SCALAR."""
    name, _, scalar = map(str.strip, text.partition("="))
    if not scalar or not name.isidentifier():
        raise argparse.ArgumentTypeError(
            f"{text!r} is not of the form NAME=SCALAR, with a name of letters, digits and _"
        )
    return name, scalar


def add_store_option(parser: argparse.ArgumentParser, purpose: str = "job store") -> None:
    """Add the option for the job store of a study."""
    parser.add_argument("--store", metavar="URL", help=f"{purpose}: sqlite:///FILE or postgresql+pg8000://...")


def limits_of(arguments: argparse.Namespace, keep: tuple[str, ...] | None = None) -> Limits:
    """Return the limits for each case, from the arguments."""
    from rbsolve.studies.preparation.preparing import Limits

    return Limits(
        time=arguments.time_limit,
        checkpoint_every=arguments.checkpoint_every or CHECKPOINT_SECONDS,
        memory=arguments.memory_limit,
        on_failure=arguments.on_failure or "continue",
        keep=keep,
        every=getattr(arguments, "every", None) or 1,
        float32=bool(getattr(arguments, "float32", None)),
        store=arguments.store,
        command=shlex.join(["rbsolve", *sys.argv[1:]]),
        responses=getattr(arguments, "responses", {}),
        lanes=getattr(arguments, "lanes", None) or 0,
    )


def jobs_of(arguments: argparse.Namespace) -> int:
    """Return the number of solver processes."""
    return int(arguments.jobs or len(os.sched_getaffinity(0)))
