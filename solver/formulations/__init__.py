"""Formulations. Each formulation represents the configuration and velocity of a body during integration.

The registry lists their names in plain Python. Each formulation is one module with its subroutines. `dispatch.py`
selects the formulation at run time, so that bodies of one model may have different formulations.
"""
