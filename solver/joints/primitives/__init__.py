"""Primitive constraint rows, of which joints are made: one module with one record each (`kind.py`), listed in `registry.py`."""
