"""The texts of `rbsolve info`."""

import json
from types import SimpleNamespace

import h5py
import numpy as np
import pytest

from rbsolve.results.contents.stored import StoredResults
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.presentation import info
from rbsolve.results.presentation.info import _steps

RUN = {"steps": 10000, "wall_time": 5.86}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"compiling_time": 5.52, "loading_time": 0.3}, "10000 in 0.04 s, after 5.52 s of compiling"),
        ({"compiling_time": 0.0, "loading_time": 1.36}, "10000 in 4.5 s, after 1.36 s of loading"),
        ({}, "10000 in 5.86 s"),  # a file that an earlier version wrote
        ({"rejected_steps": 7, "newton_iterations": 31}, "10000, 7 rejected, 31 Newton iterations in 5.86 s"),
        ({"wall_time": 0.0, "rejected_steps": 0}, "10000"),
    ],
)
def test_stepping_is_told_from_what_comes_before(more, words):
    assert _steps({**RUN, **more}) == words


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1 kB"),
        (2_500_000, "2.5 MB"),
        (999_499_999, "999 MB"),
        (999_999_999, "1 GB"),
        (10**10, "10 GB"),
    ],
)
def test_sizes_of_files_have_decimal_units(tmp_path, size, words):
    with (tmp_path / "o.h5").open("wb") as file:
        file.truncate(size)
    assert info._size(SimpleNamespace(path=tmp_path / "o.h5")) == words


@pytest.mark.parametrize(
    ("times", "words"),
    [([], "no rows"), ([0.5], "0.5 s to 0.5 s, 1 row"), ([0.25, 0.5, 2.0], "0.25 s to 2 s, 3 rows")],
)
def test_the_time_range_is_that_of_the_rows(times, words):
    results = SimpleNamespace(row_count=len(times), times=lambda first, end: np.array(times[first:end]))
    assert info._time(results) == words


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ({"bodies": "ab", "points": "p", "triads": "", "frames": "fgh"}, "2 bodies, 1 point, 3 frames"),
        ({"bodies": "a", "triads": "t", "frames": "f"}, "1 body, 1 triad, 1 frame"),
        ({}, ""),
    ],
)
def test_parts_of_a_model_are_counted(model, words):
    assert info._model(SimpleNamespace(file={f"model/{kind}": parts for kind, parts in model.items()})) == words


@pytest.mark.parametrize(
    ("parameters", "words"),
    [({}, "a.deck"), ({"L": 0.5, "g": np.array([0.0, 0.0, -9.81])}, "a.deck with L = 0.5, g = 0 0 -9.81")],
)
def test_a_deck_has_its_parameters(parameters, words):
    file = {"deck/parameters": SimpleNamespace(attrs=parameters)}
    assert info._deck(SimpleNamespace(attributes={"deck_name": "a.deck"}, file=file)) == words
    assert info._deck(SimpleNamespace(attributes={"deck_name": "a.deck"}, file={})) == "a.deck"


@pytest.mark.parametrize("count", [0, 1, info.MOST_EVENTS, info.MOST_EVENTS + 1, info.MOST_EVENTS + 5])
def test_most_events_are_listed(count):
    events = [SimpleNamespace(name="land", direction="FALLING", time=0.1 + k) for k in range(count)]
    lines = info._events(SimpleNamespace(events=events)).splitlines()
    listed = min(count, 20)
    assert lines[:listed] == [f"land falling at {k}.1 s" for k in range(listed)]
    assert lines[listed:] == (["none"] if count == 0 else [f"and {count - 20} more"] if count > 20 else [])


def entry(keyword, value, *objects):
    return {"keyword": keyword, "value": value, "objects": list(objects)}


def test_defaults_are_written_as_in_a_deck():
    sensors = [f"sensor s{k}" for k in range(5)]
    entries = [
        entry("STEPS", 3),
        entry("MODIFIED", True),
        entry("STAGES", None),
        entry("POINTS", [0.5, False]),
        entry("FRAME_NAME", "INERTIAL", "body b", *sensors[:3]),
        entry("ANGLE_UNIT", "DEGREES", *sensors),
        entry("MASS", 1.0, "body b"),
    ]
    assert info._defaults(entries).splitlines() == [
        "STEPS 3, MODIFIED YES, STAGES chosen by the method, POINTS 0.5, NO",
        "FRAME_NAME INERTIAL of s0, s1, s2",
        "ANGLE_UNIT DEGREES of s0, s1, s2 and 2 more",
    ]


@pytest.mark.parametrize(
    ("freedom", "steady", "words"),
    [
        (0, True, "about t = 0.5 s: 0 degrees of freedom, stable"),
        (1, True, "about t = 0.5 s: 1 degree of freedom, stable"),
        (2, False, "about t = 0.5 s: 2 degrees of freedom, stable at that instant"),
    ],
)
def test_a_linearization_has_its_degrees_of_freedom(freedom, steady, words):
    found = SimpleNamespace(time=0.5, coordinates=["q"] * freedom, stability="stable", steady=steady)
    assert info._linearization(found) == words


@pytest.mark.parametrize(
    ("units", "observer", "axes", "cells"),
    [
        ("m", "F", "F", ("m", "F")),
        ("m, m, m, 1, 1", "F", "b", ("m (3), 1 (2)", "F, axes of b")),
        ("1, m, m, m, 1", "", "", ("1 (1), m (3), 1 (1)", "")),
    ],
)
def test_a_sensor_has_its_units_and_axes(units, observer, axes, cells):
    labels = ("x1", "x2", "x3", "e0", "e1")
    sensor = SimpleNamespace(
        name="tip", sensor_type="CONFIGURATION", object="b", shape=(11, 5), units=units, observer=observer,
        resolved_in=axes, components=labels,
    )  # fmt: skip
    assert info._sensor_row(sensor) == ("tip", "CONFIGURATION", "b", "11 x 5", *cells, "x1 x2 x3 e0 e1")


@pytest.mark.parametrize("count", [0, 1, info.MOST_FINDINGS, info.MOST_FINDINGS + 3])
def test_most_findings_are_listed(count):
    findings = [Found("warning" if k % 2 else "note", f"finding {k}") for k in range(count)]
    text = info._findings(SimpleNamespace(attributes={}, findings=findings))
    lines = str(text).splitlines()
    listed = min(count, 100)
    assert lines[:listed] == [f"finding {k}" for k in range(listed)]
    assert [line.split(":")[0] for line in lines[listed:]] == (["and 3 more"] if count > 100 else [])
    assert {str(span.style) for span in text.spans if span.style} == ({"yellow"} if count > 1 else set())


class Found(SimpleNamespace):
    """A diagnostic."""

    def __init__(self, severity, words):
        super().__init__(severity=severity, words=words)

    def __str__(self):
        return self.words


@pytest.mark.parametrize("defaults", ["x", [1], [{"keyword": "STEP"}], [{"keyword": 1, "value": "2", "objects": []}]])
def test_invalid_defaults_of_options_are_named(results_path, defaults):
    with h5py.File(results_path, "r+") as file:
        file.attrs["options"] = json.dumps({"TABLEAU": "RK44", info.DEFAULTS: defaults})
    with StoredResults.open(results_path) as results, pytest.raises(ResultsError) as refused:
        info._overview(results)
    assert str(refused.value) == f"cannot read {results_path}: {info.DEFAULTS} in /@options are invalid"
