"""One case from its model to its file: `run.py` solves it, `checkpoints.py` keeps its state, `resume.py` continues from there.

`linearize.py` takes a run to the state of a linearization.
"""
