"""Reads a study from a TOML file beside its deck. The file is checked like a deck, and each error has a place.

```toml
deck = "wing.deck"
output = "wing-study"
where = ["#L*#speed < 2"]  # conditions that all cases meet

[parameters]
L = "0.1:0.5:9"          # a range; [1, 2, 5] is a list, 0.3 one value, [[0, 0, 1], [0, 1, 0]] a list of vectors
speed = { from = 1, to = 5, count = 3 }

[sample]                 # between the bounds of all ranges, instead of the grid
size = 100
method = "lhs"
seed = 1

[correlations]           # between parameters of a sample
"L,speed" = 0.5

[responses]              # scalars of each case, computed where it is solved
reach = "max(tip.x1) - #L"

[run]
step = 1e-4
jobs = 4
keep = ["tip"]
every = 10               # every 10th row is stored
float32 = true           # in single precision
```
"""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rbsolve.ensemble.wanted import number_of_lanes
from rbsolve.language.diagnostics import Code, Diagnostics, Source, Span
from rbsolve.studies.design.dependence import Condition, Correlation, read_correlation
from rbsolve.studies.design.request import METHODS, Axis, Sampling, StudyDesign, check_range, read_axis

TOP = ("deck", "output", "zip", "table", "where", "parameters", "sample", "correlations", "responses", "run")
SAMPLE = ("size", "method", "seed")
# For each option of a run, the permitted types.
RUN: dict[str, tuple[type, ...]] = {
    "integrator": (str,),
    "formulation": (str,),
    "step": (int, float),
    "t_end": (int, float),
    "start_from": (str,),
    "jobs": (int,),
    "executor": (str,),
    "checkpoint_every": (int, float),
    "time_limit": (int, float),
    "memory_limit": (int, float),
    "on_failure": (str,),
    "lanes": (int, str),
    "keep": (list, str),
    "every": (int,),
    "float32": (bool,),
    "store": (str,),
}
_POSITION = re.compile(r"\(at line (\d+), column (\d+)\)")


def read_study_file(path: Path, diagnostics: Diagnostics) -> StudyDesign | None:
    """Return the request of a study file. If the file is invalid, return None and add diagnostics. Raise OSError if the
    file cannot be read.
    """
    text = path.read_bytes().decode("utf-8", errors="replace")
    source = Source(str(path), text.replace("\r\n", "\n"))
    diagnostics.know_file(source)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _POSITION.search(str(error))
        line, column = (int(place[1]), int(place[2])) if place else (source.text.count("\n") + 1, 1)
        message = _POSITION.sub("", str(error)).strip()
        diagnostics.error(Code.SYNTAX_ERROR, message, Span(source, line, column, line, column + 1))
        return None
    return _Reader(source, path.parent, diagnostics).read(content)


