"""Reading measurements: the permitted forms of a CSV file, and the places of its errors."""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.fitting.tables import DataError, read_table


def read(tmp_path, text, time=None):
    path = tmp_path / "data.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_table(path, time)


@pytest.mark.parametrize(
    "text",
    [
        "t,a\n0,1\n1,2\n",
        "\ufefft;a\r\n0;1\r\n1;2\r\n",
        "# a logger\n\nt\ta\n0\t1\n1\t2\n",
        '"t","a"\n0,1\n\n1,2\n',
    ],
)
def test_common_forms_are_read(tmp_path, text):
    table = read(tmp_path, text)
    assert table.time.tolist() == [0.0, 1.0]
    assert table.columns["a"].tolist() == [1.0, 2.0]


def test_titles_have_units_and_cells_may_be_empty(tmp_path):
    table = read(tmp_path, "a [rad],clock [s],b\n1,0,\n2,1,nan\n3,2,5\n", "clock")
    assert table.time.tolist() == [0.0, 1.0, 2.0]
    assert table.column("a") == "a [rad]"
    assert np.isnan(table.columns["b"]).tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no data"),
        ("t,a\n0,1\n", "1 rows of data"),
        ("t,a\n0,1\n1,2x\n", "data.csv:3: column a: '2x' is not a number"),
        ("# x\nt,a\n0,1\n\n1,inf\n", "data.csv:5: column a: inf is not a finite number"),
        ("t,a\n0,1\n1\n", "data.csv:3: this line has 1 cells, but the header has 2 columns"),
        ("t,a\n0,1\n0,2\n", "data.csv:3: column t: the time 0 is not after the time 0 of the previous row"),
        ("t,a\n0,1\n,2\n", "data.csv:3: column t: the time is missing"),
        ("0,1\n1,2\n", "data.csv:1: the first line consists of numbers"),
        ("t,a,a\n0,1,1\n", "two columns have the name a"),
        (b"t,a\n0,\xff\n", "not UTF-8"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, text, message):
    with pytest.raises(DataError, match=message):
        read(tmp_path, text)
