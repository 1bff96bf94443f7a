"""`rbsolve compare`: solves the same deck by several integrators, formulations and steps.

`study.py` runs the cases (`running.py`) against a reference (`reference.py`, `errors.py`), `report.py` makes the table and the advice,
`plot.py` the work-precision diagram.
"""
