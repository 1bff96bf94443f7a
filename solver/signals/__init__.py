"""Signals are named scalar functions of time. A signal is a measurement, a function of time, a formula of other
signals, or the output of an element with states.

Each kind is a module with its record (`kind.py`), and `registry.py` lists the records. `measures` contains quantities
of the motion. `evaluation.py` contains the entries that loops call. `State.signal` contains the values of signals, and
`State.element` their states. The model contains only data.
"""
