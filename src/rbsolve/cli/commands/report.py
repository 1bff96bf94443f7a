"""`rbsolve report`: writes one HTML page with the motion and the histories. The page works offline."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import inform
from rbsolve.cli.options import add_amount, add_output, add_pictured
from rbsolve.cli.studying import refuse_studies


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_pictured(parser)
    add_output(parser, "output file; default: OUT.html beside the first results file", metavar="FILE.html")
    add_amount(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the page."""
    output: Path = arguments.output or arguments.results[0].with_suffix(".html")
    if output.suffix not in (".html", ".htm"):
        raise UsageError(f"cannot write {output}: the name must end in .html")
    from rbsolve.runs.results import Results
    from rbsolve.view.report import write_report

    refuse_studies(
        arguments.results, ("`rbsolve export STUDY/study.h5 --case N -o one.h5` writes the results of one case")
    )
    with ExitStack() as stack:
        write_report([stack.enter_context(Results.open(path)) for path in arguments.results], output)
    inform(f"{output}: {output.stat().st_size / 1e3:.0f} kB")
    return ExitCode.DONE
