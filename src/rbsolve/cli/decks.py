"""Reads decks and their options from the command line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rbsolve.pipeline import Options

STDIN = "-"


def deck_of(argument: str) -> Path | bytes:
    """Return the deck of an argument: its path, or its text if it comes from standard input."""
    return sys.stdin.buffer.read() if argument == STDIN else Path(argument)


def options_of(arguments: argparse.Namespace) -> Options:
    """Return the options of `run` and `check`."""
    return Options(
        parameters=arguments.parameters,
        integrator=getattr(arguments, "integrator", None),
        formulation=getattr(arguments, "formulation", None),
        step=getattr(arguments, "step", None),
        t_end=getattr(arguments, "t_end", None),
        allow_include=tuple(arguments.allow_include),
        werror=arguments.werror,
        method_options=getattr(arguments, "method_options", {}),
        start_from=getattr(arguments, "start_from", None),
    )
