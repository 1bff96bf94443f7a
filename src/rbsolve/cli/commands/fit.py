"""`rbsolve fit`: estimates parameters of a deck from measurements."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.cli.exit_codes import ExitCode
from rbsolve.cli.messages import count, say, say_error
from rbsolve.cli.options import StoreAssignment, add_output, finite
from rbsolve.cli.search import add_ranges, add_search_options, run_search, solve_here, split_range

if TYPE_CHECKING:
    from rbsolve.fitting.fitting import Fitting, Request
    from rbsolve.fitting.result import Fit
    from rbsolve.fitting.solving import Iteration


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("deck", metavar="MODEL.deck", help="the deck; - reads the deck from standard input")
    parser.add_argument(
        "data", nargs="+", type=Path, metavar="DATA.csv", help="files of measurements, one per experiment"
    )
    add_ranges(parser, own="; DATA2.csv:x0=0.1 is a parameter of one experiment")
    parser.add_argument(
        "--match",
        dest="matches",
        action="append",
        default=[],
        metavar="COLUMN=SENSOR.COMPONENT",
        help=(
            "sensor that a column measures, optionally with *GAIN, +OFFSET and @DELAY [s], e.g. "
            "force=tip.x1*2+0.1@0.02; may repeat"
        ),
    )
    parser.add_argument(
        "--free",
        action="append",
        default=[],
        metavar="PART:COLUMN",
        help="also estimate the gain, offset or delay of a column, e.g. gain:force or delay:force=0:0.1; may repeat",
    )
    parser.add_argument(
        "--sigma",
        action=StoreAssignment,
        type=_sigma,
        default={},
        metavar="COLUMN=S",
        help="standard deviation of a column, in its unit; default: estimated from its residuals; may repeat",
    )
    parser.add_argument(
        "--hold-out",
        type=finite,
        default=0.0,
        metavar="FRACTION",
        help="final fraction of each experiment that is not used for the fit, but predicted as a test",
    )
    parser.add_argument(
        "--loss",
        choices=("linear", "huber"),
        default="linear",
        help="huber: residuals beyond 1.345 standard deviations count linearly, which limits the influence of outliers",
    )
    parser.add_argument("--time", metavar="COLUMN", help="the time column; default: the first column")
    add_output(parser, "output folder; default: MODEL_fit beside the deck", metavar="FIT")
    add_search_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check the deck, fit the parameters, and write the results."""
    from rbsolve.fitting.fitting import MARK, Fitting
    from rbsolve.fitting.tables import DataError

    try:
        return run_search(
            arguments,
            MARK,
            lambda checked: Fitting(checked, _request(arguments)),
            partial(solve_here, arguments.quiet, _words),
            _say_fit,
        )
    except DataError as error:
        say_error(str(error))
        return ExitCode.INPUT_OUTPUT


def _request(arguments: argparse.Namespace) -> Request:
    from rbsolve.fitting.fitting import Request
    from rbsolve.fitting.tables import read_table

    shared: dict[str, str] = {}
    own: dict[str, dict[str, str]] = {}
    for text in arguments.ranges:
        data, name, value = split_range(text)
        (own.setdefault(Path(data).name, {}) if data else shared)[name] = value
    return Request(
        tables=[read_table(path, arguments.time) for path in arguments.data],
        parameters=shared,
        matches=arguments.matches,
        own=own,
        free=arguments.free,
        sigma=arguments.sigma,
        hold_out=arguments.hold_out,
        loss=arguments.loss,
        most_iterations=arguments.max_iterations,
        threads=arguments.threads,
    )


def _sigma(text: str) -> tuple[str, float]:
    column, equals, value = text.rpartition("=")
    if not equals or not column:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form COLUMN=S")
    return column.strip(), finite(value)


def _words(fitting: Fitting, show: Callable[[str], None]) -> Callable[[Iteration], None]:
    names = [unknown.name for unknown in fitting.unknowns]

    def progress(iteration: Iteration) -> None:
        values = ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, iteration.x.tolist(), strict=True))
        show(
            f"iteration {iteration.number}: weighted sum of squares {iteration.chi_square:.5g}, {values} ({count(iteration.runs, 'run')})"
        )

    return progress


def _say_fit(fit: Fit, flaws: list[str], output: Path) -> None:
    from rbsolve.display.mappings import text_table
    from rbsolve.fitting.result import HEADER

    say(text_table(HEADER, fit.rows()))
    for column, rms in fit.residual_rms.items():
        held = f", {fit.hold_out_rms[column]:.4g} held out" if column in fit.hold_out_rms else ""
        say(f"{column}: residual {rms:.4g} rms{held}")
    for poor in fit.poorly_determined:
        say(f"warning: poorly determined: {poor['words']}")
    for warning in (*fit.warnings, *flaws):
        say(f"warning: {warning}")
    say(
        f"{fit.status}: {fit.message}; {count(fit.iterations, 'iteration')}, {count(fit.runs, 'run')}, "
        f"derivatives by {fit.derivatives}"
    )
    say(f"{output}: fit.json, best.h5, best.deck, report.html")
