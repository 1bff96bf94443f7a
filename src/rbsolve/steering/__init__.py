"""The interface between a run and the program that steers the run. It consists of inputs, access to the current state,
and callbacks.
"""
