"""`rbsolve import`: converts a model of another program to a deck."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import count, say, say_diagnostics, say_error
from rbsolve.cli.options import add_amount, add_output

if TYPE_CHECKING:
    from rbsolve.foreign.model import ForeignModel
    from rbsolve.foreign.proof import Differences
    from rbsolve.foreign.writing import WrittenModel

FORMATS = (".urdf", ".xml", ".sdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a model: .urdf, .sdf, or .xml (MJCF; needs the extra `import`)"
    )
    add_output(parser, "output file; default: FILE.deck in this folder", metavar="OUT.deck")
    parser.add_argument(
        "--prove",
        action="store_true",
        help="compare mass matrix, gravity and bias forces at 20 random states with pinocchio (URDF) or MuJoCo (MJCF)",
    )
    parser.add_argument(
        "--gravity",
        type=_vector,
        metavar="X,Y,Z",
        help="gravitational acceleration [m/s^2]; default: the gravity of the model, or 0,0,-9.81",
    )
    parser.add_argument(
        "--floating", action="store_true", help=("the root link of a URDF model is free instead of fixed to the ground")
    )
    add_amount(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read the model, write the deck, and print a report. If requested, compare the deck with the model."""
    from rbsolve.foreign.model import ImportFailed
    from rbsolve.foreign.writing import write_deck, write_files

    path: Path = arguments.file
    output: Path = arguments.output or Path(path.with_suffix(".deck").name)
    try:
        model = _read(path, arguments.floating)
    except ImportFailed as failed:
        say_diagnostics(failed.findings)
        return ExitCode.DECK_ERRORS
    if output.resolve() == path.resolve():
        raise UsageError(f"{output} would overwrite the model: name another output with -o")
    written = write_deck(model, arguments.gravity)
    if not arguments.quiet or model.findings.has_errors:
        say_diagnostics(model.findings)
    if model.findings.has_errors:
        return ExitCode.DECK_ERRORS
    write_files(written, output)
    if not arguments.quiet:
        bodies = len({body for body in written.bodies if body != "GROUND"})
        meshes = f", {count(len(model.meshes), 'mesh file')}" if model.meshes else ""
        say(
            f"{output}: {count(bodies, 'body').replace('bodys', 'bodies')}, {count(len(written.joints), 'joint')}{meshes}"
        )
    has_errors = _has_errors(output)
    proved = _prove(written, output, arguments) if arguments.prove else ExitCode.DONE
    return ExitCode.DECK_ERRORS if has_errors else proved


def _has_errors(output: Path) -> bool:
    """Return whether the deck has errors, and print them. An import can cause errors, for example bodies without mass,
    or open loops.
    """
    from rbsolve.pipeline import check_deck

    errors = [finding for finding in check_deck(output).diagnostics if finding.severity == "error"]
    if errors:
        say_diagnostics(errors)
        say_error(f"{output} is written, but the deck has errors; correct them before a run")
    return bool(errors)


def _read(path: Path, floating: bool) -> ForeignModel:
    from rbsolve.foreign.mjcf import read_mjcf
    from rbsolve.foreign.sdf import read_sdf
    from rbsolve.foreign.urdf import read_urdf
    from rbsolve.foreign.xml import read_xml

    if path.suffix.lower() not in FORMATS:
        raise UsageError(f"{path} is none of {', '.join(FORMATS)}")
    if path.suffix.lower() == ".sdf":
        return read_sdf(path)
    if path.suffix.lower() == ".urdf" or read_xml(path).tag == "robot":
        return read_urdf(path, floating=floating)
    try:
        return read_mjcf(path)
    except ImportError as error:
        raise UsageError(f"MJCF models need {error.name}: pip install 'rbsolve[import]'") from error


def _prove(written: WrittenModel, output: Path, arguments: argparse.Namespace) -> int:
    """Print the largest differences. Return 3 if they exceed the tolerance, or if a comparison is not possible."""
    from rbsolve.foreign.proof import GOAL, ProofFailed, prove
    from rbsolve.foreign.writing import gravity_of

    try:
        found = prove(written, output, arguments.file, np.array(gravity_of(written.model, arguments.gravity)))
    except ProofFailed as failed:
        say_error(str(failed))
        return ExitCode.SOLUTION_FAILED
    if not found.states:
        say("the model has no degree of freedom: nothing to compare")
        return ExitCode.DONE
    print(f"largest relative differences from {found.oracle} at {found.states} random states:")
    for name, value in (("mass matrix", found.mass), ("gravity forces", found.gravity), ("bias forces", found.bias)):
        print(f"  {name:15} {value:.1e}")
    if found.largest <= GOAL:
        return ExitCode.DONE
    say_error(f"the deck differs from the model by more than {GOAL:g}{_reason(found)}")
    return ExitCode.SOLUTION_FAILED


def _reason(found: Differences) -> str:
    """Explain a difference between deck and source that a change of mass properties has caused."""
    if found.as_changed is None:
        return ""
    rest = f"with the same changes in the model of {found.oracle}, the largest difference is {found.as_changed:.1e}"
    return f"; the import changed {', '.join(found.changes)}; {rest}"


def _vector(text: str) -> tuple[float, ...]:
    """Parse three numbers separated by commas."""
    try:
        values = tuple(float(word) for word in text.split(","))
    except ValueError:
        values = ()
    if len(values) != 3 or not np.isfinite(values).all():
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form X,Y,Z, such as 0,0,-9.81")
    return values
