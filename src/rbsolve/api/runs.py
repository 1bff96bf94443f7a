"""Functions that solve and linearize decks and open results: solve, solve_many, linearize, open_results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.api.arguments import DeckSource, File, chosen_options, file_of, mapping
from rbsolve.api.model import Model, load, runnable, without_errors
from rbsolve.display.following import Follower, follow_cases, follow_run
from rbsolve.display.mappings import unknown
from rbsolve.pipeline import check_runnable

if TYPE_CHECKING:
    from rbsolve.ensemble.ensemble import Ensemble
    from rbsolve.runs.results import Results
    from rbsolve.solver.analyses.linearized.record import Linearization
    from rbsolve.solver.model.outcome import Outcome
    from rbsolve.steering.steered import Callback


class SolveError(RuntimeError):
    """The error of a failed run. `outcome` is the kind of failure, and `results` contains the output rows before the
    failure. str() returns the cause and a remedy.
    """

    def __init__(self, message: str, outcome: Outcome, results: Results) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.results = results

    def __reduce__(self) -> tuple[type[SolveError], tuple[str, Outcome, Results]]:
        """Pickle the results too, because by default only the message of an exception is pickled."""
        return SolveError, (str(self), self.outcome, self.results)


def solve(
    model: Model | DeckSource,
    parameters: Mapping[str, Any] | None = None,
    integrator: str | None = None,
    formulation: str | None = None,
    step: float | None = None,
    t_end: float | None = None,
    output: File | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    motion: bool = True,
    start_from: str | Path | None = None,
    callbacks: Mapping[str, Callback] | None = None,
    progress: Follower = None,
) -> Results:
    """Solve a deck. Arguments override the settings of the deck.

    ```python
    results = rbsolve.solve("wing.deck", parameters={"L": 0.35}, step=1e-4, output="wing.h5")
    ```

    If `model` is a loaded model, `parameters` are added to its parameters. `integrator` is an INTEGRATOR_TYPE or a
    short name such as "RK44". `options` contains keywords of its block: `{"SPECTRAL_RADIUS": 0.8}`. Without `output`
    the results stay in memory, and `results.save(path)` writes them. With `motion=False`, the results do not contain
    the motion of the bodies. `start_from` ("OUT.h5" or "OUT.h5@TIME") names an output row of other results; the run
    starts from this row. `callbacks` maps names of signals of type EXTERNAL to Python functions `f(t, sensors) ->
    float`. The run calls each function once before each step. `sensors["tip"]` (k,) is the current value of a sensor.
    The returned value is constant during the step. `progress` controls the progress display: None shows a bar in
    notebooks, True always shows a bar, False never does. If `progress` is a function, it receives a record with `time`
    [s] and `steps` about ten times a second.

    Raise DeckError if the deck has errors, SolveError if the run fails, and OSError if a file cannot be read or
    written. After a failure, SolveError and the file `output` contain the output rows before the failure. Ctrl-C raises
    KeyboardInterrupt. The file `output` then contains the rows before the interruption.
    """
    from rbsolve.results.file.conventions import Status
    from rbsolve.runs.results import Results
    from rbsolve.runs.run import run_model
    from rbsolve.solver.run.supervision import Supervision

    chosen = chosen_options(integrator, formulation, step, t_end, options)
    if start_from is not None:
        chosen = chosen._replace(start_from=str(start_from))
    checked = runnable(model, parameters, chosen)
    path = None if output is None else file_of("output", output)
    steered = None
    if callbacks is not None:
        from rbsolve.steering.steered import wrap_engine

        steered = wrap_engine(checked, mapping("callbacks", callbacks))
    schedule = checked.model.schedule
    with follow_run(progress, schedule.start, schedule.stop) as follower:
        watched = Supervision(follower)
        run = run_model(checked, path, watched, command="rbsolve.solve", motion=motion, steered=steered)
    results = Results(run.file, None) if path is None else Results.open(path)
    if run.status is Status.FAILED:
        raise SolveError(run.message, run.summary.outcome, results)
    return results


def solve_many(
    model: Model | DeckSource,
    parameters: Mapping[str, Any],
    integrator: str | None = None,
    formulation: str | None = None,
    step: float | None = None,
    t_end: float | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    sensors: Sequence[str] | None = None,
    threads: int | None = None,
    spill: File | None = None,
    lanes: int | str = "auto",
    every: int = 1,
    float32: bool = False,
    responses: Mapping[str, str] | None = None,
    progress: Follower = None,
) -> Ensemble:
    """Solve a deck for every value of some parameters, on all cores.

    ```python
    ensemble = rbsolve.solve_many("wing.deck", {"L": np.linspace(0.2, 0.4, 1000)})
    ensemble["tip"].shape  # (1000, n, 3)
    ```

    `parameters` are arrays (N,) for N cases, or (N, k) for lists of k numbers. A single value applies to all cases.
    The other arguments have the same meaning as in `solve`. `sensors` names the sensors whose histories are kept
    (default: all). The word "envelopes" in this list requests the quantiles of all other sensors
    (`Ensemble.envelope`). `responses` contains scalars by name, such as `{"reach": "max(tip.x1)"}`
    (`Ensemble.responses`). Neither needs histories: with `sensors=[]`, the memory does not depend on the number of
    rows. `threads` is the number of cases that run at the same time (default: one for each core). Each case is
    bitwise identical to a single run. `lanes` is the number of cases that a core steps together: 1, 4, 8, 16, or
    "auto". With "auto", the number fits the vector length of the processor if this saves time, and is otherwise 1.
    If a case fails, `status` and `messages` record the failure, and the other cases continue. `progress` is as in
    `solve`, except that a function receives the number of finished cases and the total. If `spill` names a folder,
    the histories are arrays in its files (`sensor-NAME.npy`). The histories can then be larger than the memory.
    Only every `every`-th row of a case and its last row are stored. With `float32`, histories are stored in single
    precision. `Ensemble.case` provides all rows of a case in double precision.

    Raise DeckError if the deck has errors for some values of the parameters. Raise ValueError if arrays differ in
    length, a name is unknown, `every` is less than 1, a scalar is invalid, or the deck does not support the given lanes.
    Raise OSError if the deck cannot be read or if the folder cannot be written.
    """
    from rbsolve.ensemble.ensemble import Ensemble, parameter_arrays
    from rbsolve.ensemble.envelopes import split_kept, times_of
    from rbsolve.ensemble.lanes import refusal
    from rbsolve.ensemble.storing import Outputs, Storing, check_storing
    from rbsolve.ensemble.variation import Variation
    from rbsolve.ensemble.wanted import number_of_lanes
    from rbsolve.results.scalars.scalar import Scalar

    if why := check_storing(every):
        raise ValueError(why)
    chosen = chosen_options(integrator, formulation, step, t_end, options)
    loaded = model if isinstance(model, Model) else load(model)
    base = loaded.checked
    arrays = parameter_arrays(parameters)
    for name in arrays:
        if name not in loaded.parameters:
            raise ValueError(str(unknown("design parameter", name, list(loaded.parameters))))
    keep, has_envelopes = split_kept(sensors)
    known = {plan.name: plan for plan in base.sensors}
    for name in keep or ():
        if name not in known:
            raise ValueError(str(unknown("sensor", name, list(known))))
    check_runnable(base)
    without_errors(base)
    for scalar in (responses or {}).values():
        Scalar(scalar, known, base.contents.parameters)
    chosen = chosen._replace(parameters=base.options.parameters, allow_include=base.options.allow_include)
    folder = None if spill is None else Path(spill)
    wanted, variation = number_of_lanes(str(lanes)), Variation(base.source, chosen)
    if wanted > 1 and (compiled := variation.check({}).compiled) and (why := refusal(wanted, compiled)):
        raise ValueError(why)
    compiled = variation.check({}).compiled if has_envelopes else None
    times = () if compiled is None else times_of(compiled.schedule)
    outputs = Outputs(Storing(every, float32), times, responses or {})
    with follow_cases(progress) as follower:
        return Ensemble.solve(variation, arrays, threads, keep, folder, wanted, follower, outputs)


def linearize(
    model: Model | DeckSource,
    at: float | str | None = None,
    parameters: Mapping[str, Any] | None = None,
    integrator: str | None = None,
    formulation: str | None = None,
    step: float | None = None,
    output: File | None = None,
    *,
    bodies: bool = False,
) -> Linearization:
    """Linearize a deck about the state at the time `at` [s]. `at` can also be "start", "end" or "equilibrium".

    ```python
    small = rbsolve.linearize("wing.deck", at="equilibrium")
    small.frequencies, small.damping_ratios, small.stability
    ```

    The default of `at` is the equilibrium for a STATIC deck, otherwise the start. The file `output` contains the
    section `/linearization`, and the sensors of the run up to this state. With `bodies=True`, `small.body_terms`
    contains the residual, M, G and K of each body.

    Raise DeckError if the deck has errors, and SolveError if the run to the state fails. Raise LinearizationError (a
    ValueError) if the model cannot be linearized at this state.
    """
    from rbsolve.results.file.conventions import Status
    from rbsolve.runs.linearize import LinearizeAtEnd, options_at
    from rbsolve.runs.results import Results
    from rbsolve.runs.run import run_model
    from rbsolve.solver.analyses.linearized.linearize import LinearizationError

    try:
        options = options_at(chosen_options(integrator, formulation, step), at)
    except ValueError as error:
        raise ValueError(f"at: {error}") from None
    checked = runnable(model, parameters, options)
    path = None if output is None else Path(output)
    sequel = LinearizeAtEnd(checked.model, bodies)
    run = run_model(checked, path, sequel=sequel, command="rbsolve.linearize")
    if run.status is Status.FAILED:
        results = Results(run.file, None) if path is None else Results.open(path)
        raise SolveError(run.message, run.summary.outcome, results)
    if sequel.found is None:
        raise LinearizationError(sequel.error)
    return sequel.found


def open_results(path: File) -> Results:
    """Open a results file. Use the result as a context manager, or close it after use.

    Raise OSError if the file does not exist or is not a results file.
    """
    from rbsolve.runs.results import Results

    return Results.open(Path(path))
