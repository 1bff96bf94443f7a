"""Signals: named scalars in time, measured, given, computed from others, or with states of their own.

One module a kind with its record (`kind.py`), listed in `registry.py`; `measures` are quantities of the motion. The entries that loops call
are in `evaluation.py`. Values are in `State.signal`, states in `State.element`; the model's records are data only.
"""
