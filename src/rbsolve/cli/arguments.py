"""The arguments of every command."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import rbsolve

# Command to the module whose `run(arguments)` does it
COMMANDS = {
    "run": "rbsolve.cli.run",
    "check": "rbsolve.cli.check",
    "info": "rbsolve.cli.info",
    "plot": "rbsolve.cli.plot",
    "export": "rbsolve.cli.export",
    "schema": "rbsolve.cli.schema",
    "compare": "rbsolve.cli.compare",
    "linearize": "rbsolve.cli.linearize",
}
_GLOBAL_OPTIONS = ("-h", "--help", "--version")

DESCRIPTION = "Solve rigid-body dynamics from a Dymore-style input deck."
EPILOG = """\
`rbsolve MODEL.deck` is short for `rbsolve run MODEL.deck`.

exit codes: 0 done; 1 the deck has errors; 2 wrong usage; 3 the solution failed (results so far kept);
            4 input or output failed; 130 interrupted (results so far kept)"""


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The parsed arguments, `command` among them; exits as argparse does on wrong usage or a request for help."""
    parser = build_parser()
    if not argv:
        parser.print_help()
        parser.exit(2)
    if argv[0] not in COMMANDS and argv[0] not in _GLOBAL_OPTIONS:
        argv = ["run", *argv]
    return parser.parse_args(argv)


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="rbsolve",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rbsolve {rbsolve.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for add in (_add_run, _add_check, _add_info, _add_plot, _add_export, _add_schema, _add_compare, _add_linearize):
        add(commands.add_parser)
    return parser


AddParser = Callable[..., argparse.ArgumentParser]


def _add_run(add: AddParser) -> None:
    parser = add("run", help="check and solve a deck", description="Check a deck, solve it and write its sensors.")
    parser.add_argument("deck", metavar="MODEL.deck", help="the deck; - reads it from standard input")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT.h5", help="default: MODEL.h5 beside the deck")
    _add_run_options(parser)
    parser.add_argument("--t-end", type=_finite, metavar="T", help="end time [s] instead of the deck's")


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    _add_deck_options(parser)
    parser.add_argument("--integrator", type=str.upper, metavar="TYPE", help="INTEGRATOR_TYPE instead of the deck's")
    parser.add_argument("--formulation", type=str.upper, metavar="F", help="FORMULATION instead of the deck's")
    parser.add_argument("--step", type=_positive, metavar="H", help="time step [s] instead of the deck's")
    parser.add_argument("-q", "--quiet", action="store_true", help="say nothing but errors")


def _add_check(add: AddParser) -> None:
    parser = add("check", help="report everything that is wrong with decks", description="Check decks, solve nothing.")
    parser.add_argument("decks", nargs="+", metavar="DECK", help="the decks; - reads one from standard input")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="json goes to standard output")
    parser.add_argument("--syntax-only", action="store_true", help="only braces, keywords and items, no meaning")
    _add_deck_options(parser)


def _add_info(add: AddParser) -> None:
    parser = add("info", help="show what is in results", description="Show status, model, integrator and sensors.")
    parser.add_argument("results", nargs="+", type=Path, metavar="OUT.h5")


def _add_plot(add: AddParser) -> None:
    parser = add("plot", help="draw time histories", description="Draw time histories, one panel a quantity.")
    parser.add_argument("results", type=Path, metavar="OUT.h5")
    parser.add_argument("sensors", nargs="*", metavar="SENSOR", help="default: all sensors")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help=".png, .svg, .pdf or .html; default: OUT.png beside OUT.h5"
    )


def _add_export(add: AddParser) -> None:
    parser = add("export", help="write a table", description="Write all sensors into one table, a row per output time.")
    parser.add_argument("results", type=Path, metavar="OUT.h5")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help=".csv or .parquet, or - for CSV to standard output; default: OUT.csv beside OUT.h5",
    )


