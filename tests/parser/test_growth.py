"""Reading decks does not change the settings of garbage collection."""

import gc

import pytest

from rbsolve.pipeline import Options, check_deck

DECK = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }
"""


@pytest.fixture
def only_new_objects(monkeypatch):
    """Freeze all existing objects (millions after other tests), so reading decks does not traverse them."""
    gc.freeze()
    monkeypatch.setattr(gc, "get_freeze_count", lambda: 0)
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("only_new_objects")
def test_what_is_left_of_a_deck_is_collected_while_it_is_young():
    """A service that checks decks continuously would otherwise keep all of them, because Python rarely collects old
    objects.
    """
    check_deck(DECK, Options())
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(100):
        check_deck(DECK, Options())
    gc.collect(1)
    assert len(gc.get_objects()) < before + 1000
