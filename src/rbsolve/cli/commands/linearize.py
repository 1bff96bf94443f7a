"""`rbsolve linearize`: linearizes a model about a state, and prints its modes."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.cli.commands.run import (
    EXIT_CODES,
    check_names,
    output_of,
    overwrites_source,
    say_check,
    say_run_findings,
    solve,
)
from rbsolve.cli.decks import deck_of, options_of
from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import count, say, say_error
from rbsolve.cli.options import add_output, add_run_options, whole_number
from rbsolve.cli.tables import print_tables
from rbsolve.pipeline import check_deck, check_runnable
from rbsolve.runs.linearize import LinearizeAtEnd, options_at

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from rbsolve.solver.analyses.linearized.body_terms import BodyTerms
    from rbsolve.solver.analyses.linearized.record import Linearization

_STYLES = {"stable": "green", "unstable": "red", "neutral": "yellow", "undetermined": "yellow"}
_GROWTH = {-1: "decays", 0: ""}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("deck", metavar="MODEL.deck", help="the deck; - reads the deck from standard input")
    parser.add_argument(
        "--at",
        metavar="T",
        help=(
            "state of the linearization: a time [s], start, end, or equilibrium; default: equilibrium for STATIC "
            "decks, otherwise start"
        ),
    )
    add_output(parser, "output file; default: MODEL_linearized.h5 beside the deck", metavar="OUT.h5")
    parser.add_argument(
        "--modes", type=whole_number, metavar="N", help="print only the N slowest modes; default: all modes"
    )
    parser.add_argument(
        "--bodies",
        action="store_true",
        help="also print and write the residual, M, G and K of each body, in inertial components about its origin",
    )
    add_run_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check the deck, run it to the requested state, and linearize the model. Print the result, and write it."""
    check_names(arguments)
    try:
        options = options_at(options_of(arguments), arguments.at)
    except ValueError as error:
        raise UsageError(f"--at {error}") from error
    checked = check_deck(deck_of(arguments.deck), options)
    check_runnable(checked)
    say_check(checked)
    compiled = checked.solvable
    if compiled is None:
        return ExitCode.DECK_ERRORS
    deck = Path(arguments.deck)
    output = output_of(arguments, deck.with_name(f"{deck.stem}_linearized.h5"))
    if overwrites_source(output, checked):
        return ExitCode.INPUT_OUTPUT
    sequel = LinearizeAtEnd(compiled, arguments.bodies)
    solved = solve(checked, compiled, output, arguments.quiet, sequel)
    if solved.status.value != "complete":
        say_error(solved.message)
        return EXIT_CODES[solved.status.value]
    if sequel.found is None:
        say_error(sequel.error or "")
        return ExitCode.SOLUTION_FAILED
    if not arguments.quiet:
        say_run_findings(solved.summary)
    print_tables(partial(_show, sequel.found, arguments.modes), width=140)
    if sequel.found.body_terms is not None:
        print_tables(partial(_show_bodies, sequel.found.body_terms), width=140)
    if not arguments.quiet:
        say(str(output))
    return ExitCode.DONE


def _show(found: Linearization, most: int | None, console: Console) -> None:
    """Print the table of modes and its explanation."""
    from rich.text import Text

    what = "state" if found.steady else "unsteady state"
    rolls = len(found.rates) < len(found.coordinates)
    degrees = found.size if rolls else count(len(found.coordinates), "degree") + " of freedom"
    console.print(Text(f"{degrees} about the {what} at t = {found.time:g} s"))
    console.print(_table(found, most), crop=False)
    stability = found.stability
    words = {
        "stable": "stable: all small motions decay",
        "neutral": "neutral: no motion grows, but some motions do not decay",
        "unstable": "unstable: a small motion grows",
        "undetermined": "undetermined: the matrices change with time",
    }
    console.print(Text(words[stability], style=_STYLES[stability]))
    if not found.steady:
        console.print(
            Text(
                "The state is neither an equilibrium nor a steady motion: the matrices change with time, and the\n"
                "eigenvalues describe only motions that are fast compared with this change.",
                style="yellow",
            )
        )


def _table(found: Linearization, most: int | None) -> Table:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for name in ("mode", "frequency [Hz]", "damping ratio", "eigenvalue [1/s]"):
        table.add_column(escape(name), justify="right", no_wrap=True)
    table.add_column("")
    table.add_column("moves mostly")
    modes = len(found.eigenvalues)
    shown = modes if most is None else min(most, modes)
    for k, mode in enumerate(found.modes[:shown]):
        value, growth = mode.eigenvalue, int(found.growth[k])
        oscillates = value.imag != 0.0
        table.add_row(
            str(mode.number),
            f"{mode.frequency:.6g}" if oscillates else "-",
            f"{mode.damping_ratio + 0.0:.4g}" if oscillates and growth else "0" if oscillates else "-",
            mode.value,
            f"[{_STYLES['unstable']}]grows[/]" if growth > 0 else _GROWTH[growth] if value else "free",
            escape(", ".join(mode.participants)),
        )
    if shown < modes:
        table.add_row("...", *[""] * 4, f"{modes - shown} more in the results")
    return table


def _show_bodies(terms: BodyTerms, console: Console) -> None:
    """Print the residual and the matrices of each body."""
    from rich.table import Table
    from rich.text import Text

    for b, name in enumerate(terms.bodies):
        console.print(Text(f"\nbody {name}: r = M v' + g - f and its variation M dv' + G dv + K dq, v = (u', omega)"))
        table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
        for heading in ("", "r", *(f"{k + 1}" for k in range(6))):
            table.add_column(heading, justify="right", no_wrap=True)
        for label, matrix in (("M", terms.mass[b]), ("G", terms.gyroscopic[b]), ("K", terms.stiffness[b])):
            for k, row in enumerate(matrix):
                residual = f"{terms.residual[b, k] + 0.0:.6g}" if label == "M" else ""
                table.add_row(label if k == 0 else "", residual, *(f"{value + 0.0:.6g}" for value in row))
        console.print(table, crop=False)
