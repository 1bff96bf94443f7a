"""Quantities of the motion as signals. Each has the value of a row of `Measures`, and its derivatives with respect to the motion.

solver/assembly/elements/measure_plans.py maps sensors to these quantities.
"""
