"""The time integrators. Each integrator is an engine that writes output rows and can be resumed.
`registry.py` lists all integrators.
"""
