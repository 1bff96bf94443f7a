"""`rbsolve export`: writes the sensors as a table, or the motion as glTF."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import inform
from rbsolve.cli.options import add_amount, add_output
from rbsolve.cli.studying import refuse_studies

MOTION = ".glb"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("results", type=Path, metavar="OUT.h5", help="results of a run or a study")
    add_output(
        parser,
        "output file: .csv or .parquet for the sensors, .glb for the motion in 3D, or - for CSV to standard "
        "output; default: OUT.csv beside OUT.h5",
    )
    parser.add_argument(
        "--case", type=int, metavar="N", help="for a study: write a results file of this case (-o one.h5)"
    )
    parser.add_argument(
        "--deck",
        action="store_true",
        help="with --case: write the deck of this case with its parameter values (-o one.deck, or a folder for several files)",
    )
    add_amount(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the requested file. If the output is `-`, print the table instead."""
    if arguments.deck:
        return _export_deck(arguments)
    if arguments.case is not None:
        return _export_case(arguments)
    from rbsolve.results.presentation import export
    from rbsolve.runs.results import Results

    output: Path = arguments.output or arguments.results.with_suffix(".csv")
    to_stdout = str(output) == "-"
    suffixes = (*export.SUFFIXES, MOTION)
    if not to_stdout and output.suffix not in suffixes:
        raise UsageError(f"cannot export to {output}: the name must end in {' or '.join(suffixes)}")
    refuse_studies(
        [arguments.results], "use --case N to export one case, or `rbsolve collect` for a table of all cases"
    )
    with Results.open(arguments.results) as results:
        if to_stdout:
            export.write_csv(results, sys.stdout)
            return ExitCode.DONE
        try:
            if output.suffix == MOTION:
                from rbsolve.scene.gltf import write_motion

                write_motion(results, output)
            else:
                export.export(results, output)
        except export.MissingExtraError as error:
            raise UsageError(str(error)) from error
    inform(f"{output}")
    return ExitCode.DONE


def _export_case(arguments: argparse.Namespace) -> int:
    """Export a case of a study as an ordinary results file."""
    from rbsolve.studies.collecting.reader import StudyResults
    from rbsolve.studies.collecting.single import export_case

    output: Path = arguments.output or arguments.results.with_name(f"case-{arguments.case}.h5")
    if output.suffix != ".h5":
        raise UsageError(
            f"cannot export a case to {output}: the name must end in .h5; export the .h5 file to a table afterwards"
        )
    with StudyResults.open(arguments.results) as study:
        if not 0 <= arguments.case < len(study):
            raise UsageError(f"there is no case {arguments.case}: the cases are 0 to {len(study) - 1}")
        note = export_case(study, arguments.case, output)
    if note:
        inform(note)
    inform(f"{output}")
    return ExitCode.DONE


def _export_deck(arguments: argparse.Namespace) -> int:
    """Write the deck of a case. The deck is taken from the study's folder, or from the study file if the folder is
    missing.
    """
    from contextlib import ExitStack
    from tempfile import TemporaryDirectory

    from rbsolve.studies.collecting.case_deck import CaseDeck
    from rbsolve.studies.collecting.reader import StudyResults
    from rbsolve.studies.disk.folder import MANIFEST, StudyFolder

    number, path = arguments.case, Path(arguments.results)
    if number is None:
        raise UsageError("--deck needs --case N")
    with ExitStack() as opened:
        source: StudyResults | StudyFolder
        source = StudyFolder.open(path) if path.is_dir() else opened.enter_context(StudyResults.open(path))
        cases = len(source) if isinstance(source, StudyResults) else source.manifest.cases
        if not 0 <= number < cases:
            raise UsageError(f"there is no case {number}: the cases are 0 to {cases - 1}")
        if isinstance(source, StudyResults) and (path.parent / MANIFEST).exists():
            folder = StudyFolder.open(path.parent)
            source = folder if folder.manifest.id == source.file.attrs.get("study") else source
        if isinstance(source, StudyFolder):
            found = CaseDeck.of_folder(source, number)
        else:
            found = CaseDeck.of_file(source, number, Path(opened.enter_context(TemporaryDirectory(prefix="rbsolve-"))))
        written = found.write(arguments.output, f"case-{number}")
    inform(f"{written}")
    if found.overrides:
        inform(f"to repeat the run of the study, solve it with {' '.join(found.overrides)}")
    return ExitCode.DONE
