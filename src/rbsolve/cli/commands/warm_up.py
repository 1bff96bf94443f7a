"""`rbsolve warm-up`: compiles the kernels of decks into the cache, for containers and clusters."""

from __future__ import annotations

import argparse
from pathlib import Path

from rbsolve.cli.commands.run import say_method, say_where_code_is_not_kept
from rbsolve.cli.decks import deck_of, options_of
from rbsolve.cli.exit_codes import ExitCode
from rbsolve.cli.messages import count, manner, say, say_diagnostics, say_unreadable
from rbsolve.cli.options import add_run_options
from rbsolve.pipeline import CheckedDeck, Options, check_deck, check_runnable

_BODY = """\
@POINT_DEFINITION {{ @POINT_NAME {{hinge}} {{ @COORDINATES {{0, 0, 1}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@RIGID_BODY_DEFINITION {{
  @RIGID_BODY_NAME {{b}} {{ @FRAME_NAME {{FXDFRAME_INERTIAL}} @MASS_PROPERTY_NAME {{m}} }}
}}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{{0}}} @FORMULATION {{{1}}} }} }}
@ANALYSIS_DEFINITION {{
  @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 0.01}} @TIME_STEP_SIZE {{1e-3}} @TIME_INTEGRATOR_NAME {{i}} }}
}}
"""
_HINGE = """\
@SPHERICAL_JOINT_DEFINITION {{
  @SPHERICAL_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{hinge}} }}
}}
"""
_USUAL = (
    ("explicit, free bodies", _BODY, "EXPLICIT_RUNGE_KUTTA", "LIE_R3_SO3"),
    ("explicit, joint coordinates", _BODY + _HINGE, "EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES"),
    ("generalized-alpha", _BODY + _HINGE, "GENERALIZED_ALPHA", "LIE_R3_SO3"),
    ("generalized-alpha, joint coordinates", _BODY + _HINGE, "GENERALIZED_ALPHA", "MINIMAL_COORDINATES"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "decks", nargs="*", metavar="DECK", help="decks whose kernels are compiled; default: common decks"
    )
    parser.set_defaults(scattered="decks")
    add_run_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compile the kernels of each deck. The exit code is the highest exit code of a deck."""
    from rbsolve.solver.compiler.cache import has_compiler, writable

    code = ExitCode.DONE
    wanted = [(deck, deck_of(deck), options_of(arguments)) for deck in arguments.decks]
    if not wanted:
        wanted = [(title, text.format(*names).encode(), Options()) for title, text, *names in _USUAL]
    for title, deck, options in wanted:
        try:
            checked = check_deck(deck, options)
        except OSError as error:
            say_unreadable(str(title), error)
            code = ExitCode.INPUT_OUTPUT
            continue
        check_runnable(checked)
        if checked.solvable is None:
            say_diagnostics(list(checked.diagnostics))
            code = max(code, ExitCode.DECK_ERRORS)
            continue
        if manner().verbose:
            say_method(checked.model)
        _warm_up(title, checked, arguments.quiet)
    if say_where_code_is_not_kept():
        return ExitCode.INPUT_OUTPUT
    if has_compiler() and not arguments.quiet:
        say(f"kept in {writable()}")
    return code


def _warm_up(title: str | Path, checked: CheckedDeck, quiet: bool) -> None:
    """Run a single step of the deck in memory."""
    from rbsolve.solver.analyses.registry import make_engine
    from rbsolve.solver.compiler.progress import compiling_words, count_by, listen, seconds_spent
    from rbsolve.solver.run.chunk_size import chunk_for
    from rbsolve.solver.run.loop import first_compilations
    from rbsolve.solver.run.observer import Nowhere, Observer

    compilations: list[str] = []

    def listener(done: int, of: int | None, what: str) -> None:
        compilations.append(what)
        if not quiet:
            say(f"{title}: {compiling_words(done, of, what)}")

    before = seconds_spent()
    listen(listener)
    count_by(lambda: first_compilations(checked.model, checked.sensors))
    engine = make_engine(checked.model)
    chunk = chunk_for(checked.model, engine, 2)
    engine.advance(chunk, 1)
    Observer(checked.model, checked.sensors, engine.log).write(chunk, Nowhere())
    if not quiet:
        done = (
            f"{count(len(compilations), 'compilation')} in {seconds_spent() - before:.3g} s"
            if compilations
            else "nothing to compile"
        )
        say(f"{title}: {done}")
