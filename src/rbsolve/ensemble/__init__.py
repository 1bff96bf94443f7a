"""Solves many cases of a deck with different parameters. The deck is parsed once, and the cases are solved in parallel.
Each case is bitwise identical to a single run.

`variation.py` describes a case, `case.py` solves a case, and `solving.py` distributes cases over threads. `ensemble.py`
is the user's interface.
"""
