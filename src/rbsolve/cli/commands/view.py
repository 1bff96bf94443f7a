"""`rbsolve view`: shows the motion in a browser. The page is served from this machine."""

from __future__ import annotations

import argparse
import webbrowser
from contextlib import ExitStack, suppress

from rbsolve.cli.exit_codes import ExitCode
from rbsolve.cli.messages import say
from rbsolve.cli.options import add_pictured, port_number
from rbsolve.cli.studying import refuse_studies


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_pictured(parser)
    parser.add_argument(
        "--port", type=port_number, default=0, metavar="N", help="port of the server; default: a free port"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address, but do not open a browser")


def run(arguments: argparse.Namespace) -> int:
    """Run the server until Ctrl-C."""
    from rbsolve.runs.results import Results
    from rbsolve.scene.scene import read_scene
    from rbsolve.view.server import address_of, make_server

    refuse_studies(
        arguments.results, ("`rbsolve export STUDY/study.h5 --case N -o one.h5` writes the results of one case")
    )
    with ExitStack() as stack:
        runs = [stack.enter_context(Results.open(path)) for path in arguments.results]
        for results in runs:
            read_scene(results)  # missing parts are reported before a browser opens
        server = stack.enter_context(make_server(runs, arguments.port))
        address = address_of(server)
        say(f"{address}  (Ctrl-C ends)")
        if not arguments.no_browser:
            webbrowser.open(address)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    return ExitCode.DONE
