"""`rbsolve collect`: writes the results of a study as a single file or table."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import count, inform
from rbsolve.cli.options import add_amount, add_output
from rbsolve.cli.study_options import add_response_option

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rbsolve.studies.collecting.reader import StudyResults
    from rbsolve.studies.collecting.scalars import Scalar
    from rbsolve.studies.disk.folder import StudyFolder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("study", type=Path, metavar="STUDY", help="the folder of a study")
    add_output(
        parser,
        "output file: .h5 for all data, .csv or .parquet for a table; default: STUDY/study.h5, or "
        "STUDY/table.csv with scalars",
    )
    for kind, what in (
        ("final", "last value"),
        ("max", "largest value"),
        ("min", "smallest value"),
        ("rms", "root mean square"),
    ):
        parser.add_argument(
            f"--{kind}",
            dest="scalars",
            action=_AddScalar,
            const=kind,
            nargs=1,
            default=[],
            metavar="SENSOR",
            help=f"add a column with the {what} of a sensor, or of one component such as tip.x1; may repeat",
        )
    parser.add_argument(
        "--at",
        dest="scalars",
        action=_AddScalar,
        const="at",
        nargs=2,
        default=[],
        metavar=("T", "SENSOR"),
        help="add a column with the value at the time T [s]",
    )
    add_response_option(parser, "add a column with a scalar of each case")
    parser.add_argument(
        "--findings",
        action="store_true",
        help="write the diagnostics of all cases, one per line; default output: STUDY/findings.csv",
    )
    parser.add_argument(
        "--indices",
        action="store_true",
        help="write the influence of each parameter on each scalar: Sobol indices (saltelli), elementary effects (morris) or "
        "correlations (other studies); default output: STUDY/indices.csv",
    )
    add_amount(parser)


class _AddScalar(argparse.Action):
    """An argparse action that collects scalars in the given order."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, [*getattr(namespace, self.dest), (self.const, *values)])


def run(arguments: argparse.Namespace) -> int:
    """Collect the results, and write the requested file."""
    from rbsolve.cli.studying import open_folder
    from rbsolve.results.presentation.export import MissingExtraError
    from rbsolve.results.scalars.reading import ScalarError
    from rbsolve.studies.collecting.findings import findings_table
    from rbsolve.studies.collecting.reader import StudyResults
    from rbsolve.studies.collecting.study_file import collect
    from rbsolve.studies.collecting.tables import SUFFIXES, columns, write_table
    from rbsolve.studies.disk.opening import open_study_store

    folder = open_folder(arguments.study)
    if folder.manifest.kind != "study":
        return _collect_batch(folder, arguments)
    default = (
        "findings.csv"
        if arguments.findings
        else "indices.csv"
        if arguments.indices
        else "table.csv"
        if arguments.scalars or arguments.responses
        else folder.collected.name
    )
    output: Path = arguments.output or folder.path / default
    if output.suffix not in (".h5", *SUFFIXES):
        raise UsageError(f"cannot collect into {output}: the name must end in .h5, .csv or .parquet")
    scalars = [_scalar(given) for given in arguments.scalars]
    if arguments.responses and (arguments.findings or output.suffix == ".h5"):
        raise UsageError("--response is a column of a table: name a .csv or .parquet file")
    if scalars and output.suffix == ".h5":
        raise UsageError("--final, --max, --min, --rms and --at are columns of a table: name a .csv or .parquet file")
    if arguments.indices and (arguments.findings or output.suffix == ".h5"):
        raise UsageError("--indices is a separate table: name a .csv or .parquet file and omit --findings")
    if arguments.findings and (scalars or output.suffix == ".h5"):
        raise UsageError("--findings is a separate table: name a .csv or .parquet file and omit scalars")
    with open_study_store(folder) as database, TemporaryDirectory(prefix="rbsolve-") as elsewhere:
        if output.suffix == ".h5":
            collect(folder, database, output)
        else:  # The selection needs the file of the whole study. If possible, this file is in the study's folder.
            place = None if os.access(folder.path, os.W_OK) else Path(elsewhere) / "study.h5"
            with StudyResults.open(collect(folder, database, place)) as study:
                try:
                    if arguments.indices:
                        table = _indices(folder, study, scalars, arguments.responses)
                    elif arguments.findings:
                        table = findings_table(study)
                    else:
                        table = columns(study, scalars, arguments.responses)
                        _say_times(study, scalars)
                        _say_rows(study, any(s.kind == "at" for s in scalars) or bool(arguments.responses))
                    write_table(table, output)
                except (ScalarError, MissingExtraError) as error:
                    raise UsageError(str(error)) from error
    inform(str(output))
    return ExitCode.DONE


