"""The duration of a run in `rbsolve info`."""

import pytest

from rbsolve.results.presentation.info import _steps

RUN = {"steps": 10000, "wall_time": 5.86}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"compiling_time": 5.52, "loading_time": 0.3}, "10000 in 0.04 s, after 5.52 s of compiling"),
        ({"compiling_time": 0.0, "loading_time": 1.36}, "10000 in 4.5 s, after 1.36 s of loading"),
        ({}, "10000 in 5.86 s"),  # a file that an earlier version wrote
    ],
)
def test_stepping_is_told_from_what_comes_before(more, words):
    assert _steps({**RUN, **more}) == words
