"""`rbsolve validate`: solves the cases of the validation book on this machine, and compares them with references."""

from __future__ import annotations

import argparse
from functools import partial

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.options import add_output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="cases or groups of cases (default: all)")
    parser.add_argument("--list", action="store_true", help="list the cases with their sources and solve nothing")
    parser.add_argument("--json", action="store_true", help="print the comparisons as JSON")
    add_output(parser, "write the table as a page in Markdown", metavar="FILE.md")
    parser.add_argument(
        "--pictures", action="store_true", help="with -o: draw the cases into the folder `validation` beside the page"
    )


def run(arguments: argparse.Namespace) -> int:
    """Solve the cases and print the table. Return 3 if a case differs from its reference."""
    from rbsolve.cli.tables import print_tables
    from rbsolve.display.mappings import UnknownNameError
    from rbsolve.validation.registry import choose
    from rbsolve.validation.report import page, show, show_cases
    from rbsolve.validation.solving import validate

    if arguments.pictures and arguments.output is None:
        raise UsageError("--pictures needs -o FILE.md: pictures are written beside the page")
    try:
        cases = choose(arguments.names)
    except UnknownNameError as error:
        raise UsageError(str(error)) from error
    if arguments.list:
        print_tables(partial(show_cases, cases))
        return ExitCode.DONE
    comparisons = list(validate(cases))
    if arguments.json:
        import json

        print(json.dumps({"comparisons": [comparison.as_json() for comparison in comparisons]}, indent=2))
    else:
        print_tables(partial(show, comparisons))
    if arguments.output is not None:
        arguments.output.write_text(page(comparisons, arguments.pictures), encoding="utf-8")
        if arguments.pictures:
            from rbsolve.validation.pictures import draw

            draw(comparisons, arguments.output.parent / "validation")
    return ExitCode.DONE if all(comparison.agrees for comparison in comparisons) else ExitCode.SOLUTION_FAILED
