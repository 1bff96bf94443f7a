"""Runs a single case, from its model to its results file. `run.py` solves the case, `checkpoints.py` stores its state,
and `resume.py` continues from a stored state.

`linearize.py` runs a deck up to the state of its linearization. `results.py` gives users the results of a run, with
their plots, tables, derivatives and 3D view.
"""
