"""Quantities of the motion as signals. A row of `Measures` contains the data of one quantity.

solver/assembly/elements/measure_plans.py maps sensors to these quantities.
"""
