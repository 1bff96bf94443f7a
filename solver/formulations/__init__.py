"""Formulations: the representation of a body's configuration and velocity during integration.

The registry (plain Python) lists their names. Each formulation is one module with its subroutines. `dispatch.py` selects among them at run
time, so that bodies of one model may have different formulations.
"""
