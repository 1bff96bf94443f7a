"""The common code of the search commands: options, check of the deck, progress and results."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.cli.commands.run import EXIT_CODES, check_names, say_check
from rbsolve.cli.decks import STDIN, deck_of, options_of
from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import manner, say, say_error
from rbsolve.cli.options import add_end, add_method_options, add_quiet, natural_number, whole_number
from rbsolve.pipeline import CheckedDeck, check_deck, check_runnable

if TYPE_CHECKING:
    from rbsolve.search.journal import Unfinished

NOTHING_YET = "interrupted before the first run ended: there are no values to save"


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
    add_end(parser)
    parser.add_argument(
        "--allow-include", action="append", type=Path, default=[], metavar="DIR", help=argparse.SUPPRESS
    )
    parser.add_argument("--werror", action="store_true", help="warnings count as errors")
    parser.set_defaults(parameters={}, resumes=False)
    add_method_options(parser)
    add_quiet(parser, "print only errors; the output folder contains the results")


def split_range(text: str) -> tuple[str, str, str]:
    """Parse `[FILE:]NAME=VALUE` to file, name and value. The `#` of a name is optional."""
    said, equals, value = text.partition("=")
    data, _, name = said.rpartition(":")
    name = name.strip().removeprefix("#")
    if not equals or not name or not value.strip():
        raise UsageError(f"-p {text}: expected NAME=LOWER:UPPER[:START] or NAME=VALUE")
    return data.strip(), name, value.strip()


def run_search(
    arguments: argparse.Namespace,
    mark: str,
    make: Callable[[CheckedDeck], Any],
    solve: Callable[[Any, Unfinished], Any],
    tell: Callable[[Any, list[str], Path], None],
) -> int:
    """Check the deck, search, and write the results. Return the exit code.

    `mark` is the name of the JSON file with the results. The default name of the output folder ends with `mark`. `make`
    creates the search from a checked deck. `solve` carries out the search, and `tell` prints the results. `solve`
    returns None if the search has stopped for a reason that it has printed.
    """
    from rbsolve.search.outputs import locked, prepare_folder
    from rbsolve.search.variables import SearchError, StartError

    checked = check_for_search(arguments)
    if checked is None:
        return ExitCode.DECK_ERRORS
    output = _folder_of(arguments, Path(mark).stem)
    try:
        search = make(checked)
        prepare_folder(output, mark)
        with locked(output):
            unfinished = _begin(arguments, output, search.inputs())
            found = solve(search, unfinished)
            if found is None:
                return ExitCode.INPUT_OUTPUT
            flaws = _write(search, found, unfinished, arguments)
    except StartError as error:
        say_error(str(error))
        return ExitCode.SOLUTION_FAILED
    except SearchError as error:
        raise UsageError(str(error)) from error
    if found.status == "failed":
        say_error(found.message)
    if not arguments.quiet:
        tell(found, flaws, output)
    return EXIT_CODES[found.status]


def _write(search: Any, found: Any, unfinished: Unfinished, arguments: argparse.Namespace) -> list[str]:
    """Write the results of a search into its folder. Return the errors that occurred during writing."""
    output = unfinished.folder.parent
    flaws: list[str] = search.write(found, output, arguments.deck_read, shlex.join(["rbsolve", *arguments.words]))
    if found.status != "interrupted":
        unfinished.end()
    elif not arguments.quiet:
        say(f"`rbsolve resume {output}` continues the search")
    return flaws


def _begin(arguments: argparse.Namespace, output: Path, inputs: Mapping[str, str]) -> Unfinished:
    """Return the record of a search: a new record, or for `rbsolve resume` the record of the interrupted search."""
    from rbsolve.search.journal import Unfinished

    if not arguments.resumes:
        return Unfinished.begin(output, arguments.words, os.getcwd(), inputs)
    found = Unfinished.find(output)
    if found is None:
        raise UsageError(f"{output} contains no interrupted search")
    found.check(inputs)
    return found


def check_for_search(arguments: argparse.Namespace) -> CheckedDeck | None:
    """Check the deck and return it. If the deck has errors, print them and return None. The parsed deck is stored in
    `arguments.deck_read`.
    """
    check_names(arguments)
    arguments.deck_read = deck_of(arguments.deck)
    checked = check_deck(arguments.deck_read, options_of(arguments), keep=True)
    check_runnable(checked)
    say_check(checked)
    return None if checked.solvable is None else checked


def _folder_of(arguments: argparse.Namespace, what: str) -> Path:
    if arguments.output is not None:
        return Path(arguments.output)
    if arguments.deck == STDIN:
        return Path(f"stdin_{what}")
    deck = Path(arguments.deck)
    return deck.with_name(f"{deck.stem}_{what}")


def solve_here(
    quiet: bool,
    words: Callable[[Any, Callable[[str], None]], Callable[[Any], None]],
    search: Any,
    unfinished: Unfinished,
) -> Any:
    """Carry out a search in this process. `words` creates the function that shows an iteration."""
    return show_search(quiet, lambda show, stop: search.solve(words(search, show), stop, unfinished.journal))


def show_search(quiet: bool, solve: Callable[[Callable[[str], None], Callable[[], bool]], Any]) -> Any:
    """Run a search and print a line for each iteration. The first Ctrl-C ends the search. The best values so far are
    then saved.
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
            say(NOTHING_YET)
            raise
