"""`rbsolve schema`: prints the deck language as a JSON schema."""

from __future__ import annotations

import argparse
import json

from rbsolve.cli.exit_codes import ExitCode
from rbsolve.parser.schema.json_schema import json_schema


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments, because the command has none."""


def run(arguments: argparse.Namespace) -> int:
    """Print the schema to standard output."""
    print(json.dumps(json_schema(), indent=2, ensure_ascii=False))
    return ExitCode.DONE
