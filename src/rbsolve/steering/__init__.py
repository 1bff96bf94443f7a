"""The interface between a run and the program that steers it: inputs, access to the current state, callbacks."""
