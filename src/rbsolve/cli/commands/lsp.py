"""`rbsolve lsp`: starts the language server."""

from __future__ import annotations

import argparse
import os
import sys

from rbsolve.cli.exit_codes import ExitCode, UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--stdio", action="store_true", help="accepted for compatibility (stdio is the only transport)")


def run(arguments: argparse.Namespace) -> int:
    """Serve until the editor disconnects."""
    try:
        from rbsolve.editor.server import make_server
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise UsageError("the language server needs pygls: pip install 'rbsolve[editor]'") from error
    make_server().start_io()
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # the server has closed the original stream
    return ExitCode.DONE
