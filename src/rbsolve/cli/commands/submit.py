"""`rbsolve submit`: submits a deck to a service."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode
from rbsolve.cli.messages import say, say_error
from rbsolve.cli.options import add_amount, add_end, add_method, add_output, add_parameters, positive

DEFAULT_SERVER = "http://127.0.0.1:8732"

TOKEN_HELP = "access token; default: $RBSOLVE_TOKEN (safer: command lines are visible to other users)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("deck", type=Path, metavar="MODEL.deck", help="the deck")
    parser.add_argument(
        "--server",
        default=os.environ.get("RBSOLVE_SERVER", DEFAULT_SERVER),
        metavar="URL",
        help="address of the service; default: $RBSOLVE_SERVER, else " + DEFAULT_SERVER,
    )
    parser.add_argument("--token", metavar="TOKEN", help=TOKEN_HELP)
    parser.add_argument("--wait", action="store_true", help="wait until the job has ended")
    add_output(parser, "wait, and save the results to this file", metavar="OUT.h5")
    parser.add_argument("--name", help="name in the list of jobs; default: the name of the deck")
    add_end(parser)
    parser.add_argument(
        "--time-limit",
        type=positive,
        metavar="S",
        help="time limit of the run [s]; default: the limit of the server",
    )
    add_parameters(parser)
    add_method(parser)
    add_amount(parser)


def run(arguments: argparse.Namespace) -> int:
    """Submit the deck. If requested, wait for the job and save its results."""
    from rbsolve.pipeline.findings import from_json
    from rbsolve.service.client import SENT_AS, Client, RefusedDeckError, ServiceError
    from rbsolve.solver.model.findings import ERROR

    try:
        client = Client(arguments.server, arguments.token or os.environ.get("RBSOLVE_TOKEN"))
        job = client.submit(
            arguments.deck,
            parameters=arguments.parameters,
            integrator=arguments.integrator,
            formulation=arguments.formulation,
            step=arguments.step,
            t_end=arguments.t_end,
            name=arguments.name or arguments.deck.stem,
            time_limit=arguments.time_limit,
        )
        if not arguments.quiet:
            say(f"{client.server}/#/jobs/{job['id']}")
        print(job["id"])
        if not (arguments.wait or arguments.output):
            return ExitCode.DONE
        job = client.wait(job["id"])
        if arguments.output and job["state"] != "cancelled":
            client.fetch(job["id"], arguments.output)
    except RefusedDeckError as error:
        for finding in error.diagnostics:
            where = arguments.deck if finding.file in (SENT_AS, arguments.deck.name) else finding.file
            say(f"{where}:{finding.line}:{finding.column}: {finding.severity}[{finding.code}]: {finding.message}")
            if finding.hint:
                say(f"  hint: {finding.hint}")
        say_error("the deck has errors")
        return ExitCode.DECK_ERRORS
    except ServiceError as error:
        say_error(str(error))
        return ExitCode.INPUT_OUTPUT
    if not arguments.quiet:
        for found in from_json(job.get("findings", ())):
            if found.severity != ERROR:
                say(str(found._replace(file=str(arguments.deck)) if found.file == SENT_AS else found))
        say(f"{job['state']}: {job['message']}" if job["message"] else job["state"])
    return ExitCode.DONE if job["state"] == "complete" else ExitCode.SOLUTION_FAILED
