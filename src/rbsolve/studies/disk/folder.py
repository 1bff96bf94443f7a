"""Manages a study on disk. It consists of a definition, copies of the decks, the parameters of all cases, and shards
with rows.

```
STUDY/study.toml        the definition of the study, made by `rbsolve sweep`; must not be edited
STUDY/decks/            copies of the decks with their includes, from the creation of the study
STUDY/parameters.npy    the parameters of all cases (cases, columns)
STUDY/study.db          the job store, unless `--store` names another store
STUDY/shards/           rows of the cases, one file per chunk of cases
STUDY/checkpoints/      states and rows of long cases that are being solved, two files per case
STUDY/results/          for a batch: one ordinary results file per case
STUDY/study.h5          all rows in one file
```
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rbsolve.pipeline import Options
    from rbsolve.studies.design.cases import CaseTable

MANIFEST = "study.toml"
_STORE = ("study.db", "study.db-wal", "study.db-shm")
LEFT_BEHIND = {*_STORE, "decks", "shards", "checkpoints", "parameters.npy", ".parameters.npy", f".{MANIFEST}.part"}
"""Files that a folder may contain if the machine stopped during the creation of the study."""


class NotAStudyError(OSError):
    """The error that a folder contains no study. str() is the message."""


@dataclass(frozen=True, slots=True)
class Ids:
    """Digests of the inputs that determine the rows of a case. The digest of the parameters is added to them for each
    case.
    """

    deck: str
    solver: str
    environment: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The data of a study."""

    id: str
    kind: str
    """With `study`, the rows of all cases are stored together. With `batch` and `job`, each case has an ordinary
    results file. With `starts`, each case is a local search of an optimization (`studies/starts`).
    """
    cases: int
    decks: list[str]
    """The decks in the folder. A study has only one deck."""
    names: list[str]
    """The parameters that vary."""
    widths: list[int]
    ids: Ids
    integrator: str | None = None
    formulation: str | None = None
    step: float | None = None
    t_end: float | None = None
    linearize: str | None = None
    """For a job, the state for a linearization, as in `rbsolve linearize --at`."""
    search: str | None = None
    """For a job, `fit` or `optimize` if it searches for parameters (`running/searching.py`)."""
    start_from: str | None = None
    """The file in the folder that contains the row from which all cases start, and the time of this row."""
    method_options: dict[str, str] = field(default_factory=dict)
    keep: list[str] | None = None
    """Sensors whose histories are stored. With None, these are all sensors. With an empty list, only scalars are
    stored.
    """
    every: int = 1
    """Every `every`-th row of a case and its last row are stored."""
    float32: bool = False
    """Whether histories are stored in single precision."""
    envelope_times: list[float] = field(default_factory=list)
    """The times [s] of the envelopes of all sensors that are not in `keep`. Without envelopes, the list is empty."""
    sampling: str = ""
    """The method of the sample. The text is empty if the cases are not a sample."""
    responses: dict[str, str] = field(default_factory=dict)
    """Scalars by name. The process that solves a case computes its scalars."""
    origins: list[str] = field(default_factory=list)
    """The original folders of the decks. They are needed to find the copies of files with absolute paths."""
    checkpoint_every: float = 30.0
    """Seconds of wall time between two checkpoints of a case."""
    time_limit: float | None = None
    memory_limit: float | None = None
    on_failure: str = "continue"
    lanes: int = 0
    """The number of cases that a process steps in parallel lanes. 0 means the number that saves most time."""
    store: str | None = None
    previous: dict[str, str] = field(default_factory=dict)
    """The digests of the previous study in the folder, by the names of Ids."""
    command: str = ""
    created: str = ""

    @property
    def storage(self) -> tuple[Any, ...]:
        """Return the settings for stored histories. If two studies have equal settings, their rows can be in one file."""
        return self.keep, self.every, self.float32, self.envelope_times


