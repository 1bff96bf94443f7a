"""Cases that an event ends, in ensembles, studies and batches. The cases have the rows, bits and events of single
runs.
"""

from __future__ import annotations

import h5py
import numpy as np
import pytest

import rbsolve as package

LANDS = """
@SIGNAL_DEFINITION { @SIGNAL_NAME {z} { @MEASURE {height, 3} } @SIGNAL_NAME {climb} { @MEASURE {speed, 3} } }
@SENSOR_DEFINITION { @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {stone} } }
@EVENT_DEFINITION { @EVENT_NAME {top} { @SIGNAL_NAME {climb} @DIRECTION {FALLING} }
  @EVENT_NAME {lands} { @SIGNAL_NAME {z} @DIRECTION {FALLING} @TERMINATE {YES} } }
"""
THROWS = (0.2, 0.35, 0.45)  # m/s upwards; with 0.6 m/s, the ball would land after the end
TIMES = [2 * v / 9.81 for v in THROWS]


@pytest.fixture
def text(deck_text):
    return (
        deck_text.replace("@VECTOR_VALUE {0, 0, 5}", "@SCALAR_VALUE {0.2}").replace(
            "@INITIAL_VELOCITY {#throw}", "@INITIAL_VELOCITY {0, 0, #throw}"
        )
        + LANDS
    )


def as_single(found, text, throw):
    """Return whether results equal the results of a single run, including events."""
    single = package.solve(text, parameters={"throw": throw})
    assert found.events == single.events
    assert [event.name for event in found.events] == ["top", "lands"]
    assert [event.time for event in found.events] == pytest.approx([throw / 9.81, 2 * throw / 9.81], abs=1e-12)
    assert found.message == single.message
    np.testing.assert_array_equal(found.time, single.time)
    for name in ("height", "speed", "turning"):
        np.testing.assert_array_equal(found[name], single[name])


@pytest.mark.parametrize("threads", [1, 2])
def test_ensembles(text, threads):
    ensemble = package.solve_many(text, {"throw": [*THROWS, 0.6]}, threads=threads)
    assert list(ensemble.status) == ["complete"] * 4
    last = [ensemble.times[i, ensemble.rows[i] - 1] for i in range(4)]
    assert last == pytest.approx([*TIMES, 0.1], abs=1e-12)
    assert all("Event lands ended the run" in message for message in ensemble.messages[:3])
    for i, throw in enumerate(THROWS):
        single = package.solve(text, parameters={"throw": throw})
        rows = int(ensemble.rows[i])
        assert rows == len(single.time)
        for name in ("height", "turning"):
            assert ensemble[name][i, :rows].tobytes() == single[name].tobytes()
            assert np.isnan(ensemble[name][i, rows:]).all()
        as_single(ensemble.case(i), text, throw)


def test_studies_and_their_exported_cases(text, rbsolve, tmp_path):
    deck, study = tmp_path / "stone.deck", tmp_path / "study"
    deck.write_text(text)
    assert rbsolve("sweep", deck, "-p", "throw=" + ",".join(map(str, THROWS)), "-o", study, "-q") == 0
    with h5py.File(study / "study.h5") as file:
        assert list(file["status"].asstr()[()]) == ["complete"] * 3
        rows = file["diagnostics/rows"][()]
        heights = file["sensors/height"][()]
    for i, throw in enumerate(THROWS):
        single = package.solve(deck, parameters={"throw": throw})
        assert rows[i] == len(single.time)
        assert heights[i, : rows[i]].tobytes() == single["height"].tobytes()
        one = tmp_path / f"{i}.h5"
        assert rbsolve("export", study / "study.h5", "--case", i, "-o", one) == 0
        with package.open_results(one) as found:
            as_single(found, text, throw)


def test_batches(text, rbsolve, tmp_path):
    deck = tmp_path / "stone.deck"
    deck.write_text(text)
    assert rbsolve("batch", deck, "-o", tmp_path / "batch", "-q") == 0
    with package.open_results(tmp_path / "batch" / "results" / "stone.h5") as found:
        as_single(found, text, THROWS[0])
