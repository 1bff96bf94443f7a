"""`rbsolve fit`: finds parameters of a deck from measurements."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.cli.commands.run import EXIT_CODES, check_names, command_line, say_findings
from rbsolve.cli.decks import STDIN, deck_of, options_of
from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import count, manner, say, say_error
from rbsolve.cli.options import StoreAssignment, add_method_options, add_quiet, finite, natural_number, whole_number
from rbsolve.pipeline import CheckedDeck, check_deck, check_runnable

if TYPE_CHECKING:
    from rbsolve.fitting.fitting import Fitting, Request
    from rbsolve.fitting.result import Fit
    from rbsolve.fitting.solving import Iteration

STDIN_OUTPUT = Path("stdin_fit")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("deck", metavar="MODEL.deck", help="the deck; - reads the deck from standard input")
    parser.add_argument(
        "data", nargs="+", type=Path, metavar="DATA.csv", help="files of measurements; each file is one experiment"
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
        help="fraction at the end of each experiment that the fit predicts but does not use",
    )
    parser.add_argument(
        "--loss",
        choices=("linear", "huber"),
        default="linear",
        help="huber: residuals beyond 1.345 standard deviations count linearly, which limits the influence of outliers",
    )
    parser.add_argument("--time", metavar="COLUMN", help="the time column; default: the first column")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FIT", help="output folder; default: MODEL_fit beside the deck"
    )
    add_search_options(parser)


def add_ranges(parser: argparse.ArgumentParser, own: str = "") -> None:
    """Add the options for the parameters of a search."""
    parser.add_argument(
        "-p",
        "--parameter",
        dest="ranges",
        action="append",
        default=[],
        metavar="NAME=LOWER:UPPER[:START]",
        help=f"design parameter with its bounds and start (default: the deck's value); NAME=VALUE fixes a parameter{own}; may repeat",
    )


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of every search."""
    parser.add_argument(
        "--max-iterations", type=natural_number, default=100, metavar="N", help="maximum number of iterations"
    )
    parser.add_argument(
        "-j", "--threads", type=whole_number, metavar="N", help="number of simultaneous runs; default: all cores"
    )
    parser.add_argument("--t-end", type=finite, metavar="T", help="end time [s] that replaces the end time of the deck")
    parser.add_argument(
        "--allow-include", action="append", type=Path, default=[], metavar="DIR", help=argparse.SUPPRESS
    )
    parser.add_argument("--werror", action="store_true", help="warnings count as errors")
    parser.set_defaults(parameters={})
    add_method_options(parser)
    add_quiet(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check the deck, fit, and write the results."""
    from rbsolve.fitting.fitting import Fitting
    from rbsolve.fitting.tables import DataError
    from rbsolve.search.outputs import prepare_folder
    from rbsolve.search.variables import SearchError, StartError

    checked = check_for_search(arguments)
    if checked is None:
        return ExitCode.DECK_ERRORS
    output = folder_of(arguments, "fit", STDIN_OUTPUT)
    try:
        fitting = Fitting(checked, _request(arguments))
        prepare_folder(output, "fit.json")
        fit = show_search(arguments.quiet, lambda show, stop: fitting.solve(_words(fitting, show), stop))
    except DataError as error:
        say_error(str(error))
        return ExitCode.INPUT_OUTPUT
    except StartError as error:
        say_error(str(error))
        return ExitCode.SOLUTION_FAILED
    except SearchError as error:
        raise UsageError(str(error)) from error
    deck = arguments.deck_read
    flaws = fitting.write(fit, output, deck, command_line())
    if fit.status == "failed":
        say_error(fit.message)
    if not arguments.quiet:
        _say_fit(fit, flaws, output)
    return EXIT_CODES[fit.status]


def check_for_search(arguments: argparse.Namespace) -> CheckedDeck | None:
    """Return the checked deck, or None if the deck has errors, which are printed. The parsed deck is stored in
    `arguments.deck_read`.
    """
    check_names(arguments)
    arguments.deck_read = deck_of(arguments.deck)
    checked = check_deck(arguments.deck_read, options_of(arguments), keep=True)
    check_runnable(checked)
    say_findings(checked, arguments.quiet)
    return None if checked.has_errors or checked.compiled is None else checked


def folder_of(arguments: argparse.Namespace, what: str, of_stdin: Path) -> Path:
    """Return the output folder."""
    if arguments.output is not None:
        return Path(arguments.output)
    if arguments.deck == STDIN:
        return of_stdin
    deck = Path(arguments.deck)
    return deck.with_name(f"{deck.stem}_{what}")


def show_search(quiet: bool, solve: Callable[[Callable[[str], None], Callable[[], bool]], Any]) -> Any:
    """Run a search, and print a line for each iteration. The first Ctrl-C ends the search, and the best values are
    saved.
    """
    from rbsolve.cli.interrupts import Interrupts
    from rbsolve.solver.compiler.progress import compiling_words, listen

    def show(text: str) -> None:
        if not quiet and manner().progress:
            say(text)

    with Interrupts(show) as interrupts:
        listen(lambda *known: show(compiling_words(*known)))
        try:
            return solve(show, interrupts.is_requested)
        except KeyboardInterrupt:
            say("the run at the start has not ended: nothing to save")
            raise


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


def split_range(text: str) -> tuple[str, str, str]:
    """Parse `[FILE:]NAME=VALUE` to file, name and value. The `#` of a name is optional."""
    said, equals, value = text.partition("=")
    data, _, name = said.rpartition(":")
    name = name.strip().removeprefix("#")
    if not equals or not name or not value.strip():
        raise UsageError(f"-p {text}: expected NAME=LOWER:UPPER[:START] or NAME=VALUE")
    return data.strip(), name, value.strip()


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
