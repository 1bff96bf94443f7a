"""Histories in buckets, as pages draw histories."""

from __future__ import annotations

import json
import struct
from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.results.presentation.histories import Histories

ROWS, START = 105, 2.0


class Line:
    """Results of a sensor whose value is ten times the time."""

    def __init__(self):
        self.time = START + np.arange(ROWS) / 64
        details = dict.fromkeys(("sensor_type", "object", "observer", "resolved_in", "long_name"), "")
        self.sensors = {"line": SimpleNamespace(name="line", units="m", components=("x",), **details)}

    def __contains__(self, name):
        return name in self.sensors

    def rows(self, name, first, last):
        return 10.0 * self.time[first:last, None]


def decode(answer):
    size = struct.unpack("<I", answer[:4])[0]
    assert size % 4 == 0  # a browser reads numbers without a copy only at whole words
    header = json.loads(answer[4 : 4 + size])
    return header, np.frombuffer(answer[4 + size :], dtype="<f4").reshape(-1, header["rows"])


@pytest.mark.parametrize("pixels", [7, 15, 21, 35])  # an odd number of rows in each bucket, so one row is in its middle
def test_the_time_of_a_bucket_is_that_of_its_middle(pixels):
    header, (time, least, greatest) = decode(Histories(Line()).encode(["line"], pixels=pixels))
    assert (header["start"], header["rows"], header["envelope"], header["total_rows"]) == (START, pixels, True, ROWS)
    np.testing.assert_allclose(10 * (START + time), (least + greatest) / 2, rtol=1e-6)
    np.testing.assert_allclose(greatest - least, 10 * (ROWS / pixels - 1) / 64, rtol=1e-5)
    assert (least[0], greatest[-1]) == (10 * START, 10 * (START + (ROWS - 1) / 64))


def test_a_stretch_of_time_has_its_rows_and_one_more_at_each_side():
    header, (time, value) = decode(Histories(Line()).encode(["line"], START + 10 / 64, START + 20 / 64))
    assert not header["envelope"]
    np.testing.assert_allclose(time, np.arange(9, 22) / 64)
    np.testing.assert_allclose(value, 10 * (START + time))


@pytest.mark.parametrize(("pixels", "is_thinned"), [(ROWS - 1, True), (ROWS, False), (ROWS + 1, False)])
def test_as_many_rows_as_pixels_are_those_of_the_run(pixels, is_thinned):
    answer = Histories(Line()).encode(["line"], pixels=pixels)
    header, columns = decode(answer)
    assert header["envelope"] == is_thinned
    assert len(columns) == (3 if is_thinned else 2)
    if not is_thinned:
        np.testing.assert_allclose(columns[1], 10 * (START + np.arange(ROWS) / 64), rtol=1e-6)
