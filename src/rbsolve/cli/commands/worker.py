"""`rbsolve worker`: solves the jobs of a service, on the machine of the server or another one."""

from __future__ import annotations

import argparse

from rbsolve.cli.exit_codes import ExitCode
from rbsolve.cli.options import add_sandbox, whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from rbsolve.cli.commands.serve import add_store_options

    add_store_options(parser)
    parser.add_argument("-j", "--jobs", type=whole_number, metavar="N", help="solver processes; default: all cores")
    add_sandbox(parser)


def run(arguments: argparse.Namespace) -> int:
    """Solve jobs until a signal ends the worker."""
    import os
    import signal

    from rbsolve.cli.commands.serve import check_sandbox, store_of
    from rbsolve.cli.interrupts import ending_signals
    from rbsolve.cli.messages import say
    from rbsolve.cli.study_options import jobs_of
    from rbsolve.service.worker import work
    from rbsolve.store.errors import StoreError
    from rbsolve.studies.running.confinement import landlock_version

    check_sandbox(arguments.sandbox)
    parent, ending = os.getppid(), []
    for number in ending_signals():
        signal.signal(number, lambda *_: ending.append(True))
    sandbox = arguments.sandbox != "off" and landlock_version() > 0

    def ends() -> bool:
        return bool(ending) or os.getppid() != parent

    try:
        work(store_of(arguments), arguments.data, jobs_of(arguments), ends, sandbox, say)
    except StoreError:  # the user has interrupted the wait for an unavailable store
        if not ends():
            raise
    return ExitCode.DONE
