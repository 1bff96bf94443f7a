"""The formulations of bodies. A formulation represents the configuration and velocity of a body during integration.

`registry.py` lists their names in plain Python. Each formulation is a module with its subroutines. `dispatch.py`
selects the formulation at run time, so that bodies of one model may have different formulations.
"""
