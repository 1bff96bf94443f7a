"""The names of the analyses in a deck."""

DYNAMIC, STATIC, KINEMATIC = "DYNAMIC", "STATIC", "KINEMATIC"
START = "START"
"""An analysis that decks cannot request. It computes only the initial state."""
REST = "REST"
"""An equilibrium for a STATIC deck, otherwise the initial state of the deck."""
