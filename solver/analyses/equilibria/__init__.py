"""STATIC and `@START_FROM {STATIC}`: equilibria by Newton's iteration (`equilibrium.py`), with signals at rest (`steady.py`)."""
