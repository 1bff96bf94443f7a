"""`rbsolve sensitivity`: runs a deck and computes the derivatives of its sensors with respect to design parameters."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.cli.commands.run import EXIT_CODES, command_line, output_of, overwrites_source, say_run_findings
from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import count, say, say_error
from rbsolve.cli.options import (
    ExtendList,
    StoreAssignment,
    add_check_options,
    add_end,
    add_method_options,
    add_output,
    add_quiet,
    assignment,
    whole_number,
)
from rbsolve.cli.search import check_for_search, show_search
from rbsolve.cli.tables import print_tables
from rbsolve.results.contents.units import with_unit
from rbsolve.sensitivity.methods import AUTO

if TYPE_CHECKING:
    from rich.console import Console

    from rbsolve.pipeline import CheckedDeck
    from rbsolve.results.sections.sensitivities import ScalarSlopes
    from rbsolve.runs.results import Results
    from rbsolve.runs.run import Run
    from rbsolve.sensitivity.deriving import SensitivitiesAtEnd

MOST_LINES = 20
EVERY = 50  # number of runs between two progress lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("deck", metavar="MODEL.deck", help="the deck; - reads the deck from standard input")
    parser.add_argument(
        "-p",
        "--parameter",
        dest="names",
        action=ExtendList,
        nargs=1,
        default=[],
        required=True,
        metavar="NAME[,NAME...]",
        help="design parameters for the derivatives; v.2 is one component of a list v; may repeat",
    )
    parser.add_argument(
        "--of",
        dest="scalars",
        action="append",
        default=[],
        metavar="SCALAR",
        help='scalar to print, e.g. "max(tip.x3) - final(energy)"; may repeat; default: the final values of all sensors',
    )
    parser.add_argument(
        "--method",
        default=AUTO,
        metavar="METHOD",
        help="tangent: exact derivatives of the computed run; difference: extrapolated differences of runs; auto (default): tangents if "
        "available; adjoint: exact gradients of the scalars of --of only, for many parameters",
    )
    parser.add_argument(
        "--set",
        dest="parameters",
        action=StoreAssignment,
        type=assignment,
        default={},
        metavar="NAME=VALUE",
        help="value of a design parameter that replaces the value in the deck; may repeat",
    )
    add_output(parser, "output file; default: MODEL_sensitivity.h5 beside the deck", metavar="OUT.h5")
    parser.add_argument(
        "-j", dest="threads", type=whole_number, metavar="N", help="number of simultaneous runs; default: all cores"
    )
    add_end(parser)
    add_check_options(parser)
    add_method_options(parser)
    add_quiet(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check the deck, run it, compute the derivatives, and print and write the results."""
    from rbsolve.results.scalars.reading import ScalarError
    from rbsolve.sensitivity.adjoint import AdjointAtEnd, check_adjoint
    from rbsolve.sensitivity.deriving import sequel_of
    from rbsolve.sensitivity.methods import ADJOINT
    from rbsolve.sensitivity.tangents import check_tangents
    from rbsolve.sensitivity.targets import SensitivityError, check_method, targets_of

    try:
        check_method(arguments.method)
    except SensitivityError as error:
        raise UsageError(f"--{error}") from error
    checked = check_for_search(arguments)
    if checked is None:
        return ExitCode.DECK_ERRORS
    deck = Path(arguments.deck)
    output = output_of(arguments, deck.with_name(f"{deck.stem}_sensitivity.h5"))
    if overwrites_source(output, checked):
        return ExitCode.INPUT_OUTPUT
    try:
        targets = targets_of(arguments.names, checked.contents.parameters)
        _check_scalars(arguments.scalars, checked)
        check_tangents(arguments.method, checked)
        if arguments.method == ADJOINT:
            check_adjoint(checked, arguments.scalars)
    except (SensitivityError, ScalarError) as error:
        raise UsageError(str(error)) from error
    sequels: list[SensitivitiesAtEnd | AdjointAtEnd] = []

    def solve(show: Callable[[str], None], stop: Callable[[], bool]) -> Run:
        from rbsolve.runs.run import run_model
        from rbsolve.solver.run.supervision import Supervision

        def count_done(number: int) -> None:
            if number % EVERY == 0:
                show(f"{number} runs")

        how = arguments.threads, stop, count_done, arguments.method
        sequels.append(sequel_of(checked, targets, arguments.scalars, *how))
        return run_model(checked, output, Supervision(interrupted=stop), sequels[0], command=command_line())

    solved = show_search(arguments.quiet, solve)
    if solved.status.value != "complete":
        say_error(solved.message)
        return EXIT_CODES[solved.status.value]
    (sequel,) = sequels
    if not arguments.quiet:
        say_run_findings(solved.summary)
        for finding in sequel.findings:
            say(str(finding))
    is_whole = _print_slopes(output, arguments.scalars)
    if not arguments.quiet:
        is_adjoint = arguments.method == ADJOINT
        of = count(len(arguments.scalars), "scalar") if is_adjoint else count(len(checked.sensors), "sensor")
        say(f"{output}: derivatives of {of}, from {count(sequel.runs, 'additional run')}")
    return ExitCode.DONE if is_whole else ExitCode.USAGE


