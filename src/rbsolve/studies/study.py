"""Defines `Study`, the interface to studies in Python. Its folders are the same as those of `rbsolve sweep`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.diagnostics import DeckError, Diagnostics
from rbsolve.studies.disk.folder import NotAStudyError, StudyFolder
from rbsolve.studies.status import FailedCase, Standing, failed_cases, status_of

if TYPE_CHECKING:
    from rbsolve.api.arguments import DeckSource
    from rbsolve.runs.results import Results
    from rbsolve.studies.collecting.reader import StudyResults
    from rbsolve.studies.design.request import StudyDesign
    from rbsolve.studies.preparation.growing import AskedCase
    from rbsolve.studies.preparation.preparing import Limits


class StudyError(RuntimeError):
    """The error that a study stopped before its end. str() contains the reason and a remedy."""


class CaseOptions(TypedDict, total=False):
    """The options of `Study.submit` that apply to each case. The value None means the default."""

    integrator: str | None
    formulation: str | None
    step: float | None
    t_end: float | None
    start_from: str | os.PathLike[str] | None
    options: Mapping[str, Any] | None
    keep: Sequence[str] | None
    every: int
    float32: bool
    responses: Mapping[str, str] | None
    time_limit: float | None
    memory_limit: float | None
    store: str | None


class Study:
    """Many cases of one deck in a folder. Processes that can be killed at any time solve the cases.

    ```python
    study = rbsolve.Study.submit("wing.deck", {"L": np.linspace(0.2, 0.4, 1000)}, "wing-study")
    study.resume()  # solves what is pending, on all cores
    study.status().failed, study.failures("deck-error")
    study.table("max(tip.z)", "final(energy)")["max(tip.z)"]  # (1000,)
    ```

    The folder has the same form as a folder from `rbsolve sweep`, so commands and scripts can work on the same study.
    An optimizer adds cases by `extend`. A script that solves cases itself gets them by `ask`, and returns their results
    by `tell`.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Open the study in a folder. Raise NotAStudyError (an OSError) if the folder contains no study."""
        self._folder = StudyFolder.open(Path(folder))

    @classmethod
    def submit(
        cls,
        deck: DeckSource,
        parameters: Mapping[str, Any],
        folder: str | os.PathLike[str],
        *,
        grid: bool = False,
        replace_cases: bool = False,
        **options: Unpack[CaseOptions],
    ) -> Study:
        """Create a study without solving it.

        `parameters` contains arrays (N,), or (N, k) for lists. A single value applies to all cases. With `grid`, all
        combinations are solved. The last parameter varies fastest. If the folder contains a study, its unchanged cases
        are reused. The other options apply to each case, and are optional:

        - `integrator`, `formulation`, `step` [s] and `t_end` [s] replace values of the deck. `options` contains
          keywords of its integrator: `{"SPECTRAL_RADIUS": 0.8}`.
        - `start_from` is the row of other results from which all cases start, "OUT.h5" or "OUT.h5@TIME".
        - `keep` names the sensors whose histories are stored (default: all). The word "envelopes" in it requests
          quantiles of all other sensors. Only every `every`-th row of a case and its last row are stored. With
          `float32`, histories are stored in single precision.
        - `responses` contains scalars by name, such as `{"reach": "max(tip.x1)"}`. The run of each case computes them.
        - `time_limit` [s] and `memory_limit` [GiB] apply to each case. `store` is the URL of the job store.

        Raise DeckError if the deck or a parameter has an error, and OSError if files cannot be read or written. Raise
        ValueError if `every` is less than 1, or if finished cases in the folder would be deleted (`replace_cases`
        permits this). Raise TypeError for an unknown option.
        """
        from rbsolve.api.arguments import locate
        from rbsolve.studies.preparation.checks import check_request, check_responses
        from rbsolve.studies.preparation.preparing import make_study

        if unknown := set(options) - set(CaseOptions.__annotations__):
            raise TypeError(f"Study.submit has no option {min(unknown)}")
        limits = _limits(options)
        with ExitStack() as opened:
            place = locate(deck)
            if isinstance(place, str):
                temporary_folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="rbsolve-")))
                (temporary_folder / "model.deck").write_text(place, encoding="utf-8")
                place = temporary_folder / "model.deck"
            diagnostics = Diagnostics()
            design = _with_options(_design(place, parameters, grid=grid), options)
            prepared = check_request(design, limits.keep, diagnostics)
            if prepared is None:
                raise DeckError(diagnostics)
            check_responses(prepared, limits.responses)
            made = make_study(prepared, Path(folder), limits, replace_cases=replace_cases)
        return cls(made.folder.path)

    @property
    def folder(self) -> Path:
        """Return the folder of the study."""
        return self._folder.path

    @property
    def parameters(self) -> dict[str, NDArray[np.float64]]:
        """Return the varying parameters by name, with the shape (cases,) or (cases, k)."""
        return {name: np.array(values) for name, values in self._folder.table.columns().items()}

    def __len__(self) -> int:
        return self._folder.manifest.cases

    def __repr__(self) -> str:
        found = self.status()
        return f"<Study {self.folder}: {found.state}, {found.done} of {found.cases} cases done, {found.failed} failed>"

    def status(self) -> Standing:
        """Return the status of the study: state, counts, rate, remaining time, and reasons for failures."""
        from rbsolve.studies.disk.opening import open_study_store

        with open_study_store(self._folder) as database:
            return status_of(self._folder, database)

    def failures(self, *reasons: str) -> list[FailedCase]:
        """Return the failed cases in order, with number, reason, message and parameters. If reasons are given, only
        cases that failed for one of them are returned.
        """
        from rbsolve.studies.disk.opening import open_study_store

        with open_study_store(self._folder) as database:
            return failed_cases(self._folder, database, reasons)

    def resume(self, jobs: int | None = None, executor: str = "local", *, wait: bool = True) -> Standing:
        """Solve the pending cases and collect study.h5. Return the status of the study.

        `jobs` is the number of solver processes (default: one per core). `executor` is "local", "dask:ADDRESS",
        "slurm:partition=NAME,time=MINUTES,...", or "module:factory". Without `wait`, a separate process solves the cases.
        It continues when this process ends. Ctrl-C raises KeyboardInterrupt. Solved cases are kept.

        Raise StudyError if the study stops before its end, for example because files cannot be written or the executor
        fails.
        """
        if not wait:
            words = [sys.executable, "-m", "rbsolve", "resume", str(self.folder), "--executor", executor, "-q"]
            words += [] if jobs is None else ["-j", str(jobs)]
            null = subprocess.DEVNULL
            subprocess.Popen(words, stdin=null, stdout=null, stderr=null, start_new_session=True)
            return self.status()
        from rbsolve.studies.preparation.reusing import take_up

        take_up(self._folder)
        self._work(jobs, executor)
        return self.status()

    def retry(
        self,
        cases: Iterable[int] | None = None,
        *,
        time_limit: float | None = None,
        memory_limit: float | None = None,
        jobs: int | None = None,
        executor: str = "local",
    ) -> Standing:
        """Run failed cases again: all of them by default, or only the cases with the given numbers. Cases that exceeded
        their time continue from their checkpoints.
        """
        from rbsolve.store import records
        from rbsolve.studies.disk.opening import open_study_store

        given = {"time_limit": time_limit, "memory_limit": memory_limit}
        limits = {name: value for name, value in given.items() if value is not None}
        if limits:
            self._folder.write_manifest(replace(self._folder.manifest, **limits))  # type: ignore[arg-type]  # the names are fields of the manifest
        with open_study_store(self._folder) as database:
            records.try_again(database, self._folder.manifest.id, None if cases is None else [*cases])
        return self.resume(jobs, executor)

    def cancel(self) -> Standing:
        """Stop the study, even if another process works on it. Finished cases are kept."""
        from rbsolve.store import records
        from rbsolve.studies.disk.opening import open_study_store

        with open_study_store(self._folder) as database:
            records.cancel(database, self._folder.manifest.id)
        return self.status()

    def _work(self, jobs: int | None, executor: str) -> None:
        from rbsolve.store.errors import StoreError
        from rbsolve.studies.disk.opening import open_study_store
        from rbsolve.studies.engines.engine import EngineError
        from rbsolve.studies.engines.registry import make_engine
        from rbsolve.studies.running.supervisor import Supervisor

        advice = f"solved cases are kept; `study.resume()` or `rbsolve resume {self.folder}` continues"
        try:
            engine = make_engine(executor, jobs or len(os.sched_getaffinity(0)))
            with open_study_store(self._folder) as database:
                supervisor = Supervisor(database, engine, self._folder.manifest.id, folder=self.folder.absolute())
                supervisor.run()
        except (EngineError, StoreError) as error:
            raise StudyError(f"{error}; {advice}") from error
        if supervisor.trouble:
            raise StudyError(f"{supervisor.trouble}; {advice}")
        if supervisor.record is not None and supervisor.record.ended:
            self._collect()

    def _collect(self) -> None:
        from rbsolve.studies.collecting.study_file import collect
        from rbsolve.studies.disk.opening import open_study_store

        if self._folder.manifest.kind == "study":
            with open_study_store(self._folder) as database:
                collect(self._folder, database)

    def results(self) -> StudyResults:
        """Update study.h5, and return the histories of all finished cases in it. Close the result, or use it as a
        context manager.
        """
        from rbsolve.studies.collecting.reader import StudyResults

        if self._folder.manifest.kind != "study":
            raise NotAStudyError(
                f"{self.folder} is a batch of decks: its results are the files in {self._folder.results}"
            )
        found = self.status()
        if found.is_at_work or not found.collected or found.state == "interrupted":
            self._collect()
        return StudyResults.open(self._folder.collected)

    def case(self, number: int) -> Results:
        """Return the results of one case, in memory. The case is solved again, and the results are bitwise identical to
        those in the study.
        """
        from rbsolve.runs.results import Results
        from rbsolve.studies.collecting.single import export_case

        if not 0 <= number < len(self):
            raise IndexError(f"there is no case {number}: the cases are 0 to {len(self) - 1}")
        with self.results() as found, tempfile.TemporaryDirectory(prefix="rbsolve-") as temporary_folder:
            path = Path(temporary_folder, "case.h5")
            export_case(found, number, path)
            return Results.from_image(path.read_bytes())

    def table(self, *scalars: str) -> dict[str, NDArray[Any]]:
        """Return columns (cases,) by title. They are the number, the parameters, the status, the reason and the message
        of each case, and the given scalars. If a case has no value of a scalar, it is NaN.

        The responses of the study are also columns. A scalar is a formula of numbers from histories and of design
        parameters, such as `max(tip.x3) - 2*#L`. For a sensor with several components, name one of them: `tip.x3`,
        `tip.z` or `tip.3`. Raise ScalarError, a ValueError, for an unknown scalar.
        """
        from rbsolve.studies.collecting.scalars import response
        from rbsolve.studies.collecting.tables import named_columns

        with self.results() as study:
            found: dict[str, NDArray[Any]] = {"case": np.arange(len(study)), **named_columns(study.parameters, {})}
            found |= {"status": study.status, "reason": study.reason, "message": study.message}
            found |= {name: numbers for name, (numbers, _) in study.responses.items()}
            found |= {text: response(study, text)[0] for text in scalars}
        return found

    def extend(self, parameters: Mapping[str, Any]) -> list[int]:
        """Add cases to a study that is not running. Return the numbers of the added cases. `parameters` contains
        arrays (N,), or (N, k) for lists, for every parameter that varies.
        """
        from rbsolve.ensemble.ensemble import parameter_arrays
        from rbsolve.studies.preparation.growing import extend

        table = self._folder.table
        arrays = parameter_arrays(parameters)
        if {*arrays} != {*table.names}:
            raise ValueError(f"the study varies {', '.join(table.names)}; given: {', '.join(arrays) or 'none'}")
        columns = []
        for name, width in zip(table.names, table.widths, strict=True):
            values = np.asarray(arrays[name], dtype=np.float64).reshape(len(arrays[name]), -1)
            if values.shape[1] != width:
                raise ValueError(f"{name} has {width} numbers, but {values.shape[1]} are given")
            columns.append(values)
        return extend(self._folder, np.hstack(columns))

    def ask(self, count: int = 1) -> list[AskedCase]:
        """Lease at most `count` pending cases to this script, which must then solve them. Each case has a `number` and
        `parameters`.

        No other process solves these cases until `tell`. If the script ends, its cases become pending again at the next
        `resume`.
        """
        from rbsolve.studies.preparation.growing import ask

        return ask(self._folder, count)

    def tell(self, case: AskedCase, outcome: Results | str) -> None:
        """Record the outcome of a case. It is the results of the case, or a message with the reason why there are no
        results.

        Raise StudyError if the case was already reported, or is leased to another process. The study does not change
        then.
        """
        from rbsolve.studies.preparation.growing import tell

        if tell(self._folder, [(case, outcome)]):
            raise StudyError(
                f"case {case.number} was already reported, or leased to another process; these results are ignored"
            )


def _with_options(design: StudyDesign, options: CaseOptions) -> StudyDesign:
    """Return `design` with the options that determine how its cases are integrated, and from which row they start."""
    start_from = options.get("start_from")
    return replace(
        design,
        integrator=options.get("integrator"),
        formulation=options.get("formulation"),
        step=options.get("step"),
        t_end=options.get("t_end"),
        start_from=None if start_from is None else os.fspath(start_from),
        method_options={key.removeprefix("@"): str(value) for key, value in (options.get("options") or {}).items()},
    )


def _limits(options: CaseOptions) -> Limits:
    """Return limits and storage of the cases. Raise ValueError if `every` is less than 1."""
    from rbsolve.ensemble.storing import check_storing
    from rbsolve.studies.preparation.preparing import Limits

    every, keep = options.get("every", 1), options.get("keep")
    if why := check_storing(every):
        raise ValueError(why)
    return Limits(
        time=options.get("time_limit"),
        memory=options.get("memory_limit"),
        keep=None if keep is None else tuple(keep),
        every=every,
        float32=options.get("float32", False),
        store=options.get("store"),
        command="rbsolve.Study.submit",
        responses=options.get("responses") or {},
    )


def _design(deck: Path, parameters: Mapping[str, Any], *, grid: bool) -> StudyDesign:
    """Convert arrays of parameters to a design. Messages refer to the parameters by their names."""
    from rbsolve.language.diagnostics import Source, Span
    from rbsolve.studies.design.request import Axis, StudyDesign

    axes = []
    for name, given in parameters.items():
        values = np.asarray(given, dtype=np.float64)
        rows = values.reshape(1, 1) if values.ndim == 0 else values.reshape(len(values), -1)
        place = Span(Source("parameters", name), 1, 1, 1, len(name) + 1)
        axes.append(Axis(name.removeprefix("#"), place, values=tuple(map(tuple, rows.tolist()))))
    place = Span(Source("deck", str(deck)), 1, 1, 1, len(str(deck)) + 1)
    return StudyDesign(deck, place, tuple(axes), zipped=not grid)
