"""`rbsolve compare`: the same deck by several integrators, formulations and steps.

`study.py` runs the cases against a reference, `report.py` makes the table and the advice, `plot.py` the work-precision diagram.
"""
