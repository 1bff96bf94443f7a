"""Measures, which are signals for quantities of the motion. A row of `Measures` contains the data of a quantity.

solver/assembly/elements/measure_plans.py maps sensors to these quantities.
"""