class StudyFolder:
    """The folder of a study."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._manifest: Manifest | None = None
        self._table: CaseTable | None = None

    @classmethod
    def open(cls, path: Path) -> StudyFolder:
        """Open a folder with a study. Raise NotAStudyError if the folder contains no study."""
        folder = cls(path)
        try:
            folder.manifest  # noqa: B018  # reading it raises the error
        except FileNotFoundError as error:
            raise NotAStudyError(f"{path} contains no study: it has no {MANIFEST}") from error
        except OSError as error:
            raise NotAStudyError(f"{path} contains no study: {_reason(error)}") from error
        except (ValueError, TypeError, KeyError) as error:
            raise NotAStudyError(f"{path} contains no study: its {MANIFEST} cannot be used ({error})") from error
        return folder

    @property
    def manifest(self) -> Manifest:
        """Return the data of the study."""
        if self._manifest is None:
            content = tomllib.loads((self.path / MANIFEST).read_text(encoding="utf-8"))
            ids = Ids(**content.pop("ids"))
            self._manifest = Manifest(**content, ids=ids)
        return self._manifest

    def write_manifest(self, manifest: Manifest) -> None:
        """Write study.toml, either completely or not at all."""
        self._manifest = manifest
        write_whole(self.path / MANIFEST, as_toml(asdict(manifest)).encode())

    @property
    def shards(self) -> Path:
        """Return the folder of the rows."""
        return self.path / "shards"

    @property
    def checkpoints(self) -> Path:
        """Return the folder with the states and rows of long cases that are being solved."""
        return self.path / "checkpoints"

    @property
    def found_so_far(self) -> Path:
        """Return the file with the diagnostics that the run of a job has reported so far. Without diagnostics, the file
        does not exist.
        """
        return self.path / "found.json"

    @property
    def results(self) -> Path:
        """Return the folder of the results files of a batch."""
        return self.path / "results"

    @property
    def collected(self) -> Path:
        """Return the file that contains all rows."""
        return self.path / "study.h5"

    @property
    def table(self) -> CaseTable:
        """Return the parameters of all cases."""
        if self._table is None:
            import numpy as np

            from rbsolve.studies.design.cases import CaseTable

            path = self.path / "parameters.npy"
            try:
                values = np.load(path, mmap_mode="r", allow_pickle=False)
            except (OSError, ValueError, EOFError) as error:
                raise NotAStudyError(
                    f"{path}, the parameters of the study, cannot be read: {_reason(error)}"
                ) from error
            self._table = CaseTable(tuple(self.manifest.names), tuple(self.manifest.widths), values)
        return self._table

    def write_table(self, table: CaseTable) -> None:
        """Write the parameters of all cases."""
        import numpy as np

        temporary = self.path / ".parameters.npy"
        np.save(temporary, np.ascontiguousarray(table.values, dtype=np.float64))
        os.replace(temporary, self.path / "parameters.npy")
        self._table = table

    def deck(self, case: int) -> Path:
        """Return the deck of a case."""
        return self.path / self.manifest.decks[self._number(case)]

    def _number(self, case: int | None) -> int:
        """Return the number of a case's deck."""
        return case if case is not None and self.manifest.kind == "batch" else 0

    def options(self, case: int | None) -> Options:
        """Return the settings for a case. For None, return the settings that all cases share."""
        from rbsolve.language.diagnostics import Moved
        from rbsolve.pipeline import Options

        manifest = self.manifest
        moved = None
        if manifest.origins:  # a study of an earlier version has no origins
            number = self._number(case)
            moved = Moved(manifest.origins[number], str(self.path.joinpath(manifest.decks[number]).parent))
        options = Options(
            parameters={} if case is None else self.table.case(case),
            integrator=manifest.integrator,
            formulation=manifest.formulation,
            step=manifest.step,
            t_end=manifest.t_end,
            start_from=self.start_from,
            allow_include=(self.path / "decks",),
            moved=moved,
            method_options=manifest.method_options,
        )
        if manifest.linearize is None:
            return options
        from rbsolve.runs.linearize import options_at

        return options_at(options, manifest.linearize)

    @property
    def start_from(self) -> str | None:
        """Return the row from which all cases start, in the form of `--start-from`. It is a copy in the study's folder."""
        named = self.manifest.start_from
        return None if named is None else str(self.path / named)

    def result_of(self, case: int) -> Path:
        """Return the results file of a case of a batch."""
        stems = [Path(deck).stem for deck in self.manifest.decks]
        stem = self.deck(case).stem
        return self.results / (f"{stem}.h5" if stems.count(stem) == 1 else f"{stem}-{case}.h5")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file either completely or not at all, even if the machine stops."""
    temporary = path.with_name(f".{path.name}.part")
    with temporary.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(temporary, path)


def as_toml(content: Mapping[str, Any]) -> str:
    """Convert a table to TOML. Its values are texts, numbers, lists, or tables. Keys without a value are omitted.

    Undecodable bytes in a file name become question marks.
    """
    plain = {key: value for key, value in content.items() if value is not None and not isinstance(value, Mapping)}
    lines = [f"{key} = {_toml_value(value)}" for key, value in plain.items()]
    for key, value in content.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{key}]", *(f"{name} = {_toml_value(item)}" for name, item in value.items())]
    return "\n".join(lines) + "\n"


def _toml_value(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)  # numbers, lists and escapes have the same notation in JSON and TOML
    return as_text(text).replace("\x7f", "\\u007f")


def as_text(name: str) -> str:
    """Return the name of a file, with a question mark for each byte that is not UTF-8."""
    return name.encode(errors="replace").decode()


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
