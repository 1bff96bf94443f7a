"""`rbsolve compare`: solves the same deck with several integrators, formulations and steps.

`study.py` runs the cases (`running.py`) and compares them with a reference (`reference.py`, `errors.py`). `report.py`
writes the table and the recommendation, and `plot.py` draws the work-precision diagram.
"""
