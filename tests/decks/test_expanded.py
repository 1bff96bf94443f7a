"""A deck with templates and repetitions gives results bitwise identical to the same deck without them."""

from pathlib import Path

import numpy as np
import pytest

from rbsolve.pipeline import Options, expand_deck

DECKS = Path(__file__).parents[2] / "decks"


@pytest.mark.parametrize("name", ["pendulum_wave", "four_blade_rotor"])
def test_a_deck_written_out_solves_to_the_same_bits(run_deck, name):
    text, diagnostics = expand_deck(DECKS / f"{name}.deck", Options())
    assert not diagnostics.has_errors
    assert "@REPEAT" not in text
    assert "@TEMPLATE" not in text
    whole, written = (run_deck(deck, t_end=0.1) for deck in (f"{name}.deck", text))
    np.testing.assert_array_equal(written.time, whole.time)
    assert written.sensors.keys() == whole.sensors.keys()
    for sensor, rows in whole.sensors.items():
        assert written[sensor].tobytes() == rows.tobytes(), sensor
