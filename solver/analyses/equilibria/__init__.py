"""The analysis STATIC, and the option `@START_FROM {STATIC}`. Newton's iteration finds equilibria (`equilibrium.py`),
with signals at rest (`steady.py`).
"""
