"""`rbsolve plot`: plots time histories as pictures or as an HTML page."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import inform, say_nothing_of_fonts
from rbsolve.cli.options import add_amount, add_output
from rbsolve.cli.study_options import add_response_option

WATCH_SECONDS = 1.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("results", type=Path, metavar="OUT.h5", help="results of a run or a study")
    parser.add_argument(
        "sensors",
        nargs="*",
        default=[],
        metavar="SENSOR",
        help="a sensor, or one component such as tip.x1; default: all sensors",
    )
    parser.set_defaults(scattered="sensors")
    parser.add_argument(
        "--by",
        type=lambda text: text.split(","),
        metavar="P[,P]",
        help="plot derivatives of the sensors with respect to these design parameters (results of `rbsolve sensitivity`)",
    )
    add_output(parser, "output file: .png, .svg, .pdf or .html; default: OUT.png beside OUT.h5")
    parser.add_argument("--watch", action="store_true", help="update the plot every second while a run writes OUT.h5")
    study = parser.add_argument_group("options for a study (STUDY/study.h5)")
    study.add_argument(
        "--against",
        type=lambda text: text.split(","),
        default=[],
        metavar="P[,P]",
        help=(
            "parameter of a response curve, or two parameters of a map; default: the parameters that vary, if "
            "there are at most two"
        ),
    )
    study.add_argument(
        "--scalar",
        choices=("final", "max", "min", "rms", "peak", "range"),
        help=(
            "scalar of a curve or map; peak is the largest absolute value, range is the maximum minus the "
            "minimum; default: peak"
        ),
    )
    study.add_argument(
        "--envelope", action="store_true", help="plot the median and the quantiles of all cases over time"
    )
    study.add_argument(
        "--as",
        dest="overview",
        choices=("histogram", "tornado", "scatter", "parallel", "failures"),
        help="one picture of all cases: distribution of scalars, influence of parameters, scatter matrix, one line "
        "per case (parallel coordinates), or failed cases",
    )
    add_response_option(study, "a scalar for --as; default: the scalars of the study")
    add_amount(parser)


def run(arguments: argparse.Namespace) -> int:
    """Plot the named sensors, or all sensors."""
    say_nothing_of_fonts()
    from rbsolve.results.charts.sheets import check_suffix
    from rbsolve.results.file.conventions import path_to_read

    output: Path = arguments.output or arguments.results.with_suffix(".png")
    try:
        check_suffix(output)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if _is_study(arguments.results):
        if arguments.by is not None:
            raise UsageError("--by applies to the results of `rbsolve sensitivity`, not to studies")
        if arguments.watch:
            raise UsageError("--watch applies to runs; use `rbsolve status STUDY --watch` for a study")
        return _draw_study(arguments, output)
    path = path_to_read(arguments.results)
    of_study = arguments.against or arguments.envelope or arguments.scalar or arguments.overview or arguments.responses
    if of_study and path.exists():
        raise UsageError(
            "--against, --scalar, --envelope, --as and --response apply to the file of a study, STUDY/study.h5"
        )
    if arguments.watch:
        if arguments.by is not None:
            raise UsageError("--by applies to the results of a run that has ended")
        _watch(arguments, output)
        path = path_to_read(arguments.results)
    if path != arguments.results:
        inform(f"{arguments.results}: the run has not ended; the plot shows the output rows in the file")
    _say_drawn(*_draw(path, arguments.sensors, output, arguments.by))
    return ExitCode.DONE


def _draw(path: Path, sensors: list[str], output: Path, by: list[str] | None = None) -> tuple[list[Path], int]:
    """Plot a results file, or its derivatives with respect to the parameters `by`. Return the paths of the pictures, and
    the number of quantities that were not plotted.
    """
    from rbsolve.display.mappings import UnknownNameError
    from rbsolve.results.charts import plots
    from rbsolve.results.charts.derivatives import DerivativeHistories
    from rbsolve.results.charts.sheets import save
    from rbsolve.runs.results import Results

    with Results.open(path) as results:
        try:
            if by is None:
                figures, left_out = plots.draw_pages(results, sensors or tuple(results))
            else:
                slopes = DerivativeHistories(results, sensors, by)
                figures, left_out = plots.draw_pages(slopes, slopes.names)
        except UnknownNameError as error:
            raise UsageError(f"{results.path}: {error}") from error
        return save(figures, output), left_out


def _watch(arguments: argparse.Namespace, output: Path) -> None:
    """Update the plot until the run ends."""
    from rbsolve.results.file.conventions import partial_of
    from rbsolve.results.file.errors import ResultsError

    partial = partial_of(arguments.results)
    drawn = False
    while partial.exists():
        try:
            pictures, left_out = _draw(partial, arguments.sensors, output)
            if not drawn:
                _say_drawn(pictures, left_out)
            drawn = True
        except (ResultsError, ValueError):
            pass  # try again if there are no rows yet, or if the run added rows during the reading
        time.sleep(WATCH_SECONDS)


def _say_drawn(pictures: list[Path], left_out: int = 0) -> None:
    for picture in pictures:
        inform(f"{picture}")
    if left_out:
        inform(f"{left_out} more quantities were not plotted; name their sensors to plot them")


def _is_study(path: Path) -> bool:
    from rbsolve.studies.collecting.reader import is_study

    return is_study(path)


def _draw_study(arguments: argparse.Namespace, output: Path) -> int:
    """Plot response curves, maps or envelopes, or an overview of all cases."""
    from rbsolve.results.charts.sheets import save
    from rbsolve.results.presentation.export import MissingExtraError
    from rbsolve.results.scalars.reading import ScalarError
    from rbsolve.studies.collecting.plots import Wanted, draw
    from rbsolve.studies.collecting.reader import StudyResults

    if arguments.responses and not arguments.overview:
        raise UsageError("--response needs --as PICTURE")
    if arguments.overview and (arguments.against or arguments.envelope):
        raise UsageError("--as cannot be combined with --against or --envelope")
    wanted = Wanted(
        arguments.sensors,
        arguments.scalar or "",
        arguments.against,
        arguments.envelope,
        arguments.overview or "",
        arguments.responses,
    )
    with StudyResults.open(arguments.results) as study:
        try:
            drawn = draw(study, wanted)
        except (ScalarError, MissingExtraError) as error:
            raise UsageError(str(error)) from error
        _say_drawn(save(drawn.pages, output))
    for why, names in drawn.left_out.items():
        inform(f"not drawn, {why}: {', '.join(names)}")
    return ExitCode.DONE