def _add_schema(add: AddParser) -> None:
    add("schema", help="print the deck language as JSON", description="Print every block and keyword as a JSON schema.")


def _add_compare(add: AddParser) -> None:
    parser = add(
        "compare",
        help="run a deck by several methods",
        description="Run a deck by several integrators, formulations and steps: errors, work, and which is cheapest. "
        "Lists are separated by blanks or commas.",
    )
    parser.add_argument("deck", type=Path, metavar="MODEL.deck")
    parser.add_argument(
        "--integrators",
        nargs="+",
        action=_ExtendList,
        default=[],
        metavar="NAME",
        help="an INTEGRATOR_TYPE or a TABLEAU such as RK44, with :STAGES or :KEYWORD=VALUE after it as often as needed, "
        "e.g. GENERALIZED_ALPHA:NEWTON=MODIFIED; default: what suits the deck",
    )
    parser.add_argument(
        "--formulations",
        nargs="+",
        action=_ExtendList,
        default=[],
        metavar="F",
        help="each integrator runs with all of these that fit it; default: its own default",
    )
    parser.add_argument(
        "--steps",
        nargs="+",
        action=_ExtendList,
        default=[],
        metavar="H",
        help="time steps [s]; default: 4, 2, 1 and 1/2 times the deck's",
    )
    parser.add_argument(
        "--sensors",
        nargs="+",
        action=_ExtendList,
        default=[],
        metavar="SENSOR",
        help="whose error counts; default: the positions",
    )
    parser.add_argument("--reference", type=Path, metavar="REF.h5", help="results to measure errors against")
    parser.add_argument("--accuracy", type=_positive, metavar="E", help="the error at which methods are compared")
    parser.add_argument("--t-end", type=_finite, metavar="T", help="end time [s] instead of the deck's")
    parser.add_argument(
        "-o",
        "--output",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help=".csv for the table, .png, .svg or .pdf for the work-precision diagram; may repeat",
    )
    _add_deck_options(parser)


def _add_linearize(add: AddParser) -> None:
    parser = add(
        "linearize",
        help="frequencies, damping and stability of small motions",
        description="Linearize a deck about its equilibrium or a state of its motion: mass, damping and stiffness "
        "matrices, eigenvalues and mode shapes.",
    )
    parser.add_argument("deck", metavar="MODEL.deck", help="the deck; - reads it from standard input")
    parser.add_argument(
        "--at",
        metavar="T",
        help="a time [s], start, end, or equilibrium (which is found first); "
        "default: equilibrium for STATIC decks, start for others",
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="OUT.h5", help="default: MODEL_linearized.h5 beside the deck"
    )
    parser.add_argument("--modes", type=_count, metavar="N", help="print the N slowest modes only")
    _add_run_options(parser)


def _add_deck_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-p",
        "--parameter",
        dest="parameters",
        action=_StoreParameter,
        type=_assignment,
        default={},
        metavar="NAME=VALUE",
        help="value of a design parameter; may repeat",
    )
    parser.add_argument(
        "--allow-include",
        dest="allow_include",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="folder outside the deck's from which it may include files; may repeat",
    )
    parser.add_argument("--werror", action="store_true", help="warnings count as errors")


class _ExtendList(argparse.Action):
    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        items = [item for value in values for item in value.split(",") if item]
        setattr(namespace, self.dest, [*getattr(namespace, self.dest), *items])


class _StoreParameter(argparse.Action):
    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        name, value = values
        setattr(namespace, self.dest, {**getattr(namespace, self.dest), name: value})


def _assignment(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    name = name.strip().removeprefix("#")
    if not equals or not name or not value.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=VALUE")
    return name, value.strip()


def _finite(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return value


def _count(text: str) -> int:
    value = _positive(text)
    if value != int(value):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number")
    return int(value)


def _positive(text: str) -> float:
    value = _finite(text)
    if value <= 0.0:
        raise argparse.ArgumentTypeError(f"{text} is not positive")
    return value
