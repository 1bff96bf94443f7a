"""One case from its model to its file: `run.py` solves it, `checkpoints.py` keeps its state, `resume.py` continues from there.

`linearize.py` leads a run to the state at which a model is linearized.
"""
