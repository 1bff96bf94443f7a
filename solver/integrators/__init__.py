"""The time integrators. Each integrator is an engine that writes output rows. A run can stop an engine and resume it
later. `registry.py` lists all integrators.
"""
