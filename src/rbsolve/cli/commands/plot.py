"""`rbsolve plot`: time histories as a picture or a page."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import say, say_nothing_of_fonts

if TYPE_CHECKING:
    from rbsolve.results.reader import Results

WATCH_SECONDS = 1.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("results", type=Path, metavar="OUT.h5", help="results of a run or a study")
    parser.add_argument("sensors", nargs="*", default=[], metavar="SENSOR", help="default: all sensors")
    parser.set_defaults(scattered="sensors")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help=".png, .svg, .pdf or .html; default: OUT.png beside OUT.h5"
    )
    parser.add_argument("--watch", action="store_true", help="draw again every second while a run is writing OUT.h5")
    study = parser.add_argument_group("of a study (STUDY/study.h5)")
    study.add_argument(
        "--against",
        type=lambda text: text.split(","),
        default=[],
        metavar="P[,P]",
        help="a response curve over one parameter or a map of two; default: those that vary, when they are one or two",
    )
    study.add_argument("--scalar", choices=("final", "max", "min", "rms"), default="final", help="default: final")
    study.add_argument("--envelope", action="store_true", help="median and quantiles of all cases over time")


def run(arguments: argparse.Namespace) -> int:
    """Draw the named sensors, or all."""
    say_nothing_of_fonts()
    from rbsolve.results import plots

    output: Path = arguments.output or arguments.results.with_suffix(".png")
    if output.suffix not in plots.SUFFIXES:
        raise UsageError(f"cannot draw {output}: the name must end in {', '.join(plots.SUFFIXES)}")
    if _is_study(arguments.results):
        if arguments.watch:
            raise UsageError("--watch is for a run; `rbsolve status STUDY --watch` follows a study")
        return _draw_study(arguments, output)
    if arguments.against or arguments.envelope:
        raise UsageError("--against and --envelope are for the file of a study, STUDY/study.h5")
    if arguments.watch:
        _watch(arguments, output)
    _say_drawn(output, _draw(arguments.results, arguments.sensors, output))
    return ExitCode.DONE


def _draw(path: Path, sensors: list[str], output: Path) -> int:
    """Draw one file; how many quantities are left out."""
    from rbsolve.results import plots
    from rbsolve.results.reader import Results

    with Results.open(path) as results:
        _check_names(results, sensors)
        figure, left_out = plots.draw_some(results, sensors or tuple(results))
        plots.save(figure, output)
    return left_out


def _watch(arguments: argparse.Namespace, output: Path) -> None:
    """Draw what a run has written so far, until it ends."""
    from rbsolve.results.conventions import partial_of
    from rbsolve.results.reader import ResultsError

    partial = partial_of(arguments.results)
    drawn = False
    while partial.exists():
        try:
            left_out = _draw(partial, arguments.sensors, output)
            if not drawn:
                _say_drawn(output, left_out)
            drawn = True
        except (ResultsError, ValueError):
            pass  # no rows yet, or rows came between reading the time and reading a sensor: look again
        time.sleep(WATCH_SECONDS)


def _say_drawn(output: Path, left_out: int) -> None:
    from rbsolve.results import plots

    if left_out:
        say(f"{output}: the {plots.MOST_PANELS} first quantities; name the sensors to see the other {left_out}")
    else:
        say(f"{output}")


def _check_names(results: Results, names: list[str]) -> None:
    from rbsolve.showing import unknown

    for name in names:
        if name not in results:
            raise UsageError(f"{results.path}: {unknown('sensor', name, list(results))}")


def _is_study(path: Path) -> bool:
    from rbsolve.studies.collecting.reader import is_study

    return is_study(path)


def _draw_study(arguments: argparse.Namespace, output: Path) -> int:
    """Response curves, maps or envelopes."""
    from rbsolve.results import plots
    from rbsolve.studies.collecting.plots import Wanted, draw
    from rbsolve.studies.collecting.reader import StudyResults
    from rbsolve.studies.collecting.scalars import ScalarError

    wanted = Wanted(arguments.sensors, arguments.scalar, arguments.against, arguments.envelope)
    with StudyResults.open(arguments.results) as study:
        try:
            figure = draw(study, wanted)
        except ScalarError as error:
            raise UsageError(str(error)) from error
        plots.save(figure, output)
    say(f"{output}")
    return ExitCode.DONE
