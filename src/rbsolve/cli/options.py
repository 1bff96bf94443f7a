"""Defines arguments that several commands share, and the types of their values."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

LAST_PORT = 65535
CHECKPOINT_SECONDS = 30.0
QUIET = "print only results and errors"  # help of `--quiet`


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that solves a deck."""
    add_deck_options(parser)
    add_method_options(parser)
    add_quiet(parser)


def add_quiet(parser: argparse.ArgumentParser, quiet: str = QUIET) -> None:
    """Add the options of solving commands that control the amount of output. `quiet` is the help of `--quiet`."""
    add_amount(parser, quiet)
    parser.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="print the method, its options and the source of the kernels",
    )


def add_amount(parser: argparse.ArgumentParser, quiet: str = QUIET) -> None:
    """Add the options that control the amount of output. `quiet` is the help of `--quiet`."""
    parser.add_argument("-q", "--quiet", action="store_true", help=quiet)
    parser.add_argument("--no-progress", dest="progress", action="store_false", help="print no progress")


def add_output(parser: argparse.ArgumentParser, text: str, *, metavar: str = "FILE", required: bool = False) -> None:
    """Add the option for the output file or folder. `text` is its help."""
    parser.add_argument("-o", "--output", type=Path, required=required, metavar=metavar, help=text)


def add_end(parser: argparse.ArgumentParser) -> None:
    """Add the end time that overrides the deck."""
    parser.add_argument("--t-end", type=finite, metavar="T", help="end time [s] that replaces the end time of the deck")


def add_sandbox(parser: argparse.ArgumentParser) -> None:
    """Add the option that restricts solver processes."""
    parser.add_argument(
        "--sandbox",
        choices=("auto", "require", "off"),
        default="auto",
        help="restrictions of solver processes; default: auto",
    )


def add_start_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the output row from which a run starts, or from which each case of a study starts."""
    parser.add_argument(
        "--start-from",
        metavar="OUT.h5[@TIME]",
        help=(
            "start from the positions, velocities and signal states of an output row of these results; default: "
            "the last row"
        ),
    )


def add_pictured(parser: argparse.ArgumentParser) -> None:
    """Add the results files of a command that shows models in 3D."""
    parser.add_argument(
        "results",
        nargs="+",
        type=Path,
        metavar="OUT.h5",
        help="results files; all files except the first appear as transparent ghosts",
    )


def add_method_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the integrator settings that override the deck, including every keyword of the integrator."""
    add_method(parser)
    parser.add_argument(
        "--option",
        dest="method_options",
        action=StoreAssignment,
        type=option,
        default={},
        metavar="KEYWORD=VALUE",
        help=(
            "value for a keyword of @TIME_INTEGRATOR_DEFINITION, which overrides the deck, e.g. "
            "SPECTRAL_RADIUS=0.8; may repeat"
        ),
    )


def add_method(parser: argparse.ArgumentParser) -> None:
    """Add the options for integrator, formulation and step, which override the deck."""
    parser.add_argument(
        "--integrator",
        type=str.upper,
        metavar="TYPE",
        help=(
            "INTEGRATOR_TYPE that overrides the deck, or a TABLEAU such as RK44; :3 in LOBATTO_IIIA_B:3 is the "
            "number of stages"
        ),
    )
    parser.add_argument("--formulation", type=str.upper, metavar="F", help="FORMULATION that overrides the deck")
    parser.add_argument("--step", type=positive, metavar="H", help="time step [s] that overrides the deck")


def add_deck_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that reads a deck on this machine."""
    add_parameters(parser)
    add_check_options(parser)


def add_check_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for a check: the permitted folders of included files, and whether warnings count as errors."""
    parser.add_argument(
        "--allow-include",
        dest="allow_include",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="another folder from which the deck may include files; may repeat",
    )
    parser.add_argument("--werror", action="store_true", help="warnings count as errors")


def add_parameters(parser: argparse.ArgumentParser) -> None:
    """Add the option for values of design parameters."""
    parser.add_argument(
        "-p",
        "--parameter",
        dest="parameters",
        action=StoreAssignment,
        type=assignment,
        default={},
        metavar="NAME=VALUE",
        help="value of a design parameter that overrides the deck; may repeat",
    )


class ExtendList(argparse.Action):
    """An argparse action for lists whose items are separated by blanks or commas. The option may be repeated."""

    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        """Add the items."""
        items = [item for value in values for item in value.split(",") if item]
        setattr(namespace, self.dest, [*getattr(namespace, self.dest), *items])


class StoreAssignment(argparse.Action):
    """An argparse action that collects NAME=VALUE in a dictionary."""

    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        """Add the value."""
        name, value = values
        setattr(namespace, self.dest, {**getattr(namespace, self.dest), name: value})


def assignment(text: str) -> tuple[str, str]:
    """Parse NAME=VALUE. The `#` of a parameter's name is optional."""
    name, equals, value = text.partition("=")
    name = name.strip().removeprefix("#")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=VALUE")
    return name, value.strip()


def option(text: str) -> tuple[str, str]:
    """Parse KEYWORD=VALUE of an integrator. The `@` is optional."""
    keyword, value = assignment(text)
    if not value:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form KEYWORD=VALUE")
    return keyword.removeprefix("@").upper(), value


def finite(text: str) -> float:
    """Parse a finite number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return value


def natural_number(text: str) -> int:
    """Parse a whole number that is not negative."""
    value = finite(text)
    if value < 0.0 or value != int(value):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number (0 or more)")
    return int(text) if text.isdecimal() else int(value)  # a seed may have more digits than a float


def port_number(text: str) -> int:
    """Parse the number of a port. The number 0 selects a free port."""
    value = natural_number(text)
    if value > LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text} is not a port (0 to {LAST_PORT})")
    return value


def whole_number(text: str) -> int:
    """Parse a positive whole number."""
    value = positive(text)
    if value != int(value):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number")
    return int(value)


def positive(text: str) -> float:
    """Parse a positive number."""
    value = finite(text)
    if value <= 0.0:
        raise argparse.ArgumentTypeError(f"{text} is not positive")
    return value
