"""The interface between a run and the program that steers the run. The interface consists of inputs, access to the
current state, and callbacks.
"""
