"""One case from its model to its file: `run.py` solves it, `checkpoints.py` stores its state, `resume.py` continues
from a stored state.

`linearize.py` runs a deck to the state of a linearization.
"""
