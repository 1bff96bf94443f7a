"""`rbsolve batch`: solves many decks as one study."""

from __future__ import annotations

import argparse
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode
from rbsolve.cli.messages import count, say, say_diagnostics
from rbsolve.cli.options import add_deck_options, add_method_options, add_output, finite
from rbsolve.cli.study_options import add_engine_options, add_limit_options, add_store_option, limits_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("decks", nargs="+", type=Path, metavar="DECK", help="the decks")
    parser.set_defaults(scattered="decks")
    add_output(parser, "folder for the results of all decks", metavar="STUDY", required=True)
    add_deck_options(parser)
    add_method_options(parser)
    parser.add_argument(
        "--t-end", type=finite, metavar="T", help="end time [s] that replaces the end times of the decks"
    )
    add_limit_options(parser)
    add_store_option(parser)
    add_engine_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check all decks, create the study folder, and solve the decks. A deck with errors becomes a failed case; the
    other decks are solved.
    """
    from rbsolve.cli.commands.run import check_names
    from rbsolve.cli.decks import options_of
    from rbsolve.cli.studying import engine_of, work_on
    from rbsolve.pipeline import check_deck, check_runnable
    from rbsolve.studies.preparation.checks import with_numbers
    from rbsolve.studies.preparation.preparing import make_batch

    check_names(arguments)
    options = options_of(arguments)
    decks, good, findings = [], [], []
    for path in map(Path, arguments.decks):
        checked = check_deck(path, options)
        check_runnable(checked)
        findings += list(checked.diagnostics)
        decks.append(checked)
        if checked.compiled is not None and not checked.has_errors:
            good.append(checked)
    bad = len(decks) - len(good)
    if bad or not arguments.quiet:
        say_diagnostics(findings)
    if not good or (bad and arguments.on_failure == "stop"):
        return ExitCode.DECK_ERRORS
    if bad:
        say(
            f"{bad} of {len(decks)} decks {'has' if bad == 1 else 'have'} errors and will fail; the other decks "
            "will be solved"
        )
    with engine_of(arguments) as engine:
        folder = make_batch(decks, arguments.output, with_numbers(options, good[0]), limits_of(arguments))
        if not arguments.quiet:
            say(f"{folder.path}: {count(folder.manifest.cases, 'deck')}")
        return work_on(folder, engine, arguments.quiet)
