"""`rbsolve check`: every diagnostic of every deck, nothing solved."""

from __future__ import annotations

import argparse

from rbsolve.cli.decks import deck_of, options_of
from rbsolve.cli.exit_codes import ExitCode
from rbsolve.cli.messages import say, say_diagnostics, say_error
from rbsolve.cli.options import add_deck_options
from rbsolve.parser.diagnostics import Diagnostic
from rbsolve.pipeline import Options, check_deck, expand_deck, lacks_analysis


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("decks", nargs="+", metavar="DECK", help="the decks; - reads one from standard input")
    parser.set_defaults(scattered="decks")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="json goes to standard output")
    parser.add_argument("--syntax-only", action="store_true", help="only braces, keywords and items, no meaning")
    parser.add_argument(
        "--expand", action="store_true", help="print the deck with its includes and repetitions written out instead"
    )
    add_deck_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check the decks in turn; the exit code is that of the worst."""
    options = options_of(arguments)
    if arguments.expand:
        return _expand(arguments, options)
    code = ExitCode.DONE
    findings: list[Diagnostic] = []
    unable: list[str] = []
    for deck in arguments.decks:
        try:
            checked = check_deck(deck_of(deck), options, syntax_only=arguments.syntax_only)
        except OSError as error:
            say_error(f"cannot read {deck}: {error.strerror or error}")
            code = ExitCode.INPUT_OUTPUT
            continue
        findings += checked.diagnostics
        if lacks_analysis(checked) and not arguments.syntax_only:
            unable.append(str(deck))
        if checked.has_errors:
            code = max(code, ExitCode.DECK_ERRORS)
    if arguments.format == "json":
        import json

        print(json.dumps([finding.as_json() for finding in findings], indent=2))
    else:
        say_diagnostics(findings)
        if code is ExitCode.DONE and not findings:
            say("no errors, no warnings")
        for deck in unable:
            say(f"{deck}: there is nothing to run, as the deck has no @ANALYSIS_DEFINITION")
    return code


def _expand(arguments: argparse.Namespace, options: Options) -> int:
    """Print the decks written out; what stands in the way goes to standard error."""
    code = ExitCode.DONE
    for deck in arguments.decks:
        text, diagnostics = expand_deck(deck_of(deck), options)
        say_diagnostics(diagnostics)
        if diagnostics.has_errors:
            code = ExitCode.DECK_ERRORS
        else:
            print(text, end="")
    return code
