"""`rbsolve optimize`: finds the parameters that minimize or maximize a scalar of the run."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.cli.exit_codes import UsageError
from rbsolve.cli.messages import count, say
from rbsolve.cli.options import add_output, natural_number
from rbsolve.cli.search import add_ranges, add_search_options, run_search, solve_here, split_range
from rbsolve.cli.starts import refuse_executor, solve_starts
from rbsolve.cli.study_options import add_executor

if TYPE_CHECKING:
    from rbsolve.optimizing.optimizing import Optimizing, Request, Step
    from rbsolve.optimizing.result import Optimum


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("deck", metavar="MODEL.deck", help="the deck; - reads the deck from standard input")
    goal = parser.add_mutually_exclusive_group(required=True)
    goal.add_argument("--minimize", metavar="SCALAR", help='scalar to minimize, e.g. "rms(angle) + 0.1*max(force.x1)"')
    goal.add_argument("--maximize", metavar="SCALAR", help="scalar to maximize")
    add_ranges(parser)
    parser.add_argument(
        "--subject-to",
        dest="constraints",
        action="append",
        default=[],
        metavar='"SCALAR <= VALUE"',
        help="a constraint, with <=, >= or ==; may repeat",
    )
    parser.add_argument(
        "--starts",
        type=natural_number,
        default=0,
        metavar="N",
        help="also search from N points of a Sobol sequence, as a study on all cores; default: only from the start values",
    )
    parser.add_argument("--seed", type=natural_number, default=0, metavar="S", help="seed of the Sobol sequence")
    add_executor(parser)
    add_output(parser, "output folder; default: MODEL_optimum beside the deck", metavar="OPT")
    add_search_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check the deck, run the optimization, and write the results."""
    from rbsolve.optimizing.optimizing import MARK, Optimizing

    refuse_executor(arguments)
    solve = partial(solve_starts, arguments) if arguments.starts else partial(solve_here, arguments.quiet, _words)
    return run_search(arguments, MARK, lambda checked: Optimizing(checked, _request(arguments)), solve, _say_optimum)


def _request(arguments: argparse.Namespace) -> Request:
    from rbsolve.optimizing.optimizing import Request

    ranges = {}
    for text in arguments.ranges:
        data, name, value = split_range(text)
        if data:
            raise UsageError(f"-p {text}: expected NAME=LOWER:UPPER[:START] or NAME=VALUE")
        ranges[name] = value
    return Request(
        objective=arguments.maximize or arguments.minimize,
        is_maximum=arguments.maximize is not None,
        parameters=ranges,
        constraints=arguments.constraints,
        starts=arguments.starts,
        seed=arguments.seed,
        most_iterations=arguments.max_iterations,
        threads=arguments.threads,
    )


def _words(optimizing: Optimizing, show: Callable[[str], None]) -> Callable[[Step], None]:
    names = [variable.name for variable in optimizing.scaling.variables]

    def progress(step: Step) -> None:
        values = ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, step.x.tolist(), strict=True))
        show(f"iteration {step.number}: {step.value:.8g}, {values}")

    return progress


def _say_optimum(best: Optimum, flaws: list[str], output: Path) -> None:
    from rbsolve.display.mappings import text_table
    from rbsolve.optimizing.result import CONSTRAINTS, HEADER, OPTIMA

    if len(best.searches) > 1 and best.local_optima:
        say(f"{count(len(best.local_optima), 'local optimum').replace('optimums', 'optima')}:")
        say(text_table(OPTIMA, [search.cells() for search in best.local_optima]))
    say(text_table(HEADER, [choice.cells() for choice in best.parameters.values()]))
    if best.constraints:
        say(text_table(CONSTRAINTS, [condition.cells() for condition in best.constraints]))
    for warning in (*best.warnings, *flaws):
        say(f"warning: {warning}")
    say(
        f"{best.status}: {best.objective} = {best.value:.8g}; {best.message}; {count(best.iterations, 'iteration')}, "
        f"{count(best.runs, 'run')}, derivatives by {best.derivatives}"
    )
    say(f"{output}: optimum.json, best.h5, best.deck, report.html")
