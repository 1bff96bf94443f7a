"""Runs a model: the loop around an integrator, its supervision, the output rows, and the summary at the end."""