def _indices(
    folder: StudyFolder, study: StudyResults, scalars: list[Scalar], responses: dict[str, str]
) -> dict[str, NDArray[Any]]:
    """Print the table of sensitivity indices, and return it."""
    from rbsolve.results.scalars.reading import ScalarError
    from rbsolve.studies.collecting.indices import indices_of, table_of
    from rbsolve.studies.collecting.tables import parameter_columns, scalar_columns

    asked = scalar_columns(study, scalars, responses)
    if not asked:
        raise ScalarError('--indices needs a scalar: --response "reach=max(tip.x1)", or --max tip.x1')
    parameters = parameter_columns(study)
    found = {name: indices_of(folder.manifest.sampling, parameters, values) for name, values in asked.items()}
    for name, one in found.items():
        if one.left_out:
            inform(
                f"{name}: {count(one.left_out, 'case')} omitted, because these cases, or other cases of their block, have no value"
            )
    table = table_of(found)
    numbers = [title for title in table if title not in ("response", "parameter")]
    width = max(len(f"{name}") for name in (*table["response"], *table["parameter"], "parameter")) + 2
    print(f"{'response':<{width}}{'parameter':<{width}}" + "".join(f"{title:>22}" for title in numbers))
    for k, (response, parameter) in enumerate(zip(table["response"], table["parameter"], strict=True)):
        print(f"{response:<{width}}{parameter:<{width}}" + "".join(f"{table[title][k]:>22.4g}" for title in numbers))
    return table


def _collect_batch(folder: StudyFolder, arguments: argparse.Namespace) -> int:
    """Write the table of a batch. Each deck of a batch has its own results file."""
    from rbsolve.results.presentation.export import MissingExtraError
    from rbsolve.results.scalars.reading import ScalarError
    from rbsolve.studies.collecting.batches import TABLE, batch_columns
    from rbsolve.studies.collecting.tables import SUFFIXES, write_table
    from rbsolve.studies.disk.opening import open_study_store

    output: Path = arguments.output or folder.path / TABLE
    if arguments.indices:
        raise UsageError("--indices needs a study of one deck; this is a batch")
    if arguments.responses:
        raise UsageError("--response needs a study of one deck; this is a batch")
    if output.suffix not in SUFFIXES or arguments.findings:
        what = "findings" if arguments.findings else "histories"
        raise UsageError(
            f"{folder.path} is a batch of decks, so its {what} are in the files of {folder.results}. For a table, "
            f"name a .csv or .parquet file"
        )
    with open_study_store(folder) as database:
        try:
            write_table(batch_columns(folder, database, [_scalar(given) for given in arguments.scalars]), output)
        except (ScalarError, MissingExtraError) as error:
            raise UsageError(str(error)) from error
    inform(str(output))
    return ExitCode.DONE


def _scalar(given: tuple[str, ...]) -> Scalar:
    from rbsolve.studies.collecting.scalars import Scalar

    kind, *words = given
    if kind != "at":
        return Scalar(kind, words[0])
    try:
        return Scalar(kind, words[1], float(words[0]))
    except ValueError as error:
        raise UsageError(f"--at {' '.join(words)}: the time comes first, then the sensor") from error


def _say_times(study: StudyResults, scalars: list[Scalar]) -> None:
    """Report the times of `--at` that lie between output rows. The values at these times are interpolated, with an
    unknown error.
    """
    from rbsolve.studies.collecting.scalars import is_between_rows

    between = sorted({s.time for s in scalars if s.time is not None and is_between_rows(study, s.time)})
    if between:
        times = ", ".join(f"{time:g}" for time in between)
        inform(
            f"--at {times}: values between output rows are interpolated linearly; choose times of rows, or a smaller @OUTPUT_STEP_SIZE"
        )


def _say_rows(study: StudyResults, reads_rows: bool) -> None:
    """Report if scalars are computed from only some of the output rows, or from rounded values."""
    if not reads_rows or study.storing.is_whole:
        return
    some = f"1 of {study.storing.every} rows" if study.storing.every > 1 else "all rows"
    digits = " in single precision" if study.storing.float32 else ""
    inform(f"--at and --response are computed from {some}{digits}, because the study stores only these")
