"""Signals: named scalar functions of time that are measured, given, computed from other signals, or have their own states.

Each kind is one module with its record (`kind.py`), listed in `registry.py`; `measures` are quantities of the motion. The entries that
loops call are in `evaluation.py`. `State.signal` contains the values, `State.element` the states; the model contains only data.
"""
