"""The time integrators: each a resumable engine that writes rows, listed in `registry.py`."""
