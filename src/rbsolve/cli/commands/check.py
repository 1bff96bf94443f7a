"""`rbsolve check`: prints all diagnostics of decks, without solving the decks."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rbsolve.cli.decks import STDIN, deck_of, options_of
from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import say, say_diagnostics, say_unreadable
from rbsolve.cli.options import add_deck_options
from rbsolve.language.diagnostics import Diagnostic
from rbsolve.parser.fixes import MOST_ROUNDS, fix_all
from rbsolve.parser.formatting.files import BYTE_ORDER_MARK
from rbsolve.pipeline import Options, check_deck, expand_deck, lacks_analysis


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("decks", nargs="+", metavar="DECK", help="the decks; - reads a deck from standard input")
    parser.set_defaults(scattered="decks")
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="format of the diagnostics; json goes to standard output",
    )
    parser.add_argument("--syntax-only", action="store_true", help="check only the syntax: braces, keywords and items")
    parser.add_argument(
        "--expand", action="store_true", help=("print the deck with its includes and repetitions expanded")
    )
    parser.add_argument("--fix", action="store_true", help="make unambiguous corrections, then check again")
    add_deck_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check the decks in turn. The exit code is the highest exit code of a deck."""
    options = options_of(arguments)
    if arguments.expand:
        return _expand(arguments, options)
    if arguments.fix:
        _fix(arguments.decks, options)
    code = ExitCode.DONE
    findings: list[Diagnostic] = []
    unable: list[str] = []
    for deck in arguments.decks:
        try:
            checked = check_deck(deck_of(deck), options, syntax_only=arguments.syntax_only)
        except OSError as error:
            say_unreadable(deck, error)
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
            say(f"{deck}: the deck has no @ANALYSIS_DEFINITION and cannot be run")
    return code


def _expand(arguments: argparse.Namespace, options: Options) -> int:
    """Print the expanded decks. Errors are printed to standard error."""
    code = ExitCode.DONE
    for deck in arguments.decks:
        text, diagnostics = expand_deck(deck_of(deck), options)
        say_diagnostics(diagnostics)
        if diagnostics.has_errors:
            code = ExitCode.DECK_ERRORS
        else:
            print(text, end="")
    return code


def _fix(decks: Sequence[str], options: Options) -> None:
    """Correct the decks and their included files, and print each correction."""
    for deck in decks:
        if deck == STDIN:
            raise UsageError("--fix cannot correct standard input: name a file")
        for _ in range(MOST_ROUNDS):
            with suppress(OSError):  # the check reports this error
                by_file: dict[str, list[Diagnostic]] = {}
                for finding in check_deck(Path(deck), options).diagnostics:
                    by_file.setdefault(finding.file, []).append(finding)
                done = [_fix_file(Path(name), findings) for name, findings in by_file.items()]
                if not any(done):
                    break


def _fix_file(path: Path, findings: list[Diagnostic]) -> bool:
    """Correct a file. Keep its line endings and its byte-order mark. Return whether the file has changed."""
    data = path.read_bytes()
    end = "\r\n" if b"\r\n" in data else "\n"
    mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
    lines, done = fix_all(data.removeprefix(mark).decode("utf-8", "surrogateescape").split(end), findings)
    if done:
        path.write_bytes(mark + end.join(lines).encode("utf-8", "surrogateescape"))
    for finding, fix in done:
        say(f"{path}:{finding.line}: {fix.title[0].lower()}{fix.title[1:]} ({finding.message})")
    return bool(done)
