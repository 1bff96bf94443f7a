"""`rbsolve merge`: merges several studies into one."""

from __future__ import annotations

import argparse
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import count, inform
from rbsolve.cli.options import add_amount, add_output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "studies",
        nargs="+",
        type=Path,
        metavar="STUDY",
        help="the folders of the studies, which must have the same deck",
    )
    add_output(parser, "a new folder for the merged study", metavar="STUDY", required=True)
    add_amount(parser)


def run(arguments: argparse.Namespace) -> int:
    """Merge the cases into a new study, and collect their results."""
    from rbsolve.cli.studying import open_folder
    from rbsolve.studies.collecting.study_file import collect
    from rbsolve.studies.disk.opening import open_study_store
    from rbsolve.studies.preparation.merging import DifferentStudiesError, merge

    parts = [open_folder(path) for path in arguments.studies]
    try:
        merged = merge(parts, arguments.output, f"rbsolve merge of {len(parts)}")
    except DifferentStudiesError as error:
        raise UsageError(str(error)) from error
    folder, cases = merged.folder, merged.folder.manifest.cases
    inform(f"{folder.path}: {count(cases, 'case')} of {count(len(parts), 'part')}")
    if merged.repeated:
        inform(f"{count(merged.repeated, 'case')} occur in several parts; the first part that contains a case is used")
    if merged.complete < cases:
        pending = count(cases - merged.complete, "case")
        inform(f"the parts lack {pending}: `rbsolve resume {folder.path}` solves them")
    with open_study_store(folder) as database:
        inform(str(collect(folder, database)))
    return ExitCode.DONE
