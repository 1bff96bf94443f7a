"""The time integrators. Each integrator is an engine that writes rows and can be resumed. `registry.py` lists all
integrators.
"""
