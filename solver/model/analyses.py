"""The names of the analyses in a deck."""

DYNAMIC, STATIC, KINEMATIC = "DYNAMIC", "STATIC", "KINEMATIC"
START = "START"
"""Not an analysis of the deck language: only the initial state is computed"""
REST = "REST"
"""Equilibrium for a STATIC deck, otherwise its initial state"""
