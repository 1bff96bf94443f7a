"""Primitive constraint rows, of which joints consist: one module with one record for each (`kind.py`), listed in `registry.py`."""
