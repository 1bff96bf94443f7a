"""What signals measure is what sensors write, for every component that may be measured."""

import numpy as np
from measure_decks import RESTITUTION, sensors, with_signals

from rbsolve.solver.assembly.elements.measures import PLANNERS
from rbsolve.solver.contacts.law import GROWTH, damping_factor


def test_every_measurable_component_is_what_its_sensor_writes(run_deck):
    texts = list(sensors())
    assert {text.split("}")[0].removeprefix("@SENSOR_TYPE {") for text in texts} == set(PLANNERS)
    deck, labels = with_signals(texts)
    run = run_deck(deck)
    turned = run[f"s{texts.index('@SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {rev}')}"]
    assert turned[-1, 0] > 2 * np.pi  # more than a turn, so that counting turns is seen
    for (k, n), label in labels.items():
        written = run[f"s{k}"][:, n]
        scale = max(1.0, np.abs(run[f"s{k}"]).max())
        measured = run[f"w{k}_{n}"][:, 0]
        if label.startswith("@SENSOR_TYPE {FORCE}"):
            # A row is written after the contact remembers a faster impact, which the force at the end of the step does not know yet
            remembers = ~np.isclose(measured, written, rtol=1e-13, atol=0)
            assert np.count_nonzero(written) > 2 * np.count_nonzero(remembers)
            ratio, d = measured[remembers] / written[remembers], damping_factor(RESTITUTION)
            assert np.all((ratio > 1.0) & (ratio < (1.0 + (GROWTH + 1e-9) * d) / (1.0 + d)))
            continue
        np.testing.assert_allclose(measured, written, rtol=0, atol=1e-13 * scale, err_msg=label)
