"""The time integrators. Each is an engine that can be resumed and that writes rows; `registry.py` lists them."""
