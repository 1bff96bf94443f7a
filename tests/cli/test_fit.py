"""`rbsolve fit` in a terminal: its files, its messages, and its exit codes."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import h5py
import numpy as np
import pytest
from swinging import DECK, TIMES, swing, write_csv

import rbsolve

RANGES = ("-p", "L=0.5:3", "-p", "#c=0:2:0.1")
MATCH = ("--match", "theta=angle")
FIELDS = {
    *(
        "status",
        "message",
        "parameters",
        "covariance",
        "correlation",
        "residual_rms",
        "chi_square",
        "degrees_of_freedom",
    ),
    *("singular_values", "poorly_determined", "iterations", "evaluations", "hold_out_rms"),
}


@pytest.fixture
def stand(folder):
    """Return a folder with a deck and two tables of data."""
    (folder / "swing.deck").write_text(DECK)
    noise = 0.01 * np.random.default_rng(4).standard_normal(len(TIMES))
    write_csv(folder / "swing.csv", t=TIMES, theta=swing() + noise)
    write_csv(folder / "small.csv", t=TIMES, theta=swing(q0=0.2) + noise)
    return folder


def test_a_fit_leaves_its_numbers_its_run_its_deck_and_its_page(stand, here):
    done = here("fit", "swing.deck", "swing.csv", *RANGES, *MATCH, "--hold-out", "0.2", "-o", "FIT")
    assert done.returncode == 0, done.stderr
    assert "complete: converged" in done.stderr
    assert "derivatives by tangents" in done.stderr
    found = json.loads((stand / "FIT/fit.json").read_text())
    assert found.keys() >= FIELDS
    of_one = found["parameters"]["L"]
    assert of_one.keys() >= {"value", "lower", "upper", "standard_error", "interval", "at_bound"}
    assert of_one["interval"][0] < 1.3 < of_one["interval"][1]
    assert np.array(found["covariance"]).shape == (2, 2)
    assert np.sqrt(found["covariance"][0][0]) == pytest.approx(of_one["standard_error"])
    values = {name: parameter["value"] for name, parameter in found["parameters"].items()}
    again = rbsolve.solve(stand / "FIT/best.deck")
    with h5py.File(stand / "FIT/best.h5") as file:
        assert file.attrs["status"] == "complete"
        assert np.array_equal(file["sensors/angle"][:], again["angle"])
    assert dict(rbsolve.load(stand / "FIT/best.deck").parameters).items() >= values.items()
    page = (stand / "FIT/report.html").read_text()
    HTMLParser().feed(page)
    assert page.count("<svg") == 1
    assert "default-src 'none'" in page
    assert "https:" not in page
    assert "src=" not in page
    # the second fit replaces the results
    assert here("fit", "swing.deck", "swing.csv", *RANGES, *MATCH, "-q", "-o", "FIT").returncode == 0


def test_experiments_have_files_of_their_own(stand, here):
    done = here("fit", "swing.deck", "swing.csv", "small.csv", *RANGES, *MATCH, "-p", "small.csv:q0=0.2", "-o", "FIT")
    assert done.returncode == 0, done.stderr
    assert {path.name for path in (stand / "FIT").iterdir()} == {
        *("fit.json", "report.html", "best.deck", "best.h5", "best-small.h5")
    }
    with h5py.File(stand / "FIT/best-small.h5") as file:
        assert file["sensors/angle"][0, 0] == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("fit", "wrong.deck", "swing.csv", *RANGES, *MATCH), 1, "MASSE"),
        (("fit", "swing.deck", "swing.csv", *MATCH), 2, "no parameter to estimate"),
        (("fit", "swing.deck", "swing.csv", "-p", "L", *MATCH), 2, "NAME=LOWER:UPPER"),
        (("fit", "swing.deck", "swing.csv", "-p", "idle=0:2", *MATCH), 2, "idle affects no matched sensor"),
        (("fit", "swing.deck", "swing.csv", *RANGES, "--match", "phi=angle"), 2, "no column phi"),
        (("fit", "swing.deck", "swing.csv", *RANGES, *MATCH, "-p", "x.csv:q0=1"), 2, "no data file x.csv"),
        (("fit", "swing.deck", "missing.csv", *RANGES, *MATCH), 4, "missing.csv"),
        (("fit", "swing.deck", "bad.csv", *RANGES, *MATCH), 4, "bad.csv:3: column theta: '1,5' is not a number"),
        (("fit", "swing.deck", "swing.csv", *RANGES, *MATCH, "-o", "good.deck"), 4, "it is a file"),
        (("fit", "swing.deck", "swing.csv", *RANGES, *MATCH, "-o", "full"), 4, "it contains other files"),
        (("fit", "swing.deck", "swing.csv", *RANGES, *MATCH, "--max-iterations", "1"), 3, "no convergence in 1"),
    ],
)
def test_exit_codes_and_messages(stand, here, words, code, message):
    (stand / "bad.csv").write_text("t;theta\n0;1\n1;1,5\n")
    (stand / "full").mkdir()
    (stand / "full/thesis.tex").write_text("years of work")
    done = here(*words)
    assert done.returncode == code
    assert message in done.stderr
    assert (stand / "full/thesis.tex").exists()
    if code == 3:
        assert json.loads((stand / "swing_fit/fit.json").read_text())["status"] == "failed"
