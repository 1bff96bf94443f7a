"""The names of the analyses in a deck."""

DYNAMIC, STATIC, KINEMATIC = "DYNAMIC", "STATIC", "KINEMATIC"
START = "START"
"""An analysis that is not in the deck language. It computes only the initial state."""
REST = "REST"
"""For a STATIC deck, an equilibrium, and otherwise the initial state of the deck."""
