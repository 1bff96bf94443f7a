"""Stores the evaluations of a search on disk. A resumed search reads them instead of solving the same runs again.

The results of its evaluations determine how a search proceeds. So a resumed search is bitwise identical to an
uninterrupted search. A line of the file is one evaluation in JSON. A killed process may leave an incomplete last line.
An incomplete or damaged line is deleted, with all lines after it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import IO, Any, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from rbsolve.pipeline import Parsed
from rbsolve.search.outputs import UNFINISHED, write_json
from rbsolve.search.responses import Responses
from rbsolve.search.variables import SearchError

Floats = NDArray[np.float64]
Found = TypeVar("Found")
COMMAND = "command.json"


class Journal:
    """The evaluations of one search. Without a file, nothing is stored.

    With `is_ended`, only stored evaluations exist. Another evaluation raises KeyboardInterrupt, as an interruption
    does.
    """

    def __init__(self, path: Path | None = None, *, is_ended: bool = False) -> None:
        self._known: dict[str, deque[dict[str, Any]]] = {}
        self._file: IO[bytes] | None = None
        self._is_ended = is_ended
        if path is not None:
            self._file = path.open("a+b")
            self._read(self._file)

    def once(
        self, x: Floats, is_whole: bool, kind: type[Found], responses: Responses, compute: Callable[[], Found]
    ) -> Found:
        """Return the evaluation at a point x, which is of the dataclass `kind`. If the evaluation is not stored,
        compute and store it. `is_whole` tells whether it has derivatives.
        """
        key = f"{is_whole} {np.ascontiguousarray(x).tobytes().hex()}"
        if self._known.get(key):
            record = self._known[key].popleft()
            responses.restore(record["responses"])
            return kind(*map(_read_value, record["found"]))
        if self._is_ended:
            raise KeyboardInterrupt
        found = compute()
        if self._file is not None:
            values = [_plain(getattr(found, each.name)) for each in fields(found)]  # type: ignore[arg-type]  # a dataclass
            record = {"key": key, "responses": responses.progress(), "found": values}
            self._file.write(json.dumps(record).encode() + b"\n")
            self._file.flush()
        return found

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _read(self, file: IO[bytes]) -> None:
        file.seek(0)
        end = 0
        for line in file:
            record = _record_of(line)
            if record is None:
                break
            self._known.setdefault(record["key"], deque()).append(record)
            end += len(line)
        file.truncate(end)


def _record_of(line: bytes) -> dict[str, Any] | None:
    """Return the evaluation in a line of the file, or None if the line is incomplete or damaged."""
    try:
        record = json.loads(line)
    except ValueError:
        return None
    complete = line.endswith(b"\n") and isinstance(record, dict) and {"key", "responses", "found"} <= record.keys()
    return record if complete else None


def digests(deck: Parsed) -> dict[str, str]:
    """Return the SHA-256 of the files of a deck, by name."""
    return {source.name: hashlib.sha256(source.text.encode()).hexdigest() for source in deck.sources}


def _plain(value: Any) -> Any:
    """Convert a value to types of JSON. Numbers keep all their bits."""
    if isinstance(value, np.ndarray):
        return {"shape": value.shape, "numbers": base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()}
    return [_plain(each) for each in value] if isinstance(value, Sequence) and not isinstance(value, str) else value


def _read_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return np.frombuffer(base64.b64decode(value["numbers"])).reshape(value["shape"]).copy()
    return [_read_value(each) for each in value] if isinstance(value, list) else value


def journal_of(folder: Path, number: int) -> Path:
    """Return the file with the evaluations of a start of a search."""
    return folder / f"evaluations-{number}.jsonl"


class Unfinished(NamedTuple):
    """The folder of a search that has not ended, inside the folder of its results."""

    folder: Path
    arguments: Sequence[str]
    """The arguments of the command line."""
    directory: str
    """The current directory of the command."""
    inputs: Mapping[str, str]
    """SHA-256 of the deck's files and of the data, by name."""

    @classmethod
    def find(cls, output: Path) -> Self | None:
        """Return the unfinished search of a folder of results, or None. Raise OSError if its file is damaged."""
        file = output / UNFINISHED / COMMAND
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
            return cls(output / UNFINISHED, found["arguments"], found["directory"], found["inputs"])
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError):
            raise OSError(f"{file} is damaged; run the command of the search again") from None

    @classmethod
    def begin(cls, output: Path, arguments: Sequence[str], directory: str, inputs: Mapping[str, str]) -> Self:
        """Start a search. The evaluations of an earlier search are deleted."""
        own = cls(output / UNFINISHED, arguments, directory, inputs)
        own.end()
        own.folder.mkdir()
        write_json(own.folder / COMMAND, {"arguments": arguments, "directory": directory, "inputs": inputs})
        return own

    def check(self, inputs: Mapping[str, str]) -> None:
        """Raise SearchError if a file has changed since the start of the search."""
        names = sorted({*inputs, *self.inputs})
        changed = [name for name in names if inputs.get(name) != self.inputs.get(name)]
        if changed:
            raise SearchError(f"{', '.join(changed)}: changed since the start of the search; run the command again")

    def evaluations(self) -> int:
        """Return the number of stored evaluations of all starts."""
        return sum(path.read_bytes().count(b"\n") for path in self.folder.glob("*.jsonl"))

    def journal(self, number: int, *, is_ended: bool = False) -> Journal:
        """Return the journal of a start of the search."""
        return Journal(journal_of(self.folder, number), is_ended=is_ended)

    def end(self) -> None:
        """Delete the folder."""
        if self.folder.is_dir():
            shutil.rmtree(self.folder)