class _Reader:
    def __init__(self, source: Source, folder: Path, diagnostics: Diagnostics) -> None:
        self._source, self._folder, self._report = source, folder, diagnostics

    def read(self, content: dict[str, Any]) -> StudyDesign | None:
        before = len(self._report)
        if "ids" in content and "decks" in content:
            message = "this is the internal record of a study in its folder, not a study file"
            self._report.error(
                Code.INVALID_VALUE,
                message,
                self._place("", "id"),
                f"`rbsolve resume {self._folder}` continues that study",
            )
            return None
        self._check_known(content, TOP, "")
        deck = content.get("deck")
        if not isinstance(deck, str):
            place = self._place("", "deck")
            self._report.error(Code.MISSING_KEYWORD, "the study file names no deck", place, 'deck = "wing.deck"')
        axes = [self._axis(name, value) for name, value in self._table(content, "parameters").items()]
        run = self._run(content)
        request = StudyDesign(
            deck=self._folder / str(deck),
            deck_span=self._place("", "deck"),
            axes=tuple(axis for axis in axes if axis is not None),
            zipped=bool(self._check_type(content, "", "zip", (bool,), False)),
            sampling=self._read_sampling(content),
            correlations=self._correlations(content),
            conditions=self._conditions(content),
            table=self._rows_of(content),
            integrator=run.pop("integrator", None),
            formulation=run.pop("formulation", None),
            step=run.pop("step", None),
            t_end=run.pop("t_end", None),
            start_from=None if (start := run.pop("start_from", None)) is None else str(self._folder / start),
            responses=self._responses(content),
            run={**run, "output": self._check_type(content, "", "output", (str,), None)},
        )
        return request if len(self._report) == before else None

    def _rows_of(self, content: dict[str, Any]) -> tuple[Path, Span] | None:
        name = self._check_type(content, "", "table", (str,), None)
        return None if name is None else (self._folder / name, self._place("", "table"))

    def _run(self, content: dict[str, Any]) -> dict[str, Any]:
        given = self._table(content, "run")
        self._check_known(given, tuple(RUN), "run")
        run = {key: self._check_type(given, "run", key, RUN[key], None) for key in given if key in RUN}
        for key in ("step", "jobs", "checkpoint_every", "time_limit", "memory_limit", "every"):
            if run.get(key) is not None and not run[key] > 0:
                self._report.error(Code.INVALID_VALUE, f"`{key}` must be positive", self._place("run", key))
        if run.get("on_failure", "continue") not in ("continue", "stop"):
            place = self._place("run", "on_failure")
            self._report.error(Code.INVALID_VALUE, "`on_failure` must be continue or stop", place)
        if run.get("lanes") is not None:
            try:
                run["lanes"] = number_of_lanes(str(run["lanes"]))
            except ValueError as error:
                self._report.error(Code.INVALID_VALUE, f"`lanes`: {error}", self._place("run", "lanes"))
        if isinstance(run.get("keep"), str):
            run["keep"] = [name.strip() for name in str(run["keep"]).split(",")]
        return run

    def _correlations(self, content: dict[str, Any]) -> tuple[Correlation, ...]:
        given = self._table(content, "correlations")
        found = [
            read_correlation(names, str(number), self._place("correlations", names), self._report)
            for names, number in given.items()
        ]
        return tuple(one for one in found if one is not None)

    def _conditions(self, content: dict[str, Any]) -> tuple[Condition, ...]:
        texts = self._check_type(content, "", "where", (list, str), [])
        place = self._place("", "where")
        return tuple(Condition(str(text), place) for text in ([texts] if isinstance(texts, str) else texts))

    def _responses(self, content: dict[str, Any]) -> dict[str, tuple[str, Span]]:
        given = self._table(content, "responses")
        for name, text in given.items():
            place = self._place("responses", name)
            if not isinstance(text, str):
                hint = f'{name} = "max(sensor.component)"'
                self._report.error(Code.WRONG_TYPE, f"the response `{name}` must be a text", place, hint)
            elif not name.isidentifier():
                message = f"`{name}` is not a valid name of a response: use letters, digits and _"
                self._report.error(Code.INVALID_VALUE, message, place)
        return {name: (str(text), self._place("responses", name)) for name, text in given.items()}

    def _axis(self, name: str, value: Any) -> Axis | None:
        place = self._place("parameters", name)
        if isinstance(value, str):
            return read_axis(name, value, place, self._report)
        if isinstance(value, dict):
            self._check_known(value, ("from", "to", "count"), f"parameters.{name}")
            low, high, count = value.get("from"), value.get("to"), value.get("count")
            if not (isinstance(low, (int, float)) and isinstance(high, (int, float))):
                self._wrong(name, place)
                return None
            axis = Axis(name, place, low=low, high=high, count=count if isinstance(count, int) else None)
            return axis if check_range(axis, self._report) else None
        items = value if isinstance(value, list) else [value]
        values = [tuple(item) if isinstance(item, list) else (item,) for item in items]
        if not values or not all(item and all(_number(number) for number in item) for item in values):
            self._wrong(name, place)
            return None
        return Axis(name, place, values=tuple(tuple(float(number) for number in item) for item in values))

    def _wrong(self, name: str, place: Span) -> None:
        hint = '"0.1:0.5:9", [1, 2, 5], 0.3, [[0, 0, 1], [0, 1, 0]] or { from = 1, to = 5, count = 3 }'
        self._report.error(Code.WRONG_TYPE, f"the values of `{name}` cannot be read", place, hint)

    def _read_sampling(self, content: dict[str, Any]) -> Sampling | None:
        given = self._table(content, "sample")
        if not given:
            return None
        self._check_known(given, SAMPLE, "sample")
        size = self._check_type(given, "sample", "size", (int,), 0)
        method = self._check_type(given, "sample", "method", (str,), "lhs")
        seed = self._check_type(given, "sample", "seed", (int,), 0)
        if not isinstance(size, int) or size < 1:
            self._report.error(
                Code.MISSING_KEYWORD, "the sample has no size", self._place("sample", "size"), "size = 100"
            )
        if isinstance(seed, int) and seed < 0:
            self._report.error(Code.INVALID_VALUE, "a seed must be at least 0", self._place("sample", "seed"))
        if method not in METHODS:
            place = self._place("sample", "method")
            self._report.error(
                Code.INVALID_VALUE, f"unknown method `{method}`", place, f"the methods are {', '.join(METHODS)}"
            )
        return Sampling(size or 1, str(method), seed or 0, self._place("", "sample"))

    def _table(self, content: dict[str, Any], key: str) -> dict[str, Any]:
        value = content.get(key, {})
        if isinstance(value, dict):
            return value
        self._report.error(Code.WRONG_TYPE, f"`{key}` must be a table", self._place("", key), f"[{key}]")
        return {}

    def _check_type(self, table: dict[str, Any], where: str, key: str, types: tuple[type, ...], default: Any) -> Any:
        value = table.get(key, default)
        if value is default or (isinstance(value, types) and (bool in types or not isinstance(value, bool))):
            return value
        words = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", list: "a list"}
        wanted = words[types[-1]]
        self._report.error(Code.WRONG_TYPE, f"`{key}` must be {wanted}", self._place(where, key))
        return default

    def _check_known(self, table: dict[str, Any], known: tuple[str, ...], where: str) -> None:
        for key in table:
            if key not in known:
                close = get_close_matches(key, known, 1)
                hint = f"did you mean `{close[0]}`?" if close else f"known keys: {', '.join(known)}"
                name = f"`{key}`" + (f" in [{where}]" if where else "")
                self._report.error(
                    Code.UNKNOWN_KEYWORD, f"unknown key {name} of a study", self._place(where, key), hint
                )

    def _place(self, table: str, key: str) -> Span:
        """Return the line of a key, or the first line if the key is not given."""
        current = ""
        for number, line in enumerate(self._source.text.split("\n"), start=1):
            stripped = line.strip()
            heading = re.match(r"\[\s*([^\[\]]+?)\s*\]", stripped)
            if heading and "=" not in stripped.split("#")[0]:
                current = heading[1]
                if not table and current == key:
                    return Span(self._source, number, 1, number, 1 + len(line))
                continue
            found = re.match(rf"""(\s*)(["']?)({re.escape(key)})\2\s*[=.]""", line)
            if found and current == table:
                column = 1 + found.start(3)
                return Span(self._source, number, column, number, column + len(key))
        return Span(self._source, 1, 1, 1, 1)


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < float("inf")
