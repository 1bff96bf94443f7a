"""`rbsolve resume`: continues a run, a study, a fit or an optimization."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.cli.commands.run import EXIT_CODES, say_end, solve
from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import count, say, say_error
from rbsolve.cli.options import CHECKPOINT_SECONDS, finite
from rbsolve.cli.study_options import (
    CASE_LIMITS,
    add_engine_options,
    add_lanes_option,
    add_limit_options,
    add_store_option,
)

if TYPE_CHECKING:
    from rbsolve.search.journal import Unfinished

_OF_RUNS = ("t_end",)
_OF_STUDIES = ("store", "jobs", "executor", *(name for name in CASE_LIMITS if name != "checkpoint_every"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "target",
        type=Path,
        metavar="OUT.h5 or FOLDER",
        help="the results of a run, or the folder of a study, a fit or an optimization",
    )
    parser.add_argument(
        "--t-end",
        type=finite,
        metavar="T",
        help="a later end time [s], for a run; default: the end time of the run so far",
    )
    add_limit_options(parser, begun=True)
    add_lanes_option(parser, begun=True)
    add_store_option(parser, "another job store, if the original store of the study is lost")
    add_engine_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Continue a run or a study. For a study, first recover finished results that were not recorded, and the cases of
    processes that have ended.
    """
    if not arguments.target.is_dir():
        _refuse(arguments, _OF_STUDIES, "a study; name the folder of the study")
        return _resume_run(arguments)
    from rbsolve.search.journal import Unfinished

    unfinished = Unfinished.find(arguments.target)
    if unfinished is not None:
        return _resume_search(unfinished, arguments)
    from rbsolve.cli.studying import change_limits, engine_of, open_folder, say_edited, work_on
    from rbsolve.studies.preparation.reusing import move, take_up

    folder = open_folder(arguments.target)
    _refuse(arguments, _OF_RUNS, "a run; for a study, set the end time with `rbsolve sweep` or `rbsolve batch`")
    with engine_of(arguments) as engine:
        if arguments.store is not None:
            move(folder, arguments.store)
        change_limits(folder, arguments)
        if not arguments.quiet:
            say_edited(folder)
        found, lost = take_up(folder)
        if found and not arguments.quiet:
            say(f"{count(found, 'case')} already solved but not yet counted")
        if lost and not arguments.quiet:
            say(f"{count(lost, 'case')} solved again: their shards or results are missing or damaged")
        return work_on(folder, engine, arguments.quiet)


def _resume_search(unfinished: Unfinished, arguments: argparse.Namespace) -> int:
    """Repeat the command of a fit or an optimization. Stored evaluations are reused."""
    from rbsolve.cli.arguments import module_of, parse

    again = parse(unfinished.arguments)
    if again.command not in ("fit", "optimize"):
        raise UsageError(f"{unfinished.folder} is not the folder of a fit or an optimization")
    _refuse(arguments, (*_OF_RUNS, "store", *CASE_LIMITS), "runs and studies, not to searches")
    if not getattr(again, "starts", 0):
        _refuse(arguments, ("jobs", "executor"), "runs, studies and optimizations with --starts")
    elif arguments.executor is not None:
        again.executor = arguments.executor
    if arguments.jobs is not None:
        again.threads = arguments.jobs
    again.resumes, again.quiet = True, arguments.quiet
    output = unfinished.folder.parent.resolve()
    os.chdir(unfinished.directory)
    again.output = output
    code: int = module_of(again.command).run(again)
    return code


def _refuse(arguments: argparse.Namespace, names: Sequence[str], what_for: str) -> None:
    """Raise UsageError for options that have no effect on this target."""
    given = [f"--{name.replace('_', '-')}" for name in names if getattr(arguments, name) is not None]
    if given:
        raise UsageError(
            f"{arguments.target}: {', '.join(given)} {'applies' if len(given) == 1 else 'apply'} to {what_for}"
        )


def _resume_run(arguments: argparse.Namespace) -> int:
    """Continue a run from its last checkpoint, or from its end."""
    from rbsolve.runs.resume import ResumeError, find

    output = Path(arguments.target)
    try:
        stopped = find(output, arguments.t_end)
    except ResumeError as error:
        raise UsageError(str(error)) from error
    if not arguments.quiet:
        row = stopped.checkpoint.rows - 1
        say(
            f"{output}: continuing from t = {float(stopped.results.times(row, row + 1)[0]):g} s"
            if row >= 0
            else f"{output}: restarting from the start"
        )
    quiet, every = arguments.quiet, arguments.checkpoint_every or CHECKPOINT_SECONDS
    solved = solve(stopped.checked, stopped.checked.model, output, quiet, every=every, stopped=stopped)
    if solved.status.value == "failed":
        say_error(solved.message)
    if not quiet:
        say_end(solved, stopped.checked, output)
    return EXIT_CODES.get(solved.status.value, ExitCode.SOLUTION_FAILED)