def _print_slopes(output: Path, scalars: list[str]) -> bool:
    """Print the table of scalars and derivatives. Report each requested scalar without a value. Return whether all of
    them have values.
    """
    from rbsolve.runs.results import Results

    with Results.open(output) as results:
        slopes, rows = _slopes(results, scalars), results.time[[0, -1]]
    print_tables(partial(_show, slopes, not scalars), width=140)
    without = [found.text for found in slopes if math.isnan(found.value)] if scalars else []
    for text in without:
        say_error(f"scalar `{text}` has no value in this run, whose rows are from {rows[0]:g} s to {rows[1]:g} s")
    return not without


def _check_scalars(scalars: list[str], checked: CheckedDeck) -> None:
    """Refuse invalid scalars before the run."""
    from rbsolve.results.scalars.scalar import Scalar

    for text in scalars:
        Scalar(text, {plan.name: plan for plan in checked.sensors}, checked.contents.parameters)


def _slopes(results: Results, scalars: list[str]) -> list[ScalarSlopes]:
    """Return the scalars with their derivatives. If no scalars are given, use the final values of all columns."""
    from rbsolve.results.sections.gradients import read_gradients
    from rbsolve.results.sections.sensitivities import ScalarSlopes, parameters_of

    if not parameters_of(results.file) and read_gradients(results.file) is None:
        return []
    texts = scalars or [
        f'final("{name}")' if len(sensor.components) == 1 else f'final("{name}.{label}")'
        for name, sensor in results.sensors.items()
        for label in sensor.components
    ]
    return [ScalarSlopes(results, text) for text in texts]


def _show(slopes: list[ScalarSlopes], is_default: bool, console: Console) -> None:
    """Print a line for each pair of scalar and parameter. The largest relative derivative comes first."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for name in ("scalar", "value", "by", "derivative", "error", "relative"):
        table.add_column(escape(name), justify="left" if name in ("scalar", "by") else "right", no_wrap=True)
    lines = [(found, name) for found in slopes for name in found.gradient]
    if is_default:
        lines = [(found, name) for found, name in lines if abs(found.gradient[name]) > found.errors[name]]
    lines.sort(key=lambda line: -_size(*line))
    shown = lines[:MOST_LINES] if is_default else lines
    for found, name in shown:
        relative = found.relative(name)
        table.add_row(
            escape(found.text.replace('"', "")),
            escape(with_unit(f"{found.value:.6g}", found.unit)),
            escape(name),
            f"{found.gradient[name]:.8g}",
            f"{found.errors[name]:.1g}",
            "-" if math.isnan(relative) else f"{relative:.4g}",
        )
    console.print(table, crop=False)
    if len(shown) < len(lines):
        console.print(f"{len(lines) - len(shown)} smaller derivatives are in the results; use --of SCALAR to choose")


def _size(found: ScalarSlopes, name: str) -> float:
    relative = found.relative(name)
    return 0.0 if math.isnan(relative) else abs(relative)
