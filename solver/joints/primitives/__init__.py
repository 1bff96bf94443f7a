"""Primitive constraint rows, the elements of joints: one module with one record each (`kind.py`), listed in `registry.py`."""
