"""STATIC and `@START_FROM {STATIC}`. The Newton iteration finds equilibria (`equilibrium.py`), with signals at rest
(`steady.py`).
"""
