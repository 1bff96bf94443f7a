"""The analyses by their names in a deck."""

DYNAMIC, STATIC, KINEMATIC = "DYNAMIC", "STATIC", "KINEMATIC"
START = "START"
"""No analysis of the deck language: the initial state alone."""
REST = "REST"
"""The deck's equilibrium when it is STATIC, else its initial state."""
