"""The names of the analyses in a deck."""

DYNAMIC, STATIC, KINEMATIC = "DYNAMIC", "STATIC", "KINEMATIC"
START = "START"
"""An analysis that is not in the deck language: only the initial state is computed"""
REST = "REST"
"""An equilibrium for a STATIC deck, otherwise the initial state of the deck"""
