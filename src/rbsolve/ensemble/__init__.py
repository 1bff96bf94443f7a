"""Many cases of one deck with different parameters: parsed once, solved in parallel, each with the bits of a single
run.

`variation.py` describes a case, `case.py` solves a case, and `solving.py` distributes cases over threads. `ensemble.py`
is the user's interface.
"""
